/* A search in parts: nothing is proved before every part of one division has said so. */
#include "portfolio/contest.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

enum { PARTS = 4 };
static struct contest contest;
static struct pipeline pipeline;
static struct report report;
static struct version version;

static void begin(void)
{
    contest = (struct contest){.pipeline = &pipeline, .report = &report, .count = PARTS};
    vector_clear(&report.checks);
    for (int i = 0; i < 2; i++)
        vector_push(&report.checks, (struct report_check){0});
    for (uint32_t k = 0; k < PARTS; k++)
        contest.entrants[k] = (struct entrant){.part = k, .parts = PARTS, .version = &version};
}

/* What is left of the answers of a part. */
static void say(uint32_t part, uint64_t division, enum answer first, enum answer second, enum answer *left)
{
    struct verdict v = {.division = division};
    vector_push(&v.results, (struct check_result){.answer = (uint8_t)first});
    vector_push(&v.results, (struct check_result){.answer = (uint8_t)second});
    parts_join(&contest, &contest.entrants[part], &v);
    left[0] = v.results.data[0].answer;
    left[1] = v.results.data[1].answer;
    vector_free(&v.results);
}

static void expect(uint32_t part, uint64_t division, enum answer first, enum answer left_first, enum answer left_second)
{
    enum answer left[2];
    say(part, division, first, ANSWER_PROVED, left);
    assert_int_equal(left[0], left_first);
    assert_int_equal(left[1], left_second);
}

static void test_all(void **state)
{
    (void)state;
    begin();
    expect(2, 7, ANSWER_PROVED, ANSWER_OPEN, ANSWER_OPEN);
    expect(0, 7, ANSWER_PROVED, ANSWER_OPEN, ANSWER_OPEN);
    expect(3, 7, ANSWER_OPEN, ANSWER_OPEN, ANSWER_OPEN); /* the first check stays open here */
    expect(1, 7, ANSWER_PROVED, ANSWER_OPEN, ANSWER_PROVED);
    expect(3, 7, ANSWER_PROVED, ANSWER_PROVED, ANSWER_PROVED); /* started anew */
}

static void test_one_twice(void **state)
{
    (void)state;
    begin();
    for (int i = 0; i < 2 * PARTS; i++)
        expect(1, 7, ANSWER_PROVED, ANSWER_OPEN, ANSWER_OPEN);
}

static void test_divisions(void **state)
{
    (void)state;
    begin();
    for (uint32_t k = 0; k + 1 < PARTS; k++)
        expect(k, 7, ANSWER_PROVED, ANSWER_OPEN, ANSWER_OPEN);
    expect(PARTS - 1, 9, ANSWER_PROVED, ANSWER_OPEN, ANSWER_OPEN); /* another bound */
    begin();
    for (uint32_t k = 0; k < PARTS; k++)
        expect(k, 0, ANSWER_PROVED, ANSWER_OPEN, ANSWER_OPEN); /* an engine that does not say how it divides */
}

static void test_violation(void **state)
{
    (void)state;
    begin();
    expect(0, 7, ANSWER_VIOLATED, ANSWER_VIOLATED, ANSWER_OPEN);
    for (uint32_t k = 1; k < PARTS; k++)
        expect(k, 7, ANSWER_PROVED, ANSWER_OPEN, k + 1 < PARTS ? ANSWER_OPEN : ANSWER_PROVED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all),
        cmocka_unit_test(test_one_twice),
        cmocka_unit_test(test_divisions),
        cmocka_unit_test(test_violation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
