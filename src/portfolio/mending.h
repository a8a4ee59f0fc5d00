/* Stronger memory orders that would mend a program, found by trying: with all atomic accesses at seq_cst it has to be good; then each
 * gets the weakest order with which it still is. */
#ifndef HEDDLE_PORTFOLIO_MENDING_H
#define HEDDLE_PORTFOLIO_MENDING_H

#include "portfolio/pipeline.h"

/* Whether the program is good as it is now; it may be asked many times, each time with other orders. */
typedef bool (*is_good_program)(struct program *p, void *context);

/* "memory_order_acquire at line 7 and memory_order_release at lines 4 and 5"; NULL if stronger orders do not help, or there are too many to
 * try. The orders of p are changed meanwhile, and restored. */
const char *orders_that_mend(struct program *p, is_good_program is_good, void *context, struct arena *words);

#endif
