/* Numbers as they are relative to one of them. Tickets and sequence numbers wrap around; what matters of them is how far they are from the
 * number that is served, which does not. So a shared cell may be taken as the base: the cells that are compared with it, and with these,
 * are then said as their distance from it, modulo 2^width. A step that moves the base moves all of them, those of other threads, too. */
#ifndef HEDDLE_ENGINES_HORN_RELATIVE_H
#define HEDDLE_ENGINES_HORN_RELATIVE_H

#include "base/bitset.h"
#include "program/program.h"

typedef VECTOR(struct update) update_vector;

struct relative {
    uint32_t base;       /* a shared scalar that begins with a value; NONE: numbers are as they are */
    struct bitset cells; /* that are said by their distance from it */
    uint32_t variables;  /* those from here on stand for no cells */
};

/* The cells of a base. There is nothing to say of it if there are none. */
void relative_make(struct relative *r, const struct program *p, uint32_t base, uint32_t variables);
void relative_free(struct relative *r);

/* What an expression over the program's cells is, in which variable v stands for cell v % cells, over distances. */
expr relative_said(const struct relative *r, const struct program *p, expr e);
/* Updates whose values were said so, but are still what the variables become: then they are distances, and the distances of all others
 * change if the base moves. */
void relative_updates(const struct relative *r, const struct program *p, update_vector *updates);

#endif
