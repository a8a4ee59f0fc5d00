/* Parts of the engine predicate by themselves: how one thread speaks of another, which predicates are tracked where, what is tracked from the
 * start. */
#include "unit.h"

#include "engines/predicate/seeds.h"
#include "small.h"

struct scene {
    struct program *p;
    struct predicate_model *model;
    struct cube_abstraction *abstraction;
    struct precision precision;
};

static struct scene scene_new(struct program *p, bool split)
{
    struct scene s = {.p = p, .model = predicate_model_new(p, split)};
    assert_true(predicate_model_valid(s.model));
    s.abstraction = cube_abstraction_new(s.model->program, 10000, true);
    precision_init(&s.precision, s.model, s.abstraction);
    return s;
}

static void scene_free(struct scene *s)
{
    assert_true(precision_valid(&s->precision));
    precision_free(&s->precision);
    cube_abstraction_free(s->abstraction);
    predicate_model_free(s->model);
    small_free(s->p);
}

/* lost_update: main (cells x and done) and two threads with a register r. */
enum { X = 0, DONE = 1, R = 2, MAIN = 0, T = 1 };

static void kinds_are_told_apart_if_asked(void **state)
{
    (void)state;
    for (int split = 0; split < 2; split++) {
        struct scene s = scene_new(lost_update(false), split);
        assert_int_equal(s.model->kinds.size, split ? 3 : 2);
        const struct kind *t = &s.model->kinds.data[1];
        assert_int_equal(t->several, !split);
        assert_int_equal(t->pc == NONE, !split);               /* where one of several is says nothing */
        assert_false(predicate_model_may_meet(s.model, 0, 0)); /* there is one main */
        assert_true(predicate_model_may_meet(s.model, 0, 1));
        assert_int_equal(predicate_model_may_meet(s.model, 1, 1), !split);
        scene_free(&s);
    }
}

/* Of another one's register one speaks by another name, and back again by the same. */
static void names_of_others_are_undone(void **state)
{
    (void)state;
    struct scene s = scene_new(lost_update(false), false);
    const struct kind *t = &s.model->kinds.data[1];
    expr said = expr_eq(s.p->exprs, cell8(s.p, R), cell8(s.p, X));
    expr own = predicate_model_in_own_words(s.model, t, said), other = predicate_model_as_other(s.model, t, own);
    assert_true(own != other);
    assert_true(predicate_model_as_own(s.model, t, other) == own);
    expr shared = is8(s.p, X, 1);
    assert_true(predicate_model_as_other(s.model, t, shared) == shared);
    scene_free(&s);
}

static void predicates_are_taken_once(void **state)
{
    (void)state;
    struct scene s = scene_new(lost_update(false), false);
    struct precision *p = &s.precision;
    expr one = is8(s.p, X, 1);
    assert_true(precision_add(p, T, 0, one));
    assert_false(precision_add(p, T, 0, one));
    assert_false(precision_add(p, T, 0, expr_not(s.p->exprs, one))); /* it is the same question */
    assert_true(precision_add(p, T, 1, one));
    assert_int_equal(p->predicates, 2);
    assert_int_equal(precision_distinct(p), 1);
    assert_false(precision_add(p, T, 3, one)); /* nothing begins there */
    assert_false(precision_add(p, T, 0, expr_bool(s.p->exprs, true)));
    expr never = expr_eq(s.p->exprs, expr_add(s.p->exprs, cell8(s.p, X), cell8(s.p, X)), value8(s.p, 1));
    assert_false(expr_is_const(never));
    assert_false(precision_add(p, T, 0, never)); /* cannot change */
    scene_free(&s);
}

/* A straight line of twelve steps. */
static struct program *line(void)
{
    struct program *p = small_new();
    small_cell(p, "x", 8, 0, NONE);
    uint32_t t = small_code(p, "t", 1, 13);
    for (uint32_t l = 0; l < 12; l++)
        small_edge(p, t, l, l + 1, NULL, 1, SET(0, value8(p, l)));
    small_code(p, "u", 1, 1);
    small_finish(p);
    return p;
}

static void what_many_ask_for_is_everywhere(void **state)
{
    (void)state;
    struct scene s = scene_new(line(), false);
    expr one = is8(s.p, 0, 1);
    for (uint32_t l = 0; l < 4; l++) {
        assert_int_equal(precision_at(&s.precision, 0, 11)->size, 0);
        assert_true(precision_add(&s.precision, 0, l, one));
    }
    assert_int_equal(precision_at(&s.precision, 0, 11)->size, 1); /* a third of the locations have asked */
    assert_int_equal(s.precision.predicates, 12);
    scene_free(&s);
}

/* x == 0, x == 1, x == 2, and now x == 3: a loop is being unrolled. */
static void unrolling_is_noticed(void **state)
{
    (void)state;
    struct scene s = scene_new(line(), false);
    proposals next = {0}, again = {0};
    for (uint32_t k = 0; k < 3; k++) {
        vector_clear(&next);
        vector_push(&next, (struct proposal){0, 5, is8(s.p, 0, k)});
        assert_false(precision_grows(&s.precision, &next));
        assert_int_equal(precision_add_all(&s.precision, &next), 1);
    }
    vector_push(&again, (struct proposal){0, 5, is8(s.p, 0, 1)});
    assert_false(precision_grows(&s.precision, &again)); /* it is there already */
    vector_clear(&next);
    vector_push(&next, (struct proposal){0, 5, is8(s.p, 0, 3)});
    assert_true(precision_grows(&s.precision, &next));
    vector_free(&next);
    vector_free(&again);
    scene_free(&s);
}

static void checks_are_seeds(void **state)
{
    (void)state;
    struct scene s = scene_new(lost_update(false), false);
    seed_checks(&s.precision); /* done == 2 and x != 2 lead to the error, from location 0 of main */
    const expr_vector *there = precision_at(&s.precision, MAIN, 0);
    assert_true(expr_vector_has(there, is8(s.p, DONE, 2)) && expr_vector_has(there, is8(s.p, X, 2)));
    assert_int_equal(s.precision.predicates, 2);
    scene_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kinds_are_told_apart_if_asked), cmocka_unit_test(names_of_others_are_undone),
        cmocka_unit_test(predicates_are_taken_once),     cmocka_unit_test(what_many_ask_for_is_everywhere),
        cmocka_unit_test(unrolling_is_noticed),          cmocka_unit_test(checks_are_seeds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
