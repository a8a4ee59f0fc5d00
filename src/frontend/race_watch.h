/* Races by C's happens-before, as places of the program. */
#ifndef HEDDLE_FRONTEND_RACE_WATCH_H
#define HEDDLE_FRONTEND_RACE_WATCH_H

#include "program/program.h"

/* Whether some atomic access does not synchronise with those that it reads from or that read from it: then that two threads are about
 * to access the same memory is not all that a race can be. */
bool needs_watch(const struct program *p);

/* Puts error locations for the checks of pairs of accesses into the program, and the cells by which it knows when to go there. Requires
 * make_race_checks, and no procedures. */
void watch_races(struct program *p);

#endif
