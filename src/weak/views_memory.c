/* Memory of the machine with views: lists of messages, and what threads know of them. */
#include "weak/views_parts.h"

static void join(struct memory_view *to, const struct memory_view *from)
{
    for (uint32_t i = 0; i < VIEW_THREADS; i++)
        to->events[i] = from->events[i] > to->events[i] ? from->events[i] : to->events[i];
    for (uint32_t i = 0; i < VIEW_PLACES; i++)
        to->at[i] = from->at[i] > to->at[i] ? from->at[i] : to->at[i];
}

static void come_to(struct memory_view *v, uint32_t location, uint32_t at)
{
    if (v->at[location] < at)
        v->at[location] = (uint8_t)at;
}

bool view_can_read(const struct view_state *s, uint32_t thread, uint32_t location, uint32_t at, bool updates)
{
    const message_list *m = &s->messages[location];
    bool taken = updates && at + 1 < m->size && m->data[at + 1].update;
    return at >= s->threads[thread].now.at[location] && !taken;
}

bool view_can_write(const struct view_state *s, uint32_t thread, uint32_t location, uint32_t at)
{
    const message_list *m = &s->messages[location];
    return at > s->threads[thread].now.at[location] && (at == m->size || !m->data[at].update);
}

/* --- messages --- */

static void shift(struct memory_view *v, uint32_t location, uint32_t at)
{
    if (v->at[location] >= at)
        v->at[location]++;
}

/* Everybody who has come to a message behind the new one is one further. */
static void make_room(struct view_state *s, uint32_t location, uint32_t at)
{
    for (uint32_t t = 0; t < s->thread_count; t++) {
        shift(&s->threads[t].now, location, at);
        shift(&s->threads[t].pending, location, at);
        shift(&s->threads[t].released, location, at);
    }
    for (uint32_t l = 0; l < VIEW_PLACES; l++)
        vector_each(struct message *, m, &s->messages[l])
            shift(&m->view, location, at);
    vector_each(struct view_event *, e, &s->events) {
        shift(&e->known, location, at);
        if (e->location == location && e->kind != EVENT_TOUCH && e->at >= at)
            e->at++;
    }
}

static void insert(message_list *list, uint32_t at, const struct message *m)
{
    assert(at <= list->size && list->size < VIEW_MOST);
    vector_push(list, *m);
    for (uint32_t i = list->size - 1; i > at; i--)
        list->data[i] = list->data[i - 1];
    list->data[at] = *m;
}

/* The message of an event that writes, in front of what is at that place. An update also passes on what the message it has read carries. */
static void send(struct view_state *s, struct view_event *e, uint32_t at, uint64_t value)
{
    struct view_thread *t = &s->threads[e->thread];
    struct message m = {.thread = e->thread, .index = e->index, .update = e->kind == EVENT_UPDATE, .value = value};
    make_room(s, e->location, at);
    e->at = (uint8_t)at;
    come_to(&t->now, e->location, at);
    if (e->order != ORDER_PLAIN) {
        m.view = order_releases(e->order) ? t->now : t->released;
        if (m.update)
            join(&m.view, &s->messages[e->location].data[at - 1].view);
    }
    e->known = t->now;
    insert(&s->messages[e->location], at, &m);
}

static void receive(struct view_thread *t, const struct view_event *e, const struct message *m)
{
    come_to(&t->now, e->location, e->at);
    if (e->order != ORDER_PLAIN)
        join(order_acquires(e->order) ? &t->now : &t->pending, &m->view);
}

static void fence(struct view_thread *t, uint8_t order)
{
    if (order_acquires(order))
        join(&t->now, &t->pending);
    if (order_releases(order))
        t->released = t->now;
}

/* --- events --- */

uint32_t view_add(struct view_state *s, uint32_t thread, const struct view_event *given, uint64_t value)
{
    assert(thread < s->thread_count && s->threads[thread].thread.count < VIEW_MOST);
    struct view_thread *t = &s->threads[thread];
    uint32_t number = s->events.size;
    struct view_event e = *given;
    e.thread = (uint8_t)thread;
    e.index = (uint8_t)t->thread.count++;
    t->now.events[thread] = (uint8_t)t->thread.count;
    if (e.kind == EVENT_READ || e.kind == EVENT_UPDATE)
        receive(t, &e, &s->messages[e.location].data[e.at]);
    if (e.kind == EVENT_FENCE)
        fence(t, e.order);
    e.known = t->now;
    if (view_writes(&e))
        send(s, &e, e.kind == EVENT_UPDATE ? e.at + 1 : e.at, value);
    vector_push(&s->events, e);
    return number;
}

void view_upgrade(struct view_state *s, uint32_t event, uint8_t order, uint64_t value)
{
    struct view_event e = s->events.data[event];
    assert(e.kind == EVENT_READ);
    e.kind = EVENT_UPDATE;
    e.order = order;
    send(s, &e, e.at + 1, value);
    s->events.data[event] = e;
}
