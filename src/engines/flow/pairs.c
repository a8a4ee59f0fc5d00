/* The state of a pair (t at l, u at m) is one of t's space, with shared cells as they are now. A step of u, or of a
 * third thread w, is seen by t as far as t's space goes. The fixpoint uses for every step just what the rule of the
 * proof checker may use (src/logic/check_proof.h): for a step of t itself the pairs of t, for a step of another thread
 * the pairs of t and of that thread. So what comes out is inductive by itself. */
#include "engines/flow/pairs_state.h"
#include "engines/flow/steps.h"

enum {
    SPOTS_MAX = 220,  /* locations of all threads */
    PAIRS_DELAY = 12, /* changes of a pair before it is widened */
    WIDE_MAX = 24,    /* shared variables up to which every thread may see all of them */
    CASES_DELAY = 40, /* changes of a pair before its cases become one */
};
enum { STEPS_OF_PAIR = 10 };

static uint32_t moved(uint32_t spot, const struct edge *e) { return spot - e->from + e->to; }

static void drop_cases(const struct space *s, pair_cases *cases)
{
    vector_each(struct pair_case *, c, cases)
        abstract_free(s, c->state);
    vector_free(cases);
    *cases = (pair_cases){0};
}

/* Adds a copy of the state to the cases. False if one of them covers it. */
static bool add_case(struct pairs *p, const struct space *s, struct pair *x, const struct abstract *state)
{
    uint32_t kept = 0;
    vector_each(const struct pair_case *, c, &x->cases)
        if (abstract_leq(s, state, c->state))
            return false;
    for (uint32_t i = 0; i < x->cases.size; i++)
        if (abstract_leq(s, x->cases.data[i].state, state))
            abstract_free(s, x->cases.data[i].state);
        else
            x->cases.data[kept++] = x->cases.data[i];
    x->cases.size = kept;
    vector_push(&x->cases, (struct pair_case){abstract_copy(s, state), p->round});
    if (x->cases.size > p->limit || x->changes > CASES_DELAY)
        drop_cases(s, &x->cases);
    return true;
}

/* Joins a state, which it takes over, into a pair. */
static void reach(struct pairs *p, uint32_t one, uint32_t other, struct abstract *state)
{
    const struct space *s = space_of(p, one);
    struct pair *x = at(p, one, other);
    bool grown = !x->state, several = p->limit > 1 && (grown || x->cases.size);
    abstract_expressible(s, state);
    if (several && !add_case(p, s, x, state)) {
        abstract_free(s, state);
        return;
    }
    if (grown) {
        x->state = state;
    } else {
        bool widen = x->changes > (p->limit > 1 ? CASES_DELAY : 0) + PAIRS_DELAY;
        grown = widen ? abstract_widen(s, x->state, state, &p->f->thresholds) : abstract_join(s, x->state, state);
        abstract_expressible(s, x->state);
        abstract_free(s, state);
    }
    if (grown || several) {
        x->changed = p->fresh[one] = p->round;
        x->changes += x->changes < UINT8_MAX;
        p->again = true;
    }
}

/* Restricts st to what another state of the same thread says. Possible? */
static bool meet_same(const struct pairs *p, uint32_t spot, struct abstract *st, const struct abstract *also)
{
    const struct space *s = space_of(p, spot);
    for (uint32_t v = 0; v < s->variables.size; v++)
        if ((st->values[v] = value_numbers_meet(s->pool, st->values[v], also->values[v])) == NONE)
            return false;
    return true;
}

/* Whether what changed in this round has not yet had all its consequences. */
static bool recent(const struct pairs *p, uint32_t round) { return round + 1 >= p->round; }
static bool news(const struct pairs *p, const struct pair *x) { return recent(p, x->changed); }

/* Steps of the one thread itself, from a case of its pair. */
static void own_steps(struct pairs *p, uint32_t one, uint32_t other, const struct pair_case *from)
{
    const struct code *c = code_of(p, one);
    uint32_t l = p->spots.data[one].location;
    if (!recent(p, from->born))
        return;
    for (uint32_t i = out_begin(c, l); i < out_end(c, l); i++) {
        const struct edge *e = out_edge(c, i);
        struct abstract *st = abstract_copy(space_of(p, one), from->state);
        if (steps_go_on(c, e) && abstract_transfer(p->f->evaluator, space_of(p, one), st, &e->action))
            reach(p, moved(one, e), other, st);
        else
            abstract_free(space_of(p, one), st);
    }
}

/* A step of the mover, from a case of it, as the one sees it. The seen state is changed; possible? */
static bool show(struct pairs *p, uint32_t mover, const struct abstract *at_mover, const struct edge *e, uint32_t one,
                 struct abstract *seen)
{
    struct abstract *st = abstract_copy(space_of(p, mover), at_mover);
    if (steps_meet(who(p, mover), st, who(p, one), seen))
        return steps_show(p->f, who(p, mover), st, e, who(p, one), seen);
    abstract_free(space_of(p, mover), st);
    return false;
}

/* How many cases a pair has, and each of them; the one state of a pair without. */
static uint32_t case_count(const struct pair *x) { return x->cases.size ? x->cases.size : 1; }

static struct pair_case case_of(const struct pair *x, uint32_t i)
{
    return x->cases.size ? x->cases.data[i] : (struct pair_case){x->state, x->changed};
}

/* Steps of the other thread, which the one sees. */
static void other_steps(struct pairs *p, uint32_t one, uint32_t other, const struct pair_case *from)
{
    const struct code *c = code_of(p, other);
    const struct pair *y = at(p, other, one);
    uint32_t m = p->spots.data[other].location;
    if (!y->state || (!recent(p, from->born) && !news(p, y)) || is_atomic(p, one))
        return;
    for (uint32_t i = out_begin(c, m); i < out_end(c, m); i++)
        for (uint32_t k = 0; steps_go_on(c, out_edge(c, i)) && k < case_count(y); k++) {
            struct pair_case mover = case_of(y, k);
            if (!recent(p, from->born) && !recent(p, mover.born))
                continue;
            struct abstract *seen = abstract_copy(space_of(p, one), from->state);
            if (show(p, other, mover.state, out_edge(c, i), one, seen))
                reach(p, one, moved(other, out_edge(c, i)), seen);
            else
                abstract_free(space_of(p, one), seen);
        }
}

/* Steps of a third thread, as far as they change what the one knows while the other is where it is. */
static void third_steps(struct pairs *p, uint32_t one, uint32_t other, uint32_t third, const struct pair_case *from)
{
    const struct code *c = code_of(p, third);
    const struct space *s = space_of(p, one), *t = space_of(p, third);
    const struct pair *here = at(p, one, third), *to_one = at(p, third, one), *to_other = at(p, third, other);
    uint32_t l = p->spots.data[third].location;
    if (!here->state || !to_one->state || !to_other->state || is_atomic(p, one))
        return;
    bool all = recent(p, from->born) || news(p, here) || news(p, to_other);
    for (uint32_t i = out_begin(c, l); i < out_end(c, l); i++) {
        const struct edge *e = out_edge(c, i);
        if (!steps_go_on(c, e) || !steps_concern(e, s))
            continue;
        for (uint32_t k = 0; k < case_count(to_one); k++) {
            struct pair_case mover = case_of(to_one, k);
            if (!all && !recent(p, mover.born))
                continue;
            struct abstract *seen = abstract_copy(s, from->state), *st = abstract_copy(t, mover.state);
            if (meet_same(p, one, seen, here->state) && meet_same(p, third, st, to_other->state) &&
                show(p, third, st, e, one, seen))
                reach(p, one, other, seen);
            else
                abstract_free(s, seen);
            abstract_free(t, st);
        }
    }
}

static void all_steps(struct pairs *p, uint32_t one, uint32_t other, const struct pair_case *from)
{
    own_steps(p, one, other, from);
    other_steps(p, one, other, from);
    bool here = recent(p, p->fresh[one]);
    for (uint32_t third = 0; third < p->spots.size; third++)
        if (p->acts[third] && (here || recent(p, p->fresh[third])) && at(p, one, third)->state &&
            p->spots.data[third].thread != p->spots.data[one].thread && p->spots.data[third].thread != p->spots.data[other].thread)
            third_steps(p, one, other, third, from);
}

/* Nothing that the steps depend on has changed. */
static bool stale(const struct pairs *p, uint32_t one, uint32_t other)
{
    if (news(p, at(p, other, one)) || recent(p, p->fresh[one]))
        return false;
    for (uint32_t third = 0; third < p->spots.size; third++)
        if (p->acts[third] && recent(p, p->fresh[third]) && at(p, one, third)->state)
            return false;
    return true;
}

/* Cases may come and go while their steps are taken. */
static void steps_of_cases(struct pairs *p, uint32_t one, uint32_t other)
{
    const struct pair *x = at(p, one, other);
    pair_cases now = {0};
    if (stale(p, one, other))
        return;
    if (!x->cases.size) {
        struct pair_case whole = case_of(x, 0);
        all_steps(p, one, other, &whole);
        return;
    }
    vector_each(const struct pair_case *, c, &x->cases)
        vector_push(&now, (struct pair_case){abstract_copy(space_of(p, one), c->state), c->born});
    vector_each(const struct pair_case *, c, &now)
        all_steps(p, one, other, c);
    drop_cases(space_of(p, one), &now);
}

static void rounds(struct pairs *p, const struct budget *budget)
{
    uint32_t n = p->spots.size;
    for (p->again = true; p->again; p->round++) {
        p->again = false;
        for (uint32_t one = 0; one < n; one++)
            for (uint32_t other = 0; other < n; other++) {
                if (!at(p, one, other)->state)
                    continue;
                steps_of_cases(p, one, other);
                effort_spend(STEPS_OF_PAIR);
                if (budget_spent(budget)) {
                    p->again = true;
                    return;
                }
            }
    }
}

/* The locations of all threads; false if they are too many, or some threads cannot be told apart. */
static bool find_spots(struct pairs *p)
{
    const struct flow_threads *t = p->f->threads;
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

static void find_acts(struct pairs *p)
{
    p->fresh = NEW_ARRAY(uint32_t, p->spots.size + 1);
    p->acts = NEW_ARRAY(bool, p->spots.size + 1);
    for (uint32_t i = 0; i < p->spots.size; i++) {
        const struct code *c = code_of(p, i);
        for (uint32_t k = out_begin(c, p->spots.data[i].location); k < out_end(c, p->spots.data[i].location); k++)
            for (uint32_t u = 0; u < out_edge(c, k)->action.update_count; u++)
                p->acts[i] |= cell_is_shared(&p->f->program->cells.data[out_edge(c, k)->action.updates[u].cell]);
    }
}

/* With several cases it pays that every thread sees every shared cell, if there are few: what one thread holds may
 * depend on what two others have done to each other. */
static void widen_views(struct pairs *p)
{
    struct flow *f = p->f;
    const struct program *program = f->program;
    if (p->limit == 1 || f->shared->variables.size > WIDE_MAX)
        return;
    p->views = NEW_ARRAY(struct interpreted, f->threads->threads.size + 1);
    for (uint32_t t = 0; t < f->threads->threads.size; t++) {
        struct bitset cells = {0};
        vector_each(const struct cell *, c, &program->cells)
            if (!c->dropped && (cell_is_shared(c) || c->owner == f->threads->threads.data[t].code))
                bitset_add(&cells, c->id);
        if (f->interpreted[t].space)
            view_init(f, &p->views[t], t, &cells);
        bitset_free(&cells);
    }
}

struct pairs *pairs_compute(struct flow *f, bool needed, uint32_t cases)
{
    struct pairs *p = NEW(struct pairs);
    struct budget part = budget_part(&f->task->budget, needed ? EFFORT_FLOW_PAIRS : EFFORT_FLOW_PAIRS_FOR_PROOF);
    part = budget_share(&part, SHARE_FLOW_PROOF);
    p->f = f;
    p->limit = cases;
    if (!find_spots(p)) {
        pairs_free(p);
        return NULL;
    }
    widen_views(p);
    find_acts(p);
    uint32_t n = p->spots.size;
    p->pairs = NEW_ARRAY(struct pair, (size_t)n * n + 1);
    p->round = 1;
    for (uint32_t one = 0; one < n; one++)
        for (uint32_t other = 0; other < n; other++)
            if (p->spots.data[one].thread != p->spots.data[other].thread && code_of(p, one)->entry == p->spots.data[one].location &&
                code_of(p, other)->entry == p->spots.data[other].location)
                reach(p, one, other, abstract_initial(space_of(p, one)));
    rounds(p, &part);
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
        if (p->pairs[i].state) {
            const struct space *s = space_of(p, (uint32_t)(i / p->spots.size));
            abstract_free(s, p->pairs[i].state);
            drop_cases(s, &p->pairs[i].cases);
        }
    for (uint32_t t = 0; p->views && t < p->f->threads->threads.size; t++)
        if (p->views[t].space)
            view_free(&p->views[t]);
    mem_free(p->views);
    mem_free(p->fresh);
    mem_free(p->acts);
    mem_free(p->pairs);
    mem_free(p->first);
    vector_free(&p->spots);
    mem_free(p);
}
