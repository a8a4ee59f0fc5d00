/* Floating-point operators: what the interpreter computes against circuits and against Z3's theory, and a few values known from
 * IEEE 754 itself. Inputs of expressions keep the constructors from folding them. */
#include "logic/bitblast.h"
#include "logic/smt.h"
#include "program/float.h"
#include "unit.h"

static uint64_t random_state = 20240229;
static uint64_t next_random(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state;
}

/* Borders of formats, ties, numbers that are nearly equal, integers, and anything. */
static uint64_t interesting(unsigned width)
{
    unsigned fraction = float_fraction(width);
    uint64_t r = next_random(), sign = r >> 63 << (width - 1), ones = width_mask(fraction);
    static const uint64_t exponents32[] = {0, 1, 2, 126, 127, 128, 149, 150, 151, 157, 158, 190, 191, 253, 254, 255};
    static const uint64_t exponents64[] = {0, 1, 2, 1022, 1023, 1024, 1053, 1054, 1074, 1075, 1076, 1085, 1086, 2045, 2046, 2047};
    uint64_t exponent = (width == 32 ? exponents32 : exponents64)[r >> 8 & 15] << fraction;
    switch (r & 7) {
    case 0: return sign | exponent;
    case 1: return sign | exponent | ones;
    case 2: return sign | exponent | UINT64_C(1) << (r >> 16) % fraction;
    case 3: return sign | exponent | (ones ^ UINT64_C(1) << (r >> 16) % fraction);
    case 4: return sign | ((exponent + ((r >> 16) % 3 << fraction)) & width_mask(width - 1)) | (next_random() & ones);
    case 5: return sign | (next_random() & 7);
    default: return next_random() & width_mask(width);
    }
}

static struct operation any_operation(enum expr_op op)
{
    unsigned w = next_random() & 1 ? 32 : 64, integer = 1 + (unsigned)(next_random() % 64);
    if (next_random() & 1)
        integer = next_random() & 1 ? 32 : 64;
    struct operation o = {op, w, w, op <= E_FLE ? w : 0, 0};
    if (op >= E_FEQ && op <= E_FLE)
        o.width = 1;
    else if (op == E_FINT)
        o.low = next_random() % FLOAT_ROUNDINGS;
    else if (op == E_FTOF)
        o.wa = 96 - w;
    else if (op == E_STOF || op == E_UTOF)
        o.wa = integer;
    else if (op == E_FTOS || op == E_FTOU)
        o.width = integer;
    assert_true(float_fits(&o));
    return o;
}

static uint64_t argument(enum expr_op op, unsigned width)
{
    if (op == E_STOF || op == E_UTOF)
        return (next_random() >> next_random() % 64) & width_mask(width);
    return interesting(width);
}

static void circuits_agree(void **state)
{
    (void)state;
    for (unsigned op = E_FADD; op <= E_FTOU; op++) {
        struct arena arena = ARENA_EMPTY;
        struct circuit *c = circuit_new();
        struct blaster b = {c, &arena};
        for (unsigned round = 0; round < 400; round++) {
            struct operation o = any_operation((enum expr_op)op);
            uint64_t x = argument((enum expr_op)op, o.wa), y = o.wb ? interesting(o.wa) : 0, value;
            if (round % 4 == 0 && o.wb)
                y = x ^ (next_random() & 3) ^ (next_random() & 1) << (o.wa - 1);
            word r = word_apply(&b, &o, word_const(&b, o.wa, x), word_const(&b, o.wa, y), NULL);
            uint64_t expected = operation_value(&o, x, y, 0);
            if (!word_is_const(r, o.width, &value) || value != expected)
                fail_msg("%s (%u from %u, %llu) of %llx and %llx: %llx, but %llx in circuits", expr_op_name(op), o.width, o.wa,
                         (unsigned long long)o.low, (unsigned long long)x, (unsigned long long)y, (unsigned long long)expected,
                         (unsigned long long)value);
        }
        circuit_free(c);
        arena_release(&arena);
    }
}

static void solver_agrees(void **state)
{
    (void)state;
    struct program *p = program_new(exprs_new());
    for (unsigned op = E_FADD; op <= E_FTOU; op++)
        for (unsigned round = 0; round < 25; round++) {
            struct smt *z = smt_new(p);
            struct operation o = any_operation((enum expr_op)op);
            uint64_t x = argument((enum expr_op)op, o.wa), y = interesting(o.wa);
            expr a = expr_input(p->exprs, o.wa, 0), b = o.wb ? expr_input(p->exprs, o.wa, 1) : NULL;
            expr e = expr_float(p->exprs, (enum expr_op)op, o.width, o.low, a, b);
            struct smt_state *now = smt_state_new(z, "now");
            struct smt_scope scope = {.shared = now, .own = now, .inputs = "i"};
            uint64_t expected = operation_value(&o, x, o.wb ? y : 0, 0);
            smt_assert(z, smt_equal(z, smt_term(z, &scope, a), smt_value(z, o.wa, x)));
            if (b)
                smt_assert(z, smt_equal(z, smt_term(z, &scope, b), smt_value(z, o.wa, y)));
            smt_assert(z, smt_not(z, smt_equal(z, smt_term(z, &scope, e), smt_value(z, o.width, expected))));
            if (smt_check(z) != SMT_UNSAT)
                fail_msg("%s (%u from %u, %llu) of %llx and %llx is not %llx in Z3", expr_op_name(op), o.width, o.wa,
                         (unsigned long long)o.low, (unsigned long long)x, (unsigned long long)y, (unsigned long long)expected);
            smt_state_free(now);
            smt_free(z);
        }
    program_free(p);
}

static void known_values(void **state)
{
    (void)state;
    const uint64_t one = 0x3ff0000000000000, half = 0x3fe0000000000000, minus_zero = UINT64_C(1) << 63;
    assert_int_equal(operation_value(&(struct operation){E_FADD, 64, 64, 64, 0}, one, one, 0), 0x4000000000000000);
    assert_int_equal(operation_value(&(struct operation){E_FSUB, 64, 64, 64, 0}, one, one, 0), 0);
    assert_int_equal(operation_value(&(struct operation){E_FDIV, 64, 64, 64, 0}, one, 0, 0), float_infinity(64));
    assert_int_equal(operation_value(&(struct operation){E_FDIV, 64, 64, 64, 0}, 0, minus_zero, 0), float_nan(64));
    assert_int_equal(operation_value(&(struct operation){E_FSQRT, 64, 64, 0, 0}, minus_zero, 0, 0), minus_zero);
    assert_int_equal(operation_value(&(struct operation){E_FEQ, 1, 64, 64, 0}, 0, minus_zero, 0), 1);
    assert_int_equal(operation_value(&(struct operation){E_FEQ, 1, 64, 64, 0}, float_nan(64), float_nan(64), 0), 0);
    assert_int_equal(operation_value(&(struct operation){E_FINT, 64, 64, 0, ROUND_EVEN}, half, 0, 0), 0);
    assert_int_equal(operation_value(&(struct operation){E_FINT, 64, 64, 0, ROUND_AWAY}, half, 0, 0), one);
    assert_int_equal(operation_value(&(struct operation){E_STOF, 32, 32, 0, 0}, 16777217, 0, 0),
                     0x4b800000); /* 2^24 + 1 is a tie */
    assert_int_equal(operation_value(&(struct operation){E_UTOF, 32, 64, 0, 0}, 0x8000008000000001, 0, 0),
                     0x5f000001); /* rounded once */
    assert_int_equal(operation_value(&(struct operation){E_FTOS, 32, 64, 0, 0}, 0xc1e0000000000000, 0, 0), 0x80000000); /* -2^31 */
    assert_int_equal(operation_value(&(struct operation){E_FTOF, 32, 64, 0, 0}, 0x36a0000000000000, 0, 0),
                     1); /* the smallest float */
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(circuits_agree), cmocka_unit_test(solver_agrees),
                                       cmocka_unit_test(known_values)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
