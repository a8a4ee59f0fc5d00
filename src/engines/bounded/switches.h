/* How often threads are interrupted, as something to assume. Most violations need few interruptions (Musuvathi and Qadeer,
 * "Iterative Context Bounding", PLDI 2007), a solver that may assume so has much less to choose from, and a schedule with few of
 * them is one that people understand. Main may be interrupted for nothing: it creates and waits. */
#ifndef HEDDLE_ENGINES_BOUNDED_SWITCHES_H
#define HEDDLE_ENGINES_BOUNDED_SWITCHES_H

#include "engines/bounded/memory.h"

enum { MOST_SWITCHES = 12 };

/* The solver literal that says that threads other than main are interrupted k times at most, k < MOST_SWITCHES; 0 if the order
 * has no variables to say it with. Only for assuming: it is never required. Call memory_extend first. */
int switches_at_most(struct memory *m, uint32_t k);

#endif
