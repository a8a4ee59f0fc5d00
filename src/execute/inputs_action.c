/* What is done with an input in one action (inputs.h). */
#include "execute/inputs.h"

#include "program/terms.h"

#include <stdlib.h>

enum { MOST_CUTS = 12, SMALL_PIECE = 9 };

struct mention {
    uint32_t site;
    bool other_use;       /* than a comparison with a constant */
    u64_vector constants; /* that it is compared with */
};

static void note_mention(void *context, expr e)
{
    struct mention *m = context;
    bool compares = e->op >= E_EQ && e->op <= E_SLE;
    for (unsigned i = 0; i < e->arity; i++) {
        if (e->arg[i]->op != E_INPUT || e->arg[i]->value != m->site)
            continue;
        if (compares && expr_is_const(e->arg[1 - i]))
            vector_push(&m->constants, e->arg[1 - i]->value);
        else
            m->other_use = true;
    }
}

static void mention_in(struct mention *m, expr e)
{
    expr_visit(e, note_mention, m);
    m->other_use |= e->op == E_INPUT && e->value == m->site;
}

static struct mention mentions_of(const struct action *a, uint32_t site)
{
    struct mention m = {.site = site};
    mention_in(&m, a->guard);
    for (uint32_t i = 0; i < a->update_count; i++) {
        if (a->updates[i].index)
            mention_in(&m, a->updates[i].index);
        mention_in(&m, a->updates[i].value);
    }
    return m;
}

bool input_representatives(const struct action *a, uint32_t site, uint8_t width, u64_vector *out)
{
    assert(width >= 1 && width <= 64);
    struct mention m = mentions_of(a, site);
    uint64_t mask = width_mask(width), always[] = {0, 1, mask, mask >> 1, (mask >> 1) + 1};
    for (unsigned i = 0; i < 5; i++)
        vector_push(out, always[i] & mask);
    vector_each(const uint64_t *, c, &m.constants)
        for (int near = -1; near <= 1; near++)
            vector_push(out, (*c + (uint64_t)(int64_t)near) & mask);
    vector_free(&m.constants);
    return !m.other_use;
}

static int by_value(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

bool input_pieces(const struct action *a, uint32_t site, uint8_t width, u64_vector *values, u64_vector *members)
{
    u64_vector cuts = mentions_of(a, site).constants;
    bool ok = cuts.size && cuts.size <= MOST_CUTS;
    uint64_t ends[] = {0, width_mask(width) >> 1, (width_mask(width) >> 1) + 1, width_mask(width)};
    for (unsigned i = 0; i < 4; i++)
        vector_push(&cuts, ends[i]);
    qsort(cuts.data, cuts.size, sizeof *cuts.data, by_value);
    for (uint32_t i = 0; i < cuts.size && ok; i++) {
        uint64_t from = cuts.data[i], to = i + 1 < cuts.size ? cuts.data[i + 1] : from;
        if (i == 0 || cuts.data[i - 1] != from)
            vector_push(values, from);
        if (to - from > SMALL_PIECE)
            vector_push(members, from + 1);
        for (uint64_t k = 1; to - from <= SMALL_PIECE && k < to - from; k++)
            vector_push(values, from + k);
    }
    vector_free(&cuts);
    return ok;
}

/* --- what a guard leaves of an input --- */

struct range { /* taken without sign, and with it */
    __int128 low[2], high[2];
};

/* x < k, x <= k, or (flipped) k < x, k <= x */
static void narrow(struct range *r, bool is_signed, bool strict, bool flipped, __int128 k)
{
    __int128 *low = &r->low[is_signed], *high = &r->high[is_signed];
    if (flipped)
        *low = k + strict > *low ? k + strict : *low;
    else
        *high = k - strict < *high ? k - strict : *high;
}

static void narrow_by(struct range *r, expr e, uint32_t site)
{
    if (e->op < E_EQ || e->op > E_SLE)
        return;
    bool flipped = expr_is_const(e->arg[0]), is_signed = e->op == E_SLT || e->op == E_SLE;
    expr x = e->arg[flipped], k = e->arg[!flipped];
    if (x->op != E_INPUT || x->value != site || !expr_is_const(k))
        return;
    __int128 value = is_signed ? (__int128)sign_extend(k->value, k->width) : (__int128)k->value;
    if (e->op != E_EQ) {
        narrow(r, is_signed, e->op == E_ULT || e->op == E_SLT, flipped, value);
        return;
    }
    narrow(r, false, false, false, value);
    narrow(r, false, false, true, value);
}

bool input_within(expr guard, uint32_t site, uint8_t width, uint64_t limit, u64_vector *out)
{
    assert(width >= 1 && width <= 64);
    __int128 half = (__int128)1 << (width - 1);
    struct range r = {{0, -half}, {2 * half - 1, half - 1}};
    expr_vector conjuncts = {0};
    conjuncts_of(guard, &conjuncts);
    vector_each(const expr *, e, &conjuncts)
        narrow_by(&r, *e, site);
    vector_free(&conjuncts);
    if (r.low[1] >= 0) { /* the same numbers without sign */
        narrow(&r, false, false, true, r.low[1]);
        narrow(&r, false, false, false, r.high[1]);
    }
    bool is_signed = r.high[1] - r.low[1] < r.high[0] - r.low[0];
    if (r.high[is_signed] < r.low[is_signed] || r.high[is_signed] - r.low[is_signed] >= (__int128)limit)
        return false;
    for (__int128 x = r.low[is_signed]; x <= r.high[is_signed]; x++)
        vector_push(out, (uint64_t)x & width_mask(width));
    return true;
}
