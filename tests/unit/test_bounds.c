/* Bounds of expressions: random expressions over a cell that is in some range and one that has a certain value. Whatever the first holds, the
 * value lies between the bounds; where there is no source, it is the same for all that the first may hold. */
#include "unit.h"

#include "program/bounds.h"

#include <stdlib.h>

enum { WIDTH = 6, NODES = 8, PROGRAMS = 20000, UNKNOWN = 1, CERTAIN = 2, SOURCE = 7 };

static uint64_t seed = 20261116;

static uint64_t below(uint64_t n) { return random_next(&seed) % n; }

static expr resized(struct exprs *x, expr e) { return expr_resize(x, e, WIDTH, below(2)); }

static expr random_node(struct exprs *x, const expr *nodes, unsigned n)
{
    expr a = nodes[below(n)], b = nodes[below(n)], c = nodes[below(n)];
    switch (below(5)) {
    case 0: return resized(x, expr_unary(x, below(2) ? E_NOT : E_NEG, a));
    case 1: return resized(x, expr_binary(x, (enum expr_op)(E_EQ + below(5)), a, b));
    case 2: return expr_ite(x, expr_binary(x, (enum expr_op)(E_EQ + below(5)), a, b), below(2) ? a : c, b);
    case 3: {
        unsigned low = (unsigned)below(WIDTH);
        return resized(x, expr_extract(x, a, low, 1 + (unsigned)below(WIDTH - low)));
    }
    default: return expr_binary(x, (enum expr_op)(E_AND + below(E_ASHR - E_AND + 1)), a, b);
    }
}

struct cells {
    struct bounds unknown;
    uint64_t first, second;
};

static struct bounds leaf(void *context, expr e, struct bounds index)
{
    (void)index;
    const struct cells *c = context;
    return e->value == UNKNOWN ? c->unknown : bounds_full(e->width, 0);
}

static uint64_t value_of(const struct cells *c, expr e)
{
    if (e->op == E_CONST)
        return e->value;
    if (e->op == E_CELL)
        return e->value == UNKNOWN ? c->first : c->second;
    uint64_t v[3] = {0};
    for (unsigned k = 0; k < e->arity; k++)
        v[k] = value_of(c, e->arg[k]);
    return expr_apply(e, v[0], v[1], v[2]);
}

static void check(struct exprs *x, expr e, bool *decided)
{
    struct cells c = {.unknown = {.low = below(1 << WIDTH), .source = SOURCE}, .second = below(1 << WIDTH)};
    (void)x;
    c.unknown.high = c.unknown.low + 1 + below((1 << WIDTH) - c.unknown.low);
    if (c.unknown.high > width_mask(WIDTH))
        c.unknown.high = width_mask(WIDTH);
    struct bounds b = bounds_of(e, leaf, &c);
    uint64_t any = 0;
    for (c.first = c.unknown.low; c.first <= c.unknown.high; c.first++) {
        uint64_t v = value_of(&c, e);
        assert_true(b.low <= v && v <= b.high);
        assert_true(b.source || c.first == c.unknown.low || v == any);
        any = v;
    }
    *decided = !b.source;
}

static void test_random(void **state)
{
    (void)state;
    unsigned decided = 0;
    for (unsigned i = 0; i < PROGRAMS; i++) {
        struct exprs *x = exprs_new();
        expr nodes[NODES] = {expr_cell(x, WIDTH, UNKNOWN), expr_cell(x, WIDTH, CERTAIN), expr_const(x, WIDTH, below(1 << WIDTH))};
        for (unsigned n = 3; n < NODES; n++)
            nodes[n] = random_node(x, nodes, n);
        bool is_decided;
        check(x, nodes[NODES - 1], &is_decided);
        decided += is_decided;
        exprs_free(x);
    }
    assert_true(decided > PROGRAMS / 20); /* it is not empty talk */
}

/* What the models of library functions are made of: a sign, an error number, a smaller one of two. */
static void test_known(void **state)
{
    (void)state;
    struct exprs *x = exprs_new();
    struct cells c = {.unknown = bounds_full(32, SOURCE)};
    expr any = expr_cell(x, 32, UNKNOWN), limit = expr_cell(x, 32, CERTAIN), zero = expr_const(x, 32, 0);
    expr positive = expr_binary(x, E_AND, any, expr_const(x, 32, 0x7fffffff));
    expr error = expr_add(x, expr_binary(x, E_AND, any, expr_const(x, 32, 127)), expr_const(x, 32, 1));
    assert_true(bounds_of(expr_binary(x, E_SLT, any, zero), leaf, &c).source == SOURCE);
    assert_true(bounds_of(expr_binary(x, E_SLT, positive, zero), leaf, &c).source == 0);
    assert_true(bounds_of(expr_eq(x, positive, expr_const(x, 32, 0xffffffff)), leaf, &c).source == 0);
    assert_true(bounds_of(expr_eq(x, error, zero), leaf, &c).source == 0);
    assert_true(bounds_of(expr_eq(x, error, expr_const(x, 32, 2)), leaf, &c).source == SOURCE);
    assert_true(bounds_of(expr_and(x, expr_eq(x, limit, zero), expr_eq(x, error, zero)), leaf, &c).source == 0);
    expr most = expr_const(x, 32, 64), least = expr_ite(x, expr_binary(x, E_ULT, any, most), any, most);
    struct bounds b = bounds_of(least, leaf, &c);
    assert_true(b.low == 0 && b.high == 64 && b.source == SOURCE);
    exprs_free(x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random), cmocka_unit_test(test_known)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
