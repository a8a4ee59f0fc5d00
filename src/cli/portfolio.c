#include "cli/portfolio.h"

#include "base/log.h"
#include "base/process.h"
#include "cli/transfer.h"
#include "engines/engine.h"
#include "program/machine.h"

#include <stdio.h>

/* --- one engine --- */

struct engine_call {
    const struct engine *engine;
    struct task task;
};

static void engine_in_child(void *context, int fd)
{
    struct engine_call *c = context;
    struct statistics statistics = {0};
    struct verdict verdict;
    struct text bytes = {0};
    verdict_init(&verdict, c->task.program);
    c->task.statistics = &statistics;
    c->engine->run(&c->task, &verdict);
    progress_done();
    mem_set_limit(0);
    verdict_write(&bytes, &verdict, &statistics);
    write_all(fd, bytes.data, bytes.size);
}

/* Most of what the machine has, if the user gave no limit: swapping helps nobody. */
static size_t free_memory(void)
{
    FILE *f = fopen("/proc/meminfo", "r");
    char line[128];
    unsigned long long kb = 0;
    while (f && fgets(line, sizeof line, f))
        if (sscanf(line, "MemAvailable: %llu", &kb) == 1)
            break;
    if (f)
        fclose(f);
    return (size_t)(kb * 1024 / 10 * 9);
}

/* Limits of an engine's process: it stops by itself at the inner ones, and is killed at the outer ones. */
static void engine_limits(const struct budget *whole, struct budget *inner, struct budget *outer)
{
    *inner = *outer = *whole;
    if (whole->deadline > 0) {
        double left = budget_left(whole);
        inner->deadline = whole->deadline - (left > 10 ? 0.4 : left * 0.04);
        outer->deadline = whole->deadline + 0.2;
    }
    size_t memory = whole->memory ? whole->memory : free_memory();
    outer->memory = memory;
    inner->memory = memory / 16 * 15;
}

enum { SHORTEN_STEPS = 300000 };

/* Takes a trace over l->small; gives one over l->original that has been executed, or NULL if heddle contradicts itself.
 */
static struct trace *confirmed(struct pipeline *l, struct trace *t, const char *engine)
{
    const char *why = "no reason given";
    double start = clock_wall();
    trace_shorten(l->small, t, SHORTEN_STEPS);
    if (l->small != l->original) {
        struct trace *lifted = trace_lift(l->original, l->small, t, &why, &l->words);
        trace_free(t);
        t = lifted;
    }
    if (t && !trace_replays(l->original, t, &why, &l->words)) {
        trace_free(t);
        t = NULL;
    }
    l->statistics.time_replay += clock_wall() - start;
    if (!t)
        log_error("internal error: a schedule found by %s does not replay: %s; this is a bug in heddle", engine, why);
    return t;
}

/* Moves answers into the report; what was answered before stays, and must not be contradicted. */
static void take_answers(struct pipeline *l, struct verdict *v, const char *engine, struct report *r)
{
    for (uint32_t i = 0; i < r->checks.size; i++) {
        struct report_check *c = &r->checks.data[i];
        struct check_result *a = &v->results.data[i];
        if (a->answer == ANSWER_PROVED && c->answer == REPORT_VIOLATED)
            fatal("engine %s says proved where a schedule breaks check %u", engine, i);
        if (c->answer != REPORT_OPEN)
            continue;
        if (a->answer == ANSWER_PROVED) {
            c->answer = REPORT_PROVED;
        } else if (a->answer == ANSWER_VIOLATED) {
            c->trace = confirmed(l, a->trace, engine);
            a->trace = NULL;
            c->answer = c->trace ? REPORT_VIOLATED : REPORT_OPEN;
            c->reason = c->trace ? NULL : "internal error: the schedule that was found does not replay";
        } else {
            c->reason = a->reason ? arena_strdup(&l->words, a->reason) : NULL;
        }
        c->engine = c->answer == REPORT_OPEN ? NULL : engine;
    }
}

/* Returns the engine's reason for what is still open, or NULL. */
static const char *run_engine(struct pipeline *l, const struct engine *e, const struct budget *budget, struct report *r)
{
    struct engine_call call = {.engine = e,
                               .task = {.program = l->small, .property = l->property, .options = l->options}};
    struct budget outer;
    struct process p;
    engine_limits(budget, &call.task.budget, &outer);
    log_info("engine %s", e->name);
    progress("engine %s", e->name);
    double start = clock_wall();
    if (process_fork(&p, engine_in_child, &call, &outer))
        process_finish(&p);
    l->statistics.time_engine += clock_wall() - start;
    if (p.memory > l->statistics.memory_peak)
        l->statistics.memory_peak = p.memory;
    struct verdict v = {0};
    struct statistics s = {0};
    const char *reason;
    if (p.end == PROCESS_EXITED && verdict_read(&p.output, l->small, &v, &s)) {
        statistics_add(&l->statistics, &s);
        take_answers(l, &v, e->name, r);
        reason = v.reason ? arena_strdup(&l->words, v.reason) : NULL;
    } else {
        bool bug = p.end == PROCESS_CRASHED || p.end == PROCESS_EXITED;
        reason = !bug ? arena_strdup(&l->words, process_end_words(&p))
                 : p.end == PROCESS_CRASHED
                     ? arena_printf(&l->words, "engine %s crashed: %s", e->name, process_end_words(&p))
                     : arena_printf(&l->words, "engine %s ended with status %d", e->name, p.status);
        if (bug)
            log_error("internal error: %s; this is a bug in heddle", reason);
    }
    verdict_free(&v);
    process_free(&p);
    return reason;
}

/* The conjunction of all answers. */
static void conclude(struct report *r)
{
    bool open = report_count(r, REPORT_OPEN) != 0;
    r->answer = report_count(r, REPORT_VIOLATED) ? REPORT_VIOLATED : open ? REPORT_OPEN : REPORT_PROVED;
    for (uint32_t i = 0; open && !r->reason && i < r->checks.size; i++)
        if (r->checks.data[i].answer == REPORT_OPEN)
            r->reason = r->checks.data[i].reason;
}

/* --- the portfolio --- */

/* Engines take turns. A turn is FIRST_TURN seconds in the first round and GROWTH times as long in each next one; who
 * ends early has said all it can say. The last turns before a deadline share what is left. */
static const double FIRST_TURN = 5, GROWTH = 4;

struct entrant {
    const struct engine *engine;
    const char *reason; /* of its last turn */
    bool out;           /* it is not asked again */
};

static void take_turn(struct pipeline *l, struct entrant *e, double turn, const struct budget *budget, struct report *r)
{
    struct budget own = *budget;
    double start = clock_wall();
    if (turn > 0 && (own.deadline == 0 || start + turn < own.deadline))
        own.deadline = start + turn;
    e->reason = run_engine(l, e->engine, &own, r);
    e->out = turn == 0 || clock_wall() - start < 0.9 * (own.deadline - start) - 0.1;
}

/* Who takes part: the engine that was asked for, or all that suit the program. */
static uint32_t invite(struct pipeline *l, struct entrant *entrants, struct report *r)
{
    uint32_t n = 0;
    for (uint32_t i = 0; engines[i]; i++) {
        const char *why_not = NULL;
        if (strcmp(l->options->engine, "auto") && strcmp(l->options->engine, engines[i]->name))
            continue;
        if (engines[i]->suits(l->small, l->property, &why_not))
            entrants[n++] = (struct entrant){.engine = engines[i]};
        else
            r->reason = arena_printf(&l->words, "engine %s does not apply: %s", engines[i]->name,
                                     why_not ? why_not : "no reason given");
    }
    return n;
}

/* "reason", or "explore: reason; flow: reason" if there were several; first of all the limit that ended everything. */
static const char *joined_reasons(struct pipeline *l, const struct entrant *entrants, uint32_t n,
                                  const struct budget *budget)
{
    struct text t = {0};
    if (interrupted() && (n != 1 || !entrants[0].reason))
        text_append(&t, "interrupted");
    else if (n > 1 && budget_left(budget) < 0.5)
        text_append(&t, "time limit reached");
    for (uint32_t i = 0; i < n; i++)
        if (entrants[i].reason)
            text_printf(&t, n > 1 ? "%s%s: %s" : "%s%.0s%s", t.size ? "; " : "", entrants[i].engine->name,
                        entrants[i].reason);
    const char *words = t.size ? arena_strdup(&l->words, text_string(&t)) : NULL;
    text_free(&t);
    return words;
}

/* Once something is violated the verdict stands; what else is open gets as long again as it took, and a little. */
static struct budget budget_after_violation(const struct budget *b, double began)
{
    double now = clock_wall(), end = now + (now - began) + 2;
    return (struct budget){b->deadline > 0 && b->deadline < end ? b->deadline : end, b->memory};
}

void portfolio_run(struct pipeline *l, const struct budget *whole, struct report *r)
{
    enum { MOST = 32 };
    struct entrant entrants[MOST];
    struct budget limits = *whole;
    const struct budget *budget = &limits;
    double began = clock_wall();
    vector_each(const struct check *, c, &l->original->checks)
        vector_push(&r->checks, (struct report_check){.check = c});
    uint32_t n = report_count(r, REPORT_OPEN) ? invite(l, entrants, r) : 0, left = n;
    for (double turn = FIRST_TURN; left; turn *= GROWTH) {
        uint32_t waiting = left;
        bool alone = left == 1;
        left = 0;
        for (uint32_t i = 0; i < n && report_count(r, REPORT_OPEN) && !interrupted(); i++) {
            if (entrants[i].out)
                continue;
            double share = budget_left(budget) / waiting--;
            if (share < 0.05)
                break;
            bool violated = report_count(r, REPORT_VIOLATED);
            take_turn(l, &entrants[i], alone ? 0 : share < turn ? share : turn, budget, r);
            left += !entrants[i].out;
            if (!violated && report_count(r, REPORT_VIOLATED))
                limits = budget_after_violation(budget, began);
        }
    }
    const char *reasons = joined_reasons(l, entrants, n, whole);
    if (reasons)
        r->reason = reasons;
    conclude(r);
}
