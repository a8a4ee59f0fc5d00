/* How often loops are expected to go round, so that no bounds are tried that are known to be too small. It is a guess: what is cut off
 * is asked for anyway. */
#ifndef HEDDLE_ENGINES_BOUNDED_ROUNDS_H
#define HEDDLE_ENGINES_BOUNDED_ROUNDS_H

#include "program/program.h"

/* The most rounds of any loop; 0 if some loop does not count to a constant, or if all of them unrolled would have more locations than this. */
uint32_t rounds_expected(const struct program *p, uint32_t most_locations);

#endif
