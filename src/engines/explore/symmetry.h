/* Symmetry reduction: of the states that differ only in which of several instances that are alike (alike.h) is where, one stands
 * for all: the one in which they are in the order of their locations and values. (Ip and Dill, Better Verification
 * Through Symmetry, 1996. Together with persistent sets: Emerson, Jha, Peled, Combining Partial Order and Symmetry Reductions,
 * TACAS 1997.) */
#ifndef HEDDLE_EXPLORE_SYMMETRY_H
#define HEDDLE_EXPLORE_SYMMETRY_H

#include "execute/model.h"

struct symmetry;
struct symmetry *symmetry_new(const struct model *m); /* NULL if no two instances are alike */
void symmetry_free(struct symmetry *y);

/* Puts the state that stands for this one in its place. True if that is another one. */
bool symmetry_normalise(struct symmetry *y, uint64_t *state);

#endif
