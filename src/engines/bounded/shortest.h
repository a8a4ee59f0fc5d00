/* Schedules that are easy to read: a violation that was found is looked for again with fewer and fewer interruptions. */
#ifndef HEDDLE_ENGINES_BOUNDED_SHORTEST_H
#define HEDDLE_ENGINES_BOUNDED_SHORTEST_H

#include "engines/bounded/probe.h"
#include "program/trace.h"

/* The trace of a run that reaches the goal, with as few interruptions as a little more effort finds. run stays the caller's. */
struct trace *shortest_trace(struct probe *k, const struct probe_goal *goal, struct order_run *run);

#endif
