/* See owned.h. */
#include "engines/bounded/owned.h"

static void remove_written(const struct unfolding *u, const struct code *c, struct bitset *owned)
{
    vector_each(const struct edge *, e, &c->edges)
        for (uint32_t i = 0; i < e->action.update_count; i++) {
            const struct cell *cell = &u->program->cells.data[e->action.updates[i].cell];
            if (cell->owner == NONE)
                bitset_remove(owned, u->place[cell->id]);
        }
}

/* What main writes before it creates the first thread is no event. */
static void remove_written_by_main(const struct unfolding *u, struct bitset *owned)
{
    vector_each(const struct unrolled_write *, w, &u->writes)
        if (u->groups.data[w->group].instance == 0)
            bitset_remove(owned, u->place[w->cell]);
}

void owned_find(const struct unfolding *u, uint32_t instance, struct bitset *owned)
{
    assert(instance == 0 || u->start_memory);
    assert(instance < u->instances.size);
    uint32_t code = u->instances.data[instance].code;
    if (u->counts[code] != 1)
        return;
    for (uint32_t p = 0; p < u->shared_count; p++)
        bitset_add(owned, p);
    for (uint32_t c = 0; c < u->program->codes.size; c++)
        if (c != code && (c != 0 || u->counts[0] != 1))
            remove_written(u, &u->program->codes.data[c], owned);
    if (instance != 0)
        remove_written_by_main(u, owned);
}
