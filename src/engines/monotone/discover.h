/* Which cells are tracked by value and which predicates are tracked of the others. */
#ifndef HEDDLE_ENGINES_MONOTONE_DISCOVER_H
#define HEDDLE_ENGINES_MONOTONE_DISCOVER_H

#include "base/options.h"
#include "engines/monotone/model.h"

/* What may be tracked besides values and the user's predicates. */
enum predicate_source {
    SOURCE_FORWARD = 1,  /* what these say after assignments; copies are equal; initial values; congruences */
    SOURCE_BACKWARD = 2, /* weakest preconditions of what there is */
    SOURCE_TWICE = 4,    /* and of these */
    SOURCE_ATOMS = 16,   /* comparisons that the program makes; the others need it */
    SOURCE_LEARNED = 64, /* what abstract runs have taught (refine.h) */
    SOURCE_GHOSTS = 32,  /* what counts threads (ghosts.h), compared with what the program counts */
    SOURCE_PAIRS = 8,    /* order of cells that are compared or copied, and of the same local cell of two threads */
};

/* Tracks the user's predicates, each in every template that has its variables, besides whatever discover() finds. False
 * with *why if one is not understood. */
bool discover_given(struct monotone_model *m, const string_vector *texts, const struct reason **why, struct arena *words);

/* The same for the predicates in the program's text (__CPROVER_predicate); those that are not understood are ignored
 * with a warning: what they speak of may not be left in the program. */
void discover_suggested(struct monotone_model *m, struct arena *words);

/* symbolic: by cell of the original program: not tracked by value. Cells that take arbitrary values or thread ids, and
 * what is computed from such, are added. Makes all trackers anew but the user's. */
void discover(struct monotone_model *m, bool *symbolic, unsigned sources);

#endif
