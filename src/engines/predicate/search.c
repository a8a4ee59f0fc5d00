#include "engines/predicate/search.h"

#include "execute/guide.h"

static void mark_tree(const struct tree *t, struct guide *g)
{
    const struct predicate_model *s = t->arg->model;
    vector_each(const struct tree_place *, p, &t->places) {
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

bool search_along(struct shell *shell, struct arg *a, const struct tree_goal *goal, uint64_t effort)
{
    const struct program *p = a->model->original;
    struct tree t;
    struct guide g;
    tree_build(&t, a, goal, WHOLE_TREE);
    guide_init(&g, p);
    mark_tree(&t, &g);
    bool found = shell_hunt_for(shell, goal->check, &g, effort);
    guide_free(&g);
    tree_free(&t);
    return found;
}

bool search_all(struct shell *shell, uint32_t check, uint64_t effort)
{
    assert(shell_open(shell, check));
    const struct program *p = shell->program;
    struct guide g;
    guide_init(&g, p);
    for (uint32_t k = 0; k < p->template_count; k++)
        for (uint32_t e = 0; e < p->codes.data[k].edges.size; e++)
            guide_mark(&g, k, e);
    bool found = shell_hunt_for(shell, check, &g, effort);
    guide_free(&g);
    return found;
}
