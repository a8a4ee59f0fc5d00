/* What constructors of expressions do to keep them small. Internal to src/program. */
#ifndef HEDDLE_PROGRAM_SIMPLIFY_H
#define HEDDLE_PROGRAM_SIMPLIFY_H

#include "program/expr.h"

expr expr_make(struct exprs *pool, struct expr node); /* finds or adds exactly this node */
expr simplify(struct exprs *pool, struct expr node);  /* an equal expression, E_NOT .. E_CONCAT */

/* simplify_compare.c: the rules for ==, and for < and <=; NULL if they have nothing to say. */
expr simplify_equality(struct exprs *pool, const struct expr *node);
expr simplify_order(struct exprs *pool, const struct expr *node);
bool is_negation(expr a, expr b); /* one is visibly the negation of the other */

#endif
