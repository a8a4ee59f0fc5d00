/* Inlines every call of a function that is not recursive, and promotes local variables to SSA values. The passes used neither
 * merge, move nor speculate loads: see DEPENDENCIES. From here on loads and stores that are not of private variables
 * are volatile for LLVM, which keeps every later pass from touching them. */
#include "frontend/front.h"

#include "base/map.h"
#include "base/text.h"
#include "frontend/cut.h"
#include "frontend/leaves.h"
#include "frontend/library.h"
#include "frontend/outline.h"

/* Instructions after inlining; a function beyond stays a procedure. Small ones: a wrapper of malloc must be one of them, so that each of its calls
 * is an allocation of its own. */
enum { LARGEST_BODY = 400000, LARGE_BODY = 200000, SMALL_BODY = 52 };

bool run_passes(struct front *f, const char *passes)
{
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMErrorRef failure = LLVMRunPasses(f->module, passes, NULL, options);
    LLVMDisposePassBuilderOptions(options);
    if (!failure)
        return true;
    char *message = LLVMGetErrorMessage(failure);
    f->error = arena_printf(f->words, "LLVM: %s", message);
    LLVMDisposeErrorMessage(message);
    return false;
}

/* Strongly connected components of the call graph (Tarjan), which also come out callees first. */
struct call_graph {
    struct map number; /* function to node */
    VECTOR(LLVMValueRef) functions;
    VECTOR(u32_vector) callees;
    u32_vector index, low, stack;
    VECTOR(bool) on_stack, recursive;
    VECTOR(uint64_t) size;
    uint32_t clock;
    uint64_t limit; /* a function that would be larger stays a procedure */
    const struct front *front;
};

static void graph_fill(struct call_graph *g, LLVMModuleRef module)
{
    each_function(fn, module) if (is_defined(fn))
    {
        map_put(&g->number, map_pointer_key(fn), g->functions.size);
        vector_push(&g->functions, fn);
    }
    uint32_t n = g->functions.size;
    vector_resize(&g->callees, n);
    vector_resize(&g->index, n);
    vector_resize(&g->low, n);
    vector_resize(&g->on_stack, n);
    vector_resize(&g->recursive, n);
    vector_resize(&g->size, n);
    for (uint32_t k = 0; k < n; k++)
        each_block(b, g->functions.data[k]) each_instruction(i, b)
        {
            g->size.data[k]++;
            LLVMValueRef callee = LLVMIsACallInst(i) ? called_function(i) : NULL;
            uint64_t node;
            if (callee && map_get(&g->number, map_pointer_key(callee), &node))
                vector_push(&g->callees.data[k], (uint32_t)node);
        }
}

static void graph_visit(struct call_graph *g, uint32_t v)
{
    g->index.data[v] = g->low.data[v] = ++g->clock;
    vector_push(&g->stack, v);
    g->on_stack.data[v] = true;
    for (uint32_t i = 0; i < g->callees.data[v].size; i++) {
        uint32_t w = g->callees.data[v].data[i];
        if (!g->index.data[w])
            graph_visit(g, w);
        else if (!g->on_stack.data[w])
            continue;
        if (g->low.data[w] < g->low.data[v])
            g->low.data[v] = g->low.data[w];
        g->recursive.data[v] |= w == v;
    }
    if (g->low.data[v] == g->index.data[v]) {
        bool several = vector_last(&g->stack) != v;
        uint32_t w;
        do {
            w = vector_pop(&g->stack);
            g->on_stack.data[w] = false;
            g->recursive.data[w] |= several;
        } while (w != v);
    }
    if (!g->recursive.data[v])
        for (uint32_t i = 0; i < g->callees.data[v].size; i++)
            if (!g->recursive.data[g->callees.data[v].data[i]])
                g->size.data[v] += g->size.data[g->callees.data[v].data[i]];
    if (g->size.data[v] > g->limit || is_cut(g->front, g->functions.data[v]))
        g->recursive.data[v] = true;
}

static void graph_free(struct call_graph *g)
{
    vector_each(u32_vector *, c, &g->callees)
        vector_free(c);
    map_free(&g->number);
    vector_free(&g->functions);
    vector_free(&g->callees);
    vector_free(&g->index);
    vector_free(&g->low);
    vector_free(&g->stack);
    vector_free(&g->on_stack);
    vector_free(&g->recursive);
    vector_free(&g->size);
}

static void remove_attribute(LLVMValueRef function, const char *name)
{
    LLVMRemoveEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, LLVMGetEnumAttributeKindForName(name, strlen(name)));
}

static void mark(struct front *f, LLVMValueRef function, bool inlined)
{
    remove_attribute(function, "noinline");
    remove_attribute(function, "optnone");
    remove_attribute(function, "alwaysinline");
    remove_attribute(function, "returns_twice");
    LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex,
                            enum_attribute(f->context, inlined ? "alwaysinline" : "noinline"));
}

static void unmark_calls(struct front *f)
{
    unsigned noinline = LLVMGetEnumAttributeKindForName("noinline", 8);
    each_function(fn, f->module) each_block(b, fn) each_instruction(i, b) if (LLVMIsACallInst(i))
        LLVMRemoveCallSiteEnumAttribute(i, LLVMAttributeFunctionIndex, noinline);
}

/* A jump out of a function goes to a landing of its caller by the branch behind the call, and not once it is inlined (outline_jumps.c). */
static void keep_jumpers_out(struct front *f)
{
    LLVMAttributeRef noinline = enum_attribute(f->context, "noinline");
    bool any = LLVMGetNamedFunction(f->module, JUMP_OUT) != NULL;
    each_function(fn, f->module) if (any && function_lands(fn)) each_block(b, fn) each_instruction(i, b)
    {
        LLVMValueRef callee = LLVMIsACallInst(i) ? called_function(i) : NULL;
        if (callee && function_jumps_out(callee))
            LLVMAddCallSiteAttribute(i, LLVMAttributeFunctionIndex, noinline);
    }
}

/* Only loaded, stored to and indexed: nobody else sees it. */
bool is_private(LLVMValueRef pointer)
{
    each_use(u, pointer)
    {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsALoadInst(user) ||
            (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == pointer && LLVMGetOperand(user, 0) != pointer))
            continue;
        if (LLVMIsAGetElementPtrInst(user) && is_private(user))
            continue;
        if (LLVMIsAIntrinsicInst(user) && starts_with(called_name(user), "llvm.lifetime"))
            continue;
        return false;
    }
    return true;
}

/* Whether prepare.c made its initial contents explicit; otherwise LLVM must not look at it, or undef would come in. */
static bool is_initialised(const struct front *f, LLVMValueRef alloca)
{
    leaves list = {0};
    bool yes = type_leaves(f, LLVMGetAllocatedType(alloca), 0, EXPLICIT_LEAVES, &list);
    vector_free(&list);
    return yes;
}

void call_with_pointer(struct front *f, LLVMBuilderRef builder, const char *name, LLVMValueRef argument)
{
    LLVMTypeRef pointer = LLVMPointerTypeInContext(f->context, 0);
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(f->context), &pointer, 1, false);
    LLVMValueRef fn = LLVMGetNamedFunction(f->module, name);
    LLVMBuildCall2(builder, type, fn ? fn : LLVMAddFunction(f->module, name, type), &argument, 1, "");
}

void keep_alloca(struct front *f, LLVMBuilderRef builder, LLVMValueRef alloca)
{
    call_with_pointer(f, builder, "__heddle_keep", alloca);
}

/* Whether an access of so many bytes certainly lies within the variable that the pointer is made from by indexing. */
static bool lies_within(const struct front *f, LLVMValueRef pointer, LLVMValueRef alloca, uint64_t bytes)
{
    LLVMValueRef count = LLVMGetOperand(alloca, 0);
    int64_t offset = 0;
    if (!LLVMIsAConstantInt(count))
        return false;
    for (; pointer != alloca; pointer = LLVMGetOperand(pointer, 0)) {
        LLVMTypeRef t = LLVMGetGEPSourceElementType(pointer);
        for (int k = 1; k < LLVMGetNumOperands(pointer); k++) {
            LLVMValueRef index = LLVMIsAConstantInt(LLVMGetOperand(pointer, (unsigned)k));
            int64_t i = index ? LLVMConstIntGetSExtValue(index) : 0;
            if (!index || i > INT32_MAX || i < INT32_MIN)
                return false;
            if (k > 1 && LLVMGetTypeKind(t) == LLVMStructTypeKind) {
                offset += (int64_t)LLVMOffsetOfElement(f->layout, t, (unsigned)i);
                t = LLVMStructGetTypeAtIndex(t, (unsigned)i);
                continue;
            }
            if (k > 1)
                t = LLVMGetElementType(t);
            offset += i * (int64_t)type_size(f, t);
        }
    }
    uint64_t size = type_size(f, LLVMGetAllocatedType(alloca)) * LLVMConstIntGetZExtValue(count);
    return offset >= 0 && (uint64_t)offset + bytes <= size;
}

/* A variable whose address is taken may be accessed after its block has ended. Once pointers to it are values, keep_bounds sees where. */
static void keep_taken(struct front *f)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(f->context);
    each_function(fn, f->module) each_block(block, fn) each_instruction(i, block)
    {
        if (!LLVMIsAAllocaInst(i) || is_private(i))
            continue;
        LLVMPositionBuilderBefore(b, LLVMGetNextInstruction(i));
        keep_alloca(f, b, i);
    }
    LLVMDisposeBuilder(b);
}

/* What was kept may lie within by now: loops have been unrolled, indices have become known. */
static void let_go(struct front *f)
{
    LLVMValueRef fn = LLVMGetNamedFunction(f->module, "__heddle_keep");
    VECTOR(LLVMValueRef) found = {0};
    if (fn)
        each_use(u, fn)
        {
            LLVMValueRef call = LLVMIsACallInst(LLVMGetUser(u)),
                         alloca = call ? LLVMIsAAllocaInst(LLVMGetArgOperand(call, 0)) : NULL;
            LLVMValueRef count = alloca ? LLVMIsAConstantInt(LLVMGetOperand(alloca, 0)) : NULL;
            if (count && LLVMConstIntGetZExtValue(count) == 1)
                vector_push(&found, call);
        }
    vector_each(LLVMValueRef *, call, &found)
        LLVMInstructionEraseFromParent(*call);
    vector_free(&found);
}

/* Variables with accesses that may lie outside, or come after their end, are left alone by LLVM; lower_memory.c looks at the bounds. */
static void keep_bounds(struct front *f)
{
    let_go(f);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(f->context);
    struct map kept = {0};
    bool lifetimes = front_needs(f, NEEDS_LIFETIMES);
    each_function(fn, f->module) each_block(block, fn) each_instruction(i, block)
    {
        if (!LLVMIsALoadInst(i) && !LLVMIsAStoreInst(i))
            continue;
        LLVMValueRef pointer = LLVMGetOperand(i, LLVMIsALoadInst(i) ? 0 : 1), base = LLVMIsAAllocaInst(indexed_object(pointer));
        uint64_t bytes = type_store_size(f, LLVMTypeOf(LLVMIsALoadInst(i) ? i : LLVMGetOperand(i, 0)));
        if (!base || map_get(&kept, map_pointer_key(base), NULL) ||
            (lies_within(f, pointer, base, bytes) && !(lifetimes && (is_accessed_late(base) || has_unknown_end_mark(f, base)))))
            continue;
        map_put(&kept, map_pointer_key(base), 1);
        LLVMPositionBuilderBefore(b, LLVMGetNextInstruction(base));
        keep_alloca(f, b, base);
    }
    map_free(&kept);
    LLVMDisposeBuilder(b);
}

/* A load from a constant may fold if its address is known: an unknown one may lie outside, and LLVM would not say so. */
void protect_memory(struct front *f)
{
    keep_bounds(f);
    each_function(fn, f->module) each_block(b, fn) each_instruction(i, b)
    {
        if (!LLVMIsALoadInst(i) && !LLVMIsAStoreInst(i))
            continue;
        LLVMValueRef base = indexed_object(LLVMGetOperand(i, LLVMIsALoadInst(i) ? 0 : 1));
        bool constant =
            LLVMIsALoadInst(i) && LLVMIsConstant(LLVMGetOperand(i, 0)) && LLVMIsAGlobalVariable(base) && LLVMIsGlobalConstant(base);
        if (constant)
            guard_constant_load(f, i, base);
        LLVMSetVolatile(i, !constant && !(LLVMIsAAllocaInst(base) && is_initialised(f, base) && is_private(base)));
    }
}

/* Outlines know it by its name. */
static bool stays_a_call(LLVMValueRef function)
{
    return outline_keeps_call(value_name(function)) ||
           LLVMGetStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, WITHOUT_BODY, sizeof WITHOUT_BODY - 1);
}

static void mark_up_to(struct front *f, uint64_t limit)
{
    struct call_graph g = {.limit = limit, .front = f};
    graph_fill(&g, f->module);
    for (uint32_t v = 0; v < g.functions.size; v++)
        if (!g.index.data[v])
            graph_visit(&g, v);
    for (uint32_t v = 0; v < g.functions.size; v++)
        mark(f, g.functions.data[v], !g.recursive.data[v] && !(f->wide && stays_a_call(g.functions.data[v])));
    if (f->options->too_large && !f->wide)
        vector_each(const uint64_t *, size, &g.size)
            *f->options->too_large |= *size > LARGE_BODY;
    graph_free(&g);
    unmark_calls(f);
}

void inline_calls(struct front *f)
{
    mark_up_to(f, LARGEST_BODY);
    if (f->options->too_large && *f->options->too_large) {
        f->error = "the program is large";
        return;
    }
    if (front_needs(f, NEEDS_LIFETIMES))
        mark_unknown_ends(f);
    bool jumps = LLVMGetNamedFunction(f->module, "__heddle_jump") || LLVMGetNamedFunction(f->module, "__heddle_set_jump");
    if (f->options->cut && !jumps && !front_needs(f, NEEDS_LIFETIMES))
        run_passes(
            f,
            "function(mem2reg)"); /* a variable costs time in each copy of its function, times the size of what that is copied into */
    if (!run_passes(f, "always-inline"))
        return;
    connect_jumps(f); /* before variables become values: a jump keeps what is in them */
    end_left_stacks(f);
    if (front_needs(f, NEEDS_LIFETIMES))
        keep_taken(f);
    if (!run_passes(f, "function(mem2reg)"))
        return;
    settle_fixed_texts(f);
    protect_memory(f);
    run_passes(f, "function(sccp,instsimplify,adce),globaldce");
}

void inline_small_calls(struct front *f)
{
    mark_up_to(f, SMALL_BODY);
    keep_jumpers_out(f);
    run_passes(f, "always-inline,function(mem2reg),globaldce");
}

void inline_jumps(struct front *f)
{
    mark_up_to(f, SMALL_BODY);
    run_passes(f, "always-inline,function(reg2mem)");
    replace_jumps(f);
    run_passes(f, "function(mem2reg),globaldce");
}

void inline_these(struct front *f, const struct map *functions, uint64_t limit)
{
    struct call_graph g = {.limit = limit, .front = f};
    graph_fill(&g, f->module);
    for (uint32_t v = 0; v < g.functions.size; v++)
        g.recursive.data[v] = !map_get(functions, map_pointer_key(g.functions.data[v]), NULL);
    for (uint32_t v = 0; v < g.functions.size; v++)
        if (!g.index.data[v])
            graph_visit(&g, v);
    for (uint32_t v = 0; v < g.functions.size; v++)
        mark(f, g.functions.data[v], !g.recursive.data[v] && !stays_a_call(g.functions.data[v]));
    graph_free(&g);
    unmark_calls(f);
    keep_jumpers_out(f);
    run_passes(f, "always-inline,function(mem2reg),globaldce");
}

void keep_accesses(struct front *f)
{
    each_function(fn, f->module) each_block(b, fn) each_instruction(i, b) if (LLVMIsALoadInst(i) || LLVMIsAStoreInst(i))
        LLVMSetVolatile(i, true);
}
