/* Runs in which no thread takes long detours, as something to assume: most of an unrolled program is then out of the way. */
#ifndef HEDDLE_ENGINES_BOUNDED_DETOURS_H
#define HEDDLE_ENGINES_BOUNDED_DETOURS_H

#include "engines/bounded/memory.h"

/* The solver literal that says: every thread executes only groups that lie at most so many groups deeper than its nearest end or
 * error. Only for assuming. */
int without_detours(struct memory *m, uint32_t slack);

#endif
