/* See known.h. */
#include "engines/bounded/known.h"

struct known_bits known_initially(const struct cell *c)
{
    uint64_t mask = width_mask(c->width);
    if (c->arbitrary)
        return (struct known_bits){0};
    struct known_bits k = {~c->init & mask, c->init & mask, 0};
    uint64_t count = !c->inits ? 0 : cell_is_array(c) ? c->ranges[0].count : 1;
    for (uint64_t i = 0; i < count; i++) {
        k.zeros &= ~c->inits[i];
        k.ones &= c->inits[i];
    }
    return k;
}

word known_word(const struct known_bits *k, struct blaster *b, unsigned width)
{
    assert(!(k->zeros & k->ones) && !(k->alike & (k->zeros | k->ones)));
    lit *w = ARENA_ARRAY(b->arena, lit, width), shared = k->alike ? circuit_input(b->circuit) : LIT_FALSE;
    for (unsigned i = 0; i < width; i++)
        w[i] = k->zeros >> i & 1 ? LIT_FALSE : k->ones >> i & 1 ? LIT_TRUE : k->alike >> i & 1 ? shared : circuit_input(b->circuit);
    return w;
}

/* --- inputs --- */

struct bound_search {
    uint32_t site;
    bool mentioned, not_negative;
    uint64_t signed_below, below; /* 0: no such bound */
};

static bool is_it(const struct bound_search *s, expr e) { return e->op == E_INPUT && e->value == s->site; }

static void look_at(struct bound_search *s, expr e)
{
    if (e->op == E_AND && e->width == 1) {
        look_at(s, e->arg[0]);
        look_at(s, e->arg[1]);
        return;
    }
    if (e->arity != 2 || e->op < E_ULT || e->op > E_SLE)
        return;
    bool or_equal = e->op == E_ULE || e->op == E_SLE, is_signed = e->op == E_SLT || e->op == E_SLE;
    if (is_it(s, e->arg[0]) && expr_is_const(e->arg[1])) {
        uint64_t limit = e->arg[1]->value + or_equal;
        uint64_t *bound = is_signed ? &s->signed_below : &s->below;
        bool negative = is_signed && sign_extend(e->arg[1]->value, e->arg[1]->width) < 0;
        if (limit && !negative && (!*bound || limit < *bound))
            *bound = limit;
    } else if (is_it(s, e->arg[1]) && is_signed && expr_is_const(e->arg[0])) {
        s->not_negative |= sign_extend(e->arg[0]->value, e->arg[0]->width) >= 0;
    }
}

static void find_site(void *context, expr e)
{
    struct bound_search *s = context;
    s->mentioned |= is_it(s, e);
}

static unsigned bits_in_step(const struct action *a, uint32_t site, unsigned width)
{
    struct bound_search s = {.site = site};
    expr_visit(a->guard, find_site, &s);
    for (uint32_t i = 0; i < a->update_count; i++) {
        if (a->updates[i].index)
            expr_visit(a->updates[i].index, find_site, &s);
        expr_visit(a->updates[i].value, find_site, &s);
    }
    if (!s.mentioned)
        return 0;
    look_at(&s, a->guard);
    uint64_t below = s.below;
    if (s.not_negative && s.signed_below && (!below || s.signed_below < below))
        below = s.signed_below;
    if (!below)
        return width;
    unsigned bits = 0;
    while (bits < width && (below - 1) >> bits)
        bits++;
    return bits;
}

unsigned known_input_bits(const struct code *c, uint32_t location, uint32_t site, unsigned width)
{
    unsigned most = 0;
    for (uint32_t i = out_begin(c, location); i < out_end(c, location); i++) {
        unsigned bits = bits_in_step(&out_edge(c, i)->action, site, width);
        most = bits > most ? bits : most;
    }
    return most;
}
