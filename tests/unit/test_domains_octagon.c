/* Octagons against all points of a small box (against PPL: test_domains_ppl.c): closure, the incremental closure,
 * join, widening, forgetting, shifting. */
#include "domains/octagon.h"

#include "program/program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

enum { N = 3, LOW = -4, HIGH = 4, ROUNDS = 2000 };

static uint64_t seed = 1234567;
static uint32_t rnd(uint32_t n)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (uint32_t)(seed >> 11) % n;
}

static struct octagon_constraint random_constraint(void)
{
    struct octagon_constraint c = {rnd(N), NONE, rnd(2) ? 1 : -1, rnd(2) ? 1 : -1, (int64_t)rnd(9) - 3};
    if (rnd(3))
        do
            c.y = rnd(N);
        while (c.y == c.x);
    return c;
}

static bool satisfies(const int64_t *p, const struct octagon_constraint *c)
{
    return c->a * p[c->x] + (c->y == NONE ? 0 : c->b * p[c->y]) <= c->c;
}

/* Every bound holds at the point. */
static bool has(const struct octagon *o, const int64_t *p)
{
    for (uint32_t i = 0; i < 2 * N; i++)
        for (uint32_t j = 0; j < 2 * N; j++) {
            int64_t vi = i % 2 ? -p[i / 2] : p[i / 2], vj = j % 2 ? -p[j / 2] : p[j / 2];
            if (o->bound[i * 2 * N + j] != OCTAGON_INFINITE && vj - vi > o->bound[i * 2 * N + j])
                return false;
        }
    return true;
}

static bool next_point(int64_t *p)
{
    for (uint32_t i = 0; i < N; i++) {
        if (++p[i] <= HIGH)
            return true;
        p[i] = LOW;
    }
    return false;
}

/* A box and a few constraints; both ways of closing must agree. NULL if empty. */
static struct octagon *random_octagon(struct octagon_constraint *made, uint32_t *count)
{
    struct octagon *a = octagon_top(N), *b = octagon_top(N);
    *count = 0;
    for (uint32_t i = 0; i < N; i++) {
        made[(*count)++] = (struct octagon_constraint){i, NONE, 1, 0, HIGH};
        made[(*count)++] = (struct octagon_constraint){i, NONE, -1, 0, -LOW};
    }
    for (uint32_t k = rnd(5); k > 0; k--)
        made[(*count)++] = random_constraint();
    bool possible = true;
    for (uint32_t i = 0; i < *count; i++) {
        octagon_put(a, &made[i]);
        possible = possible && octagon_add(b, &made[i]);
    }
    bool closed = octagon_close(a);
    assert_true(closed == possible);
    if (closed) {
        assert_true(octagon_valid(a) && octagon_valid(b));
        assert_true(octagon_leq(a, b) && octagon_leq(b, a));
    }
    octagon_free(b);
    if (closed)
        return a;
    octagon_free(a);
    return NULL;
}

static void test_closure(void **state)
{
    (void)state;
    struct octagon_constraint made[16];
    uint32_t count, empty = 0;
    for (int k = 0; k < ROUNDS; k++) {
        struct octagon *o = random_octagon(made, &count);
        int64_t p[N] = {LOW, LOW, LOW}, best[2 * N][2 * N];
        bool any = false;
        for (uint32_t i = 0; i < 2 * N; i++)
            for (uint32_t j = 0; j < 2 * N; j++)
                best[i][j] = INT64_MIN;
        do {
            bool all = true;
            for (uint32_t i = 0; i < count; i++)
                all = all && satisfies(p, &made[i]);
            assert_true(!all || (o && has(o, p)));
            any |= all;
            for (uint32_t i = 0; all && i < 2 * N; i++)
                for (uint32_t j = 0; j < 2 * N; j++) {
                    int64_t d = (j % 2 ? -p[j / 2] : p[j / 2]) - (i % 2 ? -p[i / 2] : p[i / 2]);
                    best[i][j] = d > best[i][j] ? d : best[i][j];
                }
        } while (next_point(p));
        assert_true(any == (o != NULL));
        empty += !any;
        for (uint32_t i = 0; o && i < 2 * N; i++) /* a tightly closed octagon has no slack on integers */
            for (uint32_t j = 0; j < 2 * N; j++)
                assert_int_equal(o->bound[i * 2 * N + j], best[i][j]);
        octagon_free(o);
    }
    assert_true(empty > 20 && empty < ROUNDS - 20);
}

static void test_operations(void **state)
{
    (void)state;
    struct octagon_constraint made[16];
    uint32_t count, compared = 0;
    for (int k = 0; k < ROUNDS; k++) {
        struct octagon *a = random_octagon(made, &count), *b = random_octagon(made, &count);
        if (a && b) {
            struct octagon *joined = octagon_copy(a), *wide = octagon_copy(a), *less = octagon_copy(a), *moved = octagon_copy(a);
            uint32_t x = rnd(N);
            int64_t by = (int64_t)rnd(7) - 3, p[N] = {LOW, LOW, LOW};
            octagon_join(joined, b);
            octagon_widen(wide, b);
            octagon_forget(less, x);
            octagon_shift(moved, x, by);
            assert_true(octagon_valid(joined) && octagon_valid(less) && octagon_valid(moved) && octagon_valid(wide));
            assert_true(octagon_leq(a, joined) && octagon_leq(b, joined) && octagon_leq(joined, wide));
            do {
                int64_t q[N] = {p[0], p[1], p[2]};
                q[x] += by;
                if (has(a, p) || has(b, p))
                    assert_true(has(joined, p) && has(wide, p));
                assert_true(has(a, p) == has(moved, q));
                if (has(a, p))
                    assert_true(has(less, q));
            } while (next_point(p));
            octagon_free(joined);
            octagon_free(wide);
            octagon_free(less);
            octagon_free(moved);
            compared++;
        }
        octagon_free(a);
        octagon_free(b);
    }
    assert_true(compared > ROUNDS / 4);
}

static void test_infinite(void **state)
{
    (void)state;
    struct octagon *o = octagon_top(2);
    struct octagon_constraint big = {0, NONE, 1, 0, INT64_MAX / 2 + 5}, difference = {1, 0, 1, -1, INT64_MAX - 10};
    assert_true(octagon_add(o, &big) && octagon_add(o, &difference)); /* 2 * big does not fit: nothing is known */
    assert_true(octagon_valid(o));
    assert_true(octagon_bound(o, &(struct octagon_constraint){.x = 1, .y = NONE, .a = 1}) == OCTAGON_INFINITE);
    octagon_free(o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_closure), cmocka_unit_test(test_operations),
                                       cmocka_unit_test(test_infinite)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
