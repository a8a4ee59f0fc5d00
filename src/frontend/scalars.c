/* Declared types and accesses, seen from a pointer. */
#include "frontend/scalars.h"

#include "base/text.h"
#include "frontend/leaves.h"
#include "frontend/regions.h"
#include "program/strided.h"

enum { MOST_POSITIONS = 256 }; /* of a pointer into an array, to be looked at one by one */

struct seen { /* an access: width bytes at first, first + stride, ... below end */
    uint32_t object;
    uint64_t first, stride, end, width;
};

static bool see(struct scalars *s, const struct place *q, uint64_t offset, uint64_t width)
{
    struct seen x;
    bool fresh;
    memset(&x, 0, sizeof x);
    x.object = q->object;
    x.first = q->first + offset;
    x.stride = q->stride;
    x.end = q->stride ? q->end + offset : 0;
    x.width = width;
    intern_add(&s->accesses, &x, sizeof x, &fresh);
    if (fresh) {
        uint64_t last = 0;
        map_get(&s->of_object, x.object, &last);
        vector_push(&s->next, (uint32_t)last);
        map_put(&s->of_object, x.object, s->next.size);
    }
    return fresh;
}

bool scalars_see(struct scalars *s, LLVMValueRef pointer, uint32_t offset, uint32_t size)
{
    assert(size);
    const u32_vector *set = pointsto_of(s->pointsto, pointer);
    bool is_new = false;
    vector_each(const uint32_t *, x, set)
        is_new |= see(s, place_get(&s->pointsto->places, *x), offset, size);
    return is_new;
}

void scalars_find(struct front *f, struct scalars *s)
{
    *s = (struct scalars){.front = f, .pointsto = pointsto_run(f)};
    uint64_t width;
    LLVMValueRef pointer;
    vector_each(LLVMValueRef *, fn, &s->pointsto->live)
        each_block(b, *fn) each_instruction(i, b) if ((pointer = accessed_pointer(f, i, &width)) && width <= 8 &&
                                                      !LLVMGetMetadata(i, by_value_kind(f)))
            scalars_see(s, pointer, 0, (uint32_t)width);
}

void scalars_free(struct scalars *s)
{
    pointsto_free(s->pointsto);
    intern_free(&s->accesses);
    map_free(&s->of_object);
    vector_free(&s->next);
    map_free(&s->stretches);
    arena_release(&s->memory);
}

/* What one object is from one offset on. */
struct view {
    const struct front *front;
    uint64_t start; /* of the stretch, in the object */
    struct stretch *out;
    uint8_t declared[LARGEST_COPY]; /* the byte belongs to a declared scalar of this object */
};

static void cut(struct view *v, uint64_t at)
{
    if (at >= v->start && at <= v->start + v->out->size)
        v->out->cut[at - v->start] = true;
}

static void declare(struct view *v, uint64_t at, LLVMTypeRef t)
{
    uint64_t bytes = type_store_size(v->front, t), end = v->start + v->out->size;
    cut(v, at);
    cut(v, at + bytes);
    if (at >= v->start && at + bytes <= end)
        v->out->type[at - v->start] = t;
    for (uint64_t b = at < v->start ? v->start : at; b < at + bytes && b < end; b++) {
        v->declared[b - v->start] = true;
        v->out->state[b - v->start] = BYTE_DECLARED;
    }
}

/* The scalars of t, which lies at this offset, as far as they lie in the stretch. Of a union the type says nothing, nor of characters;
 * a structure without a name is of clang's making (for an initialised union, for one). */
static void declare_all(struct view *v, LLVMTypeRef t, uint64_t at)
{
    const struct front *f = v->front;
    uint64_t size = type_size(f, t), end = v->start + v->out->size;
    if (at >= end || at + size <= v->start)
        return;
    switch (LLVMGetTypeKind(t)) {
    case LLVMIntegerTypeKind:
    case LLVMPointerTypeKind:
    case LLVMFloatTypeKind:
    case LLVMDoubleTypeKind:
        if (type_store_size(f, t) <= 8)
            declare(v, at, t);
        break;
    case LLVMStructTypeKind:
        if (LLVMIsLiteralStruct(t) || starts_with(LLVMGetStructName(t), "union."))
            break;
        for (unsigned i = 0; i < LLVMCountStructElementTypes(t); i++)
            declare_all(v, LLVMStructGetTypeAtIndex(t, i), at + LLVMOffsetOfElement(f->layout, t, i));
        break;
    case LLVMArrayTypeKind: {
        LLVMTypeRef element = LLVMGetElementType(t);
        uint64_t one = type_size(f, element), count = LLVMGetArrayLength2(t);
        if (one <= 1)
            break;
        for (uint64_t i = at < v->start ? (v->start - at) / one : 0; i < count && at + i * one < end; i++)
            declare_all(v, element, at + i * one);
        break;
    }
    default: break;
    }
}

static void see_access(struct view *v, int64_t at, uint64_t width)
{
    struct stretch *out = v->out;
    int64_t size = (int64_t)out->size, ends[] = {at, at + (int64_t)width};
    for (int64_t b = at < 0 ? 0 : at; b < ends[1] && b < size; b++)
        if (out->state[b] == BYTE_UNSEEN)
            out->state[b] = BYTE_SEEN;
    for (int k = 0; k < 2; k++) { /* who looks at bytes does not make a declared scalar less than one */
        bool within = ends[k] > 0 && ends[k] < size && v->declared[ends[k] - 1] && v->declared[ends[k]];
        if (ends[k] >= 0 && ends[k] <= size && !(within && width == 1))
            out->cut[ends[k]] = true;
    }
}

/* Wherever the access may begin, relative to the stretch, which begins at the place. */
static void see_accesses(struct view *v, const struct place *q, const struct seen *x)
{
    int64_t size = (int64_t)v->out->size, width = (int64_t)x->width;
    int64_t apart = (int64_t)x->first - (int64_t)q->first, step = (int64_t)gcd(q->stride, x->stride);
    if (!step) {
        if (apart > -width && apart < size)
            see_access(v, apart, x->width);
        return;
    }
    int64_t least = (apart % step + step) % step;
    while (least - step > -width)
        least -= step;
    for (int64_t at = least; at < size; at += step) {
        bool before = at<apart, behind = at> apart; /* only what moves can get there */
        if ((before && !q->stride) || (behind && !x->stride))
            continue;
        if (!q->stride && (uint64_t)((int64_t)q->first + at) >= x->end)
            continue;
        if (!x->stride && (uint64_t)((int64_t)x->first - at) >= q->end)
            continue;
        see_access(v, at, x->width);
    }
}

/* No access says more of it. */
static bool is_full(const struct stretch *s)
{
    return !memchr(s->cut, false, s->size + 1) && !memchr(s->state, BYTE_UNSEEN, s->size);
}

/* The accesses behind the first so many. */
static void see_object(struct scalars *s, struct view *v, const struct place *q, uint32_t known)
{
    uint64_t k = 0;
    map_get(&s->of_object, q->object, &k);
    for (; k > known && !is_full(v->out); k = s->next.data[k - 1])
        see_accesses(v, q, intern_bytes(&s->accesses, (uint32_t)k - 1, NULL));
}

static bool has_other_accesses(const struct scalars *s, const struct place *q, uint32_t known)
{
    uint64_t last = 0;
    map_get(&s->of_object, q->object, &last);
    return last > known;
}

/* The offsets that a place stands for and that have to be looked at: those of an array of one type are all alike. */
static uint64_t positions(const struct scalars *s, const struct place *q, const struct object *o)
{
    uint64_t first, end, size = o->type ? type_size(s->front, o->type) : 0;
    uint64_t count = q->stride && q->end > q->first ? (q->end - q->first + q->stride - 1) / q->stride : 1;
    if (!size || q->stride == 0 || q->stride % size == 0)
        return 1;
    bool alike =
        q->first < size && array_at(s->front, o->type, q->first, q->stride, &first, &end) && q->first >= first && q->end <= end;
    return alike ? 1 : count;
}

static void look_at(struct scalars *s, struct view *v, const struct place *q, uint32_t known)
{
    const struct object *o = &s->pointsto->places.objects.data[q->object];
    struct stretch *out = v->out;
    uint64_t size = o->type ? type_size(s->front, o->type) : 0, n = positions(s, q, o),
             most = n < MOST_POSITIONS ? n : MOST_POSITIONS;
    for (uint64_t i = known ? most - 1 : 0; i < most; i++) { /* what is declared at others is in the stretch already */
        v->start = q->first + i * q->stride;
        memset(v->declared, 0, sizeof v->declared);
        for (uint64_t at = size ? v->start / size * size : 0; size && at < v->start + out->size && at < o->size; at += size)
            declare_all(v, o->type, at);
        for (uint32_t b = 0; b < out->size; b++)
            out->loose[b] |= !v->declared[b];
    }
    if (n > MOST_POSITIONS)
        memset(out->cut, true, out->size + 1);
    see_object(s, v, q, known);
    uint64_t last = q->stride ? q->first + (q->end - 1 - q->first) / q->stride * q->stride : q->first;
    out->fits &= !o->is_variable && last + out->size <= o->size;
}

struct stretch stretch_new(struct arena *a, uint32_t size)
{
    struct stretch made = {.size = size,
                           .state = arena_alloc(a, size),
                           .loose = arena_alloc(a, size),
                           .cut = arena_alloc(a, size + 1),
                           .type = arena_alloc(a, size * sizeof *made.type),
                           .fits = true};
    memset(made.state, BYTE_UNSEEN, size);
    memset(made.loose, 0, size);
    memset(made.cut, 0, size + 1);
    for (uint32_t k = 0; k < size; k++)
        made.type[k] = NULL;
    made.cut[0] = made.cut[size] = true;
    return made;
}

static void copy_stretch(struct stretch *to, const struct stretch *from)
{
    to->size = from->size;
    to->fits = from->fits;
    memcpy(to->state, from->state, from->size);
    memcpy(to->loose, from->loose, from->size);
    memcpy(to->cut, from->cut, from->size + 1);
    memcpy(to->type, from->type, from->size * sizeof *to->type);
}

/* Many copies are through pointers to the same places, and a stretch only grows with accesses: each access is looked at once for all of them. */
struct found {
    struct stretch stretch;
    bool begun;
    uint32_t known; /* so many accesses are in it */
};

static struct found *found_for(struct scalars *s, uint32_t set, uint32_t size)
{
    uint64_t key = (uint64_t)set << 32 | size, at;
    if (map_get(&s->stretches, key, &at))
        return (struct found *)(uintptr_t)at;
    struct found *made = ARENA_ARRAY(&s->memory, struct found, 1);
    *made = (struct found){.stretch = stretch_new(&s->memory, size)};
    map_put(&s->stretches, key, map_pointer_key(made));
    return made;
}

void scalars_at(struct scalars *s, LLVMValueRef pointer, uint32_t size, struct stretch *out)
{
    assert(size <= LARGEST_COPY);
    struct found *found = found_for(s, pointsto_set(s->pointsto, pointer), size);
    const u32_vector *set = pointsto_of(s->pointsto, pointer);
    struct view v = {.front = s->front, .out = &found->stretch};
    bool full = found->begun && is_full(&found->stretch);
    vector_each(const uint32_t *, x, set) {
        const struct place *q = place_get(&s->pointsto->places, *x);
        const struct object *o = &s->pointsto->places.objects.data[q->object];
        if (full || o->kind == OBJECT_FUNCTION || q->first >= o->size || (found->begun && !has_other_accesses(s, q, found->known)))
            continue;
        look_at(s, &v, q, found->known);
    }
    found->begun = true;
    found->known = s->next.size;
    copy_stretch(out, &found->stretch);
}
