/* Guards by ranges: random conjunctions over two cells mean the same afterwards, for all values of the cells. */
#include "unit.h"

#include "facts/guard_ranges.h"

enum { WIDTH = 4, FIRST = 1, SECOND = 2, GUARDS = 20000 };

static uint64_t seed = 20261117;

static uint64_t below(uint64_t n) { return random_next(&seed) % n; }

static expr random_term(struct exprs *x)
{
    expr cell = expr_cell(x, WIDTH, below(2) ? FIRST : SECOND), c = expr_const(x, WIDTH, below(1 << WIDTH));
    switch (below(6)) {
    case 0: return expr_binary(x, (enum expr_op)(E_AND + below(E_ASHR - E_AND + 1)), cell, c);
    case 1: return expr_resize(x, expr_extract(x, cell, 0, 3), WIDTH, below(2));
    case 2: return expr_ite(x, expr_binary(x, E_ULT, cell, c), cell, c);
    default: return cell;
    }
}

static expr random_conjunct(struct exprs *x)
{
    expr a = random_term(x), b = below(4) ? expr_const(x, WIDTH, below(1 << WIDTH)) : random_term(x);
    expr e = expr_binary(x, (enum expr_op)(E_EQ + below(5)), below(2) ? a : b, below(2) ? b : a);
    return below(5) ? e : expr_not(x, e);
}

static uint64_t value_of(const uint64_t *cells, expr e)
{
    if (e->op == E_CONST)
        return e->value;
    if (e->op == E_CELL)
        return cells[e->value];
    uint64_t v[3] = {0};
    for (unsigned k = 0; k < e->arity; k++)
        v[k] = value_of(cells, e->arg[k]);
    return expr_apply(e, v[0], v[1], v[2]);
}

static void test_random(void **state)
{
    (void)state;
    unsigned smaller = 0, excluded = 0;
    for (unsigned i = 0; i < GUARDS; i++) {
        struct exprs *x = exprs_new();
        expr guard = expr_bool(x, true);
        for (uint64_t n = 2 + below(6); n > 0; n--)
            guard = expr_and(x, guard, random_conjunct(x));
        expr after = guard_by_ranges(x, guard);
        smaller += after != guard && !expr_is_false(after);
        excluded += after != guard && expr_is_false(after);
        for (uint64_t v = 0; v < 1 << 2 * WIDTH; v++) {
            uint64_t cells[] = {0, v & 15, v >> WIDTH};
            assert_int_equal(value_of(cells, guard), value_of(cells, after));
        }
        exprs_free(x);
    }
    assert_true(smaller > GUARDS / 30 && excluded > GUARDS / 30);
}

static expr both(struct exprs *x, expr a, expr b) { return guard_by_ranges(x, expr_and(x, a, b)); }

static void test_known(void **state)
{
    (void)state;
    struct exprs *x = exprs_new();
    expr n = expr_cell(x, 32, FIRST), one = expr_const(x, 32, 1), zero = expr_const(x, 32, 0);
    expr at_least_one = expr_binary(x, E_SLE, one, n), positive = expr_binary(x, E_SLT, zero, n);
    expr size = expr_add(x, expr_binary(x, E_MUL, expr_resize(x, n, 64, false), expr_const(x, 64, 8)), expr_const(x, 64, 8));
    assert_ptr_equal(both(x, at_least_one, expr_binary(x, E_SLE, zero, n)), at_least_one);
    assert_true(expr_is_false(both(x, at_least_one, expr_binary(x, E_SLE, n, zero))));
    assert_true(expr_is_false(both(x, positive, expr_binary(x, E_ULT, size, expr_const(x, 64, 16)))));
    assert_ptr_equal(both(x, positive, expr_binary(x, E_ULE, expr_const(x, 64, 16), size)), positive);
    assert_ptr_equal(both(x, at_least_one, expr_binary(x, E_SLE, n, one)), expr_eq(x, n, one));
    expr open = expr_and(x, positive, expr_binary(x, E_ULT, size, expr_const(x, 64, 24)));
    assert_ptr_equal(guard_by_ranges(x, open), open);
    exprs_free(x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random), cmocka_unit_test(test_known)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
