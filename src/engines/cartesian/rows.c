/* Bit sets without trailing zero words, interned; inclusion, union and difference are remembered by pairs of rows. */
#include "engines/cartesian/rows.h"

void rows_init(struct rows *r)
{
    *r = (struct rows){0};
    struct bitset empty = {0};
    rows_of(r, &empty);
}

void rows_free(struct rows *r)
{
    intern_free(&r->table);
    vector_free(&r->sets);
    arena_release(&r->words);
    map_free(&r->within);
    map_free(&r->unions);
    map_free(&r->differences);
}

row rows_of(struct rows *r, const struct bitset *set)
{
    uint32_t words = set->size;
    while (words && !set->words[words - 1])
        words--;
    bool is_new;
    row id = intern_add(&r->table, words ? (const void *)set->words : "", words * sizeof *set->words, &is_new);
    if (is_new) {
        uint64_t *copy = arena_alloc(&r->words, words * sizeof *copy);
        if (words)
            memcpy(copy, set->words, words * sizeof *copy);
        vector_push(&r->sets, (struct bitset){copy, words});
    }
    return id;
}

row rows_one(struct rows *r, uint32_t member)
{
    struct bitset s = {0};
    bitset_add(&s, member);
    row id = rows_of(r, &s);
    bitset_free(&s);
    return id;
}

static uint64_t pair(row a, row b) { return (uint64_t)a << 32 | b; }

bool rows_within(struct rows *r, row a, row b)
{
    assert(a < r->sets.size && b < r->sets.size);
    uint64_t v;
    if (a == b || a == 0)
        return true;
    if (!map_get(&r->within, pair(a, b), &v)) {
        v = bitset_within(rows_set(r, a), rows_set(r, b));
        map_put(&r->within, pair(a, b), v);
    }
    return v;
}

row rows_union(struct rows *r, row a, row b)
{
    assert(a < r->sets.size && b < r->sets.size);
    uint64_t v;
    if (a == b || b == 0)
        return a;
    if (a == 0)
        return b;
    if (!map_get(&r->unions, pair(a, b), &v)) {
        struct bitset s = {0};
        bitset_copy(&s, rows_set(r, a));
        bitset_unite(&s, rows_set(r, b));
        v = rows_of(r, &s);
        bitset_free(&s);
        map_put(&r->unions, pair(a, b), v);
    }
    return (row)v;
}

row rows_minus(struct rows *r, row a, row b)
{
    assert(a < r->sets.size && b < r->sets.size);
    uint64_t v;
    if (a == b || a == 0)
        return 0;
    if (b == 0)
        return a;
    if (!map_get(&r->differences, pair(a, b), &v)) {
        struct bitset s = {0};
        bitset_copy(&s, rows_set(r, a));
        bitset_subtract(&s, rows_set(r, b));
        v = rows_of(r, &s);
        bitset_free(&s);
        map_put(&r->differences, pair(a, b), v);
    }
    return (row)v;
}
