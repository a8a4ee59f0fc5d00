/* The steps of one thread: from a location, a frame and a store over the units of its sight, all that it can do next.
 * An atomic section is one step: what it passes through inside is not shown to anybody but the callback `inside`. */
#ifndef HEDDLE_EXECUTE_PARTIAL_STEP_H
#define HEDDLE_EXECUTE_PARTIAL_STEP_H

#include "base/clock.h"
#include "execute/partial/eval.h"

struct write {
    uint32_t cell, slot;
    uint8_t target; /* enum target */
    bool top;       /* any value */
    uint64_t value;
};

struct taken { /* one edge of a step */
    uint32_t edge;
    uint32_t input_begin, input_count; /* in inputs of the step */
};

struct bound { /* an unknown value that the step read */
    bool local;
    uint32_t what; /* place in the frame, or unit */
    uint64_t value;
};

/* pre is the store before the step with what it read; frame, store: afterwards. Valid during the callback. */
struct step {
    uint32_t code, from, to;
    const uint64_t *pre, *frame, *store;
    const struct write *writes; /* to shared cells, in order, values as the acting thread sees them */
    uint32_t write_count;
    const struct taken *edges;
    uint32_t edge_count;
    const struct trace_input *inputs;
    const struct bound *bounds;
    uint32_t bound_count;
    /* ACT_CALL: to is the callee's entry and frame the callee's; caller is the frame that waits. */
    const struct edge *call;
    const uint64_t *caller;
    bool halt;
};

struct stepper {
    struct world *world;
    const struct sight *sight;
    void (*found)(void *context, const struct step *s);
    /* Every state about to take an edge whose guard holds, also inside atomic sections (then inside is true, and pre is
     * the store before the section). May be NULL. */
    void (*about)(void *context, const struct step *so_far, const struct edge *e, struct eval *v, bool inside);
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
