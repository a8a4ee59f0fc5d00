/* Which variables are worth relating: those that the program compares with each other or computes from each other, and
 * those that it counts up or down, since one may bound the other. */
#include "domains/packs.h"

struct merging {
    const struct space *s;
    uint32_t *leader, *size;
    uint32_t found[4], count;
    uint32_t counter; /* the first one, or NONE */
};

static uint32_t leader(struct merging *m, uint32_t v)
{
    while (m->leader[v] != v)
        v = m->leader[v] = m->leader[m->leader[v]];
    return v;
}

static void relate(struct merging *m, uint32_t a, uint32_t b)
{
    a = leader(m, a);
    b = leader(m, b);
    if (a == b || m->size[a] + m->size[b] > PACK_MAX)
        return;
    m->leader[b] = a;
    m->size[a] += m->size[b];
}

static void note_variable(void *context, expr e)
{
    struct merging *m = context;
    if (e->op != E_CELL && e->op != E_READ)
        return;
    uint32_t v = m->s->first[e->value];
    if (v == NONE || m->s->variables.data[v].summary || m->s->variables.data[v].width == 1)
        return;
    if (e->op == E_READ) {
        if (!expr_is_const(e->arg[0]))
            return;
        v = space_variable(m->s, (uint32_t)e->value, e->arg[0]->value);
    }
    if (v != NONE && m->count < 4)
        m->found[m->count++] = v;
}

static void relate_compared(void *context, expr e)
{
    struct merging *m = context;
    if (e->op < E_EQ || e->op > E_SLE)
        return;
    m->count = 0;
    expr_visit(e, note_variable, m);
    for (uint32_t i = 1; i < m->count; i++)
        relate(m, m->found[0], m->found[i]);
}

static void relate_assigned(struct merging *m, const struct update *u)
{
    uint32_t v = m->s->first[u->cell];
    if (v == NONE || m->s->variables.data[v].summary || u->index || u->value->width == 1)
        return;
    m->count = 0;
    expr_visit(u->value, note_variable, m);
    for (uint32_t i = 0; m->count <= 2 && i < m->count; i++)
        relate(m, v, m->found[i]);
}

/* Whether the code copies the one cell to the other. */
static bool is_copied(const struct code *c, uint64_t from, uint64_t to)
{
    vector_each(const struct edge *, e, &c->edges)
        for (uint32_t i = 0; i < e->action.update_count; i++) {
            const struct update *u = &e->action.updates[i];
            if (u->cell == to && !u->index && u->value->op == E_CELL && u->value->value == from)
                return true;
        }
    return false;
}

/* x := x + c, in one step or in two: t := x, x := t + c */
static void relate_counters(struct merging *m, const struct code *code, const struct update *u)
{
    uint32_t v = m->s->first[u->cell];
    if (v == NONE || m->s->variables.data[v].summary || u->index || u->value->width == 1 || u->value->op != E_ADD ||
        u->value->arg[0]->op != E_CELL || !expr_is_const(u->value->arg[1]))
        return;
    if (u->value->arg[0]->value != u->cell && !is_copied(code, u->cell, u->value->arg[0]->value))
        return;
    if (m->counter == NONE)
        m->counter = v;
    relate(m, m->counter, v);
}

struct packing *packing_new(const struct space *s, const struct pack_ops *ops)
{
    uint32_t n = s->variables.size;
    struct merging m = {.s = s, .leader = NEW_ARRAY(uint32_t, n + 1), .size = NEW_ARRAY(uint32_t, n + 1), .counter = NONE};
    struct packing *p = NEW(struct packing);
    p->ops = ops;
    p->pack = NEW_ARRAY(uint32_t, n + 1);
    p->place = NEW_ARRAY(uint32_t, n + 1);
    uint32_t own = n > s->shared_count ? s->program->cells.data[s->variables.data[n - 1].cell].owner : NONE;
    for (uint32_t v = 0; v < n; v++) {
        m.leader[v] = v;
        m.size[v] = 1;
        p->pack[v] = NONE;
    }
    for (uint32_t k = 0; k < s->program->codes.size; k++)
        if (own == NONE || k == own)
            vector_each(const struct edge *, e, &s->program->codes.data[k].edges) {
                expr_visit(e->action.guard, relate_compared, &m);
                for (uint32_t i = 0; i < e->action.update_count; i++) {
                    expr_visit(e->action.updates[i].value, relate_compared, &m);
                    relate_assigned(&m, &e->action.updates[i]);
                    relate_counters(&m, &s->program->codes.data[k], &e->action.updates[i]);
                }
            }
    for (uint32_t v = 0; v < n; v++) {
        uint32_t l = leader(&m, v);
        if (m.size[l] < 2)
            continue;
        if (p->pack[l] == NONE) {
            p->pack[l] = p->packs.size;
            vector_push(&p->packs, (struct pack){0});
        }
        struct pack *pack = &p->packs.data[p->pack[l]];
        p->pack[v] = p->pack[l];
        p->place[v] = pack->size;
        pack->variables[pack->size++] = v;
    }
    mem_free(m.leader);
    mem_free(m.size);
    return p;
}

void packing_free(struct packing *p)
{
    vector_free(&p->packs);
    mem_free(p->pack);
    mem_free(p->place);
    mem_free(p);
}
