/* Which objects several threads may reach: whatever hangs off globals, arguments and results of threads. */
#include "engines/wide/wide.h"

void wide_sharing(struct wide *w)
{
    const struct outline *o = w->outline;
    VECTOR(u32_vector) links = {0};
    u32_vector todo = {0};
    vector_resize(&links, o->objects.size);
    vector_each(const struct outline_link *, l, &o->links)
        vector_push(&links.data[l->from], l->to);
    for (uint32_t k = 0; k < o->objects.size; k++)
        if (o->objects.data[k].kind == OUTLINE_GLOBAL)
            vector_push(&todo, k);
    vector_each(const struct outline_step *, s, &o->steps)
        for (uint32_t k = 0; s->kind == OUTLINE_CREATE && k < s->argument_count; k++) {
            const struct outline_address *a = &o->arguments.data[s->arguments + k];
            for (uint32_t p = 0; p < a->place_count; p++)
                vector_push(&todo, o->places.data[a->places + p].object);
        }
    while (todo.size) {
        uint32_t x = vector_pop(&todo);
        if (bitset_has(&w->shared, x))
            continue;
        bitset_add(&w->shared, x);
        vector_each(const uint32_t *, to, &links.data[x])
            vector_push(&todo, *to);
    }
    vector_each(u32_vector *, l, &links)
        vector_free(l);
    vector_free(&links);
    vector_free(&todo);
}
