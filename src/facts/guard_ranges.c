/* Two rounds. First, of the conjuncts that compare a term with a constant, those go that the others about the same term imply. Then every other
 * conjunct, and every such term that is no leaf, is evaluated with the ranges that the leaves have: these come from conjuncts that stay, or that
 * others about the same leaf imply, so nothing is taken as its own reason. */
#include "facts/guard_ranges.h"

#include "program/bounds.h"

#include <assert.h>

enum { MOST_CONJUNCTS = 24 };

/* The values from low to high, unsigned and signed: both hold. */
struct range {
    unsigned width;
    uint64_t low, high;
    int64_t signed_low, signed_high;
};

struct conjunct {
    expr e, term; /* term: what e leaves a range to, or NULL */
    struct range range;
    bool dropped;
};

struct conjuncts {
    struct conjunct of[MOST_CONJUNCTS];
    uint32_t count;
    bool too_many, changed;
};

static struct range full(unsigned width)
{
    int64_t most = (int64_t)(width_mask(width) >> 1);
    return (struct range){width, 0, width_mask(width), -most - 1, most};
}

static bool is_empty(const struct range *r) { return r->low > r->high || r->signed_low > r->signed_high; }

static void cut(struct range *r, const struct range *by)
{
    assert(r->width == by->width);
    r->low = r->low > by->low ? r->low : by->low;
    r->high = r->high < by->high ? r->high : by->high;
    r->signed_low = r->signed_low > by->signed_low ? r->signed_low : by->signed_low;
    r->signed_high = r->signed_high < by->signed_high ? r->signed_high : by->signed_high;
}

/* What the signed range says about the unsigned one, and the other way round: on one side of zero they have the same order. */
static void agree(struct range *r)
{
    uint64_t mask = width_mask(r->width), positive = mask >> 1;
    if (is_empty(r))
        return;
    if (r->signed_low >= 0 || r->signed_high < 0)
        cut(r, &(struct range){r->width, (uint64_t)r->signed_low & mask, (uint64_t)r->signed_high & mask, r->signed_low,
                               r->signed_high});
    if (!is_empty(r) && (r->high <= positive || r->low > positive))
        cut(r, &(struct range){r->width, r->low, r->high, sign_extend(r->low, r->width), sign_extend(r->high, r->width)});
}

static bool within(const struct range *inner, const struct range *outer)
{
    assert(inner->width == outer->width);
    return inner->low >= outer->low && inner->high <= outer->high && inner->signed_low >= outer->signed_low &&
           inner->signed_high <= outer->signed_high;
}

/* term < c, term <= c (above), c < term, c <= term: what is left of the full range. */
static void bound(struct range *r, enum expr_op op, uint64_t c, bool above)
{
    assert(op >= E_ULT && op <= E_SLE && c <= width_mask(r->width));
    bool strict = op == E_ULT || op == E_SLT;
    int64_t s = sign_extend(c, r->width);
    if (op == E_ULT || op == E_ULE) {
        bool none = strict && (above ? c == 0 : c == r->high);
        uint64_t end = above ? c - strict : c + strict;
        if (none)
            r->low = 1, r->high = 0;
        else if (above)
            r->high = end;
        else
            r->low = end;
    } else {
        bool none = strict && (above ? s == r->signed_low : s == r->signed_high);
        if (none)
            r->low = 1, r->high = 0;
        else if (above)
            r->signed_high = s - strict;
        else
            r->signed_low = s + strict;
    }
}

static void find_range(struct conjunct *c)
{
    expr e = c->e, a = e->arity == 2 ? e->arg[0] : NULL, b = e->arity == 2 ? e->arg[1] : NULL;
    bool order = e->op >= E_ULT && e->op <= E_SLE, compares = order || e->op == E_EQ;
    if (!compares || expr_is_const(a) == expr_is_const(b))
        return;
    c->term = expr_is_const(b) ? a : b;
    uint64_t value = (expr_is_const(b) ? b : a)->value;
    c->range = full(a->width);
    if (order)
        bound(&c->range, (enum expr_op)e->op, value, expr_is_const(b));
    else
        c->range = (struct range){a->width, value, value, sign_extend(value, a->width), sign_extend(value, a->width)};
    agree(&c->range);
}

static void collect(struct conjuncts *all, expr e)
{
    if (e->op == E_AND && !all->too_many) {
        collect(all, e->arg[0]);
        collect(all, e->arg[1]);
        return;
    }
    all->too_many |= all->count == MOST_CONJUNCTS;
    if (all->too_many)
        return;
    struct conjunct *c = &all->of[all->count++];
    *c = (struct conjunct){.e = e};
    find_range(c);
}

/* What the conjuncts that are left say about the term, but for the one at except. */
static struct range range_of(const struct conjuncts *all, expr term, uint32_t except)
{
    assert(term);
    struct range r = full(term->width);
    for (uint32_t i = 0; i < all->count; i++)
        if (i != except && !all->of[i].dropped && all->of[i].term == term)
            cut(&r, &all->of[i].range);
    agree(&r);
    return r;
}

static struct bounds leaf(void *context, expr e, struct bounds index)
{
    (void)index;
    struct range r = range_of(context, e, UINT32_MAX);
    return is_empty(&r) ? bounds_full(e->width, 1) : (struct bounds){r.low, r.high, 1};
}

static bool is_leaf(expr e) { return e->arity == 0 || e->op == E_READ; }

/* Returns false if the conjuncts about one term exclude each other. If they leave one value, the first of them becomes an equation. */
static bool drop_repeated(struct exprs *pool, struct conjuncts *all)
{
    for (uint32_t i = 0; i < all->count; i++) {
        struct conjunct *c = &all->of[i];
        if (!c->term || c->dropped)
            continue;
        struct range both = range_of(all, c->term, UINT32_MAX);
        if (is_empty(&both))
            return false;
        if (both.low == both.high && c->e->op != E_EQ) {
            c->e = expr_eq(pool, c->term, expr_const(pool, both.width, both.low));
            c->range = both;
            all->changed = true;
        }
        struct range others = range_of(all, c->term, i);
        c->dropped = within(&others, &c->range);
    }
    return true;
}

/* Returns false if one cannot hold. */
static bool drop_implied(struct conjuncts *all)
{
    for (uint32_t i = 0; i < all->count; i++) {
        struct conjunct *c = &all->of[i];
        if (c->dropped || (c->term && is_leaf(c->term)))
            continue;
        struct bounds truth = bounds_of(c->e, leaf, all);
        if (truth.high == 0)
            return false;
        c->dropped = truth.low == 1;
    }
    return true;
}

expr guard_by_ranges(struct exprs *pool, expr guard)
{
    assert(guard->width == 1);
    struct conjuncts all = {.count = 0};
    if (guard->op != E_AND)
        return guard;
    collect(&all, guard);
    bool any = false;
    for (uint32_t i = 0; i < all.count; i++)
        any |= all.of[i].term != NULL;
    if (all.too_many || !any)
        return guard;
    if (!drop_repeated(pool, &all) || !drop_implied(&all))
        return expr_bool(pool, false);
    expr rest = expr_bool(pool, true);
    for (uint32_t i = 0; i < all.count; i++) {
        all.changed |= all.of[i].dropped;
        if (!all.of[i].dropped)
            rest = expr_and(pool, rest, all.of[i].e);
    }
    return all.changed ? rest : guard;
}
