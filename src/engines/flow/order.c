/* A bit matrix, one row of predecessors an event, and a log of overwritten words. Successors are not kept: an addition
 * looks for them through all rows, one word each, which costs less than keeping both directions closed. */
#include "engines/flow/order.h"

#include "base/vector.h"

struct changed_word {
    uint64_t *word, old;
};

struct order {
    uint32_t events, words;             /* words of a row */
    uint64_t *pred;                     /* rows by event */
    uint32_t *block_word, *block_words; /* by event: the words of its row in local */
    uint64_t **local;                   /* by event: those it is never after, as far as its block goes */
    VECTOR(struct changed_word) log;
};

static uint64_t *row(const struct order *o, uint64_t *matrix, uint32_t e) { return matrix + (size_t)e * o->words; }
static bool bit(const uint64_t *r, uint32_t e) { return r[e / 64] >> (e % 64) & 1; }

struct order *order_new(uint32_t events)
{
    struct order *o = NEW(struct order);
    o->events = events;
    o->words = (events + 63) / 64;
    o->pred = NEW_ARRAY(uint64_t, (size_t)events * o->words + 1);
    o->block_word = NEW_ARRAY(uint32_t, events + 1);
    o->block_words = NEW_ARRAY(uint32_t, events + 1);
    o->local = NEW_ARRAY(uint64_t *, events + 1);
    return o;
}

void order_free(struct order *o)
{
    if (!o)
        return;
    for (uint32_t e = 0; e < o->events; e++)
        mem_free(o->local[e]);
    mem_free(o->local);
    mem_free(o->pred);
    mem_free(o->block_word);
    mem_free(o->block_words);
    vector_free(&o->log);
    mem_free(o);
}

void order_set_block(struct order *o, uint32_t event, uint32_t first, uint32_t end)
{
    assert(event < o->events && first <= end && end <= o->events);
    o->block_word[event] = first / 64;
    o->block_words[event] = (end + 63) / 64 - first / 64;
    o->local[event] = NEW_ARRAY(uint64_t, o->block_words[event] + 1);
}

void order_set_local(struct order *o, uint32_t a, uint32_t b)
{
    assert(a < o->events && o->local[a] && b / 64 >= o->block_word[a] && b / 64 < o->block_word[a] + o->block_words[a]);
    o->local[a][b / 64 - o->block_word[a]] |= UINT64_C(1) << (b % 64);
}

bool order_set_before(struct order *o, uint32_t a, uint32_t b)
{
    assert(a < o->events && b < o->events);
    uint64_t *r = row(o, o->pred, b);
    bool is_new = !bit(r, a);
    r[a / 64] |= UINT64_C(1) << (a % 64);
    return is_new;
}

bool order_take_predecessors(struct order *o, uint32_t to, uint32_t from)
{
    assert(to < o->events && from < o->events);
    uint64_t *t = row(o, o->pred, to), more = 0;
    const uint64_t *f = row(o, o->pred, from);
    for (uint32_t i = 0; i < o->words; i++) {
        more |= f[i] & ~t[i];
        t[i] |= f[i];
    }
    return more != 0;
}

/* Late ones first: what they bring need not be looked at again. */
bool order_take_block(struct order *o, uint32_t to)
{
    uint32_t first = o->block_word[to], n = o->block_words[to];
    uint64_t *covered = NEW_ARRAY(uint64_t, n + 1), *t = row(o, o->pred, to);
    bool changed = false;
    for (uint32_t i = n; i-- > 0;)
        for (uint64_t w; (w = t[first + i] & ~covered[i]);) {
            uint32_t m = (first + i) * 64 + 63 - (uint32_t)__builtin_clzll(w);
            const uint64_t *r = row(o, o->pred, m);
            changed |= order_take_predecessors(o, to, m);
            for (uint32_t k = 0; k <= i; k++)
                covered[k] |= r[first + k];
            covered[i] |= UINT64_C(1) << (m % 64);
        }
    mem_free(covered);
    return changed;
}

void order_take_common(struct order *o, uint32_t to, const uint32_t *from, uint32_t count, bool itself, bool *changed)
{
    uint64_t *t = row(o, o->pred, to);
    for (uint32_t i = 0; i < o->words && count; i++) {
        uint64_t common = ~UINT64_C(0);
        for (uint32_t k = 0; k < count; k++) {
            uint64_t w = row(o, o->pred, from[k])[i];
            if (itself && from[k] / 64 == i)
                w |= UINT64_C(1) << (from[k] % 64);
            common &= w;
        }
        if (common & ~t[i])
            *changed = true;
        t[i] |= common;
    }
}

bool order_before(const struct order *o, uint32_t a, uint32_t b)
{
    assert(a < o->events && b < o->events);
    return bit(row(o, o->pred, b), a);
}

bool order_never_after(const struct order *o, uint32_t a, uint32_t b)
{
    assert(a < o->events && b < o->events);
    if (order_before(o, a, b))
        return true;
    const uint64_t *l = o->local[a];
    uint32_t first = o->block_word[a], n = o->block_words[a];
    if (!l)
        return false;
    if (b / 64 >= first && b / 64 < first + n && l[b / 64 - first] >> (b % 64) & 1)
        return true;
    const uint64_t *p = row(o, o->pred, b) + first;
    for (uint32_t i = 0; i < n; i++)
        if (l[i] & p[i])
            return true;
    return false;
}

static void unite(struct order *o, uint64_t *to, const uint64_t *from, uint32_t extra)
{
    for (uint32_t i = 0; i < o->words; i++) {
        uint64_t w = to[i] | from[i] | (extra / 64 == i ? UINT64_C(1) << (extra % 64) : 0);
        if (w != to[i]) {
            vector_push(&o->log, (struct changed_word){&to[i], to[i]});
            to[i] = w;
        }
    }
}

bool order_add(struct order *o, uint32_t a, uint32_t b)
{
    if (a == b || order_before(o, b, a))
        return false;
    if (order_before(o, a, b))
        return true;
    const uint64_t *earlier = row(o, o->pred, a); /* a is not after b: this row stays as it is */
    unite(o, row(o, o->pred, b), earlier, a);
    for (uint32_t q = 0; q < o->events; q++)
        if (bit(row(o, o->pred, q), b))
            unite(o, row(o, o->pred, q), earlier, a);
    return true;
}

uint32_t order_mark(const struct order *o) { return o->log.size; }

void order_undo(struct order *o, uint32_t mark)
{
    while (o->log.size > mark) {
        struct changed_word c = vector_pop(&o->log);
        *c.word = c.old;
    }
}

void order_commit(struct order *o) { vector_clear(&o->log); }

const uint64_t *order_predecessors(const struct order *o, uint32_t event) { return row(o, o->pred, event); }

uint32_t order_words(const struct order *o) { return o->words; }
