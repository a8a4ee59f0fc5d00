/* Data races in a state: the accesses that each instance is about to make are collected, and two of different instances on one
 * slot are looked up among the checks. An access inside an atomic section that an instance can go through to its end counts as
 * well: then the others are where they are, but they see the section's effects so far. Two accesses that both lie inside sections
 * never meet. */
#ifndef HEDDLE_EXECUTE_RACES_H
#define HEDDLE_EXECUTE_RACES_H

#include "execute/expand.h"

/* What an instance is about to access. */
struct race_access {
    uint32_t instance, access;
    uint64_t slot;
};
typedef VECTOR(struct race_access) race_accesses;

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

/* Without an expander, of a single run: adds the accesses of an edge of the instance's location, if it can be taken with the inputs that the
 * machine's registers hold; VM_UNDEFINED: once the value that the machine needs is chosen; the registers then are as they were. scratch: room for a state. */
enum vm_result races_next(struct races *r, uint32_t instance, const struct model_edge *e, const uint64_t *state, uint64_t *scratch,
                          race_accesses *out);
bool races_wants(const struct races *r, const struct model_edge *e); /* some check is about an access of it */
/* The check that two accesses violate together. */
bool races_meet(const struct races *r, const struct race_access *a, const struct race_access *b, uint32_t *check);

#endif
