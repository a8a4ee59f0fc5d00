/* The loop: choose what to track, explore, take what is proved, look for a real run of what is not; then track more.
 * (Fig. 26 of Kaiser's thesis; the predicates come from the program's text level by level instead of from abstract
 * counterexamples.) */
#include "engines/monotone/monotone.h"

#include "base/log.h"
#include "base/options.h"
#include "base/statistics.h"
#include "engines/monotone/concretize.h"
#include "engines/monotone/discover.h"
#include "engines/monotone/meet.h"
#include "engines/monotone/net.h"
#include "engines/monotone/views.h"

#include <assert.h>

enum { FEW_VALUES = 8, MANY_VALUES = 80, MOST_VIEWS = 400000 };
static const double HUNT_SECONDS = 2, COVER_SECONDS = 5, COVER_SHARE = 0.2;

/* From few predicates to many. */
static const unsigned levels[] = {
    SOURCE_ATOMS,
    SOURCE_ATOMS | SOURCE_FORWARD,
    SOURCE_ATOMS | SOURCE_FORWARD | SOURCE_PAIRS,
    SOURCE_ATOMS | SOURCE_FORWARD | SOURCE_BACKWARD,
    SOURCE_ATOMS | SOURCE_FORWARD | SOURCE_PAIRS | SOURCE_BACKWARD,
    SOURCE_ATOMS | SOURCE_FORWARD | SOURCE_PAIRS | SOURCE_BACKWARD | SOURCE_TWICE,
};

struct run {
    const struct task *task;
    struct verdict *verdict;
    struct scheme *scheme;
    bool *symbolic;
    struct bitset wrong; /* cells that do not count threads */
    const char *why; /* of what is open */
    struct statistics unwanted; /* if nobody wants them */
    struct bitset hunted; /* checks for which a run was looked for */
};

static bool asked(const struct run *r, uint32_t check)
{
    return r->task->program->checks.data[check].property == r->task->property;
}

static bool all_decided(const struct run *r)
{
    for (uint32_t c = 0; c < r->task->program->checks.size; c++)
        if (asked(r, c) && r->verdict->results.data[c].answer == ANSWER_OPEN)
            return false;
    return true;
}

/* Where times go. */
static struct statistics *time_of(struct run *r) { return r->task->statistics ? r->task->statistics : &r->unwanted; }

/* Looks for a real run along an abstract one, once for each check. */
static void refute(struct run *r, uint32_t check, const values *edges)
{
    struct check_result *result = &r->verdict->results.data[check];
    if (bitset_has(&r->hunted, check))
        return;
    bitset_add(&r->hunted, check);
    double began = clock_wall();
    result->trace = concretize(r->task, check, edges->data, edges->size, HUNT_SECONDS);
    time_of(r)->monotone_time_concretize += clock_wall() - began;
    if (result->trace)
        result->answer = ANSWER_VIOLATED;
}

static void refute_races(struct run *r)
{
    values none = {0};
    for (uint32_t c = 0; c < r->task->program->checks.size; c++)
        if (asked(r, c) && r->verdict->results.data[c].answer == ANSWER_OPEN)
            refute(r, c, &none);
}

static void prove(struct run *r, uint32_t check)
{
    if (asked(r, check) && r->verdict->results.data[check].answer == ANSWER_OPEN)
        r->verdict->results.data[check].answer = ANSWER_PROVED;
}

/* What the views reach may still be uncoverable: two threads at a time cannot count. */
static void ask_cover(struct run *r, struct views *v)
{
    struct net n;
    net_make(&n, v);
    double left = budget_left(&r->task->budget) * COVER_SHARE;
    struct budget budget = {clock_wall() + (left < COVER_SECONDS ? left : COVER_SECONDS), r->task->budget.memory};
    values edges = {0};
    uint64_t threads;
    bool supported = !net_aim(&n, v, NONE) || net_decide(&n, budget, &edges, &threads) == COVER_UNCOVERABLE;
    for (uint32_t c = 0; c < r->task->program->checks.size && supported; c++) {
        if (!asked(r, c) || r->verdict->results.data[c].answer != ANSWER_OPEN)
            continue;
        vector_clear(&edges);
        double began = clock_wall();
        enum cover_verdict answer = net_aim(&n, v, c) ? net_decide(&n, budget, &edges, &threads) : COVER_UNCOVERABLE;
        time_of(r)->monotone_time_cover += clock_wall() - began;
        log_debug("monotone: check %u: %s", c,
                  answer == COVER_UNCOVERABLE ? "not coverable"
                  : answer == COVER_COVERABLE ? "coverable"
                                              : "coverability is open");
        if (answer == COVER_UNCOVERABLE)
            prove(r, c);
        else if (answer == COVER_COVERABLE)
            refute(r, c, &edges);
    }
    vector_free(&edges);
    net_free(&n);
}

/* --emit-tts: with all open checks as targets, or else unsupported locations. */
static void emit(struct run *r, struct views *v)
{
    const char *path = r->task->options ? r->task->options->emit_tts : NULL;
    if (!path)
        return;
    struct net n;
    struct text t = {0};
    net_make(&n, v);
    net_aim_all(&n, v);
    net_print(&n, &t);
    if (!text_write_file(&t, path))
        log_error("cannot write %s", path);
    text_free(&t);
    net_free(&n);
}

/* What the complete exploration has not reached is proved. */
static void take_results(struct run *r, struct views *v)
{
    const struct program *p = r->task->program;
    bool *reached = NEW_ARRAY(bool, p->checks.size + 1);
    const char *unsupported = NULL;
    vector_each(const struct view_place *, place, &v->places) {
        const struct location *l = local_place(v->abstraction, place->local);
        if (l->flags & LOC_ERROR && l->check != NONE)
            reached[l->check] = true;
        if (l->flags & LOC_UNSUPPORTED)
            unsupported = l->reason;
    }
    for (uint32_t c = 0; c < p->checks.size && !unsupported; c++) {
        const struct check *check = &p->checks.data[c];
        bool open = asked(r, c) && r->verdict->results.data[c].answer == ANSWER_OPEN;
        if (open && !reached[c] && !(check->property == PROPERTY_RACE && meet_possible(v, check)))
            prove(r, c);
    }
    r->why = unsupported ? arena_printf(&r->verdict->arena, "%s may be reached", unsupported)
                         : "the predicates that were found do not prove it";
    mem_free(reached);
}

/* Cells that took too many values are symbolic from now on. */
static bool give_up_values(struct run *r, const struct abstraction *s)
{
    bool changed = false;
    vector_each(const struct crowded *, c, &s->crowded)
        if ((c->e->op == E_CELL || c->e->op == E_READ) && !r->symbolic[c->e->value]) {
            r->symbolic[c->e->value] = changed = true;
            log_debug("monotone: the values of %s are too many", r->task->program->cells.data[c->e->value].name);
        }
    return changed;
}

static uint32_t predicates(const struct scheme *m)
{
    uint32_t n = m->shared.size;
    for (uint32_t t = 0; t < m->program->template_count; t++)
        n += m->local[t].size + m->pair[t].size;
    return n;
}

struct mentions {
    const struct program *p;
    bool shared;
};

static void look_for_shared(void *context, expr e)
{
    struct mentions *x = context;
    x->shared |= (e->op == E_CELL || e->op == E_READ) && cell_is_shared(&x->p->cells.data[e->value]);
}

static bool is_value(expr e) { return e->op == E_CELL || e->op == E_READ; }

/* The trackers by their classes (Def. 9 of the thesis). */
static void count(struct run *r, const struct views *v)
{
    struct statistics *st = r->task->statistics;
    const struct scheme *m = r->scheme;
    if (!st)
        return;
    st->monotone_abstractions++;
    st->monotone_views = v->list.size;
    st->monotone_questions += v->abstraction->ask.statistics.by_solver;
    st->monotone_values = st->monotone_shared = st->monotone_local = st->monotone_single = st->monotone_inter = 0;
    vector_each(const struct tracker *, t, &m->shared)
        ++*(is_value(t->e) ? &st->monotone_values : &st->monotone_shared);
    for (uint32_t c = 0; c < m->program->template_count; c++) {
        st->monotone_inter += m->pair[c].size;
        vector_each(const struct tracker *, t, &m->local[c]) {
            struct mentions x = {m->program, false};
            expr_visit(t->e, look_for_shared, &x);
            ++*(is_value(t->e) ? &st->monotone_values : x.shared ? &st->monotone_single : &st->monotone_local);
        }
    }
}

/* One abstraction. */
static void run_level(struct run *r, unsigned sources, uint32_t most_values)
{
    bitset_clear(&r->wrong);
    memset(r->symbolic, 0, r->scheme->program->cells.size * sizeof *r->symbolic); /* with more predicates cells may have fewer values */
    for (bool again = true; again;) {
        struct abstraction s;
        struct views v;
        double began = clock_wall();
        discover(r->scheme, r->symbolic, sources);
        abstraction_init(&s, r->scheme, &r->task->budget, most_values, &r->wrong);
        views_init(&v, &s, MOST_VIEWS);
        views_run(&v);
        log_debug("monotone: sources %u, %u trackers: %u pairs, %u shared and %u local states, %llu questions to the solver, "
                  "%.2f s: %s",
                  sources, predicates(r->scheme), v.list.size, s.shared.size, s.locals.size,
                  (unsigned long long)s.ask.statistics.by_solver, clock_wall() - began, v.stopped ? v.stopped : "complete");
        count(r, &v);
        time_of(r)->monotone_time_views += clock_wall() - began;
        again = v.stopped && (give_up_values(r, &s) || s.odd != NONE);
        if (s.odd != NONE)
            bitset_add(&r->wrong, s.odd);
        if (!v.stopped) {
            emit(r, &v);
            take_results(r, &v);
            if (r->task->property == PROPERTY_RACE)
                refute_races(r);
            else if (!all_decided(r))
                ask_cover(r, &v);
        }
        if (v.stopped)
            r->why = v.stopped;
        views_free(&v);
        abstraction_free(&s);
    }
}

static bool suits(const struct program *p, enum property property, const char **why_not)
{
    if (property != PROPERTY_REACH && property != PROPERTY_RACE) {
        *why_not = "monotone decides the properties reach and race";
        return false;
    }
    if (program_has_calls(p)) {
        *why_not = "the program has recursive procedures";
        return false;
    }
    if (p->template_count >= 2 || p->codes.data[0].instances >= 2)
        return true;
    *why_not = "there is one thread only";
    return false;
}

static void run_levels(struct run *r, const char **spent)
{
    const struct options *o = r->task->options;
    if (o && !discover_given(r->scheme, &o->predicate, &r->why, &r->verdict->arena))
        return;
    if (o && !o->discovery) {
        run_level(r, 0, FEW_VALUES);
        return;
    }
    for (uint32_t i = 0; i < sizeof levels / sizeof *levels && !all_decided(r) && !budget_spent(&r->task->budget, spent); i++)
        run_level(r, levels[i], FEW_VALUES);
}

static void run(const struct task *task, struct verdict *verdict)
{
    struct run r = {.task = task, .verdict = verdict};
    r.scheme = scheme_new(task->program, task->property == PROPERTY_RACE, &r.why);
    const char *spent = NULL;
    if (r.scheme) {
        r.symbolic = NEW_ARRAY(bool, r.scheme->program->cells.size + 1);
        run_levels(&r, &spent);
    }
    if (!all_decided(&r))
        verdict_reason(verdict, "%s", spent ? spent : r.why ? r.why : "out of time");
    bitset_free(&r.hunted);
    bitset_free(&r.wrong);
    mem_free(r.symbolic);
    scheme_free(r.scheme);
}

const struct engine engine_monotone = {
    "monotone", "predicates over two threads at a time, for any number of threads", suits, run};
