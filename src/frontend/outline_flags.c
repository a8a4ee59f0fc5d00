/* Flags that are found to be set, in procedures that create threads: a way out of a block that is taken only if a number that was just read from memory is not zero. Where one thread alone
 * sets it, that thread has got so far (engines/wide/handshakes.c). */
#include "frontend/outline_parts.h"

/* Whether the condition says, where it is true (or false), that a number which was read is not zero; the load of it. */
static LLVMValueRef set_if(LLVMValueRef condition, bool is_true)
{
    for (; LLVMIsAInstruction(condition) && LLVMGetInstructionOpcode(condition) == LLVMXor; is_true = !is_true) {
        LLVMValueRef with = LLVMIsAConstantInt(LLVMGetOperand(condition, 1));
        if (!with || LLVMGetIntTypeWidth(LLVMTypeOf(with)) != 1 || !LLVMConstIntGetZExtValue(with))
            return NULL;
        condition = LLVMGetOperand(condition, 0);
    }
    if (LLVMIsATruncInst(condition))
        return is_true ? LLVMIsALoadInst(LLVMGetOperand(condition, 0)) : NULL; /* one bit of it is set */
    LLVMValueRef compared = LLVMIsAICmpInst(condition), with = compared ? LLVMIsAConstantInt(LLVMGetOperand(compared, 1)) : NULL;
    if (!with || LLVMGetIntTypeWidth(LLVMTypeOf(with)) > 64)
        return NULL;
    LLVMIntPredicate p = LLVMGetICmpPredicate(compared);
    bool zero = !LLVMConstIntGetZExtValue(with), differs = p == LLVMIntNE || p == LLVMIntUGT || p == LLVMIntSGT;
    bool sets = zero ? (is_true ? differs : p == LLVMIntEQ) : is_true ? p == LLVMIntEQ : p == LLVMIntNE;
    return sets ? LLVMIsALoadInst(LLVMGetOperand(compared, 0)) : NULL;
}

/* Nothing happens behind it in its block but what is computed. */
static bool is_last_step(LLVMValueRef load, LLVMBasicBlockRef block)
{
    if (LLVMGetInstructionParent(load) != block || LLVMGetOrdering(load) != LLVMAtomicOrderingNotAtomic)
        return false;
    for (LLVMValueRef i = LLVMGetNextInstruction(load); i; i = LLVMGetNextInstruction(i))
        if (LLVMIsAStoreInst(i) || LLVMIsALoadInst(i) || LLVMIsAAtomicRMWInst(i) || LLVMIsAAtomicCmpXchgInst(i) ||
            (LLVMIsACallInst(i) && !is_debug_call(i)))
            return false;
    return true;
}

LLVMValueRef outline_seen_flag(LLVMBasicBlockRef block)
{
    LLVMValueRef last = NULL;
    unsigned ways = 0;
    each_use(u, LLVMBasicBlockAsValue(block))
    {
        LLVMValueRef user = LLVMIsAInstruction(LLVMGetUser(u));
        if (user && LLVMIsATerminatorInst(user)) {
            last = user;
            ways++;
        }
    }
    if (ways != 1 || !LLVMIsABranchInst(last) || !LLVMIsConditional(last))
        return NULL;
    LLVMValueRef flag = set_if(LLVMGetCondition(last), LLVMGetSuccessor(last, 0) == block);
    return flag && is_last_step(flag, LLVMGetInstructionParent(last)) ? flag : NULL;
}
