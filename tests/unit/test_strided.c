/* Overlap of bytes at equal distances, against all bytes written out. */
#include "program/strided.h"
#include "unit.h"

enum { BYTES = 40 };

static void mark(struct strided s, uint64_t width, bool *bytes)
{
    for (uint64_t at = s.first; s.stride ? at < s.end : at == s.first; at += s.stride ? s.stride : 1)
        for (uint64_t part = 0; part < (s.inner ? s.room : 1); part += s.inner ? s.inner : 1)
            for (uint64_t i = 0; i < width && at + part + i < BYTES; i++)
                bytes[at + part + i] = true;
}

static bool meet(struct strided a, uint64_t width_a, struct strided b, uint64_t width_b)
{
    bool x[BYTES] = {0}, y[BYTES] = {0}, any = false;
    mark(a, width_a, x);
    mark(b, width_b, y);
    for (int i = 0; i < BYTES; i++)
        any |= x[i] && y[i];
    return any;
}

/* Two strides may be said to meet behind an end; nothing else may be said too much, and nothing too little. */
static void as_written_out(void **state)
{
    (void)state;
    const uint64_t widths[] = {1, 2, 4};
    unsigned apart = 0;
    for (uint64_t first = 0; first < 12; first++)
        for (uint64_t stride = 0; stride < 7; stride++)
            for (uint64_t other = 0; other < 12; other++)
                for (uint64_t step = 0; step < 7; step++)
                    for (int w = 0; w < 9; w++) {
                        struct strided a = {.first = first, .stride = stride, .end = stride ? first + 3 * stride : 0},
                                       b = {.first = other, .stride = step, .end = step ? other + 12 : 0};
                        bool said = strided_overlap(a, widths[w / 3], b, widths[w % 3]),
                             is = meet(a, widths[w / 3], b, widths[w % 3]);
                        assert_true(said || !is);
                        assert_true(!said || is || (stride && step));
                        apart += !said && stride && step;
                    }
    assert_true(apart > 1000); /* strides do tell places apart */
}

/* Arrays in elements of 12 bytes, against other places, of elements as long and of others: nothing is said too little, and what lies elsewhere in the elements is told apart. */
static void in_elements(void **state)
{
    (void)state;
    unsigned apart = 0, wrong = 0;
    for (uint64_t first = 0; first < 12; first++)
        for (uint64_t inner = 1; inner < 5; inner++)
            for (uint64_t room = inner; room <= 8; room++)
                for (uint64_t other = 0; other < 16; other++)
                    for (int kind = 0; kind < 4; kind++)
                        for (int w = 0; w < 4; w++) {
                            struct strided a = {first, 12, first + 36, inner, room}, b = {.first = other,
                                                                                          .stride = kind == 3 ? 6
                                                                                                    : kind    ? 12
                                                                                                              : 0,
                                                                                          .end = other + 24};
                            if (kind == 2) {
                                b.inner = 2;
                                b.room = 5;
                            }
                            bool said = strided_overlap(a, w & 1 ? 4 : 1, b, w & 2 ? 4 : 1),
                                 is = meet(a, w & 1 ? 4 : 1, b, w & 2 ? 4 : 1);
                            assert_int_equal(said, strided_overlap(b, w & 2 ? 4 : 1, a, w & 1 ? 4 : 1));
                            wrong += is && !said;
                            apart += !said;
                        }
    assert_int_equal(wrong, 0);
    assert_true(apart > 5000);
}

static void divisors(void **state)
{
    (void)state;
    assert_int_equal(gcd(12, 18), 6);
    assert_int_equal(gcd(7, 0), 7);
    assert_int_equal(gcd(0, 7), 7);
    assert_int_equal(gcd(UINT64_C(1) << 63, 48), 16);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(as_written_out), cmocka_unit_test(in_elements), cmocka_unit_test(divisors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
