/* See growing.h. The largest set of cells of which the following is true, found by taking away those that break it:
 *   - what is written to one of them is a sum of some of them and of constants;
 *   - nothing else that is written, and no index, depends on one;
 *   - what a guard demands and depends on some is true of larger values if it is of smaller ones; or where it is false, another step
 *     from the same location leads to an error. */
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
    if (e->op == E_ZEXT || e->op == E_SEXT) /* no sum has a sign */
        return terms(cells, e->arg[0]);
    if (e->op != E_ADD)
        return MOST_TERMS + 1;
    unsigned a = terms(cells, e->arg[0]), b = terms(cells, e->arg[1]);
    return a + b > MOST_TERMS ? MOST_TERMS + 1 : a + b;
}

/* Of sums, which have no sign: whether the comparison with this is the same for all. */
static bool is_negative(expr e) { return expr_is_const(e) && e->value >> (e->width - 1); }

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
        if ((e->op == E_SLT || e->op == E_SLE) && is_sum(cells, other) && is_negative(larger))
            return true;
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

/* Whether b is true where a is false. */
static bool is_otherwise(const struct program *p, expr a, expr b)
{
    return negation(p, a, b) || (b->op == E_OR && (is_otherwise(p, a, b->arg[0]) || is_otherwise(p, a, b->arg[1])));
}

static bool demands(expr guard, expr part)
{
    return guard == part || (guard->op == E_AND && (demands(guard->arg[0], part) || demands(guard->arg[1], part)));
}

/* Whether the guard of a step to an error is true where this part of the step's guard is false, and the others, which stay true, are not. */
static bool is_true_instead(const struct program *p, const struct bitset *cells, const struct edge *e, expr part, expr error)
{
    if (error->op == E_AND)
        return is_true_instead(p, cells, e, part, error->arg[0]) && is_true_instead(p, cells, e, part, error->arg[1]);
    return is_otherwise(p, part, error) || (demands(e->action.guard, error) && goes(cells, error, true));
}

static bool else_error(const struct program *p, const struct bitset *cells, const struct code *c, const struct edge *e, expr part)
{
    for (uint32_t i = out_begin(c, e->from); i < out_end(c, e->from); i++) {
        const struct edge *o = out_edge(c, i);
        if (c->locations.data[o->to].flags & LOC_ERROR && is_true_instead(p, cells, e, part, o->action.guard))
            return true;
    }
    return false;
}

/* Takes away what the guard demands something of that need not be true of larger values, where there is no error instead. */
static bool remove_looked_at(const struct program *p, struct bitset *cells, const struct code *c, const struct edge *e, expr part)
{
    if (part->op == E_AND) {
        bool first = remove_looked_at(p, cells, c, e, part->arg[0]);
        return remove_looked_at(p, cells, c, e, part->arg[1]) || first;
    }
    return !goes(cells, part, true) && !else_error(p, cells, c, e, part) && remove_mentioned(cells, part);
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
    return remove_looked_at(p, cells, c, e, e->action.guard) || changed;
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
