/* Which actions commute with what other threads may do at the same time (Lipton, "Reduction: a method of proving properties of
 * parallel programs", CACM 1975). A right mover may be postponed past a following step of another thread, a left mover moved
 * before a preceding one, and the result is the same. */
#ifndef HEDDLE_PASSES_MOVERS_H
#define HEDDLE_PASSES_MOVERS_H

#include "program/program.h"

enum { MOVES_RIGHT = 1, MOVES_LEFT = 2, MOVES_BOTH = 3 };

/* By code and edge. Without locks: only what no concurrent action conflicts with moves. */
struct movers {
    uint8_t **of;
    uint32_t code_count;
};

struct movers *movers_compute(struct program *p, bool use_locks); /* may simplify guards of releases */
void movers_free(struct movers *m);

#endif
