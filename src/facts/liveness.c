#include "facts/liveness.h"

#include "program/terms.h"

struct liveness {
    const struct program *p;
    uint32_t code;
    const struct bitset *relevant;
    bool accesses;
    struct bitset own;   /* cells */
    struct bitset *live; /* by location */
};

static bool is_own_scalar(const struct liveness *v, uint32_t cell)
{
    return bitset_has(&v->own, cell) && !cell_is_array(&v->p->cells.data[cell]);
}

/* Whether what the update writes is never read, so that its value need not be. */
static bool is_idle(const struct liveness *v, const struct edge *e, uint32_t cell)
{
    bool dead = e->action.kind != ACT_CALL && is_own_scalar(v, cell) && !bitset_has(&v->live[e->to], cell);
    return dead || (v->relevant && !bitset_has(v->relevant, cell));
}

/* Live at the source of the edge, given what is live at its target. */
static bool transfer(struct liveness *v, const struct edge *e, struct bitset *scratch)
{
    const struct action *a = &e->action;
    struct bitset read = {0};
    bitset_copy(scratch, &v->live[e->to]);
    for (uint32_t i = 0; i < a->update_count; i++)
        if (is_own_scalar(v, a->updates[i].cell) && a->kind != ACT_CALL)
            bitset_remove(scratch, a->updates[i].cell);
    if (a->kind == ACT_CALL && a->call_result != NONE)
        bitset_remove(scratch, a->call_result);
    expr_cells(a->guard, &read);
    for (uint32_t i = 0; i < a->update_count; i++) {
        if (is_idle(v, e, a->updates[i].cell))
            continue;
        expr_cells(a->updates[i].value, &read);
        if (a->updates[i].index)
            expr_cells(a->updates[i].index, &read);
    }
    for (uint32_t i = 0; v->accesses && i < a->access_count; i++)
        if (a->accesses[i].index)
            expr_cells(a->accesses[i].index, &read);
    bitset_intersect(&read, &v->own);
    bitset_unite(scratch, &read);
    bitset_free(&read);
    return bitset_unite(&v->live[e->from], scratch);
}

static void propagate(struct liveness *v)
{
    const struct code *c = &v->p->codes.data[v->code];
    u32_vector *in = NEW_ARRAY(u32_vector, c->locations.size), work = {0};
    struct bitset scratch = {0}, queued = {0};
    for (uint32_t i = 0; i < c->edges.size; i++)
        vector_push(&in[c->edges.data[i].to], i);
    for (uint32_t l = 0; l < c->locations.size; l++) {
        vector_push(&work, l);
        bitset_add(&queued, l);
    }
    while (work.size) {
        uint32_t l = vector_pop(&work);
        bitset_remove(&queued, l);
        vector_each(const uint32_t *, i, &in[l]) {
            const struct edge *e = &c->edges.data[*i];
            if (transfer(v, e, &scratch) && !bitset_has(&queued, e->from)) {
                bitset_add(&queued, e->from);
                vector_push(&work, e->from);
            }
        }
    }
    for (uint32_t l = 0; l < c->locations.size; l++)
        vector_free(&in[l]);
    mem_free(in);
    vector_free(&work);
    bitset_free(&scratch);
    bitset_free(&queued);
}

struct bitset *liveness_compute(const struct program *p, uint32_t code, const struct bitset *relevant, bool accesses)
{
    assert(code < p->codes.size);
    const struct code *c = &p->codes.data[code];
    struct liveness v = {p, code, relevant, accesses, {0}, NEW_ARRAY(struct bitset, c->locations.size + 1)};
    vector_each(const struct cell *, x, &p->cells)
        if (x->owner == code)
            bitset_add(&v.own, x->id);
    if (c->exit != NONE && c->result != NONE)
        bitset_add(&v.live[c->exit], c->result);
    propagate(&v);
    bitset_free(&v.own);
    return v.live;
}

void liveness_free(const struct program *p, uint32_t code, struct bitset *live)
{
    assert(code < p->codes.size);
    for (uint32_t l = 0; l < p->codes.data[code].locations.size; l++)
        bitset_free(&live[l]);
    mem_free(live);
}
