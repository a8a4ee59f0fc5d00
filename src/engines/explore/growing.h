/* Cells of which more is worse: numbers that are only added up, and that nothing looks at but the checks, which fail when they are
 * too large. A state then stands for every state that differs from it by smaller values in such cells: it can do the same steps,
 * or violates a check where the other goes on, and stays above (dominance.h). */
#ifndef HEDDLE_EXPLORE_GROWING_H
#define HEDDLE_EXPLORE_GROWING_H

#include "base/bitset.h"
#include "program/program.h"

/* Adds such cells scalars that start at a known number, none for programs with procedures. It is the caller who makes sure
 * that their values stay below growing_limit in all states: then no sum in a step wraps around. */
void growing_find(const struct program *p, struct bitset *cells);
uint64_t growing_limit(unsigned width);

#endif
