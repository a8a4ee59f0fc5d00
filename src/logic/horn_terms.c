/* Expressions as terms over integers. A number first stands for its class modulo 2^width, so that sums need no care; where it is looked
 * at, it has to lie in the range of its width. */
#include "logic/horn_parts.h"

static struct number any(struct horn_solver *s, expr e);

static struct number literal(struct horn_solver *s, wide v) { return (struct number){horn_number(s, v), {v, v}}; }

static Z3_ast fresh(struct horn_solver *s, Z3_sort sort)
{
    char name[32];
    snprintf(name, sizeof name, "%s%u", sort == s->truth ? "t" : "f", s->fresh++);
    Z3_ast a = horn_keep(s, Z3_mk_const(s->z3, Z3_mk_string_symbol(s->z3, name), sort));
    vector_push(&s->bound, Z3_to_app(s->z3, a));
    return a;
}

static Z3_ast lies_in(struct horn_solver *s, Z3_ast a, struct range r)
{
    Z3_ast both[] = {horn_keep(s, Z3_mk_le(s->z3, horn_number(s, r.low), a)), NULL};
    both[1] = horn_keep(s, Z3_mk_le(s->z3, a, horn_number(s, r.high)));
    return horn_keep(s, Z3_mk_and(s->z3, 2, both));
}

static struct number within(struct horn_solver *s, Z3_ast a, struct range r)
{
    vector_push(&s->facts, lies_in(s, a, r));
    return (struct number){a, r};
}

/* Any number of the width. */
static struct number arbitrary(struct horn_solver *s, unsigned width, bool is_unsigned)
{
    return within(s, fresh(s, s->integer), range_of(width, is_unsigned));
}

static struct number sum(struct horn_solver *s, struct number a, int sign, struct number b)
{
    Z3_ast both[] = {a.ast, b.ast};
    Z3_ast t = horn_keep(s, sign > 0 ? Z3_mk_add(s->z3, 2, both) : Z3_mk_sub(s->z3, 2, both));
    struct range r = sign > 0 ? (struct range){a.in.low + b.in.low, a.in.high + b.in.high}
                              : (struct range){a.in.low - b.in.high, a.in.high - b.in.low};
    return (struct number){t, r};
}

static struct number scaled(struct horn_solver *s, wide factor, struct number a)
{
    Z3_ast both[] = {horn_number(s, factor), a.ast};
    wide x = factor * a.in.low, y = factor * a.in.high;
    return (struct number){horn_keep(s, Z3_mk_mul(s->z3, 2, both)), {x < y ? x : y, x < y ? y : x}};
}

/* --- ranges --- */

static bool is_arithmetic(expr e) { return e->op == E_ADD || e->op == E_SUB || e->op == E_NEG || e->op == E_MUL || e->op == E_SHL; }

static Z3_ast is_below(struct horn_solver *s, Z3_ast a, wide v) { return horn_keep(s, Z3_mk_lt(s->z3, a, horn_number(s, v))); }

/* One turn around is exact; what is further out of range may be anything. */
static struct number turned(struct horn_solver *s, expr e, struct number n, struct range r)
{
    wide size = (wide)1 << e->width;
    if (n.in.low < r.low - size || n.in.high > r.high + size) {
        struct number result = within(s, fresh(s, s->integer), r);
        Z3_ast same = horn_keep(s, Z3_mk_eq(s->z3, result.ast, n.ast));
        vector_push(&s->facts, horn_keep(s, Z3_mk_implies(s->z3, lies_in(s, n.ast, r), same)));
        return result;
    }
    Z3_ast up = sum(s, n, 1, literal(s, size)).ast, down = sum(s, n, -1, literal(s, size)).ast;
    Z3_ast not_high = horn_keep(s, Z3_mk_ite(s->z3, is_below(s, n.ast, r.high + 1), n.ast, down));
    return (struct number){horn_keep(s, Z3_mk_ite(s->z3, is_below(s, n.ast, r.low), up, not_high)), r};
}

static struct number value(struct horn_solver *s, expr e, bool is_unsigned)
{
    assert(e->width > 1);
    struct number n = any(s, e);
    struct range r = range_of(e->width, is_unsigned);
    if (n.in.low >= r.low && n.in.high <= r.high)
        return n;
    if (expr_is_const(e))
        return literal(s, n.in.low + ((wide)1 << e->width));
    if (s->loose)
        return turned(s, e, n, r);
    vector_push(&s->in_range, lies_in(s, n.ast, r));
    return (struct number){n.ast, {n.in.low > r.low ? n.in.low : r.low, n.in.high < r.high ? n.in.high : r.high}};
}

Z3_ast horn_value(struct horn_solver *s, expr e, bool is_unsigned) { return value(s, e, is_unsigned).ast; }
Z3_ast horn_index(struct horn_solver *s, expr e) { return value(s, e, true).ast; }

/* --- leaves --- */

static const struct horn_variable *variable_of(const struct horn_solver *s, expr e)
{
    const struct horn_variable *v = e->value < s->horn->variables.size ? &s->horn->variables.data[e->value] : NULL;
    return v && v->width == e->width && !v->index_width == (e->op == E_CELL) ? v : NULL;
}

static Z3_ast leaf(struct horn_solver *s, expr e)
{
    Z3_ast a = horn_variable(s, (uint32_t)e->value);
    return e->op == E_CELL ? a : horn_keep(s, Z3_mk_select(s->z3, a, horn_index(s, e->arg[0])));
}

/* That a variable is in its range matters only where something else may not be. */
static struct number number_leaf(struct horn_solver *s, expr e)
{
    const struct horn_variable *v = e->op == E_INPUT ? NULL : variable_of(s, e);
    if (!v)
        return arbitrary(s, e->width, false);
    struct range r = range_of(e->width, v->is_unsigned);
    return s->loose ? within(s, leaf(s, e), r) : (struct number){leaf(s, e), r};
}

/* --- operators --- */

/* a == size * quotient + remainder. */
struct division {
    struct number quotient, remainder;
};

static struct division divide(struct horn_solver *s, struct number a, wide size, struct range remainder)
{
    struct division d = {.quotient.ast = fresh(s, s->integer), .remainder = within(s, fresh(s, s->integer), remainder)};
    d.quotient.in = (struct range){a.in.low / size - 1, a.in.high / size + 1};
    struct number whole = sum(s, scaled(s, size, d.quotient), 1, d.remainder);
    vector_push(&s->facts, horn_keep(s, Z3_mk_eq(s->z3, a.ast, whole.ast)));
    return d;
}

/* Towards zero: the remainder has the sign of the number. */
static struct number signed_division(struct horn_solver *s, expr e)
{
    wide by = sign_extend(e->arg[1]->value, e->width);
    struct number a = value(s, e->arg[0], false);
    if (by <= 0)
        return arbitrary(s, e->width, false);
    struct division d = divide(s, a, by, (struct range){1 - by, by - 1});
    Z3_ast negative = is_below(s, a.ast, 0), zero = horn_number(s, 0);
    Z3_ast up = horn_keep(s, Z3_mk_ge(s->z3, d.remainder.ast, zero)), down = horn_keep(s, Z3_mk_le(s->z3, d.remainder.ast, zero));
    vector_push(&s->facts, horn_keep(s, Z3_mk_ite(s->z3, negative, down, up)));
    return e->op == E_SDIV ? d.quotient : d.remainder;
}

static struct number unsigned_division(struct horn_solver *s, expr e, wide by, bool rest)
{
    struct division d = divide(s, value(s, e->arg[0], true), by, (struct range){0, by - 1});
    return rest ? d.remainder : d.quotient;
}

static struct number shifted(struct horn_solver *s, expr e)
{
    if (!expr_is_const(e->arg[1]) || e->arg[1]->value >= e->width)
        return arbitrary(s, e->width, false);
    wide size = (wide)1 << e->arg[1]->value;
    if (e->op == E_SHL)
        return scaled(s, size, value(s, e->arg[0], false));
    return divide(s, value(s, e->arg[0], e->op == E_LSHR), size, (struct range){0, size - 1}).quotient;
}

static struct number masked(struct horn_solver *s, expr e)
{
    for (unsigned i = 0; i < 2; i++) {
        expr mask = e->arg[i];
        if (expr_is_const(mask) && (mask->value & (mask->value + 1)) == 0)
            return divide(s, value(s, e->arg[1 - i], true), (wide)mask->value + 1, (struct range){0, (wide)mask->value}).remainder;
    }
    return arbitrary(s, e->width, false);
}

static struct number extended(struct horn_solver *s, expr e)
{
    expr a = e->arg[0];
    if (a->width > 1)
        return value(s, a, e->op == E_ZEXT);
    wide one = e->op == E_ZEXT ? 1 : -1;
    Z3_ast t = horn_keep(s, Z3_mk_ite(s->z3, horn_truth(s, a), horn_number(s, one), horn_number(s, 0)));
    return (struct number){t, {one < 0 ? -1 : 0, one < 0 ? 0 : 1}};
}

static struct number chosen(struct horn_solver *s, expr e)
{
    struct number a = any(s, e->arg[1]), b = any(s, e->arg[2]);
    Z3_ast t = horn_keep(s, Z3_mk_ite(s->z3, horn_truth(s, e->arg[0]), a.ast, b.ast));
    return (struct number){t, {a.in.low < b.in.low ? a.in.low : b.in.low, a.in.high > b.in.high ? a.in.high : b.in.high}};
}

static struct number product(struct horn_solver *s, expr e)
{
    for (unsigned i = 0; i < 2; i++)
        if (expr_is_const(e->arg[i]))
            return scaled(s, sign_extend(e->arg[i]->value, e->width), value(s, e->arg[1 - i], false));
    return arbitrary(s, e->width, false);
}

static struct number bits(struct horn_solver *s, expr e)
{
    wide size = (wide)1 << e->value;
    if (e->value == 0)
        return any(s, e->arg[0]);
    return divide(s, value(s, e->arg[0], true), size, (struct range){0, size - 1}).quotient;
}

static struct number arithmetic(struct horn_solver *s, expr e)
{
    switch ((enum expr_op)e->op) {
    case E_ADD: return sum(s, any(s, e->arg[0]), 1, any(s, e->arg[1]));
    case E_SUB: return sum(s, any(s, e->arg[0]), -1, any(s, e->arg[1]));
    case E_NEG: return sum(s, literal(s, 0), -1, any(s, e->arg[0]));
    case E_NOT: return sum(s, literal(s, -1), -1, any(s, e->arg[0]));
    case E_MUL: return product(s, e);
    case E_AND: return masked(s, e);
    case E_SHL:
    case E_LSHR:
    case E_ASHR: return shifted(s, e);
    case E_UDIV:
    case E_UREM:
        if (!expr_is_const(e->arg[1]) || !e->arg[1]->value)
            return arbitrary(s, e->width, false);
        return unsigned_division(s, e, (wide)e->arg[1]->value, e->op == E_UREM);
    case E_SDIV:
    case E_SREM: return expr_is_const(e->arg[1]) ? signed_division(s, e) : arbitrary(s, e->width, false);
    default: return arbitrary(s, e->width, false);
    }
}

static struct number make(struct horn_solver *s, expr e)
{
    switch ((enum expr_op)e->op) {
    case E_CONST: return literal(s, sign_extend(e->value, e->width));
    case E_CELL:
    case E_READ:
    case E_INPUT: return number_leaf(s, e);
    case E_ZEXT:
    case E_SEXT: return extended(s, e);
    case E_ITE: return chosen(s, e);
    case E_EXTRACT: return bits(s, e);
    default: return arithmetic(s, e);
    }
}

/* Numbers that grow beyond all sense are cut: a sum of sums of 64 bits must stay within 128. */
static struct number any(struct horn_solver *s, expr e)
{
    uint64_t at;
    const wide most = (wide)1 << 80;
    if (map_get(&s->known, map_pointer_key(e), &at))
        return s->all.data[at];
    struct number n = make(s, e);
    if (n.in.low < -most || n.in.high > most)
        n = arbitrary(s, e->width, false);
    map_put(&s->known, map_pointer_key(e), s->all.size);
    vector_push(&s->all, n);
    return n;
}

/* --- truth values --- */

/* Both in the range in which they are anyway, if there is one. */
static Z3_ast equation(struct horn_solver *s, expr e)
{
    struct number a = any(s, e->arg[0]), b = any(s, e->arg[1]);
    struct range r = range_of(e->arg[0]->width, false);
    bool beyond = (a.in.high > r.high && !is_arithmetic(e->arg[0])) || (b.in.high > r.high && !is_arithmetic(e->arg[1]));
    return Z3_mk_eq(s->z3, value(s, e->arg[0], beyond).ast, value(s, e->arg[1], beyond).ast);
}

static Z3_ast comparison(struct horn_solver *s, expr e)
{
    bool is_unsigned = e->op == E_ULT || e->op == E_ULE, strict = e->op == E_ULT || e->op == E_SLT;
    if (e->arg[0]->width == 1)
        return fresh(s, s->truth);
    Z3_ast a = value(s, e->arg[0], is_unsigned).ast, b = value(s, e->arg[1], is_unsigned).ast;
    return strict ? Z3_mk_lt(s->z3, a, b) : Z3_mk_le(s->z3, a, b);
}

static Z3_ast connected(struct horn_solver *s, expr e)
{
    Z3_ast a[3] = {NULL, NULL, NULL};
    for (unsigned i = 0; i < e->arity; i++)
        a[i] = horn_truth(s, e->arg[i]);
    switch ((enum expr_op)e->op) {
    case E_NOT: return Z3_mk_not(s->z3, a[0]);
    case E_AND: return Z3_mk_and(s->z3, 2, a);
    case E_OR: return Z3_mk_or(s->z3, 2, a);
    case E_XOR: return Z3_mk_xor(s->z3, a[0], a[1]);
    case E_EQ: return Z3_mk_eq(s->z3, a[0], a[1]);
    default: return Z3_mk_ite(s->z3, a[0], a[1], a[2]); /* E_ITE */
    }
}

static Z3_ast lowest_bit(struct horn_solver *s, expr e)
{
    struct number bit = divide(s, any(s, e->arg[0]), 2, (struct range){0, 1}).remainder;
    return Z3_mk_eq(s->z3, bit.ast, horn_number(s, 1));
}

static Z3_ast make_truth(struct horn_solver *s, expr e)
{
    switch ((enum expr_op)e->op) {
    case E_CONST: return e->value ? Z3_mk_true(s->z3) : Z3_mk_false(s->z3);
    case E_CELL:
    case E_READ: return variable_of(s, e) ? leaf(s, e) : fresh(s, s->truth);
    case E_EQ: return e->arg[0]->width > 1 ? equation(s, e) : connected(s, e);
    case E_NOT:
    case E_AND:
    case E_OR:
    case E_XOR:
    case E_ITE: return connected(s, e);
    case E_ULT:
    case E_ULE:
    case E_SLT:
    case E_SLE: return comparison(s, e);
    case E_EXTRACT: return e->value ? fresh(s, s->truth) : lowest_bit(s, e);
    default: return fresh(s, s->truth);
    }
}

Z3_ast horn_truth(struct horn_solver *s, expr e)
{
    assert(e->width == 1);
    uint64_t at;
    if (map_get(&s->known, map_pointer_key(e), &at))
        return s->all.data[at].ast;
    struct number n = {.ast = horn_keep(s, make_truth(s, e))};
    map_put(&s->known, map_pointer_key(e), s->all.size);
    vector_push(&s->all, n);
    return n.ast;
}

void horn_forget(struct horn_solver *s)
{
    map_free(&s->known);
    vector_clear(&s->all);
    vector_clear(&s->in_range);
    vector_clear(&s->facts);
}
