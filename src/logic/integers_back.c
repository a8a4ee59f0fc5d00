/* From linear arithmetic back to machine expressions (integers.h). A comparison is brought into the form "positive
 * terms against negative terms" first, so that nothing is subtracted that was not: x - y + 1 <= 0 becomes x < y. */
#include "logic/integers.h"

#include "logic/atoms.h"

struct summand {
    uint32_t symbol;
    int64_t factor;
};

struct linear {
    VECTOR(struct summand) sum;
    int64_t constant;
};

enum { MOST_FACTOR = 1 << 20 };

static bool add_summand(struct linear *l, uint32_t symbol, int64_t factor)
{
    vector_each(struct summand *, s, &l->sum)
        if (s->symbol == symbol) {
            s->factor += factor;
            return true;
        }
    vector_push(&l->sum, (struct summand){symbol, factor});
    return true;
}

/* Adds factor * a; false if a is not linear. */
static bool add_term(struct integers *n, Z3_ast a, int64_t factor, struct linear *l)
{
    Z3_context z = n->z3;
    uint64_t id;
    int64_t v;
    if (factor > MOST_FACTOR || factor < -MOST_FACTOR)
        return false;
    if (map_get(&n->by_constant, map_pointer_key(a), &id))
        return add_summand(l, (uint32_t)id, factor);
    if (Z3_get_ast_kind(z, a) == Z3_NUMERAL_AST) {
        if (!Z3_get_numeral_int64(z, a, &v) || v > INT32_MAX * INT64_C(4) || v < INT32_MIN * INT64_C(4))
            return false;
        l->constant += factor * v;
        return true;
    }
    if (Z3_get_ast_kind(z, a) != Z3_APP_AST)
        return false;
    Z3_app app = Z3_to_app(z, a);
    unsigned count = Z3_get_app_num_args(z, app);
    switch (Z3_get_decl_kind(z, Z3_get_app_decl(z, app))) {
    case Z3_OP_ADD:
        for (unsigned i = 0; i < count; i++)
            if (!add_term(n, Z3_get_app_arg(z, app, i), factor, l))
                return false;
        return true;
    case Z3_OP_SUB:
        for (unsigned i = 0; i < count; i++)
            if (!add_term(n, Z3_get_app_arg(z, app, i), i ? -factor : factor, l))
                return false;
        return true;
    case Z3_OP_UMINUS: return add_term(n, Z3_get_app_arg(z, app, 0), -factor, l);
    case Z3_OP_MUL:
        return count == 2 && Z3_get_ast_kind(z, Z3_get_app_arg(z, app, 0)) == Z3_NUMERAL_AST &&
               Z3_get_numeral_int64(z, Z3_get_app_arg(z, app, 0), &v) && v < MOST_FACTOR && v > -MOST_FACTOR &&
               add_term(n, Z3_get_app_arg(z, app, 1), factor * v, l);
    default: return false;
    }
}

struct sides {
    expr side[2]; /* positive and negative summands, or NULL */
    unsigned width;
    bool is_unsigned;
};

static void split_sides(struct integers *n, const struct linear *l, struct sides *s)
{
    struct exprs *x = n->exprs;
    *s = (struct sides){.width = 1};
    vector_each(const struct summand *, m, &l->sum) {
        const struct symbol *y = &n->symbols.data[m->symbol];
        s->width = y->meaning->width > s->width && m->factor ? y->meaning->width : s->width;
        s->is_unsigned |= y->is_unsigned && m->factor;
    }
    vector_each(const struct summand *, m, &l->sum) {
        if (!m->factor)
            continue;
        int64_t factor = m->factor < 0 ? -m->factor : m->factor;
        expr *side = &s->side[m->factor < 0];
        expr e = expr_resize(x, n->symbols.data[m->symbol].meaning, s->width, !n->symbols.data[m->symbol].is_unsigned);
        if (factor != 1)
            e = expr_binary(x, E_MUL, e, expr_const(x, s->width, (uint64_t)factor));
        *side = *side ? expr_add(x, *side, e) : e;
    }
}

static expr with_constant(struct integers *n, const struct sides *s, expr side, int64_t v)
{
    expr c = expr_const(n->exprs, s->width, (uint64_t)v);
    return side ? expr_add(n->exprs, side, c) : c;
}

/* A constant that has no place in the width; what is compared is always true or always false, whatever. */
static bool fits(const struct sides *s, int64_t v)
{
    int64_t limit = s->width >= 63 ? INT64_MAX : INT64_C(1) << (s->is_unsigned ? s->width : s->width - 1);
    return v < limit && v > -limit;
}

/* positive - negative + constant <= 0, or == 0. */
static expr compare(struct integers *n, const struct linear *l, bool equal)
{
    struct exprs *x = n->exprs;
    struct sides s;
    split_sides(n, l, &s);
    if (!s.side[0] && !s.side[1])
        return expr_bool(x, equal ? l->constant == 0 : l->constant <= 0);
    if (s.width < 2 || !fits(&s, l->constant))
        return NULL;
    bool on_left = l->constant > 0 && s.side[0] && s.side[1];
    expr left = on_left && l->constant > 1 ? with_constant(n, &s, s.side[0], l->constant) : s.side[0];
    expr right = on_left ? s.side[1] : with_constant(n, &s, s.side[1], -l->constant);
    if (!left) { /* constant <= negative */
        left = expr_const(x, s.width, (uint64_t)l->constant);
        right = s.side[1];
        if (s.is_unsigned && l->constant <= 0)
            return equal ? expr_eq(x, left, right) : expr_bool(x, true);
    } else if (!s.side[1] && s.is_unsigned && l->constant > 0) {
        return expr_bool(x, false);
    }
    bool strict = on_left && l->constant == 1;
    if (equal)
        return expr_eq(x, strict ? with_constant(n, &s, s.side[0], 1) : left, right);
    return expr_binary(x, s.is_unsigned ? (strict ? E_ULT : E_ULE) : (strict ? E_SLT : E_SLE), left, right);
}

/* a op b, of integers. */
static expr comparison_back(struct integers *n, Z3_ast a, Z3_ast b, Z3_decl_kind op)
{
    struct linear l = {0};
    bool turned = op == Z3_OP_GE || op == Z3_OP_GT;
    bool linear = add_term(n, a, turned ? -1 : 1, &l) && add_term(n, b, turned ? 1 : -1, &l);
    l.constant += op == Z3_OP_GT || op == Z3_OP_LT;
    expr e = linear ? compare(n, &l, op == Z3_OP_EQ) : NULL;
    vector_free(&l.sum);
    return e;
}

/* a <= b and b <= a. */
static bool are_opposite(expr e, expr f)
{
    return e->op == f->op && (e->op == E_SLE || e->op == E_ULE) && e->arg[0] == f->arg[1] && e->arg[1] == f->arg[0];
}

/* Adds a conjunct; two bounds that make an equation become one. */
static void add_conjunct(struct integers *n, expr_vector *list, expr e)
{
    vector_each(expr *, f, list)
        if (are_opposite(*f, e)) {
            *f = expr_eq(n->exprs, e->arg[0], e->arg[1]);
            return;
        }
    vector_push(list, e);
}

static expr joined_back(struct integers *n, Z3_app app, enum expr_op op)
{
    expr_vector list = {0};
    expr all = expr_bool(n->exprs, op == E_AND);
    for (unsigned i = 0; all && i < Z3_get_app_num_args(n->z3, app); i++) {
        expr e = integers_back(n, Z3_get_app_arg(n->z3, app, i));
        if (e && op == E_AND)
            add_conjunct(n, &list, e);
        else if (e)
            vector_push(&list, e);
        else
            all = NULL;
    }
    vector_each(const expr *, e, &list)
        all = all ? expr_binary(n->exprs, op, all, *e) : NULL;
    vector_free(&list);
    return all;
}

static expr equation_back(struct integers *n, Z3_ast a, Z3_ast b)
{
    if (Z3_get_sort(n->z3, a) == n->integer)
        return comparison_back(n, a, b, Z3_OP_EQ);
    expr x = integers_back(n, a), y = x ? integers_back(n, b) : NULL;
    return y ? expr_eq(n->exprs, x, y) : NULL;
}

expr integers_back(struct integers *n, Z3_ast a)
{
    Z3_context z = n->z3;
    uint64_t id;
    if (map_get(&n->by_constant, map_pointer_key(a), &id))
        return n->symbols.data[id].meaning->width == 1 ? n->symbols.data[id].meaning : NULL;
    if (Z3_get_ast_kind(z, a) != Z3_APP_AST)
        return NULL;
    Z3_app app = Z3_to_app(z, a);
    Z3_decl_kind op = Z3_get_decl_kind(z, Z3_get_app_decl(z, app));
    unsigned count = Z3_get_app_num_args(z, app);
    Z3_ast first = count ? Z3_get_app_arg(z, app, 0) : NULL, second = count > 1 ? Z3_get_app_arg(z, app, 1) : NULL;
    expr e;
    switch (op) {
    case Z3_OP_TRUE: return expr_bool(n->exprs, true);
    case Z3_OP_FALSE: return expr_bool(n->exprs, false);
    case Z3_OP_NOT: e = integers_back(n, first); return e ? expr_not(n->exprs, e) : NULL;
    case Z3_OP_AND: return joined_back(n, app, E_AND);
    case Z3_OP_OR: return joined_back(n, app, E_OR);
    case Z3_OP_EQ:
    case Z3_OP_IFF: return count == 2 ? equation_back(n, first, second) : NULL;
    case Z3_OP_LE:
    case Z3_OP_LT:
    case Z3_OP_GE:
    case Z3_OP_GT: return comparison_back(n, first, second, op);
    default: return NULL;
    }
}
