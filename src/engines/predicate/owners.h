/* Ghost owners. The owner of a cell is the thread that changed it from "free" to anything else, and nobody once it is
 * free again. For a lock that stores no owner (test-and-set flags, Boolean mutexes) that is who holds it; for a counter
 * it is who came first. "Free" is the condition on the cell that an acquiring action tests, or that it has its initial
 * value. */
#ifndef HEDDLE_ENGINES_PREDICATE_OWNERS_H
#define HEDDLE_ENGINES_PREDICATE_OWNERS_H

#include "engines/predicate/stage.h"

/* The condition that the cell is free; NULL if an owner would tell nothing. */
expr owner_condition(const struct stage *s, uint32_t cell);

/* The owner after a move with this guard that writes value to the cell. */
expr owner_after(const struct stage *s, uint32_t cell, expr guard, expr value, expr self);

/* Whether the edge takes the cell if it is free: the guard tests it, and the value written makes the test fail. *test
 * is the condition on the cell. Also for cells that store who took them. */
bool edge_acquires(const struct stage *s, const struct action *a, uint32_t cell, expr *test);

#endif
