/* How the reads of an event are served: by the thread's view, or by a store of another thread. */
#include "engines/flow/run.h"

/* Whether somebody has surely overwritten the variable since the thread touched it: a store comes before the read and
 * is never followed by one of the events that may have been the last touch. */
static bool view_is_gone(const struct flow *f, uint32_t read, uint32_t variable, uint32_t last)
{
    const struct flow_threads *t = f->threads;
    uint32_t n;
    const uint32_t *touched = set_members(f, last, &n);
    if (f->mode < CONSTRAINED || !n || !t->overwrite[variable])
        return false;
    for (uint32_t i = 0; i < order_words(t->order); i++) {
        uint64_t later = t->overwrite[variable][i] & order_predecessors(t->order, read)[i];
        for (; later; later &= later - 1) {
            uint32_t store = i * 64 + (uint32_t)__builtin_ctzll(later), k = 0;
            if (t->events.data[store].thread == t->events.data[read].thread)
                continue;
            while (k < n && touched[k] != store && order_never_after(t->order, touched[k], store))
                k++;
            if (k == n)
                return true;
        }
    }
    return false;
}

/* All that a read may find, in one case; possible? */
static bool read_joined(struct flow_run *r, struct edge_effect *e, uint32_t event, uint32_t global, uint32_t variable,
                        const source_vector *sources)
{
    bool gone = view_is_gone(r->f, event, global, e->last[variable]);
    if (!sources->size)
        return !gone;
    struct value v = *abstract_get(r->space, e->state, variable);
    for (uint32_t i = 0; i < sources->size; i++) {
        const struct value *stored = value_numbered(r->space->pool, sources->data[i].value);
        if (i == 0 && gone)
            v = *stored;
        else if (i == 0 || sources->data[i].value != sources->data[i - 1].value)
            v = value_join(&v, stored);
    }
    abstract_set(r->space, e->state, variable, &v);
    return true;
}

struct option {
    uint32_t node;
    struct value value;
    bool view; /* the view stays as it is */
};

typedef VECTOR(struct option) options_vector;

static void offer(options_vector *list, uint32_t node, const struct value *v, bool view)
{
    if (node == NONE)
        return;
    vector_each(struct option *, o, list)
        if (o->node == node) {
            o->value = value_join(&o->value, v);
            o->view = false;
            return;
        }
    vector_push(list, (struct option){node, *v, view});
}

/* The first source with the same value: without order there is no other difference. */
static uint32_t same_value(const source_vector *sources, uint32_t i)
{
    for (uint32_t k = 0; k < i; k++)
        if (sources->data[k].value == sources->data[i].value)
            return sources->data[k].event;
    return sources->data[i].event;
}

/* Splits e, which it takes over, by the sources of one read; appends the cases. */
static void read_split(struct flow_run *r, struct edge_effect *e, uint32_t event, uint32_t global, const source_vector *sources,
                       effects *out)
{
    struct flow *f = r->f;
    uint32_t variable = r->in->local[global];
    options_vector list = {0};
    const struct value *view = abstract_get(r->space, e->state, variable);
    uint32_t last = e->last[variable];
    bool few = sources->size <= SOURCES_MAX;
    bool sensitive = f->mode == SENSITIVE;
    if (!sensitive || sources->size)
        offer(&list, assume_read(f, e->node, event, global, NONE, sensitive ? NO_SET : last), view, true);
    else
        offer(&list, e->node, view, true);
    for (uint32_t i = 0; i < sources->size; i++) {
        const struct source *s = &sources->data[i];
        uint32_t node = e->node;
        if (sensitive)
            node = assume_read(f, e->node, event, global, same_value(sources, i), NO_SET);
        else if (few)
            node = assume_read(f, e->node, event, global, s->event, last);
        else if (i && s->value == sources->data[i - 1].value)
            continue;
        offer(&list, node, value_numbered(r->space->pool, s->value), false);
    }
    for (uint32_t i = 0; i < list.size; i++) {
        struct edge_effect c = *e; /* the last one takes e over */
        if (i + 1 < list.size)
            c = effect_copy(r, e, 0);
        c.node = list.data[i].node;
        if (!list.data[i].view)
            abstract_set(r->space, c.state, variable, &list.data[i].value);
        vector_push(out, c);
    }
    if (!list.size)
        effect_free(r, e);
    vector_free(&list);
}

/* All cases of how the reads of an event are served. */
void serve_reads(struct flow_run *r, uint32_t event, effects *cases)
{
    struct flow *f = r->f;
    const struct event *ev = &f->threads->events.data[event];
    source_vector sources = {0};
    effects next = {0};
    for (uint32_t i = 0; i < ev->reads.size; i++) {
        uint32_t global = ev->reads.data[i].variable, variable = r->in->local[global];
        bool split = f->mode != INSENSITIVE && r->limit > 1 && ev->once && ev->reads.data[i].surely;
        vector_clear(&next);
        vector_each(struct edge_effect *, e, cases) {
            if (f->mode >= CONSTRAINED)
                assume_goto(f, e->node);
            struct reader reader = {ev->thread, event, e->last[variable], e->since[variable]};
            sources_find(f, &reader, global, &sources);
            if (split)
                read_split(r, e, event, global, &sources, &next);
            else if (read_joined(r, e, event, global, variable, &sources))
                vector_push(&next, *e);
            else
                effect_free(r, e);
        }
        effects swap = *cases;
        *cases = next;
        next = swap;
    }
    vector_free(&sources);
    vector_free(&next);
}
