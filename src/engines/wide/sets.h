/* Small sets of numbers, kept once: equal sets have equal numbers. Number 0 is the empty set. */
#ifndef HEDDLE_ENGINES_WIDE_SETS_H
#define HEDDLE_ENGINES_WIDE_SETS_H

#include "base/map.h"
#include "base/vector.h"

struct sets {
    struct intern table;
    struct map memo; /* of sets_both */
};

#define SETS_ALL UINT32_MAX /* the set of everything: what is not reached yet */

void sets_begin(struct sets *s);
void sets_end(struct sets *s);
uint32_t sets_add(struct sets *s, uint32_t set, uint32_t x);
uint32_t sets_of(struct sets *s, u32_vector *members);      /* sorts them */
uint32_t sets_both(struct sets *s, uint32_t a, uint32_t b); /* members of both */
uint32_t sets_any(struct sets *s, uint32_t a, uint32_t b);  /* members of either; neither is SETS_ALL */
bool sets_has(const struct sets *s, uint32_t set, uint32_t x);
const uint32_t *sets_members(const struct sets *s, uint32_t set, uint32_t *count); /* sorted; valid until a set is made */

#endif
