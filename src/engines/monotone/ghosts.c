#include "engines/monotone/ghosts.h"

#include "facts/creation.h"
#include "program/substitute.h"

enum { GHOST_WIDTH = 32 };

/* The cell that x is in x + 1, or NONE. */
static uint32_t one_less(expr e)
{
    if (e->op != E_ADD || e->width != GHOST_WIDTH)
        return NONE;
    expr x = expr_is_const(e->arg[0]) ? e->arg[1] : e->arg[0], y = x == e->arg[0] ? e->arg[1] : e->arg[0];
    return x->op == E_CELL && expr_is_value(y, 1) ? (uint32_t)x->value : NONE;
}

/* Whether all that threads but main do to the cell is to add one in a step. */
static bool only_grows(const struct program *p, uint32_t cell)
{
    for (uint32_t t = 1; t < p->template_count; t++)
        vector_each(const struct edge *, e, &p->codes.data[t].edges)
            for (uint32_t i = 0; i < e->action.update_count; i++)
                if (e->action.updates[i].cell == cell && one_less(e->action.updates[i].value) != cell)
                    return false;
    return true;
}

/* The shared cell that the edge sets to a local one plus 1, or adds 1 to if nothing else ever happens to it; NONE if there is none. */
static uint32_t counted_by(const struct program *p, const struct edge *e, uint32_t code)
{
    for (uint32_t i = 0; i < e->action.update_count; i++) {
        const struct update *u = &e->action.updates[i];
        uint32_t from = one_less(u->value);
        if (!u->index && cell_is_shared(&p->cells.data[u->cell]) && from != NONE &&
            (p->cells.data[from].owner == code || (from == u->cell && only_grows(p, from))))
            return u->cell;
    }
    return NONE;
}

/* Marks the locations where a thread may have taken one of the edges. False if it could then take another one. */
static bool find_taken(const struct code *c, const bool *takes, bool *taken)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < c->edges.size; i++) {
            const struct edge *e = &c->edges.data[i];
            if ((taken[e->from] || takes[i]) && !taken[e->to])
                taken[e->to] = changed = true;
            if (taken[e->from] && takes[i])
                return false;
        }
    }
    return true;
}

static uint32_t add_cell(struct program *p, const char *what, uint32_t code)
{
    const char *name = arena_printf(&p->arena, "%s.%s", what, p->codes.data[code].name);
    return program_add_ghost(p, name, GHOST_WIDTH, 0);
}

/* Counts creations: flags of the template that an edge of the original sets. */
static void count_creations(struct program *p, const struct program *original, uint32_t code, uint32_t cell)
{
    struct exprs *pool = p->exprs;
    expr now = expr_cell(pool, GHOST_WIDTH, cell), last = expr_const(pool, GHOST_WIDTH, UINT32_MAX);
    for (uint32_t c = 0; c < original->codes.size; c++)
        for (uint32_t i = 0; i < original->codes.data[c].edges.size; i++) {
            const struct action *a = &original->codes.data[c].edges.data[i].action;
            expr more = now;
            for (uint32_t k = 0; k < a->update_count; k++) {
                const struct cell *flag = &original->cells.data[a->updates[k].cell];
                if (flag->role == CELL_STARTED && flag->subject == code)
                    more = expr_ite(pool, expr_eq(pool, more, last), last, expr_add(pool, more, expr_const(pool, GHOST_WIDTH, 1)));
            }
            if (more != now)
                action_add_update(p, &p->codes.data[c].edges.data[i].action, cell, more);
        }
}

static void add_ghost(ghosts *g, struct program *p, const struct program *original, uint32_t code)
{
    struct code *c = &p->codes.data[code];
    bool *takes = NEW_ARRAY(bool, c->edges.size + 1), any = false;
    struct ghost_counter x = {.code = code, .counted = NONE, .created = NONE, .taken = NEW_ARRAY(bool, c->locations.size + 1)};
    bool one_cell = true;
    for (uint32_t i = 0; i < c->edges.size; i++) {
        uint32_t cell = counted_by(p, &c->edges.data[i], code);
        takes[i] = cell != NONE;
        any |= takes[i];
        one_cell &= cell == NONE || x.counted == NONE || x.counted == cell;
        x.counted = cell == NONE ? x.counted : cell;
    }
    bool bounded = c->instances != UNBOUNDED;
    if (any && one_cell && (bounded || template_waits(original, code)) && find_taken(c, takes, x.taken)) {
        x.done = add_cell(p, "ghost.done", code);
        c = &p->codes.data[code];
        expr more = expr_add(p->exprs, expr_cell(p->exprs, GHOST_WIDTH, x.done), expr_const(p->exprs, GHOST_WIDTH, 1));
        for (uint32_t i = 0; i < c->edges.size; i++)
            if (takes[i])
                action_add_update(p, &c->edges.data[i].action, x.done, more);
        if (!bounded) {
            x.created = add_cell(p, "ghost.created", code);
            count_creations(p, original, code, x.created);
        }
        vector_push(g, x);
    } else {
        mem_free(x.taken);
    }
    mem_free(takes);
}

void ghosts_add(ghosts *g, struct program *p, const struct program *original)
{
    for (uint32_t t = 1; t < original->template_count; t++)
        if (original->codes.data[t].instances >= 2)
            add_ghost(g, p, original, t);
}

void ghosts_free(ghosts *g)
{
    vector_each(struct ghost_counter *, x, g)
        mem_free(x->taken);
    vector_free(g);
}

expr ghost_capacity(const struct ghost_counter *g, const struct program *p, uint32_t waiting)
{
    assert(g->done < p->cells.size && (g->created == NONE || g->created < p->cells.size));
    struct exprs *pool = p->exprs;
    expr done = expr_cell(pool, GHOST_WIDTH, g->done);
    expr most = g->created == NONE ? expr_const(pool, GHOST_WIDTH, p->codes.data[g->code].instances)
                                   : expr_cell(pool, GHOST_WIDTH, g->created);
    expr with = expr_add(pool, done, expr_const(pool, GHOST_WIDTH, waiting));
    return expr_and(pool, expr_binary(pool, E_ULE, done, most), expr_binary(pool, E_ULE, with, most));
}
