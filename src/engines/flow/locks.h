/* Locks as masks: which are held where. Beyond the paper: what two threads do under one lock does not interleave. */
#ifndef HEDDLE_ENGINES_FLOW_LOCKS_H
#define HEDDLE_ENGINES_FLOW_LOCKS_H

#include "program/program.h"

/* By template and location: a bit for each lock that is surely held there, and LOCK_ATOMIC in atomic sections. The
 * lists are owned by the caller; entry [code][locations] holds nothing. Locks past the first 62 are left out. Sets the
 * cell of each bit, which locks hold the id of their owner while they are held, and which are released by their holder alone. */
uint64_t **locks_held(const struct program *p, uint32_t *cells, uint64_t *owned, uint64_t *kept);

/* What follows for a thread that holds these locks: those that are owned have its id. */
expr locks_fact(const struct program *p, const uint32_t *cells, uint64_t held);

/* Locks that are free before the edge and held after it. */
uint64_t locks_taken(const uint64_t *held, const struct edge *e);

#endif
