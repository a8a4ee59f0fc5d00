/* Counters of which the threads of a view are a bound: there are not so many
 * threads that the sum wraps around (of threads without bound, all add or all take away, unless the cell has more than 32 bits). */
#ifndef HEDDLE_ENGINES_MONOTONE_COUNTING_H
#define HEDDLE_ENGINES_MONOTONE_COUNTING_H

#include "facts/counters.h"
#include "program/proof.h"

struct counted_cells {
    struct counters counters;
    struct part_sums *sums;     /* by counter and template */
    uint32_t templates, *entry; /* by template */
};

void counting_find(struct counted_cells *c, const struct program *p, const struct program *original);
void counting_forget(struct counted_cells *c);

/* What the cell can be, less what it was before these threads began (counting_base), with threads at these places: no less than least - down, no more than up - short_of_most. */
struct counted_sum {
    uint64_t down, up; /* how far all threads (but main if it has left the cell to the others) can go below 0, and above it */
    uint64_t least, short_of_most;
};
struct counted_sum counting_sum(const struct counted_cells *c, uint32_t counter, const struct proof_place *at, uint32_t count);
uint64_t counting_base(const struct counted_cells *c, const struct program *p, uint32_t counter);

#endif
