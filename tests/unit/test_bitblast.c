/* The bit-blaster against operation_value: constants must fold to its value, and through the solver free words that are fixed by
 * unit clauses must have it too. */
#include "logic/bitblast.h"
#include "logic/sat.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static uint64_t random_state = 88172645463325252u;
static uint64_t next_random(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state;
}

/* Small numbers and extremes are what goes wrong. */
static uint64_t interesting(unsigned width)
{
    uint64_t r = next_random();
    switch (r % 6) {
    case 0: return (r >> 8) % 4 & width_mask(width);
    case 1: return width_mask(width) - ((r >> 8) % 3 & width_mask(width));
    case 2: return UINT64_C(1) << (width - 1);
    case 3: return (r >> 8) % (width + 2) & width_mask(width);
    default: return (r >> 8) * 0x9e3779b97f4a7c15u & width_mask(width);
    }
}

struct shape {
    unsigned width, wa, wb, wc;
    uint64_t low;
};

static struct shape shape_of(enum expr_op op, unsigned w)
{
    struct shape s = {w, w, w, w, 0};
    if (op >= E_EQ && op <= E_SLE)
        s.width = 1;
    else if (op == E_ITE)
        s.wa = 1;
    else if (op == E_ZEXT || op == E_SEXT)
        s.wa = 1 + (unsigned)(next_random() % w);
    else if (op == E_EXTRACT) {
        s.wa = w + (unsigned)(next_random() % (65 - w));
        s.low = next_random() % (s.wa - w + 1);
    } else if (op == E_CONCAT) {
        s.wa = 1 + (unsigned)(next_random() % 32), s.wb = 1 + (unsigned)(next_random() % 32);
        s.width = s.wa + s.wb;
    }
    return s;
}

static void constants_fold(void **state)
{
    (void)state;
    struct arena arena = ARENA_EMPTY;
    struct circuit *c = circuit_new();
    struct blaster b = {c, &arena};
    for (unsigned round = 0; round < 60; round++)
        for (unsigned op = E_NOT; op <= E_CONCAT; op++) {
            struct shape s = shape_of((enum expr_op)op, 1 + (unsigned)(next_random() % 64));
            uint64_t x = interesting(s.wa), y = interesting(s.wb), z = interesting(s.wc), value;
            word r = word_apply(&b, &(struct operation){(enum expr_op)op, s.width, s.wa, s.wb, s.low}, word_const(&b, s.wa, x),
                                word_const(&b, s.wb, y), word_const(&b, s.wc, z));
            assert_true(word_is_const(r, s.width, &value));
            assert_int_equal(value, operation_value(&(struct operation){(enum expr_op)op, s.width, s.wa, s.wb, s.low}, x, y, z));
        }
    circuit_free(c);
    arena_release(&arena);
}

static void fix(struct sat *s, word w, unsigned width, uint64_t value)
{
    for (unsigned i = 0; i < width; i++)
        sat_assume(s, (value >> i & 1 ? 1 : -1) * sat_lit(s, w[i]));
}

static void solver_agrees(void **state)
{
    (void)state;
    for (unsigned op = E_NOT; op <= E_CONCAT; op++) {
        struct arena arena = ARENA_EMPTY;
        struct circuit *c = circuit_new();
        struct blaster b = {c, &arena};
        struct sat *s = sat_new(c, NULL);
        struct shape h = shape_of((enum expr_op)op, 1 + (unsigned)(next_random() % 12));
        word x = word_input(&b, h.wa), y = word_input(&b, h.wb), z = word_input(&b, h.wc);
        word r = word_apply(&b, &(struct operation){(enum expr_op)op, h.width, h.wa, h.wb, h.low}, x, y, z);
        for (unsigned i = 0; i < h.width; i++)
            sat_lit(s, r[i]);
        for (unsigned round = 0; round < 20; round++) {
            uint64_t p = interesting(h.wa), q = interesting(h.wb), t = interesting(h.wc), value = 0;
            fix(s, x, h.wa, p);
            fix(s, y, h.wb, q);
            fix(s, z, h.wc, t);
            assert_int_equal(sat_solve(s), SAT_YES);
            for (unsigned i = 0; i < h.width; i++)
                value |= (uint64_t)sat_holds(s, r[i]) << i;
            assert_int_equal(value, operation_value(&(struct operation){(enum expr_op)op, h.width, h.wa, h.wb, h.low}, p, q, t));
        }
        sat_free(s);
        circuit_free(c);
        arena_release(&arena);
    }
}

static void branches_merge(void **state)
{
    (void)state;
    struct circuit *c = circuit_new();
    lit p = circuit_input(c), q = circuit_input(c), r = circuit_input(c);
    lit a = circuit_and(c, p, q), b = circuit_and(c, p, lit_not(q));
    assert_int_equal(circuit_or(c, a, b), p);
    lit three[] = {circuit_and(c, b, r), a, circuit_and(c, b, lit_not(r))};
    assert_int_equal(circuit_or_all(c, three, 3), p);
    assert_true(circuit_excludes(c, a, b));
    assert_false(circuit_excludes(c, a, r));
    assert_int_equal(circuit_and(c, a, p), a);
    assert_int_equal(circuit_mux(c, p, q, q), q);
    circuit_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(constants_fold), cmocka_unit_test(solver_agrees),
                                       cmocka_unit_test(branches_merge)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
