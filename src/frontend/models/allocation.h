/* Whether an allocation fails, for all models that allocate in the name of malloc. */
#ifndef HEDDLE_MODELS_ALLOCATION_H
#define HEDDLE_MODELS_ALLOCATION_H

#include "heddle.h"

extern const int __heddle_malloc_may_fail; /* --malloc=may-fail */

static inline _Bool there_is_no_memory(void) { return __heddle_malloc_may_fail && __heddle_nondet_bool(); }

#endif
