/* Simplification of comparisons. */
#include "program/simplify.h"

#include <assert.h>
#include <stddef.h>

enum { BOUND_DEPTH = 6 };

/* The negation of a < b is b <= a. */
static bool opposite_comparisons(expr a, expr b)
{
    bool opposite = (a->op == E_ULT && b->op == E_ULE) || (a->op == E_ULE && b->op == E_ULT) ||
                    (a->op == E_SLT && b->op == E_SLE) || (a->op == E_SLE && b->op == E_SLT);
    return opposite && a->arg[0] == b->arg[1] && a->arg[1] == b->arg[0];
}

bool is_negation(expr a, expr b)
{
    return (a->op == E_NOT && a->arg[0] == b) || (b->op == E_NOT && b->arg[0] == a) || opposite_comparisons(a, b);
}

/* The largest value that e can have, as far as its shape tells. */
static uint64_t upper_bound(expr e, unsigned depth)
{
    uint64_t all = width_mask(e->width), a, b;
    if (expr_is_const(e))
        return e->value;
    if (depth == 0)
        return all;
    switch (e->op) {
    case E_ZEXT: return upper_bound(e->arg[0], depth - 1);
    case E_AND:
        a = upper_bound(e->arg[0], depth - 1);
        b = upper_bound(e->arg[1], depth - 1);
        return a < b ? a : b;
    case E_LSHR:
        return expr_is_const(e->arg[1]) && e->arg[1]->value < e->width ? upper_bound(e->arg[0], depth - 1) >> e->arg[1]->value
                                                                       : all;
    case E_UREM: return expr_is_const(e->arg[1]) && e->arg[1]->value ? e->arg[1]->value - 1 : all;
    case E_UDIV: return expr_is_const(e->arg[1]) && e->arg[1]->value ? upper_bound(e->arg[0], depth - 1) / e->arg[1]->value : all;
    case E_ADD:
        a = upper_bound(e->arg[0], depth - 1);
        b = upper_bound(e->arg[1], depth - 1);
        return a <= all - b ? a + b : all;
    case E_MUL:
        a = upper_bound(e->arg[0], depth - 1);
        b = upper_bound(e->arg[1], depth - 1);
        return b == 0 || a <= all / b ? a * b : all;
    case E_ITE:
        a = upper_bound(e->arg[1], depth - 1);
        b = upper_bound(e->arg[2], depth - 1);
        return a > b ? a : b;
    default: return all;
    }
}

/* a == c with a an extension or an addition of a constant: compare what is inside. */
static expr equal_to_constant(struct exprs *pool, expr a, expr c)
{
    expr x = a->arity ? a->arg[0] : NULL;
    if (a->width == 1)
        return c->value ? a : expr_not(pool, a);
    if (a->op == E_ADD && expr_is_const(a->arg[1]))
        return expr_eq(pool, x, expr_const(pool, a->width, c->value - a->arg[1]->value));
    if (a->op == E_XOR && expr_is_const(a->arg[1]))
        return expr_eq(pool, x, expr_const(pool, a->width, c->value ^ a->arg[1]->value));
    if (a->op == E_ZEXT || a->op == E_SEXT) {
        uint64_t cut = c->value & width_mask(x->width);
        uint64_t back = (a->op == E_ZEXT ? cut : (uint64_t)sign_extend(cut, x->width)) & width_mask(a->width);
        return back == c->value ? expr_eq(pool, x, expr_const(pool, x->width, cut)) : expr_bool(pool, false);
    }
    if (a->op == E_ITE && (expr_is_const(a->arg[1]) || expr_is_const(a->arg[2]))) {
        if (expr_is_const(a->arg[1]) && a->arg[1] != c)
            return expr_and(pool, expr_not(pool, x), expr_eq(pool, a->arg[2], c));
        if (expr_is_const(a->arg[2]) && a->arg[2] != c)
            return expr_and(pool, x, expr_eq(pool, a->arg[1], c));
        if (a->arg[1] == c)
            return expr_or(pool, x, expr_eq(pool, a->arg[2], c));
        if (a->arg[2] == c)
            return expr_or(pool, expr_not(pool, x), expr_eq(pool, a->arg[1], c));
    }
    return NULL;
}

expr simplify_equality(struct exprs *pool, const struct expr *n)
{
    assert(n->op == E_EQ && n->arg[0]->width == n->arg[1]->width);
    expr a = n->arg[0], b = n->arg[1];
    if (a == b)
        return expr_bool(pool, true);
    if (is_negation(a, b))
        return expr_bool(pool, false);
    if (expr_is_const(b))
        return equal_to_constant(pool, a, b);
    if (a->op == b->op && (a->op == E_ZEXT || a->op == E_SEXT) && a->arg[0]->width == b->arg[0]->width)
        return expr_eq(pool, a->arg[0], b->arg[0]);
    if (a->op == E_ADD && expr_is_const(a->arg[1]) && a->arg[0] == b)
        return expr_bool(pool, false); /* the constant is not 0 */
    if (b->op == E_ADD && expr_is_const(b->arg[1]) && b->arg[0] == a)
        return expr_bool(pool, false);
    if (a->op == E_ADD && b->op == E_ADD && expr_is_const(a->arg[1]) && expr_is_const(b->arg[1]))
        return expr_eq(pool, a->arg[0], expr_add(pool, b->arg[0], expr_const(pool, a->width, b->arg[1]->value - a->arg[1]->value)));
    return NULL;
}

static uint64_t least(enum expr_op op, unsigned w) { return op == E_ULT || op == E_ULE ? 0 : UINT64_C(1) << (w - 1); }
static uint64_t greatest(enum expr_op op, unsigned w) { return op == E_ULT || op == E_ULE ? width_mask(w) : width_mask(w) >> 1; }

/* Comparison of a zero-extended value with a constant that fits: both are non-negative, so unsigned inside. */
static expr compare_inside(struct exprs *pool, enum expr_op op, expr a, expr b, expr extended)
{
    unsigned inner = extended->arg[0]->width, w = extended->width;
    expr c = extended == a ? b : a;
    uint64_t top = c->value >> (w - 1) & 1;
    bool is_signed = op == E_SLT || op == E_SLE;
    if (is_signed && top)
        return expr_bool(pool, extended == b);
    if (c->value > width_mask(inner))
        return expr_bool(pool, extended == a);
    expr cut = expr_const(pool, inner, c->value);
    enum expr_op un = op == E_SLT ? E_ULT : op == E_SLE ? E_ULE : op;
    return extended == a ? expr_binary(pool, un, a->arg[0], cut) : expr_binary(pool, un, cut, b->arg[0]);
}

expr simplify_order(struct exprs *pool, const struct expr *n)
{
    assert(n->op >= E_ULT && n->op <= E_SLE);
    enum expr_op op = n->op;
    expr a = n->arg[0], b = n->arg[1];
    unsigned w = a->width;
    bool strict = op == E_ULT || op == E_SLT;
    if (a == b)
        return expr_bool(pool, !strict);
    if (expr_is_const(b)) {
        if (b->value == least(op, w))
            return strict ? expr_bool(pool, false) : expr_eq(pool, a, b);
        if (b->value == greatest(op, w))
            return strict ? expr_ne(pool, a, b) : expr_bool(pool, true);
    }
    if (expr_is_const(a)) {
        if (a->value == greatest(op, w))
            return strict ? expr_bool(pool, false) : expr_eq(pool, b, a);
        if (a->value == least(op, w))
            return strict ? expr_ne(pool, b, a) : expr_bool(pool, true);
    }
    uint64_t positive = width_mask(w) >> 1, top_a = upper_bound(a, BOUND_DEPTH), top_b = upper_bound(b, BOUND_DEPTH);
    bool as_unsigned = op == E_ULT || op == E_ULE || (top_a <= positive && top_b <= positive);
    if (as_unsigned && expr_is_const(b) && (strict ? top_a < b->value : top_a <= b->value))
        return expr_bool(pool, true);
    if (as_unsigned && expr_is_const(a) && (strict ? top_b <= a->value : top_b < a->value))
        return expr_bool(pool, false);
    if (a->op == E_ZEXT && expr_is_const(b))
        return compare_inside(pool, op, a, b, a);
    if (b->op == E_ZEXT && expr_is_const(a))
        return compare_inside(pool, op, a, b, b);
    if (a->op == b->op && (a->op == E_ZEXT || a->op == E_SEXT) && a->arg[0]->width == b->arg[0]->width) {
        bool as_signed = a->op == E_SEXT && (op == E_SLT || op == E_SLE);
        enum expr_op inner = a->op == E_SEXT && !as_signed ? op : as_signed ? op : strict ? E_ULT : E_ULE;
        return expr_binary(pool, inner, a->arg[0], b->arg[0]);
    }
    return NULL;
}
