/* What scalars of a code are known to be at its locations: what the pass constants finds out, and its shortcuts go by. */
#ifndef HEDDLE_PASSES_KNOWN_H
#define HEDDLE_PASSES_KNOWN_H

#include "facts/alive.h"
#include "passes/known_row.h"

struct known_values {
    struct program *p;
    uint32_t code;
    const struct alive *alive; /* for main only, else NULL */
    u32_vector cells;          /* that may be followed somewhere in this code, */
    uint32_t own;              /* the first so many of them everywhere: they are its own */
    uint32_t *slot;            /* by cell: its place in cells, or NOT_FOLLOWED */
    struct known_row **at;     /* by location: NULL if not reached, else by slot */
    const expr *given;         /* by cell: values that hold throughout, or NULL */
};

enum { NOT_FOLLOWED = UINT32_MAX };

/* e with what is known put in. */
expr known_in(const struct known_values *k, const struct known_row *before, expr e);

/* Values after the edge, to be freed; NULL if it cannot be taken. */
struct known_row *known_after(const struct known_values *k, const struct known_row *before, const struct edge *e);

/* Leads edges past loops that they enter with known values, if all that these loops do is known then, and own: the edge sets what they
 * compute. Such a loop costs every engine its iterations, and what it computes is known to none. */
void known_shortcuts(struct known_values *k);

#endif
