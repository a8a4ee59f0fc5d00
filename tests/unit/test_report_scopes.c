/* Where a name is a variable of the function. A case is C text with a mark @ where it is asked whether x is one. */
#include "report/scopes.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void check(bool hidden, const char *marked)
{
    char path[] = "/tmp/heddle-unit-XXXXXX";
    close(mkstemp(path));
    struct text plain = {0};
    struct position at = {.file = path};
    uint32_t line = 1, column = 1;
    for (const char *p = marked; *p; p++) {
        if (*p == '@') {
            at.line = line;
            at.column = column;
            continue;
        }
        text_char(&plain, *p);
        column = *p == '\n' ? 1 : column + 1;
        line += *p == '\n';
    }
    text_write_file(&plain, path);
    struct sources s = {0};
    if ((scope_line(&s, at, "x.field", 1) != 0) != hidden)
        fail_msg("%s: %s", marked, hidden ? "x is not found" : "x is found");
    unlink(path);
    sources_free(&s);
    text_free(&plain);
}

static void locals(void **state)
{
    (void)state;
    check(true, "int x;\nint f(void)\n{\n    int x = 1;\n    @y = 2;\n}\n");
    check(true, "int f(void) { unsigned long y = 3, *x, z; @y; }\n");
    check(true, "int f(void) { struct s x = {0}; { @y; } }\n");
    check(true, "int f(void) { struct { int a; } x; @y; }\n");
    check(true, "int f(void) { int y[] = {1, 2}, x; @y; }\n");
    check(true, "int f(void) { int (*x)(int); { } @y; }\n");
    check(true, "int f(void) { int __attribute__((unused)) x; @y; }\n");
    check(true, "int f(void) { if (y) { word_t x; while (y) { @y; } } }\n");
    check(true, "int f(void) { for (int x = 0; x < 3; x++) { @y; } }\n");
    check(true, "int f(void) { for (int i = 0, x = 0; x < 3; x++) @y; }\n");
    check(true, "int f(void) { /* int y; } */ int x; char *s = \"}\"; @y; }\n");
    check(true, "int f(void) { do int x; while (0); @y; }\n");
}

static void parameters(void **state)
{
    (void)state;
    check(true, "int f(int x)\n{\n    @y;\n}\n");
    check(true, "int f(const char *a, struct s *x, ...) { { } @y; }\n");
    check(true, "struct s *f(struct s *x) { @y; }\n");
    check(false, "int f(int x);\nint g(void) { @y; }\n");
    check(false, "int f(int x) { return x; }\nint g(int z) { @y; }\n");
    check(false, "int (*h)(int x) = 0;\nint g(int z) { @y; }\n");
}

static void globals(void **state)
{
    (void)state;
    check(false, "int x;\nint f(void) { @y; }\n");
    check(false, "struct s { int x; };\nint f(void) { @y; }\n");
    check(false, "int f(void) { struct { int x; } s; @y; }\n");
    check(false, "int f(void) { int y = x, z = a * x; x = y; x++; @y; }\n");
    check(false, "int f(void) { g(a, x); z = b, x; return a * x; @y; }\n");
    check(false, "int f(void) { { int x; } @y; }\n");
    check(false, "int f(void) { for (int x = 0; x < 3; x++) { y; } @y; }\n");
    check(false, "int f(void) { @y; int x; }\n");
    check(false, "#define T int x\nint f(void) { int max, xx, *p_x; @y; }\n");
    check(false, "int f(void) { switch (y) { case 1: x = 2; goto x; } @y; }\n");
    check(false, "int f(void) { y = (struct s){x, x}; s->x = y; s . x = y; @y; }\n");
}

static void innermost(void **state)
{
    (void)state;
    char path[] = "/tmp/heddle-unit-XXXXXX";
    close(mkstemp(path));
    struct text plain = {0};
    text_append(&plain, "int x;\nint f(int a,\n      int x)\n{\n    {\n        int x;\n        a;\n    }\n    a;\n}\n");
    text_write_file(&plain, path);
    struct sources s = {0};
    static const uint32_t expected[] = {0, 0, 0, 0, 0, 3, 3, 6, 6, 3, 3};
    for (uint32_t line = 1; line <= 10; line++)
        assert_int_equal(scope_line(&s, (struct position){.file = path, .line = line, .column = 1}, "x", 1), expected[line]);
    unlink(path);
    sources_free(&s);
    text_free(&plain);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(locals), cmocka_unit_test(parameters), cmocka_unit_test(globals),
                                       cmocka_unit_test(innermost)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
