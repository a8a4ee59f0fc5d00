/* Breadth first, backwards. */
#include "engines/modular/origins.h"

void origins_walk(const struct fixpoint *f, uint32_t kind, uint32_t state,
                  void (*visit)(void *context, const struct fixpoint *f, uint32_t kind, uint32_t state), void *context)
{
    assert(kind < f->kind_count && state < f->kinds[kind].states.size);
    u64_vector open = {0};
    struct map seen = {0};
    vector_push(&open, (uint64_t)kind << 32 | state);
    map_put(&seen, open.data[0], 1);
    for (uint32_t next = 0; next < open.size; next++) {
        uint64_t at = open.data[next];
        const struct modular_kind *k = &f->kinds[at >> 32];
        const struct state_origin *o = &k->origins.data[(uint32_t)at];
        if (o->parent == NONE)
            continue;
        visit(context, f, (uint32_t)(at >> 32), (uint32_t)at);
        uint64_t before[2] = {(at >> 32) << 32 | o->parent, 0};
        if (o->env != NONE) {
            const struct env_step *e = &k->env_list.data[o->env];
            before[1] = (uint64_t)e->source << 32 | f->kinds[e->source].guarantee_list.data[e->guarantee].state;
        }
        for (unsigned i = 0; i < (o->env != NONE ? 2 : 1); i++)
            if (!map_get(&seen, before[i], NULL)) {
                map_put(&seen, before[i], 1);
                vector_push(&open, before[i]);
            }
    }
    vector_free(&open);
    map_free(&seen);
}
