/* The solution of the clauses as a proof. */
#ifndef HEDDLE_ENGINES_HORN_SOLUTION_H
#define HEDDLE_ENGINES_HORN_SOLUTION_H

#include "engines/horn/clauses.h"
#include "program/proof_build.h"
#include "program/substitute.h"

/* Says what the relations of a solved encoding say; the proof is by pairs at level 2. */
void solution_say(const struct encoding *n, struct proof_builder *proof);

#endif
