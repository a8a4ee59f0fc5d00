/* Joins of the thread that a step has created last. */
#ifndef HEDDLE_ENGINES_WIDE_LENDING_H
#define HEDDLE_ENGINES_WIDE_LENDING_H

#include "engines/wide/wide.h"

/* Join steps to the create steps of the same procedure. */
void wide_find_lending(const struct wide *w, struct map *created);
/* The same for steps that find a flag set in what was lent to the thread (handshakes.c). */
void wide_find_handshakes(const struct wide *w, struct map *created);

#endif
