/* The order of a model as a graph, for order.c and the files that it uses. Groups in the past of the target are numbered 0, 1, ...
 * ("places"); everything here speaks of places. */
#ifndef HEDDLE_ENGINES_BOUNDED_ORDER_GRAPH_H
#define HEDDLE_ENGINES_BOUNDED_ORDER_GRAPH_H

#include "engines/bounded/order.h"

enum edge_kind { PROGRAM, READS, START, BEHIND, AHEAD, GIVEN, NEXT, FINAL };
/* PROGRAM  the same thread
 * READS    a write and the read that sees it
 * START    a read of the start memory and a write to its slot
 * BEHIND   a write that comes before the read comes before the write that is read
 * AHEAD    a write that comes after the write that is read comes after the read
 * GIVEN    an order variable of the solver
 * FINAL    everything comes before a final group
 * NEXT     what comes before one of the two groups of a race comes before the other, too */

struct order_edge {
    uint32_t from, to;
    uint8_t kind;
    uint32_t read;  /* index into seen; GIVEN: none */
    uint32_t write; /* START, BEHIND, AHEAD: the other write */
    int literal;    /* GIVEN */
};

struct seen { /* a read of the past with its write */
    uint32_t read;
    const struct candidate *choice;
    uint32_t reader, writer; /* places; writer is NONE for the start memory */
};

struct order_graph {
    struct memory *m;
    struct order_run *run;
    u32_vector groups; /* by place */
    VECTOR(struct order_edge) edges;
    VECTOR(u32_vector) out; /* by place: edges */
    struct bitset *reach;   /* by place: places after it */
    struct bitset *reached; /* by place: places before it */
    VECTOR(struct seen) seen;
    VECTOR(int) clause;
    struct bitset explained; /* edges */
    uint32_t clauses;
    uint32_t *rank;   /* by place: groups before it by the order variables; NULL: threads go on as long as they can */
    uint32_t next[2]; /* race: the places of the two groups, else NONE */
    int chosen;
};

/* past.c: fills groups, run->paths and run->place with what the target depends on. */
void order_graph_find_past(struct order_graph *g, const struct order_target *target);
/* A branch whose ways meet again may have no clauses, since nothing depended on it: then the way that the model takes is not
 * tied to memory yet. Asks for the conditions of all steps of the past; true if some were new. */
bool order_graph_ask_for_steps(struct order_graph *g);
uint32_t group_of(const struct unfolding *u, uint32_t node);
const struct candidate *choice_of(struct memory *m, uint32_t read); /* in the model; NULL if none */

/* reasons.c: adds an edge, or the clause if it would close a cycle (then, and if the edge follows from others, false). */
bool order_graph_add_edge(struct order_graph *g, struct order_edge e);
lit same_slot(struct order_graph *g, uint32_t read, uint32_t write);

#endif
