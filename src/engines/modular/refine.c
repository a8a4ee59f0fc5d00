/* Candidates in the order of their distance from the error. A candidate is promising if who writes it also writes
 * something else that the view has: "has thread 3 ended" says something about x if thread 3 writes x. */
#include "engines/modular/refine.h"

#include "engines/modular/origins.h"

struct search {
    extra_slots found;
    struct map seen;     /* kind, cell, slot, hashed */
    struct map *written; /* by kind: cell << 32 | slot, own slots by cell alone */
};

static uint64_t place(uint32_t cell, uint32_t slot, bool own) { return (uint64_t)cell << 32 | (own ? NONE : slot); }

static void candidate(struct search *s, const struct fixpoint *f, uint32_t kind, uint32_t cell, uint32_t slot)
{
    const struct sight *sight = f->kinds[kind].sight;
    const struct partial_model *w = f->model;
    uint64_t key = hash_pair(place(cell, slot, false), kind);
    if (!w->slots[cell] || w->blurred[cell] || w->forgotten[cell] || sight_owns(sight, cell) || map_get(&s->seen, key, NULL))
        return;
    map_put(&s->seen, key, 1);
    vector_push(&s->found, (struct extra_slot){kind, sight->template, sight->instance, cell, slot});
}

static void look(void *context, const struct fixpoint *f, uint32_t kind, uint32_t state)
{
    struct search *s = context;
    const struct modular_kind *k = &f->kinds[kind];
    const struct state_origin *o = &k->origins.data[state];
    const uint64_t *before = kind_store(k, kind_state(k, o->parent)->store), *after = kind_store(k, kind_state(k, state)->store);
    uint32_t n = k->sight->units.size;
    for (uint32_t i = 0; i < n && o->env == NONE; i++) {
        const struct sight_unit *u = &k->sight->units.data[i];
        if (u->lazy && !u->own && !bank_knows(before, n, i) && bank_knows(after, n, i))
            candidate(s, f, kind, u->cell, u->slot);
    }
    if (o->env == NONE)
        return;
    const struct modular_kind *a = &f->kinds[k->env_list.data[o->env].source];
    const uint64_t *pre = intern_bytes(&a->pres, a->guarantee_list.data[k->env_list.data[o->env].guarantee].pre, NULL);
    for (uint32_t i = 0; i < a->sight->units.size; i++) {
        const struct sight_unit *u = &a->sight->units.data[i];
        if (u->own || !bank_knows(pre, a->sight->units.size, i))
            continue;
        uint32_t mine = sight_unit(k->sight, u->cell, u->slot, false);
        if (mine == NONE || (k->sight->units.data[mine].lazy && !bank_knows(before, n, mine)))
            candidate(s, f, kind, u->cell, u->slot);
    }
}

static void note_writes(struct search *s, const struct fixpoint *f)
{
    s->written = NEW_ARRAY(struct map, f->kind_count);
    for (uint32_t k = 0; k < f->kind_count; k++)
        vector_each(const struct slot_write *, w, &f->kinds[k].writes)
            map_put(&s->written[k], place(w->cell, w->slot, w->target != TARGET_SLOT), 1);
}

static bool writes(const struct search *s, uint32_t kind, uint32_t cell, uint32_t slot)
{
    return map_get(&s->written[kind], place(cell, slot, false), NULL) || map_get(&s->written[kind], place(cell, 0, true), NULL);
}

static bool promising(const struct search *s, const struct fixpoint *f, const struct extra_slot *w)
{
    const struct sight *sight = f->kinds[w->kind].sight;
    for (uint32_t k = 0; k < f->kind_count; k++) {
        if (k == w->kind || !writes(s, k, w->cell, w->slot))
            continue;
        vector_each(const struct sight_unit *, u, &sight->units)
            if (f->model->program->cells.data[u->cell].subject == NONE && writes(s, k, u->cell, u->slot))
                return true;
    }
    return false;
}

uint32_t refine_views(const struct fixpoint *f, uint32_t kind, uint32_t state, uint32_t most, extra_slots *w)
{
    assert(kind < f->kind_count && state < f->kinds[kind].states.size);
    struct search s = {0};
    uint32_t added = 0;
    origins_walk(f, kind, state, look, &s);
    note_writes(&s, f);
    for (int rank = 0; rank < 2; rank++)
        for (uint32_t i = 0; i < s.found.size && added < most; i++)
            if (promising(&s, f, &s.found.data[i]) == !rank) {
                vector_push(w, s.found.data[i]);
                added++;
            }
    for (uint32_t k = 0; k < f->kind_count; k++)
        map_free(&s.written[k]);
    mem_free(s.written);
    vector_free(&s.found);
    map_free(&s.seen);
    return added;
}
