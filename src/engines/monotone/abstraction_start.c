/* What a question wants to know of a state, before or after a step, and the initial states. */
#include "engines/monotone/abstraction_parts.h"

#include "program/machine_parts.h"

/* --- what is wanted --- */

/* The expression before the edge; NULL edge: as it is. */
expr abstraction_before(struct abstraction *s, const struct edge *e, expr x)
{
    if (!e)
        return x;
    uint64_t number = s->edges.size, v;
    if (!map_get(&s->edges, map_pointer_key(e), &number))
        map_put(&s->edges, map_pointer_key(e), number);
    uint64_t key = number << 32 | x->id;
    if (map_get(&s->before, key, &v))
        return (expr)(uintptr_t)v;
    expr r = expr_after(s->model->pool, x, e->action.updates, e->action.update_count, NULL);
    map_put(&s->before, key, map_pointer_key(r));
    return r;
}

void abstraction_want_shared(struct abstraction *s, const struct edge *e, exprs_list *out)
{
    vector_each(const struct tracker *, t, &s->model->shared)
        vector_push(out, abstraction_before(s, e, t->e));
}

void abstraction_want_thread(struct abstraction *s, const struct edge *e, uint32_t code, uint32_t location, bool other,
                             exprs_list *out)
{
    vector_each(const struct tracker *, t, &s->model->local[code])
        if (monotone_model_matters(s->model, t, code, location))
            vector_push(out, abstraction_before(s, e, other ? t->other : t->e));
}

void abstraction_want_pair(struct abstraction *s, const struct edge *e, uint32_t code, uint32_t at, uint32_t other, exprs_list *out)
{
    vector_each(const struct tracker *, t, &s->model->pair[code]) {
        if (monotone_model_matters_pair(s->model, t, code, at, other))
            vector_push(out, abstraction_before(s, e, t->e));
        if (monotone_model_matters_pair(s->model, t, code, other, at))
            vector_push(out, abstraction_before(s, e, t->other));
    }
}

uint64_t abstraction_read_pair(const struct abstraction *s, uint32_t code, uint32_t at, uint32_t other, const uint64_t *row)
{
    uint64_t pair = 0;
    for (uint32_t i = 0; i < s->model->pair[code].size; i++) {
        const struct tracker *t = &s->model->pair[code].data[i];
        if (monotone_model_matters_pair(s->model, t, code, at, other))
            pair |= (*row++ & 1) << i;
        if (monotone_model_matters_pair(s->model, t, code, other, at))
            pair |= (*row++ & 1) << (32 + i);
    }
    return pair;
}

/* --- the start --- */

struct initial {
    struct abstraction *s;
    uint32_t *instances;
};

static expr initial_leaf(void *context, expr leaf, expr index)
{
    const struct initial *i = context;
    if (leaf->op != E_CELL && leaf->op != E_READ)
        return NULL;
    const struct cell *c = &i->s->model->program->cells.data[leaf->value];
    if (c->arbitrary || (index && !expr_is_const(index)))
        return NULL;
    uint64_t slot = index ? cell_slot(c, index->value, i->instances) : 0;
    if (slot == NONE64)
        return NULL;
    return expr_const(i->s->model->pool, leaf->width, cell_initial(c, slot, i->instances));
}

void abstraction_initial(struct abstraction *s, uint32_t code_a, uint32_t code_b,
                         void (*found)(void *context, uint32_t shared, uint32_t a, uint32_t b, uint64_t pair), void *context)
{
    const struct program *p = s->model->program;
    struct initial init = {s, NEW_ARRAY(uint32_t, p->codes.size + 1)};
    for (uint32_t t = 0; t < p->template_count; t++)
        init.instances[t] = p->codes.data[t].instances == UNBOUNDED ? 4 : p->codes.data[t].instances;
    uint32_t at_a = p->codes.data[code_a].entry, at_b = p->codes.data[code_b].entry;
    exprs_list wanted = {0};
    values rows = {0};
    abstraction_want_shared(s, NULL, &wanted);
    uint32_t a = wanted.size;
    abstraction_want_thread(s, NULL, code_a, at_a, false, &wanted);
    uint32_t b = wanted.size;
    abstraction_want_thread(s, NULL, code_b, at_b, true, &wanted);
    uint32_t pairs = wanted.size;
    if (code_a == code_b)
        abstraction_want_pair(s, NULL, code_a, at_a, at_b, &wanted);
    vector_push(&wanted, expr_bool(s->model->pool, true));
    vector_each(expr *, e, &wanted)
        *e = expr_rewrite(s->model->pool, *e, initial_leaf, &init, NULL);
    ask_begin(&s->ask, code_a, code_b);
    if (!ask_values(&s->ask, (struct expr_span){NULL, 0}, (struct expr_span){wanted.data, wanted.size}, MOST_OUTCOMES, &rows))
        s->stopped = BECAUSE(MANY_INITIAL_STATES);
    for (uint32_t i = 0; i < rows.size; i += wanted.size) {
        const uint64_t *row = rows.data + i;
        uint32_t shared = abstraction_make_shared(s, false, row), x = abstraction_make_local(s, code_a, at_a, row + a);
        uint32_t y = abstraction_make_local(s, code_b, at_b, row + b);
        found(context, shared, x, y, code_a == code_b ? abstraction_read_pair(s, code_a, at_a, at_b, row + pairs) : 0);
    }
    vector_free(&wanted);
    vector_free(&rows);
    mem_free(init.instances);
}
