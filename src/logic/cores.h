/* Small unsatisfiable cores. Every constraint has a label that is assumed; constraints of a lower class are left out
 * first, so that of several reasons for a contradiction the one is found that needs the higher classes only. */
#ifndef HEDDLE_LOGIC_CORES_H
#define HEDDLE_LOGIC_CORES_H

#include "base/clock.h"
#include "logic/smt.h"

struct constraints {
    const term *labels;
    const uint8_t *classes;
    uint32_t count;
    uint8_t class_count;
};

/* Precondition: the constraints marked in `in` contradict each other. Afterwards fewer are marked that still do; a
 * whole class is left out if the rest allows it, except the highest. Stops early when the budget or its own time is
 * spent. */
void core_minimise(struct smt *s, const struct constraints *c, const struct budget *budget, bool *in);

#endif
