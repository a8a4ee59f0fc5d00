/* What the cells of one owner hold, in one state of the interpreter: those of a frame, or the shared ones.
 *
 * A bank keeps scalars in an array and every array cell in a map from slot to value; a slot that is not in the map has its
 * initial value, so arrays may be declared huge. Every value fits the width of its cell. */
#ifndef HEDDLE_PROGRAM_BANK_H
#define HEDDLE_PROGRAM_BANK_H

#include "base/map.h"
#include "program/machine_parts.h"

struct bank {
    uint64_t *scalars;
    struct map *arrays;
};

struct bank_layout { /* where a bank keeps which cell */
    const struct program *program;
    uint32_t *counts; /* by template: its instances */
    uint32_t *place;  /* by cell: its index in the bank of its owner */
    uint32_t *size;   /* by code: the cells of its banks; the last entry is for the shared bank */
};

/* unbounded: how many instances there are of a template that may have any number. */
void bank_layout_make(struct bank_layout *l, const struct program *p, uint32_t unbounded);
void bank_layout_free(struct bank_layout *l);

/* owner: the code whose cells the bank holds, NONE for the shared ones. */
struct bank bank_new(const struct bank_layout *l, uint32_t owner); /* initial values */
struct bank bank_copy(const struct bank_layout *l, uint32_t owner, const struct bank *b);
void bank_free(const struct bank_layout *l, uint32_t owner, struct bank *b);

/* c is a cell of the bank's owner. Outside of an array: reads as 0, writes do nothing. */
uint64_t bank_read(const struct bank_layout *l, const struct bank *b, const struct cell *c, uint64_t index);
void bank_write(const struct bank_layout *l, const struct bank *b, const struct cell *c, uint64_t index, uint64_t value);

/* Adds what tells the bank from others, as far as these cells are concerned. */
void bank_key(const struct bank_layout *l, uint32_t owner, const struct bank *b, const struct bitset *cells, machine_words *out);

#endif
