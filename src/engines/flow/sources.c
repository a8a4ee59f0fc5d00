/* Which stores a read may see. Rules 1, 2 and 5 exclude stores that come after the read; a store must also come after
 * the thread touched the variable last; and, beyond the paper, locks and atomic sections exclude stores in between. */
#include "engines/flow/analysis.h"

/* Whether the store can be the last one of its thread to the variable before it releases the lock: only then does a
 * thread that takes the lock later see its value. */
static bool leaves_section(struct flow *f, uint32_t store, uint32_t variable, uint64_t lock)
{
    const struct flow_threads *t = f->threads;
    const struct event *e = &t->events.data[store];
    const struct thread *th = &t->threads.data[e->thread];
    const struct code *c = &f->program->codes.data[th->code];
    const uint64_t *held = t->held[th->code];
    struct bitset seen = {0};
    u32_vector work = {0};
    bool leaves = false;
    vector_push(&work, c->edges.data[e->edge].to);
    while (work.size && !leaves) {
        uint32_t l = vector_pop(&work);
        if (bitset_has(&seen, l))
            continue;
        bitset_add(&seen, l);
        leaves = !(held[l] & lock);
        for (uint32_t i = out_begin(c, l); i < out_end(c, l) && !leaves; i++) {
            uint32_t edge = c->out_edge.data[i], next = th->event[edge];
            bool overwritten = false;
            if (next != NONE)
                vector_each(const struct touch *, w, &t->events.data[next].writes)
                    if (w->variable == variable)
                        overwritten |= w->surely;
            if (!overwritten)
                vector_push(&work, c->edges.data[edge].to);
        }
    }
    bitset_free(&seen);
    vector_free(&work);
    return leaves;
}

static bool hidden_by_lock(struct flow *f, uint32_t read, uint32_t store, uint32_t variable)
{
    const struct event *r = &f->threads->events.data[read], *s = &f->threads->events.data[store];
    uint64_t both = r->locks & s->locks & ~LOCK_ATOMIC;
    for (; both; both &= both - 1) {
        uint64_t lock = both & (~both + 1), known;
        uint64_t key = (uint64_t)store << 38 | (uint64_t)variable << 6 | (uint64_t)__builtin_ctzll(lock);
        if (!map_get(&f->visible, key, &known)) {
            known = leaves_section(f, store, variable, lock);
            map_put(&f->visible, key, known);
        }
        if (!known)
            return true;
    }
    return false;
}

/* The store comes before every event that may have been the thread's last touch: what it wrote is old. */
static bool too_old(const struct flow *f, uint32_t store, const uint32_t *last, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        if (last[i] == store && f->threads->events.data[store].once)
            continue;
        if (!order_never_after(f->threads->order, store, last[i]))
            return false;
    }
    return n > 0;
}

static void offer_value(struct flow *f, uint32_t value)
{
    if (value >= f->offered.size)
        vector_resize(&f->offered, value + 1 + value / 2);
    f->offered.data[value] = f->searches;
}

void sources_find(struct flow *f, const struct reader *r, uint32_t variable, source_vector *out)
{
    assert(r->thread < f->threads->threads.size);
    uint32_t read = r->read;
    const struct flow_threads *t = f->threads;
    bool ordered = f->mode >= CONSTRAINED;
    uint32_t n, enough = ordered ? SOURCES_MAX : 0;
    const uint32_t *touched = set_members(f, r->last, &n);
    vector_clear(out);
    f->searches++;
    vector_each(const struct store *, s, &t->stores[variable]) {
        const struct event *e = &t->events.data[s->event];
        uint32_t value = f->wrote[s->event].value[s->slot];
        if (e->thread == r->thread || value == NONE || (r->since & e->locks))
            continue;
        if (out->size > enough && value < f->offered.size && f->offered.data[value] == f->searches)
            continue;
        if (ordered && too_old(f, s->event, touched, n))
            continue;
        if (ordered && read != NONE && (order_never_after(t->order, read, s->event) || hidden_by_lock(f, read, s->event, variable)))
            continue;
        offer_value(f, value);
        vector_push(out, (struct source){s->event, value});
    }
}
