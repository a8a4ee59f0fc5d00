/* What the thread whose assertion fails has in its own variables then, and when it got that: the condition is often about them alone. */
#ifndef HEDDLE_REPORT_OWN_VALUES_H
#define HEDDLE_REPORT_OWN_VALUES_H

#include "program/machine.h"

struct own_values {
    const struct machine *machine;
    const struct trace *trace;
    struct arena *arena; /* of the words */
    const char *words;   /* "sum = 3, n = 2"; NULL: the condition reads no variable that has a name */
    uint32_t deciding;   /* the step that set the last of what it reads; NONE: it reads nothing of the thread's own */
    uint32_t *assigned;  /* by cell: the last step of the thread that set it, from 1 on */
};

void own_values_begin(struct own_values *o, const struct machine *m, const struct trace *t, struct arena *arena);
/* For each step of the trace that takes an edge, with the machine in the state before it. */
void own_values_step(struct own_values *o, uint32_t step, const struct action *a);
void own_values_end(struct own_values *o);

#endif
