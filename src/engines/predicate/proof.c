#include "engines/predicate/proof.h"

enum { MOST_NODES = 4000 };

struct telling {
    const struct stage *stage;
    const struct kind *kind;
    bool failed;
};

/* Where the thread of a pc is, or NULL. */
static const struct kind *kind_of_pc(const struct stage *s, uint32_t cell)
{
    vector_each(const struct kind *, k, &s->kinds)
        if (k->pc == cell)
            return k;
    return NULL;
}

static expr tell_leaf(void *context, expr leaf, expr index)
{
    struct telling *t = context;
    const struct stage *s = t->stage;
    if (leaf->op != E_CELL && leaf->op != E_READ)
        return NULL;
    uint32_t cell = (uint32_t)leaf->value;
    if (cell < s->original->cells.size && cell_is_shared(&s->original->cells.data[cell]))
        return NULL;
    for (uint32_t c = 0; c < s->original->cells.size; c++)
        if (s->original->cells.data[c].owner == t->kind->code && t->kind->own[c] == cell)
            return leaf->op == E_CELL ? expr_cell(s->exprs, leaf->width, c)
                                      : expr_read(s->exprs, leaf->width, c, index);
    t->failed = true;
    return NULL;
}

struct pc_search {
    const struct stage *stage;
    expr equation, at;
};

static void find_pc(void *context, expr e)
{
    struct pc_search *s = context;
    if (e->op != E_EQ || e->arg[0]->op != E_CELL || e->arg[1]->op != E_CONST)
        return;
    const struct kind *k = kind_of_pc(s->stage, (uint32_t)e->arg[0]->value);
    if (k) {
        s->equation = e;
        s->at = expr_at(s->stage->exprs, k->self, k->code, (uint32_t)e->arg[1]->value);
    }
}

/* A fact of a node in words of the program. */
static expr tell(struct telling *t, expr e)
{
    struct exprs *x = t->stage->exprs;
    for (;;) {
        struct pc_search s = {t->stage, NULL, NULL};
        expr_visit(e, find_pc, &s);
        if (!s.equation)
            break;
        e = expr_replace(x, e, s.equation, s.at);
    }
    return expr_rewrite(x, e, tell_leaf, t, NULL);
}

static bool has_sections(const struct stage *s)
{
    for (uint32_t k = 0; k < s->kinds.size; k++)
        vector_each(const struct location *, l, &stage_code(s, k)->locations)
            if (l->flags & LOC_ATOMIC)
                return true;
    return false;
}

static expr facts_of(struct arg *a, const struct node *n, bool *failed)
{
    struct exprs *x = a->stage->exprs;
    const struct kind *k = &a->stage->kinds.data[n->kind];
    struct telling t = {a->stage, k, false};
    expr_vector facts = {0};
    expr all = expr_bool(x, true);
    node_facts(a, n, false, &facts);
    vector_each(const expr *, e, &facts)
        all = expr_and(x, all, tell(&t, *e));
    if (!k->several && a->stage->original->codes.data[k->code].instances != 1)
        all = expr_and(x, all, expr_eq(x, expr_self(x), k->self));
    vector_free(&facts);
    *failed |= t.failed;
    return all;
}

struct proof *proof_of_graph(struct arg *a)
{
    const struct program *p = a->stage->original;
    struct exprs *x = p->exprs;
    bool failed = false;
    if (a->nodes.size > MOST_NODES || has_sections(a->stage) || a->assumed->left_out || a->counted)
        return NULL;
    struct proof *proof = NEW(struct proof);
    proof->program = p;
    vector_each(const struct code *, c, &p->codes) {
        expr *at = ARENA_ARRAY(&proof->arena, expr, c->locations.size + 1);
        for (uint32_t l = 0; l < c->locations.size; l++)
            at[l] = expr_bool(x, false);
        vector_push(&proof->invariants, at);
    }
    vector_each(const struct node *, n, &a->nodes) {
        expr *at = &proof->invariants.data[a->stage->kinds.data[n->kind].code][n->location];
        if (!n->covered)
            *at = expr_or(x, *at, facts_of(a, n, &failed));
    }
    if (failed) {
        vector_free(&proof->invariants);
        arena_release(&proof->arena);
        mem_free(proof);
        return NULL;
    }
    return proof;
}
