/* Several loads may have one source position: p and p[i] begin at the same column. Their number, in the order of the compiler's code,
 * tells them apart; it is attached to the instructions before anything is moved or copied. */
#ifndef HEDDLE_FRONTEND_PARTS_H
#define HEDDLE_FRONTEND_PARTS_H

#include "frontend/llvm.h"

/* Numbers loads, stores, read-modify-writes and calls; to be called for a module as the compiler made it. */
void parts_number(LLVMModuleRef module);

unsigned part_of(LLVMValueRef instruction); /* 1, 2, ...; 0 if it has no number */

#endif
