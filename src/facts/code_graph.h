/* What the shape of a code's graph tells about its edges: which dominate which, which can follow which, which lie on
 * cycles; and an order of the locations in which to interpret them. */
#ifndef HEDDLE_FACTS_CODE_GRAPH_H
#define HEDDLE_FACTS_CODE_GRAPH_H

#include "base/bitset.h"
#include "program/program.h"

struct code_graph {
    const struct code *code;
    struct bitset *follows;   /* by edge: edges that can be taken some time after it */
    struct bitset *dominates; /* by edge: edges on every path from the entry up to it, itself left out */
    bool *on_cycle;           /* by edge */
    uint32_t *rank;           /* by location: reverse post-order, NONE if unreachable */
    u32_vector *in_edges;     /* by location */
    u32_vector by_rank;       /* locations */
    bool *widen;              /* by location: a cycle passes here, and every cycle has such a location */
    bool acyclic;
};

struct code_graph *code_graph_new(const struct code *c);
void code_graph_free(struct code_graph *g);

#endif
