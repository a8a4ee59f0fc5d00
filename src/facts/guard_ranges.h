/* Guards that say the same about a value twice, or what cannot be: comparisons with constants leave a range to each term, and the other
 * conjuncts are looked at within these ranges. */
#ifndef HEDDLE_FACTS_GUARD_RANGES_H
#define HEDDLE_FACTS_GUARD_RANGES_H

#include "program/expr.h"

/* The same condition, without conjuncts that the others imply; false if they exclude each other. */
expr guard_by_ranges(struct exprs *pool, expr guard);

#endif
