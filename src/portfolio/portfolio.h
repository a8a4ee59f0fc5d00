/* Engines answer the checks of a program, each in a process of its own. Every trace is lifted to the original program
 * and executed there before its check counts as violated. */
#ifndef HEDDLE_PORTFOLIO_PORTFOLIO_H
#define HEDDLE_PORTFOLIO_PORTFOLIO_H

#include "portfolio/pipeline.h"

/* Runs the engine that the options name, or all in turn for "auto", until nothing is open or time is up. Fills
 * r->checks (empty before), r->answer and r->reason; adds to l->statistics. */
void portfolio_run(struct pipeline *l, const struct budget *budget, struct report *r);

#endif
