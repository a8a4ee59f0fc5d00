#include "engines/bounded/weak_parts.h"

#include "base/log.h"
#include "engines/bounded/probe.h"
#include "engines/bounded/rounds.h"

#define NO_END "the solver did not come to an end"

static void incomplete(struct weak_result *out, const char *why)
{
    out->complete = false;
    if (!out->reason)
        out->reason = why;
}

static bool is_open(const struct weak_result *out, uint32_t check)
{
    return !out->checks[check].violated && !out->checks[check].doubt;
}

/* --- one bound --- */

static void matrices_new(struct solver_search *s)
{
    size_t size = (size_t)s->n * s->n + 1;
    int **all[] = {&s->same, &s->rf, &s->order, &s->seen, &s->hb, &s->porf, &s->released};
    for (uint32_t i = 0; i < sizeof all / sizeof *all; i++)
        *all[i] = NEW_ARRAY(int, size);
}

static void search_free(struct solver_search *s)
{
    int *all[] = {s->same, s->rf, s->order, s->seen, s->hb, s->porf, s->released};
    for (uint32_t i = 0; i < sizeof all / sizeof *all; i++)
        mem_free(all[i]);
    for (uint32_t r = 0; s->sources && r < s->u->reads.size; r++)
        vector_free(&s->sources[r]);
    mem_free(s->sources);
    for (uint32_t c = 0; c < s->readers.size; c++) {
        vector_free(&s->readers.data[c]);
        vector_free(&s->writers.data[c]);
    }
    vector_free(&s->readers);
    vector_free(&s->writers);
    vector_free(&s->events);
    mem_free(s->first);
    mem_free(s->of_write);
    mem_free(s->may_release);
    mem_free(s->may_acquire);
    sat_free(s->sat);
    unfolding_free(s->u);
}

/* Unrolls, and says all that the solver has to know; NULL, or why that is not possible. */
static const char *prepare(struct solver_search *s, const struct weak_task *task, const struct weak_plan *plan, uint32_t loops)
{
    struct bound bound = {.loops = loops, .instances = 1, .nodes = 400000, .accesses = task->races, .plan = plan};
    s->u = probe_unfold(task->program, bound, &task->budget);
    s->sat = sat_new(s->u->circuit, &task->budget);
    if (s->u->too_large)
        return "the unrolled program is too large";
    const char *why = solver_events_find(s);
    if (why)
        return why;
    matrices_new(s);
    before_prepare(s);
    choose_sources(s);
    vector_each(const lit *, l, &s->u->contents.required)
        sat_add1(s->sat, sat_lit(s->sat, *l));
    vector_each(const lit *, l, &s->u->required)
        sat_add1(s->sat, sat_lit(s->sat, *l));
    memory_axioms(s);
    before_axioms(s);
    if (task->model == MODEL_TSO)
        why = buffer_axioms(s);
    else
        seq_cst_axioms(s);
    log_debug("executions by the solver: %u loops, %u events, %llu clauses", loops, s->n, (unsigned long long)s->clauses);
    return why;
}

/* Looks for an execution that reaches one of the goals that are asked about; its number, or NONE. whole: sections are. */
static enum sat_answer find(struct solver_search *s, const solver_goals *goals, bool whole, const struct weak_result *out,
                            uint32_t *which)
{
    VECTOR(int) clause = {0};
    int wanted = sat_var(s->sat);
    enum sat_answer answer = SAT_NO;
    vector_push(&clause, -wanted);
    vector_each(const struct solver_goal *, g, goals)
        if (g->check == NONE || is_open(out, g->check))
            vector_push(&clause, g->x);
    if (clause.size > 1) {
        sat_clause(s->sat, clause.data, clause.size);
        sat_assume(s->sat, wanted);
        vector_each(const struct unrolled_target *, t, &s->u->cuts)
            if (t->inside && whole)
                sat_assume(s->sat, -sat_lit(s->sat, t->x));
        answer = sat_solve(s->sat);
    }
    for (uint32_t i = 0; i < goals->size && answer == SAT_YES; i++)
        if ((goals->data[i].check == NONE || is_open(out, goals->data[i].check)) && sat_true(s->sat, goals->data[i].x))
            *which = i;
    if (answer != SAT_YES)
        sat_add1(s->sat, -wanted);
    vector_free(&clause);
    return answer;
}

/* Violations of checks that are open, until there are none. False: not known. */
static bool find_violations(struct solver_search *s, const struct weak_task *task, const solver_goals *goals,
                            struct weak_result *out)
{
    enum sat_answer answer;
    uint32_t which = NONE;
    while ((answer = find(s, goals, true, out, &which)) == SAT_YES) {
        const struct solver_goal *g = &goals->data[which];
        struct weak_finding *w = &out->checks[g->check];
        solver_replay(s, task, g, out);
        if (!w->violated && !w->doubt)
            w->doubt = "the solver's execution is none (an error in heddle)";
    }
    return answer == SAT_NO;
}

/* --- what is asked for --- */

struct solver_questions {
    solver_goals violations, unnamed, unsupported, cuts;
};

static void add_targets(struct solver_search *s, solver_goals *out, const struct unrolled_target *targets, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        vector_push(out, ((struct solver_goal){targets[i].check, sat_lit(s->sat, targets[i].x), targets[i].node, {NONE, NONE}}));
}

static struct solver_questions questions_of(struct solver_search *s, const struct weak_task *task)
{
    struct solver_questions q = {0};
    add_targets(s, &q.violations, s->u->errors.data, s->u->errors.size);
    add_targets(s, &q.unsupported, s->u->unsupported.data, s->u->unsupported.size);
    add_targets(s, &q.cuts, s->u->cuts.data, s->u->cuts.size);
    if (task->races)
        race_goals(s, &q.violations, &q.unnamed);
    return q;
}

static void questions_free(struct solver_questions *q)
{
    vector_free(&q->violations);
    vector_free(&q->unnamed);
    vector_free(&q->unsupported);
    vector_free(&q->cuts);
}

/* --- bounds --- */

enum next { DONE, LARGER };

static enum next try_bound(const struct weak_task *task, const struct weak_plan *plan, uint32_t loops, struct weak_result *out)
{
    struct solver_search s = {0};
    const char *why = prepare(&s, task, plan, loops);
    struct solver_questions q = {0};
    enum next next = DONE;
    uint32_t which = NONE;
    out->complete = true;
    out->reason = NULL;
    if (!why)
        q = questions_of(&s, task);
    if (why)
        incomplete(out, why);
    else if (!find_violations(&s, task, &q.violations, out))
        incomplete(out, NO_END);
    else if (find(&s, &q.unnamed, true, out, &which) != SAT_NO)
        incomplete(out, which == NONE ? NO_END : "a race that is not among the checks");
    else if (find(&s, &q.unsupported, true, out, &which) != SAT_NO)
        incomplete(out, which == NONE ? NO_END : s.u->unsupported.data[which].reason);
    else if (find(&s, &q.cuts, false, out, &which) != SAT_NO) {
        bool always = which != NONE && s.u->cuts.data[which].always;
        incomplete(out, always ? s.u->cuts.data[which].reason : "loops are cut off");
        next = always || which == NONE ? DONE : LARGER;
    }
    questions_free(&q);
    search_free(&s);
    return next;
}

static bool any_open(const struct weak_task *task, const struct weak_result *out)
{
    for (uint32_t c = 0; c < task->program->checks.size; c++)
        if (is_open(out, c))
            return true;
    return false;
}

static uint32_t grow(uint32_t loops, uint32_t expected)
{
    uint32_t next = loops < 4 ? loops + 1 : loops + loops / 2;
    return loops < expected && expected < next ? expected : next;
}

void solver_search_run(const struct weak_task *task, struct weak_result *out)
{
    assert(task->model == MODEL_C11 || task->model == MODEL_TSO);
    struct weak_plan plan;
    *out = (struct weak_result){.reason = "no time was left for the solver"};
    out->checks = NEW_ARRAY(struct weak_finding, task->program->checks.size + 1);
    weak_plan_make(&plan, task->program);
    const char *why = plan.gives_up ? plan.gives_up : plan.unsuited ? plan.unsuited : plan.mixed;
    why = why ? why : plan.has_lives ? "ends of objects" : plan.unknown;
    why = why || task->model != MODEL_TSO ? why : plan.unordered;
    for (uint32_t c = 0; c < task->program->cells.size && task->races && !why; c++)
        why = plan.parts[c] > 1 ? "locations that are accessed in parts" : NULL;
    uint32_t expected = rounds_expected(task->program, 400000), loops = 1;
    if (why)
        out->reason = why;
    while (!why && budget_spent(&task->budget) == LIMIT_NONE && try_bound(task, &plan, loops, out) == LARGER && any_open(task, out))
        loops = grow(loops, expected);
    weak_plan_free(&plan);
}
