/* From accesses to regions, and from regions to cells. */
#include "frontend/regions.h"

#include "frontend/lower.h"

#include "base/text.h"

#include <stdlib.h>

enum { MOST_ELEMENTS = 1 << 20 };

LLVMValueRef accessed_pointer(const struct front *f, LLVMValueRef i, uint64_t *width)
{
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMLoad:
        *width = type_store_size(f, LLVMTypeOf(i));
        return LLVMGetOperand(i, 0);
    case LLVMStore:
        *width = type_store_size(f, LLVMTypeOf(LLVMGetOperand(i, 0)));
        return LLVMGetOperand(i, 1);
    case LLVMAtomicCmpXchg:
        *width = type_store_size(f, LLVMTypeOf(LLVMGetOperand(i, 1)));
        return LLVMGetOperand(i, 0);
    case LLVMAtomicRMW:
        *width = type_store_size(f, LLVMTypeOf(i));
        return LLVMGetOperand(i, 0);
    default:
        return NULL;
    }
}

static uint32_t find(struct regions *r, uint32_t s)
{
    while (r->slices.data[s].parent != s)
        s = r->slices.data[s].parent = r->slices.data[r->slices.data[s].parent].parent;
    return s;
}

static void unite(struct regions *r, uint32_t a, uint32_t b)
{
    r->slices.data[find(r, a)].parent = find(r, b);
}

static uint32_t slice_of(struct regions *r, uint32_t place, uint64_t width, bool make)
{
    uint64_t found;
    if (map_get(&r->slice_of, (uint64_t)place << 32 | width, &found))
        return (uint32_t)found;
    if (!make)
        return NONE;
    uint32_t s = r->slices.size;
    vector_push(&r->slices, (struct slice){.place = place, .parent = s, .region = NONE, .width = width});
    map_put(&r->slice_of, (uint64_t)place << 32 | width, s);
    return s;
}

static struct object *object_of(const struct regions *r, uint32_t slice)
{
    return &r->pointsto->places.objects.data[place_get(&r->pointsto->places, r->slices.data[slice].place)->object];
}

/* Places that an access of this width fits into. */
static bool fits(const struct regions *r, uint32_t place, uint64_t width)
{
    const struct place *q = place_get(&r->pointsto->places, place);
    const struct object *o = &r->pointsto->places.objects.data[q->object];
    return o->kind != OBJECT_FUNCTION && q->first + width <= o->size;
}

static void collect(struct regions *r, LLVMValueRef pointer, uint64_t width)
{
    const u32_vector *set = pointsto_of(r->pointsto, pointer);
    uint32_t first = NONE;
    for (uint32_t i = 0; i < set->size; i++) {
        if (!fits(r, set->data[i], width))
            continue;
        uint32_t s = slice_of(r, set->data[i], width, true);
        if (first == NONE)
            first = s;
        else
            unite(r, first, s);
    }
}

static void unite_overlapping(struct regions *r)
{
    uint32_t objects = r->pointsto->places.objects.size;
    u32_vector *of = NEW_ARRAY(u32_vector, objects);
    for (uint32_t s = 0; s < r->slices.size; s++)
        vector_push(&of[place_get(&r->pointsto->places, r->slices.data[s].place)->object], s);
    for (uint32_t o = 0; o < objects; o++) {
        for (uint32_t i = 0; i < of[o].size; i++)
            for (uint32_t j = 0; j < i; j++) {
                const struct slice *a = &r->slices.data[of[o].data[i]], *b = &r->slices.data[of[o].data[j]];
                if (place_overlaps(place_get(&r->pointsto->places, a->place), a->width,
                                   place_get(&r->pointsto->places, b->place), b->width))
                    unite(r, of[o].data[i], of[o].data[j]);
            }
        vector_free(&of[o]);
    }
    mem_free(of);
}

/* An object that shares a region with a shared one is itself shared. */
static void spread_sharing(struct regions *r)
{
    bool *shared = NEW_ARRAY(bool, r->slices.size + 1);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t s = 0; s < r->slices.size; s++) {
            struct object *o = object_of(r, s);
            uint32_t root = find(r, s);
            if (o->escapes && !shared[root])
                shared[root] = changed = true;
            if (!o->escapes && shared[root])
                o->escapes = changed = true;
        }
    }
    mem_free(shared);
}

static uint64_t gcd(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t t = a % b;
        a = b;
        b = t;
    }
    return a;
}

struct element {
    uint32_t object;
    uint64_t offset;
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
    vector_each(const uint32_t *, s, slices)
    {
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

/* False if there are too many. */
static bool find_elements(const struct regions *r, const u32_vector *slices, unsigned unit, elements *out)
{
    vector_each(const uint32_t *, s, slices)
    {
        const struct slice *x = &r->slices.data[*s];
        const struct place *q = place_get(&r->pointsto->places, x->place);
        uint64_t size = r->pointsto->places.objects.data[q->object].size;
        for (uint64_t at = q->first;; at += q->stride) {
            if (at + x->width > size || (q->stride && at >= q->end))
                break;
            for (uint64_t part = 0; part < x->width; part += unit)
                vector_push(out, (struct element){q->object, at + part});
            if (out->size > MOST_ELEMENTS)
                return false;
            if (!q->stride)
                break;
        }
    }
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
    VECTOR(struct cell_range) ranges;
    u32_vector range_start; /* element that a range begins with */
};

/* Ranges: runs of elements of one object at equal distances; for an object with incarnations one range an element. */
static void find_ranges(struct cell_builder *b)
{
    const elements *e = b->elements;
    for (uint32_t i = 0; i < e->size;) {
        const struct object *o = &b->r->pointsto->places.objects.data[e->data[i].object];
        uint32_t template = o->instance_stride ? threads_unit(b->r->threads, o->function) : NONE, n = 1;
        uint64_t stride = 1;
        if (o->many) {
            stride = o->spacing;
        } else if (i + 1 < e->size && e->data[i + 1].object == e->data[i].object) {
            stride = e->data[i + 1].offset - e->data[i].offset;
            while (i + n < e->size && e->data[i + n].object == e->data[i].object
                   && e->data[i + n].offset - e->data[i + n - 1].offset == stride)
                n++;
        }
        struct cell_range range = {.first = o->base + e->data[i].offset, .stride = stride, .count = o->many ? o->capacity : n,
                                   .per_instance = template, .instance_stride = o->instance_stride};
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
            const struct object *o = &r->pointsto->places.objects.data[e->data[i].object];
            if (!known[i] || (all_known && values[i] == 0))
                continue;
            if (o->many || o->instance_stride)
                g->unsupported = "initial values of memory that several threads have and share with other memory";
            else
                vector_push(&r->first_values, (struct element_value){c->id, o->base + e->data[i].offset, values[i]});
        }
    }
    mem_free(values);
    mem_free(known);
}

static const char *cell_name(struct regions *r, const elements *e, bool scalar)
{
    struct text t = {0};
    uint32_t last = NONE, objects = 0;
    const char *member = NULL;
    bool same = true;
    for (uint32_t i = 0; i < e->size; i++) {
        const struct object *o = &r->pointsto->places.objects.data[e->data[i].object];
        const char *m = member_name(r->front, o, e->data[i].offset);
        same &= !member || strcmp(member, m) == 0;
        member = m;
        if (e->data[i].object == last)
            continue;
        last = e->data[i].object;
        objects++;
        if (objects > 3)
            continue;
        text_printf(&t, "%s%s", objects > 1 ? "|" : "", object_name(r->front, o));
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
    struct cell_builder b = {.r = r, .elements = e};
    const struct object *o = &r->pointsto->places.objects.data[e->data[0].object];
    find_ranges(&b);
    g->scalar = e->size == 1 && !o->many && !o->instance_stride;
    struct cell c = {.name = cell_name(r, e, g->scalar), .width = (uint8_t)(8 * g->unit), .owner = g->owner, .subject = NONE,
                     .role = (uint8_t)(g->is_sync ? CELL_SYNC : CELL_DATA), .pos = object_position(r->front, o),
                     .is_signed = !member_is_unsigned(r->front, o, e->data[0].offset)};
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

static void make_region(struct regions *r, const u32_vector *slices, bool is_sync)
{
    struct region g = {.cell = NONE, .owner = NONE, .is_sync = is_sync, .unit = find_unit(r, slices)};
    const struct object *o = object_of(r, slices->data[0]);
    bool shared = false;
    vector_each(const uint32_t *, s, slices)
    {
        const struct object *x = object_of(r, *s);
        shared |= x->escapes || x->kind == OBJECT_GLOBAL;
        uint32_t unit = x->function ? threads_unit(r->threads, x->function) : NONE;
        bool in_procedure = unit != NONE && !r->threads->units.data[unit].is_template;
        if (in_procedure && x->kind == OBJECT_STACK && (x->escapes || x->many))
            g.unsupported = "address of a local variable of a recursive function";
        if (in_procedure && x->kind == OBJECT_THREAD_LOCAL)
            g.unsupported = "thread-local variable in a recursive function";
        if (in_procedure && x->kind == OBJECT_HEAP)
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
    vector_each(const uint32_t *, s, slices) r->slices.data[*s].region = r->list.size;
    vector_push(&r->list, g);
}

void regions_make(struct front *f, struct pointsto *p, struct threads *t, struct regions *r)
{
    *r = (struct regions){.front = f, .pointsto = p, .threads = t};
    uint64_t width;
    LLVMValueRef pointer;
    vector_each(LLVMValueRef *, fn, &p->live) each_block(b, *fn) each_instruction(i, b)
        if ((pointer = accessed_pointer(f, i, &width)))
            collect(r, pointer, width);
    unite_overlapping(r);
    spread_sharing(r);
    layout_objects(f, p, t);
    struct map sync = {0}; /* roots that notes speak of */
    vector_each(LLVMValueRef *, fn, &p->live) each_block(b, *fn) each_instruction(i, b) if (calls(i, "__heddle_note"))
    {
        const u32_vector *set = pointsto_of(p, LLVMGetArgOperand(i, 1));
        vector_each(const uint32_t *, x, set)
        {
            uint32_t s = slice_of(r, *x, 4, false);
            if (s != NONE)
                map_put(&sync, find(r, s), 1);
        }
    }
    u32_vector *classes = NEW_ARRAY(u32_vector, r->slices.size + 1);
    for (uint32_t s = 0; s < r->slices.size; s++)
        vector_push(&classes[find(r, s)], s);
    uint32_t n = r->slices.size;
    for (uint32_t s = 0; s < n; s++) {
        if (classes[s].size)
            make_region(r, &classes[s], map_get(&sync, s, NULL));
        vector_free(&classes[s]);
    }
    mem_free(classes);
    map_free(&sync);
}

const struct region *region_of(struct regions *r, LLVMValueRef pointer, uint64_t width)
{
    const u32_vector *set = pointsto_of(r->pointsto, pointer);
    vector_each(const uint32_t *, x, set)
    {
        uint32_t s = slice_of(r, *x, width, false);
        if (s != NONE && r->slices.data[s].region != NONE)
            return &r->list.data[r->slices.data[s].region];
    }
    return NULL;
}

void regions_free(struct regions *r)
{
    vector_free(&r->slices);
    vector_free(&r->list);
    vector_free(&r->first_values);
    map_free(&r->slice_of);
}
