/* Exception sets that the user gives; docs/engines/cartesian.md describes the format. */
#ifndef HEDDLE_ENGINES_CARTESIAN_EXCEPTIONS_H
#define HEDDLE_ENGINES_CARTESIAN_EXCEPTIONS_H

#include "engines/cartesian/fixpoint.h"

/* c has been run without exceptions: its stores and local states are those that a line can speak of.
 * False with *why in words if the text is not understood. */
bool exceptions_read(struct cartesian *c, const char *text, const char **why, struct arena *words);

#endif
