/* Store buffers as x86 has them, in the axiomatic form of weak/axioms.c: there is one order of all accesses that program order, but for a store before a later load with nothing between them
 * that empties the buffer, what others have written and is read, the orders of locations, and what is overwritten after it was read, are all part of.
 *
 * What C's memory model asks for besides (weak_memory.c, weak_before.c) these machines have anyway. */
#include "engines/bounded/weak_parts.h"

struct buffers {
    struct solver_search *s;
    u32_vector events; /* that are in the order */
    int *place;        /* square matrix over events: the first one is earlier */
};

static const struct solver_event *event(const struct buffers *q, uint32_t e) { return &q->s->events.data[e]; }
static bool same_thread(const struct buffers *q, uint32_t a, uint32_t b) { return event(q, a)->instance == event(q, b)->instance; }

static bool empties(const struct solver_event *e)
{
    bool update = e->read != NONE && e->write != NONE, load = !event_of_fence(e) && e->write == NONE;
    return update || (!load && e->order == ORDER_SEQ_CST);
}

static bool only_stores(const struct solver_event *e) { return e->write != NONE && e->read == NONE; }
static bool only_loads(const struct solver_event *e) { return e->read != NONE && e->write == NONE; }

static int earlier(struct buffers *q, uint32_t a, uint32_t b)
{
    int *known = &q->place[a < b ? a * q->s->n + b : b * q->s->n + a];
    if (!*known)
        *known = sat_var(q->s->sat);
    return a < b ? *known : -*known;
}

/* If both are executed, and what the rule says: a comes before b. */
static void order(struct buffers *q, struct solver_rule r, uint32_t a, uint32_t b)
{
    rule_if(&r, event(q, a)->x), rule_if(&r, event(q, b)->x);
    rule_then(&r, earlier(q, a, b));
    rule_end(&r);
}

/* Both of one thread, in its order. */
static void order_in_thread(struct buffers *q, uint32_t a, uint32_t b)
{
    if (!only_stores(event(q, a)) || !only_loads(event(q, b))) {
        order(q, rule_new(q->s), a, b);
        return;
    }
    for (uint32_t e = a; e < b; e++) {
        struct solver_rule r = rule_new(q->s);
        rule_if(&r, event(q, e)->x);
        if (empties(event(q, e)))
            order(q, r, a, b);
    }
}

/* Both write a location; or the first one reads it, and the second one writes it afterwards. */
static void order_at_location(struct buffers *q, uint32_t a, uint32_t b)
{
    int same = events_same(q->s, a, b);
    if (same == NEVER || event(q, b)->write == NONE || event_touches(event(q, a)))
        return;
    struct solver_rule r = rule_new(q->s);
    rule_if(&r, same);
    rule_if(&r, event(q, a)->write != NONE ? modified_before(q->s, a, b) : -sees(q->s, b, a));
    order(q, r, a, b);
}

static void order_reads(struct buffers *q, uint32_t e)
{
    if (event(q, e)->read == NONE)
        return;
    vector_each(const struct read_source *, k, &q->s->sources[event(q, e)->read]) {
        uint32_t w = k->write == NONE ? NONE : q->s->of_write[k->write];
        if (w == NONE || same_thread(q, w, e))
            continue;
        struct solver_rule r = rule_new(q->s);
        rule_if(&r, reads_from(q->s, e, k));
        order(q, r, w, e);
    }
}

static void order_is_transitive(struct buffers *q)
{
    const u32_vector *e = &q->events;
    for (uint32_t i = 0; i < e->size; i++)
        for (uint32_t j = i + 1; j < e->size; j++)
            for (uint32_t k = j + 1; k < e->size; k++) {
                int ab = earlier(q, e->data[i], e->data[j]), bc = earlier(q, e->data[j], e->data[k]);
                int ac = earlier(q, e->data[i], e->data[k]);
                struct solver_rule one = rule_new(q->s), two = rule_new(q->s);
                rule_if(&one, ab), rule_if(&one, bc), rule_then(&one, ac);
                rule_if(&two, -ab), rule_if(&two, -bc), rule_then(&two, -ac);
                rule_end(&one);
                rule_end(&two);
            }
}

const char *buffer_axioms(struct solver_search *s)
{
    enum { MANY = 160 };
    struct buffers q = {.s = s};
    for (uint32_t e = 0; e < s->n; e++) {
        const struct solver_event *k = &s->events.data[e];
        if (event_of_fence(k) ? empties(k) : !event_touches(k))
            vector_push(&q.events, e);
    }
    if (q.events.size > MANY) {
        vector_free(&q.events);
        return "too many events for the solver";
    }
    q.place = NEW_ARRAY(int, (size_t)s->n * s->n + 1);
    vector_each(const uint32_t *, a, &q.events) {
        order_reads(&q, *a);
        vector_each(const uint32_t *, b, &q.events) {
            if (same_thread(&q, *a, *b) && *a < *b)
                order_in_thread(&q, *a, *b);
            else if (*a != *b)
                order_at_location(&q, *a, *b);
        }
    }
    order_is_transitive(&q);
    vector_free(&q.events);
    mem_free(q.place);
    return NULL;
}
