#include "portfolio/confirm.h"

#include "base/effort.h"
#include "base/process.h"
#include "portfolio/transfer.h"
#include "program/machine.h"
#include "program/ordered.h"

#include <stdlib.h>

/* For tests of what happens when an engine is wrong: HEDDLE_TAMPER=schedule takes the last step off every schedule. */
static void tamper(struct trace *t)
{
    const char *with = getenv("HEDDLE_TAMPER");
    if (with && !strcmp(with, "schedule") && t->steps.size)
        t->steps.size--;
}

struct call {
    struct pipeline *pipeline;
    const struct program *version;
    struct trace *trace;
};

/* The trace over the original program, executed there; NULL with *why. */
static struct trace *confirmed_on_original(const struct call *c, struct trace *t, const char **why)
{
    const struct program *original = c->pipeline->original;
    uint32_t check = t->check;
    tamper(t);
    if (c->version != original)
        t = trace_lift(original, c->version, t, why, &c->pipeline->words);
    if (!t || !trace_replays(original, t, why, &c->pipeline->words))
        return NULL;
    if (check_is_watched(&original->checks.data[check]) && !trace_finds_race(original, t, false, NULL)) {
        *why = "the accesses that are said to race are ordered";
        return NULL;
    }
    return t;
}

/* The answer is a verdict on the original program with this one result. What is shorter may read from other writes, and order
 * what races: then the schedule is taken as it came. */
static void confirm_in_child(void *context, int fd)
{
    struct call *c = context;
    const struct program *original = c->pipeline->original;
    const char *why = "no reason given", *as_well;
    struct verdict v;
    struct statistics none = {0};
    struct text bytes = {0};
    uint32_t check = c->trace->check;
    struct trace as_it_came = *c->trace;
    as_it_came.steps.data = NULL;
    as_it_came.steps.size = as_it_came.steps.capacity = 0;
    vector_each(const struct trace_step *, s, &c->trace->steps)
        vector_push(&as_it_came.steps, *s);
    trace_shorten(c->version, c->trace, EFFORT_SHORTEN);
    struct trace *t = confirmed_on_original(c, c->trace, &why);
    if (!t && check_is_watched(&original->checks.data[check]))
        t = confirmed_on_original(c, &as_it_came, &as_well);
    verdict_init(&v, original);
    if (t)
        v.results.data[check] = (struct check_result){.answer = ANSWER_VIOLATED, .trace = t};
    else
        v.reason = reason_new(&v.arena, REASON_PROCESS, why, 0);
    verdict_write(&bytes, &v, &none);
    write_all(fd, bytes.data, bytes.size);
}

/* Whether the schedule ends with somebody stuck while others go on: that this is for ever the interpreter finds out within
 * limits, which the original program, with its many small steps, may exceed. */
static bool needs_luck(const struct program *version, const struct trace *t)
{
    if (version->checks.data[t->check].kind != CHECK_STUCK)
        return false;
    struct machine *m = machine_new(version, t->unbounded);
    vector_each(const struct trace_initial *, i, &t->initials)
        machine_set_initial(m, i);
    vector_each(const struct trace_step *, s, &t->steps)
        machine_step(m, s);
    bool goes_on = machine_goes_on(m);
    machine_free(m);
    return goes_on;
}

struct trace *confirm_trace(struct pipeline *l, const struct program *version, struct trace *t, const struct budget *limits,
                            const char **why, bool *bug)
{
    assert(t->check < version->checks.size);
    struct call call = {l, version, t};
    struct process p;
    struct verdict v = {0};
    struct statistics none;
    struct trace *confirmed = NULL;
    double start = clock_wall();
    *bug = false;
    process_fork(&p, confirm_in_child, &call, limits);
    process_finish(&p);
    if (p.end == PROCESS_EXITED && verdict_read(&p.output, l->original, &v, &none)) {
        confirmed = v.results.data[t->check].trace;
        v.results.data[t->check].trace = NULL;
        *bug = !confirmed && !needs_luck(version, t);
        *why = reason_words(v.reason, &l->words);
        if (!confirmed && !*bug)
            *why = "a thread may wait for ever while others go on, which was not confirmed";
    } else {
        *bug = p.end == PROCESS_CRASHED || p.end == PROCESS_EXITED;
        *why = arena_strdup(&l->words, process_end_words(&p));
    }
    verdict_free(&v);
    process_free(&p);
    trace_free(t);
    l->statistics.time_replay += clock_wall() - start;
    return confirmed;
}
