/* Edges of the order, and for an edge that would close a cycle the clause over the choices that made the cycle. */
#include "engines/bounded/order_graph.h"

#include <assert.h>

static void explain_path(struct order_graph *g, uint32_t from, uint32_t to, uint32_t before);

static void add_literal(struct order_graph *g, int l)
{
    for (uint32_t i = 0; i < g->clause.size; i++)
        if (g->clause.data[i] == -l)
            return;
    vector_push(&g->clause, -l);
}

lit same_slot(struct order_graph *g, uint32_t read, uint32_t write)
{
    struct unfolding *u = g->m->u;
    const struct read *r = &u->reads.data[read];
    if (!r->index)
        return LIT_TRUE;
    return word_equal(&u->blaster, r->index, u->writes.data[write].index, u->contents.slots[r->cell].width);
}

static void explain_edge(struct order_graph *g, uint32_t id)
{
    if (bitset_has(&g->explained, id))
        return;
    bitset_add(&g->explained, id);
    struct order_edge e = g->edges.data[id];
    if (e.kind == PROGRAM)
        return;
    if (e.kind == GIVEN || e.kind == NEXT || e.kind == FINAL) {
        add_literal(g, e.literal);
        if (e.kind == NEXT)
            explain_path(g, e.from, e.to == g->next[0] ? g->next[1] : g->next[0], id);
        return;
    }
    const struct seen *s = &g->seen.data[e.read];
    add_literal(g, s->choice->chosen);
    if (e.kind == READS)
        return;
    lit x = g->m->u->writes.data[e.write].x, same = same_slot(g, s->read, e.write);
    if (x != LIT_TRUE)
        add_literal(g, sat_lit(g->m->sat, x));
    if (same != LIT_TRUE)
        add_literal(g, sat_lit(g->m->sat, same));
    uint32_t other = g->run->place[g->m->u->writes.data[e.write].group] - 1;
    if (e.kind == BEHIND)
        explain_path(g, other, s->reader, id);
    else if (e.kind == AHEAD)
        explain_path(g, s->writer, other, id);
}

/* Transitivity for the order variables: a before b before c. */
static void add_triangle(struct order_graph *g, uint32_t a, uint32_t b, uint32_t c)
{
    struct memory *m = g->m;
    uint32_t ga = g->groups.data[a], gb = g->groups.data[b], gc = g->groups.data[c];
    if (a == b || b == c || a == c || m->u->groups.data[ga].instance == m->u->groups.data[gb].instance ||
        m->u->groups.data[gb].instance == m->u->groups.data[gc].instance ||
        m->u->groups.data[ga].instance == m->u->groups.data[gc].instance)
        return; /* monotonicity says so already */
    sat_add3(m->sat, -memory_earlier(m, ga, gb), -memory_earlier(m, gb, gc), memory_earlier(m, ga, gc));
}

/* The path with the fewest literals (roughly: derived edges count as three) over edges that are older than before. */
static void explain_path(struct order_graph *g, uint32_t from, uint32_t to, uint32_t before)
{
    static const uint32_t weights[] = {
        [PROGRAM] = 0, [READS] = 1, [START] = 2, [BEHIND] = 4, [AHEAD] = 4, [GIVEN] = 1, [NEXT] = 4, [FINAL] = 1};
    uint32_t n = g->groups.size;
    if (from == to)
        return;
    uint32_t *distance = NEW_ARRAY(uint32_t, n), *by = NEW_ARRAY(uint32_t, n);
    memset(distance, 0xff, n * sizeof *distance);
    VECTOR(u32_vector) buckets = {0};
    distance[from] = 0;
    by[from] = NONE;
    vector_resize(&buckets, 1);
    vector_push(&buckets.data[0], from);
    for (uint32_t d = 0; d < buckets.size && distance[to] > d; d++)
        for (uint32_t i = 0; i < buckets.data[d].size; i++) {
            uint32_t v = buckets.data[d].data[i];
            if (distance[v] != d)
                continue;
            vector_each(const uint32_t *, id, &g->out.data[v]) {
                const struct order_edge *e = &g->edges.data[*id];
                uint32_t w = d + weights[e->kind];
                if (*id >= before || w >= distance[e->to] || (e->to != to && !bitset_has(&g->reach[e->to], to)))
                    continue;
                distance[e->to] = w;
                by[e->to] = *id;
                if (w >= buckets.size)
                    vector_resize(&buckets, w + 1);
                vector_push(&buckets.data[w], e->to);
            }
        }
    assert(distance[to] != NONE);
    u32_vector path = {0};
    for (uint32_t v = to; v != from; v = g->edges.data[by[v]].from) {
        vector_push(&path, by[v]);
        add_triangle(g, from, g->edges.data[by[v]].from, v);
    }
    vector_each(u32_vector *, k, &buckets)
        vector_free(k);
    vector_free(&buckets);
    mem_free(distance);
    mem_free(by);
    vector_each(const uint32_t *, id, &path)
        explain_edge(g, *id);
    vector_free(&path);
}

/* --- edges --- */

static void link_places(struct order_graph *g, uint32_t from, uint32_t to)
{
    struct bitset before = {0};
    bitset_copy(&before, &g->reached[from]);
    bitset_add(&before, from);
    bitset_each(p, &before) {
        bitset_unite(&g->reach[p], &g->reach[to]);
        bitset_add(&g->reach[p], to);
    }
    bitset_free(&before);
    struct bitset behind = {0};
    bitset_copy(&behind, &g->reach[to]);
    bitset_add(&behind, to);
    bitset_each(p, &behind) {
        bitset_unite(&g->reached[p], &g->reached[from]);
        bitset_add(&g->reached[p], from);
    }
    bitset_free(&behind);
}

bool order_graph_add_edge(struct order_graph *g, struct order_edge e)
{
    assert(e.from < g->groups.size && e.to < g->groups.size);
    bool cycle = e.from == e.to || bitset_has(&g->reach[e.to], e.from);
    if (!cycle && bitset_has(&g->reach[e.from], e.to) && e.kind != READS && e.kind != PROGRAM)
        return false;
    uint32_t id = g->edges.size;
    vector_push(&g->edges, e);
    if (!cycle) {
        vector_push(&g->out.data[e.from], id);
        link_places(g, e.from, e.to);
        return true;
    }
    vector_clear(&g->clause);
    bitset_clear(&g->explained);
    explain_edge(g, id);
    explain_path(g, e.to, e.from, id);
    sat_clause(g->m->sat, g->clause.data, g->clause.size);
    g->clauses++;
    return false;
}
