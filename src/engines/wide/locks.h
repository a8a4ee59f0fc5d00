/* What locks.c computes, for held.c, which answers questions about it. */
#ifndef HEDDLE_ENGINES_WIDE_LOCKS_H
#define HEDDLE_ENGINES_WIDE_LOCKS_H

#include "engines/wide/wide.h"

struct name {
    uint32_t procedure, base; /* base NONE: of an object */
    int64_t offset;
    uint32_t object; /* NONE: of a value */
    uint32_t shared; /* held for reading */
};

struct locks {
    struct wide *w;
    struct sets sets;
    struct intern names;
    VECTOR(struct outline_address) addresses; /* by name */
    u32_vector exits[OUTLINE_ENDS];           /* by end, procedure: what it has taken when it is left in this way */
    VECTOR(struct bitset) releases;           /* procedure: objects of its callers' locks that it may unlock */
    u32_vector gives;    /* procedure: names of locks behind its parameters that it may unlock without having taken them */
    struct bitset loose; /* objects with locks that are unlocked by who does not certainly hold them */
    u32_vector held;     /* by step */
    bool looks_for_loose;
    struct bitset again; /* objects with locks that are none of which who has it waits for ever for it */
    struct bitset kinds; /* objects with mutexes that may be of other kinds than the normal one */
    struct map elements; /* procedure << 32 | value: into outline.elements */
};

static inline const struct name *lock_name_at(const struct locks *l, uint32_t id) { return intern_bytes(&l->names, id, NULL); }

/* Whether the lock at an address of a procedure is in a set of what is held. */
bool locks_have(struct locks *l, uint32_t procedure, const struct outline_address *a, uint32_t set);
/* A lock that is held at a step, and where the home is of what it accesses. */
struct home_lock {
    uint32_t step;
    const struct outline_home *home;
    const struct name *lock;
};

/* striped.c: two steps under locks that are elements of one array, by the numbers that find what is accessed in another one: elements of it, or homes. */
void locks_find_elements(struct locks *l);
bool locks_striped(const struct locks *l, uint32_t x, const struct name *a, uint32_t y, const struct name *b);
bool locks_striped_homes(const struct locks *l, const struct home_lock *a, const struct home_lock *b);
/* Whether a lock is of such an array, by the number of the element that is accessed, or of the home. */
bool locks_is_stripe(const struct locks *l, uint32_t x, const struct name *a);
bool locks_is_stripe_of_home(const struct locks *l, uint32_t x, const struct outline_home *at, const struct name *a);
/* Whether an address may be one in these objects. */
bool locks_meet_objects(const struct outline *o, const struct outline_address *a, const struct bitset *objects);

#endif
