/* A run of the machine with store buffers as an execution: what a load found is what it reads from, and writes are in the order in which they reached memory. */
#include "weak/buffers_parts.h"

/* The newest store of the thread's queue to the location, or what memory holds. */
static uint32_t source(const struct buffered *b, uint32_t thread, uint32_t location)
{
    const store_queue *q = &b->queues[thread];
    for (uint32_t i = q->size; i-- > 0;)
        if (q->data[i].location == location)
            return q->data[i].event;
    if (location < b->flushed.size && b->flushed.data[location].size)
        return vector_last(&b->flushed.data[location]);
    return b->s.x.order.data[location].data[0];
}

void record_step(struct buffered *b, uint32_t thread, const struct item *item, uint32_t location, uint64_t read)
{
    struct weak_event e = {.kind = event_kind_of(item),
                           .order = item->order,
                           .touches_as_write = item->touches_as_write,
                           .thread = thread,
                           .location = location,
                           .from = NONE,
                           .access = item->access,
                           .pos = item->pos};
    if (item->life && item->reads && item->writes) { /* free: first it looks, then it ends the block */
        e.kind = EVENT_READ;
        e.from = source(b, thread, location);
        e.read = read;
        partial_add(&b->s, &e, 0);
        e.kind = EVENT_WRITE;
        e.from = NONE;
    } else if (item->reads) {
        e.from = source(b, thread, location);
        e.read = read;
    }
    if (item->writes)
        e.written = search_get(&b->f, location);
    partial_add(&b->s, &e, b->s.x.order.data[location].size);
}

void record_fence(struct buffered *b, uint32_t thread, const struct action *a)
{
    if (a->fence != ORDER_PLAIN)
        partial_add(&b->s,
                    &(struct weak_event){.kind = EVENT_FENCE,
                                         .order = a->fence,
                                         .thread = thread,
                                         .location = NONE,
                                         .from = NONE,
                                         .access = NONE,
                                         .pos = a->pos},
                    0);
}

void record_flush(struct buffered *b, const struct queued_store *store)
{
    assert(b->recording && event_writes(&b->s.x.events.data[store->event]));
    if (store->location >= b->flushed.size)
        vector_resize(&b->flushed, store->location + 1);
    vector_push(&b->flushed.data[store->location], store->event);
}

void record_end(struct buffered *b)
{
    assert(b->recording);
    for (uint32_t t = 0; t < b->s.thread_count; t++) /* what is on its way gets there, some time */
        vector_each(const struct queued_store *, s, &b->queues[t])
            record_flush(b, s);
    for (uint32_t l = 0; l < b->flushed.size; l++) {
        u32_vector *order = &b->s.x.order.data[l], *flushed = &b->flushed.data[l];
        assert(!flushed->size || order->size == flushed->size + 1);
        for (uint32_t i = 0; i < flushed->size; i++)
            order->data[i + 1] = flushed->data[i];
        vector_free(flushed);
    }
    vector_free(&b->flushed);
}
