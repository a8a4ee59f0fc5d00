/* The steps that a thread can take in a state of the search. */
#include "weak/search_parts.h"

uint64_t event_value(const struct weak_event *e) { return event_writes(e) ? e->written : e->read; }

uint32_t section_event(const struct partial *s, uint32_t location)
{
    assert(location != NONE);
    vector_each(const uint32_t *, e, &s->section)
        if (s->x.events.data[*e].location == location)
            return *e;
    return NONE;
}

/* --- locations --- */

static uint32_t location_number(struct weak_search *f, const struct memory_place *place, uint64_t slot)
{
    enum { SLOT_BITS = 40 };
    uint64_t key = (uint64_t)place->cell << SLOT_BITS | slot, number;
    if (slot >> SLOT_BITS)
        search_incomplete(f, "an array of more than a million million elements");
    if (map_get(&f->place_of, key, &number))
        return (uint32_t)number;
    map_put(&f->place_of, key, f->places.size);
    vector_push(&f->places, *place);
    return f->places.size - 1;
}

/* The location that the element at an address belongs to, or NONE. */
static uint32_t location_at(struct weak_search *f, uint32_t cell, uint64_t index)
{
    const struct cell *c = &f->program->cells.data[cell];
    const uint32_t *counts = machine_counts(f->machine);
    struct memory_place place = {.cell = cell, .parts = f->plan.parts[cell]};
    uint64_t key = cell_is_array(c) ? cell_slot(c, index, counts) : 0;
    if (key == NONE64)
        return NONE;
    place.slots[0] = key;
    if (place.parts > 1) {
        uint64_t step = c->width / 8, first = index - index % (step * place.parts);
        key = NONE64;
        for (uint32_t k = 0; k < place.parts; k++) {
            place.slots[k] = cell_slot(c, first + k * step, counts);
            key = key == NONE64 ? place.slots[k] : key;
        }
    }
    return location_number(f, &place, key);
}

uint64_t search_first_value(const struct weak_search *f, uint32_t location)
{
    assert(location < f->places.size);
    const struct memory_place *p = &f->places.data[location];
    const struct cell *c = &f->program->cells.data[p->cell];
    uint64_t value = 0;
    for (uint32_t k = 0; k < p->parts; k++)
        if (p->slots[k] != NONE64)
            value |= (cell_initial(c, p->slots[k], machine_counts(f->machine)) & width_mask(c->width)) << k * c->width;
    return value;
}

void search_begin_location(const struct weak_search *f, struct partial *s, uint32_t location)
{
    if (location < s->x.order.size && s->x.order.data[location].size)
        return;
    struct weak_event e = {.kind = EVENT_INITIAL, .thread = NONE, .location = location, .from = NONE, .access = NONE};
    e.written = search_first_value(f, location);
    partial_add(s, &e, 0);
}

uint32_t search_place(struct weak_search *f, const struct partial_thread *t, const struct item *item)
{
    uint32_t l = location_at(f, item->cell, item->index ? machine_eval(f->machine, t->code, t->instance, item->index, NULL) : 0);
    if (l == NONE)
        return NONE;
    for (uint32_t i = 0; i < item->other_count; i++)
        if (location_at(f, item->cell, machine_eval(f->machine, t->code, t->instance, item->others[i], NULL)) != l) {
            search_incomplete(f, "an access that is not aligned");
            f->stopped = true;
        }
    return l;
}

uint32_t search_location(struct weak_search *f, struct partial *s, uint32_t thread, const struct item *item)
{
    assert(thread < s->thread_count);
    uint32_t l = search_place(f, &s->threads[thread], item);
    if (l != NONE)
        search_begin_location(f, s, l);
    return l;
}

void search_set(struct weak_search *f, uint32_t location, uint64_t value)
{
    assert(location < f->places.size);
    const struct memory_place *p = &f->places.data[location];
    uint8_t width = f->program->cells.data[p->cell].width;
    for (uint32_t k = 0; k < p->parts; k++)
        if (p->slots[k] != NONE64)
            machine_set_initial(f->machine,
                                &(struct trace_initial){p->cell, NONE, 0, p->slots[k], value >> k * width & width_mask(width)});
}

uint64_t search_get(const struct weak_search *f, uint32_t location)
{
    assert(location < f->places.size);
    const struct memory_place *p = &f->places.data[location];
    const struct cell *c = &f->program->cells.data[p->cell];
    uint64_t value = 0;
    for (uint32_t k = 0; k < p->parts; k++) {
        if (p->slots[k] == NONE64)
            continue;
        uint64_t index = cell_is_array(c) ? cell_slot_index(c, p->slots[k], machine_counts(f->machine)) : 0;
        value |= machine_read(f->machine, NONE, 0, p->cell, index) << k * c->width;
    }
    return value;
}

/* --- what can be read, and where writes can stand --- */

/* What the thread may read: not what is overwritten by something that it knows, and, for an update, nothing that is updated already. */
static void find_sources(const struct partial *s, uint32_t thread, uint32_t location, bool updates, u32_vector *out)
{
    const u32_vector *order = &s->x.order.data[location];
    uint32_t first = s->threads[thread].not_before;
    for (uint32_t i = order->size; i-- > 0;) {
        uint32_t w = order->data[i];
        bool taken = updates && i + 1 < order->size && s->x.events.data[order->data[i + 1]].kind == EVENT_UPDATE;
        if (w >= first && !taken)
            vector_push(out, w);
        if (partial_knows(s, thread, w))
            return;
    }
}

/* Before what a write may stand, if not at the end: not before what the thread knows, nor between an update and what it reads. */
static void find_places(const struct partial *s, uint32_t thread, uint32_t location, u32_vector *out)
{
    const u32_vector *order = &s->x.order.data[location];
    for (uint32_t i = order->size; i-- > 1 && !partial_knows(s, thread, order->data[i]);)
        if (s->x.events.data[order->data[i]].kind != EVENT_UPDATE)
            vector_push(out, i);
}

/* --- options --- */

/* Those of one edge with what is read and the inputs chosen: one for each place of what it writes. */
static void add_places(struct weak_search *f, struct partial *s, uint32_t thread, struct option o, const struct edge_plan *e,
                       option_list *out)
{
    o.location = o.place = NONE;
    vector_push(out, o);
    vector_each(const struct item *, i, &e->items) {
        uint32_t l = i->writes && !i->reads && !i->life ? search_location(f, s, thread, i) : NONE;
        if (l == NONE || section_event(s, l) != NONE)
            continue;
        if (o.location != NONE)
            search_incomplete(f, "a step writes several variables that others write");
        u32_vector places = {0};
        find_places(s, thread, l, &places);
        vector_each(const uint32_t *, place, &places) {
            o.location = l;
            o.place = *place;
            vector_push(out, o);
        }
        vector_free(&places);
    }
}

static void add_with_inputs(struct weak_search *f, struct partial *s, uint32_t thread, struct option o, option_list *out)
{
    struct partial_thread *t = &s->threads[thread];
    step_list steps = {0};
    search_steps(f, t, o.edge, false, &steps);
    vector_each(const struct trace_step *, step, &steps) {
        o.inputs = step->inputs;
        o.input_count = step->input_count;
        add_places(f, s, thread, o, &f->plan.codes[step->in_code].edges[o.edge], out);
    }
    vector_free(&steps);
}

/* The newest value of what is always read as it is by happens-before, and whether objects have ended by it. */
static void set_latest(struct weak_search *f, struct partial *s, uint32_t thread, const struct edge_plan *e)
{
    vector_each(const struct item *, i, &e->items) {
        uint32_t l = i->latest || i->asks ? search_location(f, s, thread, i) : NONE;
        if (l != NONE && i->asks)
            search_set(f, l, lives_ended(s, thread, l));
        else if (l != NONE)
            search_set(f, l, s->x.events.data[vector_last(&s->x.order.data[l])].written);
    }
}

static void edge_options(struct weak_search *f, struct partial *s, uint32_t thread, uint32_t edge, option_list *out,
                         uint32_t *location)
{
    struct partial_thread *t = &s->threads[thread];
    const struct edge_plan *e = &f->plan.codes[machine_code(f->machine, t->code, t->instance)].edges[edge];
    const struct item *reads = e->reads == NONE ? NULL : &e->items.data[e->reads];
    uint32_t l = reads ? search_location(f, s, thread, reads) : NONE;
    uint32_t own = l == NONE ? NONE : section_event(s, l);
    set_latest(f, s, thread, e);
    if (l == NONE || own != NONE) {
        if (own != NONE)
            search_set(f, l, event_value(&s->x.events.data[own]));
        add_with_inputs(f, s, thread, (struct option){.edge = edge, .from = NONE}, out);
        return;
    }
    if (*location != NONE && *location != l)
        search_incomplete(f, "a choice between steps that read different variables");
    *location = l;
    u32_vector sources = {0};
    find_sources(s, thread, l, reads->writes, &sources);
    vector_each(const uint32_t *, w, &sources) {
        search_set(f, l, s->x.events.data[*w].written);
        add_with_inputs(f, s, thread, (struct option){.edge = edge, .from = *w}, out);
    }
    vector_free(&sources);
}

void search_options(struct weak_search *f, struct partial *s, uint32_t thread, option_list *out, uint32_t *location)
{
    assert(thread < s->thread_count);
    struct partial_thread *t = &s->threads[thread];
    uint32_t in = machine_code(f->machine, t->code, t->instance), at = machine_location(f->machine, t->code, t->instance);
    const struct code *c = &f->program->codes.data[in];
    *location = NONE;
    if (machine_depth(f->machine, t->code, t->instance) > 1 && at == c->exit)
        vector_push(out, (struct option){NONE, NONE, NONE, NONE, NULL, 0});
    for (uint32_t i = out_begin(c, at); i < out_end(c, at); i++)
        if (f->task->races || !f->plan.codes[in].edges[c->out_edge.data[i]].is_double)
            edge_options(f, s, thread, c->out_edge.data[i], out, location);
}
