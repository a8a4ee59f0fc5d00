/* An engine in a process of its own, which can be paused. */
#include "base/effort.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/printable.h"
#include "portfolio/bundle.h"
#include "portfolio/contest.h"
#include "portfolio/recall.h"
#include "portfolio/remote.h"
#include "portfolio/transfer.h"

#include <stdio.h>

/* What goes over the pipe: verdicts, each after its length; the last one has this bit set in its length. */
static const uint64_t LAST = UINT64_C(1) << 63;

static void send_verdict(int fd, const struct verdict *v, const struct statistics *s, uint64_t last)
{
    struct text bytes = {0};
    verdict_write(&bytes, v, s);
    uint64_t length = bytes.size | last;
    write_all(fd, &length, sizeof length);
    write_all(fd, bytes.data, bytes.size);
    text_free(&bytes);
}

static void publish(void *publisher, const struct verdict *v)
{
    struct verdict so_far = *v;
    struct statistics none = {0};
    so_far.proof = NULL;
    send_verdict(*(int *)publisher, &so_far, &none, 0);
}

void entrant_serve(struct entrant *e, int fd)
{
    struct statistics statistics = {0};
    struct verdict verdict;
    verdict_init(&verdict, e->task.program);
    e->task.statistics = &statistics;
    e->task.publish = publish;
    e->task.publisher = &fd;
    engine_run(e->engine, &e->task, &verdict);
    progress_done();
    mem_set_limit(0);
    send_verdict(fd, &verdict, &statistics, LAST);
}

static void engine_in_child(void *context, int fd) { entrant_serve(context, fd); }

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
        inner->deadline = c->limits.deadline - contest_stops_before(budget_left(&c->limits));
        outer->deadline = c->limits.deadline + CLOCK_KILL;
    }
    outer->memory = c->memory;
    inner->memory = outer->memory / 16 * 15;
}

/* The program with what is decided left out, unless making it takes long; without what is to be avoided. Parts of one search, and nodes, are
 * given all of it: they have to see the same. */
static const struct version *version_for(struct contest *c, const struct entrant *e, uint32_t avoided)
{
    bool whole = (e->parts > 1 && e->engine->splits) || c->remote;
    uint32_t n = c->report->checks.size;
    bool *decided = NEW_ARRAY(bool, n + 1);
    for (uint32_t i = 0; i < n; i++)
        decided[i] = !whole && !contest_open(c, i) && c->pipeline->statistics.time_passes < CLOCK_LONG_PASSES;
    const struct version *v = pipeline_version(c->pipeline, decided, avoided);
    mem_free(decided);
    return v;
}

void entrant_start(struct contest *c, struct entrant *e)
{
    assert(e->standing == WAITING);
    struct pipeline *l = c->pipeline;
    struct budget outer;
    e->version = version_for(c, e, e->elsewhere ? c->pipeline->avoided.size : 0);
    e->elsewhere = e->complete = false;
    e->task = (struct task){.program = e->version->program, .options = l->options, .wants_proof = l->needs || c->check_proofs};
    e->task.part = e->part, e->task.parts = e->parts;
    if (c->facts && c->facts->version == e->version)
        e->task.facts = c->facts->proof, e->task.facts_inductive = true, e->task.teller = c->facts->engine;
    engine_limits(c, &e->task.budget, &outer);
    log_info("engine %s", e->engine->name);
    progress("engine %s", e->engine->name);
    e->since = clock_wall();
    e->worked_before = 0;
    e->standing = RUNNING;
    e->taken = 0;
    if (c->remote && !e->version->avoided)
        remote_start(c, e);
    else
        process_fork(&e->process, engine_in_child, e, &outer); /* if it fails it has ended, and says why */
}

double entrant_ran(const struct entrant *e) { return e->ran + (e->standing == RUNNING ? clock_wall() - e->since : 0); }

/* CPU time, so that turns are the same on a busy machine. An engine that does not get any, or waits for something, does not keep its
 * place for ever all the same. */
double entrant_worked(const struct entrant *e)
{
    enum { MOST_BUSY = 4 };
    if (e->standing != RUNNING)
        return e->worked;
    double work = process_cpu_now(&e->process) - e->worked_before, least = (clock_wall() - e->since) / MOST_BUSY;
    return e->worked + (work > least ? work : least);
}

void entrant_pause(struct entrant *e)
{
    assert(e->standing == RUNNING);
    process_pause(&e->process);
    e->worked = entrant_worked(e);
    e->ran = entrant_ran(e);
    e->standing = PAUSED;
}

void entrant_resume(struct entrant *e)
{
    assert(e->standing == PAUSED);
    process_resume(&e->process);
    e->since = clock_wall();
    e->worked_before = process_cpu_now(&e->process);
    e->standing = RUNNING;
}

/* It did not come back with a verdict. */
static const struct reason *failure(struct contest *c, const struct entrant *e)
{
    struct arena *words = &c->pipeline->words;
    const struct process *p = &e->process;
    if (e->lost)
        return reason_new(words, REASON_PROCESS, e->refused ? e->refused : "node failure", 0);
    if (c->remote && p->end == PROCESS_EXITED) /* srun, which was told to end */
        return interrupted() ? BECAUSE(INTERRUPTED) : BECAUSE(TIME_LIMIT);
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

/* Takes the next whole verdict that has arrived; false if there is none. */
static bool take_next(struct contest *c, struct entrant *e)
{
    struct text *all = &e->process.output;
    uint64_t length;
    size_t head;
    if (c->remote && !e->version->avoided && !e->taken) {
        if (!remote_begins(c, e, &head))
            return false;
        e->taken = head;
    }
    if (all->size - e->taken < sizeof length)
        return false;
    memcpy(&length, all->data + e->taken, sizeof length);
    bool last = length & LAST;
    length &= ~LAST;
    if (all->size - e->taken - sizeof length < length)
        return false;
    struct text bytes = {.data = all->data + e->taken + sizeof length, .size = length};
    struct verdict v = {0};
    struct statistics s = {0};
    bool good = verdict_read(&bytes, e->version->program, &v, &s);
    uint32_t before = e->proved + e->violated, proofs = c->pipeline->evidence.size;
    e->taken += sizeof length + length;
    if (good && last) {
        statistics_add(&c->pipeline->statistics, &s);
        e->reason = e->version->avoided ? e->reason : reason_of(c, e, &v);
        e->complete = true;
        if (e->parts > 1 && e->engine->splits)
            parts_join(c, e, &v);
        take_verdict(c, e, &v);
    } else if (good) {
        take_violations(c, e, &v);
        e->in_sight |= v.in_sight;
    }
    if (good && e->proved + e->violated > before)
        recall_add(c->recall, e, &bytes, c->pipeline->evidence.size > proofs ? vector_last(&c->pipeline->evidence) : NULL);
    verdict_free(&v);
    return good;
}

void entrant_news(struct contest *c, struct entrant *e)
{
    while (!e->complete && take_next(c, e))
        continue;
}

void entrant_finish(struct contest *c, struct entrant *e)
{
    struct pipeline *l = c->pipeline;
    e->worked = entrant_worked(e);
    e->ran = entrant_ran(e);
    e->standing = OUT;
    if (e->process.memory > l->statistics.memory_peak)
        l->statistics.memory_peak = e->process.memory;
    entrant_news(c, e);
    e->lost = c->remote && !e->complete && e->process.end != PROCESS_TIMED_OUT && !e->process.interrupt_sent;
    if (e->lost)
        remote_lost(c, e);
    if (!e->complete)
        e->reason = failure(c, e);
    e->remark = reason_words(e->reason, &c->pipeline->words);
    process_free(&e->process);
}
