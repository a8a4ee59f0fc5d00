/* Labels as values (GNU C): a label gets a number, and a jump to a value becomes a switch over the labels whose addresses were taken in the
 * function. Which numbers machines give is not known; no two labels have the same, and none is null. Labels of a function that has no such jump, or
 * with a label that nothing but a jump may follow, so that it may be at the place of another one, are not modelled. */
#include "frontend/front.h"

enum { FIRST_LABEL = 16, LABEL_STRIDE = 16 }; /* below any object */

static LLVMValueRef address_taken(LLVMBasicBlockRef block)
{
    each_use(u, LLVMBasicBlockAsValue(block)) if (LLVMIsABlockAddress(LLVMGetUser(u))) return LLVMGetUser(u);
    return NULL;
}

static LLVMBasicBlockRef wrong_label(struct front *f, LLVMBuilderRef b, LLVMValueRef function)
{
    LLVMTypeRef pointer = LLVMPointerTypeInContext(f->context, 0);
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(f->context), &pointer, 1, false);
    LLVMValueRef fn = LLVMGetNamedFunction(f->module, "__heddle_unsupported");
    LLVMBasicBlockRef block = LLVMAppendBasicBlockInContext(f->context, function, "");
    LLVMPositionBuilderAtEnd(b, block);
    LLVMValueRef text = LLVMBuildGlobalString(b, "undefined: a jump to what is no label of the function", "reason");
    LLVMBuildCall2(b, type, fn ? fn : LLVMAddFunction(f->module, "__heddle_unsupported", type), &text, 1, "");
    LLVMBuildUnreachable(b);
    return block;
}

/* The labels keep their numbers in the switch, whatever takes the place of their addresses. */
static void replace_jump(struct front *f, LLVMBuilderRef b, LLVMValueRef jump, const struct map *numbers)
{
    unsigned n = LLVMGetNumSuccessors(jump);
    LLVMTypeRef word = LLVMIntTypeInContext(f->context, 8 * f->pointer_bytes);
    LLVMBasicBlockRef otherwise = wrong_label(f, b, LLVMGetBasicBlockParent(LLVMGetInstructionParent(jump)));
    LLVMPositionBuilderBefore(b, jump);
    LLVMValueRef to = LLVMBuildPtrToInt(b, LLVMGetOperand(jump, 0), word, ""), choice = LLVMBuildSwitch(b, to, otherwise, n);
    for (unsigned k = 0; k < n; k++) {
        uint64_t number;
        LLVMBasicBlockRef label = LLVMGetSuccessor(jump, k);
        if (map_get(numbers, map_pointer_key(label), &number))
            LLVMAddCase(choice, LLVMConstInt(word, number, false), label);
    }
    LLVMInstructionEraseFromParent(jump);
}

static bool only_jumps(LLVMBasicBlockRef block)
{
    LLVMValueRef i = LLVMGetFirstInstruction(block);
    while (i && is_debug_call(i))
        i = LLVMGetNextInstruction(i);
    return i && LLVMIsABranchInst(i) && !LLVMIsConditional(i);
}

static bool has_clear_labels(LLVMValueRef function)
{
    bool jumps = false;
    each_block(block, function)
    {
        LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
        jumps |= last && LLVMGetInstructionOpcode(last) == LLVMIndirectBr;
        if (address_taken(block) && only_jumps(block))
            return false;
    }
    return jumps;
}

void replace_computed_gotos(struct front *f)
{
    struct map numbers = {0};
    VECTOR(LLVMValueRef) jumps = {0}, labels = {0};
    uint64_t next = FIRST_LABEL;
    each_function(fn, f->module) if (has_clear_labels(fn)) each_block(block, fn)
    {
        LLVMValueRef last = LLVMGetBasicBlockTerminator(block), address = address_taken(block);
        if (last && LLVMGetInstructionOpcode(last) == LLVMIndirectBr)
            vector_push(&jumps, last);
        if (!address)
            continue;
        vector_push(&labels, address);
        map_put(&numbers, map_pointer_key(block), next);
        next += LABEL_STRIDE;
    }
    LLVMBuilderRef b = LLVMCreateBuilderInContext(f->context);
    vector_each(const LLVMValueRef *, jump, &jumps)
        replace_jump(f, b, *jump, &numbers);
    LLVMTypeRef word = LLVMIntTypeInContext(f->context, 8 * f->pointer_bytes);
    next = FIRST_LABEL;
    vector_each(const LLVMValueRef *, address, &labels) {
        LLVMReplaceAllUsesWith(*address, LLVMConstIntToPtr(LLVMConstInt(word, next, false), LLVMTypeOf(*address)));
        next += LABEL_STRIDE;
    }
    LLVMDisposeBuilder(b);
    vector_free(&jumps);
    vector_free(&labels);
    map_free(&numbers);
}
