/* A program built by hand, a schedule that breaks it, and what the reports say about it. */
#include "base/options.h"
#include "program/machine.h"
#include "report/fold.h"
#include "report/pointers.h"
#include "report/reports.h"
#include "report/schedule.h"
#include "report/source.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct position at(uint32_t line) { return (struct position){.file = "prog.c", .function = "f", .line = line, .column = 5}; }

/* Shared c; two instances of "f": l := c (line 3); c := l + 1 (line 4). Then main (which never moves) has an error
 * location that is reached if c == 1 (line 9). */
struct example {
    struct exprs *exprs;
    struct program *program;
    struct trace *trace;
};

static uint32_t add_edge(struct program *p, uint32_t code, uint32_t from, uint32_t to, expr guard, uint32_t cell, expr value,
                         struct access access, uint32_t line)
{
    struct update u = {cell, NULL, value};
    struct action a = action_skip(p);
    a.kind = access.write ? ACT_STORE : ACT_LOAD;
    a.guard = guard;
    a.updates = &u;
    a.update_count = value != NULL;
    a.accesses = &access;
    a.access_count = 1;
    a.pos = access.pos = at(line);
    return code_add_edge(p, code, from, to, &a);
}

static void example_make(struct example *e)
{
    e->exprs = exprs_new();
    struct program *p = e->program = program_new(e->exprs);
    uint32_t c = program_add_cell(p, (struct cell){.name = "c", .width = 32, .is_signed = true, .owner = NONE, .subject = NONE});
    uint32_t main_code = program_add_code(p, "main"), f = program_add_code(p, "f");
    p->template_count = 2;
    uint32_t l = program_add_cell(p, (struct cell){.name = "l", .width = 32, .owner = f, .subject = NONE});
    for (uint32_t i = 0; i < 3; i++) {
        code_add_location(p, main_code, i == 1 ? LOC_ERROR : 0, at(9));
        code_add_location(p, f, 0, at(2 + i));
    }
    expr yes = expr_bool(e->exprs, true), vc = expr_cell(e->exprs, 32, c), vl = expr_cell(e->exprs, 32, l);
    expr one = expr_const(e->exprs, 32, 1);
    add_edge(p, f, 0, 1, yes, l, vc, (struct access){.id = 0, .cell = c}, 3);
    add_edge(p, f, 1, 2, yes, c, expr_add(e->exprs, vl, one), (struct access){.id = 1, .cell = c, .write = true}, 4);
    add_edge(p, main_code, 0, 1, expr_eq(e->exprs, vc, one), NONE, NULL, (struct access){.id = 2, .cell = c}, 9);
    p->access_count = 3;
    struct code *m = &p->codes.data[main_code], *w = &p->codes.data[f];
    m->entry = w->entry = 0;
    m->exit = w->exit = 2;
    m->instances = 1;
    m->first_id = 1;
    w->instances = 2;
    w->first_id = 2;
    program_add_check(p, (struct check){.property = PROPERTY_REACH,
                                        .code = main_code,
                                        .access_a = NONE,
                                        .access_b = NONE,
                                        .code_b = NONE,
                                        .text = "assertion 'c == 2'",
                                        .pos = at(9)});
    m->locations.data[1].check = 0;
    code_index(m);
    code_index(w);
    e->trace = trace_new(0);
    trace_add(e->trace, f, 0, f, 0);
    trace_add(e->trace, f, 1, f, 0);
    trace_add(e->trace, f, 1, f, 1);
    trace_add(e->trace, f, 0, f, 1);
    trace_add(e->trace, main_code, 0, main_code, 0);
}

static void example_free(struct example *e)
{
    trace_free(e->trace);
    program_free(e->program);
    exprs_free(e->exprs);
}

static void schedule_says_who_did_what(void **state)
{
    (void)state;
    struct example e;
    struct arena words = ARENA_EMPTY;
    const char *why = "";
    example_make(&e);
    if (!program_valid(e.program, &why))
        fail_msg("the example is not valid: %s", why);
    if (!trace_replays(e.program, e.trace, &why, &words))
        fail_msg("the example does not replay: %s", why);
    struct schedule s;
    schedule_make(&s, e.program, e.trace, false, 0);
    const char *const expected[][2] = {
        {"f#1", "reads c = 0"}, {"f#2", "reads c = 0"}, {"f#2", "c = 1"}, {"f#1", "c = 1"}, {"main", "reads c = 1"},
    };
    assert_int_equal(s.lines.size, 5);
    for (uint32_t i = 0; i < 5; i++) {
        struct text t = {0};
        assert_string_equal(s.lines.data[i].thread, expected[i][0]);
        assert_int_equal(s.lines.data[i].effects.size, i == 4 ? 2 : 1); /* the last one also fails */
        effect_print(&t, &s.lines.data[i].effects.data[0]);
        assert_string_equal(text_string(&t), expected[i][1]);
        text_free(&t);
    }
    schedule_free(&s);
    arena_release(&words);
    example_free(&e);
}

static void reports_name_the_failure(void **state)
{
    (void)state;
    struct example e;
    example_make(&e);
    struct report r = {.program = e.program, .property = PROPERTY_REACH, .answer = REPORT_VIOLATED, .machine = 64};
    vector_push(&r.checks,
                (struct report_check){
                    .check = &e.program->checks.data[0], .answer = REPORT_VIOLATED, .trace = e.trace, .engine = "explore"});
    struct text t = {0};
    report_diagnostics(&t, &r);
    assert_non_null(strstr(text_string(&t), "prog.c:9:5: error: assertion 'c == 2' can fail [reach]\n"));
    assert_non_null(strstr(text_string(&t), "prog.c:4:5: note: f#2  | c = 1\n"));
    text_clear(&t);
    report_last_lines(&t, &r);
    assert_string_equal(text_string(&t), "checks: 0 proved, 1 violated, 0 open\nVERDICT: FALSE\n");
    text_clear(&t);
    report_json(&t, &r);
    assert_non_null(strstr(text_string(&t), "\"verdict\":\t\"FALSE\""));
    text_free(&t);
    vector_free(&r.checks);
    example_free(&e);
}

/* Sources that cannot be read, no files at all: every report is written, and says what matters. */
static void files_are_not_needed(void **state)
{
    (void)state;
    struct example e;
    example_make(&e);
    struct report r = {.program = e.program, .property = PROPERTY_REACH, .answer = REPORT_VIOLATED, .machine = 32};
    const char *const files[] = {"prog.c"};
    r.files = files;
    r.file_count = 1;
    vector_push(&r.checks, (struct report_check){.check = &e.program->checks.data[0], .answer = REPORT_VIOLATED, .trace = e.trace});
    struct text t = {0};
    report_sarif(&t, &r);
    assert_non_null(strstr(text_string(&t), "assertion 'c == 2' can fail"));
    text_clear(&t);
    report_html(&t, &r);
    assert_non_null(strstr(text_string(&t), "\"verdict\":\"FALSE\""));
    text_clear(&t);
    assert_true(witness_graphml(&t, &r));
    assert_non_null(strstr(text_string(&t), "<data key=\"startline\">4</data>"));
    assert_non_null(strstr(text_string(&t), "<data key=\"threadId\">2</data>"));
    text_clear(&t);
    assert_true(witness_yaml(&t, &r));
    assert_non_null(strstr(text_string(&t), "type: \"target\""));
    r.answer = REPORT_OPEN;
    text_clear(&t);
    assert_false(witness_yaml(&t, &r));
    assert_false(witness_graphml(&t, &r));
    assert_int_equal(t.size, 0);
    struct report nothing = {.reason = "it crashed"};
    report_sarif(&t, &nothing);
    assert_non_null(strstr(text_string(&t), "it crashed"));
    text_clear(&t);
    report_html(&t, &nothing);
    assert_non_null(strstr(text_string(&t), "it crashed"));
    text_free(&t);
    vector_free(&r.checks);
    example_free(&e);
}

/* The ending of a file's name chooses the writer, and what is needed for it. */
static void formats_by_endings(void **state)
{
    (void)state;
    struct options o;
    report_formats asked = {0};
    options_init(&o);
    assert_false(reports_any(&o));
    assert_int_equal(reports_needs(&o), REPORT_NEEDS_NOTHING);
    o.trace = "t.json";
    o.witness = "w.graphml";
    reports_asked(&o, &asked);
    assert_int_equal(asked.size, 2);
    assert_ptr_equal(asked.data[0].write, report_native);
    assert_ptr_equal(asked.data[1].write, witness_graphml);
    assert_string_equal(asked.data[1].option, "witness");
    assert_int_equal(reports_needs(&o), REPORT_NEEDS_INVARIANTS | REPORT_NEEDS_MAIN);
    asked.size = 0;
    o.trace = "t.json.txt";
    o.witness = "w.yml";
    reports_asked(&o, &asked);
    assert_ptr_equal(asked.data[0].write, report_steps);
    assert_ptr_equal(asked.data[1].write, witness_yaml);
    assert_true(reports_has_ending("witness", ".yml"));
    assert_false(reports_has_ending("json", ".yml"));
    vector_free(&asked);
    options_free(&o);
}

/* A proof by hand: c is 0 or 1 where f begins. */
static void invariants_are_shown(void **state)
{
    (void)state;
    struct example e;
    example_make(&e);
    struct proof *proof = proof_new(e.program);
    expr c = expr_cell(e.exprs, 32, 0), zero = expr_const(e.exprs, 32, 0), one = expr_const(e.exprs, 32, 1);
    proof->invariants.data[1][0] = expr_or(e.exprs, expr_eq(e.exprs, c, zero), expr_eq(e.exprs, c, one));
    proof->invariants.data[1][1] = expr_bool(e.exprs, true);
    struct report r = {.program = e.program, .property = PROPERTY_REACH, .answer = REPORT_PROVED, .machine = 32};
    vector_push(&r.proofs, proof);
    struct text t = {0};
    report_json(&t, &r);
    const char *found = strstr(text_string(&t), "\"invariants\"");
    assert_non_null(found);
    assert_non_null(strstr(found, "c == 1 || c == 0"));
    assert_non_null(strstr(found, "\"line\":\t3"));
    assert_null(strstr(strstr(found, "\"invariant\"") + 1, "\"invariant\":")); /* none that is just true */
    text_free(&t);
    vector_free(&r.proofs);
    proof_free(proof);
    example_free(&e);
}

static void source_lines(void **state)
{
    (void)state;
    char path[] = "/tmp/heddle-unit-XXXXXX";
    close(mkstemp(path));
    struct text content = {0}, t = {0};
    struct sources s = {0};
    text_append(&content, "one\n  \ttwo \t\n\n");
    for (int i = 0; i < 1000; i++)
        text_char(&content, 'x');
    text_append(&content, "\nbell\a");
    text_write_file(&content, path);
    assert_true(source_line(&s, path, 2, &t));
    assert_string_equal(text_string(&t), "two");
    text_clear(&t);
    assert_true(source_line(&s, path, 3, &t));
    assert_string_equal(text_string(&t), "");
    assert_true(source_line(&s, path, 4, &t));
    assert_int_equal(t.size, 203);
    text_clear(&t);
    assert_true(source_line(&s, path, 5, &t));
    assert_string_equal(text_string(&t), "bell?");
    assert_false(source_line(&s, path, 6, &t));
    assert_false(source_line(&s, path, 0, &t));
    assert_false(source_line(&s, NULL, 1, &t));
    assert_false(source_line(&s, "/nowhere", 1, &t));
    unlink(path);
    sources_free(&s);
    text_free(&t);
    text_free(&content);
}

static void add_line(struct schedule *s, const char *thread, uint32_t line, const char *words)
{
    vector_push(&s->lines, (struct schedule_line){.thread = thread, .pos = {.file = "x.c", .line = line}});
    vector_push(&vector_last(&s->lines).effects, (struct effect){.kind = EFFECT_EVENT, .name = words});
}

static void loops_are_folded(void **state)
{
    (void)state;
    struct schedule s = {0};
    add_line(&s, "main", 3, "starts a");
    for (int i = 0; i < 50; i++)
        add_line(&s, "a", 7, i == 0 ? "first" : i == 49 ? "last" : "again");
    for (int i = 0; i < 4; i++)
        add_line(&s, "b", 7, "few");
    add_line(&s, "a", 7, "later");
    schedule_fold(&s);
    const char *left[] = {"starts a", "first", "48 more times", "last", "few", "few", "few", "few", "later"};
    assert_int_equal(s.lines.size, sizeof left / sizeof *left);
    for (uint32_t i = 0; i < s.lines.size; i++)
        assert_string_equal(s.lines.data[i].effects.data[0].name, left[i]);
    schedule_free(&s);
}

/* Of too many lines the first and the last stay, and one says what is left out between. */
static void long_schedules_are_cut(void **state)
{
    (void)state;
    struct schedule s = {0};
    for (uint32_t i = 0; i < 100; i++) {
        add_line(&s, "a", i, "x");
        vector_last(&s.lines).first_step = 2 * i;
        vector_last(&s.lines).last_step = 2 * i + 1;
    }
    schedule_cut(&s, 50, 50); /* nothing to gain */
    assert_int_equal(s.lines.size, 100);
    schedule_cut(&s, 3, 2);
    assert_int_equal(s.lines.size, 6);
    assert_int_equal(s.lines.data[3].first_step, 6);
    assert_int_equal(s.lines.data[3].last_step, 195);
    assert_true(starts_with(s.lines.data[3].effects.data[0].name, "190 steps are left out"));
    assert_int_equal(s.lines.data[4].first_step, 196);
    schedule_free(&s);
}

/* A loop of one thread: each round has a line of its own, and where there is no time a long end is missing. */
static void rounds_have_their_lines(void **state)
{
    (void)state;
    enum { ROUNDS = 70000 };
    struct exprs *x = exprs_new();
    struct program *p = program_new(x);
    struct position here = {.file = "x.c", .line = 3, .column = 5};
    uint32_t main = program_add_code(p, "main");
    p->template_count = 1;
    p->codes.data[main].instances = 1;
    uint32_t c = program_add_cell(p, (struct cell){.name = "c", .width = 32, .owner = NONE, .subject = NONE});
    uint32_t head = code_add_location(p, main, 0, here), error = code_add_location(p, main, LOC_ERROR, here);
    p->codes.data[main].entry = head;
    p->codes.data[main].exit = NONE;
    p->codes.data[main].locations.data[error].check = program_add_check(p, (struct check){.property = PROPERTY_REACH,
                                                                                          .code = main,
                                                                                          .text = "wrong",
                                                                                          .access_a = NONE,
                                                                                          .access_b = NONE,
                                                                                          .code_b = NONE,
                                                                                          .pos = here});
    struct action a = action_skip(p);
    struct update u = {c, NULL, expr_add(x, expr_cell(x, 32, c), expr_const(x, 32, 1))};
    a.kind = ACT_STORE;
    a.pos = here;
    a.updates = &u;
    a.update_count = 1;
    struct access k = {.cell = c, .write = true, .pos = here};
    a.accesses = &k;
    a.access_count = 1;
    code_add_edge(p, main, head, head, &a);
    a = action_skip(p);
    a.pos = here;
    code_add_edge(p, main, head, error, &a);
    code_index(&p->codes.data[main]);
    struct trace *t = trace_new(0);
    for (uint32_t i = 0; i < ROUNDS; i++)
        trace_add(t, main, 0, main, 0);
    trace_add(t, main, 0, main, 1);
    struct schedule s;
    schedule_make(&s, p, t, false, 0);
    assert_int_equal(s.missing, 0);
    assert_int_equal(s.lines.size, ROUNDS);
    assert_string_equal(s.lines.data[ROUNDS - 1].effects.data[0].value, "70000");
    schedule_fold(&s);
    assert_int_equal(s.lines.size, 3);
    assert_string_equal(s.lines.data[1].effects.data[0].name, "69998 more times");
    schedule_free(&s);
    schedule_make(&s, p, t, false, 1); /* long ago */
    assert_int_equal(s.missing, ROUNDS + 1 - (1 << 16));
    assert_int_equal(s.lines.size, 1 << 16);
    schedule_free(&s);
    trace_free(t);
    program_free(p);
    exprs_free(x);
}

static void expect_pointer(const struct program *p, uint64_t value, const char *expected)
{
    struct text t = {0};
    pointer_print(&t, p, 2, value);
    assert_string_equal(text_string(&t), expected);
    text_free(&t);
}

static void expect_place(const struct program *p, uint64_t address, unsigned unit, const char *expected)
{
    struct text t = {0};
    assert_int_equal(place_print(&t, p, 2, address, unit), expected != NULL);
    assert_string_equal(text_string(&t), expected ? expected : "");
    text_free(&t);
}

/* Addresses of variables, members, elements, memory that exists several times, functions; the end of an object, and none. */
static void pointers_in_words(void **state)
{
    (void)state;
    struct exprs *x = exprs_new();
    struct program *p = program_new(x);
    program_add_code(p, "main");
    p->codes.data[program_add_code(p, "f")].instances = UNBOUNDED;
    p->codes.data[0].instances = 1;
    p->template_count = 2;
    const struct memory_shape number = {.kind = SHAPE_SCALAR, .size = 4},
                              row = {.kind = SHAPE_ARRAY, .size = 12, .element = &number};
    const struct memory_member members[] = {{"x", 0, &number}, {"", 4, &row}};
    const struct memory_shape pair = {.kind = SHAPE_STRUCT, .size = 16, .members = members, .member_count = 2};
    const struct memory_shape pairs = {.kind = SHAPE_ARRAY, .size = 48, .element = &pair};
    const struct memory_object objects[] = {
        {.name = "n", .first = 0x1000, .size = 4, .per_instance = NONE, .shape = &number},
        {.name = "a", .first = 0x1010, .size = 48, .per_instance = NONE, .shape = &pairs},
        {.name = "main", .first = 0x1050, .size = 1, .per_instance = NONE, .kind = MEMORY_FUNCTION},
        {.name = "malloc@7",
         .first = 0x1060,
         .size = 16,
         .per_instance = 1,
         .instance_stride = 0x100,
         .spacing = 0x10,
         .shape = &pair},
        {.name = "malloc@9", .first = 0x2000, .size = 16, .per_instance = NONE},
    };
    for (unsigned i = 0; i < sizeof objects / sizeof *objects; i++)
        vector_push(&p->objects, objects[i]);
    expect_pointer(p, 0, "NULL");
    expect_pointer(p, 0xfff, "0xfff");
    expect_pointer(p, 0x1000, "&n");
    expect_pointer(p, 0x1001, "&n + 1 byte");
    expect_pointer(p, 0x1004, "&n + 4 bytes");
    expect_pointer(p, 0x1008, "0x1008");
    expect_pointer(p, 0x1010, "&a[0]");
    expect_pointer(p, 0x1028, "&a[1][1]");
    expect_pointer(p, 0x1040, "&a[3]"); /* its end */
    expect_pointer(p, 0x1050, "main");
    expect_pointer(p, 0x1060, "&f#1:malloc@7#1");
    expect_pointer(p, 0x1160 + 0x10, "&f#2:malloc@7#2");
    expect_pointer(p, 0x1260, "0x1260"); /* a third f does not exist */
    expect_pointer(p, 0x2008, "&malloc@9 + 8 bytes");
    expect_place(p, 0x1010, 4, "a[0].x");
    expect_place(p, 0x1012, 1, "a[0].x (byte 2)");
    expect_place(p, 0x1040, 4, NULL);
    expect_place(p, 0x2008, 8, "malloc@9[1]");
    program_free(p);
    exprs_free(x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pointers_in_words),
        cmocka_unit_test(long_schedules_are_cut),
        cmocka_unit_test(rounds_have_their_lines),
        cmocka_unit_test(schedule_says_who_did_what),
        cmocka_unit_test(reports_name_the_failure),
        cmocka_unit_test(files_are_not_needed),
        cmocka_unit_test(formats_by_endings),
        cmocka_unit_test(invariants_are_shown),
        cmocka_unit_test(source_lines),
        cmocka_unit_test(loops_are_folded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
