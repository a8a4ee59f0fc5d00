/* Locks as progress sees them: scalars (facts/locksets.h), and slots of arrays of locks, each called by the index at which it is taken.
 *
 * An array is one of locks if all its slots begin as 0 and everything done to it is to take a slot that is 0, at an index that consists of the
 * thread's own cells and constants, or to set a slot to 0. Whoever has taken a slot that is not 0 still holds it then, whoever else may have
 * set it to 0 in between. */
#ifndef HEDDLE_ENGINES_PROGRESS_SLOTS_H
#define HEDDLE_ENGINES_PROGRESS_SLOTS_H

#include "facts/locksets.h"

struct lock_slot {
    uint32_t cell;
    expr index; /* NULL for a scalar */
};

struct lock_slots {
    const struct program *program;
    struct bitset arrays; /* those of locks */
    VECTOR(struct lock_slot) list;
};

struct lock_slots slots_find(const struct program *p, const struct locksets *scalars);
void slots_free(struct lock_slots *s);

/* What is held after the step, as numbers of slots. False if the step changes what an index means of one that is held. */
bool slots_follow(const struct lock_slots *s, const struct action *a, struct bitset *held);
/* The slot that the step takes and that must be free for it; NONE if it takes none, or several. */
uint32_t slots_taken(const struct lock_slots *s, const struct action *a);
/* The condition that the slot is free. */
expr slots_is_free(const struct lock_slots *s, uint32_t slot);
/* That one index is less than the other, as signed numbers. */
expr slots_before(const struct program *p, expr a, expr b);

#endif
