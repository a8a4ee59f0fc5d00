/* The rule (AG ENV): stores of a kind meet steps of its environment. */
#ifndef HEDDLE_ENGINES_MODULAR_JOIN_H
#define HEDDLE_ENGINES_MODULAR_JOIN_H

#include "engines/modular/fixpoint.h"

uint32_t join_add_store(struct fixpoint *f, uint32_t kind, const uint64_t *bank); /* its id */
void join_pending(struct fixpoint *f); /* afterwards every store has met every step of the environment */

/* Defined in fixpoint.c. */
uint32_t fixpoint_add_frame(struct modular_kind *k, uint32_t code, uint32_t location, const uint64_t *bank, uint32_t words);
void fixpoint_add_state(struct fixpoint *f, uint32_t kind, struct modular_state s, struct state_origin origin);

#endif
