/* Where a thread has nothing left to find out: cases need not be kept apart any more. */
#ifndef HEDDLE_ENGINES_FLOW_SETTLED_H
#define HEDDLE_ENGINES_FLOW_SETTLED_H

#include "engines/flow/threads.h"

/* By location of the thread's code: from there on nothing shared is read, nobody is created, nothing is asked, no check
 * is met, and each value that is written comes from one variable at most: what others see is the same whether cases
 * are joined before the write or after it. To be freed. */
bool *settled_compute(const struct flow_threads *t, uint32_t thread);

#endif
