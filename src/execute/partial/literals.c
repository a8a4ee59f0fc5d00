/* A known value is an equality; an id that is seen relatively is compared with 0 and with the thread that the invariant
 * speaks about; an own slot is read through an index that the code itself uses. */
#include "execute/partial/literals.h"

static expr cell_is(const struct partial_model *w, uint32_t cell, expr index, uint64_t value)
{
    const struct program *p = w->program;
    return expr_eq(p->exprs, program_cell_expr(p, cell, index), expr_const(p->exprs, p->cells.data[cell].width, value));
}

static expr index_of(const struct partial_model *w, const struct cell *c, uint32_t slot)
{
    if (!cell_is_array(c))
        return NULL;
    return expr_const(w->program->exprs, c->index_width, cell_slot_index(c, slot, w->counts));
}

/* Seen relatively. */
static expr id_is(const struct partial_model *w, uint32_t cell, expr index, uint64_t id)
{
    struct exprs *x = w->program->exprs;
    expr e = program_cell_expr(w->program, cell, index), none = expr_const(x, e->width, 0);
    expr self = expr_resize(x, expr_self(x), e->width, false);
    if (id == ID_NONE)
        return expr_eq(x, e, none);
    if (id == ID_ME)
        return expr_eq(x, e, self);
    return expr_and(x, expr_ne(x, e, none), expr_ne(x, e, self));
}

static expr holds(const struct partial_model *w, uint32_t cell, expr index, uint64_t value)
{
    return w->relative && w->is_id[cell] ? id_is(w, cell, index, value) : cell_is(w, cell, index, value);
}

expr literals_of_store(const struct sight *s, const uint64_t *bank)
{
    const struct partial_model *w = s->model;
    expr all = expr_bool(w->program->exprs, true);
    for (uint32_t i = 0; i < s->units.size; i++) {
        const struct sight_unit *u = &s->units.data[i];
        expr index = u->own ? NULL : index_of(w, &w->program->cells.data[u->cell], u->slot);
        if (!bank_knows(bank, s->units.size, i) || w->cell_sort[u->cell] != NONE)
            continue;
        for (uint32_t k = 0; u->own && k < w->own[u->cell].names.size; k++)
            if (w->own[u->cell].names.data[k] == u->slot)
                index = w->own[u->cell].indices.data[k];
        all = expr_and(w->program->exprs, all, holds(w, u->cell, index, bank[i]));
    }
    return all;
}

expr literals_of_frame(const struct partial_model *w, uint32_t code, const uint64_t *bank)
{
    assert(code < w->program->codes.size);
    expr all = expr_bool(w->program->exprs, true);
    vector_each(const struct cell *, c, &w->program->cells)
        for (uint32_t i = 0; c->owner == code && !c->dropped && i < w->slots[c->id]; i++) {
            uint32_t at = w->place[c->id] + i;
            if (bank_knows(bank, w->frame_size[code], at) && w->cell_sort[c->id] == NONE)
                all = expr_and(w->program->exprs, all, holds(w, c->id, index_of(w, c, i), bank[at]));
        }
    return all;
}

struct holder { /* of a value that stands for others */
    expr place;
    uint32_t sort;
    uint64_t value;
};
typedef VECTOR(struct holder) holders;

static bool is_constant(const struct sort *s, uint64_t value)
{
    for (uint32_t i = 0; i < s->constants; i++)
        if (s->values.data[i] == value)
            return true;
    return false;
}

static expr facts_of_holders(const struct partial_model *w, const holders *all)
{
    struct exprs *x = w->program->exprs;
    expr facts = expr_bool(x, true);
    for (uint32_t i = 0; i < all->size; i++) {
        const struct holder *h = &all->data[i];
        const struct sort *s = &w->sorts.data[h->sort];
        bool constant = is_constant(s, h->value);
        for (uint32_t k = 0; k < s->constants; k++) {
            expr same = expr_eq(x, h->place, expr_const(x, h->place->width, s->values.data[k]));
            if (!constant || s->values.data[k] == h->value)
                facts = expr_and(x, facts, constant ? same : expr_not(x, same));
        }
        for (uint32_t k = 0; k < i && !constant; k++)
            if (all->data[k].sort == h->sort) {
                expr same = expr_eq(x, h->place, all->data[k].place);
                facts = expr_and(x, facts, all->data[k].value == h->value ? same : expr_not(x, same));
            }
    }
    return facts;
}

expr literals_of_sorts(const struct sight *s, const uint64_t *store, uint32_t code, const uint64_t *frame)
{
    const struct partial_model *w = s->model;
    const struct program *p = w->program;
    holders all = {0};
    for (uint32_t i = 0; i < s->units.size; i++) {
        const struct sight_unit *u = &s->units.data[i];
        if (w->cell_sort[u->cell] != NONE && bank_knows(store, s->units.size, i))
            vector_push(&all, (struct holder){program_cell_expr(p, u->cell, index_of(w, &p->cells.data[u->cell], u->slot)),
                                              w->cell_sort[u->cell], store[i]});
    }
    vector_each(const struct cell *, c, &p->cells)
        for (uint32_t i = 0; c->owner == code && !c->dropped && w->cell_sort[c->id] != NONE && i < w->slots[c->id]; i++)
            if (bank_knows(frame, w->frame_size[code], w->place[c->id] + i))
                vector_push(&all, (struct holder){program_cell_expr(p, c->id, index_of(w, c, i)), w->cell_sort[c->id],
                                                  frame[w->place[c->id] + i]});
    expr facts = facts_of_holders(w, &all);
    vector_free(&all);
    return facts;
}

static const struct cell *started_cell(const struct partial_model *w, uint32_t template)
{
    vector_each(const struct cell *, c, &w->program->cells)
        if (c->role == CELL_STARTED && c->subject == template && !c->dropped && cell_is_shared(c))
            return c;
    return NULL;
}

expr literals_of_start(const struct partial_model *w, uint32_t template, uint32_t instance)
{
    const struct cell *c = started_cell(w, template);
    if (!c || instance >= w->slots[c->id])
        return expr_bool(w->program->exprs, true);
    return cell_is(w, c->id, index_of(w, c, instance), 1);
}

/* Of slots for instances that are alike, steps depend on that of one. */
static bool is_used(const struct partial_model *w, uint32_t cell)
{
    for (uint32_t i = 0; i < w->domain_count[cell]; i++)
        if (w->domains.data[w->domain_base[cell] + i].used)
            return true;
    return false;
}

expr literals_of_domains(const struct partial_model *w)
{
    struct exprs *x = w->program->exprs;
    expr all = expr_bool(x, true);
    vector_each(const struct cell *, c, &w->program->cells) {
        if (!cell_is_shared(c) || c->dropped || !is_used(w, c->id))
            continue;
        for (uint32_t i = 0; i < w->domain_count[c->id]; i++) {
            const struct slot_domain *d = &w->domains.data[w->domain_base[c->id] + i];
            bool full = c->width < 8 && d->values.size == (UINT64_C(1) << c->width);
            if (d->all || full)
                continue;
            if (w->domain_count[c->id] != w->slots[c->id] || w->cell_sort[c->id] != NONE)
                return NULL;
            expr some = expr_bool(x, false);
            for (uint32_t k = 0; k < d->values.size; k++)
                some = expr_or(x, some, cell_is(w, c->id, index_of(w, c, i), d->values.data[k]));
            if (d->once_started && !started_cell(w, c->subject))
                return NULL;
            if (d->once_started)
                some = expr_implies(x, literals_of_start(w, c->subject, i), some);
            all = expr_and(x, all, some);
        }
    }
    return all;
}
