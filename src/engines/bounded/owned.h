/* Cells that one instance alone changes once threads run. Whatever the others do, it finds there what it left itself: such a
 * cell stays in its environment, so a buffer's own end, for one, is a constant wherever its writer uses it as an index. The
 * writes are events all the same, since others may read. */
#ifndef HEDDLE_ENGINES_BOUNDED_OWNED_H
#define HEDDLE_ENGINES_BOUNDED_OWNED_H

#include "engines/bounded/unfolding.h"

/* Adds their places. Requires that main is unrolled, or that the instance is main (the first). */
void owned_find(const struct unfolding *u, uint32_t instance, struct bitset *owned);

#endif
