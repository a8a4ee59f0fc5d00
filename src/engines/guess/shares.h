/* Shares: for a shared number that threads add to, a ghost for every instance: the sum of what this instance has added. The number is its
 * initial value plus all shares, whatever happens: a step that sets it adds the difference. Numbers that threads without bound change have none. */
#ifndef HEDDLE_ENGINES_GUESS_SHARES_H
#define HEDDLE_ENGINES_GUESS_SHARES_H

#include "program/proof_build.h"

struct share {
    uint32_t cell;  /* the number */
    uint32_t first; /* cell number of the first instance's ghost; those of the others follow */
};

struct shares {
    const struct program *program;
    VECTOR(struct share) list;
    uint32_t *before;   /* by template: instances of those before it */
    uint32_t instances; /* of all templates: those that have shares */
    bool told_to_all;   /* everybody speaks of the numbers, also who does not use them */
};

/* Adds the ghosts to a proof. For programs without procedures. with_flags: also for variables that are
 * only set to constants (flags.h): one that is set and reset in turn says how often the one thread is ahead of the other. Then numbers are told to all. */
void shares_make(struct shares *s, struct proof_builder *proof, bool with_flags);
void shares_free(struct shares *s);

uint32_t shares_of(const struct shares *s,
                   uint32_t code); /* how many instances of the template have one: all, or, where there is no bound, none */
expr share_of(const struct shares *s, const struct share *one, uint32_t instance); /* counted from the first template on */
expr share_own(const struct shares *s, const struct share *one, uint32_t code);    /* of the instance that is there */
bool is_share(const struct shares *s, uint64_t cell);                              /* a ghost of somebody */
expr share_sum(const struct shares *s, const struct share *one);                   /* what the number always is */

#endif
