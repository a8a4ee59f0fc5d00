/* Writes that are no progress: a loop around a weak exchange may store before each attempt, `do n->next = top; while (!exchange(&top, n))`, and an
 * exchange may fail for no reason, any number of times.
 *
 * Let a thread write what it has written to the location last, with nothing in between that others could learn of the first write from (no
 * release). If every write of another thread to the location happens before the first one, or after (and so after the second one, too), an execution
 * without the second write has all the same errors and races: who reads from it reads the same from the first one, and less is ordered. So a
 * turn of a loop with such writes alone need not be taken again. Which locations others write without that order is found out in all
 * executions that are looked at. */
#include "weak/search_parts.h"

/* Whether others can learn from the event of what its thread did before. */
static bool tells(const struct weak_event *e)
{
    return (event_writes(e) || e->kind == EVENT_FENCE) && e->kind != EVENT_INITIAL && order_releases(e->order);
}

bool writes_the_same(const struct partial *s, uint32_t event)
{
    assert(event < s->x.events.size && event_writes(&s->x.events.data[event]));
    const struct weak_event *e = &s->x.events.data[event];
    const u32_vector *order = &s->x.order.data[e->location];
    uint32_t place = execution_place(&s->x, event);
    if (e->kind != EVENT_WRITE || tells(e) || !place || place + 1 != order->size)
        return false;
    uint32_t before = order->data[place - 1];
    const struct weak_event *b = &s->x.events.data[before];
    if (b->thread != e->thread || b->written != e->written)
        return false;
    for (uint32_t i = before; i < event; i++)
        if (s->x.events.data[i].thread == e->thread && tells(&s->x.events.data[i]))
            return false;
    return true;
}

bool writes_without_order(const struct partial *s, uint32_t event)
{
    assert(event < s->x.events.size);
    const struct weak_event *e = &s->x.events.data[event];
    vector_each(const uint32_t *, w, &s->x.order.data[e->location])
        if (*w < event && s->x.events.data[*w].thread != e->thread && !partial_knows(s, e->thread, *w))
            return true;
    return false;
}
