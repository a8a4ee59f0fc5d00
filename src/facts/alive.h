/* Which other threads may be alive while main is at a location: after their creation, and until main has joined them.
 * A template whose instances have numbers known at their creation is followed instance by instance, any other as a whole. */
#ifndef HEDDLE_FACTS_ALIVE_H
#define HEDDLE_FACTS_ALIVE_H

#include "base/bitset.h"
#include "program/program.h"

struct alive {
    struct bitset *at; /* by location of main: templates of which an instance may be alive there */
    uint32_t location_count;
};

struct alive *alive_compute(const struct program *p);
void alive_free(struct alive *a);

/* Whether an instance of template t may be alive before or after main takes this edge. */
bool alive_beside(const struct alive *a, const struct edge *main_edge, uint32_t t);
bool alive_alone(const struct alive *a, const struct edge *main_edge); /* nobody else is there until main has taken it */

#endif
