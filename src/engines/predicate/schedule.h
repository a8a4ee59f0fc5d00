/* From a tree whose formula is satisfiable to a schedule: the paths of the tree become steps of instances in one total
 * order, each effect just before it is seen; their formula over one shared memory gives the inputs. A schedule counts
 * only when the interpreter has executed it. */
#ifndef HEDDLE_ENGINES_PREDICATE_SCHEDULE_H
#define HEDDLE_ENGINES_PREDICATE_SCHEDULE_H

#include "engines/predicate/formula.h"

/* A trace that violates goal->check and has been replayed, or NULL. */
struct trace *schedule_of(struct arg *a, const struct tree_goal *goal, const struct budget *budget,
                          struct smt_statistics *statistics);

#endif
