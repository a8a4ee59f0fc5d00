/* Which actions commute with what other threads may do at the same time (Lipton, "Reduction: a method of proving properties of
 * parallel programs", CACM 1975). A right mover may be postponed past a following step of another thread, a left mover moved
 * before a preceding one, and the result is the same. */
#ifndef HEDDLE_PASSES_MOVERS_H
#define HEDDLE_PASSES_MOVERS_H

#include "program/program.h"

enum { MOVES_RIGHT = 1, MOVES_LEFT = 2, MOVES_BOTH = 3 };

enum mover_analysis {
    MOVERS_LOCAL,    /* what touches no shared cell moves */
    MOVERS_CONFLICT, /* and what no concurrent action conflicts with */
    MOVERS_LOCKS,    /* and what is done under a lock that everybody takes; taking and releasing it move one way */
};

/* By code and edge. */
struct movers {
    uint8_t **of;
    uint32_t code_count;
};

struct movers *movers_compute(const struct program *p, enum mover_analysis how);
void movers_free(struct movers *m);

#endif
