/* The interpreter, replay and lifting, on small programs. */
#include "unit.h"

#include "program/machine.h"
#include "small.h"

#include <string.h>

static enum step_result step(struct machine *m, uint32_t code, uint32_t instance, uint32_t edge)
{
    struct trace_step s = {.code = code, .instance = instance, .in_code = machine_code(m, code, instance), .edge = edge};
    return machine_step(m, &s);
}

static void test_steps(void **state)
{
    (void)state;
    struct program *p = lost_update(false);
    struct machine *m = machine_new(p, 0);
    assert_int_equal(step(m, 0, 0, 0), STEP_BLOCKED); /* main waits */
    assert_int_equal(step(m, 1, 0, 1), STEP_NOT_THERE);
    assert_int_equal(machine_step(m, &(struct trace_step){.code = 1, .instance = 2, .in_code = 1}), STEP_NOT_THERE); /* no third */
    assert_int_equal(step(m, 1, 0, 0), STEP_DONE);
    assert_int_equal(step(m, 1, 1, 0), STEP_DONE);
    struct machine_state *before = machine_save(m);
    for (uint32_t edge = 1; edge < 3; edge++)
        for (uint32_t i = 0; i < 2; i++)
            assert_int_equal(step(m, 1, i, edge), STEP_DONE);
    assert_int_equal(machine_read(m, NONE, 0, 0, 0), 1);
    assert_false(machine_violates(m, &p->checks.data[0]));
    assert_int_equal(step(m, 0, 0, 1), STEP_BLOCKED);
    assert_int_equal(step(m, 0, 0, 0), STEP_DONE);
    assert_true(machine_violates(m, &p->checks.data[0]));
    machine_restore(m, before);
    assert_int_equal(machine_location(m, 1, 1), 1);
    assert_int_equal(machine_read(m, NONE, 0, 0, 0), 0);
    machine_reset(m);
    assert_int_equal(machine_location(m, 1, 1), 0);
    machine_state_free(before);
    machine_free(m);
    small_free(p);
}

static void test_sections_exclude(void **state)
{
    (void)state;
    struct program *p = lost_update(true);
    struct machine *m = machine_new(p, 0);
    assert_int_equal(step(m, 1, 0, 0), STEP_DONE);
    assert_true(machine_in_atomic(m, 1, 0));
    assert_int_equal(step(m, 1, 1, 0), STEP_NOT_ITS_TURN);
    assert_int_equal(step(m, 1, 0, 1), STEP_DONE);
    assert_false(machine_in_atomic(m, 1, 0));
    assert_int_equal(step(m, 1, 1, 0), STEP_DONE);
    machine_free(m);
    small_free(p);
}

/* Updates are parallel, and the later of two updates of one slot wins. */
static void test_updates(void **state)
{
    (void)state;
    struct program *p = small_new();
    uint32_t x = small_cell(p, "x", 8, 1, NONE), y = small_cell(p, "y", 8, 2, NONE);
    uint32_t a = small_array(p, "a", 8, (struct cell_range){0, 8, UINT64_C(1) << 16, NONE, 0}, NONE);
    p->cells.data[a].init = 5;
    uint32_t t = small_code(p, "t", 1, 3);
    expr at = expr_const(p->exprs, 32, 8 * 40000), outside = expr_const(p->exprs, 32, 3);
    struct update swap[] = {
        {x, NULL, cell8(p, y)}, {y, NULL, cell8(p, x)}, {a, at, value8(p, 6)}, {a, at, value8(p, 7)}, {a, outside, value8(p, 8)}};
    small_edge(p, t, 0, 1, NULL, 5, swap);
    struct edge *halt = small_edge(p, t, 1, 2, NULL, 0, NULL);
    halt->action.kind = ACT_HALT;
    small_finish(p);
    struct machine *m = machine_new(p, 0);
    assert_int_equal(machine_read(m, NONE, 0, a, 8 * 40000), 5);
    assert_int_equal(step(m, t, 0, 0), STEP_DONE);
    assert_int_equal(machine_read(m, NONE, 0, x, 0), 2);
    assert_int_equal(machine_read(m, NONE, 0, y, 0), 1);
    assert_int_equal(machine_read(m, NONE, 0, a, 8 * 40000), 7);
    assert_int_equal(machine_read(m, NONE, 0, a, 0), 5);
    assert_int_equal(machine_read(m, NONE, 0, a, 3), 0);
    assert_false(machine_halted(m));
    assert_int_equal(step(m, t, 0, 1), STEP_DONE);
    assert_true(machine_halted(m));
    machine_free(m);
    small_free(p);
}

static void test_inputs_and_initials(void **state)
{
    (void)state;
    struct program *p = small_new();
    uint32_t t = small_code(p, "t", 2, 3), x = small_cell(p, "x", 8, 0, t);
    p->cells.data[x].arbitrary = true;
    p->input_count = 3;
    expr input = expr_input(p->exprs, 8, 2);
    small_edge(p, t, 0, 1, expr_eq(p->exprs, input, cell8(p, x)), 1, SET(x, expr_add(p->exprs, input, value8(p, 1))));
    small_finish(p);
    struct machine *m = machine_new(p, 0);
    machine_set_initial(m, &(struct trace_initial){x, t, 1, 0, 9});
    struct trace *tr = trace_new(0);
    struct trace_step *s = trace_add(tr, t, 1, t, 0);
    trace_add_input(tr, s, 1, 3);
    trace_add_input(tr, s, 2, 9);
    assert_int_equal(step(m, t, 1, 0), STEP_BLOCKED); /* 0 is not 9 */
    assert_int_equal(machine_step(m, s), STEP_DONE);
    assert_int_equal(machine_read(m, t, 1, x, 0), 10);
    assert_int_equal(machine_read(m, t, 0, x, 0), 0);
    trace_free(tr);
    machine_free(m);
    small_free(p);
}

static void test_calls(void **state)
{
    (void)state;
    struct program *p = small_new();
    uint32_t t = small_code(p, "t", 1, 3), r = small_cell(p, "r", 8, 0, t);
    uint32_t f = small_code(p, "f", 0, 2), n = small_cell(p, "n", 8, 0, f), result = small_cell(p, "result", 8, 0, f);
    vector_push(&p->codes.data[f].parameters, n);
    p->codes.data[f].result = result;
    struct edge *e = small_edge(p, t, 0, 1, NULL, 1, SET(n, value8(p, 5)));
    e->action.kind = ACT_CALL;
    e->action.object = f;
    e->action.call_result = r;
    small_flag(p, t, 0, LOC_ATOMIC);
    small_edge(p, f, 0, 1, NULL, 1, SET(result, expr_add(p->exprs, cell8(p, n), value8(p, 1))));
    small_finish(p);
    struct machine *m = machine_new(p, 0);
    assert_int_equal(step(m, t, 0, 0), STEP_DONE);
    assert_int_equal(machine_depth(m, t, 0), 2);
    assert_int_equal(machine_code(m, t, 0), f);
    assert_true(machine_in_atomic(m, t, 0)); /* the caller is */
    assert_int_equal(step(m, t, 0, NONE), STEP_NOT_THERE);
    assert_int_equal(step(m, t, 0, 0), STEP_DONE);
    assert_int_equal(step(m, t, 0, NONE), STEP_DONE);
    assert_int_equal(machine_location(m, t, 0), 1);
    assert_int_equal(machine_read(m, t, 0, r, 0), 6);
    assert_false(machine_in_atomic(m, t, 0));
    machine_free(m);
    small_free(p);
}

static void test_replay_tells_lies_apart(void **state)
{
    (void)state;
    struct program *p = lost_update(false);
    struct arena words = ARENA_EMPTY;
    const char *why = NULL;
    struct trace *t = trace_new(0);
    for (uint32_t i = 0; i < 2; i++)
        for (uint32_t edge = 0; edge < 3; edge++)
            trace_add(t, 1, i, 1, edge);
    assert_false(trace_replays(p, t, &why, &words)); /* no error yet */
    trace_add(t, 0, 0, 0, 0);
    assert_false(trace_replays(p, t, &why, &words)); /* x is 2 */
    assert_non_null(strstr(why, "step 7 of 7"));
    struct trace_step swap = t->steps.data[3];
    memmove(&t->steps.data[2], &t->steps.data[1], 2 * sizeof swap);
    t->steps.data[1] = swap; /* the second thread reads before the first writes */
    assert_true(trace_replays(p, t, &why, &words));
    trace_free(t);
    arena_release(&words);
    small_free(p);
}

/* The reads and writes of the threads are merged with the steps after them; a schedule of the result is lifted. */
static void test_lift(void **state)
{
    (void)state;
    struct program *p = lost_update(false);
    struct program *q = program_clone(p);
    struct code *c = &q->codes.data[1]; /* 0 -> 1 -> 2 -> 3 becomes 0 -> 1 -> 3 */
    struct update both[] = {c->edges.data[1].action.updates[0], c->edges.data[2].action.updates[0]};
    c->edges.data[1].to = 3;
    c->edges.data[1].action.updates = both;
    c->edges.data[1].action.update_count = 2;
    c->edges.size = 2;
    code_index(c);
    struct arena words = ARENA_EMPTY;
    const char *why = "";
    struct trace *t = trace_new(0);
    for (uint32_t edge = 0; edge < 2; edge++)
        for (uint32_t i = 0; i < 2; i++)
            trace_add(t, 1, i, 1, edge);
    trace_add(t, 0, 0, 0, 0);
    assert_true(trace_replays(q, t, &why, &words));
    assert_false(trace_replays(p, t, &why, &words));
    struct trace *lifted = trace_lift(p, q, t, &why, &words);
    assert_non_null(lifted);
    assert_int_equal(lifted->steps.size, 7);
    assert_true(trace_replays(p, lifted, &why, &words));
    trace_free(lifted);
    c->edges.data[1].action.updates[0].value = value8(p, 77); /* a wrong pass is noticed */
    p->codes.data[1].edges.data[1].action.guard = expr_bool(p->exprs, false);
    assert_null(trace_lift(p, q, t, &why, &words));
    trace_free(t);
    arena_release(&words);
    program_free(q);
    small_free(p);
}

/* Steps in turn become as few turns as a lost update needs, and it is still lost. */
/* Between instances. */
static uint32_t switches(const struct trace *t)
{
    uint32_t n = 0;
    for (uint32_t i = 1; i < t->steps.size; i++)
        n += t->steps.data[i - 1].code != t->steps.data[i].code || t->steps.data[i - 1].instance != t->steps.data[i].instance;
    return n;
}

static void test_shorten(void **state)
{
    (void)state;
    struct program *p = lost_update(false);
    struct arena words = ARENA_EMPTY;
    const char *why;
    struct trace *t = trace_new(0);
    for (uint32_t edge = 0; edge < 3; edge++)
        for (uint32_t i = 0; i < 2; i++)
            trace_add(t, 1, i, 1, edge);
    trace_add(t, 0, 0, 0, 0);
    assert_true(trace_replays(p, t, &why, &words));
    assert_int_equal(switches(t), 6);
    trace_shorten(p, t, 0); /* without effort nothing changes */
    assert_int_equal(switches(t), 6);
    trace_shorten(p, t, 100000);
    assert_int_equal(switches(t), 3);
    assert_true(trace_replays(p, t, &why, &words));
    trace_free(t);
    arena_release(&words);
    small_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_steps),   cmocka_unit_test(test_sections_exclude),
        cmocka_unit_test(test_updates), cmocka_unit_test(test_inputs_and_initials),
        cmocka_unit_test(test_calls),   cmocka_unit_test(test_replay_tells_lies_apart),
        cmocka_unit_test(test_lift),    cmocka_unit_test(test_shorten),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
