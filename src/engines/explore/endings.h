/* Whether the program can end, whatever has happened so far: for memory that is lost (frontend/lower_leaks.c), which is looked for where main
 * returns. If the end can still be reached from every state, whatever is lost in any state is found there.
 *
 * Reduction keeps that: every state is followed by one of the reduced graph (steps that were put off are taken), and what cannot end before
 * cannot end there. */
#ifndef HEDDLE_EXPLORE_ENDINGS_H
#define HEDDLE_EXPLORE_ENDINGS_H

#include "engines/engine.h"

/* False also if that is not known: too many states (EFFORT_ENDINGS), or some that cannot be enumerated. Only the program, the options and the
 * budget of the task are looked at. */
bool explore_can_always_end(const struct task *task);

#endif
