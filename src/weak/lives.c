/* Ends of objects in an execution: free, the end of a block or of a thread. C has no variable for them, so they are events that nothing
 * reads from. What matters is happens-before: a use that does not happen before the end of its object may come after it (C11 7.22.3, 6.2.4),
 * and a use after which the object ends in any order is as good as one behind the end. So nothing is chosen here: whichever of the two comes
 * to the execution last finds the other. */
#include "weak/search_parts.h"

static bool is_at(const struct partial *s, uint32_t event, uint8_t kind, uint32_t location)
{
    const struct weak_event *e = &s->x.events.data[event];
    return e->kind == kind && e->location == location;
}

/* Whether the thread knows that the object has begun again after an end. */
static bool has_begun_again(const struct partial *s, uint32_t thread, uint32_t end)
{
    const struct weak_event *e = &s->x.events.data[end];
    for (uint32_t b = end + 1; b < s->x.events.size; b++)
        if (is_at(s, b, EVENT_BEGIN, e->location) && s->x.events.data[b].thread == e->thread && partial_knows(s, thread, b))
            return true;
    return false;
}

bool lives_ended(const struct partial *s, uint32_t thread, uint32_t location)
{
    assert(thread < s->thread_count);
    for (uint32_t e = 0; e < s->x.events.size; e++)
        if (is_at(s, e, EVENT_END, location) && partial_knows(s, thread, e) && !has_begun_again(s, thread, e))
            return true;
    return false;
}

/* An event of the kind that the thread does not know of; NONE: there is none from this one on. */
static uint32_t unknown_event(const struct partial *s, uint32_t thread, uint8_t kind, uint32_t location, uint32_t first)
{
    for (uint32_t e = first; e < s->x.events.size; e++)
        if (is_at(s, e, kind, location) && !partial_knows(s, thread, e))
            return e;
    return NONE;
}

/* The object need not be there where the check, or something that is not followed then, depends on it. */
static void fail(struct weak_search *f, const struct partial *s, uint32_t check)
{
    if (check == NONE)
        search_incomplete(f, "an address that was kept after free, which may have come back from malloc, is compared");
    else
        search_violate(f, s, check);
}

void lives_step(struct weak_search *f, struct partial *s, uint32_t thread, const struct item *item, uint32_t location)
{
    assert(item->life && location < s->x.order.size);
    uint32_t unknown_end = unknown_event(s, thread, EVENT_END, location, 0);
    struct weak_event e = {.kind = item->life == LIFE_LOOKS  ? EVENT_LOOK
                                   : item->life == LIFE_ENDS ? EVENT_END
                                                             : EVENT_BEGIN,
                           .order = ORDER_RELAXED,
                           .thread = thread,
                           .location = location,
                           .from = NONE,
                           .read = lives_ended(s, thread, location),
                           .check = item->check,
                           .access = item->access,
                           .pos = item->pos};
    partial_add(s, &e, 0);
    if (item->asks && unknown_end != NONE)
        fail(f, s, item->check);
    if (item->life != LIFE_ENDS)
        return;
    for (uint32_t l = 0; (l = unknown_event(s, thread, EVENT_LOOK, location, l)) != NONE; l++)
        fail(f, s, s->x.events.data[l].check);
}
