/* Predicates that the program's text says: its comparisons, what holds after assignments, weakest preconditions. */
#include "engines/monotone/discover_parts.h"

/* --- atoms --- */

struct look {
    const struct discovery *d;
    bool symbolic, input;
};

static void look_at(void *context, expr e)
{
    struct look *l = context;
    l->input |= e->op == E_INPUT && e != l->d->m->other_self;
    l->symbolic |= e->op == E_SELF;
    if (e->op == E_CELL || e->op == E_READ)
        l->symbolic |= e->value >= l->d->m->original->cells.size ? l->d->m->program->cells.data[e->value].width > 1 ||
                                                                       !cell_is_shared(&l->d->m->program->cells.data[e->value])
                                                                 : l->d->symbolic[e->value];
}

struct to_cell { /* inputs that an action stores */
    struct monotone_model *m;
    const struct action *a;
};

static expr input_to_cell(void *context, expr leaf, expr index)
{
    const struct to_cell *t = context;
    (void)index;
    for (uint32_t i = 0; leaf->op == E_INPUT && i < t->a->update_count; i++)
        if (!t->a->updates[i].index && t->a->updates[i].value == leaf)
            return expr_cell(t->m->pool, leaf->width, t->a->updates[i].cell);
    return NULL;
}

static void discover_relate(struct discovery *d, expr a, expr b)
{
    uint32_t n = d->m->original->cells.size;
    if (a->op == E_CELL && b->op == E_CELL && a->value < n && b->value < n && a->width == b->width && a != b)
        d->relates[a->value * n + b->value] = d->relates[b->value * n + a->value] = true;
}

/* The atoms of a condition in a code; a: the action that it belongs to, or NULL. */
void discover_track_atoms(struct discovery *d, uint32_t code, expr e, const struct action *a)
{
    struct monotone_model *m = d->m;
    if (e->width != 1 || expr_is_const(e))
        return;
    bool connective = e->op == E_NOT || e->op == E_AND || e->op == E_OR || e->op == E_XOR || e->op == E_ITE ||
                      (e->op == E_EQ && e->arg[0]->width == 1);
    if (connective) {
        for (unsigned i = 0; i < e->arity; i++)
            discover_track_atoms(d, code, e->arg[i], a);
        return;
    }
    if (a) {
        struct to_cell t = {m, a};
        e = expr_rewrite(m->pool, e, input_to_cell, &t, NULL);
    }
    struct look l = {d, false, false};
    expr_visit(e, look_at, &l);
    if (e->arity == 2)
        discover_relate(d, e->arg[0], e->arg[1]);
    bool mixed;
    uint32_t owner = monotone_model_owner(m, e, &mixed);
    if (!l.symbolic || l.input || mixed || (owner != NONE && owner != code))
        return;
    monotone_model_track(m, code, e);
}

/* --- what a code says --- */

static void from_values(struct discovery *d, uint32_t code, expr e, const struct action *a)
{
    if (e->width == 1)
        discover_track_atoms(d, code, e, a);
    else if (e->op == E_ITE) {
        discover_track_atoms(d, code, e->arg[0], a);
        from_values(d, code, e->arg[1], a);
        from_values(d, code, e->arg[2], a);
    }
}

void discover_from_program(struct discovery *d)
{
    for (uint32_t t = 0; t < d->m->program->template_count; t++)
        vector_each(const struct edge *, e, &d->m->program->codes.data[t].edges) {
            discover_track_atoms(d, t, e->action.guard, &e->action);
            for (uint32_t i = 0; i < e->action.update_count; i++) {
                const struct update *u = &e->action.updates[i];
                if (!bitset_has(&d->m->relevant, u->cell))
                    continue;
                from_values(d, t, u->value, &e->action);
                if (!u->index)
                    discover_relate(d, program_cell_expr(d->m->program, u->cell, NULL), u->value);
            }
        }
}

/* What holds after an assignment: the guard with the value replaced by the cell; copies are equal; constants. */
void discover_from_assignments(struct discovery *d)
{
    struct monotone_model *m = d->m;
    for (uint32_t t = 0; t < m->program->template_count; t++)
        vector_each(const struct edge *, e, &m->program->codes.data[t].edges)
            for (uint32_t i = 0; i < e->action.update_count; i++) {
                const struct update *u = &e->action.updates[i];
                if (u->index || !bitset_has(&m->relevant, u->cell) || u->value->width == 1)
                    continue;
                expr cell = program_cell_expr(m->program, u->cell, NULL);
                if (!expr_is_const(u->value))
                    discover_track_atoms(d, t, expr_replace(m->pool, e->action.guard, u->value, cell), NULL);
                if (u->value->op == E_CELL || u->value->op == E_SELF)
                    discover_track_atoms(d, t, expr_eq(m->pool, cell, u->value), NULL);
                if (expr_is_const(u->value) && m->live[t][e->to].size && bitset_has(&m->live[t][e->to], u->cell))
                    discover_track_atoms(d, t, expr_eq(m->pool, cell, u->value), NULL);
            }
    for (uint32_t c = 0; c < m->original->cells.size; c++) {
        const struct cell *cell = &m->program->cells.data[c];
        if (bitset_has(&m->relevant, c) && cell_is_shared(cell) && !cell_is_array(cell) && !cell->arbitrary && cell->width > 1)
            discover_track_atoms(
                d, 0, expr_eq(m->pool, expr_cell(m->pool, cell->width, c), expr_const(m->pool, cell->width, cell->init)), NULL);
    }
}

/* Weakest preconditions of what is tracked. */
void discover_from_preconditions(struct discovery *d)
{
    struct monotone_model *m = d->m;
    for (uint32_t t = 0; t < m->program->template_count; t++) {
        VECTOR(expr) now = {0};
        vector_each(const struct tracker *, x, &m->shared)
            if (x->e->width == 1)
                vector_push(&now, x->e);
        vector_each(const struct tracker *, x, &m->local[t])
            if (x->e->width == 1)
                vector_push(&now, x->e);
        vector_each(const struct edge *, e, &m->program->codes.data[t].edges)
            vector_each(const expr *, x, &now) {
                expr b = expr_after(m->pool, *x, e->action.updates, e->action.update_count, NULL);
                if (b != *x)
                    discover_track_atoms(d, t, b, NULL);
            }
        vector_free(&now);
    }
}
