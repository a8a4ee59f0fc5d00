/* Records that belong to the thread whose id is in them (struct outline_step: owner), and whether that keeps threads apart: nobody writes the id once others may know the record, and the
 * threads that may be there have different ids. */
#ifndef HEDDLE_PROGRAM_OUTLINE_OWNERS_H
#define HEDDLE_PROGRAM_OUTLINE_OWNERS_H

#include "program/outline_threads.h"

struct outline_owners {
    const struct outline *outline;
    bool differ;           /* threads that do not wait for each other have different ids */
    struct bitset settled; /* arguments of the outline: nobody writes there what others may know */
};

void outline_owners_find(struct outline_owners *w, const struct outline_threads *t);
void outline_owners_free(struct outline_owners *w);

/* Threads that make these two accesses at the same time make them to different memory, as far as it is of this object's kind. */
bool outline_owners_differ(const struct outline_owners *w, uint32_t x, uint32_t y, uint32_t object);

#endif
