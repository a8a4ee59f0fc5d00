/* What check_pairs.c knows of weights. In a proof by pairs a shared cell is its initial value plus the weights of all
 * instances' locations. That gives a bound: but for main, which is at one of few locations, all weights have one sign,
 * and there are not so many instances that the sum wraps around. */
#ifndef HEDDLE_LOGIC_CHECK_PAIRS_H
#define HEDDLE_LOGIC_CHECK_PAIRS_H

#include "logic/check_proof_parts.h"

struct weighed { /* a cell that has weights */
    uint32_t cell;
    int64_t *weight;        /* by number of a location (checker.base) */
    struct part_sums *each; /* by template; 0 for main */
    uint64_t down, up;      /* how far the sum of all but main may go below 0, without sign, and above it */
};
struct weights {
    struct checker *k;
    bool (*may_meet)(const void *context, struct proof_place a, struct proof_place b); /* whether two may be there */
    const void *context;
    VECTOR(struct weighed) cells;
};

/* False if they are not 0 at an entry, or may wrap around: then they say nothing. */
bool weights_init(struct weights *w, struct checker *k);
void weights_free(struct weights *w);

/* Asserts what they say of a state in which different instances are at these places. */
void weights_assume(struct weights *w, const struct proof_place *at, uint32_t count);
/* The formula that the path that was assumed keeps them right. */
term weights_kept(struct weights *w, const struct path *p);

#endif
