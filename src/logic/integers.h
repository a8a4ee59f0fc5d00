/* Machine expressions as linear arithmetic of Z3, and back. The translation is not exact: numbers are taken for
 * unbounded integers (signed, or not negative where a variable is said to be unsigned), and what is not linear is a
 * symbol of its own. So what follows from it is a guess about the machine, good for predicates that are checked exactly
 * afterwards.
 *
 * For src/logic alone: the types of Z3 are seen here. */
#ifndef HEDDLE_LOGIC_INTEGERS_H
#define HEDDLE_LOGIC_INTEGERS_H

#include "base/bitset.h"
#include "base/map.h"
#include "program/program.h"

#include <z3.h>

struct symbol {
    expr meaning; /* a variable, or an expression that is taken as one */
    Z3_ast constant;
    Z3_sort sort; /* integer; truth value for width 1 */
    bool is_unsigned;
};

struct integers {
    struct exprs *exprs;
    Z3_context z3;
    const struct bitset *is_unsigned; /* by number of an E_CELL */
    VECTOR(struct symbol) symbols;
    VECTOR(Z3_ast) kept;    /* one reference each, until the end */
    struct map terms;       /* expression to term */
    struct map by_constant; /* constant of Z3 to symbol */
    struct map by_meaning;  /* expression to symbol */
    Z3_sort integer, truth;
    bool failed; /* Z3 could not make something; what was asked for since is not to be used */
};

void integers_init(struct integers *n, struct exprs *x, const struct bitset *is_unsigned);
void integers_free(struct integers *n);
Z3_ast integers_keep(struct integers *n, Z3_ast a); /* takes a reference at once */

/* The formula that e (of width 1) holds and that its unsigned variables are not negative. Adds its symbols. */
Z3_ast integers_formula(struct integers *n, expr e, struct bitset *symbols);

/* The expression that a formula over symbols stands for; NULL if there is none. */
expr integers_back(struct integers *n, Z3_ast formula);

#endif
