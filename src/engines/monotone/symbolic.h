/* Symbolic execution of a given sequence of steps of several threads, from the initial state: every cell is an
 * expression over arbitrary values. Ids of threads are those of the first instances of their templates. */
#ifndef HEDDLE_ENGINES_MONOTONE_SYMBOLIC_H
#define HEDDLE_ENGINES_MONOTONE_SYMBOLIC_H

#include "base/map.h"
#include "engines/monotone/refine.h"

struct symbolic_write { /* to an array cell; the latest first */
    expr index, value;
    uint32_t next; /* 1 + in writes, or 0 */
};

struct symbolic {
    struct monotone_model *m;
    struct map scalars; /* owner and cell to expression */
    struct map arrays;  /* owner and cell to 1 + in writes */
    VECTOR(struct symbolic_write) writes;
    struct map unknowns;       /* what has an arbitrary value to its number */
    u32_vector code, instance; /* by thread; NONE: not seen yet */
    u32_vector instances;      /* by template: how many have come */
    uint32_t *counts;          /* by template, for cell_initial() */
    uint32_t fresh, step;
};

void symbolic_init(struct symbolic *x, struct monotone_model *m);
void symbolic_free(struct symbolic *x);

/* Before a step: whose it is. Then what an expression of its action is in terms of arbitrary values. */
void symbolic_begin(struct symbolic *x, const struct run_step *step);
expr symbolic_value(struct symbolic *x, const struct run_step *step, expr e);
void symbolic_execute(struct symbolic *x, const struct run_step *step); /* its updates */

#endif
