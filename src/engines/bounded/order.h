/* Whether the choices of a model have an order: the lazy half of the encoding.
 *
 * The model says which steps every thread takes and which write every read sees. Of these only the past of the target counts:
 * the groups that it depends on through program order and reads-from. They have to fit into one order in which no other
 * write to the slot falls between a read and its write. Edges are derived until nothing changes (from-read and
 * write order where they are forced); every cycle becomes a clause over the choices that made it, found along a
 * shortest path (after Yin, Dong, Liu, Wang: scheduling constraint based abstraction refinement, where the graph is the
 * event order graph). Without a cycle the groups are scheduled one by one; if that gets stuck although no edge is
 * forced, the pairs that were in the way get an order variable in the solver, so the search is complete. */
#ifndef HEDDLE_ENGINES_BOUNDED_ORDER_H
#define HEDDLE_ENGINES_BOUNDED_ORDER_H

#include "engines/bounded/memory.h"

struct order_run {       /* what the model does, after order_check found an order */
    u32_vector *paths;   /* by instance: its steps, to where it ends */
    u32_vector schedule; /* groups in order */
    uint32_t *place;     /* by group: 0, or its position in the past of the target + 1 */
};

struct order_target {
    uint32_t node;  /* its past is wanted */
    bool leaving;   /* and that of the step out of it */
    uint32_t other; /* NONE; or (race) another thread's node: a state is wanted in which the groups of both are next */
    bool whole;     /* (deadlock) instead of the past of a node, all that the threads do, and after it the final groups */
    int chosen;     /* the solver literal that asks for this target */
    bool as_given;  /* schedule in the order of the model's order variables, as far as possible */
};

/* After SAT_YES. True: *run is filled (free it with order_run_free). False: clauses that exclude this model were added. */
bool order_check(struct memory *m, const struct order_target *target, struct order_run *run);
void order_run_free(struct order_run *run, const struct unfolding *u);

#endif
