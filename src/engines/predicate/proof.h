/* A complete graph as location invariants. */
#ifndef HEDDLE_ENGINES_PREDICATE_PROOF_H
#define HEDDLE_ENGINES_PREDICATE_PROOF_H

#include "engines/predicate/arg.h"

/* NULL if the graph speaks of what invariants cannot: ghost owners, private cells of other threads, or states inside
 * atomic sections. */
struct proof *proof_of_graph(struct arg *a);

#endif
