/* What main does before it returns: it runs what atexit was given (models/process.c), if anything was, and functions with the attribute
 * destructor.
 *
 * What a thread does after its function has returned: it runs the destructors of its thread-specific values (models/keys.c), and says that it
 * has ended (models/robust.c). Where the program needs that, a thread begins with a function of heddle's that calls the user's, then the model.
 * Everywhere else calls of the model go, so that nobody pays for it. A program that creates a thread without naming its
 * function there keeps destructors unsupported. */
#include "frontend/front.h"

#include "base/text.h"

static const struct {
    const char *name;
    unsigned function; /* which argument is the thread's function */
} creators[] = {{"pthread_create", 2}, {"thrd_create", 1}};

typedef VECTOR(LLVMValueRef) values;

/* Destructors, or robust mutexes (models/robust.c), which change when their owner ends. */
static bool need_endings(struct front *f)
{
    LLVMValueRef robust = LLVMGetNamedFunction(f->module, "pthread_mutexattr_setrobust");
    if (robust && LLVMGetFirstUse(robust))
        return true;
    static const char *const makers[] = {"pthread_key_create", "tss_create"};
    for (unsigned k = 0; k < 2; k++) {
        LLVMValueRef maker = LLVMGetNamedFunction(f->module, makers[k]);
        if (maker)
            each_use(u, maker)
            {
                LLVMValueRef call = LLVMGetUser(u);
                if (!calls(call, makers[k]) || LLVMGetNumArgOperands(call) != 2 || !LLVMIsNull(LLVMGetArgOperand(call, 1)))
                    return true;
            }
    }
    return false;
}

/* Where threads are created, each time with a function that is named; false if it is not. */
static bool find_creations(struct front *f, unsigned k, values *found)
{
    LLVMValueRef creator = LLVMGetNamedFunction(f->module, creators[k].name);
    if (creator)
        each_use(u, creator)
        {
            LLVMValueRef call = LLVMGetUser(u);
            if (!calls(call, creators[k].name) || LLVMGetNumArgOperands(call) <= creators[k].function)
                return false;
            LLVMValueRef function = LLVMIsAFunction(LLVMGetArgOperand(call, creators[k].function));
            if (!function || !is_defined(function))
                return false;
            vector_push(found, call);
        }
    return true;
}

/* A function with the name of the user's, which gets another. */
static LLVMValueRef begin_of(struct front *f, LLVMValueRef body)
{
    const char *name = arena_strdup(&f->arena, value_name(body)), *other = arena_printf(&f->arena, "%s.body", name);
    LLVMSetValueName2(body, other, strlen(other));
    LLVMTypeRef type = LLVMGlobalGetValueType(body);
    LLVMValueRef begin = LLVMAddFunction(f->module, name, type), end = LLVMGetNamedFunction(f->module, "__heddle_thread_ends");
    LLVMSetLinkage(begin, LLVMInternalLinkage);
    unsigned n = LLVMCountParams(begin);
    LLVMValueRef *parameters = ARENA_ARRAY(&f->arena, LLVMValueRef, n + 1);
    LLVMGetParams(begin, parameters);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(f->context);
    LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(f->context, begin, "entry"));
    LLVMValueRef result = LLVMBuildCall2(b, type, body, parameters, n, "");
    LLVMBuildCall2(b, LLVMGlobalGetValueType(end), end, NULL, 0, "");
    if (LLVMGetTypeKind(LLVMGetReturnType(type)) == LLVMVoidTypeKind)
        LLVMBuildRetVoid(b);
    else
        LLVMBuildRet(b, result);
    LLVMDisposeBuilder(b);
    return begin;
}

void drop_calls(LLVMValueRef function)
{
    for (LLVMUseRef u; (u = LLVMGetFirstUse(function));) {
        LLVMValueRef call = LLVMGetUser(u);
        if (LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind)
            LLVMReplaceAllUsesWith(call, LLVMConstNull(LLVMTypeOf(call)));
        LLVMInstructionEraseFromParent(call);
    }
    LLVMDeleteFunction(function);
}

static void call_before_returns(struct front *f, LLVMValueRef caller, LLVMValueRef function)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(f->context);
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(f->context), NULL, 0, false);
    each_block(block, caller)
    {
        LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
        if (!last || !LLVMIsAReturnInst(last))
            continue;
        LLVMPositionBuilderBefore(b, last);
        LLVMBuildCall2(b, type, function, NULL, 0, "");
    }
    LLVMDisposeBuilder(b);
}

/* Functions with the attribute destructor: those of a higher priority first, and the last one of the list first. True if there are any. */
static bool call_destructors(struct front *f, LLVMValueRef end)
{
    LLVMValueRef list = LLVMGetNamedGlobal(f->module, "llvm.global_dtors"), all = list ? LLVMGetInitializer(list) : NULL;
    int n = all ? LLVMGetNumOperands(all) : 0;
    bool *done = ARENA_ARRAY(&f->arena, bool, (size_t)n + 1);
    for (int round = 0; round < n; round++) {
        int next = -1;
        uint64_t highest = 0;
        for (int i = n; i-- > 0;) {
            uint64_t priority = LLVMConstIntGetZExtValue(LLVMGetOperand(LLVMGetOperand(all, (unsigned)i), 0));
            if (!done[i] && (next < 0 || priority > highest)) {
                next = i;
                highest = priority;
            }
        }
        done[next] = true;
        LLVMValueRef function = LLVMIsAFunction(LLVMGetOperand(LLVMGetOperand(all, (unsigned)next), 1));
        if (function)
            call_before_returns(f, end, function);
    }
    return n > 0;
}

static void give_up(struct front *f, const char *reason)
{
    LLVMTypeRef pointer = LLVMPointerTypeInContext(f->context, 0);
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(f->context), &pointer, 1, false);
    LLVMValueRef fn = LLVMGetNamedFunction(f->module, "__heddle_unsupported");
    LLVMBuilderRef b = LLVMCreateBuilderInContext(f->context);
    LLVMPositionBuilderBefore(b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(f->main)));
    LLVMValueRef text = LLVMBuildGlobalString(b, reason, "reason");
    LLVMBuildCall2(b, type, fn ? fn : LLVMAddFunction(f->module, "__heddle_unsupported", type), &text, 1, "");
    LLVMDisposeBuilder(b);
}

static void set_flag(LLVMValueRef global)
{
    if (global)
        LLVMSetInitializer(global, LLVMConstInt(LLVMGlobalGetValueType(global), 1, false));
}

void run_exit_functions(struct front *f)
{
    LLVMValueRef end = LLVMGetNamedFunction(f->module, "__heddle_program_ends"), maker = LLVMGetNamedFunction(f->module, "atexit");
    LLVMValueRef known = LLVMGetNamedGlobal(f->module, "__heddle_exits_known");
    LLVMValueRef leaves = LLVMGetNamedFunction(f->module, "__heddle_leaves");
    if (!end)
        return;
    bool destroys = call_destructors(f, end), wanted = destroys || (maker && LLVMGetFirstUse(maker) && known);
    if (destroys && is_function_used(f->main))
        give_up(f, "functions that run at the end of a program whose main is called again");
    if (!wanted || is_function_used(f->main)) {
        drop_calls(end);
        if (leaves)
            drop_calls(leaves);
        return;
    }
    call_before_returns(f, f->main, end);
    set_flag(known);
    if (destroys)
        set_flag(LLVMGetNamedGlobal(f->module, "__heddle_has_destructors"));
    LLVMSetLinkage(end, LLVMInternalLinkage);
}

void run_destructors(struct front *f)
{
    LLVMValueRef end = LLVMGetNamedFunction(f->module, "__heddle_thread_ends"),
                 known = LLVMGetNamedGlobal(f->module, "__heddle_endings_known");
    if (!end)
        return;
    values found[2] = {{0}, {0}};
    if (!known || !need_endings(f) || !find_creations(f, 0, &found[0]) || !find_creations(f, 1, &found[1]))
        drop_calls(end);
    else {
        struct map begins = {0};
        for (unsigned k = 0; k < 2; k++)
            vector_each(LLVMValueRef *, call, &found[k]) {
                LLVMValueRef body = LLVMGetArgOperand(*call, creators[k].function);
                uint64_t begin;
                if (!map_get(&begins, map_pointer_key(body), &begin))
                    map_put(&begins, map_pointer_key(body), begin = map_pointer_key(begin_of(f, body)));
                LLVMSetOperand(*call, creators[k].function, (LLVMValueRef)(uintptr_t)begin);
            }
        map_free(&begins);
        LLVMSetInitializer(known, LLVMConstInt(LLVMGlobalGetValueType(known), 1, false));
        LLVMSetLinkage(end, LLVMInternalLinkage);
    }
    vector_free(&found[0]);
    vector_free(&found[1]);
}
