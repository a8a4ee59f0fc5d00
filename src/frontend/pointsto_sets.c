/* Sets of places: inclusion between them, and what is stored at the places of one.
 *
 * The places of a set are in the order in which they came, so what is new in it since some time is at its end. Of a large set there is an index: the places that it
 * has or covers, and for each object how many of its places came and the last array among them. */
#include "frontend/pointsto_sets.h"

#include "program/strided.h"

enum { MOST_EXACT = 24, FEW_PLACES = 16 }; /* exact places of one object in one set; beyond, they become an array */

uint32_t points_node(struct pointsto *p)
{
    vector_push(&p->sets, (u32_vector){0});
    vector_push(&p->added, (u32_vector){0});
    vector_push(&p->index, (struct map){0});
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
    assert(p->clock < UINT32_MAX);
    p->stamps.data[node].grown = ++p->clock;
    if (p->stamps.data[node].home)
        note_stored(p, p->stamps.data[node].home - 1);
}

bool points_grown(const struct pointsto *p, uint32_t node, uint32_t since)
{
    assert(node < p->stamps.size);
    return p->stamps.data[node].grown > since;
}

bool points_object_stored(const struct pointsto *p, uint32_t object, uint32_t since)
{
    return object < p->stored.size && p->stored.data[object] > since;
}

bool points_stored(const struct pointsto *p, uint32_t pointer, uint32_t since)
{
    assert(pointer < p->sets.size);
    vector_each(const uint32_t *, x, &p->sets.data[pointer]) {
        uint32_t object = place_get(&p->places, *x)->object;
        if (points_object_stored(p, object, since))
            return true;
    }
    return false;
}

uint32_t points_first_new(const struct pointsto *p, uint32_t node, uint32_t since)
{
    const u32_vector *added = &p->added.data[node];
    uint32_t low = 0, high = added->size;
    if (!high || added->data[high - 1] <= since)
        return high;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (added->data[middle] > since)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

u32_vector points_now(const struct pointsto *p, uint32_t node, uint32_t since, uint32_t *first_new)
{
    u32_vector copy = {0};
    vector_each(const uint32_t *, x, &p->sets.data[node])
        vector_push(&copy, *x);
    *first_new = points_first_new(p, node, since);
    return copy;
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

/* --- the index of a large set --- */

static uint64_t object_key(uint32_t object) { return UINT64_C(1) << 40 | object; }

struct of_object {
    uint32_t count, array; /* how many of its places came; the last array among them plus 1, or 0 */
};

static struct of_object of_object(const struct map *index, uint32_t object)
{
    uint64_t packed = 0;
    map_get(index, object_key(object), &packed);
    return (struct of_object){(uint32_t)packed, (uint32_t)(packed >> 32)};
}

static void enter(struct pointsto *p, struct map *index, uint32_t place)
{
    const struct place *q = place_get(&p->places, place);
    struct of_object o = of_object(index, q->object);
    o.count++;
    if (q->stride)
        o.array = place + 1;
    map_put(index, object_key(q->object), (uint64_t)o.array << 32 | o.count);
    map_put(index, place, 1);
}

static bool is_large(const struct pointsto *p, uint32_t node) { return p->index.data[node].size != 0; }

static void note_added(struct pointsto *p, uint32_t node, uint32_t place)
{
    if (is_large(p, node))
        enter(p, &p->index.data[node], place);
    else if (p->sets.data[node].size > FEW_PLACES)
        vector_each(const uint32_t *, x, &p->sets.data[node])
            enter(p, &p->index.data[node], *x);
}

/* How many places of the object there may be. */
static uint32_t most_of(const struct pointsto *p, uint32_t node, uint32_t object)
{
    return is_large(p, node) ? of_object(&p->index.data[node], object).count : p->sets.data[node].size;
}

static bool is_within_some(const struct pointsto *p, uint32_t node, uint32_t place)
{
    const struct place *q = place_get(&p->places, place);
    vector_each(const uint32_t *, x, &p->sets.data[node])
        if (*x == place || place_within(q, place_get(&p->places, *x)))
            return true;
    return false;
}

/* Only an array covers other places. What is covered is remembered, because the same places come again and again. */
static bool is_covered(struct pointsto *p, uint32_t node, uint32_t place)
{
    const struct place *q = place_get(&p->places, place);
    struct map *index = &p->index.data[node];
    if (!is_large(p, node))
        return is_within_some(p, node, place) || has_run_out(p, node, q);
    if (map_get(index, place, NULL))
        return true;
    uint32_t array = of_object(index, q->object).array;
    bool covered =
        (array && (place_within(q, place_get(&p->places, array - 1)) || is_within_some(p, node, place))) || has_run_out(p, node, q);
    if (covered)
        map_put(index, place, 1);
    return covered;
}

/* What an array covers goes. */
static void absorb(struct pointsto *p, uint32_t node, const struct place *array)
{
    u32_vector *s = &p->sets.data[node], *added = &p->added.data[node];
    uint32_t kept = 0;
    for (uint32_t i = 0; i < s->size; i++)
        if (!place_within(place_get(&p->places, s->data[i]), array)) {
            added->data[kept] = added->data[i];
            s->data[kept++] = s->data[i];
        }
    s->size = added->size = kept;
}

void points_add(struct pointsto *p, uint32_t node, uint32_t place)
{
    assert(node < p->sets.size);
    if (is_covered(p, node, place))
        return;
    const struct place *q = place_get(&p->places, place);
    uint32_t of_same = most_of(p, node, q->object);
    if (q->stride && of_same)
        absorb(p, node, q);
    vector_push(&p->sets.data[node], place);
    note_growth(p, node);
    vector_push(&p->added.data[node], p->clock);
    note_added(p, node, place);
    if (of_same < MOST_EXACT || q->distance)
        return;
    if (!q->stride)
        widen(p, node, q->object);
    else if (p->places.front->wide)
        widen_arrays(p, node, q->object);
}

void points_include(struct pointsto *p, uint32_t to, uint32_t from, uint32_t since)
{
    assert(to < p->sets.size && from < p->sets.size);
    if (to == from)
        return;
    for (uint32_t i = points_first_new(p, from, since); i < p->sets.data[from].size; i++)
        points_add(p, to, p->sets.data[from].data[i]);
}

void points_include_part(struct pointsto *p, uint32_t to, uint32_t from, uint32_t since)
{
    assert(to < p->sets.size && from < p->sets.size);
    for (uint32_t i = points_first_new(p, from, since); i < p->sets.data[from].size; i++)
        if (!place_get(&p->places, p->sets.data[from].data[i])->distance)
            points_add(p, to, p->sets.data[from].data[i]);
}

void points_smear(struct pointsto *p, uint32_t to, uint32_t from, uint32_t since)
{
    assert(to < p->sets.size && from < p->sets.size);
    u32_vector places = {0}; /* a copy: the two may be the same */
    for (uint32_t i = points_first_new(p, from, since); i < p->sets.data[from].size; i++)
        vector_push(&places, p->sets.data[from].data[i]);
    vector_each(const uint32_t *, x, &places) {
        uint32_t object = place_get(&p->places, *x)->object;
        points_add(p, to, p->places.objects.data[object].kind == OBJECT_FUNCTION ? *x : place_anywhere(&p->places, object));
    }
    vector_free(&places);
}

static bool has_address(const struct pointsto *p, uint32_t node)
{
    vector_each(const uint32_t *, x, &p->sets.data[node])
        if (!place_get(&p->places, *x)->distance)
            return true;
    return false;
}

void points_distance(struct pointsto *p, uint32_t to, uint32_t from, uint32_t since)
{
    assert(to < p->sets.size && from < p->sets.size);
    for (uint32_t i = points_first_new(p, from, since); i < p->sets.data[from].size; i++)
        points_add(p, to, place_distance(&p->places, place_get(&p->places, p->sets.data[from].data[i])->object));
}

/* A distance is one until it is added to an address: whatever it was measured from or to may be there. */
void points_moved(struct pointsto *p, uint32_t to, uint32_t from, uint32_t by, uint32_t since)
{
    assert(to < p->sets.size && from < p->sets.size && by < p->sets.size);
    if (has_address(p, by)) {
        points_smear(p, to, from, points_grown(p, by, since) ? 0 : since);
        return;
    }
    for (uint32_t i = points_first_new(p, from, since); i < p->sets.data[from].size; i++) {
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

void points_load(struct pointsto *p, uint32_t result, uint32_t pointer, uint64_t width, uint32_t since)
{
    assert(result < p->sets.size && pointer < p->sets.size);
    uint32_t first_new = points_first_new(p, pointer, since);
    for (uint32_t i = 0; i < p->sets.data[pointer].size; i++) {
        const struct place *q = place_get(&p->places, p->sets.data[pointer].data[i]);
        uint32_t after = i < first_new ? since : 0;
        uint64_t m = NONE;
        if (q->distance || (after && !points_object_stored(p, q->object, after)))
            continue;
        map_get(&p->content_of, q->object, &m);
        for (; m != NONE; m = p->memory.data[m].next)
            if (points_grown(p, p->memory.data[m].node, after) &&
                place_overlaps(q, width, place_get(&p->places, p->memory.data[m].place), p->memory.data[m].width))
                (width < p->places.front->pointer_bytes ? points_include_part : points_include)(p, result, p->memory.data[m].node,
                                                                                                after);
    }
}

void points_store(struct pointsto *p, uint32_t value, uint32_t pointer, uint64_t width, uint32_t since)
{
    assert(value < p->sets.size && pointer < p->sets.size);
    if (p->sets.data[value].size == 0)
        return;
    uint32_t first_new = points_first_new(p, pointer, since);
    for (uint32_t i = points_grown(p, value, since) ? 0 : first_new; i < p->sets.data[pointer].size; i++)
        if (!place_get(&p->places, p->sets.data[pointer].data[i])->distance)
            points_include(p, points_memory(p, p->sets.data[pointer].data[i], width), value, i < first_new ? since : 0);
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
            points_include(p, points_memory(p, moved, m.width), m.node, 0);
        else
            points_include(p, points_memory(p, place, bytes), m.node, 0);
    }
}

void points_copy(struct pointsto *p, uint32_t to, uint32_t from, uint64_t bytes, uint32_t since)
{
    assert(to < p->sets.size && from < p->sets.size);
    if (!points_grown(p, to, since) && !points_grown(p, from, since) && !points_stored(p, from, since))
        return;
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
