/* Predicates from an abstract run that no real run follows (the outer loop of Fig. 26 of Kaiser's thesis).
 *
 * The run is executed symbolically with as many threads as it has. If the guard of a step contradicts what came before,
 * the weakest preconditions of that guard, and of earlier ones that it needs, are what an abstraction would have to
 * know at each step of the run: they become candidates (model.learned). The steps of an abstraction are exact for its
 * predicates, so there is no inner loop that would refine transitions (Das and Dill). */
#ifndef HEDDLE_ENGINES_MONOTONE_REFINE_H
#define HEDDLE_ENGINES_MONOTONE_REFINE_H

#include "engines/monotone/abstraction.h"

struct run_step {    /* of an abstract run */
    uint32_t thread; /* 0, 1, ...: which of its threads */
    uint32_t code, edge;
};
typedef VECTOR(struct run_step) run_steps;

/* Whether the run may be real. If it is not, and learned is not NULL, *learned grows by the number of new predicates.
 */
bool monotone_refine(struct abstraction *s, const run_steps *steps, uint32_t *learned);

#endif
