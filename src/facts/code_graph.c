#include "facts/code_graph.h"

/* Depth first from the entry: ranks, and targets of retreating edges. */
static void rank_locations(struct code_graph *g)
{
    const struct code *c = g->code;
    uint32_t n = c->locations.size;
    uint32_t *next = NEW_ARRAY(uint32_t, n + 1);
    uint8_t *state = NEW_ARRAY(uint8_t, n + 1); /* 1 on the stack, 2 finished */
    u32_vector stack = {0}, finished = {0};
    for (uint32_t l = 0; l < n; l++)
        g->rank[l] = NONE;
    vector_push(&stack, c->entry);
    state[c->entry] = 1;
    while (stack.size) {
        uint32_t l = vector_last(&stack);
        uint32_t i = out_begin(c, l) + next[l]++;
        if (i >= out_end(c, l)) {
            state[l] = 2;
            vector_push(&finished, l);
            stack.size--;
            continue;
        }
        uint32_t to = out_edge(c, i)->to;
        if (state[to] == 0) {
            state[to] = 1;
            vector_push(&stack, to);
        } else if (state[to] == 1) {
            g->widen[to] = true;
            g->acyclic = false;
        }
    }
    for (uint32_t i = finished.size; i-- > 0;) {
        g->rank[finished.data[i]] = g->by_rank.size;
        vector_push(&g->by_rank, finished.data[i]);
    }
    vector_free(&stack);
    vector_free(&finished);
    mem_free(next);
    mem_free(state);
}

/* follows(e) = out-edges of e.to and what follows them; backwards through the order until nothing changes. */
static void find_follows(struct code_graph *g)
{
    const struct code *c = g->code;
    bool changed = true;
    for (uint32_t e = 0; e < c->edges.size; e++)
        bitset_reserve(&g->follows[e], c->edges.size);
    while (changed) {
        changed = false;
        for (uint32_t r = g->by_rank.size; r-- > 0;) {
            uint32_t l = g->by_rank.data[r];
            for (uint32_t i = out_begin(c, l); i < out_end(c, l); i++) {
                uint32_t e = c->out_edge.data[i], to = c->edges.data[e].to;
                for (uint32_t k = out_begin(c, to); k < out_end(c, to); k++) {
                    uint32_t next = c->out_edge.data[k];
                    if (!bitset_has(&g->follows[e], next)) {
                        bitset_add(&g->follows[e], next);
                        changed = true;
                    }
                    changed |= bitset_unite(&g->follows[e], &g->follows[next]);
                }
            }
        }
        changed = changed && !g->acyclic; /* one round does it without cycles */
    }
    for (uint32_t e = 0; e < c->edges.size; e++)
        g->on_cycle[e] = bitset_has(&g->follows[e], e);
}

/* Edges on every path to a location; then to an edge. Forwards, from "all" downwards. */
static void find_dominators(struct code_graph *g)
{
    const struct code *c = g->code;
    struct bitset *at = NEW_ARRAY(struct bitset, c->locations.size + 1), through = {0};
    bool *known = NEW_ARRAY(bool, c->locations.size + 1);
    known[c->entry] = true;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t r = 0; r < g->by_rank.size; r++) {
            uint32_t l = g->by_rank.data[r];
            if (!known[l])
                continue;
            for (uint32_t i = out_begin(c, l); i < out_end(c, l); i++) {
                uint32_t e = c->out_edge.data[i], to = c->edges.data[e].to;
                if (to == c->entry)
                    continue;
                bitset_copy(&through, &at[l]);
                bitset_add(&through, e);
                if (!known[to]) {
                    bitset_copy(&at[to], &through);
                    known[to] = changed = true;
                } else {
                    changed |= bitset_intersect(&at[to], &through);
                }
            }
        }
    }
    for (uint32_t e = 0; e < c->edges.size; e++)
        if (known[c->edges.data[e].from])
            bitset_copy(&g->dominates[e], &at[c->edges.data[e].from]);
    for (uint32_t l = 0; l < c->locations.size; l++)
        bitset_free(&at[l]);
    bitset_free(&through);
    mem_free(at);
    mem_free(known);
}

struct code_graph *code_graph_new(const struct code *c)
{
    assert(code_is_indexed(c));
    struct code_graph *g = NEW(struct code_graph);
    g->code = c;
    g->acyclic = true;
    g->follows = NEW_ARRAY(struct bitset, c->edges.size + 1);
    g->dominates = NEW_ARRAY(struct bitset, c->edges.size + 1);
    g->on_cycle = NEW_ARRAY(bool, c->edges.size + 1);
    g->rank = NEW_ARRAY(uint32_t, c->locations.size + 1);
    g->widen = NEW_ARRAY(bool, c->locations.size + 1);
    g->in_edges = NEW_ARRAY(u32_vector, c->locations.size + 1);
    for (uint32_t e = 0; e < c->edges.size; e++)
        vector_push(&g->in_edges[c->edges.data[e].to], e);
    rank_locations(g);
    find_follows(g);
    find_dominators(g);
    return g;
}

void code_graph_free(struct code_graph *g)
{
    if (!g)
        return;
    for (uint32_t e = 0; e < g->code->edges.size; e++) {
        bitset_free(&g->follows[e]);
        bitset_free(&g->dominates[e]);
    }
    for (uint32_t l = 0; l < g->code->locations.size; l++)
        vector_free(&g->in_edges[l]);
    mem_free(g->in_edges);
    mem_free(g->follows);
    mem_free(g->dominates);
    mem_free(g->on_cycle);
    mem_free(g->rank);
    mem_free(g->widen);
    vector_free(&g->by_rank);
    mem_free(g);
}
