/* The clock of one process that works for the contest, in steps of effort (base/pace.h): the time when it was started or resumed, and
 * what it has done since. */
#ifndef HEDDLE_PORTFOLIO_STOPWATCH_H
#define HEDDLE_PORTFOLIO_STOPWATCH_H

#include "base/process.h"

struct stopwatch {
    struct pace *pace; /* NULL before the first start */
    uint64_t from;     /* the time when its turn began */
    uint64_t before;   /* steps that it had done then */
    double cpu_before; /* seconds of CPU that it had used then */
    uint64_t seen;     /* steps since then, when it was last looked at */
};

/* A turn begins now; it may do so many steps, all in all. In the process that watches; a process that is new is forked afterwards. */
void stopwatch_start(struct stopwatch *w, uint64_t now, uint64_t allowed);
void stopwatch_resume(struct stopwatch *w, const struct process *p, uint64_t now, uint64_t allowed);
void stopwatch_keep(const struct stopwatch *w); /* in the process that is watched: from here on it counts */
/* Looks. An engine that hardly counts what it does is taken to have done something in the CPU time that it used. */
void stopwatch_look(struct stopwatch *w, const struct process *p);
static inline uint64_t stopwatch_time(const struct stopwatch *w) { return w->from + w->seen; }
/* The time when it had done so many steps. */
static inline uint64_t stopwatch_at(const struct stopwatch *w, uint64_t steps)
{
    return w->from + (steps > w->before ? steps - w->before : 0);
}
void stopwatch_free(struct stopwatch *w);

#endif
