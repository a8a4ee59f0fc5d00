#include "domains/linear.h"

bool variable_signed(const struct space *s, uint32_t variable)
{
    return s->program->cells.data[s->variables.data[variable].cell].is_signed;
}

/* Whether reading as signed and as unsigned is the same for all members. */
static bool one_reading(const struct value *v) { return v->slo >= 0; }

static bool variable_of(const struct space *s, const struct abstract *st, uint32_t variable, bool as_signed, struct linear *out)
{
    if (variable == NONE || s->variables.data[variable].summary)
        return false;
    if (variable_signed(s, variable) != as_signed && !one_reading(abstract_get(s, st, variable)))
        return false;
    *out = (struct linear){1, variable, 0};
    return true;
}

static bool sum_of(struct evaluator *ev, const struct space *s, const struct abstract *st, expr e, bool as_signed,
                   struct linear *out)
{
    struct linear a, b;
    if (!linear_of(ev, s, st, e->arg[0], as_signed, &a) || !linear_of(ev, s, st, e->arg[1], as_signed, &b))
        return false;
    struct value va = abstract_evaluate(ev, s, st, e->arg[0]), vb = abstract_evaluate(ev, s, st, e->arg[1]);
    __int128 lo_a = as_signed ? va.slo : (__int128)va.ulo, hi_a = as_signed ? va.shi : (__int128)va.uhi;
    unsigned w = e->width;
    __int128 size = (__int128)width_mask(w) + 1, least = as_signed ? -size / 2 : 0, most = least + size - 1;
    for (int reading = 0; reading < 2; reading++) { /* as asked for; then x + 0xff..f as x - 1 */
        bool other = reading == 1;
        if (other && (e->arg[1]->op != E_CONST || as_signed))
            return false;
        __int128 lo_b = as_signed || other ? vb.slo : (__int128)vb.ulo, hi_b = as_signed || other ? vb.shi : (__int128)vb.uhi;
        bool minus = e->op == E_SUB;
        __int128 lo = minus ? lo_a - hi_b : lo_a + lo_b, hi = minus ? hi_a - lo_b : hi_a + hi_b;
        if (lo < least || hi > most)
            continue;
        if (other)
            b = (struct linear){0, NONE, vb.slo};
        int sign = minus ? -1 : 1;
        if (a.coefficient && b.coefficient)
            return false;
        *out = (struct linear){a.coefficient + sign * b.coefficient, a.coefficient ? a.variable : b.variable,
                               a.constant + sign * b.constant};
        return true;
    }
    return false;
}

bool linear_of(struct evaluator *ev, const struct space *s, const struct abstract *st, expr e, bool as_signed, struct linear *out)
{
    struct value v;
    uint64_t index;
    switch (e->op) {
    case E_CONST:
        *out = (struct linear){0, NONE, as_signed ? (__int128)sign_extend(e->value, e->width) : (__int128)e->value};
        return true;
    case E_CELL: return variable_of(s, st, s->first.data[e->value], as_signed, out);
    case E_READ:
        v = abstract_evaluate(ev, s, st, e->arg[0]);
        if (s->first.data[e->value] == NONE || space_is_summary(s, (uint32_t)e->value) || !value_single(&v, &index))
            return false;
        return variable_of(s, st, space_variable(s, (uint32_t)e->value, index), as_signed, out);
    case E_ADD:
    case E_SUB: return sum_of(ev, s, st, e, as_signed, out);
    case E_ZEXT: return linear_of(ev, s, st, e->arg[0], false, out); /* not negative: one reading */
    case E_SEXT:
        v = abstract_evaluate(ev, s, st, e->arg[0]);
        return (as_signed || one_reading(&v)) && linear_of(ev, s, st, e->arg[0], true, out);
    case E_EXTRACT: {
        v = abstract_evaluate(ev, s, st, e->arg[0]);
        uint64_t mask = width_mask(e->width);
        if (e->value != 0)
            return false;
        if (as_signed ? v.slo < -(int64_t)(mask >> 1) - 1 || v.shi > (int64_t)(mask >> 1) : v.uhi > mask)
            return false;
        return linear_of(ev, s, st, e->arg[0], as_signed, out);
    }
    default: return false;
    }
}
