/* Sets of places: inclusion between them, and what is stored at the places of one. */
#include "frontend/pointsto_sets.h"

#include "program/strided.h"

enum { MOST_EXACT = 24, FEW_PLACES = 16 }; /* exact places of one object in one set; beyond, they become an array */

uint32_t points_node(struct pointsto *p)
{
    vector_push(&p->sets, (u32_vector){0});
    vector_push(&p->covered, (struct map){0});
    return p->sets.size - 1;
}

/* Too many offsets of one object: the pointer runs through it. */
static void widen(struct pointsto *p, uint32_t node, uint32_t object)
{
    u32_vector *s = &p->sets.data[node];
    uint32_t count = 0;
    int64_t least = INT64_MAX; /* negative before the object (places.c) */
    uint64_t step = 0;
    vector_each(uint32_t *, x, s) {
        const struct place *q = place_get(&p->places, *x);
        if (q->object != object || q->stride)
            continue;
        count++;
        if ((int64_t)q->first < least)
            least = (int64_t)q->first;
    }
    if (count <= MOST_EXACT)
        return;
    vector_each(uint32_t *, x, s) {
        const struct place *q = place_get(&p->places, *x);
        if (q->object != object || q->stride)
            continue;
        step = gcd(q->first - (uint64_t)least, step);
    }
    assert(step); /* places of a set differ */
    int64_t first = least % (int64_t)step;
    points_add(p, node,
               place_id(&p->places, (struct place){.object = object,
                                                   .first = (uint64_t)(first < 0 ? first + (int64_t)step : first),
                                                   .stride = step,
                                                   .end = p->places.objects.data[object].size}));
}

/* Mostly a place is there already. What a large set covers is remembered, because the same places come again and again. */
static bool is_covered(struct pointsto *p, uint32_t node, uint32_t place)
{
    const u32_vector *s = &p->sets.data[node];
    struct map *covered = &p->covered.data[node];
    if (s->size > FEW_PLACES) {
        if (map_get(covered, place, NULL))
            return true;
        map_put(covered, place, 1); /* now, or when it is added */
    }
    const struct place *q = place_get(&p->places, place);
    vector_each(const uint32_t *, x, s)
        if (*x == place || place_within(q, place_get(&p->places, *x)))
            return true;
    return false;
}

void points_add(struct pointsto *p, uint32_t node, uint32_t place)
{
    assert(node < p->sets.size);
    u32_vector *s = &p->sets.data[node];
    if (is_covered(p, node, place))
        return;
    const struct place *q = place_get(&p->places, place);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < s->size; i++)
        if (!q->stride || !place_within(place_get(&p->places, s->data[i]), q))
            s->data[kept++] = s->data[i];
    s->size = kept;
    vector_push(s, place);
    p->changed = true;
    if (!q->stride && s->size > MOST_EXACT)
        widen(p, node, q->object);
}

void points_include(struct pointsto *p, uint32_t to, uint32_t from)
{
    assert(to < p->sets.size && from < p->sets.size);
    if (to == from)
        return;
    for (uint32_t i = 0; i < p->sets.data[from].size; i++)
        points_add(p, to, p->sets.data[from].data[i]);
}

void points_smear(struct pointsto *p, uint32_t to, uint32_t from)
{
    assert(to < p->sets.size && from < p->sets.size);
    for (uint32_t i = 0; i < p->sets.data[from].size; i++) {
        const struct place *q = place_get(&p->places, p->sets.data[from].data[i]);
        if (p->places.objects.data[q->object].kind == OBJECT_FUNCTION)
            points_add(p, to, p->sets.data[from].data[i]);
        else
            points_add(p, to, place_anywhere(&p->places, q->object));
    }
}

/* The node for what is stored at a place with a width, made when it is first needed. */
uint32_t points_memory(struct pointsto *p, uint32_t place, uint64_t width)
{
    assert(width);
    uint64_t object = place_get(&p->places, place)->object, head = NONE;
    map_get(&p->content_of, object, &head);
    for (uint32_t m = (uint32_t)head; m != NONE; m = p->memory.data[m].next)
        if (p->memory.data[m].place == place && p->memory.data[m].width == width)
            return p->memory.data[m].node;
    uint32_t node = points_node(p);
    map_put(&p->content_of, object, p->memory.size);
    vector_push(&p->memory, (struct memory_node){place, node, (uint32_t)head, width});
    return node;
}

void points_load(struct pointsto *p, uint32_t result, uint32_t pointer, uint64_t width)
{
    assert(result < p->sets.size && pointer < p->sets.size);
    for (uint32_t i = 0; i < p->sets.data[pointer].size; i++) {
        const struct place *q = place_get(&p->places, p->sets.data[pointer].data[i]);
        uint64_t m = NONE;
        map_get(&p->content_of, q->object, &m);
        for (; m != NONE; m = p->memory.data[m].next)
            if (place_overlaps(q, width, place_get(&p->places, p->memory.data[m].place), p->memory.data[m].width))
                points_include(p, result, p->memory.data[m].node);
    }
}

void points_store(struct pointsto *p, uint32_t value, uint32_t pointer, uint64_t width)
{
    assert(value < p->sets.size && pointer < p->sets.size);
    if (p->sets.data[value].size == 0)
        return;
    for (uint32_t i = 0; i < p->sets.data[pointer].size; i++)
        points_include(p, points_memory(p, p->sets.data[pointer].data[i], width), value);
}

/* How far behind a pointer that is at q something lies that was stored at m; false if that is not one distance, or it is not all
 * among these bytes. */
static bool distance(const struct place *q, const struct place *m, uint64_t width, uint64_t bytes, uint64_t *apart)
{
    if (m->first < q->first || (m->stride && m->stride != q->stride) || (q->stride && bytes > q->stride))
        return false;
    *apart = q->stride ? (m->first - q->first) % q->stride : m->first - q->first;
    return *apart + width <= bytes;
}

/* The place so far behind q, if it does not leave the element of an array. */
static bool behind(struct places *p, const struct place *q, uint64_t apart, uint64_t width, uint32_t *place)
{
    struct place at = *q;
    at.first += apart;
    if (at.stride ? (q->first - at.start) % at.stride + apart >= at.stride : at.first + width > p->objects.data[q->object].size)
        return false;
    *place = place_id(p, at);
    return true;
}

static void store_copy(struct pointsto *p, uint32_t to, uint64_t bytes, const struct place *from, uint32_t stored)
{
    struct memory_node m = p->memory.data[stored];
    uint64_t apart;
    bool exact = distance(from, place_get(&p->places, m.place), m.width, bytes, &apart);
    for (uint32_t i = 0; i < p->sets.data[to].size; i++) {
        uint32_t place = p->sets.data[to].data[i], moved;
        struct place at = *place_get(&p->places, place);
        if (exact && behind(&p->places, &at, apart, m.width, &moved))
            points_include(p, points_memory(p, moved, m.width), m.node);
        else
            points_include(p, points_memory(p, place, bytes), m.node);
    }
}

void points_copy(struct pointsto *p, uint32_t to, uint32_t from, uint64_t bytes)
{
    assert(to < p->sets.size && from < p->sets.size);
    for (uint32_t i = 0; i < p->sets.data[from].size; i++) {
        struct place q = *place_get(&p->places, p->sets.data[from].data[i]);
        uint64_t m = NONE;
        map_get(&p->content_of, q.object, &m);
        for (; m != NONE; m = p->memory.data[m].next)
            if (place_overlaps(&q, bytes, place_get(&p->places, p->memory.data[m].place), p->memory.data[m].width))
                store_copy(p, to, bytes, &q, (uint32_t)m);
    }
}
