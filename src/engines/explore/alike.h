/* Which templates run instances that are alike: what an instance does once it has begun depends on its own cells and on shared
 * memory, not on which one it is. So instances that have begun may exchange their locations and cells, and nothing else
 * changes; only the ids of the two are exchanged in the cells that hold ids (owners of mutexes).
 *
 * Ids occur in two ways: as values that are only stored in such cells and compared for equality with one another and with
 * 0, which exchanging them respects; or in the steps out of the entry, which an instance takes before it is exchanged. */
#ifndef HEDDLE_EXPLORE_ALIKE_H
#define HEDDLE_EXPLORE_ALIKE_H

#include "base/bitset.h"
#include "program/program.h"

struct alike {
    struct bitset templates;
    struct bitset ids; /* shared cells that hold 0 or the id of an instance */
};

struct alike alike_of(const struct program *p);
void alike_free(struct alike *a);

#endif
