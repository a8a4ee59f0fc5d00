/* Atomic sections on the machine with views: they take their steps one by one, which must make no difference to anybody. */
#include "weak/views_parts.h"

/* Whether nobody writes the location any more, and the thread knows the last message. */
static bool is_settled(const struct weak_search *f, const struct view_state *s, uint32_t thread, uint32_t location)
{
    assert(location < f->places.size);
    bool settled = s->threads[thread].now.at[location] + 1u == s->messages[location].size;
    for (uint32_t t = 0; t < s->thread_count && settled; t++)
        settled = t == thread || !search_may_write(f, &s->threads[t].thread, location);
    return settled;
}

/* Whether it says that a thread was created, which does not begin before the section has ended. */
static bool creates(const struct weak_search *f, uint32_t location)
{
    return location != NONE && f->program->cells.data[f->places.data[location].cell].role == CELL_STARTED;
}

static bool is_alone(const struct weak_search *f, const struct view_state *s, uint32_t thread)
{
    vector_each(const uint32_t *, e, &s->section)
        if (creates(f, s->events.data[*e].location))
            return false;
    for (uint32_t t = 0; t < s->thread_count; t++)
        if (t != thread && !search_not_created(f, &s->threads[t].thread))
            return false;
    return true;
}

static bool is_data(const struct weak_search *f, uint32_t location)
{
    uint8_t role = location == NONE ? CELL_COUNT : f->program->cells.data[f->places.data[location].cell].role;
    return role == CELL_DATA || role == CELL_SYNC;
}

bool view_section_holds(const struct weak_search *f, const struct view_state *s, uint32_t thread, const struct item *i,
                        uint32_t location)
{
    assert(thread < s->thread_count);
    if (!is_data(f, location) || is_alone(f, s, thread) || (!i->writes && is_settled(f, s, thread, location)))
        return true;
    vector_each(const uint32_t *, e, &s->section) {
        const struct view_event *before = &s->events.data[*e];
        bool settled = before->location == location || (before->kind == EVENT_READ && is_settled(f, s, thread, before->location));
        if ((is_data(f, before->location) || creates(f, before->location)) && !settled)
            return false;
    }
    return true;
}
