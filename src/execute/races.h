/* Data races in a state: the accesses that each instance is about to make are collected, and two of different instances on one
 * slot are looked up among the checks. An access inside an atomic section that an instance can go through to its end counts as
 * well: then the others are where they are, but they see the section's effects so far. Two accesses that both lie inside sections
 * never meet. */
#ifndef HEDDLE_EXECUTE_RACES_H
#define HEDDLE_EXECUTE_RACES_H

#include "execute/expand.h"

struct races;
struct races *races_new(struct model *m, const struct budget *budget);
void races_free(struct races *r);

/* Who asks. Both are called with the checks that a state violates, perhaps more than once. */
struct race_query {
    void *context;
    bool (*wants)(void *context, uint32_t check);
    /* into: the steps that lead into a section from the state, before the race shows; NULL if it shows in the state itself. */
    void (*found)(void *context, uint32_t check, const struct step_path *into);
};

/* Looks at one state, all instances together. x, which belongs to the model, is left as it was, except that it may be undefined
 * afterwards, and knows what was not covered. */
void races_of_state(struct races *r, struct expander *x, const uint64_t *state, const struct race_query *q);

#endif
