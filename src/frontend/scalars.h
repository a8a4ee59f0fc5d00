/* Which scalars the memory consists of that a copy moves. A declared variable consists of the scalars of its type, or narrower ones
 * if it is accessed by such (of more than a byte). Where no type says it
 * (memory from malloc, unions, arrays of characters, padding) it consists of what the program accesses there by itself, cut
 * as finely as the narrowest access does; what nobody accesses has no parts.
 *
 * Made from a points-to analysis of the module, in which copies still are calls of llvm.memcpy and its like. */
#ifndef HEDDLE_FRONTEND_SCALARS_H
#define HEDDLE_FRONTEND_SCALARS_H

#include "base/arena.h"
#include "frontend/pointsto.h"

enum { LARGEST_COPY = 1024 };

enum byte_state { BYTE_UNSEEN, BYTE_SEEN, BYTE_DECLARED }; /* nobody accesses it; somebody does; it belongs to a declared scalar */

struct stretch { /* bytes from where a pointer points to, whichever object that is */
    uint32_t size;
    uint8_t *state;    /* enum byte_state: the most that holds in one of the objects */
    bool *loose;       /* in some object it belongs to no declared scalar */
    bool *cut;         /* in some object a scalar begins or ends before this byte, or before the end */
    LLVMTypeRef *type; /* of a declared scalar that begins here, or NULL */
    bool fits;         /* all of it lies in the object, whichever of the known ones that is */
};

struct scalars {
    struct front *front;
    struct pointsto *pointsto;
    struct intern accesses; /* of struct seen (scalars.c) */
    struct map of_object;   /* object to the last of its accesses plus 1, chained */
    u32_vector next;        /* access to the one before of its object plus 1 */
    struct map stretches;   /* set of places and size to what was found of them (struct found, scalars.c) */
    struct arena memory;
};

void scalars_find(struct front *f, struct scalars *s);
void scalars_free(struct scalars *s);

struct stretch stretch_new(struct arena *a, uint32_t size);
/* Into a stretch that was made for LARGEST_COPY bytes. Requires size <= LARGEST_COPY. */
void scalars_at(struct scalars *s, LLVMValueRef pointer, uint32_t size, struct stretch *out);
/* Size bytes, offset bytes behind the pointer, count as accessed from now on; whether that is new. */
bool scalars_see(struct scalars *s, LLVMValueRef pointer, uint32_t offset, uint32_t size);

#endif
