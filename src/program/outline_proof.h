/* A proof about a program in outline: facts at the beginning of blocks and summaries of procedures, which hold because every step keeps them, and a set of objects that
 * several threads may reach. outline_check() looks at every step once; it searches nothing, and needs no engine.
 *
 * held: locks that the thread certainly holds. begun: kinds of threads that may have begun, and ended: kinds that certainly have ended, if it is main that is there; nothing is
 * said of the order of others. */
#ifndef HEDDLE_PROGRAM_OUTLINE_PROOF_H
#define HEDDLE_PROGRAM_OUTLINE_PROOF_H

#include "program/outline_threads.h"

/* At one place of a global variable. */
struct outline_lock {
    uint32_t object;
    uint64_t at;
    bool shared; /* held for reading */
};

struct outline_facts {
    bool reached; /* otherwise nobody comes there */
    struct bitset held, begun, ended;
};

struct outline_summary {
    struct outline_facts entry, exits[OUTLINE_ENDS]; /* exits: by enum outline_end */
    struct bitset releases;                          /* objects with locks that it may unlock, also by calls */
    struct bitset creates;                           /* kinds that it may create, by calls and through threads, too */
};

struct outline_proof {
    VECTOR(struct outline_lock) locks;
    VECTOR(struct outline_summary) procedures;
    VECTOR(struct outline_facts) blocks; /* of the outline: at their beginning */
    struct bitset shared;                /* objects */
};

struct outline_proof *outline_proof_new(const struct outline *o); /* says nothing: nobody comes anywhere */
void outline_proof_free(struct outline_proof *p);

void outline_facts_copy(struct outline_facts *to, const struct outline_facts *from);
void outline_facts_free(struct outline_facts *f);
/* Whether what is said by one follows from the other. */
bool outline_facts_follow(const struct outline_facts *what, const struct outline_facts *from);

/* What holds behind a step if this holds before it; reached is false behind one that does not come back. */
void outline_facts_step(const struct outline_proof *p, const struct outline_threads *t, uint32_t step, struct outline_facts *f);
/* What holds in addition on the way to a block's next. */
void outline_facts_next(const struct outline_proof *p, const struct outline_threads *t, uint32_t block, uint32_t next,
                        struct outline_facts *f);
/* The lock of an address, in the proof's list; NONE if it has none. */
uint32_t outline_lock_of(const struct outline_proof *p, const struct outline *o, const struct outline_address *a, bool shared);
bool outline_may_be_lock(const struct outline *o, const struct outline_lock *l, const struct outline_address *a);
/* Whether the lock may be held no more behind the step: it may be given back, or written. */
bool outline_may_free(const struct outline *o, const struct outline_lock *l, const struct outline_step *s);
enum { LOCK_BYTES = 56 }; /* of the largest one */
bool outline_writes_lock(const struct outline *o, const struct outline_lock *l, const struct outline_step *s);

/* What the proof says of pairs of accesses. */
struct outline_pairs {
    uint32_t by_lock, by_order; /* pairs of steps that do not race, because both hold a lock, or are never there at the same time */
    uint32_t by_owner;          /* because each belongs to another thread (outline_owners.h) */
    uint32_t open;              /* not covered by the proof */
    uint32_t open_a, open_b;    /* the first of them: steps */
    uint32_t untracked;         /* accesses through pointers of which nothing is known */
};

/* Whether every fact is kept by every step; otherwise *why and *step (or NONE) say which is not. */
bool outline_check(const struct outline_proof *p, const struct outline_threads *t, const char **why, uint32_t *step);
/* Requires a proof that holds. *why: what it does not cover at all, or NULL. */
void outline_check_pairs(const struct outline_proof *p, const struct outline_threads *t, struct outline_pairs *out,
                         const char **why);

#endif
