#include "engines/monotone/symbolic.h"

#include "program/machine_parts.h"

void symbolic_init(struct symbolic *x, struct monotone_model *m)
{
    *x = (struct symbolic){.m = m, .counts = NEW_ARRAY(uint32_t, m->program->codes.size + 1)};
    x->fresh = m->program->input_count + 1;
    vector_resize(&x->instances, m->program->template_count + 1);
    for (uint32_t t = 0; t < m->program->template_count; t++)
        x->counts[t] = m->program->codes.data[t].instances == UNBOUNDED ? 64 : m->program->codes.data[t].instances;
}

void symbolic_free(struct symbolic *x)
{
    map_free(&x->scalars);
    map_free(&x->arrays);
    map_free(&x->unknowns);
    vector_free(&x->writes);
    vector_free(&x->code);
    vector_free(&x->instance);
    vector_free(&x->instances);
    mem_free(x->counts);
}

/* Whose cell: 0 for shared ones, 1 + thread for own ones. */
static uint64_t key_of(const struct symbolic *x, uint32_t thread, uint32_t cell)
{
    return (uint64_t)(cell_is_shared(&x->m->program->cells.data[cell]) ? 0 : 1 + thread) << 32 | cell;
}

/* An arbitrary value; the same for the same thing. */
static expr unknown(struct symbolic *x, unsigned width, uint64_t what)
{
    uint64_t number = x->fresh;
    if (!map_get(&x->unknowns, what, &number)) {
        map_put(&x->unknowns, what, number);
        x->fresh++;
    }
    return expr_input(x->m->pool, width, (uint32_t)number);
}

static expr initial_scalar(struct symbolic *x, const struct cell *c, uint64_t key)
{
    return c->arbitrary ? unknown(x, c->width, hash_pair(key, 1)) : expr_const(x->m->pool, c->width, cell_initial(c, 0, x->counts));
}

static expr initial_read(struct symbolic *x, const struct cell *c, uint64_t key, expr index)
{
    uint64_t slot = expr_is_const(index) ? cell_slot(c, index->value, x->counts) : NONE64;
    if (!c->arbitrary && slot != NONE64)
        return expr_const(x->m->pool, c->width, cell_initial(c, slot, x->counts));
    if (!c->arbitrary && !c->inits)
        return expr_const(x->m->pool, c->width, c->init);
    return unknown(x, c->width, hash_pair(hash_pair(key, 2), index->id));
}

struct reader {
    struct symbolic *x;
    uint32_t thread;
};

static expr read_leaf(void *context, expr leaf, expr index)
{
    const struct reader *r = context;
    struct symbolic *x = r->x;
    if (leaf->op == E_SELF) {
        uint64_t first = x->m->program->codes.data[x->code.data[r->thread]].first_id;
        return expr_const(x->m->pool, SELF_WIDTH, first + x->instance.data[r->thread]);
    }
    if (leaf->op == E_INPUT)
        return unknown(x, leaf->width, hash_pair(hash_pair(leaf->value, 3), x->step));
    if (leaf->op != E_CELL && leaf->op != E_READ)
        return NULL;
    const struct cell *c = &x->m->program->cells.data[leaf->value];
    uint64_t key = key_of(x, r->thread, c->id), found;
    if (leaf->op == E_CELL)
        return map_get(&x->scalars, key, &found) ? (expr)(uintptr_t)found : initial_scalar(x, c, key);
    expr e = initial_read(x, c, key, index);
    u32_vector order = {0}; /* the oldest write first */
    if (map_get(&x->arrays, key, &found))
        for (uint32_t w = (uint32_t)found; w; w = x->writes.data[w - 1].next)
            vector_push(&order, w - 1);
    for (uint32_t i = order.size; i-- > 0;) {
        const struct symbolic_write *w = &x->writes.data[order.data[i]];
        e = expr_ite(x->m->pool, expr_eq(x->m->pool, index, w->index), w->value, e);
    }
    vector_free(&order);
    return e;
}

static void write_cell(struct symbolic *x, uint32_t thread, uint32_t cell, expr index, expr value)
{
    uint64_t key = key_of(x, thread, cell), last = 0;
    if (!index) {
        map_put(&x->scalars, key, map_pointer_key(value));
        return;
    }
    map_get(&x->arrays, key, &last);
    vector_push(&x->writes, (struct symbolic_write){index, value, (uint32_t)last});
    map_put(&x->arrays, key, x->writes.size);
}

void symbolic_begin(struct symbolic *x, const struct run_step *step)
{
    while (x->code.size <= step->thread) {
        vector_push(&x->code, NONE);
        vector_push(&x->instance, 0);
    }
    if (x->code.data[step->thread] == NONE) {
        x->code.data[step->thread] = step->code;
        x->instance.data[step->thread] = x->instances.data[step->code]++;
    }
    x->step++;
}

expr symbolic_value(struct symbolic *x, const struct run_step *step, expr e)
{
    assert(step->code < x->m->program->template_count);
    struct reader r = {x, step->thread};
    return expr_rewrite(x->m->pool, e, read_leaf, &r, NULL);
}

void symbolic_execute(struct symbolic *x, const struct run_step *step)
{
    assert(step->thread < x->code.size && x->code.data[step->thread] == step->code);
    const struct action *a = &x->m->program->codes.data[step->code].edges.data[step->edge].action;
    VECTOR(expr) now = {0};
    for (uint32_t i = 0; i < a->update_count; i++) {
        const struct update *u = &a->updates[i];
        vector_push(&now, symbolic_value(x, step, u->value));
        vector_push(&now, u->index ? symbolic_value(x, step, u->index) : NULL);
    }
    for (uint32_t i = 0; i < a->update_count; i++)
        write_cell(x, step->thread, a->updates[i].cell, now.data[2 * i + 1], now.data[2 * i]);
    vector_free(&now);
}
