#include "frontend/lower_float.h"

#include "base/text.h"
#include "program/float.h"

static bool is_format(LLVMTypeRef t) { return LLVMGetTypeKind(t) == LLVMFloatTypeKind || LLVMGetTypeKind(t) == LLVMDoubleTypeKind; }

static bool is_number(LLVMTypeRef t) { return is_format(t) || LLVMGetTypeKind(t) == LLVMX86_FP80TypeKind; }

bool is_float_operation(LLVMValueRef i)
{
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMFAdd:
    case LLVMFSub:
    case LLVMFMul:
    case LLVMFDiv:
    case LLVMFRem:
    case LLVMFNeg:
    case LLVMFCmp:
    case LLVMFPToSI:
    case LLVMFPToUI:
    case LLVMSIToFP:
    case LLVMUIToFP:
    case LLVMFPExt:
    case LLVMFPTrunc: return is_number(LLVMTypeOf(i)) || is_number(LLVMTypeOf(LLVMGetOperand(i, 0)));
    case LLVMBitCast: return is_number(LLVMTypeOf(LLVMGetOperand(i, 0)));
    default: return false;
    }
}

/* --- what is computed --- */

/* Whether nothing is ever rounded, so that more digits would make no difference. */
static bool rounds_nothing(LLVMValueRef i)
{
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMFNeg:
    case LLVMFCmp:
    case LLVMFPToSI:
    case LLVMFPToUI:
    case LLVMFPExt:
    case LLVMBitCast: return true;
    case LLVMSIToFP:
    case LLVMUIToFP:
        return LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMDoubleTypeKind && LLVMGetIntTypeWidth(LLVMTypeOf(LLVMGetOperand(i, 0))) <= 32;
    default: return false;
    }
}

static bool may_have_more_digits(const struct lower *w, LLVMValueRef i)
{
    return w->front->pointer_bytes != 8 && !rounds_nothing(i);
}

static bool is_exact(const struct lower *w, LLVMValueRef i)
{
    if (LLVMCanValueUseFastMathFlags(i) && LLVMGetFastMathFlags(i))
        return false;
    int operands = LLVMIsACallInst(i) ? (int)LLVMGetNumArgOperands(i) : LLVMGetNumOperands(i);
    for (int k = 0; k < operands; k++)
        if (!value_width(w, LLVMTypeOf(LLVMGetOperand(i, (unsigned)k))))
            return false;
    return value_width(w, LLVMTypeOf(i));
}

static expr sign_bit(struct lower *w, unsigned width) { return expr_const(w->exprs, width, UINT64_C(1) << (width - 1)); }
static expr other_bits(struct lower *w, unsigned width) { return expr_const(w->exprs, width, width_mask(width) >> 1); }

static expr two(struct lower *w, enum expr_op op, expr a, expr b)
{
    return expr_float(w->exprs, op, op >= E_FEQ ? 1 : a->width, 0, a, b);
}

static expr unordered(struct lower *w, expr a, expr b)
{
    return expr_or(w->exprs, float_is_nan(w->exprs, a), float_is_nan(w->exprs, b));
}

static expr compare(struct lower *w, LLVMRealPredicate p, expr a, expr b)
{
    struct exprs *x = w->exprs;
    switch (p) {
    case LLVMRealPredicateFalse: return expr_bool(x, false);
    case LLVMRealPredicateTrue: return expr_bool(x, true);
    case LLVMRealOEQ: return two(w, E_FEQ, a, b);
    case LLVMRealOGT: return two(w, E_FLT, b, a);
    case LLVMRealOGE: return two(w, E_FLE, b, a);
    case LLVMRealOLT: return two(w, E_FLT, a, b);
    case LLVMRealOLE: return two(w, E_FLE, a, b);
    case LLVMRealONE: return expr_or(x, two(w, E_FLT, a, b), two(w, E_FLT, b, a));
    case LLVMRealORD: return expr_not(x, unordered(w, a, b));
    case LLVMRealUNO: return unordered(w, a, b);
    case LLVMRealUEQ: return expr_or(x, unordered(w, a, b), two(w, E_FEQ, a, b));
    case LLVMRealUGT: return expr_not(x, two(w, E_FLE, a, b));
    case LLVMRealUGE: return expr_not(x, two(w, E_FLT, a, b));
    case LLVMRealULT: return expr_not(x, two(w, E_FLE, b, a));
    case LLVMRealULE: return expr_not(x, two(w, E_FLT, b, a));
    default: return expr_not(x, two(w, E_FEQ, a, b)); /* LLVMRealUNE */
    }
}

/* A power of 2 in the format of this width. */
static expr power(struct lower *w, unsigned width, unsigned exponent, bool negative)
{
    double d = negative ? -1 : 1;
    for (unsigned i = 0; i < exponent; i++)
        d *= 2;
    uint64_t bits;
    memcpy(&bits, &d, sizeof bits);
    return expr_const(w->exprs, width, width == 32 ? operation_value(&(struct operation){E_FTOF, 32, 64, 0, 0}, bits, 0, 0) : bits);
}

/* A conversion: that the type can hold the number was asked before (defined.c). */
static expr to_integer(struct lower *w, expr a, unsigned width, bool is_signed)
{
    return expr_float(w->exprs, is_signed ? E_FTOS : E_FTOU, width, 0, expr_float(w->exprs, E_FINT, a->width, ROUND_ZERO, a, NULL),
                      NULL);
}

/* Rounded to a signed integer of this width, by a function; what it cannot hold is undefined. */
static expr rounded(struct lower *w, expr a, unsigned width, enum float_rounding rounding)
{
    struct exprs *x = w->exprs;
    expr whole = expr_float(x, E_FINT, a->width, rounding, a, NULL);
    require(w,
            expr_and(x, two(w, E_FLE, power(w, a->width, width - 1, true), whole),
                     two(w, E_FLT, whole, power(w, a->width, width - 1, false))),
            "undefined: a floating-point number converted to an integer type that cannot hold it");
    return expr_float(x, E_FTOS, width, 0, whole, NULL);
}

void look_at_bits(struct lower *w, LLVMValueRef number)
{
    if (!is_format(LLVMTypeOf(number)) || LLVMIsAConstant(number))
        return;
    expr bits = value_of(w, number), size = expr_binary(w->exprs, E_AND, bits, other_bits(w, bits->width));
    demand(w, expr_ne(w->exprs, size, expr_const(w->exprs, bits->width, float_nan(bits->width))),
           "the bits of a floating-point result that is not a number");
}

static expr computed(struct lower *w, LLVMValueRef i)
{
    unsigned width = value_width(w, LLVMTypeOf(i));
    expr a = value_of(w, LLVMGetOperand(i, 0));
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMFAdd: return two(w, E_FADD, a, value_of(w, LLVMGetOperand(i, 1)));
    case LLVMFSub: return two(w, E_FSUB, a, value_of(w, LLVMGetOperand(i, 1)));
    case LLVMFMul: return two(w, E_FMUL, a, value_of(w, LLVMGetOperand(i, 1)));
    case LLVMFDiv: return two(w, E_FDIV, a, value_of(w, LLVMGetOperand(i, 1)));
    case LLVMFNeg: return expr_binary(w->exprs, E_XOR, a, sign_bit(w, width));
    case LLVMFCmp: return compare(w, LLVMGetFCmpPredicate(i), a, value_of(w, LLVMGetOperand(i, 1)));
    case LLVMFPToSI: return to_integer(w, a, width, true);
    case LLVMFPToUI: return to_integer(w, a, width, false);
    case LLVMSIToFP: return expr_float(w->exprs, E_STOF, width, 0, a, NULL);
    case LLVMUIToFP: return expr_float(w->exprs, E_UTOF, width, 0, a, NULL);
    case LLVMFPExt:
    case LLVMFPTrunc: return expr_float(w->exprs, E_FTOF, width, 0, a, NULL);
    case LLVMBitCast: look_at_bits(w, LLVMGetOperand(i, 0)); return a;
    default: return NULL; /* LLVMFRem */
    }
}

/* --- with more digits: when the result is the same --- */

static expr as_double(struct lower *w, expr a) { return a->width == 64 ? a : expr_float(w->exprs, E_FTOF, 64, 0, a, NULL); }

static expr fits_float(struct lower *w, expr a)
{
    return a->width == 32 ? expr_bool(w->exprs, true)
                          : two(w, E_FEQ, as_double(w, expr_float(w->exprs, E_FTOF, 32, 0, a, NULL)), a);
}

/* Whether a * b is r, not rounded: the product of two floats fits a double. For doubles that are no floats it is not asked. */
static expr is_product(struct lower *w, expr a, expr b, expr r)
{
    expr same = two(w, E_FEQ, two(w, E_FMUL, as_double(w, a), as_double(w, b)), as_double(w, r));
    return expr_and(w->exprs, expr_and(w->exprs, fits_float(w, a), fits_float(w, b)), same);
}

/* Whether a + b is r, not rounded. The difference of r and the larger one is not rounded (Dekker 1971), so if that is the other one, r is the sum. */
static expr is_sum(struct lower *w, expr a, expr b, expr r)
{
    return expr_and(w->exprs, two(w, E_FEQ, two(w, E_FSUB, r, a), b), two(w, E_FEQ, two(w, E_FSUB, r, b), a));
}

/* Whether every integer up to the size of this one is a number of the format. */
static expr is_small_integer(struct lower *w, expr a, bool is_signed, unsigned format)
{
    struct exprs *x = w->exprs;
    unsigned digits = format == 32 ? 24 : 53;
    if (a->width <= digits)
        return expr_bool(x, true);
    expr size = expr_const(x, a->width, UINT64_C(1) << digits);
    if (!is_signed)
        return expr_binary(x, E_ULE, a, size);
    return expr_and(x, expr_binary(x, E_SLE, a, size), expr_binary(x, E_SLE, expr_sub(x, expr_const(x, a->width, 0), size), a));
}

static expr has_no_more_digits(struct lower *w, LLVMValueRef number, unsigned depth);

/* Whether e, the result of a call of llvm.NAME, is what is computed with any number of digits, if that is so of its operands. */
static expr call_rounds_nothing(struct lower *w, LLVMValueRef call, const char *name, expr e)
{
    expr a = value_of(w, LLVMGetArgOperand(call, 0));
    if (starts_with(name, "sqrt."))
        return is_product(w, e, e, a);
    if (!starts_with(name, "fmuladd."))
        return expr_bool(w->exprs, true);
    expr b = value_of(w, LLVMGetArgOperand(call, 1)), product = two(w, E_FMUL, a, b);
    return expr_and(w->exprs, is_product(w, a, b, product), is_sum(w, product, value_of(w, LLVMGetArgOperand(call, 2)), e));
}

/* The same of an instruction. */
static expr instruction_rounds_nothing(struct lower *w, LLVMValueRef i, expr e)
{
    struct exprs *x = w->exprs;
    expr a = value_of(w, LLVMGetOperand(i, 0)), b = LLVMGetNumOperands(i) > 1 ? value_of(w, LLVMGetOperand(i, 1)) : NULL;
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMFAdd: return is_sum(w, a, b, e);
    case LLVMFSub: return is_sum(w, a, expr_binary(x, E_XOR, b, sign_bit(w, b->width)), e);
    case LLVMFMul: return is_product(w, a, b, e);
    case LLVMFDiv: return is_product(w, e, b, a);
    case LLVMSIToFP: return is_small_integer(w, a, true, e->width);
    case LLVMUIToFP: return is_small_integer(w, a, false, e->width);
    case LLVMFPTrunc: return fits_float(w, a);
    case LLVMFNeg:
    case LLVMFPExt: return expr_bool(x, true);
    default: return expr_bool(x, false);
    }
}

/* Whether e, the result of i, is what is computed with any number of digits, and so were the numbers that it is computed from. */
static expr rounds_nothing_here(struct lower *w, LLVMValueRef i, expr e, unsigned depth)
{
    bool is_call = LLVMIsACallInst(i) != NULL;
    expr all = is_call ? call_rounds_nothing(w, i, called_name(i) + strlen("llvm."), e) : instruction_rounds_nothing(w, i, e);
    int operands = is_call ? (int)LLVMGetNumArgOperands(i) : LLVMGetNumOperands(i);
    for (int k = 0; k < operands && !expr_is_false(all); k++)
        all = expr_and(w->exprs, all, has_no_more_digits(w, LLVMGetOperand(i, (unsigned)k), depth));
    return all;
}

/* A number in memory may have come there with more digits than its type has: a compiler may keep it in a register. */
static expr has_no_more_digits(struct lower *w, LLVMValueRef number, unsigned depth)
{
    enum { DEEPEST = 6 };
    if (!is_number(LLVMTypeOf(number)) || LLVMIsAConstantFP(number))
        return expr_bool(w->exprs, true);
    bool computed_here = LLVMIsAInstruction(number) && depth < DEEPEST &&
                         (is_float_operation(number) || starts_with(called_name(number), "llvm.fmuladd.") ||
                          starts_with(called_name(number), "llvm.sqrt."));
    if (!computed_here || !is_exact(w, number))
        return expr_bool(w->exprs, false);
    return rounds_nothing_here(w, number, value_of(w, number), depth + 1);
}

/* The value is e where the condition holds, and any value elsewhere. */
static void set_value_if(struct lower *w, LLVMValueRef v, expr condition, expr e)
{
    if (expr_is_true(condition)) {
        set_value(w, v, e);
    } else if (expr_is_false(condition) || !LLVMGetFirstUse(v)) {
        lower_arbitrary(w, v, "floating-point arithmetic");
    } else {
        uint32_t to = new_location(w, w->depth ? LOC_ATOMIC : 0), cell = cell_for(w, v);
        struct action known = new_action(w, ACT_LOCAL), any = new_action(w, ACT_LOCAL), go_on = new_action(w, ACT_LOCAL);
        known.guard = condition;
        add_update(w, &known, cell, NULL, e);
        step_to(w, to, &known);
        any.guard = expr_not(w->exprs, condition);
        add_update(w, &any, cell, NULL, fresh_input(w, e->width));
        approximate(w, &any, LOC_APPROXIMATE | LOC_ANY_VALUE, "floating-point arithmetic");
        step_to(w, to, &go_on);
        w->here = to;
    }
}

void lower_float(struct lower *w, LLVMValueRef i)
{
    expr e = is_exact(w, i) ? computed(w, i) : NULL;
    if (!e)
        lower_arbitrary(w, i, "floating-point arithmetic");
    else if (may_have_more_digits(w, i))
        set_value_if(w, i, rounds_nothing_here(w, i, e, 0), e);
    else
        set_value(w, i, e);
}

/* --- intrinsics --- */

/* The smaller or the larger of two; one that is no number does not count. Which zero it is of two, C does not say. */
static expr choice(struct lower *w, expr a, expr b, bool smaller)
{
    struct exprs *x = w->exprs;
    expr zeros = expr_and(x, two(w, E_FEQ, a, b), expr_ne(x, a, b));
    demand(w, expr_not(x, zeros), "the minimum or maximum of zeros with different signs");
    expr first = smaller ? two(w, E_FLT, a, b) : two(w, E_FLT, b, a);
    expr r = expr_ite(x, first, a, b);
    return expr_ite(x, float_is_nan(x, a), b, expr_ite(x, float_is_nan(x, b), a, r));
}

/* llvm.is.fpclass: whether it is in one of the classes that the mask names, lowest bit first: signalling and quiet NaN, -infinity,
 * -normal, -subnormal, -0, +0, +subnormal, +normal, +infinity. NULL if it asks for the kind of a NaN. */
static expr is_class(struct lower *w, expr a, uint64_t mask)
{
    struct exprs *x = w->exprs;
    if ((mask & 3) == 1 || (mask & 3) == 2)
        return NULL;
    unsigned width = a->width;
    expr size = expr_binary(x, E_AND, a, other_bits(w, width)), least = expr_const(x, width, UINT64_C(1) << float_fraction(width));
    expr infinity = expr_const(x, width, float_infinity(width)), zero = expr_const(x, width, 0);
    expr of_size[] = {expr_eq(x, size, infinity),
                      expr_and(x, expr_binary(x, E_ULE, least, size), expr_binary(x, E_ULT, size, infinity)),
                      expr_and(x, expr_ne(x, size, zero), expr_binary(x, E_ULT, size, least)), expr_eq(x, size, zero)};
    expr negative = expr_ne(x, expr_binary(x, E_AND, a, sign_bit(w, width)), zero), r = expr_bool(x, false);
    for (unsigned i = 0; i < 4; i++) {
        if (mask >> (2 + i) & 1)
            r = expr_or(x, r, expr_and(x, negative, of_size[i]));
        if (mask >> (9 - i) & 1)
            r = expr_or(x, r, expr_and(x, expr_not(x, negative), of_size[i]));
    }
    return mask & 3 ? expr_or(x, r, float_is_nan(x, a)) : r;
}

static bool rounding_of(const char *name, enum float_rounding *r)
{
    static const struct {
        const char *name;
        enum float_rounding rounding;
    } table[] = {{"floor.", ROUND_DOWN},     {"ceil.", ROUND_UP},        {"trunc.", ROUND_ZERO}, {"rint.", ROUND_EVEN},
                 {"nearbyint.", ROUND_EVEN}, {"roundeven.", ROUND_EVEN}, {"round.", ROUND_AWAY}, {"lround.", ROUND_AWAY},
                 {"llround.", ROUND_AWAY},   {"lrint.", ROUND_EVEN},     {"llrint.", ROUND_EVEN}};
    for (unsigned i = 0; i < sizeof table / sizeof *table; i++)
        if (starts_with(name, table[i].name)) {
            *r = table[i].rounding;
            return true;
        }
    return false;
}

static expr computed_intrinsic(struct lower *w, LLVMValueRef call, const char *name)
{
    struct exprs *x = w->exprs;
    unsigned width = value_width(w, LLVMTypeOf(call));
    expr a = value_of(w, LLVMGetArgOperand(call, 0)),
         b = LLVMGetNumArgOperands(call) > 1 ? value_of(w, LLVMGetArgOperand(call, 1)) : NULL;
    enum float_rounding rounding;
    if (starts_with(name, "fabs."))
        return expr_binary(x, E_AND, a, other_bits(w, width));
    if (starts_with(name, "sqrt."))
        return expr_float(x, E_FSQRT, width, 0, a, NULL);
    if (starts_with(name, "copysign.")) {
        look_at_bits(w, LLVMGetArgOperand(call, 1));
        return expr_binary(x, E_OR, expr_binary(x, E_AND, a, other_bits(w, width)), expr_binary(x, E_AND, b, sign_bit(w, width)));
    }
    if (starts_with(name, "fmuladd.")) /* two operations, as the machine does them unless it is told to fuse them */
        return two(w, E_FADD, two(w, E_FMUL, a, b), value_of(w, LLVMGetArgOperand(call, 2)));
    if (starts_with(name, "minnum.") || starts_with(name, "maxnum."))
        return choice(w, a, b, starts_with(name, "min"));
    if (starts_with(name, "is.fpclass."))
        return is_class(w, a, LLVMConstIntGetZExtValue(LLVMGetArgOperand(call, 1)));
    if (rounding_of(name, &rounding))
        return is_format(LLVMTypeOf(call)) ? expr_float(x, E_FINT, width, rounding, a, NULL) : rounded(w, a, width, rounding);
    return NULL;
}

bool lower_float_intrinsic(struct lower *w, LLVMValueRef call, const char *name)
{
    if (!LLVMGetNumArgOperands(call) || (!is_number(LLVMTypeOf(call)) && !is_number(LLVMTypeOf(LLVMGetArgOperand(call, 0)))))
        return false;
    expr e = is_exact(w, call) ? computed_intrinsic(w, call, name) : NULL;
    if (!e)
        lower_arbitrary(w, call, "floating-point arithmetic");
    else if (may_have_more_digits(w, call))
        set_value_if(w, call, rounds_nothing_here(w, call, e, 0), e);
    else
        set_value(w, call, e);
    return true;
}
