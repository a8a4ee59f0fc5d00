/* Growing strings, files, numbers, statistics. */
#include "base/statistics.h"
#include "base/text.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void text_grows(void **state)
{
    (void)state;
    struct text t = {0};
    assert_string_equal(text_string(&t), "");
    for (int i = 0; i < 3000; i++)
        text_printf(&t, "%d,", i % 10);
    assert_int_equal(t.size, 6000);
    assert_int_equal(strlen(text_string(&t)), 6000);
    assert_memory_equal(t.data + 5980, "0,1,2,3,4,5,6,7,8,9,", 20);
    text_clear(&t);
    text_append(&t, "ab");
    text_char(&t, 'c');
    text_append_bytes(&t, "\0d", 2);
    assert_int_equal(t.size, 5);
    assert_memory_equal(t.data, "abc\0d", 6);
    text_free(&t);
}

static void files_come_back_as_written(void **state)
{
    (void)state;
    char path[] = "/tmp/heddle-unit-XXXXXX";
    close(mkstemp(path));
    struct text t = {0}, u = {0};
    uint64_t seed = 4;
    for (int i = 0; i < 200000; i++)
        text_char(&t, (char)random_next(&seed));
    assert_true(text_write_file(&t, path));
    assert_true(text_read_file(&u, path));
    assert_int_equal(t.size, u.size);
    assert_memory_equal(t.data, u.data, t.size);
    assert_false(text_read_file(&u, "/nowhere/at/all"));
    assert_false(text_write_file(&u, "/nowhere/at/all"));
    assert_false(text_read_file(&u, "/")); /* a folder */
    unlink(path);
    text_free(&t);
    text_free(&u);
}

static void numbers(void **state)
{
    (void)state;
    uint64_t v = 0;
    assert_true(parse_u64("0", 0, 0, &v) && v == 0);
    assert_true(parse_u64("0x1F", 0, 100, &v) && v == 31);
    assert_true(parse_u64("18446744073709551615", 0, UINT64_MAX, &v) && v == UINT64_MAX);
    const char *const bad[] = {"", "-1", "+1", " 1", "1 ", "1x", "x", "0x", "18446744073709551616", "101", "9"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (parse_u64(bad[i], 10, 100, &v))
            fail_msg("'%s' is read as a number from 10 to 100", bad[i]);
    assert_true(starts_with("heddle", "hed") && !starts_with("he", "hed"));
    assert_true(ends_with("a.yml", ".yml") && !ends_with("yml", ".yml"));
}

static void statistics_add_up(void **state)
{
    (void)state;
    struct statistics a = {.explore_states = 3, .memory_peak = 10, .time_load = 0.5};
    struct statistics b = {.explore_states = 4, .memory_peak = 7, .time_load = 0.25};
    statistics_add(&a, &b);
    assert_int_equal(a.explore_states, 7);
    assert_int_equal(a.memory_peak, 10);
    struct text t = {0};
    statistics_print(&t, &a);
    assert_non_null(strstr(text_string(&t), "states: 7\n"));
    assert_non_null(strstr(text_string(&t), "load-time: 0.750 s\n"));
    assert_null(strstr(text_string(&t), "transitions"));
    text_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_grows),
        cmocka_unit_test(files_come_back_as_written),
        cmocka_unit_test(numbers),
        cmocka_unit_test(statistics_add_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
