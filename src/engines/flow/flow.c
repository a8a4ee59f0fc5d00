/* Flow-sensitive thread-modular abstract interpretation: Kusano and Wang, "Flow-Sensitive Composition of Thread-Modular
 * Abstract Interpretation", FSE 2016. Algorithms 2 and 3: threads are interpreted one by one, each under the stores of
 * the others as known so far, until no store writes anything new. The four modes are the four columns of the paper's
 * Table 3.
 *
 * Checks are proved or stay open; this engine never claims a violation. */
#include "engines/flow/flow.h"

#include "base/log.h"
#include "base/options.h"
#include "base/statistics.h"
#include "engines/flow/analysis.h"
#include "engines/flow/tell.h"
#include "facts/mentions.h"

#include <stdlib.h>
#include <string.h>

static bool can_interpret(const struct program *p, const struct reason **why_not)
{
    if (program_has_calls(p))
        *why_not = BECAUSE(NO_PROCEDURES);
    return !program_has_calls(p);
}

static bool flow_suits(const struct program *p, const struct reason **why_not)
{
    if (program_asks(p, CHECK_STUCK)) {
        *why_not = BECAUSE(NO_DEADLOCKS);
        return false;
    }
    return can_interpret(p, why_not);
}

static int compare_u64(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

typedef VECTOR(uint64_t) u64_vector;

static void collect_constant(void *context, expr e)
{
    u64_vector *v = context;
    if (e->op != E_CONST || e->width == 1)
        return;
    uint64_t mask = width_mask(e->width);
    vector_push(v, (e->value - 1) & mask);
    vector_push(v, e->value);
    vector_push(v, (e->value + 1) & mask);
}

/* The constants that are compared with or written somewhere, and their neighbours: where loops tend to stop. */
static void find_thresholds(struct flow *f)
{
    enum { THRESHOLDS_MAX = 300 };
    u64_vector v = {0};
    vector_each(const struct code *, c, &f->program->codes)
        vector_each(const struct edge *, e, &c->edges) {
            expr_visit(e->action.guard, collect_constant, &v);
            for (uint32_t i = 0; i < e->action.update_count; i++)
                expr_visit(e->action.updates[i].value, collect_constant, &v);
        }
    if (v.size)
        qsort(v.data, v.size, sizeof *v.data, compare_u64);
    uint32_t n = 0;
    for (uint32_t i = 0; i < v.size; i++)
        if (!n || v.data[n - 1] != v.data[i])
            v.data[n++] = v.data[i];
    f->thresholds = (struct thresholds){v.data, n > THRESHOLDS_MAX ? THRESHOLDS_MAX : n};
}

struct creation {
    uint32_t by, of; /* templates */
};
typedef VECTOR(struct creation) creations;

/* By template, its own cells and the shared ones that its threads must know, for themselves or for the threads that
 * they create. */
static struct bitset *find_wanted(const struct program *p)
{
    struct bitset *wanted = NEW_ARRAY(struct bitset, p->template_count + 1);
    creations list = {0};
    mentions m = {0};
    for (uint32_t k = 0; k < p->template_count; k++)
        vector_each(const struct edge *, e, &p->codes.data[k].edges) {
            action_mentions(&e->action, &m);
            vector_each(const struct mention *, x, &m) {
                const struct cell *c = &p->cells.data[x->cell];
                if (cell_is_shared(c))
                    bitset_add(&wanted[k], x->cell);
                if (c->role == CELL_STARTED && x->write)
                    vector_push(&list, (struct creation){k, c->subject});
            }
        }
    for (bool changed = true; changed;) {
        changed = false;
        vector_each(const struct creation *, c, &list)
            changed |= bitset_unite(&wanted[c->by], &wanted[c->of]);
    }
    vector_each(const struct cell *, c, &p->cells)
        if (!cell_is_shared(c) && !c->dropped && c->owner < p->template_count)
            bitset_add(&wanted[c->owner], c->id);
    vector_free(&m);
    vector_free(&list);
    return wanted;
}

static void find_instances(struct flow *f)
{
    f->instances = NEW_ARRAY(uint32_t, f->program->codes.size + 1);
    for (uint32_t i = 0; i < f->program->codes.size; i++)
        f->instances[i] = f->program->codes.data[i].instances == UNBOUNDED ? 0 : f->program->codes.data[i].instances;
}

static struct space *shared_space(struct flow *f)
{
    struct bitset cells = {0};
    vector_each(const struct cell *, c, &f->program->cells)
        if (cell_is_shared(c) && !c->dropped)
            bitset_add(&cells, c->id);
    struct space *s = space_new(f->program, &cells, value_top(SELF_WIDTH), &f->pool, f->instances, NULL);
    bitset_free(&cells);
    return s;
}

static void flow_init(struct flow *f, const struct task *task, const char *domain)
{
    static const char *const modes[] = {"insensitive", "sensitive", "constrained", "full"};
    bool known = true;
    f->task = task;
    f->program = task->program;
    f->mode = FULL;
    for (unsigned i = 0; i < 4; i++)
        if (task->options && !strcmp(task->options->interference, modes[i]))
            f->mode = (enum interference)i;
    f->domain = domain_find(domain, &known);
    if (!known)
        log_warning("this build has no domain %s: values are used", domain);
    f->evaluator = evaluator_new(f->program->exprs);
    find_instances(f);
    f->shared = shared_space(f);
    f->threads = flow_threads_new(f->program, f->shared);
    f->wrote = NEW_ARRAY(struct interferences, f->threads->events.size + 1);
    for (uint32_t e = 0; e < f->threads->events.size; e++) {
        uint32_t n = f->threads->events.data[e].writes.size;
        f->wrote[e].value = NEW_ARRAY(uint32_t, n + 1);
        f->wrote[e].changes = NEW_ARRAY(uint8_t, n + 1);
        for (uint32_t i = 0; i < n; i++)
            f->wrote[e].value[i] = NONE;
    }
    f->open = NEW_ARRAY(bool, f->program->checks.size + 1);
    f->all_cases = program_asks(task->program, CHECK_PAIR);
    f->learned = NEW_ARRAY(uint64_t *, f->threads->events.size + 1);
    f->sure = NEW_ARRAY(bool *, f->threads->events.size + 1);
    find_thresholds(f);
    assume_init(f);
    f->interpreted = NEW_ARRAY(struct interpreted, f->threads->threads.size + 1);
    struct bitset *wanted = find_wanted(f->program);
    for (uint32_t t = 0; t < f->threads->threads.size; t++) {
        const struct thread *th = &f->threads->threads.data[t];
        if (th->code != NONE && !th->rest)
            interpreted_init(f, t, &wanted[th->code]);
    }
    for (uint32_t k = 0; k < f->program->template_count; k++)
        bitset_free(&wanted[k]);
    mem_free(wanted);
}

static void flow_free(struct flow *f)
{
    for (uint32_t t = 0; t < f->threads->threads.size; t++)
        interpreted_free(f, t);
    mem_free(f->interpreted);
    for (uint32_t e = 0; e < f->threads->events.size; e++) {
        mem_free(f->wrote[e].value);
        mem_free(f->wrote[e].changes);
        mem_free(f->learned[e]);
        mem_free(f->sure[e]);
    }
    mem_free(f->learned);
    mem_free(f->sure);
    mem_free(f->open);
    mem_free(f->wrote);
    mem_free(f->thresholds.data);
    assume_free(f);
    map_free(&f->visible);
    flow_threads_free(f->threads);
    space_free(f->shared);
    mem_free(f->instances);
    vector_free(&f->offered);
    evaluator_free(f->evaluator);
    value_pool_free(&f->pool);
}

/* Everything from the start, with the order as it is now. */
static void restart(struct flow *f)
{
    for (uint32_t e = 0; e < f->threads->events.size; e++)
        for (uint32_t i = 0; i < f->threads->events.data[e].writes.size; i++) {
            f->wrote[e].value[i] = NONE;
            f->wrote[e].changes[i] = 0;
        }
    assume_free(f);
    assume_init(f);
    for (uint32_t t = 0; t < f->threads->threads.size; t++)
        if (f->interpreted[t].space)
            interpreted_reset(f, t);
}

/* Interprets the threads that depend on something new: those that create others, or those that do not. Any? */
static bool interpret_dirty(struct flow *f, const bool *creates, bool creators)
{
    bool any = false;
    for (uint32_t t = 0; t < f->threads->threads.size && !f->out_of_budget; t++) {
        struct interpreted *in = &f->interpreted[t];
        if (!in->space || !in->dirty || creates[t] != creators)
            continue;
        in->dirty = false;
        interpret_thread(f, t);
        f->interpretations++;
        any = true;
    }
    return any;
}

/* Threads in turn, as long as one of them depends on something new. Who creates threads mostly waits for them after
 * that: it comes when they have come to rest. */
static void iterate(struct flow *f)
{
    bool *creates = NEW_ARRAY(bool, f->threads->threads.size + 1);
    vector_each(const struct event *, e, &f->threads->events)
        creates[e->thread] |= e->creates.size > 0;
    while (!f->out_of_budget && (interpret_dirty(f, creates, false) || interpret_dirty(f, creates, true)))
        continue;
    mem_free(creates);
}

/* Threads that may teach something once more, as they are in the end, with an eye on the order of events. */
static void learn(struct flow *f)
{
    bool *teaches = learn_teachers(f);
    f->learning = true;
    for (uint32_t t = 0; t < f->threads->threads.size && !f->out_of_budget; t++)
        if (teaches[t])
            interpret_thread(f, t);
    f->learning = false;
    mem_free(teaches);
}

/* Runs, each with what the one before has learned about the order, until everything is proved or nothing new is
 * learned. */
static void analyse(struct flow *f)
{
    iterate(f);
    for (int phase = 1; !f->out_of_budget && decide_checks(f) && phase < PHASES_MAX && f->mode >= CONSTRAINED; phase++) {
        learn(f);
        if (f->out_of_budget || !learn_commit(f))
            break;
        restart(f);
        iterate(f);
    }
}

static const char *first_domain(const struct task *task)
{
    return !task->options || !strcmp(task->options->domain, "auto") ? "values" : task->options->domain;
}

struct proof *flow_invariants_and_answers(const struct task *task, struct verdict *v)
{
    struct flow f = {0};
    struct proof *proof = NULL;
    flow_init(&f, task, first_domain(task));
    f.all_cases |= !v;
    analyse(&f);
    if (v && !f.out_of_budget)
        decide_verdict(&f, v);
    if (!f.out_of_budget && !decide_unsupported(&f))
        proof = flow_known(&f);
    flow_free(&f);
    return proof;
}

struct proof *flow_invariants(const struct task *task) { return flow_invariants_and_answers(task, NULL); }

const struct reason *flow_tell(const struct task *task, const struct program *original, struct text *out)
{
    struct flow f = {0};
    const struct reason *why = NULL;
    if (!can_interpret(task->program, &why))
        return why;
    flow_init(&f, task, first_domain(task));
    f.all_cases = true;
    analyse(&f);
    why = f.out_of_budget;
    if (!why)
        tell_all(&f, original, out);
    flow_free(&f);
    return why;
}

static void run_with(const struct task *task, const char *domain, struct verdict *v)
{
    struct flow f = {0};
    double start = clock_cpu();
    flow_init(&f, task, domain);
    analyse(&f);
    double analysed = clock_cpu();
    if (f.out_of_budget)
        v->reason = f.out_of_budget;
    else
        decide_verdict(&f, v);
    if (task->statistics) {
        task->statistics->flow_microseconds += (uint64_t)((analysed - start) * 1e6);
        task->statistics->flow_proof_microseconds += (uint64_t)((clock_cpu() - analysed) * 1e6);
        task->statistics->flow_visits += f.visits;
        task->statistics->flow_queries += f.queries;
        task->statistics->flow_events += f.threads->events.size;
        task->statistics->flow_threads_interpreted += f.interpretations;
    }
    flow_free(&f);
}

/* Takes what the second verdict proves over, and its proof if that is of all. */
static void take_over(const struct task *task, struct verdict *v, struct verdict *second)
{
    struct shell first = shell_new(task, v), other = shell_new(task, second);
    uint32_t before = shell_count(&first, ANSWER_PROVED);
    for (uint32_t i = 0; i < v->results.size; i++)
        if (shell_proved(&other, i))
            shell_prove(&first, i);
    if (shell_count(&first, ANSWER_PROVED) == before)
        return;
    bool all = shell_count(&other, ANSWER_PROVED) == shell_count(&first, ANSWER_PROVED);
    shell_give_proof(&first, all ? second->proof : NULL, second->no_proof ? second->no_proof : BECAUSE(UNPROVED_PARTS));
    second->proof = all ? NULL : second->proof;
    shell_because(&first, second->reason);
}

static void flow_run(const struct task *task, struct verdict *v)
{
    run_with(task, first_domain(task), v);
    bool again = task->options && !strcmp(task->options->domain, "auto") && v->reason;
    if (again && !budget_spent(&task->budget)) {
        struct verdict second;
        verdict_init(&second, task->program);
        run_with(task, "octagons", &second);
        take_over(task, v, &second);
        verdict_free(&second);
    }
}

/* A proof if it gives one; otherwise what it knows to hold, which may be more than follows by itself. */
static struct proof *flow_facts(const struct task *task, bool *inductive)
{
    struct verdict v;
    verdict_init(&v, task->program);
    flow_run(task, &v);
    struct proof *known = v.proof;
    v.proof = NULL;
    verdict_free(&v);
    *inductive = known != NULL;
    return known ? known : flow_invariants(task);
}

const struct engine engine_flow = {
    .name = "flow",
    .invariants = true,
    .summary = "abstract interpretation per thread, interferences pruned by happens-before",
    .suits = flow_suits,
    .run = flow_run,
    .tell = flow_facts,
    .can_tell = can_interpret,
};
