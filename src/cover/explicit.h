/* Plain forward search from initial states with more and more threads, tests for equality taken literally. It finds
 * runs of systems that are not monotone, where covering is not enough; and it is the brute force that the tests
 * compare with. */
#ifndef HEDDLE_COVER_EXPLICIT_H
#define HEDDLE_COVER_EXPLICIT_H

#include "base/clock.h"
#include "cover/run.h"

struct explicit_limits {
    uint32_t threads; /* more than the initial state has at least */
    uint32_t states;
    struct budget budget;
};

enum explicit_answer {
    EXPLICIT_FOUND,     /* the plan leads to a target */
    EXPLICIT_EXHAUSTED, /* no run with so many threads does */
    EXPLICIT_LIMIT,
};

/* The plan's states live in the arena. */
enum explicit_answer explicit_search(const struct system *s, struct explicit_limits limits, struct arena *a, struct plan *plan);

#endif
