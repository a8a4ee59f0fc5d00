/* Values that are only copied and compared for equality: what counts as such a use, and how many values stand for all.
 */
#include "unit.h"

#include "execute/partial/sorts.h"
#include "small.h"

enum use { COPIED, LESS, ADDED, INDEX, USES };

/* Two threads: t := input; if t == 7, s := t; and one more use of s. */
static struct program *copies(enum use use)
{
    struct program *p = small_new();
    struct exprs *e = p->exprs;
    uint32_t s = small_cell(p, "s", 32, 3, NONE), other = small_cell(p, "other", 32, 0, NONE);
    struct cell_range range = {.first = 0, .stride = 1, .count = 4, .per_instance = NONE};
    uint32_t table = small_array(p, "table", 32, range, NONE);
    uint32_t code = small_code(p, "thread", 2, 4);
    uint32_t t = small_cell(p, "t", 32, 0, code);
    expr is_7 = expr_eq(e, expr_cell(e, 32, t), expr_const(e, 32, 7)), shared = expr_cell(e, 32, s);
    p->input_count = 1;
    small_edge(p, code, 0, 1, NULL, 1, (struct update[]){{t, NULL, expr_input(e, 32, 0)}});
    small_edge(p, code, 1, 2, is_7, 1, (struct update[]){{s, NULL, expr_cell(e, 32, t)}});
    if (use == LESS)
        small_edge(p, code, 2, 3, expr_binary(e, E_ULT, shared, expr_cell(e, 32, other)), 0, NULL);
    else if (use == ADDED)
        small_edge(p, code, 2, 3, NULL, 1, (struct update[]){{other, NULL, expr_add(e, shared, expr_const(e, 32, 1))}});
    else if (use == INDEX)
        small_edge(p, code, 2, 3, NULL, 1, (struct update[]){{table, shared, expr_const(e, 32, 1)}});
    else
        small_edge(p, code, 2, 3, expr_eq(e, shared, expr_cell(e, 32, t)), 0, NULL);
    small_finish(p);
    return p;
}

static void test_uses(void **state)
{
    (void)state;
    for (enum use use = COPIED; use < USES; use++) {
        struct program *p = copies(use);
        struct partial_model w;
        const struct reason *why;
        assert_true(partial_model_init(&w, p, true, 0, &why));
        sorts_find(&w);
        assert_int_equal(w.sorts.size, use == COPIED);
        if (use == COPIED) { /* constants 0, 3, 7; s before and after, t of two threads, the input */
            assert_int_equal(w.sorts.data[0].constants, 3);
            assert_int_equal(w.sorts.data[0].values.size, 3 + 2 + 2 + 1);
            assert_int_equal(w.cell_sort[0], 0);
            assert_int_equal(w.input_sort[0], 0);
            assert_int_equal(w.cell_sort[1], NONE);
        }
        partial_model_free(&w);
        small_free(p);
    }
}

/* What few bits can tell apart is enumerated as it is. */
static void test_narrow_values(void **state)
{
    (void)state;
    struct program *p = small_new();
    uint32_t code = small_code(p, "thread", 2, 2), t = small_cell(p, "t", 4, 0, code);
    p->input_count = 1;
    small_edge(p, code, 0, 1, NULL, 1, (struct update[]){{t, NULL, expr_input(p->exprs, 4, 0)}});
    small_finish(p);
    struct partial_model w;
    const struct reason *why;
    assert_true(partial_model_init(&w, p, true, 0, &why));
    sorts_find(&w);
    assert_int_equal(w.sorts.size, 0);
    partial_model_free(&w);
    small_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_uses),
        cmocka_unit_test(test_narrow_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
