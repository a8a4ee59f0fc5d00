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
    const u32_vector *o = &x->order.data[x->events.data[event].location];
    for (uint32_t i = 0; i < o->size; i++)
        if (o->data[i] == event)
            return i;
    return NONE;
}
