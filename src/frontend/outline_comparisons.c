#include "frontend/outline_comparisons.h"

#include "frontend/outline_counters.h"

static LLVMIntPredicate swapped(LLVMIntPredicate p)
{
    switch (p) {
    case LLVMIntUGT: return LLVMIntULT;
    case LLVMIntUGE: return LLVMIntULE;
    case LLVMIntULT: return LLVMIntUGT;
    case LLVMIntULE: return LLVMIntUGE;
    case LLVMIntSGT: return LLVMIntSLT;
    case LLVMIntSGE: return LLVMIntSLE;
    case LLVMIntSLT: return LLVMIntSGT;
    case LLVMIntSLE: return LLVMIntSGE;
    default: return p;
    }
}

static LLVMIntPredicate negated(LLVMIntPredicate p)
{
    switch (p) {
    case LLVMIntEQ: return LLVMIntNE;
    case LLVMIntNE: return LLVMIntEQ;
    case LLVMIntUGT: return LLVMIntULE;
    case LLVMIntUGE: return LLVMIntULT;
    case LLVMIntULT: return LLVMIntUGE;
    case LLVMIntULE: return LLVMIntUGT;
    case LLVMIntSGT: return LLVMIntSLE;
    case LLVMIntSGE: return LLVMIntSLT;
    case LLVMIntSLT: return LLVMIntSGE;
    default: return LLVMIntSGT;
    }
}

bool comparison_is_below(const struct comparison *c) { return c->predicate == LLVMIntULT || c->predicate == LLVMIntSLT; }

bool comparison_reaches(const struct comparison *c)
{
    LLVMIntPredicate p = c->predicate;
    return p == LLVMIntEQ || p == LLVMIntUGE || p == LLVMIntSGE || p == LLVMIntUGT || p == LLVMIntSGT;
}

bool comparison_is_signed(const struct comparison *c)
{
    return c->predicate == LLVMIntSLT || c->predicate == LLVMIntSGE || c->predicate == LLVMIntSGT;
}

bool comparison_at(LLVMBasicBlockRef block, unsigned next, unsigned which, struct comparison *out)
{
    LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
    LLVMValueRef test = LLVMIsABranchInst(last) && LLVMIsConditional(last) ? LLVMIsAICmpInst(LLVMGetCondition(last)) : NULL;
    if (!test || LLVMGetSuccessor(last, 0) == LLVMGetSuccessor(last, 1))
        return false;
    LLVMIntPredicate p = LLVMGetICmpPredicate(test);
    if (which)
        p = swapped(p);
    if (next)
        p = negated(p);
    *out = (struct comparison){behind_conversions(LLVMGetOperand(test, which)), LLVMGetOperand(test, 1 - which), p};
    return true;
}

bool comparison_same_count(LLVMValueRef a, LLVMValueRef b)
{
    return LLVMIsAConstantInt(a) && LLVMIsAConstantInt(b) && LLVMConstIntGetSExtValue(a) >= 0 &&
           LLVMConstIntGetSExtValue(a) == LLVMConstIntGetSExtValue(b);
}
