/* What main sets before anybody looks at it is an initial value for engines (passes/initial.c). In the program as it was written the cell is something else until then, so what is
 * proved of it does not hold there. */
#ifndef HEDDLE_REPORT_UNSET_H
#define HEDDLE_REPORT_UNSET_H

#include "base/bitset.h"
#include "program/proof.h"

struct unset_cell {
    uint32_t cell;
    struct bitset at; /* locations of main, in the original, where it may not be set yet */
    bool beside;      /* another thread may run then */
};
struct unset_cells {
    VECTOR(struct unset_cell) list;
};

void unset_find(struct unset_cells *u, const struct program *original, const struct program *proved);
void unset_free(struct unset_cells *u);

/* Of an invariant of a code at a location of the proved program: those conjuncts that hold in the original as well. */
expr unset_left_out(const struct unset_cells *u, const struct proof *proof, uint32_t code, uint32_t location);

#endif
