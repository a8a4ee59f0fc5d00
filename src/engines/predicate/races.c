#include "engines/predicate/races.h"

#include "facts/accesses.h"

/* A thread about to make an access. Inside an atomic section the others are in the states that are held by it (arg.h).
 */
struct about {
    uint32_t node, move;
    const struct access *access;
};
typedef VECTOR(struct about) abouts;

static void find_abouts(struct arg *a, uint32_t access, abouts *out)
{
    access_sites sites = {0};
    access_sites_find(a->model->original, access, &sites);
    for (uint32_t id = 0; id < a->nodes.size; id++) {
        const struct arg_node *n = &a->nodes.data[id];
        const struct code *c = predicate_model_code(a->model, n->kind);
        vector_each(const struct access_site *, s, &sites)
            if (!n->covered && &a->model->original->codes.data[s->code] == c && c->edges.data[s->edge].from == n->location)
                vector_push(out, (struct about){id, s->edge, s->access});
    }
    vector_free(&sites);
}

static bool inside(struct arg *a, const struct arg_node *n)
{
    return predicate_model_location(a->model, n->kind, n->location)->flags & LOC_ATOMIC;
}

static bool held_by(const struct arg_node *n, const struct arg_node *by)
{
    return n->held == by->kind && n->held_at == by->location;
}

static bool can_pair(struct arg *a, const struct arg_node *x, const struct arg_node *y)
{
    if (!predicate_model_may_meet(a->model, x->kind, y->kind))
        return false;
    if (inside(a, x))
        return !inside(a, y) && held_by(y, x);
    if (inside(a, y))
        return held_by(x, y);
    return x->held == NONE && y->held == NONE;
}

/* An expression of the code in the words of the kind. */
static expr index_of(struct arg *a, const struct arg_node *n, const struct access *x)
{
    return x->index ? predicate_model_in_own_words(a->model, &a->model->kinds.data[n->kind], x->index) : NULL;
}

/* The inputs of two threads have nothing to do with each other, also where their code is the same. */
static expr with_other_inputs(struct arg *a, expr e)
{
    struct renaming r = {.exprs = a->model->exprs, .inputs = a->model->original->input_count};
    return expr_rename(&r, e);
}

static expr meeting_of(struct arg *a, const struct about *x, const struct about *y)
{
    struct exprs *pool = a->model->exprs;
    const struct arg_node *n = &a->nodes.data[x->node], *o = &a->nodes.data[y->node];
    const struct kind *k = &a->model->kinds.data[n->kind], *other = &a->model->kinds.data[o->kind];
    expr all = expr_and(pool, k->moves.data[x->move].guard, with_other_inputs(a, other->moves.data[y->move].other_guard));
    expr i = index_of(a, n, x->access), j = index_of(a, o, y->access);
    if (i && j)
        all = expr_and(pool, all, expr_eq(pool, i, with_other_inputs(a, predicate_model_as_other(a->model, other, j))));
    return all;
}

static bool meet(struct arg *a, const struct about *x, const struct about *y, expr condition)
{
    const struct arg_node *n = &a->nodes.data[x->node], *o = &a->nodes.data[y->node];
    expr_vector facts = {0};
    node_facts(a, n, false, &facts);
    node_facts(a, o, true, &facts);
    if (a->counted)
        counted_facts(a->counted, n->kind, n->location, o->kind, o->location, &facts);
    conjuncts_of(condition, &facts);
    vector_push(&facts, expr_ne(a->model->exprs, a->model->kinds.data[n->kind].self, a->model->kinds.data[o->kind].other_self));
    bool possible = cube_abstraction_possible(a->abstraction, &facts);
    vector_free(&facts);
    return possible;
}

bool races_find(struct arg *a, const struct check *check, struct tree_goal *goal)
{
    assert(check->kind == CHECK_PAIR);
    abouts first = {0}, second = {0};
    bool found = false;
    find_abouts(a, check->access_a, &first);
    find_abouts(a, check->access_b, &second);
    for (uint32_t i = 0; i < first.size && !found; i++)
        for (uint32_t k = 0; k < second.size && !found; k++) {
            const struct about *x = &first.data[i], *y = &second.data[k];
            if (budget_left(a->budget) <= 0)
                a->stopped = BECAUSE(EFFORT);
            if (a->stopped || x->access->cell != y->access->cell || !can_pair(a, &a->nodes.data[x->node], &a->nodes.data[y->node]))
                continue;
            expr condition = meeting_of(a, x, y);
            found = meet(a, x, y, condition);
            if (found)
                *goal = (struct tree_goal){x->node, y->node, condition, check->id, NULL};
        }
    vector_free(&first);
    vector_free(&second);
    return found;
}
