/* Counters of which the threads of a view are a lower bound: all parts of threads but main have one sign, main does not change the
 * cell any more once others run, and there are not so many threads that the sum wraps around. */
#ifndef HEDDLE_ENGINES_MONOTONE_COUNTING_H
#define HEDDLE_ENGINES_MONOTONE_COUNTING_H

#include "facts/counters.h"

void counting_find(struct counters *c, const struct program *p); /* to be freed by counters_free() */

#endif
