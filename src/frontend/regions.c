/* From accesses to regions. */
#include "frontend/regions.h"

LLVMValueRef accessed_pointer(const struct front *f, LLVMValueRef i, uint64_t *width)
{
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMLoad: *width = type_store_size(f, LLVMTypeOf(i)); return LLVMGetOperand(i, 0);
    case LLVMStore: *width = type_store_size(f, LLVMTypeOf(LLVMGetOperand(i, 0))); return LLVMGetOperand(i, 1);
    case LLVMAtomicCmpXchg: *width = type_store_size(f, LLVMTypeOf(LLVMGetOperand(i, 1))); return LLVMGetOperand(i, 0);
    case LLVMAtomicRMW: *width = type_store_size(f, LLVMTypeOf(i)); return LLVMGetOperand(i, 0);
    default: return NULL;
    }
}

static uint32_t find(struct regions *r, uint32_t s)
{
    while (r->slices.data[s].parent != s)
        s = r->slices.data[s].parent = r->slices.data[r->slices.data[s].parent].parent;
    return s;
}

static void unite(struct regions *r, uint32_t a, uint32_t b) { r->slices.data[find(r, a)].parent = find(r, b); }

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

/* Memory that library functions alone touch has elements as well where accesses count: one at the start of what each call is given, because
 * two of them overlap only if one begins inside the other. */
static void collect_start(struct regions *r, uint32_t place)
{
    const struct place *q = place_get(&r->pointsto->places, place);
    for (uint32_t s = 0; s < r->slices.size; s++) {
        const struct slice *a = &r->slices.data[s];
        if (place_overlaps(q, 1, place_get(&r->pointsto->places, a->place), a->width))
            return;
    }
    if (fits(r, place, 1))
        slice_of(r, place, 1, true);
}

static bool touches_memory(LLVMValueRef i)
{
    static const char *const names[] = {"__heddle_reads", "__heddle_writes", "__heddle_havoc", "__heddle_free"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (calls(i, names[k]))
            return true;
    return false;
}

/* What a call can reach is touched as a whole, at its start, too. */
static void collect_reachable(struct regions *r)
{
    for (uint32_t o = 0; o < r->pointsto->places.objects.size; o++) {
        const struct object *object = &r->pointsto->places.objects.data[o];
        bool constant = object->kind == OBJECT_GLOBAL && LLVMIsGlobalConstant(object->value);
        if (object->kind != OBJECT_FUNCTION && !constant && object->size)
            collect_start(r, place_id(&r->pointsto->places, (struct place){.object = o}));
    }
}

static void collect_for_library(struct regions *r)
{
    bool reaches = false;
    vector_each(LLVMValueRef *, fn, &r->pointsto->live)
        each_block(b, *fn) each_instruction(i, b)
        {
            reaches |= calls(i, "__heddle_reach");
            if (!touches_memory(i))
                continue;
            const u32_vector *set = pointsto_of(r->pointsto, LLVMGetArgOperand(i, 0));
            vector_each(const uint32_t *, x, set)
                collect_start(r, *x);
        }
    if (reaches)
        collect_reachable(r);
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
                if (place_overlaps(place_get(&r->pointsto->places, a->place), a->width, place_get(&r->pointsto->places, b->place),
                                   b->width))
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

static uint32_t region_index(struct regions *r, LLVMValueRef pointer, uint64_t width)
{
    const u32_vector *set = pointsto_of(r->pointsto, pointer);
    vector_each(const uint32_t *, x, set) {
        uint32_t s = slice_of(r, *x, width, false);
        if (s != NONE && r->slices.data[s].region != NONE)
            return r->slices.data[s].region;
    }
    return NONE;
}

/* Memory from malloc may have no type that says so: what is stored or loaded as a pointer is one. */
static void mark_pointers(struct regions *r)
{
    vector_each(LLVMValueRef *, fn, &r->pointsto->live)
        each_block(b, *fn) each_instruction(i, b)
        {
            uint64_t width;
            LLVMValueRef pointer = accessed_pointer(r->front, i, &width);
            LLVMTypeRef type = LLVMIsALoadInst(i) ? LLVMTypeOf(i) : LLVMIsAStoreInst(i) ? LLVMTypeOf(LLVMGetOperand(i, 0)) : NULL;
            if (!pointer || !type || LLVMGetTypeKind(type) != LLVMPointerTypeKind)
                continue;
            const struct region *g = region_of(r, pointer, width);
            if (g && g->cell != NONE && g->unit == r->front->pointer_bytes)
                r->front->program->cells.data[g->cell].is_pointer = true;
        }
}

/* Bits of floating-point numbers can be seen where something else is read from their memory. */
static void mark_bits(struct regions *r)
{
    vector_each(LLVMValueRef *, fn, &r->pointsto->live)
        each_block(b, *fn) each_instruction(i, b)
        {
            uint64_t width;
            LLVMValueRef pointer = LLVMIsAStoreInst(i) ? NULL : accessed_pointer(r->front, i, &width);
            LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(i));
            uint32_t g =
                pointer && kind != LLVMFloatTypeKind && kind != LLVMDoubleTypeKind ? region_index(r, pointer, width) : NONE;
            if (g != NONE)
                r->list.data[g].read_as_bits = true;
        }
}

void regions_make(struct front *f, struct pointsto *p, struct threads *t, struct regions *r)
{
    *r = (struct regions){.front = f, .pointsto = p, .threads = t};
    uint64_t width;
    LLVMValueRef pointer;
    vector_each(LLVMValueRef *, fn, &p->live)
        each_block(b, *fn) each_instruction(i, b) if ((pointer = accessed_pointer(f, i, &width))) collect(r, pointer, width);
    if (front_needs(f, NEEDS_ACCESSES))
        collect_for_library(r);
    unite_overlapping(r);
    spread_sharing(r);
    layout_objects(f, p, t);
    objects_tell_apart(f, &p->places);
    struct map sync = {0}; /* roots that notes speak of */
    vector_each(LLVMValueRef *, fn, &p->live)
        each_block(b, *fn) each_instruction(i, b) if (calls(i, "__heddle_note"))
        {
            const u32_vector *set = pointsto_of(p, LLVMGetArgOperand(i, 1));
            vector_each(const uint32_t *, x, set) {
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
            region_make(r, &classes[s], map_get(&sync, s, NULL));
        vector_free(&classes[s]);
    }
    mem_free(classes);
    map_free(&sync);
    mark_pointers(r);
    mark_bits(r);
}

const struct region *region_of(struct regions *r, LLVMValueRef pointer, uint64_t width)
{
    uint32_t g = region_index(r, pointer, width);
    return g != NONE ? &r->list.data[g] : NULL;
}

void regions_free(struct regions *r)
{
    vector_free(&r->slices);
    vector_free(&r->list);
    vector_free(&r->first_values);
    map_free(&r->slice_of);
}
