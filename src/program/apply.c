/* What the operators of expressions mean on values: bit vectors, with division by 0 and shifts too far defined as in SMT-LIB. */
#include "program/expr.h"
#include "program/float.h"

#include <assert.h>

static uint64_t divide(enum expr_op op, unsigned w, uint64_t a, uint64_t b)
{
    int64_t sa = sign_extend(a, w), sb = sign_extend(b, w);
    switch (op) {
    case E_UDIV: return b ? a / b : ~UINT64_C(0);
    case E_UREM: return b ? a % b : a;
    case E_SDIV:
        if (!b)
            return sa < 0 ? 1 : ~UINT64_C(0);
        return sb == -1 ? 0 - a : (uint64_t)(sa / sb);
    default: /* E_SREM */ return !b ? a : sb == -1 ? 0 : (uint64_t)(sa % sb);
    }
}

static uint64_t shift(enum expr_op op, unsigned w, uint64_t a, uint64_t b)
{
    if (op == E_ASHR)
        return (uint64_t)(sign_extend(a, w) >> (b >= w ? w - 1 : b));
    if (b >= w)
        return 0;
    return op == E_SHL ? a << b : a >> b;
}

uint64_t operation_value(const struct operation *o, uint64_t a, uint64_t b, uint64_t c)
{
    assert(o->width >= 1 && o->width <= 64 && o->wa <= 64);
    uint64_t r;
    unsigned wa = o->wa;
    switch (o->op) {
    case E_NOT: r = ~a; break;
    case E_NEG: r = 0 - a; break;
    case E_AND: r = a & b; break;
    case E_OR: r = a | b; break;
    case E_XOR: r = a ^ b; break;
    case E_ADD: r = a + b; break;
    case E_SUB: r = a - b; break;
    case E_MUL: r = a * b; break;
    case E_UDIV:
    case E_SDIV:
    case E_UREM:
    case E_SREM: r = divide(o->op, wa, a, b); break;
    case E_SHL:
    case E_LSHR:
    case E_ASHR: r = shift(o->op, wa, a, b); break;
    case E_EQ: r = a == b; break;
    case E_ULT: r = a < b; break;
    case E_ULE: r = a <= b; break;
    case E_SLT: r = sign_extend(a, wa) < sign_extend(b, wa); break;
    case E_SLE: r = sign_extend(a, wa) <= sign_extend(b, wa); break;
    case E_ITE: r = a ? b : c; break;
    case E_ZEXT: r = a; break;
    case E_SEXT: r = (uint64_t)sign_extend(a, wa); break;
    case E_EXTRACT: r = a >> o->low; break;
    case E_CONCAT: r = a << o->wb | b; break;
    default: r = expr_is_float(o->op) ? float_value(o, a, b) : 0; break;
    }
    return r & width_mask(o->width);
}

uint64_t expr_apply(expr e, uint64_t a, uint64_t b, uint64_t c)
{
    assert(e->arity > 0);
    struct operation o = expr_operation(e);
    return operation_value(&o, a, b, c);
}
