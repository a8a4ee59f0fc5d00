/* Operators on values. Where the arguments are few constants the operator is simply executed on all of them; otherwise
 * both readings are computed, each exact or else unbounded, and the reduction brings them together. */
#include "domains/value.h"

#include "program/strided.h"

#include <assert.h>
#include <string.h>

typedef __int128 wide;
typedef unsigned __int128 uwide;

enum { COMBINATIONS_MAX = 64 };

/* Adds to an ascending list without repetition. */
static void collect(uint64_t *list, unsigned *count, uint64_t x)
{
    unsigned i = *count;
    while (i > 0 && list[i - 1] > x)
        i--;
    if (i > 0 && list[i - 1] == x)
        return;
    memmove(list + i + 1, list + i, (*count - i) * sizeof *list);
    list[i] = x;
    ++*count;
}

static bool by_execution(const struct operation *o, const struct value *a, const struct value *b, const struct value *c,
                         struct value *r)
{
    unsigned na = a->count, nb = b ? b->count : 1, nc = c ? c->count : 1;
    if (!na || !nb || !nc || na * nb * nc > COMBINATIONS_MAX)
        return false;
    uint64_t list[COMBINATIONS_MAX + 1];
    unsigned n = 0;
    for (unsigned i = 0; i < na; i++)
        for (unsigned j = 0; j < nb; j++)
            for (unsigned k = 0; k < nc; k++)
                collect(list, &n, operation_value(o, a->set[i], b ? b->set[j] : 0, c ? c->set[k] : 0));
    *r = value_members(o->width, list, n < VALUE_SET_MAX ? n : VALUE_SET_MAX);
    for (unsigned i = VALUE_SET_MAX; i < n; i += VALUE_SET_MAX) {
        struct value more = value_members(o->width, list + i, n - i < VALUE_SET_MAX ? n - i : VALUE_SET_MAX);
        *r = value_join(r, &more);
    }
    return true;
}

static struct value truth_value(bool can_be_false, bool can_be_true)
{
    if (can_be_false && can_be_true)
        return value_top(1);
    return can_be_true ? value_const(1, 1) : can_be_false ? value_const(1, 0) : value_bottom(1);
}

/* Sets the unsigned interval to [lo, hi] cut to the width if that does not tear it; likewise the signed one. */
static void set_unsigned(struct value *r, wide lo, wide hi)
{
    uwide size = (uwide)width_mask(r->width) + 1;
    wide shift = 0;
    if (lo < 0)
        shift = (wide)(((uwide)(-lo) + size - 1) / size * size);
    lo += shift;
    hi += shift;
    if ((uwide)lo / size == (uwide)hi / size) {
        r->ulo = (uint64_t)((uwide)lo % size);
        r->uhi = (uint64_t)((uwide)hi % size);
    }
}

static void set_signed(struct value *r, wide lo, wide hi)
{
    wide size = (wide)width_mask(r->width) + 1, half = size / 2;
    wide shifted = lo + half, q = shifted / size;
    if (shifted % size < 0)
        q--;
    lo -= q * size;
    hi -= q * size;
    if (hi < half) {
        r->slo = (int64_t)lo;
        r->shi = (int64_t)hi;
    }
}

/* The congruence of a result that may have wrapped around: only what divides the size of the type survives. */
static void set_congruence(struct value *r, uint64_t mod, uint64_t rem, bool wraps)
{
    if (wraps) {
        uint64_t power = mod & (~mod + 1); /* the largest power of two in it */
        mod = mod ? power : 0;
        if (!mod)
            return;
    }
    if (!mod)
        return;
    r->mod = mod;
    r->rem = rem % mod;
}

static uint64_t low_power(uint64_t x) { return x & (~x + 1); }

static struct value add(const struct value *a, const struct value *b, bool subtract)
{
    struct value r = value_top(a->width);
    uint64_t mask = width_mask(a->width);
    wide ulo, uhi, slo, shi;
    if (subtract) {
        ulo = (wide)a->ulo - b->uhi, uhi = (wide)a->uhi - b->ulo;
        slo = (wide)a->slo - b->shi, shi = (wide)a->shi - b->slo;
    } else {
        ulo = (wide)a->ulo + b->ulo, uhi = (wide)a->uhi + b->uhi;
        slo = (wide)a->slo + b->slo, shi = (wide)a->shi + b->shi;
    }
    r.count = 0;
    memset(r.set, 0, sizeof r.set);
    set_unsigned(&r, ulo, uhi);
    set_signed(&r, slo, shi);
    uint64_t mod = gcd(a->mod, b->mod);
    bool wraps = ulo < 0 || uhi > (wide)mask;
    if (wraps)
        mod = low_power(mod);
    if (mod) {
        uint64_t ra = a->rem % mod, rb = b->rem % mod;
        uwide sum = subtract ? (uwide)ra + mod - rb : (uwide)ra + rb;
        set_congruence(&r, mod, (uint64_t)(sum % mod), false);
    }
    value_reduce(&r);
    return r;
}

static struct value multiply(const struct value *a, const struct value *b)
{
    struct value r = value_top(a->width);
    r.count = 0;
    memset(r.set, 0, sizeof r.set);
    uwide uhi = (uwide)a->uhi * b->uhi;
    bool wraps = uhi > width_mask(a->width);
    if (!wraps) {
        r.ulo = a->ulo * b->ulo;
        r.uhi = (uint64_t)uhi;
    }
    wide corner[4] = {(wide)a->slo * b->slo, (wide)a->slo * b->shi, (wide)a->shi * b->slo, (wide)a->shi * b->shi};
    wide lo = corner[0], hi = corner[0];
    for (int i = 1; i < 4; i++) {
        lo = corner[i] < lo ? corner[i] : lo;
        hi = corner[i] > hi ? corner[i] : hi;
    }
    wide half = ((wide)width_mask(a->width) + 1) / 2;
    if (lo >= -half && hi < half) {
        r.slo = (int64_t)lo;
        r.shi = (int64_t)hi;
    }
    /* k * (m x + r) = k m x + k r, for a constant k; and powers of two multiply */
    if (a->mod == 0 || b->mod == 0) {
        uint64_t k = a->mod == 0 ? a->rem : b->rem;
        const struct value *o = a->mod == 0 ? b : a;
        uwide mod = (uwide)k * (o->mod ? o->mod : 1);
        if (!wraps && o->mod && k && mod <= width_mask(a->width)) {
            set_congruence(&r, (uint64_t)mod, (uint64_t)((uwide)k * o->rem % mod), false);
        } else if (k && o->mod) {
            uint64_t power = low_power((uint64_t)mod);
            if (power && power <= width_mask(a->width))
                set_congruence(&r, power, (k * o->rem) & (power - 1), false);
        }
    } else {
        uint64_t pa = low_power(a->mod), pb = low_power(b->mod);
        uint64_t power = pa < pb ? pa : pb;
        set_congruence(&r, power, (a->rem * b->rem) & (power - 1), false);
    }
    value_reduce(&r);
    return r;
}

static uint64_t fill_below(uint64_t x) /* all bits below the highest one of x, and it */
{
    for (unsigned s = 1; s < 64; s *= 2)
        x |= x >> s;
    return x;
}

/* How many low bits are the same in all members, and which. */
static uint64_t low_known(const struct value *v, uint64_t *bits)
{
    uint64_t mod = v->mod ? low_power(v->mod) : 0;
    if (!v->mod) {
        *bits = v->rem;
        return ~UINT64_C(0);
    }
    *bits = v->rem & (mod - 1);
    return mod - 1;
}

static struct value bitwise(enum expr_op op, const struct value *a, const struct value *b)
{
    struct value r = value_top(a->width);
    r.count = 0;
    memset(r.set, 0, sizeof r.set);
    if (op == E_AND) {
        r.uhi = a->uhi < b->uhi ? a->uhi : b->uhi;
    } else {
        r.uhi = fill_below(a->uhi | b->uhi);
        if (op == E_OR)
            r.ulo = a->ulo > b->ulo ? a->ulo : b->ulo;
    }
    uint64_t bits_a, bits_b, known = low_known(a, &bits_a) & low_known(b, &bits_b), constant, bits;
    if (op == E_AND) { /* low zero bits of a mask stay zero */
        for (int i = 0; i < 2; i++) {
            const struct value *v = i ? b : a;
            constant = low_known(v, &bits);
            uint64_t zeros = constant & ~bits, low = ~zeros & (zeros + 1); /* the lowest bit that is not known to be 0 */
            if (low && low - 1 > known) {
                known = low - 1;
                bits_a = bits_b = 0;
            }
        }
    }
    if (known + 1 && known) {
        uint64_t x = op == E_AND ? bits_a & bits_b : op == E_OR ? bits_a | bits_b : bits_a ^ bits_b;
        if (known < width_mask(a->width))
            set_congruence(&r, known + 1, x & known, false);
    }
    value_reduce(&r);
    return r;
}

static struct value shift_left(const struct value *a, const struct value *b)
{
    uint64_t n;
    if (!value_single(b, &n))
        return value_top(a->width);
    if (n >= a->width)
        return value_const(a->width, 0);
    struct value k = value_const(a->width, UINT64_C(1) << n);
    return multiply(a, &k);
}

static struct value shift_right(enum expr_op op, const struct value *a, const struct value *b)
{
    struct value r = value_top(a->width);
    uint64_t lo = b->ulo < a->width ? b->ulo : a->width, hi = b->uhi < a->width ? b->uhi : a->width;
    if (op == E_LSHR)
        return value_unsigned(a->width, hi >= 64 ? 0 : a->ulo >> hi, lo >= 64 ? 0 : a->uhi >> lo);
    if (hi >= a->width)
        hi = a->width - 1;
    if (lo >= a->width)
        lo = a->width - 1;
    int64_t low = a->slo < 0 ? a->slo >> lo : a->slo >> hi, high = a->shi < 0 ? a->shi >> hi : a->shi >> lo;
    r = value_signed(a->width, low, high);
    return r;
}

static struct value divide(enum expr_op op, const struct value *a, const struct value *b)
{
    unsigned w = a->width;
    if (op == E_UDIV && b->ulo > 0)
        return value_unsigned(w, a->ulo / b->uhi, a->uhi / b->ulo);
    if (op == E_UREM && b->ulo > 0)
        return value_unsigned(w, a->uhi < b->ulo ? a->ulo : 0, a->uhi < b->uhi - 1 ? a->uhi : b->uhi - 1);
    if (op == E_SDIV && b->slo > 0) {
        int64_t lo = a->slo < 0 ? a->slo / b->slo : a->slo / b->shi, hi = a->shi < 0 ? a->shi / b->shi : a->shi / b->slo;
        return value_signed(w, lo, hi);
    }
    if (op == E_SREM && b->slo > 0) {
        int64_t lo = a->slo < 0 ? (a->slo > -(b->shi - 1) ? a->slo : -(b->shi - 1)) : 0;
        int64_t hi = a->shi < 0 ? 0 : a->shi < b->shi - 1 ? a->shi : b->shi - 1;
        return value_signed(w, lo, hi);
    }
    return value_top(w);
}

static struct value extend(enum expr_op op, unsigned width, const struct value *a)
{
    struct value r = value_top(width);
    r.count = 0;
    memset(r.set, 0, sizeof r.set);
    if (op == E_ZEXT) {
        r.ulo = a->ulo;
        r.uhi = a->uhi;
        set_congruence(&r, a->mod, a->rem, false);
    } else {
        r.slo = a->slo;
        r.shi = a->shi;
        set_congruence(&r, a->mod, a->rem, a->slo < 0);
    }
    value_reduce(&r);
    return r;
}

static struct value extract(unsigned width, uint64_t low, const struct value *a)
{
    struct value r = value_top(width);
    r.count = 0;
    memset(r.set, 0, sizeof r.set);
    if (low == 0) {
        set_unsigned(&r, a->ulo, a->uhi);
        set_signed(&r, a->slo, a->shi);
        uint64_t power = low_power(a->mod);
        bool fits = a->uhi <= width_mask(width);
        if (fits)
            set_congruence(&r, a->mod, a->rem, false);
        else if (power && power <= width_mask(width))
            set_congruence(&r, power, a->rem & (power - 1), false);
        value_reduce(&r);
        return r;
    }
    if ((a->uhi >> low) - (a->ulo >> low) <= width_mask(width)) {
        set_unsigned(&r, (wide)(a->ulo >> low), (wide)(a->uhi >> low));
        value_reduce(&r);
        return r;
    }
    return value_top(width);
}

static struct value compare(enum expr_op op, const struct value *a, const struct value *b)
{
    switch (op) {
    case E_ULT: return truth_value(a->uhi >= b->ulo, a->ulo < b->uhi);
    case E_ULE: return truth_value(a->uhi > b->ulo, a->ulo <= b->uhi);
    case E_SLT: return truth_value(a->shi >= b->slo, a->slo < b->shi);
    case E_SLE: return truth_value(a->shi > b->slo, a->slo <= b->shi);
    default: {
        struct value both = value_meet(a, b);
        uint64_t x, y;
        bool same = value_single(a, &x) && value_single(b, &y) && x == y;
        return truth_value(!same, !both.bottom);
    }
    }
}

struct value value_apply(enum expr_op op, unsigned width, uint64_t low, const struct value *a, const struct value *b,
                         const struct value *c)
{
    assert((!b || value_valid(b)) && (!c || value_valid(c)));
    assert(op >= E_NOT && op < EXPR_OPS && width >= 1 && width <= 64 && value_valid(a));
    struct value r, minus_one;
    if (a->bottom || (b && b->bottom) || (c && c->bottom))
        return value_bottom(width);
    if (op == E_ITE) {
        r = value_bottom(width);
        if (value_has(a, 1))
            r = *b;
        return value_has(a, 0) ? value_join(&r, c) : r;
    }
    struct operation o = {op, width, a->width, b ? b->width : 0, low};
    if (by_execution(&o, a, b, c, &r))
        return r;
    switch (op) {
    case E_NOT: /* -1 - a */ minus_one = value_const(width, width_mask(width)); return add(&minus_one, a, true);
    case E_NEG: {
        struct value zero = value_const(width, 0);
        return add(&zero, a, true);
    }
    case E_ADD: return add(a, b, false);
    case E_SUB: return add(a, b, true);
    case E_MUL: return multiply(a, b);
    case E_AND:
    case E_OR:
    case E_XOR: return bitwise(op, a, b);
    case E_SHL: return shift_left(a, b);
    case E_LSHR:
    case E_ASHR: return shift_right(op, a, b);
    case E_UDIV:
    case E_SDIV:
    case E_UREM:
    case E_SREM: return divide(op, a, b);
    case E_EQ:
    case E_ULT:
    case E_ULE:
    case E_SLT:
    case E_SLE: return compare(op, a, b);
    case E_ZEXT:
    case E_SEXT: return extend(op, width, a);
    case E_EXTRACT: return extract(width, low, a);
    case E_CONCAT: {
        struct value high = extend(E_ZEXT, width, a), shift = value_const(width, b->width), below = extend(E_ZEXT, width, b);
        high = value_apply(E_SHL, width, 0, &high, &shift, NULL);
        return value_apply(E_ADD, width, 0, &high, &below, NULL);
    }
    default: return value_top(width);
    }
}

/* a < b (or a <= b) in one reading. */
static void order(bool is_signed, bool strict, struct value *a, struct value *b)
{
    if (is_signed) {
        if (strict && (b->shi == INT64_MIN || a->slo == INT64_MAX)) {
            a->bottom = b->bottom = 1;
        } else {
            int64_t top = b->shi - strict, bottom = a->slo + strict;
            a->shi = top < a->shi ? top : a->shi;
            b->slo = bottom > b->slo ? bottom : b->slo;
        }
    } else {
        if (strict && (b->uhi == 0 || a->ulo == UINT64_MAX)) {
            a->bottom = b->bottom = 1;
        } else {
            uint64_t top = b->uhi - strict, bottom = a->ulo + strict;
            a->uhi = top < a->uhi ? top : a->uhi;
            b->ulo = bottom > b->ulo ? bottom : b->ulo;
        }
    }
}

/* Keeps what the narrowed bounds allow: members of sets are sieved. */
static void settle(struct value *v, const struct value *before)
{
    value_reduce(v);
    *v = value_meet(v, before);
}

void value_compare(enum expr_op op, bool truth, struct value *a, struct value *b)
{
    assert(op >= E_EQ && op <= E_SLE && a->width == b->width);
    uint64_t x;
    if (a->bottom || b->bottom) {
        *a = value_bottom(a->width);
        *b = value_bottom(b->width);
        return;
    }
    struct value was_a = *a, was_b = *b;
    if (op == E_EQ) {
        if (truth) {
            *a = *b = value_meet(a, b);
        } else {
            if (value_single(&was_b, &x))
                *a = value_without(a, x);
            if (value_single(&was_a, &x))
                *b = value_without(b, x);
        }
    } else {
        bool is_signed = op == E_SLT || op == E_SLE, strict = op == E_ULT || op == E_SLT;
        if (truth)
            order(is_signed, strict, a, b);
        else
            order(is_signed, !strict, b, a);
        settle(a, &was_a);
        settle(b, &was_b);
    }
    if (a->bottom || b->bottom) {
        *a = value_bottom(a->width);
        *b = value_bottom(b->width);
    }
}
