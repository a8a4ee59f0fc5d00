/* Texts that library functions only look at, as formats and names of files are, are literals mostly: there is nothing to ask about one that ends
 * inside its object and that nobody can change, and no loop over its characters is made (models/reads.c). */
#include "frontend/front.h"

/* Whether it is a constant with a zero. */
static bool is_fixed(LLVMValueRef text)
{
    size_t length;
    LLVMValueRef global = LLVMIsAGlobalVariable(text), value = global ? LLVMGetInitializer(global) : NULL;
    if (!value || !LLVMIsGlobalConstant(global))
        return false;
    if (LLVMIsConstantString(value)) {
        const char *bytes = LLVMGetAsString(value, &length);
        return memchr(bytes, 0, length) != NULL;
    }
    return LLVMIsAConstantAggregateZero(value) && LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMArrayTypeKind &&
           LLVMGetArrayLength2(LLVMTypeOf(value)) > 0;
}

/* What a parameter is, a later round may tell. */
void settle_fixed_texts(struct front *f)
{
    LLVMValueRef function = LLVMGetNamedFunction(f->module, IS_FIXED_TEXT);
    VECTOR(LLVMValueRef) found = {0};
    if (function)
        each_use(u, function) vector_push(&found, LLVMGetUser(u));
    vector_each(LLVMValueRef *, call, &found) {
        LLVMValueRef text = LLVMGetArgOperand(*call, 0);
        if (LLVMIsAArgument(text))
            continue;
        LLVMReplaceAllUsesWith(*call, LLVMConstInt(LLVMTypeOf(*call), is_fixed(text), false));
        LLVMInstructionEraseFromParent(*call);
    }
    vector_free(&found);
}
