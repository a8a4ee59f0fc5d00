/* Ranges of expressions, bottom-up; each node is looked at once. */
#include "program/bounds.h"

#include "base/map.h"
#include "base/vector.h"

#include <assert.h>

struct bounder {
    bounds_leaf leaf;
    void *context;
    struct map done; /* node id to an index of all */
    VECTOR(struct bounds) all;
};

bool bounds_valid(const struct bounds *r, unsigned width) { return r->low <= r->high && r->high <= width_mask(width); }

static bool is_single(struct bounds r) { return r.low == r.high; }

static struct bounds truth(int value, uint64_t source)
{
    return value < 0 ? bounds_full(1, source) : (struct bounds){(uint64_t)value, (uint64_t)value, 0};
}

/* In the order of signed numbers, if the range does not cross from the largest to the smallest. */
static bool as_signed(struct bounds *r, unsigned width)
{
    uint64_t sign = UINT64_C(1) << (width - 1);
    bool same_side = (r->low & sign) == (r->high & sign);
    r->low ^= sign;
    r->high ^= sign;
    return same_side;
}

/* 1, 0, or -1 if it depends */
static int is_below(struct bounds a, struct bounds b, bool or_equal)
{
    if (or_equal ? a.high <= b.low : a.high < b.low)
        return 1;
    return (or_equal ? a.low > b.high : a.low >= b.high) ? 0 : -1;
}

static int compare(expr e, struct bounds a, struct bounds b)
{
    bool is_signed = e->op == E_SLT || e->op == E_SLE;
    if (e->op == E_EQ)
        return a.high < b.low || b.high < a.low ? 0 : -1;
    bool comparable = !is_signed || as_signed(&a, e->arg[0]->width);
    comparable &= !is_signed || as_signed(&b, e->arg[0]->width);
    if (!comparable)
        return -1;
    return is_below(a, b, e->op == E_ULE || e->op == E_SLE);
}

static uint64_t ones_up_to(uint64_t v) /* the least 2^n - 1 that is not below v */
{
    for (unsigned k = 1; k < 64; k *= 2)
        v |= v >> k;
    return v;
}

static uint64_t smaller(uint64_t a, uint64_t b) { return a < b ? a : b; }
static uint64_t larger(uint64_t a, uint64_t b) { return a > b ? a : b; }

/* Operators whose range is more than nothing; the others can have any value. */
static struct bounds combine(expr e, struct bounds a, struct bounds b, uint64_t source)
{
    uint64_t mask = width_mask(e->width), most;
    switch (e->op) {
    case E_AND: return (struct bounds){0, smaller(a.high, b.high), source};
    case E_OR: return (struct bounds){larger(a.low, b.low), ones_up_to(a.high | b.high), source};
    case E_ADD:
        if (a.high <= mask - b.high)
            return (struct bounds){a.low + b.low, a.high + b.high, source};
        break;
    case E_SUB:
        if (a.low >= b.high)
            return (struct bounds){a.low - b.high, a.high - b.low, source};
        break;
    case E_MUL:
        if (b.high == 0 || a.high <= mask / b.high)
            return (struct bounds){a.low * b.low, a.high * b.high, source};
        break;
    case E_SHL:
        if (is_single(b) && b.low < e->width && a.high <= mask >> b.low)
            return (struct bounds){a.low << b.low, a.high << b.low, source};
        break;
    case E_UDIV:
        if (b.low)
            return (struct bounds){a.low / b.high, a.high / b.low, source};
        break;
    case E_UREM: most = b.low ? b.high - 1 : a.high; return (struct bounds){0, smaller(most, a.high), source};
    case E_LSHR:
        if (is_single(b))
            return b.low >= e->width ? (struct bounds){0} : (struct bounds){a.low >> b.low, a.high >> b.low, source};
        break;
    case E_ZEXT: return (struct bounds){a.low, a.high, source};
    case E_SEXT:
        if (a.high < UINT64_C(1) << (e->arg[0]->width - 1))
            return (struct bounds){a.low, a.high, source};
        break;
    case E_EXTRACT:
        if (e->value == 0 && a.high <= mask)
            return (struct bounds){a.low, a.high, source};
        break;
    default: break;
    }
    return bounds_full(e->width, source);
}

static struct bounds choose(struct bounds c, struct bounds a, struct bounds b)
{
    if (is_single(c))
        return c.low ? a : b;
    uint64_t source = c.source ? c.source : a.source ? a.source : b.source;
    return (struct bounds){smaller(a.low, b.low), larger(a.high, b.high), source};
}

/* The smaller or the larger of two numbers, written as a choice. */
static bool is_choice_by_size(expr e, bool *least)
{
    expr c = e->arg[0], a = e->arg[1], b = e->arg[2];
    if (c->op != E_ULT && c->op != E_ULE)
        return false;
    *least = c->arg[0] == a && c->arg[1] == b;
    return *least || (c->arg[0] == b && c->arg[1] == a);
}

static struct bounds choose_by_size(struct bounds a, struct bounds b, bool least, uint64_t source)
{
    return least ? (struct bounds){smaller(a.low, b.low), smaller(a.high, b.high), source}
                 : (struct bounds){larger(a.low, b.low), larger(a.high, b.high), source};
}

static struct bounds by_operator(expr e, const struct bounds *arg)
{
    bool single = true;
    uint64_t source = 0;
    for (unsigned k = 0; k < e->arity; k++) {
        single &= is_single(arg[k]);
        source = source ? source : arg[k].source;
    }
    if (single) {
        uint64_t v = expr_apply(e, arg[0].low, arg[1].low, arg[2].low);
        return (struct bounds){v, v, 0};
    }
    bool least;
    if (e->op == E_ITE && !is_single(arg[0]) && is_choice_by_size(e, &least))
        return choose_by_size(arg[1], arg[2], least, source);
    if (e->op == E_ITE)
        return choose(arg[0], arg[1], arg[2]);
    if (e->op >= E_EQ && e->op <= E_SLE)
        return truth(compare(e, arg[0], arg[1]), source);
    if ((e->op == E_AND || e->op == E_MUL) && ((is_single(arg[0]) && !arg[0].low) || (is_single(arg[1]) && !arg[1].low)))
        return (struct bounds){0};
    return combine(e, arg[0], arg[1], source);
}

static struct bounds visit(struct bounder *r, expr e)
{
    uint64_t known;
    if (e->op == E_CONST)
        return (struct bounds){e->value, e->value, 0};
    if (map_get(&r->done, e->id + UINT64_C(1), &known))
        return r->all.data[known];
    struct bounds arg[3] = {0}, result;
    for (unsigned k = 0; k < e->arity; k++)
        arg[k] = visit(r, e->arg[k]);
    result = e->op < E_NOT || e->op == E_AT ? r->leaf(r->context, e, arg[0]) : by_operator(e, arg);
    if (is_single(result))
        result.source = 0;
    assert(bounds_valid(&result, e->width));
    map_put(&r->done, e->id + UINT64_C(1), r->all.size);
    vector_push(&r->all, result);
    return result;
}

struct bounds bounds_of(expr e, bounds_leaf leaf, void *context)
{
    struct bounder r = {.leaf = leaf, .context = context};
    struct bounds result = visit(&r, e);
    map_free(&r.done);
    vector_free(&r.all);
    return result;
}
