/* Whether critical cycles are excluded, once more and by another way than passes/robust.c and robust_buffers.c find it out: those say which cells may be accessed after
 * which, here it is checked that they have left out nothing and that no cycle is left. Nothing is shared but what main does alone (facts/alive.h). */
#ifndef HEDDLE_PASSES_ROBUST_CHECK_H
#define HEDDLE_PASSES_ROBUST_CHECK_H

#include "base/bitset.h"
#include "program/program.h"

/* after: by cell, those that some thread may access after it, at another location, and what may come after those. Requires indexed codes. */
bool cycles_are_excluded(const struct program *p, const struct bitset *after);

/* The same for store buffers (robust_check_buffers.c): that no load of one instance of the code passes an earlier store such that others can tell. after: by cell, those
 * that threads may access after it while that instance is elsewhere on the cycle, and what may come after those. */
bool passing_is_excluded(const struct program *p, uint32_t code, const struct bitset *after);

#endif
