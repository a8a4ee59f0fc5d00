/* Thread-modular model checking: the least R and G with
 *   (AG INIT)  every thread starts in its initial state and store;
 *   (AG STEP)  a step of a thread from a state in R leads to a state in R, and its effect on the store is in G;
 *   (AG ENV)   a step in G of another thread changes the store of a state in R to one in R.
 * C. Flanagan, S. Qadeer: Thread-Modular Model Checking, SPIN 2003, sections 2 and 3.
 *
 * Where we deviate. Stores are a kind's view (view.h): a guarantee is translated into the other kind's view before it
 * is applied (project.h). Threads with a stack: a state carries the entry of the procedure that it is in, so that R is
 * the relation P of section 3; the frames that wait are kept with the entry (Q). Thread kinds are instances or,
 * relatively, templates; a kind with several instances is part of its own environment. */
#ifndef HEDDLE_ENGINES_MODULAR_FIXPOINT_H
#define HEDDLE_ENGINES_MODULAR_FIXPOINT_H

#include "base/clock.h"
#include "execute/partial/step.h"
#include "engines/modular/view.h"

enum { MOST_IN_PROOF = 4000 }; /* states, those inside of atomic sections included */

struct modular_state { /* key of an interned state */
    uint32_t entry, frame, store;
};

struct state_origin {
    uint32_t parent;           /* NONE: initial */
    uint32_t env;              /* the step of the environment, or NONE: own step, */
    uint32_t path, path_count; /* its edges in kind.path; a return from a procedure has none */
    uint32_t next;             /* 1 + another state with the same store, 0: none */
};

struct store_place { /* lists: 1 + the first, 0: empty */
    uint32_t states;
    uint32_t changes; /* in kind.changes */
};

struct store_change { /* of a store, by a step of the environment */
    uint32_t store, env;
    uint32_t next; /* of the same store before */
};

struct guarantee {
    uint32_t pre;          /* in kind.pres */
    uint32_t write, count; /* in kind.writes */
    uint32_t state;        /* that made it */
};

enum { PART_ID = 1, PART_TOP = 2 }; /* holds an id, seen relatively; any value (writes) */
struct env_part {
    uint32_t unit;
    uint32_t flags;
    uint64_t value;
};

struct env_step {                        /* a guarantee as another kind sees it */
    const struct env_part *pre, *writes; /* interned */
    uint32_t pre_count, write_count;
    uint32_t source, guarantee;
    uint32_t shape, next; /* in its bucket */
};

struct shape {                           /* env steps whose preconditions speak of the same units, indexed by the values there */
    u32_vector units;                    /* those that do not hold ids */
    struct map env_bucket, store_bucket; /* hash of values to last + 1 */
    VECTOR(struct { uint32_t store, next; }) stores;
    u32_vector partial; /* stores that do not know all of these units */
    u32_vector steps;
};

struct entry { /* a procedure entered with this frame and store; entry 0 is the thread's start */
    uint32_t frame, store;
    VECTOR(struct { uint32_t entry, frame, edge, code; }) callers;
    u32_vector exits; /* states */
};

/* An instance of the kind about to make an access (for races). */
struct store_access {
    uint32_t access;
    uint32_t cell, slot;
    uint8_t target; /* enum slot_target; TARGET_BLURRED: some slot */
    uint8_t inside; /* in an atomic section; store is the one before it */
    uint8_t loose;  /* at the edge's source, whatever the guard says: for pairing with those inside */
    uint32_t store; /* in kind.pres */
    uint32_t state;
};

struct modular_kind {
    struct sight *sight;
    struct intern stores, frames, states, guarantees, envs, entries, abouts;
    struct intern pres;    /* stores before steps, with what they read */
    struct intern insides; /* code << 32 | location in an atomic section, bank of the frame, bank of the store */
    VECTOR(struct state_origin) origins;
    VECTOR(struct store_place) places; /* by store */
    VECTOR(struct store_change) changes;
    struct map changed; /* store << 32 | store: there is such a change */
    VECTOR(struct guarantee) guarantee_list;
    VECTOR(struct slot_write) writes;
    VECTOR(struct env_step) env_list;
    VECTOR(struct shape) shapes;
    struct intern shape_names;
    VECTOR(struct entry) entry_list;
    VECTOR(struct store_access) about_list;
    u32_vector path;
    u32_vector *mentions;                /* by template: instances whose own slots this kind tracks at fixed places */
    uint32_t stores_joined, envs_joined; /* those below are indexed and joined with each other */
};

struct fixpoint {
    struct partial_model *model;
    struct modular_kind *kinds;
    uint32_t kind_count;
    struct sight *sights;
    struct map seers; /* cell << 32 | slot to 1 + the first of, in seer_list: kinds that track the slot */
    VECTOR(struct { uint32_t kind, next; }) seer_list;
    VECTOR(uint64_t) queue; /* kind << 32 | state */
    uint32_t queue_head;
    VECTOR(struct slot_write) growth; /* writes of the state that is being visited, for the domains */
    u32_vector busy;                  /* kinds with stores or environment steps to join, perhaps more than once */
    struct budget budget;
    uint64_t state_count, state_limit, env_joins; /* state_limit is looked at between visits */
    bool crowded;                                 /* state_limit is passed; fixpoint_run() goes on if it is raised */
    const struct reason *stopped;                 /* why the fixpoint is not complete, or NULL */
    const char *unsupported;                      /* reached */
    u64_vector *errors;                           /* by check: kind << 32 | state that reached it */
    bool races;                                   /* collect about_list */
    bool sections;                                /* the program has atomic sections of several steps */
    uint64_t inside_count;                        /* of insides, in all kinds */
    bool insides_left_out;                        /* with them, a proof would become too large */
};

/* One kind for every instance (absolute) or template (relative). */
void fixpoint_init(struct fixpoint *f, struct partial_model *w, enum view_level level, const struct bitset *extra,
                   const extra_slots *more);
void fixpoint_run(struct fixpoint *f); /* to the end, or until stopped or crowded is set */
void fixpoint_free(struct fixpoint *f);

const struct modular_state *kind_state(const struct modular_kind *k, uint32_t id);
const uint64_t *kind_store(const struct modular_kind *k, uint32_t id);
/* code << 32 | location, then the bank of the frame */
const uint64_t *kind_frame(const struct modular_kind *k, uint32_t id);

/* Called by project.c: adds a step of the environment; parts are copied, shape and next are found. */
void fixpoint_add_env(struct fixpoint *f, uint32_t kind, const struct env_step *e);

#endif
