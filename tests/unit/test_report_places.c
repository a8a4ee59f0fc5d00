/* Where calls end and statements begin. A case is C text with a mark ^ where the position is and a mark @ where the
 * place is to be found; both are taken out before. */
#include "report/places.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct position (*finder)(struct sources *s, struct position pos);

static void check(finder find, const char *marked)
{
    char path[] = "/tmp/heddle-unit-XXXXXX";
    close(mkstemp(path));
    struct text plain = {0};
    struct position from = {.file = path}, to = {0};
    uint32_t line = 1, column = 1;
    for (const char *p = marked; *p; p++) {
        if (*p == '^') {
            from.line = line;
            from.column = column;
        } else if (*p == '@') {
            to.line = line;
            to.column = column;
        } else {
            text_char(&plain, *p);
            column = *p == '\n' ? 1 : column + 1;
            line += *p == '\n';
        }
    }
    text_write_file(&plain, path);
    struct sources s = {0};
    struct position found = find(&s, from);
    if (found.line != to.line || found.column != to.column)
        fail_msg("%s: found %u:%u, not %u:%u", marked, found.line, found.column, to.line, to.column);
    unlink(path);
    sources_free(&s);
    text_free(&plain);
}

static void call_ends(void **state)
{
    (void)state;
    check(place_of_call_end, "    ^f(a, g(b)@);\n");
    check(place_of_call_end, "    x = ^f(\")\", ')', /* ) */\n      b@);\n");
    check(place_of_call_end, "    f(a); ^g(@);\n");
    check(place_of_call_end, "    ^@x = 1;\n  f(2);\n");
    check(place_of_call_end, "    ^@f(a\n");
}

static void check_begins(bool expected, const char *text, uint32_t line, uint32_t column)
{
    char path[] = "/tmp/heddle-unit-XXXXXX";
    close(mkstemp(path));
    struct text plain = {0};
    struct sources s = {0};
    text_append(&plain, text);
    text_write_file(&plain, path);
    if (place_begins_statement(&s, (struct position){.file = path, .line = line, .column = column}) != expected)
        fail_msg("%s: %u:%u", text, line, column);
    unlink(path);
    sources_free(&s);
    text_free(&plain);
}

static void statements_go_on(void **state)
{
    (void)state;
    check_begins(true, "{\n  x;\n", 2, 3);
    check_begins(true, "  x; /* so */ // it is\n\n  y;\n", 3, 3);
    check_begins(true, "  if (a)\n    x;\n  else\n    y;\n", 4, 5);
    check_begins(true, "#define A 1\n  x;\n", 2, 3);
    check_begins(true, "  a; x = 1;\n", 1, 6);
    check_begins(false, "  int t[] = {\n    f(1),\n    g(2)};\n", 3, 5);
    check_begins(false, "  int t[] = {\n    f(1),\n    g(2)};\n", 2, 5);
    check_begins(false, "  x = a + // more\n    f(1);\n", 2, 5);
    check_begins(false, "  assert(a &&\n         b);\n", 2, 10);
}

static void statement_begins(void **state)
{
    (void)state;
    check(place_of_statement, "    @x = ^y;\n");
    check(place_of_statement, "  { a; @x = ^y; }\n");
    check(place_of_statement, "  if (a) @x = ^y;\n");
    check(place_of_statement, "  @int t[2] = {f(0), ^g(1)};\n");
    check(place_of_statement, "  @struct c e = {.n = 0, .m = {1}}, *f = ^g(1);\n");
    check(place_of_statement, "  @*d = (struct c){^f(0)};\n");
    check(place_of_statement, "  @return (struct c){1, ^f(0)};\n");
    check(place_of_statement, "  while ((a = b) != 0) { @x = ^y; }\n");
    check(place_of_statement, "  EACH(i = 0, n) { @x = ^y; }\n");
    check(place_of_statement, "  @if (a && ^b) x = y;\n");
    check(place_of_statement, "  @for (i = 0; i < ^n; i++) x;\n");
    check(place_of_statement, "  for (i = 0; i < n; i++) @x = f(^z);\n");
    check(place_of_statement, "  a; else @f(\"; {\", ^z);\n");
    check(place_of_statement, "  if (f(a)) @g((b), ^c);\n");
}

static void function_on_a_line(void **state)
{
    (void)state;
    char path[] = "/tmp/heddle-unit-XXXXXX";
    close(mkstemp(path));
    struct text t = {0};
    struct arena words = ARENA_EMPTY;
    struct sources s = {0};
    text_append(&t, "int x = nondet_int();\nx = nondet_a() + nondet_b();\n\"nondet_c\" /* nondet_d */\nmy_nondet_e()\n");
    text_write_file(&t, path);
    struct position pos = {.file = path, .line = 1, .column = 1}, call;
    assert_true(place_is(&s, pos, "int"));
    assert_false(place_is(&s, pos, "in"));
    assert_false(place_is(&s, (struct position){.file = path, .line = 1}, "int"));
    assert_false(place_is(&s, (struct position){.file = path, .line = 99, .column = 1}, "int"));
    assert_string_equal(place_of_function(&s, pos, "nondet_", &call, &words), "nondet_int");
    assert_int_equal(call.column, 9);
    for (pos.line = 2; pos.line <= 6; pos.line++)
        assert_null(place_of_function(&s, pos, "nondet_", NULL, &words));
    unlink(path);
    sources_free(&s);
    text_free(&t);
    arena_release(&words);
}

static void calls(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool calls;
    } cases[] = {{"x = f(1);", true},
                 {"if (f ()) g;", true},
                 {"if (x) f();", false},
                 {"while (x && (y || z)) { f(); }", false},
                 {"x = (y + 1) * (z); f();", false},
                 {"return (x);", false},
                 {"x = \"f(1)\"[0] /* f() */;", false},
                 {"while (__atomic_load_n(&x, 5) == 0) ;", false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char path[] = "/tmp/heddle-unit-XXXXXX";
        close(mkstemp(path));
        struct text t = {0};
        text_append(&t, cases[i].text);
        text_write_file(&t, path);
        struct sources s = {0};
        if (place_has_call(&s, (struct position){.file = path, .line = 1, .column = 1}) != cases[i].calls)
            fail_msg("%s", cases[i].text);
        unlink(path);
        sources_free(&s);
        text_free(&t);
    }
}

static void loop_ends(void **state)
{
    (void)state;
    check(place_of_loop_end, "  ^while (x) y@;\n z;\n");
    check(place_of_loop_end, "  ^while (f(x)) {\n  if (y) { z; }\n  /* } */ @}\n z;\n");
    check(place_of_loop_end, "  ^while (x) @;\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(call_ends),
        cmocka_unit_test(statement_begins),
        cmocka_unit_test(statements_go_on),
        cmocka_unit_test(function_on_a_line),
        cmocka_unit_test(calls),
        cmocka_unit_test(loop_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
