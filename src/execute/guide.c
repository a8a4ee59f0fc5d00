/* Sets of edges. */
#include "execute/guide.h"

void guide_init(struct guide *g, const struct program *p)
{
    g->program = p;
    g->edges = NEW_ARRAY(struct bitset, p->codes.size + 1);
}

void guide_clear(struct guide *g)
{
    for (uint32_t c = 0; c < g->program->codes.size; c++)
        bitset_clear(&g->edges[c]);
}

void guide_free(struct guide *g)
{
    for (uint32_t c = 0; c < g->program->codes.size; c++)
        bitset_free(&g->edges[c]);
    mem_free(g->edges);
}

void guide_mark(struct guide *g, uint32_t code, uint32_t edge)
{
    assert(code < g->program->codes.size && edge < g->program->codes.data[code].edges.size);
    bitset_add(&g->edges[code], edge);
}

void guide_mark_location(struct guide *g, uint32_t code, uint32_t location)
{
    assert(code < g->program->codes.size);
    const struct code *c = &g->program->codes.data[code];
    for (uint32_t i = out_begin(c, location); i < out_end(c, location); i++)
        guide_mark(g, code, c->out_edge.data[i]);
}
