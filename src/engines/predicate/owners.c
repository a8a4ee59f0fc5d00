#include "engines/predicate/owners.h"

static expr with_value(const struct stage *s, expr condition, uint32_t cell, expr value)
{
    struct update u = {cell, NULL, value};
    return weakest(s->exprs, condition, &u, 1);
}

static expr value_written(const struct action *a, uint32_t cell)
{
    for (uint32_t i = 0; i < a->update_count; i++)
        if (a->updates[i].cell == cell)
            return a->updates[i].value;
    return NULL;
}

static bool speaks_of_only(expr e, uint32_t cell)
{
    struct bitset cells = {0};
    expr_cells(e, &cells);
    bool only = bitset_count(&cells) == 1 && bitset_has(&cells, cell) && !expr_has(e, E_INPUT) && !expr_has(e, E_SELF);
    bitset_free(&cells);
    return only;
}

bool edge_acquires(const struct stage *s, const struct action *a, uint32_t cell, expr *test)
{
    const struct cell *c = &s->original->cells.data[cell];
    expr value = value_written(a, cell);
    if (!value || (value->op != E_CONST && !expr_has(value, E_SELF)))
        return false;
    if (value->op != E_CONST)
        value = expr_const(s->exprs, c->width, UINT32_MAX & width_mask(c->width)); /* some id */
    expr_vector parts = {0};
    bool found = false;
    conjuncts_of(a->guard, &parts);
    vector_each(const expr *, e, &parts)
        if (!found && speaks_of_only(*e, cell) && expr_is_false(with_value(s, *e, cell, value)) &&
            expr_is_true(with_value(s, *e, cell, expr_const(s->exprs, c->width, c->init)))) {
            *test = *e;
            found = true;
        }
    vector_free(&parts);
    return found;
}

/* E_SELF of the only instance is a constant. */
static bool is_own_id(const struct code *c, expr value)
{
    return c->instances == 1 && value->width == SELF_WIDTH && expr_is_value(value, c->first_id);
}

expr owner_condition(const struct stage *s, uint32_t cell)
{
    const struct program *p = s->original;
    const struct cell *c = &p->cells.data[cell];
    expr test = NULL;
    bool counts = false;
    if (!cell_is_shared(c) || cell_is_array(c) || c->dropped || c->arbitrary || (c->role != CELL_DATA && c->role != CELL_SYNC))
        return NULL;
    bool sync = c->role == CELL_SYNC;
    for (uint32_t t = 0; t < p->template_count; t++)
        vector_each(const struct edge *, e, &p->codes.data[t].edges) {
            expr value = value_written(&e->action, cell);
            if (!value)
                continue;
            if (expr_has(value, E_SELF) || (sync && is_own_id(&p->codes.data[t], value)))
                return NULL; /* it tells by itself */
            if (!test)
                edge_acquires(s, &e->action, cell, &test);
            counts |= value->op != E_CONST;
        }
    if (test)
        return test;
    return counts ? expr_eq(s->exprs, expr_cell(s->exprs, c->width, cell), expr_const(s->exprs, c->width, c->init)) : NULL;
}

expr owner_after(const struct stage *s, uint32_t cell, expr guard, expr value, expr self)
{
    struct exprs *x = s->exprs;
    expr free_now = s->unowned[cell], free_then = with_value(s, free_now, cell, value);
    expr nobody = expr_const(x, SELF_WIDTH, 0), owner = expr_cell(x, SELF_WIDTH, s->owner[cell]);
    expr_vector parts = {0};
    conjuncts_of(guard, &parts);
    if (expr_vector_has(&parts, free_now))
        free_now = expr_bool(x, true);
    vector_free(&parts);
    return expr_ite(x, free_then, nobody, expr_ite(x, free_now, self, owner));
}
