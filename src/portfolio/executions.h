/* What the search for executions (weak/search.h) says about the checks of a program. */
#ifndef HEDDLE_PORTFOLIO_EXECUTIONS_H
#define HEDDLE_PORTFOLIO_EXECUTIONS_H

#include "portfolio/pipeline.h"

/* Whether there may be executions that no schedule has, by the memory model that the options name. */
bool has_weak_executions(const struct pipeline *l);

/* Whether decide_with_executions() is the way to decide: there are some, and the property is one that the search knows. */
bool suits_executions(const struct pipeline *l);

/* Whether a check was answered by looking at executions. */
bool is_by_executions(const struct report_check *c);

/* Decides by engines, in a part of the time, as far as threads that take turns are all there is (weaker.h): their schedules say more
 * than an execution does, and their proofs go further. Then by executions what is left. */
void decide_with_executions(struct pipeline *l, const struct budget *budget, struct report *r);
void decide_left_by_executions(struct pipeline *l, const struct budget *budget, struct report *r); /* the second half of that */

/* Writes into the notes how many executions there are, or why they were not all counted. */
void count_executions(struct pipeline *l, const struct budget *budget);

#endif
