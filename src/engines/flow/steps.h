/* Steps of one thread as another sees them, both in states that say what shared cells are *now*; shared by pairs.c,
 * alone.c and those who ask about races. */
#ifndef HEDDLE_ENGINES_FLOW_STEPS_H
#define HEDDLE_ENGINES_FLOW_STEPS_H

#include "engines/flow/analysis.h"

/* Restricts the shared variables of st, a state of in, to what a state of the other says. Possible? */
bool steps_meet(const struct interpreted *in, struct abstract *st, const struct interpreted *other, const struct abstract *also);

/* Takes a step of the mover in st, which is freed, and shows it to seen, a state of the observer: what the observer can
 * follow in its own terms keeps its relations, the rest is set to what was written. Possible? */
bool steps_show(struct flow *f, const struct interpreted *mover, struct abstract *st, const struct edge *e,
                const struct interpreted *observer, struct abstract *seen);

/* The state, a copy, in which the access is about to be made along the edge, and its index there; NULL if it cannot be. */
struct abstract *steps_before_access(const struct flow *f, const struct space *s, const struct abstract *st, const struct edge *e,
                                     const struct access *x, struct value *index);

bool steps_concern(const struct edge *e, const struct space *s); /* it may write a shared cell of the space */
bool steps_go_on(const struct code *c, const struct edge *e);    /* not the end of the program without a verdict */

#endif
