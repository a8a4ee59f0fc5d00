/* Sets of places that are known by numbers, and their unions. */
#include "frontend/pointsto_values.h"

#include "program/strided.h"

#include <stdlib.h>

enum { MOST_EXACT = 24 }; /* exact places of one object in one set; beyond, they become an array */

static uint32_t object_of(struct place_sets *s, const struct places *p, uint32_t place)
{
    while (s->object_of.size <= place) {
        uint32_t object = place_get(p, s->object_of.size)->object;
        vector_push(&s->object_of, object);
    }
    return s->object_of.data[place];
}

/* The number of a set that is as it should be. */
static uint32_t number_of(struct place_sets *s, const struct places *p, const u32_vector *places)
{
    bool is_new;
    if (!s->views.size) {
        intern_add(&s->table, "", 0, NULL);
        vector_push(&s->views, (u32_vector){0});
    }
    if (!places->size)
        return 0;
    uint32_t set = intern_add(&s->table, places->data, places->size * sizeof *places->data, &is_new);
    if (is_new) {
        uint32_t *kept = (uint32_t *)(uintptr_t)intern_bytes(&s->table, set, NULL);
        vector_push(&s->views, (u32_vector){.data = kept, .size = places->size});
        vector_each(const uint32_t *, x, places)
            object_of(s, p, *x);
    }
    assert(s->views.size == s->table.size);
    return set;
}

const u32_vector *places_set_members(const struct place_sets *s, uint32_t set)
{
    static const u32_vector nothing;
    assert(!set || set < s->views.size);
    return set ? &s->views.data[set] : &nothing;
}

/* --- the places of one object: the end of a list, from first on --- */

/* What an array covers goes. Of two that cover each other, the one that was made first stays. */
static void absorb(const struct places *p, u32_vector *list, uint32_t first)
{
    for (uint32_t k = first; k < list->size; k++) {
        const struct place *outer = place_get(p, list->data[k]);
        if (!outer->stride)
            continue;
        uint32_t kept = first, moved = k;
        for (uint32_t i = first; i < list->size; i++) {
            const struct place *inner = place_get(p, list->data[i]);
            bool covered = i != k && place_within(inner, outer) && (i > k || !place_within(outer, inner));
            moved -= covered && i < k;
            if (!covered)
                list->data[kept++] = list->data[i];
        }
        list->size = kept;
        k = moved;
    }
}

static bool is_exact(const struct place *q) { return !q->stride; }
static bool is_array(const struct place *q) { return q->stride && !q->distance; }
static bool is_before(const struct place *q) { return !q->stride && (int64_t)q->first < 0; } /* its object (places.c) */

static uint32_t count_of(const struct places *p, const u32_vector *list, uint32_t first, bool (*counts)(const struct place *))
{
    uint32_t count = 0;
    for (uint32_t k = first; k < list->size; k++)
        count += counts(place_get(p, list->data[k]));
    return count;
}

static void insert(u32_vector *list, uint32_t first, uint32_t place)
{
    uint32_t at = list->size;
    for (uint32_t k = first; k < list->size; k++)
        if (list->data[k] == place)
            return;
    vector_push(list, place);
    for (; at > first && list->data[at - 1] > place; at--)
        list->data[at] = list->data[at - 1];
    list->data[at] = place;
}

/* Too many offsets of one object: the pointer runs through it. */
static void widen(struct places *p, u32_vector *list, uint32_t first)
{
    int64_t least = INT64_MAX;
    uint64_t step = 0;
    uint32_t object = place_get(p, list->data[first])->object;
    for (uint32_t k = first; k < list->size; k++) {
        const struct place *q = place_get(p, list->data[k]);
        if (is_exact(q) && (int64_t)q->first < least)
            least = (int64_t)q->first;
    }
    for (uint32_t k = first; k < list->size; k++) {
        const struct place *q = place_get(p, list->data[k]);
        if (is_exact(q))
            step = gcd(q->first - (uint64_t)least, step);
    }
    assert(step); /* places of a set differ */
    int64_t begin = least % (int64_t)step;
    struct place made = {.object = object,
                         .first = (uint64_t)(begin < 0 ? begin + (int64_t)step : begin),
                         .stride = step,
                         .end = p->objects.data[object].size};
    insert(list, first, place_id(p, made));
}

/* The same for arrays within the object, of which a pointer may go from one to the next. */
static void widen_arrays(struct places *p, u32_vector *list, uint32_t first)
{
    uint64_t step = 0, least = UINT64_MAX;
    uint32_t object = place_get(p, list->data[first])->object;
    for (uint32_t k = first; k < list->size; k++) {
        const struct place *q = place_get(p, list->data[k]);
        if (!is_array(q))
            continue;
        step = gcd(q->stride, gcd(q->inner, step));
        step = least == UINT64_MAX ? step : gcd(q->first > least ? q->first - least : least - q->first, step);
        least = q->first < least ? q->first : least;
    }
    struct place made = {.object = object, .first = least % step, .stride = step, .end = p->objects.data[object].size};
    insert(list, first, place_id(p, made));
}

/* A pointer that runs backwards out of its object: widen() has put it anywhere in there, should it come back. Where exactly before the object it is matters no more: only
 * the nearest are kept. */
static void forget_far(const struct places *p, u32_vector *list, uint32_t first)
{
    for (uint32_t count = count_of(p, list, first, is_before); count > MOST_EXACT; count--) {
        uint32_t furthest = NONE;
        for (uint32_t k = first; k < list->size; k++) {
            const struct place *q = place_get(p, list->data[k]);
            if (is_before(q) && (furthest == NONE || (int64_t)q->first < (int64_t)place_get(p, list->data[furthest])->first))
                furthest = k;
        }
        assert(furthest != NONE);
        for (uint32_t k = furthest + 1; k < list->size; k++)
            list->data[k - 1] = list->data[k];
        list->size--;
    }
}

static void tidy(struct places *p, u32_vector *list, uint32_t first)
{
    if (list->size - first < 2)
        return;
    absorb(p, list, first);
    if (count_of(p, list, first, is_exact) > MOST_EXACT) {
        widen(p, list, first);
        absorb(p, list, first);
        forget_far(p, list, first);
    }
    if (p->front->wide && count_of(p, list, first, is_array) > MOST_EXACT) {
        widen_arrays(p, list, first);
        absorb(p, list, first);
    }
}

/* --- sets --- */

uint32_t places_set_single(struct place_sets *s, struct places *p, uint32_t place)
{
    return number_of(s, p, &(u32_vector){.data = &place, .size = 1});
}

static int by_number(const void *x, const void *y)
{
    const uint64_t *a = x, *b = y;
    return (*a > *b) - (*a < *b);
}

uint32_t places_set_make(struct place_sets *s, struct places *p, u32_vector *places)
{
    VECTOR(uint64_t) sorted = {0};
    vector_each(const uint32_t *, x, places)
        vector_push(&sorted, (uint64_t)object_of(s, p, *x) << 32 | *x);
    if (sorted.size)
        qsort(sorted.data, sorted.size, sizeof *sorted.data, by_number);
    vector_clear(places);
    uint32_t first = 0;
    for (uint32_t k = 0; k < sorted.size; k++) {
        if (k && sorted.data[k] == sorted.data[k - 1])
            continue;
        if (k && sorted.data[k] >> 32 != sorted.data[k - 1] >> 32) {
            tidy(p, places, first);
            first = places->size;
        }
        vector_push(places, (uint32_t)sorted.data[k]);
    }
    tidy(p, places, first);
    vector_free(&sorted);
    return number_of(s, p, places);
}

/* Where the places of the same object end. */
static uint32_t group_end(const struct place_sets *s, const u32_vector *list, uint32_t at)
{
    uint32_t object = s->object_of.data[list->data[at]];
    while (at < list->size && s->object_of.data[list->data[at]] == object)
        at++;
    return at;
}

static void append(u32_vector *to, const u32_vector *from, uint32_t begin, uint32_t end)
{
    vector_reserve(to, to->size + (end - begin));
    memcpy(to->data + to->size, from->data + begin, (end - begin) * sizeof *to->data);
    to->size += end - begin;
}

/* Places of one object in two sets, a from i to m and b from k to n. */
static void unite_groups(struct places *p, u32_vector *to, const u32_vector *a, const u32_vector *b, const uint32_t at[4])
{
    uint32_t first = to->size, i = at[0], m = at[1], k = at[2], n = at[3];
    if (m - i == n - k && !memcmp(a->data + i, b->data + k, (m - i) * sizeof *a->data)) {
        append(to, a, i, m);
        return;
    }
    while (i < m || k < n) {
        uint32_t next = k == n || (i < m && a->data[i] <= b->data[k]) ? a->data[i] : b->data[k];
        i += i < m && a->data[i] == next;
        k += k < n && b->data[k] == next;
        vector_push(to, next);
    }
    tidy(p, to, first);
}

static uint32_t unite(struct place_sets *s, struct places *p, const u32_vector *a, const u32_vector *b)
{
    u32_vector to = {0};
    uint32_t i = 0, k = 0;
    while (i < a->size || k < b->size) {
        uint32_t x = i < a->size ? s->object_of.data[a->data[i]] : UINT32_MAX;
        uint32_t y = k < b->size ? s->object_of.data[b->data[k]] : UINT32_MAX;
        uint32_t m = x <= y ? group_end(s, a, i) : i, n = y <= x ? group_end(s, b, k) : k;
        if (x < y)
            append(&to, a, i, m);
        else if (y < x)
            append(&to, b, k, n);
        else
            unite_groups(p, &to, a, b, (uint32_t[]){i, m, k, n});
        i = m;
        k = n;
    }
    uint32_t set = number_of(s, p, &to);
    vector_free(&to);
    return set;
}

uint32_t places_set_union(struct place_sets *s, struct places *p, uint32_t a, uint32_t b)
{
    if (a == b || !b)
        return a;
    if (!a)
        return b;
    uint64_t key = a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a, known;
    if (map_get(&s->unions, key, &known))
        return (uint32_t)known;
    u32_vector x = s->views.data[a], y = s->views.data[b];
    uint32_t set = unite(s, p, &x, &y);
    map_put(&s->unions, key, set);
    return set;
}

uint32_t places_set_operation(struct place_sets *s, const void *description, size_t bytes)
{
    return intern_add(&s->operations, description, bytes, NULL);
}

bool places_set_result(const struct place_sets *s, uint32_t operation, uint32_t set, uint32_t *result)
{
    uint64_t known;
    if (!map_get(&s->results, (uint64_t)operation << 32 | set, &known))
        return false;
    *result = (uint32_t)known;
    return true;
}

void places_set_remember(struct place_sets *s, uint32_t operation, uint32_t set, uint32_t result)
{
    map_put(&s->results, (uint64_t)operation << 32 | set, result);
}

void place_sets_free(struct place_sets *s)
{
    intern_free(&s->table);
    intern_free(&s->operations);
    vector_free(&s->views);
    map_free(&s->unions);
    map_free(&s->results);
    vector_free(&s->object_of);
}
