/* Predicates to begin with. Each kind of seed has an option. */
#ifndef HEDDLE_ENGINES_PREDICATE_SEEDS_H
#define HEDDLE_ENGINES_PREDICATE_SEEDS_H

#include "engines/predicate/assumed.h"
#include "engines/predicate/precision.h"

void seed_checks(struct precision *p); /* conditions of the steps into error and unsupported locations, at their sources */
void seed_guards(struct precision *p); /* conditions of all steps, at their sources */
void seed_locks(struct precision *p);  /* who holds a lock, and whether it is free, where the kind may hold it */
void seed_facts(struct precision *p, const struct assumed *facts); /* what another engine knows, where it knows it */

#endif
