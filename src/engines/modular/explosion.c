/* Counts the values that every unit and every local takes. Cells that receive thread ids are left alone: they have as
 * many values as there are threads, and proofs are made of them. */
#include "engines/modular/explosion.h"

enum { MANY = 24, LOOK_AT = 20000 };

static bool mentions_id(const bool *holds, expr e)
{
    if (e->op == E_SELF)
        return true;
    if ((e->op == E_CELL || e->op == E_READ) && holds[e->value])
        return true;
    for (unsigned i = 0; i < e->arity; i++)
        if (mentions_id(holds, e->arg[i]))
            return true;
    return false;
}

/* Cells that receive E_SELF, also through others. */
static void find_ids(const struct program *p, bool *holds)
{
    for (bool again = true; again;) {
        again = false;
        vector_each(const struct code *, c, &p->codes)
            vector_each(const struct edge *, e, &c->edges)
                for (uint32_t i = 0; i < e->action.update_count; i++) {
                    const struct update *u = &e->action.updates[i];
                    if (!holds[u->cell] && mentions_id(holds, u->value))
                        holds[u->cell] = again = true;
                }
    }
}

/* Distinct known values at place i of the banks in the table; skip words come before each bank. */
static uint32_t values_at(const struct intern *t, uint32_t skip, uint32_t n, uint32_t i, uint64_t code, bool frames)
{
    struct map seen = {0};
    uint32_t step = 1 + t->size / LOOK_AT;
    for (uint32_t k = 0; k < t->size; k += step) {
        const uint64_t *bank = intern_bytes(t, k, NULL);
        if (frames && bank[0] >> 32 != code)
            continue;
        if (bank_knows(bank + skip, n, i))
            map_put(&seen, bank[skip + i], 1);
    }
    uint32_t count = seen.size;
    map_free(&seen);
    return count;
}

uint32_t explosion_cell(const struct fixpoint *f)
{
    const struct partial_model *w = f->model;
    const struct program *p = w->program;
    bool *ids = NEW_ARRAY(bool, p->cells.size + 1);
    find_ids(p, ids);
    uint32_t worst = NONE, most = MANY;
    uint64_t states = 0;
    for (uint32_t k = 0; k < f->kind_count; k++)
        states += f->kinds[k].states.size;
    for (uint32_t k = 0; k < f->kind_count; k++) {
        const struct modular_kind *kind = &f->kinds[k];
        uint32_t units = kind->sight->units.size;
        if (kind->states.size < states / (2 * f->kind_count))
            continue;
        for (uint32_t i = 0; i < units; i++) {
            const struct cell *c = &p->cells.data[kind->sight->units.data[i].cell];
            uint32_t n = c->width <= 4 || ids[c->id] || w->is_id[c->id] ? 0 : values_at(&kind->stores, 0, units, i, 0, false);
            if (n > most)
                most = n, worst = c->id;
        }
        vector_each(const struct cell *, c, &p->cells) {
            if (cell_is_shared(c) || c->width <= 4 || ids[c->id] || w->is_id[c->id])
                continue;
            for (uint32_t i = 0; i < w->slots[c->id] && i < 64; i++) {
                uint32_t n = values_at(&kind->frames, 1, w->frame_size[c->owner], w->place[c->id] + i, c->owner, true);
                if (n > most)
                    most = n, worst = c->id;
            }
        }
    }
    mem_free(ids);
    return worst;
}
