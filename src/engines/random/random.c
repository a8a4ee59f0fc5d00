/* Rounds of drawn runs, each with a seed of its own and, of threads that are created without bound, another number. What a
 * round may do is counted in edges that are tried, not in seconds: the same command draws the same runs. */
#include "engines/random/random.h"

#include "base/bitset.h"
#include "base/log.h"
#include "base/options.h"
#include "base/statistics.h"
#include "engines/random/runs.h"
#include "engines/shell.h"

enum {
    FEW_INSTANCES = 2,
    MANY_INSTANCES = 8,
    MOST_INSTANCES = 64,
};

struct drawing {
    struct shell shell;
    const struct task *task;
    uint64_t work, runs; /* so far */
    uint64_t limit;      /* of work */
    bool *wanted;        /* by check */
    struct bitset found; /* numbers of task->alike, of checks that are violated */
    uint32_t most;       /* instances of unbounded templates that a state has room for, as far as is known */
    bool too_large;      /* states are, for drawn runs */
    bool violated;       /* some check */
};

static bool any_wanted(struct drawing *d)
{
    bool any = false;
    for (uint32_t c = 0; c < d->shell.program->checks.size; c++) {
        bool found = d->task->alike && bitset_has(&d->found, d->task->alike[c]);
        d->wanted[c] = shell_open(&d->shell, c) && !d->shell.verdict->results.data[c].reason && !found;
        any |= d->wanted[c];
    }
    return any;
}

/* The verdict is clear. The other checks get as much work again, not all that is left; unless each of them counts. */
static void limit_rest(struct drawing *d)
{
    if (d->task->exactly)
        return;
    uint64_t rest = 2 * d->work + EFFORT_RANDOM_AFTER_VIOLATION;
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
    uint64_t first = EFFORT_RANDOM_FIRST_ROUND, longest = EFFORT_RANDOM_LONGEST_ROUND;
    uint64_t work = d->work < first ? first : d->work < longest ? d->work : longest;
    return d->limit && d->limit - d->work < work ? d->limit - d->work : work;
}

static bool is_over(const struct drawing *d)
{
    return d->too_large || (d->limit && d->work >= d->limit) || budget_spent(&d->task->budget);
}

static void draw_round(struct drawing *d, uint32_t round)
{
    const struct program *p = d->task->program;
    struct drawn_manner how = {.instances = program_has_unbounded(p) ? instances_of_round(round) : 0,
                               .seed = d->task->options->random_seed + ((uint64_t)d->task->part << 32) + round,
                               .exactly = d->task->exactly,
                               .from_seeds =
                                   round % 2}; /* what is easy to find is found without, and what is a matter of schedules alone */
    how.instances = how.instances < d->most ? how.instances : d->most;
    struct drawn_runs *runs = drawn_runs_new(p, how, &d->task->budget);
    for (; !runs && how.instances > 1; runs = drawn_runs_new(p, how, &d->task->budget))
        d->most = how.instances = how.instances / 2;
    d->too_large = !runs;
    if (!runs)
        return;
    uint64_t before = d->work, end = before + work_of_round(d);
    while (d->work < end && any_wanted(d)) {
        struct trace *t = drawn_runs_violation(runs, d->wanted, end - d->work, &d->task->budget);
        d->work = before + drawn_runs_work(runs);
        if (!t)
            break;
        uint32_t check = t->check;
        if (shell_claim(&d->shell, t)) {
            d->violated = true;
            if (d->task->alike)
                bitset_add(&d->found, d->task->alike[check]);
        }
        limit_rest(d);
    }
    log_debug("random: round %u, %llu runs, %llu edges tried, %u taken", round, (unsigned long long)drawn_runs_count(runs),
              (unsigned long long)drawn_runs_work(runs), drawn_runs_edges(runs));
    d->runs += drawn_runs_count(runs);
    drawn_runs_free(runs);
}

static void run(const struct task *task, struct verdict *verdict)
{
    struct drawing d = {.shell = shell_new(task, verdict),
                        .task = task,
                        .limit = task->options->random_work,
                        .most = MOST_INSTANCES,
                        .wanted = NEW_ARRAY(bool, task->program->checks.size + 1)};
    for (uint32_t round = 0; any_wanted(&d) && !is_over(&d); round++)
        draw_round(&d, round);
    if (task->statistics) {
        task->statistics->random_runs += d.runs;
        task->statistics->random_work += d.work;
    }
    const struct reason *why = NULL;
    if (any_wanted(&d) && d.too_large)
        shell_because(&d.shell, BECAUSE(LARGE_STATES));
    else if (any_wanted(&d)) {
        if (budget_ends(&task->budget, &why) && !interrupted()) /* who asked it to stop knows why */
            shell_because(&d.shell, why);
        shell_also(&d.shell, reason_new(&verdict->arena, d.violated ? REASON_NONE_DRAWN_MORE : REASON_NONE_DRAWN, NULL, d.runs));
    }
    mem_free(d.wanted);
    bitset_free(&d.found);
}

static bool suits(const struct program *p, const struct reason **why_not)
{
    *why_not = BECAUSE(NO_DEADLOCKS_ANY);
    return !(program_asks(p, CHECK_STUCK) && program_has_unbounded(p));
}

const struct engine engine_random = {
    .name = "random",
    .summary = "drawn schedules and inputs; finds violations, proves nothing",
    .suits = suits,
    .run = run,
    .finds_only = true,
    .seeds = true,
};
