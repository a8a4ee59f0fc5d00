/* A program as Horn clauses, whose solution is a thread-modular proof (J. Hoenicke, R. Majumdar, A. Podelski: Thread Modularity at Many
 * Levels, POPL 2017). At level 1 there is a relation for every template: what holds of the shared cells and of an instance, wherever it is.
 * At level 2 there is one for every two templates: what holds of the shared cells and of two different instances. There may be any number of
 * instances: they are all alike. */
#ifndef HEDDLE_ENGINES_HORN_CLAUSES_H
#define HEDDLE_ENGINES_HORN_CLAUSES_H

#include "engines/horn/roles.h"

/* Requires what the encoding has before "made", everything else being zero. At level 2 all sections are one step. */
void encoding_make(struct encoding *n);
void encoding_free(struct encoding *n);

#endif
