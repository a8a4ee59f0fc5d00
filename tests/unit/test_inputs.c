/* Representative inputs: those that are tried stand for all others, or the search says that it is incomplete. */
#include "unit.h"

#include "execute/inputs.h"
#include "small.h"

enum { LIMIT = 16 }; /* so many values may be tried one by one */

/* One thread reads an input of this width into r; the guard of its next step is what is made of r. */
struct scene {
    struct program *p;
    uint32_t t, r;
};

static struct scene scene_new(unsigned width)
{
    struct scene s = {.p = small_new()};
    s.r = small_cell(s.p, "r", width, 0, NONE);
    s.t = small_code(s.p, "t", 1, 4);
    s.p->input_count = 1;
    small_edge(s.p, s.t, 0, 1, NULL, 1, SET(s.r, expr_input(s.p->exprs, width, 0)));
    return s;
}

static expr value_of(struct scene *s) { return program_cell_expr(s->p, s->r, NULL); }

static void looks(struct scene *s, uint32_t from, expr guard) { small_edge(s->p, s->t, from, from + 1, guard, 0, NULL); }

/* Whether each value of so many bits makes all the guards what one of the representatives makes them. */
static bool stand_for_all(const struct scene *s, const struct input_values *v, uint64_t values)
{
    const struct code *c = &s->p->codes.data[s->t];
    unsigned width = s->p->cells.data[s->r].width;
    for (uint64_t x = 0; x < values; x++) {
        bool found = false;
        for (uint32_t i = 0; i < v->count && !found; i++) {
            found = true;
            for (uint32_t e = 1; e < c->edges.size; e++) {
                expr guard = c->edges.data[e].action.guard, r = program_cell_expr(s->p, s->r, NULL);
                expr one = expr_replace(s->p->exprs, guard, r, expr_const(s->p->exprs, width, x));
                expr other = expr_replace(s->p->exprs, guard, r, expr_const(s->p->exprs, width, v->values[i]));
                found &= expr_is_const(one) && one == other;
            }
        }
        if (!found)
            return false;
    }
    return true;
}

static void expect(struct scene *s, bool complete, uint32_t most)
{
    unsigned width = s->p->cells.data[s->r].width;
    small_finish(s->p);
    struct inputs *d = inputs_new(s->p, LIMIT);
    struct input_values v = inputs_of_site(d, 0, width);
    assert_int_equal(v.complete, complete);
    assert_true(v.count && v.count <= most);
    for (uint32_t i = 0; i < v.count; i++)
        for (uint32_t k = 0; k < i; k++)
            assert_true(v.values[i] != v.values[k]);
    if (complete)
        assert_true(stand_for_all(s, &v, width > 12 ? 1 << 12 : UINT64_C(1) << width));
    inputs_free(d);
    small_free(s->p);
}

static void few_bits_are_all_tried(void **state)
{
    (void)state;
    struct scene s = scene_new(4);
    expr twice = expr_add(s.p->exprs, value_of(&s), value_of(&s));
    looks(&s, 1, expr_eq(s.p->exprs, twice, expr_const(s.p->exprs, 4, 6)));
    expect(&s, true, 16);
}

static void intervals_have_a_member_each(void **state)
{
    (void)state;
    for (int sign = 0; sign < 2; sign++) {
        struct scene s = scene_new(12);
        struct exprs *x = s.p->exprs;
        looks(&s, 1, expr_binary(x, sign ? E_SLE : E_ULE, value_of(&s), expr_const(x, 12, 100)));
        looks(&s, 2, expr_binary(x, sign ? E_SLT : E_ULT, value_of(&s), expr_const(x, 12, 200))); /* in between is neither */
        expect(&s, true, 64);
    }
}

static void bits_are_combined(void **state)
{
    (void)state;
    struct scene s = scene_new(32);
    struct exprs *x = s.p->exprs;
    expr both = expr_binary(x, E_AND, value_of(&s), expr_const(x, 32, 5));
    looks(&s, 1, expr_ne(x, both, expr_const(x, 32, 0)));
    looks(&s, 2, expr_eq(x, value_of(&s), expr_const(x, 32, 2000)));
    expect(&s, true, 64);
}

/* Sums of wide values are not told apart by a few: the search says so. */
static void other_uses_are_not_covered(void **state)
{
    (void)state;
    struct scene s = scene_new(32);
    struct exprs *x = s.p->exprs;
    looks(&s, 1, expr_eq(x, expr_binary(x, E_MUL, value_of(&s), value_of(&s)), expr_const(x, 32, 49)));
    expect(&s, false, 4096);
}

/* What a value is copied to counts as well. */
static void copies_count(void **state)
{
    (void)state;
    struct scene s = scene_new(32);
    struct exprs *x = s.p->exprs;
    uint32_t copy = small_cell(s.p, "copy", 32, 0, NONE);
    looks(&s, 2, expr_eq(x, program_cell_expr(s.p, copy, NULL), expr_const(x, 32, 12345)));
    small_edge(s.p, s.t, 1, 2, NULL, 1, SET(copy, value_of(&s)));
    small_finish(s.p);
    struct inputs *d = inputs_new(s.p, LIMIT);
    struct input_values v = inputs_of_site(d, 0, 32);
    bool there = false;
    for (uint32_t i = 0; i < v.count; i++)
        there |= v.values[i] == 12345;
    assert_true(v.complete && there);
    inputs_free(d);
    small_free(s.p);
}

/* --- of one action --- */

static bool has(const u64_vector *list, uint64_t value)
{
    vector_each(const uint64_t *, v, list)
        if (*v == value)
            return true;
    return false;
}

static void one_action(void **state)
{
    (void)state;
    struct program *p = small_new();
    struct exprs *x = p->exprs;
    expr input = expr_input(x, 16, 0), bound = expr_const(x, 16, 500);
    uint32_t r = small_cell(p, "r", 16, 0, NONE);
    struct action a = action_skip(p), stores = action_skip(p);
    a.guard = expr_binary(x, E_ULT, input, bound);
    stores.updates = SET(r, input);
    stores.update_count = 1;
    u64_vector values = {0}, members = {0};
    assert_true(input_representatives(&a, 0, 16, &values));
    assert_true(has(&values, 499) && has(&values, 500) && has(&values, 501) && has(&values, 0) && has(&values, 0xffff));
    vector_clear(&values);
    assert_false(input_representatives(&stores, 0, 16, &values)); /* all values differ then */
    vector_clear(&values);
    assert_false(input_pieces(&stores, 0, 16, &values, &members)); /* it is not compared */
    vector_clear(&values);
    vector_clear(&members);
    assert_true(input_pieces(&a, 0, 16, &values, &members));
    assert_true(has(&values, 500) && has(&values, 0) && has(&values, 0x7fff) && has(&values, 0x8000));
    assert_true(has(&members, 1) && has(&members, 501) && has(&members, 0x8001));
    assert_int_equal(members.size, 3);
    vector_free(&values);
    vector_free(&members);
    small_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(few_bits_are_all_tried), cmocka_unit_test(intervals_have_a_member_each),
        cmocka_unit_test(bits_are_combined),      cmocka_unit_test(other_uses_are_not_covered),
        cmocka_unit_test(copies_count),           cmocka_unit_test(one_action),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
