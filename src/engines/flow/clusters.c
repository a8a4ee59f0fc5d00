#include "engines/flow/clusters.h"

#include "facts/mentions.h"

struct clusters {
    const struct code_graph *graph;
    uint32_t *leader;       /* by edge */
    struct bitset *matters; /* by location: leaders of the edges that can follow */
};

static uint32_t leader(const struct clusters *c, uint32_t e)
{
    while (c->leader[e] != e)
        e = c->leader[e] = c->leader[c->leader[e]];
    return e;
}

static void unite(struct clusters *c, uint32_t a, uint32_t b) { c->leader[leader(c, b)] = leader(c, a); }

static void by_data(struct clusters *c, const struct program *p)
{
    const struct code *code = c->graph->code;
    uint32_t *user = NEW_ARRAY(uint32_t, p->cells.size + 1); /* by cell: some edge that mentions it, + 1 */
    mentions m = {0};
    for (uint32_t e = 0; e < code->edges.size; e++) {
        action_mentions(&code->edges.data[e].action, &m);
        vector_each(const struct mention *, x, &m) {
            if (cell_is_shared(&p->cells.data[x->cell]))
                continue;
            if (user[x->cell])
                unite(c, user[x->cell] - 1, e);
            user[x->cell] = e + 1;
        }
    }
    mem_free(user);
    vector_free(&m);
}

static bool goes_on(const struct code *code, const struct edge *e)
{
    return !(code->locations.data[e->to].flags & (LOC_ERROR | LOC_UNSUPPORTED));
}

/* What follows some but not all branches at a location depends on them. */
static void by_control(struct clusters *c, uint32_t location)
{
    const struct code *code = c->graph->code;
    struct bitset any = {0}, all = {0}, one = {0};
    uint32_t branches = 0, first = NONE;
    for (uint32_t i = out_begin(code, location); i < out_end(code, location); i++) {
        uint32_t e = code->out_edge.data[i];
        if (!goes_on(code, &code->edges.data[e]))
            continue;
        bitset_copy(&one, &c->graph->follows[e]);
        bitset_add(&one, e);
        bitset_unite(&any, &one);
        if (branches++)
            bitset_intersect(&all, &one);
        else
            bitset_copy(&all, &one);
        first = e;
    }
    bitset_subtract(&any, &all);
    if (branches > 1)
        bitset_each(e, &any)
            unite(c, first, e);
    bitset_free(&any);
    bitset_free(&all);
    bitset_free(&one);
}

struct clusters *clusters_new(const struct program *p, const struct code_graph *g)
{
    struct clusters *c = NEW(struct clusters);
    const struct code *code = g->code;
    c->graph = g;
    c->leader = NEW_ARRAY(uint32_t, code->edges.size + 1);
    for (uint32_t e = 0; e < code->edges.size; e++)
        c->leader[e] = e;
    by_data(c, p);
    for (uint32_t l = 0; l < code->locations.size; l++)
        by_control(c, l);
    c->matters = NEW_ARRAY(struct bitset, code->locations.size + 1);
    for (uint32_t l = 0; l < code->locations.size; l++)
        for (uint32_t i = out_begin(code, l); i < out_end(code, l); i++) {
            uint32_t e = code->out_edge.data[i];
            bitset_add(&c->matters[l], leader(c, e));
            bitset_each(next, &g->follows[e])
                bitset_add(&c->matters[l], leader(c, next));
        }
    return c;
}

void clusters_free(struct clusters *c)
{
    if (!c)
        return;
    for (uint32_t l = 0; l < c->graph->code->locations.size; l++)
        bitset_free(&c->matters[l]);
    mem_free(c->matters);
    mem_free(c->leader);
    mem_free(c);
}

bool clusters_matter(const struct clusters *c, uint32_t location, uint32_t edge)
{
    return bitset_has(&c->matters[location], leader(c, edge));
}
