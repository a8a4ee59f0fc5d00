/* Simplification of one new node whose arguments are simplified already. Every rule keeps the value for all values of the
 * leaves (tests/unit/test_expr.c tries them on random ones); none makes more than a few nodes.
 * Normal form: constants on the right of commutative operators, otherwise the older node on the left; x - c is x + -c;
 * comparisons are == , < and <= ; negated ones are E_NOT of these, except !(a < b), which is b <= a. */
#include "program/simplify.h"

#include <stddef.h>

/* --- meaning --- */

static uint64_t divide(enum expr_op op, unsigned w, uint64_t a, uint64_t b)
{
    int64_t sa = sign_extend(a, w), sb = sign_extend(b, w);
    switch (op) {
    case E_UDIV: return b ? a / b : ~UINT64_C(0);
    case E_UREM: return b ? a % b : a;
    case E_SDIV:
        if (!b)
            return sa < 0 ? 1 : ~UINT64_C(0);
        return sb == -1 ? 0 - a : (uint64_t)(sa / sb);
    default: /* E_SREM */
        return !b ? a : sb == -1 ? 0 : (uint64_t)(sa % sb);
    }
}

static uint64_t shift(enum expr_op op, unsigned w, uint64_t a, uint64_t b)
{
    if (op == E_ASHR)
        return (uint64_t)(sign_extend(a, w) >> (b >= w ? w - 1 : b));
    if (b >= w)
        return 0;
    return op == E_SHL ? a << b : a >> b;
}

uint64_t expr_apply(enum expr_op op, unsigned width, uint64_t low, unsigned wa, unsigned wb, uint64_t a, uint64_t b,
                    uint64_t c)
{
    uint64_t r;
    switch (op) {
    case E_NOT: r = ~a; break;
    case E_NEG: r = 0 - a; break;
    case E_AND: r = a & b; break;
    case E_OR: r = a | b; break;
    case E_XOR: r = a ^ b; break;
    case E_ADD: r = a + b; break;
    case E_SUB: r = a - b; break;
    case E_MUL: r = a * b; break;
    case E_UDIV:
    case E_SDIV:
    case E_UREM:
    case E_SREM: r = divide(op, wa, a, b); break;
    case E_SHL:
    case E_LSHR:
    case E_ASHR: r = shift(op, wa, a, b); break;
    case E_EQ: r = a == b; break;
    case E_ULT: r = a < b; break;
    case E_ULE: r = a <= b; break;
    case E_SLT: r = sign_extend(a, wa) < sign_extend(b, wa); break;
    case E_SLE: r = sign_extend(a, wa) <= sign_extend(b, wa); break;
    case E_ITE: r = a ? b : c; break;
    case E_ZEXT: r = a; break;
    case E_SEXT: r = (uint64_t)sign_extend(a, wa); break;
    case E_EXTRACT: r = a >> low; break;
    case E_CONCAT: r = a << wb | b; break;
    default: r = 0; break;
    }
    return r & width_mask(width);
}

static expr fold(struct exprs *pool, const struct expr *n)
{
    for (unsigned i = 0; i < n->arity; i++)
        if (!expr_is_const(n->arg[i]))
            return NULL;
    uint64_t v[3] = {0};
    for (unsigned i = 0; i < n->arity; i++)
        v[i] = n->arg[i]->value;
    unsigned wb = n->arity > 1 ? n->arg[1]->width : 0;
    return expr_const(pool, n->width, expr_apply(n->op, n->width, n->value, n->arg[0]->width, wb, v[0], v[1], v[2]));
}

/* --- rules by operator; each returns NULL if it has nothing to say --- */

/* The negation of a < b is b <= a. */
static bool opposite_comparisons(expr a, expr b)
{
    bool opposite = (a->op == E_ULT && b->op == E_ULE) || (a->op == E_ULE && b->op == E_ULT) ||
                    (a->op == E_SLT && b->op == E_SLE) || (a->op == E_SLE && b->op == E_SLT);
    return opposite && a->arg[0] == b->arg[1] && a->arg[1] == b->arg[0];
}

static bool is_not_of(expr a, expr b)
{
    return (a->op == E_NOT && a->arg[0] == b) || (b->op == E_NOT && b->arg[0] == a) || opposite_comparisons(a, b);
}

/* Whether b, or its negation, is one of the operands of the chain a of operators op (looked at a few levels deep). */
enum found { FOUND_NOTHING, FOUND_SAME, FOUND_NEGATION };

static enum found find_operand(expr a, enum expr_op op, expr b, unsigned depth)
{
    if (a == b)
        return FOUND_SAME;
    if (is_not_of(a, b))
        return FOUND_NEGATION;
    if (a->op != op || depth == 0)
        return FOUND_NOTHING;
    enum found left = find_operand(a->arg[0], op, b, depth - 1);
    return left != FOUND_NOTHING ? left : find_operand(a->arg[1], op, b, depth - 1);
}

enum { CHAIN_DEPTH = 8, BOUND_DEPTH = 6 };

static enum found find_either(expr a, enum expr_op op, expr b)
{
    enum found f = find_operand(a, op, b, CHAIN_DEPTH);
    return f != FOUND_NOTHING ? f : find_operand(b, op, a, CHAIN_DEPTH);
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
        return expr_is_const(e->arg[1]) && e->arg[1]->value < e->width ? upper_bound(e->arg[0], depth - 1) >> e->arg[1]->value : all;
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
    return NULL;
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
    return NULL;
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
    return NULL;
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
        return expr_add(pool, expr_binary(pool, E_MUL, a->arg[0], b),
                        expr_const(pool, n->width, a->arg[1]->value * b->value));
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

static expr simplify_shift(struct exprs *pool, const struct expr *n)
{
    expr a = n->arg[0], b = n->arg[1];
    if (expr_is_value(b, 0) || expr_is_value(a, 0))
        return a;
    if (expr_is_const(b) && b->value >= n->width && n->op != E_ASHR)
        return expr_const(pool, n->width, 0);
    if (expr_is_const(b) && n->op == E_SHL)
        return expr_binary(pool, E_MUL, a, expr_const(pool, n->width, UINT64_C(1) << b->value));
    return NULL;
}

/* a == c with a an extension or an addition of a constant: compare what is inside. */
static expr simplify_eq_const(struct exprs *pool, expr a, expr c)
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

static expr simplify_eq(struct exprs *pool, const struct expr *n)
{
    expr a = n->arg[0], b = n->arg[1];
    if (a == b)
        return expr_bool(pool, true);
    if (is_not_of(a, b))
        return expr_bool(pool, false);
    if (expr_is_const(b))
        return simplify_eq_const(pool, a, b);
    if (a->op == b->op && (a->op == E_ZEXT || a->op == E_SEXT) && a->arg[0]->width == b->arg[0]->width)
        return expr_eq(pool, a->arg[0], b->arg[0]);
    if (a->op == E_ADD && expr_is_const(a->arg[1]) && a->arg[0] == b)
        return expr_bool(pool, false); /* the constant is not 0 */
    if (b->op == E_ADD && expr_is_const(b->arg[1]) && b->arg[0] == a)
        return expr_bool(pool, false);
    if (a->op == E_ADD && b->op == E_ADD && expr_is_const(a->arg[1]) && expr_is_const(b->arg[1]))
        return expr_eq(pool, a->arg[0],
                       expr_add(pool, b->arg[0], expr_const(pool, a->width, b->arg[1]->value - a->arg[1]->value)));
    return NULL;
}

static uint64_t least(enum expr_op op, unsigned w) { return op == E_ULT || op == E_ULE ? 0 : UINT64_C(1) << (w - 1); }
static uint64_t greatest(enum expr_op op, unsigned w)
{
    return op == E_ULT || op == E_ULE ? width_mask(w) : width_mask(w) >> 1;
}

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

static expr simplify_less(struct exprs *pool, const struct expr *n)
{
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
    expr r = fold(pool, &n);
    if (r)
        return r;
    if (commutes(n.op) &&
        (expr_is_const(n.arg[0]) || (!expr_is_const(n.arg[1]) && n.arg[0]->id > n.arg[1]->id))) {
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
    case E_EQ: r = simplify_eq(pool, &n); break;
    case E_ULT:
    case E_ULE:
    case E_SLT:
    case E_SLE: r = simplify_less(pool, &n); break;
    case E_ITE: r = simplify_ite(pool, &n); break;
    case E_ZEXT:
    case E_SEXT: r = simplify_extend(pool, &n); break;
    case E_EXTRACT: r = simplify_extract(pool, &n); break;
    case E_CONCAT: r = simplify_concat(pool, &n); break;
    default: break;
    }
    return r ? r : expr_make(pool, n);
}
