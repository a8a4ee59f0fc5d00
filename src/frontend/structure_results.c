/* Functions that are not inlined and return a structure in registers: a call has one result, so they store theirs where an additional
 * argument points to, in a variable of the caller's. A call that the front end cannot see (through a pointer) is left alone. */
#include "frontend/front.h"

static bool is_structure(LLVMTypeRef t)
{
    LLVMTypeKind kind = LLVMGetTypeKind(t);
    return kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind;
}

static bool is_only_called(LLVMValueRef function)
{
    each_use(u, function)
    {
        LLVMValueRef call = LLVMIsACallInst(LLVMGetUser(u));
        if (!call || called_function(call) != function || LLVMGetCalledFunctionType(call) != LLVMGlobalGetValueType(function))
            return false;
    }
    return true;
}

static unsigned members(LLVMTypeRef t)
{
    return LLVMGetTypeKind(t) == LLVMStructTypeKind ? LLVMCountStructElementTypes(t) : (unsigned)LLVMGetArrayLength2(t);
}

static LLVMValueRef member_address(struct front *f, LLVMBuilderRef b, LLVMTypeRef t, LLVMValueRef at, unsigned k)
{
    LLVMTypeRef word = LLVMInt32TypeInContext(f->context);
    LLVMValueRef path[] = {LLVMConstInt(word, 0, false), LLVMConstInt(word, k, false)};
    return LLVMBuildGEP2(b, t, at, path, 2, "");
}

static LLVMTypeRef member_type(LLVMTypeRef t, unsigned k)
{
    return LLVMGetTypeKind(t) == LLVMStructTypeKind ? LLVMStructGetTypeAtIndex(t, k) : LLVMGetElementType(t);
}

/* The same function with one parameter more, and without a result. */
static LLVMValueRef with_place(struct front *f, LLVMBuilderRef b, LLVMValueRef function)
{
    LLVMTypeRef type = LLVMGlobalGetValueType(function), result = LLVMGetReturnType(type);
    unsigned n = LLVMCountParams(function);
    LLVMTypeRef *types = ARENA_ARRAY(&f->arena, LLVMTypeRef, n + 1);
    LLVMGetParamTypes(type, types);
    types[n] = LLVMPointerTypeInContext(f->context, 0);
    LLVMValueRef made = LLVMAddFunction(f->module, "", LLVMFunctionType(LLVMVoidTypeInContext(f->context), types, n + 1, false));
    LLVMSetSubprogram(made, LLVMGetSubprogram(function));
    LLVMSetSubprogram(function, NULL);
    LLVMSetLinkage(made, LLVMInternalLinkage);
    LLVMAddAttributeAtIndex(made, LLVMAttributeFunctionIndex, enum_attribute(f->context, "noinline"));
    LLVMBasicBlockRef last = LLVMAppendBasicBlockInContext(f->context, made, ""), block, anchor = last;
    while ((block = LLVMGetFirstBasicBlock(function))) {
        LLVMMoveBasicBlockAfter(block, anchor);
        anchor = block;
    }
    LLVMDeleteBasicBlock(last);
    for (unsigned k = 0; k < n; k++) {
        size_t length;
        const char *name = LLVMGetValueName2(LLVMGetParam(function, k), &length);
        LLVMSetValueName2(LLVMGetParam(made, k), name, length);
        LLVMReplaceAllUsesWith(LLVMGetParam(function, k), LLVMGetParam(made, k));
    }
    each_block(x, made)
    {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(x);
        if (!LLVMIsAReturnInst(end))
            continue;
        LLVMPositionBuilderBefore(b, end);
        for (unsigned k = 0; k < members(result); k++)
            LLVMBuildStore(b, LLVMBuildExtractValue(b, LLVMGetOperand(end, 0), k, ""),
                           member_address(f, b, result, LLVMGetParam(made, n), k));
        LLVMBuildRetVoid(b);
        LLVMInstructionEraseFromParent(end);
    }
    return made;
}

static void call_with_place(struct front *f, LLVMBuilderRef b, LLVMValueRef call, LLVMValueRef made)
{
    LLVMTypeRef result = LLVMTypeOf(call);
    LLVMValueRef caller = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
    LLVMPositionBuilderBefore(b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(caller)));
    LLVMValueRef place = LLVMBuildAlloca(b, result, "result");
    LLVMSetMetadata(place, LLVMGetMDKindIDInContext(f->context, FILLED_FIRST, sizeof FILLED_FIRST - 1),
                    LLVMMDNodeInContext(f->context, NULL, 0));
    LLVMPositionBuilderBefore(b, call);
    unsigned n = LLVMGetNumArgOperands(call);
    LLVMValueRef *arguments = ARENA_ARRAY(&f->arena, LLVMValueRef, n + 1), value = LLVMGetUndef(result);
    for (unsigned k = 0; k < n; k++)
        arguments[k] = LLVMGetArgOperand(call, k);
    arguments[n] = place;
    LLVMBuildCall2(b, LLVMGlobalGetValueType(made), made, arguments, n + 1, "");
    for (unsigned k = 0; k < members(result) && LLVMGetFirstUse(call); k++) {
        LLVMValueRef part = LLVMBuildLoad2(b, member_type(result, k), member_address(f, b, result, place, k), "");
        value = LLVMBuildInsertValue(b, value, part, k, "");
    }
    if (LLVMGetFirstUse(call))
        LLVMReplaceAllUsesWith(call, value);
    LLVMInstructionEraseFromParent(call);
}

void place_structure_results(struct front *f)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(f->context);
    VECTOR(LLVMValueRef) found = {0};
    each_function(fn, f->module) if (is_defined(fn) && is_structure(LLVMGetReturnType(LLVMGlobalGetValueType(fn))) &&
                                     !LLVMIsFunctionVarArg(LLVMGlobalGetValueType(fn)) && is_only_called(fn))
        vector_push(&found, fn);
    vector_each(LLVMValueRef *, fn, &found) {
        LLVMValueRef made = with_place(f, b, *fn);
        for (LLVMUseRef u; (u = LLVMGetFirstUse(*fn));)
            call_with_place(f, b, LLVMGetUser(u), made);
        size_t length;
        char *name = arena_strdup(&f->arena, LLVMGetValueName2(*fn, &length));
        LLVMDeleteFunction(*fn);
        LLVMSetValueName2(made, name, length);
    }
    vector_free(&found);
    LLVMDisposeBuilder(b);
}
