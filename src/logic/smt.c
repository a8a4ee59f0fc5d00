#include "base/clock.h"
#include "base/log.h"
#include "logic/smt_parts.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>

static void on_error(Z3_context c, Z3_error_code e) { log_debug("z3: %s", Z3_get_error_msg(c, e)); }

Z3_ast smt_keep(struct smt *s, Z3_ast a)
{
    if (!a) {
        s->broken = true;
        a = Z3_mk_true(s->z3);
    }
    Z3_inc_ref(s->z3, a);
    vector_push(&s->kept, a);
    return a;
}

static Z3_solver new_solver(struct smt *s, bool floats)
{
    Z3_solver solver = floats ? Z3_mk_solver(s->z3) : Z3_mk_solver_for_logic(s->z3, Z3_mk_string_symbol(s->z3, "QF_ABV"));
    Z3_solver_inc_ref(s->z3, solver);
    return solver;
}

struct smt *smt_new(const struct program *p)
{
    struct smt *s = NEW(struct smt);
    s->program = p;
    Z3_config config = Z3_mk_config();
    s->z3 = Z3_mk_context_rc(config);
    Z3_del_config(config);
    Z3_set_error_handler(s->z3, on_error);
    s->solver = new_solver(s, false);
    return s;
}

void smt_free(struct smt *s)
{
    if (!s)
        return;
    if (s->model)
        Z3_model_dec_ref(s->z3, s->model);
    Z3_solver_dec_ref(s->z3, s->solver);
    vector_each(Z3_ast *, a, &s->kept)
        Z3_dec_ref(s->z3, *a);
    Z3_del_context(s->z3);
    vector_free(&s->kept);
    vector_free(&s->asserted);
    vector_free(&s->levels);
    arena_release(&s->words);
    mem_free(s);
}

struct smt_limit smt_limit_within(unsigned work, const struct budget *b)
{
    enum { CLOCK_FACTOR = 5 };
    double left = b ? 1000 * budget_left(b) : UINT_MAX, most = (double)CLOCK_FACTOR * work;
    return (struct smt_limit){.work = work, .milliseconds = left < 1 ? 1 : (unsigned)(left < most ? left : most)};
}

/* As defaults of the context, which all solvers in it take: Spacer refuses a limit of work of its own (Z3 4.8.12). */
void smt_limit_context(Z3_context z3, struct smt_limit limit)
{
    char number[16];
    assert(limit.work <= UINT_MAX / 1000);
    snprintf(number, sizeof number, "%u", 1000 * limit.work);
    Z3_update_param_value(z3, "rlimit", number);
    snprintf(number, sizeof number, "%u", limit.milliseconds ? limit.milliseconds : UINT_MAX);
    Z3_update_param_value(z3, "timeout", number);
}

void smt_set_limit(struct smt *s, struct smt_limit limit)
{
    s->limit = limit;
    smt_limit_context(s->z3, limit);
}

/* --- terms --- */

Z3_sort smt_keep_sort(struct smt *s, Z3_sort sort)
{
    smt_keep(s, Z3_sort_to_ast(s->z3, sort));
    return sort;
}

Z3_sort smt_bits(struct smt *s, unsigned width)
{
    if (!s->bits[width])
        s->bits[width] = smt_keep_sort(s, Z3_mk_bv_sort(s->z3, width));
    return s->bits[width];
}

Z3_ast smt_named(struct smt *s, Z3_sort sort, const char *name)
{
    return smt_keep(s, Z3_mk_const(s->z3, Z3_mk_string_symbol(s->z3, name), sort));
}

term smt_constant(struct smt *s, unsigned width, const char *name) { return as_term(smt_named(s, smt_bits(s, width), name)); }

term smt_fresh(struct smt *s, unsigned width, const char *prefix)
{
    assert(width >= 1 && width <= 64);
    return smt_constant(s, width, arena_printf(&s->words, "%s!%u", prefix, s->fresh++));
}

term smt_value(struct smt *s, unsigned width, uint64_t value)
{
    assert(width >= 1 && width <= 64);
    return as_term(smt_keep(s, Z3_mk_unsigned_int64(s->z3, value & width_mask(width), smt_bits(s, width))));
}

term smt_label(struct smt *s, const char *name) { return as_term(smt_named(s, Z3_mk_bool_sort(s->z3), name)); }

term smt_true(struct smt *s) { return as_term(smt_keep(s, Z3_mk_true(s->z3))); }
term smt_not(struct smt *s, term a) { return as_term(smt_keep(s, Z3_mk_not(s->z3, as_ast(a)))); }
term smt_and(struct smt *s, term a, term b) { return as_term(smt_keep(s, Z3_mk_and(s->z3, 2, (Z3_ast[]){as_ast(a), as_ast(b)}))); }
term smt_or(struct smt *s, term a, term b) { return as_term(smt_keep(s, Z3_mk_or(s->z3, 2, (Z3_ast[]){as_ast(a), as_ast(b)}))); }
term smt_implies(struct smt *s, term a, term b) { return as_term(smt_keep(s, Z3_mk_implies(s->z3, as_ast(a), as_ast(b)))); }
term smt_equal(struct smt *s, term a, term b) { return as_term(smt_keep(s, Z3_mk_eq(s->z3, as_ast(a), as_ast(b)))); }
term smt_formula(struct smt *s, term bit) { return smt_equal(s, bit, smt_value(s, 1, 1)); }

/* --- questions --- */

bool smt_has_floats(const struct smt *s) { return s->has_floats; }

void smt_push(struct smt *s)
{
    vector_push(&s->levels, s->asserted.size);
    Z3_solver_push(s->z3, s->solver);
}

void smt_pop(struct smt *s)
{
    assert(s->levels.size);
    s->asserted.size = vector_pop(&s->levels);
    Z3_solver_pop(s->z3, s->solver, 1);
}

void smt_assert(struct smt *s, term formula)
{
    vector_push(&s->asserted, as_ast(formula)); /* which is kept */
    Z3_solver_assert(s->z3, s->solver, as_ast(formula));
}

/* A solver that was interrupted at its limit may say unsat of what is satisfiable in later questions (seen with Z3 4.8.12): another one takes
 * its place, and is told all that is asserted. */
static void replace_solver(struct smt *s)
{
    Z3_solver_dec_ref(s->z3, s->solver);
    s->solver = new_solver(s, false);
    for (uint32_t i = 0, level = 0; i <= s->asserted.size; i++) {
        for (; level < s->levels.size && s->levels.data[level] == i; level++)
            Z3_solver_push(s->z3, s->solver);
        if (i < s->asserted.size)
            Z3_solver_assert(s->z3, s->solver, s->asserted.data[i]);
    }
}

static void forget_model(struct smt *s)
{
    if (s->model)
        Z3_model_dec_ref(s->z3, s->model);
    s->model = NULL;
}

static enum smt_answer conclude(struct smt *s, Z3_solver solver, Z3_lbool r, double began)
{
    enum smt_answer a = r == Z3_L_TRUE ? SMT_SAT : r == Z3_L_FALSE ? SMT_UNSAT : SMT_UNKNOWN;
    if (s->broken || Z3_get_error_code(s->z3) != Z3_OK)
        a = SMT_UNKNOWN;
    if (a == SMT_UNKNOWN) {
        s->why = arena_strdup(&s->words, s->broken ? "an error before" : Z3_solver_get_reason_unknown(s->z3, solver));
        log_debug("z3: no answer: %s", s->why);
    }
    s->broken = false;
    s->statistics.questions++;
    s->statistics.sat += a == SMT_SAT;
    s->statistics.unsat += a == SMT_UNSAT;
    s->statistics.unknown += a == SMT_UNKNOWN;
    s->statistics.seconds += clock_wall() - began;
    if (a == SMT_SAT) {
        s->model = Z3_solver_get_model(s->z3, solver);
        if (s->model)
            Z3_model_inc_ref(s->z3, s->model);
    }
    return a;
}

enum { MOST_TRIES = 3 };

/* Whether the question was cut short by the clock though hardly any work was done on it: the process was paused for others (auto), or
 * the machine is busy. It is worth asking again. */
static bool was_paused(struct smt_limit limit, double began, double cpu_began)
{
    double waited = 1000 * (clock_wall() - began), worked = 1000 * (clock_cpu() - cpu_began);
    return limit.milliseconds && limit.milliseconds >= limit.work && waited >= limit.milliseconds && worked < limit.work / 2.0;
}

enum smt_answer smt_check(struct smt *s) { return smt_check_assuming(s, NULL, 0, NULL); }

enum smt_answer smt_check_assuming(struct smt *s, const term *assumptions, uint32_t n, bool *core)
{
    assert(assumptions || !n);
    enum smt_answer a = SMT_UNKNOWN;
    forget_model(s);
    for (unsigned tries = 0; tries < MOST_TRIES && a == SMT_UNKNOWN; tries++) {
        double began = clock_wall(), cpu_began = clock_cpu();
        Z3_lbool r =
            n ? Z3_solver_check_assumptions(s->z3, s->solver, n, (const Z3_ast *)assumptions) : Z3_solver_check(s->z3, s->solver);
        a = conclude(s, s->solver, r, began);
        if (a == SMT_UNKNOWN)
            replace_solver(s);
        if (!was_paused(s->limit, began, cpu_began))
            break;
    }
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

enum smt_answer smt_check_afresh(struct smt *s, struct smt_limit limit)
{
    enum smt_answer answer = SMT_UNKNOWN;
    forget_model(s);
    smt_limit_context(s->z3, limit);
    for (unsigned tries = 0; tries < MOST_TRIES && answer == SMT_UNKNOWN; tries++) {
        double began = clock_wall(), cpu_began = clock_cpu();
        Z3_solver fresh = new_solver(s, s->has_floats);
        vector_each(const Z3_ast *, a, &s->asserted)
            Z3_solver_assert(s->z3, fresh, *a);
        answer = conclude(s, fresh, Z3_solver_check(s->z3, fresh), began);
        Z3_solver_dec_ref(s->z3, fresh);
        if (!was_paused(limit, began, cpu_began))
            break;
    }
    smt_limit_context(s->z3, s->limit);
    return answer;
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

const char *smt_why_unknown(struct smt *s) { return s->why ? s->why : ""; }

struct smt_statistics smt_statistics(const struct smt *s) { return s->statistics; }
