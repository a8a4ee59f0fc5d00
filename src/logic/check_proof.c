/* Each obligation is one question to the solver: is there a state, or a step, that breaks it? */
#include "logic/check_proof.h"

#include "logic/check_proof_parts.h"

#include <assert.h>

/* --- obligations --- */

static bool going(const struct checker *k) { return k->result.answer == PROOF_HOLDS; }
static expr invariant(const struct checker *k, uint32_t code, uint32_t l) { return k->proof->invariants.data[code][l]; }
static bool trivial(expr e) { return !e || expr_is_true(e); }
static bool impossible(expr e) { return e && expr_is_false(e); }

static const struct location *location_of(const struct checker *k, uint32_t code, uint32_t l)
{
    return &k->program->codes.data[code].locations.data[l];
}

static bool claims_anything(const struct program *p, const bool *claimed)
{
    vector_each(const struct check *, c, &p->checks)
        if (claimed[c->id])
            return true;
    return false;
}

static void check_errors(struct checker *k, const bool *claimed)
{
    bool any = claims_anything(k->program, claimed);
    for (uint32_t t = 0; t < k->program->template_count; t++)
        for (uint32_t l = 0; going(k) && l < k->program->codes.data[t].locations.size; l++) {
            const struct location *at = location_of(k, t, l);
            bool error = at->flags & LOC_ERROR && claimed[at->check];
            if (!error && !(any && at->flags & LOC_UNSUPPORTED))
                continue;
            k->result.obligations++;
            if (impossible(invariant(k, t, l)))
                continue;
            struct proof_place here = {t, l};
            smt_push(k->smt);
            assume_instance(k, MOVER, t, l);
            settle(k, error ? "the invariant does not exclude an error" : "the invariant does not exclude what is not modelled",
                   &here, NULL);
        }
}

static void check_initial(struct checker *k)
{
    for (uint32_t t = 0; going(k) && t < k->program->template_count; t++) {
        uint32_t entry = k->program->codes.data[t].entry;
        struct proof_place here = {t, entry};
        k->result.obligations++;
        if (trivial(invariant(k, t, entry)))
            continue;
        smt_push(k->smt);
        assume_initial(k, t, invariant(k, t, entry));
        smt_assert(k->smt, smt_not(k->smt, expr_term(k, MOVER, invariant(k, t, entry))));
        settle(k, "the invariant does not hold in the beginning", &here, NULL);
    }
}

static void check_own(struct checker *k, uint32_t t, const struct edge *e)
{
    struct proof_place from = {t, e->from}, to = {t, e->to};
    k->result.obligations++;
    if (impossible(invariant(k, t, e->from)) || trivial(invariant(k, t, e->to)))
        return;
    struct path step = {.code = t, .count = 1, .edges = {e}};
    smt_push(k->smt);
    assume_instance(k, MOVER, t, e->from);
    assume_path(k, &step);
    smt_assert(k->smt, smt_not(k->smt, expr_term(k, MOVER_AFTER, invariant(k, t, e->to))));
    settle(k, "a step of the thread itself breaks the invariant", &from, &to);
    forget_path(k);
}

/* Nothing happens after an edge that ends the program. */
static bool goes_on(const struct checker *k, uint32_t t, const struct edge *e)
{
    return e->action.kind != ACT_HALT || location_of(k, t, e->to)->flags & (LOC_ERROR | LOC_UNSUPPORTED);
}

static void check_own_steps(struct checker *k)
{
    for (uint32_t t = 0; t < k->program->template_count; t++)
        vector_each(const struct edge *, e, &k->program->codes.data[t].edges)
            if (going(k) && goes_on(k, t, e))
                check_own(k, t, e);
}

/* --- interference --- */

typedef VECTOR(struct proof_place) place_vector;
struct interference {
    struct checker *k;
    place_vector disturbed; /* locations whose invariants must be stable */
};

/* The mover and its path are assumed already. */
static void check_stable(struct checker *k, expr broken, struct proof_place from, struct proof_place here)
{
    smt_push(k->smt);
    assume_instance(k, OTHER, here.code, here.location);
    smt_assert(k->smt, smt_not(k->smt, expr_term(k, OTHER_AFTER, broken)));
    k->coarse = k->loops;
    settle(k, "a step of another thread breaks the invariant", &here, &from);
}

static void disturb(void *context, const struct path *p, bool whole)
{
    struct interference *i = context;
    struct checker *k = i->k;
    struct proof_place from = {p->code, p->edges[0]->from};
    bool alone = k->program->codes.data[p->code].instances == 1, begun = false;
    if (!whole || !goes_on(k, p->code, p->edges[p->count - 1]))
        return;
    vector_each(const struct proof_place *, here, &i->disturbed) {
        if (!going(k) || (alone && here->code == p->code))
            continue;
        k->result.obligations++;
        expr broken = affected_part(k, p, invariant(k, here->code, here->location));
        if (!broken)
            continue;
        if (!begun) { /* what all these questions have in common */
            smt_push(k->smt);
            assume_instance(k, MOVER, from.code, from.location);
            assume_path(k, p);
        }
        begun = true;
        check_stable(k, broken, from, *here);
    }
    if (begun)
        smt_pop(k->smt);
    forget_path(k);
}

/* Whether all atomic sections of a template can be seen as one step. */
static bool sections_are_one(const struct checker *k, uint32_t t)
{
    bool all = true;
    for (uint32_t l = 0; l < k->program->codes.data[t].locations.size; l++)
        all &= section_is_one(k, t, l);
    return all;
}

/* Calls visit for everything that an instance of the template does in one go, also for beginnings of it. */
static void each_path(const struct checker *k, uint32_t t, void (*visit)(void *, const struct path *, bool), void *context)
{
    const struct code *c = &k->program->codes.data[t];
    bool sections = sections_are_one(k, t);
    for (uint32_t l = 0; l < c->locations.size; l++) {
        if (impossible(invariant(k, t, l)))
            continue;
        if (sections && !(location_of(k, t, l)->flags & LOC_ATOMIC))
            paths_from(k, t, l, visit, context);
        for (uint32_t i = out_begin(c, l); !sections && i < out_end(c, l); i++) {
            struct path one = {.code = t, .count = 1, .edges = {out_edge(c, i)}};
            visit(context, &one, true);
        }
    }
}

static void check_interference(struct checker *k)
{
    struct interference i = {.k = k};
    for (uint32_t u = 0; u < k->program->template_count; u++)
        for (uint32_t l = 0; l < k->program->codes.data[u].locations.size; l++) {
            expr here = invariant(k, u, l);
            if (!trivial(here) && !impossible(here) && !(location_of(k, u, l)->flags & LOC_ATOMIC) && !seen_before(k, u, l))
                vector_push(&i.disturbed, (struct proof_place){u, l});
        }
    for (uint32_t t = 0; going(k) && t < k->program->template_count; t++)
        each_path(k, t, disturb, &i);
    vector_free(&i.disturbed);
}

/* --- races --- */

struct about { /* to make an access, with the last edge of the path */
    struct path path;
    const struct access *access;
};
typedef VECTOR(struct about) about_vector;
struct search {
    uint32_t id;
    about_vector found;
};

static void find_access(void *context, const struct path *p, bool whole)
{
    struct search *s = context;
    const struct action *a = &p->edges[p->count - 1]->action;
    (void)whole;
    for (uint32_t i = 0; i < a->access_count; i++)
        if (a->accesses[i].id == s->id)
            vector_push(&s->found, (struct about){*p, &a->accesses[i]});
}

/* a is about to do its access, perhaps after the beginning of an atomic section; b is where it was before that. */
static void check_pair(struct checker *k, const struct about *a, const struct about *b)
{
    if (b->path.count > 1 && a->path.count > 1)
        return; /* both inside */
    if (b->path.count > 1) {
        check_pair(k, b, a);
        return;
    }
    struct proof_place one = {a->path.code, a->path.edges[0]->from}, two = {b->path.code, b->path.edges[0]->from};
    bool both_inside = location_of(k, one.code, one.location)->flags & location_of(k, two.code, two.location)->flags & LOC_ATOMIC;
    if (both_inside || (one.code == two.code && k->program->codes.data[one.code].instances == 1))
        return;
    struct path before = a->path;
    const struct edge *e = before.edges[--before.count];
    k->result.obligations++;
    smt_push(k->smt);
    if (k->assume_pair && !k->assume_pair(k->pair_context, one, two)) {
        smt_pop(k->smt);
        return;
    }
    assume_instance(k, MOVER, one.code, one.location);
    assume_instance(k, OTHER, two.code, two.location);
    assume_path(k, &before);
    if (before.count && invariant(k, one.code, e->from))
        smt_assert(k->smt, expr_term(k, MOVER_AFTER, invariant(k, one.code, e->from)));
    smt_assert(k->smt, expr_term(k, MOVER_AFTER, e->action.guard));
    smt_assert(k->smt, expr_term(k, OTHER_AFTER, b->path.edges[0]->action.guard));
    if (a->access->index && b->access->index && a->access->index->width == b->access->index->width)
        smt_assert(k->smt,
                   smt_equal(k->smt, value_term(k, MOVER_AFTER, a->access->index), value_term(k, OTHER_AFTER, b->access->index)));
    k->coarse = k->loops;
    settle(k, "the invariants do not exclude a race", &one, &two);
    forget_path(k);
}

void check_races(struct checker *k, const bool *claimed)
{
    vector_each(const struct check *, c, &k->program->checks) {
        if (c->kind != CHECK_PAIR || !claimed[c->id])
            continue;
        struct search a = {.id = c->access_a}, b = {.id = c->access_b};
        for (uint32_t t = 0; t < k->program->template_count; t++) {
            each_path(k, t, find_access, &a);
            each_path(k, t, find_access, &b);
        }
        vector_each(const struct about *, one, &a.found)
            vector_each(const struct about *, two, &b.found)
                if (going(k))
                    check_pair(k, one, two);
        vector_free(&a.found);
        vector_free(&b.found);
    }
}

/* --- all of it --- */

/* What is not covered here; NULL if nothing. */
static const char *out_of_reach(const struct proof *proof, const bool *claimed)
{
    const struct program *p = proof->program;
    if (program_has_calls(p))
        return "proofs of programs with recursive procedures cannot be checked";
    vector_each(const struct check *, c, &p->checks)
        if (c->kind == CHECK_STUCK && claimed[c->id])
            return "proofs that there is no deadlock cannot be checked";
    for (uint32_t t = 0; t < p->template_count; t++) {
        const struct code *c = &p->codes.data[t];
        if (c->locations.data[c->entry].flags & LOC_ATOMIC)
            return "a thread begins inside an atomic section";
        for (uint32_t u = 0; u < t; u++) {
            const struct code *d = &p->codes.data[u];
            uint64_t c_end = c->instances == UNBOUNDED ? c->first_id : (uint64_t)c->first_id + c->instances - 1;
            uint64_t d_end = d->instances == UNBOUNDED ? d->first_id : (uint64_t)d->first_id + d->instances - 1;
            if (c->first_id <= d_end && d->first_id <= c_end)
                return "threads of different kinds have the same ids";
        }
    }
    return NULL;
}

struct proof_check proof_check(const struct proof *proof, const bool *claimed, const struct budget *budget, struct arena *words)
{
    assert(claimed);
    struct proof_check early = {.answer = PROOF_FAILS};
    if (!proof_valid(proof, &early.why))
        return early;
    early.answer = PROOF_UNDECIDED;
    if ((early.why = out_of_reach(proof, claimed)))
        return early;
    struct checker k;
    struct program *with = proof_with_ghosts(proof);
    struct proof about_it = *proof;
    about_it.program = with;
    checker_init(&k, &about_it, budget, words);
    for (uint32_t t = 0; t < with->template_count; t++)
        k.loops |= !sections_are_one(&k, t);
    if (proof->pairwise) {
        check_pairs(&k, proof, claimed);
        checker_free(&k);
        program_free(with);
        return k.result;
    }
    check_errors(&k, claimed);
    check_initial(&k);
    check_own_steps(&k);
    check_interference(&k);
    check_races(&k, claimed);
    checker_free(&k);
    program_free(with);
    return k.result;
}
