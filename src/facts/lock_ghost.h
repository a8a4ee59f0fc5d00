/* A ghost that says who holds a lock (locksets.h) that does not say so itself: it has the id of whoever takes the lock, and 0 once the
 * lock is free. */
#ifndef HEDDLE_FACTS_LOCK_GHOST_H
#define HEDDLE_FACTS_LOCK_GHOST_H

#include "program/proof_build.h"

expr lock_ghost_add(struct proof_builder *proof, uint32_t lock); /* the ghost */
/* What the thread that holds the lock knows. */
expr lock_ghost_mine(const struct program *p, uint32_t lock, expr ghost);

#endif
