/* What is stored at places, and what is read and copied from there. */
#include "frontend/pointsto_sets.h"

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

bool points_begin(struct pointsto *p, const uint64_t what[4], bool again_if_stored)
{
    bool is_new;
    uint32_t k = intern_add(&p->done, what, 4 * sizeof *what, &is_new);
    if (is_new)
        vector_push(&p->done_at, 0);
    if (!is_new && (!again_if_stored || p->done_at.data[k] >= p->last_stored))
        return false;
    p->done_at.data[k] = p->clock;
    return true;
}

/* --- reading --- */

/* What is stored at the places, as far as it has grown since it was last looked at; width 0: anything in their objects. */
static uint32_t read_again(struct pointsto *p, const u32_vector *places, uint64_t width, const struct points_read *last)
{
    uint32_t result = last->result;
    vector_each(const uint32_t *, x, places) {
        const struct place *q = place_get(&p->places, *x);
        uint64_t m = NONE;
        if ((width && q->distance) || q->object >= p->stored.size || p->stored.data[q->object] <= last->looked)
            continue;
        map_get(&p->content_of, q->object, &m);
        for (; m != NONE; m = p->memory.data[m].next) {
            const struct memory_node *n = &p->memory.data[m];
            if (points_grown(p, n->node, last->looked) &&
                (!width || place_overlaps(q, width, place_get(&p->places, n->place), n->width)))
                result = places_set_union(&p->sets, &p->places, result, p->set_of.data[n->node]);
        }
    }
    return result;
}

static uint32_t read_through(struct pointsto *p, uint32_t set, uint64_t width)
{
    uint64_t description[] = {0, width};
    uint32_t operation = places_set_operation(&p->sets, description, sizeof description), number;
    if (!set)
        return 0;
    if (!places_set_result(&p->sets, operation, set, &number)) {
        number = p->reads.size;
        vector_push(&p->reads, (struct points_read){0});
        places_set_remember(&p->sets, operation, set, number);
    }
    struct points_read last = p->reads.data[number];
    if (last.looked < p->last_stored) {
        u32_vector places = *places_set_members(&p->sets, set);
        last.result = read_again(p, &places, width, &last);
        last.looked = p->clock;
        p->reads.data[number] = last;
    }
    return last.result;
}

void points_load(struct pointsto *p, uint32_t result, uint32_t pointer, uint64_t width)
{
    assert(result < p->set_of.size && pointer < p->set_of.size && width);
    uint32_t read = read_through(p, p->set_of.data[pointer], width);
    (width < p->places.front->pointer_bytes ? points_add_part : points_add_set)(p, result, read);
}

void points_contents(struct pointsto *p, uint32_t known)
{
    for (uint32_t before = NONE; before != p->set_of.data[known];) {
        before = p->set_of.data[known];
        points_add_set(p, known, read_through(p, before, 0));
    }
}

/* --- writing --- */

/* Nothing is kept there: it is no address, or in an outline, which leaves such accesses out, the program would end. */
static bool keeps_nothing(const struct pointsto *p, const struct place *q)
{
    const struct object *o = &p->places.objects.data[q->object];
    bool fixed = o->kind == OBJECT_FUNCTION || (o->kind == OBJECT_GLOBAL && LLVMIsGlobalConstant(o->value));
    return q->distance || (fixed && p->places.front->wide);
}

void points_store(struct pointsto *p, uint32_t value, uint32_t pointer, uint64_t width)
{
    assert(value < p->set_of.size && pointer < p->set_of.size);
    if (!p->set_of.data[value] || !points_begin(p, (uint64_t[]){0, p->set_of.data[value], p->set_of.data[pointer], width}, false))
        return;
    u32_vector places = *pointsto_at(p, pointer);
    vector_each(const uint32_t *, x, &places)
        if (!keeps_nothing(p, place_get(&p->places, *x)))
            points_include(p, points_memory(p, *x, width), value);
}

/* --- copying --- */

/* What lies so far behind the beginning of what is copied, with a width; not exact: somewhere in it. */
struct copied {
    uint64_t apart, width;
    bool exact;
    uint32_t set;
};

typedef VECTOR(struct copied) copied_parts;

/* How far behind a pointer that is at q something lies that was stored at m; false if that is not one distance, or it is not all
 * among these bytes. */
static bool distance(const struct place *q, const struct place *m, uint64_t width, uint64_t bytes, uint64_t *apart)
{
    if (m->inner || q->inner || m->first < q->first || (m->stride && m->stride != q->stride) || (q->stride && bytes > q->stride))
        return false;
    *apart = q->stride ? (m->first - q->first) % q->stride : m->first - q->first;
    return *apart + width <= bytes;
}

/* The place so far behind q, if it does not leave the element of an array. */
static bool behind(struct places *p, const struct place *q, uint64_t apart, uint64_t width, uint32_t *place)
{
    struct place at = *q;
    if (q->inner)
        return false;
    at.first += apart;
    at.from = at.to = 0;
    if (at.stride ? (q->first - at.start) % at.stride + apart >= at.stride : at.first + width > p->objects.data[q->object].size)
        return false;
    *place = place_id(p, at);
    return true;
}

static void add_part(struct pointsto *p, copied_parts *parts, const struct place *from, uint64_t bytes, uint32_t stored)
{
    const struct memory_node *m = &p->memory.data[stored];
    struct copied part = {.width = m->width};
    part.exact = distance(from, place_get(&p->places, m->place), m->width, bytes, &part.apart);
    if (!part.exact)
        part.apart = part.width = 0;
    vector_each(struct copied *, x, parts)
        if (x->apart == part.apart && x->width == part.width && x->exact == part.exact) {
            x->set = places_set_union(&p->sets, &p->places, x->set, p->set_of.data[m->node]);
            return;
        }
    part.set = p->set_of.data[m->node];
    vector_push(parts, part);
}

static void find_parts(struct pointsto *p, uint32_t from, uint64_t bytes, copied_parts *parts)
{
    u32_vector places = *pointsto_at(p, from);
    vector_each(const uint32_t *, x, &places) {
        struct place q = *place_get(&p->places, *x);
        uint64_t m = NONE;
        if (q.distance)
            continue;
        map_get(&p->content_of, q.object, &m);
        for (; m != NONE; m = p->memory.data[m].next)
            if (place_overlaps(&q, bytes, place_get(&p->places, p->memory.data[m].place), p->memory.data[m].width))
                add_part(p, parts, &q, bytes, (uint32_t)m);
    }
}

void points_copy(struct pointsto *p, uint32_t to, uint32_t from, uint64_t bytes)
{
    assert(to < p->set_of.size && from < p->set_of.size);
    if (!points_begin(p, (uint64_t[]){1, p->set_of.data[to], p->set_of.data[from], bytes}, true))
        return;
    copied_parts parts = {0};
    find_parts(p, from, bytes, &parts);
    u32_vector places = *pointsto_at(p, to);
    vector_each(const uint32_t *, x, &places) {
        struct place at = *place_get(&p->places, *x);
        if (keeps_nothing(p, &at))
            continue;
        vector_each(const struct copied *, part, &parts) {
            uint32_t place;
            bool exact = part->exact && behind(&p->places, &at, part->apart, part->width, &place);
            points_add_set(p, exact ? points_memory(p, place, part->width) : points_memory(p, *x, bytes), part->set);
        }
    }
    vector_free(&parts);
}
