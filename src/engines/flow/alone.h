/* What holds when a thread is at a location, shared cells as they are now, whatever the others do and wherever they
 * are: for small programs with threads that cannot be told apart (any number of them). Inductive by itself, without
 * at(). */
#ifndef HEDDLE_ENGINES_FLOW_ALONE_H
#define HEDDLE_ENGINES_FLOW_ALONE_H

#include "engines/flow/analysis.h"

struct alone;

struct alone *alone_compute(struct flow *f); /* NULL if the program is too large, or it takes long */
void alone_free(struct alone *a);

bool alone_reachable(const struct alone *a, uint32_t code, uint32_t location); /* by some instance */
struct proof *alone_proof(const struct alone *a);

#endif
