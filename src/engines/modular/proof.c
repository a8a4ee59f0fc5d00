/* Each thread state is a conjunction: what it knows of the frame and of the store. A location's invariant is the disjunction over
 * its states, and over the kinds that run the code. Where steps depend on the values that a cell takes at any time, the
 * cell's domain is part of every invariant. */
#include "engines/modular/proof.h"

enum { MOST_STATES = 4000, MOST_PARTS = 100000 };

struct maker {
    const struct fixpoint *f;
    struct exprs *x;
    expr domains;
};

static expr cell_is(struct maker *m, uint32_t cell, expr index, uint64_t value)
{
    const struct program *p = m->f->world->program;
    return expr_eq(m->x, program_cell_expr(p, cell, index), expr_const(m->x, p->cells.data[cell].width, value));
}

static expr index_of(struct maker *m, const struct cell *c, uint32_t slot)
{
    if (!cell_is_array(c))
        return NULL;
    return expr_const(m->x, c->index_width, cell_slot_index(c, slot, m->f->world->counts));
}

static expr id_is(struct maker *m, uint32_t cell, expr index, uint64_t id)
{
    const struct program *p = m->f->world->program;
    expr e = program_cell_expr(p, cell, index), none = expr_const(m->x, e->width, 0);
    expr self = expr_resize(m->x, expr_self(m->x), e->width, false);
    if (id == ID_NONE)
        return expr_eq(m->x, e, none);
    if (id == ID_ME)
        return expr_eq(m->x, e, self);
    return expr_and(m->x, expr_ne(m->x, e, none), expr_ne(m->x, e, self));
}

static expr unit_is(struct maker *m, const struct sight *s, const struct unit *u, uint64_t value)
{
    const struct world *w = s->world;
    const struct cell *c = &w->program->cells.data[u->cell];
    expr index = u->own ? NULL : index_of(m, c, u->slot);
    for (uint32_t i = 0; u->own && i < w->own[u->cell].names.size; i++)
        if (w->own[u->cell].names.data[i] == u->slot)
            index = w->own[u->cell].indices.data[i];
    return w->relative && u->is_id ? id_is(m, u->cell, index, value) : cell_is(m, u->cell, index, value);
}

static expr state_as_expr(struct maker *m, const struct kind *k, const struct state *s)
{
    const struct world *w = m->f->world;
    const uint64_t *frame = kind_frame(k, s->frame), *store = kind_store(k, s->store);
    uint32_t code = (uint32_t)(frame[0] >> 32), units = k->sight->units.size, n = w->frame_size[code];
    expr all = expr_bool(m->x, true);
    if (!w->relative && w->program->codes.data[k->sight->template].instances > 1)
        all = expr_eq(m->x, expr_self(m->x), expr_const(m->x, SELF_WIDTH, k->sight->self));
    for (uint32_t i = 0; i < units; i++)
        if (bank_knows(store, units, i))
            all = expr_and(m->x, all, unit_is(m, k->sight, &k->sight->units.data[i], store[i]));
    vector_each(const struct cell *, c, &w->program->cells)
        for (uint32_t i = 0; c->owner == code && !c->dropped && i < w->slots[c->id]; i++) {
            uint32_t at = w->place[c->id] + i;
            if (!bank_knows(frame + 1, n, at))
                continue;
            expr index = index_of(m, c, i);
            uint64_t v = frame[1 + at];
            all = expr_and(m->x, all, w->relative && w->is_id[c->id] ? id_is(m, c->id, index, v) : cell_is(m, c->id, index, v));
        }
    return all;
}

static expr domains_as_expr(struct maker *m)
{
    const struct world *w = m->f->world;
    expr all = expr_bool(m->x, true);
    vector_each(const struct cell *, c, &w->program->cells) {
        if (!cell_is_shared(c) || c->dropped)
            continue;
        for (uint32_t i = 0; i < w->domain_count[c->id]; i++) {
            const struct domain *d = &w->domains.data[w->domain_base[c->id] + i];
            if (!d->used || d->all)
                continue;
            if (w->domain_count[c->id] != w->slots[c->id])
                return NULL;
            expr some = expr_bool(m->x, false);
            for (uint32_t k = 0; k < d->values.size; k++)
                some = expr_or(m->x, some, cell_is(m, c->id, index_of(m, c, i), d->values.data[k]));
            all = expr_and(m->x, all, some);
        }
    }
    return all;
}

static bool small_enough(const struct fixpoint *f)
{
    uint64_t states = 0, parts = 0;
    for (uint32_t k = 0; k < f->kind_count; k++) {
        states += f->kinds[k].states.size;
        parts += (uint64_t)f->kinds[k].states.size * (f->kinds[k].sight->units.size + 1);
    }
    return states <= MOST_STATES && parts <= MOST_PARTS && !program_has_calls(f->world->program) && !f->sections;
}

struct proof *proof_of(const struct fixpoint *f)
{
    const struct program *p = f->world->program;
    struct maker m = {.f = f, .x = p->exprs};
    if (!small_enough(f) || !(m.domains = domains_as_expr(&m)))
        return NULL;
    struct proof *proof = NEW(struct proof);
    proof->program = p;
    vector_each(const struct code *, c, &p->codes) {
        expr *at = ARENA_ARRAY(&proof->arena, expr, c->locations.size + 1);
        for (uint32_t l = 0; l < c->locations.size; l++)
            at[l] = expr_bool(m.x, false);
        vector_push(&proof->invariants, at);
    }
    for (uint32_t k = 0; k < f->kind_count; k++)
        for (uint32_t i = 0; i < f->kinds[k].states.size; i++) {
            const struct state *s = kind_state(&f->kinds[k], i);
            uint64_t where = kind_frame(&f->kinds[k], s->frame)[0];
            expr *at = &proof->invariants.data[where >> 32][(uint32_t)where];
            *at = expr_or(m.x, *at, expr_and(m.x, m.domains, state_as_expr(&m, &f->kinds[k], s)));
        }
    return proof;
}
