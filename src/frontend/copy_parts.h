/* A copy as loads and stores of parts. */
#ifndef HEDDLE_FRONTEND_COPY_PARTS_H
#define HEDDLE_FRONTEND_COPY_PARTS_H

#include "frontend/front.h"

enum copy_kind {
    COPY_MOVE,
    COPY_SET,
    COPY_UNDEFINE,
    COPY_LOAD
}; /* memcpy, memmove; memset; UNDEFINED_BYTES; a load with the mark BY_VALUE */

struct part {
    uint32_t offset, size; /* bytes; at most 8 */
    LLVMTypeRef type;      /* of a scalar of this size */
};

struct copy {
    LLVMValueRef at; /* the call or load */
    enum copy_kind kind;
    uint32_t size;
    VECTOR(struct part) reads, writes; /* ascending; both cover the same bytes, as far as there are both */
};
typedef VECTOR(struct copy) copies;

/* copy_plan.c: finds the parts of all copies of the module. */
void plan_copies(struct front *f, copies *all);

/* copy_parts.c: replaces the call or load. */
void build_copy(struct front *f, LLVMBuilderRef b, struct copy *c);

/* copies.c: the models of memcpy, memmove and memset, by the names of the intrinsics; has_: whether there is one. */
bool has_copy_model(const struct front *f, const char *name);
bool call_copy_model(struct front *f, LLVMBuilderRef b, const char *name,
                     LLVMValueRef arguments[static 3]); /* changes their types */

/* copy_structures.c: whether the call was replaced by copies of the members of a structure. Some of them are intrinsics again, of a size that can be expanded. */
bool copy_by_members(struct front *f, LLVMBuilderRef b, LLVMValueRef call);

/* copy_overlaps.c: a check before the copy, if the property memory asks for one */
void guard_overlap(struct front *f, LLVMBuilderRef b, LLVMValueRef copy);
void drop_overlap_checks(struct front *f); /* those of models (models/heddle.h) that cannot fail */

#endif
