/* One region as a cell: its unit, its elements, the ranges of their addresses, their initial values, its name. */
#include "frontend/regions.h"

#include "base/text.h"
#include "frontend/lower.h"
#include "program/strided.h"

#include <stdlib.h>

enum { MOST_ELEMENTS = 1 << 20 };

static struct object *object_of(const struct regions *r, uint32_t slice)
{
    return &r->pointsto->places.objects.data[place_get(&r->pointsto->places, r->slices.data[slice].place)->object];
}

struct element {
    uint32_t object;
    uint64_t offset, period; /* period: of an object of variable size, and then again so many bytes behind, and so on; or 0 */
};
typedef VECTOR(struct element) elements;

static int by_place(const void *a, const void *b)
{
    const struct element *x = a, *y = b;
    if (x->object != y->object)
        return x->object < y->object ? -1 : 1;
    return x->offset < y->offset ? -1 : x->offset > y->offset;
}

static unsigned find_unit(const struct regions *r, const u32_vector *slices)
{
    uint64_t unit = 0;
    struct map reference = {0};
    vector_each(const uint32_t *, s, slices) {
        const struct slice *x = &r->slices.data[*s];
        const struct place *q = place_get(&r->pointsto->places, x->place);
        uint64_t first;
        unit = gcd(unit, x->width);
        if (q->stride)
            unit = gcd(unit, q->stride);
        if (map_get(&reference, q->object, &first))
            unit = gcd(unit, q->first > first ? q->first - first : first - q->first);
        else
            map_put(&reference, q->object, q->first);
    }
    map_free(&reference);
    return (unsigned)unit;
}

/* Whether elements are too many to be listed; what is zero or initialised has to be. */
static bool is_large_block(const struct object *o)
{
    return o->is_variable || (o->kind == OBJECT_HEAP && o->size > MOST_ELEMENTS && !o->zeroed);
}

/* Objects of variable or large size with arrays among the slices, and the distance at which their elements come again. Where there are several
 * incarnations it divides the distance of these, too, so that one range has the elements of all: a range may have more than anybody accesses. */
static struct map find_periods(const struct regions *r, const u32_vector *slices)
{
    struct map periods = {0};
    vector_each(const uint32_t *, s, slices) {
        const struct place *q = place_get(&r->pointsto->places, r->slices.data[*s].place);
        const struct object *o = &r->pointsto->places.objects.data[q->object];
        uint64_t period = o->many ? o->spacing : 0;
        if (!q->stride || !is_large_block(o))
            continue;
        map_get(&periods, q->object, &period);
        map_put(&periods, q->object, gcd(period, q->stride));
    }
    return periods;
}

/* False if there are too many. */
static bool list_elements(const struct regions *r, const u32_vector *slices, unsigned unit, elements *out, struct map *periods)
{
    vector_each(const uint32_t *, s, slices) {
        const struct slice *x = &r->slices.data[*s];
        const struct place *q = place_get(&r->pointsto->places, x->place);
        uint64_t size = r->pointsto->places.objects.data[q->object].size, period = 0;
        map_get(periods, q->object, &period);
        for (uint64_t part = 0; part < x->width && period; part += unit)
            vector_push(out, (struct element){q->object, (q->first + part) % period, period});
        if (period)
            continue;
        for (uint64_t at = q->first;; at += q->stride) {
            if (at + x->width > size || (q->stride && at >= q->end))
                break;
            for (uint64_t part = 0; part < x->width; part += unit)
                vector_push(out, (struct element){q->object, at + part, 0});
            if (out->size > MOST_ELEMENTS)
                return false;
            if (!q->stride)
                break;
        }
    }
    return true;
}

/* False if there are too many. */
static bool find_elements(const struct regions *r, const u32_vector *slices, unsigned unit, elements *out)
{
    struct map periods = find_periods(r, slices);
    bool few = list_elements(r, slices, unit, out, &periods);
    map_free(&periods);
    if (!few)
        return false;
    if (out->size)
        qsort(out->data, out->size, sizeof *out->data, by_place);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < out->size; i++)
        if (!kept || by_place(&out->data[kept - 1], &out->data[i]) != 0)
            out->data[kept++] = out->data[i];
    out->size = kept;
    return true;
}

struct cell_builder {
    struct regions *r;
    const elements *elements;
    unsigned unit;
    VECTOR(struct cell_range) ranges;
    u32_vector range_start; /* element that a range begins with */
};

/* All incarnations of an element that comes again and again. */
static struct cell_range periodic_range(const struct object *o, const struct element *e, unsigned unit)
{
    uint64_t room = o->many ? o->capacity * o->spacing : o->room;
    return (struct cell_range){.first = o->base + e->offset,
                               .stride = e->period,
                               .count = e->offset + unit > room ? 0 : (room - e->offset - unit) / e->period + 1};
}

/* Ranges: runs of elements of one object at equal distances; for an object with incarnations one range an element. */
static void find_ranges(struct cell_builder *b)
{
    const elements *e = b->elements;
    for (uint32_t i = 0; i < e->size;) {
        const struct object *o = &b->r->pointsto->places.objects.data[e->data[i].object];
        uint32_t template = o->instance_stride ? threads_unit(b->r->threads, o->function) : NONE, n = 1;
        struct cell_range range = {.first = o->base + e->data[i].offset, .stride = 1, .count = 1};
        if (e->data[i].period) {
            range = periodic_range(o, &e->data[i], b->unit);
        } else if (o->many) {
            range.stride = o->spacing;
            range.count = o->capacity;
        } else if (i + 1 < e->size && e->data[i + 1].object == e->data[i].object) {
            range.stride = e->data[i + 1].offset - e->data[i].offset;
            while (i + n < e->size && e->data[i + n].object == e->data[i].object &&
                   e->data[i + n].offset - e->data[i + n - 1].offset == range.stride)
                n++;
            range.count = n;
        }
        range.per_instance = template;
        range.instance_stride = o->instance_stride;
        vector_push(&b->ranges, range);
        vector_push(&b->range_start, i);
        i += n;
    }
}

static void set_initial(struct cell_builder *b, struct region *g, struct cell *c)
{
    struct regions *r = b->r;
    const elements *e = b->elements;
    uint64_t *values = NEW_ARRAY(uint64_t, e->size + 1);
    bool *known = NEW_ARRAY(bool, e->size + 1);
    bool all_known = true, uniform = true;
    for (uint32_t i = 0; i < e->size; i++) {
        const struct object *o = &r->pointsto->places.objects.data[e->data[i].object];
        known[i] = initial_value(r, o, e->data[i].offset, g->unit, &values[i]);
        if (!known[i] && (o->kind == OBJECT_GLOBAL || o->kind == OBJECT_THREAD_LOCAL) && LLVMGetInitializer(o->value))
            g->unsupported = "an initial value that is not modelled";
        all_known &= known[i];
        uniform &= values[i] == values[0];
    }
    c->arbitrary = !all_known;
    if (all_known && uniform) {
        c->init = values[0];
    } else if (all_known && b->ranges.size == 1 && !b->ranges.data[0].instance_stride && b->ranges.data[0].count == e->size) {
        uint64_t *inits = ARENA_ARRAY(&r->front->program->arena, uint64_t, e->size);
        memcpy(inits, values, e->size * sizeof *inits);
        c->inits = inits;
    } else {
        for (uint32_t i = 0; i < e->size; i++) {
            struct object *o = &r->pointsto->places.objects.data[e->data[i].object];
            if (!known[i] || (all_known && values[i] == 0))
                continue;
            if (o->kind == OBJECT_STACK)
                continue; /* it is written first */
            if (o->kind == OBJECT_HEAP && (o->many || o->instance_stride || e->data[i].period))
                o->loosened = true;
            else if (o->many || o->instance_stride)
                g->unsupported = "initial values of memory that several threads have and share with other memory";
            else
                vector_push(&r->first_values, (struct element_value){c->id, o->base + e->data[i].offset, values[i]});
        }
    }
    mem_free(values);
    mem_free(known);
}

static const char *cell_name(struct regions *r, const elements *e, bool scalar, bool is_sync)
{
    struct text t = {0};
    uint32_t last = NONE, objects = 0;
    const char *member = NULL, *previous = NULL;
    bool same = true, one = e->data[0].object == vector_last(e).object;
    for (uint32_t i = 0; i < e->size; i++) {
        const struct object *o = &r->pointsto->places.objects.data[e->data[i].object];
        const char *m = member_name(r->front, o, e->data[i].offset, scalar);
        const char *inside = is_sync ? strstr(m, ".__data") : NULL; /* glibc's own members: a mutex is called by its name */
        if (inside)
            m = arena_strndup(&r->front->arena, m, (size_t)(inside - m));
        same &= !member || strcmp(member, m) == 0;
        member = m;
        if (e->data[i].object == last)
            continue;
        last = e->data[i].object;
        const char *name = one ? object_name(r->front, o) : object_name_of_all(r->front, o);
        if (previous && strcmp(previous, name) == 0)
            continue;
        previous = name;
        objects++;
        if (objects <= 3)
            text_printf(&t, "%s%s", objects > 1 ? "|" : "", name);
    }
    if (objects > 3)
        text_append(&t, "|...");
    text_append(&t, same && member ? member : "");
    if (!scalar && !(same && member && ends_with(member, "[]")) && (!same || objects > 1 || !member || !strchr(member, '[')))
        text_append(&t, "[]");
    char *name = arena_strdup(&r->front->arena, text_string(&t));
    text_free(&t);
    return name;
}

static void add_region_cell(struct regions *r, struct region *g, const elements *e)
{
    struct cell_builder b = {.r = r, .elements = e, .unit = g->unit};
    const struct object *o = &r->pointsto->places.objects.data[e->data[0].object];
    find_ranges(&b);
    g->scalar = e->size == 1 && !o->many && !o->instance_stride && !e->data[0].period;
    struct cell c = {.name = cell_name(r, e, g->scalar, g->is_sync),
                     .width = (uint8_t)(8 * g->unit),
                     .owner = g->owner,
                     .subject = NONE,
                     .role = (uint8_t)(g->is_sync ? CELL_SYNC : CELL_DATA),
                     .pos = object_position(r->front, o),
                     .is_signed = !member_is_unsigned(r->front, o, e->data[0].offset),
                     .is_float = member_is_float(r->front, o, e->data[0].offset, g->unit),
                     .enumerators = member_enumerators(r->front, o, e->data[0].offset),
                     .is_pointer = g->unit == r->front->pointer_bytes && member_is_pointer(r->front, o, e->data[0].offset)};
    if (!g->scalar) {
        c.index_width = r->front->program->pointer_width;
        c.ranges = ARENA_ARRAY(&r->front->program->arena, struct cell_range, b.ranges.size);
        memcpy(c.ranges, b.ranges.data, b.ranges.size * sizeof *c.ranges);
        c.range_count = b.ranges.size;
    }
    c.id = r->front->program->cells.size;
    set_initial(&b, g, &c);
    g->cell = unique_cell(r->front, c);
    vector_free(&b.ranges);
    vector_free(&b.range_start);
}

void region_make(struct regions *r, const u32_vector *slices, bool is_sync)
{
    assert(slices->size);
    struct region g = {.cell = NONE, .owner = NONE, .is_sync = is_sync, .unit = find_unit(r, slices)};
    const struct object *o = object_of(r, slices->data[0]);
    bool shared = false;
    vector_each(const uint32_t *, s, slices) {
        const struct object *x = object_of(r, *s);
        shared |= x->escapes || x->kind == OBJECT_GLOBAL;
        uint32_t unit = x->function ? threads_unit(r->threads, x->function) : NONE;
        bool in_procedure = unit != NONE && !r->threads->units.data[unit].is_template;
        if (in_procedure && x->kind == OBJECT_THREAD_LOCAL)
            g.unsupported = starts_with(value_name(x->value), "__heddle_cleanup") /* who ends a thread looks at it */
                                ? "the end of a thread inside a recursive function"
                                : "thread-local variable in a recursive function";
        if (in_procedure && x->many)
            shared = true;
    }
    if (!shared)
        g.owner = threads_unit(r->threads, o->function);
    elements e = {0};
    if (g.unit > 8)
        g.unsupported = "a scalar of more than 64 bits";
    else if (!find_elements(r, slices, g.unit, &e))
        g.unsupported = "an object of more than a million elements";
    else if (e.size)
        add_region_cell(r, &g, &e);
    vector_free(&e);
    vector_each(const uint32_t *, s, slices)
        r->slices.data[*s].region = r->list.size;
    vector_push(&r->list, g);
}
