/* All local states that a thread can be in, one thread at a time: the cheap attempt before views.h. The least set of
 * places (a shared and a local state) that has the initial ones and is closed under a thread's own steps and under what
 * steps of another thread in the same shared state do to it, if the two can be together at all. Thread-modular; it
 * cannot tell that two threads exclude each other. No pair trackers. */
#ifndef HEDDLE_ENGINES_MONOTONE_SINGLES_H
#define HEDDLE_ENGINES_MONOTONE_SINGLES_H

#include "engines/monotone/abstraction.h"

struct single_group {       /* by shared state */
    u32_vector all, acting; /* indices of places; acting ones can be noticed by others */
};

struct singles {
    struct abstraction *abstraction;
    struct map known; /* shared << 32 | local */
    VECTOR(struct thread_view) places;
    VECTOR(struct single_group) groups;
    uint32_t done, most;
    const struct reason *stopped; /* why some are missing, or NULL */
};

void singles_init(struct singles *v, struct abstraction *s, uint32_t most);
void singles_run(struct singles *v);
void singles_free(struct singles *v);

#endif
