/* One graph after the other: builds the thread-modular graph with the predicates known so far, refutes what it finds by
 * new predicates, and begins again, until nothing is found (proved), a schedule is found (violated), or nothing helps.
 * The cache of abstract successors makes the parts that did not change cheap to build again.
 *
 * All instances of a template are alike at first; if that does not help they are told apart. */
#ifndef HEDDLE_ENGINES_PREDICATE_ROUNDS_H
#define HEDDLE_ENGINES_PREDICATE_ROUNDS_H

#include "engines/predicate/refine.h"
#include "engines/shell.h"

struct predicate_run {
    struct shell shell;
    const struct task *task;
    const struct program *program;
    struct refine_options refine;
    const struct proof *facts; /* of another engine, or NULL */
    bool tells;                /* the facts may be part of a proof */
    struct budget budget;      /* of this attempt */
    bool may_split;            /* another attempt will tell instances apart: what is stuck here is left to that */
    bool stuck;
    bool may_count;
    bool counts; /* counters are used */
    struct counted counted;
    bool *skip;                   /* by check: violated, or given up */
    const struct reason **why;    /* by check: why given up */
    const char *unsupported;      /* may be reached */
    const struct reason *stopped; /* why the last graph is not complete */
    bool complete;
    struct smt_statistics trees;
};

/* Fills in the results that are violated, and the proof; complete says that the last graph shows all others. */
void rounds(struct predicate_run *r);

#endif
