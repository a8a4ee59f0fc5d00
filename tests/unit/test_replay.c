/* From a schedule of the small program to one that people read: lifting finds the steps that passes have merged, shortening leaves out what
 * a violation does not need. */
#include "unit.h"

#include "program/machine.h"
#include "small.h"

#include <string.h>

struct scene {
    struct program *original, *small;
    struct trace *trace; /* of the small one */
    struct arena words;
    const char *why;
};

/* The small program begins as a copy of the original. */
static struct scene scene_new(struct program *p, uint32_t check)
{
    return (struct scene){.original = p, .small = program_clone(p), .trace = trace_new(check), .why = ""};
}

static void scene_free(struct scene *s)
{
    trace_free(s->trace);
    arena_release(&s->words);
    program_free(s->small);
    small_free(s->original);
}

/* Lifts the trace, which must replay on the small program; the result must replay on the original. */
static struct trace *lift(struct scene *s)
{
    vector_each(struct code *, c, &s->small->codes)
        code_index(c);
    assert_true(trace_replays(s->small, s->trace, &s->why, &s->words));
    struct trace *t = trace_lift(s->original, s->small, s->trace, &s->why, &s->words);
    if (t)
        assert_true(trace_replays(s->original, t, &s->why, &s->words));
    return t;
}

/* --- lifting --- */

/* Two ways to the same location, of which the first one leads nowhere; that shows only later. */
static void choices_are_undone(void **state)
{
    (void)state;
    struct program *p = small_new();
    uint32_t x = small_cell(p, "x", 8, 0, NONE), t = small_code(p, "t", 1, 4);
    small_edge(p, t, 0, 1, NULL, 1, SET(x, value8(p, 1)));
    small_edge(p, t, 0, 1, NULL, 1, SET(x, value8(p, 2)));
    small_edge(p, t, 1, 2, NULL, 0, NULL);
    small_edge(p, t, 2, 3, is8(p, x, 2), 0, NULL);
    small_error(p, t, 3);
    small_finish(p);
    struct scene s = scene_new(p, 0);
    struct code *c = &s.small->codes.data[t]; /* 0 -> 1 -> 3 by way of x == 2 */
    c->edges.data[0] = c->edges.data[1];
    c->edges.data[1].from = 1, c->edges.data[1].to = 3;
    c->edges.data[1].action = c->edges.data[3].action;
    c->edges.size = 2;
    trace_add(s.trace, t, 0, t, 0);
    trace_add(s.trace, t, 0, t, 1);
    struct trace *l = lift(&s);
    assert_non_null(l);
    assert_int_equal(l->steps.size, 3);
    assert_int_equal(l->steps.data[0].edge, 1);
    trace_free(l);
    scene_free(&s);
}

/* An input goes to the step that reads it, and to no other. */
static void inputs_find_their_steps(void **state)
{
    (void)state;
    struct program *p = small_new();
    uint32_t r = small_cell(p, "r", 8, 0, NONE), t = small_code(p, "t", 1, 3);
    p->input_count = 1;
    expr input = expr_input(p->exprs, 8, 0);
    small_edge(p, t, 0, 1, NULL, 1, SET(r, input));
    small_edge(p, t, 1, 2, is8(p, r, 7), 0, NULL);
    small_error(p, t, 2);
    small_finish(p);
    struct scene s = scene_new(p, 0);
    struct code *c = &s.small->codes.data[t];
    c->edges.data[0].to = 2;
    c->edges.data[0].action.guard = expr_eq(p->exprs, input, value8(p, 7));
    c->edges.size = 1;
    trace_add_input(s.trace, trace_add(s.trace, t, 0, t, 0), 0, 7);
    struct trace *l = lift(&s);
    assert_non_null(l);
    assert_int_equal(l->steps.size, 2);
    assert_int_equal(l->steps.data[0].input_count, 1);
    assert_int_equal(l->steps.data[0].inputs[0].value, 7);
    assert_int_equal(l->steps.data[1].input_count, 0);
    trace_free(l);
    scene_free(&s);
}

/* A step through a procedure: the small program has it inlined up to the caller's next location. */
static void calls_are_followed(void **state)
{
    (void)state;
    struct program *p = small_new();
    uint32_t x = small_cell(p, "x", 8, 0, NONE), t = small_code(p, "t", 1, 3), f = small_code(p, "f", 0, 2);
    struct edge *call = small_edge(p, t, 0, 1, NULL, 0, NULL);
    call->action.kind = ACT_CALL;
    call->action.object = f;
    call->action.call_result = NONE;
    small_edge(p, t, 1, 2, is8(p, x, 5), 0, NULL);
    small_edge(p, f, 0, 1, NULL, 1, SET(x, value8(p, 5)));
    small_error(p, t, 2);
    small_finish(p);
    struct scene s = scene_new(p, 0);
    s.small->codes.data[t].edges.data[0].action = s.small->codes.data[f].edges.data[0].action;
    trace_add(s.trace, t, 0, t, 0);
    trace_add(s.trace, t, 0, t, 1);
    struct trace *l = lift(&s);
    assert_non_null(l);
    assert_int_equal(l->steps.size, 4); /* call, step, return, step */
    assert_int_equal(l->steps.data[1].in_code, f);
    assert_int_equal(l->steps.data[2].edge, NONE);
    trace_free(l);
    scene_free(&s);
}

static void add_access(struct program *p, uint32_t code, uint32_t edge, uint32_t cell)
{
    struct action *action = &p->codes.data[code].edges.data[edge].action;
    action->accesses = ARENA_NEW(&p->arena, struct access);
    action->accesses[0] = (struct access){.id = p->access_count++, .cell = cell, .write = true};
    action->access_count = 1;
}

/* In the small program both are about to write at once; in the original each has a step to take before. */
static void races_need_more_steps(void **state)
{
    (void)state;
    struct program *p = small_new();
    uint32_t x = small_cell(p, "x", 8, 0, NONE);
    for (uint32_t t = 0; t < 2; t++) {
        small_code(p, t ? "b" : "a", 1, 3);
        small_edge(p, t, 0, 1, NULL, 0, NULL);
        small_edge(p, t, 1, 2, NULL, 1, SET(x, value8(p, t)));
        add_access(p, t, 1, x);
    }
    program_add_check(
        p, (struct check){.property = PROPERTY_RACE, .code = 0, .code_b = 1, .access_a = 0, .access_b = 1, .text = "race"});
    small_finish(p);
    struct scene s = scene_new(p, 0);
    for (uint32_t t = 0; t < 2; t++) {
        struct code *c = &s.small->codes.data[t];
        c->edges.data[0] = c->edges.data[1];
        c->edges.data[0].from = 0;
        c->edges.size = 1;
    }
    struct trace *l = lift(&s);
    assert_non_null(l);
    assert_int_equal(l->steps.size, 2);
    trace_free(l);
    scene_free(&s);
}

/* The original cannot do what the small program does: there is no schedule, and a word about where. */
static void wrong_passes_are_noticed(void **state)
{
    (void)state;
    for (int kind = 0; kind < 3; kind++) {
        struct program *p = small_new();
        uint32_t x = small_cell(p, "x", 8, 0, NONE), t = small_code(p, "t", 1, 3);
        small_edge(p, t, 0, 1, NULL, 1, SET(x, value8(p, 1)));
        small_edge(p, t, 1, 2, is8(p, x, 2), 0, NULL);
        small_error(p, t, 2);
        small_finish(p);
        struct scene s = scene_new(p, 0);
        struct code *c = &s.small->codes.data[t];
        c->edges.data[1].action.guard = expr_bool(p->exprs, kind != 2);
        if (kind == 1)
            c->locations.data[1].origin = NONE;
        trace_add(s.trace, t, 0, t, 0);
        trace_add(s.trace, t, 0, t, 1);
        static const char *const words[] = {"step 2 of 2 has no counterpart", "no origin",
                                            "not possible in the program after passes"};
        vector_each(struct code *, code, &s.small->codes)
            code_index(code);
        assert_null(trace_lift(p, s.small, s.trace, &s.why, &s.words));
        assert_non_null(strstr(s.why, words[kind]));
        scene_free(&s);
    }
}

/* Runs of templates with any number of instances, and arbitrary values at the start, are taken over. */
static void instances_and_initials_are_kept(void **state)
{
    (void)state;
    struct program *p = small_new();
    uint32_t x = small_cell(p, "x", 8, 0, NONE), t = small_code(p, "t", UNBOUNDED, 3), own = small_cell(p, "own", 8, 0, t);
    p->cells.data[own].arbitrary = true;
    small_edge(p, t, 0, 1, NULL, 1, SET(x, expr_add(p->exprs, cell8(p, x), cell8(p, own))));
    small_edge(p, t, 1, 2, is8(p, x, 12), 0, NULL);
    small_error(p, t, 2);
    small_finish(p);
    struct scene s = scene_new(p, 0);
    s.trace->unbounded = 3;
    for (uint32_t i = 0; i < 3; i++) {
        vector_push(&s.trace->initials, (struct trace_initial){own, t, i, 0, 3 + i});
        trace_add(s.trace, t, i, t, 0);
    }
    trace_add(s.trace, t, 1, t, 1);
    struct trace *l = lift(&s);
    assert_non_null(l);
    assert_int_equal(l->unbounded, 3);
    assert_int_equal(l->initials.size, 3);
    trace_free(l);
    s.trace->unbounded = 2; /* the third is not there */
    assert_false(trace_replays(p, s.trace, &s.why, &s.words));
    scene_free(&s);
}

/* --- shortening --- */

static uint32_t steps_of(const struct trace *t, uint32_t code)
{
    uint32_t n = 0;
    vector_each(const struct trace_step *, s, &t->steps)
        n += s->code == code;
    return n;
}

/* A thread that has nothing to do with it, and the end of another one's turn, are left out. */
static void what_is_not_needed_goes(void **state)
{
    (void)state;
    struct program *p = small_new();
    uint32_t x = small_cell(p, "x", 8, 0, NONE), y = small_cell(p, "y", 8, 0, NONE);
    uint32_t main = small_code(p, "main", 1, 2), t = small_code(p, "t", 1, 4), idle = small_code(p, "idle", 1, 3);
    small_edge(p, main, 0, 1, is8(p, x, 1), 0, NULL);
    small_error(p, main, 1);
    small_edge(p, t, 0, 1, NULL, 1, SET(x, value8(p, 1)));
    for (uint32_t l = 1; l < 3; l++)
        small_edge(p, t, l, l + 1, NULL, 1, SET(y, value8(p, l)));
    for (uint32_t l = 0; l < 2; l++)
        small_edge(p, idle, l, l + 1, NULL, 0, NULL);
    small_finish(p);
    struct trace *trace = trace_new(0);
    struct arena words = ARENA_EMPTY;
    const char *why;
    trace_add(trace, idle, 0, idle, 0);
    for (uint32_t e = 0; e < 3; e++)
        trace_add(trace, t, 0, t, e);
    trace_add(trace, idle, 0, idle, 1);
    trace_add(trace, main, 0, main, 0);
    trace_shorten(p, trace, 100000);
    assert_true(trace_replays(p, trace, &why, &words));
    assert_int_equal(steps_of(trace, idle), 0);
    assert_int_equal(steps_of(trace, t), 1);
    assert_int_equal(trace->steps.size, 2);
    trace_free(trace);
    arena_release(&words);
    small_free(p);
}

/* A thread goes round and comes back to where it was, while another one takes a step, before it does what matters. */
static void rounds_are_left_out(void **state)
{
    (void)state;
    struct program *p = small_new();
    uint32_t x = small_cell(p, "x", 8, 0, NONE), y = small_cell(p, "y", 8, 0, NONE), z = small_cell(p, "z", 8, 0, NONE);
    uint32_t main = small_code(p, "main", 1, 2), t = small_code(p, "t", 1, 3), other = small_code(p, "other", 1, 2);
    small_edge(p, main, 0, 1, is8(p, z, 1), 0, NULL);
    small_error(p, main, 1);
    small_edge(p, t, 0, 1, NULL, 1, SET(x, value8(p, 1)));
    small_edge(p, t, 1, 0, NULL, 1, SET(x, value8(p, 0)));
    small_edge(p, t, 0, 2, is8(p, y, 1), 1, SET(z, value8(p, 1)));
    small_edge(p, other, 0, 1, NULL, 1, SET(y, value8(p, 1)));
    small_finish(p);
    struct trace *trace = trace_new(0);
    struct arena words = ARENA_EMPTY;
    const char *why;
    for (uint32_t round = 0; round < 3; round++) {
        trace_add(trace, t, 0, t, 0);
        if (round == 1)
            trace_add(trace, other, 0, other, 0);
        trace_add(trace, t, 0, t, 1);
    }
    trace_add(trace, t, 0, t, 2);
    trace_add(trace, main, 0, main, 0);
    assert_true(trace_replays(p, trace, &why, &words));
    trace_shorten(p, trace, 100000);
    assert_true(trace_replays(p, trace, &why, &words));
    assert_int_equal(trace->steps.size, 3);
    trace_free(trace);
    arena_release(&words);
    small_free(p);
}

/* Two threads wait for each other, a third one does not: a schedule after which nobody can move keeps to that, one after which somebody can
 * need not. */
static void standstills_stay(void **state)
{
    (void)state;
    struct program *p = small_new();
    uint32_t m[2] = {small_cell(p, "m", 8, 0, NONE), small_cell(p, "n", 8, 0, NONE)};
    for (uint32_t t = 0; t < 2; t++) {
        small_code(p, t ? "b" : "a", 1, 3);
        small_edge(p, t, 0, 1, is8(p, m[t], 0), 1, SET(m[t], value8(p, 1)));
        small_edge(p, t, 1, 2, is8(p, m[1 - t], 0), 1, SET(m[1 - t], value8(p, 1)));
    }
    uint32_t c = small_code(p, "c", 1, 3);
    small_edge(p, c, 0, 1, NULL, 0, NULL);
    small_edge(p, c, 1, 2, NULL, 0, NULL);
    program_add_check(
        p,
        (struct check){
            .property = PROPERTY_DEADLOCK, .code = NONE, .code_b = NONE, .access_a = NONE, .access_b = NONE, .text = "deadlock"});
    small_finish(p);
    for (uint32_t ends = 1; ends <= 2; ends++) {
        struct trace *trace = trace_new(0);
        struct arena words = ARENA_EMPTY;
        const char *why;
        trace_add(trace, 0, 0, 0, 0);
        for (uint32_t e = 0; e < ends; e++)
            trace_add(trace, c, 0, c, e);
        trace_add(trace, 1, 0, 1, 0);
        assert_true(trace_replays(p, trace, &why, &words));
        trace_shorten(p, trace, 100000);
        assert_true(trace_replays(p, trace, &why, &words));
        assert_int_equal(steps_of(trace, c), ends == 2 ? 2 : 0);
        trace_free(trace);
        arena_release(&words);
    }
    small_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(choices_are_undone),       cmocka_unit_test(inputs_find_their_steps),
        cmocka_unit_test(calls_are_followed),       cmocka_unit_test(races_need_more_steps),
        cmocka_unit_test(wrong_passes_are_noticed), cmocka_unit_test(instances_and_initials_are_kept),
        cmocka_unit_test(what_is_not_needed_goes),  cmocka_unit_test(standstills_stay),
        cmocka_unit_test(rounds_are_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
