/* Concrete schedules, searched for: where the order of a feasible tree is not that of an execution, or when rounds are
 * many. */
#ifndef HEDDLE_ENGINES_PREDICATE_SEARCH_H
#define HEDDLE_ENGINES_PREDICATE_SEARCH_H

#include "engines/predicate/tree.h"

/* A replayed trace that violates the check, or NULL. The first prefers the steps of the goal's tree. */
struct trace *search_along(struct arg *a, const struct goal *goal, const struct budget *budget, double seconds);
struct trace *search_all(const struct program *p, uint32_t check, const struct budget *budget, double seconds);

#endif
