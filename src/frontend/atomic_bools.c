/* `b |= 2`, where b is an atomic _Bool: clang 19 writes 2, where C has 1. It makes a loop of such an assignment, which compares b with what it held before, as a truth value, and puts the new value there without making one
 * of it. Where that may be something else than 0 or 1, it is unsupported. No other exchange compares with what a choice of truth values says, before anything is rewritten. */
#include "frontend/front.h"

static LLVMValueRef behind_width(LLVMValueRef v)
{
    while (LLVMIsAZExtInst(v) || LLVMIsATruncInst(v))
        v = LLVMGetOperand(v, 0);
    return v;
}

/* 0 or 1, if what was there before is. */
static bool is_truth(LLVMValueRef v, LLVMValueRef before, int depth)
{
    enum { DEEPEST = 16 };
    LLVMTypeRef t = LLVMTypeOf(v);
    if (LLVMGetTypeKind(t) != LLVMIntegerTypeKind || depth == DEEPEST)
        return false;
    if (v == before || LLVMGetIntTypeWidth(t) == 1 || (LLVMIsAConstantInt(v) && LLVMConstIntGetZExtValue(v) <= 1))
        return true;
    if (LLVMIsAZExtInst(v) || LLVMIsATruncInst(v))
        return is_truth(LLVMGetOperand(v, 0), before, depth + 1);
    LLVMOpcode what = LLVMIsABinaryOperator(v) ? LLVMGetInstructionOpcode(v) : LLVMCall;
    bool both = what == LLVMOr || what == LLVMXor || what == LLVMMul, one = what == LLVMAnd;
    if (!both && !one)
        return false;
    bool left = is_truth(LLVMGetOperand(v, 0), before, depth + 1), right = is_truth(LLVMGetOperand(v, 1), before, depth + 1);
    return both ? left && right : left || right;
}

/* The choice that it compares with: the value that was there, as a truth value, or what the exchange has found there instead. */
static bool assigns_truth(LLVMValueRef exchange)
{
    LLVMValueRef before = LLVMIsAPHINode(LLVMGetOperand(exchange, 1));
    for (unsigned k = 0; before && k < LLVMCountIncoming(before); k++) {
        LLVMValueRef v = LLVMGetIncomingValue(before, k), found = LLVMIsAExtractValueInst(behind_width(v));
        LLVMValueRef bit = LLVMIsAZExtInst(v) ? LLVMGetOperand(v, 0) : NULL;
        if (found && bit && LLVMGetOperand(found, 0) == exchange && LLVMGetIntTypeWidth(LLVMTypeOf(bit)) == 1)
            return true;
    }
    return false;
}

void refuse_atomic_bools(struct front *f)
{
    LLVMTypeRef pointer = LLVMPointerTypeInContext(f->context, 0);
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(f->context), &pointer, 1, false);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(f->context);
    each_function(fn, f->module) each_block(block, fn) each_instruction(i, block)
    {
        if (!LLVMIsAAtomicCmpXchgInst(i) || !assigns_truth(i) || is_truth(LLVMGetOperand(i, 2), LLVMGetOperand(i, 1), 0))
            continue;
        LLVMPositionBuilderBefore(b, i);
        LLVMValueRef known = LLVMGetNamedFunction(f->module, "__heddle_unsupported");
        LLVMValueRef text = LLVMBuildGlobalString(b, "a compound assignment to an atomic _Bool", "reason");
        LLVMBuildCall2(b, type, known ? known : LLVMAddFunction(f->module, "__heddle_unsupported", type), &text, 1, "");
    }
    LLVMDisposeBuilder(b);
}
