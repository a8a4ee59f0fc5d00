/* Whether a trace relies on values that were taken to be any. One thread: 0 -> 1 writes an approximate value to d; 1 -> 2 goes on in one of
 * several ways; 2 -> 3 fails. */
#include "unit.h"

#include "program/trace.h"
#include "small.h"

struct scene {
    struct program *p;
    uint32_t main, d, e, a;
};

static struct scene scene_new(uint8_t flags)
{
    struct scene s = {.p = small_new()};
    s.d = small_cell(s.p, "d", 8, 0, NONE);
    s.e = small_cell(s.p, "e", 8, 0, NONE);
    s.a = small_array(s.p, "a", 8, (struct cell_range){.first = 0, .stride = 1, .count = 4, .per_instance = NONE}, NONE);
    s.main = small_code(s.p, "main", 1, 6);
    s.p->input_count = 1;
    small_error(s.p, s.main, 4);
    small_flag(s.p, s.main, 1, flags);
    s.p->codes.data[s.main].locations.data[1].reason = "floating point";
    small_edge(s.p, s.main, 0, 1, NULL, 1, SET(s.d, expr_input(s.p->exprs, 8, 0)));
    return s;
}

/* The edges 0, 1, ... in order: does the trace rely on location 1? */
static bool relies(struct scene *s)
{
    small_finish(s->p);
    struct trace *t = trace_new(0);
    for (uint32_t e = 0; e < s->p->codes.data[s->main].edges.size; e++)
        trace_add(t, s->main, 0, s->main, e);
    const struct location *l = trace_approximate(s->p, t);
    assert_true(!l || l == &s->p->codes.data[s->main].locations.data[1]);
    trace_free(t);
    small_free(s->p);
    return l != NULL;
}

static const uint8_t VALUE = LOC_APPROXIMATE | LOC_ANY_VALUE;

static void test_no_matter(void **state)
{
    (void)state;
    struct scene s = scene_new(VALUE);
    small_edge(s.p, s.main, 1, 2, NULL, 1, SET(s.e, cell8(s.p, s.d))); /* is only copied */
    small_edge(s.p, s.main, 2, 4, NULL, 0, NULL);
    assert_false(relies(&s));
    s = scene_new(0);
    small_edge(s.p, s.main, 1, 4, is8(s.p, s.d, 0), 0, NULL);
    assert_false(relies(&s)); /* it is not approximate */
}

static void test_guard(void **state)
{
    (void)state;
    struct scene s = scene_new(VALUE);
    small_edge(s.p, s.main, 1, 2, NULL, 1, SET(s.e, expr_add(s.p->exprs, cell8(s.p, s.d), value8(s.p, 1))));
    small_edge(s.p, s.main, 2, 4, is8(s.p, s.e, 1), 0, NULL); /* through a copy */
    assert_true(relies(&s));
    s = scene_new(VALUE);
    small_edge(s.p, s.main, 1, 2, NULL, 1, SET(s.d, value8(s.p, 3)));
    small_edge(s.p, s.main, 2, 4, is8(s.p, s.d, 3), 0, NULL); /* was overwritten */
    assert_false(relies(&s));
}

static void test_arrays(void **state)
{
    (void)state;
    for (int at = 0; at < 2; at++) {
        struct scene s = scene_new(VALUE);
        expr zero = expr_const(s.p->exprs, 32, 0), d = expr_zext(s.p->exprs, cell8(s.p, s.d), 32);
        small_edge(s.p, s.main, 1, 2, NULL, 1, at ? SET_AT(s.a, d, value8(s.p, 1)) : SET_AT(s.a, zero, cell8(s.p, s.d)));
        small_edge(s.p, s.main, 2, 4, NULL, 0, NULL);
        assert_int_equal(relies(&s), at); /* where it writes matters, what it writes does not */
    }
    struct scene s = scene_new(VALUE);
    expr zero = expr_const(s.p->exprs, 32, 0), one = expr_const(s.p->exprs, 32, 1);
    small_edge(s.p, s.main, 1, 2, NULL, 1, SET_AT(s.a, zero, cell8(s.p, s.d)));
    small_edge(s.p, s.main, 2, 3, NULL, 1, SET_AT(s.a, one, value8(s.p, 1))); /* does not clean the rest */
    small_edge(s.p, s.main, 3, 4, expr_eq(s.p->exprs, expr_read(s.p->exprs, 8, s.a, zero), value8(s.p, 0)), 0, NULL);
    assert_true(relies(&s));
}

static void test_whole_way(void **state)
{
    (void)state;
    struct scene s = scene_new(LOC_APPROXIMATE); /* more than a value */
    small_edge(s.p, s.main, 1, 4, NULL, 0, NULL);
    assert_true(relies(&s));
    s = scene_new(VALUE);
    small_edge(s.p, s.main, 1, 4, NULL, 0, NULL);
    s.p->checks.data[0].property = PROPERTY_DEADLOCK; /* what others wait for is not looked at */
    assert_true(relies(&s));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_no_matter), cmocka_unit_test(test_guard),
                                       cmocka_unit_test(test_arrays), cmocka_unit_test(test_whole_way)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
