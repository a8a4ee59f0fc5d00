/* Proofs by pairs: "whenever two instances are at two locations, this holds of them" (proof.h), for any number of
 * instances. Threads 0, 1, 2 are different instances; P(x, y) is what the proof says of x and y where they are, and
 * false if it says nothing of these locations. The obligations:
 *   error    P(0, 1) is false where one is at an error location of a claimed check, or where something is not modelled
 *   initial  P(0, 1) holds in every initial state, both being at their entries
 *   step     if P(0, 1), a step of 0 leads to P(0, 1)
 *   third    if P(0, 1), P(0, 2) and P(1, 2), a step of 0 keeps P(1, 2)
 *   race     P(0, 1) excludes that both accesses of a claimed check are about to happen on one slot
 * By induction over a run all pairs of instances of every reachable state obey the proof. There are at least three
 * instances of every unbounded template, since those that have not started count. (With views of two threads: P.
 * Abdulla, F. Haziza, L. Holik, All for the Price of Few, VMCAI 2013; in the words of Owicki and Gries.)
 *
 * A step is an edge, or an atomic section as a whole. What weights say is one more assumption (check_weights.c); that
 * they say the truth is part of every step. */
#include "logic/check_pairs.h"

#include <assert.h>

struct pairs {
    struct checker *k;
    const struct proof *proof;                  /* of the program without ghosts */
    struct map at;                              /* numbers of two locations, the smaller first, to 1 + index of the pair */
    VECTOR(u32_vector) with;                    /* by number of a location: pairs that it is in */
    struct map touched;                         /* pair << 32 | cell: the pair mentions it */
    struct map terms[3][3];                     /* of expressions before the step, by whom they are about */
    struct smt_state *both[3][3], *after[2][2]; /* own cells of one thread and the partner's; after: of 0 and 1 */
    struct weights weights;
    bool any;
    const bool *claimed;
};

static bool going(const struct pairs *s) { return s->k->result.answer == PROOF_HOLDS; }

static uint32_t number(const struct checker *k, struct proof_place a) { return k->base[a.code] + a.location; }

static const struct location *location_of(const struct checker *k, struct proof_place a)
{
    return &k->program->codes.data[a.code].locations.data[a.location];
}

/* The pair of two places; *turned: its first location is b. */
static const struct proof_pair *pair_of(const struct pairs *s, struct proof_place a, struct proof_place b, bool *turned)
{
    uint64_t found, x = number(s->k, a), y = number(s->k, b);
    *turned = x > y;
    if (!map_get(&s->at, *turned ? y << 32 | x : x << 32 | y, &found))
        return NULL;
    return &s->proof->pairs.data[found - 1];
}

static bool may_meet(const void *context, struct proof_place a, struct proof_place b)
{
    bool turned;
    const struct proof_pair *x = pair_of(context, a, b, &turned);
    return x && !expr_is_false(x->holds);
}

static struct proof_place first_of(const struct proof_pair *x) { return (struct proof_place){x->code, x->location}; }
static struct proof_place second_of(const struct proof_pair *x) { return (struct proof_place){x->other, x->other_location}; }

/* --- terms --- */

/* One thread's cells and the other's as its partner's. */
static struct smt_state *state_of_two(const struct pairs *s, struct smt_state *own, struct smt_state *other, term id)
{
    const struct proof *proof = s->proof;
    struct smt_state *both = smt_state_new(s->k->smt, "pair");
    for (uint32_t c = 0; c < proof->program->cells.size; c++)
        if (!cell_is_shared(&proof->program->cells.data[c])) {
            both->cells[c] = smt_cell(s->k->smt, own, c);
            both->cells[proof_partner(proof, c)] = smt_cell(s->k->smt, other, c);
        }
    both->cells[proof_partner_id(proof)] = id;
    return both;
}

/* As smt_holds(), but what connects truth values stays visible to the solver. */
static term formula_of(struct smt *smt, const struct smt_scope *scope, expr e, struct map *known)
{
    uint64_t found;
    if (map_get(known, map_pointer_key(e), &found))
        return (term)(uintptr_t)found;
    bool connects = e->width == 1 && (e->op == E_AND || e->op == E_OR || e->op == E_NOT);
    term a = connects ? formula_of(smt, scope, e->arg[0], known) : smt_holds(smt, scope, e);
    term b = connects && e->arity > 1 ? formula_of(smt, scope, e->arg[1], known) : NULL;
    term t = !connects ? a : e->op == E_NOT ? smt_not(smt, a) : e->op == E_AND ? smt_and(smt, a, b) : smt_or(smt, a, b);
    map_put(known, map_pointer_key(e), (uintptr_t)t);
    return t;
}

static term pair_term(struct pairs *s, unsigned x, unsigned y, bool after, expr e)
{
    struct checker *k = s->k;
    struct smt_state *own = after && x < 2 && y < 2 ? s->after[x][y] : s->both[x][y];
    struct smt_scope scope = {after ? k->shared_after : k->shared, own, k->self[x], "none", NULL, NULL};
    struct map fresh = {0};
    term t = formula_of(k->smt, &scope, e, after ? &fresh : &s->terms[x][y]);
    map_free(&fresh);
    return t;
}

/* P(x, y), x and y being at a and b; NULL if it is false. */
static term say(struct pairs *s, unsigned x, struct proof_place a, unsigned y, struct proof_place b, bool after)
{
    bool turned;
    const struct proof_pair *p = pair_of(s, a, b, &turned);
    if (!p)
        return NULL;
    term t = pair_term(s, turned ? y : x, turned ? x : y, after, p->holds);
    if (number(s->k, a) == number(s->k, b))
        t = smt_and(s->k->smt, t, pair_term(s, y, x, after, p->holds));
    return t;
}

/* --- what a question assumes --- */

static void assume_thread(struct pairs *s, unsigned x, struct proof_place a)
{
    struct smt *smt = s->k->smt;
    smt_assert(smt, is_instance(s->k, a.code, s->k->self[x]));
    for (unsigned y = 0; y < x; y++)
        smt_assert(smt, smt_not(smt, smt_equal(smt, s->k->self[x], s->k->self[y])));
}

static bool enough_instances(const struct checker *k, const struct proof_place *at, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t same = 0;
        for (uint32_t j = 0; j < count; j++)
            same += at[j].code == at[i].code;
        if (same > k->program->codes.data[at[i].code].instances)
            return false;
    }
    return true;
}

/* --- errors and the beginning --- */

static bool is_excluded(const struct pairs *s, struct proof_place a)
{
    const struct location *l = location_of(s->k, a);
    bool error = l->flags & LOC_ERROR && s->claimed[l->check];
    return error || (s->any && l->flags & LOC_UNSUPPORTED);
}

static void check_errors(struct pairs *s)
{
    struct checker *k = s->k;
    vector_each(const struct proof_pair *, x, &s->proof->pairs) {
        struct proof_place at[2] = {first_of(x), second_of(x)};
        if (!going(s) || (!is_excluded(s, at[0]) && !is_excluded(s, at[1])) || expr_is_false(x->holds))
            continue;
        k->result.obligations++;
        smt_push(k->smt);
        assume_thread(s, 0, at[0]);
        assume_thread(s, 1, at[1]);
        smt_assert(k->smt, say(s, 0, at[0], 1, at[1], false));
        weights_assume(&s->weights, at, 2);
        settle(k, "the pair does not exclude an error, or what is not modelled", &at[0], &at[1]);
    }
}

struct beginning {
    struct pairs *s;
    struct map done;
};

static void begin_cell(void *context, expr e)
{
    struct beginning *b = context;
    struct checker *k = b->s->k;
    uint32_t first = proof_partner(b->s->proof, 0), id = proof_partner_id(b->s->proof);
    if ((e->op != E_CELL && e->op != E_READ) || e->value == id || map_get(&b->done, e->value, NULL))
        return;
    bool partner = e->value >= first;
    map_put(&b->done, e->value, 1);
    assume_cell_initial(k, k->own[partner], (uint32_t)e->value - (partner ? first : 0));
}

static void check_initial(struct pairs *s)
{
    struct checker *k = s->k;
    for (uint32_t t = 0; t < k->program->template_count; t++)
        for (uint32_t u = t; u < k->program->template_count && going(s); u++) {
            struct proof_place at[2] = {{t, k->program->codes.data[t].entry}, {u, k->program->codes.data[u].entry}};
            bool turned;
            const struct proof_pair *x = pair_of(s, at[0], at[1], &turned);
            if (!enough_instances(k, at, 2) || (x && expr_is_true(x->holds)))
                continue;
            k->result.obligations++;
            smt_push(k->smt);
            assume_thread(s, 0, at[0]);
            assume_thread(s, 1, at[1]);
            if (x) {
                struct beginning b = {s, {0}};
                expr_visit(x->holds, begin_cell, &b);
                map_free(&b.done);
                smt_assert(k->smt, smt_not(k->smt, pair_term(s, turned, !turned, false, x->holds)));
            }
            settle(k, "the pair does not hold in the beginning", &at[0], &at[1]);
        }
}

/* --- steps --- */

struct move { /* of thread 0 */
    struct pairs *s;
    const struct path *path;
    struct proof_place from, to;
};

/* P(0, 1) leads to P(0, 1), and weights stay right. */
static void check_step(struct move *m, struct proof_place other)
{
    struct pairs *s = m->s;
    struct checker *k = s->k;
    struct proof_place at[2] = {m->from, other};
    if (!going(s) || !enough_instances(k, at, 2))
        return;
    k->result.obligations++;
    smt_push(k->smt);
    assume_thread(s, 1, other);
    smt_assert(k->smt, say(s, 0, m->from, 1, other, false));
    weights_assume(&s->weights, at, 2);
    term after = say(s, 0, m->to, 1, other, true);
    if (after)
        smt_assert(k->smt, smt_not(k->smt, smt_and(k->smt, after, weights_kept(&s->weights, m->path))));
    settle(k, "a step of one of a pair breaks it", &m->from, &other);
}

static bool touches(const struct pairs *s, const struct path *p, const struct proof_pair *x)
{
    uint64_t pair = (uint64_t)(x - s->proof->pairs.data) << 32;
    for (uint32_t i = 0; i < p->count; i++)
        for (uint32_t u = 0; u < p->edges[i]->action.update_count; u++) {
            uint32_t cell = p->edges[i]->action.updates[u].cell;
            if (cell_is_shared(&s->k->program->cells.data[cell]) && map_get(&s->touched, pair | cell, NULL))
                return true;
        }
    return false;
}

/* P(0, 1), P(0, 2) and P(1, 2) lead to P(1, 2); P(0, 1) is assumed. */
static void check_third(struct move *m, struct proof_place one, struct proof_place two)
{
    struct pairs *s = m->s;
    struct checker *k = s->k;
    struct proof_place at[3] = {m->from, one, two};
    bool turned;
    const struct proof_pair *x = pair_of(s, one, two, &turned);
    if (!going(s) || !x || !enough_instances(k, at, 3))
        return;
    k->result.obligations++;
    if (!touches(s, m->path, x))
        return;
    smt_push(k->smt);
    assume_thread(s, 2, two);
    smt_assert(k->smt, say(s, 0, m->from, 2, two, false));
    smt_assert(k->smt, say(s, 1, one, 2, two, false));
    weights_assume(&s->weights, at, 3);
    smt_assert(k->smt, smt_not(k->smt, say(s, 1, one, 2, two, true)));
    settle(k, "a step of a third thread breaks a pair", &one, &two);
}

static struct proof_place partner_in(const struct proof_pair *x, struct proof_place a)
{
    return x->code == a.code && x->location == a.location ? second_of(x) : first_of(x);
}

static void check_thirds(struct move *m)
{
    struct pairs *s = m->s;
    const u32_vector *list = &s->with.data[number(s->k, m->from)];
    for (uint32_t i = 0; i < list->size && going(s); i++) {
        struct proof_place one = partner_in(&s->proof->pairs.data[list->data[i]], m->from);
        smt_push(s->k->smt);
        assume_thread(s, 1, one);
        smt_assert(s->k->smt, say(s, 0, m->from, 1, one, false));
        for (uint32_t j = i; j < list->size && going(s); j++)
            check_third(m, one, partner_in(&s->proof->pairs.data[list->data[j]], m->from));
        smt_pop(s->k->smt);
    }
}

static void check_path(void *context, const struct path *p, bool whole)
{
    struct pairs *s = context;
    struct checker *k = s->k;
    const struct edge *last = p->edges[p->count - 1];
    struct move m = {s, p, {p->code, p->edges[0]->from}, {p->code, last->to}};
    bool ends = last->action.kind == ACT_HALT && !(location_of(k, m.to)->flags & (LOC_ERROR | LOC_UNSUPPORTED));
    if (!whole || ends || !going(s))
        return;
    smt_push(k->smt);
    assume_thread(s, 0, m.from);
    assume_path(k, p);
    s->after[0][1] = state_of_two(s, k->own_after, k->own[1], k->self[1]);
    s->after[1][0] = state_of_two(s, k->own[1], k->own_after, k->self[0]);
    vector_each(const uint32_t *, i, &s->with.data[number(k, m.from)])
        check_step(&m, partner_in(&s->proof->pairs.data[*i], m.from));
    check_thirds(&m);
    smt_pop(k->smt);
    smt_state_free(s->after[0][1]);
    smt_state_free(s->after[1][0]);
    forget_path(k);
}

static void check_steps(struct pairs *s)
{
    const struct checker *k = s->k;
    for (uint32_t t = 0; t < k->program->template_count; t++)
        for (uint32_t l = 0; l < k->program->codes.data[t].locations.size && going(s); l++) {
            struct proof_place at = {t, l};
            if (!(location_of(k, at)->flags & LOC_ATOMIC) && s->with.data[number(k, at)].size)
                paths_from(k, t, l, check_path, s);
        }
}

/* --- all of it --- */

struct mention {
    struct pairs *s;
    uint64_t pair;
};

static void note_mention(void *context, expr e)
{
    struct mention *m = context;
    if (e->op == E_CELL || e->op == E_READ)
        map_put(&m->s->touched, m->pair << 32 | e->value, 1);
}

static void prepare(struct pairs *s)
{
    struct checker *k = s->k;
    vector_resize(&s->with, k->base[k->program->codes.size] + 1);
    for (uint32_t i = 0; i < s->proof->pairs.size; i++) {
        const struct proof_pair *x = &s->proof->pairs.data[i];
        uint64_t a = number(k, first_of(x)), b = number(k, second_of(x));
        struct mention m = {s, i};
        map_put(&s->at, a << 32 | b, i + 1);
        expr_visit(x->holds, note_mention, &m);
        if (expr_is_false(x->holds))
            continue;
        vector_push(&s->with.data[a], i);
        if (a != b)
            vector_push(&s->with.data[b], i);
    }
    for (unsigned x = 0; x < 3; x++)
        for (unsigned y = 0; y < 3; y++)
            s->both[x][y] = state_of_two(s, k->own[x], k->own[y], k->self[y]);
}

static void pairs_free(struct pairs *s)
{
    map_free(&s->at);
    map_free(&s->touched);
    vector_each(u32_vector *, w, &s->with)
        vector_free(w);
    vector_free(&s->with);
    for (unsigned x = 0; x < 3; x++)
        for (unsigned y = 0; y < 3; y++) {
            smt_state_free(s->both[x][y]);
            map_free(&s->terms[x][y]);
        }
    weights_free(&s->weights);
}

static bool assume_pair(void *context, struct proof_place mover, struct proof_place other)
{
    struct pairs *s = context;
    struct proof_place at[2] = {mover, other};
    term t = say(s, 0, mover, 1, other, false);
    if (!t || !enough_instances(s->k, at, 2))
        return false;
    smt_assert(s->k->smt, t);
    weights_assume(&s->weights, at, 2);
    return true;
}

static const char *out_of_reach(const struct checker *k)
{
    const struct program *p = k->program;
    if (k->loops)
        return "a proof by pairs of a program with loops in atomic sections cannot be checked";
    if (p->template_count < 2 && p->codes.data[0].instances < 2)
        return "there are no pairs of threads";
    return NULL;
}

void check_pairs(struct checker *k, const struct proof *proof, const bool *claimed)
{
    assert(proof->pairwise && claimed);
    struct pairs s = {.k = k, .proof = proof, .claimed = claimed};
    if ((k->result.why = out_of_reach(k))) {
        k->result.answer = PROOF_UNDECIDED;
        return;
    }
    vector_each(const struct check *, c, &k->program->checks)
        s.any |= claimed[c->id];
    prepare(&s);
    s.weights.may_meet = may_meet;
    s.weights.context = &s;
    if (!weights_init(&s.weights, k)) {
        k->result.answer = PROOF_FAILS;
        k->result.why = "the weights cannot be added up";
    }
    check_errors(&s);
    check_initial(&s);
    check_steps(&s);
    k->assume_pair = assume_pair;
    k->pair_context = &s;
    if (going(&s))
        check_races(k, claimed);
    k->assume_pair = NULL;
    pairs_free(&s);
}
