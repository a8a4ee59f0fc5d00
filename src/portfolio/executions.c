#include "portfolio/executions.h"

#include "base/effort.h"
#include "base/log.h"
#include "engines/bounded/weak.h"
#include "passes/robust.h"
#include "portfolio/mending.h"
#include "portfolio/portfolio.h"
#include "portfolio/weaker.h"
#include "weak/buffers.h"
#include "weak/views.h"

#include <inttypes.h>

#define ENGINE_NAME "executions"

static enum memory_model asked_model(const struct options *o)
{
    return !strcmp(o->memory_model, "sc") ? MODEL_SC : !strcmp(o->memory_model, "tso") ? MODEL_TSO : MODEL_C11;
}

bool has_weak_executions(const struct pipeline *l)
{
    enum memory_model model = asked_model(l->options);
    return model == MODEL_TSO ? l->original->template_count > 1 : model == MODEL_C11 && has_weaker_orders(l->original);
}

bool suits_executions(const struct pipeline *l)
{
    return property_rows[l->asked].by_executions && l->original->checks.size && !strcmp(l->options->engine, "auto") &&
           has_weak_executions(l);
}

bool is_by_executions(const struct report_check *c) { return c->engine && !strcmp(c->engine, ENGINE_NAME); }

/* --- the search --- */

/* Whether the two versions have the same checks under the same numbers. */
static bool same_checks(const struct program *p, const struct program *q)
{
    if (p->checks.size != q->checks.size)
        return false;
    for (uint32_t i = 0; i < p->checks.size; i++) {
        const struct check *a = &p->checks.data[i], *b = &q->checks.data[i];
        if (a->property != b->property || strcmp(a->text, b->text) != 0 || a->pos.line != b->pos.line ||
            a->pos.column != b->pos.column)
            return false;
    }
    return true;
}

/* words: where executions are kept, or NULL. */
static struct weak_task task_of(const struct pipeline *l, const struct program *p, const struct budget *budget, struct arena *words)
{
    bool races = property_rows[l->asked].kind == CHECK_PAIR;
    return (struct weak_task){.program = p, .model = asked_model(l->options), .races = races, .budget = *budget, .words = words};
}

static void search(const struct pipeline *l, const struct program *p, const struct budget *budget, struct arena *words,
                   struct weak_result *out)
{
    struct weak_task task = task_of(l, p, budget, words);
    weak_search_run(&task, out);
}

/* The program as the search wants it, if its checks are those that were asked; to be freed. Else NULL. */
static struct program *load(struct pipeline *l, const struct budget *budget)
{
    struct program *p = pipeline_load_executions(l, false, budget);
    if (p && !same_checks(p, l->original)) {
        program_free(p);
        p = NULL;
    }
    return p;
}

/* What memory can hold at the end, by both searches: they must agree. */
static void compare_outcomes(struct pipeline *l, const struct weak_task *task, const struct weak_result *found)
{
    struct weak_result other;
    if (task->model == MODEL_C11)
        return;
    progress("looking at all states with store buffers");
    buffers_search_run(task, &other);
    if (found->complete && other.complete)
        text_printf(&l->notes, "outcomes: %" PRIu64 " of executions, %" PRIu64 " with store buffers%s\n", found->outcomes,
                    other.outcomes, found->outcomes == other.outcomes ? "" : " (an error in heddle)");
    else
        text_printf(&l->notes, "outcomes: %" PRIu64 " of executions%s, %" PRIu64 " with store buffers%s%s\n", found->outcomes,
                    found->complete ? "" : " or more", other.outcomes,
                    other.complete ? "" : " or more: ", other.complete ? "" : other.reason);
    weak_result_free(&other);
}

/* The same by a machine with views. */
static void compare_executions(struct pipeline *l, const struct weak_task *task, const struct weak_result *found)
{
    struct weak_result other;
    if (task->model != MODEL_C11 || !found->complete)
        return;
    progress("looking at all states with views");
    views_search_run(task, &other);
    bool same = found->executions == other.executions && found->outcomes == other.outcomes;
    if (other.complete)
        text_printf(&l->notes, "by views: %" PRIu64 " executions%s\n", other.executions, same ? "" : " (an error in heddle)");
    else
        text_printf(&l->notes, "by views: %" PRIu64 " executions or more: %s\n", other.executions, other.reason);
    weak_result_free(&other);
}

void count_executions(struct pipeline *l, const struct budget *budget)
{
    struct weak_result found;
    struct program *p = pipeline_load_executions(l, true, budget);
    if (!p)
        return;
    progress("looking at all executions");
    struct weak_task task = task_of(l, p, budget, NULL);
    task.outcomes = true;
    task.races = false;
    weak_search_run(&task, &found);
    text_printf(&l->notes, "executions: %" PRIu64 "%s%s, blocked: %" PRIu64 "\n", found.executions,
                found.complete ? "" : " or more: ", found.complete ? "" : found.reason, found.blocked);
    compare_outcomes(l, &task, &found);
    compare_executions(l, &task, &found);
    weak_result_free(&found);
    program_free(p);
}

/* --- answers --- */

/* Takes what was found about a check that is open. */
static void take(struct pipeline *l, struct report_check *c, const struct weak_result *found)
{
    const struct weak_finding *w = &found->checks[c->check->id];
    if (c->answer != REPORT_OPEN)
        return;
    if (w->violated) {
        trace_free(c->candidate);
        *c = (struct report_check){.check = c->check,
                                   .answer = REPORT_VIOLATED,
                                   .engine = ENGINE_NAME,
                                   .trace = trace_new(c->check->id),
                                   .execution = w->execution};
    } else if (found->complete && !w->doubt) {
        trace_free(c->candidate);
        *c = (struct report_check){
            .check = c->check, .answer = REPORT_PROVED, .engine = ENGINE_NAME, .evidence = REPORT_EXHAUSTIVELY};
    } else if (w->doubt) {
        c->reason = arena_strdup(&l->words, w->doubt);
    }
}

static void merge(struct pipeline *l, struct report *r, const struct weak_result *found)
{
    vector_each(struct report_check *, c, &r->checks)
        take(l, c, found);
    if (report_count(r, REPORT_VIOLATED))
        r->answer = REPORT_VIOLATED;
    else if (!report_count(r, REPORT_OPEN))
        r->answer = REPORT_PROVED;
}

/* NULL if nothing is. Frees what was found. */
static const char *why_open(struct pipeline *l, const struct report *r, struct weak_result *found)
{
    const char *why = found->complete ? NULL : arena_strdup(&l->words, found->reason);
    weak_result_free(found);
    return report_count(r, REPORT_OPEN) ? why : NULL;
}

static const char *decide_by_executions(struct pipeline *l, const struct weak_task *task, struct report *r)
{
    struct weak_result found;
    progress("looking at all executions");
    weak_search_run(task, &found);
    merge(l, r, &found);
    if (r->answer == REPORT_PROVED)
        vector_push(&r->notes, arena_printf(&l->words, "all %" PRIu64 " executions that the memory model allows were looked at",
                                            found.executions + found.blocked));
    return why_open(l, r, &found);
}

static const char *decide_by_solver(struct pipeline *l, const struct weak_task *task, struct report *r)
{
    struct weak_result found;
    progress("asking the solver for executions");
    solver_search_run(task, &found);
    merge(l, r, &found);
    if (r->answer == REPORT_PROVED)
        vector_push(&r->notes, "no execution that the memory model allows was left by the solver");
    return why_open(l, r, &found);
}

static void decide_by_buffers(struct pipeline *l, const struct weak_task *task, struct report *r)
{
    struct weak_result found;
    progress("looking at all states with store buffers");
    buffers_search_run(task, &found);
    merge(l, r, &found);
    if (r->answer == REPORT_PROVED)
        vector_push(&r->notes,
                    arena_printf(&l->words, "all %" PRIu64 " states that threads with store buffers can be in were looked at",
                                 found.states));
    else if (r->answer == REPORT_OPEN && !found.complete)
        vector_push(&r->notes, arena_printf(&l->words, "not all states with store buffers were looked at: %s", found.reason));
    weak_result_free(&found);
}

/* A little search, which is enough for what is small; the solver; and what is left of the time for a search once more. */
static void decide_with_solver(struct pipeline *l, struct weak_task *task, struct report *r)
{
    struct budget all = task->budget;
    task->budget = budget_cpu(&all, SECONDS_EXECUTIONS_BEFORE_SOLVER);
    const char *why = decide_by_executions(l, task, r), *solver = NULL;
    bool stopped = why && !strcmp(why, limit_words(LIMIT_TIME));
    task->budget = stopped ? budget_share(&all, SHARE_SOLVER_BEFORE_EXECUTIONS) : all;
    if (report_count(r, REPORT_OPEN))
        solver = decide_by_solver(l, task, r);
    task->budget = all;
    if (stopped && report_count(r, REPORT_OPEN))
        why = decide_by_executions(l, task, r);
    if (r->answer == REPORT_OPEN && why)
        vector_push(&r->notes, arena_printf(&l->words, "not all executions were looked at: %s", why));
    if (r->answer == REPORT_OPEN && solver)
        vector_push(&r->notes, arena_printf(&l->words, "the solver has not excluded all of them: %s", solver));
}

/* What engines have left open. */
static void decide_open(struct pipeline *l, const struct program *p, const struct budget *budget, struct report *r)
{
    struct weak_task task = task_of(l, p, budget, &l->words);
    if (task.model == MODEL_TSO && !task.races) {
        task.budget = budget_share(budget, SHARE_BUFFERS_BEFORE_EXECUTIONS);
        decide_by_buffers(l, &task, r);
    }
    task.budget = *budget;
    if (!report_count(r, REPORT_OPEN))
        return;
    decide_with_solver(l, &task, r);
}

/* --- which orders would do --- */

struct trial {
    const struct pipeline *l;
    const struct report *report;
    struct budget budget;
};

/* Whether nothing that is violated in the report is so with the orders that the program has now. */
static bool is_mended(struct program *p, void *context)
{
    const struct trial *t = context;
    struct weak_result found;
    search(t->l, p, &t->budget, NULL, &found);
    bool good = found.complete;
    vector_each(const struct report_check *, c, &t->report->checks)
        if (c->answer == REPORT_VIOLATED)
            good &= !found.checks[c->check->id].violated && !found.checks[c->check->id].doubt;
    weak_result_free(&found);
    return good;
}

/* What fails although threads take turns is not mended by any order. Races are: a schedule shows that nothing happens between two accesses,
 * which an order may change. */
static bool can_be_mended(const struct report *r)
{
    vector_each(const struct report_check *, c, &r->checks)
        if (c->answer == REPORT_VIOLATED && c->check->access_a == NONE && !is_by_executions(c))
            return false;
    return report_count(r, REPORT_VIOLATED) > 0;
}

static void suggest_orders(struct pipeline *l, struct program *p, const struct budget *budget, struct report *r)
{
    struct trial t = {.l = l, .report = r, .budget = budget_part(budget, EFFORT_SUGGEST_ORDERS)};
    const char *orders = orders_that_mend(p, is_mended, &t, &l->words);
    if (orders)
        vector_push(&r->notes, arena_printf(&l->words, "with %s this cannot happen: all executions were looked at", orders));
}

/* For --explain: what was said of checks before is for sequential consistency. */
static void explain_model(struct pipeline *l, const struct report *r)
{
    struct text *t = &l->explanation;
    uint32_t changed = 0;
    if (!has_weak_executions(l))
        return;
    vector_each(const struct report_check *, c, &r->checks)
        changed += is_by_executions(c) || c->answer == REPORT_OPEN;
    text_printf(
        t, "memory model %s: %s\n", l->options->memory_model,
        changed || r->answer == REPORT_OPEN
            ? "not robust, there may be executions in which threads do not take turns, and what is said above is not about them"
            : "robust, what is said above about threads that take turns is so for every execution");
    vector_each(const struct report_check *, c, &r->checks)
        if (c->answer == REPORT_OPEN)
            text_printf(t, "check %u: for sequential consistency only\n", c->check->id);
        else if (is_by_executions(c))
            text_printf(t, "check %u: decided under %s: %s\n", c->check->id, l->options->memory_model,
                        c->answer == REPORT_VIOLATED ? "violated by an execution that its axioms allow"
                                                     : "no execution violates it");
}

/* review: until when to ask whether the proofs of engines stand. */
static void decide_left(struct pipeline *l, const struct budget *review, const struct budget *budget, struct report *r)
{
    review_weaker_orders(l, review, r);
    struct program *p = r->answer == REPORT_PROVED ? NULL : load(l, budget);
    if (!p)
        return;
    if (report_count(r, REPORT_OPEN))
        decide_open(l, p, budget, r);
    if (can_be_mended(r) && asked_model(l->options) == MODEL_C11)
        suggest_orders(l, p, budget, r);
    program_free(p);
}

void decide_with_executions(struct pipeline *l, const struct budget *budget, struct report *r)
{
    struct budget part = budget_share(budget, SHARE_ENGINES_BEFORE_EXECUTIONS);
    portfolio_run(l, &part, r);
    decide_left(l, &part, budget, r);
    explain_model(l, r);
}

void decide_left_by_executions(struct pipeline *l, const struct budget *budget, struct report *r)
{
    struct budget part = budget_share(budget, SHARE_ENGINES_BEFORE_EXECUTIONS);
    decide_left(l, &part, budget, r);
    explain_model(l, r);
}
