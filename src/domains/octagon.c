#include "domains/octagon.h"

#include "base/memory.h"
#include "program/program.h"

#include <assert.h>
#include <string.h>

static uint32_t rows(const struct octagon *o) { return 2 * o->variables; }
static int64_t *at(struct octagon *o, uint32_t i, uint32_t j) { return &o->bound[(size_t)i * rows(o) + j]; }
static int64_t get(const struct octagon *o, uint32_t i, uint32_t j) { return o->bound[(size_t)i * rows(o) + j]; }

/* Sums that do not fit are unknown, whichever way: dropping a bound is always right. */
static int64_t plus(int64_t a, int64_t b)
{
    int64_t r;
    if (a == OCTAGON_INFINITE || b == OCTAGON_INFINITE || __builtin_add_overflow(a, b, &r))
        return OCTAGON_INFINITE;
    return r;
}

static int64_t half(int64_t a) { return a == OCTAGON_INFINITE ? a : a >> 1; } /* rounds down */

static size_t bytes(uint32_t variables) { return sizeof(struct octagon) + sizeof(int64_t) * 4 * variables * variables; }

struct octagon *octagon_top(uint32_t variables)
{
    struct octagon *o = mem_alloc(bytes(variables));
    o->users = 1;
    o->variables = variables;
    o->closed = true;
    for (uint32_t i = 0; i < rows(o); i++)
        for (uint32_t j = 0; j < rows(o); j++)
            *at(o, i, j) = i == j ? 0 : OCTAGON_INFINITE;
    return o;
}

struct octagon *octagon_copy(const struct octagon *o)
{
    struct octagon *c = mem_alloc(bytes(o->variables));
    memcpy(c, o, bytes(o->variables));
    c->users = 1;
    return c;
}

void octagon_free(struct octagon *o)
{
    if (o && --o->users == 0)
        mem_free(o);
}

bool octagon_valid(const struct octagon *o)
{
    for (uint32_t i = 0; i < rows(o); i++)
        for (uint32_t j = 0; j < rows(o); j++) {
            if (get(o, i, j) != get(o, j ^ 1, i ^ 1) || (i == j && get(o, i, j) != 0))
                return false;
            if (!o->closed)
                continue;
            if (get(o, i, j) > plus(half(get(o, i, i ^ 1)), half(get(o, j ^ 1, j))))
                return false;
            for (uint32_t k = 0; k < rows(o); k++)
                if (get(o, i, j) > plus(get(o, i, k), get(o, k, j)))
                    return false;
        }
    return true;
}

static void lower(struct octagon *o, uint32_t i, uint32_t j, int64_t c)
{
    if (c < get(o, i, j)) {
        *at(o, i, j) = c;
        *at(o, j ^ 1, i ^ 1) = c;
    }
}

/* Unary bounds are even; then two unary bounds give a binary one. False if empty. */
static bool strengthen(struct octagon *o)
{
    uint32_t n = rows(o);
    for (uint32_t i = 0; i < n; i++) {
        int64_t b = get(o, i, i ^ 1);
        if (b != OCTAGON_INFINITE)
            *at(o, i, i ^ 1) = (b >> 1) * 2;
    }
    for (uint32_t i = 0; i < n; i += 2)
        if (plus(get(o, i, i ^ 1), get(o, i ^ 1, i)) < 0)
            return false;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < n; j++)
            if (i != j)
                lower(o, i, j, plus(half(get(o, i, i ^ 1)), half(get(o, j ^ 1, j))));
    return true;
}

#ifndef NDEBUG
/* What was found to be empty stays as it was when that was found, and is found to be empty again. */
static bool seen_empty(const struct octagon *o)
{
    for (uint32_t i = 0; i < rows(o); i++)
        if (get(o, i, i) < 0 || plus(get(o, i, i ^ 1), get(o, i ^ 1, i)) < 0)
            return true;
    return false;
}
#endif

bool octagon_close(struct octagon *o)
{
    assert(octagon_valid(o) || (!o->closed && seen_empty(o)));
    uint32_t n = rows(o);
    if (o->closed)
        return true;
    for (uint32_t k = 0; k < n; k++)
        for (uint32_t i = 0; i < n; i++) {
            int64_t ik = get(o, i, k);
            if (ik == OCTAGON_INFINITE)
                continue;
            for (uint32_t j = 0; j < n; j++) {
                int64_t c = plus(ik, get(o, k, j));
                if (c < get(o, i, j))
                    *at(o, i, j) = c;
            }
        }
    for (uint32_t i = 0; i < n; i++) {
        if (get(o, i, i) < 0)
            return false;
        *at(o, i, i) = 0;
    }
    if (!strengthen(o))
        return false;
    o->closed = true;
    return true;
}

/* The entry that a constraint lowers, and by what. */
static void entry(const struct octagon_constraint *c, uint32_t *i, uint32_t *j, int64_t *bound)
{
    if (c->y == NONE) { /* a x <= c  is  v - (-v) <= 2 c */
        *j = 2 * c->x + (c->a < 0);
        *i = *j ^ 1;
        *bound = plus(c->c, c->c);
    } else { /* a x - (-b y) <= c */
        *j = 2 * c->x + (c->a < 0);
        *i = 2 * c->y + (c->b > 0);
        *bound = c->c;
    }
}

void octagon_put(struct octagon *o, const struct octagon_constraint *c)
{
    uint32_t i, j;
    int64_t b;
    entry(c, &i, &j, &b);
    if (b < get(o, i, j)) {
        lower(o, i, j, b);
        o->closed = false;
    }
}

bool octagon_add(struct octagon *o, const struct octagon_constraint *c)
{
    uint32_t a, b, n = rows(o);
    int64_t bound;
    entry(c, &a, &b, &bound);
    if (bound >= get(o, a, b))
        return true;
    lower(o, a, b, bound);
    /* every path that gains goes through the new entry, or its twin, or both */
    for (uint32_t i = 0; i < n; i++) {
        int64_t in1 = plus(get(o, i, a), bound), in2 = plus(get(o, i, b ^ 1), bound);
        int64_t both1 = plus(plus(in1, get(o, b, b ^ 1)), bound), both2 = plus(plus(in2, get(o, a ^ 1, a)), bound);
        for (uint32_t j = 0; j < n; j++) {
            int64_t best = plus(in1, get(o, b, j)), x = plus(in2, get(o, a ^ 1, j));
            best = x < best ? x : best;
            x = plus(both1, get(o, a ^ 1, j));
            best = x < best ? x : best;
            x = plus(both2, get(o, b, j));
            best = x < best ? x : best;
            if (best < get(o, i, j))
                *at(o, i, j) = best;
        }
    }
    for (uint32_t i = 0; i < n; i++) {
        if (get(o, i, i) < 0)
            return false;
        *at(o, i, i) = 0;
    }
    return strengthen(o);
}

bool octagon_leq(const struct octagon *a, const struct octagon *b)
{
    assert(a->variables == b->variables);
    for (uint32_t i = 0; i < rows(a) * rows(a); i++)
        if (a->bound[i] > b->bound[i])
            return false;
    return true;
}

bool octagon_join(struct octagon *a, const struct octagon *b)
{
    assert(a->variables == b->variables);
    bool changed = false;
    for (uint32_t i = 0; i < rows(a) * rows(a); i++)
        if (b->bound[i] > a->bound[i]) {
            a->bound[i] = b->bound[i];
            changed = true;
        }
    return changed;
}

bool octagon_widen(struct octagon *a, const struct octagon *b)
{
    assert(a->variables == b->variables);
    bool changed = false;
    for (uint32_t i = 0; i < rows(a) * rows(a); i++)
        if (b->bound[i] > a->bound[i]) {
            a->bound[i] = OCTAGON_INFINITE;
            changed = true;
        }
    if (changed)
        a->closed = false;
    return changed;
}

void octagon_forget(struct octagon *o, uint32_t x)
{
    assert(x < o->variables);
    for (uint32_t i = 0; i < rows(o); i++)
        for (uint32_t v = 2 * x; v < 2 * x + 2; v++)
            if (i != v) {
                *at(o, i, v) = OCTAGON_INFINITE;
                *at(o, v, i) = OCTAGON_INFINITE;
            }
}

void octagon_shift(struct octagon *o, uint32_t x, int64_t c)
{
    assert(x < o->variables);
    uint32_t p = 2 * x, q = p + 1;
    int64_t minus = c == INT64_MIN ? OCTAGON_INFINITE : -c;
    if (minus == OCTAGON_INFINITE) {
        octagon_forget(o, x);
        return;
    }
    for (uint32_t i = 0; i < rows(o); i++) {
        if (i == p || i == q)
            continue;
        *at(o, i, p) = plus(get(o, i, p), c); /* x - v_i grows by c */
        *at(o, i, q) = plus(get(o, i, q), minus);
        *at(o, p, i) = plus(get(o, p, i), minus);
        *at(o, q, i) = plus(get(o, q, i), c);
    }
    *at(o, q, p) = plus(plus(get(o, q, p), c), c);
    *at(o, p, q) = plus(plus(get(o, p, q), minus), minus);
}

/* x := -x */
static void negate(struct octagon *o, uint32_t x)
{
    uint32_t p = 2 * x, q = p + 1;
    for (uint32_t i = 0; i < rows(o); i++) {
        int64_t to = get(o, i, p);
        *at(o, i, p) = get(o, i, q);
        *at(o, i, q) = to;
    }
    for (uint32_t i = 0; i < rows(o); i++) {
        int64_t from = get(o, p, i);
        *at(o, p, i) = get(o, q, i);
        *at(o, q, i) = from;
    }
}

void octagon_assign(struct octagon *o, uint32_t x, int k, uint32_t y, int64_t c)
{
    assert(x < o->variables && y < o->variables && (k == 1 || k == -1));
    uint32_t p = 2 * x, q = p + 1, from = 2 * y + (k < 0);
    if (x == y) {
        if (k < 0)
            negate(o, x);
        octagon_shift(o, x, c);
        return;
    }
    for (uint32_t i = 0; i < rows(o); i++) { /* x becomes a copy of k * y, which is then shifted */
        if (i == p || i == q)
            continue;
        *at(o, i, p) = get(o, i, from);
        *at(o, i, q) = get(o, i, from ^ 1);
        *at(o, p, i) = get(o, from, i);
        *at(o, q, i) = get(o, from ^ 1, i);
    }
    *at(o, p, q) = get(o, from, from ^ 1);
    *at(o, q, p) = get(o, from ^ 1, from);
    octagon_shift(o, x, c);
}

int64_t octagon_bound(const struct octagon *o, const struct octagon_constraint *c)
{
    uint32_t i, j;
    int64_t b;
    struct octagon_constraint any = *c;
    any.c = 0;
    entry(&any, &i, &j, &b);
    b = get(o, i, j);
    return c->y == NONE ? half(b) : b;
}
