/* Values against sets of numbers, exhaustively at small widths, on random elements: the lattice laws, and no operator,
 * refinement or meet loses a member. */
#include "domains/value.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdlib.h>

enum { ROUNDS = 3000 };

static uint64_t seed = 88172645463325252u;
static uint64_t rnd(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    return seed ^= seed << 17;
}

static struct value random_value(unsigned w)
{
    uint64_t mask = width_mask(w), x = rnd() & mask, y = rnd() & mask;
    struct value v, u;
    switch (rnd() % 8) {
    case 0: return value_top(w);
    case 1: return value_const(w, x);
    case 2: return value_unsigned(w, x < y ? x : y, x < y ? y : x);
    case 3: {
        int64_t a = sign_extend(x, w), b = sign_extend(y, w);
        return value_signed(w, a < b ? a : b, a < b ? b : a);
    }
    case 4: return value_congruent(w, 1 + rnd() % 7, rnd());
    case 5: v = random_value(w), u = random_value(w); return value_join(&v, &u);
    case 6: v = random_value(w), u = random_value(w); return value_meet(&v, &u);
    default: return rnd() % 8 ? value_unsigned(w, x, mask) : value_bottom(w);
    }
}

static unsigned random_width(void) { return 1 + (unsigned)(rnd() % 6); }

static void test_laws(void **state)
{
    (void)state;
    for (int i = 0; i < ROUNDS; i++) {
        unsigned w = random_width();
        struct value a = random_value(w), b = random_value(w), c = random_value(w), top = value_top(w), bottom = value_bottom(w);
        assert_true(value_valid(&a) && value_valid(&b));
        struct value ab = value_join(&a, &b), ba = value_join(&b, &a), aa = value_join(&a, &a), m = value_meet(&a, &b);
        assert_true(value_valid(&ab) && value_valid(&m));
        assert_true(value_equal(&ab, &ba));
        assert_true(value_equal(&aa, &a));
        assert_true(value_leq(&a, &ab) && value_leq(&b, &ab));
        assert_true(value_leq(&a, &top) && value_leq(&bottom, &a) && value_leq(&a, &a));
        if (value_leq(&a, &b) && value_leq(&b, &a))
            assert_true(value_equal(&a, &b));
        if (value_leq(&a, &b) && value_leq(&b, &c))
            assert_true(value_leq(&a, &c));
        for (uint64_t x = 0; x <= width_mask(w); x++) {
            if (value_has(&a, x) || value_has(&b, x))
                assert_true(value_has(&ab, x));
            if (value_has(&a, x) && value_has(&b, x))
                assert_true(value_has(&m, x));
            if (value_leq(&a, &b) && value_has(&a, x))
                assert_true(value_has(&b, x));
            struct value without = value_without(&a, x);
            assert_true(value_valid(&without));
            for (uint64_t y = 0; y <= width_mask(w); y++)
                if (y != x && value_has(&a, y))
                    assert_true(value_has(&without, y));
        }
    }
}

static void test_exact(void **state)
{
    (void)state;
    struct value a = value_unsigned(8, 250, 255), ten = value_const(8, 10), s = value_apply(E_ADD, 8, 0, &a, &ten, NULL);
    assert_int_equal(s.ulo, 4);
    assert_int_equal(s.uhi, 9);
    struct value r = value_unsigned(8, 0, 10);
    s = value_apply(E_ADD, 8, 0, &a, &r, NULL); /* -6 .. 9: torn as unsigned, exact as signed */
    assert_int_equal(s.slo, -6);
    assert_int_equal(s.shi, 9);
    struct value m = value_signed(32, -1, 1);
    assert_int_equal(m.count, 3);
    struct value even = value_congruent(32, 2, 0), one = value_const(32, 1);
    s = value_apply(E_AND, 32, 0, &even, &one, NULL);
    uint64_t x;
    assert_true(value_single(&s, &x) && x == 0);
    struct value big = value_unsigned(32, 0, 1000), four = value_const(32, 4);
    s = value_apply(E_MUL, 32, 0, &big, &four, NULL);
    assert_int_equal(s.mod, 4);
    assert_int_equal(s.uhi, 4000);
}

static void test_operators(void **state)
{
    (void)state;
    for (int i = 0; i < 4 * ROUNDS; i++) {
        enum expr_op op = E_NOT + (enum expr_op)(rnd() % (E_CONCAT - E_NOT + 1));
        unsigned wa = random_width(), wb = wa, width = wa;
        uint64_t low = 0;
        bool unary = op == E_NOT || op == E_NEG || op == E_ZEXT || op == E_SEXT || op == E_EXTRACT;
        if (op >= E_EQ && op <= E_SLE)
            width = 1;
        else if (op == E_ZEXT || op == E_SEXT)
            width = wa + 1 + (unsigned)(rnd() % 3);
        else if (op == E_EXTRACT)
            low = rnd() % wa, width = 1 + (unsigned)(rnd() % (wa - low));
        else if (op == E_CONCAT)
            wb = random_width(), width = wa + wb;
        else if (op == E_ITE)
            wb = wa, wa = 1;
        struct value a = random_value(wa), b = random_value(wb), c = random_value(op == E_ITE ? wb : 1);
        if (op == E_ITE)
            width = wb;
        struct value r = value_apply(op, width, low, &a, unary ? NULL : &b, op == E_ITE ? &c : NULL);
        assert_true(value_valid(&r));
        assert_int_equal(r.width, width);
        for (uint64_t x = 0; x <= width_mask(wa); x++)
            for (uint64_t y = 0; y <= (unary ? 0 : width_mask(wb)); y++)
                for (uint64_t z = 0; z <= (op == E_ITE ? width_mask(wb) : 0); z++)
                    if (value_has(&a, x) && (unary || value_has(&b, y)) && (op != E_ITE || value_has(&c, z)))
                        assert_true(value_has(&r, operation_value(&(struct operation){op, width, wa, wb, low}, x, y, z)));
    }
}

static void test_comparisons(void **state)
{
    (void)state;
    for (int i = 0; i < 2 * ROUNDS; i++) {
        enum expr_op op = E_EQ + (enum expr_op)(rnd() % 5);
        unsigned w = random_width();
        bool truth = rnd() & 1;
        struct value a = random_value(w), b = random_value(w), ra = a, rb = b;
        value_compare(op, truth, &ra, &rb);
        assert_true(value_valid(&ra) && value_valid(&rb));
        assert_true(value_leq(&ra, &a) && value_leq(&rb, &b));
        for (uint64_t x = 0; x <= width_mask(w); x++)
            for (uint64_t y = 0; y <= width_mask(w); y++)
                if (value_has(&a, x) && value_has(&b, y) && operation_value(&(struct operation){op, 1, w, w, 0}, x, y, 0) == truth)
                    assert_true(value_has(&ra, x) && value_has(&rb, y));
    }
}

static void test_widening(void **state)
{
    (void)state;
    uint64_t stops[] = {0, 7, 100, 1000, UINT64_C(0xffffffff)};
    struct thresholds t = {stops, 5};
    for (int i = 0; i < 300; i++) {
        unsigned w = 1 + (unsigned)(rnd() % 64);
        struct value v = value_const(w, rnd());
        int changes = 0;
        for (int k = 0; k < 2000; k++) {
            struct value x = random_value(w), n = value_join(&v, &x);
            n = value_widen(&v, &n, i % 2 ? &t : NULL);
            assert_true(value_leq(&v, &n) && value_leq(&x, &n) && value_valid(&n));
            changes += !value_equal(&v, &n);
            v = n;
        }
        assert_true(changes <= 100);
    }
    struct value counter = value_const(32, 0), one = value_const(32, 1);
    for (int k = 0; k < 30; k++) { /* while (i < 1000) i++ stops at the threshold */
        struct value limit = value_unsigned(32, 0, 999), body = value_meet(&counter, &limit);
        body = value_apply(E_ADD, 32, 0, &body, &one, NULL);
        struct value next = value_join(&counter, &body);
        counter = value_widen(&counter, &next, &t);
    }
    assert_int_equal(counter.uhi, 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_laws), cmocka_unit_test(test_exact), cmocka_unit_test(test_operators),
                                       cmocka_unit_test(test_comparisons), cmocka_unit_test(test_widening)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
