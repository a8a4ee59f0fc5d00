/* What indices of array cells are here: the number of a slot where the cell is one regular range, with as few bits as that
 * needs; otherwise the address, as the program has it. Comparing two slots of a structure's members takes a gate or two, and
 * accesses to different members of one array of structures share them. */
#ifndef HEDDLE_ENGINES_BOUNDED_SLOTS_H
#define HEDDLE_ENGINES_BOUNDED_SLOTS_H

#include "program/program.h"

struct slots {
    bool numbered; /* indices are slot numbers */
    uint8_t width; /* of an index; 0 for a scalar */
    uint8_t shift; /* numbered: an address is first + (slot << shift) */
    uint64_t first, count;
};

struct slots slots_of(const struct cell *c);

/* numbered: the slot of an address, and whether the address is one of a slot (width 1). */
expr slots_number(const struct slots *s, struct exprs *pool, expr address);
expr slots_inside(const struct slots *s, struct exprs *pool, expr address);

/* Between constant indices and slots; NONE64 if the index is outside. */
uint64_t slots_from_index(const struct slots *s, const struct cell *c, uint64_t index, const uint32_t *counts);
uint64_t slots_to_index(const struct slots *s, const struct cell *c, uint64_t slot, const uint32_t *counts);

#endif
