/* From one kind's view to another's. Keeps every possibility: what the other view does not tell is open. */
#ifndef HEDDLE_ENGINES_MODULAR_PROJECT_H
#define HEDDLE_ENGINES_MODULAR_PROJECT_H

#include "engines/modular/fixpoint.h"

/* Adds the guarantee as steps of the environment of all kinds that see it; also of the source itself, as a step of
 * another instance. */
void project_guarantee(struct fixpoint *f, uint32_t source, uint32_t guarantee);

/* Whether instances of the two kinds (different ones) can have these stores at the same time and be at one slot. */
bool project_meet(struct fixpoint *f, uint32_t a, const struct store_access *x, uint32_t b, const struct store_access *y);

void project_prepare(struct fixpoint *f); /* fills in kind.mentions and seers */

#endif
