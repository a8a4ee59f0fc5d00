/* Target set widening (4.1.3): candidates strictly below a state that are not known to be coverable. */
#ifndef HEDDLE_COVER_WIDEN_H
#define HEDDLE_COVER_WIDEN_H

#include "cover/known.h"

/* A minimal element of the states strictly below p that are not known coverable and have at most `most` threads;
 * copied to the arena. NULL if there is none. */
const struct state *widen_candidate(const struct known *k, const struct state *p, uint32_t most, struct arena *a);

#endif
