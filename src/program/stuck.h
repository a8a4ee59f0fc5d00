/* Who is stuck in a graph of states. That is the meaning of the property deadlock (docs/semantics.md):
 *   - a thread is *stuck* in a state if it waits there and takes no step in that state or any that follows it, whatever the others
 *     do. One that joins another thread is stuck only if that one is, too: whoever joins a thread that works for ever does
 *     what he wants to;
 *   - it is a deadlock if the program need not end: there is a run from that state on, fair to all threads, that never ends
 *     the program and in which nobody is held by an assume for ever (that would not be a run of the program). The others may
 *     go on for ever, or have ended, or wait as well.
 * Such a run stays in one strongly connected component at last, of which every thread takes a step or is in some state
 * unable to; and who is stuck before is stuck there. So it is enough to look at each component of the graph: at who moves in
 * it, and at who moves in those that follow it. (Components: Tarjan, "Depth-first search and linear graph algorithms", 1972;
 * they come out with the followers first.) */
#ifndef HEDDLE_PROGRAM_STUCK_H
#define HEDDLE_PROGRAM_STUCK_H

#include "program/program.h"

enum { STUCK_THREADS = 64 }; /* at most; sets of threads are words */

/* Nodes are numbered by whoever builds the graph; a node whose steps are not given may be followed by anything. */
struct stuck_graph {
    VECTOR(struct stuck_node {
        uint32_t first, count; /* steps; count NONE: not given */
        bool partly;           /* there may be more steps, but of nobody else */
        uint64_t able;         /* who can move besides those whose steps are given */
    })
    nodes;
    u32_vector to;
    VECTOR(uint8_t) thread;
    uint32_t current; /* the node whose steps come next */
};
enum { STUCK_CHOICE = 0xff }; /* as a thread: nobody's step; a value is chosen, and the program goes on */

void stuck_steps_of(struct stuck_graph *g, uint32_t node);            /* the steps that come next are this node's */
void stuck_step(struct stuck_graph *g, uint32_t thread, uint32_t to); /* to NONE: the end of the program */
void stuck_unknown(struct stuck_graph *g, uint32_t node);             /* its steps are not known after all */
void stuck_partly(struct stuck_graph *g, uint32_t node); /* not all its steps are given, but some of everybody who can move */
/* Who else can move there, though these steps need not be known: they are put off, and follow in every circle (reduction). */
void stuck_able(struct stuck_graph *g, uint32_t node, uint64_t threads);
void stuck_graph_free(struct stuck_graph *g);

/* Where the threads are in a state, as far as they do not move there. Those that have not begun or have ended are in no set. */
struct stuck_places {
    uint64_t waits;  /* until somebody else does something */
    uint64_t joins;  /* of these: until another thread ends */
    uint64_t held;   /* by an assume, or at a place that says nothing about runs of the program */
    uint64_t unsure; /* of those that wait: whether they can move was not found out */
};
struct stuck_query {
    uint64_t idle; /* who is known not to move, also where steps are not given */
    void *context;
    void (*look)(void *context, uint32_t node, struct stuck_places *out);
    uint64_t (*joined)(void *context, uint32_t node, uint32_t thread); /* whom the thread may be waiting for, that joins */
};
struct stuck_answer {
    uint32_t node;    /* where threads are stuck and the program need not end; NONE: nowhere. The least such number */
    uint64_t threads; /* who is, there */
    bool somewhere;   /* somebody is stuck in some state, though the program may be bound to end */
    bool unsure;      /* the same, or not, for somebody of whom that is not known */
    bool cyclic;      /* some run never ends */
};
struct stuck_answer stuck_find(const struct stuck_graph *g, const struct stuck_query *q);

#endif
