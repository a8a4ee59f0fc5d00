/* Concrete schedules, searched for: where the order of a feasible tree is not that of an execution, or when rounds are
 * many. */
#ifndef HEDDLE_ENGINES_PREDICATE_SEARCH_H
#define HEDDLE_ENGINES_PREDICATE_SEARCH_H

#include "engines/predicate/tree.h"
#include "engines/shell.h"

/* Whether a violation of the check was found, which is the verdict's then. The first prefers the steps of the goal's tree. */
bool search_along(struct shell *shell, struct arg *a, const struct tree_goal *goal, uint64_t effort);
bool search_all(struct shell *shell, uint32_t check, uint64_t effort);

#endif
