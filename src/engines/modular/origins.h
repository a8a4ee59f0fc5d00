/* How the fixpoint came to a state: own steps and steps of the environment, those that led to these steps included. */
#ifndef HEDDLE_ENGINES_MODULAR_ORIGINS_H
#define HEDDLE_ENGINES_MODULAR_ORIGINS_H

#include "engines/modular/fixpoint.h"

/* Calls visit for every state on the way but initial ones, the nearest first; its origin says where it comes from. */
void origins_walk(const struct fixpoint *f, uint32_t kind, uint32_t state,
                  void (*visit)(void *context, const struct fixpoint *f, uint32_t kind, uint32_t state), void *context);

#endif
