/* Sets as interned sorted arrays: those of locks and of kinds of threads have a few members each. */
#include "engines/wide/sets.h"

#include <stdlib.h>

void sets_begin(struct sets *s)
{
    *s = (struct sets){0};
    intern_add(&s->table, "", 0, NULL);
}

void sets_end(struct sets *s)
{
    intern_free(&s->table);
    map_free(&s->memo);
}

const uint32_t *sets_members(const struct sets *s, uint32_t set, uint32_t *count)
{
    size_t bytes;
    const uint32_t *members = intern_bytes(&s->table, set, &bytes);
    *count = (uint32_t)(bytes / sizeof *members);
    return members;
}

static int by_number(const void *x, const void *y)
{
    const uint32_t *a = x, *b = y;
    return (*a > *b) - (*a < *b);
}

uint32_t sets_of(struct sets *s, u32_vector *members)
{
    if (!members->size)
        return 0;
    qsort(members->data, members->size, sizeof *members->data, by_number);
    uint32_t kept = 1;
    for (uint32_t k = 1; k < members->size; k++)
        if (members->data[k] != members->data[kept - 1])
            members->data[kept++] = members->data[k];
    members->size = kept;
    return intern_add(&s->table, members->data, kept * sizeof *members->data, NULL);
}

bool sets_has(const struct sets *s, uint32_t set, uint32_t x)
{
    uint32_t n;
    const uint32_t *m = sets_members(s, set, &n);
    return n && bsearch(&x, m, n, sizeof *m, by_number);
}

static uint32_t combine(struct sets *s, uint32_t a, uint32_t b, bool both)
{
    u32_vector out = {0};
    uint32_t n, k;
    const uint32_t *x = sets_members(s, a, &n), *y = sets_members(s, b, &k);
    for (uint32_t i = 0; i < n; i++)
        if (!both || (k && bsearch(&x[i], y, k, sizeof *y, by_number)))
            vector_push(&out, x[i]);
    for (uint32_t i = 0; !both && i < k; i++)
        vector_push(&out, y[i]);
    uint32_t made = sets_of(s, &out);
    vector_free(&out);
    return made;
}

uint32_t sets_both(struct sets *s, uint32_t a, uint32_t b)
{
    if (a == b || b == SETS_ALL)
        return a;
    if (a == SETS_ALL)
        return b;
    uint64_t key = (uint64_t)(a < b ? a : b) << 32 | (a < b ? b : a), known;
    if (map_get(&s->memo, key, &known))
        return (uint32_t)known;
    uint32_t made = combine(s, a, b, true);
    map_put(&s->memo, key, made);
    return made;
}

uint32_t sets_any(struct sets *s, uint32_t a, uint32_t b) { return a == b || !b ? a : !a ? b : combine(s, a, b, false); }

uint32_t sets_add(struct sets *s, uint32_t set, uint32_t x)
{
    u32_vector one = {0};
    vector_push(&one, x);
    uint32_t single = sets_of(s, &one);
    vector_free(&one);
    return sets_any(s, set, single);
}
