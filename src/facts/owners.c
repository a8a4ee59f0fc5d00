#include "facts/owners.h"

#include "program/substitute.h"
#include "program/terms.h"

bool is_own_id(const struct code *c, expr e)
{
    return e->op == E_SELF || (e->op == E_ZEXT && e->arg[0]->op == E_SELF) ||
           (c->instances == 1 && e->width >= SELF_WIDTH && expr_is_value(e, c->first_id));
}

static expr with_value(struct exprs *x, expr condition, uint32_t cell, expr value)
{
    struct update u = {cell, NULL, value};
    return expr_after(x, condition, &u, 1, NULL);
}

static bool speaks_of_only(expr e, uint32_t cell)
{
    struct bitset cells = {0};
    expr_cells(e, &cells);
    bool only = bitset_count(&cells) == 1 && bitset_has(&cells, cell) && !expr_has(e, E_INPUT) && !expr_has(e, E_SELF);
    bitset_free(&cells);
    return only;
}

bool action_acquires(const struct program *p, const struct action *a, uint32_t cell, expr *test)
{
    assert(cell < p->cells.size);
    const struct cell *c = &p->cells.data[cell];
    expr value = action_writes(a, cell);
    if (!value || (value->op != E_CONST && !expr_has(value, E_SELF)))
        return false;
    if (value->op != E_CONST)
        value = expr_const(p->exprs, c->width, UINT32_MAX & width_mask(c->width)); /* some id */
    expr_vector parts = {0};
    bool found = false;
    conjuncts_of(a->guard, &parts);
    vector_each(const expr *, e, &parts)
        if (!found && speaks_of_only(*e, cell) && expr_is_false(with_value(p->exprs, *e, cell, value)) &&
            expr_is_true(with_value(p->exprs, *e, cell, expr_const(p->exprs, c->width, c->init)))) {
            *test = *e;
            found = true;
        }
    vector_free(&parts);
    return found;
}

expr owner_condition(const struct program *p, uint32_t cell)
{
    assert(cell < p->cells.size);
    const struct cell *c = &p->cells.data[cell];
    expr test = NULL;
    bool counts = false;
    if (!cell_is_shared(c) || cell_is_array(c) || c->dropped || c->arbitrary || (c->role != CELL_DATA && c->role != CELL_SYNC))
        return NULL;
    bool sync = c->role == CELL_SYNC;
    for (uint32_t t = 0; t < p->template_count; t++)
        vector_each(const struct edge *, e, &p->codes.data[t].edges) {
            expr value = action_writes(&e->action, cell);
            if (!value)
                continue;
            if (expr_has(value, E_SELF) || (sync && c->width == SELF_WIDTH && is_own_id(&p->codes.data[t], value)))
                return NULL; /* it tells by itself */
            if (!test)
                action_acquires(p, &e->action, cell, &test);
            counts |= value->op != E_CONST;
        }
    if (test)
        return test;
    return counts ? expr_eq(p->exprs, expr_cell(p->exprs, c->width, cell), expr_const(p->exprs, c->width, c->init)) : NULL;
}

expr owner_after(struct exprs *x, const struct owner *o, expr guard, expr value, expr self)
{
    assert(o->is_free && guard->width == 1);
    expr free_now = o->is_free, free_then = with_value(x, free_now, o->cell, value);
    expr nobody = expr_const(x, SELF_WIDTH, 0), owner = expr_cell(x, SELF_WIDTH, o->ghost);
    expr_vector parts = {0};
    conjuncts_of(guard, &parts);
    if (expr_vector_has(&parts, free_now))
        free_now = expr_bool(x, true);
    vector_free(&parts);
    return expr_ite(x, free_then, nobody, expr_ite(x, free_now, self, owner));
}
