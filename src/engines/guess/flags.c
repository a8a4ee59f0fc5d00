#include "engines/guess/flags.h"

#include "program/substitute.h"
#include "program/terms.h"

enum { MOST_CONSTANTS = 3, MOST_WIDE = 8, MOST_INSTANCES = 8 };

struct constants { /* that a cell is set to */
    uint32_t cell;
    expr_list list;
    bool others; /* or to something else */
};

static void note_set(struct constants *c, const struct program *p, uint32_t code)
{
    vector_each(const struct edge *, e, &p->codes.data[code].edges)
        for (uint32_t i = 0; i < e->action.update_count && !c->others; i++) {
            const struct update *u = &e->action.updates[i];
            bool known = u->cell != c->cell;
            vector_each(const expr *, other, &c->list)
                known |= *other == u->value;
            if (known)
                continue;
            vector_push(&c->list, u->value);
            c->others |= !expr_is_const(u->value) || c->list.size > MOST_CONSTANTS;
        }
}

static void add_wide(const struct program *p, const struct cell *c, expr_list *to, expr_list *ranges)
{
    struct constants set = {.cell = c->id};
    expr cell = program_cell_expr(p, c->id, NULL);
    expr range = expr_eq(p->exprs, cell, expr_const(p->exprs, c->width, c->inits ? c->inits[0] : c->init));
    for (uint32_t k = 0; k < p->template_count; k++)
        note_set(&set, p, k);
    bool fits = set.list.size && !set.others && to->size + set.list.size <= MOST_WIDE;
    for (uint32_t i = 0; i < set.list.size && fits; i++) {
        vector_push(to, expr_eq(p->exprs, cell, set.list.data[i]));
        range = expr_or(p->exprs, range, to->data[to->size - 1]);
    }
    if (fits && ranges)
        vector_push(ranges, range);
    vector_free(&set.list);
}

void flags_find_wide(const struct program *p, expr_list *to, expr_list *ranges)
{
    vector_each(const struct cell *, c, &p->cells)
        if (cell_is_shared(c) && !cell_is_array(c) && !c->dropped && !c->arbitrary && c->width > 1)
            add_wide(p, c, to, ranges);
}

static void set_own_slots(const struct program *p, uint32_t code, const struct update *u, expr_list *to)
{
    const struct code *c = &p->codes.data[code];
    for (uint32_t n = 0; n < c->instances && c->instances <= MOST_INSTANCES; n++) {
        struct renaming r = {.exprs = p->exprs, .self = expr_const(p->exprs, SELF_WIDTH, c->first_id + n)};
        vector_push(to, program_cell_expr(p, u->cell, expr_rename(&r, u->index)));
    }
}

void flags_set_by(const struct program *p, const expr_list *wide, uint32_t code, const struct update *u, expr_list *to)
{
    const struct cell *c = &p->cells.data[u->cell];
    assert(code < p->template_count);
    if (!cell_is_shared(c) || !expr_is_const(u->value))
        return;
    if (c->width == 1 && expr_is_true(u->value)) {
        if (!u->index)
            vector_push(to, program_cell_expr(p, u->cell, NULL));
        else if (expr_has(u->index, E_SELF) && !expr_has(u->index, E_CELL) && !expr_has(u->index, E_READ))
            set_own_slots(p, code, u, to);
    }
    expr flag = u->index || c->width == 1 ? NULL : expr_eq(p->exprs, program_cell_expr(p, u->cell, NULL), u->value);
    vector_each(const expr *, one, wide)
        if (*one == flag)
            vector_push(to, flag);
}
