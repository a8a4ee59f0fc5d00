/* Locks and who holds them, found by what is done to a cell rather than by its name. A shared scalar is a lock if it starts as
 * 0 and everything done to it is
 *   taking:    [m == 0 && ...] m := k      with k the thread's own id, or a constant that is not 0;
 *   releasing: [(m == k &&) ...] m := 0    at places where the thread is known to hold it (or with m != k, which never
 *                                          happens there);
 *   passing:   [m == 0 && ...] m := 0      taking and releasing in one step;
 *   setting it to 0 while main is the only thread.
 * Then at most one thread holds it, and keeps it until it releases it itself. */
#ifndef HEDDLE_FACTS_LOCKSETS_H
#define HEDDLE_FACTS_LOCKSETS_H

#include "base/bitset.h"
#include "facts/alive.h"

enum lock_use { LOCK_NONE, LOCK_TAKE, LOCK_RELEASE, LOCK_PASS };

struct locksets {
    struct bitset locks;  /* cells that are locks */
    struct bitset **held; /* by code and location: locks that a thread there holds for sure */
    uint32_t code_count;
    uint32_t *location_counts;
};

struct locksets *locksets_compute(const struct program *p, const struct alive *alive);
void locksets_free(struct locksets *s);

/* The locks that a thread holds at some moment of the step, so that no other thread's step with the same lock is concurrent. */
void locksets_during(const struct program *p, const struct locksets *s, uint32_t code, const struct edge *e, struct bitset *out);

/* Whether it is a value that is never 0, as whoever takes a lock writes it. */
bool lock_is_key(const struct program *p, expr e);

/* What the action does to the scalar cell, if that is all that it does with it. */
enum lock_use lock_use(const struct program *p, const struct action *a, uint32_t cell);

/* Whether nobody but its holder sets the lock to 0. (main may do so while it is alone; but that it is alone is not said by proofs.) */
bool locksets_released_by_holder(const struct program *p, const struct locksets *s, uint32_t lock);

/* Whether the lock holds the id of its owner while it is held, and nobody else sets it to 0. */
bool locksets_owned(const struct program *p, const struct locksets *s, uint32_t lock);

/* A release guarded by m == k needs no such guard where k is what every taking writes: drops it. */
void locksets_simplify(struct program *p, const struct locksets *s);

#endif
