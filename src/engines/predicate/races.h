/* Races in a complete graph: two threads, each about to make one of the two accesses, on one slot, in abstract states
 * that are compatible. */
#ifndef HEDDLE_ENGINES_PREDICATE_RACES_H
#define HEDDLE_ENGINES_PREDICATE_RACES_H

#include "engines/predicate/tree.h"

/* Whether the check's two accesses may meet; then *goal says where. Sets a->stopped if it runs out of its budget. */
bool races_find(struct arg *a, const struct check *check, struct tree_goal *goal);

#endif
