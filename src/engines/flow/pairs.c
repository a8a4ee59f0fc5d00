/* The state of a pair (t at l, u at m) is one of t's space, with shared cells as they are now. A step of u, or of a
 * third thread w, is seen by t as far as t's space goes. The fixpoint uses for every step just what the rule of the
 * proof checker may use (src/logic/check_proof.h): for a step of t itself the pairs of t, for a step of another thread
 * the pairs of t and of that thread. So what comes out is inductive by itself. */
#include "engines/flow/pairs.h"

#include "engines/flow/steps.h"

enum {
    SPOTS_MAX = 220,  /* locations of all threads */
    PAIRS_DELAY = 12, /* changes of a pair before it is widened */
};
static const double SECONDS_MAX = 1.5, SECONDS_FOR_PROOF = 0.2;

struct spot { /* a thread at a location */
    uint32_t thread, location;
};

struct pair {
    struct abstract *state; /* NULL: cannot be */
    uint32_t changed;       /* in which round */
    uint8_t changes;
};

struct pairs {
    struct flow *f;
    VECTOR(struct spot) spots;
    uint32_t *first;    /* by thread: its first spot */
    struct pair *pairs; /* by spot of the one, spot of the other */
    uint32_t round;
    bool again;
};

static struct pair *at(const struct pairs *p, uint32_t one, uint32_t other)
{
    return &p->pairs[(size_t)one * p->spots.size + other];
}

static const struct code *code_of(const struct pairs *p, uint32_t spot)
{
    return &p->f->program->codes.data[p->f->threads->threads.data[p->spots.data[spot].thread].code];
}

static const struct interpreted *who(const struct pairs *p, uint32_t spot)
{
    return &p->f->interpreted[p->spots.data[spot].thread];
}

static const struct space *space_of(const struct pairs *p, uint32_t spot) { return who(p, spot)->space; }

static bool is_atomic(const struct pairs *p, uint32_t spot)
{
    return code_of(p, spot)->locations.data[p->spots.data[spot].location].flags & LOC_ATOMIC;
}

static uint32_t moved(uint32_t spot, const struct edge *e) { return spot - e->from + e->to; }

/* Joins a state, which it takes over, into a pair. */
static void reach(struct pairs *p, uint32_t one, uint32_t other, struct abstract *state)
{
    const struct space *s = space_of(p, one);
    struct pair *x = at(p, one, other);
    bool grown = !x->state;
    abstract_expressible(s, state);
    if (grown) {
        x->state = state;
    } else {
        grown = x->changes > PAIRS_DELAY ? abstract_widen(s, x->state, state, &p->f->thresholds)
                                         : abstract_join(s, x->state, state);
        abstract_expressible(s, x->state);
        abstract_free(s, state);
    }
    if (grown) {
        x->changed = p->round;
        x->changes += x->changes < UINT8_MAX;
        p->again = true;
    }
}

/* Restricts st to what another state of the same thread says. Possible? */
static bool meet_same(const struct pairs *p, uint32_t spot, struct abstract *st, const struct abstract *also)
{
    const struct space *s = space_of(p, spot);
    for (uint32_t v = 0; v < s->variables.size; v++)
        if (st->values[v] != also->values[v] && !abstract_restrict(s, st, v, abstract_get(s, also, v)))
            return false;
    return true;
}

static bool news(const struct pairs *p, const struct pair *x) { return x->changed + 1 >= p->round; }

/* Steps of the one thread itself. */
static void own_steps(struct pairs *p, uint32_t one, uint32_t other)
{
    const struct code *c = code_of(p, one);
    const struct pair *x = at(p, one, other);
    uint32_t l = p->spots.data[one].location;
    if (!news(p, x))
        return;
    for (uint32_t i = out_begin(c, l); i < out_end(c, l); i++) {
        const struct edge *e = out_edge(c, i);
        struct abstract *st = abstract_copy(space_of(p, one), x->state);
        if (steps_go_on(c, e) && abstract_transfer(p->f->evaluator, space_of(p, one), st, &e->action))
            reach(p, moved(one, e), other, st);
        else
            abstract_free(space_of(p, one), st);
    }
}

/* Steps of the other thread, which the one sees. */
static void other_steps(struct pairs *p, uint32_t one, uint32_t other)
{
    const struct code *c = code_of(p, other);
    const struct pair *x = at(p, one, other), *y = at(p, other, one);
    uint32_t m = p->spots.data[other].location;
    if (!y->state || (!news(p, x) && !news(p, y)) || is_atomic(p, one))
        return;
    for (uint32_t i = out_begin(c, m); i < out_end(c, m); i++) {
        const struct edge *e = out_edge(c, i);
        if (!steps_go_on(c, e))
            continue;
        struct abstract *seen = abstract_copy(space_of(p, one), x->state);
        struct abstract *st = abstract_copy(space_of(p, other), y->state);
        bool possible = steps_meet(who(p, other), st, who(p, one), seen);
        if (!possible)
            abstract_free(space_of(p, other), st);
        else
            possible = steps_show(p->f, who(p, other), st, e, who(p, one), seen);
        if (possible)
            reach(p, one, moved(other, e), seen);
        else
            abstract_free(space_of(p, one), seen);
    }
}

/* Steps of a third thread, as far as they change what the one knows while the other is where it is. */
static void third_steps(struct pairs *p, uint32_t one, uint32_t other, uint32_t third)
{
    const struct code *c = code_of(p, third);
    const struct space *s = space_of(p, one), *t = space_of(p, third);
    const struct pair *x = at(p, one, other), *here = at(p, one, third), *to_one = at(p, third, one),
                      *to_other = at(p, third, other);
    uint32_t k = p->spots.data[third].location;
    if (!here->state || !to_one->state || !to_other->state || is_atomic(p, one) ||
        (!news(p, x) && !news(p, here) && !news(p, to_one) && !news(p, to_other)))
        return;
    for (uint32_t i = out_begin(c, k); i < out_end(c, k); i++) {
        const struct edge *e = out_edge(c, i);
        if (!steps_go_on(c, e) || !steps_concern(e, s))
            continue;
        struct abstract *seen = abstract_copy(s, x->state), *st = abstract_copy(t, to_one->state);
        bool possible = meet_same(p, one, seen, here->state) && meet_same(p, third, st, to_other->state) &&
                        steps_meet(who(p, third), st, who(p, one), seen);
        if (!possible)
            abstract_free(t, st);
        else
            possible = steps_show(p->f, who(p, third), st, e, who(p, one), seen);
        if (possible)
            reach(p, one, other, seen);
        else
            abstract_free(s, seen);
    }
}

static void rounds(struct pairs *p, double deadline)
{
    const char *why;
    uint32_t n = p->spots.size;
    for (p->again = true; p->again; p->round++) {
        p->again = false;
        for (uint32_t one = 0; one < n; one++)
            for (uint32_t other = 0; other < n; other++) {
                if (!at(p, one, other)->state)
                    continue;
                own_steps(p, one, other);
                other_steps(p, one, other);
                for (uint32_t third = 0; third < n; third++)
                    if (p->spots.data[third].thread != p->spots.data[one].thread &&
                        p->spots.data[third].thread != p->spots.data[other].thread)
                        third_steps(p, one, other, third);
                if (budget_spent(&p->f->task->budget, &why) || clock_wall() > deadline) {
                    p->again = true;
                    return;
                }
            }
    }
}

/* The locations of all threads; false if they are too many, or some threads cannot be told apart. */
static bool find_spots(struct pairs *p)
{
    const struct threads *t = p->f->threads;
    uint32_t interpreted = 0;
    p->first = NEW_ARRAY(uint32_t, t->threads.size + 1);
    for (uint32_t i = 0; i < t->threads.size; i++) {
        const struct thread *th = &t->threads.data[i];
        if (th->code == NONE)
            continue;
        if (th->number == NONE)
            return false;
        interpreted++;
        p->first[i] = p->spots.size;
        uint32_t n = p->f->program->codes.data[th->code].locations.size;
        if (p->spots.size + n > SPOTS_MAX)
            return false;
        for (uint32_t l = 0; l < n; l++)
            vector_push(&p->spots, (struct spot){i, l});
    }
    return interpreted > 1;
}

struct pairs *pairs_compute(struct flow *f, bool needed)
{
    struct pairs *p = NEW(struct pairs);
    double left = budget_left(&f->task->budget) / 4, most = needed ? SECONDS_MAX : SECONDS_FOR_PROOF;
    p->f = f;
    if (!find_spots(p)) {
        pairs_free(p);
        return NULL;
    }
    uint32_t n = p->spots.size;
    p->pairs = NEW_ARRAY(struct pair, (size_t)n * n + 1);
    p->round = 1;
    for (uint32_t one = 0; one < n; one++)
        for (uint32_t other = 0; other < n; other++)
            if (p->spots.data[one].thread != p->spots.data[other].thread &&
                code_of(p, one)->entry == p->spots.data[one].location &&
                code_of(p, other)->entry == p->spots.data[other].location)
                reach(p, one, other, abstract_initial(space_of(p, one)));
    rounds(p, clock_wall() + (left < most ? left : most));
    if (p->again) {
        pairs_free(p);
        return NULL;
    }
    return p;
}

void pairs_free(struct pairs *p)
{
    if (!p)
        return;
    for (size_t i = 0; p->pairs && i < (size_t)p->spots.size * p->spots.size; i++)
        if (p->pairs[i].state)
            abstract_free(space_of(p, (uint32_t)(i / p->spots.size)), p->pairs[i].state);
    mem_free(p->pairs);
    mem_free(p->first);
    vector_free(&p->spots);
    mem_free(p);
}

/* --- what follows --- */

/* Whether the spot goes together with some location of every other thread. */
static bool spot_reachable(const struct pairs *p, uint32_t spot)
{
    bool *with = NEW_ARRAY(bool, p->f->threads->threads.size + 1), all = true;
    for (uint32_t other = 0; other < p->spots.size; other++)
        with[p->spots.data[other].thread] |= at(p, spot, other)->state != NULL;
    for (uint32_t other = 0; other < p->spots.size; other++)
        all &= with[p->spots.data[other].thread] || p->spots.data[other].thread == p->spots.data[spot].thread;
    mem_free(with);
    return all;
}

bool pairs_reachable(const struct pairs *p, uint32_t code, uint32_t location)
{
    for (uint32_t i = 0; i < p->spots.size; i++)
        if (p->spots.data[i].location == location && code_of(p, i) == &p->f->program->codes.data[code] &&
            spot_reachable(p, i))
            return true;
    return false;
}

/* Whether the access is made by an edge from the spot that is possible in the state; its index there. */
static bool about(const struct pairs *p, uint32_t spot, const struct abstract *state, const struct edge *e,
                  uint32_t access, struct abstract **now, struct value *index)
{
    const struct space *s = space_of(p, spot);
    for (uint32_t i = 0; i < e->action.access_count; i++) {
        const struct access *x = &e->action.accesses[i];
        if (x->id != access)
            continue;
        *now = abstract_copy(s, state);
        evaluator_begin(p->f->evaluator);
        if (!abstract_assume(p->f->evaluator, s, *now, e->action.guard, true)) {
            abstract_free(s, *now);
            return false;
        }
        *index = x->index ? abstract_evaluate(p->f->evaluator, s, *now, x->index) : value_const(1, 0);
        return true;
    }
    return false;
}

static bool edges_race(const struct pairs *p, uint32_t one, const struct edge *d, uint32_t other, const struct edge *e,
                       const struct check *check)
{
    struct abstract *a, *b;
    struct value i, j;
    bool race = false;
    if (!about(p, one, at(p, one, other)->state, d, check->access_a, &a, &i))
        return false;
    if (about(p, other, at(p, other, one)->state, e, check->access_b, &b, &j)) {
        race = !value_meet(&i, &j).bottom && steps_meet(who(p, one), a, who(p, other), b);
        abstract_free(space_of(p, other), b);
    }
    abstract_free(space_of(p, one), a);
    return race;
}

bool pairs_race(const struct pairs *p, const struct check *check)
{
    for (uint32_t one = 0; one < p->spots.size; one++)
        for (uint32_t other = 0; other < p->spots.size; other++) {
            const struct code *c = code_of(p, one), *d = code_of(p, other);
            uint32_t l = p->spots.data[one].location, m = p->spots.data[other].location;
            if (!at(p, one, other)->state || !at(p, other, one)->state || (is_atomic(p, one) && is_atomic(p, other)))
                continue;
            for (uint32_t i = out_begin(c, l); i < out_end(c, l); i++)
                for (uint32_t j = out_begin(d, m); j < out_end(d, m); j++)
                    if (edges_race(p, one, out_edge(c, i), other, out_edge(d, j), check))
                        return true;
        }
    return false;
}

/* --- as a proof --- */

static expr number_of(const struct pairs *p, uint32_t thread)
{
    const struct thread *th = &p->f->threads->threads.data[thread];
    return expr_const(p->f->program->exprs, SELF_WIDTH, p->f->program->codes.data[th->code].first_id + th->number);
}

/* Where the other thread can be while one is at its spot, and what holds then. Places with the same knowledge are put
 * together. */
static expr with_other(const struct pairs *p, uint32_t one, uint32_t thread)
{
    struct exprs *x = p->f->program->exprs;
    uint32_t code = p->f->threads->threads.data[thread].code, n = p->f->program->codes.data[code].locations.size;
    expr *known = NEW_ARRAY(expr, n + 1), any = expr_bool(x, false);
    for (uint32_t m = 0; m < n; m++) {
        const struct abstract *st = at(p, one, p->first[thread] + m)->state;
        known[m] = st ? abstract_to_expr(space_of(p, one), st, x, NULL) : NULL;
    }
    for (uint32_t m = 0; m < n; m++) {
        expr there = expr_bool(x, false), what = known[m];
        for (uint32_t k = m; what && k < n; k++)
            if (known[k] == what) {
                there = expr_or(x, there, expr_at(x, number_of(p, thread), code, k));
                known[k] = k == m ? what : NULL;
            }
        if (what)
            any = expr_or(x, any, expr_and(x, there, what));
    }
    mem_free(known);
    return any;
}

static expr at_spot(const struct pairs *p, uint32_t spot)
{
    struct exprs *x = p->f->program->exprs;
    uint32_t me = p->spots.data[spot].thread, last = me;
    expr all = expr_eq(x, expr_self(x), number_of(p, me));
    for (uint32_t other = 0; other < p->spots.size && !expr_is_false(all); other++) {
        uint32_t u = p->spots.data[other].thread;
        if (u != me && u != last)
            all = expr_and(x, all, with_other(p, spot, u));
        last = u;
    }
    return all;
}

struct proof *pairs_proof(const struct pairs *p)
{
    struct proof *proof = proof_new(p->f->program);
    struct exprs *x = p->f->program->exprs;
    for (uint32_t i = 0; i < p->spots.size; i++) {
        uint32_t code = p->f->threads->threads.data[p->spots.data[i].thread].code;
        expr *to = &proof->invariants.data[code][p->spots.data[i].location];
        *to = expr_or(x, *to ? *to : expr_bool(x, false), at_spot(p, i));
    }
    return proof;
}
