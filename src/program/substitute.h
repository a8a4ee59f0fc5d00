/* Expressions in other words: what they are after a step, said before it; and with cells and ids called by other names, so
 * that one expression can speak of two threads. And the one way to add ghosts: cells that follow what the program does and
 * change nothing of it. */
#ifndef HEDDLE_PROGRAM_SUBSTITUTE_H
#define HEDDLE_PROGRAM_SUBSTITUTE_H

#include "program/program.h"

/* The value that e has after the updates, as an expression over the state before them: for a condition, its weakest
 * precondition. memo: NULL, or kept between calls with the same updates. */
expr expr_after(struct exprs *x, expr e, const struct update *updates, uint32_t count, struct expr_memo *memo);

/* A thread speaks of itself by the names of the program. Of another one it speaks by other names of its local cells, and by a
 * leaf that stands for the other's id. */
struct renaming {
    struct exprs *exprs;
    const uint32_t *cell; /* by cell: how it is called now; NONE: as before */
    uint32_t count;       /* those from here on keep their names */
    expr self;            /* what E_SELF becomes; NULL: it stays */
    expr id, id_becomes;  /* the leaf that stands for the other's id, and what it becomes; NULL: nothing to do */
    uint32_t inputs;      /* added to the number of every other input: two threads' inputs have nothing to do with each other */
};
expr expr_rename(const struct renaming *r, expr e);

/* Rewrites every expression of an action. */
void action_rewrite(struct program *p, struct action *a, expr_leaf leaf, void *context, struct expr_memo *memo);

/* A shared scalar that begins as init; returns its number. Copies the name. */
uint32_t program_add_ghost(struct program *p, const char *name, uint8_t width, uint64_t init);
/* The step does this as well. */
void action_add_update(struct program *p, struct action *a, uint32_t cell, expr value);

#endif
