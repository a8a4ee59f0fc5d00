#include "weak/execution.h"

void execution_free(struct execution *x)
{
    vector_each(u32_vector *, o, &x->order)
        vector_free(o);
    vector_free(&x->order);
    vector_free(&x->events);
}

void execution_copy(struct execution *to, const struct execution *from)
{
    assert(!to->events.size && !to->order.size);
    vector_reserve(&to->events, from->events.size + 1);
    memcpy(to->events.data, from->events.data, from->events.size * sizeof *to->events.data);
    to->events.size = from->events.size;
    vector_resize(&to->order, from->order.size);
    for (uint32_t i = 0; i < from->order.size; i++) {
        const u32_vector *o = &from->order.data[i];
        vector_reserve(&to->order.data[i], o->size + 1);
        if (o->size)
            memcpy(to->order.data[i].data, o->data, o->size * sizeof *o->data);
        to->order.data[i].size = o->size;
    }
}

uint32_t execution_place(const struct execution *x, uint32_t event)
{
    assert(event < x->events.size && event_writes(&x->events.data[event]));
    const u32_vector *o = &x->order.data[x->events.data[event].location];
    for (uint32_t i = 0; i < o->size; i++)
        if (o->data[i] == event)
            return i;
    return NONE;
}

static bool event_valid(const struct execution *x, uint32_t event)
{
    const struct weak_event *e = &x->events.data[event];
    if (e->kind == EVENT_FENCE)
        return e->location == NONE && e->thread != NONE;
    if (e->location >= x->order.size || (e->thread == NONE) != (e->kind == EVENT_INITIAL))
        return false;
    if (event_reads(e) &&
        (e->from >= x->events.size || x->events.data[e->from].location != e->location || !event_writes(&x->events.data[e->from])))
        return false;
    return !event_writes(e) || execution_place(x, event) != NONE;
}

bool execution_valid(const struct execution *x)
{
    uint32_t writes = 0, ordered = 0;
    for (uint32_t i = 0; i < x->events.size; i++) {
        writes += event_writes(&x->events.data[i]);
        if (!event_valid(x, i))
            return false;
    }
    for (uint32_t l = 0; l < x->order.size; l++) {
        const u32_vector *o = &x->order.data[l];
        ordered += o->size;
        if (o->size && x->events.data[o->data[0]].kind != EVENT_INITIAL)
            return false;
    }
    return writes == ordered;
}
