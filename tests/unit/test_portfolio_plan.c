/* What a program looks like, and who is asked first. */
#include "portfolio/plan.h"
#include "unit.h"

#include "small.h"

static uint32_t place_of(const struct features *f, const char *name)
{
    struct planned planned[MOST_ENGINES];
    uint32_t n = plan_engines(f, planned), all = 0, at = NONE;
    while (engines[all])
        all++;
    assert_int_equal(n, all);
    for (uint32_t i = 0; i < n; i++) {
        assert_true(planned[i].weight > 0);
        for (uint32_t k = 0; k < i; k++)
            assert_ptr_not_equal(planned[i].engine, planned[k].engine);
        if (!strcmp(planned[i].engine->name, name))
            at = i;
    }
    return at;
}

static void shapes(void **state)
{
    (void)state;
    struct program *p = peterson(false);
    struct features f = features_of(p);
    assert_true(f.loops && !f.unbounded && !f.inputs && !f.arrays);
    assert_int_equal(f.instances, 2);
    assert_int_equal(f.edges, 16);
    small_free(p);
    p = lost_update(false);
    f = features_of(p);
    assert_true(!f.loops);
    assert_int_equal(f.instances, 3);
    small_free(p);
    p = small_new();
    uint32_t t = small_code(p, "t", UNBOUNDED, 2), x = small_cell(p, "x", 8, 0, NONE);
    small_array(p, "a", 8, (struct cell_range){0, 1, 4, NONE, 0}, NONE);
    small_edge(p, t, 0, 1, NULL, 1, SET(x, expr_input(p->exprs, 8, p->input_count++)));
    small_finish(p);
    f = features_of(p);
    assert_true(f.unbounded && f.inputs && f.arrays && !f.loops);
    small_free(p);
}

static void orders(void **state)
{
    (void)state;
    struct features finite = {.loops = true, .instances = 2}, straight = {.instances = 2}, any = {.unbounded = true, .loops = true};
    assert_int_equal(place_of(&finite, "explore"), 0);
    assert_int_equal(place_of(&straight, "bounded"), 0);
    assert_true(place_of(&any, "modular") < place_of(&any, "explore"));
    assert_true(place_of(&any, "explore") < place_of(&any, "cartesian"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(shapes), cmocka_unit_test(orders)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
