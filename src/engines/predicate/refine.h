/* Refutes an abstract counterexample, if its formula is unsatisfiable, by adding predicates. Rudenchik and Andrianov
 * compare three ways (section 6); the fourth is what they leave open (section 4.3): default  the thread's path, with
 * the effects on it as they are; simple   that, or the path of one of the effects' actors alone; effect   that, or the
 * thread's path up to an effect together with its actor's path; chain    the whole tree, effects on effects included;
 * first with what the threads share, then with ghosts too. */
#ifndef HEDDLE_ENGINES_PREDICATE_REFINE_H
#define HEDDLE_ENGINES_PREDICATE_REFINE_H

#include "engines/predicate/formula.h"

enum refiner { REFINER_DEFAULT, REFINER_SIMPLE, REFINER_EFFECT, REFINER_CHAIN };

enum refinement {
    REFUTED,  /* predicates were added */
    FEASIBLE, /* the formula is satisfiable: no predicate excludes this counterexample */
    REPEATED, /* it is not, but no new predicate was found */
    GAVE_UP,  /* the solver did */
    COUNT,    /* what counters say (counted.h) may help: build the graph with it */
};

enum interpolants { INTERPOLANTS_NEVER, INTERPOLANTS_GROWING, INTERPOLANTS_FIRST };

struct refine_options {
    enum refiner refiner;
    enum interpolants interpolants;
    bool ghosts;
    bool facts;     /* something is known of locations (node_known()) */
    bool may_count; /* there are counters, and they are not used yet */
    const struct budget *budget;
};

/* *trace: FEASIBLE, and a schedule shows it; else NULL. */
enum refinement refine(struct arg *a, const struct tree_goal *goal, const struct refine_options *o, struct precision *precision,
                       struct smt_statistics *statistics, struct trace **trace);

#endif
