/* A trace as people read it: one line for each stretch of steps that one thread takes on one source line, with what
 * they read and write in shared memory. Steps that touch no shared memory and choose no input are left out. */
#ifndef HEDDLE_REPORT_SCHEDULE_H
#define HEDDLE_REPORT_SCHEDULE_H

#include "program/machine.h"

enum effect_kind { EFFECT_READ, EFFECT_WRITE, EFFECT_INPUT, EFFECT_EVENT };

struct effect {
    enum effect_kind kind;
    const char *name;          /* of the cell ("c", "a[3]"), or the event in words ("locks m") */
    const char *value;         /* NULL for an event */
    const char *before;        /* what a write to shared memory replaces; else NULL */
    const char *verb, *object; /* of an event: "locks" and "m"; object may be NULL */
};

struct schedule_line {
    const char *thread;
    struct position pos;
    uint32_t first_step, last_step;
    VECTOR(struct effect) effects;
    /* The thread's own variables that have got a value since its last line. A value that the compiler has folded into a later step is not here. */
    VECTOR(struct local_value { const char *name, *value; }) locals;
};

struct schedule {
    VECTOR(struct schedule_line) lines;
    uint32_t missing;  /* steps at the end for which there was no time */
    const char *ended; /* where the check fails because an object has ended: which one, by whom and where; else NULL */
    uint32_t deciding; /* the step that set what the failing condition reads of the thread's own; NONE: it reads nothing of that */
    struct arena arena;
};

/* t replays on p. everything: no line is left out, and bookkeeping (started flags and so on) is shown too. Of a long trace, what
 * cannot be shown before the deadline (0: none) is missing: a verdict that is known must not wait for it. */
void schedule_make(struct schedule *s, const struct program *p, const struct trace *t, bool everything, double deadline);
void schedule_free(struct schedule *s);
void schedule_line_free(struct schedule_line *line);
void effect_print(struct text *out, const struct effect *e); /* "reads c = 0", "c = 1", "locks m" */

/* "main", or "worker#2" if there are several of that name. unbounded: instances of unbounded templates in this run. */
const char *thread_name(const struct program *p, uint32_t unbounded, uint32_t code, uint32_t instance, struct arena *words);

#endif
