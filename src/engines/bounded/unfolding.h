/* All runs of a program up to a bound, as circuits. Every instance is unrolled into an acyclic graph of nodes with merged
 * joins (guarded SSA: what a local holds is a word over free inputs); a step that touches shared memory belongs to a
 * *group*, the indivisible unit of the order: one action, or a whole atomic section. A group reads cells as they are just
 * before it (each read is a free word, tied to a write by memory.c) and leaves writes behind.
 *
 * Before main creates the first thread nobody else moves: main's steps up to there need no events, and what they leave in
 * shared cells is the initial memory for everyone ("solo" below).
 *
 * An iteration that writes nothing and comes back to the loop head with the same local state changes nothing: a thread
 * that waits in a loop is taken to wait at the head, and such loops need no bound. (For deadlocks it makes a difference: others
 * may wait for what it would do after the loop.)
 *
 * A thread may stop anywhere: only what an error depends on has to be a run. So halting the program is just the
 * end of a thread, and a path that the bound cuts off is not an error but is remembered. */
#ifndef HEDDLE_ENGINES_BOUNDED_UNFOLDING_H
#define HEDDLE_ENGINES_BOUNDED_UNFOLDING_H

#include "base/bitset.h"
#include "base/clock.h"
#include "base/map.h"
#include "engines/bounded/contents.h"
#include "engines/bounded/known.h"
#include "facts/loops.h"
#include "logic/bitblast.h"
#include "program/program.h"
#include "weak/plan.h"

struct bound {
    uint32_t loops;               /* times a loop head may be visited */
    uint32_t instances;           /* of unbounded templates */
    uint32_t nodes;               /* give up beyond */
    bool accesses;                /* remember accesses to shared memory, for races; with a plan, also events without a value */
    bool stops;                   /* remember where threads may stop, for deadlocks */
    bool in_step;                 /* the solver's first guess: all threads in step, or one thread after the other (memory.c) */
    const struct weak_plan *plan; /* remember events as memory models see them (weak.h); NULL: threads take turns */
};

struct unrolled_step { /* an unrolled edge */
    uint32_t from, to; /* nodes; to is NONE where the bound cut */
    uint32_t edge;     /* of the code */
    lit x;             /* it is taken */
};

struct arrival { /* a way into a node */
    lit x;
    const void **env; /* owned */
    bool solo;
    uint32_t effects;
    uint32_t from; /* the node before */
    lit chosen;    /* x, given that the node before is reached and left */
};

struct unrolled_node {
    uint32_t instance, location, key;
    uint32_t section; /* group whose atomic section this is inside of, or NONE */
    uint32_t group;   /* group of the steps that leave it, or NONE */
    uint32_t first_step, step_count;
    lit x; /* it is reached */
    bool solo;
    uint32_t effects; /* a bound on the writes of all paths to it: if it is the same at two nodes, no path between them writes */
    const void **env; /* of loop heads: what they were entered with; owned */
    VECTOR(struct arrival) arrivals;
    struct bitset past, sure; /* groups before it on some path; on every path. Freed when the node is done */
};

struct group {
    uint32_t instance, node;
    lit x;     /* executed */
    lit guard; /* what has to hold for it when its node is reached */
    u32_vector reads, writes;
    struct bitset past, sure; /* as of its node */
    bool final;               /* looks at memory when everything has happened (deadlock); x: its thread has stopped */
};

struct read {
    uint32_t group, cell;
    word index; /* NULL for a scalar */
    word value; /* free bits */
    lit demand; /* the value matters */
};

struct unrolled_write {
    uint32_t group, cell, step;
    word index; /* NULL for a scalar */
    word value;
    lit x; /* executed, and not overwritten within its group */
};

struct unrolled_target { /* an error or unsupported location that is reached, or a path that the bound cuts */
    uint32_t node;       /* of a cut: where the path was */
    uint32_t check;      /* error; NONE: unsupported, or a cut */
    lit x;
    bool inside; /* cut inside an atomic section */
    bool always; /* cut by any bound: a recursive call; an iteration in which nothing happens, where that matters (deadlock) */
    const char *reason;
    bool threads; /* cut where one more thread is created than the bound has */
};

struct used_input {
    uint32_t node, site;
    word value;
};

struct instance {
    uint32_t code, number;
};

struct used_access { /* a step that makes an access */
    uint32_t access, cell, step;
    word index; /* NULL for a scalar */
    lit inside; /* the index is one of the cell's */
};

struct noted_event { /* that a step is, if it is taken */
    uint32_t step;
    const struct item *item; /* NULL: a fence */
    uint8_t order;
    uint32_t read; /* or NONE */
    word index;    /* NULL for a scalar */
    lit inside;    /* the index is one of the cell's */
    bool in_section;
};

struct stop { /* a thread takes no step out of a node */
    uint32_t node;
    lit x;
    lit stuck;  /* no step is possible in the final memory; LIT_FALSE: that is not known, or is not what waiting is */
    bool waits; /* it has begun and not ended */
};

struct stored { /* what a step writes to a shared cell, also while main is alone */
    uint32_t cell;
    lit x;
    word value;
};

struct unfolding {
    const struct program *program;
    struct bound bound;
    struct circuit *circuit;
    struct arena arena;
    struct blaster blaster;
    struct contents contents; /* initial memory */
    uint32_t *counts;         /* instances by template */
    uint32_t *place;          /* by cell: index into environments */
    uint32_t shared_count;
    VECTOR(struct instance) instances;
    VECTOR(struct unrolled_node) nodes;
    VECTOR(struct unrolled_step) steps;
    VECTOR(struct group) groups;
    VECTOR(struct read) reads;
    VECTOR(struct unrolled_write) writes;
    VECTOR(struct unrolled_target) errors;
    VECTOR(struct unrolled_target) unsupported;
    VECTOR(struct unrolled_target) cuts;
    VECTOR(struct used_input) inputs;
    VECTOR(struct stop) stops;           /* if the bound says so */
    lit_vector halts;                    /* steps that end the program, likewise */
    bool stops_unclear;                  /* whether a thread waits somewhere depends on more than this file can say */
    VECTOR(struct used_access) accesses; /* if the bound says so; not those of main alone */
    VECTOR(struct noted_event) events;   /* if the bound has a plan; not those of main alone */
    lit_vector required;                 /* these hold in every run */
    VECTOR(struct arrival) solo_ends;    /* memory when main stops being alone */
    const void **start_memory;           /* by place of a shared cell, once main is unrolled: a word or a struct array * */
    const struct known_bits *given;      /* by cell: what reads may rely on; NULL: nothing is known yet */
    VECTOR(struct stored) stored;
    struct known_bits *known;   /* by cell: what is the same in all values written, once unfolding_settle() has found it */
    struct bitset *postponable; /* by code: locations inside which a thread goes on at once (postponable.h) */
    struct intern keys;
    bool too_large;
};

/* given: by cell, bits that never change (known.h), or NULL. */
struct unfolding *unfolding_new(const struct program *p, struct bound bound, const struct known_bits *given,
                                const struct budget *budget);
void unfolding_free(struct unfolding *u);
bool unfolding_valid(const struct unfolding *u); /* numbers are in range, and groups and their reads and writes name each other */

void unfolding_settle(struct unfolding *u); /* settle.c */

/* What a shared cell holds before any group has written it. */
word unfolding_start_value(struct unfolding *u, uint32_t cell, word index);

#endif
