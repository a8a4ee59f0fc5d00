/* Parts of the engine predicate by themselves: how one thread speaks of another, which predicates are tracked where, what is tracked from the
 * start. */
#include "unit.h"

#include "engines/predicate/derive.h"
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

/* --- trees --- */

/* main fails if x is 1; the other one makes it 1 if its own y is 1, which it never is. */
static struct program *two_steps_to_failure(void)
{
    struct program *p = small_new();
    uint32_t x = small_cell(p, "x", 8, 0, NONE);
    uint32_t main = small_code(p, "main", 1, 3), t = small_code(p, "t", 1, 3), y = small_cell(p, "y", 8, 0, t);
    small_error(p, main, 1);
    small_edge(p, main, 0, 1, is8(p, x, 1), 0, NULL);
    small_edge(p, main, 0, 2, is_not8(p, x, 1), 0, NULL);
    small_edge(p, t, 0, 1, is8(p, y, 1), 1, SET(x, value8(p, 1)));
    small_edge(p, t, 1, 2, NULL, 0, NULL);
    small_finish(p);
    return p;
}

static bool is_proposed(const proposals *list, uint32_t kind, uint32_t location, expr atom)
{
    vector_each(const struct proposal *, q, list)
        if (q->kind == kind && q->location == location && q->atom == atom)
            return true;
    return false;
}

/* One graph, the tree of its counterexample to a depth, and what refutes it; false if there is no counterexample. */
static bool look_at_graph(struct scene *s, uint32_t depth, struct tree *t, enum smt_answer *answer, proposals *found)
{
    static struct arg a; /* the tree looks into it */
    static struct assumed nothing;
    static const struct budget none = {0};
    assumed_init(&nothing, s->model, NULL);
    arg_init(&a, s->model, &s->precision, &nothing, s->abstraction, &none);
    arg_build(&a);
    assert_true(arg_valid(&a));
    bool any = a.target != NONE;
    *t = (struct tree){0};
    if (any) {
        struct smt_statistics statistics = {0};
        struct core core = {0};
        struct formula_options o = {.work = 10000, .budget = &none};
        tree_build(t, &a, &(struct tree_goal){.node = a.target, .other = NONE, .check = 0}, depth);
        assert_true(tree_valid(t));
        *answer = tree_check(t, &o, &core, &statistics);
        if (*answer == SMT_UNSAT)
            derive_predicates(t, &core, found);
        core_free(&core);
    }
    arg_free(&a);
    assumed_free(&nothing);
    return any;
}

/* Round by round: the path of main alone, then the other's effect on it, until nothing is left. */
static void trees_are_refuted(void **state)
{
    (void)state;
    struct scene s = scene_new(two_steps_to_failure(), false);
    enum smt_answer answer = SMT_UNKNOWN;
    proposals found = {0};
    struct tree t;
    assert_true(look_at_graph(&s, WHOLE_TREE, &t, &answer, &found)); /* nothing is tracked: x may be anything */
    assert_int_equal(answer, SMT_UNSAT);
    assert_int_equal(t.places.size, 2);
    assert_false(t.cut);
    assert_int_equal(t.places.data[t.last].parent, 0);
    assert_true(is_proposed(&found, 0, 0, is8(s.p, 0, 1)));
    tree_free(&t);
    assert_true(precision_add_all(&s.precision, &found) > 0);
    vector_clear(&found);

    assert_true(look_at_graph(&s, 0, &t, &answer, &found)); /* the other's step; where it comes from is cut off */
    assert_int_equal(answer, SMT_SAT);
    assert_true(t.cut);
    tree_free(&t);

    assert_true(look_at_graph(&s, WHOLE_TREE, &t, &answer, &found));
    assert_int_equal(answer, SMT_UNSAT);
    assert_false(t.cut);
    uint32_t effects = 0;
    vector_each(const struct tree_place *, q, &t.places)
        if (q->actor != NONE) {
            effects++;
            assert_int_equal(t.places.data[q->actor].kind, 1);
            assert_true(q->kind == 0);
        }
    assert_int_equal(effects, 1);
    expr own = predicate_model_in_own_words(s.model, &s.model->kinds.data[1], is8(s.p, 1, 1));
    assert_true(is_proposed(&found, 1, 0, own)); /* y, where the other stands */
    tree_free(&t);
    assert_true(precision_add_all(&s.precision, &found) > 0);
    vector_clear(&found);

    assert_false(look_at_graph(&s, WHOLE_TREE, &t, &answer, &found)); /* proved */
    vector_free(&found);
    scene_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kinds_are_told_apart_if_asked),
        cmocka_unit_test(names_of_others_are_undone),
        cmocka_unit_test(predicates_are_taken_once),
        cmocka_unit_test(what_many_ask_for_is_everywhere),
        cmocka_unit_test(unrolling_is_noticed),
        cmocka_unit_test(checks_are_seeds),
        cmocka_unit_test(trees_are_refuted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
