/* Calls of memcpy, memmove and memset by their names become the intrinsics that the compiler makes of them where it knows what they are: in calls that _FORTIFY_SOURCE has made
 * (fortified.c), in programs that declare these functions in another way (size_t as unsigned int), and where the compiler was told not to know (-fno-builtin). So what is
 * copied as a whole structure is seen as such, whoever asks for it. */
#include "frontend/front.h"

#include <string.h>

/* The call as an intrinsic; it gives back where it has copied to. */
static void replace(struct front *f, LLVMBuilderRef b, LLVMValueRef call, const char *name)
{
    LLVMValueRef to = LLVMGetArgOperand(call, 0), what = LLVMGetArgOperand(call, 1), size = LLVMGetArgOperand(call, 2);
    LLVMPositionBuilderBefore(b, call);
    LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(call));
    size = LLVMBuildIntCast2(b, size, LLVMIntPtrTypeInContext(f->context, f->layout), false, "");
    if (!strcmp(name, "memset"))
        LLVMBuildMemSet(b, to, LLVMBuildIntCast2(b, what, LLVMInt8TypeInContext(f->context), false, ""), size, 1);
    else if (!strcmp(name, "memcpy"))
        LLVMBuildMemCpy(b, to, 1, what, 1, size);
    else
        LLVMBuildMemMove(b, to, 1, what, 1, size);
    LLVMReplaceAllUsesWith(call, to);
    LLVMInstructionEraseFromParent(call);
}

static bool is_kind(LLVMTypeRef t, LLVMTypeKind kind) { return LLVMGetTypeKind(t) == kind; }

/* As the function is declared, with any integers. */
static bool has_its_type(LLVMValueRef call, bool sets)
{
    LLVMTypeRef t = LLVMGetCalledFunctionType(call), types[3];
    if (LLVMCountParamTypes(t) != 3 || LLVMIsFunctionVarArg(t) || !is_kind(LLVMGetReturnType(t), LLVMPointerTypeKind))
        return false;
    LLVMGetParamTypes(t, types);
    return is_kind(types[0], LLVMPointerTypeKind) && is_kind(types[1], sets ? LLVMIntegerTypeKind : LLVMPointerTypeKind) &&
           is_kind(types[2], LLVMIntegerTypeKind);
}

static void replace_calls(struct front *f, LLVMBuilderRef b, const char *name)
{
    LLVMValueRef function = LLVMGetNamedFunction(f->module, name);
    VECTOR(LLVMValueRef) calls = {0};
    if (!function || is_defined(function)) /* the program's own */
        return;
    each_use(u, function)
    {
        LLVMValueRef call = LLVMGetUser(u);
        if (LLVMIsACallInst(call) && LLVMGetCalledValue(call) == function && has_its_type(call, !strcmp(name, "memset")))
            vector_push(&calls, call);
    }
    vector_each(LLVMValueRef *, c, &calls)
        replace(f, b, *c, name);
    vector_free(&calls);
}

void replace_named_copies(struct front *f)
{
    static const char *const names[] = {"memcpy", "memmove", "memset"};
    LLVMBuilderRef b = LLVMCreateBuilderInContext(f->context);
    for (unsigned k = 0; k < sizeof names / sizeof *names; k++)
        replace_calls(f, b, names[k]);
    LLVMDisposeBuilder(b);
}
