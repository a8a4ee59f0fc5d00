/* Reads that homes rely on (struct outline_reading): two of them find the same value all the time while a procedure runs. They are made in the same way, from a parameter or from an object that there is once, and nobody writes on that way: not the
 * procedure, nor what it calls, and nobody else while it runs; and no thread is created there that might. Otherwise nothing is said of that class of homes (w->no_homes). */
#include "engines/wide/loads.h"

/* How a value is found: it is a parameter, or what is read so far behind a value that is found so, or in an object that there is once. */
struct way_to {
    uint32_t object, found; /* found: the number of a way; or of a parameter, where object is PARAMETER */
    int64_t offset;
};

enum { PARAMETER = UINT32_MAX - 1, MOST_READS = 6 };

/* The one step that reads this value; NONE if there is none, or if that is not all it does. */
static uint32_t read_of(const struct loads *l, uint32_t procedure, uint32_t value)
{
    const struct outline *o = l->w->outline;
    const struct outline_procedure *p = &o->procedures.data[procedure];
    const struct outline_block *last = &o->blocks.data[p->blocks + p->block_count - 1];
    uint32_t found = NONE;
    for (uint32_t s = o->blocks.data[p->blocks].steps; s < last->steps + last->step_count; s++) {
        const struct outline_step *x = step_at(l, s);
        if (x->kind != OUTLINE_ACCESS || x->write || x->value != value)
            continue;
        if (found != NONE || x->width != 8 || x->atomic || x->copies)
            return NONE;
        found = s;
    }
    return found;
}

/* A number for what this value always is while the procedure runs; NONE if it may change. */
static uint32_t constant_of(struct loads *l, struct intern *ways, uint32_t procedure, uint32_t value, uint32_t reads)
{
    struct way_to way;
    memset(&way, 0, sizeof way);
    if (value < l->w->outline->procedures.data[procedure].parameter_count) {
        way.object = PARAMETER;
        way.found = value;
        return intern_add(ways, &way, sizeof way, NULL);
    }
    uint32_t step = read_of(l, procedure, value), cell = step == NONE || !reads ? NONE : loads_cell_of(l, step);
    if (cell == NONE || !loads_are_steady(l, cell, step) || bitset_has(&l->cells.data[cell].writers, procedure) ||
        l->w->order->creates.data[procedure])
        return NONE;
    const struct outline_address *a = &step_at(l, step)->address;
    const struct outline_place *p = &l->w->outline->places.data[a->places];
    way.object = a->place_count == 1 && !p->stride && wide_unique_object(l->w, p->object) ? p->object : NONE;
    way.offset = way.object == NONE ? a->offset : (int64_t)p->first;
    way.found = way.object != NONE ? NONE : a->base == NONE ? NONE : constant_of(l, ways, procedure, a->base, reads - 1);
    return way.object == NONE && way.found == NONE ? NONE : intern_add(ways, &way, sizeof way, NULL);
}

void loads_look_at_readings(struct loads *l)
{
    struct intern ways = {0};
    vector_each(const struct outline_reading *, r, &l->w->outline->readings) {
        if (bitset_empty(&l->w->kinds_of.data[r->procedure]) || bitset_has(&l->w->no_homes, r->class))
            continue;
        uint32_t first = constant_of(l, &ways, r->procedure, r->first, MOST_READS);
        if (first == NONE || first != constant_of(l, &ways, r->procedure, r->again, MOST_READS))
            bitset_add(&l->out->no_homes, r->class);
        intern_free(&ways);
    }
}
