/* Locations where it makes no difference whether another thread moves: every step in is a right mover (passes/movers.h), so all
 * that a thread has done since it was last elsewhere may as well happen later, or not at all if it never goes on. The loop of
 * a critical section is one: the section becomes a group of its own, as if it were atomic. Lipton, "Reduction: a method
 * of proving properties of parallel programs" (CACM 1975). Holds for assertions, not for races and deadlocks, which are
 * about threads in the midst of something. */
#ifndef HEDDLE_ENGINES_BOUNDED_POSTPONABLE_H
#define HEDDLE_ENGINES_BOUNDED_POSTPONABLE_H

#include "base/bitset.h"
#include "program/program.h"

/* By code: a set of locations. As many sets as codes; the caller frees them. */
void postponable_find(const struct program *p, struct bitset *postponable);

#endif
