/* The scalars that a type consists of, and where they lie. */
#ifndef HEDDLE_FRONTEND_LEAVES_H
#define HEDDLE_FRONTEND_LEAVES_H

#include "frontend/front.h"

struct leaf {
    uint64_t offset;
    LLVMTypeRef type;
};
typedef VECTOR(struct leaf) leaves;

enum { EXPLICIT_LEAVES = 64 }; /* a local variable of at most so many scalars gets its arbitrary contents by stores */

/* Appends the scalars of t at offset; false (list unusable) if they are more than limit, or one is not a scalar. */
bool type_leaves(const struct front *f, LLVMTypeRef t, uint64_t offset, uint32_t limit, leaves *out);

/* The innermost array in t at the offset whose elements are element bytes large; an array of arrays is one: its rows follow each other. */
bool array_at(const struct front *f, LLVMTypeRef t, uint64_t offset, uint64_t element, uint64_t *first, uint64_t *end);

/* The end of the largest structure in a type, or array of them, that begins at the offset; 0 if none does. */
uint64_t structure_end(const struct front *f, LLVMTypeRef t, uint64_t offset);

/* An arbitrary value: what an uninitialised variable holds. (undef if the type is no scalar) */
LLVMValueRef build_undefined(struct front *f, LLVMBuilderRef b, LLVMTypeRef t);
bool is_undefined_call(LLVMValueRef v);

/* v as a value of another scalar type: what a call through the wrong declaration passes. */
LLVMValueRef build_conversion(struct front *f, LLVMBuilderRef b, LLVMValueRef v, LLVMTypeRef to);

LLVMValueRef build_address(struct front *f, LLVMBuilderRef b, LLVMValueRef base, uint64_t offset);

#endif
