/* Idle threads: a template whose steps nobody else can notice, and in which nothing is checked, loses all its steps. What is left is a thread that
 * never begins, which costs engines nothing.
 * Requires: nothing. Breaks: numbers of locations and edges; that the threads that are left out can move. */
#include "passes/edit.h"
#include "passes/passes.h"

static bool is_noticed(const struct program *p, const struct action *a)
{
    bool noticed = a->kind == ACT_HALT || a->kind == ACT_CALL || (program_needs(p) & NEEDS_ACCESSES && a->access_count);
    for (uint32_t i = 0; i < a->update_count; i++)
        noticed |= cell_is_shared(&p->cells.data[a->updates[i].cell]);
    return noticed;
}

static bool is_idle(const struct program *p, const struct code *c)
{
    vector_each(const struct location *, l, &c->locations)
        if (l->flags & (LOC_ERROR | LOC_UNSUPPORTED))
            return false;
    vector_each(const struct edge *, e, &c->edges)
        if (is_noticed(p, &e->action))
            return false;
    return true;
}

void pass_idle(struct program *p)
{
    struct bitset all = {0};
    for (uint32_t k = 1; k < p->template_count; k++) { /* main begins in any case */
        if (!is_idle(p, &p->codes.data[k]))
            continue;
        bitset_clear(&all);
        for (uint32_t e = 0; e < p->codes.data[k].edges.size; e++)
            bitset_add(&all, e);
        code_compact(p, k, &all);
    }
    bitset_free(&all);
}
