/* What happens next, in the order of the clocks of those who work (a conservative simulation of a parallel machine: K. M. Chandy,
 * J. Misra: Asynchronous Distributed Simulation via a Sequence of Parallel Computations, CACM 24(4), 1981). Something that happened at
 * some time is looked at only when no clock is behind that time any more: then nothing earlier can come, however fast or slow the
 * processes really were. */
#include "portfolio/contest.h"

/* Whether a is looked at before b: by time; at the same time, what may still come (EVENT_NONE) last, for then it is waited for. */
static bool is_before(const struct contest_event *a, const struct contest_event *b)
{
    return a->time != b->time ? a->time < b->time : a->kind == EVENT_NONE && b->kind != EVENT_NONE;
}

void contest_poll(struct contest *c, double seconds)
{
    struct process *all[2 * MOST_ENGINES];
    unsigned n = 0;
    for (uint32_t i = 0; i < c->count; i++)
        if (c->entrants[i].standing == RUNNING || c->entrants[i].standing == PAUSED)
            all[n++] = &c->entrants[i].process;
    vector_each(struct evidence *const *, e, &c->pipeline->evidence)
        if ((*e)->state == EVIDENCE_CHECKING && n < sizeof all / sizeof *all)
            all[n++] = &(*e)->process;
    process_poll(all, n, seconds);
}

static void look_at_clocks(struct contest *c)
{
    for (uint32_t i = 0; i < c->count; i++)
        if (c->entrants[i].standing == RUNNING)
            stopwatch_look(&c->entrants[i].clock, &c->entrants[i].process);
    vector_each(struct evidence *const *, e, &c->pipeline->evidence)
        if ((*e)->state == EVIDENCE_CHECKING)
            stopwatch_look(&(*e)->clock, &(*e)->process);
}

/* The next that this entrant contributes. */
static struct contest_event event_of(const struct contest *c, struct entrant *e)
{
    uint64_t steps, time = e->standing == PAUSED ? c->now : stopwatch_time(&e->clock);
    struct contest_event next = {EVENT_NONE, time, e, NULL};
    if (entrant_has_news(e, &steps))
        next.kind = EVENT_NEWS, next.time = stopwatch_at(&e->clock, steps);
    else if (e->process.pid <= 0)
        next.kind = EVENT_ENDED;
    else if (e->standing == RUNNING && e->clock.before + e->clock.seen >= e->turn)
        next.kind = EVENT_TURN;
    return next;
}

static struct contest_event event_of_check(struct evidence *e)
{
    return (struct contest_event){e->process.pid <= 0 ? EVENT_CHECKED : EVENT_NONE, stopwatch_time(&e->clock), NULL, e};
}

/* The first of what is known. */
static struct contest_event first_event(struct contest *c, bool *some)
{
    struct contest_event first = {EVENT_NONE, UINT64_MAX, NULL, NULL}, next;
    *some = false;
    for (uint32_t i = 0; i < c->count; i++) {
        struct entrant *e = &c->entrants[i];
        if (e->standing != RUNNING && e->standing != PAUSED)
            continue;
        next = event_of(c, e);
        if (e->standing == PAUSED && next.kind == EVENT_NONE)
            continue;
        *some |= next.kind != EVENT_NONE;
        if (is_before(&next, &first))
            first = next;
    }
    for (uint32_t i = 0; i < c->pipeline->evidence.size; i++) {
        if (c->pipeline->evidence.data[i]->state != EVIDENCE_CHECKING)
            continue;
        next = event_of_check(c->pipeline->evidence.data[i]);
        *some |= next.kind != EVENT_NONE;
        if (is_before(&next, &first))
            first = next;
    }
    return first;
}

struct contest_event contest_next_event(struct contest *c)
{
    static const double A_MOMENT = 0.01, SHORTER = 0.001; /* seconds; the shorter one if something has happened already */
    bool some;
    look_at_clocks(c);
    contest_poll(c, 0); /* now: whoever sent something before its clock was looked at has been heard */
    struct contest_event e = first_event(c, &some);
    if (c->until && e.time >= c->until)
        e.kind = EVENT_OVER;
    else if (e.kind == EVENT_NONE)
        contest_poll(c, some ? SHORTER : A_MOMENT);
    else
        c->now = e.time > c->now ? e.time : c->now;
    return e;
}
