#include "program/stuck.h"

#include <assert.h>

void stuck_steps_of(struct stuck_graph *g, uint32_t node)
{
    while (g->nodes.size <= node)
        vector_push(&g->nodes, (struct stuck_node){.count = NONE});
    g->nodes.data[node] = (struct stuck_node){.first = g->to.size};
    g->current = node;
}

void stuck_step(struct stuck_graph *g, uint32_t thread, uint32_t to)
{
    struct stuck_node *n = &g->nodes.data[g->current];
    if (n->count && vector_last(&g->to) == to && vector_last(&g->thread) == thread)
        return;
    vector_push(&g->to, to);
    vector_push(&g->thread, (uint8_t)thread);
    n->count++;
}

void stuck_unknown(struct stuck_graph *g, uint32_t node)
{
    assert(node < g->nodes.size);
    g->nodes.data[node].count = NONE;
}
void stuck_partly(struct stuck_graph *g, uint32_t node)
{
    assert(node < g->nodes.size);
    g->nodes.data[node].partly = true;
}
void stuck_able(struct stuck_graph *g, uint32_t node, uint64_t threads)
{
    assert(node < g->nodes.size);
    g->nodes.data[node].able = threads;
}

void stuck_graph_free(struct stuck_graph *g)
{
    vector_free(&g->nodes);
    vector_free(&g->to);
    vector_free(&g->thread);
}

/* --- components --- */

struct visit {
    uint32_t node, next; /* of its steps */
};

struct finder {
    const struct stuck_graph *graph;
    const struct stuck_query *query;
    struct stuck_answer answer;
    uint32_t *order, *low; /* by node, from 1; order 0: not visited */
    uint64_t *moves;       /* by node, once its component is known: who moves there or later */
    bool *done;            /* its component is known */
    u32_vector open;       /* visited nodes whose component is not known */
    VECTOR(struct visit) path;
    uint32_t visited;
};

struct component {
    uint64_t moves, inside; /* who moves in it or later; who moves within it */
    uint64_t always;        /* who can move in all of its states */
    bool known, partly, chooses, cyclic;
    uint32_t least; /* number of a node */
};

static bool is_known(const struct stuck_graph *g, uint32_t n) { return n < g->nodes.size && g->nodes.data[n].count != NONE; }
static uint32_t step_count(const struct stuck_graph *g, uint32_t n) { return is_known(g, n) ? g->nodes.data[n].count : 0; }

static void add_node(struct finder *f, struct component *c, uint32_t n)
{
    const struct stuck_graph *g = f->graph;
    uint64_t here = is_known(g, n) ? g->nodes.data[n].able : 0;
    c->least = n < c->least ? n : c->least;
    c->known &= is_known(g, n);
    c->partly |= is_known(g, n) && g->nodes.data[n].partly;
    for (uint32_t k = 0; k < step_count(g, n); k++) {
        uint32_t at = g->nodes.data[n].first + k, to = g->to.data[at];
        uint64_t bit = g->thread.data[at] == STUCK_CHOICE ? 0 : UINT64_C(1) << g->thread.data[at];
        bool within = to != NONE && !f->done[to];
        c->chooses |= !bit;
        c->moves |= bit | (to == NONE || within ? 0 : f->moves[to]);
        c->inside |= within ? bit : 0;
        c->cyclic |= within;
        here |= bit;
    }
    c->always &= here;
}

/* The largest set of these threads that wait for others than who runs: joins count only if they wait for one in the set. */
static uint64_t without_idle_joins(const struct stuck_query *q, uint32_t node, uint64_t waits, uint64_t joins)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (uint64_t rest = waits & joins; rest; rest &= rest - 1) {
            uint32_t t = (uint32_t)__builtin_ctzll(rest);
            if (q->joined(q->context, node, t) & waits)
                continue;
            waits &= ~(UINT64_C(1) << t);
            changed = true;
        }
    }
    return waits;
}

/* The nodes of the component are those in open from first on. None of them is done yet. */
static void judge(struct finder *f, uint32_t first)
{
    struct component c = {.always = ~UINT64_C(0), .known = true, .least = NONE};
    for (uint32_t i = first; i < f->open.size; i++)
        add_node(f, &c, f->open.data[i]);
    c.moves = (c.known && !c.partly ? c.moves : ~UINT64_C(0)) & ~f->query->idle;
    f->answer.cyclic |= c.cyclic;
    for (uint32_t i = first; i < f->open.size; i++) {
        f->moves[f->open.data[i]] = c.moves;
        f->done[f->open.data[i]] = true;
    }
    f->open.size = first;
    if (!c.known)
        return;
    struct stuck_places p = {0};
    f->query->look(f->query->context, c.least, &p);
    uint64_t waits = p.waits & ~c.moves, sure = without_idle_joins(f->query, c.least, waits & ~p.unsure, p.joins);
    f->answer.unsure |= (waits & p.unsure) != 0;
    if (!sure)
        return;
    f->answer.somewhere = true;
    bool fair = !(c.always & ~c.inside) && !(p.held & ~c.inside) && !c.chooses;
    if (fair && c.least < f->answer.node) {
        f->answer.node = c.least;
        f->answer.threads = sure;
    }
}

static void enter(struct finder *f, uint32_t n)
{
    f->order[n] = f->low[n] = ++f->visited;
    vector_push(&f->open, n);
    vector_push(&f->path, (struct visit){n, 0});
}

static void lower(struct finder *f, uint32_t n, uint32_t to) { f->low[n] = to < f->low[n] ? to : f->low[n]; }

static void walk(struct finder *f, uint32_t from)
{
    const struct stuck_graph *g = f->graph;
    enter(f, from);
    while (f->path.size) {
        struct visit *top = &vector_last(&f->path);
        uint32_t n = top->node;
        if (top->next < step_count(g, n)) {
            uint32_t to = g->to.data[g->nodes.data[n].first + top->next++];
            if (to != NONE && !f->order[to])
                enter(f, to);
            else if (to != NONE && !f->done[to])
                lower(f, n, f->order[to]);
            continue;
        }
        f->path.size--;
        if (f->path.size)
            lower(f, vector_last(&f->path).node, f->low[n]);
        if (f->low[n] != f->order[n])
            continue;
        uint32_t first = f->open.size;
        while (f->open.data[--first] != n) {
        }
        judge(f, first);
    }
}

static uint32_t node_count(const struct stuck_graph *g)
{
    uint32_t n = g->nodes.size;
    vector_each(const uint32_t *, to, &g->to)
        n = *to != NONE && *to >= n ? *to + 1 : n;
    return n;
}

struct stuck_answer stuck_find(const struct stuck_graph *g, const struct stuck_query *q)
{
    assert(q);
    struct finder f = {.graph = g, .query = q, .answer.node = NONE};
    uint32_t n = node_count(g);
    f.order = NEW_ARRAY(uint32_t, n + 1);
    f.low = NEW_ARRAY(uint32_t, n + 1);
    f.moves = NEW_ARRAY(uint64_t, n + 1);
    f.done = NEW_ARRAY(bool, n + 1);
    for (uint32_t k = 0; k < n; k++)
        if (!f.order[k])
            walk(&f, k);
    mem_free(f.order);
    mem_free(f.low);
    mem_free(f.moves);
    mem_free(f.done);
    vector_free(&f.open);
    vector_free(&f.path);
    return f.answer;
}
