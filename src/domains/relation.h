/* What the two halves of the domains of packs share. Internal to packs.c and packs_actions.c. */
#ifndef HEDDLE_DOMAINS_RELATION_H
#define HEDDLE_DOMAINS_RELATION_H

#include "domains/packs.h"

/* A relation, shared between states until one of them changes it. A state keeps one a pack; NULL: nothing known.
 * Invariant: where taken[i] is not NONE the body is closed and has the bounds of that value for the variable at i. */
struct relation {
    uint32_t users;
    uint32_t taken[PACK_MAX]; /* by place: number of the value that was put into the body last, or NONE */
    bool reduced;             /* the body tells nothing more about variables that have the values taken */
    void *body;
};

static inline const struct packing *packing(const struct space *s) { return s->relations; }
static inline const struct pack_ops *ops(const struct space *s) { return packing(s)->ops; }

struct relation *relation_own(const struct space *s, struct abstract *st,
                              uint32_t pack); /* the relation of a pack, to be changed by this state alone */
/* The closed relation of a pack with what the values say, to be released; NULL: the state is empty. */
struct relation *relation_complete(const struct space *s, const struct abstract *st, uint32_t pack);
void relation_release(const struct space *s, struct relation *r);
uint32_t relation_localise(const struct space *s, struct linear *form);          /* see there */
void relation_forget(const struct space *s, struct abstract *st, uint32_t pack); /* nothing known */

#endif
