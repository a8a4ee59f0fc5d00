/* Expressions and actions as terms over states (smt.h). */
#include "base/log.h"
#include "base/map.h"
#include "logic/smt_parts.h"
#include "program/float.h"

#include <assert.h>
#include <math.h>

enum { MOST_INITIAL = 1024 }; /* initial values of one array that a formula tells */

static Z3_ast bit_of(struct smt *s, Z3_ast formula)
{
    return smt_keep(s, Z3_mk_ite(s->z3, formula, as_ast(smt_value(s, 1, 1)), as_ast(smt_value(s, 1, 0))));
}

/* --- states --- */

struct smt_state *smt_state_new(struct smt *s, const char *tag)
{
    struct smt_state *state = NEW(struct smt_state);
    state->count = s->program->cells.size;
    state->cells = NEW_ARRAY(term, state->count);
    state->tag = arena_strdup(&s->words, tag);
    return state;
}

struct smt_state *smt_state_copy(struct smt *s, const struct smt_state *from)
{
    struct smt_state *state = smt_state_new(s, from->tag);
    memcpy(state->cells, from->cells, from->count * sizeof *state->cells);
    return state;
}

void smt_state_free(struct smt_state *state)
{
    if (state)
        mem_free(state->cells);
    mem_free(state);
}

static Z3_ast cell_term(struct smt *s, struct smt_state *state, uint32_t cell)
{
    if (!state->cells[cell]) {
        const struct cell *c = &s->program->cells.data[cell];
        Z3_sort sort = smt_bits(s, c->width);
        if (cell_is_array(c))
            sort = smt_keep_sort(s, Z3_mk_array_sort(s->z3, smt_bits(s, c->index_width), sort));
        state->cells[cell] = as_term(smt_named(s, sort, arena_printf(&s->words, "c%u.%s", cell, state->tag)));
    }
    return as_ast(state->cells[cell]);
}

term smt_cell(struct smt *s, struct smt_state *state, uint32_t cell) { return as_term(cell_term(s, state, cell)); }

static struct smt_state *state_of(struct smt *s, const struct smt_scope *scope, uint32_t cell)
{
    return cell_is_shared(&s->program->cells.data[cell]) ? scope->shared : scope->own;
}

/* --- translation --- */

struct translation {
    struct smt *s;
    const struct smt_scope *scope;
    struct map memo; /* expression to ast of its width */
};

static Z3_ast translate(struct translation *t, expr e);

static Z3_ast translate_leaf(struct translation *t, expr e)
{
    struct smt *s = t->s;
    switch (e->op) {
    case E_CONST: return as_ast(smt_value(s, e->width, e->value));
    case E_SELF: return as_ast(t->scope->self);
    case E_INPUT:
        return as_ast(
            smt_constant(s, e->width, arena_printf(&s->words, "i%llu.%s", (unsigned long long)e->value, t->scope->inputs)));
    case E_CELL: return cell_term(s, state_of(s, t->scope, (uint32_t)e->value), (uint32_t)e->value);
    case E_READ: {
        Z3_ast array = cell_term(s, state_of(s, t->scope, (uint32_t)e->value), (uint32_t)e->value);
        return smt_keep(s, Z3_mk_select(s->z3, array, translate(t, e->arg[0])));
    }
    default: /* E_AT */
        return bit_of(s, as_ast(t->scope->at(t->scope->context, (uint32_t)(e->value >> 32), (uint32_t)e->value,
                                             as_term(translate(t, e->arg[0])))));
    }
}

/* --- floating point, through Z3's theory: bits to numbers, the operation, and back --- */

static Z3_sort float_sort(struct smt *s, unsigned width)
{
    return smt_keep_sort(s, width == 32 ? Z3_mk_fpa_sort_single(s->z3) : Z3_mk_fpa_sort_double(s->z3));
}

static Z3_ast as_number(struct smt *s, unsigned width, Z3_ast bits)
{
    return smt_keep(s, Z3_mk_fpa_to_fp_bv(s->z3, bits, float_sort(s, width)));
}

/* The bits of a number; one that is none has those of float_nan(). */
static Z3_ast as_bits(struct smt *s, unsigned width, Z3_ast number)
{
    smt_keep(s, number);
    Z3_ast is_nan = smt_keep(s, Z3_mk_fpa_is_nan(s->z3, number)), bits = smt_keep(s, Z3_mk_fpa_to_ieee_bv(s->z3, number));
    return Z3_mk_ite(s->z3, is_nan, as_ast(smt_value(s, width, float_nan(width))), bits);
}

static Z3_ast rounding_mode(struct smt *s, enum float_rounding rounding)
{
    switch (rounding) {
    case ROUND_EVEN: return smt_keep(s, Z3_mk_fpa_rne(s->z3));
    case ROUND_AWAY: return smt_keep(s, Z3_mk_fpa_rna(s->z3));
    case ROUND_DOWN: return smt_keep(s, Z3_mk_fpa_rtn(s->z3));
    case ROUND_UP: return smt_keep(s, Z3_mk_fpa_rtp(s->z3));
    default: return smt_keep(s, Z3_mk_fpa_rtz(s->z3));
    }
}

/* The integer that a number is cut to; 0 where it does not fit. */
static Z3_ast as_integer(struct smt *s, expr e, Z3_ast number)
{
    bool is_signed = e->op == E_FTOS;
    unsigned wa = e->arg[0]->width;
    Z3_context z = s->z3;
    Z3_ast whole = smt_keep(s, Z3_mk_fpa_round_to_integral(z, rounding_mode(s, ROUND_ZERO), number));
    double low = is_signed ? -ldexp(1, (int)e->width - 1) : 0, end = ldexp(1, (int)e->width - is_signed);
    Z3_ast fits[2] = {smt_keep(s, Z3_mk_fpa_leq(z, smt_keep(s, Z3_mk_fpa_numeral_double(z, low, float_sort(s, wa))), whole)),
                      smt_keep(s, Z3_mk_fpa_lt(z, whole, smt_keep(s, Z3_mk_fpa_numeral_double(z, end, float_sort(s, wa)))))};
    Z3_ast both = smt_keep(s, Z3_mk_and(z, 2, fits));
    Z3_ast bits = smt_keep(s, is_signed ? Z3_mk_fpa_to_sbv(z, rounding_mode(s, ROUND_ZERO), number, e->width)
                                        : Z3_mk_fpa_to_ubv(z, rounding_mode(s, ROUND_ZERO), number, e->width));
    return Z3_mk_ite(z, both, bits, as_ast(smt_value(s, e->width, 0)));
}

static Z3_ast float_term(struct smt *s, expr e, Z3_ast a, Z3_ast b)
{
    Z3_context z = s->z3;
    Z3_ast even = rounding_mode(s, ROUND_EVEN);
    s->has_floats = true;
    if (e->op == E_STOF)
        return as_bits(s, e->width, Z3_mk_fpa_to_fp_signed(z, even, a, float_sort(s, e->width)));
    if (e->op == E_UTOF)
        return as_bits(s, e->width, Z3_mk_fpa_to_fp_unsigned(z, even, a, float_sort(s, e->width)));
    Z3_ast x = as_number(s, e->arg[0]->width, a), y = b ? as_number(s, e->arg[1]->width, b) : NULL;
    switch ((enum expr_op)e->op) {
    case E_FADD: return as_bits(s, e->width, Z3_mk_fpa_add(z, even, x, y));
    case E_FSUB: return as_bits(s, e->width, Z3_mk_fpa_sub(z, even, x, y));
    case E_FMUL: return as_bits(s, e->width, Z3_mk_fpa_mul(z, even, x, y));
    case E_FDIV: return as_bits(s, e->width, Z3_mk_fpa_div(z, even, x, y));
    case E_FEQ: return bit_of(s, smt_keep(s, Z3_mk_fpa_eq(z, x, y)));
    case E_FLT: return bit_of(s, smt_keep(s, Z3_mk_fpa_lt(z, x, y)));
    case E_FLE: return bit_of(s, smt_keep(s, Z3_mk_fpa_leq(z, x, y)));
    case E_FSQRT: return as_bits(s, e->width, Z3_mk_fpa_sqrt(z, even, x));
    case E_FINT: return as_bits(s, e->width, Z3_mk_fpa_round_to_integral(z, rounding_mode(s, (enum float_rounding)e->value), x));
    case E_FTOF: return as_bits(s, e->width, Z3_mk_fpa_to_fp_float(z, even, x, float_sort(s, e->width)));
    case E_FTOS:
    case E_FTOU: return as_integer(s, e, x);
    default: fatal("smt: operator %s", expr_op_name(e->op));
    }
}

static Z3_ast translate_operator(struct translation *t, expr e)
{
    Z3_context z = t->s->z3;
    Z3_ast a = translate(t, e->arg[0]), b = e->arity > 1 ? translate(t, e->arg[1]) : NULL;
    switch ((enum expr_op)e->op) {
    case E_NOT: return Z3_mk_bvnot(z, a);
    case E_NEG: return Z3_mk_bvneg(z, a);
    case E_AND: return Z3_mk_bvand(z, a, b);
    case E_OR: return Z3_mk_bvor(z, a, b);
    case E_XOR: return Z3_mk_bvxor(z, a, b);
    case E_ADD: return Z3_mk_bvadd(z, a, b);
    case E_SUB: return Z3_mk_bvsub(z, a, b);
    case E_MUL: return Z3_mk_bvmul(z, a, b);
    case E_UDIV: return Z3_mk_bvudiv(z, a, b);
    case E_SDIV: return Z3_mk_bvsdiv(z, a, b);
    case E_UREM: return Z3_mk_bvurem(z, a, b);
    case E_SREM: return Z3_mk_bvsrem(z, a, b);
    case E_SHL: return Z3_mk_bvshl(z, a, b);
    case E_LSHR: return Z3_mk_bvlshr(z, a, b);
    case E_ASHR: return Z3_mk_bvashr(z, a, b);
    case E_EQ: return bit_of(t->s, smt_keep(t->s, Z3_mk_eq(z, a, b)));
    case E_ULT: return bit_of(t->s, smt_keep(t->s, Z3_mk_bvult(z, a, b)));
    case E_ULE: return bit_of(t->s, smt_keep(t->s, Z3_mk_bvule(z, a, b)));
    case E_SLT: return bit_of(t->s, smt_keep(t->s, Z3_mk_bvslt(z, a, b)));
    case E_SLE: return bit_of(t->s, smt_keep(t->s, Z3_mk_bvsle(z, a, b)));
    case E_ITE: return Z3_mk_ite(z, as_ast(smt_formula(t->s, as_term(a))), b, translate(t, e->arg[2]));
    case E_ZEXT: return Z3_mk_zero_ext(z, e->width - e->arg[0]->width, a);
    case E_SEXT: return Z3_mk_sign_ext(z, e->width - e->arg[0]->width, a);
    case E_EXTRACT: return Z3_mk_extract(z, (unsigned)e->value + e->width - 1, (unsigned)e->value, a);
    case E_CONCAT: return Z3_mk_concat(z, a, b);
    default: return float_term(t->s, e, a, b);
    }
}

static Z3_ast translate(struct translation *t, expr e)
{
    uint64_t known;
    if (map_get(&t->memo, map_pointer_key(e), &known))
        return (Z3_ast)(uintptr_t)known;
    Z3_ast a = e->op <= E_INPUT || e->op == E_AT ? translate_leaf(t, e) : smt_keep(t->s, translate_operator(t, e));
    map_put(&t->memo, map_pointer_key(e), (uintptr_t)a);
    return a;
}

term smt_term(struct smt *s, const struct smt_scope *scope, expr e)
{
    assert(e && scope);
    struct translation t = {s, scope, {0}};
    Z3_ast a = translate(&t, e);
    map_free(&t.memo);
    return as_term(a);
}

term smt_holds(struct smt *s, const struct smt_scope *scope, expr e) { return smt_formula(s, smt_term(s, scope, e)); }

void smt_apply(struct smt *s, const struct smt_scope *scope, const struct action *a)
{
    assert(a->updates || !a->update_count);
    struct translation t = {s, scope, {0}};
    Z3_ast *index = NEW_ARRAY(Z3_ast, a->update_count), *value = NEW_ARRAY(Z3_ast, a->update_count);
    for (uint32_t i = 0; i < a->update_count; i++) {
        index[i] = a->updates[i].index ? translate(&t, a->updates[i].index) : NULL;
        value[i] = translate(&t, a->updates[i].value);
    }
    for (uint32_t i = 0; i < a->update_count; i++) {
        uint32_t cell = a->updates[i].cell;
        struct smt_state *state = state_of(s, scope, cell);
        if (index[i])
            value[i] = smt_keep(s, Z3_mk_store(s->z3, cell_term(s, state, cell), index[i], value[i]));
        state->cells[cell] = as_term(value[i]);
    }
    mem_free(index);
    mem_free(value);
    map_free(&t.memo);
}

/* Too long, or the same again for every instance. */
static bool hard_to_tell(const struct cell *c)
{
    return c->inits && (c->ranges[0].count > MOST_INITIAL || c->ranges[0].per_instance != NONE);
}

term smt_initial_value(struct smt *s, uint32_t cell)
{
    assert(cell < s->program->cells.size);
    const struct cell *c = &s->program->cells.data[cell];
    if (c->arbitrary || hard_to_tell(c))
        return NULL;
    if (!cell_is_array(c))
        return smt_value(s, c->width, c->init);
    Z3_ast array = smt_keep(s, Z3_mk_const_array(s->z3, smt_bits(s, c->index_width), as_ast(smt_value(s, c->width, c->init))));
    for (uint64_t i = 0; c->inits && i < c->ranges[0].count; i++)
        array = smt_keep(s, Z3_mk_store(s->z3, array,
                                        as_ast(smt_value(s, c->index_width, c->ranges[0].first + i * c->ranges[0].stride)),
                                        as_ast(smt_value(s, c->width, c->inits[i]))));
    return as_term(array);
}

term smt_initial(struct smt *s, struct smt_state *state, uint32_t cell)
{
    term value = smt_initial_value(s, cell);
    return value ? smt_equal(s, as_term(cell_term(s, state, cell)), value) : smt_true(s);
}

term smt_select(struct smt *s, term array, term index)
{
    return as_term(smt_keep(s, Z3_mk_select(s->z3, as_ast(array), as_ast(index))));
}

term smt_initial_at(struct smt *s, uint32_t cell, term index, term value)
{
    assert(cell < s->program->cells.size);
    const struct cell *c = &s->program->cells.data[cell];
    if (c->arbitrary || hard_to_tell(c))
        return smt_true(s);
    term all = smt_true(s), elsewhere = smt_true(s);
    for (uint64_t i = 0; c->inits && i < c->ranges[0].count; i++) {
        term here = smt_equal(s, index, smt_value(s, c->index_width, c->ranges[0].first + i * c->ranges[0].stride));
        all = smt_and(s, all, smt_implies(s, here, smt_equal(s, value, smt_value(s, c->width, c->inits[i]))));
        elsewhere = smt_and(s, elsewhere, smt_not(s, here));
    }
    return smt_and(s, all, smt_implies(s, elsewhere, smt_equal(s, value, smt_value(s, c->width, c->init))));
}
