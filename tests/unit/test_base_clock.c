/* Budgets: what ends them, and what parts of them are. */
#include "unit.h"

#include "base/clock.h"

#include <time.h>

static void work(double seconds)
{
    for (double end = clock_cpu() + seconds; clock_cpu() < end;)
        continue;
}

static void rest(long milliseconds) { nanosleep(&(struct timespec){.tv_nsec = milliseconds * 1000000}, NULL); }

/* The clock is not read at every call. */
static enum limit ends(const struct budget *b)
{
    enum limit l = LIMIT_NONE;
    for (int i = 0; i < 256 && !l; i++)
        l = budget_spent(b);
    return l;
}

static void nothing_limits(void **state)
{
    (void)state;
    struct budget none = {0};
    work(0.01);
    assert_int_equal(ends(&none), LIMIT_NONE);
    assert_int_equal(ends(NULL), LIMIT_NONE);
    assert_true(budget_left(&none) > 1e8);
    assert_true(budget_share(&none, 0.1).deadline == 0);
}

static void steps_are_counted(void **state)
{
    (void)state;
    struct budget all = budget_part(&(struct budget){0}, 100), part = budget_part(&all, 30), more = budget_part(&all, 1000);
    effort_spend(29);
    assert_int_equal(budget_spent(&part), LIMIT_NONE);
    effort_spend(1);
    assert_int_equal(budget_spent(&part), LIMIT_EFFORT);
    assert_int_equal(budget_spent(&all), LIMIT_NONE);
    effort_spend(70);
    assert_int_equal(budget_spent(&all), LIMIT_EFFORT);
    assert_int_equal(budget_spent(&more), LIMIT_EFFORT); /* a part is no more than the whole */
}

/* CPU time, not the clock. */
static void work_ends_it_and_rest_does_not(void **state)
{
    (void)state;
    struct budget all = budget_cpu(&(struct budget){0}, 0.06), more = budget_cpu(&all, 100);
    rest(120);
    assert_int_equal(ends(&all), LIMIT_NONE);
    assert_true(budget_left(&all) > 0);
    work(0.07);
    assert_int_equal(ends(&all), LIMIT_EFFORT);
    assert_true(budget_left(&all) <= 0);
    assert_int_equal(ends(&more), LIMIT_EFFORT);
}

static void shares_are_of_what_is_left(void **state)
{
    (void)state;
    struct budget all = {.deadline = clock_wall() + 100}, part = budget_share(&all, 0.25);
    assert_true(budget_left(&part) > 24 && budget_left(&part) < 25.1);
    struct budget both = budget_cpu(&part, 3);
    assert_true(budget_left(&both) > 2 && budget_left(&both) <= 3); /* whatever ends first */
    struct budget over = {.deadline = clock_wall() - 1};
    assert_int_equal(ends(&over), LIMIT_TIME);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_limits),
        cmocka_unit_test(steps_are_counted),
        cmocka_unit_test(work_ends_it_and_rest_does_not),
        cmocka_unit_test(shares_are_of_what_is_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
