#include "domains/linear.h"

#include <assert.h>

bool variable_signed(const struct space *s, uint32_t variable)
{
    assert(variable < s->variables.size);
    return s->program->cells.data[s->variables.data[variable].cell].is_signed;
}

static const __int128 constant_max = (__int128)1 << 100;

static bool add_term(struct linear *a, uint32_t variable, __int128 coefficient)
{
    uint32_t i = 0;
    while (i < a->count && a->term[i].variable != variable)
        i++;
    if (i == a->count) {
        if (a->count == LINEAR_TERMS)
            return false;
        a->term[a->count].variable = variable;
        a->term[a->count++].coefficient = 0;
    }
    coefficient += a->term[i].coefficient;
    if (coefficient > INT32_MAX || coefficient < INT32_MIN)
        return false;
    a->term[i].coefficient = (int64_t)coefficient;
    if (!coefficient)
        a->term[i] = a->term[--a->count];
    return true;
}

bool linear_add(struct linear *a, const struct linear *b, int64_t factor)
{
    assert(a->count <= LINEAR_TERMS && b->count <= LINEAR_TERMS);
    for (uint32_t i = 0; i < b->count; i++)
        if (!add_term(a, b->term[i].variable, (__int128)factor * b->term[i].coefficient))
            return false;
    if (factor > INT32_MAX || factor < INT32_MIN || b->constant > constant_max / INT32_MAX ||
        b->constant < -(constant_max / INT32_MAX))
        return false;
    a->constant += factor * b->constant;
    return a->constant < constant_max && a->constant > -constant_max;
}

/* Whether reading as signed and as unsigned is the same for all members. */
static bool one_reading(const struct value *v) { return v->slo >= 0; }

static bool variable_of(const struct space *s, const struct abstract *st, uint32_t variable, bool as_signed, struct linear *out)
{
    if (variable == NONE || s->variables.data[variable].summary)
        return false;
    if (variable_signed(s, variable) != as_signed && !one_reading(abstract_get(s, st, variable)))
        return false;
    *out = (struct linear){.count = 1, .term = {{variable, 1}}};
    return true;
}

static void bounds(const struct value *v, bool as_signed, __int128 *low, __int128 *high)
{
    *low = as_signed ? (__int128)v->slo : (__int128)v->ulo;
    *high = as_signed ? (__int128)v->shi : (__int128)v->uhi;
}

/* Whether the result of an operation on integers lies within the type, in this reading. */
static bool fits(unsigned width, bool as_signed, __int128 low, __int128 high)
{
    __int128 size = (__int128)width_mask(width) + 1, least = as_signed ? -size / 2 : 0;
    return low >= least && high < least + size;
}

static bool sum_of(struct evaluator *ev, const struct space *s, const struct abstract *st, expr e, bool as_signed,
                   struct linear *out)
{
    struct linear a, b;
    int sign = e->op == E_SUB ? -1 : 1;
    if (!linear_of(ev, s, st, e->arg[0], as_signed, &a) || !linear_of(ev, s, st, e->arg[1], as_signed, &b))
        return false;
    struct value va = abstract_evaluate(ev, s, st, e->arg[0]), vb = abstract_evaluate(ev, s, st, e->arg[1]);
    __int128 lo_a, hi_a, lo_b, hi_b;
    bounds(&va, as_signed, &lo_a, &hi_a);
    bounds(&vb, as_signed, &lo_b, &hi_b);
    bool exact = fits(e->width, as_signed, lo_a + (sign > 0 ? lo_b : -hi_b), hi_a + (sign > 0 ? hi_b : -lo_b));
    if (!exact && !as_signed && e->arg[1]->op == E_CONST) { /* x + 0xff..f is x - 1 */
        b = (struct linear){.constant = vb.slo};
        exact = fits(e->width, false, lo_a + sign * (__int128)vb.slo, hi_a + sign * (__int128)vb.slo);
    }
    *out = a;
    return exact && linear_add(out, &b, sign);
}

static bool product_of(struct evaluator *ev, const struct space *s, const struct abstract *st, expr e, bool as_signed,
                       struct linear *out)
{
    expr k = e->arg[0]->op == E_CONST ? e->arg[0] : e->arg[1], x = k == e->arg[0] ? e->arg[1] : e->arg[0];
    struct linear a;
    __int128 low, high;
    if (k->op != E_CONST || !linear_of(ev, s, st, x, as_signed, &a))
        return false;
    struct value v = abstract_evaluate(ev, s, st, x);
    bounds(&v, as_signed, &low, &high);
    int64_t factor = as_signed ? sign_extend(k->value, k->width) : (int64_t)k->value;
    if (factor > INT32_MAX || factor < INT32_MIN || (!as_signed && k->value > INT32_MAX))
        return false;
    __int128 p = low * factor, q = high * factor;
    *out = (struct linear){0};
    return fits(e->width, as_signed, p < q ? p : q, p < q ? q : p) && linear_add(out, &a, factor);
}

bool linear_of(struct evaluator *ev, const struct space *s, const struct abstract *st, expr e, bool as_signed, struct linear *out)
{
    struct value v;
    uint64_t index;
    switch (e->op) {
    case E_CONST:
        *out = (struct linear){.constant = as_signed ? (__int128)sign_extend(e->value, e->width) : (__int128)e->value};
        return true;
    case E_CELL: return variable_of(s, st, s->first[e->value], as_signed, out);
    case E_READ:
        v = abstract_evaluate(ev, s, st, e->arg[0]);
        if (s->first[e->value] == NONE || space_is_summary(s, (uint32_t)e->value) || !value_single(&v, &index))
            return false;
        return variable_of(s, st, space_variable(s, (uint32_t)e->value, index), as_signed, out);
    case E_ADD:
    case E_SUB: return sum_of(ev, s, st, e, as_signed, out);
    case E_MUL: return product_of(ev, s, st, e, as_signed, out);
    case E_ZEXT: return linear_of(ev, s, st, e->arg[0], false, out); /* not negative: one reading */
    case E_SEXT:
        v = abstract_evaluate(ev, s, st, e->arg[0]);
        return (as_signed || one_reading(&v)) && linear_of(ev, s, st, e->arg[0], true, out);
    case E_EXTRACT: {
        __int128 low, high;
        v = abstract_evaluate(ev, s, st, e->arg[0]);
        bounds(&v, as_signed, &low, &high);
        return e->value == 0 && fits(e->width, as_signed, low, high) && linear_of(ev, s, st, e->arg[0], as_signed, out);
    }
    default: return false;
    }
}
