/* From integers back to the machine, exactly: a sum is made in a width in which it cannot wrap around. */
#include "logic/horn_parts.h"

struct summand {
    expr leaf; /* a variable, or a slot of one */
    bool is_unsigned;
    wide factor;
};

struct linear {
    VECTOR(struct summand) sum;
    wide constant;
};

static const wide MOST_FACTOR = (wide)1 << 66;

static bool read_numeral(Z3_context z, Z3_ast a, wide *v)
{
    const char *digits = Z3_get_numeral_string(z, a);
    bool negative = *digits == '-';
    *v = 0;
    for (digits += negative; *digits; digits++) {
        if (*digits < '0' || *digits > '9' || *v > MOST_FACTOR)
            return false;
        *v = 10 * *v + (*digits - '0');
    }
    *v = negative ? -*v : *v;
    return true;
}

static bool add_term(struct horn_solver *s, Z3_ast a, wide factor, struct linear *l);

/* A sum as it is modulo 2^width. */
static expr sum_back(struct horn_solver *s, Z3_ast a, unsigned width)
{
    struct exprs *x = s->horn->exprs;
    struct linear l = {0};
    expr e = NULL;
    if (add_term(s, a, 1, &l)) {
        e = expr_const(x, width, (uint64_t)l.constant);
        vector_each(const struct summand *, m, &l.sum) {
            expr t = expr_resize(x, m->leaf, width, !m->is_unsigned);
            e = expr_add(x, expr_binary(x, E_MUL, t, expr_const(x, width, (uint64_t)m->factor)), e);
        }
    }
    vector_free(&l.sum);
    return e;
}

/* A variable, or a slot of an array; NULL if it is neither. */
static expr leaf_back(struct horn_solver *s, Z3_ast a, bool *is_unsigned)
{
    Z3_context z = s->z3;
    uint64_t v;
    Z3_ast index = NULL;
    if (Z3_get_ast_kind(z, a) != Z3_APP_AST)
        return NULL;
    Z3_app app = Z3_to_app(z, a);
    if (Z3_get_decl_kind(z, Z3_get_app_decl(z, app)) == Z3_OP_SELECT) {
        a = Z3_get_app_arg(z, app, 0);
        index = Z3_get_app_arg(z, app, 1);
    }
    if (!map_get(&s->by_constant, map_pointer_key(a), &v))
        return NULL;
    const struct horn_variable *x = &s->horn->variables.data[v];
    *is_unsigned = x->is_unsigned;
    if (!index)
        return x->index_width ? NULL : expr_cell(s->horn->exprs, x->width, (uint32_t)v);
    expr i = sum_back(s, index, x->index_width);
    return i ? expr_read(s->horn->exprs, x->width, (uint32_t)v, i) : NULL;
}

static void add_summand(struct linear *l, expr leaf, bool is_unsigned, wide factor)
{
    vector_each(struct summand *, m, &l->sum)
        if (m->leaf == leaf) {
            m->factor += factor;
            return;
        }
    vector_push(&l->sum, (struct summand){leaf, is_unsigned, factor});
}

/* Adds factor * a; false if a is not linear. */
static bool add_term(struct horn_solver *s, Z3_ast a, wide factor, struct linear *l)
{
    Z3_context z = s->z3;
    bool is_unsigned;
    wide v;
    if (Z3_get_ast_kind(z, a) == Z3_NUMERAL_AST) {
        if (!read_numeral(z, a, &v) || factor > MOST_FACTOR || factor < -MOST_FACTOR || (v > 1 << 30 && factor > (wide)1 << 60))
            return false;
        l->constant += factor * v;
        return true;
    }
    expr leaf = leaf_back(s, a, &is_unsigned);
    if (leaf && leaf->width > 1) {
        add_summand(l, leaf, is_unsigned, factor);
        return true;
    }
    if (leaf || Z3_get_ast_kind(z, a) != Z3_APP_AST)
        return false;
    Z3_app app = Z3_to_app(z, a);
    unsigned count = Z3_get_app_num_args(z, app);
    Z3_decl_kind op = Z3_get_decl_kind(z, Z3_get_app_decl(z, app));
    if (op == Z3_OP_MUL)
        return count == 2 && Z3_get_ast_kind(z, Z3_get_app_arg(z, app, 0)) == Z3_NUMERAL_AST &&
               read_numeral(z, Z3_get_app_arg(z, app, 0), &v) && v < 1 << 30 && v > -(1 << 30) && factor < 1 << 30 &&
               factor > -(1 << 30) && add_term(s, Z3_get_app_arg(z, app, 1), factor * v, l);
    if (op != Z3_OP_ADD && op != Z3_OP_SUB && op != Z3_OP_UMINUS)
        return false;
    for (unsigned i = 0; i < count; i++)
        if (!add_term(s, Z3_get_app_arg(z, app, i), op == Z3_OP_UMINUS || (op == Z3_OP_SUB && i) ? -factor : factor, l))
            return false;
    return true;
}

/* --- comparisons --- */

static wide floor_divided(wide a, wide b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }

/* One leaf against a number. */
static expr compare_one(struct horn_solver *s, const struct summand *m, wide constant, bool equal)
{
    struct exprs *x = s->horn->exprs;
    struct range r = range_of(m->leaf->width, m->is_unsigned);
    enum expr_op most = m->is_unsigned ? E_ULE : E_SLE;
    bool up = m->factor > 0;
    wide bound = up ? floor_divided(-constant, m->factor) : -floor_divided(-constant, -m->factor); /* leaf <= or >= bound */
    if (equal && bound * m->factor + constant != 0)
        return expr_bool(x, false);
    if (bound > r.high || bound < r.low)
        return expr_bool(x, !equal && (bound > r.high) == up);
    expr number = expr_const(x, m->leaf->width, (uint64_t)bound);
    return equal ? expr_eq(x, m->leaf, number) : up ? expr_binary(x, most, m->leaf, number) : expr_binary(x, most, number, m->leaf);
}

/* a - b <= d. */
static expr compare_two(struct horn_solver *s, expr a, expr b, wide d, bool is_unsigned)
{
    assert(a->width == b->width);
    struct exprs *x = s->horn->exprs;
    expr at_most = expr_binary(x, is_unsigned ? E_ULE : E_SLE, a, b);
    wide size = (wide)1 << a->width;
    if (d <= -size || d >= size)
        return expr_bool(x, d > 0);
    if (d >= 0) {
        expr near = expr_binary(x, E_ULE, expr_sub(x, a, b), expr_const(x, a->width, (uint64_t)d));
        return d ? expr_or(x, at_most, near) : at_most;
    }
    expr far = expr_binary(x, E_ULE, expr_const(x, a->width, (uint64_t)-d), expr_sub(x, b, a));
    return expr_and(x, at_most, far);
}

/* In a width that has room for all; NULL if there is none. */
static expr compare_widely(struct horn_solver *s, const struct linear *l, bool equal)
{
    struct exprs *x = s->horn->exprs;
    wide most = l->constant < 0 ? -l->constant : l->constant;
    unsigned width = 2;
    vector_each(const struct summand *, m, &l->sum) {
        wide factor = m->factor < 0 ? -m->factor : m->factor;
        if (factor > (wide)1 << 60)
            return NULL;
        most += factor << m->leaf->width;
    }
    while (width <= 64 && most >= (wide)1 << (width - 1))
        width++;
    if (width > 64)
        return NULL;
    expr side[2] = {expr_const(x, width, l->constant > 0 ? (uint64_t)l->constant : 0),
                    expr_const(x, width, l->constant < 0 ? (uint64_t)-l->constant : 0)};
    vector_each(const struct summand *, m, &l->sum) {
        expr t = expr_resize(x, m->leaf, width, !m->is_unsigned);
        uint64_t factor = (uint64_t)(m->factor < 0 ? -m->factor : m->factor);
        expr *to = &side[m->factor < 0];
        *to = expr_add(x, *to, expr_binary(x, E_MUL, t, expr_const(x, width, factor)));
    }
    return equal ? expr_eq(x, side[0], side[1]) : expr_binary(x, E_SLE, side[0], side[1]);
}

/* sum + constant <= 0, or == 0. */
static expr compare(struct horn_solver *s, struct linear *l, bool equal)
{
    struct exprs *x = s->horn->exprs;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < l->sum.size; i++)
        if (l->sum.data[i].factor)
            l->sum.data[kept++] = l->sum.data[i];
    l->sum.size = kept;
    const struct summand *m = l->sum.data;
    if (kept == 0)
        return expr_bool(x, equal ? l->constant == 0 : l->constant <= 0);
    if (kept == 1)
        return compare_one(s, m, l->constant, equal);
    bool opposite = kept == 2 && m[0].factor == -m[1].factor && (m[0].factor == 1 || m[1].factor == 1) &&
                    m[0].is_unsigned == m[1].is_unsigned && m[0].leaf->width == m[1].leaf->width;
    if (!opposite)
        return compare_widely(s, l, equal);
    expr a = m[m[0].factor < 0].leaf, b = m[m[0].factor > 0].leaf;
    expr e = compare_two(s, a, b, -l->constant, m->is_unsigned);
    if (equal)
        e = l->constant ? expr_and(x, e, compare_two(s, b, a, l->constant, m->is_unsigned)) : expr_eq(x, a, b);
    return e;
}

/* a op b, of integers. */
static expr comparison_back(struct horn_solver *s, Z3_ast a, Z3_ast b, Z3_decl_kind op)
{
    struct linear l = {0};
    bool turned = op == Z3_OP_GE || op == Z3_OP_GT;
    bool linear = add_term(s, a, turned ? -1 : 1, &l) && add_term(s, b, turned ? 1 : -1, &l);
    l.constant += op == Z3_OP_GT || op == Z3_OP_LT;
    expr e = linear ? compare(s, &l, op == Z3_OP_EQ) : NULL;
    vector_free(&l.sum);
    return e;
}

/* --- formulas --- */

static expr joined_back(struct horn_solver *s, Z3_app app, enum expr_op op)
{
    struct exprs *x = s->horn->exprs;
    expr all = expr_bool(x, op == E_AND);
    for (unsigned i = 0; all && i < Z3_get_app_num_args(s->z3, app); i++) {
        expr e = horn_back(s, Z3_get_app_arg(s->z3, app, i));
        all = e ? expr_binary(x, op, all, e) : NULL;
    }
    return all;
}

static expr equation_back(struct horn_solver *s, Z3_ast a, Z3_ast b)
{
    if (Z3_get_sort(s->z3, a) == s->integer)
        return comparison_back(s, a, b, Z3_OP_EQ);
    if (Z3_get_sort(s->z3, a) != s->truth)
        return NULL;
    expr x = horn_back(s, a), y = x ? horn_back(s, b) : NULL;
    return y ? expr_eq(s->horn->exprs, x, y) : NULL;
}

static expr choice_back(struct horn_solver *s, Z3_app app)
{
    expr part[3];
    for (unsigned i = 0; i < 3; i++)
        if (!(part[i] = horn_back(s, Z3_get_app_arg(s->z3, app, i))))
            return NULL;
    return expr_ite(s->horn->exprs, part[0], part[1], part[2]);
}

expr horn_back(struct horn_solver *s, Z3_ast a)
{
    Z3_context z = s->z3;
    struct exprs *x = s->horn->exprs;
    bool is_unsigned;
    expr e = leaf_back(s, a, &is_unsigned);
    if (e || Z3_get_ast_kind(z, a) != Z3_APP_AST)
        return e && e->width == 1 ? e : NULL;
    Z3_app app = Z3_to_app(z, a);
    Z3_decl_kind op = Z3_get_decl_kind(z, Z3_get_app_decl(z, app));
    unsigned count = Z3_get_app_num_args(z, app);
    Z3_ast first = count ? Z3_get_app_arg(z, app, 0) : NULL, second = count > 1 ? Z3_get_app_arg(z, app, 1) : NULL;
    switch (op) {
    case Z3_OP_TRUE: return expr_bool(x, true);
    case Z3_OP_FALSE: return expr_bool(x, false);
    case Z3_OP_NOT: e = horn_back(s, first); return e ? expr_not(x, e) : NULL;
    case Z3_OP_AND: return joined_back(s, app, E_AND);
    case Z3_OP_OR: return joined_back(s, app, E_OR);
    case Z3_OP_ITE: return choice_back(s, app);
    case Z3_OP_EQ:
    case Z3_OP_IFF: return count == 2 ? equation_back(s, first, second) : NULL;
    case Z3_OP_LE:
    case Z3_OP_LT:
    case Z3_OP_GE:
    case Z3_OP_GT: return comparison_back(s, first, second, op);
    default: return NULL;
    }
}
