/* The loop: choose what to track, explore, take what is proved, look for a real run of what is not; then track more.
 * (Fig. 26 of Kaiser's thesis; the predicates come from the program's text level by level instead of from abstract
 * counterexamples.) */
#include "engines/monotone/monotone.h"

#include "base/log.h"
#include "base/options.h"
#include "base/statistics.h"
#include "engines/monotone/concretize.h"
#include "engines/monotone/discover.h"
#include "engines/monotone/invariants.h"
#include "engines/monotone/meet.h"
#include "engines/monotone/net.h"
#include "engines/monotone/singles.h"
#include "engines/monotone/template.h"
#include "engines/monotone/views.h"

#include <assert.h>

enum { FEW_VALUES = 8, MOST_VIEWS = 400000, MOST_FOR_COVER = 30000 };
static const double FIRST_SECONDS = 2, A_LONG_TIME = 1e6; /* for one level */
static const double SHORT_HUNT = 1, LONG_HUNT = 4, COVER_SECONDS = 5, COVER_SHARE = 0.2, MOST_SLOWNESS = 10;

/* From few predicates to many. */
static const struct {
    unsigned sources;
    bool pairs; /* of threads, or one thread at a time */
} levels[] = {
    {SOURCE_ATOMS, false},
    {SOURCE_ATOMS, true},
    {SOURCE_ATOMS | SOURCE_FORWARD, false},
    {SOURCE_ATOMS | SOURCE_FORWARD, true},
    {SOURCE_ATOMS | SOURCE_FORWARD | SOURCE_BACKWARD, true},
    {SOURCE_ATOMS | SOURCE_FORWARD | SOURCE_PAIRS, true},
    {SOURCE_ATOMS | SOURCE_FORWARD | SOURCE_PAIRS | SOURCE_BACKWARD, true},
    {SOURCE_ATOMS | SOURCE_FORWARD | SOURCE_PAIRS | SOURCE_BACKWARD | SOURCE_TWICE, true},
};
enum { LEVELS = sizeof levels / sizeof *levels };

struct start {
    bool known;
    struct bitset symbolic, wrong;
};

struct run {
    double began, began_cpu;
    const struct task *task;
    struct verdict *verdict;
    struct scheme *scheme;
    bool *symbolic;
    struct bitset wrong;        /* cells that do not count threads */
    struct start starts[2];     /* of singles, of pairs */
    const char *why;            /* of what is open */
    uint32_t proof_covers;      /* checks that the verdict's proof is about */
    struct statistics unwanted; /* if nobody wants them */
    struct bitset hunted;       /* checks for which a run was looked for */
};

static bool is_open(const struct run *r, uint32_t check)
{
    return r->task->program->checks.data[check].property == r->task->property &&
           r->verdict->results.data[check].answer == ANSWER_OPEN;
}

static uint32_t proved(const struct run *r)
{
    uint32_t n = 0;
    for (uint32_t c = 0; c < r->task->program->checks.size; c++)
        n += r->verdict->results.data[c].answer == ANSWER_PROVED;
    return n;
}

static bool all_decided(const struct run *r)
{
    for (uint32_t c = 0; c < r->task->program->checks.size; c++)
        if (is_open(r, c))
            return false;
    return true;
}

/* Where times go. */
static struct statistics *time_of(struct run *r) { return r->task->statistics ? r->task->statistics : &r->unwanted; }

/* How much longer than its CPU time the engine has taken so far: what is limited by the clock gets more time then. */
static double slowness(const struct run *r)
{
    double cpu = clock_cpu() - r->began_cpu, wall = clock_wall() - r->began;
    double factor = cpu > 0.05 ? wall / cpu : 1;
    return factor < 1 ? 1 : factor > MOST_SLOWNESS ? MOST_SLOWNESS : factor;
}

/* Looks for a real run along an abstract one. */
static void refute(struct run *r, uint32_t check, const values *edges, double seconds)
{
    struct check_result *result = &r->verdict->results.data[check];
    double began = clock_wall();
    result->trace = concretize(r->task, check, edges->data, edges->size, seconds * slowness(r));
    time_of(r)->monotone_time_concretize += clock_wall() - began;
    if (result->trace) {
        result->answer = ANSWER_VIOLATED;
        verdict_publish(r->task, r->verdict);
    }
}

/* Shortly, and only the first time. */
static void refute_once(struct run *r, uint32_t check, const values *edges)
{
    if (!bitset_has(&r->hunted, check))
        refute(r, check, edges, SHORT_HUNT);
    bitset_add(&r->hunted, check);
}

static void refute_races(struct run *r)
{
    double end = clock_wall() + LONG_HUNT * slowness(r);
    for (uint32_t c = 0; c < r->task->program->checks.size; c++)
        if (is_open(r, c) && clock_wall() < end)
            refute_once(r, c, &(values){0});
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
        if (!is_open(r, c))
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
            r->verdict->results.data[c].answer = ANSWER_PROVED;
        else if (answer == COVER_COVERABLE)
            refute_once(r, c, &edges);
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

/* What a complete exploration has not reached is proved; races only if v is there to be asked. */
static void take_results(struct run *r, const struct abstraction *s, const struct place *places, uint32_t count,
                         struct views *v)
{
    const struct program *p = r->task->program;
    bool *reached = NEW_ARRAY(bool, p->checks.size + 1);
    const char *unsupported = NULL;
    for (uint32_t i = 0; i < count; i++) {
        const struct location *l = local_place(s, places[i].local);
        if (l->flags & LOC_ERROR && l->check != NONE)
            reached[l->check] = true;
        if (l->flags & LOC_UNSUPPORTED)
            unsupported = l->reason;
    }
    for (uint32_t c = 0; c < p->checks.size && !unsupported; c++) {
        const struct check *check = &p->checks.data[c];
        bool race = check->property == PROPERTY_RACE;
        if (is_open(r, c) && !reached[c] && !(race && (!v || meet_possible(v, check))))
            r->verdict->results.data[c].answer = ANSWER_PROVED;
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

static void report(const struct run *r, const struct abstraction *s, const char *what, uint32_t n, const char *stopped)
{
    log_debug("monotone: %u trackers: %u %s, %u shared and %u local states, %llu questions to the solver: %s",
              predicates(r->scheme), n, what, s->shared.size, s->locals.size,
              (unsigned long long)s->ask.statistics.by_solver, stopped ? stopped : "complete");
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
static void count(struct run *r, const struct abstraction *s)
{
    struct statistics *st = r->task->statistics;
    const struct scheme *m = r->scheme;
    if (!st)
        return;
    st->monotone_abstractions++;
    st->monotone_questions += s->ask.statistics.by_solver;
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

static bool run_singles(struct run *r, struct abstraction *s)
{
    struct singles v;
    singles_init(&v, s, MOST_VIEWS);
    singles_run(&v);
    bool complete = !v.stopped;
    bool first = !proved(r);
    if (complete)
        take_results(r, s, v.places.data, v.places.size, NULL);
    else
        r->why = v.stopped;
    if (first && proved(r)) {
        r->verdict->proof = invariants_of(&v, r->task, r->verdict);
        r->proof_covers = proved(r);
    }
    report(r, s, "states of single threads", v.places.size, v.stopped);
    singles_free(&v);
    return complete;
}

static bool run_views(struct run *r, struct abstraction *s)
{
    struct views v;
    double began = clock_wall();
    views_init(&v, s, MOST_VIEWS);
    views_run(&v);
    time_of(r)->monotone_time_views += clock_wall() - began;
    time_of(r)->monotone_views = v.list.size;
    bool complete = !v.stopped;
    report(r, s, "pairs of threads", v.list.size, v.stopped);
    if (complete) {
        emit(r, &v);
        take_results(r, s, v.places.data, v.places.size, &v);
        if (r->task->property == PROPERTY_RACE)
            refute_races(r);
        else if (!all_decided(r) && v.list.size <= MOST_FOR_COVER)
            ask_cover(r, &v);
    } else {
        r->why = v.stopped;
    }
    views_free(&v);
    return complete;
}

static bool has_predicates(const struct scheme *m)
{
    bool any = false;
    vector_each(const struct tracker *, t, &m->shared)
        any |= !is_value(t->e);
    for (uint32_t c = 0; c < m->program->template_count; c++)
        vector_each(const struct tracker *, t, &m->local[c])
            any |= !is_value(t->e);
    return any;
}

/* As long as there are no predicates, what was found out will be so again. With predicates, other cells may have fewer
 * values than with less of them. */
static void remember_start(const struct run *r, struct start *start)
{
    start->known = true;
    bitset_copy(&start->wrong, &r->wrong);
    for (uint32_t c = 0; c < r->scheme->original->cells.size; c++)
        if (r->symbolic[c])
            bitset_add(&start->symbolic, c);
}

/* One abstraction, or several until cells have found their place. Whether it came to an end in this time. */
static bool run_level(struct run *r, unsigned sources, bool pairs, double seconds)
{
    struct start *start = &r->starts[pairs];
    double end = clock_cpu() + seconds;
    bitset_copy(&r->wrong, &start->wrong);
    for (uint32_t c = 0; c < r->scheme->original->cells.size; c++)
        r->symbolic[c] = bitset_has(&start->symbolic, c);
    for (;;) {
        struct abstraction s;
        discover(r->scheme, r->symbolic, sources);
        start->known |= has_predicates(r->scheme);
        abstraction_init(&s, r->scheme, &r->task->budget, FEW_VALUES, &r->wrong);
        s.cpu_end = end;
        bool complete = pairs ? run_views(r, &s) : run_singles(r, &s);
        bool again = !complete && (give_up_values(r, &s) || s.odd != NONE);
        if (s.odd != NONE)
            bitset_add(&r->wrong, s.odd);
        if (s.crowded.size && !start->known)
            remember_start(r, start);
        count(r, &s);
        abstraction_free(&s);
        if (!again)
            return complete;
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

/* Without a guide, for what no predicate has proved so far. */
static void refute_rest(struct run *r)
{
    const char *why;
    double end = clock_wall() + 3 * LONG_HUNT * slowness(r);
    for (uint32_t c = 0; c < r->task->program->checks.size; c++)
        if (is_open(r, c) && clock_wall() < end && !budget_spent(&r->task->budget, &why))
            refute(r, c, &(values){0}, LONG_HUNT);
}

static void run_levels(struct run *r, const char **spent)
{
    const struct options *o = r->task->options;
    if (o && !discover_given(r->scheme, &o->predicate, &r->why, &r->verdict->arena))
        return;
    discover_suggested(r->scheme, &r->verdict->arena);
    if (o && o->emit_template) {
        struct text t = {0};
        template_print(r->scheme, &r->task->budget, &t);
        if (!text_write_file(&t, o->emit_template))
            log_error("cannot write %s", o->emit_template);
        text_free(&t);
    }
    if (o && !o->discovery) {
        run_level(r, 0, true, A_LONG_TIME);
        return;
    }
    bool ended[LEVELS] = {false};
    for (double seconds = FIRST_SECONDS; seconds < A_LONG_TIME && !all_decided(r); seconds *= 4) {
        bool all = true;
        for (uint32_t i = 0; i < LEVELS && !all_decided(r) && !budget_spent(&r->task->budget, spent); i++) {
            if (!levels[i].pairs && o && o->emit_tts) /* only pairs make a system */
                continue;
            bool ghosts = r->scheme->ghosts.size && levels[i].pairs && levels[i].sources & SOURCE_FORWARD;
            ended[i] =
                ended[i] || run_level(r, levels[i].sources | (ghosts ? SOURCE_GHOSTS : 0), levels[i].pairs, seconds);
            all &= ended[i];
        }
        if (seconds == FIRST_SECONDS)
            refute_rest(r);
        if (all || budget_spent(&r->task->budget, spent))
            return;
    }
}

static void run(const struct task *task, struct verdict *verdict)
{
    struct run r = {.began = clock_wall(), .began_cpu = clock_cpu(), .task = task, .verdict = verdict};
    r.scheme = scheme_new(task->program, task->property == PROPERTY_RACE, &r.why);
    const char *spent = NULL;
    if (r.scheme) {
        r.symbolic = NEW_ARRAY(bool, r.scheme->program->cells.size + 1);
        run_levels(&r, &spent);
    }
    if (verdict->proof && r.proof_covers != proved(&r)) { /* others were proved later, by other means */
        proof_free(verdict->proof);
        verdict->proof = NULL;
    }
    if (!all_decided(&r))
        verdict_reason(verdict, "%s", spent ? spent : r.why ? r.why : "out of time");
    bitset_free(&r.hunted);
    bitset_free(&r.wrong);
    for (unsigned i = 0; i < 2; i++) {
        bitset_free(&r.starts[i].symbolic);
        bitset_free(&r.starts[i].wrong);
    }
    mem_free(r.symbolic);
    scheme_free(r.scheme);
}

const struct engine engine_monotone = {"monotone", "predicates over two threads at a time, for any number of threads",
                                       suits, run};
