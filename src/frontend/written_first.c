/* A forward analysis of the cells that have certainly been written, over all codes together. The state of a location is an
 * intersection over all ways to get there; a template starts with what every creation of it finds written (shared cells only), a
 * procedure with what every call finds. A read of a cell that is not in the state rules the cell out. */
#include "frontend/written_first.h"

struct analysis {
    const struct program *p;
    uint32_t words;      /* of a state */
    uint64_t **at;       /* by code: states of its locations; all ones before anything is known */
    uint64_t *shared;    /* the cells that creation hands on */
    uint64_t *early;     /* cells read too early */
    const uint64_t *now; /* state at the edge that is being visited */
};

static void see(void *context, expr e)
{
    struct analysis *a = context;
    if (e->op == E_CELL || e->op == E_READ)
        a->early[e->value / 64] |= ~a->now[e->value / 64] & UINT64_C(1) << e->value % 64;
}

static bool meet(struct analysis *a, uint64_t *into, const uint64_t *from, const uint64_t *mask)
{
    bool changed = false;
    for (uint32_t i = 0; i < a->words; i++) {
        uint64_t v = into[i] & (mask ? from[i] & mask[i] : from[i]);
        changed |= v != into[i];
        into[i] = v;
    }
    return changed;
}

static uint64_t *state(struct analysis *a, uint32_t code, uint32_t location) { return a->at[code] + (size_t)location * a->words; }

static bool visit(struct analysis *a, uint32_t code, const struct edge *e, uint64_t *after)
{
    const struct program *p = a->p;
    const struct action *x = &e->action;
    memcpy(after, state(a, code, e->from), a->words * sizeof *after);
    bool changed = false;
    for (uint32_t i = 0; i < x->update_count; i++) {
        uint32_t cell = x->updates[i].cell;
        if (x->updates[i].index == NULL && x->kind != ACT_CALL)
            after[cell / 64] |= UINT64_C(1) << cell % 64;
    }
    if (x->kind == ACT_CALL) {
        changed |= meet(a, state(a, x->object, p->codes.data[x->object].entry), after, a->shared);
        if (x->call_result != NONE)
            after[x->call_result / 64] |= UINT64_C(1) << x->call_result % 64;
    }
    if (x->kind == ACT_CREATE && x->object != NONE)
        changed |= meet(a, state(a, x->object, p->codes.data[x->object].entry), after, a->shared);
    return meet(a, state(a, code, e->to), after, NULL) || changed;
}

static void check_reads(struct analysis *a, uint32_t code)
{
    const struct code *c = &a->p->codes.data[code];
    vector_each(const struct edge *, e, &c->edges) {
        const struct action *x = &e->action;
        a->now = state(a, code, e->from);
        expr_visit(x->guard, see, a);
        for (uint32_t i = 0; i < x->update_count; i++) {
            expr_visit(x->updates[i].value, see, a);
            if (x->updates[i].index)
                expr_visit(x->updates[i].index, see, a);
        }
    }
    vector_each(const uint32_t *, cell, &c->parameters)
        a->early[*cell / 64] |= UINT64_C(1) << *cell % 64;
    if (c->result != NONE)
        a->early[c->result / 64] |= UINT64_C(1) << c->result % 64;
}

void find_written_first(const struct program *p, struct bitset *out)
{
    struct analysis a = {.p = p, .words = p->cells.size / 64 + 1};
    uint64_t *after = NEW_ARRAY(uint64_t, a.words);
    a.shared = NEW_ARRAY(uint64_t, a.words);
    a.early = NEW_ARRAY(uint64_t, a.words);
    a.at = NEW_ARRAY(uint64_t *, p->codes.size);
    for (uint32_t i = 0; i < p->cells.size; i++)
        if (cell_is_shared(&p->cells.data[i]))
            a.shared[i / 64] |= UINT64_C(1) << i % 64;
    for (uint32_t k = 0; k < p->codes.size; k++) {
        size_t n = (size_t)p->codes.data[k].locations.size * a.words;
        a.at[k] = NEW_ARRAY(uint64_t, n + 1);
        memset(a.at[k], 0xff, n * sizeof(uint64_t));
        uint64_t *entry = state(&a, k, p->codes.data[k].entry);
        for (uint32_t i = 0; i < a.words; i++)
            entry[i] = k == 0 ? 0 : a.shared[i];
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t k = 0; k < p->codes.size; k++)
            vector_each(const struct edge *, e, &p->codes.data[k].edges)
                changed |= visit(&a, k, e, after);
    }
    for (uint32_t k = 0; k < p->codes.size; k++) {
        check_reads(&a, k);
        mem_free(a.at[k]);
    }
    for (uint32_t i = 0; i < p->cells.size; i++) {
        const struct cell *c = &p->cells.data[i];
        bool awaited = c->role == CELL_STARTED || c->role == CELL_DONE || c->role == CELL_COUNT; /* read until it is written */
        if (!cell_is_array(c) && !awaited && !(a.early[i / 64] >> i % 64 & 1))
            bitset_add(out, i);
    }
    mem_free(a.at);
    mem_free(a.early);
    mem_free(a.shared);
    mem_free(after);
}
