/* Which texts define main. */
#include "cli/compile_database.h"
#include "unit.h"

static void main_is_found(void **state)
{
    (void)state;
    assert_true(defines_main("int main(void) { return 0; }"));
    assert_true(defines_main("int\nmain (int argc, char **argv)\n{\n}\n"));
    assert_true(defines_main("#define F(x) {\nstatic int f(void) { if (1) { } return 0; }\nint main() {}"));
    assert_true(defines_main("int main(argc, argv)\n    int argc;\n    char **argv;\n{\n}"));
    assert_true(defines_main("int main(void) __attribute__((noreturn));\nint main(void) { for (;;); }"));
    assert_true(defines_main("struct s { int main; }; char c = '\"'; int main(void (*f)(int)) {"));
}

static void others_are_not(void **state)
{
    (void)state;
    assert_false(defines_main(""));
    assert_false(defines_main("int main(void);\nint f(void) { return main(); }"));
    assert_false(defines_main("int main(void) __attribute__((cold));\nint f(void) { return 0; }"));
    assert_false(defines_main("/* int main(void) {} */ // int main(void) {}\nint f(void) {}"));
    assert_false(defines_main("const char *s = \"int main(void) {\"; int g;"));
    assert_false(defines_main("void f(void) { int main; main(); { } }"));
    assert_false(defines_main("int my_main(void) {} int mainly(void) {} int f(int main) {}"));
    assert_false(defines_main("#define MAIN int main(void) { \\\n  return 0; }\nint f;"));
    assert_false(defines_main("int main"));
    assert_false(defines_main("/* never closed int main(void) {"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(main_is_found), cmocka_unit_test(others_are_not)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
