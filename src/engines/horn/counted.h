/* What numbers that count threads (counts.h) say in a clause. */
#ifndef HEDDLE_ENGINES_HORN_COUNTED_H
#define HEDDLE_ENGINES_HORN_COUNTED_H

#include "engines/horn/roles.h"

/* The actors are at these locations, or anywhere (NONE). */
void counted_constrain(const struct encoding *n, struct horn_clause *c, const struct actor *actors, const uint32_t *at,
                       unsigned count);

/* Adds clauses that the step, in the body of c, changes the numbers as it should. */
void counted_check(struct encoding *n, const struct horn_clause *c, const struct horn_step *step);

#endif
