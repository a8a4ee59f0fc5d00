#include "litmus_choices.h"

#include <string.h>

static uint32_t value_of(const struct litmus *l, uint32_t event)
{
    uint32_t t = 0, i = event - l->locations;
    if (event < l->locations)
        return 0;
    for (; i >= l->count[t]; t++)
        i -= l->count[t];
    return litmus_value(t, i);
}

static struct outcome outcome_of(const struct choices *c)
{
    struct outcome o;
    uint32_t e = c->litmus->locations;
    memset(&o, 0, sizeof o);
    for (uint32_t t = 0; t < c->litmus->threads; t++)
        for (uint32_t i = 0; i < c->litmus->count[t]; i++, e++)
            o.read[t * OPS + i] = event_reads(&c->x.events.data[e]) ? value_of(c->litmus, c->x.events.data[e].from) : NONE;
    for (uint32_t l = 0; l < c->litmus->locations; l++)
        o.last[l] = value_of(c->litmus, vector_last(&c->x.order.data[l]));
    return o;
}

static bool same_outcome(const struct outcome *a, const struct outcome *b)
{
    return !memcmp(a->read, b->read, sizeof a->read) && !memcmp(a->last, b->last, sizeof a->last);
}

static void note_outcome(struct choices *c, bool allowed)
{
    struct outcome o = outcome_of(c);
    vector_each(struct outcome *, other, &c->outcomes)
        if (same_outcome(other, &o)) {
            other->allowed |= allowed;
            return;
        }
    o.allowed = allowed;
    vector_push(&c->outcomes, o);
}

static void judge(struct choices *c)
{
    bool allowed = execution_allowed(&c->x, c->model);
    c->seen++;
    if (c->asks)
        note_outcome(c, allowed);
    c->allowed += allowed;
    c->races |= allowed && execution_races(&c->x, false, NONE, NONE);
}

/* Nobody reads what the same thread writes later: then it is of no use to ask for that. */
static bool is_after(const struct choices *c, uint32_t write, uint32_t read)
{
    return write > read && c->x.events.data[write].thread == c->x.events.data[read].thread;
}

static void choose_sources(struct choices *c, uint32_t k)
{
    if (c->seen > MOST_CHOICES)
        return;
    if (k == c->reads.size) {
        judge(c);
        return;
    }
    struct weak_event *e = &c->x.events.data[c->reads.data[k]];
    vector_each(const uint32_t *, w, &c->x.order.data[e->location]) {
        if (*w == c->reads.data[k] || (c->asks && is_after(c, *w, c->reads.data[k])))
            continue;
        e->from = *w;
        choose_sources(c, k + 1);
    }
}

/* All orders of the writes of a location, the initial one first; then the next location. */
static void choose_orders(struct choices *c, uint32_t location, uint32_t place)
{
    if (location == c->x.order.size) {
        choose_sources(c, 0);
        return;
    }
    u32_vector *o = &c->x.order.data[location];
    if (place >= o->size) {
        choose_orders(c, location + 1, 1);
        return;
    }
    for (uint32_t i = place; i < o->size; i++) {
        uint32_t x = o->data[place], y = o->data[i];
        o->data[place] = y, o->data[i] = x;
        choose_orders(c, location, place + 1);
        o->data[place] = x, o->data[i] = y;
    }
}

void choose_all(struct choices *c)
{
    const struct litmus *l = c->litmus;
    vector_resize(&c->x.order, l->locations);
    for (uint32_t i = 0; i < l->locations; i++) {
        vector_push(&c->x.order.data[i], i);
        vector_push(&c->x.events, (struct weak_event){.kind = EVENT_INITIAL, .thread = NONE, .location = i, .from = NONE});
    }
    for (uint32_t t = 0; t < l->threads; t++)
        for (uint32_t i = 0; i < l->count[t]; i++) {
            const struct op *o = &l->ops[t][i];
            uint32_t id = c->x.events.size, location = o->kind == EVENT_FENCE ? NONE : o->location;
            vector_push(&c->x.events,
                        (struct weak_event){.kind = o->kind, .order = o->order, .thread = t, .location = location, .from = NONE});
            if (o->kind == EVENT_WRITE || o->kind == EVENT_UPDATE)
                vector_push(&c->x.order.data[location], id);
            if (o->kind == EVENT_READ || o->kind == EVENT_UPDATE)
                vector_push(&c->reads, id);
        }
    choose_orders(c, 0, 1);
    execution_free(&c->x);
    vector_free(&c->reads);
}
