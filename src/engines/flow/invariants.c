/* What the analysis has found out: what holds whenever a thread is at a location. A view is the value that a
 * shared variable had when the thread touched it last; what holds of the variable now is the view joined with all that
 * others may have written since. */
#include "engines/flow/analysis.h"
#include "engines/flow/flow.h"
#include "program/proof_build.h"

/* The events that must have happened when the thread is at the location, by the order as it is: what is on every way
 * there, and what comes before that. A set, to be freed. */
static uint64_t *past_of(const struct flow *f, const struct interpreted *in, uint32_t location)
{
    const struct thread *th = &f->threads->threads.data[in->thread];
    const struct code *c = &f->program->codes.data[th->code];
    const struct order *o = f->threads->order;
    uint64_t *past = NEW_ARRAY(uint64_t, order_words(o) + 1);
    if (out_begin(c, location) == out_end(c, location))
        return past;
    const struct bitset *passed = &f->threads->graphs[th->code]->dominates[c->out_edge.data[out_begin(c, location)]];
    bitset_each(edge, passed) {
        uint32_t e = th->event[edge];
        for (uint32_t i = 0; e != NONE && i < order_words(o); i++)
            past[i] |= order_predecessors(o, e)[i];
        if (e != NONE)
            past[e / 64] |= UINT64_C(1) << (e % 64);
    }
    return past;
}

/* Whether another thread has surely overwritten what these events left in the variable. */
static bool overwritten(const struct flow *f, const struct interpreted *in, const uint64_t *past, uint32_t variable,
                        const uint32_t *by, uint32_t n)
{
    const struct flow_threads *t = f->threads;
    for (uint32_t i = 0; n && t->overwrite[variable] && i < order_words(t->order); i++)
        for (uint64_t w = t->overwrite[variable][i] & past[i]; w; w &= w - 1) {
            uint32_t store = i * 64 + (uint32_t)__builtin_ctzll(w), k = 0;
            if (!t->events.data[store].once || t->events.data[store].thread == in->thread)
                continue;
            while (k < n && by[k] != store && order_never_after(t->order, by[k], store))
                k++;
            if (k == n)
                return true;
        }
    return false;
}

/* What the variable may hold now: the view, or what somebody has stored since; what is overwritten left out. */
static struct value value_now(struct flow *f, const struct interpreted *in, const struct partition *p, uint32_t v,
                              const uint64_t *past, source_vector *sources)
{
    struct value view = *abstract_get(in->space, p->state, v), now = view;
    uint32_t n;
    const uint32_t *last = set_members(f, p->last[v], &n);
    bool any = !past || !overwritten(f, in, past, in->global[v], last, n);
    sources_find(f, &(struct reader){in->thread, NONE, p->last[v], p->since[v]}, in->global[v], sources);
    bool each = past && sources->size <= SOURCES_MAX; /* of more, one stands for all with its value */
    vector_each(const struct source *, s, sources) {
        if (each && overwritten(f, in, past, in->global[v], &s->event, 1))
            continue;
        const struct value *stored = value_numbered(&f->pool, s->value);
        now = any ? value_join(&now, stored) : *stored;
        any = true;
    }
    return any ? now : view;
}

/* A case as it is now, not as the thread saw it last. */
struct abstract *case_now(struct flow *f, const struct interpreted *in, uint32_t location, const struct partition *p)
{
    struct abstract *st = abstract_copy(in->space, p->state);
    source_vector sources = {0};
    uint64_t *past = NULL;
    if (f->mode >= CONSTRAINED) {
        assume_goto(f, p->node);
        past = past_of(f, in, location);
    }
    for (uint32_t v = 0; v < in->space->shared_count; v++) {
        struct value now = value_now(f, in, p, v, past, &sources);
        if (sources.size)
            abstract_set(in->space, st, v, &now);
    }
    mem_free(past);
    vector_free(&sources);
    return st;
}

/* What is known of a thread at a location, all cases joined, shared cells as they are now. NULL if it cannot be there.
 */
struct abstract *known_at(struct flow *f, const struct interpreted *in, uint32_t location)
{
    assert(location < f->program->codes.data[f->threads->threads.data[in->thread].code].locations.size);
    const struct space *s = in->space;
    struct abstract *st = NULL;
    vector_each(const struct partition *, p, &in->at[location]) {
        struct abstract *one = case_now(f, in, location, p);
        if (st) {
            abstract_join(s, st, one);
            abstract_free(s, one);
        } else {
            st = one;
        }
    }
    return st;
}

/* Whom a thread of the analysis stands for. */
expr thread_self(const struct flow *f, uint32_t thread)
{
    assert(thread < f->threads->threads.size);
    const struct thread *th = &f->threads->threads.data[thread];
    return th->number == NONE ? expr_bool(f->program->exprs, true) : instance_is_self(f->program, th->code, th->number);
}

/* What the threads know at each location. A thread waits at its entry from the start, whoever creates it and when: nothing is said
 * there. */
struct proof *flow_known(struct flow *f)
{
    struct exprs *x = f->program->exprs;
    struct proof_builder b = proof_begin(f->program, false);
    for (uint32_t k = 0; k < f->program->template_count; k++)
        proof_add_case(&b, (struct proof_place){k, f->program->codes.data[k].entry}, expr_bool(x, true));
    for (uint32_t t = 0; t < f->threads->threads.size; t++) {
        const struct interpreted *in = &f->interpreted[t];
        uint32_t code = f->threads->threads.data[t].code;
        for (uint32_t l = 0; in->space && l < f->program->codes.data[code].locations.size; l++) {
            struct abstract *st = l == f->program->codes.data[code].entry ? NULL : known_at(f, in, l);
            if (st)
                proof_add_case(&b, (struct proof_place){code, l},
                               expr_and(x, thread_self(f, t), abstract_to_expr(in->space, st, x, NULL)));
            abstract_free(in->space, st);
        }
    }
    if (f->mode >= CONSTRAINED)
        assume_goto(f, 0);
    return proof_end(&b, &(const struct reason *){NULL});
}
