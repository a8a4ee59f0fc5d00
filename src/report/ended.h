/* Where a check fails because memory is used that has ended: which object that is, and who ended it. */
#ifndef HEDDLE_REPORT_ENDED_H
#define HEDDLE_REPORT_ENDED_H

#include "program/machine.h"

/* One object, by the cell that says whether it has ended; owner: the thread's number where each has its own, else NONE. */
struct life {
    uint32_t cell, owner;
    uint64_t index;
    uint32_t step;
    struct position pos;
};

struct ended {
    const struct machine *machine;
    const struct trace *trace;
    struct arena *arena; /* of the words */
    VECTOR(struct life) ends;
    struct life looked; /* what the failing thread looked at last; step NONE: nothing */
};

void ended_begin(struct ended *l, const struct machine *m, const struct trace *t, struct arena *arena);
/* For each step of the trace that takes an edge, with the machine in the state before it. */
void ended_step(struct ended *l, uint32_t step, const struct action *a);
/* "malloc@12 was freed by closer at line 20", after the last step; NULL if the failing thread looked at nothing that had ended. */
const char *ended_words(const struct ended *l);
void ended_free(struct ended *l);

/* "malloc@12", "worker#2:x": the object whose end the cell says, at this index. */
const char *ended_name(const struct program *p, uint32_t unbounded, const struct cell *c, uint64_t index, struct arena *arena);

#endif
