/* Auxiliary variables (Owicki and Gries): cells that are written next to what they tell about and decide nothing, so
 * the program does what it did before; but more can be said about one thread at a time.
 *
 * Owners: a lock that does not say who holds it gets a companion that remembers who has set it. Then "another thread
 * releases my lock" can be told from "its owner releases it".
 * Begun: of an unbounded template nobody can track who has been created, but whether anybody has. Then what a creator
 * does before it creates the first one is known to be over when one runs. */
#ifndef HEDDLE_ENGINES_MODULAR_AUXILIARY_H
#define HEDDLE_ENGINES_MODULAR_AUXILIARY_H

#include "program/program.h"

/* The program with such cells, to be freed by the caller; NULL if there is nothing to add. Locations, edges and checks
 * have the same numbers; further cells come last. */
struct program *auxiliary_added(const struct program *p);

#endif
