/* Where loops are in a code, for unrolling: a weak topological order (Bourdoncle, FMPA 1993) nests the locations into
 * components, each with a head; every cycle of the graph (also of irreducible ones) passes the head of a component that
 * contains it, so counting visits of heads bounds every path.
 *
 * An unrolled location is a location and an iteration number for every component around it. Its key lists both from the
 * outside in: position, iteration, position, ..., position. Comparing keys lexicographically is a topological order of
 * the unrolled graph: edges within an iteration go to later positions, edges to a head go to its next iteration. */
#ifndef HEDDLE_FACTS_LOOPS_H
#define HEDDLE_FACTS_LOOPS_H

#include "program/program.h"

struct loop_place {
    uint32_t depth;       /* components around the location */
    uint32_t *positions;  /* depth + 1 of them */
    uint32_t *components; /* depth of them, outermost first */
    bool is_head;         /* of components[depth - 1] */
};

struct loops {
    struct loop_place *places; /* by location; depth 0 and no positions if it cannot be reached */
    uint32_t *heads;           /* by component */
    bool *one_entry;           /* by component: it is entered at its head only */
    uint32_t component_count;
    uint32_t max_depth;
    struct arena arena;
};

void loops_find(struct loops *l, const struct code *code); /* code is indexed */
void loops_free(struct loops *l);

/* The key of location to, entered from a location with key from. *head is set to the component whose next iteration
 * begins, or NONE. Returns the key's length; key has room for 2 * max_depth + 1. */
uint32_t loops_next(const struct loops *l, uint32_t from, const uint32_t *from_key, uint32_t to, uint32_t *key, uint32_t *head);
uint32_t loops_first(const struct loops *l, uint32_t entry, uint32_t *key);

#endif
