/* A question about facts, made smaller without a solver: what equations fix is put in, what that decides is decided, and the rest
 * falls into parts that have no cell in common, each a question of its own. */
#ifndef HEDDLE_LOGIC_COMPONENTS_H
#define HEDDLE_LOGIC_COMPONENTS_H

#include "logic/atoms.h"

struct component {
    expr_vector facts, predicates;
    u32_vector places; /* of the predicates in the question */
};

struct components {
    bool contradiction;             /* the facts contradict each other */
    uint64_t known, value;          /* predicates that are decided */
    VECTOR(struct component) parts; /* for the others, and for facts that may contradict each other */
};

/* At most 64 predicates. */
void components_of(struct exprs *x, const expr_vector *facts, const expr_vector *predicates, struct components *out);
void components_free(struct components *c);

#endif
