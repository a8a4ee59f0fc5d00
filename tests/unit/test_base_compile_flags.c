/* Which flags of a compiler call are handed on, and how they are read. */
#include "base/compile_flags.h"
#include "unit.h"

#include <string.h>

static void reads(const char *first, const char *second, const char *wanted, uint32_t arguments)
{
    struct arena words = ARENA_EMPTY;
    struct compile_flag f;
    const char *argv[] = {first, second};
    assert_true(compile_flag_read(argv, second ? 2 : 1, &f));
    assert_string_equal(compile_flag_join(&f, &words), wanted);
    assert_int_equal(f.arguments, arguments);
    arena_release(&words);
}

static void flags_with_values(void **state)
{
    (void)state;
    reads("-DX=1", "-c", "-DX=1", 1);
    reads("-D", "X=1", "-DX=1", 2);
    reads("-U", "X", "-UX", 2);
    reads("-isystem", "a b", "-isystema b", 2);
    reads("-isystema", "b", "-isystema", 1);
    reads("-include", "@x", "-include@x", 2);
    reads("-std=c99", NULL, "-std=c99", 1);
    reads("-fpack-struct", "x", "-fpack-struct", 1);
    reads("-fpack-struct=4", "x", "-fpack-struct=4", 1);
}

static void others(void **state)
{
    (void)state;
    static const char *const refused[] = {
        "",
        "-",
        "@x",
        "x.c",
        "-D",
        "-I",
        "-std=",
        "-std",
        "-fplugin=x",
        "-fpass-plugin=x",
        "-Xclang",
        "-load",
        "-B.",
        "-specs=x",
        "-wrapper",
        "--config=x",
        "-o",
        "-ox",
        "-MFx",
        "-fsigned-charx",
        "-include-pch",
        "-isystem-after",
        "-I-",
        "-fmodules",
        "-ivfsoverlay",
        "-mllvm",
        "--sysroot=/",
        "-gcc-toolchain",
    };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        assert_false(is_compile_flag(refused[i]));
    const char *joined[] = {"-include", "-pch"};
    struct compile_flag f;
    assert_false(compile_flag_read(joined, 2, &f));
    assert_true(is_compile_flag("-funsigned-char"));
}

static void harmless_flags(void **state)
{
    (void)state;
    uint32_t n;
    assert_true(is_harmless_flag("-o", &n) && n == 2);
    assert_true(is_harmless_flag("-MF", &n) && n == 2);
    assert_true(is_harmless_flag("-MFx.d", &n) && n == 1);
    assert_true(is_harmless_flag("-Wall", &n) && n == 1);
    assert_true(is_harmless_flag("-O2", &n) && is_harmless_flag("-g3", &n) && is_harmless_flag("-fPIC", &n));
    assert_false(is_harmless_flag("-Ofast", &n));
    assert_false(is_harmless_flag("-Wp,-DX", &n));
    assert_false(is_harmless_flag("-fopenmp", &n));
    assert_false(is_harmless_flag("-march=native", &n));
    assert_false(is_harmless_flag("-fplugin=x", &n));
    assert_false(is_harmless_flag("-ffast-math", &n));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flags_with_values),
        cmocka_unit_test(others),
        cmocka_unit_test(harmless_flags),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
