/* Which step has created the thread that a join waits for. */
#include "engines/wide/order.h"

static bool touches(const struct outline *out, const struct outline_step *s, const struct outline_place *at)
{
    uint32_t width = s->kind == OUTLINE_CREATE ? 8 : s->width ? s->width : UINT32_MAX;
    for (uint32_t k = 0; k < s->address.place_count; k++)
        if (outline_places_overlap(at, 8, &out->places.data[s->address.places + k], width))
            return true;
    return false;
}

/* A local variable of the procedure that joins, of which there is one as long as that runs. */
static bool is_own_local(const struct wide *w, uint32_t join, uint32_t object)
{
    const struct outline_object *x = &w->outline->objects.data[object];
    uint32_t p = w->procedure_of.data[join];
    return x->kind == OUTLINE_STACK && x->procedure == p && x->block != NONE &&
           !bitset_has(&w->in_loop, w->outline->procedures.data[p].blocks + x->block) && !wide_is_recursive(w, p);
}

/* From a block of its procedure, the join is reached by way of the creation only. */
static bool is_behind(const struct wide *w, uint32_t first, uint32_t join, uint32_t create)
{
    const struct outline *out = w->outline;
    uint32_t home = w->procedure_of.data[join], from = w->block_of.data[create], to = w->block_of.data[join];
    const struct outline_procedure *p = &out->procedures.data[home];
    if (w->procedure_of.data[create] != home)
        return false;
    if (from == to)
        return create < join;
    struct bitset seen = {0};
    u32_vector todo = {0};
    vector_push(&todo, first);
    while (todo.size) {
        uint32_t number = vector_pop(&todo);
        if (number == from || bitset_has(&seen, number))
            continue;
        bitset_add(&seen, number);
        const struct outline_block *b = &out->blocks.data[number];
        for (uint32_t k = 0; k < b->next_count; k++)
            vector_push(&todo, p->blocks + out->numbers.data[b->nexts + k]);
    }
    bool around = bitset_has(&seen, to);
    bitset_free(&seen);
    vector_free(&todo);
    return !around;
}

/* The one step that creates a thread whose id it puts there; NONE if others may write it, too. */
static uint32_t only_writer(const struct wide *w, const struct outline_place *at)
{
    const struct outline *out = w->outline;
    uint32_t found = NONE;
    for (uint32_t s = 0; s < out->steps.size; s++)
        if (out->steps.data[s].kind == OUTLINE_CREATE && touches(out, &out->steps.data[s], at)) {
            if (found != NONE)
                return NONE;
            found = s;
        }
    for (uint32_t s = 0; s < out->steps.size && found != NONE; s++)
        if (out->steps.data[s].kind == OUTLINE_ACCESS && out->steps.data[s].write && !out->steps.data[s].frees &&
            !outline_is_of_create(out, s, found, &w->block_of) &&
            (!out->steps.data[s].address.place_count || touches(out, &out->steps.data[s], at)))
            return NONE;
    return found;
}

/* The block where a value gets its meaning; NONE if that is not known, or not one. */
static uint32_t block_of_value(const struct outline *o, uint32_t procedure, uint32_t value)
{
    const struct outline_procedure *p = &o->procedures.data[procedure];
    uint32_t found = value < p->parameter_count ? p->blocks : NONE;
    for (uint32_t b = p->blocks; b < p->blocks + p->block_count; b++)
        for (uint32_t k = 0; k < o->blocks.data[b].value_count; k++)
            if (o->numbers.data[o->blocks.data[b].values + k] == value) {
                if (found != NONE && found != b)
                    return NONE;
                found = b;
            }
    return found;
}

/* The id lies behind the same value that the creation has put it behind, and since that value is what it is, there has been a creation. */
static bool is_same_record(const struct wide *w, uint32_t join, uint32_t create)
{
    const struct outline_address *a = &w->outline->steps.data[join].address, *b = &w->outline->steps.data[create].address;
    uint32_t p = w->procedure_of.data[join];
    if (w->procedure_of.data[create] != p || wide_is_recursive(w, p) || a->base == NONE || b->base == NONE ||
        a->offset != b->offset)
        return false;
    uint32_t value = wide_same(w, p, a->base), first = block_of_value(w->outline, p, value);
    return value == wide_same(w, p, b->base) && first != NONE && is_behind(w, first, join, create);
}

uint32_t order_creator_of(const struct wide *w, uint32_t step)
{
    assert(step < w->procedure_of.size);
    const struct outline *out = w->outline;
    const struct outline_step *join = &out->steps.data[step];
    if (join->created != NONE)
        return join->created;
    if (join->address.place_count != 1 || out->places.data[join->address.places].stride)
        return NONE;
    const struct outline_place *at = &out->places.data[join->address.places];
    bool one = wide_unique_object(w, at->object), local = is_own_local(w, step, at->object);
    if (!one && !local && join->address.base == NONE)
        return NONE;
    uint32_t create = only_writer(w, at);
    if (create == NONE || one)
        return create;
    bool behind = local && is_behind(w, out->procedures.data[w->procedure_of.data[step]].blocks, step, create);
    return behind || is_same_record(w, step, create) ? create : NONE;
}

bool order_joins_last(const struct wide *w, uint32_t step, uint32_t kind)
{
    assert(step < w->procedure_of.size && kind < w->kinds.size);
    const struct outline_step *join = &w->outline->steps.data[step];
    const struct bitset *by = &w->kinds_of.data[w->procedure_of.data[step]], *creators = &w->kinds.data[kind].creators;
    if (bitset_count(by) != 1 || bitset_count(creators) != 1 || bitset_next(by, 0) != bitset_next(creators, 0))
        return false;
    return join->created == NONE ? join->reads_now : !wide_is_recursive(w, w->procedure_of.data[w->kinds.data[kind].step]);
}
