/* The threads of an outline, for the check of a proof about it (outline_proof.h): which kinds there are, who runs what, and what runs once at most. Nothing
 * here is taken from an engine. */
#ifndef HEDDLE_PROGRAM_OUTLINE_THREADS_H
#define HEDDLE_PROGRAM_OUTLINE_THREADS_H

#include "base/bitset.h"
#include "program/outline.h"

/* What one step creates with one procedure; number 0 is main. They are numbered by steps, then by callees. */
struct outline_kind {
    uint32_t step, entry;
    bool unique; /* there is one at most */
};

struct outline_threads {
    const struct outline *outline;
    VECTOR(struct outline_kind) kinds;
    VECTOR(struct bitset) kinds_of;    /* procedure: who may run it */
    u32_vector procedure_of, block_of; /* of steps */
};

void outline_threads_find(struct outline_threads *t, const struct outline *o);
void outline_threads_free(struct outline_threads *t);

/* Two blocks of which an activation of their procedure enters one at most. */
bool outline_are_either_or(const struct outline *o, uint32_t procedure, uint32_t block, uint32_t other);
bool outline_runs(const struct outline_threads *t, uint32_t step); /* by anybody */
/* The one kind whose thread a join waits for, if there is one thread of it only; NONE if that is not certain. */
uint32_t outline_joined_kind(const struct outline_threads *t, uint32_t join);

#endif
