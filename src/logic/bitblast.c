/* Operators as textbook circuits: ripple-carry adders, shift-and-add products, restoring division, barrel shifters.
 * Constant bits fold in the gate constructors, so operations with constants cost what they should. */
#include "logic/bitblast_parts.h"

#include <assert.h>

lit *word_fresh(struct blaster *b, unsigned width) { return ARENA_ARRAY(b->arena, lit, width); }

word word_const(struct blaster *b, unsigned width, uint64_t value)
{
    assert(width >= 1 && width <= 64);
    lit *r = word_fresh(b, width);
    for (unsigned i = 0; i < width; i++)
        r[i] = value >> i & 1;
    return r;
}

word word_input(struct blaster *b, unsigned width)
{
    assert(width >= 1 && width <= 64);
    lit *r = word_fresh(b, width);
    for (unsigned i = 0; i < width; i++)
        r[i] = circuit_input(b->circuit);
    return r;
}

word word_lit(struct blaster *b, lit a)
{
    lit *r = word_fresh(b, 1);
    r[0] = a;
    return r;
}

bool word_is_const(word a, unsigned width, uint64_t *value)
{
    *value = 0;
    for (unsigned i = 0; i < width; i++) {
        if (!lit_is_const(a[i]))
            return false;
        *value |= (uint64_t)a[i] << i;
    }
    return true;
}

bool word_same(word a, word b, unsigned width) { return a == b || !memcmp(a, b, width * sizeof *a); }

lit word_equal(struct blaster *b, word x, word y, unsigned width)
{
    assert(x && y && width >= 1);
    for (unsigned i = 0; i < width; i++) /* decided bits first: most comparisons end here */
        if (x[i] == lit_not(y[i]))
            return LIT_FALSE;
    lit r = LIT_TRUE;
    for (unsigned i = 0; i < width; i++)
        r = circuit_and(b->circuit, r, circuit_equal(b->circuit, x[i], y[i]));
    return r;
}

word word_mux(struct blaster *b, lit condition, word then, word otherwise, unsigned width)
{
    assert(then && otherwise && width >= 1);
    if (condition == LIT_TRUE || word_same(then, otherwise, width))
        return then;
    if (condition == LIT_FALSE)
        return otherwise;
    lit *r = word_fresh(b, width);
    for (unsigned i = 0; i < width; i++)
        r[i] = circuit_mux(b->circuit, condition, then[i], otherwise[i]);
    return r;
}

/* --- arithmetic --- */

lit word_add_into(struct blaster *b, lit *r, word x, word y, unsigned width, bool subtract)
{
    lit carry = subtract ? LIT_TRUE : LIT_FALSE;
    struct circuit *c = b->circuit;
    for (unsigned i = 0; i < width; i++) {
        lit p = x[i], q = subtract ? lit_not(y[i]) : y[i];
        lit half = circuit_xor(c, p, q);
        r[i] = circuit_xor(c, half, carry);
        carry = circuit_mux(c, half, carry, p);
    }
    return carry;
}

static word add(struct blaster *b, word x, word y, unsigned width, bool subtract)
{
    lit *r = word_fresh(b, width);
    word_add_into(b, r, x, y, width, subtract);
    return r;
}

static word negate(struct blaster *b, word x, unsigned width) { return add(b, word_const(b, width, 0), x, width, true); }

/* From the lowest bit: the highest difference decides. */
lit word_less(struct blaster *b, word x, word y, unsigned width, bool is_signed, lit or_equal)
{
    lit r = or_equal;
    for (unsigned i = 0; i < width; i++) {
        bool sign = is_signed && i == width - 1;
        lit differ = circuit_xor(b->circuit, x[i], y[i]);
        r = circuit_mux(b->circuit, differ, sign ? x[i] : y[i], r);
    }
    return r;
}

word word_multiply(struct blaster *b, word x, word y, unsigned width)
{
    unsigned constant = 0;
    while (constant < width && lit_is_const(x[constant]))
        constant++;
    if (constant == width) {
        word t = x;
        x = y, y = t;
    }
    lit *sum = word_fresh(b, width);
    lit *row = word_fresh(b, width);
    for (unsigned i = 0; i < width; i++) {
        if (y[i] == LIT_FALSE)
            continue;
        for (unsigned j = i; j < width; j++)
            row[j] = circuit_and(b->circuit, x[j - i], y[i]);
        word_add_into(b, sum + i, sum + i, row + i, width - i, false);
    }
    return sum;
}

/* Restoring division. With divisor 0 every subtraction succeeds: the quotient is all ones, the remainder is x. */
static void divide(struct blaster *b, word x, word y, unsigned width, lit *quotient, lit *remainder)
{
    lit *rest = word_fresh(b, width + 1), *next = word_fresh(b, width + 1), *wide = word_fresh(b, width + 1);
    memcpy(wide, y, width * sizeof *wide);
    for (unsigned i = width; i-- > 0;) {
        memmove(rest + 1, rest, width * sizeof *rest);
        rest[0] = x[i];
        lit fits = word_add_into(b, next, rest, wide, width + 1, true);
        for (unsigned j = 0; j <= width; j++)
            rest[j] = circuit_mux(b->circuit, fits, next[j], rest[j]);
        quotient[i] = fits;
    }
    memcpy(remainder, rest, width * sizeof *rest);
}

static word division(struct blaster *b, enum expr_op op, word x, word y, unsigned width)
{
    bool is_signed = op == E_SDIV || op == E_SREM;
    lit *q = word_fresh(b, width), *r = word_fresh(b, width);
    if (!is_signed) {
        divide(b, x, y, width, q, r);
        return op == E_UDIV ? q : r;
    }
    lit sx = x[width - 1], sy = y[width - 1];
    divide(b, word_mux(b, sx, negate(b, x, width), x, width), word_mux(b, sy, negate(b, y, width), y, width), width, q, r);
    if (op == E_SDIV)
        return word_mux(b, circuit_xor(b->circuit, sx, sy), negate(b, q, width), q, width);
    return word_mux(b, sx, negate(b, r, width), r, width);
}

static word shift(struct blaster *b, enum expr_op op, word x, word y, unsigned width)
{
    lit fill = op == E_ASHR ? x[width - 1] : LIT_FALSE;
    lit *r = word_fresh(b, width), *next = word_fresh(b, width);
    memcpy(r, x, width * sizeof *r);
    for (unsigned s = 0; s < width; s++) {
        uint64_t by = s < 32 ? UINT64_C(1) << s : UINT64_MAX;
        for (unsigned i = 0; i < width; i++) {
            lit moved = fill;
            if (op == E_SHL)
                moved = i >= by ? r[i - by] : LIT_FALSE;
            else if (by < width - i)
                moved = r[i + by];
            next[i] = circuit_mux(b->circuit, y[s], moved, r[i]);
        }
        memcpy(r, next, width * sizeof *r);
    }
    return r;
}

static word bitwise(struct blaster *b, enum expr_op op, word x, word y, unsigned width)
{
    lit *r = word_fresh(b, width);
    for (unsigned i = 0; i < width; i++)
        r[i] = op == E_AND   ? circuit_and(b->circuit, x[i], y[i])
               : op == E_OR  ? circuit_or(b->circuit, x[i], y[i])
               : op == E_XOR ? circuit_xor(b->circuit, x[i], y[i])
                             : lit_not(x[i]);
    return r;
}

static word copy(struct blaster *b, unsigned width, word low, unsigned low_width, word high, lit fill)
{
    lit *r = word_fresh(b, width);
    for (unsigned i = 0; i < width; i++)
        r[i] = i < low_width ? low[i] : high ? high[i - low_width] : fill;
    return r;
}

word word_apply(struct blaster *b, const struct operation *o, word x, word y, word z)
{
    assert(o->op > E_INPUT && o->op != E_AT && x);
    unsigned width = o->width, wa = o->wa;
    switch (o->op) {
    case E_NOT:
    case E_AND:
    case E_OR:
    case E_XOR: return bitwise(b, o->op, x, y, width);
    case E_NEG: return negate(b, x, width);
    case E_ADD: return add(b, x, y, width, false);
    case E_SUB: return add(b, x, y, width, true);
    case E_MUL: return word_multiply(b, x, y, width);
    case E_UDIV:
    case E_SDIV:
    case E_UREM:
    case E_SREM: return division(b, o->op, x, y, width);
    case E_SHL:
    case E_LSHR:
    case E_ASHR: return shift(b, o->op, x, y, width);
    case E_EQ: return word_lit(b, word_equal(b, x, y, wa));
    case E_ULT: return word_lit(b, word_less(b, x, y, wa, false, LIT_FALSE));
    case E_ULE: return word_lit(b, word_less(b, x, y, wa, false, LIT_TRUE));
    case E_SLT: return word_lit(b, word_less(b, x, y, wa, true, LIT_FALSE));
    case E_SLE: return word_lit(b, word_less(b, x, y, wa, true, LIT_TRUE));
    case E_ITE: return word_mux(b, x[0], y, z, width);
    case E_ZEXT: return copy(b, width, x, wa, NULL, LIT_FALSE);
    case E_SEXT: return copy(b, width, x, wa, NULL, x[wa - 1]);
    case E_EXTRACT: return copy(b, width, x + o->low, width, NULL, LIT_FALSE);
    case E_CONCAT: return copy(b, width, y, o->wb, x, LIT_FALSE);
    default: assert(expr_is_float(o->op)); return float_word(b, o, x, y);
    }
}

/* --- expressions --- */

void evaluation_next(struct evaluation *e) { e->stamp++; }

void evaluation_free(struct evaluation *e)
{
    vector_free(&e->words);
    vector_free(&e->stamps);
}

word evaluation_word(struct evaluation *e, expr x)
{
    assert(x->op != E_AT);
    if (x->id >= e->stamps.size) {
        vector_resize(&e->stamps, x->id + 1);
        vector_resize(&e->words, x->id + 1);
    }
    if (e->stamps.data[x->id] == e->stamp)
        return e->words.data[x->id];
    word arg[3] = {NULL, NULL, NULL}, r;
    if (x->op == E_ITE) { /* the side that is not taken may not be evaluated: its reads would become events */
        arg[0] = evaluation_word(e, x->arg[0]);
        if (lit_is_const(arg[0][0]))
            r = evaluation_word(e, x->arg[arg[0][0] == LIT_TRUE ? 1 : 2]);
        else {
            arg[1] = evaluation_word(e, x->arg[1]);
            arg[2] = evaluation_word(e, x->arg[2]);
            r = word_mux(e->blaster, arg[0][0], arg[1], arg[2], x->width);
        }
    } else {
        for (unsigned i = 0; i < x->arity; i++)
            arg[i] = evaluation_word(e, x->arg[i]);
        if (x->op == E_CONST)
            r = word_const(e->blaster, x->width, x->value);
        else if (x->op <= E_INPUT)
            r = e->leaf(e->context, x, arg[0]);
        else {
            struct operation o = expr_operation(x);
            r = word_apply(e->blaster, &o, arg[0], arg[1], arg[2]);
        }
    }
    e->words.data[x->id] = r;
    e->stamps.data[x->id] = e->stamp;
    return r;
}
