/* Intrinsics of LLVM that C code leads to. */
#include "frontend/lower.h"

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
    expr other = op == E_ADD ? r : b; /* a and r, and a (of a difference) or r and b, differ in sign */
    return expr_binary(x, E_SLT, expr_binary(x, E_AND, expr_binary(x, E_XOR, a, r), expr_binary(x, E_XOR, op == E_ADD ? b : a, other)), zero);
}

static void with_overflow(struct lower *w, LLVMValueRef call, enum expr_op op, bool is_signed)
{
    struct exprs *x = w->exprs;
    expr a = argument(w, call, 0), b = argument(w, call, 1);
    unsigned width = a->width, wide = op == E_MUL ? 2 * width : width + 1;
    if (wide > 64) {
        expr r = expr_binary(x, op, a, b);
        set_part(w, call, 0, r);
        set_part(w, call, 1, overflows(x, op, is_signed, a, b, r));
        return;
    }
    expr exact = expr_binary(x, op, expr_resize(x, a, wide, is_signed), expr_resize(x, b, wide, is_signed));
    expr value = expr_extract(x, exact, 0, width);
    set_part(w, call, 0, value);
    set_part(w, call, 1, expr_ne(x, expr_resize(x, value, wide, is_signed), exact));
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

static bool is_real(LLVMTypeRef t)
{
    return LLVMGetTypeKind(t) == LLVMFloatTypeKind || LLVMGetTypeKind(t) == LLVMDoubleTypeKind;
}

void lower_intrinsic(struct lower *w, LLVMValueRef call, const char *name)
{
    struct exprs *x = w->exprs;
    name += strlen("llvm.");
    if (starts_with(name, "lifetime.") || starts_with(name, "stackrestore") || starts_with(name, "prefetch")
        || starts_with(name, "donothing") || starts_with(name, "va_end") || starts_with(name, "experimental.noalias"))
        return;
    if (starts_with(name, "assume"))
        require(w, argument(w, call, 0), "undefined: an assumption of the program that does not hold");
    else if (starts_with(name, "stacksave") || starts_with(name, "is.constant"))
        set_value(w, call, expr_const(x, value_width(w, LLVMTypeOf(call)), 0));
    else if (starts_with(name, "objectsize"))
        set_value(w, call, expr_const(x, value_width(w, LLVMTypeOf(call)), LLVMIsNull(LLVMGetArgOperand(call, 1)) ? UINT64_MAX : 0));
    else if (starts_with(name, "expect"))
        set_value(w, call, argument(w, call, 0));
    else if (starts_with(name, "threadlocal.address"))
        set_value(w, call, object_address(w, places_object(&w->pointsto->places, OBJECT_THREAD_LOCAL, LLVMGetArgOperand(call, 0), w->unit->function)));
    else if (starts_with(name, "abs.")) {
        expr a = argument(w, call, 0);
        set_value(w, call, expr_ite(x, expr_binary(x, E_SLT, a, expr_const(x, a->width, 0)), expr_unary(x, E_NEG, a), a));
    } else if (starts_with(name, "smax."))
        set_value(w, call, choice(w, call, E_SLT, false));
    else if (starts_with(name, "smin."))
        set_value(w, call, choice(w, call, E_SLT, true));
    else if (starts_with(name, "umax."))
        set_value(w, call, choice(w, call, E_ULT, false));
    else if (starts_with(name, "umin."))
        set_value(w, call, choice(w, call, E_ULT, true));
    else if (starts_with(name, "bswap."))
        set_value(w, call, swap_bytes(w, argument(w, call, 0)));
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
    else if (is_real(LLVMTypeOf(call)) || starts_with(name, "is.fpclass") || starts_with(name, "lround") || starts_with(name, "lrint"))
        lower_arbitrary(w, call, "floating-point arithmetic");
    else
        unsupported(w, arena_printf(&w->front->arena, "operation '%s'", name));
}
