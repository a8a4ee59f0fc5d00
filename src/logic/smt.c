#include "logic/smt.h"

#include "base/arena.h"
#include "base/clock.h"
#include "base/log.h"
#include "base/map.h"

#include <stdio.h>
#include <z3.h>

enum { MOST_INITIAL = 1024 }; /* initial values of one array that a formula tells */

struct smt {
    const struct program *program;
    Z3_context z3;
    Z3_solver solver;
    Z3_model model;           /* of the last SMT_SAT, or NULL */
    VECTOR(Z3_ast) kept;      /* one reference each, until the end */
    Z3_sort bits[65];         /* bit-vectors by width, made on demand */
    uint32_t fresh;
    bool broken;              /* Z3 reported an error since the last question */
    struct arena words;
    struct smt_statistics statistics;
};

static void on_error(Z3_context c, Z3_error_code e)
{
    log_debug("z3: %s", Z3_get_error_msg(c, e));
}

/* Every ast goes through here at once: with reference counting only the last one returned is alive. */
static Z3_ast keep(struct smt *s, Z3_ast a)
{
    if (!a) {
        s->broken = true;
        a = Z3_mk_true(s->z3);
    }
    Z3_inc_ref(s->z3, a);
    vector_push(&s->kept, a);
    return a;
}

static term as_term(Z3_ast a) { return (term)a; }
static Z3_ast as_ast(term t) { return (Z3_ast)t; }

struct smt *smt_new(const struct program *p)
{
    struct smt *s = NEW(struct smt);
    s->program = p;
    Z3_config config = Z3_mk_config();
    s->z3 = Z3_mk_context_rc(config);
    Z3_del_config(config);
    Z3_set_error_handler(s->z3, on_error);
    s->solver = Z3_mk_solver_for_logic(s->z3, Z3_mk_string_symbol(s->z3, "QF_ABV"));
    Z3_solver_inc_ref(s->z3, s->solver);
    return s;
}

void smt_free(struct smt *s)
{
    if (!s)
        return;
    if (s->model)
        Z3_model_dec_ref(s->z3, s->model);
    Z3_solver_dec_ref(s->z3, s->solver);
    vector_each(Z3_ast *, a, &s->kept) Z3_dec_ref(s->z3, *a);
    Z3_del_context(s->z3);
    vector_free(&s->kept);
    arena_release(&s->words);
    mem_free(s);
}

void smt_set_timeout(struct smt *s, unsigned milliseconds)
{
    Z3_params p = Z3_mk_params(s->z3);
    Z3_params_inc_ref(s->z3, p);
    Z3_params_set_uint(s->z3, p, Z3_mk_string_symbol(s->z3, "timeout"), milliseconds);
    Z3_solver_set_params(s->z3, s->solver, p);
    Z3_params_dec_ref(s->z3, p);
}

/* --- terms --- */

static Z3_sort keep_sort(struct smt *s, Z3_sort sort)
{
    keep(s, Z3_sort_to_ast(s->z3, sort));
    return sort;
}

static Z3_sort bits(struct smt *s, unsigned width)
{
    if (!s->bits[width])
        s->bits[width] = keep_sort(s, Z3_mk_bv_sort(s->z3, width));
    return s->bits[width];
}

static Z3_ast named(struct smt *s, Z3_sort sort, const char *name)
{
    return keep(s, Z3_mk_const(s->z3, Z3_mk_string_symbol(s->z3, name), sort));
}

term smt_constant(struct smt *s, unsigned width, const char *name) { return as_term(named(s, bits(s, width), name)); }

term smt_fresh(struct smt *s, unsigned width, const char *prefix)
{
    return smt_constant(s, width, arena_printf(&s->words, "%s!%u", prefix, s->fresh++));
}

term smt_value(struct smt *s, unsigned width, uint64_t value)
{
    return as_term(keep(s, Z3_mk_unsigned_int64(s->z3, value & width_mask(width), bits(s, width))));
}

term smt_label(struct smt *s, const char *name) { return as_term(named(s, Z3_mk_bool_sort(s->z3), name)); }

term smt_true(struct smt *s) { return as_term(keep(s, Z3_mk_true(s->z3))); }
term smt_not(struct smt *s, term a) { return as_term(keep(s, Z3_mk_not(s->z3, as_ast(a)))); }
term smt_and(struct smt *s, term a, term b) { return as_term(keep(s, Z3_mk_and(s->z3, 2, (Z3_ast[]){as_ast(a), as_ast(b)}))); }
term smt_or(struct smt *s, term a, term b) { return as_term(keep(s, Z3_mk_or(s->z3, 2, (Z3_ast[]){as_ast(a), as_ast(b)}))); }
term smt_implies(struct smt *s, term a, term b) { return as_term(keep(s, Z3_mk_implies(s->z3, as_ast(a), as_ast(b)))); }
term smt_equal(struct smt *s, term a, term b) { return as_term(keep(s, Z3_mk_eq(s->z3, as_ast(a), as_ast(b)))); }
term smt_formula(struct smt *s, term bit) { return smt_equal(s, bit, smt_value(s, 1, 1)); }

static Z3_ast bit_of(struct smt *s, Z3_ast formula)
{
    return keep(s, Z3_mk_ite(s->z3, formula, as_ast(smt_value(s, 1, 1)), as_ast(smt_value(s, 1, 0))));
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
        Z3_sort sort = bits(s, c->width);
        if (cell_is_array(c))
            sort = keep_sort(s, Z3_mk_array_sort(s->z3, bits(s, c->index_width), sort));
        state->cells[cell] = as_term(named(s, sort, arena_printf(&s->words, "c%u.%s", cell, state->tag)));
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
        return as_ast(smt_constant(s, e->width, arena_printf(&s->words, "i%llu.%s", (unsigned long long)e->value, t->scope->inputs)));
    case E_CELL: return cell_term(s, state_of(s, t->scope, (uint32_t)e->value), (uint32_t)e->value);
    case E_READ: {
        Z3_ast array = cell_term(s, state_of(s, t->scope, (uint32_t)e->value), (uint32_t)e->value);
        return keep(s, Z3_mk_select(s->z3, array, translate(t, e->arg[0])));
    }
    default: /* E_AT */
        return bit_of(s, as_ast(t->scope->at(t->scope->context, (uint32_t)(e->value >> 32), (uint32_t)e->value,
                                             as_term(translate(t, e->arg[0])))));
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
    case E_EQ: return bit_of(t->s, keep(t->s, Z3_mk_eq(z, a, b)));
    case E_ULT: return bit_of(t->s, keep(t->s, Z3_mk_bvult(z, a, b)));
    case E_ULE: return bit_of(t->s, keep(t->s, Z3_mk_bvule(z, a, b)));
    case E_SLT: return bit_of(t->s, keep(t->s, Z3_mk_bvslt(z, a, b)));
    case E_SLE: return bit_of(t->s, keep(t->s, Z3_mk_bvsle(z, a, b)));
    case E_ITE: return Z3_mk_ite(z, as_ast(smt_formula(t->s, as_term(a))), b, translate(t, e->arg[2]));
    case E_ZEXT: return Z3_mk_zero_ext(z, e->width - e->arg[0]->width, a);
    case E_SEXT: return Z3_mk_sign_ext(z, e->width - e->arg[0]->width, a);
    case E_EXTRACT: return Z3_mk_extract(z, (unsigned)e->value + e->width - 1, (unsigned)e->value, a);
    case E_CONCAT: return Z3_mk_concat(z, a, b);
    default: fatal("smt: operator %s", expr_op_name(e->op));
    }
}

static Z3_ast translate(struct translation *t, expr e)
{
    uint64_t known;
    if (map_get(&t->memo, map_pointer_key(e), &known))
        return (Z3_ast)(uintptr_t)known;
    Z3_ast a = e->op <= E_INPUT || e->op == E_AT ? translate_leaf(t, e) : keep(t->s, translate_operator(t, e));
    map_put(&t->memo, map_pointer_key(e), (uintptr_t)a);
    return a;
}

term smt_term(struct smt *s, const struct smt_scope *scope, expr e)
{
    struct translation t = {s, scope, {0}};
    Z3_ast a = translate(&t, e);
    map_free(&t.memo);
    return as_term(a);
}

term smt_holds(struct smt *s, const struct smt_scope *scope, expr e) { return smt_formula(s, smt_term(s, scope, e)); }

void smt_apply(struct smt *s, const struct smt_scope *scope, const struct action *a)
{
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
            value[i] = keep(s, Z3_mk_store(s->z3, cell_term(s, state, cell), index[i], value[i]));
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
    const struct cell *c = &s->program->cells.data[cell];
    if (c->arbitrary || hard_to_tell(c))
        return NULL;
    if (!cell_is_array(c))
        return smt_value(s, c->width, c->init);
    Z3_ast array = keep(s, Z3_mk_const_array(s->z3, bits(s, c->index_width), as_ast(smt_value(s, c->width, c->init))));
    for (uint64_t i = 0; c->inits && i < c->ranges[0].count; i++)
        array = keep(s, Z3_mk_store(s->z3, array, as_ast(smt_value(s, c->index_width, c->ranges[0].first + i * c->ranges[0].stride)),
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
    return as_term(keep(s, Z3_mk_select(s->z3, as_ast(array), as_ast(index))));
}

term smt_initial_at(struct smt *s, uint32_t cell, term index, term value)
{
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

/* --- questions --- */

void smt_push(struct smt *s) { Z3_solver_push(s->z3, s->solver); }
void smt_pop(struct smt *s) { Z3_solver_pop(s->z3, s->solver, 1); }
void smt_assert(struct smt *s, term formula) { Z3_solver_assert(s->z3, s->solver, as_ast(formula)); }

static void forget_model(struct smt *s)
{
    if (s->model)
        Z3_model_dec_ref(s->z3, s->model);
    s->model = NULL;
}

static enum smt_answer conclude(struct smt *s, Z3_lbool r, double began)
{
    enum smt_answer a = r == Z3_L_TRUE ? SMT_SAT : r == Z3_L_FALSE ? SMT_UNSAT : SMT_UNKNOWN;
    if (s->broken || Z3_get_error_code(s->z3) != Z3_OK)
        a = SMT_UNKNOWN;
    if (a == SMT_UNKNOWN)
        log_debug("z3: no answer: %s", s->broken ? "an error before" : Z3_solver_get_reason_unknown(s->z3, s->solver));
    s->broken = false;
    s->statistics.questions++;
    s->statistics.sat += a == SMT_SAT;
    s->statistics.unsat += a == SMT_UNSAT;
    s->statistics.unknown += a == SMT_UNKNOWN;
    s->statistics.seconds += clock_wall() - began;
    if (a == SMT_SAT) {
        s->model = Z3_solver_get_model(s->z3, s->solver);
        if (s->model)
            Z3_model_inc_ref(s->z3, s->model);
    }
    return a;
}

enum smt_answer smt_check(struct smt *s) { return smt_check_assuming(s, NULL, 0, NULL); }

enum smt_answer smt_check_assuming(struct smt *s, const term *assumptions, uint32_t n, bool *core)
{
    double began = clock_wall();
    forget_model(s);
    Z3_lbool r = n ? Z3_solver_check_assumptions(s->z3, s->solver, n, (const Z3_ast *)assumptions)
                   : Z3_solver_check(s->z3, s->solver);
    enum smt_answer a = conclude(s, r, began);
    if (a != SMT_UNSAT || !core)
        return a;
    Z3_ast_vector used = Z3_solver_get_unsat_core(s->z3, s->solver);
    Z3_ast_vector_inc_ref(s->z3, used);
    for (uint32_t i = 0; i < n; i++) {
        core[i] = false;
        for (unsigned k = 0; k < Z3_ast_vector_size(s->z3, used); k++)
            core[i] |= Z3_is_eq_ast(s->z3, Z3_ast_vector_get(s->z3, used, k), as_ast(assumptions[i]));
    }
    Z3_ast_vector_dec_ref(s->z3, used);
    return a;
}

uint64_t smt_model(struct smt *s, term t)
{
    Z3_ast value = NULL;
    uint64_t v = 0;
    if (s->model && Z3_model_eval(s->z3, s->model, as_ast(t), true, &value) && value) {
        Z3_inc_ref(s->z3, value);
        if (!Z3_get_numeral_uint64(s->z3, value, &v))
            v = 0;
        Z3_dec_ref(s->z3, value);
    }
    return v;
}

const char *smt_why_unknown(struct smt *s) { return arena_strdup(&s->words, Z3_solver_get_reason_unknown(s->z3, s->solver)); }

struct smt_statistics smt_statistics(const struct smt *s) { return s->statistics; }
