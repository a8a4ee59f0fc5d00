/* Rewrites of the linked module before inlining:
 *   - functions named __VERIFIER_atomic_* begin and end an atomic section;
 *   - main calls constructor functions first;
 *   - reach_error and __VERIFIER_error lose their bodies: the lowering knows them by name;
 *   - a local variable holds one arbitrary value when its lifetime begins, so that promotion to SSA never meets undef;
 *   - failures of a property that is not asked for go, and with them what only decides about them;
 *   - calls whose type is not the callee's (K&R declarations) get the callee's type, so that they can be inlined;
 *   - no block has the name that LLVM gives to defaults of switches that are never taken;
 *   - what only serves optimisers (volatile on promotable locals, value ranges) goes. */
#include "frontend/front.h"

#include "base/text.h"
#include "frontend/leaves.h"

static bool is_failure(const char *name) { return strcmp(name, "reach_error") == 0 || strcmp(name, "__VERIFIER_error") == 0; }

void drop_body(LLVMValueRef function)
{
    each_block(b, function)
    {
        LLVMValueRef i;
        while ((i = LLVMGetLastInstruction(b))) {
            if (LLVMGetFirstUse(i))
                LLVMReplaceAllUsesWith(i, LLVMGetUndef(LLVMTypeOf(i)));
            LLVMInstructionEraseFromParent(i);
        }
    }
    LLVMBasicBlockRef b;
    while ((b = LLVMGetLastBasicBlock(function)))
        LLVMDeleteBasicBlock(b);
    LLVMSetLinkage(function, LLVMExternalLinkage);
    LLVMSetSubprogram(function, NULL);
}

static LLVMValueRef declare(struct front *f, const char *name)
{
    LLVMValueRef fn = LLVMGetNamedFunction(f->module, name);
    return fn ? fn : LLVMAddFunction(f->module, name, LLVMFunctionType(LLVMVoidTypeInContext(f->context), NULL, 0, false));
}

static void make_atomic(struct front *f, LLVMValueRef function, LLVMBuilderRef builder)
{
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(f->context), NULL, 0, false);
    LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function));
    while (LLVMIsAAllocaInst(first))
        first = LLVMGetNextInstruction(first);
    LLVMPositionBuilderBefore(builder, first);
    LLVMBuildCall2(builder, type, declare(f, "__heddle_atomic_begin"), NULL, 0, "");
    each_block(b, function)
    {
        LLVMValueRef last = LLVMGetBasicBlockTerminator(b);
        if (!last || !LLVMIsAReturnInst(last))
            continue;
        LLVMPositionBuilderBefore(builder, last);
        LLVMBuildCall2(builder, type, declare(f, "__heddle_atomic_end"), NULL, 0, "");
    }
}

/* Constructors run before main: it calls them first. */
static void call_constructors(struct front *f, LLVMBuilderRef builder)
{
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(f->context), NULL, 0, false);
    LLVMValueRef list = LLVMGetNamedGlobal(f->module, "llvm.global_ctors");
    LLVMValueRef all = list ? LLVMGetInitializer(list) : NULL;
    LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(f->main));
    while (LLVMIsAAllocaInst(first))
        first = LLVMGetNextInstruction(first);
    LLVMPositionBuilderBefore(builder, first);
    LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(LLVMGetBasicBlockTerminator(LLVMGetEntryBasicBlock(f->main))));
    uint64_t last = 0;
    int n = all ? LLVMGetNumOperands(all) : 0;
    for (int done = 0; done < n;) { /* by priority */
        uint64_t next = UINT64_MAX;
        for (int i = 0; i < n; i++) {
            LLVMValueRef entry = LLVMGetOperand(all, (unsigned)i), function = LLVMIsAFunction(LLVMGetOperand(entry, 1));
            uint64_t priority = LLVMConstIntGetZExtValue(LLVMGetOperand(entry, 0)) + 1;
            if (priority > last && priority < next)
                next = priority;
            if (priority != last)
                continue;
            done++;
            if (function)
                LLVMBuildCall2(builder, type, function, NULL, 0, "");
        }
        last = next;
    }
}

/* Whether the first that happens to the variable after i, in the same block, is that all of it is written. */
static bool is_filled_after(const struct front *f, LLVMValueRef i, LLVMValueRef alloca)
{
    uint64_t bytes = type_size(f, LLVMGetAllocatedType(alloca));
    for (i = LLVMGetNextInstruction(i); i; i = LLVMGetNextInstruction(i)) {
        const char *name = called_name(i);
        bool fills = starts_with(name, "llvm.memset") || starts_with(name, "llvm.memcpy"), mentioned = false;
        for (int k = 0; k < LLVMGetNumOperands(i); k++)
            mentioned |= LLVMGetOperand(i, (unsigned)k) == alloca;
        if (!mentioned || is_debug_call(i) || starts_with(name, "llvm.lifetime") || starts_with(name, "__heddle_undefined"))
            continue;
        if (LLVMIsAStoreInst(i))
            return LLVMGetOperand(i, 0) != alloca && type_store_size(f, LLVMTypeOf(LLVMGetOperand(i, 0))) == bytes;
        LLVMValueRef size = fills && LLVMGetArgOperand(i, 0) == alloca ? LLVMIsAConstantInt(LLVMGetArgOperand(i, 2)) : NULL;
        return size && LLVMConstIntGetZExtValue(size) == bytes &&
               !(starts_with(name, "llvm.memcpy") && LLVMGetArgOperand(i, 1) == alloca);
    }
    return false;
}

static bool is_single(LLVMValueRef alloca)
{
    LLVMValueRef count = LLVMGetOperand(alloca, 0);
    return LLVMIsAConstantInt(count) && LLVMConstIntGetZExtValue(count) == 1;
}

/* Padding. copies.c makes it stores if it matters. */
static void undefine_bytes(struct front *f, LLVMBuilderRef builder, LLVMValueRef alloca, uint64_t from, uint64_t to)
{
    if (from >= to)
        return;
    LLVMTypeRef size = LLVMInt64TypeInContext(f->context), types[] = {LLVMPointerTypeInContext(f->context, 0), size};
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(f->context), types, 2, false);
    LLVMValueRef fn = LLVMGetNamedFunction(f->module, UNDEFINED_BYTES);
    LLVMValueRef arguments[] = {build_address(f, builder, alloca, from), LLVMConstInt(size, to - from, false)};
    LLVMBuildCall2(builder, type, fn ? fn : LLVMAddFunction(f->module, UNDEFINED_BYTES, type), arguments, 2, "");
}

/* A variable of few scalars gets its arbitrary contents by stores. A larger one is arbitrary at first; where its lifetime
 * begins a second time, its contents would be those of the first, so the place is marked (lower_again.c). Memory that is allocated
 * where it is needed (alloca, a variable-length array) is other memory each time. */
static void undefine(struct front *f, LLVMBuilderRef builder, LLVMValueRef alloca, LLVMValueRef start)
{
    LLVMTypeRef type = LLVMGetAllocatedType(alloca);
    leaves list = {0};
    LLVMValueRef count = LLVMGetOperand(alloca, 0);
    bool single = is_single(alloca);
    if (!single)
        keep_alloca(f, builder, alloca);
    if (single && start && is_filled_after(f, start, alloca))
        return;
    if (single && !start && is_set_before_return(alloca)) {
        LLVMBuildStore(builder, LLVMConstNull(type), alloca); /* nobody reads it */
        return;
    }
    if (single && type_leaves(f, type, 0, EXPLICIT_LEAVES, &list)) {
        uint64_t end = 0;
        vector_each(const struct leaf *, l, &list) {
            LLVMValueRef value = build_undefined(f, builder, l->type);
            undefine_bytes(f, builder, alloca, end, l->offset);
            LLVMSetAlignment(LLVMBuildStore(builder, value, build_address(f, builder, alloca, l->offset)), 1);
            end = l->offset + type_store_size(f, l->type);
        }
        undefine_bytes(f, builder, alloca, end, type_size(f, type));
    } else {
        bool is_fresh =
            !LLVMIsAConstantInt(count) ||
            LLVMGetInstructionParent(alloca) != LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(LLVMGetInstructionParent(alloca)));
        if (!is_fresh)
            call_with_pointer(f, builder, "__heddle_undefined_again", alloca);
    }
    vector_free(&list);
}

static void undefine_locals(struct front *f, LLVMValueRef function, LLVMBuilderRef builder)
{
    LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function));
    while (first && LLVMIsAAllocaInst(first))
        first = LLVMGetNextInstruction(first);
    VECTOR(LLVMValueRef) starts = {0}, whole = {0};
    unsigned filled = LLVMGetMDKindIDInContext(f->context, FILLED_FIRST, sizeof FILLED_FIRST - 1);
    each_block(b, function) each_instruction(i, b)
    {
        if (starts_with(called_name(i), "llvm.lifetime.start"))
            vector_push(&starts, i);
        if (!LLVMIsAAllocaInst(i) || LLVMGetMetadata(i, filled))
            continue;
        bool marked = false;
        each_use(u, i) marked |= starts_with(called_name(LLVMGetUser(u)), "llvm.lifetime.start");
        if (!marked)
            vector_push(&whole, i);
    }
    vector_each(LLVMValueRef *, a, &whole) {
        if (LLVMGetInstructionParent(*a) == LLVMGetEntryBasicBlock(function) && is_single(*a))
            LLVMPositionBuilderBefore(builder, first);
        else
            LLVMPositionBuilderBefore(builder, LLVMGetNextInstruction(*a));
        undefine(f, builder, *a, NULL);
    }
    vector_each(LLVMValueRef *, s, &starts) {
        LLVMValueRef alloca = LLVMIsAAllocaInst(LLVMGetOperand(*s, 1));
        LLVMPositionBuilderBefore(builder, LLVMGetNextInstruction(*s));
        if (alloca)
            undefine(f, builder, alloca, *s);
    }
    vector_free(&starts);
    vector_free(&whole);
}

static void repair(struct front *f, LLVMBuilderRef b, LLVMValueRef call, LLVMValueRef function)
{
    LLVMTypeRef type = LLVMGlobalGetValueType(function);
    unsigned wanted = LLVMCountParamTypes(type), given = LLVMGetNumArgOperands(call);
    LLVMTypeRef *types = ARENA_ARRAY(&f->arena, LLVMTypeRef, wanted);
    unsigned total = LLVMIsFunctionVarArg(type) && given > wanted ? given : wanted;
    LLVMValueRef *arguments = ARENA_ARRAY(&f->arena, LLVMValueRef, total);
    LLVMGetParamTypes(type, types);
    LLVMPositionBuilderBefore(b, call);
    for (unsigned i = 0; i < total; i++) {
        if (i >= wanted)
            arguments[i] = LLVMGetArgOperand(call, i);
        else
            arguments[i] =
                i < given ? build_conversion(f, b, LLVMGetArgOperand(call, i), types[i]) : build_undefined(f, b, types[i]);
    }
    LLVMValueRef fresh = LLVMBuildCall2(b, type, function, arguments, total, "");
    if (LLVMGetFirstUse(call))
        LLVMReplaceAllUsesWith(call, build_conversion(f, b, fresh, LLVMTypeOf(call)));
    LLVMInstructionEraseFromParent(call);
}

void repair_calls(struct front *f)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(f->context);
    each_function(fn, f->module) each_block(block, fn)
    {
        LLVMValueRef next;
        for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = next) {
            next = LLVMGetNextInstruction(i);
            LLVMValueRef callee = LLVMIsACallInst(i) ? called_function(i) : NULL;
            if (callee && LLVMGlobalGetValueType(callee) != LLVMGetCalledFunctionType(i))
                repair(f, b, i, callee);
        }
    }
    LLVMDisposeBuilder(b);
}

/* What ends the program stays. */
static void drop_other_failures(struct front *f)
{
    LLVMValueRef fail = LLVMGetNamedFunction(f->module, "__heddle_fail");
    VECTOR(LLVMValueRef) others = {0};
    if (fail)
        each_use(u, fail)
        {
            LLVMValueRef call = LLVMGetUser(u);
            LLVMValueRef property = LLVMIsACallInst(call) ? LLVMIsAConstantInt(LLVMGetArgOperand(call, 0)) : NULL;
            uint64_t p = property ? LLVMConstIntGetZExtValue(property) : PROPERTIES;
            if (p < PROPERTIES && !property_rows[p].ends_program && !property_in(f->options->properties, (enum property)p))
                vector_push(&others, call);
        }
    vector_each(LLVMValueRef *, call, &others)
        LLVMInstructionEraseFromParent(*call);
    vector_free(&others);
}

static void rename_blocks(struct front *f)
{
    each_function(fn, f->module) each_block(b, fn) if (starts_with(LLVMGetBasicBlockName(b), NEVER_TAKEN))
        LLVMSetValueName2(LLVMBasicBlockAsValue(b), "", 0);
}

/* With these LLVM may take for granted that nothing overflows and that pointers stay in their objects. */
static void strip_flags(LLVMValueRef i)
{
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMShl:
        LLVMSetNUW(i, false);
        LLVMSetNSW(i, false);
        break;
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMLShr:
    case LLVMAShr: LLVMSetExact(i, false); break;
    case LLVMGetElementPtr: LLVMSetIsInBounds(i, false); break;
    default: break;
    }
}

static void strip_hints(struct front *f)
{
    unsigned kinds[] = {LLVMGetMDKindIDInContext(f->context, "range", 5), LLVMGetMDKindIDInContext(f->context, "noundef", 7),
                        LLVMGetMDKindIDInContext(f->context, "nonnull", 7)};
    each_function(fn, f->module) each_block(b, fn) each_instruction(i, b)
    {
        if (LLVMIsALoadInst(i) || LLVMIsACallInst(i))
            for (int k = 0; k < 3; k++)
                LLVMSetMetadata(i, kinds[k], NULL);
        if (LLVMIsALoadInst(i) || LLVMIsAStoreInst(i)) {
            LLVMValueRef local = LLVMIsAAllocaInst(LLVMGetOperand(i, LLVMIsALoadInst(i) ? 0 : 1));
            LLVMValueRef mark = LLVMMDNodeInContext(f->context, NULL, 0);
            if (local && LLVMGetVolatile(i))
                LLVMSetMetadata(local, LLVMGetMDKindIDInContext(f->context, VOLATILE_LOCAL, sizeof VOLATILE_LOCAL - 1), mark);
            if (LLVMGetVolatile(i))
                LLVMSetMetadata(i, LLVMGetMDKindIDInContext(f->context, VOLATILE_ACCESS, sizeof VOLATILE_ACCESS - 1), mark);
            LLVMSetVolatile(i, false);
        }
        strip_flags(i);
    }
}

void prepare_module(struct front *f)
{
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(f->context);
    each_function(fn, f->module)
    {
        const char *name = value_name(fn);
        if (!is_defined(fn))
            continue;
        if (is_failure(name))
            drop_body(fn);
        else if (starts_with(name, "__VERIFIER_atomic_") && strcmp(name, "__VERIFIER_atomic_begin") != 0 &&
                 strcmp(name, "__VERIFIER_atomic_end") != 0)
            make_atomic(f, fn, builder);
    }
    cancel_threads(f);
    add_jump_frames(f);
    run_destructors(f);
    mark_left_stacks(f);
    run_exit_functions(f);
    write_out_formats(f);
    write_out_printing(f);
    if (!f->wide)
        write_out_handed_formats(f);
    pass_variable_arguments(f);
    give_arguments(f);
    call_constructors(f, builder);
    drop_unused_models(f);
    if (!f->wide) /* an outline has no values */
        guard_arithmetic(f);
    mark_values(f);
    each_function(fn, f->module) if (is_defined(fn)) undefine_locals(f, fn, builder);
    LLVMDisposeBuilder(builder);
    drop_other_failures(f);
    strip_hints(f);
    rename_blocks(f);
    repair_calls(f);
    expect_jumps(f);
}
