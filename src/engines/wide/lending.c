/* Which join, in the procedure that creates a thread, is certainly of the thread that its step has created last: by the id itself, or by a local variable that nothing else
 * writes and nobody else knows. */
#include "engines/wide/lending.h"

static bool uses(const struct outline *o, const struct outline_step *s, uint32_t variable)
{
    bool found = s->kind == OUTLINE_PUBLISH && s->address.root == variable;
    for (uint32_t k = 0; k < s->argument_count; k++)
        found |= o->arguments.data[s->arguments + k].root == variable;
    return found;
}

/* The step that puts ids into a local variable, if it is the only one that writes there. */
static uint32_t only_writer(const struct wide *w, uint32_t first, uint32_t end, const struct outline_address *at)
{
    const struct outline *o = w->outline;
    uint32_t found = NONE;
    bool local = false;
    for (uint32_t s = first; s < end; s++) {
        const struct outline_step *x = &o->steps.data[s];
        local |= x->kind == OUTLINE_ALLOCATE && x->local && x->address.root == at->base;
        if (uses(o, x, at->base))
            return NONE;
        if (x->kind != OUTLINE_CREATE || x->address.root != at->base)
            continue;
        if (found != NONE || x->address.base != at->base || x->address.offset != at->offset)
            return NONE;
        found = s;
    }
    for (uint32_t s = first; s < end && found != NONE; s++) {
        const struct outline_step *x = &o->steps.data[s];
        bool own = outline_is_of_create(o, s, found, &w->block_of);
        if (x->kind == OUTLINE_ACCESS && x->write && !own && x->address.root == at->base)
            return NONE;
    }
    return local ? found : NONE;
}

void wide_find_lending(const struct wide *w, struct map *created)
{
    const struct outline *o = w->outline;
    vector_each(const uint32_t *, p, &w->callees_first) {
        const struct outline_procedure *body = &o->procedures.data[*p];
        uint32_t last = body->blocks + body->block_count - 1, first = o->blocks.data[body->blocks].steps;
        uint32_t end = o->blocks.data[last].steps + o->blocks.data[last].step_count;
        for (uint32_t s = first; s < end; s++) {
            const struct outline_step *x = &o->steps.data[s];
            if (x->kind != OUTLINE_JOIN)
                continue;
            uint32_t by = x->created != NONE        ? x->created
                          : x->address.base != NONE ? only_writer(w, first, end, &x->address)
                                                    : NONE;
            if (by != NONE)
                map_put(created, s, by);
        }
    }
}
