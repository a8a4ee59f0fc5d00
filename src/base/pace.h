/* Effort: work that is counted in steps, not in seconds, so that it is the same on every machine, however busy it is. Whoever works
 * says so, in units that are about as long for everybody (within a factor of three or so, as measured); solvers are asked what they
 * have done.
 *
 * A process may work at a pace: then its effort is counted where the process that started it can see it, and when it has done as much
 * as it is allowed to, it waits in the midst of its work until it is allowed more. */
#ifndef HEDDLE_BASE_PACE_H
#define HEDDLE_BASE_PACE_H

#include <stdbool.h>
#include <stdint.h>

enum { STEPS_OF_SECOND = 3000000 }; /* about */

void effort_spend(uint64_t steps);
uint64_t effort_so_far(void); /* in this thread, or since pace_keep() */

struct pace;

struct pace *pace_new(void); /* in memory that processes forked later share; nothing done, nothing allowed */
void pace_free(struct pace *p);

/* From now on this thread counts there, from 0, and waits when it has to, unless it is interrupted. The other threads of its
 * process do not. */
void pace_keep(struct pace *p);

uint64_t pace_done(const struct pace *p);        /* steps so far; whatever was sent before it was counted has been sent */
void pace_allow(struct pace *p, uint64_t steps); /* so many, all in all; wakes it up if it waits */
uint64_t pace_allowed(const struct pace *p);

#endif
