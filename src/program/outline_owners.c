#include "program/outline_owners.h"

enum { ID_WIDTH = 8 };

/* --- ids --- */

static bool is_mains(const struct outline_threads *t, uint32_t step)
{
    const struct bitset *by = &t->kinds_of.data[t->procedure_of.data[step]];
    return bitset_empty(by) || (bitset_count(by) == 1 && bitset_has(by, 0));
}

/* An id may be used again when its thread has been joined. Main alone joins and creates: what the first of two threads with one id has done is before what the second one does. A handler has
 * the id of whom it interrupts. */
static bool ids_differ(const struct outline_threads *t)
{
    bool differ = !t->outline->ids_again;
    for (uint32_t s = 0; s < t->outline->steps.size && differ; s++) {
        const struct outline_step *x = &t->outline->steps.data[s];
        if (x->kind == OUTLINE_CREATE || x->kind == OUTLINE_JOIN)
            differ = is_mains(t, s) && !x->aside;
    }
    return differ;
}

/* --- writes of an id --- */

static bool passes(const struct outline *o, const struct outline_step *s, uint32_t root)
{
    for (uint32_t k = 0; k < s->argument_count; k++)
        if (o->arguments.data[s->arguments + k].root == root)
            return true;
    return false;
}

/* Backwards from a step through its block: 1 where its memory was allocated, 0 if it may be known elsewhere, -1 at the beginning of the block. */
static int back_to_allocation(const struct outline *o, uint32_t first, uint32_t end, uint32_t root)
{
    for (uint32_t n = end; n-- > first;) {
        const struct outline_step *s = &o->steps.data[n];
        if (s->kind == OUTLINE_ALLOCATE && s->address.root == root)
            return !s->local;
        if ((s->kind == OUTLINE_PUBLISH && s->address.root == root) || passes(o, s, root))
            return 0;
    }
    return -1;
}

/* Whether the memory that a step accesses has been allocated in this activation, and nobody else knows it: on no way from its allocation is its address stored, or passed on. */
static bool is_new(const struct outline_threads *t, uint32_t step)
{
    const struct outline *o = t->outline;
    const struct outline_procedure *p = &o->procedures.data[t->procedure_of.data[step]];
    uint32_t root = o->steps.data[step].address.root, block = t->block_of.data[step];
    struct bitset seen = {0};
    u32_vector todo = {0};
    int found = root == NONE ? 0 : back_to_allocation(o, o->blocks.data[block].steps, step, root);
    bool ok = found != 0;
    if (found < 0)
        vector_push(&todo, block);
    while (todo.size && ok) {
        uint32_t to = vector_pop(&todo);
        ok = to != p->blocks;
        for (uint32_t b = p->blocks; b < p->blocks + p->block_count && ok; b++) {
            const struct outline_block *from = &o->blocks.data[b];
            bool leads = false;
            for (uint32_t k = 0; k < from->next_count; k++)
                leads |= p->blocks + o->numbers.data[from->nexts + k] == to;
            if (!leads || bitset_has(&seen, b))
                continue;
            bitset_add(&seen, b);
            found = back_to_allocation(o, from->steps, from->steps + from->step_count, root);
            ok = found != 0;
            if (found < 0)
                vector_push(&todo, b);
        }
    }
    bitset_free(&seen);
    vector_free(&todo);
    return ok;
}

/* Memory that the program does not show is apart from all that it does. */
static bool touches(const struct outline *o, const struct outline_step *s, const struct outline_address *a)
{
    for (uint32_t i = 0; i < s->address.place_count; i++)
        for (uint32_t k = 0; k < a->place_count; k++)
            if (!o->objects.data[o->places.data[a->places + k].object].elsewhere &&
                outline_places_overlap(&o->places.data[s->address.places + i], s->width ? s->width : UINT32_MAX,
                                       &o->places.data[a->places + k], ID_WIDTH))
                return true;
    return false;
}

static bool is_settled(const struct outline_threads *t, const struct outline_address *a)
{
    for (uint32_t s = 0; s < t->outline->steps.size; s++) {
        const struct outline_step *x = &t->outline->steps.data[s];
        if (x->kind == OUTLINE_ACCESS && x->write && !x->frees && outline_runs(t, s) && touches(t->outline, x, a) && !is_new(t, s))
            return false;
    }
    return true;
}

void outline_owners_find(struct outline_owners *w, const struct outline_threads *t)
{
    const struct outline *o = t->outline;
    struct bitset seen = {0};
    *w = (struct outline_owners){.outline = o, .differ = ids_differ(t)};
    vector_each(const struct outline_step *, s, &o->steps) {
        if (!w->differ || s->kind != OUTLINE_ACCESS || s->owner == NONE || bitset_has(&seen, s->owner))
            continue;
        bitset_add(&seen, s->owner);
        if (!o->loose_addresses && is_settled(t, &o->arguments.data[s->owner]))
            bitset_add(&w->settled, s->owner);
    }
    bitset_free(&seen);
}

void outline_owners_free(struct outline_owners *w) { bitset_free(&w->settled); }

/* Where in an object of this kind the id is; NONE if it is not known, or there may be several. */
static uint64_t place_of_id(const struct outline_owners *w, uint32_t step, uint32_t object)
{
    uint32_t owner = w->outline->steps.data[step].owner;
    uint64_t found = UINT64_MAX;
    if (owner == NONE || !bitset_has(&w->settled, owner))
        return UINT64_MAX;
    const struct outline_address *a = &w->outline->arguments.data[owner];
    for (uint32_t k = 0; k < a->place_count; k++) {
        const struct outline_place *p = &w->outline->places.data[a->places + k];
        if (p->object == object && (p->stride || found != UINT64_MAX))
            return UINT64_MAX;
        if (p->object == object)
            found = p->first;
    }
    return found;
}

bool outline_owners_differ(const struct outline_owners *w, uint32_t x, uint32_t y, uint32_t object)
{
    assert(x < w->outline->steps.size && y < w->outline->steps.size && object < w->outline->objects.size);
    uint64_t at = place_of_id(w, x, object);
    return w->outline->objects.data[object].kind == OUTLINE_HEAP && at != UINT64_MAX && at == place_of_id(w, y, object);
}
