/* What pairs.c computes and pairs_tell.c looks at. Internal to the two. */
#ifndef HEDDLE_ENGINES_FLOW_PAIRS_STATE_H
#define HEDDLE_ENGINES_FLOW_PAIRS_STATE_H

#include "engines/flow/pairs.h"

struct spot { /* a thread at a location */
    uint32_t thread, location;
};

struct pair_case {
    struct abstract *state;
    uint32_t born; /* in which round */
};
typedef VECTOR(struct pair_case) pair_cases;

struct pair {
    struct abstract *state; /* NULL: cannot be */
    pair_cases cases;       /* if any: one of them holds; state covers them all */
    uint32_t changed;       /* in which round */
    uint8_t changes;
};

struct pairs {
    struct flow *f;
    VECTOR(struct spot) spots;
    uint32_t *first;           /* by thread: its first spot */
    struct pair *pairs;        /* by spot of the one, spot of the other */
    struct interpreted *views; /* by thread, with all shared cells; NULL: as in the analysis */
    uint32_t limit;            /* cases of a pair that are kept apart */
    uint32_t *fresh;           /* by spot of the one: in which round a pair of it changed last */
    bool *acts;                /* by spot: an edge from it changes something shared */
    uint32_t round;
    bool again;
};

static inline struct pair *at(const struct pairs *p, uint32_t one, uint32_t other)
{
    return &p->pairs[(size_t)one * p->spots.size + other];
}

static inline const struct code *code_of(const struct pairs *p, uint32_t spot)
{
    assert(spot < p->spots.size);
    return &p->f->program->codes.data[p->f->threads->threads.data[p->spots.data[spot].thread].code];
}

static inline const struct interpreted *who(const struct pairs *p, uint32_t spot)
{
    assert(spot < p->spots.size);
    uint32_t thread = p->spots.data[spot].thread;
    return p->views ? &p->views[thread] : &p->f->interpreted[thread];
}

static inline const struct space *space_of(const struct pairs *p, uint32_t spot) { return who(p, spot)->space; }

static inline bool is_atomic(const struct pairs *p, uint32_t spot)
{
    assert(spot < p->spots.size);
    return code_of(p, spot)->locations.data[p->spots.data[spot].location].flags & LOC_ATOMIC;
}

#endif
