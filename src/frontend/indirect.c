/* Calls through pointers. Each becomes a call of a dispatcher, a new function that compares the pointer with the functions that the
 * points-to analysis found for it and calls the one that it is; any other value is unsupported, unless it may come from elsewhere: then it is
 * a function of which nothing is known. Dispatchers are inlined next. */
#include "frontend/front.h"
#include "frontend/leaves.h"
#include "frontend/pointsto.h"

static void build_unsupported(struct front *f, LLVMBuilderRef b, const char *what)
{
    LLVMTypeRef pointer = LLVMPointerTypeInContext(f->context, 0);
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(f->context), &pointer, 1, false);
    LLVMValueRef fn = LLVMGetNamedFunction(f->module, "__heddle_unsupported");
    if (!fn)
        fn = LLVMAddFunction(f->module, "__heddle_unsupported", type);
    LLVMValueRef text = LLVMBuildGlobalString(b, what, "reason");
    LLVMSetLinkage(text, LLVMPrivateLinkage);
    LLVMBuildCall2(b, type, fn, &text, 1, "");
    LLVMBuildUnreachable(b);
}

/* One comparison and call; the builder is left in the block for the next. */
static void build_case(struct front *f, LLVMBuilderRef b, LLVMValueRef dispatcher, LLVMValueRef target, LLVMTypeRef result)
{
    LLVMBasicBlockRef yes = LLVMAppendBasicBlockInContext(f->context, dispatcher, "yes");
    LLVMBasicBlockRef no = LLVMAppendBasicBlockInContext(f->context, dispatcher, "no");
    LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntEQ, LLVMGetParam(dispatcher, 0), target, "is"), yes, no);
    LLVMPositionBuilderAtEnd(b, yes);
    LLVMTypeRef type = LLVMGlobalGetValueType(target);
    unsigned wanted = LLVMCountParamTypes(type), given = LLVMCountParams(dispatcher) - 1;
    unsigned total = LLVMIsFunctionVarArg(type) && given > wanted ? given : wanted;
    LLVMTypeRef *types = ARENA_ARRAY(&f->arena, LLVMTypeRef, wanted);
    LLVMValueRef *arguments = ARENA_ARRAY(&f->arena, LLVMValueRef, total);
    LLVMGetParamTypes(type, types);
    for (unsigned i = 0; i < total; i++) {
        if (i >= wanted)
            arguments[i] = LLVMGetParam(dispatcher, i + 1);
        else
            arguments[i] =
                i < given ? build_conversion(f, b, LLVMGetParam(dispatcher, i + 1), types[i]) : build_undefined(f, b, types[i]);
    }
    LLVMValueRef value = LLVMBuildCall2(b, type, target, arguments, total, "");
    if (LLVMGetTypeKind(result) == LLVMVoidTypeKind)
        LLVMBuildRetVoid(b);
    else
        LLVMBuildRet(b, build_conversion(f, b, value, result));
    LLVMPositionBuilderAtEnd(b, no);
}

struct indirect {
    LLVMValueRef call, *targets;
    uint32_t count;
    bool leads_elsewhere; /* it may be a function that heddle does not know */
};

/* A function that is not known is called with these arguments. */
static void build_elsewhere(struct front *f, LLVMBuilderRef b, LLVMValueRef dispatcher, LLVMTypeRef *types)
{
    unsigned n = LLVMCountParams(dispatcher) - 1;
    LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(dispatcher));
    LLVMTypeRef type = LLVMFunctionType(result, types, n, false);
    LLVMValueRef function = LLVMAddFunction(f->module, "__heddle_elsewhere", type);
    LLVMValueRef *arguments = ARENA_ARRAY(&f->arena, LLVMValueRef, n);
    for (unsigned k = 0; k < n; k++)
        arguments[k] = LLVMGetParam(dispatcher, k + 1);
    write_function_elsewhere(f, function);
    LLVMValueRef value = LLVMBuildCall2(b, type, function, arguments, n, "");
    if (LLVMGetTypeKind(result) == LLVMVoidTypeKind)
        LLVMBuildRetVoid(b);
    else
        LLVMBuildRet(b, value);
}

static void dispatch(struct front *f, LLVMBuilderRef b, const struct indirect *x)
{
    LLVMValueRef call = x->call;
    LLVMValueRef pointer = LLVMGetCalledValue(call);
    unsigned n = LLVMGetNumArgOperands(call);
    LLVMTypeRef *types = ARENA_ARRAY(&f->arena, LLVMTypeRef, n + 1);
    LLVMValueRef *arguments = ARENA_ARRAY(&f->arena, LLVMValueRef, n + 1);
    arguments[0] = pointer;
    for (unsigned i = 0; i < n; i++)
        arguments[i + 1] = LLVMGetArgOperand(call, i);
    for (unsigned i = 0; i <= n; i++)
        types[i] = LLVMTypeOf(arguments[i]);
    LLVMTypeRef result = LLVMTypeOf(call), type = LLVMFunctionType(result, types, n + 1, false);
    LLVMValueRef dispatcher = LLVMAddFunction(f->module, "__heddle_dispatch", type);
    LLVMSetLinkage(dispatcher, LLVMInternalLinkage);
    LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(f->context, dispatcher, "entry"));
    LLVMSetCurrentDebugLocation2(b, NULL);
    for (uint32_t i = 0; i < x->count; i++)
        build_case(f, b, dispatcher, x->targets[i], result);
    if (x->leads_elsewhere && !f->wide)
        build_elsewhere(f, b, dispatcher, types + 1);
    else
        build_unsupported(f, b, "undefined: call through a pointer to no function");
    LLVMPositionBuilderBefore(b, call);
    LLVMValueRef fresh = LLVMBuildCall2(b, type, dispatcher, arguments, n + 1, "");
    if (LLVMGetFirstUse(call))
        LLVMReplaceAllUsesWith(call, fresh);
    LLVMInstructionEraseFromParent(call);
}

/* The functions that the pointer of a call may point to. */
static void find_targets(struct pointsto *p, struct indirect *call)
{
    const u32_vector *set = pointsto_of(p, LLVMGetCalledValue(call->call));
    call->targets = ARENA_ARRAY(&p->places.front->arena, LLVMValueRef, set->size + 1);
    vector_each(const uint32_t *, x, set) {
        const struct object *o = &p->places.objects.data[place_get(&p->places, *x)->object];
        if (o->kind == OBJECT_FUNCTION)
            call->targets[call->count++] = o->value;
        call->leads_elsewhere |= object_is_elsewhere(o);
    }
}

bool resolve_indirect_calls(struct front *f)
{
    VECTOR(struct indirect) found = {0};
    each_function(fn, f->module) each_block(b, fn)
        each_instruction(i, b) if (LLVMIsACallInst(i) && !called_function(i) && !LLVMIsAInlineAsm(LLVMGetCalledValue(i)))
            vector_push(&found, (struct indirect){.call = i});
    bool any = found.size != 0;
    if (any) {
        struct pointsto *p = pointsto_run(f);
        LLVMBuilderRef b = LLVMCreateBuilderInContext(f->context);
        /* all of them first: a call may be of what another returns, which dispatch() replaces */
        vector_each(struct indirect *, x, &found)
            find_targets(p, x);
        vector_each(struct indirect *, x, &found)
            dispatch(f, b, x);
        LLVMDisposeBuilder(b);
        pointsto_free(p);
    }
    vector_free(&found);
    return any;
}
