/* From a run of the unfolding to a trace of the program. */
#ifndef HEDDLE_ENGINES_BOUNDED_SCHEDULE_H
#define HEDDLE_ENGINES_BOUNDED_SCHEDULE_H

#include "engines/bounded/order.h"

/* The schedule with the inputs and initial values of the solver's model; the caller owns the trace. Steps that
 * touch no shared memory are taken just before the next step of their thread that does. */
struct trace *schedule_trace(struct memory *m, const struct order_run *run, uint32_t check);

#endif
