/* Counters that the program does not have but a proof may need: how many threads of a kind have been created, and how
 * many have taken a step of the form x := t + 1 that each takes once at most (t is a copy of x). Nothing depends on
 * them, so adding them changes no run. What makes them useful is the capacity: threads that have taken the step are as
 * many as were created at most, less those that have begun and have not taken it yet.
 *
 * The number of creations stops at its largest value instead of wrapping around: it stays an upper bound. */
#ifndef HEDDLE_ENGINES_MONOTONE_GHOSTS_H
#define HEDDLE_ENGINES_MONOTONE_GHOSTS_H

#include "program/program.h"

struct ghost_counter {
    uint32_t code;    /* whose threads are counted */
    uint32_t counted; /* the shared cell x */
    uint32_t done;    /* the ghost cell: threads that have taken the step */
    uint32_t created; /* the ghost cell: creations; NONE if the number of instances is fixed */
    bool *taken;      /* by location: a thread there may have taken the step */
};
typedef VECTOR(struct ghost_counter) ghosts;

/* Adds ghost cells and their updates to p, a clone of original with the same edges. */
void ghosts_add(ghosts *g, struct program *p, const struct program *original);
void ghosts_free(ghosts *g);

/* That so many threads that have begun have not taken the step; width 1, true in every reachable state. */
expr ghost_capacity(const struct ghost_counter *g, const struct program *p, uint32_t waiting);

#endif
