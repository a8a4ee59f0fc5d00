#include "portfolio/stopwatch.h"

#include "base/log.h"

/* Engines do about STEPS_OF_SECOND; one that does not come to this part of it does something that is not counted. */
static const double UNCOUNTED = 1.0 / 4;

void stopwatch_start(struct stopwatch *w, uint64_t now, uint64_t allowed)
{
    stopwatch_free(w);
    *w = (struct stopwatch){.pace = pace_new(), .from = now};
    if (!w->pace)
        fatal("no memory to be shared with an engine");
    pace_allow(w->pace, allowed);
}

void stopwatch_resume(struct stopwatch *w, const struct process *p, uint64_t now, uint64_t allowed)
{
    w->from = now;
    w->before = pace_done(w->pace);
    w->cpu_before = process_cpu_now(p);
    w->seen = 0;
    pace_allow(w->pace, allowed);
}

void stopwatch_keep(const struct stopwatch *w) { pace_keep(w->pace); }

void stopwatch_look(struct stopwatch *w, const struct process *p)
{
    uint64_t steps = pace_done(w->pace) - w->before;
    double cpu = process_cpu_now(p) - w->cpu_before;
    uint64_t least = cpu > 0 ? (uint64_t)(cpu * STEPS_OF_SECOND * UNCOUNTED) : 0;
    steps = steps > least ? steps : least;
    w->seen = w->seen > steps ? w->seen : steps;
}

void stopwatch_free(struct stopwatch *w)
{
    pace_free(w->pace);
    w->pace = NULL;
}
