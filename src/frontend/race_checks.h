/* Pairs of accesses that might race, as checks. */
#ifndef HEDDLE_FRONTEND_RACE_CHECKS_H
#define HEDDLE_FRONTEND_RACE_CHECKS_H

#include "program/program.h"

struct frontend_cut; /* frontend.h */

/* Adds a check of that property for each pair of conflicting accesses to the same cell from instances that can differ: at least one
 * writes, not both are atomic, and constant indices are equal. Requires indexed codes. With a cut, only for the pairs of lines that it names. */
void make_race_checks(struct program *p, enum property property, const struct frontend_cut *cut);

#endif
