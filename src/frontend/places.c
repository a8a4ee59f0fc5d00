/* Objects, places, and how pointer arithmetic moves them. */
#include "frontend/places.h"

#include "frontend/leaves.h"
#include "program/strided.h"

/* No object of variable size has room for more. */
static uint64_t most_variable(const struct front *f) { return UINT64_C(1) << (f->pointer_bytes == 4 && !f->wide ? 30 : 40); }

static void describe(struct front *f, struct object *o)
{
    switch (o->kind) {
    case OBJECT_GLOBAL:
    case OBJECT_THREAD_LOCAL:
        o->type = LLVMGlobalGetValueType(o->value);
        o->size = LLVMTypeIsSized(o->type) ? type_size(f, o->type) : 0;
        o->alignment = LLVMGetAlignment(o->value);
        break;
    case OBJECT_STACK: {
        LLVMValueRef count = LLVMGetOperand(o->value, 0);
        o->type = LLVMGetAllocatedType(o->value);
        o->is_variable = !LLVMIsAConstantInt(count);
        o->size = o->is_variable ? most_variable(f) : type_size(f, o->type) * LLVMConstIntGetZExtValue(count);
        o->alignment = LLVMGetAlignment(o->value);
        o->zeroed = LLVMGetMetadata(o->value, LLVMGetMDKindIDInContext(f->context, FILLED_FIRST, sizeof FILLED_FIRST - 1)) != NULL;
        break;
    }
    case OBJECT_HEAP: {
        LLVMValueRef size = LLVMGetArgOperand(o->value, 0);
        o->is_variable = !LLVMIsAConstantInt(size);
        o->size = o->is_variable ? most_variable(f) : LLVMConstIntGetZExtValue(size);
        unsigned kind = LLVMGetMDKindIDInContext(f->context, "heddle.zeroed", 13);
        o->zeroed = LLVMGetMetadata(o->value, kind) != NULL;
        if (calls(o->value, "__heddle_alloc_any"))
            o->contents = "a text that the library gives";
        else if (calls(o->value, "__heddle_alloc_text") && f->reads_numbers)
            o->contents = "a character of an argument of which the number is read, too";
        o->alignment = calls(o->value, "__heddle_alloc_page") ? 4096 : 16; /* as glibc's malloc promises */
        break;
    }
    case OBJECT_FUNCTION: o->size = 1; break;
    }
    if (o->alignment < 8)
        o->alignment = 8;
}

uint32_t places_object(struct places *p, enum object_kind kind, LLVMValueRef value, LLVMValueRef function)
{
    uint64_t key =
        kind == OBJECT_THREAD_LOCAL ? hash_pair(map_pointer_key(value), map_pointer_key(function)) : map_pointer_key(value);
    uint64_t found;
    if (map_get(&p->object_of, key, &found))
        return (uint32_t)found;
    struct object o = {.kind = kind,
                       .value = value,
                       .function = function,
                       .counter = NONE,
                       .length = NONE,
                       .ended = NONE,
                       .live = NONE,
                       .capacity = 1};
    describe(p->front, &o);
    uint32_t id = p->objects.size;
    vector_push(&p->objects, o);
    map_put(&p->object_of, key, id);
    return id;
}

uint32_t place_id(struct places *p, struct place place)
{
    assert(place.object < p->objects.size);
    struct place clean;
    memset(&clean, 0, sizeof clean);
    clean.object = place.object;
    clean.first = place.first;
    clean.distance = place.distance;
    clean.by_bytes = place.by_bytes;
    clean.in_array = place.in_array && place.stride;
    if (place.stride) {
        clean.stride = place.stride;
        clean.start = place.start;
        clean.end = place.end;
        clean.inner = place.inner;
        clean.from = place.from;
        clean.to = place.to;
    }
    return intern_add(&p->table, &clean, sizeof clean, NULL);
}

const struct place *place_get(const struct places *p, uint32_t id) { return intern_bytes(&p->table, id, NULL); }

uint32_t place_exact(struct places *p, uint32_t object, uint64_t offset)
{
    assert(object < p->objects.size);
    return place_id(p, (struct place){.object = object, .first = offset});
}

uint32_t place_anywhere(struct places *p, uint32_t object)
{
    assert(object < p->objects.size);
    return place_id(p, (struct place){.object = object, .stride = 1, .end = p->objects.data[object].size});
}

uint32_t place_distance(struct places *p, uint32_t object)
{
    assert(object < p->objects.size);
    return place_id(p, (struct place){.object = object, .stride = 1, .end = p->objects.data[object].size, .distance = true});
}

bool object_is_elsewhere(const struct object *o) { return o->kind == OBJECT_GLOBAL && o->size == 0; }

static uint32_t object_of_size_0(struct places *p, const char *name)
{
    LLVMValueRef known = LLVMGetNamedGlobal(p->front->module, name);
    LLVMTypeRef nothing = LLVMArrayType2(LLVMInt8TypeInContext(p->front->context), 0);
    return places_object(p, OBJECT_GLOBAL, known ? known : LLVMAddGlobal(p->front->module, nothing, name), NULL);
}

uint32_t places_elsewhere(struct places *p)
{
    if (!p->elsewhere)
        p->elsewhere = object_of_size_0(p, "__heddle_elsewhere") + 1;
    return p->elsewhere - 1;
}

uint32_t places_library(struct places *p)
{
    if (!p->library)
        p->library = object_of_size_0(p, "__heddle_library") + 1;
    return p->library - 1;
}

uint64_t place_room(const struct place *p)
{
    assert(!p->to || (p->stride && (p->first - p->start) % p->stride < p->to));
    return p->to ? p->to - (p->first - p->start) % p->stride : 0;
}

static struct strided bytes_of(const struct place *p)
{
    return (struct strided){p->first, p->stride, p->end, p->inner, p->inner ? place_room(p) : 0};
}

bool place_overlaps(const struct place *a, uint64_t width_a, const struct place *b, uint64_t width_b)
{
    return a->object == b->object && strided_overlap(bytes_of(a), width_a, bytes_of(b), width_b);
}

bool place_within(const struct place *inner, const struct place *outer)
{
    if (inner->object != outer->object || inner->distance != outer->distance || inner->by_bytes > outer->by_bytes ||
        inner->in_array < outer->in_array)
        return false;
    if (!outer->stride)
        return !inner->stride && inner->first == outer->first;
    if (outer->to) /* it goes on as it does for that array alone */
        return false;
    if (inner->first < outer->first || (inner->first - outer->first) % outer->stride)
        return false;
    if (!inner->stride)
        return inner->first < outer->end;
    return inner->stride % outer->stride == 0 && inner->inner % outer->stride == 0 && inner->end <= outer->end;
}

/* Lists whose head is no element: the element around the head begins before it, and its member is the head again. An outline keeps such places for the way back; nothing
 * is accessed there. Their offsets are negative numbers, multiples of what the parts of a structure are aligned to. */
static bool is_around(uint64_t offset)
{
    enum { FURTHEST = 4096, ALIGNED = 4 };
    return offset >= -(uint64_t)FURTHEST && offset % ALIGNED == 0;
}

/* --- arrays in elements of arrays --- */

static uint64_t in_element(const struct place *at) { return (at->first - at->start) % at->stride; }

/* The same, as steps of an array of which nothing else is known. */
static void flatten(struct place *at)
{
    if (at->inner) {
        at->stride = gcd(at->stride, at->inner);
        at->first = at->start + in_element(at);
    }
    at->inner = at->from = at->to = 0;
}

/* An array of so many bytes begins here; inner 0: the pointer leads to its beginning. */
static bool enter_array(const struct places *p, struct place *at, uint64_t inner, uint64_t bytes)
{
    if (!p->front->wide || !at->stride || at->distance || at->inner || bytes <= inner || in_element(at) + bytes > at->stride)
        return false;
    at->inner = inner;
    at->from = in_element(at);
    at->to = at->from + bytes;
    return true;
}

/* The elements, of so many bytes, of the array that it is in; false if it may be in none. */
static bool spread_inside(struct place *at, uint64_t element)
{
    uint64_t g = gcd(at->inner, element);
    if (!at->to || (element == 1 && !at->from)) /* the address may be that of the element, of which all bytes may be accessed */
        return false;
    if ((at->to - at->from) % g)
        return false;
    at->first = at->start + at->from + (in_element(at) - at->from) % g;
    at->inner = g;
    return true;
}

/* Moves by a known number of bytes, without leaving the element of an array place. */
static bool move(struct places *p, struct place *at, int64_t bytes)
{
    struct object *o = &p->objects.data[at->object];
    uint64_t size = o->size;
    if (at->to && bytes) {
        if (in_element(at) + (uint64_t)bytes - at->from < at->inner) { /* within the element of that array */
            at->first += (uint64_t)bytes;
            return true;
        }
        flatten(at);
    }
    if (!at->stride) {
        at->first += (uint64_t)bytes;
        bool known = at->first <= size || (p->front->wide && is_around(at->first));
        o->strayed |= !known;
        return known;
    }
    uint64_t there = in_element(at) + (uint64_t)bytes;
    if (there < at->stride) {
        at->first = at->start + there;
        return true;
    }
    uint64_t step = gcd(at->stride, (uint64_t)(bytes < 0 ? -bytes : bytes));
    if (p->front->wide && at->stride == 1 && bytes > 0) /* to a part of what lies in an array of bytes */
        return true;
    *at = (struct place){.object = at->object, .first = at->first % step, .stride = step, .end = size};
    return true;
}

/* Where a pointer ends up that goes byte by byte through an array that a structure begins with: its address may be that of the structure, of which all bytes may be accessed. */
static uint64_t byte_end(const struct front *f, const struct object *o, uint64_t start, uint64_t end)
{
    uint64_t size = o->type ? type_size(f, o->type) : 0, in_element = size ? start % size : 0;
    uint64_t whole = size ? structure_end(f, o->type, in_element) : 0;
    if (!whole)
        return end;
    whole += start - in_element;
    if (start == 0 && whole == size)
        whole = o->size; /* all elements */
    return whole > end ? whole : end;
}

bool place_leaves_array(const struct places *p, const struct place *at)
{
    const struct object *o = &p->objects.data[at->object];
    if (at->stride != 1 || at->in_array)
        return false;
    return at->by_bytes ? at->end - at->start < o->size : byte_end(p->front, o, at->start, at->end) > at->end;
}

/* The elements of an array of element bytes around at. */
static void spread(const struct places *p, struct place *at, uint64_t element)
{
    const struct object *o = &p->objects.data[at->object];
    if (element == 0)
        return;
    if (at->stride) {
        if (spread_inside(at, element))
            return;
        flatten(at);
        uint64_t g = gcd(at->stride, element);
        at->first = at->start + (at->first - at->start) % g;
        at->stride = g;
        return;
    }
    uint64_t first = 0, end = o->size, offset = at->first, repeat = 0;
    if (o->type && type_size(p->front, o->type) && offset < o->size) {
        uint64_t size = type_size(p->front, o->type);
        repeat = offset / size * size;
        if (array_at(p->front, o->type, offset - repeat, element, &first, &end)) {
            bool is_open = end - first <= element; /* the last member, which goes on to the end of the memory */
            first += repeat;
            end = p->front->wide && is_open ? o->size : end + repeat;
            if (p->front->wide && element == 1)
                end = byte_end(p->front, o, first, end);
            if (p->front->wide && element == 1 && at->by_bytes) {
                first = 0;
                end = o->size;
            }
        } else {
            first = 0;
            end = o->size;
        }
    }
    at->stride = element;
    at->start = first;
    at->end = end;
    int64_t within = (int64_t)(offset - first) % (int64_t)element; /* negative before the object */
    at->first = first + (uint64_t)(within < 0 ? within + (int64_t)element : within);
}

/* The array of bytes around a place; false if there is none. */
static bool byte_array_around(const struct places *p, const struct place *at, uint64_t *first, uint64_t *end)
{
    const struct object *o = &p->objects.data[at->object];
    uint64_t size = o->type ? type_size(p->front, o->type) : 0, element = size ? at->first / size * size : 0;
    if (at->stride || !size || at->first >= o->size || !array_at(p->front, o->type, at->first - element, 1, first, end))
        return false;
    *first += element;
    *end += element;
    return true;
}

/* Where what is read into memory from a place on ends: in an outline an array of bytes in a structure is memory of its own, unless the place may as well be that of the structure. */
static uint64_t contents_end(const struct places *p, struct place at)
{
    uint64_t first, end, size = p->objects.data[at.object].size;
    if (!p->front->wide || (at.stride ? at.stride != 1 : !byte_array_around(p, &at, &first, &end)))
        return size;
    spread(p, &at, 1);
    return place_leaves_array(p, &at) ? size : at.end;
}

uint32_t place_from_here(struct places *p, uint32_t place)
{
    struct place at = *place_get(p, place);
    if (at.first >= p->objects.data[at.object].size) /* before the object: back to the structure around it */
        return place_anywhere(p, at.object);
    if (at.to && spread_inside(&at, 1))
        return place_id(p, at);
    return place_id(
        p, (struct place){.object = at.object, .first = at.first, .stride = 1, .start = at.first, .end = contents_end(p, at)});
}

/* Moves by a known number of bytes. Who comes to an array from elsewhere may go on beyond it, and if it moves on, that counts as any way. */
static bool move_by_bytes(struct places *p, struct place *at, int64_t bytes)
{
    uint64_t first = 0, end = 0, first_before = 0, end_before = 0;
    bool before = byte_array_around(p, at, &first_before, &end_before);
    if (at->by_bytes)
        spread(p, at, 1);
    if (!move(p, at, bytes))
        return false;
    if (byte_array_around(p, at, &first, &end) && !(before && first == first_before))
        at->by_bytes = true;
    return true;
}

/* An index that may be any, of an array of so many elements (0: nobody knows) of so many bytes, which begins there. */
static void index_array(const struct places *p, struct place *at, uint64_t size, uint64_t count)
{
    const struct object *o = &p->objects.data[at->object];
    if (at->stride) {
        if (!at->inner)
            at->from = at->to = 0;
        if (at->inner || count <= 1 || !enter_array(p, at, size, size * count))
            spread(p, at, size);
        return;
    }
    uint64_t end = at->first + size * count;
    if (count <= 1 || end > o->size)
        end = o->size;
    at->stride = size;
    at->start = at->first;
    at->end = end;
    at->in_array = !p->front->wide;
}

uint32_t place_index(struct places *p, uint32_t place, LLVMValueRef gep, bool direct)
{
    struct front *f = p->front;
    struct place at = *place_get(p, place);
    LLVMTypeRef t = LLVMGetGEPSourceElementType(gep);
    struct object *o = &p->objects.data[at.object];
    if (object_is_elsewhere(o))
        return place;
    LLVMValueRef zeroth = LLVMGetOperand(gep, 1);
    bool stays = LLVMIsAConstantInt(zeroth) && LLVMIsNull(zeroth);
    bool named = LLVMGetTypeKind(t) != LLVMStructTypeKind || !LLVMIsLiteralStruct(t);
    bool as_member = o->kind == OBJECT_HEAP && named && stays && LLVMGetNumOperands(gep) > 2 && at.first == 0 && type_size(f, t);
    if (as_member && !at.stride && (!o->type || type_size(f, o->type) < type_size(f, t)) && o->size % type_size(f, t) == 0)
        o->type = t;
    if (as_member && (!at.stride || at.stride == type_size(f, t)) && (!o->called || type_size(f, o->called) < type_size(f, t)))
        o->called = t;
    for (int k = 1; k < LLVMGetNumOperands(gep); k++) {
        LLVMValueRef index = LLVMGetOperand(gep, (unsigned)k);
        bool known = LLVMIsAConstantInt(index);
        int64_t i = known ? LLVMConstIntGetSExtValue(index) : 0;
        if (k == 1) {
            int64_t size = (int64_t)type_size(f, t);
            if (known && i == 0)
                continue;
            bool by_bytes = size == 1 && i != 1 && i != -1 && at.stride != 1 &&
                            at.inner != 1; /* to a member, or back to the structure around it */
            if (known && (direct || (!at.stride && !o->type) || by_bytes)) {
                if (!(size == 1 ? move_by_bytes(p, &at, i) : move(p, &at, i * size)))
                    return NONE;
            } else {
                spread(p, &at, (uint64_t)size);
            }
        } else if (LLVMGetTypeKind(t) == LLVMStructTypeKind) {
            if (!move(p, &at, (int64_t)LLVMOffsetOfElement(f->layout, t, (unsigned)i)))
                return NONE;
            at.by_bytes = false;
            t = LLVMStructGetTypeAtIndex(t, (unsigned)i);
            if (i && LLVMGetTypeKind(t) == LLVMArrayTypeKind &&
                LLVMGetArrayLength2(t) > 1) /* the first may as well be the structure */
                enter_array(p, &at, 0, type_size(f, t));
        } else {
            uint64_t count = LLVMGetTypeKind(t) == LLVMArrayTypeKind ? LLVMGetArrayLength2(t) : 0;
            t = LLVMGetElementType(t);
            uint64_t size = type_size(f, t);
            if (known) {
                if (!move(p, &at, i * (int64_t)size))
                    return NONE;
            } else {
                index_array(p, &at, size, count);
            }
        }
    }
    return place_id(p, at);
}
