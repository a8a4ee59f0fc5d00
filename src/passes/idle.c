/* Idle threads: templates whose steps nobody but themselves can notice, and in which nothing is checked, lose all their steps. What is left
 * are threads that never begin, which cost engines nothing. (A handler that sets a flag for itself alone, with those who send its signal.)
 * Requires: nothing. Breaks: numbers of locations, edges and instances; that the threads that are left out can move. */
#include "passes/edit.h"
#include "passes/passes.h"

static bool ends_or_calls(const struct program *p, const struct action *a)
{
    return a->kind == ACT_HALT || a->kind == ACT_CALL || (program_needs(p) & NEEDS_ACCESSES && a->access_count);
}

static bool may_be_idle(const struct program *p, const struct code *c)
{
    vector_each(const struct location *, l, &c->locations)
        if (l->flags & (LOC_ERROR | LOC_UNSUPPORTED))
            return false;
    vector_each(const struct edge *, e, &c->edges)
        if (ends_or_calls(p, &e->action))
            return false;
    return true;
}

/* Shared cells that the others look at. */
static void find_read(const struct program *p, const struct bitset *idle, struct bitset *read)
{
    mentions m = {0};
    for (uint32_t k = 0; k < p->codes.size; k++)
        vector_each(const struct edge *, e, &p->codes.data[k].edges) {
            if (bitset_has(idle, k))
                break;
            action_mentions(&e->action, &m);
            vector_each(const struct mention *, x, &m)
                if (!x->write && cell_is_shared(&p->cells.data[x->cell]))
                    bitset_add(read, x->cell);
        }
    vector_free(&m);
}

static bool writes_one_of(const struct code *c, const struct bitset *cells)
{
    vector_each(const struct edge *, e, &c->edges)
        for (uint32_t i = 0; i < e->action.update_count; i++)
            if (bitset_has(cells, e->action.updates[i].cell))
                return true;
    return false;
}

/* The most that can be idle together. */
static void find_idle(const struct program *p, struct bitset *idle)
{
    struct bitset read = {0};
    for (uint32_t k = 1; k < p->template_count; k++) /* main begins in any case */
        if (may_be_idle(p, &p->codes.data[k]))
            bitset_add(idle, k);
    for (bool changed = !bitset_empty(idle); changed;) {
        changed = false;
        find_read(p, idle, &read);
        bitset_each(k, idle)
            if (writes_one_of(&p->codes.data[k], &read)) {
                bitset_remove(idle, k);
                changed = true;
            }
    }
    bitset_free(&read);
}

void pass_idle(struct program *p)
{
    struct bitset idle = {0}, all = {0};
    find_idle(p, &idle);
    bitset_each(k, &idle) {
        if (p->codes.data[k].instances == UNBOUNDED)
            p->codes.data[k].instances = 1; /* nobody has to wonder how many of them there are */
        bitset_clear(&all);
        for (uint32_t e = 0; e < p->codes.data[k].edges.size; e++)
            bitset_add(&all, e);
        code_compact(p, k, &all);
    }
    bitset_free(&idle);
    bitset_free(&all);
}
