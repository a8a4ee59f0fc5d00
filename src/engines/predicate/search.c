#include "engines/predicate/search.h"

#include "execute/partial/hunt.h"

static void mark_tree(const struct tree *t, struct guide *g)
{
    const struct stage *s = t->arg->stage;
    vector_each(const struct place *, p, &t->places) {
        if (p->move == NONE)
            continue;
        uint32_t by = p->actor == NONE ? p->kind : t->places.data[p->actor].kind;
        guide_mark(g, s->kinds.data[by].code, p->move);
    }
    for (uint32_t i = 0; i < 2; i++) {
        uint32_t end = i ? t->places.data[t->last].actor : t->last;
        if (end != NONE)
            guide_mark_location(g, s->kinds.data[t->places.data[end].kind].code, t->places.data[end].location);
    }
}

struct trace *search_along(struct arg *a, const struct goal *goal, const struct budget *budget, double seconds)
{
    const struct program *p = a->stage->original;
    struct tree t;
    struct guide g;
    tree_build(&t, a, goal, WHOLE_TREE);
    guide_init(&g, p);
    mark_tree(&t, &g);
    struct trace *trace = hunt_trace_to(p, goal->check, &g, budget, seconds);
    guide_free(&g);
    tree_free(&t);
    return trace;
}

struct trace *search_all(const struct program *p, uint32_t check, const struct budget *budget, double seconds)
{
    struct guide g;
    guide_init(&g, p);
    for (uint32_t k = 0; k < p->template_count; k++)
        for (uint32_t e = 0; e < p->codes.data[k].edges.size; e++)
            guide_mark(&g, k, e);
    struct trace *trace = hunt_trace_to(p, check, &g, budget, seconds);
    guide_free(&g);
    return trace;
}
