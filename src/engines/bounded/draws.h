/* Runs with drawn schedules and inputs: what the solver needs many threads and steps for is sometimes found by luck in no time.
 * Schedules come from urgency.h; inputs are drawn near the constants that they are compared with. */
#ifndef HEDDLE_ENGINES_BOUNDED_DRAWS_H
#define HEDDLE_ENGINES_BOUNDED_DRAWS_H

#include "engines/engine.h"

struct draws;

/* instances: of unbounded templates. NULL if the program's states are too large for this. */
struct draws *draws_new(const struct program *p, uint32_t instances, uint64_t seed);
void draws_free(struct draws *d);

/* Runs for so many seconds, or until one violates a check of the property for which wanted says so (races are not looked for).
 * The trace is the caller's; NULL if there was none. */
struct trace *draws_violation(struct draws *d, enum property property, const bool *wanted, double seconds,
                              const struct budget *budget);
uint64_t draws_runs(const struct draws *d); /* so far */

#endif
