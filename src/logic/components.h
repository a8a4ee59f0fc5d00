/* A question about facts, made smaller without a solver: what equations fix is put in, what that decides is decided,
 * and the rest falls into parts that have no cell in common, each a question of its own. */
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

/* Which leaves an expression has, found once for each. A zeroed one is empty. */
struct leaves {
    u32_vector begin; /* by id of the expression: where its list begins, after its length; 0: not made yet */
    VECTOR(uint64_t) lists;
};
void leaves_free(struct leaves *l);

/* At most 64 predicates. */
void components_of(struct exprs *x, struct leaves *leaves, const expr_vector *facts, const expr_vector *predicates,
                   struct components *out);
void components_free(struct components *c);

#endif
