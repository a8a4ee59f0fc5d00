/* A schedule: which instance takes which edge, with which inputs. */
#ifndef HEDDLE_PROGRAM_TRACE_H
#define HEDDLE_PROGRAM_TRACE_H

#include "program/program.h"

struct trace_input {
    uint32_t site; /* E_INPUT */
    uint64_t value;
};

struct trace_step {
    uint32_t code;              /* template of the acting instance */
    uint32_t instance;          /* its number: 0 .. */
    uint32_t in_code;           /* code whose edge is taken: the template, or a procedure that it is in */
    uint32_t edge;              /* index into edges of in_code; NONE: the return from procedure in_code, at its exit */
    struct trace_input *inputs; /* a site that is not listed is 0 */
    uint32_t input_count;
};

/* What an arbitrary initial value is; slots that are not listed start as 0. */
struct trace_initial {
    uint32_t cell;
    uint32_t instance_code, instance; /* whose local; NONE for a shared cell. Locals of procedures: always 0 if not listed;
                                       * they cannot be listed: use inputs. */
    uint64_t slot;
    uint64_t value;
};

struct trace {
    uint32_t check;     /* the check that it violates */
    uint32_t unbounded; /* number of instances that unbounded templates have in this run */
    VECTOR(struct trace_initial) initials;
    VECTOR(struct trace_step) steps; /* the last one reaches the error (or the racing state) */
    struct arena arena;              /* holds the inputs */
};

struct trace *trace_new(uint32_t check);
void trace_free(struct trace *t);
struct trace_step *trace_add(struct trace *t, uint32_t code, uint32_t instance, uint32_t in_code, uint32_t edge);
/* approximate.c: the approximate location that the trace, which replays on p, relies on; NULL if what it violates is violated whatever
 * the values are that were taken to be any. */
const struct location *trace_approximate(const struct program *p, const struct trace *t);
/* interrupts.c: the place where a signal handler begins for which there is no thread that it may have interrupted: one that has begun and not ended, and that does nothing until the
 * handler has returned; NULL if there is one for each. */
const struct location *trace_interrupt(const struct program *p, const struct trace *t);
/* handlers_return.c: a trace for the same check in which the one thread of the program does not go on before the handlers have returned that interrupt it; NULL if none was found. */
struct trace *trace_with_returns(const struct program *p, const struct trace *t);
void trace_add_input(struct trace *t, struct trace_step *last, uint32_t site, uint64_t value); /* to the last step only */

#endif
