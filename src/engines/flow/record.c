/* What a thread shows to others: the values that its stores write, and the views that it hands over to threads it
 * creates. */
#include "engines/flow/run.h"

/* The event under which others know what this thread does. */
static uint32_t visible_event(const struct flow_run *r, uint32_t event)
{
    const struct event *e = &r->f->threads->events.data[event];
    if (!r->thread->hidden)
        return event;
    return r->thread[1].event[e->edge]; /* the rest of a group follows it */
}

static void mark_readers(struct flow *f, uint32_t variable)
{
    vector_each(const uint32_t *, t, &f->threads->readers[variable])
        f->interpreted[*t].dirty = true;
}

void record_writes(struct flow_run *r, uint32_t event, const write_vector *writes)
{
    struct flow *f = r->f;
    uint32_t seen = visible_event(r, event);
    const struct event *e = &f->threads->events.data[seen];
    struct interferences *w = &f->wrote[seen];
    for (uint32_t i = 0; i < writes->size; i++) {
        if (writes->data[i].variable >= r->space->shared_count)
            continue;
        uint32_t global = r->in->global[writes->data[i].variable], slot = 0;
        while (slot < e->writes.size && e->writes.data[slot].variable != global)
            slot++;
        const struct value *stored = &writes->data[i].stored;
        struct value v = *stored;
        if (w->value[slot] != NONE) {
            const struct value *old = value_numbered(&f->pool, w->value[slot]);
            if (value_leq(stored, old))
                continue;
            v = value_join(old, stored);
            if (w->changes[slot] > ROUNDS_DELAY)
                v = value_widen(old, &v, &f->thresholds);
        }
        w->changes[slot] += w->changes[slot] < UINT8_MAX;
        w->value[slot] = value_number(&f->pool, &v);
        mark_readers(f, global);
    }
}

/* What a new thread finds: its creator's views, handed over with the events that touched the variables last. */
static void hand_over(struct flow_run *r, uint32_t child, const struct edge_effect *e)
{
    struct flow *f = r->f;
    struct interpreted *c = &f->interpreted[child];
    const struct space *s = c->space;
    struct abstract *st = abstract_initial(s);
    bool changed = false;
    uint32_t *last = mem_alloc((s->shared_count + 1) * sizeof *last);
    for (uint32_t v = 0; v < s->shared_count; v++) {
        uint32_t mine = r->in->local[c->global[v]];
        last[v] = mine == NONE ? set_single(f, EVENT_INIT) : e->last[mine];
        if (mine != NONE)
            abstract_set(s, st, v, abstract_get(r->space, e->state, mine));
    }
    if (!c->entry) {
        c->entry = st;
        c->entry_last = last;
        changed = true;
    } else {
        changed =
            c->entry_changes > ROUNDS_DELAY ? abstract_widen(s, c->entry, st, &f->thresholds) : abstract_join(s, c->entry, st);
        for (uint32_t v = 0; v < s->shared_count; v++) {
            uint32_t both = set_union(f, c->entry_last[v], last[v]);
            changed |= both != c->entry_last[v];
            c->entry_last[v] = both;
        }
        abstract_free(s, st);
        mem_free(last);
    }
    c->entry_changes += changed && c->entry_changes < UINT8_MAX;
    c->dirty |= changed;
}

void record_creations(struct flow_run *r, uint32_t event, const struct edge_effect *e)
{
    vector_each(const uint32_t *, t, &r->f->threads->events.data[visible_event(r, event)].creates)
        hand_over(r, *t, e);
}
