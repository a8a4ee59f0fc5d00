/* Rounds of drawn runs, each with a seed of its own and, of threads that are created without bound, another number. What a
 * round may do is counted in edges that are tried, not in seconds: the same command draws the same runs. */
#include "engines/random/random.h"

#include "base/log.h"
#include "base/options.h"
#include "base/statistics.h"
#include "engines/random/runs.h"
#include "program/machine.h"

enum {
    FIRST_ROUND = 500000,       /* work of the first round; each round has as much as all before it, */
    LONGEST_ROUND = 32000000,   /* or this */
    AFTER_VIOLATION = 10000000, /* work that the other checks get at least once one is violated */
    FEW_INSTANCES = 2,
    MANY_INSTANCES = 8,
    MOST_INSTANCES = 64,
};

struct drawing {
    const struct task *task;
    struct verdict *verdict;
    uint64_t work, runs; /* so far */
    uint64_t limit;      /* of work */
    bool *wanted;        /* by check */
    bool too_large;      /* states are, for drawn runs */
    bool violated;       /* some check */
};

static bool any_wanted(struct drawing *d)
{
    bool any = false;
    vector_each(const struct check *, c, &d->task->program->checks) {
        const struct check_result *r = &d->verdict->results.data[c->id];
        d->wanted[c->id] = c->property == d->task->property && r->answer == ANSWER_OPEN && !r->reason;
        any |= d->wanted[c->id];
    }
    return any;
}

/* Keeps the trace if the interpreter agrees. */
static void report(struct drawing *d, struct trace *t)
{
    struct check_result *r = &d->verdict->results.data[t->check];
    const char *why = NULL;
    if (!trace_replays(d->task->program, t, &why, &d->verdict->arena)) {
        log_error("internal error: random found a schedule that the interpreter refuses: %s", why);
        r->reason = "internal error: the schedule that was found does not replay";
        trace_free(t);
        return;
    }
    d->violated = true;
    r->answer = ANSWER_VIOLATED;
    r->trace = t;
    verdict_publish(d->task, d->verdict);
}

/* The verdict is clear. The other checks get as much work again, not all that is left. */
static void limit_rest(struct drawing *d)
{
    uint64_t rest = 2 * d->work + AFTER_VIOLATION;
    d->limit = d->limit && d->limit < rest ? d->limit : rest;
}

/* Every second round has many threads, the others few: one more each time. */
static uint32_t instances_of_round(uint32_t round)
{
    uint32_t few = FEW_INSTANCES + round / 2, many = round / 2 < 3 ? MANY_INSTANCES << round / 2 : MOST_INSTANCES;
    uint32_t n = round % 2 ? many : few;
    return n < MOST_INSTANCES ? n : MOST_INSTANCES;
}

static uint64_t work_of_round(const struct drawing *d)
{
    uint64_t work = d->work < FIRST_ROUND ? FIRST_ROUND : d->work < LONGEST_ROUND ? d->work : LONGEST_ROUND;
    return d->limit && d->limit - d->work < work ? d->limit - d->work : work;
}

static bool is_over(const struct drawing *d, const char **why)
{
    *why = NULL;
    return d->too_large || (d->limit && d->work >= d->limit) || budget_spent(&d->task->budget, why);
}

static void draw_round(struct drawing *d, uint32_t round)
{
    const struct program *p = d->task->program;
    uint32_t instances = program_has_unbounded(p) ? instances_of_round(round) : 0;
    struct drawn_runs *runs = drawn_runs_new(p, instances, d->task->options->random_seed + round);
    d->too_large = !runs;
    if (!runs)
        return;
    uint64_t before = d->work, end = before + work_of_round(d);
    while (d->work < end && any_wanted(d)) {
        struct trace *t = drawn_runs_violation(runs, d->task->property, d->wanted, end - d->work, &d->task->budget);
        d->work = before + drawn_runs_work(runs);
        if (!t)
            break;
        report(d, t);
        limit_rest(d);
    }
    log_debug("random: round %u, %llu runs, %llu edges tried", round, (unsigned long long)drawn_runs_count(runs),
              (unsigned long long)drawn_runs_work(runs));
    d->runs += drawn_runs_count(runs);
    drawn_runs_free(runs);
}

static void run(const struct task *task, struct verdict *verdict)
{
    struct drawing d = {.task = task,
                        .verdict = verdict,
                        .limit = task->options->random_work,
                        .wanted = NEW_ARRAY(bool, task->program->checks.size + 1)};
    const char *why;
    for (uint32_t round = 0; any_wanted(&d) && !is_over(&d, &why); round++)
        draw_round(&d, round);
    if (task->statistics) {
        task->statistics->random_runs += d.runs;
        task->statistics->random_work += d.work;
    }
    if (any_wanted(&d) && d.too_large)
        verdict_reason(verdict, "the states are too large for drawn runs");
    else if (any_wanted(&d)) {
        bool limit = is_over(&d, &why) && why && !interrupted(); /* who asked it to stop knows why */
        verdict_reason(verdict, "%s%sno %sviolation in %llu drawn runs", limit ? why : "", limit ? "; " : "",
                       d.violated ? "other " : "", (unsigned long long)d.runs);
    }
    mem_free(d.wanted);
}

static bool suits(const struct program *p, enum property property, const char **why_not)
{
    bool races = property == PROPERTY_RACE;
    *why_not = races ? "races are not looked for" : "deadlocks of any number of threads";
    return !races && !(property == PROPERTY_DEADLOCK && program_has_unbounded(p));
}

const struct engine engine_random = {
    .name = "random",
    .summary = "drawn schedules and inputs; finds violations, proves nothing",
    .suits = suits,
    .run = run,
    .finds_only = true,
};
