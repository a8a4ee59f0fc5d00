/* Acceleration over many controls at once, for the forward search. Rules that take from OMEGA places alone lose
 * nothing; a cycle of controls made of them can be repeated at will, and whatever any of its rules gives becomes
 * OMEGA. The largest set of controls that hang together by such rules is found, what its rules give is added, more
 * rules qualify, and so on. Ordinary acceleration would find the same after exploring every order of these steps. */
#ifndef HEDDLE_COVER_SATURATE_H
#define HEDDLE_COVER_SATURATE_H

#include "cover/state.h"

struct cycle {
    uint32_t first, length;      /* in saturated.rules: starts and ends in the state's control */
    uint32_t first_grown, grown; /* in saturated.grown: what it makes OMEGA */
};
struct saturated {
    struct cycle *cycles;
    uint32_t *rules;
    struct token *grown; /* the place, and what it held before (0 allowed) */
    uint32_t cycles_count;
};

struct saturation;
struct saturation *saturation_make(const struct system *s);
void saturation_free(struct saturation *x);

/* The cycles to repeat, in order, and the state that they lead to, both in the arena; NULL if nothing grows. */
const struct saturated *saturation_run(struct saturation *x, const struct state *s, struct arena *a, const struct state **after);

/* Does v ask for more of a place that the cycle makes OMEGA than there was before? */
bool cycle_missing(const struct saturated *x, const struct cycle *c, const struct state *v);

#endif
