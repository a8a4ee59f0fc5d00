/* Where mutexes of other kinds than the normal one may lie. The normal kind is all zero at first. Other kinds come by attributes, by initialisers of
 * variables, or by copying a mutex of such a kind: by a plain write of where the kind lies (models write it in atomic sections). */
#include "engines/wide/wide.h"

typedef VECTOR(struct outline_place) kind_places;

struct kinds {
    const struct outline *outline;
    VECTOR(kind_places) of_object; /* where the kinds of its locks lie */
    struct bitset *out;
};

enum { KIND_AT = 12, KIND_WIDTH = 8 }; /* bytes of pthread_mutex_t, with 32 and 64 bits */

static struct outline_place kind_at(struct outline_place lock)
{
    lock.first += KIND_AT;
    lock.end += KIND_AT;
    return lock;
}

static void add_place(kind_places *all, struct outline_place lock)
{
    struct outline_place at = kind_at(lock);
    vector_each(const struct outline_place *, known, all)
        if (known->first == at.first && known->stride == at.stride && known->end == at.end && known->inner == at.inner &&
            known->room == at.room)
            return;
    vector_push(all, at);
}

static void collect(struct kinds *k, const struct outline_address *a)
{
    const struct outline *o = k->outline;
    for (uint32_t p = a->places; p < a->places + a->place_count; p++) {
        uint32_t object = o->places.data[p].object;
        if (object == OUTLINE_ATOMIC_SECTION)
            continue;
        add_place(&k->of_object.data[object], o->places.data[p]);
        struct outline_place kind = kind_at(o->places.data[p]);
        if (o->lock_kinds || (o->objects.data[object].kind == OUTLINE_GLOBAL && !outline_begins_zero(o, &kind, KIND_WIDTH)))
            bitset_add(k->out, object);
    }
}

static bool is_atomic_section(const struct outline *o, const struct outline_step *s)
{
    return s->address.place_count == 1 && o->places.data[s->address.places].object == OUTLINE_ATOMIC_SECTION;
}

static void look_at_write(struct kinds *k, const struct outline_step *s)
{
    uint32_t width = s->width ? s->width : UINT32_MAX;
    for (uint32_t p = 0; p < s->address.place_count; p++) {
        const struct outline_place *at = &k->outline->places.data[s->address.places + p];
        vector_each(const struct outline_place *, kind, &k->of_object.data[at->object])
            if (outline_places_overlap(at, width, kind, KIND_WIDTH))
                bitset_add(k->out, at->object);
    }
}

static void look_at_block(struct kinds *k, const struct outline_block *b)
{
    uint32_t depth = 0; /* of atomic sections */
    for (uint32_t n = b->steps; n < b->steps + b->step_count; n++) {
        const struct outline_step *s = &k->outline->steps.data[n];
        if (s->kind == OUTLINE_LOCK && is_atomic_section(k->outline, s))
            depth++;
        else if (s->kind == OUTLINE_UNLOCK && is_atomic_section(k->outline, s) && depth)
            depth--;
        else if (s->kind == OUTLINE_ACCESS && s->write && !s->zero && !s->frees && !depth)
            look_at_write(k, s);
    }
}

void wide_lock_kinds(const struct outline *o, struct bitset *out)
{
    struct kinds k = {.outline = o, .out = out};
    vector_resize(&k.of_object, o->objects.size);
    vector_each(const struct outline_step *, s, &o->steps)
        if (s->kind == OUTLINE_LOCK)
            collect(&k, &s->address);
    vector_each(const struct outline_block *, b, &o->blocks)
        if (b->try_next != NONE)
            collect(&k, &b->try_lock);
    vector_each(const struct outline_block *, b, &o->blocks)
        look_at_block(&k, b);
    vector_each(kind_places *, all, &k.of_object)
        vector_free(all);
    vector_free(&k.of_object);
}

void wide_locks_again(const struct outline *o, struct bitset *out)
{
    wide_lock_kinds(o, out);
    vector_each(const struct outline_step *, s, &o->steps) {
        if ((s->kind != OUTLINE_LOCK && s->kind != OUTLINE_TRY) || s->once)
            continue;
        for (uint32_t k = 0; k < s->address.place_count; k++)
            bitset_add(out, o->places.data[s->address.places + k].object);
        if (!s->address.place_count)
            bitset_add(out, o->objects.size);
    }
}
