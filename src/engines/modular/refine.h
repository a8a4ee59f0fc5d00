/* Finer views where a coarse one may have cost a proof: on the way to an error, what a step of the environment depended
 * on and the view did not have, and ends of threads that became known when they were waited for. */
#ifndef HEDDLE_ENGINES_MODULAR_REFINE_H
#define HEDDLE_ENGINES_MODULAR_REFINE_H

#include "engines/modular/fixpoint.h"

/* Adds at most so many slots to views, the most promising first; how many. */
uint32_t refine_views(const struct fixpoint *f, uint32_t kind, uint32_t state, uint32_t most, extra_slots *w);

#endif
