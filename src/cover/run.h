/* A run of a system: an initial state and steps, each executed and checked one after the other. */
#ifndef HEDDLE_COVER_RUN_H
#define HEDDLE_COVER_RUN_H

#include "cover/state.h"

struct moved {
    uint32_t from, to, count; /* to may be NOWHERE */
};
struct step {
    uint32_t rule;
    uint32_t first_moved, moved; /* in cover_run.moved: where the tokens of places with moves went */
    const struct state *after;
};
struct cover_run {
    struct arena arena;
    const struct state *start; /* an initial state, not only below one */
    VECTOR(struct step) steps;
    VECTOR(struct moved) moved;
};

/* What to execute: each rule must lead above the goal after it (rules and goals as a backward search found them). */
struct plan {
    const struct state *start; /* below an initial state */
    u32_vector rules;
    VECTOR(const struct state *) goals; /* goals.data[i] is below the state after rule i */
};
void plan_free(struct plan *p);

/* Executes the plan from the least initial state above its start. NULL if a step cannot be executed (a bug, or an
 * equality test that fails). */
struct cover_run *run_execute(const struct system *s, const struct plan *p);
void run_free(struct cover_run *r);

/* Goes through the run again, by the definition of a step alone: starts initially, every step is one of its rule,
 * equality tests hold, ends above a target. */
bool run_replays(const struct system *s, const struct cover_run *r);

#endif
