/* What the analysis has found out: what holds whenever a thread is at a location. A view is the value that a
 * shared variable had when the thread touched it last; what holds of the variable now is the view joined with all that
 * others may have written since. */
#include "engines/flow/analysis.h"
#include "engines/flow/flow.h"

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

/* What is known of a thread at a location, all cases joined, shared cells as they are now. NULL if it cannot be there.
 */
struct abstract *known_at(struct flow *f, const struct interpreted *in, uint32_t location)
{
    const struct space *s = in->space;
    struct abstract *st = NULL;
    vector_each(const struct partition *, p, &in->at[location]) {
        struct abstract *one = case_now(f, in, p);
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
    const struct thread *th = &f->threads->threads.data[thread];
    struct exprs *pool = f->program->exprs;
    const struct code *c = &f->program->codes.data[th->code];
    if (th->number == NONE || c->instances == 1)
        return expr_bool(pool, true);
    return expr_eq(pool, expr_self(pool), expr_const(pool, SELF_WIDTH, c->first_id + th->number));
}

/* What the threads of a template know at a location. It waits at its entry from the start, whoever creates it and when:
 * nothing is said there. */
static expr known_expr(struct flow *f, uint32_t code, uint32_t location)
{
    struct exprs *pool = f->program->exprs;
    expr any = expr_bool(pool, false);
    if (location == f->program->codes.data[code].entry)
        return expr_bool(pool, true);
    for (uint32_t t = 0; t < f->threads->threads.size; t++) {
        const struct interpreted *in = &f->interpreted[t];
        if (!in->space || f->threads->threads.data[t].code != code)
            continue;
        struct abstract *st = known_at(f, in, location);
        if (st)
            any = expr_or(pool, any, expr_and(pool, thread_self(f, t), abstract_to_expr(in->space, st, pool, NULL)));
        abstract_free(in->space, st);
    }
    return any;
}

struct proof *flow_known(struct flow *f)
{
    struct proof *proof = proof_new(f->program);
    for (uint32_t k = 0; k < f->program->template_count; k++)
        for (uint32_t l = 0; l < f->program->codes.data[k].locations.size; l++)
            proof->invariants.data[k][l] = known_expr(f, k, l);
    if (f->mode >= CONSTRAINED)
        assume_goto(f, 0);
    return proof;
}
