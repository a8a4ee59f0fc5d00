/* A search through concrete interleavings of some instances, breadth first, guided by what an abstraction found. Finds
 * traces, also through recursive procedures; it proves nothing. */
#ifndef HEDDLE_EXECUTE_PARTIAL_HUNT_H
#define HEDDLE_EXECUTE_PARTIAL_HUNT_H

#include "execute/partial/guide.h"
#include "execute/partial/step.h"
#include "program/trace.h"

struct actor {
    uint32_t template, instance;
    struct sight sight;
};

struct hunt_origin {
    uint32_t parent, actor;
    uint32_t step; /* in steps */
};

struct hunt_step { /* offsets into the pools */
    uint32_t code; /* whose edges */
    uint32_t edge, edge_count, input, bound, bound_count;
    uint32_t returned, return_count; /* procedures that end with this step, inner ones first */
};

struct hunt_stack {
    uint32_t below; /* the caller's stack, or NONE */
    uint32_t frame;
    uint32_t edge; /* of the call, in the code of the frame below */
};

struct hunt {
    const struct program *program;
    struct world world;
    VECTOR(struct actor) actors;
    struct intern stores, frames, stacks, states; /* a state: a store, then a stack for each actor */
    VECTOR(struct hunt_origin) origins;
    VECTOR(struct hunt_step) steps;
    VECTOR(struct taken) edges;
    VECTOR(struct trace_input) inputs;
    VECTOR(struct bound) bounds;
    u32_vector returned;
    const struct guide *guide; /* take these edges only; NULL: all */
    uint32_t check;            /* look for its violation; NONE: for nothing */
    uint32_t limit;            /* of states */
    struct budget budget;
    uint32_t found; /* state that violates the check, or NONE */
    bool complete;  /* all states were seen */
    /* Races: accesses about to happen in the state that is being expanded. */
    VECTOR(struct {
        uint32_t actor, access;
        uint64_t slot;
        uint32_t step;
        bool inside;
    })
    about;
    uint32_t found_step; /* race inside a section: how far into it, an index of steps; else NONE */
    uint32_t found_actor;
};

/* most: instances of each template to include. False if the program cannot be searched like this. */
bool hunt_init(struct hunt *s, const struct program *p, uint32_t most);
void hunt_run(struct hunt *s);
void hunt_free(struct hunt *s);

struct trace *hunt_trace(const struct hunt *s, uint32_t state); /* to the state; check is s->check */

/* Tries the guided edges first, then all, with so much effort at most. The trace has been replayed. NULL if none was
 * found. */
struct trace *hunt_trace_to(const struct program *p, uint32_t check, const struct guide *g, const struct budget *budget,
                            uint64_t effort);

#endif
