/* From a question to an answer: the trivial cases, the search, and then the run or the proof that the answer needs. */
#include "cover/cover.h"

#include "base/log.h"
#include "cover/dot.h"
#include "cover/explicit.h"
#include "cover/proof.h"
#include "cover/reduce.h"
#include "cover/search.h"

#include <assert.h>

static struct state *target_state(struct arena *a, const struct target *t) { return state_make(a, t->control, t->tokens, t->size); }

/* A target that is initial: the run has no steps. */
static bool trivially_coverable(struct search *x)
{
    vector_each(const struct target *, t, &x->s->targets) {
        const struct state *e = target_state(&x->arena, t);
        if (state_initial(x->s, e)) {
            x->plan.start = e;
            return true;
        }
    }
    return false;
}

static enum cover_verdict run_search(struct search *x)
{
    if (trivially_coverable(x))
        return COVER_COVERABLE;
    switch (x->o->algorithm) {
    case COVER_BACKWARD: return search_backward(x);
    case COVER_CAT: return search_cat(x);
    default: return search_catopt(x);
    }
}

static void count_run(struct cover_statistics *st, const struct cover_run *run)
{
    st->run_steps = run->steps.size;
    st->run_threads = run->start->total;
    vector_each(const struct step *, step, &run->steps)
        if (step->after->total > st->run_threads)
            st->run_threads = step->after->total;
}

static bool replays(const struct system *s, const struct plan *plan, struct cover_result *r)
{
    r->run = run_execute(s, plan);
    if (r->run && run_replays(s, r->run))
        return true;
    run_free(r->run);
    r->run = NULL;
    return false;
}

/* The run of a system that is not monotone may fail where the search thought that it would not. Then plain search
 * may still find one. */
static bool search_explicitly(const struct system *s, struct search *x, struct cover_result *r)
{
    struct plan plan = {0};
    struct explicit_limits limits = {.threads = 64, .states = 200000, .budget = x->o->budget};
    bool found = explicit_search(s, limits, &x->arena, &plan) == EXPLICIT_FOUND && replays(s, &plan, r);
    plan_free(&plan);
    return found;
}

static void make_run(const struct system *s, struct search *x, struct cover_result *r)
{
    double before = clock_wall();
    if (!replays(s, &x->plan, r)) {
        if (!s->inexact)
            fatal("a run of the coverability search does not replay");
        if (!search_explicitly(s, x, r)) {
            r->verdict = COVER_UNKNOWN;
            r->reason = s->inexact;
            return;
        }
    }
    count_run(&r->statistics, r->run);
    r->statistics.seconds_run = clock_wall() - before;
}

/* A proof of the smaller system is lifted, and checked: dead rules may be in the way. */
static bool lift_proof(const struct system *original, const struct reduction *reduction, struct cover_proof *proof)
{
    if (!reduction_lift(reduction, proof))
        return false;
    struct text t = {0}, why = {0};
    cover_print_proof(original, proof, &t);
    bool ok = cover_check(original, "proof", text_string(&t), &why);
    text_free(&t);
    text_free(&why);
    return ok;
}

static void make_proof(struct search *x, const struct system *original, const struct reduction *reduction, struct cover_result *r)
{
    double before = clock_wall();
    r->proof = proof_make(x);
    if (reduction && !lift_proof(original, reduction, r->proof)) {
        cover_proof_free(r->proof);
        r->proof = NULL;
        return;
    }
    r->statistics.proof_states = r->proof->states.size;
    r->statistics.proof_weights = r->proof->weights.size;
    vector_each(const struct state *const *, s, &r->proof->states)
        if ((*s)->total > r->statistics.proof_threads)
            r->statistics.proof_threads = (*s)->total;
    r->statistics.seconds_proof = clock_wall() - before;
}

static void search_free(struct search *x)
{
    oracle_free(x->known.oracle);
    known_free(&x->known);
    pruner_free(x->pruner);
    pre_index_free(x->pre);
    upset_free(&x->minimal);
    queue_free(&x->work);
    plan_free(&x->plan);
    vector_free(&x->vertices);
    arena_release(&x->arena);
}

/* The search on the system, or on a smaller one made from it. */
static void decide(const struct system *s, const struct system *original, const struct reduction *reduction, struct search *x,
                   struct cover_result *r)
{
    const struct cover_options *o = x->o;
    double start = clock_wall();
    x->s = s;
    x->st = &r->statistics;
    x->work.oldest_first = o->oldest_first;
    x->pre = pre_index_make(s);
    upset_init(&x->minimal, s);
    known_init(&x->known, s, o->oracle ? oracle_start(s, o->beside, o->budget) : NULL);
    x->pruner = o->pruning ? pruner_make(s, &r->statistics) : NULL;
    r->verdict = run_search(x);
    r->reason = x->give_up;
    if (x->known.oracle) {
        oracle_stop(x->known.oracle);
        r->statistics.oracle_states = oracle_size(x->known.oracle);
    }
    progress_done();
    r->statistics.seconds_search = clock_wall() - start;
    if (r->verdict == COVER_COVERABLE) {
        if (reduction)
            reduction_expand(reduction, &x->plan, &x->arena);
        make_run(original, x, r);
    }
    if (r->verdict == COVER_UNCOVERABLE && o->want_proof)
        make_proof(x, original, reduction, r);
    if (o->want_dot)
        dot_print(x, &r->dot);
    search_free(x);
}

struct cover_result cover_decide(const struct system *s, const struct cover_options *o)
{
    assert(system_valid(s));
    struct cover_result r = {0};
    struct reduction reduction = {0};
    struct search x = {.o = o};
    double start = clock_wall();
    if (o->reduction && !o->want_dot)
        reduction_make(&reduction, s);
    r.statistics.contracted = reduction.contracted;
    r.statistics.seconds_reduce = clock_wall() - start;
    if (reduction.contracted)
        decide(&reduction.system, s, &reduction, &x, &r);
    else
        decide(s, s, NULL, &x, &r);
    reduction_free(&reduction);
    if (r.verdict == COVER_UNCOVERABLE && o->want_proof && !r.proof) { /* then without a reduction */
        struct cover_options again = *o;
        again.reduction = false;
        cover_result_free(&r);
        return cover_decide(s, &again);
    }
    return r;
}

void cover_result_free(struct cover_result *r)
{
    run_free(r->run);
    cover_proof_free(r->proof);
    text_free(&r->dot);
}
