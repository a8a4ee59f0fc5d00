/* Floating-point operations. With SSE2 (64 bits) they are exact: each is rounded to its own type, as C says. Code for 32 bits may
 * compute with more digits than its types have, so there the result is any value where it has to be rounded; so is what fused
 * and fast-math operations give. A long double is two words (long_doubles.c). */
#ifndef HEDDLE_FRONTEND_LOWER_FLOAT_H
#define HEDDLE_FRONTEND_LOWER_FLOAT_H

#include "frontend/lower.h"

/* Whether the instruction is one of those: the value, an operand or both are floating-point numbers that are computed with. */
bool is_float_operation(LLVMValueRef instruction);
void lower_float(struct lower *w, LLVMValueRef instruction);

/* llvm.NAME of floating-point numbers; false if it is none. */
bool lower_float_intrinsic(struct lower *w, LLVMValueRef call, const char *name);

/* The bits of a number are looked at, or might be: those of a result that is not a number are not known. (It has the bits of
 * float_nan(), perhaps with a sign; a NaN that comes from elsewhere with other bits keeps them.) */
void look_at_bits(struct lower *w, LLVMValueRef number);

#endif
