#include "base/bitset.h"

#include "base/map.h"
#include "base/memory.h"

#include <assert.h>
#include <string.h>

static void reserve_words(struct bitset *s, uint32_t need)
{
    if (need <= s->size)
        return;
    s->words = mem_realloc(s->words, need * sizeof *s->words);
    memset(s->words + s->size, 0, (need - s->size) * sizeof *s->words);
    s->size = need;
}

void bitset_reserve(struct bitset *s, uint32_t members) { reserve_words(s, members / 64 + (members % 64 != 0)); }

void bitset_add(struct bitset *s, uint32_t x)
{
    assert(bitset_valid(s) && x != BITSET_END);
    if (x / 64 >= s->size)
        reserve_words(s, x / 64 + 1 + s->size / 2);
    s->words[x / 64] |= UINT64_C(1) << (x % 64);
}

void bitset_remove(struct bitset *s, uint32_t x)
{
    if (x / 64 < s->size)
        s->words[x / 64] &= ~(UINT64_C(1) << (x % 64));
}

void bitset_clear(struct bitset *s)
{
    if (s->size)
        memset(s->words, 0, s->size * sizeof *s->words);
}

void bitset_copy(struct bitset *to, const struct bitset *from)
{
    assert(to != from && bitset_valid(from));
    bitset_clear(to);
    bitset_unite(to, from);
}

void bitset_free(struct bitset *s)
{
    mem_free(s->words);
    *s = (struct bitset){0};
}

bool bitset_unite(struct bitset *to, const struct bitset *from)
{
    assert(bitset_valid(to) && bitset_valid(from));
    reserve_words(to, from->size);
    uint64_t changed = 0;
    for (uint32_t i = 0; i < from->size; i++) {
        changed |= from->words[i] & ~to->words[i];
        to->words[i] |= from->words[i];
    }
    return changed != 0;
}

bool bitset_intersect(struct bitset *to, const struct bitset *from)
{
    assert(bitset_valid(to) && bitset_valid(from));
    uint64_t changed = 0;
    for (uint32_t i = 0; i < to->size; i++) {
        uint64_t keep = i < from->size ? from->words[i] : 0;
        changed |= to->words[i] & ~keep;
        to->words[i] &= keep;
    }
    return changed != 0;
}

bool bitset_subtract(struct bitset *to, const struct bitset *from)
{
    assert(bitset_valid(to) && bitset_valid(from));
    uint64_t changed = 0;
    for (uint32_t i = 0; i < to->size && i < from->size; i++) {
        changed |= to->words[i] & from->words[i];
        to->words[i] &= ~from->words[i];
    }
    return changed != 0;
}

bool bitset_meets(const struct bitset *a, const struct bitset *b)
{
    assert(bitset_valid(a) && bitset_valid(b));
    for (uint32_t i = 0; i < a->size && i < b->size; i++)
        if (a->words[i] & b->words[i])
            return true;
    return false;
}

bool bitset_within(const struct bitset *a, const struct bitset *b)
{
    assert(bitset_valid(a) && bitset_valid(b));
    for (uint32_t i = 0; i < a->size; i++)
        if (a->words[i] & ~(i < b->size ? b->words[i] : 0))
            return false;
    return true;
}

bool bitset_equal(const struct bitset *a, const struct bitset *b) { return bitset_within(a, b) && bitset_within(b, a); }

bool bitset_empty(const struct bitset *s)
{
    for (uint32_t i = 0; i < s->size; i++)
        if (s->words[i])
            return false;
    return true;
}

uint32_t bitset_count(const struct bitset *s)
{
    assert(bitset_valid(s));
    uint32_t n = 0;
    for (uint32_t i = 0; i < s->size; i++)
        n += (uint32_t)__builtin_popcountll(s->words[i]);
    return n;
}

uint32_t bitset_next(const struct bitset *s, uint32_t from)
{
    uint32_t i = from / 64;
    if (i >= s->size)
        return BITSET_END;
    uint64_t w = s->words[i] & ~UINT64_C(0) << (from % 64);
    while (!w)
        if (++i == s->size)
            return BITSET_END;
        else
            w = s->words[i];
    return i * 64 + (uint32_t)__builtin_ctzll(w);
}
