#include "engines/guess/last_stores.h"

#include "program/terms.h"

enum { MOST_ARRAYS = 8 };

bool index_is_fixed(expr index) { return !expr_has(index, E_CELL) && !expr_has(index, E_READ) && !expr_has(index, E_INPUT); }

struct looked_at {
    uint32_t cell;
    bool any;
};

static void note_looked_at(void *context, expr e)
{
    struct looked_at *l = context;
    l->any |= e->op == E_READ && e->value == l->cell && !index_is_fixed(e->arg[0]);
}

static bool is_gone_through(const struct program *p, uint32_t cell)
{
    struct looked_at l = {cell, false};
    for (uint32_t k = 0; k < p->template_count; k++)
        vector_each(const struct edge *, e, &p->codes.data[k].edges)
            expr_visit(e->action.guard, note_looked_at, &l);
    return l.any;
}

static bool exists_once(const struct program *p, const struct cell *c)
{
    bool one_owner = cell_is_shared(c) || p->codes.data[c->owner].instances == 1;
    return one_owner && cell_is_array(c) && !c->dropped && c->range_count == 1 && c->ranges[0].per_instance == NONE &&
           c->ranges[0].count;
}

/* Of several stores of one step the last. */
static void follow(struct proof_builder *proof, const struct last_store *one, uint32_t code, uint32_t edge)
{
    const struct action *a = &proof->proof->program->codes.data[code].edges.data[edge].action;
    expr index = NULL;
    for (uint32_t i = 0; i < a->update_count; i++)
        if (a->updates[i].cell == one->cell)
            index = a->updates[i].index;
    if (index)
        proof_follow(proof, code, edge, one->ghost, index);
}

static void add_array(struct last_stores *s, struct proof_builder *proof, const struct cell *c)
{
    assert(exists_once(proof->proof->program, c));
    const struct program *p = proof->proof->program;
    const struct cell_range *r = &c->ranges[0];
    const char *name = arena_printf(&proof->proof->arena, "last.%s", c->name);
    struct last_store one = {c->id, proof_add_ghost(proof, name, c->index_width, r->first + (r->count - 1) * r->stride)};
    for (uint32_t k = 0; k < p->template_count; k++)
        for (uint32_t e = 0; e < p->codes.data[k].edges.size; e++)
            follow(proof, &one, k, e);
    vector_push(&s->list, one);
}

void last_stores_make(struct last_stores *s, struct proof_builder *proof)
{
    const struct program *p = proof->proof->program;
    *s = (struct last_stores){0};
    vector_each(const struct cell *, c, &p->cells)
        if (s->list.size < MOST_ARRAYS && exists_once(p, c) && is_gone_through(p, c->id))
            add_array(s, proof, c);
}

void last_stores_free(struct last_stores *s) { vector_free(&s->list); }

expr last_stored(const struct program *p, const struct last_store *one)
{
    assert(one->cell < p->cells.size);
    const struct cell *c = &p->cells.data[one->cell];
    return expr_read(p->exprs, c->width, one->cell, one->ghost);
}
