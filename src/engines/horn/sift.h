/* What holds of any two threads and the numbers of a slice: of orders between them, for every two locations, those that all steps keep. */
#ifndef HEDDLE_ENGINES_HORN_SIFT_H
#define HEDDLE_ENGINES_HORN_SIFT_H

#include "engines/horn/clauses.h"

/* Solves the clauses of a slice at level 2. False if it takes too long, or a number does not count what it should. */
bool sift(struct encoding *n, const struct budget *budget);

#endif
