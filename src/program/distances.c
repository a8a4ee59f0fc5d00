#include "program/distances.h"

#include <assert.h>

/* Edges by where they lead. */
struct into {
    uint32_t *begin, *edge;
};

static struct into edges_into(const struct code *c)
{
    uint32_t n = c->locations.size;
    struct into r = {NEW_ARRAY(uint32_t, n + 2), NEW_ARRAY(uint32_t, c->edges.size + 1)};
    vector_each(const struct edge *, e, &c->edges)
        r.begin[e->to + 2]++;
    for (uint32_t l = 0; l < n; l++)
        r.begin[l + 2] += r.begin[l + 1];
    for (uint32_t e = 0; e < c->edges.size; e++)
        r.edge[r.begin[c->edges.data[e].to + 1]++] = e;
    return r;
}

/* Breadth first, backwards. */
void distances_find(struct distances *d, const struct code *c, uint32_t target)
{
    assert(target < c->locations.size);
    if (d->code == c && d->target == target)
        return;
    struct into in = edges_into(c);
    VECTOR(uint32_t) todo = {0};
    distances_free(d);
    *d = (struct distances){c, target, NEW_ARRAY(uint32_t, c->locations.size)};
    memset(d->edges, 0xff, c->locations.size * sizeof *d->edges);
    d->edges[target] = 0;
    vector_push(&todo, target);
    for (uint32_t k = 0; k < todo.size; k++)
        for (uint32_t i = in.begin[todo.data[k]]; i < in.begin[todo.data[k] + 1]; i++) {
            uint32_t from = c->edges.data[in.edge[i]].from;
            if (d->edges[from] == NONE) {
                d->edges[from] = d->edges[todo.data[k]] + 1;
                vector_push(&todo, from);
            }
        }
    vector_free(&todo);
    mem_free(in.begin);
    mem_free(in.edge);
}

void distances_free(struct distances *d)
{
    mem_free(d->edges);
    *d = (struct distances){0};
}
