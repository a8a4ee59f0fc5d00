/* Dominators of a code's locations. */
#ifndef HEDDLE_PASSES_DOMINATORS_H
#define HEDDLE_PASSES_DOMINATORS_H

#include "program/program.h"

struct dominators {
    uint32_t *idom;      /* by location: immediate dominator; the entry's is itself; NONE if it cannot be reached */
    uint32_t *order;     /* by location: its number in reverse post-order; NONE if it cannot be reached */
    u32_vector sequence; /* the locations in reverse post-order */
};

struct dominators dominators_compute(const struct code *c); /* requires code_index */
void dominators_free(struct dominators *d);

/* Every way from the entry to b passes a. Both can be reached. */
bool dominates(const struct dominators *d, uint32_t a, uint32_t b);

/* Whether an edge goes back to a location that dominates its source: the target is the head of a loop. */
bool is_back_edge(const struct dominators *d, const struct edge *e);

#endif
