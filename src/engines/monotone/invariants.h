/* What singles.h has found as location invariants, for whoever wants to check them. */
#ifndef HEDDLE_ENGINES_MONOTONE_INVARIANTS_H
#define HEDDLE_ENGINES_MONOTONE_INVARIANTS_H

#include "engines/engine.h"
#include "engines/monotone/singles.h"

/* v is complete. NULL with *why_not if the invariants are too large, or rest on cells that count threads: invariants cannot say that,
 * pairs can. */
struct proof *invariants_of(const struct singles *v, const struct task *task, const struct reason **why_not);

#endif
