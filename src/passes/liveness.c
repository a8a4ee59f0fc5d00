/* Liveness of local scalars, by backward propagation over a code's graph. Two uses: updates of dead cells disappear
 * (pass_dead_updates), and a cell that dies is reset to 0, so that states that differ in dead values only are one state
 * (pass_reset_dead). Arrays are left alone.
 * Requires: code_index. Breaks: accesses of updates that are gone (not when races are asked for). */
#include "passes/edit.h"
#include "passes/passes.h"

struct liveness {
    const struct program *p;
    const struct code *c;
    uint32_t code;
    struct bitset *live; /* by location: cells whose value may still be read */
};

static bool tracked(const struct program *p, uint32_t cell, uint32_t code)
{
    const struct cell *c = &p->cells.data[cell];
    return c->owner == code && !cell_is_array(c);
}

/* live at the source of the edge, given what is live at its target. Dead updates do not make their values live. */
static bool transfer(struct liveness *v, const struct edge *e, struct bitset *scratch, mentions *m)
{
    const struct action *a = &e->action;
    bool is_call = a->kind == ACT_CALL;
    bitset_copy(scratch, &v->live[e->to]);
    for (uint32_t i = 0; i < a->update_count; i++)
        if (!a->updates[i].index && tracked(v->p, a->updates[i].cell, v->code) && !is_call)
            bitset_remove(scratch, a->updates[i].cell);
    if (is_call && a->call_result != NONE)
        bitset_remove(scratch, a->call_result);
    vector_clear(m);
    expr_mentions(a->guard, m);
    for (uint32_t i = 0; i < a->update_count; i++) {
        const struct update *u = &a->updates[i];
        if (!is_call && tracked(v->p, u->cell, v->code) && !bitset_has(&v->live[e->to], u->cell))
            continue;
        if (u->index)
            expr_mentions(u->index, m);
        expr_mentions(u->value, m);
    }
    for (uint32_t i = 0; i < a->access_count; i++)
        if (a->accesses[i].index)
            expr_mentions(a->accesses[i].index, m);
    vector_each(const struct mention *, x, m)
        if (tracked(v->p, x->cell, v->code))
            bitset_add(scratch, x->cell);
    return bitset_unite(&v->live[e->from], scratch);
}

static void compute(struct liveness *v, const struct program *p, uint32_t code)
{
    const struct code *c = &p->codes.data[code];
    *v = (struct liveness){p, c, code, NEW_ARRAY(struct bitset, c->locations.size)};
    if (c->exit != NONE && c->result != NONE)
        bitset_add(&v->live[c->exit], c->result);
    u32_vector *in = NEW_ARRAY(u32_vector, c->locations.size);
    for (uint32_t i = 0; i < c->edges.size; i++)
        vector_push(&in[c->edges.data[i].to], i);

    struct bitset scratch = {0}, queued = {0};
    mentions m = {0};
    u32_vector work = {0};
    for (uint32_t l = 0; l < c->locations.size; l++) {
        vector_push(&work, l);
        bitset_add(&queued, l);
    }
    while (work.size) {
        uint32_t l = vector_pop(&work);
        bitset_remove(&queued, l);
        vector_each(const uint32_t *, i, &in[l]) {
            const struct edge *e = &c->edges.data[*i];
            if (transfer(v, e, &scratch, &m) && !bitset_has(&queued, e->from)) {
                bitset_add(&queued, e->from);
                vector_push(&work, e->from);
            }
        }
    }
    for (uint32_t l = 0; l < c->locations.size; l++)
        vector_free(&in[l]);
    mem_free(in);
    vector_free(&work);
    vector_free(&m);
    bitset_free(&scratch);
    bitset_free(&queued);
}

static void release(struct liveness *v)
{
    for (uint32_t l = 0; l < v->c->locations.size; l++)
        bitset_free(&v->live[l]);
    mem_free(v->live);
}

void pass_dead_updates(struct program *p, enum property property)
{
    for (uint32_t k = 0; k < p->codes.size; k++) {
        struct liveness v;
        compute(&v, p, k);
        vector_each(struct edge *, e, &p->codes.data[k].edges) {
            struct action *a = &e->action;
            uint32_t n = 0;
            for (uint32_t i = 0; i < a->update_count; i++) {
                const struct update *u = &a->updates[i];
                if (a->kind == ACT_CALL || !tracked(p, u->cell, k) || bitset_has(&v.live[e->to], u->cell))
                    a->updates[n++] = *u;
            }
            a->update_count = n;
            if (a->kind == ACT_CALL && a->call_result != NONE && !bitset_has(&v.live[e->to], a->call_result))
                a->call_result = NONE;
        }
        release(&v);
    }
    program_refresh_accesses(p, property == PROPERTY_RACE);
}

static void add_resets(struct program *p, struct edge *e, const struct bitset *dying)
{
    struct action *a = &e->action;
    struct update *all = ARENA_ARRAY(&p->arena, struct update, a->update_count + bitset_count(dying));
    if (a->update_count)
        memcpy(all, a->updates, a->update_count * sizeof *all);
    bitset_each(cell, dying)
        all[a->update_count++] = (struct update){cell, NULL, expr_const(p->exprs, p->cells.data[cell].width, 0)};
    a->updates = all;
}

/* Requires: pass_dead_updates ran, so that no update writes a dead cell. */
void pass_reset_dead(struct program *p)
{
    struct bitset dying = {0};
    for (uint32_t k = 0; k < p->codes.size; k++) {
        struct liveness v;
        compute(&v, p, k);
        struct code *c = &p->codes.data[k];
        vector_each(struct edge *, e, &c->edges) {
            if (e->action.kind == ACT_CALL || (c->locations.data[e->to].flags & (LOC_ERROR | LOC_UNSUPPORTED)))
                continue;
            bitset_copy(&dying, &v.live[e->from]);
            bitset_subtract(&dying, &v.live[e->to]);
            if (!bitset_empty(&dying))
                add_resets(p, e, &dying);
        }
        vector_each(struct cell *, x, &p->cells)
            if (tracked(p, x->id, k) && !bitset_has(&v.live[c->entry], x->id)) {
                x->arbitrary = false;
                x->init = 0;
            }
        release(&v);
    }
    bitset_free(&dying);
}
