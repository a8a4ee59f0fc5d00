/* The engine: larger and larger bounds, until every check is decided or the budget is spent. */
#include "engines/bounded/bounded.h"

#include "base/log.h"
#include "engines/bounded/goals.h"
#include "engines/bounded/rounds.h"
#include "engines/bounded/shortest.h"
#include "engines/shell.h"

/* An unrolled program whose search was interrupted; the solver keeps what it has learned. */
struct attempt {
    bool live;
    struct bound bound;
    struct probe probe;
    uint32_t conflicts; /* the solver's first efforts may take so many */
    cube_vector cube;   /* of a search in parts */
    bool empty;         /* nothing is left for this part */
};

enum { FIRST_CONFLICTS = 1000, SHORT_SWITCHES = 3 };

struct state {
    struct shell shell;
    const struct task *task;
    struct budget budget; /* the task's; shorter once a violation is known */
    struct budget slice;  /* of the current bound */
    bool decided;         /* the last bound was searched to its end */
    double started;
    bool complete;                    /* the last bound cut nothing off */
    bool uncut;                       /* ... not even paths that cannot happen */
    bool loops_cut;                   /* it cut off a path for another reason than the number of threads */
    const struct reason *stopped;     /* why no larger bound is tried */
    const struct reason *unsupported; /* met on some path */
    struct attempt attempts[2];       /* by bound.in_step */
    struct bound too_hard, largest;   /* the smallest that was too hard for its time (loops 0: none), and the largest */
};

static bool any_open(const struct state *s)
{
    for (uint32_t c = 0; c < s->task->program->checks.size; c++)
        if (check_open(s->task, s->shell.verdict, c))
            return true;
    return false;
}

static bool in_parts(const struct state *s) { return s->task->parts > 1; }

static struct budget as_long_again(const struct state *s, const struct budget *b)
{
    double spent = clock_cpu() - s->started;
    return budget_cpu(b, spent > SECONDS_BOUNDED_BOUND ? spent : SECONDS_BOUNDED_BOUND);
}

static void report(struct state *s, struct trace *t)
{
    if (!shell_claim(&s->shell, t))
        return;
    /* The verdict is clear. The other checks get as much time again, not all that is left. */
    s->budget = as_long_again(s, &s->budget);
    s->slice = as_long_again(s, &s->slice);
}

/* --- violations --- */

/* First what the solver's first guess leads to, then runs with few interruptions and no detours, then all. */
static enum found find_one(struct attempt *a, const goal_vector *goals, uint32_t *which, struct order_run *run)
{
    struct query q = {.goals = goals->data, .count = goals->size, .switches = NONE, .conflicts = a->conflicts, .cube = &a->cube};
    if (a->empty)
        return FOUND_NONE;
    enum found f = probe_any(&a->probe, &q, which, run);
    q.direct = true;
    for (uint32_t k = 0; k < SHORT_SWITCHES && f == FOUND_UNKNOWN; k++) {
        q.switches = k;
        f = probe_any(&a->probe, &q, which, run);
        f = f == FOUND_NONE ? FOUND_UNKNOWN : f; /* among these runs only */
    }
    q.direct = false;
    q.switches = NONE;
    q.conflicts = 0;
    return f == FOUND_UNKNOWN ? probe_any(&a->probe, &q, which, run) : f;
}

/* Looks for violations of open checks until there are none. False: the budget is spent. */
static bool find_violations(struct state *s, struct attempt *a)
{
    goal_vector goals = {0};
    bool ok = true;
    for (goals_find(&goals, a->probe.u, s->task, s->shell.verdict); goals.size;
         goals_find(&goals, a->probe.u, s->task, s->shell.verdict)) {
        uint32_t which;
        struct order_run run;
        enum found f = find_one(a, &goals, &which, &run);
        ok = f != FOUND_UNKNOWN;
        if (f != FOUND_ONE)
            break;
        report(s, shortest_trace(&a->probe, &goals.data[which], &run));
        order_run_free(&run, a->probe.u);
    }
    a->conflicts *= 4;
    vector_free(&goals);
    return ok;
}

/* Whether a path meets what is not modelled; then nothing can be proved any more, but violations may still be found. */
static enum found meets_unsupported(struct state *s, struct probe *k)
{
    goal_vector goals = {0};
    uint32_t which;
    struct order_run run;
    vector_each(const struct unrolled_target *, t, &k->u->unsupported)
        vector_push(&goals, (struct probe_goal){.x = t->x, .node = t->node, .other = NONE});
    struct query q = {.goals = goals.data, .count = goals.size, .switches = NONE};
    enum found f = goals.size ? probe_any(k, &q, &which, &run) : FOUND_NONE;
    if (f == FOUND_ONE) {
        const struct unrolled_target *t = &k->u->unsupported.data[which];
        const struct unrolled_node *n = &k->u->nodes.data[t->node];
        const struct code *c = &k->u->program->codes.data[k->u->instances.data[n->instance].code];
        struct position pos = c->locations.data[n->location].pos;
        s->unsupported = shell_unsupported(&s->shell, t->reason, pos);
        order_run_free(&run, k->u);
    }
    vector_free(&goals);
    return f;
}

/* Whether a path leaves the bound. */
static enum found leaves_bound(struct probe *k)
{
    goal_vector goals = {0};
    uint32_t which;
    struct order_run run;
    vector_each(const struct unrolled_target *, t, &k->u->cuts)
        vector_push(&goals, (struct probe_goal){.x = t->x, .node = t->node, .leaving = true, .other = NONE});
    struct query q = {.goals = goals.data, .count = goals.size, .allow_inside_cuts = true, .switches = NONE};
    enum found f = goals.size ? probe_any(k, &q, &which, &run) : FOUND_NONE;
    if (f == FOUND_ONE)
        order_run_free(&run, k->u);
    vector_free(&goals);
    return f;
}

/* --- bounds --- */

/* In parts: that nothing leaves the bound, and that everything is modelled, was asked of all runs. */
static void prove_open(struct state *s, const struct bound *bound)
{
    if (in_parts(s))
        s->shell.verdict->division = (uint64_t)bound->loops << 32 | (uint64_t)bound->instances << 1 | 1;
    for (uint32_t c = 0; c < s->task->program->checks.size; c++)
        if (check_open(s->task, s->shell.verdict, c))
            shell_prove(&s->shell, c);
}

/* A bound gets as much time as all before it: if it is too hard, a larger one may still show a violation, or the other
 * first guess. In parts it gets all: parts of different bounds make no whole. */
static void set_slice(struct state *s) { s->slice = in_parts(s) ? s->budget : as_long_again(s, &s->budget); }

static bool same_bound(const struct bound *a, const struct bound *b)
{
    return a->loops == b->loops && a->instances == b->instances && a->in_step == b->in_step;
}

static void give_up(struct attempt *a)
{
    if (a->live)
        probe_free(&a->probe);
    vector_free(&a->cube);
    a->live = false;
}

/* The unrolled program of this bound, made anew or as it was left. NULL if it is too large or the time is over. */
static struct attempt *attempt_at(struct state *s, struct bound bound)
{
    struct attempt *a = &s->attempts[bound.in_step];
    if (a->live && same_bound(&a->bound, &bound))
        return a;
    give_up(a);
    a->live = probe_init(&a->probe, s->task->program, bound, &s->slice);
    a->bound = bound;
    a->conflicts = FIRST_CONFLICTS;
    a->empty = a->live && in_parts(s) && !cube_find(a->probe.memory, s->task->part, s->task->parts, &a->cube);
    return a->live ? a : NULL;
}

/* Why a larger bound would cut off all that this one does; NULL if it would not. */
static const struct reason *always_cut(const struct unfolding *u, struct arena *arena)
{
    vector_each(const struct unrolled_target *, t, &u->cuts)
        if (!t->always)
            return NULL;
    return u->cuts.size ? reason_new(arena, REASON_CUT, u->cuts.data[0].reason, 0) : NULL;
}

static bool cuts_loops(const struct unfolding *u)
{
    vector_each(const struct unrolled_target *, t, &u->cuts)
        if (!t->threads)
            return true;
    return false;
}

/* Nothing is cut off, not even in appearance: the search of this bound decides everything. */
static void tell_end_in_sight(struct state *s)
{
    struct verdict *v = s->shell.verdict;
    if (!s->uncut || v->in_sight || program_has_unbounded(s->task->program))
        return;
    v->in_sight = true;
    verdict_publish(s->task, v);
}

/* One bound. False if no larger one should be tried. */
static bool try_bound(struct state *s, struct bound bound)
{
    const struct program *p = s->task->program;
    set_slice(s);
    s->decided = s->complete = s->uncut = false;
    s->loops_cut = true;
    struct attempt *a = attempt_at(s, bound);
    if (!a) {
        if (budget_left(&s->slice) <= 0)
            return true;
        s->stopped = BECAUSE(UNROLLED_LARGE);
        return false;
    }
    set_slice(s); /* unrolling took some */
    struct probe *k = &a->probe;
    s->uncut = !k->u->cuts.size;
    s->loops_cut = cuts_loops(k->u);
    tell_end_in_sight(s);
    double start = clock_wall();
    bool go_on = true;
    s->decided = find_violations(s, a);
    if (s->decided && any_open(s)) {
        bool modelled = !s->unsupported && meets_unsupported(s, k) == FOUND_NONE;
        s->complete = leaves_bound(k) == FOUND_NONE;
        if (s->complete && !program_has_unbounded(p)) {
            if (modelled && k->u->stops_unclear)
                s->stopped = BECAUSE(WAIT_UNCLEAR);
            else if (modelled)
                prove_open(s, &bound);
            go_on = false;
        }
        const struct reason *cut = always_cut(k->u, &s->shell.verdict->arena);
        if (!s->complete && !program_has_unbounded(p) && cut) {
            s->stopped = cut;
            go_on = false;
        }
    }
    log_debug("bounded: %llu models, %llu variables, %llu clauses, %.2f s (solving %.2f, order %.2f)",
              (unsigned long long)k->models, (unsigned long long)sat_variables(k->sat), (unsigned long long)sat_clauses(k->sat),
              clock_wall() - start, k->solving, k->ordering);
    if (s->decided || !s->uncut)
        give_up(a);
    return go_on;
}

/* Small bounds are cheap and find most errors; then, if loops count to constants, comes the one at which they end. */
static uint32_t grow(uint32_t n, uint32_t expected)
{
    uint32_t next = n < 4 ? n + 1 : n < 16 ? n + n / 2 : 2 * n;
    return n >= 16 && next < expected ? expected : next;
}

static bool same_size(const struct bound *a, const struct bound *b) { return a->loops == b->loops && a->instances == b->instances; }

/* A bound that was too hard for its time may have been the one that decides. So after a larger one that was too hard as well it is tried again, now with more time. Otherwise, the largest one is the one
 * to go on from. */
static bool goes_back(struct state *s, struct bound *bound)
{
    bool again = same_size(bound, &s->too_hard);
    if (s->decided) {
        s->too_hard.loops = 0;
    } else if (!s->too_hard.loops) {
        s->too_hard = *bound;
    } else if (!again) {
        s->largest = *bound;
        bound->loops = s->too_hard.loops;
        bound->instances = s->too_hard.instances;
        return true;
    } else {
        bound->loops = s->largest.loops;
        bound->instances = s->largest.instances;
    }
    return false;
}

/* Why something is open after the last bound, and how far the largest one that was searched to its end has come. */
static void explain_rest(struct state *s, const struct bound *done, bool done_cut)
{
    bool unbounded = program_has_unbounded(s->task->program);
    struct arena *arena = &s->shell.verdict->arena;
    if (!s->stopped)
        budget_ends(&s->budget, &s->stopped);
    shell_because(&s->shell, s->unsupported);
    shell_also(&s->shell, s->stopped);
    if (done->loops && (done_cut || !unbounded))
        shell_also(&s->shell, reason_new(arena, REASON_NONE_IN_LOOPS, NULL, done->loops));
    if (done->loops && unbounded)
        shell_also(&s->shell, reason_new(arena, REASON_NONE_WITH_INSTANCES, NULL, done->instances));
}

static void run(const struct task *task, struct verdict *verdict)
{
    struct state s = {.shell = shell_new(task, verdict), .task = task, .budget = task->budget, .started = clock_cpu()};
    struct bound bound = {.loops = 1,
                          .instances = 2,
                          .nodes = 400000,
                          .accesses = program_asks(task->program, CHECK_PAIR),
                          .stops = program_asks(task->program, CHECK_STUCK)},
                 done = {0};
    bool unbounded = program_has_unbounded(task->program), done_cut = false;
    uint32_t expected = rounds_expected(task->program, bound.nodes);
    if (!any_open(&s))
        return;
    while (!budget_spent(&s.budget)) {
        bool go_on = try_bound(&s, bound);
        if (!go_on || !any_open(&s))
            break;
        if (s.decided) {
            done = bound;
            done_cut = s.loops_cut;
        }
        bound.in_step = !bound.in_step && !in_parts(&s);
        if (!unbounded && s.uncut)
            continue; /* a larger bound is the same */
        if (goes_back(&s, &bound))
            continue;
        /* Alternate between more iterations and more threads; what is complete in one respect grows in the other. */
        if (!unbounded || (!s.complete && s.loops_cut && bound.loops <= bound.instances))
            bound.loops = grow(bound.loops, expected);
        else
            bound.instances = grow(bound.instances, 0);
    }
    give_up(&s.attempts[0]);
    give_up(&s.attempts[1]);
    if (!any_open(&s))
        return;
    explain_rest(&s, &done, done_cut);
}

static bool joins(const struct program *p, uint32_t template, uint32_t other)
{
    vector_each(const struct edge *, e, &p->codes.data[template].edges)
        if (e->action.kind == ACT_JOIN && e->action.object == other)
            return true;
    return false;
}

/* Whether two threads may join each other: the C library may notice that, and then they do not wait. */
static bool joins_cross(const struct program *p)
{
    for (uint32_t t = 1; t < p->template_count; t++)
        for (uint32_t u = 1; u <= t; u++)
            if ((t != u || p->codes.data[t].instances > 1) && joins(p, t, u) && joins(p, u, t))
                return true;
    return false;
}

static bool suits(const struct program *p, const struct reason **why_not)
{
    if (!program_asks(p, CHECK_STUCK))
        return true;
    *why_not = program_has_unbounded(p) ? BECAUSE(NO_DEADLOCKS_ANY) : BECAUSE(NO_JOIN_CYCLES);
    return !program_has_unbounded(p) && !joins_cross(p);
}

const struct engine engine_bounded = {
    .name = "bounded",
    .summary = "SAT search for violations within growing bounds; proves what the bounds do not cut",
    .suits = suits,
    .exhaustive = true,
    .splits = true,
    .run = run,
};
