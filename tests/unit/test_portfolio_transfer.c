/* A verdict that went through a pipe is the same; one that was cut off is refused. */
#include "portfolio/transfer.h"
#include "unit.h"

#include <string.h>

static struct program *three_checks(struct exprs *exprs)
{
    struct program *p = program_new(exprs);
    for (int i = 0; i < 3; i++)
        program_add_check(p, (struct check){.text = "x", .code = NONE});
    p->template_count = 1 + program_add_code(p, "main");
    program_add_cell(p, (struct cell){.name = "x", .width = 64, .owner = NONE});
    for (int i = 0; i < 2; i++)
        code_add_location(p, 0, 0, (struct position){0});
    struct action skip = action_skip(p);
    code_add_edge(p, 0, 0, 1, &skip);
    return p;
}

static void round_trip(void **state)
{
    (void)state;
    struct exprs *exprs = exprs_new();
    struct program *p = three_checks(exprs);
    struct verdict v, w;
    struct statistics s = {.explore_states = 42, .time_engine = 0.5}, back;
    verdict_init(&v, p);
    v.reason = reason_at(&v.arena, REASON_UNSUPPORTED, "longjmp", "a.c", 7);
    v.reason = reason_join(&v.arena, v.reason, reason_new(&v.arena, REASON_TIME_LIMIT, NULL, 12));
    v.no_proof = BECAUSE(UNPROVED_ORDER);
    v.in_sight = true;
    v.results.data[0].answer = ANSWER_PROVED;
    v.results.data[1].answer = ANSWER_VIOLATED;
    struct trace *t = v.results.data[1].trace = trace_new(1);
    t->unbounded = 3;
    vector_push(&t->initials, (struct trace_initial){0, NONE, 0, 7, 1234567890123});
    for (uint32_t i = 0; i < 50; i++) {
        struct trace_step *step = trace_add(t, i % 3, i, i % 2, i == 49 ? NONE : i);
        for (uint32_t k = 0; k < i % 4; k++)
            trace_add_input(t, step, k, (uint64_t)i << 40);
    }
    v.results.data[2].reason = BECAUSE(SECTION_ENDLESS);
    v.proof = proof_new(p);
    vector_push(&v.proof->ghosts, (struct proof_ghost){.name = "ghost", .width = 8, .init = 77});
    expr ghost = expr_cell(exprs, 8, p->cells.size), more = expr_add(exprs, ghost, expr_const(exprs, 8, 3));
    vector_push(&v.proof->ghost_updates, (struct proof_ghost_update){0, 0, 0, more});
    v.proof->invariants.data[0][1] = expr_eq(exprs, more, ghost);
    struct text bytes = {0};
    verdict_write(&bytes, &v, &s);
    assert_true(verdict_read(&bytes, p, &w, &back));
    assert_int_equal(back.explore_states, 42);
    assert_string_equal(reason_words(w.reason, &w.arena), "longjmp at a.c:7 may be reached; time limit reached after 12 states");
    assert_int_equal(w.no_proof->id, REASON_UNPROVED_ORDER);
    assert_true(w.in_sight);
    assert_int_equal(w.results.data[0].answer, ANSWER_PROVED);
    assert_int_equal(w.results.data[2].answer, ANSWER_OPEN);
    assert_int_equal(w.results.data[2].reason->id, REASON_SECTION_ENDLESS);
    const struct trace *u = w.results.data[1].trace;
    assert_int_equal(u->unbounded, 3);
    assert_int_equal(u->initials.data[0].value, 1234567890123);
    assert_int_equal(u->steps.size, 50);
    assert_int_equal(u->steps.data[49].edge, NONE);
    assert_int_equal(u->steps.data[47].input_count, 3);
    assert_int_equal(u->steps.data[47].inputs[2].value, (uint64_t)47 << 40);
    assert_int_equal(w.proof->ghosts.size, 1);
    assert_int_equal(w.proof->ghosts.data[0].init, 77);
    assert_ptr_equal(w.proof->ghost_updates.data[0].value, more);
    assert_null(w.proof->invariants.data[0][0]);
    assert_ptr_equal(w.proof->invariants.data[0][1], v.proof->invariants.data[0][1]);
    verdict_free(&w);
    t->initials.data[0].cell = 1; /* there is none */
    struct text wrong = {0};
    verdict_write(&wrong, &v, &s);
    assert_false(verdict_read(&wrong, p, &w, &back));
    verdict_free(&w);
    text_free(&wrong);
    size_t whole = bytes.size;
    for (bytes.size = 0; bytes.size < whole; bytes.size++) {
        if (verdict_read(&bytes, p, &w, &back))
            fail_msg("%zu of %zu bytes are taken for a verdict", bytes.size, whole);
        verdict_free(&w);
    }
    text_free(&bytes);
    verdict_free(&v);
    program_free(p);
    exprs_free(exprs);
}

/* An engine that claims a violation without a trace has not shown anything. */
static void no_trace_no_violation(void **state)
{
    (void)state;
    struct exprs *exprs = exprs_new();
    struct program *p = three_checks(exprs);
    struct verdict v, w;
    struct statistics s = {0};
    struct text bytes = {0};
    verdict_init(&v, p);
    v.results.data[1].answer = ANSWER_VIOLATED;
    verdict_write(&bytes, &v, &s);
    assert_true(verdict_read(&bytes, p, &w, &s));
    assert_int_equal(w.results.data[1].answer, ANSWER_OPEN);
    text_free(&bytes);
    verdict_free(&v);
    verdict_free(&w);
    program_free(p);
    exprs_free(exprs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(round_trip), cmocka_unit_test(no_trace_no_violation)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
