/* The engine horn: thread-modular proofs as solutions of Horn clauses (clauses.h), found by Spacer.
 *
 * What Spacer finds is about integers; it becomes a proof by location invariants or by pairs, and counts only if the checker accepts it. */
#ifndef HEDDLE_ENGINES_HORN_HORN_H
#define HEDDLE_ENGINES_HORN_HORN_H

#include "engines/engine.h"

extern const struct engine engine_horn;

#endif
