/* Intrinsics of LLVM that C code leads to. */
#include "frontend/lower_float.h"

#include "base/text.h"

/* Whether a op b overflows 64 bits, from the result r. */
static expr overflows(struct exprs *x, enum expr_op op, bool is_signed, expr a, expr b, expr r)
{
    expr zero = expr_const(x, a->width, 0);
    if (op == E_MUL) { /* dividing gives b back exactly if nothing was lost */
        expr least = expr_const(x, a->width, UINT64_C(1) << (a->width - 1)), ones = expr_const(x, a->width, UINT64_MAX);
        expr lost = expr_ne(x, expr_binary(x, is_signed ? E_SDIV : E_UDIV, r, a), b);
        if (is_signed)
            lost = expr_or(x, lost, expr_and(x, expr_eq(x, a, ones), expr_eq(x, b, least)));
        return expr_and(x, expr_ne(x, a, zero), lost);
    }
    if (!is_signed)
        return op == E_ADD ? expr_binary(x, E_ULT, r, a) : expr_binary(x, E_ULT, a, b);
    /* a + b > greatest is a > greatest - b: comparisons that intervals decide */
    expr greatest = expr_const(x, a->width, width_mask(a->width) >> 1),
         least = expr_const(x, a->width, UINT64_C(1) << (a->width - 1));
    expr negative = expr_binary(x, E_SLT, b, zero);
    expr above = expr_binary(x, E_SLT, expr_binary(x, op == E_ADD ? E_SUB : E_ADD, greatest, b), a);
    expr below = expr_binary(x, E_SLT, a, expr_binary(x, op == E_ADD ? E_SUB : E_ADD, least, b));
    return op == E_ADD ? expr_ite(x, negative, below, above) : expr_ite(x, negative, above, below);
}

/* The exact result fits in 64 bits: whether it lies outside of the range of the type, which is a comparison that intervals decide. */
static expr out_of_range(struct exprs *x, expr exact, unsigned width, bool is_signed)
{
    uint64_t greatest = width_mask(width) >> is_signed;
    expr above = expr_binary(x, E_SLT, expr_const(x, exact->width, greatest), exact);
    expr below = expr_binary(x, E_SLT, exact, expr_const(x, exact->width, is_signed ? ~greatest : 0));
    return expr_or(x, below, above);
}

/* One operand of a signed operation is a constant: the other one, y, must lie between two constants. No wider number is needed, which is much
 * easier for those that look at bits. */
static expr overflows_constant(struct exprs *x, enum expr_op op, expr a, expr b)
{
    unsigned width = a->width;
    expr y = expr_is_const(b) ? a : b;
    __int128 least = -((__int128)1 << (width - 1)), greatest = -least - 1, low = least, high = greatest;
    __int128 c = sign_extend(expr_is_const(b) ? b->value : a->value, width);
    if (op == E_ADD)
        low -= c, high -= c;
    else if (op == E_SUB && y == a)
        low += c, high += c;
    else if (op == E_SUB)
        low = c - greatest, high = c - least;
    else if (c) /* division goes towards 0, which is inside */
        low = (c > 0 ? least : greatest) / c, high = (c > 0 ? greatest : least) / c;
    expr below = low > least ? expr_binary(x, E_SLT, y, expr_const(x, width, (uint64_t)low)) : expr_bool(x, false);
    expr above = high < greatest ? expr_binary(x, E_SLT, expr_const(x, width, (uint64_t)high), y) : expr_bool(x, false);
    return expr_or(x, below, above);
}

static void with_overflow(struct lower *w, LLVMValueRef call, enum expr_op op, bool is_signed)
{
    struct exprs *x = w->exprs;
    expr a = argument(w, call, 0), b = argument(w, call, 1), r = expr_binary(x, op, a, b), over;
    unsigned wide = 2 * a->width + 1; /* for a product of unsigned numbers, too */
    if (wide > 64 && is_signed && a->width <= 32)
        wide = 64;
    if (is_signed && (expr_is_const(a) || expr_is_const(b)))
        over = overflows_constant(x, op, a, b);
    else if (wide > 64)
        over = overflows(x, op, is_signed, a, b, r);
    else
        over = out_of_range(x, expr_binary(x, op, expr_resize(x, a, wide, is_signed), expr_resize(x, b, wide, is_signed)), a->width,
                            is_signed);
    set_part(w, call, 0, r);
    set_part(w, call, 1, over);
}

/* sadd.sat, usub.sat, ...: the least or greatest value where the result does not fit. */
static expr saturated(struct lower *w, LLVMValueRef call, enum expr_op op, bool is_signed)
{
    struct exprs *x = w->exprs;
    expr a = argument(w, call, 0), b = argument(w, call, 1), r = expr_binary(x, op, a, b);
    expr zero = expr_const(x, a->width, 0), sign = expr_const(x, a->width, UINT64_C(1) << (a->width - 1));
    expr limit = is_signed ? expr_ite(x, expr_binary(x, E_SLT, a, zero), sign, expr_unary(x, E_NOT, sign))
                           : expr_const(x, a->width, op == E_ADD ? UINT64_MAX : 0);
    return expr_ite(x, overflows(x, op, is_signed, a, b, r), limit, r);
}

static expr choice(struct lower *w, LLVMValueRef call, enum expr_op less, bool smaller)
{
    expr a = argument(w, call, 0), b = argument(w, call, 1);
    expr first = expr_binary(w->exprs, less, a, b);
    return smaller ? expr_ite(w->exprs, first, a, b) : expr_ite(w->exprs, first, b, a);
}

static expr swap_bytes(struct lower *w, expr a)
{
    expr e = NULL;
    for (unsigned k = 0; k < a->width; k += 8) {
        expr byte = expr_extract(w->exprs, a, k, 8);
        e = e ? expr_binary(w->exprs, E_CONCAT, e, byte) : byte;
    }
    return e;
}

/* The high (left) or low half of a and b in a row, shifted by so many bits, modulo the width; a rotation if a and b are the same. */
static expr funnel(struct lower *w, LLVMValueRef call, bool left)
{
    struct exprs *x = w->exprs;
    expr a = argument(w, call, 0), b = argument(w, call, 1), width = expr_const(x, a->width, a->width);
    expr by = expr_binary(x, E_UREM, argument(w, call, 2), width), rest = expr_sub(x, width, by);
    expr both = expr_binary(x, E_OR, expr_binary(x, E_SHL, a, left ? by : rest), expr_binary(x, E_LSHR, b, left ? rest : by));
    return expr_ite(x, expr_eq(x, by, expr_const(x, a->width, 0)), left ? a : b, both);
}

static expr reverse_bits(struct lower *w, expr a)
{
    expr e = NULL;
    for (unsigned k = 0; k < a->width; k++) {
        expr bit = expr_extract(w->exprs, a, k, 1);
        e = e ? expr_binary(w->exprs, E_CONCAT, e, bit) : bit;
    }
    return e;
}

static expr count_ones(struct lower *w, expr a)
{
    expr sum = expr_const(w->exprs, a->width, 0);
    for (unsigned k = 0; k < a->width; k++)
        sum = expr_add(w->exprs, sum, expr_resize(w->exprs, expr_extract(w->exprs, a, k, 1), a->width, false));
    return sum;
}

/* Of 0 it is the width: defined.c asks for more where C does. */
static expr count_zeroes(struct lower *w, expr a, bool leading)
{
    struct exprs *x = w->exprs;
    expr count = expr_const(x, a->width, a->width);
    for (unsigned k = 0; k < a->width; k++) {
        expr bit = expr_extract(x, a, leading ? k : a->width - 1 - k, 1);
        count = expr_ite(x, bit, expr_const(x, a->width, a->width - 1 - k), count);
    }
    return count;
}

/* NULL if it is none */
static expr bit_operation(struct lower *w, LLVMValueRef call, const char *name)
{
    unsigned width = value_width(w, LLVMTypeOf(call));
    if (!width)
        return NULL;
    if (starts_with(name, "bswap."))
        return swap_bytes(w, argument(w, call, 0));
    if (starts_with(name, "fshl.") || starts_with(name, "fshr."))
        return funnel(w, call, name[3] == 'l');
    if (starts_with(name, "bitreverse."))
        return reverse_bits(w, argument(w, call, 0));
    if (starts_with(name, "ctpop."))
        return count_ones(w, argument(w, call, 0));
    if (starts_with(name, "ctlz.") || starts_with(name, "cttz."))
        return count_zeroes(w, argument(w, call, 0), name[2] == 'l');
    return NULL;
}

/* Hints, and fences: memory is sequentially consistent anyway. */
static bool does_nothing(const char *name)
{
    static const char *const nothing[] = {"lifetime.",       "stackrestore",         "prefetch",       "donothing",
                                          "va_end",          "experimental.noalias", "x86.sse2.pause", "x86.sse.sfence",
                                          "x86.sse2.lfence", "x86.sse2.mfence"};
    for (size_t i = 0; i < sizeof nothing / sizeof *nothing; i++)
        if (starts_with(name, nothing[i]))
            return true;
    return false;
}

static void lower_end_mark(struct lower *w, LLVMValueRef call, const char *name)
{
    if (starts_with(name, "lifetime."))
        lower_lifetime(w, call, starts_with(name, "lifetime.end"));
    if (starts_with(name, "stackrestore"))
        lower_restore(w, call);
}

void lower_intrinsic(struct lower *w, LLVMValueRef call, const char *name)
{
    struct exprs *x = w->exprs;
    name += strlen("llvm.");
    expr bits = bit_operation(w, call, name);
    lower_end_mark(w, call, name);
    if (does_nothing(name))
        return;
    if (bits)
        set_value(w, call, bits);
    else if (starts_with(name, "assume"))
        require(w, argument(w, call, 0), "undefined: an assumption of the program that does not hold");
    else if (starts_with(name, "stacksave") || starts_with(name, "is.constant"))
        set_value(w, call, expr_const(x, value_width(w, LLVMTypeOf(call)), 0));
    else if (starts_with(name, "objectsize"))
        set_value(w, call,
                  expr_const(x, value_width(w, LLVMTypeOf(call)), LLVMIsNull(LLVMGetArgOperand(call, 1)) ? UINT64_MAX : 0));
    else if (starts_with(name, "expect"))
        set_value(w, call, argument(w, call, 0));
    else if (starts_with(name, "threadlocal.address"))
        set_value(w, call,
                  object_address(
                      w, places_object(&w->pointsto->places, OBJECT_THREAD_LOCAL, LLVMGetArgOperand(call, 0), w->unit->function)));
    else if (starts_with(name, "abs.")) {
        expr a = argument(w, call, 0);
        set_value(w, call, expr_ite(x, expr_binary(x, E_SLT, a, expr_const(x, a->width, 0)), expr_unary(x, E_NEG, a), a));
    } else if (starts_with(name, "ptrmask.")) {
        set_value(w, call, expr_binary(x, E_AND, argument(w, call, 0), argument(w, call, 1)));
    } else if (starts_with(name, "frameaddress") || starts_with(name, "returnaddress")) {
        lower_arbitrary(w, call, "the address of a frame on the stack");
    } else if (starts_with(name, "x86.rdtsc") || starts_with(name, "readcyclecounter")) {
        lower_arbitrary(w, call, "the processor's counter of time");
    } else if (strstr(name, ".sat.") == name + 4) {
        set_value(w, call, saturated(w, call, name[1] == 's' ? E_SUB : E_ADD, *name == 's'));
    } else if (starts_with(name, "smax."))
        set_value(w, call, choice(w, call, E_SLT, false));
    else if (starts_with(name, "smin."))
        set_value(w, call, choice(w, call, E_SLT, true));
    else if (starts_with(name, "umax."))
        set_value(w, call, choice(w, call, E_ULT, false));
    else if (starts_with(name, "umin."))
        set_value(w, call, choice(w, call, E_ULT, true));
    else if (starts_with(name, "sadd.with.overflow"))
        with_overflow(w, call, E_ADD, true);
    else if (starts_with(name, "uadd.with.overflow"))
        with_overflow(w, call, E_ADD, false);
    else if (starts_with(name, "ssub.with.overflow"))
        with_overflow(w, call, E_SUB, true);
    else if (starts_with(name, "usub.with.overflow"))
        with_overflow(w, call, E_SUB, false);
    else if (starts_with(name, "smul.with.overflow"))
        with_overflow(w, call, E_MUL, true);
    else if (starts_with(name, "umul.with.overflow"))
        with_overflow(w, call, E_MUL, false);
    else if (starts_with(name, "trap") || starts_with(name, "ubsantrap") || starts_with(name, "debugtrap"))
        lower_halt(w);
    else if (!lower_float_intrinsic(w, call, name))
        unsupported(w, arena_printf(&w->front->arena, "operation '%s'", name));
}
