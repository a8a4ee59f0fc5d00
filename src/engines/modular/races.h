/* Races by thread states: two instances about to make conflicting accesses, with stores that agree. */
#ifndef HEDDLE_ENGINES_MODULAR_RACES_H
#define HEDDLE_ENGINES_MODULAR_RACES_H

#include "engines/modular/fixpoint.h"

/* f is complete, with races collected. Whether the check's accesses may meet; then *kind_a .. *state_b say where. */
bool races_possible(struct fixpoint *f, const struct check *check, uint32_t kinds[2], uint32_t states[2]);

#endif
