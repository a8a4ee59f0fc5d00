#include "weak/partial.h"

/* --- clocks --- */

static uint32_t *clock_of(uint32_t *clocks, uint32_t threads, uint32_t i) { return &clocks[i * threads]; }

static void clock_join(uint32_t *to, const uint32_t *from, uint32_t threads)
{
    for (uint32_t t = 0; t < threads; t++)
        if (from[t] > to[t])
            to[t] = from[t];
}

static uint32_t *copy_clocks(const uint32_t *from, uint32_t n)
{
    uint32_t *to = NEW_ARRAY(uint32_t, n + 1);
    memcpy(to, from, n * sizeof *to);
    return to;
}

/* --- states --- */

void partial_begin(struct partial *s, const struct program *p)
{
    *s = (struct partial){.inside = NONE};
    for (uint32_t t = 0; t < p->template_count; t++)
        s->thread_count += p->codes.data[t].instances;
    s->threads = NEW_ARRAY(struct partial_thread, s->thread_count + 1);
    uint32_t n = 0;
    for (uint32_t t = 0; t < p->template_count; t++)
        for (uint32_t i = 0; i < p->codes.data[t].instances; i++)
            s->threads[n++] = (struct partial_thread){.code = t, .instance = i};
    uint32_t size = n * n + 1;
    s->clocks.threads = n;
    s->clocks.now = NEW_ARRAY(uint32_t, size);
    s->clocks.pending = NEW_ARRAY(uint32_t, size);
    s->clocks.released = NEW_ARRAY(uint32_t, size);
}

#define COPY_VECTOR(to, from)                                                                                                      \
    do {                                                                                                                           \
        vector_reserve((to), (from)->size + 1);                                                                                    \
        if ((from)->size)                                                                                                          \
            memcpy((to)->data, (from)->data, (from)->size * sizeof *(to)->data);                                                   \
        (to)->size = (from)->size;                                                                                                 \
    } while (0)

void partial_copy(struct partial *to, const struct partial *from)
{
    assert(execution_valid(&from->x));
    uint32_t n = from->thread_count;
    *to = (struct partial){.thread_count = n, .inside = from->inside, .approximate = from->approximate};
    execution_copy(&to->x, &from->x);
    COPY_VECTOR(&to->section, &from->section);
    to->threads = NEW_ARRAY(struct partial_thread, n + 1);
    for (uint32_t t = 0; t < n; t++) {
        to->threads[t] = from->threads[t];
        to->threads[t].seen = (machine_words){0};
        COPY_VECTOR(&to->threads[t].seen, &from->threads[t].seen);
        to->threads[t].unknown = (struct bitset){0};
        bitset_copy(&to->threads[t].unknown, &from->threads[t].unknown);
    }
    to->clocks.threads = n;
    COPY_VECTOR(&to->clocks.index, &from->clocks.index);
    COPY_VECTOR(&to->clocks.of_event, &from->clocks.of_event);
    to->clocks.now = copy_clocks(from->clocks.now, n * n);
    to->clocks.pending = copy_clocks(from->clocks.pending, n * n);
    to->clocks.released = copy_clocks(from->clocks.released, n * n);
}

void partial_free(struct partial *s)
{
    execution_free(&s->x);
    for (uint32_t t = 0; t < s->thread_count; t++) {
        vector_free(&s->threads[t].seen);
        bitset_free(&s->threads[t].unknown);
    }
    mem_free(s->threads);
    vector_free(&s->section);
    vector_free(&s->clocks.index);
    vector_free(&s->clocks.of_event);
    mem_free(s->clocks.now);
    mem_free(s->clocks.pending);
    mem_free(s->clocks.released);
}

bool partial_knows(const struct partial *s, uint32_t thread, uint32_t event)
{
    assert(thread < s->thread_count && event < s->x.events.size);
    const struct weak_event *e = &s->x.events.data[event];
    return e->thread == NONE || s->clocks.now[thread * s->clocks.threads + e->thread] > s->clocks.index.data[event];
}

/* --- events --- */

static void insert(u32_vector *order, uint32_t place, uint32_t event)
{
    assert(place <= order->size);
    vector_push(order, event);
    for (uint32_t i = order->size - 1; i > place; i--)
        order->data[i] = order->data[i - 1];
    order->data[place] = event;
}

/* What the event adds to what its thread knows. */
static void acquire(struct partial *s, const struct weak_event *e)
{
    struct clocks *c = &s->clocks;
    uint32_t *now = clock_of(c->now, c->threads, e->thread), *pending = clock_of(c->pending, c->threads, e->thread);
    if (event_reads(e) && e->order != ORDER_PLAIN) {
        const uint32_t *read = clock_of(c->of_event.data, c->threads, e->from);
        clock_join(order_acquires(e->order) ? now : pending, read, c->threads);
    }
    if (e->kind == EVENT_FENCE && order_acquires(e->order))
        clock_join(now, pending, c->threads);
}

/* What a read of the event synchronises with: it, the fence before it, or those whose release sequence it continues. */
static void release(struct partial *s, const struct weak_event *e, uint32_t id)
{
    struct clocks *c = &s->clocks;
    uint32_t *now = clock_of(c->now, c->threads, e->thread), *own = clock_of(c->of_event.data, c->threads, id);
    if (event_writes(e) && e->order != ORDER_PLAIN) {
        clock_join(own, order_releases(e->order) ? now : clock_of(c->released, c->threads, e->thread), c->threads);
        if (e->kind == EVENT_UPDATE)
            clock_join(own, clock_of(c->of_event.data, c->threads, e->from), c->threads);
    }
    if (e->kind == EVENT_FENCE && order_releases(e->order))
        clock_join(clock_of(c->released, c->threads, e->thread), now, c->threads);
}

uint32_t partial_add(struct partial *s, const struct weak_event *e, uint32_t place)
{
    assert((e->thread == NONE) == (e->kind == EVENT_INITIAL) && (e->location == NONE) == (e->kind == EVENT_FENCE));
    assert(!event_reads(e) || e->from < s->x.events.size);
    uint32_t id = s->x.events.size;
    struct clocks *c = &s->clocks;
    vector_push(&s->x.events, *e);
    vector_push(&c->index, e->thread == NONE ? 0 : s->threads[e->thread].count++);
    vector_resize(&c->of_event, (id + 1) * c->threads);
    if (event_writes(e)) {
        if (e->location >= s->x.order.size)
            vector_resize(&s->x.order, e->location + 1);
        insert(&s->x.order.data[e->location], place, id);
    }
    if (e->thread == NONE)
        return id;
    acquire(s, e);
    clock_of(c->now, c->threads, e->thread)[e->thread] = s->threads[e->thread].count;
    release(s, e, id);
    return id;
}

void partial_upgrade(struct partial *s, uint32_t event, uint8_t order, uint64_t written)
{
    struct weak_event *e = &s->x.events.data[event];
    assert(e->kind == EVENT_READ && s->clocks.index.data[event] + 1 <= s->threads[e->thread].count);
    uint32_t place = execution_place(&s->x, e->from);
    e->kind = EVENT_UPDATE;
    e->order = order;
    e->written = written;
    insert(&s->x.order.data[e->location], place + 1, event);
    release(s, e, event);
}

static bool conflict(const struct weak_event *e, const struct weak_event *f)
{
    bool writes = event_writes(e) || event_writes(f) || e->touches_as_write || f->touches_as_write;
    return e->location == f->location && e->thread != f->thread && writes && (e->order == ORDER_PLAIN || f->order == ORDER_PLAIN);
}

uint32_t partial_race(const struct partial *s, uint32_t event, uint32_t from)
{
    assert(event < s->x.events.size);
    const struct weak_event *e = &s->x.events.data[event];
    for (uint32_t i = from; i < s->x.events.size && e->location != NONE; i++)
        if (i != event && conflict(e, &s->x.events.data[i]) && !partial_knows(s, e->thread, i))
            return i;
    return NONE;
}
