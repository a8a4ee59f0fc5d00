/* The engine modular on the programs of its paper and on small ones. */
#include "unit.h"

#include "base/options.h"
#include "base/statistics.h"
#include "engines/engine.h"
#include "engines/modular/fixpoint.h"
#include "engines/modular/identity.h"
#include "modular_programs.h"
#include "program/machine.h"

#include <string.h>

static struct statistics last;
static uint32_t last_proof; /* invariants of the proof that were tested; 0: one was wrong; NONE: no proof */
static enum reason_id last_reason;

/* Answers of modular by check, as letters O, P, V; every trace is replayed. */
static const char *answers(const struct program *p, enum property property, const char *identities, const char *invariant)
{
    static char letters[64];
    const struct engine *engine = engine_find("modular");
    struct options o;
    options_init(&o);
    o.identities = identities;
    o.invariant = invariant;
    o.passes = false;
    memset(&last, 0, sizeof last);
    struct task task = {.program = p, .options = &o, .statistics = &last};
    task.budget.deadline = clock_wall() + 30;
    struct verdict v;
    verdict_init(&v, p);
    engine->run(&task, &v);
    last_reason = v.reason ? v.reason->id : REASONS;
    memset(letters, 0, sizeof letters);
    for (uint32_t c = 0, n = 0; c < p->checks.size; c++) {
        const struct check_result *r = &v.results.data[c];
        if (p->checks.data[c].property != property)
            continue;
        letters[n++] = "OPV"[r->answer];
        struct arena words = ARENA_EMPTY;
        const char *why = "";
        if (r->answer == ANSWER_VIOLATED)
            assert_true(trace_replays(p, r->trace, &why, &words));
        if (r->answer == ANSWER_OPEN)
            assert_non_null(r->reason ? r->reason : v.reason);
        arena_release(&words);
    }
    last_proof = v.proof ? proof_holds_on_runs(p, v.proof) : NONE;
    verdict_free(&v);
    options_free(&o);
    return letters;
}

static const char *const identities[] = {"relative", "absolute", "auto"};

static void test_simple(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 3; i++)
        for (uint32_t n = 2; n < 6; n++)
            for (unsigned how = 0; how <= CREATED_IN_MAIN; how++) {
                struct program *p = simple(n, how | WITH_RACE);
                assert_string_equal(answers(p, PROPERTY_REACH, identities[i], NULL), "P");
                assert_in_range(last_proof, 1000, NONE - 1);
                assert_string_equal(answers(p, PROPERTY_REACH, identities[i], "m == 0 ==> x == 1"), "P");
                assert_in_range(last_proof, 1000, NONE - 1);
                assert_string_equal(answers(p, PROPERTY_REACH, identities[i], "m == 0 ==> x == 0"), "O");
                assert_string_equal(answers(p, PROPERTY_RACE, identities[i], NULL), "PPPPP");
                small_free(p);
            }
}

/* Section 1.2: not by this method. */
static void test_simple_with_boolean_mutex(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        struct program *p = simple(2, BOOLEAN_MUTEX | WITH_RACE);
        assert_string_equal(answers(p, PROPERTY_REACH, identities[i], NULL), "O");
        assert_int_equal(last_reason, REASON_COARSE_MODULAR);
        assert_string_equal(answers(p, PROPERTY_RACE, identities[i], NULL), "OOOOO");
        small_free(p);
    }
}

static void test_any_number_of_threads(void **state)
{
    (void)state;
    struct program *p = simple(UNBOUNDED, WITH_RACE);
    assert_string_equal(answers(p, PROPERTY_REACH, "auto", "m == 0 ==> x == 1"), "P");
    uint64_t states = last.modular_states;
    assert_string_equal(answers(p, PROPERTY_RACE, "relative", NULL), "PPPPP");
    assert_string_equal(answers(p, PROPERTY_REACH, "absolute", NULL), "O");
    small_free(p);
    p = simple(50, 0);
    assert_string_equal(answers(p, PROPERTY_REACH, "auto", "m == 0 ==> x == 1"), "P");
    assert_int_equal(states, last.modular_states);
    small_free(p);
}

/* The number of states grows linearly for each thread by name, and stays the same seen relatively. */
static void test_growth(void **state)
{
    (void)state;
    uint64_t relative[2], absolute[2];
    for (unsigned i = 0; i < 2; i++) {
        struct program *p = simple(i ? 20 : 10, 0);
        answers(p, PROPERTY_REACH, "relative", NULL);
        relative[i] = last.modular_states;
        answers(p, PROPERTY_REACH, "absolute", NULL);
        absolute[i] = last.modular_states;
        small_free(p);
    }
    assert_int_equal(relative[0], relative[1]);
    assert_in_range(absolute[1], 3 * absolute[0], 4 * absolute[0]);
}

static void test_many_threads_that_are_joined(void **state)
{
    (void)state;
    struct program *p = simple(100, CREATED_IN_MAIN);
    assert_string_equal(answers(p, PROPERTY_REACH, "relative", NULL), "P");
    assert_in_range(last.modular_states, 1, 2000);
    small_free(p);
}

/* Threads that main creates and joins cost no more than threads that exist from the start, but for the states in which
 * one is not created yet or over, and for main itself, which has two for each thread. */
static void test_creation_is_cheap(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 2; i++)
        for (uint32_t n = 10; n <= 80; n *= 2) {
            struct program *from_start = simple(n, 0), *created = simple(n, CREATED_IN_MAIN);
            assert_string_equal(answers(from_start, PROPERTY_REACH, identities[i], NULL), "P");
            uint64_t states = last.modular_states;
            assert_string_equal(answers(created, PROPERTY_REACH, identities[i], NULL), "P");
            assert_in_range(last.modular_states, states, i ? states * 4 / 3 : states + 2 * n + 4);
            small_free(from_start);
            small_free(created);
        }
}

/* What is a bug gets a trace. */
static void test_bugs(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        struct program *p = lost_update(false);
        assert_string_equal(answers(p, PROPERTY_REACH, identities[i], NULL), "V");
        small_free(p);
        p = peterson(true);
        assert_string_equal(answers(p, PROPERTY_REACH, identities[i], NULL), "VV");
        small_free(p);
        p = peterson(false);
        assert_string_equal(answers(p, PROPERTY_REACH, identities[i], NULL), "OO");
        small_free(p);
    }
}

/* main: starts the thread, waits for its end, then sets x to 2 and expects that it stays. The thread sets x to 1. Needs
 * the order of creation and end. */
static void test_order_of_creation_and_end(void **state)
{
    (void)state;
    for (unsigned joins = 0; joins < 2; joins++)
        for (unsigned i = 0; i < 3; i++)
            for (uint32_t n = 1; n < 4; n++) {
                struct program *p = small_new();
                struct exprs *e = p->exprs;
                uint32_t x = small_cell(p, "x", 8, 0, NONE);
                struct cell_range each = {.first = 0, .stride = 1, .count = n, .per_instance = NONE};
                uint32_t started = small_array(p, "started", 1, each, NONE), done = small_array(p, "done", 1, each, NONE);
                p->cells.data[started].role = CELL_STARTED;
                p->cells.data[done].role = CELL_DONE;
                p->cells.data[started].subject = p->cells.data[done].subject = 1;
                uint32_t main = small_code(p, "main", 1, 2 * n + 7), l = 0;
                small_edge(p, main, 0, 1, NULL, 1, SET(x, value8(p, 5))); /* nobody else runs yet */
                small_edge(p, main, 1, 2, is8(p, x, 5), 0, NULL);
                small_edge(p, main, 1, 2 * n + 4, is_not8(p, x, 5), 0, NULL);
                small_error(p, main, 2 * n + 4);
                for (l = 2; l < n + 2; l++)
                    small_edge(p, main, l, l + 1, NULL, 1, SET_AT(started, expr_const(e, 32, l - 2), expr_bool(e, true)));
                for (; l < 2 * n + 2; l++)
                    small_edge(p, main, l, l + 1, joins ? expr_read(e, 1, done, expr_const(e, 32, l - n - 2)) : NULL, 0, NULL);
                small_edge(p, main, l, l + 1, NULL, 1, SET(x, value8(p, 2)));
                small_edge(p, main, l + 1, 2 * n + 5, is_not8(p, x, 2), 0, NULL);
                small_error(p, main, 2 * n + 5);
                uint32_t t = small_code(p, "t", n, 4);
                expr own = expr_sub(e, expr_self(e), expr_const(e, 32, p->codes.data[t].first_id));
                small_edge(p, t, 0, 1, expr_read(e, 1, started, own), 0, NULL);
                small_edge(p, t, 1, 2, NULL, 1, SET(x, value8(p, 1)));
                small_edge(p, t, 2, 3, NULL, 1, SET_AT(done, own, expr_bool(e, true)));
                small_finish(p);
                assert_string_equal(answers(p, PROPERTY_REACH, identities[i], NULL), joins ? "PP" : "PV");
                small_free(p);
            }
}

/* In a section: x := 1, then wait for y == 1, then x := 0. Nobody sees x == 1. */
static void test_sections(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        struct program *p = small_new();
        uint32_t x = small_cell(p, "x", 8, 0, NONE), y = small_cell(p, "y", 8, 0, NONE);
        uint32_t a = small_code(p, "a", 1, 4);
        small_edge(p, a, 0, 1, NULL, 1, SET(x, value8(p, 1)));
        small_edge(p, a, 1, 2, is8(p, y, 1), 0, NULL);
        small_edge(p, a, 2, 3, NULL, 1, SET(x, value8(p, 0)));
        small_flag(p, a, 1, LOC_ATOMIC);
        small_flag(p, a, 2, LOC_ATOMIC);
        uint32_t b = small_code(p, "b", 2, 4);
        small_edge(p, b, 0, 1, NULL, 1, SET(y, value8(p, 1)));
        small_edge(p, b, 1, 2, is8(p, x, 1), 0, NULL);
        small_edge(p, b, 1, 3, is8(p, x, 0), 0, NULL);
        small_error(p, b, 2);
        small_finish(p);
        assert_string_equal(answers(p, PROPERTY_REACH, identities[i], NULL), "P");
        small_free(p);
    }
}

/* Two threads run a procedure that calls itself as often as it likes, holding a mutex; the stack has no bound. */
static void test_recursion(void **state)
{
    (void)state;
    for (unsigned broken = 0; broken < 2; broken++)
        for (unsigned i = 0; i < 3; i++) {
            struct program *p = small_new();
            struct exprs *e = p->exprs;
            uint32_t m = small_cell(p, "m", SELF_WIDTH, 0, NONE), x = small_cell(p, "x", 8, 0, NONE);
            uint32_t t = small_code(p, "t", 2, 6);
            uint32_t f = small_code(p, "f", 0, 5);
            uint32_t r = small_cell(p, "r", 8, 0, t), k = small_cell(p, "k", 8, 0, f), back = small_cell(p, "back", 8, 0, f);
            vector_push(&p->codes.data[f].parameters, k);
            p->codes.data[f].result = back;
            expr idle = expr_eq(e, expr_cell(e, SELF_WIDTH, m), expr_const(e, SELF_WIDTH, 0));
            small_edge(p, t, 0, 1, idle, 1, SET(m, expr_self(e)));
            struct edge *c = small_edge(p, t, 1, 2, NULL, 1, SET(k, value8(p, 1)));
            c->action.kind = ACT_CALL;
            c->action.object = f;
            c->action.call_result = r;
            small_edge(p, t, 2, 3, is_not8(p, r, 1), 0, NULL);
            small_error(p, t, 3);
            small_edge(p, t, 2, 4, is8(p, r, 1), 1, SET(m, expr_const(e, SELF_WIDTH, 0)));
            small_edge(p, t, 4, 0, NULL, 0, NULL);
            /* f(k): x := k; either call f(k) or not; expects x == k; returns x */
            small_edge(p, f, 0, 1, NULL, 1, SET(x, broken ? expr_add(e, cell8(p, k), cell8(p, x)) : cell8(p, k)));
            c = small_edge(p, f, 1, 2, NULL, 1, SET(k, cell8(p, k)));
            c->action.kind = ACT_CALL;
            c->action.object = f;
            c->action.call_result = NONE;
            small_edge(p, f, 1, 2, NULL, 0, NULL);
            small_edge(p, f, 2, 3, is_not8(p, x, 1), 0, NULL);
            small_error(p, f, 3);
            small_edge(p, f, 2, 4, is8(p, x, 1), 1, SET(back, cell8(p, x)));
            small_finish(p);
            assert_string_equal(answers(p, PROPERTY_REACH, identities[i], NULL), broken ? "PV" : "PP");
            if (!broken && i == 0) { /* exploration finds no end */
                struct options o;
                options_init(&o);
                struct task task = {.program = p, .options = &o, .statistics = &last};
                task.budget = (struct budget){.deadline = clock_wall() + 1, .memory = (size_t)1 << 28};
                struct verdict v;
                verdict_init(&v, p);
                engine_find("explore")->run(&task, &v);
                assert_int_equal(v.results.data[0].answer, ANSWER_OPEN);
                verdict_free(&v);
                options_free(&o);
            }
            small_free(p);
        }
}

/* Arbitrary values: few are enumerated, too many are declined at once. */
static void test_inputs(void **state)
{
    (void)state;
    for (unsigned wide = 0; wide < 2; wide++) {
        struct program *p = small_new();
        struct exprs *e = p->exprs;
        uint32_t x = small_cell(p, "x", 32, 0, NONE);
        uint32_t t = small_code(p, "t", 2, 4);
        expr in = expr_zext(e, expr_input(e, wide ? 30 : 3, p->input_count++), 32);
        small_edge(p, t, 0, 1, NULL, 1, SET(x, in));
        small_edge(p, t, 1, 2, expr_binary(e, E_ULT, expr_const(e, 32, 7), expr_cell(e, 32, x)), 0, NULL);
        small_error(p, t, 2);
        small_finish(p);
        const char *got = answers(p, PROPERTY_REACH, "auto", NULL);
        assert_string_equal(got, wide ? "V" : "P");
        small_free(p);
    }
}

/* An unsupported location that may be reached forbids the proof. */
static void test_unsupported(void **state)
{
    (void)state;
    struct program *p = simple(2, 0);
    small_flag(p, 0, 8, LOC_UNSUPPORTED);
    assert_string_equal(answers(p, PROPERTY_REACH, "auto", NULL), "O");
    small_free(p);
}

/* A thread id in arithmetic: not relatively, but by name. */
static void test_ids_as_numbers(void **state)
{
    (void)state;
    struct program *p = small_new();
    struct exprs *e = p->exprs;
    uint32_t x = small_cell(p, "x", 32, 0, NONE);
    uint32_t t = small_code(p, "t", 2, 4);
    expr next = expr_add(e, expr_self(e), expr_const(e, 32, 1));
    small_edge(p, t, 0, 1, NULL, 1, SET(x, next));
    small_edge(p, t, 1, 2, expr_binary(e, E_ULT, expr_const(e, 32, 3), expr_cell(e, 32, x)), 0, NULL);
    small_error(p, t, 2);
    small_finish(p);
    assert_string_equal(answers(p, PROPERTY_REACH, "relative", NULL), "O");
    assert_int_equal(last_reason, REASON_ID_ARITHMETIC);
    assert_string_equal(answers(p, PROPERTY_REACH, "auto", NULL), "P");
    small_free(p);
}

/* Two threads count, each in its own slot of an array, as often as they like; each expects that nobody else touches it.
 */
static void test_own_slots(void **state)
{
    (void)state;
    for (unsigned shared = 0; shared < 2; shared++)
        for (unsigned i = 0; i < 3; i++) {
            struct program *p = small_new();
            struct exprs *e = p->exprs;
            uint32_t a = small_array(p, "a", 8, (struct cell_range){.stride = 1, .count = 3, .per_instance = NONE}, NONE);
            uint32_t t = small_code(p, "t", 3, 5);
            expr own = expr_sub(e, expr_self(e), expr_const(e, 32, p->codes.data[t].first_id));
            expr index = shared ? expr_const(e, 32, 1) : own;
            small_edge(p, t, 0, 1, NULL, 1, SET_AT(a, own, value8(p, 5)));
            small_edge(p, t, 1, 2, NULL, 1, SET_AT(a, index, value8(p, 7)));
            small_edge(p, t, 2, 3, expr_ne(e, expr_read(e, 8, a, index), value8(p, 7)), 0, NULL);
            small_error(p, t, 3);
            small_edge(p, t, 2, 0, NULL, 0, NULL);
            small_finish(p);
            assert_string_equal(answers(p, PROPERTY_REACH, identities[i], NULL), shared ? "V" : "P");
            small_free(p);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_simple),
        cmocka_unit_test(test_simple_with_boolean_mutex),
        cmocka_unit_test(test_any_number_of_threads),
        cmocka_unit_test(test_growth),
        cmocka_unit_test(test_many_threads_that_are_joined),
        cmocka_unit_test(test_creation_is_cheap),
        cmocka_unit_test(test_bugs),
        cmocka_unit_test(test_order_of_creation_and_end),
        cmocka_unit_test(test_sections),
        cmocka_unit_test(test_recursion),
        cmocka_unit_test(test_inputs),
        cmocka_unit_test(test_unsupported),
        cmocka_unit_test(test_ids_as_numbers),
        cmocka_unit_test(test_own_slots),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
