/* An engine in a process of its own, which can be paused. */
#include "base/log.h"
#include "base/memory.h"
#include "portfolio/bundle.h"
#include "portfolio/contest.h"
#include "portfolio/transfer.h"

#include <stdio.h>

/* What goes over the pipe: verdicts, each after this. */
struct heading {
    uint64_t length;
    uint64_t steps; /* that were done until then */
    bool last;
};

static void send_verdict(int fd, const struct verdict *v, const struct statistics *s, bool last)
{
    struct text bytes = {0};
    verdict_write(&bytes, v, s);
    struct heading h;
    memset(&h, 0, sizeof h);
    h.length = bytes.size, h.steps = effort_so_far(), h.last = last;
    write_all(fd, &h, sizeof h);
    write_all(fd, bytes.data, bytes.size);
    text_free(&bytes);
}

static void publish(void *publisher, const struct verdict *v)
{
    struct verdict so_far = *v;
    struct statistics none = {0};
    so_far.proof = NULL;
    send_verdict(*(int *)publisher, &so_far, &none, false);
}

static void engine_in_child(void *context, int fd)
{
    struct entrant *e = context;
    stopwatch_keep(&e->clock);
    struct statistics statistics = {0};
    struct verdict verdict;
    verdict_init(&verdict, e->task.program);
    e->task.statistics = &statistics;
    e->task.publish = publish;
    e->task.publisher = &fd;
    engine_run(e->engine, &e->task, &verdict);
    log_debug("engine %s: %llu steps in %.3f s", e->engine->name, (unsigned long long)effort_so_far(), clock_cpu());
    progress_done();
    mem_set_limit(0);
    send_verdict(fd, &verdict, &statistics, true);
}

/* For users who give no limit: swapping helps nobody. */
size_t free_memory(void)
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
static void engine_limits(const struct contest *c, struct budget *inner, struct budget *outer)
{
    *inner = *outer = c->limits;
    if (c->limits.deadline > 0) {
        double left = budget_left(&c->limits);
        inner->deadline = c->limits.deadline - (left > 10 ? 0.4 : left * 0.04);
        outer->deadline = c->limits.deadline + 0.35;
    }
    outer->memory = c->memory;
    inner->memory = outer->memory / 16 * 15;
}

/* The program with what is decided left out, unless it is so large that making it takes long. */
static const struct version *version_for(struct contest *c)
{
    enum { MANY_EDGES = 20000 };
    uint32_t n = c->report->checks.size, edges = 0;
    bool *decided = NEW_ARRAY(bool, n + 1);
    vector_each(const struct code *, k, &c->pipeline->original->codes)
        edges += k->edges.size;
    for (uint32_t i = 0; i < n; i++)
        decided[i] = !contest_open(c, i) && edges < MANY_EDGES;
    const struct version *v = pipeline_version(c->pipeline, decided);
    mem_free(decided);
    return v;
}

void entrant_start(struct contest *c, struct entrant *e)
{
    assert(e->standing == WAITING);
    struct pipeline *l = c->pipeline;
    struct budget outer;
    e->version = version_for(c);
    e->task = (struct task){.program = e->version->program, .options = l->options, .wants_proof = l->needs || c->check_proofs};
    if (c->facts && c->facts->version == e->version)
        e->task.facts = c->facts->proof, e->task.facts_inductive = true, e->task.teller = c->facts->engine;
    engine_limits(c, &e->task.budget, &outer);
    e->task.budget.worth = contest_worth(c, e);
    log_info("engine %s", e->engine->name);
    progress("engine %s", e->engine->name);
    stopwatch_start(&e->clock, c->now, e->turn);
    e->standing = RUNNING;
    e->taken = 0;
    process_fork(&e->process, engine_in_child, e, &outer); /* if it fails it has ended, and says why */
}

/* It waits by itself when its turn is over; if it does not count what it does, it has to be stopped. */
void entrant_pause(struct entrant *e)
{
    assert(e->standing == RUNNING);
    if (pace_done(e->clock.pace) < pace_allowed(e->clock.pace))
        process_pause(&e->process);
    e->ran += e->clock.seen;
    e->standing = PAUSED;
}

void entrant_resume(struct contest *c, struct entrant *e)
{
    assert(e->standing == PAUSED);
    stopwatch_resume(&e->clock, &e->process, c->now, e->turn);
    process_resume(&e->process);
    e->standing = RUNNING;
}

/* It did not come back with a verdict. */
static const struct reason *failure(struct contest *c, const struct entrant *e)
{
    struct arena *words = &c->pipeline->words;
    const struct process *p = &e->process;
    if (p->end == PROCESS_TIMED_OUT || (p->end == PROCESS_INTERRUPTED && !interrupted()))
        return BECAUSE(TIME_LIMIT);
    if (p->end == PROCESS_OUT_OF_MEMORY)
        return BECAUSE(MEMORY_LIMIT);
    if (p->end == PROCESS_INTERRUPTED)
        return BECAUSE(INTERRUPTED);
    const char *how = process_end_words(p);
    if (p->end == PROCESS_CRASHED || p->end == PROCESS_EXITED) {
        how = p->end == PROCESS_CRASHED ? arena_printf(words, "engine %s crashed: %s", e->engine->name, how)
                                        : arena_printf(words, "engine %s ended with status %d", e->engine->name, p->status);
        log_error("internal error: %s; this is a bug in heddle", how);
        bundle_write(c->pipeline, how);
    }
    return reason_new(words, REASON_PROCESS, how, 0);
}

/* An engine that was asked to stop thinks of Ctrl-C; the user did not press it. One that nobody here asked got a signal from
 * elsewhere. */
static const struct reason *reason_of(struct contest *c, const struct entrant *e, const struct verdict *v)
{
    const struct reason *first = NULL, **last = &first;
    for (const struct reason *r = v->reason; r; r = r->next) {
        struct reason *mine = reason_new(&c->pipeline->words, r->id, r->what, r->n);
        if (r->id == REASON_INTERRUPTED && !interrupted())
            mine->id = e->process.interrupt_sent ? REASON_TIME_LIMIT : REASON_SIGNAL;
        mine->file = r->file ? arena_strdup(&c->pipeline->words, r->file) : NULL;
        mine->line = r->line;
        *last = mine;
        last = &mine->next;
    }
    return first;
}

/* The next whole verdict that has arrived; false if there is none. */
static bool next_heading(const struct entrant *e, struct heading *h)
{
    const struct text *all = &e->process.output;
    size_t rest = all->size - e->taken;
    if (e->complete || rest < sizeof *h)
        return false;
    memcpy(h, all->data + e->taken, sizeof *h);
    return rest - sizeof *h >= h->length;
}

bool entrant_has_news(const struct entrant *e, uint64_t *steps)
{
    struct heading h;
    bool some = next_heading(e, &h);
    *steps = some ? h.steps : 0;
    return some;
}

void entrant_take_news(struct contest *c, struct entrant *e)
{
    struct heading h;
    if (!next_heading(e, &h))
        return;
    struct text bytes = {.data = e->process.output.data + e->taken + sizeof h, .size = h.length};
    struct verdict v = {0};
    struct statistics s = {0};
    bool good = verdict_read(&bytes, e->version->program, &v, &s);
    e->taken += sizeof h + h.length;
    if (good && h.last) {
        statistics_add(&c->pipeline->statistics, &s);
        e->reason = reason_of(c, e, &v);
        e->complete = true;
        take_verdict(c, e, &v);
    } else if (good) {
        take_violations(c, e, &v);
    }
    verdict_free(&v);
    if (e->complete) {
        process_finish(&e->process); /* it has nothing left to do */
        entrant_finish(c, e);
    }
}

void entrant_finish(struct contest *c, struct entrant *e)
{
    struct pipeline *l = c->pipeline;
    e->standing = OUT;
    c->first_is_alone = false;
    if (e->process.memory > l->statistics.memory_peak)
        l->statistics.memory_peak = e->process.memory;
    if (!e->complete)
        e->reason = failure(c, e);
    e->remark = reason_words(e->reason, &c->pipeline->words);
    process_free(&e->process);
    stopwatch_free(&e->clock);
}
