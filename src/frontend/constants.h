/* Cells that never change, and code that is never reached. */
#ifndef HEDDLE_FRONTEND_CONSTANTS_H
#define HEDDLE_FRONTEND_CONSTANTS_H

#include "base/bitset.h"
#include "program/program.h"

/* Replaces cells that always hold one value by it (the kind of a mutex, a function pointer that is never reassigned, ...), and
 * removes edges that can then never be taken with the locations that only they lead to. Updates of such cells go, but for
 * variables of the program, which schedules show (passes drop those). A check whose location is gone stays:
 * the user asked, and it cannot fail. ssa: local cells that are always written
 * before they are read. keep_accesses: what actions touch stays recorded even if it is constant (for races, and the words about
 * deadlocks). keep_waits: where no step can ever be taken, the steps stay that a thread waits for there (for deadlocks).
 * Requires: codes are not indexed yet. Breaks: location numbers. */
void fold_constants(struct program *p, const struct bitset *ssa, bool keep_accesses, bool keep_waits);

#endif
