/* The engine guess: invariants that drawn runs suggest, and that stay true whatever threads do.
 *
 * Runs are drawn, and what held in all of them at a location is a candidate for its invariant: equations between two terms, order
 * between the sides of conditions, what a flag tells. Candidates that some step may break are given up until none is left (Flanagan, Leino,
 * "Houdini, an annotation assistant for ESC/Java", FME 2001; equations from data: Sharma et al., "A data driven approach for algebraic loop
 * invariants", ESOP 2013). Who has added how much to a counter is a ghost for each thread (shares.h), so that sums over
 * threads need no enumeration: the cost does not grow with the bounds of loops. */
#ifndef HEDDLE_ENGINES_GUESS_GUESS_H
#define HEDDLE_ENGINES_GUESS_GUESS_H

#include "engines/engine.h"

extern const struct engine engine_guess;

#endif
