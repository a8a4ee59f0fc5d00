/* A search in parts: cubes over the order of accesses (Heule, Kullmann, Wieringa, Biere: Cube and conquer, HVC 2011).
 *
 * Some pairs of groups of different threads are chosen, and each part assumes an order for every pair: the cubes exclude each other
 * and leave out nothing. Pairs are chosen by lookahead along the threads: a before b decides the order of everything before a against
 * everything after b, so the pair is best where both answers decide much. The choice depends on the unrolled program alone, so that all parts
 * make the same one. */
#ifndef HEDDLE_ENGINES_BOUNDED_CUBES_H
#define HEDDLE_ENGINES_BOUNDED_CUBES_H

#include "engines/bounded/memory.h"

enum { MOST_SPLITS = 16 };
typedef VECTOR(int) cube_vector;

/* What part number part of parts (a power of two, 2 to MOST_SPLITS) assumes. False: there are not so many pairs, and
 * nothing is left for this part. */
bool cube_find(struct memory *m, uint32_t part, uint32_t parts, cube_vector *out);

#endif
