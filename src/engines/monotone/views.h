/* All pairs of threads that can be seen together: a view is a shared state, two local states and the pair trackers of
 * them. The least set that has the initial views and is closed under steps of one of the two threads, and of a third
 * thread whose views with each of the two are in the set. Every reachable state of any number of threads has all its
 * views in the set, so a local state that is in no view is unreachable. (P. Abdulla, F. Haziza, L. Holik: All for the
 * Price of Few, VMCAI 2013, with views of two threads.) */
#ifndef HEDDLE_ENGINES_MONOTONE_VIEWS_H
#define HEDDLE_ENGINES_MONOTONE_VIEWS_H

#include "engines/monotone/abstraction.h"

struct view {
    uint32_t shared, a, b; /* a <= b */
    uint64_t pair;         /* of (a, b) */
};

struct views {
    struct abstraction *abstraction;
    struct intern known; /* struct view */
    VECTOR(struct view) list;
    uint32_t initial;    /* the first so many are initial */
    uint32_t done;       /* views before this were looked at */
    struct map place_of; /* shared << 32 | local to index of places */
    VECTOR(struct thread_view) places;
    VECTOR(u32_vector) views_at; /* by place: views with it on one side */
    struct map between;          /* hash of shared, a, b to 1 + head in links */
    VECTOR(struct { uint32_t view, next; }) links;
    uint32_t most;                /* views */
    const struct reason *stopped; /* why some are missing, or NULL */
};

void views_init(struct views *v, struct abstraction *s, uint32_t most);
void views_run(struct views *v);
void views_free(struct views *v);

#endif
