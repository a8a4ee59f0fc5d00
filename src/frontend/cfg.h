/* The blocks of a function in reverse postorder, and which of them lie on cycles. Unreachable blocks are left out. */
#ifndef HEDDLE_FRONTEND_CFG_H
#define HEDDLE_FRONTEND_CFG_H

#include "frontend/front.h"

struct cfg {
    VECTOR(LLVMBasicBlockRef) blocks; /* reverse postorder; [0] is the entry */
    VECTOR(bool) on_cycle;
    u32_vector dominator; /* immediate; of the entry: itself */
    struct map number;    /* block to its place in blocks */
};

void cfg_make(struct cfg *c, LLVMValueRef function);
void cfg_free(struct cfg *c);
bool cfg_on_cycle(const struct cfg *c, LLVMValueRef instruction);
uint32_t cfg_number(const struct cfg *c, LLVMBasicBlockRef b); /* NONE if it is unreachable */

bool cfg_comes_first(LLVMValueRef a, LLVMValueRef b); /* in one block */
/* Whether every way to b passes a before. What cannot be reached at all is dominated by everything. */
bool cfg_dominates(const struct cfg *c, LLVMValueRef a, LLVMValueRef b);

#endif
