/* Arbitrary values of drawn runs: near the constants that they are compared with, or small, or anything. */
#ifndef HEDDLE_ENGINES_RANDOM_DRAW_INPUTS_H
#define HEDDLE_ENGINES_RANDOM_DRAW_INPUTS_H

#include "engines/random/priorities.h"
#include "execute/model.h"

/* How often an edge is tried whose guard depends on inputs. */
uint32_t draw_tries(const struct model_edge *e);
/* Puts values for the inputs of the edge, cut to their widths, where the machine expects them. tries: how many are left after this one;
 * the last ones are small values, one after the other. start: drawn once for all tries. */
void draw_inputs(struct priorities *draw, struct vm *vm, const struct model_edge *e, uint32_t tries, uint64_t start);

#endif
