/* The engine `predicate` on programs made by hand: what each of the four refiners can prove, what it must find, and
 * that it claims nothing else. */
#include "unit.h"

#include "base/options.h"
#include "base/statistics.h"
#include "engines/predicate/predicate.h"
#include "program/machine.h"
#include "small.h"

/* Without flow, which might know already what is to be found out. */
static struct verdict decide(struct program *p, const char *refiner)
{
    struct options o;
    struct statistics s = {0};
    struct verdict v;
    options_init(&o);
    o.refiner = refiner;
    o.assume_flow = false;
    struct task task = {.program = p, .options = &o, .statistics = &s, .budget = {.deadline = clock_wall() + 30, .memory = 0}};
    verdict_init(&v, p);
    engine_run(&engine_predicate, &task, &v);
    options_free(&o);
    return v;
}

/* --- locks of single threads --- */

static void lock(struct program *p, uint32_t t, uint32_t from, uint32_t to, uint32_t m)
{
    small_edge(p, t, from, to, is8(p, m, 0), 1, SET(m, value8(p, p->codes.data[t].first_id)));
}

static void set(struct program *p, uint32_t t, uint32_t from, uint32_t to, uint32_t cell, uint64_t v)
{
    small_edge(p, t, from, to, NULL, 1, SET(cell, value8(p, v)));
}

/* Rudenchik and Andrianov, Fig. 2. */
static struct program *figure_2(uint32_t *a)
{
    struct program *p = small_new();
    *a = small_cell(p, "a", 8, 0, NONE);
    uint32_t b = small_cell(p, "b", 8, 0, NONE), m = small_cell(p, "m", 8, 0, NONE);
    uint32_t t = small_code(p, "thread1", 1, 7), u = small_code(p, "thread2", 1, 5);
    lock(p, t, 0, 1, m);
    set(p, t, 1, 2, *a, 1);
    set(p, t, 2, 3, b, 1);
    set(p, t, 3, 4, m, 0);
    small_error(p, t, 5);
    small_edge(p, t, 4, 5, is_not8(p, b, 1), 0, NULL);
    small_edge(p, t, 4, 6, is8(p, b, 1), 0, NULL);
    lock(p, u, 0, 1, m);
    small_edge(p, u, 1, 2, is_not8(p, *a, 1), 0, NULL);
    small_edge(p, u, 1, 3, is8(p, *a, 1), 0, NULL);
    set(p, u, 2, 3, b, 2);
    set(p, u, 3, 4, m, 0);
    small_finish(p);
    return p;
}

struct search {
    expr wanted;
    bool found;
};

static void look(void *context, expr e)
{
    struct search *s = context;
    s->found |= e == s->wanted;
}

static bool proof_mentions(const struct verdict *v, uint32_t code, expr e)
{
    struct search s = {e, false};
    for (uint32_t l = 0; v->proof && l < v->proof->program->codes.data[code].locations.size; l++)
        if (v->proof->invariants.data[code][l])
            expr_visit(v->proof->invariants.data[code][l], look, &s);
    return s.found;
}

static void test_figure_2(void **state)
{
    static const struct {
        const char *refiner;
        enum answer answer;
    } rows[] = {{"default", ANSWER_OPEN}, {"simple", ANSWER_OPEN}, {"effect", ANSWER_PROVED}, {"chain", ANSWER_PROVED}};
    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        uint32_t a;
        struct program *p = figure_2(&a);
        struct verdict v = decide(p, rows[i].refiner);
        assert_int_equal(v.results.data[0].answer, rows[i].answer);
        if (rows[i].answer == ANSWER_OPEN)
            assert_non_null(v.reason);
        verdict_free(&v);
        small_free(p);
    }
}

/* Without the lock's ghost owner, so that the graph can be told as a proof. */
static void test_precision_of_figure_2(void **state)
{
    (void)state;
    uint32_t a;
    struct program *p = figure_2(&a);
    vector_each(struct cell *, c, &p->cells)
        if (strcmp(c->name, "m") == 0)
            c->role = CELL_SYNC, c->width = 8;
    struct options o;
    struct statistics s = {0};
    struct verdict v;
    options_init(&o);
    o.seed_locks = o.assume_flow = false;
    struct task task = {.program = p, .options = &o, .statistics = &s, .budget = {.deadline = clock_wall() + 30, .memory = 0}};
    verdict_init(&v, p);
    engine_run(&engine_predicate, &task, &v);
    assert_int_equal(v.results.data[0].answer, ANSWER_PROVED);
    assert_non_null(v.proof);
    assert_true(proof_mentions(&v, 0, is8(p, a, 1)));
    assert_true(proof_mentions(&v, 1, is8(p, a, 1)));
    assert_true(s.predicate_refinements > 0);
    options_free(&o);
    verdict_free(&v);
    small_free(p);
}

/* thread2 keeps x at 1 while it reads c, and writes b only if it has read 1; thread3 makes c 1 only if it has seen,
 * under the lock, that x is not 1. When thread2 writes b nothing of that is left in shared cells: what has to be
 * refuted is the effect of thread3 on the actor of the effect on thread1. */
static struct program *effect_under_effect(void)
{
    struct program *p = small_new();
    uint32_t b = small_cell(p, "b", 8, 0, NONE), c = small_cell(p, "c", 8, 0, NONE), x = small_cell(p, "x", 8, 0, NONE);
    uint32_t m = small_cell(p, "m", 8, 0, NONE);
    uint32_t t = small_code(p, "thread1", 1, 4), u = small_code(p, "thread2", 1, 6), w = small_code(p, "thread3", 1, 5);
    uint32_t l = small_cell(p, "l", 8, 0, u);
    struct update open[] = {{x, NULL, value8(p, 1)}, {c, NULL, value8(p, 0)}};
    struct update shut[] = {{x, NULL, value8(p, 0)}, {c, NULL, value8(p, 0)}};
    set(p, t, 0, 1, b, 1);
    small_error(p, t, 2);
    small_edge(p, t, 1, 2, is_not8(p, b, 1), 0, NULL);
    small_edge(p, t, 1, 3, is8(p, b, 1), 0, NULL);
    small_edge(p, u, 0, 1, is8(p, m, 0), 2, open);
    small_edge(p, u, 1, 2, NULL, 1, SET(l, cell8(p, c)));
    small_edge(p, u, 2, 3, NULL, 2, shut);
    small_edge(p, u, 3, 4, is8(p, l, 1), 0, NULL);
    set(p, u, 4, 5, b, 2);
    lock(p, w, 0, 1, m);
    small_edge(p, w, 1, 2, is_not8(p, x, 1), 0, NULL);
    set(p, w, 2, 3, c, 1);
    set(p, w, 3, 4, m, 0);
    small_finish(p);
    return p;
}

static void test_effect_under_effect(void **state)
{
    static const char *const names[] = {"default", "simple", "effect", "chain"};
    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        struct program *p = effect_under_effect();
        struct verdict v = decide(p, names[i]);
        assert_int_equal(v.results.data[0].answer, i == 3 ? ANSWER_PROVED : ANSWER_OPEN);
        verdict_free(&v);
        small_free(p);
    }
}

/* --- the environment --- */

/* x counts up; every thread reads it and fails if a second read gives less. True for the mere order of the two, and
 * no thread is excluded from its own kind's environment. */
static struct program *monotone_counter(uint32_t instances, bool may_reset)
{
    struct program *p = small_new();
    uint32_t x = small_cell(p, "x", 8, 0, NONE);
    uint32_t t = small_code(p, "t", instances, 5), v = small_cell(p, "v", 8, 0, t);
    expr more = expr_add(p->exprs, cell8(p, x), value8(p, 1));
    small_edge(p, t, 0, 1, expr_binary(p->exprs, E_ULT, cell8(p, x), value8(p, 200)), 1, SET(x, more));
    if (may_reset)
        small_edge(p, t, 0, 1, NULL, 1, SET(x, value8(p, 0)));
    small_edge(p, t, 1, 2, NULL, 1, SET(v, cell8(p, x)));
    small_error(p, t, 3);
    small_edge(p, t, 2, 3, expr_binary(p->exprs, E_ULT, cell8(p, x), cell8(p, v)), 0, NULL);
    small_edge(p, t, 2, 4, expr_binary(p->exprs, E_ULE, cell8(p, v), cell8(p, x)), 0, NULL);
    small_finish(p);
    return p;
}

static void test_own_environment(void **state)
{
    static const struct {
        uint32_t instances;
        bool may_reset;
        enum answer answer;
    } rows[] = {{1, true, ANSWER_PROVED},
                {2, false, ANSWER_PROVED},
                {UNBOUNDED, false, ANSWER_PROVED},
                {2, true, ANSWER_VIOLATED},
                {UNBOUNDED, true, ANSWER_VIOLATED}};
    (void)state;
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct program *p = monotone_counter(rows[i].instances, rows[i].may_reset);
        struct verdict v = decide(p, "chain");
        assert_int_equal(v.results.data[0].answer, rows[i].answer);
        if (rows[i].answer == ANSWER_VIOLATED) {
            const char *why;
            struct arena words = ARENA_EMPTY;
            assert_true(trace_replays(p, v.results.data[0].trace, &why, &words));
            arena_release(&words);
        }
        verdict_free(&v);
        small_free(p);
    }
}

/* A section of two steps makes x and y differ in between. Whoever compares them sees that only if the section is not
 * atomic; and never, if the section cannot be finished. */
static struct program *section(bool atomic, bool blocks)
{
    struct program *p = small_new();
    uint32_t x = small_cell(p, "x", 8, 0, NONE), y = small_cell(p, "y", 8, 0, NONE);
    uint32_t t = small_code(p, "t", 1, 3), u = small_code(p, "u", 1, 3);
    set(p, t, 0, 1, x, 1);
    if (!blocks)
        set(p, t, 1, 2, y, 1);
    else
        small_edge(p, t, 1, 2, is8(p, y, 7), 0, NULL);
    if (atomic)
        small_flag(p, t, 1, LOC_ATOMIC);
    small_error(p, u, 1);
    expr same = expr_eq(p->exprs, cell8(p, x), cell8(p, y));
    small_edge(p, u, 0, 1, expr_not(p->exprs, same), 0, NULL);
    small_edge(p, u, 0, 2, same, 0, NULL);
    small_finish(p);
    return p;
}

static void test_sections(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        bool atomic = i & 1, blocks = i & 2;
        struct program *p = section(atomic, blocks);
        struct verdict v = decide(p, "chain");
        assert_int_equal(v.results.data[0].answer, atomic ? ANSWER_PROVED : ANSWER_VIOLATED);
        verdict_free(&v);
        small_free(p);
    }
}

/* x is 1 in the middle of a section only. What is known to hold between steps (x is 0 or 2) does not hold there, and
 * must not be used against the section's second half: x = 2 is reached. */
static void test_half_done(void **state)
{
    (void)state;
    struct program *p = small_new();
    uint32_t x = small_cell(p, "x", 8, 0, NONE), t = small_code(p, "t", 1, 3), u = small_code(p, "u", 1, 4);
    set(p, t, 0, 1, x, 1);
    small_edge(p, t, 1, 2, is8(p, x, 1), 1, SET(x, value8(p, 2)));
    small_flag(p, t, 1, LOC_ATOMIC);
    uint32_t after = small_error(p, u, 1), between = small_error(p, u, 2);
    small_edge(p, u, 0, 1, is8(p, x, 2), 0, NULL);
    small_edge(p, u, 0, 2, is8(p, x, 1), 0, NULL);
    small_finish(p);
    struct proof *known = proof_new(p);
    known->invariants.data[u] = ARENA_ARRAY(&known->arena, expr, 4);
    known->invariants.data[u][0] = expr_or(p->exprs, is8(p, x, 0), is8(p, x, 2));
    struct options o;
    struct statistics s = {0};
    struct verdict v;
    options_init(&o);
    struct task task = {.program = p, .options = &o, .statistics = &s, .budget = {.deadline = clock_wall() + 30, .memory = 0}};
    task.facts = known;
    verdict_init(&v, p);
    engine_run(&engine_predicate, &task, &v);
    assert_int_equal(v.results.data[after].answer, ANSWER_VIOLATED);
    assert_int_equal(v.results.data[between].answer, ANSWER_PROVED);
    options_free(&o);
    verdict_free(&v);
    proof_free(known);
    small_free(p);
}

/* Two instances of one code, each about to do what only another input than the other's allows. */
static void test_race_of_inputs(void **state)
{
    (void)state;
    struct program *p = small_new();
    uint32_t x = small_cell(p, "x", 8, 0, NONE), t = small_code(p, "t", 2, 3);
    expr input = expr_input(p->exprs, 1, 0);
    p->input_count = 1;
    struct access write = {.id = 0, .cell = x, .write = true}, read = {.id = 1, .cell = x};
    p->access_count = 2;
    struct edge *e = small_edge(p, t, 0, 1, input, 1, SET(x, value8(p, 1)));
    e->action.accesses = ARENA_NEW(&p->arena, struct access);
    *e->action.accesses = write, e->action.access_count = 1;
    e = small_edge(p, t, 0, 2, expr_not(p->exprs, input), 0, NULL);
    e->action.accesses = ARENA_NEW(&p->arena, struct access);
    *e->action.accesses = read, e->action.access_count = 1;
    program_add_check(
        p, (struct check){.property = PROPERTY_RACE, .code = t, .code_b = t, .access_a = 0, .access_b = 1, .text = "race"});
    small_finish(p);
    struct options o;
    struct statistics s = {0};
    struct verdict v;
    options_init(&o);
    struct task task = {.program = p, .options = &o, .statistics = &s, .budget = {.deadline = clock_wall() + 30, .memory = 0}};
    verdict_init(&v, p);
    engine_run(&engine_predicate, &task, &v);
    assert_int_equal(v.results.data[0].answer, ANSWER_VIOLATED);
    options_free(&o);
    verdict_free(&v);
    small_free(p);
}

/* Readers count themselves in n while they read x twice; a writer goes only where n is 0. early: a reader leaves before
 * its second read. twice: writers count down too, so n says nothing. */
static struct program *readers(bool early, bool twice)
{
    struct program *p = small_new();
    uint32_t x = small_cell(p, "x", 8, 0, NONE), n = small_cell(p, "n", 32, 0, NONE);
    expr count = expr_cell(p->exprs, 32, n), one = expr_const(p->exprs, 32, 1), zero = expr_const(p->exprs, 32, 0);
    uint32_t r = small_code(p, "reader", UNBOUNDED, 6), v = small_cell(p, "v", 8, 0, r);
    p->codes.data[r].first_id = 1 << 20;
    struct update leave = {n, NULL, expr_sub(p->exprs, count, one)};
    small_edge(p, r, 0, 1, NULL, 1, SET(n, expr_add(p->exprs, count, one)));
    small_edge(p, r, 1, 2, NULL, 1, SET(v, cell8(p, x)));
    small_edge(p, r, 2, 3, NULL, early ? 1 : 0, &leave);
    small_error(p, r, 4);
    expr same = expr_eq(p->exprs, cell8(p, x), cell8(p, v));
    small_edge(p, r, 3, 4, expr_not(p->exprs, same), 0, NULL);
    small_edge(p, r, 3, 5, same, early ? 0 : 1, &leave);
    uint32_t w = small_code(p, "writer", UNBOUNDED, 3);
    p->codes.data[w].first_id = 2 << 20;
    small_edge(p, w, 0, 1, expr_eq(p->exprs, count, zero), 1, SET(x, expr_add(p->exprs, cell8(p, x), value8(p, 1))));
    small_edge(p, w, 1, 2, NULL, twice ? 1 : 0, &leave);
    small_finish(p);
    return p;
}

static void test_counters(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        struct program *p = readers(i == 1, i == 2);
        struct verdict v = decide(p, "chain");
        assert_int_equal(v.results.data[0].answer, i ? ANSWER_VIOLATED : ANSWER_PROVED);
        verdict_free(&v);
        small_free(p);
    }
}

/* Any number of threads count x and y together; who sees that x is n must see that y is n. That x and y are equal is
 * said nowhere: it takes an interpolant. wrong: y is counted a little later. */
static struct program *counted_together(bool wrong)
{
    struct program *p = small_new();
    uint32_t x = small_cell(p, "x", 8, 0, NONE), y = small_cell(p, "y", 8, 0, NONE), n = small_cell(p, "n", 8, 0, NONE);
    uint32_t t = small_code(p, "looks", 1, 4), u = small_code(p, "counts", UNBOUNDED, 3);
    p->codes.data[u].first_id = 1 << 20;
    expr one = value8(p, 1);
    struct update both[] = {{x, NULL, expr_add(p->exprs, cell8(p, x), one)}, {y, NULL, expr_add(p->exprs, cell8(p, y), one)}};
    small_edge(p, t, 0, 1, NULL, 1, SET(n, expr_input(p->exprs, 8, p->input_count++)));
    small_error(p, t, 2);
    expr is_n = expr_eq(p->exprs, cell8(p, x), cell8(p, n)), too = expr_eq(p->exprs, cell8(p, y), cell8(p, n));
    small_edge(p, t, 1, 2, expr_and(p->exprs, is_n, expr_not(p->exprs, too)), 0, NULL);
    small_edge(p, t, 1, 3, expr_or(p->exprs, expr_not(p->exprs, is_n), too), 0, NULL);
    small_edge(p, u, 0, 1, NULL, wrong ? 1 : 2, both);
    small_edge(p, u, 1, 2, NULL, wrong ? 1 : 0, both + 1);
    small_finish(p);
    return p;
}

static void test_interpolants(void **state)
{
    static const struct {
        const char *interpolants;
        bool wrong;
        enum answer answer;
    } rows[] = {{"never", false, ANSWER_OPEN},
                {"growing", false, ANSWER_PROVED},
                {"first", false, ANSWER_PROVED},
                {"growing", true, ANSWER_VIOLATED}};
    (void)state;
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct program *p = counted_together(rows[i].wrong);
        struct options o;
        struct statistics s = {0};
        struct verdict v;
        options_init(&o);
        o.assume_flow = false;
        o.interpolants = rows[i].interpolants;
        struct task task = {.program = p,
                            .options = &o,
                            .statistics = &s,
                            .budget = {.deadline = clock_wall() + (rows[i].answer == ANSWER_OPEN ? 3 : 30), .memory = 0}};
        verdict_init(&v, p);
        engine_run(&engine_predicate, &task, &v);
        assert_int_equal(v.results.data[0].answer, rows[i].answer);
        options_free(&o);
        verdict_free(&v);
        small_free(p);
    }
}

/* Nothing is proved where something unsupported may be reached; an unreachable one does not matter. */
static void test_unsupported(void **state)
{
    (void)state;
    for (int reachable = 0; reachable < 2; reachable++) {
        struct program *p = small_new();
        uint32_t x = small_cell(p, "x", 8, 0, NONE), t = small_code(p, "t", 1, 5), u = small_code(p, "u", 1, 2);
        small_error(p, t, 1);
        small_flag(p, t, 2, LOC_UNSUPPORTED);
        p->codes.data[t].locations.data[2].reason = "this";
        small_edge(p, t, 0, 1, is8(p, x, 9), 0, NULL);
        small_edge(p, t, 0, 2, is8(p, x, 5), 0, NULL);
        set(p, u, 0, 1, x, reachable ? 5 : 6);
        small_finish(p);
        struct verdict v = decide(p, "chain");
        assert_int_equal(v.results.data[0].answer, reachable ? ANSWER_OPEN : ANSWER_PROVED);
        if (reachable)
            assert_string_equal(reason_words(v.reason, &v.arena), "this may be reached");
        verdict_free(&v);
        small_free(p);
    }
}

/* Two threads and a flag each (the core of Dekker's algorithm): thread-modular reasoning alone cannot exclude that both
 * pass; where the other one is tells it. */
static struct program *flags(void)
{
    struct program *p = small_new();
    uint32_t f[2] = {small_cell(p, "f", 8, 0, NONE), small_cell(p, "g", 8, 0, NONE)}, in = small_cell(p, "in", 8, 0, NONE);
    for (uint32_t i = 0; i < 2; i++) {
        uint32_t t = small_code(p, i ? "second" : "first", 1, 6);
        expr more = expr_add(p->exprs, cell8(p, in), value8(p, 1)), less = expr_sub(p->exprs, cell8(p, in), value8(p, 1));
        set(p, t, 0, 1, f[i], 1);
        small_edge(p, t, 1, 2, is8(p, f[1 - i], 0), 1, SET(in, more));
        small_error(p, t, 4);
        small_edge(p, t, 2, 4, is_not8(p, in, 1), 0, NULL);
        small_edge(p, t, 2, 3, is8(p, in, 1), 1, SET(in, less));
        set(p, t, 3, 5, f[i], 0);
    }
    small_finish(p);
    return p;
}

static void test_ghosts(void **state)
{
    (void)state;
    struct program *p = flags();
    struct verdict v = decide(p, "chain");
    assert_int_equal(v.results.data[0].answer, ANSWER_PROVED);
    assert_int_equal(v.results.data[1].answer, ANSWER_PROVED);
    verdict_free(&v);
    small_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_figure_2),
        cmocka_unit_test(test_precision_of_figure_2),
        cmocka_unit_test(test_effect_under_effect),
        cmocka_unit_test(test_own_environment),
        cmocka_unit_test(test_sections),
        cmocka_unit_test(test_unsupported),
        cmocka_unit_test(test_counters),
        cmocka_unit_test(test_interpolants),
        cmocka_unit_test(test_half_done),
        cmocka_unit_test(test_race_of_inputs),
        cmocka_unit_test(test_ghosts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
