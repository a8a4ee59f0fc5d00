#include "engines/predicate/tree.h"

enum { MOST_PLACES = 400 };

static uint32_t add_place(struct tree *t, struct tree_place p)
{
    uint32_t id = t->places.size;
    t->cut |= p.cut;
    vector_push(&t->places, p);
    return id;
}

static uint32_t add_path(struct tree *t, uint32_t node, uint32_t depth);

static uint32_t add_actor(struct tree *t, uint32_t node, uint32_t depth)
{
    if (depth && t->places.size < MOST_PLACES)
        return add_path(t, node, depth - 1);
    const struct arg_node *n = &t->arg->nodes.data[node];
    return add_place(
        t, (struct tree_place){
               .node = node, .kind = n->kind, .location = n->location, .parent = NONE, .actor = NONE, .move = NONE, .cut = true});
}

static uint32_t add_path(struct tree *t, uint32_t node, uint32_t depth)
{
    const struct predicate_model *s = t->arg->model;
    u32_vector path = {0};
    for (uint32_t i = node; i != NONE; i = t->arg->nodes.data[i].parent)
        vector_push(&path, i);
    uint32_t last = NONE;
    for (uint32_t i = path.size; i-- > 0;) {
        const struct arg_node *n = &t->arg->nodes.data[path.data[i]];
        struct tree_place p = {.node = path.data[i],
                               .kind = n->kind,
                               .location = n->location,
                               .parent = last,
                               .actor = NONE,
                               .move = NONE,
                               .condition = expr_bool(s->exprs, true)};
        if (last != NONE) {
            uint32_t by = n->actor == NONE ? n->kind : t->arg->nodes.data[n->actor].kind;
            const struct kind_move *m = &s->kinds.data[by].moves.data[n->move];
            p.move = n->move;
            uint32_t below = t->only != NONE && t->only != path.data[i] ? 0 : depth;
            p.actor = n->actor == NONE ? NONE : add_actor(t, n->actor, below);
            p.condition = n->actor == NONE ? m->guard : m->other_guard;
            p.updates = n->actor == NONE ? m->updates : m->other_updates;
            p.update_count = n->actor == NONE ? m->update_count : m->other_count;
        }
        last = add_place(t, p);
    }
    vector_free(&path);
    return last;
}

bool tree_valid(const struct tree *t)
{
    for (uint32_t i = 0; i < t->places.size; i++) {
        const struct tree_place *p = &t->places.data[i];
        if (p->node >= t->arg->nodes.size || p->kind >= t->arg->model->kinds.size ||
            p->location >= predicate_model_code(t->arg->model, p->kind)->locations.size)
            return false;
        if ((p->parent != NONE && p->parent >= i) || (p->actor != NONE && p->actor >= i) || (p->cut && !t->cut))
            return false;
    }
    return t->last < t->places.size;
}

void tree_build_node(struct tree *t, struct arg *a, uint32_t node, uint32_t depth)
{
    *t = (struct tree){.arg = a, .only = NONE};
    t->last = add_path(t, node, depth);
    assert(tree_valid(t));
}

void tree_build_pair(struct tree *t, struct arg *a, uint32_t node)
{
    *t = (struct tree){.arg = a, .only = node};
    t->last = add_path(t, node, 1);
    assert(tree_valid(t));
}

void tree_build(struct tree *t, struct arg *a, const struct tree_goal *goal, uint32_t depth)
{
    assert(goal->node < a->nodes.size && (goal->other == NONE || (goal->other < a->nodes.size && goal->meeting)));
    tree_build_node(t, a, goal->node, depth);
    if (goal->other == NONE)
        return;
    const struct tree_place *end = &t->places.data[t->last];
    struct tree_place p = {.node = goal->node,
                           .kind = end->kind,
                           .location = end->location,
                           .parent = t->last,
                           .move = NONE,
                           .condition = goal->meeting};
    p.actor = add_actor(t, goal->other, depth);
    t->last = add_place(t, p);
    assert(tree_valid(t));
}

void tree_free(struct tree *t) { vector_free(&t->places); }
