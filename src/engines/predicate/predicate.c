/* The engine predicate: builds the thread-modular graph with the predicates known so far; refutes what it finds by new
 * predicates; and begins again, until nothing is found (proved), a schedule is found (violated), or nothing helps. The
 * cache of abstract successors makes the parts that did not change cheap to build again. */
#include "engines/predicate/predicate.h"

#include "base/log.h"
#include "base/options.h"
#include "base/statistics.h"
#include "engines/flow/flow.h"
#include "engines/predicate/proof.h"
#include "engines/predicate/races.h"
#include "engines/predicate/refine.h"
#include "engines/predicate/search.h"
#include "engines/predicate/seeds.h"

static const unsigned QUESTION_MILLISECONDS = 2000;
static const double SEARCH_SECONDS = 3, SHARE_UNSPLIT = 0.4, FLOW_SECONDS = 4, FLOW_SHARE = 0.2;
enum { MOST_INSTANCES = 12, MANY_ROUNDS = 25 };

struct run {
    const struct task *task;
    struct verdict *verdict;
    const struct program *program;
    struct refine_options refine;
    const struct proof *facts; /* of flow, or NULL */
    bool tells;                /* the facts may be part of a proof */
    struct budget budget;      /* of this attempt */
    bool may_split;            /* another attempt will tell instances apart: what is stuck here is left to that */
    bool stuck;
    bool counts; /* counters are used */
    struct counted counted;
    bool *skip;              /* by check: violated, or given up */
    const char **why;        /* by check: why given up */
    const char *unsupported; /* may be reached */
    const char *stopped;     /* why the last graph is not complete */
    bool complete;
    struct smt_statistics trees;
};

static bool suits(const struct program *p, enum property property, const char **why_not)
{
    if (property == PROPERTY_DEADLOCK)
        *why_not = "thread-modular reasoning says nothing about deadlocks";
    else if (program_has_calls(p))
        *why_not = "recursive procedures are not modelled";
    else if (!arg_fits(p))
        *why_not = "the program is too large";
    else
        return true;
    return false;
}

static bool asked(const struct run *r, uint32_t c) { return r->program->checks.data[c].property == r->task->property; }

static void seed(const struct run *r, struct precision *p)
{
    const struct options *o = r->task->options;
    if (!o || o->seed_locks)
        seed_locks(p);
    if (!o || o->seed_checks)
        seed_checks(p);
    if (o && o->seed_guards)
        seed_guards(p);
}

/* --- counterexamples --- */

/* What the graph does not exclude, if there is something. */
static bool find_goal(const struct run *r, struct arg *a, struct goal *goal)
{
    if (a->target != NONE) {
        const struct node *n = &a->nodes.data[a->target];
        const struct location *l = stage_location(a->stage, n->kind, n->location);
        bool unsupported = l->flags & LOC_UNSUPPORTED;
        *goal = (struct goal){a->target, NONE, NULL, unsupported ? NONE : l->check, l->reason ? l->reason : "an error"};
        return true;
    }
    for (uint32_t c = 0; r->task->property == PROPERTY_RACE && !a->stopped && c < r->program->checks.size; c++)
        if (asked(r, c) && !r->skip[c] && races_find(a, &r->program->checks.data[c], goal))
            return true;
    return false;
}

static const char *words_for(enum refinement result, enum refiner refiner)
{
    if (result == REPEATED)
        return "no predicate was found that excludes a counterexample of the abstraction";
    if (result == GAVE_UP)
        return "the solver gave up on the formula of a counterexample";
    return refiner == REFINER_CHAIN ? "thread-modular reasoning cannot exclude a counterexample of the abstraction"
                                    : "this refiner cannot exclude a counterexample of the abstraction";
}

/* No predicate helps. A check is violated if there is a schedule; otherwise it is left open. False: this attempt ends.
 */
static bool give_up(struct run *r, struct arg *a, const struct goal *goal, enum refinement result, struct trace *trace)
{
    r->stuck = r->may_split && !trace;
    if (r->stuck)
        return false;
    if (goal->check == NONE) {
        r->unsupported = goal->where;
        return true;
    }
    struct check_result *c = &r->verdict->results.data[goal->check];
    r->skip[goal->check] = true;
    r->why[goal->check] = words_for(result, r->refine.refiner);
    double began = clock_wall();
    c->trace = trace ? trace : search_along(a, goal, &r->task->budget, SEARCH_SECONDS);
    if (r->task->statistics)
        r->task->statistics->predicate_search += clock_wall() - began;
    if (c->trace) {
        c->answer = ANSWER_VIOLATED;
        verdict_publish(r->task, r->verdict);
    }
    return true;
}

/* --- one graph after the other --- */

static void count(struct run *r, struct arg *a, const struct precision *p)
{
    struct statistics *s = r->task->statistics;
    if (!s)
        return;
    struct cube_abstraction_statistics ab = cube_abstraction_statistics(a->abstraction);
    s->predicate_predicates = precision_distinct(p);
    s->predicate_tracked = p->predicates;
    s->predicate_nodes = a->nodes.size;
    s->predicate_applications += a->applications;
    s->predicate_questions = ab.questions + r->trees.questions;
    s->predicate_hits = ab.hits;
    s->predicate_unknown = ab.unknown + r->trees.unknown;
    s->predicate_smt = ab.seconds + r->trees.seconds;
}

/* Whether another graph has to be built. */
static bool one_round(struct run *r, const struct assumed *assumed, struct precision *p, struct cube_abstraction *ab)
{
    struct arg a;
    struct statistics none = {0}, *st = r->task->statistics ? r->task->statistics : &none;
    double began = clock_wall();
    arg_init(&a, p->stage, p, assumed, ab, &r->budget);
    a.counted = r->counts ? &r->counted : NULL;
    r->refine.may_count = !r->counts && r->counted.counters.size && r->refine.ghosts;
    a.skip_check = r->skip;
    a.skip_unsupported = r->unsupported;
    arg_build(&a);
    st->predicate_graph += clock_wall() - began;
    count(r, &a, p);
    bool again = false;
    struct goal goal;
    bool found = find_goal(r, &a, &goal);
    log_debug("predicate: %u abstract states, %u predicates, %s", a.nodes.size, p->predicates,
              found       ? "a counterexample"
              : a.stopped ? a.stopped
                          : "complete");
    if (found) {
        began = clock_wall();
        struct trace *trace;
        enum refinement result = refine(&a, &goal, &r->refine, p, &r->trees, &trace);
        st->predicate_refine += clock_wall() - began;
        st->predicate_refinements += result == REFUTED;
        r->counts |= result == COUNT;
        again = result == REFUTED || result == COUNT || give_up(r, &a, &goal, result, trace);
    } else if (a.stopped) {
        r->stopped = a.stopped;
    } else {
        r->complete = true;
        r->verdict->proof = r->unsupported || !r->tells ? NULL : proof_of_graph(&a, r->facts);
        log_debug("predicate: %s", r->verdict->proof ? "with a proof" : "without a proof");
    }
    arg_free(&a);
    return again;
}

/* There is nothing left to prove. */
static bool all_violated(const struct run *r)
{
    bool some = false;
    for (uint32_t c = 0; c < r->program->checks.size; c++) {
        if (asked(r, c) && r->verdict->results.data[c].answer != ANSWER_VIOLATED)
            return false;
        some |= asked(r, c);
    }
    return some;
}

/* Many rounds without an answer, or a loop that is being unrolled: perhaps there is nothing to prove, and the way to a
 * violation is long. */
static void search_open_checks(struct run *r)
{
    double began = clock_wall();
    for (uint32_t c = 0; c < r->program->checks.size; c++) {
        struct check_result *result = &r->verdict->results.data[c];
        double left = began + SEARCH_SECONDS - clock_wall();
        if (r->skip[c] || left <= 0)
            continue;
        result->trace = search_all(r->program, c, &r->budget, left);
        r->skip[c] = result->trace;
        if (result->trace) {
            result->answer = ANSWER_VIOLATED;
            verdict_publish(r->task, r->verdict);
        }
    }
    if (r->task->statistics)
        r->task->statistics->predicate_search += clock_wall() - began;
}

static void attempt(struct run *r, bool split)
{
    struct stage *s = stage_new(r->program, split);
    struct precision p;
    bool boolean = !r->task->options || strcmp(r->task->options->abstraction, "boolean") == 0;
    struct cube_abstraction *ab = cube_abstraction_new(s->program, QUESTION_MILLISECONDS, boolean);
    cube_abstraction_limit(ab, &r->budget);
    precision_init(&p, s, ab);
    seed(r, &p);
    struct assumed assumed;
    assumed_init(&assumed, s, r->facts);
    counted_init(&r->counted, s);
    r->counts = false;
    bool searched = false;
    for (uint32_t round = 1; one_round(r, &assumed, &p, ab) && !all_violated(r); round++)
        if ((!searched && (p.grew || round == MANY_ROUNDS)) || round == 5 * MANY_ROUNDS) {
            searched = true;
            search_open_checks(r);
        }
    assumed_free(&assumed);
    counted_free(&r->counted);
    precision_free(&p);
    cube_abstraction_free(ab);
    stage_free(s);
}

/* Whether telling instances apart makes a difference and is not too much. */
static bool can_split(const struct program *p)
{
    uint64_t all = 0;
    bool some = false;
    for (uint32_t t = 0; t < p->template_count; t++) {
        uint32_t n = p->codes.data[t].instances;
        some |= n != UNBOUNDED && n > 1;
        all += n == UNBOUNDED ? 1 : n;
    }
    return some && all <= MOST_INSTANCES;
}

/* All instances of a template alike first, for that is cheaper and holds for any number of them. */
static void attempts(struct run *r)
{
    bool split = can_split(r->program);
    r->may_split = split;
    r->budget = r->task->budget;
    if (split && r->budget.deadline)
        r->budget.deadline = clock_wall() + SHARE_UNSPLIT * budget_left(&r->task->budget);
    attempt(r, false);
    if (!split || r->complete || all_violated(r) || budget_left(&r->task->budget) <= 0)
        return;
    log_debug("predicate: again, with instances told apart");
    r->may_split = r->stuck = false;
    r->stopped = NULL;
    r->budget = r->task->budget;
    attempt(r, true);
}

/* --- the engine --- */

static enum refiner refiner_of(const struct options *o)
{
    static const char *const names[] = {"default", "simple", "effect", "chain"};
    for (unsigned i = 0; o && i < 4; i++)
        if (strcmp(o->refiner, names[i]) == 0)
            return (enum refiner)i;
    return REFINER_CHAIN;
}

static enum interpolants interpolants_of(const struct options *o)
{
    static const char *const names[] = {"never", "growing", "first"};
    for (unsigned i = 0; o && i < 3; i++)
        if (strcmp(o->interpolants, names[i]) == 0)
            return (enum interpolants)i;
    return INTERPOLANTS_GROWING;
}

static void conclude(struct run *r)
{
    bool open = false;
    for (uint32_t c = 0; c < r->program->checks.size; c++) {
        struct check_result *result = &r->verdict->results.data[c];
        if (!asked(r, c) || result->answer != ANSWER_OPEN)
            continue;
        if (r->complete && !r->unsupported && !r->skip[c])
            result->answer = ANSWER_PROVED;
        else if (r->why[c])
            result->reason = r->why[c];
        open |= result->answer == ANSWER_OPEN;
    }
    if (!open)
        return;
    if (r->unsupported)
        verdict_reason(r->verdict, "%s may be reached", r->unsupported);
    else if (!r->complete)
        verdict_reason(r->verdict, "%s", r->stopped ? r->stopped : "out of time");
    else
        for (uint32_t c = 0; c < r->program->checks.size; c++)
            if (r->why[c] && r->verdict->results.data[c].answer == ANSWER_OPEN)
                verdict_reason(r->verdict, "%s", r->why[c]);
}

/* What flow finds out in a small part of the time: as a proof if it gives one; otherwise as what it knows to hold,
 * which may be more than follows by itself: then there can be no proof here either. */
static struct proof *ask_flow(const struct task *task, bool *inductive)
{
    const char *why;
    struct statistics none = {0};
    struct task ask = *task;
    struct verdict v;
    double left = FLOW_SHARE * budget_left(&task->budget);
    if (!engine_flow.suits(task->program, task->property, &why))
        return NULL;
    ask.statistics = &none;
    ask.budget.deadline = clock_wall() + (left < FLOW_SECONDS ? left : FLOW_SECONDS);
    verdict_init(&v, task->program);
    engine_flow.run(&ask, &v);
    struct proof *known = v.proof;
    v.proof = NULL;
    verdict_free(&v);
    *inductive = known;
    return known ? known : flow_invariants(&ask);
}

static void run(const struct task *task, struct verdict *verdict)
{
    const struct options *o = task->options;
    struct run r = {.task = task, .verdict = verdict, .program = task->program, .tells = true};
    r.skip = NEW_ARRAY(bool, r.program->checks.size + 1);
    r.why = NEW_ARRAY(const char *, r.program->checks.size + 1);
    r.refine = (struct refine_options){.refiner = refiner_of(o),
                                       .interpolants = interpolants_of(o),
                                       .ghosts = !o || o->ghosts,
                                       .budget = &r.budget};
    for (uint32_t c = 0; c < r.program->checks.size; c++)
        r.skip[c] = !asked(&r, c);
    struct proof *own = !task->facts && (!o || o->assume_flow) ? ask_flow(task, &r.tells) : NULL;
    r.facts = task->facts ? task->facts : own;
    log_debug("predicate: %s", r.facts ? "with what flow knows" : "on its own");
    attempts(&r);
    proof_free(own);
    conclude(&r);
    mem_free(r.skip);
    mem_free(r.why);
}

const struct engine engine_predicate = {
    "predicate", "thread-modular predicate abstraction, refined over threads and environment", suits, run};
