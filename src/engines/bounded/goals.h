/* What to look for in an unrolled program, for each kind of check. */
#ifndef HEDDLE_ENGINES_BOUNDED_GOALS_H
#define HEDDLE_ENGINES_BOUNDED_GOALS_H

#include "engines/bounded/probe.h"
#include "engines/engine.h"

typedef VECTOR(struct probe_goal) goal_vector;

/* Whether the check is asked for and nothing has been said about it. */
bool check_open(const struct task *task, const struct verdict *v, uint32_t check);

/* The goals of all open checks; their tag is the check. Checks that cannot be decided here get a reason in the verdict. */
void goals_find(goal_vector *goals, struct unfolding *u, const struct task *task, struct verdict *v);

#endif
