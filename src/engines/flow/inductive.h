/* What is known of own cells at each location, and of shared cells wherever threads are, weakened until it is inductive
 * by itself: no order of events, no views. A proof of what it still excludes, and facts for other engines. */
#ifndef HEDDLE_ENGINES_FLOW_INDUCTIVE_H
#define HEDDLE_ENGINES_FLOW_INDUCTIVE_H

#include "engines/flow/analysis.h"

struct inductive;

struct inductive *inductive_compute(struct flow *f); /* NULL if it takes long */
void inductive_free(struct inductive *i);

bool inductive_reachable(const struct inductive *i, uint32_t code, uint32_t location); /* by some instance */
bool inductive_race(const struct inductive *i, const struct check *check);             /* possible? */
struct proof *inductive_proof(const struct inductive *i);

#endif
