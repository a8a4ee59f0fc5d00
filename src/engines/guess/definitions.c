#include "engines/guess/definitions.h"

#include "program/terms.h"

enum { MOST_DEFINITIONS = 24, KEPT = 1 << 30 }; /* inputs from KEPT on stand for cells that an action sets */

struct definition {
    const struct program *program;
    const struct action *action;
    bool lost; /* it speaks of what nobody has kept */
};

/* A leaf of a value, by its name after the action. */
static expr after(void *context, expr leaf, expr index)
{
    struct definition *d = context;
    (void)index;
    if (leaf->op == E_INPUT && leaf->value >= KEPT)
        return program_cell_expr(d->program, (uint32_t)(leaf->value - KEPT), NULL);
    d->lost |= leaf->op == E_INPUT || leaf->op == E_AT || (expr_is_cell(leaf) && action_writes(d->action, (uint32_t)leaf->value));
    return NULL;
}

/* The value with other cells in the place of what they are set to at the same time; NULL if something in it is not kept. */
static expr defined_by(const struct program *p, const struct action *a, const struct update *u)
{
    struct definition d = {p, a, false};
    expr value = u->value;
    for (uint32_t i = 0; i < a->update_count; i++) {
        const struct update *other = &a->updates[i];
        if (other != u && !other->index && !expr_is_const(other->value) && other->value != u->value)
            value = expr_replace(p->exprs, value, other->value, expr_input(p->exprs, other->value->width, KEPT + other->cell));
    }
    value = expr_rewrite(p->exprs, value, after, &d, NULL);
    return d.lost ? NULL : value;
}

static bool is_told(const struct update *u)
{
    return !u->index && u->value->width > 1 && !expr_is_const(u->value) && !expr_is_cell(u->value) && u->value->op != E_INPUT;
}

void add_definitions(struct vocabulary *v, const struct program *p, uint32_t code)
{
    assert(code < p->template_count);
    uint32_t left = MOST_DEFINITIONS;
    vector_each(const struct edge *, e, &p->codes.data[code].edges)
        for (uint32_t i = 0; i < e->action.update_count && left; i++) {
            const struct update *u = &e->action.updates[i];
            expr value = is_told(u) ? defined_by(p, &e->action, u) : NULL;
            if (value && vocabulary_add_condition(v, E_EQ, program_cell_expr(p, u->cell, NULL), value))
                left--;
        }
}
