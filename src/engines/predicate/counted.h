/* Cells that count. If every write to a cell adds a constant, and what a thread has added so far is the same on all
 * ways to a location, then in every state the cell is its initial value plus the sum, over all instances, of what each
 * has added where it is: its part. That gives a lower bound: my part, together with another thread its part too, and
 * the least that all others can have. That a lock counts its readers is said by nothing else here when their number has
 * no bound.
 *
 * main may also set the cell while no other thread has been created: its part is then the difference to the initial
 * value. Whoever is not at its entry knows that main has created somebody.
 *
 * The bound is exact arithmetic as long as the sum does not wrap around: instances have different ids of 32 bits, and
 * where there is any number of them nobody's part is negative or above 1. */
#ifndef HEDDLE_ENGINES_PREDICATE_COUNTED_H
#define HEDDLE_ENGINES_PREDICATE_COUNTED_H

#include "engines/predicate/stage.h"

struct counter {
    uint32_t cell;
    bool set;               /* by main */
    VECTOR(int64_t *) part; /* by kind, then by location; 0 where nobody gets */
    VECTOR(int64_t) least;  /* by kind: of one instance */
    int64_t least_later;    /* of main, once it has created a thread */
};

struct counted {
    const struct stage *stage;
    struct bitset later; /* locations of main where it may have created a thread */
    VECTOR(struct counter) counters;
};

void counted_init(struct counted *c, const struct stage *s);
void counted_free(struct counted *c);

/* Adds what the counters say if a thread of the kind is at the location, and (other not NONE) another one elsewhere. */
void counted_facts(const struct counted *c, uint32_t kind, uint32_t location, uint32_t other, uint32_t other_location,
                   expr_vector *out);

#endif
