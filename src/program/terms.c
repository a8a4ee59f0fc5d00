#include "program/terms.h"

bool expr_vector_has(const expr_vector *v, expr e)
{
    vector_each(const expr *, x, v)
        if (*x == e)
            return true;
    return false;
}

void expr_vector_add(expr_vector *v, expr e)
{
    if (!expr_vector_has(v, e))
        vector_push(v, e);
}

void conjuncts_of(expr e, expr_vector *out)
{
    if (e->op == E_AND) {
        conjuncts_of(e->arg[0], out);
        conjuncts_of(e->arg[1], out);
    } else if (!expr_is_true(e)) {
        expr_vector_add(out, e);
    }
}

/* --- mentions --- */

static void add_cell(void *context, expr e)
{
    if (expr_is_cell(e))
        bitset_add(context, (uint32_t)e->value);
}

void expr_cells(expr e, struct bitset *cells) { expr_visit(e, add_cell, cells); }

struct looked_for { /* cells in a set; one cell; an operator */
    const struct bitset *cells;
    uint32_t cell;
    enum expr_op op;
    bool found;
};

static void look_for_cells(void *context, expr e)
{
    struct looked_for *l = context;
    l->found |= expr_is_cell(e) && (l->cells ? bitset_has(l->cells, (uint32_t)e->value) : e->value == l->cell);
}

static void look_for_operator(void *context, expr e)
{
    struct looked_for *l = context;
    l->found |= e->op == l->op;
}

bool expr_has(expr e, enum expr_op op)
{
    struct looked_for l = {.op = op};
    expr_visit(e, look_for_operator, &l);
    return l.found;
}

bool expr_mentions_cell(expr e, uint32_t cell)
{
    struct looked_for l = {.cell = cell};
    expr_visit(e, look_for_cells, &l);
    return l.found;
}

bool expr_mentions_any(expr e, const struct bitset *cells)
{
    struct looked_for l = {.cells = cells};
    expr_visit(e, look_for_cells, &l);
    return l.found;
}

/* --- actions --- */

void action_reads(const struct action *a, bool accesses, struct bitset *cells)
{
    expr_cells(a->guard, cells);
    for (uint32_t i = 0; i < a->update_count; i++) {
        expr_cells(a->updates[i].value, cells);
        if (a->updates[i].index)
            expr_cells(a->updates[i].index, cells);
    }
    for (uint32_t i = 0; accesses && i < a->access_count; i++)
        if (a->accesses[i].index)
            expr_cells(a->accesses[i].index, cells);
}

struct index_search {
    unsigned width;
    expr_vector *out;
};

static void add_index(void *context, expr e)
{
    struct index_search *s = context;
    if (e->op == E_READ && e->arg[0]->width == s->width)
        expr_vector_add(s->out, e->arg[0]);
}

void action_indices(const struct action *a, unsigned width, expr_vector *out)
{
    assert(width >= 1 && width <= 64);
    struct index_search s = {width, out};
    expr_visit(a->guard, add_index, &s);
    for (uint32_t i = 0; i < a->update_count; i++) {
        const struct update *u = &a->updates[i];
        expr_visit(u->value, add_index, &s);
        if (u->index)
            expr_visit(u->index, add_index, &s);
        if (u->index && u->index->width == width)
            expr_vector_add(out, u->index);
    }
}

expr action_writes(const struct action *a, uint32_t cell)
{
    for (uint32_t i = 0; i < a->update_count; i++)
        if (a->updates[i].cell == cell)
            return a->updates[i].value;
    return NULL;
}
