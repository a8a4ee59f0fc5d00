/* Batches of threads (program/outline.h) of which what the outline says holds: one thread only creates them, of one kind, and nobody else writes where it must not be written. What
 * that thread writes itself ends the knowledge where it does (order.c). Accesses to what belongs to one thread of a batch do not meet those to what belongs to another. */
#include "engines/wide/batches.h"

static bool touches(const struct outline *o, const struct outline_step *s, const struct outline_address *a)
{
    enum { WIDTH = 8 }; /* of an address, an id or a bound */
    uint32_t width = s->width ? s->width : UINT32_MAX;
    if (!s->address.place_count || !a->place_count)
        return true;
    for (uint32_t i = 0; i < a->place_count; i++)
        for (uint32_t k = 0; k < s->address.place_count; k++)
            if (outline_places_overlap(&o->places.data[a->places + i], WIDTH, &o->places.data[s->address.places + k], width))
                return true;
    return false;
}

/* Whether a step writes what a batch relies on; storing an id is part of creating. */
static bool disturbs(const struct wide *w, const struct outline_batch *b, uint32_t step)
{
    const struct outline *o = w->outline;
    const struct outline_step *s = &o->steps.data[step], *create = &o->steps.data[b->create];
    if (s->kind == OUTLINE_CREATE && step != b->create)
        return b->has_ids && touches(o, s, &create->address);
    if (s->kind != OUTLINE_ACCESS || !s->write)
        return false;
    bool own = outline_is_of_create(o, step, b->create, &w->block_of);
    bool found = b->has_ids && !own && touches(o, s, &create->address);
    for (uint32_t k = 0; k < b->place_count; k++)
        found |= touches(o, s, &o->arguments.data[b->places + k]);
    return found;
}

/* Procedures that, by themselves or by what they call, disturb a batch. */
static void spread(const struct wide *w, struct bitset *procedures)
{
    u32_vector todo = {0};
    bitset_each(p, procedures)
        vector_push(&todo, p);
    while (todo.size) {
        uint32_t callee = vector_pop(&todo);
        vector_each(const uint32_t *, s, &w->callers.data[callee]) {
            uint32_t caller = w->procedure_of.data[*s];
            if (!bitset_has(procedures, caller)) {
                bitset_add(procedures, caller);
                vector_push(&todo, caller);
            }
        }
    }
    vector_free(&todo);
}

static uint32_t only_member(const struct bitset *s)
{
    uint32_t found = NONE;
    bitset_each(k, s) {
        if (found != NONE)
            return NONE;
        found = k;
    }
    return found;
}

static void look_at(struct wide *w, uint32_t number, struct wide_batch *made)
{
    const struct outline *o = w->outline;
    const struct outline_batch *b = &o->batches.data[number];
    *made = (struct wide_batch){.kind = NONE, .creator = NONE};
    if (b->create == NONE || o->steps.data[b->create].callee_count != 1)
        return;
    for (uint32_t k = 1; k < w->kinds.size && made->kind == NONE; k++)
        made->kind = w->kinds.data[k].step == b->create ? k : NONE;
    made->creator = made->kind == NONE ? NONE : only_member(&w->kinds.data[made->kind].creators);
    made->holds = made->creator != NONE && w->kinds.data[made->creator].unique;
    for (uint32_t s = 0; s < o->steps.size && made->holds; s++) {
        uint32_t procedure = w->procedure_of.data[s];
        if (bitset_empty(&w->kinds_of.data[procedure]) || !disturbs(w, b, s))
            continue;
        made->holds = only_member(&w->kinds_of.data[procedure]) == made->creator;
        bitset_add(&made->steps, s);
        bitset_add(&made->procedures, procedure);
    }
    spread(w, &made->procedures);
}

/* Nobody writes where threads find their numbers but who puts them there. */
static bool numbers_stay(const struct wide *w, uint32_t number)
{
    const struct outline *o = w->outline;
    const struct outline_step *put = NULL;
    assert(o->batches.data[number].has_number);
    for (uint32_t s = 0; s < o->steps.size && !put; s++)
        put = o->steps.data[s].puts_number && o->steps.data[s].batch == number ? &o->steps.data[s] : NULL;
    for (uint32_t s = 0; s < o->steps.size && put; s++) {
        const struct outline_step *x = &o->steps.data[s];
        bool run = !bitset_empty(&w->kinds_of.data[w->procedure_of.data[s]]);
        if (x != put && run && x->kind == OUTLINE_ACCESS && x->write && touches(o, x, &put->address))
            return false;
        if (x->kind == OUTLINE_CREATE && run && touches(o, x, &put->address))
            return false;
    }
    return put != NULL;
}

void wide_batches(struct wide *w)
{
    vector_resize(&w->batches, w->outline->batches.size);
    for (uint32_t b = 0; b < w->batches.size; b++) {
        look_at(w, b, &w->batches.data[b]);
        w->batches.data[b].numbers_stay = w->outline->batches.data[b].has_number && numbers_stay(w, b);
    }
}

void wide_batches_free(struct wide *w)
{
    vector_each(struct wide_batch *, b, &w->batches) {
        bitset_free(&b->steps);
        bitset_free(&b->procedures);
    }
    vector_free(&w->batches);
}

/* --- whose is it --- */

/* Accesses of thread n at from + n * scale, and of another one. */
struct part {
    uint32_t object; /* NONE: from the thread's argument */
    uint64_t scale;
    int64_t from;
    uint32_t width;
};

static bool lie_apart(const struct part *a, const struct part *b)
{
    int64_t scale = (int64_t)a->scale, d = b->from - a->from;
    return a->object == b->object && a->scale == b->scale && a->width && b->width && d + b->width <= scale && a->width - d <= scale;
}

static bool is_one_object(const struct wide *w, const struct outline_step *s, struct part *out)
{
    uint32_t object = s->address.place_count == 1 ? w->outline->places.data[s->address.places].object : NONE;
    out->object = object != NONE && wide_unique_object(w, object) ? object : NONE;
    return out->object != NONE;
}

/* What a thread of the batch accesses, by its argument. */
static bool part_of_thread(const struct wide *w, const struct outline_batch *b, uint32_t step, struct part *out)
{
    const struct outline_step *s = &w->outline->steps.data[step];
    int64_t offset;
    *out = (struct part){.object = NONE, .scale = s->scale, .from = s->from, .width = s->width};
    if (s->kind != OUTLINE_ACCESS)
        return false;
    bool by_number = s->index_read ? b->has_number && w->batches.data[b - w->outline->batches.data].numbers_stay : b->is_number;
    if (by_number && s->index != NONE)
        return wide_is_argument(w, w->procedure_of.data[step], s->index, &offset) &&
               (s->index_read ? offset + s->index_at == b->number_at : !offset) && is_one_object(w, s, out);
    out->scale = b->slot;
    bool known = b->slot && s->address.base != NONE && wide_is_argument(w, w->procedure_of.data[step], s->address.base, &offset);
    out->from = known ? offset + s->address.offset : 0;
    return known;
}

/* What the creator accesses, as if it were the thread. */
static bool part_of_creator(const struct wide *w, const struct outline_batch *b, uint32_t step, struct part *out)
{
    const struct outline_step *s = &w->outline->steps.data[step];
    *out = (struct part){.object = NONE, .scale = s->scale, .from = s->from, .width = s->width};
    return s->kind == OUTLINE_ACCESS && (!b->is_number || is_one_object(w, s, out));
}

static uint32_t batch_of(const struct wide *w, uint32_t kind)
{
    for (uint32_t b = 0; b < w->batches.size; b++)
        if (w->batches.data[b].holds && w->batches.data[b].kind == kind)
            return b;
    return NONE;
}

bool wide_own_parts(const struct wide *w, uint32_t kind, uint32_t x, uint32_t y)
{
    struct part a, b;
    uint32_t number = batch_of(w, kind);
    if (number == NONE)
        return false;
    const struct outline_batch *batch = &w->outline->batches.data[number];
    return wide_in_batch(w, number, batch->create) && part_of_thread(w, batch, x, &a) && part_of_thread(w, batch, y, &b) &&
           lie_apart(&a, &b);
}

bool wide_idle_part(const struct wide *w, uint32_t creator, uint32_t x, uint32_t kind, uint32_t y)
{
    struct part a, b;
    uint32_t number = w->outline->steps.data[x].batch;
    if (number == NONE || !w->batches.data[number].holds || w->batches.data[number].creator != creator ||
        w->batches.data[number].kind != kind)
        return false;
    const struct outline_batch *batch = &w->outline->batches.data[number];
    return wide_in_batch(w, number, x) && wide_in_batch(w, number, batch->create) && part_of_creator(w, batch, x, &a) &&
           part_of_thread(w, batch, y, &b) && lie_apart(&a, &b);
}
