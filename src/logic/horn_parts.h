/* Inside of horn.h: terms of Z3 for expressions, and back. */
#ifndef HEDDLE_LOGIC_HORN_PARTS_H
#define HEDDLE_LOGIC_HORN_PARTS_H

#include "base/bitset.h"
#include "base/map.h"
#include "logic/horn.h"

#include <z3.h>

__extension__ typedef __int128 wide;

struct range {
    wide low, high;
};

static inline struct range range_of(unsigned width, bool is_unsigned)
{
    wide size = (wide)1 << width;
    return is_unsigned ? (struct range){0, size - 1} : (struct range){-size / 2, size / 2 - 1};
}

struct number {
    Z3_ast ast;
    struct range in; /* where it certainly lies */
};

struct horn_solver {
    struct horn *horn;
    Z3_context z3;
    Z3_sort integer, truth;
    VECTOR(Z3_ast) kept;     /* one reference each, until the end */
    VECTOR(Z3_ast) constant; /* by variable, or NULL */
    struct map by_constant;  /* constant to variable */
    bool failed;             /* Z3 could not make something */
    /* Of the clause at hand: */
    VECTOR(Z3_app) bound;      /* what it is for all of */
    VECTOR(Z3_ast) facts;      /* what is certain of these */
    VECTOR(Z3_ast) in_range;   /* what is assumed of results, unless loose */
    VECTOR(struct number) all; /* terms of expressions, by: */
    struct map known;          /* expression to its place in all */
    struct bitset used;        /* variables that are in bound */
    uint32_t fresh;
    bool loose;
};

Z3_ast horn_keep(struct horn_solver *s, Z3_ast a); /* takes a reference at once */
Z3_ast horn_variable(struct horn_solver *s, uint32_t v);
Z3_ast horn_number(struct horn_solver *s, wide value);
Z3_ast horn_conjunction(struct horn_solver *s, const Z3_ast *list, uint32_t count);

void horn_solver_init(struct horn_solver *s, struct horn *h);
void horn_solver_free(struct horn_solver *s);
void horn_begin_clause(struct horn_solver *s); /* all results are in range */
void horn_loosen(struct horn_solver *s);       /* the same clause, some are not */

/* horn_terms.c: values of expressions in a clause. */
Z3_ast horn_truth(struct horn_solver *s, expr e);                   /* of width 1 */
Z3_ast horn_value(struct horn_solver *s, expr e, bool is_unsigned); /* of another width, in its range */
Z3_ast horn_index(struct horn_solver *s, expr e);
void horn_forget(struct horn_solver *s); /* terms of the clause before */

/* horn_back.c: the expression that a formula over constants of variables stands for, exactly; NULL if there is none. */
expr horn_back(struct horn_solver *s, Z3_ast formula);

#endif
