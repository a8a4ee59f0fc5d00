/* Simplification of one new node whose arguments are simplified already. Every rule keeps the value for all values of the
 * leaves (tests/unit/test_expr.c tries them on random ones); none makes more than a few nodes.
 * Normal form: constants on the right of commutative operators, otherwise the older node on the left; x - c is x + -c;
 * comparisons are == , < and <= ; negated ones are E_NOT of these, except !(a < b), which is b <= a. */
#include "program/simplify.h"

#include <assert.h>
#include <stddef.h>

static expr fold(struct exprs *pool, const struct expr *n)
{
    for (unsigned i = 0; i < n->arity; i++)
        if (!expr_is_const(n->arg[i]))
            return NULL;
    uint64_t v[3] = {0};
    for (unsigned i = 0; i < n->arity; i++)
        v[i] = n->arg[i]->value;
    return expr_const(pool, n->width, expr_apply(n, v[0], v[1], v[2]));
}

/* --- rules by operator; each returns NULL if it has nothing to say --- */

/* Whether b, or its negation, is one of the operands of the chain a of operators op (looked at a few levels deep). */
enum found { FOUND_NOTHING, FOUND_SAME, FOUND_NEGATION };

static enum found find_operand(expr a, enum expr_op op, expr b, unsigned depth)
{
    if (a == b)
        return FOUND_SAME;
    if (is_negation(a, b))
        return FOUND_NEGATION;
    if (a->op != op || depth == 0)
        return FOUND_NOTHING;
    enum found left = find_operand(a->arg[0], op, b, depth - 1);
    return left != FOUND_NOTHING ? left : find_operand(a->arg[1], op, b, depth - 1);
}

enum { CHAIN_DEPTH = 8 };

static enum found find_either(expr a, enum expr_op op, expr b)
{
    enum found f = find_operand(a, op, b, CHAIN_DEPTH);
    return f != FOUND_NOTHING ? f : find_operand(b, op, a, CHAIN_DEPTH);
}

static bool is_ones(expr e) { return expr_is_value(e, width_mask(e->width)); }

static expr simplify_not(struct exprs *pool, const struct expr *n)
{
    expr a = n->arg[0];
    if (a->op == E_NOT)
        return a->arg[0];
    if (a->op == E_ULT)
        return expr_binary(pool, E_ULE, a->arg[1], a->arg[0]);
    if (a->op == E_ULE)
        return expr_binary(pool, E_ULT, a->arg[1], a->arg[0]);
    if (a->op == E_SLT)
        return expr_binary(pool, E_SLE, a->arg[1], a->arg[0]);
    if (a->op == E_SLE)
        return expr_binary(pool, E_SLT, a->arg[1], a->arg[0]);
    return NULL;
}

/* Whether the lowest bits, those of the mask, are zero whatever the leaves are. */
static bool is_multiple(expr e, uint64_t mask)
{
    if (expr_is_const(e))
        return (e->value & mask) == 0;
    return e->op == E_MUL && expr_is_const(e->arg[1]) && (e->arg[1]->value & mask) == 0;
}

/* e without summands that do not matter for the bits of a mask 2^n - 1. */
static expr without_multiples(expr e, uint64_t mask)
{
    while (e->op == E_ADD && (is_multiple(e->arg[0], mask) || is_multiple(e->arg[1], mask)))
        e = is_multiple(e->arg[1], mask) ? e->arg[0] : e->arg[1];
    return e;
}

/* What an address in an array is modulo the distance of its elements: ((x * 16 + y) & 7) is (y & 7). */
static expr simplify_low_bits(struct exprs *pool, expr a, expr mask)
{
    if (!expr_is_const(mask) || (mask->value & (mask->value + 1)) != 0)
        return NULL;
    if (is_multiple(a, mask->value))
        return expr_const(pool, a->width, 0);
    expr rest = without_multiples(a, mask->value);
    if (rest->op == E_ADD) { /* (x * 16 + y) + z */
        expr left = without_multiples(rest->arg[0], mask->value), right = without_multiples(rest->arg[1], mask->value);
        if (left != rest->arg[0] || right != rest->arg[1])
            rest = expr_add(pool, left, right);
    }
    return rest == a ? NULL : expr_and(pool, rest, mask);
}

static expr simplify_and(struct exprs *pool, const struct expr *n)
{
    expr a = n->arg[0], b = n->arg[1];
    if (a == b || is_ones(b))
        return a;
    if (expr_is_value(b, 0))
        return b;
    enum found f = find_either(a, E_AND, b);
    if (f == FOUND_NEGATION)
        return expr_const(pool, n->width, 0);
    if (f == FOUND_SAME)
        return find_operand(a, E_AND, b, CHAIN_DEPTH) == FOUND_SAME ? a : b;
    if (expr_is_const(b) && a->op == E_AND && expr_is_const(a->arg[1]))
        return expr_and(pool, a->arg[0], expr_const(pool, n->width, a->arg[1]->value & b->value));
    if (expr_is_const(b) && a->op == E_ZEXT) {
        unsigned inner = a->arg[0]->width;
        return expr_zext(pool, expr_and(pool, a->arg[0], expr_const(pool, inner, b->value)), n->width);
    }
    return simplify_low_bits(pool, a, b);
}

/* a || (!a && b) is a || b. */
static expr without_negation(struct exprs *pool, expr a, expr both)
{
    if (both->op != E_AND)
        return NULL;
    return is_negation(a, both->arg[0])   ? expr_or(pool, a, both->arg[1])
           : is_negation(a, both->arg[1]) ? expr_or(pool, a, both->arg[0])
                                          : NULL;
}

static expr simplify_or(struct exprs *pool, const struct expr *n)
{
    expr a = n->arg[0], b = n->arg[1];
    if (a == b || expr_is_value(b, 0))
        return a;
    if (is_ones(b))
        return b;
    enum found f = find_either(a, E_OR, b);
    if (f == FOUND_NEGATION)
        return expr_const(pool, n->width, ~UINT64_C(0));
    if (f == FOUND_SAME)
        return find_operand(a, E_OR, b, CHAIN_DEPTH) == FOUND_SAME ? a : b;
    if (find_operand(a, E_AND, b, CHAIN_DEPTH) == FOUND_SAME) /* (b && c) || b */
        return b;
    if (find_operand(b, E_AND, a, CHAIN_DEPTH) == FOUND_SAME)
        return a;
    expr r = without_negation(pool, a, b);
    return r ? r : without_negation(pool, b, a);
}

static expr simplify_xor(struct exprs *pool, const struct expr *n)
{
    expr a = n->arg[0], b = n->arg[1];
    if (a == b)
        return expr_const(pool, n->width, 0);
    if (expr_is_value(b, 0))
        return a;
    if (is_ones(b))
        return expr_not(pool, a);
    return NULL;
}

/* The number if this is its remainder and the other is what division leaves out, x % y and x / y * y: together they are x, for every x and y
 * (expr.h says what division by 0 is). */
static expr divided(expr remainder, expr multiple)
{
    bool is_remainder = remainder->op == E_UREM || remainder->op == E_SREM;
    if (!is_remainder || multiple->op != E_MUL)
        return NULL;
    enum expr_op division = remainder->op == E_UREM ? E_UDIV : E_SDIV;
    for (int k = 0; k < 2; k++) {
        expr quotient = multiple->arg[k];
        if (quotient->op == division && quotient->arg[0] == remainder->arg[0] && quotient->arg[1] == remainder->arg[1] &&
            multiple->arg[1 - k] == remainder->arg[1])
            return remainder->arg[0];
    }
    return NULL;
}

static expr simplify_add(struct exprs *pool, const struct expr *n)
{
    expr a = n->arg[0], b = n->arg[1];
    if (expr_is_value(b, 0))
        return a;
    if (a->op == E_ADD && expr_is_const(a->arg[1])) { /* (x + c) + y: constants last */
        if (expr_is_const(b))
            return expr_add(pool, a->arg[0], expr_const(pool, n->width, a->arg[1]->value + b->value));
        return expr_add(pool, expr_add(pool, a->arg[0], b), a->arg[1]);
    }
    if (b->op == E_ADD && expr_is_const(b->arg[1]))
        return expr_add(pool, expr_add(pool, a, b->arg[0]), b->arg[1]);
    if (b->op == E_NEG)
        return a == b->arg[0] ? expr_const(pool, n->width, 0) : NULL;
    if (a->op == E_NEG && a->arg[0] == b)
        return expr_const(pool, n->width, 0);
    if (a->op == E_SUB && a->arg[1] == b) /* (x - y) + y */
        return a->arg[0];
    if (b->op == E_SUB && b->arg[1] == a)
        return b->arg[0];
    expr whole = divided(a, b);
    return whole ? whole : divided(b, a);
}

static expr simplify_sub(struct exprs *pool, const struct expr *n)
{
    expr a = n->arg[0], b = n->arg[1];
    if (a == b)
        return expr_const(pool, n->width, 0);
    if (expr_is_const(b))
        return expr_add(pool, a, expr_const(pool, n->width, 0 - b->value));
    if (expr_is_value(a, 0))
        return expr_unary(pool, E_NEG, b);
    if (a->op == E_ADD && a->arg[0] == b) /* (x + y) - x */
        return a->arg[1];
    if (a->op == E_ADD && a->arg[1] == b)
        return a->arg[0];
    if (b->op == E_ADD && expr_is_const(b->arg[1]))
        return expr_sub(pool, expr_sub(pool, a, b->arg[0]), b->arg[1]);
    if (a->op == E_ADD && expr_is_const(a->arg[1]))
        return expr_add(pool, expr_sub(pool, a->arg[0], b), a->arg[1]);
    return NULL;
}

static expr simplify_mul(struct exprs *pool, const struct expr *n)
{
    expr a = n->arg[0], b = n->arg[1];
    if (expr_is_value(b, 0))
        return b;
    if (expr_is_value(b, 1))
        return a;
    if (expr_is_const(b) && a->op == E_MUL && expr_is_const(a->arg[1]))
        return expr_binary(pool, E_MUL, a->arg[0], expr_const(pool, n->width, a->arg[1]->value * b->value));
    if (expr_is_const(b) && a->op == E_ADD && expr_is_const(a->arg[1])) /* (x + c) * d */
        return expr_add(pool, expr_binary(pool, E_MUL, a->arg[0], b), expr_const(pool, n->width, a->arg[1]->value * b->value));
    return NULL;
}

static expr simplify_div(struct exprs *pool, const struct expr *n)
{
    expr a = n->arg[0], b = n->arg[1];
    bool remainder = n->op == E_UREM || n->op == E_SREM;
    if (expr_is_value(b, 1))
        return n->width == 1 && n->op == E_SDIV ? NULL : remainder ? expr_const(pool, n->width, 0) : a;
    bool power = expr_is_const(b) && b->value && !(b->value & (b->value - 1));
    if (power && n->op == E_UREM)
        return expr_and(pool, a, expr_const(pool, n->width, b->value - 1));
    if (power && n->op == E_UDIV)
        return expr_binary(pool, E_LSHR, a, expr_const(pool, n->width, (uint64_t)__builtin_ctzll(b->value)));
    return NULL;
}

/* x * 2^k >> k, where x was extended by k bits or more: x. */
static expr shifted_back(const struct expr *n)
{
    expr a = n->arg[0], by = n->arg[1];
    if (!expr_is_const(by) || a->op != E_MUL || by->value >= n->width || !expr_is_value(a->arg[1], UINT64_C(1) << by->value))
        return NULL;
    expr x = a->arg[0];
    bool extended = x->op == (n->op == E_ASHR ? E_SEXT : E_ZEXT);
    return extended && x->arg[0]->width + by->value <= n->width ? x : NULL;
}

static expr simplify_shift(struct exprs *pool, const struct expr *n)
{
    expr a = n->arg[0], b = n->arg[1];
    if (expr_is_value(b, 0) || expr_is_value(a, 0))
        return a;
    if (expr_is_const(b) && b->value >= n->width && n->op != E_ASHR)
        return expr_const(pool, n->width, 0);
    if (expr_is_const(b) && n->op == E_SHL)
        return expr_binary(pool, E_MUL, a, expr_const(pool, n->width, UINT64_C(1) << b->value));
    return n->op == E_SHL ? NULL : shifted_back(n);
}

static expr simplify_ite(struct exprs *pool, const struct expr *n)
{
    expr c = n->arg[0], a = n->arg[1], b = n->arg[2];
    if (expr_is_const(c))
        return c->value ? a : b;
    if (a == b)
        return a;
    if (c->op == E_NOT)
        return expr_ite(pool, c->arg[0], b, a);
    if (n->width == 1) {
        if (expr_is_true(a))
            return expr_or(pool, c, b);
        if (expr_is_false(a))
            return expr_and(pool, expr_not(pool, c), b);
        if (expr_is_true(b))
            return expr_or(pool, expr_not(pool, c), a);
        if (expr_is_false(b))
            return expr_and(pool, c, a);
    }
    if (a->op == E_ITE && a->arg[0] == c)
        return expr_ite(pool, c, a->arg[1], b);
    if (b->op == E_ITE && b->arg[0] == c)
        return expr_ite(pool, c, a, b->arg[2]);
    if (n->width > 1 && expr_is_value(a, 1) && expr_is_value(b, 0))
        return expr_zext(pool, c, n->width);
    if (n->width > 1 && expr_is_value(a, 0) && expr_is_value(b, 1))
        return expr_zext(pool, expr_not(pool, c), n->width);
    return NULL;
}

static expr simplify_extend(struct exprs *pool, const struct expr *n)
{
    expr a = n->arg[0];
    if (a->op == E_ZEXT) /* its top bit is 0 in both cases */
        return expr_zext(pool, a->arg[0], n->width);
    if (a->op == E_SEXT && n->op == E_SEXT)
        return expr_sext(pool, a->arg[0], n->width);
    return NULL;
}

static expr simplify_extract(struct exprs *pool, const struct expr *n)
{
    expr a = n->arg[0];
    unsigned low = (unsigned)n->value, w = n->width;
    if (a->op == E_EXTRACT)
        return expr_extract(pool, a->arg[0], low + (unsigned)a->value, w);
    if (a->op == E_CONCAT) {
        unsigned wb = a->arg[1]->width;
        if (low + w <= wb)
            return expr_extract(pool, a->arg[1], low, w);
        if (low >= wb)
            return expr_extract(pool, a->arg[0], low - wb, w);
    }
    if (a->op == E_ZEXT || a->op == E_SEXT) {
        unsigned inner = a->arg[0]->width;
        if (low + w <= inner)
            return expr_extract(pool, a->arg[0], low, w);
        if (low == 0)
            return expr_resize(pool, a->arg[0], w, a->op == E_SEXT);
        if (low >= inner && a->op == E_ZEXT)
            return expr_const(pool, w, 0);
    }
    if (low == 0 && (a->op == E_ADD || a->op == E_SUB || a->op == E_MUL || a->op == E_AND || a->op == E_OR || a->op == E_XOR) &&
        (expr_is_const(a->arg[1]) || (a->arg[0]->op == a->arg[1]->op && a->arg[0]->op >= E_ZEXT && a->arg[0]->op <= E_SEXT)))
        return expr_binary(pool, a->op, expr_extract(pool, a->arg[0], 0, w), expr_extract(pool, a->arg[1], 0, w));
    if (a->op == E_ITE && (expr_is_const(a->arg[1]) || expr_is_const(a->arg[2])))
        return expr_ite(pool, a->arg[0], expr_extract(pool, a->arg[1], low, w), expr_extract(pool, a->arg[2], low, w));
    return NULL;
}

static expr simplify_concat(struct exprs *pool, const struct expr *n)
{
    expr a = n->arg[0], b = n->arg[1];
    if (expr_is_value(a, 0))
        return expr_zext(pool, b, n->width);
    if (a->op == E_EXTRACT && b->op == E_EXTRACT && a->arg[0] == b->arg[0] && a->value == b->value + b->width)
        return expr_extract(pool, a->arg[0], (unsigned)b->value, n->width);
    return NULL;
}

static bool commutes(enum expr_op op)
{
    return op == E_AND || op == E_OR || op == E_XOR || op == E_ADD || op == E_MUL || op == E_EQ;
}

expr simplify(struct exprs *pool, struct expr n)
{
    assert(n.width >= 1 && n.width <= 64 && n.arity <= 3);
    expr r = fold(pool, &n);
    if (r)
        return r;
    if (commutes(n.op) && (expr_is_const(n.arg[0]) || (!expr_is_const(n.arg[1]) && n.arg[0]->id > n.arg[1]->id))) {
        expr swap = n.arg[0];
        n.arg[0] = n.arg[1];
        n.arg[1] = swap;
    }
    switch ((enum expr_op)n.op) {
    case E_NOT: r = simplify_not(pool, &n); break;
    case E_NEG: r = n.arg[0]->op == E_NEG ? n.arg[0]->arg[0] : NULL; break;
    case E_AND: r = simplify_and(pool, &n); break;
    case E_OR: r = simplify_or(pool, &n); break;
    case E_XOR: r = simplify_xor(pool, &n); break;
    case E_ADD: r = simplify_add(pool, &n); break;
    case E_SUB: r = simplify_sub(pool, &n); break;
    case E_MUL: r = simplify_mul(pool, &n); break;
    case E_UDIV:
    case E_SDIV:
    case E_UREM:
    case E_SREM: r = simplify_div(pool, &n); break;
    case E_SHL:
    case E_LSHR:
    case E_ASHR: r = simplify_shift(pool, &n); break;
    case E_EQ: r = simplify_equality(pool, &n); break;
    case E_ULT:
    case E_ULE:
    case E_SLT:
    case E_SLE: r = simplify_order(pool, &n); break;
    case E_ITE: r = simplify_ite(pool, &n); break;
    case E_ZEXT:
    case E_SEXT: r = simplify_extend(pool, &n); break;
    case E_EXTRACT: r = simplify_extract(pool, &n); break;
    case E_CONCAT: r = simplify_concat(pool, &n); break;
    default: break;
    }
    return r ? r : expr_make(pool, n);
}
