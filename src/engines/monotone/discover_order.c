/* Predicates by templates, for what the program compares or copies: congruences of counters, order of two cells, of one
 * cell of two threads, and of what ghosts count. */
#include "engines/monotone/discover_parts.h"

/* --- congruences --- */

/* The largest power of two that divides what the update seems to add, or the distance of a constant from the initial
 * value; 0 if it adds nothing, 1 if nothing is known. A guess: that the predicate holds is for the exploration to find
 * out. */
static uint64_t stride_of(const struct update *u, const struct cell *cell)
{
    uint64_t step = 0;
    expr v = u->value;
    if (u->index)
        return 1;
    if (expr_is_const(v))
        step = v->value - cell->init;
    else if (v->op == E_ADD && (expr_is_const(v->arg[0]) || expr_is_const(v->arg[1])))
        step = v->arg[expr_is_const(v->arg[0]) ? 0 : 1]->value;
    else if (v->op != E_CELL)
        return 1;
    return step & -step;
}

static void track_congruence(struct discovery *d, uint32_t code, uint32_t cell, uint64_t stride, uint64_t init)
{
    struct exprs *pool = d->m->pool;
    expr x = program_cell_expr(d->m->program, cell, NULL), mask = expr_const(pool, x->width, stride - 1);
    discover_track_atoms(d, code, expr_eq(pool, expr_binary(pool, E_AND, x, mask), expr_const(pool, x->width, init & (stride - 1))),
                         NULL);
}

/* Counters that go up or down by multiples of a power of two, and the cells that they are copied to. */
void discover_from_strides(struct discovery *d)
{
    const struct program *p = d->m->program;
    for (uint32_t c = 0; c < d->m->original->cells.size; c++) {
        const struct cell *cell = &p->cells.data[c];
        if (!bitset_has(&d->m->relevant, c) || !d->symbolic[c] || cell_is_array(cell) || !cell_is_shared(cell) || cell->arbitrary)
            continue;
        uint64_t stride = 0;
        vector_each(const struct code *, code, &p->codes)
            vector_each(const struct edge *, e, &code->edges)
                for (uint32_t i = 0; i < e->action.update_count; i++)
                    if (e->action.updates[i].cell == c) {
                        uint64_t s = stride_of(&e->action.updates[i], cell);
                        stride = !stride || (s && s < stride) ? s : stride;
                    }
        if (stride < 2)
            continue;
        track_congruence(d, 0, c, stride, cell->init);
        for (uint32_t t = 0; t < p->template_count; t++)
            vector_each(const struct edge *, e, &p->codes.data[t].edges)
                for (uint32_t i = 0; i < e->action.update_count; i++) {
                    const struct update *u = &e->action.updates[i];
                    if (!u->index && u->value->op == E_CELL && u->value->value == c && u->cell != c)
                        track_congruence(d, t, u->cell, stride, cell->init);
                }
    }
}

/* --- order --- */

/* Order between a local cell and a shared one that have to do with each other, and between two shared cells that have
 * to do with one local cell. */
void discover_from_order(struct discovery *d)
{
    struct monotone_model *m = d->m;
    uint32_t n = m->original->cells.size;
    for (uint32_t a = 0; a < n; a++) {
        uint32_t t = m->program->cells.data[a].owner;
        if (t == NONE || t >= m->program->template_count || !bitset_has(&m->relevant, a))
            continue;
        for (uint32_t b = 0; b < n; b++) {
            if (!d->relates[a * n + b] || !cell_is_shared(&m->program->cells.data[b]))
                continue;
            expr x = program_cell_expr(m->program, a, NULL), y = program_cell_expr(m->program, b, NULL);
            discover_track_atoms(d, t, expr_binary(m->pool, E_ULT, x, y), NULL);
            discover_track_atoms(d, t, expr_binary(m->pool, E_ULT, y, x), NULL);
            for (uint32_t c = 0; c < b; c++)
                if (d->relates[a * n + c] && cell_is_shared(&m->program->cells.data[c])) {
                    expr z = program_cell_expr(m->program, c, NULL);
                    discover_track_atoms(d, t, expr_binary(m->pool, E_ULT, y, z), NULL);
                    discover_track_atoms(d, t, expr_binary(m->pool, E_ULT, z, y), NULL);
                }
        }
    }
}

void discover_from_pairs(struct discovery *d)
{
    struct monotone_model *m = d->m;
    uint32_t n = m->original->cells.size;
    for (uint32_t a = 0; a < n; a++) {
        uint32_t t = m->program->cells.data[a].owner;
        if (t == NONE || t >= m->program->template_count || m->program->codes.data[t].instances < 2 || !d->symbolic[a])
            continue;
        bool related = false;
        for (uint32_t b = 0; b < n; b++)
            related |= d->relates[a * n + b] && cell_is_shared(&m->program->cells.data[b]);
        if (!related || !bitset_has(&m->relevant, a))
            continue;
        expr x = program_cell_expr(m->program, a, NULL), y = program_cell_expr(m->program, m->copy[a], NULL);
        monotone_model_track(m, t, expr_eq(m->pool, x, y));
        monotone_model_track(m, t, expr_binary(m->pool, E_ULT, x, y));
    }
}

/* What the program counts is at most what a ghost counts; creations compared with what the program does. */
void discover_from_ghost(struct discovery *d, const struct ghost_counter *g)
{
    struct monotone_model *m = d->m;
    struct exprs *pool = m->pool;
    uint32_t n = m->original->cells.size;
    expr done = expr_cell(pool, 32, g->done), x = expr_cell(pool, 32, g->counted);
    expr bound = g->created == NONE ? done : expr_cell(pool, 32, g->created);
    discover_track_atoms(d, g->code, expr_binary(pool, E_SLE, x, done), NULL);
    discover_track_atoms(d, 0, expr_binary(pool, E_SLT, bound, expr_const(pool, 32, 0)), NULL);
    for (uint32_t c = 0; c < n; c++) {
        const struct cell *cell = &m->program->cells.data[c];
        expr y = cell_is_array(cell) || cell->width != 32 ? NULL : expr_cell(pool, 32, c);
        if (y && cell->owner == g->code && d->relates[c * n + g->counted])
            discover_track_atoms(d, g->code, expr_binary(pool, E_SLE, y, done), NULL);
        if (y && g->created != NONE && (cell_is_shared(cell) || cell->owner == 0) && d->relates[c * n + g->counted])
            discover_track_atoms(d, 0, expr_binary(pool, E_SLE, bound, y), NULL);
        if (y && g->created != NONE && cell->owner == 0 && bitset_has(&m->relevant, c)) {
            discover_track_atoms(d, 0, expr_eq(pool, bound, y), NULL);
            discover_track_atoms(d, 0, expr_eq(pool, bound, expr_add(pool, y, expr_const(pool, 32, 1))), NULL);
        }
    }
}
