/* All states of a small program, as bytes, and whether what is said of its locations is true in them. */
#ifndef HEDDLE_TESTS_FLOW_STATES_H
#define HEDDLE_TESTS_FLOW_STATES_H

#include "base/map.h"
#include "program/program.h"
#include "program/proof.h"

enum { INSTANCES_ALL = 8 };

struct world {
    const struct program *p;
    uint32_t instances[INSTANCES_ALL], code[INSTANCES_ALL], count; /* number within the template, template */
    uint32_t first[64];                                            /* by cell: where its slots are, for shared cells */
    uint32_t local[INSTANCES_ALL][64];
    uint32_t size, slots[8];
    struct intern states;
    uint32_t owner[256];               /* by byte of a state: the instance whose cell it is, or NONE */
    struct intern seen[INSTANCES_ALL]; /* by instance: the states, without the cells of other instances */
    struct intern said;                /* invariants that were looked at */
    bool *violated;
    uint64_t failed;
};

void world_lay_out(struct world *w); /* w->p and w->violated (by check) are set */
bool world_visit(struct world *w);   /* takes every step of every state; false if there are too many */

/* Counts in w->failed, and prints the first, what is said of locations but not true in all states. What was said before is not
 * looked at again. */
void world_check(struct world *w, const struct proof *proof);
void world_free(struct world *w);

#endif
