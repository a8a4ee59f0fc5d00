/* What holds of a counter on the way out of a block that compares it with a bound. */
#ifndef HEDDLE_FRONTEND_OUTLINE_COMPARISONS_H
#define HEDDLE_FRONTEND_OUTLINE_COMPARISONS_H

#include "frontend/llvm.h"

struct comparison {
    LLVMValueRef counter, bound; /* counter: behind conversions */
    LLVMIntPredicate predicate;  /* counter PREDICATE bound */
};

/* On the way to successor number next, said of the first operand or (which is 1) of the second; false if nothing is compared there. */
bool comparison_at(LLVMBasicBlockRef block, unsigned next, unsigned which, struct comparison *out);

bool comparison_is_below(const struct comparison *c); /* the counter is less than the bound */
bool comparison_reaches(const struct comparison *c);  /* it is not */
bool comparison_is_signed(const struct comparison *c);
/* The same number, not negative, whatever its width, and whether it is taken for a signed one. */
bool comparison_same_count(LLVMValueRef a, LLVMValueRef b);

#endif
