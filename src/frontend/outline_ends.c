/* Calls by the end that they come to, for outlines. Behind a call that may be left by a jump stands a branch on whether it was (outline_jumps.c). The branch comes first now, and there is a call on
 * either way, one that is left by a jump and one that returns:
 *
 *     x = f(); if (jumped) goto jump;      becomes      if (jumped) { f(); goto jump; } x = f();
 *
 * so that what holds behind a call is what holds at one of the two ends of its function. If the function was inlined, its jumps are there themselves, and nothing else jumps.
 *
 * Requires everything inlined that will be. */
#include "frontend/front.h"

#include "base/text.h"

static void set_end(struct front *f, LLVMValueRef call, const char *name)
{
    LLVMRemoveCallSiteStringAttribute(call, LLVMAttributeFunctionIndex, LEFT_EITHER_WAY, sizeof LEFT_EITHER_WAY - 1);
    LLVMAddCallSiteAttribute(call, LLVMAttributeFunctionIndex,
                             LLVMCreateStringAttribute(f->context, name, (unsigned)strlen(name), "", 0));
}

/* The call before it in its block; *apart: there is something else in between. NULL if there is none. */
static LLVMValueRef call_before(LLVMValueRef i, bool *apart)
{
    *apart = false;
    for (i = LLVMGetPreviousInstruction(i); i && (!LLVMIsACallInst(i) || is_debug_call(i)); i = LLVMGetPreviousInstruction(i))
        *apart |= !is_debug_call(i);
    return i;
}

static bool never_jumps(LLVMValueRef call)
{
    LLVMValueRef callee = called_function(call);
    return callee && (!is_defined(callee) || !function_jumps_out(callee));
}

static bool begins_with_choice(LLVMBasicBlockRef block) { return LLVMIsAPHINode(LLVMGetFirstInstruction(block)) != NULL; }

/* What comes before the call goes to a block of its own, which all come to that came to this one; the builder is at its end. */
static void cut_before(struct front *f, LLVMBuilderRef b, LLVMValueRef call)
{
    LLVMBasicBlockRef block = LLVMGetInstructionParent(call), first = LLVMInsertBasicBlockInContext(f->context, block, "");
    LLVMReplaceAllUsesWith(LLVMBasicBlockAsValue(block), LLVMBasicBlockAsValue(first));
    LLVMPositionBuilderAtEnd(b, first);
    for (LLVMValueRef i; (i = LLVMGetFirstInstruction(block)) != call;) {
        LLVMInstructionRemoveFromParent(i);
        LLVMInsertIntoBuilder(b, i);
    }
}

static void split(struct front *f, LLVMBuilderRef b, LLVMValueRef call, LLVMValueRef jumped)
{
    LLVMBasicBlockRef returns = LLVMGetInstructionParent(call);
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(returns);
    assert(LLVMIsConditional(branch) && LLVMGetCondition(branch) == jumped);
    cut_before(f, b, call);
    LLVMBasicBlockRef to_jump = LLVMGetSuccessor(branch, 0), goes_on = LLVMGetSuccessor(branch, 1);
    LLVMBasicBlockRef jumps = LLVMInsertBasicBlockInContext(f->context, returns, "");
    LLVMValueRef again = LLVMInstructionClone(call);
    LLVMInstructionRemoveFromParent(jumped);
    LLVMInsertIntoBuilder(b, jumped);
    LLVMBuildCondBr(b, jumped, jumps, returns);
    LLVMPositionBuilderAtEnd(b, jumps);
    LLVMInsertIntoBuilder(b, again);
    LLVMBuildBr(b, to_jump);
    LLVMInstructionEraseFromParent(branch);
    LLVMPositionBuilderAtEnd(b, returns);
    LLVMBuildBr(b, goes_on);
    set_end(f, again, LEFT_BY_JUMP);
    set_end(f, call, LEFT_BY_RETURN);
}

/* A branch on whether a call was left by a jump. */
static void look_at(struct front *f, LLVMBuilderRef b, LLVMValueRef jumped)
{
    bool apart;
    LLVMValueRef call = call_before(jumped, &apart), branch = LLVMGetBasicBlockTerminator(LLVMGetInstructionParent(jumped));
    bool its_branch = LLVMIsABranchInst(branch) && LLVMIsConditional(branch) && LLVMGetCondition(branch) == jumped &&
                      LLVMGetNextInstruction(jumped) == branch;
    if (!its_branch)
        return;
    if (call && call_has_mark(call, LEFT_EITHER_WAY)) {
        if (!apart && !begins_with_choice(LLVMGetSuccessor(branch, 0)))
            split(f, b, call, jumped);
    } else if (calls(jumped, MAY_JUMP) && (!call || never_jumps(call))) {
        LLVMReplaceAllUsesWith(jumped, LLVMConstInt(LLVMInt1TypeInContext(f->context), 0, false));
        LLVMInstructionEraseFromParent(jumped);
    }
}

void split_calls_by_end(struct front *f)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(f->context);
    VECTOR(LLVMValueRef) all = {0};
    each_function(fn, f->module) each_block(block, fn) each_instruction(i, block)
    {
        if (calls(i, MAY_JUMP) || calls(i, SIGNAL_MAY_JUMP))
            vector_push(&all, i);
    }
    vector_each(const LLVMValueRef *, i, &all)
        look_at(f, b, *i);
    vector_free(&all);
    LLVMDisposeBuilder(b);
}
