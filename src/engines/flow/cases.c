/* The cases at a location: effects of edges are joined into them. */
#include "engines/flow/run.h"

#include <string.h>

struct edge_effect effect_new(const struct flow_run *r, const struct abstract *state, const uint32_t *last, const uint64_t *since)
{
    uint32_t n = r->space->shared_count;
    struct edge_effect e = {.state = abstract_copy(r->space, state)};
    e.since = mem_alloc(n * (sizeof *e.since + sizeof *e.last) + 1);
    e.last = (uint32_t *)(e.since + n);
    memcpy(e.last, last, n * sizeof *e.last);
    if (since)
        memcpy(e.since, since, n * sizeof *e.since);
    else
        memset(e.since, 0, n * sizeof *e.since);
    return e;
}

struct edge_effect effect_copy(const struct flow_run *r, const struct edge_effect *e, uint32_t node)
{
    struct edge_effect c = effect_new(r, e->state, e->last, e->since);
    c.node = node;
    c.turns = e->turns;
    return c;
}

void effect_free(const struct flow_run *r, struct edge_effect *e)
{
    abstract_free(r->space, e->state);
    mem_free(e->since); /* and last */
}

void partitions_free(const struct space *s, partitions *list)
{
    vector_each(struct partition *, p, list) {
        abstract_free(s, p->state);
        mem_free(p->since); /* and last */
    }
    vector_free(list);
}

/* Joins an effect into a case; widening if asked. */
static bool absorb(struct flow_run *r, struct partition *p, const struct edge_effect *e, bool widen)
{
    bool changed =
        widen ? abstract_widen(r->space, p->state, e->state, &r->f->thresholds) : abstract_join(r->space, p->state, e->state);
    uint32_t node = assume_common(r->f, p->node, e->node);
    changed |= node != p->node;
    p->node = node;
    for (uint32_t v = 0; v < r->space->shared_count; v++) {
        uint32_t last = set_union(r->f, p->last[v], e->last[v]);
        uint64_t since = p->since[v] & e->since[v];
        changed |= last != p->last[v] || since != p->since[v];
        p->last[v] = last;
        p->since[v] = since;
    }
    return changed;
}

/* Too many cases: those that only differ in reads which have nothing to do with what can still happen become one. */
static void merge_clusters(struct flow_run *r, uint32_t location, partitions *list)
{
    uint32_t kept = 0;
    if (!r->in->clusters)
        r->in->clusters = clusters_new(r->f->program, r->graph);
    for (uint32_t i = 0; i < list->size; i++) {
        struct partition p = list->data[i];
        uint32_t k = 0;
        p.node = assume_relevant(r->f, p.node, r->in->clusters, location);
        while (k < kept && !(list->data[k].node == p.node && list->data[k].turns == p.turns))
            k++;
        if (k == kept) {
            p.dirty |= p.node != list->data[i].node;
            list->data[kept++] = p;
            continue;
        }
        struct edge_effect e = {p.node, p.state, p.last, p.since, p.turns};
        list->data[k].dirty |= absorb(r, &list->data[k], &e, false);
        list->data[k].visits = p.visits > list->data[k].visits ? p.visits : list->data[k].visits;
        effect_free(r, &e);
    }
    list->size = kept;
}

static void merge_all(struct flow_run *r, partitions *list)
{
    struct partition *into = &list->data[0];
    for (uint32_t i = 1; i < list->size; i++) {
        struct partition *p = &list->data[i];
        struct edge_effect e = {p->node, p->state, p->last, p->since, p->turns};
        absorb(r, into, &e, false);
        into->visits = p->visits > into->visits ? p->visits : into->visits;
        effect_free(r, &e);
    }
    into->dirty = true;
    list->size = 1;
}

/* Whether the case already covers all of e, whichever turn of a loop it stands for. */
static bool covers(struct flow_run *r, const struct partition *p, const struct edge_effect *e)
{
    if (p->node != e->node || !abstract_leq(r->space, e->state, p->state))
        return false;
    for (uint32_t v = 0; v < r->space->shared_count; v++)
        if (set_union(r->f, p->last[v], e->last[v]) != p->last[v] || (p->since[v] & e->since[v]) != p->since[v])
            return false;
    return true;
}

/* Takes over e. Whether anything changed at the location. */
bool cases_insert(struct flow_run *r, uint32_t location, partitions *list, struct edge_effect *e)
{
    bool *merged = &r->in->merged[location];
    if (e->turns)
        vector_each(const struct partition *, p, list)
            if (covers(r, p, e)) {
                effect_free(r, e);
                return false;
            }
    vector_each(struct partition *, p, list)
        if (*merged || (p->node == e->node && p->turns == e->turns)) {
            bool widen = r->graph->widen[location] && p->visits > WIDEN_DELAY;
            bool changed = absorb(r, p, e, widen);
            p->dirty |= changed;
            p->visits += changed && p->visits < UINT16_MAX;
            effect_free(r, e);
            return changed;
        }
    vector_push(list,
                (struct partition){
                    .node = e->node, .state = e->state, .last = e->last, .since = e->since, .turns = e->turns, .dirty = true});
    if (list->size > r->limit && r->f->mode == FULL && r->limit > 1)
        merge_clusters(r, location, list);
    if (list->size > r->limit) {
        *merged = true;
        merge_all(r, list);
    }
    return true;
}
