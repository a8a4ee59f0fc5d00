#include "logic/integers.h"

#include "base/log.h"

static void on_error(Z3_context c, Z3_error_code e) { log_debug("z3: %s", Z3_get_error_msg(c, e)); }

void integers_init(struct integers *n, struct exprs *x, const struct bitset *is_unsigned)
{
    *n = (struct integers){.exprs = x, .is_unsigned = is_unsigned};
    Z3_config config = Z3_mk_config();
    n->z3 = Z3_mk_context_rc(config);
    Z3_del_config(config);
    Z3_set_error_handler(n->z3, on_error);
    n->integer = Z3_mk_int_sort(n->z3);
    integers_keep(n, Z3_sort_to_ast(n->z3, n->integer));
    n->truth = Z3_mk_bool_sort(n->z3);
    integers_keep(n, Z3_sort_to_ast(n->z3, n->truth));
}

void integers_free(struct integers *n)
{
    vector_each(Z3_ast *, a, &n->kept)
        Z3_dec_ref(n->z3, *a);
    Z3_del_context(n->z3);
    vector_free(&n->kept);
    vector_free(&n->symbols);
    map_free(&n->terms);
    map_free(&n->by_constant);
    map_free(&n->by_meaning);
}

Z3_ast integers_keep(struct integers *n, Z3_ast a)
{
    if (!a) {
        n->failed = true;
        a = Z3_mk_true(n->z3);
    }
    Z3_inc_ref(n->z3, a);
    vector_push(&n->kept, a);
    return a;
}

/* --- to integers --- */

static Z3_ast translate(struct integers *n, expr e);

static Z3_ast symbol(struct integers *n, expr e)
{
    uint64_t known;
    if (map_get(&n->by_meaning, map_pointer_key(e), &known))
        return n->symbols.data[known].constant;
    char name[32];
    uint32_t id = n->symbols.size;
    snprintf(name, sizeof name, "s%u", id);
    struct symbol s = {.meaning = e, .sort = e->width == 1 ? n->truth : n->integer};
    s.constant = integers_keep(n, Z3_mk_const(n->z3, Z3_mk_string_symbol(n->z3, name), s.sort));
    s.is_unsigned = e->op == E_CELL && e->width > 1 && n->is_unsigned && bitset_has(n->is_unsigned, (uint32_t)e->value);
    vector_push(&n->symbols, s);
    map_put(&n->by_meaning, map_pointer_key(e), id);
    map_put(&n->by_constant, map_pointer_key(s.constant), id);
    return s.constant;
}

static Z3_ast number(struct integers *n, int64_t v) { return integers_keep(n, Z3_mk_int64(n->z3, v, n->integer)); }

static Z3_ast scaled(struct integers *n, int64_t factor, expr e)
{
    Z3_ast both[] = {number(n, factor), translate(n, e)};
    return Z3_mk_mul(n->z3, 2, both);
}

/* In an unsigned comparison a constant is what it is as an unsigned number. */
static Z3_ast compared(struct integers *n, expr e, bool is_unsigned)
{
    if (is_unsigned && expr_is_const(e) && e->value <= INT64_MAX)
        return number(n, (int64_t)e->value);
    return translate(n, e);
}

static Z3_ast comparison(struct integers *n, expr e)
{
    bool is_unsigned = e->op == E_ULT || e->op == E_ULE, strict = e->op == E_ULT || e->op == E_SLT;
    if (e->arg[0]->width == 1)
        return symbol(n, e);
    Z3_ast a = compared(n, e->arg[0], is_unsigned), b = compared(n, e->arg[1], is_unsigned);
    return strict ? Z3_mk_lt(n->z3, a, b) : Z3_mk_le(n->z3, a, b);
}

static Z3_ast truth_operator(struct integers *n, expr e)
{
    Z3_context z = n->z3;
    Z3_ast ab[2] = {NULL, NULL};
    for (unsigned i = 0; i < 2 && i < e->arity; i++)
        ab[i] = translate(n, e->arg[i]);
    switch ((enum expr_op)e->op) {
    case E_NOT: return Z3_mk_not(z, ab[0]);
    case E_AND: return Z3_mk_and(z, 2, ab);
    case E_OR: return Z3_mk_or(z, 2, ab);
    case E_XOR: return Z3_mk_xor(z, ab[0], ab[1]);
    case E_EQ: return Z3_mk_eq(z, ab[0], ab[1]);
    default: return Z3_mk_ite(z, ab[0], ab[1], translate(n, e->arg[2])); /* E_ITE */
    }
}

static Z3_ast truth(struct integers *n, expr e)
{
    switch ((enum expr_op)e->op) {
    case E_CONST: return e->value ? Z3_mk_true(n->z3) : Z3_mk_false(n->z3);
    case E_NOT:
    case E_AND:
    case E_OR:
    case E_XOR:
    case E_EQ:
    case E_ITE: return truth_operator(n, e);
    case E_ULT:
    case E_ULE:
    case E_SLT:
    case E_SLE: return comparison(n, e);
    default: return symbol(n, e);
    }
}

static Z3_ast extended(struct integers *n, expr e)
{
    if (e->arg[0]->width > 1)
        return translate(n, e->arg[0]);
    Z3_ast bit = translate(n, e->arg[0]), one = number(n, e->op == E_SEXT ? -1 : 1), zero = number(n, 0);
    return Z3_mk_ite(n->z3, bit, one, zero);
}

static Z3_ast product(struct integers *n, expr e)
{
    for (unsigned i = 0; i < 2; i++)
        if (expr_is_const(e->arg[i]))
            return scaled(n, sign_extend(e->arg[i]->value, e->width), e->arg[1 - i]);
    return symbol(n, e);
}

static Z3_ast arithmetic(struct integers *n, expr e)
{
    Z3_ast ab[2] = {translate(n, e->arg[0]), NULL};
    switch ((enum expr_op)e->op) {
    case E_ADD: ab[1] = translate(n, e->arg[1]); return Z3_mk_add(n->z3, 2, ab);
    case E_SUB: ab[1] = translate(n, e->arg[1]); return Z3_mk_sub(n->z3, 2, ab);
    case E_NEG: return Z3_mk_unary_minus(n->z3, ab[0]);
    default: /* E_NOT */
        ab[0] = integers_keep(n, Z3_mk_unary_minus(n->z3, ab[0]));
        ab[1] = number(n, -1);
        return Z3_mk_add(n->z3, 2, ab);
    }
}

static Z3_ast integer(struct integers *n, expr e)
{
    switch ((enum expr_op)e->op) {
    case E_CONST: return number(n, sign_extend(e->value, e->width));
    case E_ADD:
    case E_SUB:
    case E_NEG:
    case E_NOT: return arithmetic(n, e);
    case E_MUL: return product(n, e);
    case E_SHL:
        if (expr_is_const(e->arg[1]) && e->arg[1]->value < 31)
            return scaled(n, INT64_C(1) << e->arg[1]->value, e->arg[0]);
        return symbol(n, e);
    case E_ZEXT:
    case E_SEXT: return extended(n, e);
    case E_EXTRACT: return e->value ? symbol(n, e) : translate(n, e->arg[0]);
    case E_ITE: {
        Z3_ast c = translate(n, e->arg[0]), a = translate(n, e->arg[1]);
        return Z3_mk_ite(n->z3, c, a, translate(n, e->arg[2]));
    }
    default: return symbol(n, e);
    }
}

static Z3_ast translate(struct integers *n, expr e)
{
    uint64_t known;
    if (map_get(&n->terms, map_pointer_key(e), &known))
        return (Z3_ast)(uintptr_t)known;
    Z3_ast a = integers_keep(n, e->width == 1 ? truth(n, e) : integer(n, e));
    map_put(&n->terms, map_pointer_key(e), (uintptr_t)a);
    return a;
}

/* --- formulas --- */

static void symbols_in(struct integers *n, Z3_ast a, struct map *seen, struct bitset *out)
{
    uint64_t id;
    if (map_get(seen, map_pointer_key(a), NULL) || Z3_get_ast_kind(n->z3, a) != Z3_APP_AST)
        return;
    map_put(seen, map_pointer_key(a), 0);
    if (map_get(&n->by_constant, map_pointer_key(a), &id))
        bitset_add(out, (uint32_t)id);
    Z3_app app = Z3_to_app(n->z3, a);
    for (unsigned i = 0; i < Z3_get_app_num_args(n->z3, app); i++)
        symbols_in(n, Z3_get_app_arg(n->z3, app, i), seen, out);
}

Z3_ast integers_formula(struct integers *n, expr e, struct bitset *symbols)
{
    struct map seen = {0};
    struct bitset own = {0};
    Z3_ast a = translate(n, e);
    symbols_in(n, a, &seen, &own);
    bitset_each(s, &own) {
        if (!n->symbols.data[s].is_unsigned)
            continue;
        Z3_ast both[] = {a, integers_keep(n, Z3_mk_ge(n->z3, n->symbols.data[s].constant, number(n, 0)))};
        a = integers_keep(n, Z3_mk_and(n->z3, 2, both));
    }
    bitset_unite(symbols, &own);
    bitset_free(&own);
    map_free(&seen);
    return a;
}
