/* Owners for locks that have none: a cell that is set by test-and-set gets a companion that remembers who has set it.
 * An auxiliary variable (Owicki and Gries): it is written next to the lock and read by nobody, so the program does what
 * it did before. But with it "another thread releases my lock" can be told from "the owner releases it", also for any
 * number of threads. */
#ifndef HEDDLE_ENGINES_MODULAR_OWNERS_H
#define HEDDLE_ENGINES_MODULAR_OWNERS_H

#include "program/program.h"

/* The program with owners, to be freed by the caller; NULL if it has no lock without owner. Locations, edges and checks have
 * the same numbers; further cells come last. */
struct program *owners_added(const struct program *p);

#endif
