/* Octagons against the octagonal shapes of the Parma Polyhedra Library, where it is installed: more variables, larger
 * and missing bounds than the exhaustive test (test_domains_octagon.c) can have. */
#include "domains/octagon.h"

#include "program/program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#ifdef HEDDLE_PPL
#include <gmp.h>
#include <ppl_c.h>

enum { N = 5, ROUNDS = 1500 };

static uint64_t seed = 424243;
static uint32_t rnd(uint32_t n)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (uint32_t)(seed >> 11) % n;
}

typedef ppl_Octagonal_Shape_mpq_class_t shape;

static ppl_Coefficient_t number(int64_t v)
{
    mpz_t z;
    ppl_Coefficient_t c;
    mpz_init_set_si(z, v);
    ppl_new_Coefficient_from_mpz_t(&c, z);
    mpz_clear(z);
    return c;
}

static shape shape_top(void)
{
    shape s;
    assert_int_equal(ppl_new_Octagonal_Shape_mpq_class_from_space_dimension(&s, N, 0), 0);
    return s;
}

static shape shape_copy(shape s)
{
    shape c;
    ppl_new_Octagonal_Shape_mpq_class_from_Octagonal_Shape_mpq_class(&c, s);
    return c;
}

static void add_to(ppl_Linear_Expression_t e, uint32_t x, int64_t by)
{
    ppl_Coefficient_t c = number(by);
    ppl_Linear_Expression_add_to_coefficient(e, x, c);
    ppl_delete_Coefficient(c);
}

static void add_constant(ppl_Linear_Expression_t e, int64_t by)
{
    ppl_Coefficient_t c = number(by);
    ppl_Linear_Expression_add_to_inhomogeneous(e, c);
    ppl_delete_Coefficient(c);
}

/* a x + b y <= c, as c - a x - b y >= 0 */
static void shape_add(shape s, const struct octagon_constraint *k)
{
    ppl_Linear_Expression_t e;
    ppl_Constraint_t constraint;
    ppl_new_Linear_Expression_with_dimension(&e, N);
    add_to(e, k->x, -k->a);
    if (k->y != NONE)
        add_to(e, k->y, -k->b);
    add_constant(e, k->c);
    ppl_new_Constraint(&constraint, e, PPL_CONSTRAINT_TYPE_GREATER_OR_EQUAL);
    assert_int_equal(ppl_Octagonal_Shape_mpq_class_add_constraint(s, constraint), 0);
    ppl_delete_Constraint(constraint);
    ppl_delete_Linear_Expression(e);
}

/* The same set of integer points, as the library says it. */
static shape shape_of(const struct octagon *o)
{
    shape s = shape_top();
    for (uint32_t x = 0; x < N; x++)
        for (uint32_t y = 0; y < N; y++)
            for (int signs = 0; signs < 4; signs++) {
                struct octagon_constraint k = {x, x == y ? NONE : y, signs & 1 ? 1 : -1, signs & 2 ? 1 : -1, 0};
                k.c = octagon_bound(o, &k);
                if (k.c != OCTAGON_INFINITE)
                    shape_add(s, &k);
            }
    return s;
}

static bool same(shape a, shape b) { return ppl_Octagonal_Shape_mpq_class_equals_Octagonal_Shape_mpq_class(a, b) > 0; }

static struct octagon_constraint random_constraint(void)
{
    static const uint32_t sizes[] = {5, 100, 1000000};
    uint32_t size = sizes[rnd(3)];
    struct octagon_constraint c = {rnd(N), NONE, rnd(2) ? 1 : -1, rnd(2) ? 1 : -1, (int64_t)rnd(2 * size) - size / 2};
    if (rnd(4))
        do
            c.y = rnd(N);
        while (c.y == c.x);
    return c;
}

/* Down to the integer points: the library does it one step at a time. */
static void tighten(shape s)
{
    for (bool again = true; again;) {
        shape before = shape_copy(s);
        ppl_Octagonal_Shape_mpq_class_drop_some_non_integer_points(s, PPL_COMPLEXITY_CLASS_ANY);
        again = !same(before, s);
        ppl_delete_Octagonal_Shape_mpq_class(before);
    }
}

/* The same constraints on both sides. NULL if ours is empty; then theirs must be on integers. */
static struct octagon *random_octagon(shape *theirs)
{
    struct octagon *o = octagon_top(N);
    bool possible = true;
    *theirs = shape_top();
    for (uint32_t k = 1 + rnd(9); k > 0; k--) {
        struct octagon_constraint c = random_constraint();
        possible = possible && octagon_add(o, &c);
        shape_add(*theirs, &c);
    }
    tighten(*theirs);
    if (!possible) {
        octagon_free(o);
        return NULL;
    }
    return o;
}

static void test_closure(void **state)
{
    (void)state;
    uint32_t empty = 0;
    for (int k = 0; k < ROUNDS; k++) {
        shape theirs, mine;
        struct octagon *o = random_octagon(&theirs);
        assert_int_equal(ppl_Octagonal_Shape_mpq_class_is_empty(theirs) > 0, !o);
        empty += !o;
        if (o) {
            mine = shape_of(o);
            assert_true(same(mine, theirs));
            ppl_delete_Octagonal_Shape_mpq_class(mine);
        }
        ppl_delete_Octagonal_Shape_mpq_class(theirs);
        octagon_free(o);
    }
    assert_true(empty > 20 && empty < ROUNDS / 2);
}

static void expect(const struct octagon *o, shape theirs)
{
    shape mine = shape_of(o);
    assert_true(octagon_valid(o));
    assert_true(same(mine, theirs));
    ppl_delete_Octagonal_Shape_mpq_class(mine);
    ppl_delete_Octagonal_Shape_mpq_class(theirs);
}

/* x := k * y + by */
static shape assigned(shape s, uint32_t x, int k, uint32_t y, int64_t by)
{
    ppl_Linear_Expression_t e;
    ppl_Coefficient_t one = number(1);
    shape c = shape_copy(s);
    ppl_new_Linear_Expression_with_dimension(&e, N);
    add_to(e, y, k);
    add_constant(e, by);
    ppl_Octagonal_Shape_mpq_class_affine_image(c, x, e, one);
    ppl_delete_Coefficient(one);
    ppl_delete_Linear_Expression(e);
    return c;
}

/* On octagons that are tight on both sides; joins and projections of such are tight again. */
static void test_operations(void **state)
{
    (void)state;
    uint32_t compared = 0, inside = 0;
    for (int k = 0; k < ROUNDS; k++) {
        shape p, q;
        struct octagon *a = random_octagon(&p), *b = random_octagon(&q);
        if (a && b) {
            uint32_t x = rnd(N);
            int64_t by = (int64_t)rnd(2000) - 1000;
            struct octagon *o = octagon_copy(a);
            shape s = shape_copy(p);
            octagon_join(o, b);
            ppl_Octagonal_Shape_mpq_class_upper_bound_assign(s, q);
            expect(o, s);
            octagon_free(o);
            o = octagon_copy(a);
            s = shape_copy(p);
            octagon_forget(o, x);
            ppl_Octagonal_Shape_mpq_class_unconstrain_space_dimension(s, x);
            expect(o, s);
            octagon_free(o);
            o = octagon_copy(a);
            octagon_shift(o, x, by);
            expect(o, assigned(p, x, 1, x, by));
            octagon_free(o);
            int sign = rnd(2) ? 1 : -1;
            uint32_t y = rnd(N);
            o = octagon_copy(a);
            octagon_assign(o, x, sign, y, by);
            expect(o, assigned(p, x, sign, y, by));
            octagon_free(o);
            bool leq = octagon_leq(a, b);
            assert_int_equal(leq, ppl_Octagonal_Shape_mpq_class_contains_Octagonal_Shape_mpq_class(q, p) > 0);
            inside += leq;
            compared++;
        }
        ppl_delete_Octagonal_Shape_mpq_class(p);
        ppl_delete_Octagonal_Shape_mpq_class(q);
        octagon_free(a);
        octagon_free(b);
    }
    assert_true(compared > ROUNDS / 4);
    (void)inside;
}

/* The laws that make it a lattice, and that a chain of widenings ends. */
static void test_laws(void **state)
{
    (void)state;
    for (int k = 0; k < ROUNDS; k++) {
        shape p, q, r;
        struct octagon *a = random_octagon(&p), *b = random_octagon(&q), *c = random_octagon(&r);
        if (a && b && c) {
            struct octagon *ab = octagon_copy(a), *ba = octagon_copy(b), *left = octagon_copy(a), *right = octagon_copy(b);
            octagon_join(ab, b);
            octagon_join(ba, a);
            assert_true(octagon_leq(ab, ba) && octagon_leq(ba, ab));
            octagon_join(left, b);
            octagon_join(left, c);
            octagon_join(right, c);
            octagon_join(right, a);
            assert_true(octagon_leq(left, right) && octagon_leq(right, left));
            assert_false(octagon_join(ab, b)); /* nothing new */
            assert_true(octagon_leq(a, ab) && octagon_leq(b, ab));
            if (octagon_leq(a, b) && octagon_leq(b, c))
                assert_true(octagon_leq(a, c));
            int steps = 0;
            while (steps < 1000) { /* x, x + 1, x + 2, ... */
                octagon_shift(b, 0, 1);
                if (!octagon_widen(a, b))
                    break;
                steps++;
            }
            assert_true(steps < 1000);
            octagon_free(ab);
            octagon_free(ba);
            octagon_free(left);
            octagon_free(right);
        }
        ppl_delete_Octagonal_Shape_mpq_class(p);
        ppl_delete_Octagonal_Shape_mpq_class(q);
        ppl_delete_Octagonal_Shape_mpq_class(r);
        octagon_free(a);
        octagon_free(b);
        octagon_free(c);
    }
}

int main(void)
{
    ppl_initialize();
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_closure), cmocka_unit_test(test_operations),
                                       cmocka_unit_test(test_laws)};
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    ppl_finalize();
    return failed;
}
#else
int main(void) { return 0; } /* this build has no PPL */
#endif
