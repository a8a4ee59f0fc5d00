/* A state that lies below one that was seen needs no look: more of what only grows is worse (growing.h). States with the same rest
 * are kept in lists; the first that is above a new one stands for it. (Subsumption of states, as in well-structured transition
 * systems: Abdulla, Cerans, Jonsson, Tsay, LICS 1996; the order here is on data.) */
#ifndef HEDDLE_EXPLORE_DOMINANCE_H
#define HEDDLE_EXPLORE_DOMINANCE_H

#include "execute/model.h"

struct dominance;
struct dominance *dominance_new(const struct model *m); /* NULL if there are no such cells */
void dominance_free(struct dominance *d);

/* The number of a state that stands for this one, or NONE. */
uint32_t dominance_find(struct dominance *d, const uint64_t *state);
void dominance_add(struct dominance *d, const uint64_t *state, uint32_t number);

/* Whether a state had too large a value: then what was left out says nothing. */
bool dominance_broken(const struct dominance *d);

#endif
