/* Gates in a vector, found again through an open hash table; and the rules that keep circuits small. */
#include "logic/circuit.h"

#include "base/map.h"

#include <assert.h>

struct circuit *circuit_new(void)
{
    struct circuit *c = NEW(struct circuit);
    vector_push(&c->gates, (struct gate){.kind = GATE_CONST});
    return c;
}

void circuit_free(struct circuit *c)
{
    if (!c)
        return;
    vector_free(&c->gates);
    mem_free(c->table);
    mem_free(c);
}

lit circuit_input(struct circuit *c)
{
    vector_push(&c->gates, (struct gate){.kind = GATE_INPUT});
    return 2 * (c->gates.size - 1);
}

/* --- the table --- */

static uint32_t gate_hash(const struct gate *g)
{
    return (uint32_t)hash_pair((uint64_t)g->a << 32 | g->b, (uint64_t)g->kind << 32 | g->c);
}

static void grow(struct circuit *c)
{
    mem_free(c->table);
    c->capacity = c->capacity ? 2 * c->capacity : 4096;
    c->table = NEW_ARRAY(uint32_t, c->capacity);
    for (uint32_t i = 1; i < c->gates.size; i++)
        if (c->gates.data[i].kind != GATE_INPUT) {
            uint32_t s = gate_hash(&c->gates.data[i]) & (c->capacity - 1);
            while (c->table[s])
                s = (s + 1) & (c->capacity - 1);
            c->table[s] = i;
        }
}

static lit find_or_add(struct circuit *c, struct gate g)
{
    if (2 * (c->gates.size + 1) > c->capacity)
        grow(c);
    uint32_t s = gate_hash(&g) & (c->capacity - 1);
    for (; c->table[s]; s = (s + 1) & (c->capacity - 1)) {
        const struct gate *o = &c->gates.data[c->table[s]];
        if (o->kind == g.kind && o->a == g.a && o->b == g.b && o->c == g.c)
            return 2 * c->table[s];
    }
    c->table[s] = c->gates.size;
    vector_push(&c->gates, g);
    return 2 * (c->gates.size - 1);
}

/* --- conjunction --- */

static const struct gate *and_gate(const struct circuit *c, lit a)
{
    const struct gate *g = &c->gates.data[lit_gate(a)];
    return g->kind == GATE_AND ? g : NULL;
}

/* Rules for a & b seen from a's inputs. True if *result is the answer; *retry if a has become *result. */
static bool and_rule(const struct circuit *c, lit a, lit b, lit *result, bool *retry)
{
    const struct gate *g = and_gate(c, a);
    if (!g)
        return false;
    if (!(a & 1)) { /* (p & q) & b */
        if (b == g->a || b == g->b)
            return *result = a, true;
        if (b == lit_not(g->a) || b == lit_not(g->b))
            return *result = LIT_FALSE, true;
        const struct gate *h = and_gate(c, b);
        if (h && !(b & 1) && (h->a == lit_not(g->a) || h->a == lit_not(g->b) || h->b == lit_not(g->a) || h->b == lit_not(g->b)))
            return *result = LIT_FALSE, true;
        if (h && (b & 1) && (h->a == lit_not(g->a) || h->a == lit_not(g->b) || h->b == lit_not(g->a) || h->b == lit_not(g->b)))
            return *result = a, true; /* !(.. & !p) holds whenever p does */
        return false;
    }
    if (b == lit_not(g->a) || b == lit_not(g->b)) /* !(p & q) & !p */
        return *result = b, true;
    if (b == g->a || b == g->b) { /* !(p & q) & p = p & !q */
        *result = lit_not(b == g->a ? g->b : g->a);
        return *retry = true;
    }
    const struct gate *h = and_gate(c, b);
    if (h && (b & 1)) { /* !(p & q) & !(p & !q) = !p */
        if ((g->a == h->a && g->b == lit_not(h->b)) || (g->a == h->b && g->b == lit_not(h->a)))
            return *result = lit_not(g->a), true;
        if ((g->b == h->b && g->a == lit_not(h->a)) || (g->b == h->a && g->a == lit_not(h->b)))
            return *result = lit_not(g->b), true;
    }
    return false;
}

lit circuit_and(struct circuit *c, lit a, lit b)
{
    assert(lit_valid(c, a) && lit_valid(c, b));
    for (;;) {
        if (a == LIT_FALSE || b == LIT_FALSE || a == lit_not(b))
            return LIT_FALSE;
        if (a == LIT_TRUE || a == b)
            return b;
        if (b == LIT_TRUE)
            return a;
        lit result;
        bool retry = false;
        if (and_rule(c, a, b, &result, &retry)) {
            if (!retry)
                return result;
            a = result;
            continue;
        }
        if (and_rule(c, b, a, &result, &retry)) {
            if (!retry)
                return result;
            b = result;
            continue;
        }
        if (a > b) {
            lit t = a;
            a = b, b = t;
        }
        return find_or_add(c, (struct gate){GATE_AND, a, b, 0});
    }
}

enum { MOST_PARTS = 64 };

void circuit_parts(const struct circuit *c, lit a, lit_vector *parts)
{
    assert(lit_valid(c, a));
    const struct gate *g = a & 1 ? NULL : and_gate(c, a);
    if (!g || parts->size >= MOST_PARTS) {
        vector_push(parts, a);
        return;
    }
    circuit_parts(c, g->a, parts);
    circuit_parts(c, g->b, parts);
}

static bool has_part(const lit_vector *parts, lit a)
{
    vector_each(const lit *, x, parts)
        if (*x == a)
            return true;
    return false;
}

/* Whether one of these is false if all of them, and the others, are true. */
static bool refuted(const struct circuit *c, const lit_vector *these, const lit_vector *others)
{
    lit_vector inner = {0};
    bool found = false;
    for (uint32_t i = 0; i < these->size && !found; i++) {
        if (!(these->data[i] & 1)) {
            found = has_part(others, lit_not(these->data[i]));
            continue;
        }
        vector_clear(&inner);
        circuit_parts(c, lit_not(these->data[i]), &inner);
        found = true;
        for (uint32_t k = 0; k < inner.size && found; k++)
            found = has_part(these, inner.data[k]) || has_part(others, inner.data[k]);
    }
    vector_free(&inner);
    return found;
}

bool circuit_excludes(const struct circuit *c, lit a, lit b)
{
    assert(lit_valid(c, a) && lit_valid(c, b));
    if (a == LIT_FALSE || b == LIT_FALSE || a == lit_not(b))
        return true;
    lit_vector x = {0}, y = {0};
    circuit_parts(c, a, &x);
    circuit_parts(c, b, &y);
    bool excludes = refuted(c, &x, &y) || refuted(c, &y, &x);
    vector_free(&x);
    vector_free(&y);
    return excludes;
}

/* --- the others --- */

lit circuit_xor(struct circuit *c, lit a, lit b)
{
    assert(lit_valid(c, a) && lit_valid(c, b));
    lit sign = (a ^ b) & 1;
    a &= ~1u, b &= ~1u;
    if (a == b)
        return sign;
    if (a > b) {
        lit t = a;
        a = b, b = t;
    }
    if (a == LIT_FALSE)
        return b ^ sign;
    return find_or_add(c, (struct gate){GATE_XOR, a, b, 0}) ^ sign;
}

lit circuit_mux(struct circuit *c, lit k, lit t, lit e)
{
    assert(lit_valid(c, k) && lit_valid(c, t) && lit_valid(c, e));
    if (k == LIT_TRUE || t == e)
        return t;
    if (k == LIT_FALSE)
        return e;
    if (k & 1) {
        lit x = t;
        k = lit_not(k), t = e, e = x;
    }
    if (t == LIT_TRUE || t == k)
        return circuit_or(c, k, e);
    if (t == LIT_FALSE || t == lit_not(k))
        return circuit_and(c, lit_not(k), e);
    if (e == LIT_FALSE || e == k)
        return circuit_and(c, k, t);
    if (e == LIT_TRUE || e == lit_not(k))
        return circuit_or(c, lit_not(k), t);
    if (t == lit_not(e))
        return circuit_xor(c, k, e);
    lit sign = t & 1;
    return find_or_add(c, (struct gate){GATE_MUX, k, t ^ sign, e ^ sign}) ^ sign;
}

lit circuit_or_all(struct circuit *c, lit *lits, uint32_t count)
{
    assert(lits || !count);
    for (bool merged = true; merged && count > 1 && count <= 32;) {
        merged = false;
        for (uint32_t i = 0; i < count && !merged; i++)
            for (uint32_t j = i + 1; j < count && !merged; j++) {
                lit result = LIT_FALSE;
                bool retry = false;
                lit a = lit_not(lits[i]), b = lit_not(lits[j]);
                if (a == b || a == lit_not(b) || lit_is_const(a) || lit_is_const(b))
                    result = circuit_and(c, a, b);
                else if (!and_rule(c, a, b, &result, &retry) || retry)
                    continue;
                lits[i] = lit_not(result);
                lits[j] = lits[--count];
                merged = true;
            }
    }
    lit all = LIT_FALSE;
    for (uint32_t i = 0; i < count; i++)
        all = circuit_or(c, all, lits[i]);
    return all;
}
