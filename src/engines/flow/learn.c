/* What the interpretation of a thread has found out about its events. Order: if in every case in which an event happens
 * some other event must have come before it, then that holds in every run, and the next run may start from it. Sure
 * stores: if a store through an index had the same index in all cases. Beyond the paper, where what one thread's reads
 * imply about the order is not told to the others. */
#include "engines/flow/analysis.h"

#include <string.h>

void learn_forget(struct flow *f, uint32_t thread)
{
    assert(thread < f->threads->threads.size);
    const struct thread *th = &f->threads->threads.data[thread];
    for (uint32_t e = th->first_event; e < th->end_event; e++) {
        mem_free(f->learned[e]);
        mem_free(f->sure[e]);
        f->learned[e] = NULL;
        f->sure[e] = NULL;
    }
}

void learn_event(struct flow *f, uint32_t event, uint32_t node)
{
    assert(event < f->threads->events.size);
    struct order *o = f->threads->order;
    uint32_t words = order_words(o);
    if (!f->learning || !f->threads->events.data[event].writes.size) /* see add_fact() */
        return;
    assume_goto(f, node);
    const uint64_t *row = order_predecessors(o, event);
    if (!f->learned[event]) {
        f->learned[event] = mem_alloc(words * sizeof *row);
        memcpy(f->learned[event], row, words * sizeof *row);
        return;
    }
    for (uint32_t i = 0; i < words; i++)
        f->learned[event][i] &= row[i];
}

/* Facts speak of events that everybody sees: not of the one instance that stands for a group. What comes before an
 * event that writes nothing is of no use to others, and its own thread knows it already. */
static bool add_fact(struct flow *f, uint32_t before, uint32_t event)
{
    const struct thread *a = &f->threads->threads.data[f->threads->events.data[before].thread];
    const struct thread *b = &f->threads->threads.data[f->threads->events.data[event].thread];
    if (order_before(f->threads->order, before, event) || a->hidden || a->rest)
        return false;
    bool added = order_add(f->threads->order, before, event);
    if (b->hidden) { /* it holds for every instance */
        uint32_t seen = b[1].event[f->threads->events.data[event].edge];
        added |= order_add(f->threads->order, before, seen);
    }
    return added;
}

/* global: by shared variable of the thread's space, its number among all. */
void learn_writes(struct flow *f, uint32_t event, const write_vector *writes, const uint32_t *global)
{
    assert(event < f->threads->events.size);
    const struct event *e = &f->threads->events.data[event];
    uint32_t n = e->writes.size;
    if (!f->sure[event]) {
        f->sure[event] = NEW_ARRAY(bool, n + 1);
        for (uint32_t i = 0; i < n; i++)
            f->sure[event][i] = true;
    }
    for (uint32_t i = 0; i < n; i++) {
        bool written = false;
        vector_each(const struct write *, w, writes)
            written |= !w->weak && w->variable < f->interpreted[e->thread].space->shared_count &&
                       global[w->variable] == e->writes.data[i].variable;
        f->sure[event][i] = f->sure[event][i] && written;
    }
}

/* A store through an index that turned out to be one number overwrites that variable for sure. */
static bool commit_writes(struct flow *f, uint32_t event)
{
    struct flow_threads *t = f->threads;
    struct event *e = &t->events.data[event];
    bool added = false;
    if (!f->sure[event] || t->threads.data[e->thread].number == NONE)
        return false;
    for (uint32_t i = 0; i < e->writes.size; i++) {
        struct touch *w = &e->writes.data[i];
        if (w->surely || !f->sure[event][i])
            continue;
        w->surely = added = true;
        t->overwrite[w->variable][event / 64] |= UINT64_C(1) << (event % 64);
        vector_each(struct store *, s, &t->stores[w->variable])
            if (s->event == event)
                s->surely = true;
    }
    return added;
}

static bool writes_vaguely(const struct flow *f, const struct event *e)
{
    vector_each(const struct touch *, w, &e->writes)
        if (!w->surely && !f->shared->variables.data[w->variable].summary)
            return true;
    return false;
}

/* Whether the thread shows something to others at the event or after it. */
static bool writes_later(const struct flow *f, uint32_t event)
{
    const struct event *e = &f->threads->events.data[event];
    const struct thread *th = &f->threads->threads.data[e->thread];
    const struct bitset *follows = &f->threads->graphs[th->code]->follows[e->edge];
    if (e->writes.size)
        return true;
    bitset_each(next, follows)
        if (th->event[next] != NONE && f->threads->events.data[th->event[next]].writes.size)
            return true;
    return false;
}

bool *learn_teachers(const struct flow *f)
{
    bool *teaches = NEW_ARRAY(bool, f->threads->threads.size + 1);
    vector_each(const struct assumption *, a, &f->assumptions) {
        bool *t = a->read == NONE ? NULL : &teaches[f->threads->events.data[a->read].thread];
        if (t)
            *t = *t || writes_later(f, a->read);
    }
    vector_each(const struct event *, e, &f->threads->events)
        if (f->threads->threads.data[e->thread].number != NONE && writes_vaguely(f, e))
            teaches[e->thread] = true;
    return teaches;
}

bool learn_commit(struct flow *f)
{
    bool added = false;
    assume_goto(f, 0);
    for (uint32_t e = 0; e < f->threads->events.size; e++)
        added |= commit_writes(f, e);
    map_free(&f->visible); /* it asks who overwrites what */
    f->visible = (struct map){0};
    for (uint32_t e = 0; e < f->threads->events.size; e++)
        for (uint32_t i = 0; f->learned[e] && i < order_words(f->threads->order); i++)
            for (uint64_t w = f->learned[e][i]; w; w &= w - 1)
                added |= add_fact(f, i * 64 + (uint32_t)__builtin_ctzll(w), e);
    order_commit(f->threads->order);
    return added;
}
