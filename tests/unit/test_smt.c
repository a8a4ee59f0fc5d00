/* Questions to the solver: what an interrupted one leaves behind, and the same question to a solver that hears of it for the first time. */
#include "base/clock.h"
#include "logic/smt.h"
#include "unit.h"

static struct program *numbers(struct exprs *x, uint32_t count)
{
    struct program *p = program_new(x);
    for (uint32_t i = 0; i < count; i++)
        program_add_cell(
            p,
            (struct cell){.name = (const char *[]){"a", "b", "c", "d", "e", "f"}[i], .width = 64, .owner = NONE, .subject = NONE});
    p->pointer_width = 64;
    return p;
}

static expr cell(const struct program *p, uint32_t i) { return program_cell_expr(p, i, NULL); }
static expr number(const struct program *p, uint64_t v) { return expr_const(p->exprs, 64, v); }

/* a * b is a product of two primes: nobody finds them in a moment. */
static expr hard_question(const struct program *p)
{
    struct exprs *x = p->exprs;
    expr limit = number(p, UINT64_C(1) << 32), product = expr_binary(x, E_MUL, cell(p, 0), cell(p, 1));
    expr small = expr_and(x, expr_binary(x, E_ULT, cell(p, 0), limit), expr_binary(x, E_ULT, cell(p, 1), limit));
    expr large = expr_and(x, expr_binary(x, E_ULT, number(p, 1), cell(p, 0)), expr_binary(x, E_ULT, number(p, 1), cell(p, 1)));
    return expr_and(x, expr_and(x, small, large), expr_eq(x, product, number(p, UINT64_C(4294967291) * UINT64_C(4294967279))));
}

/* Whatever was interrupted, the answers to later questions are right, and what was asserted before still counts. */
static void answer_after(struct smt_limit limit)
{
    struct exprs *x = exprs_new();
    struct program *p = numbers(x, 3);
    struct smt *s = smt_new(p);
    struct smt_state *now = smt_state_new(s, "now");
    struct smt_scope scope = {.shared = now, .own = now};
    uint32_t given_up = 0;
    smt_assert(s, smt_holds(s, &scope, expr_binary(x, E_ULT, cell(p, 2), number(p, 100))));
    for (uint64_t i = 0; i < 30; i++) {
        smt_push(s);
        smt_assert(s, smt_holds(s, &scope, expr_eq(x, cell(p, 2), number(p, i))));
        smt_push(s);
        smt_assert(s, smt_holds(s, &scope, hard_question(p)));
        smt_set_limit(s, limit);
        given_up += smt_check(s) == SMT_UNKNOWN;
        smt_pop(s);
        smt_set_limit(s, (struct smt_limit){.milliseconds = 10000});
        assert_int_equal(smt_check(s), SMT_SAT);
        assert_int_equal(smt_model(s, smt_cell(s, now, 2)), i);
        smt_push(s);
        smt_assert(s, smt_holds(s, &scope, expr_eq(x, cell(p, 2), number(p, i + 1))));
        assert_int_equal(smt_check(s), SMT_UNSAT);
        smt_pop(s);
        smt_pop(s);
        smt_push(s);
        smt_assert(s, smt_holds(s, &scope, expr_eq(x, cell(p, 2), number(p, 100 + i))));
        assert_int_equal(smt_check(s), SMT_UNSAT);
        smt_pop(s);
    }
    assert_true(given_up > 20);
    smt_state_free(now);
    smt_free(s);
    program_free(p);
    exprs_free(x);
}

static void test_after_a_limit(void **state)
{
    (void)state;
    answer_after((struct smt_limit){.milliseconds = 5});
    answer_after((struct smt_limit){.work = 5});
}

/* Within a budget the clock is the outer bound, and never beyond the time that is left. */
static void test_limits(void **state)
{
    (void)state;
    struct budget soon = {.deadline = clock_wall() + 1}, late = {.deadline = clock_wall() + 1000},
                  over = {.deadline = clock_wall() - 1};
    assert_int_equal(smt_limit_within(100, NULL).work, 100);
    assert_true(smt_limit_within(100, NULL).milliseconds >= 200);
    assert_int_equal(smt_limit_within(100, &late).milliseconds, smt_limit_within(100, NULL).milliseconds);
    assert_true(smt_limit_within(100000, &soon).milliseconds <= 1000);
    assert_int_equal(smt_limit_within(100000, &soon).work, 100000);
    assert_int_equal(smt_limit_within(100, &over).milliseconds, 1);
}

/* f is the sum of the others: so it is if one more is added to both. */
static void test_afresh(void **state)
{
    (void)state;
    struct exprs *x = exprs_new();
    struct program *p = numbers(x, 6);
    struct smt *s = smt_new(p);
    struct smt_state *now = smt_state_new(s, "now");
    struct smt_scope scope = {.shared = now, .own = now};
    expr sum = number(p, 0), other = number(p, 1);
    for (uint32_t i = 0; i < 5; i++) {
        sum = expr_add(x, sum, cell(p, i));
        other = expr_add(x, cell(p, 4 - i), other);
    }
    smt_push(s);
    smt_assert(s, smt_holds(s, &scope, expr_eq(x, cell(p, 5), sum)));
    smt_push(s);
    smt_assert(s, smt_holds(s, &scope, expr_ne(x, expr_add(x, cell(p, 5), number(p, 1)), other)));
    assert_int_equal(smt_check_afresh(s, (struct smt_limit){.milliseconds = 20000}), SMT_UNSAT);
    smt_pop(s);
    smt_assert(s, smt_holds(s, &scope, expr_eq(x, cell(p, 5), number(p, 7))));
    assert_int_equal(smt_check_afresh(s, (struct smt_limit){.milliseconds = 20000}), SMT_SAT);
    assert_int_equal(smt_model(s, smt_cell(s, now, 5)), 7);
    smt_state_free(now);
    smt_free(s);
    program_free(p);
    exprs_free(x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_after_a_limit), cmocka_unit_test(test_limits),
                                       cmocka_unit_test(test_afresh)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
