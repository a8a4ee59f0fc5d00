/* Thread-modular in the plain sense: a step of any thread is taken from what holds where it is, together with what
 * holds where the observer is. Two threads that hold one lock do not meet; the proof says so by the owner in the lock, or in a ghost beside it.
 *
 * A location is split by the values of flags: own variables that only ever get a few constants. */
#include "engines/flow/alone.h"

#include "engines/flow/steps.h"
#include "facts/lock_ghost.h"
#include "program/proof_build.h"

enum {
    SPOTS_MAX = 300,
    FLAGS_MAX = 2,   /* of a thread */
    VALUES_MAX = 3,  /* of a flag */
    ALONE_DELAY = 12 /* changes of a state before it is widened */
};
enum { STEPS_OF_SPOT = 30 };

struct flag {
    uint32_t variable;
    uint64_t value[VALUES_MAX];
    uint32_t count;
};

struct kind { /* of thread */
    struct flag flags[FLAGS_MAX];
    uint32_t flag_count, cases, first; /* first: its first spot */
};

struct spot {
    uint32_t thread, location, number; /* number: of the case */
    struct abstract *state;            /* NULL: cannot be */
    uint32_t changed;                  /* in which round */
    uint8_t changes;
};

struct alone {
    struct flow *f;
    struct kind *kinds; /* by thread */
    VECTOR(struct spot) spots;
    uint32_t round;
    bool again;
};

static const struct interpreted *who(const struct alone *a, const struct spot *s) { return &a->f->interpreted[s->thread]; }

static const struct code *code_of(const struct alone *a, uint32_t thread)
{
    return &a->f->program->codes.data[a->f->threads->threads.data[thread].code];
}

/* --- flags --- */

static bool flag_value(struct flag *x, uint64_t v)
{
    for (uint32_t i = 0; i < x->count; i++)
        if (x->value[i] == v)
            return true;
    if (x->count == VALUES_MAX)
        return false;
    x->value[x->count++] = v;
    return true;
}

/* Whether the variable only gets constants, and few. */
static bool find_flag(const struct space *s, const struct code *c, uint32_t variable, struct flag *x)
{
    const struct cell *cell = &s->program->cells.data[s->variables.data[variable].cell];
    *x = (struct flag){.variable = variable};
    if (cell_is_array(cell) || cell->arbitrary || !flag_value(x, cell->init))
        return false;
    vector_each(const struct edge *, e, &c->edges)
        for (uint32_t i = 0; i < e->action.update_count; i++) {
            const struct update *u = &e->action.updates[i];
            if (u->cell == cell->id && (!expr_is_const(u->value) || !flag_value(x, u->value->value)))
                return false;
        }
    return x->count > 1;
}

static void find_flags(struct alone *a, uint32_t thread)
{
    struct kind *k = &a->kinds[thread];
    const struct space *s = a->f->interpreted[thread].space;
    k->cases = 1;
    for (uint32_t v = s->shared_count; v < s->variables.size && k->flag_count < FLAGS_MAX; v++)
        if (find_flag(s, code_of(a, thread), v, &k->flags[k->flag_count]))
            k->cases *= k->flags[k->flag_count++].count;
}

/* Restricts a state to a case of its thread. Possible? */
static bool in_case(const struct alone *a, uint32_t thread, uint32_t number, struct abstract *st)
{
    const struct kind *k = &a->kinds[thread];
    const struct space *s = a->f->interpreted[thread].space;
    for (uint32_t i = 0; i < k->flag_count; i++) {
        const struct flag *x = &k->flags[i];
        struct value v = value_const(s->variables.data[x->variable].width, x->value[number % x->count]);
        if (!abstract_restrict(s, st, x->variable, &v))
            return false;
        number /= x->count;
    }
    return true;
}

/* --- the fixpoint --- */

static void join_into(struct alone *a, struct spot *x, struct abstract *state)
{
    const struct space *s = who(a, x)->space;
    bool grown = !x->state;
    abstract_expressible(s, state);
    if (grown) {
        x->state = state;
    } else {
        grown =
            x->changes > ALONE_DELAY ? abstract_widen(s, x->state, state, &a->f->thresholds) : abstract_join(s, x->state, state);
        abstract_expressible(s, x->state);
        abstract_free(s, state);
    }
    if (grown) {
        x->changed = a->round;
        x->changes += x->changes < UINT8_MAX;
        a->again = true;
    }
}

/* A thread can be at the location in this state, which is taken over: all cases. */
static void reach(struct alone *a, uint32_t thread, uint32_t location, struct abstract *state)
{
    const struct kind *k = &a->kinds[thread];
    const struct space *s = a->f->interpreted[thread].space;
    for (uint32_t n = 0; n < k->cases; n++) {
        struct abstract *one = abstract_copy(s, state);
        if (in_case(a, thread, n, one))
            join_into(a, &a->spots.data[k->first + location * k->cases + n], one);
        else
            abstract_free(s, one);
    }
    abstract_free(s, state);
}

static bool news(const struct alone *a, const struct spot *x) { return x->changed + 1 >= a->round; }

static void own_steps(struct alone *a, uint32_t spot)
{
    struct spot x = a->spots.data[spot];
    const struct code *c = code_of(a, x.thread);
    const struct space *s = who(a, &x)->space;
    for (uint32_t i = out_begin(c, x.location); news(a, &x) && i < out_end(c, x.location); i++) {
        const struct edge *e = out_edge(c, i);
        struct abstract *st = abstract_copy(s, a->spots.data[spot].state);
        if (steps_go_on(c, e) && abstract_transfer(a->f->evaluator, s, st, &e->action))
            reach(a, x.thread, e->to, st);
        else
            abstract_free(s, st);
    }
}

/* Whether the two can be there at the same time. */
static bool can_meet(const struct alone *a, const struct spot *x, const struct spot *y)
{
    const struct flow_threads *t = a->f->threads;
    uint32_t cx = t->threads.data[x->thread].code, cy = t->threads.data[y->thread].code;
    if (x->thread == y->thread && t->threads.data[x->thread].number != NONE)
        return false;
    return !(t->held[cx][x->location] & t->held[cy][y->location] & t->kept);
}

static void steps_of(struct alone *a, uint32_t mover, uint32_t observer)
{
    struct spot x = a->spots.data[mover], y = a->spots.data[observer];
    const struct code *c = code_of(a, x.thread);
    if (!x.state || (!news(a, &x) && !news(a, &y)) || !can_meet(a, &x, &y) ||
        code_of(a, y.thread)->locations.data[y.location].flags & LOC_ATOMIC)
        return;
    for (uint32_t i = out_begin(c, x.location); i < out_end(c, x.location); i++) {
        const struct edge *e = out_edge(c, i);
        if (!steps_go_on(c, e) || !steps_concern(e, who(a, &y)->space))
            continue;
        struct abstract *seen = abstract_copy(who(a, &y)->space, a->spots.data[observer].state);
        struct abstract *st = abstract_copy(who(a, &x)->space, a->spots.data[mover].state);
        bool possible = steps_meet(who(a, &x), st, who(a, &y), seen);
        if (!possible)
            abstract_free(who(a, &x)->space, st);
        if (possible && steps_show(a->f, who(a, &x), st, e, who(a, &y), seen))
            reach(a, y.thread, y.location, seen);
        else
            abstract_free(who(a, &y)->space, seen);
    }
}

static void rounds(struct alone *a, const struct budget *budget)
{
    for (a->again = true; a->again; a->round++) {
        a->again = false;
        for (uint32_t i = 0; i < a->spots.size; i++) {
            if (!a->spots.data[i].state)
                continue;
            own_steps(a, i);
            for (uint32_t j = 0; j < a->spots.size; j++)
                steps_of(a, j, i);
            effort_spend(STEPS_OF_SPOT);
            if (budget_spent(budget)) {
                a->again = true;
                return;
            }
        }
    }
}

static bool find_spots(struct alone *a)
{
    const struct flow_threads *t = a->f->threads;
    a->kinds = NEW_ARRAY(struct kind, t->threads.size + 1);
    for (uint32_t i = 0; i < t->threads.size; i++) {
        if (!a->f->interpreted[i].space)
            continue;
        find_flags(a, i);
        a->kinds[i].first = a->spots.size;
        uint32_t n = code_of(a, i)->locations.size;
        if (a->spots.size + n * a->kinds[i].cases > SPOTS_MAX)
            return false;
        for (uint32_t l = 0; l < n; l++)
            for (uint32_t k = 0; k < a->kinds[i].cases; k++)
                vector_push(&a->spots, (struct spot){.thread = i, .location = l, .number = k});
    }
    return true;
}

struct alone *alone_compute(struct flow *f)
{
    struct alone *a = NEW(struct alone);
    struct budget part = budget_part(&f->task->budget, EFFORT_FLOW_ALONE);
    part = budget_share(&part, SHARE_FLOW_PROOF);
    a->f = f;
    a->round = 1;
    if (find_spots(a)) {
        for (uint32_t i = 0; i < f->threads->threads.size; i++)
            if (f->interpreted[i].space)
                reach(a, i, code_of(a, i)->entry, abstract_initial(f->interpreted[i].space));
        rounds(a, &part);
        if (!a->again)
            return a;
    }
    alone_free(a);
    return NULL;
}

void alone_free(struct alone *a)
{
    if (!a)
        return;
    vector_each(struct spot *, x, &a->spots)
        abstract_free(who(a, x)->space, x->state);
    vector_free(&a->spots);
    mem_free(a->kinds);
    mem_free(a);
}

/* --- what follows --- */

bool alone_reachable(const struct alone *a, uint32_t code, uint32_t location)
{
    assert(code < a->f->program->codes.size);
    vector_each(const struct spot *, x, &a->spots)
        if (x->state && x->location == location && a->f->threads->threads.data[x->thread].code == code)
            return true;
    return false;
}

/* Locks that do not name their owner and are held somewhere get a ghost that does. */
static void say_owners(const struct alone *a, struct proof_builder *b)
{
    const struct program *p = a->f->program;
    const struct flow_threads *t = a->f->threads;
    for (uint64_t rest = t->kept & ~t->owned; rest; rest &= rest - 1) {
        unsigned bit = (unsigned)__builtin_ctzll(rest);
        uint32_t lock = t->lock_cells[bit];
        expr mine = lock_ghost_mine(p, lock, lock_ghost_add(b, lock));
        for (uint32_t k = 0; k < p->template_count; k++)
            for (uint32_t l = 0; l < p->codes.data[k].locations.size; l++)
                if (t->held[k][l] >> bit & 1)
                    proof_add_fact(b, (struct proof_place){k, l}, mine);
    }
}

struct proof *alone_proof(const struct alone *a)
{
    const struct program *p = a->f->program;
    const struct flow_threads *t = a->f->threads;
    struct proof_builder b = proof_begin(p, false);
    vector_each(const struct spot *, x, &a->spots) {
        struct proof_place at = {t->threads.data[x->thread].code, x->location};
        if (!x->state)
            continue;
        expr what = expr_and(p->exprs, thread_self(a->f, x->thread), abstract_to_expr(who(a, x)->space, x->state, p->exprs, NULL));
        what = expr_and(p->exprs, what, locks_fact(p, t->lock_cells, t->held[at.code][at.location] & t->owned));
        proof_add_case(&b, at, what);
    }
    say_owners(a, &b);
    return proof_end(&b, &(const struct reason *){NULL});
}
