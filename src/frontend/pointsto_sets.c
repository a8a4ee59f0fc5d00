/* Sets of places: inclusion between them, and what is stored at the places of one. */
#include "frontend/pointsto_sets.h"

#include "program/strided.h"

enum { MOST_EXACT = 24, FEW_PLACES = 16 }; /* exact places of one object in one set; beyond, they become an array */

uint32_t points_node(struct pointsto *p)
{
    vector_push(&p->sets, (u32_vector){0});
    vector_push(&p->covered, (struct map){0});
    vector_push(&p->stamps, (struct node_stamp){0});
    return p->sets.size - 1;
}

static void note_stored(struct pointsto *p, uint32_t object)
{
    if (p->stored.size <= object)
        vector_resize(&p->stored, p->places.objects.size);
    p->stored.data[object] = p->clock;
}

static void note_growth(struct pointsto *p, uint32_t node)
{
    p->changed = true;
    p->stamps.data[node].grown = ++p->clock;
    if (p->stamps.data[node].home)
        note_stored(p, p->stamps.data[node].home - 1);
}

bool points_grown(const struct pointsto *p, uint32_t node, uint64_t since)
{
    assert(node < p->stamps.size);
    return p->stamps.data[node].grown > since;
}

bool points_stored(const struct pointsto *p, uint32_t pointer, uint64_t since)
{
    assert(pointer < p->sets.size);
    vector_each(const uint32_t *, x, &p->sets.data[pointer]) {
        uint32_t object = place_get(&p->places, *x)->object;
        if (object < p->stored.size && p->stored.data[object] > since)
            return true;
    }
    return false;
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

/* The same for arrays within the object, of which a pointer may go from one to the next. */
static void widen_arrays(struct pointsto *p, uint32_t node, uint32_t object)
{
    uint32_t count = 0;
    uint64_t step = 0, least = UINT64_MAX;
    vector_each(const uint32_t *, x, &p->sets.data[node]) {
        const struct place *q = place_get(&p->places, *x);
        if (q->object != object || !q->stride || q->distance)
            continue;
        count++;
        step = gcd(q->stride, step);
        step = least == UINT64_MAX ? step : gcd(q->first > least ? q->first - least : least - q->first, step);
        least = q->first < least ? q->first : least;
    }
    if (count > MOST_EXACT)
        points_add(p, node,
                   place_id(&p->places, (struct place){.object = object,
                                                       .first = least % step,
                                                       .stride = step,
                                                       .end = p->places.objects.data[object].size}));
}

static bool is_before(const struct place *q) { return !q->stride && (int64_t)q->first < 0; }

/* A pointer that runs backwards out of its object: widen() has put it anywhere in there, should it come back. Where exactly before the object it is matters no more. */
static bool has_run_out(const struct pointsto *p, uint32_t node, const struct place *q)
{
    uint32_t count = 0;
    if (!is_before(q) || p->sets.data[node].size <= MOST_EXACT)
        return false;
    vector_each(const uint32_t *, x, &p->sets.data[node]) {
        const struct place *y = place_get(&p->places, *x);
        count += y->object == q->object && is_before(y);
    }
    return count > MOST_EXACT;
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
    return has_run_out(p, node, q);
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
    note_growth(p, node);
    if (s->size <= MOST_EXACT || q->distance)
        return;
    if (!q->stride)
        widen(p, node, q->object);
    else if (p->places.front->wide)
        widen_arrays(p, node, q->object);
}

void points_include(struct pointsto *p, uint32_t to, uint32_t from)
{
    assert(to < p->sets.size && from < p->sets.size);
    if (to == from)
        return;
    for (uint32_t i = 0; i < p->sets.data[from].size; i++)
        points_add(p, to, p->sets.data[from].data[i]);
}

void points_include_part(struct pointsto *p, uint32_t to, uint32_t from)
{
    assert(to < p->sets.size && from < p->sets.size);
    for (uint32_t i = 0; i < p->sets.data[from].size; i++)
        if (!place_get(&p->places, p->sets.data[from].data[i])->distance)
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

static bool has_address(const struct pointsto *p, uint32_t node)
{
    vector_each(const uint32_t *, x, &p->sets.data[node])
        if (!place_get(&p->places, *x)->distance)
            return true;
    return false;
}

void points_distance(struct pointsto *p, uint32_t to, uint32_t from)
{
    assert(to < p->sets.size && from < p->sets.size);
    for (uint32_t i = 0; i < p->sets.data[from].size; i++)
        points_add(p, to, place_distance(&p->places, place_get(&p->places, p->sets.data[from].data[i])->object));
}

/* A distance is one until it is added to an address: whatever it was measured from or to may be there. */
void points_moved(struct pointsto *p, uint32_t to, uint32_t from, uint32_t by)
{
    assert(to < p->sets.size && from < p->sets.size && by < p->sets.size);
    if (has_address(p, by)) {
        points_smear(p, to, from);
        return;
    }
    for (uint32_t i = 0; i < p->sets.data[from].size; i++) {
        uint32_t place = p->sets.data[from].data[i];
        const struct place *q = place_get(&p->places, place);
        bool stays = q->distance || p->places.objects.data[q->object].kind == OBJECT_FUNCTION;
        points_add(p, to, stays ? place : place_anywhere(&p->places, q->object));
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
    p->stamps.data[node].home = (uint32_t)object + 1;
    return node;
}

void points_load(struct pointsto *p, uint32_t result, uint32_t pointer, uint64_t width)
{
    assert(result < p->sets.size && pointer < p->sets.size);
    for (uint32_t i = 0; i < p->sets.data[pointer].size; i++) {
        const struct place *q = place_get(&p->places, p->sets.data[pointer].data[i]);
        uint64_t m = NONE;
        if (q->distance)
            continue;
        map_get(&p->content_of, q->object, &m);
        for (; m != NONE; m = p->memory.data[m].next)
            if (place_overlaps(q, width, place_get(&p->places, p->memory.data[m].place), p->memory.data[m].width))
                (width < p->places.front->pointer_bytes ? points_include_part : points_include)(p, result, p->memory.data[m].node);
    }
}

void points_store(struct pointsto *p, uint32_t value, uint32_t pointer, uint64_t width)
{
    assert(value < p->sets.size && pointer < p->sets.size);
    if (p->sets.data[value].size == 0)
        return;
    for (uint32_t i = 0; i < p->sets.data[pointer].size; i++)
        if (!place_get(&p->places, p->sets.data[pointer].data[i])->distance)
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
        if (at.distance)
            continue;
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
        if (q.distance)
            continue;
        map_get(&p->content_of, q.object, &m);
        for (; m != NONE; m = p->memory.data[m].next)
            if (place_overlaps(&q, bytes, place_get(&p->places, p->memory.data[m].place), p->memory.data[m].width))
                store_copy(p, to, bytes, &q, (uint32_t)m);
    }
}
