/* Vectors, integers of 65 to 256 bits and long doubles become their parts: the elements, or words of 64 bits, the lowest first. What lies above an integer's
 * width in its last word is zero; a long double is as one of 80 bits. wide_values.c goes through the functions, wide_integers.c, vectors.c and long_doubles.c know the operations. */
#ifndef HEDDLE_FRONTEND_WIDE_VALUES_H
#define HEDDLE_FRONTEND_WIDE_VALUES_H

#include "frontend/front.h"

enum { MOST_PARTS = 64, MOST_WORDS = 4, LONG_DOUBLE_BITS = 80 };

struct splitting {
    struct front *front;
    LLVMBuilderRef b;
    LLVMValueRef now; /* the instruction that is looked at; the builder stands before it */
    struct map first; /* value to its first part in parts */
    VECTOR(LLVMValueRef) parts, dead, phis;
};

bool is_wide_integer(LLVMTypeRef t);
bool is_long_double(LLVMTypeRef t); /* of x87 */
bool is_wide(LLVMTypeRef t);        /* has parts */
unsigned part_count(LLVMTypeRef t);
void get_parts(struct splitting *w, LLVMValueRef v, LLVMValueRef *out);

/* Each: whether the instruction is known, and its parts, one value if its type has none. */
bool split_integer(struct splitting *w, LLVMValueRef i, LLVMValueRef *out);
bool split_vector(struct splitting *w, LLVMValueRef i, LLVMValueRef *out);
bool split_long_double(struct splitting *w, LLVMValueRef i, LLVMValueRef *out);

#endif
