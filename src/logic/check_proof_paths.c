/* Atomic sections as one step. */
#include "logic/check_proof_parts.h"

enum { MOST_PATHS = 400 };

struct walk {
    const struct checker *k;
    void (*visit)(void *context, const struct path *p, bool whole);
    void *context;
    struct path path;
    uint32_t paths;
    bool failed; /* a loop, or too many */
};

static bool inside(const struct checker *k, uint32_t code, uint32_t location)
{
    uint8_t flags = k->program->codes.data[code].locations.data[location].flags;
    return flags & LOC_ATOMIC && !(flags & (LOC_ERROR | LOC_UNSUPPORTED));
}

static bool on_path(const struct path *p, uint32_t location)
{
    for (uint32_t i = 0; i < p->count; i++)
        if (p->edges[i]->from == location)
            return true;
    return false;
}

static void extend(struct walk *w, uint32_t location)
{
    const struct code *c = &w->k->program->codes.data[w->path.code];
    for (uint32_t i = out_begin(c, location); i < out_end(c, location) && !w->failed; i++) {
        const struct edge *e = out_edge(c, i);
        bool goes_on = inside(w->k, w->path.code, e->to) && e->action.kind != ACT_HALT;
        w->path.edges[w->path.count++] = e;
        w->failed = ++w->paths > MOST_PATHS || (goes_on && (w->path.count == LONGEST_PATH || on_path(&w->path, e->to)));
        if (w->visit && !w->failed)
            w->visit(w->context, &w->path, !goes_on);
        if (goes_on && !w->failed)
            extend(w, e->to);
        w->path.count--;
    }
}

bool section_is_one(const struct checker *k, uint32_t code, uint32_t location)
{
    struct walk w = {.k = k, .path.code = code};
    if (!inside(k, code, location))
        extend(&w, location);
    return !w.failed;
}

void paths_from(const struct checker *k, uint32_t code, uint32_t location,
                void (*visit)(void *context, const struct path *p, bool whole), void *context)
{
    struct walk w = {.k = k, .visit = visit, .context = context, .path.code = code};
    extend(&w, location);
}
