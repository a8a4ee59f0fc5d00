#include "engines/predicate/rounds.h"

#include "base/log.h"
#include "base/options.h"
#include "base/statistics.h"
#include "engines/predicate/proof.h"
#include "engines/predicate/races.h"
#include "engines/predicate/search.h"
#include "engines/predicate/seeds.h"

/* Searches for schedules: after this share of the time, or so many seconds; how long. */
static const struct {
    const double *after_share, *after;
    uint64_t effort;
} SEARCHES[] = {{&SHARE_PREDICATE_FIRST_HUNT_AFTER, &SECONDS_PREDICATE_FIRST_HUNT_AFTER, EFFORT_PREDICATE_FIRST_HUNT},
                {&SHARE_PREDICATE_SECOND_HUNT_AFTER, &SECONDS_PREDICATE_SECOND_HUNT_AFTER, EFFORT_PREDICATE_SECOND_HUNT}};
enum { MOST_INSTANCES = 12, MANY_ROUNDS = 25 };

static void seed(const struct predicate_run *r, struct precision *p)
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
static bool find_goal(const struct predicate_run *r, struct arg *a, struct tree_goal *goal)
{
    if (a->target != NONE) {
        const struct arg_node *n = &a->nodes.data[a->target];
        const struct location *l = predicate_model_location(a->model, n->kind, n->location);
        bool unsupported = l->flags & LOC_UNSUPPORTED;
        *goal = (struct tree_goal){a->target, NONE, NULL, unsupported ? NONE : l->check, l->reason ? l->reason : "an error"};
        return true;
    }
    for (uint32_t c = 0; !a->stopped && c < r->program->checks.size; c++)
        if (r->program->checks.data[c].kind == CHECK_PAIR && !r->skip[c] && races_find(a, &r->program->checks.data[c], goal))
            return true;
    return false;
}

static const struct reason *reason_for(enum refinement result, enum refiner refiner, const struct precision *p)
{
    if (result == REPEATED && p->left_out)
        return BECAUSE(MANY_PREDICATES);
    if (result == REPEATED)
        return BECAUSE(NO_PREDICATE);
    if (result == GAVE_UP)
        return BECAUSE(SOLVER_GAVE_UP);
    return refiner == REFINER_CHAIN ? BECAUSE(NOT_MODULAR) : BECAUSE(REFINER_WEAK);
}

/* No predicate helps. A check is violated if there is a schedule; otherwise it is left open. False: this attempt ends.
 */
static bool give_up(struct predicate_run *r, struct arg *a, const struct tree_goal *goal, enum refinement result,
                    struct trace *trace)
{
    r->stuck = r->may_split && !trace;
    if (r->stuck)
        return false;
    if (goal->check == NONE) {
        r->unsupported = goal->where;
        return true;
    }
    r->skip[goal->check] = true;
    r->why[goal->check] = reason_for(result, r->refine.refiner, a->precision);
    double began = clock_wall();
    if (trace)
        shell_try(&r->shell, trace, NULL);
    else
        search_along(&r->shell, a, goal, EFFORT_PREDICATE_HUNT);
    if (r->task->statistics)
        r->task->statistics->predicate_search += clock_wall() - began;
    return true;
}

/* --- one graph after the other --- */

static void count(struct predicate_run *r, struct arg *a, const struct precision *p)
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
static bool one_round(struct predicate_run *r, const struct assumed *assumed, struct precision *p, struct cube_abstraction *ab)
{
    struct arg a;
    struct statistics none = {0}, *st = r->task->statistics ? r->task->statistics : &none;
    double began = clock_wall();
    arg_init(&a, p->model, p, assumed, ab, &r->budget);
    a.counted = r->counts ? &r->counted : NULL;
    r->refine.may_count =
        r->may_count && !r->counts && r->counted.counters.list.size && r->refine.ghosts && r->refine.refiner == REFINER_CHAIN;
    r->refine.facts = r->facts || r->counts;
    a.skip_check = r->skip;
    a.skip_unsupported = r->unsupported;
    arg_build(&a);
    st->predicate_graph += clock_wall() - began;
    count(r, &a, p);
    bool again = false;
    struct tree_goal goal;
    bool found = find_goal(r, &a, &goal);
    log_debug("predicate: %u abstract states, %u predicates, %s", a.nodes.size, p->predicates,
              found       ? "a counterexample"
              : a.stopped ? "stopped"
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
        const struct reason *why_not = r->tells ? BECAUSE(UNPROVED_STATES) : BECAUSE(UNPROVED_FACTS);
        struct proof *proof = r->unsupported || !r->tells ? NULL : predicate_proof(&a, r->facts, &why_not);
        shell_give_proof(&r->shell, proof, why_not);
    }
    arg_free(&a);
    return again;
}

/* There is nothing left to prove. */
static bool all_violated(const struct predicate_run *r)
{
    return shell_count(&r->shell, ANSWER_VIOLATED) && !shell_any_open(&r->shell);
}

/* Long without an answer, or a loop that is being unrolled: perhaps there is nothing to prove, and the way to a
 * violation is long. */
static void search_open_checks(struct predicate_run *r, uint64_t effort)
{
    double began = clock_wall();
    uint64_t end = effort_so_far() + effort;
    for (uint32_t c = 0; c < r->program->checks.size && effort_so_far() < end; c++)
        if (!r->skip[c])
            r->skip[c] = search_all(&r->shell, c, end - effort_so_far());
    if (r->task->statistics)
        r->task->statistics->predicate_search += clock_wall() - began;
}

static double smaller(double a, double b) { return a < b ? a : b; }

/* Whether it was time for another search. */
static bool search_now(struct predicate_run *r, uint32_t searched, uint32_t round, double began, double all, bool grew)
{
    if (searched >= sizeof SEARCHES / sizeof *SEARCHES)
        return false;
    bool many = round >= MANY_ROUNDS * (searched ? 5 : 1) || (!searched && grew);
    if (!many && clock_cpu() < began + smaller(*SEARCHES[searched].after, *SEARCHES[searched].after_share * all))
        return false;
    search_open_checks(r, SEARCHES[searched].effort);
    return true;
}

/* The graph is complete, but it cannot be told as a proof: it relies on facts that are not inductive, or on counters.
 * Now nothing is assumed, and there are no counters. If that comes to an end too, there is a proof. */
static struct proof *prove_alone(const struct predicate_run *r, struct precision *p, struct cube_abstraction *ab)
{
    struct task task = *r->task;
    struct verdict v;
    struct predicate_run again = *r;
    struct assumed nothing;
    task.statistics = NULL;
    verdict_init(&v, r->program);
    again.shell = shell_new(&task, &v), again.task = &task, again.facts = NULL, again.tells = true;
    again.may_count = again.counts = again.complete = false;
    again.may_split = true; /* what is stuck is not looked at any further */
    again.budget = budget_share(&r->budget, SHARE_PREDICATE_AGAIN);
    again.budget = budget_cpu(&again.budget, SECONDS_PREDICATE_AGAIN);
    again.refine.budget = &again.budget;
    assumed_init(&nothing, p->model, NULL);
    cube_abstraction_limit(ab, &again.budget);
    while (one_round(&again, &nothing, p, ab))
        continue;
    struct proof *proof = v.proof;
    v.proof = NULL;
    assumed_free(&nothing);
    verdict_free(&v);
    return proof;
}

/* With the predicates that there are; then with the facts as predicates, which may be many. */
static void prove_again(struct predicate_run *r, const struct assumed *facts, struct precision *p, struct cube_abstraction *ab)
{
    struct proof *proof = prove_alone(r, p, ab);
    if (!proof && r->facts) {
        seed_facts(p, facts);
        proof = prove_alone(r, p, ab);
    }
    shell_give_proof(&r->shell, proof, NULL);
}

static void attempt(struct predicate_run *r, bool split)
{
    struct predicate_model *s = predicate_model_new(r->program, split);
    struct precision p;
    bool boolean = !r->task->options || strcmp(r->task->options->abstraction, "boolean") == 0;
    struct cube_abstraction *ab = cube_abstraction_new(s->program, PATIENCE_PREDICATE_ABSTRACTION, boolean);
    cube_abstraction_limit(ab, &r->budget);
    precision_init(&p, s, ab);
    seed(r, &p);
    struct assumed assumed;
    assumed_init(&assumed, s, r->facts);
    counted_init(&r->counted, s);
    r->counts = false;
    double began = clock_cpu(), all = budget_left(&r->budget);
    for (uint32_t round = 1, searched = 0; one_round(r, &assumed, &p, ab) && !all_violated(r); round++)
        searched += search_now(r, searched, round, began, all, p.grew);
    if (r->complete && !r->shell.verdict->proof && !r->unsupported && (r->counts || !r->tells))
        prove_again(r, &assumed, &p, ab);
    assumed_free(&assumed);
    counted_free(&r->counted);
    precision_free(&p);
    cube_abstraction_free(ab);
    predicate_model_free(s);
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
void rounds(struct predicate_run *r)
{
    bool split = can_split(r->program);
    r->may_split = split;
    r->budget = split ? budget_share(&r->task->budget, SHARE_PREDICATE_UNSPLIT) : r->task->budget;
    attempt(r, false);
    if (!split || r->complete || all_violated(r) || budget_left(&r->task->budget) <= 0)
        return;
    log_debug("predicate: again, with instances told apart");
    r->may_split = r->stuck = false;
    r->stopped = NULL;
    r->budget = r->task->budget;
    attempt(r, true);
}
