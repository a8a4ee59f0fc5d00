/* A known value is an equality; an id that is seen relatively is compared with 0 and with the thread that the invariant
 * speaks about; an own slot is read through an index that the code itself uses. */
#include "engines/explicit/facts.h"

#include "program/machine_parts.h"

static expr cell_is(const struct world *w, uint32_t cell, expr index, uint64_t value)
{
    const struct program *p = w->program;
    return expr_eq(p->exprs, program_cell_expr(p, cell, index), expr_const(p->exprs, p->cells.data[cell].width, value));
}

static expr index_of(const struct world *w, const struct cell *c, uint32_t slot)
{
    if (!cell_is_array(c))
        return NULL;
    return expr_const(w->program->exprs, c->index_width, cell_slot_index(c, slot, w->counts));
}

/* Seen relatively. */
static expr id_is(const struct world *w, uint32_t cell, expr index, uint64_t id)
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

static expr holds(const struct world *w, uint32_t cell, expr index, uint64_t value)
{
    return w->relative && w->is_id[cell] ? id_is(w, cell, index, value) : cell_is(w, cell, index, value);
}

expr facts_of_store(const struct sight *s, const uint64_t *bank)
{
    const struct world *w = s->world;
    expr all = expr_bool(w->program->exprs, true);
    for (uint32_t i = 0; i < s->units.size; i++) {
        const struct unit *u = &s->units.data[i];
        expr index = u->own ? NULL : index_of(w, &w->program->cells.data[u->cell], u->slot);
        if (!bank_knows(bank, s->units.size, i))
            continue;
        for (uint32_t k = 0; u->own && k < w->own[u->cell].names.size; k++)
            if (w->own[u->cell].names.data[k] == u->slot)
                index = w->own[u->cell].indices.data[k];
        all = expr_and(w->program->exprs, all, holds(w, u->cell, index, bank[i]));
    }
    return all;
}

expr facts_of_frame(const struct world *w, uint32_t code, const uint64_t *bank)
{
    expr all = expr_bool(w->program->exprs, true);
    vector_each(const struct cell *, c, &w->program->cells)
        for (uint32_t i = 0; c->owner == code && !c->dropped && i < w->slots[c->id]; i++) {
            uint32_t at = w->place[c->id] + i;
            if (bank_knows(bank, w->frame_size[code], at))
                all = expr_and(w->program->exprs, all, holds(w, c->id, index_of(w, c, i), bank[at]));
        }
    return all;
}

/* That the instance whose argument this is has not been created: then the argument is not there yet. */
static expr not_created(const struct world *w, const struct cell *argument, uint32_t slot)
{
    const struct program *p = w->program;
    vector_each(const struct cell *, c, &p->cells)
        if (c->role == CELL_STARTED && c->subject == argument->subject && !c->dropped && c->width == 1)
            return expr_not(p->exprs, program_cell_expr(p, c->id, index_of(w, c, slot)));
    return NULL;
}

expr facts_of_domains(const struct world *w)
{
    struct exprs *x = w->program->exprs;
    expr all = expr_bool(x, true);
    vector_each(const struct cell *, c, &w->program->cells) {
        if (!cell_is_shared(c) || c->dropped)
            continue;
        for (uint32_t i = 0; i < w->domain_count[c->id]; i++) {
            const struct domain *d = &w->domains.data[w->domain_base[c->id] + i];
            bool full = c->width < 8 && d->values.size == (UINT64_C(1) << c->width);
            if (!d->used || d->all || full)
                continue;
            if (w->domain_count[c->id] != w->slots[c->id])
                return NULL;
            expr some = expr_bool(x, false);
            for (uint32_t k = 0; k < d->values.size; k++)
                some = expr_or(x, some, cell_is(w, c->id, index_of(w, c, i), d->values.data[k]));
            if (c->role == CELL_ARGUMENT && !map_get(&d->members, cell_initial(c, i, w->counts), NULL)) {
                expr early = not_created(w, c, i);
                if (!early)
                    return NULL;
                some = expr_or(x, some, early);
            }
            all = expr_and(x, all, some);
        }
    }
    return all;
}
