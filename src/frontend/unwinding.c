/* longjmp and the end of a thread inside of a function that stays a procedure, because it calls itself, or that is called through a pointer, which is not known when jumps are
 * connected (jumps.c): the function notes in variables of its thread where to go, and returns. Behind every call that may be left so __heddle_unwind_on looks at them: what it does there,
 * inlined, is the same jump or end once more, in the caller.
 *
 * Calls are found before anything is inlined, so the graph of calls is taken as large as it may become: a call through a pointer leads to all functions whose address is taken, with so
 * many parameters. */
#include "frontend/front.h"

#define CALLED "heddle-left-by-jumps" /* an attribute: all calls of the function are followed by __heddle_unwind_on */
#define AGAIN "heddle-calls-itself"   /* maybe */

enum kind { NOTHING, JUMP, TO_HANDLER, END }; /* what is on its way */

struct graph {
    struct front *front;
    VECTOR(LLVMValueRef) functions;
    struct map index;
    VECTOR(bool) jumps, ends, taken, again;
    bool creates_any; /* a thread, by a function that is not named */
};

static bool has_attribute(LLVMValueRef function, const char *name)
{
    return LLVMGetStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, name, (unsigned)strlen(name)) != NULL;
}

static void add_attribute(struct front *f, LLVMValueRef function, const char *name)
{
    LLVMAttributeRef a = LLVMCreateStringAttribute(f->context, name, (unsigned)strlen(name), "", 0);
    LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex, a);
}

bool is_left_by_jumps(LLVMValueRef function) { return has_attribute(function, CALLED); }
bool may_call_itself(LLVMValueRef function) { return has_attribute(function, AGAIN); }

/* --- which functions --- */

static bool creates(LLVMValueRef user, LLVMValueRef function)
{
    return (calls(user, "pthread_create") && LLVMGetArgOperand(user, 2) == function) ||
           (calls(user, "thrd_create") && LLVMGetArgOperand(user, 1) == function) ||
           (calls(user, "__heddle_create") && LLVMGetArgOperand(user, 0) == function);
}

/* Whether it may be called through a pointer. */
static bool is_taken(LLVMValueRef function)
{
    each_use(u, function)
    {
        LLVMValueRef user = LLVMGetUser(u);
        if (!(LLVMIsACallInst(user) && LLVMGetCalledValue(user) == function) && !creates(user, function))
            return true;
    }
    return false;
}

static bool may_be_thread(const struct graph *g, uint32_t k)
{
    LLVMValueRef fn = g->functions.data[k];
    each_use(u, fn) if (creates(LLVMGetUser(u), fn)) return true;
    return g->creates_any && g->taken.data[k] && LLVMCountParams(fn) == 1;
}

/* By a pointer to a function that is an argument or lies in memory. Models hand on what they are given. */
static bool creates_by_pointer(LLVMValueRef i)
{
    LLVMValueRef fn = calls(i, "pthread_create") ? LLVMGetArgOperand(i, 2)
                      : calls(i, "thrd_create")  ? LLVMGetArgOperand(i, 1)
                                                 : NULL;
    return fn && !LLVMIsAFunction(fn);
}

static void find_functions(struct graph *g)
{
    each_function(fn, g->front->module)
    {
        if (!is_defined(fn))
            continue;
        map_put(&g->index, map_pointer_key(fn), g->functions.size);
        vector_push(&g->functions, fn);
        vector_push(&g->jumps, false);
        vector_push(&g->ends, false);
        vector_push(&g->taken, is_taken(fn));
        vector_push(&g->again, false);
        each_block(b, fn) each_instruction(i, b) g->creates_any |= creates_by_pointer(i);
    }
}

static bool is_by_pointer(LLVMValueRef i)
{
    return LLVMIsACallInst(i) && !called_function(i) && !LLVMIsAInlineAsm(LLVMGetCalledValue(i));
}

/* Whether a call through a pointer may be of this function. */
static bool may_call(const struct graph *g, LLVMValueRef call, uint32_t k)
{
    LLVMTypeRef type = LLVMGlobalGetValueType(g->functions.data[k]);
    unsigned given = LLVMGetNumArgOperands(call), wanted = LLVMCountParamTypes(type);
    return g->taken.data[k] &&
           (given == wanted || LLVMIsFunctionVarArg(type) || LLVMIsFunctionVarArg(LLVMGetCalledFunctionType(call)));
}

static uint32_t callee_of(const struct graph *g, LLVMValueRef i)
{
    uint64_t k = NONE;
    LLVMValueRef fn = LLVMIsACallInst(i) ? called_function(i) : NULL;
    return fn && map_get(&g->index, map_pointer_key(fn), &k) ? (uint32_t)k : NONE;
}

/* Whether an instruction may be left so, by what is known so far. */
static void look_at(const struct graph *g, LLVMValueRef i, bool *jumps, bool *ends)
{
    uint32_t k = callee_of(g, i);
    *jumps |= calls(i, "__heddle_jump") || calls(i, "__heddle_jump_to_handler") || (k != NONE && g->jumps.data[k]);
    *ends |= calls(i, "__heddle_exit") || (k != NONE && g->ends.data[k]);
    for (uint32_t t = 0; is_by_pointer(i) && t < g->functions.size; t++) {
        *jumps |= g->jumps.data[t] && may_call(g, i, t);
        *ends |= g->ends.data[t] && may_call(g, i, t);
    }
}

static bool any_left(struct graph *g)
{
    bool changed, any = false;
    do {
        changed = false;
        for (uint32_t k = 0; k < g->functions.size; k++) {
            bool jumps = g->jumps.data[k], ends = g->ends.data[k];
            if (!jumps || !ends)
                each_block(b, g->functions.data[k]) each_instruction(i, b) look_at(g, i, &jumps, &ends);
            changed |= jumps != g->jumps.data[k] || ends != g->ends.data[k];
            g->jumps.data[k] = jumps;
            g->ends.data[k] = ends;
            any |= jumps || ends;
        }
    } while (changed);
    return any;
}

/* Whether the function comes to itself. */
static bool comes_again(const struct graph *g, uint32_t from)
{
    u32_vector waiting = {0};
    struct bitset seen = {0};
    bool found = false;
    vector_push(&waiting, from);
    while (waiting.size && !found) {
        uint32_t k = vector_pop(&waiting);
        each_block(b, g->functions.data[k]) each_instruction(i, b)
        {
            uint32_t to = callee_of(g, i);
            bool by_pointer = is_by_pointer(i);
            for (uint32_t t = by_pointer ? 0 : to; t < g->functions.size && (by_pointer || t == to); t++) {
                if (by_pointer && !may_call(g, i, t))
                    continue;
                found |= t == from;
                if (!bitset_has(&seen, t)) {
                    bitset_add(&seen, t);
                    vector_push(&waiting, t);
                }
            }
        }
    }
    vector_free(&waiting);
    bitset_free(&seen);
    return found;
}

static bool is_looked_at(const struct graph *g, uint32_t k)
{
    return g->again.data[k] ? g->jumps.data[k] || g->ends.data[k] : g->taken.data[k] && g->jumps.data[k];
}

/* --- what is on its way --- */

struct way {
    struct front *front;
    LLVMBuilderRef b;
    LLVMTypeRef number, pointer, nothing;
};

static struct way way_new(struct front *f, LLVMBuilderRef b)
{
    return (struct way){f, b, LLVMInt32TypeInContext(f->context), LLVMPointerTypeInContext(f->context, 0),
                        LLVMVoidTypeInContext(f->context)};
}

/* The place of a variable of the thread. */
static LLVMValueRef place(struct way *w, const char *name, LLVMTypeRef type)
{
    LLVMValueRef v = LLVMGetNamedGlobal(w->front->module, name);
    if (!v) {
        v = LLVMAddGlobal(w->front->module, type, name);
        LLVMSetThreadLocal(v, true);
        LLVMSetInitializer(v, LLVMConstNull(type));
        LLVMSetLinkage(v, LLVMInternalLinkage);
    }
    const char *intrinsic = "llvm.threadlocal.address";
    unsigned id = LLVMLookupIntrinsicID(intrinsic, strlen(intrinsic));
    LLVMValueRef address = LLVMGetIntrinsicDeclaration(w->front->module, id, &w->pointer, 1);
    return LLVMBuildCall2(w->b, LLVMIntrinsicGetType(w->front->context, id, &w->pointer, 1), address, &v, 1, "");
}

static LLVMValueRef place_of_kind(struct way *w) { return place(w, "__heddle_way.kind", w->number); }
static LLVMValueRef place_of_value(struct way *w) { return place(w, "__heddle_way.value", w->number); }
static LLVMValueRef place_of_pointer(struct way *w) { return place(w, "__heddle_way.pointer", w->pointer); }

static void call_nowhere(struct way *w, const char *name, LLVMTypeRef *types, LLVMValueRef *arguments, unsigned count)
{
    LLVMTypeRef type = LLVMFunctionType(w->nothing, types, count, false);
    LLVMValueRef fn = LLVMGetNamedFunction(w->front->module, name);
    LLVMBuildCall2(w->b, type, fn ? fn : LLVMAddFunction(w->front->module, name, type), arguments, count, "");
    LLVMBuildUnreachable(w->b);
}

/* The function that goes on with it. */
static LLVMValueRef write_going_on(struct way *w)
{
    LLVMTypeRef type = LLVMFunctionType(w->nothing, NULL, 0, false), both[] = {w->pointer, w->number};
    LLVMValueRef fn = LLVMAddFunction(w->front->module, "__heddle_unwind_on", type);
    LLVMSetLinkage(fn, LLVMInternalLinkage);
    LLVMBasicBlockRef blocks[END + 1], entry = LLVMAppendBasicBlockInContext(w->front->context, fn, "");
    for (unsigned k = 0; k <= END; k++)
        blocks[k] = LLVMAppendBasicBlockInContext(w->front->context, fn, "");
    LLVMPositionBuilderAtEnd(w->b, entry);
    LLVMValueRef choice = LLVMBuildSwitch(w->b, LLVMBuildLoad2(w->b, w->number, place_of_kind(w), ""), blocks[NOTHING], END);
    LLVMPositionBuilderAtEnd(w->b, blocks[NOTHING]);
    LLVMBuildRetVoid(w->b);
    for (unsigned k = JUMP; k <= END; k++) {
        LLVMAddCase(choice, LLVMConstInt(w->number, k, false), blocks[k]);
        LLVMPositionBuilderAtEnd(w->b, blocks[k]);
        LLVMBuildStore(w->b, LLVMConstNull(w->number), place_of_kind(w));
        LLVMValueRef with[] = {LLVMBuildLoad2(w->b, w->pointer, place_of_pointer(w), ""),
                               LLVMBuildLoad2(w->b, w->number, place_of_value(w), "")};
        call_nowhere(w,
                     k == JUMP         ? "__heddle_jump"
                     : k == TO_HANDLER ? "__heddle_jump_to_handler"
                                       : "__heddle_exit",
                     both, with, k == END ? 1 : 2);
    }
    return fn;
}

/* Notes it, and returns; the builder is where that is to be. value: NULL, or that of a jump. */
static void leave(struct way *w, LLVMValueRef function, enum kind kind, LLVMValueRef pointer, LLVMValueRef value)
{
    LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(function));
    LLVMBuildStore(w->b, LLVMConstInt(w->number, kind, false), place_of_kind(w));
    LLVMBuildStore(w->b, pointer, place_of_pointer(w));
    if (value)
        LLVMBuildStore(w->b, value, place_of_value(w));
    if (LLVMGetTypeKind(result) == LLVMVoidTypeKind)
        LLVMBuildRetVoid(w->b);
    else
        LLVMBuildRet(w->b, LLVMConstNull(result)); /* nobody looks at it */
}

void leave_by_jump(struct front *f, LLVMBuilderRef b, LLVMValueRef call)
{
    struct way w = way_new(f, b);
    leave(&w, LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)), calls(call, "__heddle_jump") ? JUMP : TO_HANDLER,
          LLVMGetArgOperand(call, 0), LLVMGetArgOperand(call, 1));
}

/* --- the two passes --- */

static void look_behind_calls(struct graph *g, struct way *w)
{
    VECTOR(LLVMValueRef) sites = {0};
    bool by_pointer = false;
    for (uint32_t k = 0; k < g->functions.size; k++) {
        g->again.data[k] = (g->jumps.data[k] || g->ends.data[k]) && comes_again(g, k);
        by_pointer |= g->taken.data[k] && is_looked_at(g, k);
        if (g->again.data[k])
            add_attribute(g->front, g->functions.data[k], AGAIN);
        if (is_looked_at(g, k) && g->functions.data[k] != g->front->main && !may_be_thread(g, k))
            add_attribute(g->front, g->functions.data[k], CALLED);
    }
    for (uint32_t k = 0; k < g->functions.size; k++)
        each_block(b, g->functions.data[k]) each_instruction(i, b)
        {
            uint32_t to = callee_of(g, i);
            if (is_by_pointer(i) ? by_pointer : to != NONE && is_looked_at(g, to))
                vector_push(&sites, i);
        }
    LLVMValueRef go_on = sites.size ? write_going_on(w) : NULL;
    vector_each(const LLVMValueRef *, s, &sites) {
        LLVMPositionBuilderBefore(w->b, LLVMGetNextInstruction(*s));
        LLVMSetCurrentDebugLocation2(w->b, LLVMInstructionGetDebugLoc(*s));
        LLVMBuildCall2(w->b, LLVMGlobalGetValueType(go_on), go_on, NULL, 0, "");
        LLVMSetCurrentDebugLocation2(w->b, NULL);
    }
    vector_free(&sites);
}

void expect_jumps(struct front *f)
{
    if (f->wide)
        return;
    struct graph g = {.front = f};
    LLVMBuilderRef b = LLVMCreateBuilderInContext(f->context);
    struct way w = way_new(f, b);
    find_functions(&g);
    if (any_left(&g))
        look_behind_calls(&g, &w);
    LLVMDisposeBuilder(b);
    vector_free(&g.functions);
    map_free(&g.index);
    vector_free(&g.jumps);
    vector_free(&g.ends);
    vector_free(&g.taken);
    vector_free(&g.again);
}

void end_from_procedures(struct front *f)
{
    LLVMValueRef end = LLVMGetNamedFunction(f->module, "__heddle_exit");
    VECTOR(LLVMValueRef) found = {0};
    if (end)
        each_use(u, end)
        {
            LLVMValueRef call = LLVMGetUser(u), fn = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
            if (is_left_by_jumps(fn) && may_call_itself(fn))
                vector_push(&found, call);
        }
    LLVMBuilderRef b = LLVMCreateBuilderInContext(f->context);
    struct way w = way_new(f, b);
    vector_each(const LLVMValueRef *, call, &found) {
        LLVMBasicBlockRef block = LLVMGetInstructionParent(*call);
        LLVMValueRef last, result = LLVMGetArgOperand(*call, 0), fn = LLVMGetBasicBlockParent(block);
        while ((last = LLVMGetLastInstruction(block)) != *call) {
            LLVMReplaceAllUsesWith(last, LLVMGetUndef(LLVMTypeOf(last)));
            LLVMInstructionEraseFromParent(last);
        }
        LLVMInstructionEraseFromParent(*call);
        LLVMPositionBuilderAtEnd(b, block);
        leave(&w, fn, END, result, NULL);
    }
    LLVMDisposeBuilder(b);
    vector_free(&found);
}
