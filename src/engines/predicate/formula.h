/* The formula of a tree of paths, in SSA form, and why it is unsatisfiable. Where an effect is applied, both threads
 * see the same values of shared cells; before that each path has its own history (Rudenchik and Andrianov, section 4.2,
 * for trees). */
#ifndef HEDDLE_ENGINES_PREDICATE_FORMULA_H
#define HEDDLE_ENGINES_PREDICATE_FORMULA_H

#include "engines/predicate/tree.h"
#include "logic/smt.h"

struct conjunct { /* a constraint of the formula that is needed for the contradiction */
    uint32_t place;
    expr conjunct; /* of the step's condition, or of what is known of a cut place; or NULL: */
    uint32_t cell; /* at a join, the two threads see one value of it; at a beginning, it has its initial value */
};

struct core {
    VECTOR(struct conjunct) reasons;
    bool deep; /* threads also agree on the deep cells (model.h) */
};

struct formula_options {
    bool deep;
    bool facts;    /* with what is known of locations in every execution (node_known()) */
    bool all;      /* all conditions and joins of shared cells count as reasons */
    unsigned work; /* of the question (smt_limit) */
    const struct budget *budget;
};

enum smt_answer tree_check(const struct tree *t, const struct formula_options *o, struct core *core,
                           struct smt_statistics *statistics);
void core_free(struct core *c);

#endif
