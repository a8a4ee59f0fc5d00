/* The lattice of values. */
#include "domains/value.h"

#include "program/strided.h"

#include <assert.h>
#include <string.h>

static int64_t signed_min(unsigned w) { return sign_extend(UINT64_C(1) << (w - 1), w); }
static int64_t signed_max(unsigned w) { return (int64_t)(width_mask(w) >> 1); }

static uint64_t distance(uint64_t a, uint64_t b) { return a > b ? a - b : b - a; }

struct value value_bottom(unsigned width)
{
    struct value v;
    memset(&v, 0, sizeof v);
    v.width = (uint8_t)width;
    v.bottom = 1;
    return v;
}

static struct value raw_top(unsigned width)
{
    struct value v;
    memset(&v, 0, sizeof v);
    v.width = (uint8_t)width;
    v.uhi = width_mask(width);
    v.slo = signed_min(width);
    v.shi = signed_max(width);
    v.mod = 1;
    return v;
}

/* The value whose members are exactly these, 1 <= count <= VALUE_SET_MAX, ascending without repetition. */
struct value value_members(unsigned width, const uint64_t *members, unsigned count)
{
    struct value v;
    memset(&v, 0, sizeof v);
    v.width = (uint8_t)width;
    v.count = (uint8_t)count;
    v.ulo = members[0];
    v.uhi = members[count - 1];
    v.slo = INT64_MAX;
    v.shi = INT64_MIN;
    for (unsigned i = 0; i < count; i++) {
        int64_t s = sign_extend(members[i], width);
        v.set[i] = members[i];
        v.slo = s < v.slo ? s : v.slo;
        v.shi = s > v.shi ? s : v.shi;
        if (v.mod != 1) /* divisions are slow, and mostly the answer is 1 */
            v.mod = v.mod ? gcd(v.mod, members[i] - members[0]) : members[i] - members[0];
    }
    v.rem = v.mod > 1 ? members[0] % v.mod : v.mod ? 0 : members[0];
    return v;
}

struct value value_top(unsigned width)
{
    struct value v = raw_top(width);
    value_reduce(&v);
    return v;
}

struct value value_const(unsigned width, uint64_t x)
{
    x &= width_mask(width);
    return value_members(width, &x, 1);
}

struct value value_unsigned(unsigned width, uint64_t low, uint64_t high)
{
    struct value v = raw_top(width);
    v.ulo = low;
    v.uhi = high > v.uhi ? v.uhi : high;
    value_reduce(&v);
    return v;
}

struct value value_signed(unsigned width, int64_t low, int64_t high)
{
    struct value v = raw_top(width);
    v.slo = low > v.slo ? low : v.slo;
    v.shi = high < v.shi ? high : v.shi;
    value_reduce(&v);
    return v;
}

struct value value_congruent(unsigned width, uint64_t mod, uint64_t rem)
{
    struct value v = raw_top(width);
    v.mod = mod;
    v.rem = rem % mod;
    value_reduce(&v);
    return v;
}

static bool parts_have(const struct value *v, uint64_t x)
{
    int64_t s = sign_extend(x, v->width);
    return x >= v->ulo && x <= v->uhi && s >= v->slo && s <= v->shi && (v->mod ? x % v->mod == v->rem : x == v->rem);
}

bool value_has(const struct value *v, uint64_t x)
{
    if (v->bottom)
        return false;
    if (!v->count)
        return parts_have(v, x);
    for (unsigned i = 0; i < v->count; i++)
        if (v->set[i] == x)
            return true;
    return false;
}

/* Each interval takes over what the other implies. False if nothing is left. */
static bool reduce_intervals(struct value *v)
{
    uint64_t mask = width_mask(v->width), half = UINT64_C(1) << (v->width - 1);
    if (v->ulo > v->uhi || v->slo > v->shi)
        return false;
    if (v->slo >= 0 || v->shi < 0) { /* one sign: the signed interval is an unsigned one */
        uint64_t lo = (uint64_t)v->slo & mask, hi = (uint64_t)v->shi & mask;
        v->ulo = lo > v->ulo ? lo : v->ulo;
        v->uhi = hi < v->uhi ? hi : v->uhi;
    } else { /* [0, shi] or [slo, -1] */
        uint64_t lo = (uint64_t)v->slo & mask, hi = (uint64_t)v->shi & mask;
        if (v->ulo > hi && v->ulo < lo)
            v->ulo = lo;
        if (v->uhi < lo && v->uhi > hi)
            v->uhi = hi;
    }
    if (v->ulo > v->uhi)
        return false;
    if (v->uhi < half || v->ulo >= half) {
        int64_t lo = sign_extend(v->ulo, v->width), hi = sign_extend(v->uhi, v->width);
        v->slo = lo > v->slo ? lo : v->slo;
        v->shi = hi < v->shi ? hi : v->shi;
    } else { /* [ulo, max] or [min, uhi] */
        int64_t lo = sign_extend(v->ulo, v->width), hi = sign_extend(v->uhi, v->width);
        if (v->slo >= 0 && v->slo < lo)
            v->slo = lo;
        if (v->shi < 0 && v->shi > hi)
            v->shi = hi;
    }
    return v->slo <= v->shi;
}

/* Moves the unsigned bounds to members of the congruence class. False if there is none between them. */
static bool reduce_congruence(struct value *v)
{
    if (v->mod == 0) {
        if (!parts_have(v, v->rem))
            return false;
        v->ulo = v->uhi = v->rem;
        return true;
    }
    if (v->mod == 1) {
        v->rem = 0;
        return true;
    }
    uint64_t at = v->ulo % v->mod, up = v->rem >= at ? v->rem - at : v->mod - (at - v->rem);
    if (up > v->uhi - v->ulo)
        return false;
    v->ulo += up;
    at = v->uhi % v->mod;
    uint64_t down = at >= v->rem ? at - v->rem : v->mod - (v->rem - at);
    if (down > v->uhi - v->ulo)
        return false;
    v->uhi -= down;
    return true;
}

/* If at most VALUE_SET_MAX candidates lie between the bounds of one reading, the members are found one by one. */
static bool enumerate(struct value *v)
{
    uint64_t members[VALUE_SET_MAX];
    unsigned n = 0;
    uint64_t step = v->mod ? v->mod : 1, mask = width_mask(v->width);
    if ((v->uhi - v->ulo) / step < VALUE_SET_MAX) {
        uint64_t last = (v->uhi - v->ulo) / step;
        for (uint64_t i = 0; i <= last; i++)
            if (parts_have(v, v->ulo + i * step))
                members[n++] = v->ulo + i * step;
    } else if ((uint64_t)v->shi - (uint64_t)v->slo < VALUE_SET_MAX) {
        uint64_t last = (uint64_t)v->shi - (uint64_t)v->slo;
        for (unsigned negative = 0; negative < 2; negative++) /* the non-negative ones come first as unsigned */
            for (uint64_t i = 0; i <= last; i++) {
                int64_t s = (int64_t)((uint64_t)v->slo + i);
                if ((s < 0) == (negative == 1) && parts_have(v, (uint64_t)s & mask))
                    members[n++] = (uint64_t)s & mask;
            }
    } else {
        return false;
    }
    *v = n ? value_members(v->width, members, n) : value_bottom(v->width);
    return true;
}

void value_reduce(struct value *v)
{
    if (v->bottom) {
        *v = value_bottom(v->width);
        return;
    }
    v->count = 0;
    memset(v->set, 0, sizeof v->set);
    for (;;) {
        struct value before = *v;
        if (!reduce_intervals(v) || !reduce_congruence(v) || v->slo > v->shi || v->ulo > v->uhi) {
            *v = value_bottom(v->width);
            return;
        }
        if (!memcmp(&before, v, sizeof before))
            break;
    }
    enumerate(v);
}

bool value_valid(const struct value *v)
{
    struct value w = *v;
    if (v->count) {
        for (unsigned i = 0; i < v->count; i++)
            if (v->set[i] > width_mask(v->width) || (i && v->set[i - 1] >= v->set[i]))
                return false;
        w = value_members(v->width, v->set, v->count);
    } else {
        value_reduce(&w);
    }
    return !memcmp(&w, v, sizeof w);
}

bool value_equal(const struct value *a, const struct value *b) { return !memcmp(a, b, sizeof *a); }

bool value_is_top(const struct value *v)
{
    struct value t = value_top(v->width);
    return value_equal(v, &t);
}

bool value_single(const struct value *v, uint64_t *x)
{
    if (v->count != 1)
        return false;
    *x = v->set[0];
    return true;
}

bool value_leq(const struct value *a, const struct value *b)
{
    assert(a->width == b->width);
    if (a->bottom || b->bottom)
        return a->bottom;
    if (a->count) {
        for (unsigned i = 0; i < a->count; i++)
            if (!value_has(b, a->set[i]))
                return false;
        return true;
    }
    if (b->count)
        return false;
    return a->ulo >= b->ulo && a->uhi <= b->uhi && a->slo >= b->slo && a->shi <= b->shi && b->mod && a->mod % b->mod == 0 &&
           a->rem % b->mod == b->rem;
}

/* Members of both, if a set can hold them. */
static bool join_sets(const struct value *a, const struct value *b, struct value *r)
{
    uint64_t members[2 * VALUE_SET_MAX];
    unsigned n = 0, i = 0, j = 0;
    if (!a->count || !b->count)
        return false;
    while (i < a->count || j < b->count) {
        uint64_t x;
        if (j == b->count || (i < a->count && a->set[i] <= b->set[j])) {
            x = a->set[i];
            j += j < b->count && b->set[j] == x;
            i++;
        } else {
            x = b->set[j++];
        }
        members[n++] = x;
    }
    if (n > VALUE_SET_MAX)
        return false;
    *r = value_members(a->width, members, n);
    return true;
}

static void join_congruences(const struct value *a, const struct value *b, struct value *r)
{
    r->mod = gcd(gcd(a->mod, b->mod), distance(a->rem, b->rem));
    r->rem = r->mod ? a->rem % r->mod : a->rem;
}

struct value value_join(const struct value *a, const struct value *b)
{
    assert(a->width == b->width && value_valid(a) && value_valid(b));
    struct value r;
    if (a->bottom)
        return *b;
    if (value_leq(b, a))
        return *a;
    if (join_sets(a, b, &r))
        return r;
    r = raw_top(a->width);
    r.ulo = a->ulo < b->ulo ? a->ulo : b->ulo;
    r.uhi = a->uhi > b->uhi ? a->uhi : b->uhi;
    r.slo = a->slo < b->slo ? a->slo : b->slo;
    r.shi = a->shi > b->shi ? a->shi : b->shi;
    join_congruences(a, b, &r);
    value_reduce(&r);
    return r;
}

/* The inverse of a modulo m, for coprime a and m; 0 if m is 1. */
static uint64_t inverse(uint64_t a, uint64_t m)
{
    __int128 r0 = m, r1 = a % m, t0 = 0, t1 = 1;
    while (r1) {
        __int128 q = r0 / r1, r2 = r0 - q * r1, t2 = t0 - q * t1;
        r0 = r1, r1 = r2;
        t0 = t1, t1 = t2;
    }
    return m == 1 ? 0 : (uint64_t)(t0 < 0 ? t0 + m : t0);
}

/* Both congruences (neither of modulus 0) as one, by the Chinese remainder theorem. False if no number satisfies both.
 */
static bool meet_congruences(const struct value *a, const struct value *b, struct value *r)
{
    uint64_t g = gcd(a->mod, b->mod), step = b->mod / g;
    if (distance(a->rem, b->rem) % g)
        return false;
    uint64_t apart = distance(a->rem, b->rem) / g % step; /* (b->rem - a->rem) / g modulo step */
    if (b->rem < a->rem && apart)
        apart = step - apart;
    uint64_t factor = (uint64_t)((unsigned __int128)apart * inverse(a->mod / g, step) % step);
    unsigned __int128 mod = (unsigned __int128)a->mod * step, rem = a->rem + (unsigned __int128)a->mod * factor;
    if (rem > width_mask(a->width))
        return false;
    r->rem = (uint64_t)rem;
    r->mod = mod > width_mask(a->width) ? 0 : (uint64_t)mod;
    return true;
}

struct value value_meet(const struct value *a, const struct value *b)
{
    assert(a->width == b->width && value_valid(a) && value_valid(b));
    if (a->bottom || b->bottom)
        return value_bottom(a->width);
    if (a->count || b->count) {
        const struct value *s = a->count && (!b->count || a->count <= b->count) ? a : b, *o = s == a ? b : a;
        uint64_t members[VALUE_SET_MAX];
        unsigned n = 0;
        for (unsigned i = 0; i < s->count; i++)
            if (value_has(o, s->set[i]))
                members[n++] = s->set[i];
        return n ? value_members(a->width, members, n) : value_bottom(a->width);
    }
    struct value r = raw_top(a->width);
    r.ulo = a->ulo > b->ulo ? a->ulo : b->ulo;
    r.uhi = a->uhi < b->uhi ? a->uhi : b->uhi;
    r.slo = a->slo > b->slo ? a->slo : b->slo;
    r.shi = a->shi < b->shi ? a->shi : b->shi;
    if (!meet_congruences(a, b, &r))
        return value_bottom(a->width);
    value_reduce(&r);
    return r;
}

static uint64_t threshold_below(const struct thresholds *t, uint64_t x)
{
    uint64_t best = 0;
    for (uint32_t i = 0; t && i < t->size && t->data[i] <= x; i++)
        best = t->data[i];
    return best;
}

static uint64_t threshold_above(const struct thresholds *t, uint64_t x, uint64_t mask)
{
    for (uint32_t i = 0; t && i < t->size; i++)
        if (t->data[i] >= x && t->data[i] <= mask)
            return t->data[i];
    return mask;
}

/* The signed reading of the thresholds: of all that are not above (below) x, the nearest one. */
static int64_t signed_threshold(const struct thresholds *t, unsigned width, int64_t x, bool below)
{
    int64_t best = below ? signed_min(width) : signed_max(width);
    for (uint32_t i = 0; t && i < t->size; i++) {
        int64_t s = sign_extend(t->data[i] & width_mask(width), width);
        if (below ? s <= x && s > best : s >= x && s < best)
            best = s;
    }
    return best;
}

struct value value_widen(const struct value *a, const struct value *b, const struct thresholds *t)
{
    assert(a->width == b->width && value_valid(a) && value_valid(b));
    if (value_leq(b, a))
        return *a;
    if (a->bottom)
        return *b;
    struct value r;
    if (join_sets(a, b, &r))
        return r;
    unsigned w = a->width;
    uint64_t mask = width_mask(w);
    r = raw_top(w);
    r.ulo = b->ulo < a->ulo ? threshold_below(t, b->ulo) : a->ulo;
    r.uhi = b->uhi > a->uhi ? threshold_above(t, b->uhi, mask) : a->uhi;
    r.slo = b->slo < a->slo ? signed_threshold(t, w, b->slo, true) : a->slo;
    r.shi = b->shi > a->shi ? signed_threshold(t, w, b->shi, false) : a->shi;
    join_congruences(a, b, &r);
    value_reduce(&r);
    return r;
}

struct value value_without(const struct value *v, uint64_t x)
{
    assert(value_valid(v));
    if (!value_has(v, x))
        return *v;
    struct value r = *v;
    if (v->count) {
        uint64_t members[VALUE_SET_MAX];
        unsigned n = 0;
        for (unsigned i = 0; i < v->count; i++)
            if (v->set[i] != x)
                members[n++] = v->set[i];
        return n ? value_members(v->width, members, n) : value_bottom(v->width);
    }
    int64_t s = sign_extend(x, v->width);
    if (x == r.ulo)
        r.ulo++;
    if (x == r.uhi)
        r.uhi--;
    if (s == r.slo)
        r.slo++;
    if (s == r.shi)
        r.shi--;
    value_reduce(&r);
    return r;
}
