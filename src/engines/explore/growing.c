/* See growing.h. The largest set of cells of which the following is true, found by taking away those that break it:
 *   - what is written to one of them is a sum of some of them and of constants;
 *   - nothing else that is written, and no index, depends on one;
 *   - a guard that depends on some is true of larger values if it is of smaller ones; or it is the negation of such a guard
 *     of another step from the same location, to an error. */
#include "engines/explore/growing.h"

#include "facts/mentions.h"

enum { MOST_TERMS = 8, NARROWEST = 8 };

uint64_t growing_limit(unsigned width) { return UINT64_C(1) << (width - 4); }

static bool mentions_one(const struct bitset *cells, expr e)
{
    mentions m = {0};
    bool found = false;
    expr_mentions(e, &m);
    vector_each(const struct mention *, x, &m)
        found |= bitset_has(cells, x->cell);
    vector_free(&m);
    return found;
}

static bool remove_mentioned(struct bitset *cells, expr e)
{
    mentions m = {0};
    bool any = false;
    expr_mentions(e, &m);
    vector_each(const struct mention *, x, &m) {
        any |= bitset_has(cells, x->cell);
        bitset_remove(cells, x->cell);
    }
    vector_free(&m);
    return any;
}

/* How many terms below the limit the sum has; more than MOST_TERMS if it is something else. */
static unsigned terms(const struct bitset *cells, expr e)
{
    if (expr_is_const(e))
        return e->width >= NARROWEST && e->value < growing_limit(e->width) ? 1 : MOST_TERMS + 1;
    if (e->op == E_CELL)
        return bitset_has(cells, (uint32_t)e->value) ? 1 : MOST_TERMS + 1;
    if (e->op == E_ZEXT)
        return terms(cells, e->arg[0]);
    if (e->op != E_ADD)
        return MOST_TERMS + 1;
    unsigned a = terms(cells, e->arg[0]), b = terms(cells, e->arg[1]);
    return a + b > MOST_TERMS ? MOST_TERMS + 1 : a + b;
}

static bool is_sum(const struct bitset *cells, expr e) { return terms(cells, e) <= MOST_TERMS; }

/* Whether e is true of larger values wherever it is of smaller ones (up), or the other way round. */
static bool goes(const struct bitset *cells, expr e, bool up)
{
    if (!mentions_one(cells, e))
        return true;
    if (e->width != 1)
        return false;
    switch (e->op) {
    case E_NOT: return goes(cells, e->arg[0], !up);
    case E_AND:
    case E_OR: return goes(cells, e->arg[0], up) && goes(cells, e->arg[1], up);
    case E_ULT:
    case E_ULE:
    case E_SLT:
    case E_SLE: {
        expr larger = up ? e->arg[1] : e->arg[0], other = up ? e->arg[0] : e->arg[1];
        return is_sum(cells, larger) && !mentions_one(cells, other);
    }
    default: return false;
    }
}

static bool negation(const struct program *p, expr a, expr b)
{
    if ((a->op == E_AND && b->op == E_OR) || (a->op == E_OR && b->op == E_AND))
        return (negation(p, a->arg[0], b->arg[0]) && negation(p, a->arg[1], b->arg[1])) ||
               (negation(p, a->arg[0], b->arg[1]) && negation(p, a->arg[1], b->arg[0]));
    return expr_not(p->exprs, a) == b;
}

/* Where the guard is false of larger values, one of the others leads to an error. */
static bool else_error(const struct program *p, const struct bitset *cells, const struct code *c, const struct edge *e)
{
    for (uint32_t i = out_begin(c, e->from); i < out_end(c, e->from); i++) {
        const struct edge *o = out_edge(c, i);
        const struct location *l = &c->locations.data[o->to];
        if (l->flags & LOC_ERROR && goes(cells, o->action.guard, true) && negation(p, e->action.guard, o->action.guard))
            return true;
    }
    return false;
}

static bool remove_misused(const struct program *p, struct bitset *cells, const struct code *c, const struct edge *e)
{
    bool changed = false;
    for (uint32_t i = 0; i < e->action.update_count; i++) {
        const struct update *u = &e->action.updates[i];
        if (u->index)
            changed |= remove_mentioned(cells, u->index);
        if (bitset_has(cells, u->cell) && !is_sum(cells, u->value)) {
            bitset_remove(cells, u->cell);
            changed = true;
        }
        if (!bitset_has(cells, u->cell))
            changed |= remove_mentioned(cells, u->value);
    }
    if (!goes(cells, e->action.guard, true) && !else_error(p, cells, c, e))
        changed |= remove_mentioned(cells, e->action.guard);
    return changed;
}

void growing_find(const struct program *p, struct bitset *cells)
{
    if (p->codes.size != p->template_count)
        return;
    vector_each(const struct cell *, c, &p->cells)
        if (!c->dropped && !cell_is_array(c) && c->role == CELL_DATA && c->width >= NARROWEST && !c->arbitrary && !c->inits &&
            c->init < growing_limit(c->width))
            bitset_add(cells, c->id);
    for (bool changed = true; changed;) {
        changed = false;
        vector_each(const struct code *, c, &p->codes)
            vector_each(const struct edge *, e, &c->edges)
                changed |= remove_misused(p, cells, c, e);
    }
}
