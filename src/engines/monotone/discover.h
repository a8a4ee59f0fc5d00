/* Which cells are tracked by value and which predicates are tracked of the others. */
#ifndef HEDDLE_ENGINES_MONOTONE_DISCOVER_H
#define HEDDLE_ENGINES_MONOTONE_DISCOVER_H

#include "engines/monotone/scheme.h"

enum level {
    LEVEL_ATOMS,     /* comparisons that the program makes */
    LEVEL_FORWARD,   /* and what they say after assignments; copies are equal; initial values */
    LEVEL_BACKWARD,  /* and weakest preconditions of these, once */
    LEVEL_ORDER,     /* and twice; order between a local and a shared cell that are compared or copied */
    LEVEL_PAIRS,     /* and equality and order of the same local cell of two threads */
    LEVELS
};

/* symbolic: by cell of the original program: not tracked by value. Cells that take arbitrary values or thread ids, and what
 * is computed from such, are added. Makes all trackers anew. */
void discover(struct scheme *m, bool *symbolic, enum level level);

#endif
