/* Integers of more than 64 bits, word by word. Products and quotients have at most two words; quotients are computed by a model
 * (models/wide_division.c). */
#include "frontend/wide_values.h"

#include "base/text.h"

struct number {
    unsigned bits, count;
    LLVMValueRef word[MOST_WORDS];
};

static LLVMTypeRef word_type(const struct splitting *w) { return LLVMInt64TypeInContext(w->front->context); }
static LLVMValueRef constant(const struct splitting *w, uint64_t n) { return LLVMConstInt(word_type(w), n, false); }

static struct number number_of(struct splitting *w, LLVMValueRef v)
{
    struct number n = {.bits = LLVMGetIntTypeWidth(LLVMTypeOf(v)), .count = 1};
    if (!is_wide_integer(LLVMTypeOf(v))) {
        n.word[0] = LLVMBuildZExt(w->b, v, word_type(w), "");
        return n;
    }
    n.count = part_count(LLVMTypeOf(v));
    get_parts(w, v, n.word);
    return n;
}

/* What lies above the width goes. */
static void cut(struct splitting *w, struct number *n)
{
    if (n->bits % 64)
        n->word[n->count - 1] = LLVMBuildAnd(w->b, n->word[n->count - 1], constant(w, (UINT64_C(1) << n->bits % 64) - 1), "");
}

/* The last word with the sign above the width. */
static LLVMValueRef signed_top(struct splitting *w, const struct number *n)
{
    LLVMValueRef top = n->word[n->count - 1], by = constant(w, 64 - n->bits % 64);
    return n->bits % 64 ? LLVMBuildAShr(w->b, LLVMBuildShl(w->b, top, by, ""), by, "") : top;
}

static struct number empty(const struct splitting *w, unsigned bits)
{
    struct number n = {.bits = bits, .count = (bits + 63) / 64};
    for (unsigned k = 0; k < n.count; k++)
        n.word[k] = constant(w, 0);
    return n;
}

static struct number add(struct splitting *w, const struct number *a, const struct number *b, LLVMValueRef carry)
{
    struct number r = *a;
    for (unsigned k = 0; k < a->count; k++) {
        LLVMValueRef sum = LLVMBuildAdd(w->b, a->word[k], b->word[k], ""), more = LLVMBuildAdd(w->b, sum, carry, "");
        LLVMValueRef over = LLVMBuildOr(w->b, LLVMBuildICmp(w->b, LLVMIntULT, sum, a->word[k], ""),
                                        LLVMBuildICmp(w->b, LLVMIntULT, more, sum, ""), "");
        r.word[k] = more;
        carry = LLVMBuildZExt(w->b, over, word_type(w), "");
    }
    cut(w, &r);
    return r;
}

static struct number inverted(struct splitting *w, const struct number *a)
{
    struct number r = *a;
    for (unsigned k = 0; k < a->count; k++)
        r.word[k] = LLVMBuildNot(w->b, a->word[k], "");
    return r;
}

static struct number subtract(struct splitting *w, const struct number *a, const struct number *b)
{
    struct number other = inverted(w, b);
    return add(w, a, &other, constant(w, 1));
}

/* The high word of a product of two words, by halves (Knuth, volume 2, 4.3.1 M). */
static LLVMValueRef high_product(struct splitting *w, LLVMValueRef x, LLVMValueRef y)
{
    LLVMValueRef half = constant(w, 32), mask = constant(w, UINT32_MAX);
    LLVMValueRef x0 = LLVMBuildAnd(w->b, x, mask, ""), x1 = LLVMBuildLShr(w->b, x, half, "");
    LLVMValueRef y0 = LLVMBuildAnd(w->b, y, mask, ""), y1 = LLVMBuildLShr(w->b, y, half, "");
    LLVMValueRef low = LLVMBuildLShr(w->b, LLVMBuildMul(w->b, x0, y0, ""), half, "");
    LLVMValueRef t = LLVMBuildAdd(w->b, LLVMBuildMul(w->b, x1, y0, ""), low, "");
    LLVMValueRef u = LLVMBuildAdd(w->b, LLVMBuildMul(w->b, x0, y1, ""), LLVMBuildAnd(w->b, t, mask, ""), "");
    LLVMValueRef high = LLVMBuildAdd(w->b, LLVMBuildMul(w->b, x1, y1, ""), LLVMBuildLShr(w->b, t, half, ""), "");
    return LLVMBuildAdd(w->b, high, LLVMBuildLShr(w->b, u, half, ""), "");
}

static struct number multiply(struct splitting *w, const struct number *a, const struct number *b)
{
    struct number r = *a;
    r.word[0] = LLVMBuildMul(w->b, a->word[0], b->word[0], "");
    LLVMValueRef cross =
        LLVMBuildAdd(w->b, LLVMBuildMul(w->b, a->word[0], b->word[1], ""), LLVMBuildMul(w->b, a->word[1], b->word[0], ""), "");
    r.word[1] = LLVMBuildAdd(w->b, high_product(w, a->word[0], b->word[0]), cross, "");
    cut(w, &r);
    return r;
}

/* --- shifts: by whole words, then by bits --- */

static LLVMValueRef word_at(struct splitting *w, const struct number *a, int k, LLVMValueRef below, LLVMValueRef above)
{
    (void)w;
    return k < 0 ? below : k >= (int)a->count ? above : a->word[k];
}

static struct number shift(struct splitting *w, LLVMOpcode op, struct number a, const struct number *by)
{
    struct number r = a;
    bool left = op == LLVMShl;
    LLVMValueRef none = constant(w, 0), fill = none;
    if (op == LLVMAShr) {
        a.word[a.count - 1] = signed_top(w, &a);
        fill = LLVMBuildAShr(w->b, a.word[a.count - 1], constant(w, 63), "");
    }
    LLVMValueRef words = LLVMBuildLShr(w->b, by->word[0], constant(w, 6), "");
    LLVMValueRef bits = LLVMBuildAnd(w->b, by->word[0], constant(w, 63), ""), rest = LLVMBuildXor(w->b, bits, constant(w, 63), "");
    for (unsigned k = 0; k < a.count; k++) {
        LLVMValueRef here = left ? none : fill, next = here;
        for (unsigned n = a.count; n-- > 0;) { /* by n words */
            LLVMValueRef is = LLVMBuildICmp(w->b, LLVMIntEQ, words, constant(w, n), "");
            int from = left ? (int)k - (int)n : (int)(k + n), beside = left ? from - 1 : from + 1;
            here = LLVMBuildSelect(w->b, is, word_at(w, &a, from, none, fill), here, "");
            next = LLVMBuildSelect(w->b, is, word_at(w, &a, beside, none, fill), next, "");
        }
        LLVMValueRef one = constant(w, 1); /* in two steps, because shifting by 64 is not possible */
        LLVMValueRef moved = left ? LLVMBuildShl(w->b, here, bits, "") : LLVMBuildLShr(w->b, here, bits, "");
        LLVMValueRef carried = left ? LLVMBuildLShr(w->b, LLVMBuildLShr(w->b, next, one, ""), rest, "")
                                    : LLVMBuildShl(w->b, LLVMBuildShl(w->b, next, one, ""), rest, "");
        r.word[k] = LLVMBuildOr(w->b, moved, carried, "");
    }
    cut(w, &r);
    return r;
}

/* --- comparisons --- */

static LLVMValueRef equal(struct splitting *w, const struct number *a, const struct number *b)
{
    LLVMValueRef differs = constant(w, 0);
    for (unsigned k = 0; k < a->count; k++)
        differs = LLVMBuildOr(w->b, differs, LLVMBuildXor(w->b, a->word[k], b->word[k], ""), "");
    return LLVMBuildICmp(w->b, LLVMIntEQ, differs, constant(w, 0), "");
}

static LLVMValueRef less(struct splitting *w, const struct number *a, const struct number *b, bool is_signed)
{
    LLVMValueRef r = NULL;
    for (unsigned k = 0; k < a->count; k++) {
        bool top = k + 1 == a->count && is_signed;
        LLVMValueRef x = top ? signed_top(w, a) : a->word[k], y = top ? signed_top(w, b) : b->word[k];
        LLVMValueRef here = LLVMBuildICmp(w->b, top ? LLVMIntSLT : LLVMIntULT, x, y, "");
        r = r ? LLVMBuildSelect(w->b, LLVMBuildICmp(w->b, LLVMIntEQ, x, y, ""), r, here, "") : here;
    }
    return r;
}

static LLVMValueRef compare(struct splitting *w, LLVMIntPredicate p, const struct number *a, const struct number *b)
{
    switch (p) {
    case LLVMIntEQ: return equal(w, a, b);
    case LLVMIntNE: return LLVMBuildNot(w->b, equal(w, a, b), "");
    case LLVMIntULT: return less(w, a, b, false);
    case LLVMIntUGT: return less(w, b, a, false);
    case LLVMIntUGE: return LLVMBuildNot(w->b, less(w, a, b, false), "");
    case LLVMIntULE: return LLVMBuildNot(w->b, less(w, b, a, false), "");
    case LLVMIntSLT: return less(w, a, b, true);
    case LLVMIntSGT: return less(w, b, a, true);
    case LLVMIntSGE: return LLVMBuildNot(w->b, less(w, a, b, true), "");
    default: return LLVMBuildNot(w->b, less(w, b, a, true), "");
    }
}

/* --- quotients --- */

static LLVMValueRef is_negative(struct splitting *w, const struct number *a)
{
    return LLVMBuildICmp(w->b, LLVMIntSLT, signed_top(w, a), constant(w, 0), "");
}

static struct number negated_if(struct splitting *w, LLVMValueRef condition, const struct number *a)
{
    struct number none = empty(w, a->bits), r = subtract(w, &none, a);
    for (unsigned k = 0; k < a->count; k++)
        r.word[k] = LLVMBuildSelect(w->b, condition, r.word[k], a->word[k], "");
    return r;
}

/* Words 0 and 1 of the quotient, or 2 and 3 for the remainder. */
static bool divide_unsigned(struct splitting *w, const struct number *a, const struct number *b, bool remainder, struct number *r)
{
    LLVMValueRef model = LLVMGetNamedFunction(w->front->module, "__heddle_wide_division");
    if (!model)
        return false;
    LLVMTypeRef selector = LLVMInt32TypeInContext(w->front->context);
    for (unsigned k = 0; k < 2; k++) {
        LLVMValueRef arguments[] = {a->word[0], a->word[1], b->word[0], b->word[1],
                                    LLVMConstInt(selector, k + (remainder ? 2 : 0), false)};
        r->word[k] = LLVMBuildCall2(w->b, LLVMGlobalGetValueType(model), model, arguments, 5, "");
    }
    return true;
}

static bool divide(struct splitting *w, LLVMOpcode op, const struct number *a, const struct number *b, struct number *r)
{
    bool is_signed = op == LLVMSDiv || op == LLVMSRem, remainder = op == LLVMURem || op == LLVMSRem;
    struct number none = empty(w, a->bits), x = *a, y = *b;
    if (a->count != 2)
        return false;
    *r = *a;
    insist_defined(w->front, w->b, "division", LLVMBuildNot(w->b, equal(w, b, &none), ""));
    if (!is_signed)
        return divide_unsigned(w, a, b, remainder, r);
    LLVMValueRef minus_a = is_negative(w, a), minus_b = is_negative(w, b);
    struct number ones = inverted(w, &none), least = none;
    cut(w, &ones);
    least.word[1] = constant(w, UINT64_C(1) << (a->bits - 1) % 64);
    insist_defined(w->front, w->b, "overflow",
                   LLVMBuildNot(w->b, LLVMBuildAnd(w->b, equal(w, a, &least), equal(w, b, &ones), ""), ""));
    x = negated_if(w, minus_a, a);
    y = negated_if(w, minus_b, b);
    if (!divide_unsigned(w, &x, &y, remainder, r))
        return false;
    *r = negated_if(w, remainder ? minus_a : LLVMBuildXor(w->b, minus_a, minus_b, ""), r);
    return true;
}

/* --- conversions --- */

/* Another width: zeroes, or the sign, above. */
static struct number resized(struct splitting *w, const struct number *a, unsigned bits, bool is_signed)
{
    struct number r = empty(w, bits);
    LLVMValueRef top = is_signed && bits > a->bits ? signed_top(w, a) : a->word[a->count - 1];
    LLVMValueRef fill = is_signed && bits > a->bits ? LLVMBuildAShr(w->b, top, constant(w, 63), "") : constant(w, 0);
    for (unsigned k = 0; k < r.count; k++)
        r.word[k] = k + 1 < a->count ? a->word[k] : k + 1 == a->count ? top : fill;
    cut(w, &r);
    return r;
}

static bool bitwise(struct splitting *w, LLVMOpcode op, const struct number *a, const struct number *b, struct number *r)
{
    *r = *a;
    for (unsigned k = 0; k < a->count; k++)
        r->word[k] = LLVMBuildBinOp(w->b, op, a->word[k], b->word[k], "");
    return true;
}

static bool arithmetic(struct splitting *w, LLVMValueRef i, LLVMOpcode op, struct number *r)
{
    struct number a = number_of(w, LLVMGetOperand(i, 0)), b = number_of(w, LLVMGetOperand(i, 1));
    switch (op) {
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor: return bitwise(w, op, &a, &b, r);
    case LLVMAdd: *r = add(w, &a, &b, constant(w, 0)); return true;
    case LLVMSub: *r = subtract(w, &a, &b); return true;
    case LLVMMul:
        if (a.count != 2)
            return false;
        *r = multiply(w, &a, &b);
        return true;
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr: {
        struct number limit = empty(w, a.bits);
        limit.word[0] = constant(w, a.bits);
        insist_defined(w->front, w->b, "shift", less(w, &b, &limit, false));
        *r = shift(w, op, a, &b);
        return true;
    }
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMURem:
    case LLVMSRem: return divide(w, op, &a, &b, r);
    default: return false;
    }
}

/* llvm.sadd.with.overflow and the like are left; these are what clang makes of C's own builtins. */
static bool counted(struct splitting *w, LLVMValueRef call, LLVMValueRef *out)
{
    struct number a = number_of(w, LLVMGetArgOperand(call, 0));
    if (!starts_with(called_name(call), "llvm.ctpop.") || !is_wide_integer(LLVMTypeOf(call)))
        return false;
    LLVMTypeRef type = word_type(w);
    LLVMValueRef fn = LLVMGetIntrinsicDeclaration(w->front->module, LLVMLookupIntrinsicID("llvm.ctpop", 10), &type, 1);
    struct number r = empty(w, a.bits);
    for (unsigned k = 0; k < a.count; k++)
        r.word[0] = LLVMBuildAdd(w->b, r.word[0], LLVMBuildCall2(w->b, LLVMGlobalGetValueType(fn), fn, &a.word[k], 1, ""), "");
    memcpy(out, r.word, r.count * sizeof *out);
    return true;
}

bool split_integer(struct splitting *w, LLVMValueRef i, LLVMValueRef *out)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    LLVMTypeRef to = LLVMTypeOf(i), from = LLVMGetNumOperands(i) ? LLVMTypeOf(LLVMGetOperand(i, 0)) : to;
    struct number r;
    if (!is_wide_integer(to) && !is_wide_integer(from))
        return false;
    if (op == LLVMICmp) {
        struct number a = number_of(w, LLVMGetOperand(i, 0)), b = number_of(w, LLVMGetOperand(i, 1));
        out[0] = compare(w, LLVMGetICmpPredicate(i), &a, &b);
        return true;
    }
    if (op == LLVMTrunc || op == LLVMZExt || op == LLVMSExt) {
        struct number a = number_of(w, LLVMGetOperand(i, 0));
        if (op == LLVMSExt && a.bits < 64)
            a.word[0] = LLVMBuildSExt(w->b, LLVMGetOperand(i, 0), word_type(w), ""), a.bits = 64;
        if (!is_wide_integer(to)) {
            out[0] = LLVMBuildTrunc(w->b, a.word[0], to, "");
            return true;
        }
        r = resized(w, &a, LLVMGetIntTypeWidth(to), op == LLVMSExt);
    } else if (op == LLVMCall)
        return LLVMGetNumArgOperands(i) && counted(w, i, out);
    else if (!is_wide_integer(to) || !LLVMIsABinaryOperator(i) || !arithmetic(w, i, op, &r))
        return false;
    memcpy(out, r.word, r.count * sizeof *out);
    return true;
}
