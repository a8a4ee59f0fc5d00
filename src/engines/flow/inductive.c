/* The least weakening of what the analysis found: every step is taken from what is said now, and what it leads to is
 * added, until nothing is new. Usually that is at once. Locks that hold their owner's id say so where they are held;
 * that is inductive too. */
#include "engines/flow/inductive.h"

#include "engines/flow/steps.h"
#include "facts/accesses.h"
#include "program/proof_build.h"

#include <string.h>

enum { ROUNDS_MAX = 40, ROUNDS_JOINED = 6 }; /* later rounds widen */

struct inductive {
    struct flow *f;
    struct abstract ***known; /* by thread and location: own cells; NULL: cannot be there */
    uint32_t *ever;           /* by shared variable: a value that it always has */
    uint32_t rounds;
    bool changed;
};

static const struct code *code_of(const struct inductive *i, uint32_t thread)
{
    return &i->f->program->codes.data[i->f->threads->threads.data[thread].code];
}

/* All that is ever written, and what it starts as. */
static void collect_ever(struct inductive *i)
{
    struct flow *f = i->f;
    i->ever = NEW_ARRAY(uint32_t, f->shared->variables.size + 1);
    for (uint32_t v = 0; v < f->shared->variables.size; v++) {
        struct value ever = space_initial(f->shared, v);
        vector_each(const struct store *, s, &f->threads->stores[v]) {
            uint32_t n = f->wrote[s->event].value[s->slot];
            if (n != NONE)
                ever = value_join(&ever, value_numbered(&f->pool, n));
        }
        if (f->shared->variables.data[v].summary) /* proofs cannot speak of all slots */
            ever = value_top(ever.width);
        i->ever[v] = value_number(&f->pool, &ever);
    }
}

/* Nothing about shared cells but what always holds. */
static void forget_shared(const struct inductive *i, const struct interpreted *in, struct abstract *st)
{
    for (uint32_t v = 0; v < in->space->shared_count; v++) {
        if (in->space->domain)
            in->space->domain->forget(in->space, st, v);
        st->values[v] = i->ever[in->global[v]];
    }
    abstract_expressible(in->space, st);
}

/* Adds a state, which it takes over. */
static void add(struct inductive *i, uint32_t thread, uint32_t location, struct abstract *st)
{
    const struct interpreted *in = &i->f->interpreted[thread];
    struct abstract **known = &i->known[thread][location];
    forget_shared(i, in, st);
    if (!*known) {
        *known = st;
        i->changed = true;
        return;
    }
    forget_shared(i, in, *known);
    i->changed |=
        i->rounds > ROUNDS_JOINED ? abstract_widen(in->space, *known, st, &i->f->thresholds) : abstract_join(in->space, *known, st);
    abstract_expressible(in->space, *known);
    abstract_free(in->space, st);
}

static void begin(struct inductive *i, uint32_t thread)
{
    const struct interpreted *in = &i->f->interpreted[thread];
    const struct code *c = code_of(i, thread);
    i->known[thread] = NEW_ARRAY(struct abstract *, c->locations.size + 1);
    for (uint32_t l = 0; l < c->locations.size; l++)
        vector_each(const struct partition *, p, &in->at[l])
            add(i, thread, l, abstract_copy(in->space, p->state));
    add(i, thread, c->entry, abstract_initial(in->space)); /* it is there even if it is never created */
}

static void note_writes(struct inductive *i, const struct interpreted *in, const struct abstract *st)
{
    struct flow *f = i->f;
    for (uint32_t v = 0; v < in->space->shared_count; v++) {
        uint32_t *ever = &i->ever[in->global[v]];
        const struct value *old = value_numbered(&f->pool, *ever), *now = abstract_get(in->space, st, v);
        if (st->values[v] == *ever || value_leq(now, old))
            continue;
        struct value both = value_join(old, now);
        if (i->rounds > ROUNDS_JOINED)
            both = value_widen(old, &both, &f->thresholds);
        *ever = value_number(&f->pool, &both);
        i->changed = true;
    }
}

static void take_edge(struct inductive *i, uint32_t thread, const struct edge *e)
{
    const struct interpreted *in = &i->f->interpreted[thread];
    const struct code *c = code_of(i, thread);
    bool goes_on = e->action.kind != ACT_HALT || c->locations.data[e->to].flags & (LOC_ERROR | LOC_UNSUPPORTED);
    if (!i->known[thread][e->from] || !goes_on)
        return;
    struct abstract *st = abstract_copy(in->space, i->known[thread][e->from]);
    forget_shared(i, in, st);
    if (abstract_transfer(i->f->evaluator, in->space, st, &e->action)) {
        note_writes(i, in, st);
        add(i, thread, e->to, st);
    } else {
        abstract_free(in->space, st);
    }
}

struct inductive *inductive_compute(struct flow *f)
{
    struct inductive *i = NEW(struct inductive);
    i->f = f;
    i->known = NEW_ARRAY(struct abstract **, f->threads->threads.size + 1);
    collect_ever(i);
    for (uint32_t t = 0; t < f->threads->threads.size; t++)
        if (f->interpreted[t].space)
            begin(i, t);
    for (i->changed = true; i->changed && i->rounds < ROUNDS_MAX && !budget_spent(&f->task->budget); i->rounds++) {
        i->changed = false;
        for (uint32_t t = 0; t < f->threads->threads.size; t++)
            if (f->interpreted[t].space)
                vector_each(const struct edge *, e, &code_of(i, t)->edges)
                    take_edge(i, t, e);
    }
    if (i->changed) {
        inductive_free(i);
        return NULL;
    }
    return i;
}

void inductive_free(struct inductive *i)
{
    if (!i)
        return;
    for (uint32_t t = 0; t < i->f->threads->threads.size; t++) {
        if (!i->known[t])
            continue;
        for (uint32_t l = 0; l < code_of(i, t)->locations.size; l++)
            abstract_free(i->f->interpreted[t].space, i->known[t][l]);
        mem_free(i->known[t]);
    }
    mem_free(i->known);
    mem_free(i->ever);
    mem_free(i);
}

/* --- what follows --- */

bool inductive_reachable(const struct inductive *i, uint32_t code, uint32_t location)
{
    assert(code < i->f->program->codes.size);
    for (uint32_t t = 0; t < i->f->threads->threads.size; t++)
        if (i->known[t] && i->f->threads->threads.data[t].code == code && i->known[t][location])
            return true;
    return false;
}

struct about {
    uint32_t thread, location;
    struct value index;
};
typedef VECTOR(struct about) abouts;

static void find_abouts(const struct inductive *i, uint32_t access, abouts *out)
{
    access_sites sites = {0};
    access_sites_find(i->f->program, access, &sites);
    for (uint32_t t = 0; t < i->f->threads->threads.size; t++)
        vector_each(const struct access_site *, x, &sites) {
            const struct edge *e = &i->f->program->codes.data[x->code].edges.data[x->edge];
            struct about a = {.thread = t, .location = e->from};
            if (!i->known[t] || x->code != i->f->threads->threads.data[t].code || !i->known[t][e->from])
                continue;
            const struct space *s = i->f->interpreted[t].space;
            struct abstract *st = steps_before_access(i->f, s, i->known[t][e->from], e, x->access, &a.index);
            if (st)
                vector_push(out, a);
            abstract_free(s, st);
        }
    vector_free(&sites);
}

static bool can_race(const struct inductive *i, const struct about *a, const struct about *b)
{
    const struct flow_threads *t = i->f->threads;
    const struct thread *x = &t->threads.data[a->thread], *y = &t->threads.data[b->thread];
    if (a->thread == b->thread && x->number != NONE)
        return false;
    if (t->held[x->code][a->location] & t->held[y->code][b->location] & (t->owned | LOCK_ATOMIC))
        return false;
    return !value_meet(&a->index, &b->index).bottom;
}

bool inductive_race(const struct inductive *i, const struct check *check)
{
    assert(check->kind == CHECK_PAIR);
    abouts a = {0}, b = {0};
    bool race = false;
    find_abouts(i, check->access_a, &a);
    find_abouts(i, check->access_b, &b);
    vector_each(const struct about *, x, &a)
        vector_each(const struct about *, y, &b)
            race |= can_race(i, x, y);
    vector_free(&a);
    vector_free(&b);
    return race;
}

/* --- as a proof --- */

/* What every state of the program satisfies. */
static expr always(const struct inductive *i)
{
    const struct flow *f = i->f;
    struct abstract *st = abstract_initial(f->shared);
    memcpy(st->values, i->ever, f->shared->variables.size * sizeof *i->ever);
    expr e = abstract_to_expr(f->shared, st, f->program->exprs, NULL);
    abstract_free(f->shared, st);
    return e;
}

static expr of_thread(const struct inductive *i, uint32_t thread, uint32_t location)
{
    const struct space *s = i->f->interpreted[thread].space;
    struct abstract *st = abstract_copy(s, i->known[thread][location]);
    for (uint32_t v = 0; v < s->shared_count; v++) { /* they are spoken of elsewhere */
        struct value top = value_top(s->variables.data[v].width);
        st->values[v] = value_number(s->pool, &top);
    }
    expr e = expr_and(i->f->program->exprs, thread_self(i->f, thread), abstract_to_expr(s, st, i->f->program->exprs, NULL));
    abstract_free(s, st);
    return e;
}

struct proof *inductive_proof(const struct inductive *i)
{
    const struct program *p = i->f->program;
    const struct flow_threads *t = i->f->threads;
    struct proof_builder b = proof_begin(p, false);
    for (uint32_t k = 0; k < p->template_count; k++)
        for (uint32_t l = 0; l < p->codes.data[k].locations.size; l++) {
            struct proof_place at = {k, l};
            for (uint32_t n = 0; n < t->threads.size; n++)
                if (i->known[n] && t->threads.data[n].code == k && i->known[n][l])
                    proof_add_case(&b, at, of_thread(i, n, l));
            proof_add_fact(&b, at, locks_fact(p, t->lock_cells, t->held[k][l] & t->owned));
        }
    proof_add_fact_everywhere(&b, always(i));
    return proof_end(&b, &(const struct reason *){NULL});
}
