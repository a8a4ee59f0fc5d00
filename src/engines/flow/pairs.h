/* What holds when one thread is at one location and another thread at another, for all pairs: a second abstract
 * interpretation, of small programs alone, whose result is an inductive proof with at(). It needs no order of events,
 * since locations of the other threads are part of what it knows (as auxiliary variables are in the method of Owicki
 * and Gries); so it also proves mutual exclusion by protocol, which the order does not show. Not in the paper. */
#ifndef HEDDLE_ENGINES_FLOW_PAIRS_H
#define HEDDLE_ENGINES_FLOW_PAIRS_H

#include "engines/flow/analysis.h"

struct pairs;

/* NULL if the program is too large, has threads that cannot be told apart, or it takes long (longer if it is needed).
 * Of each pair up to so many different states are kept apart: one is cheap, several see how cells depend on each other
 * (a counter on who has ended, say). */
struct pairs *pairs_compute(struct flow *f, bool needed, uint32_t cases);
void pairs_free(struct pairs *p);

bool pairs_reachable(const struct pairs *p, uint32_t code, uint32_t location); /* by some instance */
bool pairs_race(const struct pairs *p, const struct check *check);             /* possible? */
struct proof *pairs_proof(const struct pairs *p);

#endif
