/* Guided search: a breadth-first search through the interleavings of a few instances, along edges that an abstraction found. Finds
 * traces, also through recursive procedures; it proves nothing. */
#ifndef HEDDLE_EXECUTE_HUNT_H
#define HEDDLE_EXECUTE_HUNT_H

#include "base/clock.h"
#include "execute/guide.h"
#include "program/trace.h"

/* What one search is to look for, and where. */
struct hunt {
    const struct program *program;
    uint32_t check;            /* its violation (an error location, or a race) */
    uint32_t most;             /* instances of each template that move */
    const struct guide *guide; /* take these edges only; NULL: all */
    uint32_t limit;            /* of states */
    struct budget budget;
};

/* NULL if none was found. The trace has been replayed. */
struct trace *hunt_run(const struct hunt *h);

/* Tries the guided edges first, then all, with more and more instances, with so much effort at most. The trace has been
 * replayed. NULL if none was found. */
struct trace *hunt_trace_to(const struct program *p, uint32_t check, const struct guide *g, const struct budget *budget,
                            uint64_t effort);

#endif
