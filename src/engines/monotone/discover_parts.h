/* What the parts of discover.h share. */
#ifndef HEDDLE_ENGINES_MONOTONE_DISCOVER_PARTS_H
#define HEDDLE_ENGINES_MONOTONE_DISCOVER_PARTS_H

#include "engines/monotone/model.h"

struct discovery {
    struct monotone_model *m;
    bool *symbolic;
    bool *relates; /* by cell * cells + cell: compared or copied */
};

/* discover_atoms.c */
/* Tracks the atoms of a condition that say something about symbolic cells; a: the action that it belongs to, or NULL.
 */
void discover_track_atoms(struct discovery *d, uint32_t code, expr e, const struct action *a);
void discover_from_program(struct discovery *d);
void discover_from_assignments(struct discovery *d);
void discover_from_preconditions(struct discovery *d); /* of what is tracked */

/* discover_order.c */
void discover_from_strides(struct discovery *d);
void discover_from_order(struct discovery *d);
void discover_from_pairs(struct discovery *d);
void discover_from_ghost(struct discovery *d, const struct ghost_counter *g);

#endif
