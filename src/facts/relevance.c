#include "facts/relevance.h"

#include "program/terms.h"

static void add_action(const struct program *p, const struct action *a, bool races, struct bitset *cells)
{
    expr_cells(a->guard, cells);
    for (uint32_t i = 0; i < a->update_count; i++) {
        const struct update *u = &a->updates[i];
        if (!bitset_has(cells, u->cell))
            continue;
        expr_cells(u->value, cells);
        if (u->index)
            expr_cells(u->index, cells);
    }
    for (uint32_t i = 0; races && i < a->access_count; i++)
        if (a->accesses[i].index)
            expr_cells(a->accesses[i].index, cells);
    uint32_t result = a->kind == ACT_CALL && a->call_result != NONE ? p->codes.data[a->object].result : NONE;
    if (result != NONE && bitset_has(cells, a->call_result))
        bitset_add(cells, result);
}

void relevant_cells(const struct program *p, bool races, struct bitset *cells)
{
    uint32_t before;
    vector_each(const struct code *, c, &p->codes)
        vector_each(const uint32_t *, x, &c->parameters)
            bitset_add(cells, *x);
    do {
        before = bitset_count(cells);
        vector_each(const struct code *, c, &p->codes)
            vector_each(const struct edge *, e, &c->edges)
                add_action(p, &e->action, races, cells);
    } while (bitset_count(cells) != before);
}
