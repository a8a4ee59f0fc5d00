/* Simplification keeps the value: random expressions are built through the constructors and, side by side, computed by
 * operation_value on random values of the leaves. Also: hash-consing, rewriting. */
#include "program/expr.h"

#include <stdarg.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>

enum { LEAVES = 6, NODES = 60, ROUNDS = 20000 };

static uint64_t seed;

static uint64_t random64(void)
{
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    uint64_t x = seed ^ seed >> 29;
    return x * UINT64_C(0x9e3779b97f4a7c15) ^ x >> 31;
}

/* Values at the corners are the ones that break rules. */
static uint64_t random_value(unsigned width)
{
    switch (random64() % 6) {
    case 0: return 0;
    case 1: return 1;
    case 2: return width_mask(width);
    case 3: return UINT64_C(1) << (width - 1);
    case 4: return width_mask(width) >> 1;
    default: return random64() & width_mask(width);
    }
}

struct pair {
    expr e;
    uint64_t value;
};

static const unsigned widths[] = {1, 1, 7, 8, 16, 32, 64};

static struct pair pick(struct pair *nodes, unsigned n, unsigned width)
{
    for (unsigned tries = 0; tries < 200; tries++) {
        struct pair x = nodes[random64() % n];
        if (!width || x.e->width == width)
            return x;
    }
    return (struct pair){NULL, 0};
}

/* One random operator over earlier nodes; e is NULL if no fitting arguments were found. */
static struct pair grow(struct exprs *pool, struct pair *nodes, unsigned n)
{
    enum expr_op op = E_NOT + random64() % (E_CONCAT - E_NOT + 1);
    struct pair a = pick(nodes, n, op == E_ITE ? 1 : 0), none = {NULL, 0};
    if (!a.e)
        return none;
    unsigned w = a.e->width, low;
    struct pair b, c;
    switch (op) {
    case E_NOT:
    case E_NEG:
        return (struct pair){expr_unary(pool, op, a.e), operation_value(&(struct operation){op, w, w, 0, 0}, a.value, 0, 0)};
    case E_ITE:
        b = pick(nodes, n, 0);
        c = pick(nodes, n, b.e->width);
        if (!c.e)
            return none;
        return (struct pair){expr_ite(pool, a.e, b.e, c.e), a.value ? b.value : c.value};
    case E_ZEXT:
    case E_SEXT: {
        unsigned to = w + (unsigned)(random64() % (65 - w));
        expr e = op == E_ZEXT ? expr_zext(pool, a.e, to) : expr_sext(pool, a.e, to);
        return (struct pair){e, operation_value(&(struct operation){op, to, w, 0, 0}, a.value, 0, 0)};
    }
    case E_EXTRACT: {
        low = (unsigned)(random64() % w);
        unsigned to = 1 + (unsigned)(random64() % (w - low));
        return (struct pair){expr_extract(pool, a.e, low, to),
                             operation_value(&(struct operation){op, to, w, 0, low}, a.value, 0, 0)};
    }
    case E_CONCAT:
        b = pick(nodes, n, 0);
        if (w + b.e->width > 64)
            return none;
        return (struct pair){expr_binary(pool, op, a.e, b.e),
                             operation_value(&(struct operation){op, w + b.e->width, w, b.e->width, 0}, a.value, b.value, 0)};
    default:
        b = pick(nodes, n, w);
        if (!b.e)
            return none;
        unsigned to = op >= E_EQ && op <= E_SLE ? 1 : w;
        return (struct pair){expr_binary(pool, op, a.e, b.e),
                             operation_value(&(struct operation){op, to, w, w, 0}, a.value, b.value, 0)};
    }
}

struct leaves {
    struct exprs *pool;
    uint64_t values[LEAVES];
};

static expr leaf_value(void *context, expr leaf, expr index)
{
    struct leaves *l = context;
    (void)index;
    return leaf->op == E_CELL ? expr_const(l->pool, leaf->width, l->values[leaf->value]) : NULL;
}

/* Wherever a condition holds (or its negation does), every expression has the value that it has given that. */
static void given_keeps_values(struct leaves *l, const struct pair *nodes, unsigned n)
{
    struct pair x = nodes[random64() % n], fact = nodes[random64() % n], other = nodes[random64() % n];
    if (fact.e->width != 1 || other.e->width != 1)
        return;
    expr both =
        expr_and(l->pool, fact.value ? fact.e : expr_not(l->pool, fact.e), other.value ? other.e : expr_not(l->pool, other.e));
    expr folded = expr_rewrite(l->pool, expr_given(l->pool, x.e, both), leaf_value, l, NULL);
    assert_true(expr_is_value(folded, x.value));
}

static void test_values(void **state)
{
    (void)state;
    for (unsigned round = 0; round < ROUNDS / 20; round++) {
        struct exprs *pool = exprs_new();
        struct leaves l = {.pool = pool};
        struct pair nodes[LEAVES + NODES];
        unsigned n = 0;
        for (; n < LEAVES; n++) {
            unsigned w = widths[random64() % 7];
            l.values[n] = random_value(w);
            bool constant = n >= 4;
            nodes[n] = (struct pair){constant ? expr_const(pool, w, l.values[n]) : expr_cell(pool, w, n), l.values[n]};
        }
        while (n < LEAVES + NODES) {
            struct pair x = grow(pool, nodes, n);
            if (!x.e)
                continue;
            expr folded = expr_rewrite(pool, x.e, leaf_value, &l, NULL);
            assert_true(expr_is_const(folded));
            if (folded->value != x.value)
                print_error("round %u: operator %s\n", round, expr_op_name(x.e->op));
            assert_int_equal(folded->value, x.value);
            nodes[n++] = x;
            given_keeps_values(&l, nodes, n);
        }
        exprs_free(pool);
    }
}

/* What a condition decides is not asked below it. */
static void test_given(void **state)
{
    (void)state;
    struct exprs *pool = exprs_new();
    expr x = expr_cell(pool, 32, 0), y = expr_cell(pool, 32, 1), b = expr_cell(pool, 1, 2);
    expr equal = expr_eq(pool, x, y), more = expr_add(pool, y, expr_const(pool, 32, 1));
    expr swapped = expr_ite(pool, equal, more, x);
    assert_ptr_equal(expr_given(pool, swapped, expr_and(pool, b, equal)), more);
    assert_ptr_equal(expr_given(pool, swapped, expr_and(pool, expr_not(pool, equal), b)), x);
    assert_ptr_equal(expr_given(pool, swapped, expr_not(pool, expr_and(pool, equal, b))), swapped);
    exprs_free(pool);
}

static void test_sharing(void **state)
{
    (void)state;
    struct exprs *pool = exprs_new();
    expr x = expr_cell(pool, 32, 0), y = expr_cell(pool, 32, 1);
    assert_ptr_equal(expr_add(pool, x, y), expr_add(pool, y, x));
    assert_ptr_equal(expr_not(pool, expr_not(pool, expr_eq(pool, x, y))), expr_eq(pool, y, x));
    assert_ptr_equal(expr_sub(pool, expr_add(pool, x, y), y), x);
    assert_ptr_not_equal(x, y);
    assert_true(expr_is_true(expr_or(pool, expr_eq(pool, x, y), expr_ne(pool, x, y))));
    assert_true(expr_is_false(expr_eq(pool, expr_add(pool, x, expr_const(pool, 32, 1)), x)));
    exprs_free(pool);
}

/* What an address is modulo the distance of the elements of its array. */
static void test_low_bits(void **state)
{
    (void)state;
    struct exprs *pool = exprs_new();
    expr x = expr_cell(pool, 64, 0), y = expr_cell(pool, 64, 1), z = expr_cell(pool, 64, 2), mask = expr_const(pool, 64, 15);
    expr far = expr_binary(pool, E_MUL, x, expr_const(pool, 64, 48)), near = expr_binary(pool, E_MUL, x, expr_const(pool, 64, 24));
    assert_true(expr_is_value(expr_and(pool, far, mask), 0));
    assert_ptr_equal(expr_and(pool, expr_add(pool, far, y), mask), expr_and(pool, y, mask));
    assert_ptr_equal(expr_and(pool, expr_add(pool, expr_add(pool, far, y), z), mask), expr_and(pool, expr_add(pool, y, z), mask));
    assert_true(expr_is_value(expr_and(pool, expr_add(pool, far, expr_const(pool, 64, 64)), mask), 0));
    assert_ptr_not_equal(expr_and(pool, expr_add(pool, near, y), mask), expr_and(pool, y, mask));
    assert_false(expr_is_const(expr_and(pool, far, expr_const(pool, 64, 20)))); /* no mask of the lowest bits */
    exprs_free(pool);
}

/* x / y * y + x % y is x, also where y is 0 or the quotient overflows; with two kinds of division it is not simplified. */
static void test_division_identity(void **state)
{
    (void)state;
    struct exprs *pool = exprs_new();
    expr x = expr_cell(pool, 4, 0), y = expr_cell(pool, 4, 1);
    static const enum expr_op divisions[] = {E_UDIV, E_SDIV}, remainders[] = {E_UREM, E_SREM};
    for (int k = 0; k < 4; k++) {
        expr multiple = expr_binary(pool, E_MUL, expr_binary(pool, divisions[k / 2], x, y), y);
        expr sum = expr_add(pool, multiple, expr_binary(pool, remainders[k % 2], x, y));
        assert_int_equal(sum == x, k / 2 == k % 2);
        assert_int_equal(expr_add(pool, expr_binary(pool, remainders[k % 2], x, y), multiple) == x, k / 2 == k % 2);
    }
    for (uint64_t a = 0; a < 16; a++)
        for (uint64_t b = 0; b < 16; b++)
            for (int k = 0; k < 2; k++) {
                struct exprs *p = exprs_new();
                expr n = expr_const(p, 4, a), by = expr_const(p, 4, b);
                expr multiple = expr_binary(p, E_MUL, expr_binary(p, divisions[k], n, by), by);
                assert_ptr_equal(expr_add(p, multiple, expr_binary(p, remainders[k], n, by)), n);
                exprs_free(p);
            }
    exprs_free(pool);
}

int main(int argc, char **argv)
{
    seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_division_identity), cmocka_unit_test(test_values),
                                       cmocka_unit_test(test_given), cmocka_unit_test(test_sharing),
                                       cmocka_unit_test(test_low_bits)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
