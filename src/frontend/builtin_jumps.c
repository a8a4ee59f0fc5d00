/* __builtin_setjmp and __builtin_longjmp become setjmp and longjmp (models/jumps.c), before the models are linked: the buffer has room for what these leave there. */
#include "frontend/front.h"

static void replace(struct front *f, LLVMBuilderRef b, LLVMValueRef call, bool sets)
{
    LLVMTypeRef number = LLVMInt32TypeInContext(f->context), pointer = LLVMPointerTypeInContext(f->context, 0);
    LLVMTypeRef parameters[] = {pointer, number};
    LLVMTypeRef type = LLVMFunctionType(sets ? number : LLVMVoidTypeInContext(f->context), parameters, sets ? 1 : 2, false);
    const char *name = sets ? "_setjmp" : "longjmp";
    LLVMValueRef fn = LLVMGetNamedFunction(f->module, name),
                 arguments[] = {LLVMGetArgOperand(call, 0), LLVMConstInt(number, 1, false)};
    LLVMPositionBuilderBefore(b, call);
    LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(call));
    LLVMValueRef again = LLVMBuildCall2(b, type, fn ? fn : LLVMAddFunction(f->module, name, type), arguments, sets ? 1 : 2, "");
    if (sets)
        LLVMReplaceAllUsesWith(call, again);
    LLVMInstructionEraseFromParent(call);
}

void replace_builtin_jumps(struct front *f)
{
    static const char *const names[] = {"llvm.eh.sjlj.longjmp", "llvm.eh.sjlj.setjmp"};
    LLVMBuilderRef b = LLVMCreateBuilderInContext(f->context);
    for (unsigned k = 0; k < 2; k++) {
        LLVMValueRef fn = LLVMGetNamedFunction(f->module, names[k]);
        for (LLVMUseRef u; fn && (u = LLVMGetFirstUse(fn));)
            replace(f, b, LLVMGetUser(u), k == 1);
    }
    LLVMDisposeBuilder(b);
}
