/* What another engine has found out about the locations of a program, in the words of the kinds. It holds in every
 * reachable state, so each abstract state is taken together with it. */
#ifndef HEDDLE_ENGINES_PREDICATE_ASSUMED_H
#define HEDDLE_ENGINES_PREDICATE_ASSUMED_H

#include "engines/engine.h"
#include "engines/predicate/model.h"

struct assumed {
    const struct predicate_model *model;
    VECTOR(expr_vector *) at; /* by kind, then by location: conjuncts */
    bool left_out;            /* something could not be said */
};

/* invariants: NULL for nothing. Where another thread is can be said if it is a kind of its own. */
void assumed_init(struct assumed *a, const struct predicate_model *s, const struct proof *invariants);
void assumed_free(struct assumed *a);

#endif
