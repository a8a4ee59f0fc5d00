/* An assumption of which one side turns out to be impossible: the state is what the other side leaves, in memory of its own. */
#include "unit.h"

#include "small.h"

#include "domains/domain.h"

enum { WIDTH = 8, COPIES = 8 };

static void check_state(const struct space *s, const struct abstract *st, uint64_t y)
{
    uint64_t v;
    assert_false(value_single(abstract_get(s, st, 0), &v));
    assert_true(value_single(abstract_get(s, st, 1), &v) && v == y);
}

static void assume_one_side(bool impossible_first)
{
    struct program *p = small_new();
    struct exprs *x = p->exprs;
    expr cells[2];
    for (uint32_t k = 0; k < 2; k++) {
        uint32_t c = small_cell(p, k ? "y" : "x", WIDTH, 0, NONE);
        p->cells.data[c].arbitrary = true;
        cells[k] = expr_cell(x, WIDTH, c);
    }
    struct bitset all = {0};
    bitset_add(&all, 0);
    bitset_add(&all, 1);
    struct value_pool pool = {0};
    uint32_t instances[1] = {0};
    struct space *s = space_new(p, &all, value_top(32), &pool, instances, NULL);
    struct evaluator *ev = evaluator_new(x);
    /* x is 1 and above 7, which is impossible only if one looks at both; or y is 2. Which comes first goes by their age. */
    expr two = impossible_first ? NULL : expr_eq(x, cells[1], expr_const(x, WIDTH, 2));
    expr one = expr_eq(x, cells[0], expr_const(x, WIDTH, 1)), more = expr_binary(x, E_ULT, expr_const(x, WIDTH, 7), cells[0]);
    expr both = expr_and(x, one, more);
    expr either = expr_or(x, both, two ? two : expr_eq(x, cells[1], expr_const(x, WIDTH, 2)));
    struct abstract *st = abstract_initial(s), *copies[COPIES];
    assert_true(abstract_assume(ev, s, st, either, true));
    struct value other = value_const(WIDTH, 5);
    for (unsigned k = 0; k < COPIES; k++) { /* they get the memory that was freed */
        copies[k] = abstract_copy(s, st);
        abstract_set(s, copies[k], 1, &other);
    }
    check_state(s, st, 2);
    for (unsigned k = 0; k < COPIES; k++) {
        check_state(s, copies[k], 5);
        abstract_free(s, copies[k]);
    }
    abstract_free(s, st);
    evaluator_free(ev);
    space_free(s);
    value_pool_free(&pool);
    bitset_free(&all);
    small_free(p);
}

static void test_one_side(void **state)
{
    (void)state;
    assume_one_side(true);
    assume_one_side(false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_one_side)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
