/* The steps of one thread: from a location, a frame and a store over the units of its sight, all that it can do next.
 * An atomic section is one step: what it passes through inside is not shown to anybody but the callback `inside`. */
#ifndef HEDDLE_EXECUTE_PARTIAL_STEP_H
#define HEDDLE_EXECUTE_PARTIAL_STEP_H

#include "base/clock.h"
#include "execute/partial/eval.h"

struct slot_write {
    uint32_t cell, slot;
    uint8_t target; /* enum slot_target */
    bool top;       /* any value */
    uint64_t value;
};

/* pre is the store before the step with what it read; frame, store: afterwards. Valid during the callback. */
struct thread_step {
    uint32_t code, from, to;
    const uint64_t *pre, *frame, *store;
    const struct slot_write *writes; /* to shared cells, in order, values as the acting thread sees them */
    uint32_t write_count;
    const uint32_t *edges; /* that it took, one after the other */
    uint32_t edge_count;
    /* ACT_CALL: to is the callee's entry and frame the callee's; caller is the frame that waits. */
    const struct edge *call;
    const uint64_t *caller;
    bool halt;
};

struct stepper {
    struct partial_model *model;
    const struct sight *sight;
    void (*found)(void *context, const struct thread_step *s);
    /* Every state about to take an edge whose guard holds, also inside atomic sections (then inside is true, and pre is
     * the store before the section). May be NULL. */
    void (*about)(void *context, const struct thread_step *so_far, const struct edge *e, struct eval *v, bool inside);
    /* Every state that a step passes through inside an atomic section. May be NULL. */
    void (*passing)(void *context, uint32_t code, uint32_t location, const uint64_t *frame, const uint64_t *store);
    void *context;
    u32_vector domains_used;      /* domains whose values were tried: the steps are to be taken again when one grows */
    const struct reason *gave_up; /* set if some steps could not be enumerated: the result must not count as complete */
    const struct budget *budget;
};

void stepper_free(struct stepper *s);

/* frame and store are copied. */
void steps_from(struct stepper *s, uint32_t code, uint32_t location, const uint64_t *frame, const uint64_t *store);

#endif
