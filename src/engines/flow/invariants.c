/* What the analysis has found out, as expressions.
 *
 * For people: what holds whenever a thread is at a location. A view is the value that a shared variable had when the
 * thread touched it last; what holds of the variable now is the view joined with all that others may have written
 * since.
 *
 * As a proof: the own cells at each location, and for shared cells everything that is ever written, wherever the thread
 * is. That is weaker, but if it is inductive (which is checked here, step by step) it proves the checks without any
 * argument about order. */
#include "engines/flow/analysis.h"
#include "engines/flow/flow.h"
#include "program/print.h"

#include <string.h>

/* By shared variable, all values that it ever has, as a number: what it starts as, and all stores. */
static uint32_t *all_values(struct flow *f)
{
    uint32_t *all = NEW_ARRAY(uint32_t, f->shared->variables.size + 1);
    for (uint32_t v = 0; v < f->shared->variables.size; v++) {
        struct value ever = space_initial(f->shared, v);
        vector_each(const struct store *, s, &f->threads->stores[v]) {
            uint32_t n = f->wrote[s->event].value[s->slot];
            if (n != NONE)
                ever = value_join(&ever, value_numbered(&f->pool, n));
        }
        all[v] = value_number(&f->pool, &ever);
    }
    return all;
}

/* A case as it is now, not as the thread saw it last. */
struct abstract *case_now(struct flow *f, const struct interpreted *in, const struct partition *p)
{
    struct abstract *st = abstract_copy(in->space, p->state);
    source_vector sources = {0};
    if (f->mode >= CONSTRAINED)
        assume_goto(f, p->node);
    for (uint32_t v = 0; v < in->space->shared_count; v++) {
        struct value now = *abstract_get(in->space, st, v);
        sources_find(f, in->thread, NONE, in->global[v], p->last[v], p->since[v], &sources);
        for (uint32_t i = 0; i < sources.size; i++)
            now = value_join(&now, value_numbered(&f->pool, sources.data[i].value));
        if (sources.size)
            abstract_set(in->space, st, v, &now);
    }
    vector_free(&sources);
    return st;
}

/* What is known of a thread at a location, all cases joined; shared cells as they are now, or (always) as they ever
 * are. NULL if it cannot be there. */
static struct abstract *known_at(struct flow *f, const struct interpreted *in, uint32_t location, const uint32_t *ever,
                                 bool always)
{
    const struct space *s = in->space;
    const struct code *c = &f->program->codes.data[f->threads->threads.data[in->thread].code];
    struct abstract *st = NULL;
    bool waits = location == c->entry; /* it is there from the start, even if it is never created */
    always |= waits;
    vector_each(const struct partition *, p, &in->at[location]) {
        struct abstract *one = always ? abstract_copy(s, p->state) : case_now(f, in, p);
        if (st) {
            abstract_join(s, st, one);
            abstract_free(s, one);
        } else {
            st = one;
        }
    }
    if (waits) {
        struct abstract *start = abstract_initial(s);
        if (st)
            abstract_join(s, start, st);
        abstract_free(s, st);
        st = start;
    }
    for (uint32_t v = 0; st && always && v < s->shared_count; v++) {
        if (s->domain)
            s->domain->forget(s, st, v);
        st->values[v] = ever[in->global[v]];
    }
    if (st && always)
        abstract_expressible(s, st);
    return st;
}

/* What every state of the program satisfies. */
static expr ever_expr(struct flow *f, const uint32_t *ever)
{
    struct abstract *st = abstract_initial(f->shared);
    memcpy(st->values, ever, f->shared->variables.size * sizeof *ever);
    expr e = abstract_to_expr(f->shared, st, f->program->exprs, NULL);
    abstract_free(f->shared, st);
    return e;
}

/* Whom a thread of the analysis stands for. */
static expr self_expr(const struct flow *f, const struct thread *th)
{
    struct exprs *pool = f->program->exprs;
    const struct code *c = &f->program->codes.data[th->code];
    if (th->number == NONE || c->instances == 1)
        return expr_bool(pool, true);
    return expr_eq(pool, expr_self(pool), expr_const(pool, SELF_WIDTH, c->first_id + th->number));
}

/* What the threads of a template know at a location. */
static expr known_expr(struct flow *f, uint32_t code, uint32_t location, const uint32_t *ever, bool always)
{
    struct exprs *pool = f->program->exprs;
    expr any = expr_bool(pool, false);
    for (uint32_t t = 0; t < f->threads->threads.size; t++) {
        const struct interpreted *in = &f->interpreted[t];
        if (!in->space || f->threads->threads.data[t].code != code)
            continue;
        struct abstract *st = known_at(f, in, location, ever, always);
        if (st && always) /* shared cells are spoken of elsewhere */
            for (uint32_t v = 0; v < in->space->shared_count; v++) {
                struct value top = value_top(in->space->variables.data[v].width);
                st->values[v] = value_number(&f->pool, &top);
            }
        if (st)
            any = expr_or(pool, any, expr_and(pool, self_expr(f, &f->threads->threads.data[t]),
                                              abstract_to_expr(in->space, st, pool, NULL)));
        abstract_free(in->space, st);
    }
    return any;
}

struct proof *flow_proof(struct flow *f, bool inductive)
{
    struct proof *proof = proof_new(f->program);
    uint32_t *ever = all_values(f);
    expr everywhere = inductive ? ever_expr(f, ever) : expr_bool(f->program->exprs, true);
    for (uint32_t k = 0; k < f->program->template_count; k++)
        for (uint32_t l = 0; l < f->program->codes.data[k].locations.size; l++)
            proof->invariants.data[k][l] =
                expr_and(f->program->exprs, everywhere, known_expr(f, k, l, ever, inductive));
    mem_free(ever);
    if (f->mode >= CONSTRAINED)
        assume_goto(f, 0);
    return proof;
}

/* Whether a step from what the proof says leads to what it says. */
static bool step_kept(struct flow *f, const struct interpreted *in, const struct edge *e, const struct abstract *from,
                      const struct abstract *to)
{
    const struct space *s = in->space;
    struct abstract *st = abstract_copy(s, from);
    bool kept = true;
    if (abstract_transfer(f->evaluator, s, st, &e->action) && e->action.kind != ACT_HALT) {
        for (uint32_t v = 0; to && kept && v < s->variables.size; v++)
            kept = st->values[v] == to->values[v] || value_leq(abstract_get(s, st, v), abstract_get(s, to, v));
        kept =
            kept && to && (!s->domain || (s->domain->reduce(s, st) && s->domain->leq(s, st->relations, to->relations)));
    }
    abstract_free(s, st);
    return kept;
}

static bool thread_kept(struct flow *f, const struct interpreted *in, const uint32_t *ever)
{
    const struct code *c = &f->program->codes.data[f->threads->threads.data[in->thread].code];
    struct abstract **known = NEW_ARRAY(struct abstract *, c->locations.size + 1);
    bool kept = true;
    for (uint32_t l = 0; l < c->locations.size; l++)
        known[l] = known_at(f, in, l, ever, true);
    vector_each(const struct edge *, e, &c->edges)
        if (kept && known[e->from])
            kept = step_kept(f, in, e, known[e->from], known[e->to]);
    for (uint32_t l = 0; l < c->locations.size; l++)
        abstract_free(in->space, known[l]);
    mem_free(known);
    return kept;
}

bool flow_proof_is_inductive(struct flow *f)
{
    uint32_t *ever = all_values(f);
    bool kept = true;
    for (uint32_t t = 0; kept && t < f->threads->threads.size; t++)
        if (f->interpreted[t].space)
            kept = thread_kept(f, &f->interpreted[t], ever);
    mem_free(ever);
    return kept;
}

void proof_print(struct text *out, const struct proof *proof)
{
    const struct program *p = proof->program;
    for (uint32_t k = 0; k < p->template_count; k++) {
        const struct code *c = &p->codes.data[k];
        text_printf(out, "thread %s\n", c->name);
        for (uint32_t l = 0; l < c->locations.size; l++) {
            struct position pos = c->locations.data[l].pos;
            for (uint32_t i = out_begin(c, l); !pos.line && i < out_end(c, l); i++)
                pos = out_edge(c, i)->action.pos; /* what is about to happen there */
            text_append(out, "  ");
            print_position(out, pos);
            text_printf(out, " (%u): ", l);
            if (expr_is_false(proof->invariants.data[k][l]))
                text_append(out, "never reached");
            else
                print_expr(out, p, proof->invariants.data[k][l]);
            text_char(out, '\n');
        }
    }
}
