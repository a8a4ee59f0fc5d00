/* What the analysis has found out, as expressions. A view is the value that a shared variable had at some time; what holds of
 * the variable now is the join of the view with everything that others may have written since. */
#include "engines/flow/analysis.h"

/* All values that a shared variable ever has: what it starts as, and all stores. */
static struct value all_values(struct flow *f, uint32_t variable)
{
    struct value v = space_initial(f->shared, variable);
    vector_each(const struct store *, s, &f->threads->stores[variable])
    {
        uint32_t n = f->wrote[s->event].value[s->slot];
        if (n != NONE)
            v = value_join(&v, value_numbered(&f->pool, n));
    }
    return v;
}

/* The disjunction of the cases, joined: what is known at one location of one thread. NULL if it cannot be there. */
static struct abstract *joined_cases(struct flow *f, const struct interpreted *in, uint32_t location, const struct value *globals)
{
    const struct space *s = in->space;
    const struct code *c = &f->program->codes.data[f->threads->threads.data[in->thread].code];
    struct abstract *st = location == c->entry ? abstract_initial(s) : NULL; /* it waits there even if it is never created */
    vector_each(const struct partition *, p, &in->at[location])
    {
        if (!st)
            st = abstract_copy(s, p->state);
        else
            abstract_join(s, st, p->state);
    }
    for (uint32_t v = 0; st && v < s->shared_count; v++) /* views say nothing certain about now */
        abstract_set(s, st, v, &globals[in->global[v]]);
    return st;
}

static void add_invariants(struct flow *f, struct proof *proof, uint32_t code, const struct value *globals)
{
    const struct code *c = &f->program->codes.data[code];
    struct exprs *pool = f->program->exprs;
    expr *by_location = ARENA_ARRAY(&proof->arena, expr, c->locations.size + 1);
    for (uint32_t l = 0; l < c->locations.size; l++) {
        expr any = expr_bool(pool, false);
        for (uint32_t t = 0; t < f->threads->threads.size; t++) {
            const struct interpreted *in = &f->interpreted[t];
            const struct thread *th = &f->threads->threads.data[t];
            if (!in->space || th->code != code)
                continue;
            struct abstract *st = joined_cases(f, in, l, globals);
            if (st)
                any = expr_or(pool, any, abstract_to_expr(in->space, st, pool, NULL));
            abstract_free(in->space, st);
        }
        by_location[l] = any;
    }
    vector_push(&proof->invariants, by_location);
}

struct proof *flow_proof(struct flow *f)
{
    struct proof *proof = NEW(struct proof);
    struct value *globals = mem_alloc((f->shared->variables.size + 1) * sizeof *globals);
    proof->program = f->program;
    for (uint32_t v = 0; v < f->shared->variables.size; v++)
        globals[v] = all_values(f, v);
    for (uint32_t k = 0; k < f->program->codes.size; k++)
        if (k < f->program->template_count)
            add_invariants(f, proof, k, globals);
        else
            vector_push(&proof->invariants, NULL);
    mem_free(globals);
    return proof;
}
