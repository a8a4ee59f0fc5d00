#include "logic/components.h"

#include "base/map.h"

/* --- equations --- */

struct binding {
    struct exprs *exprs;
    expr from, to;
    bool met;
};

static expr bind_leaf(void *context, expr leaf, expr index)
{
    struct binding *b = context;
    (void)index;
    if (leaf != b->from)
        return NULL;
    b->met = true;
    return b->to;
}

/* Whether the fact fixes a scalar: to a constant, or to another scalar. */
static bool binds(struct exprs *x, expr fact, struct binding *b)
{
    b->exprs = x;
    if (fact->op == E_CELL || (fact->op == E_NOT && fact->arg[0]->op == E_CELL)) {
        b->from = fact->op == E_CELL ? fact : fact->arg[0];
        b->to = expr_bool(x, fact->op == E_CELL);
        return true;
    }
    if (fact->op != E_EQ)
        return false;
    for (unsigned i = 0; i < 2; i++) {
        expr from = fact->arg[i], to = fact->arg[1 - i];
        bool leaf = from->op == E_CELL || from->op == E_SELF;
        if (leaf && (to->op == E_CONST || (to->op == E_CELL && to != from))) {
            b->from = from, b->to = to;
            return true;
        }
    }
    return false;
}

static void put_in(struct binding *b, expr_vector *v, uint32_t except)
{
    for (uint32_t i = 0; i < v->size; i++)
        if (i != except && v->data[i])
            v->data[i] = expr_rewrite(b->exprs, v->data[i], bind_leaf, b, NULL);
}

/* Facts that were used up become NULL: they say what a cell is that nothing else mentions any more. */
static void propagate(struct exprs *x, expr_vector *facts, expr_vector *predicates, struct components *out)
{
    for (uint32_t i = 0; i < facts->size; i++) {
        struct binding b = {0};
        expr f = facts->data[i];
        if (!f)
            continue;
        if (expr_is_const(f)) {
            out->contradiction |= !f->value;
            facts->data[i] = NULL;
        } else if (binds(x, f, &b)) {
            facts->data[i] = NULL;
            put_in(&b, facts, i);
            put_in(&b, predicates, NONE);
            i = UINT32_MAX; /* others may bind now */
        }
    }
}

/* --- decided predicates --- */

static void decide(struct exprs *x, const expr_vector *facts, expr_vector *predicates, struct components *out)
{
    for (uint32_t i = 0; i < predicates->size; i++) {
        expr p = predicates->data[i];
        bool yes = expr_is_true(p) || expr_vector_has(facts, p);
        bool no = !yes && (expr_is_false(p) || expr_vector_has(facts, expr_not(x, p)));
        if (!yes && !no)
            continue;
        out->known |= UINT64_C(1) << i;
        out->value |= yes ? UINT64_C(1) << i : 0;
        predicates->data[i] = NULL;
    }
}

/* --- parts --- */

struct parting {
    struct map part_of; /* leaf to part */
    u32_vector parent;  /* union-find over facts and predicates */
    uint32_t current;
};

static uint32_t root(struct parting *p, uint32_t i)
{
    while (p->parent.data[i] != i)
        i = p->parent.data[i] = p->parent.data[p->parent.data[i]];
    return i;
}

static void unite(void *context, expr e)
{
    struct parting *p = context;
    uint64_t key, first;
    if (e->op == E_CELL || e->op == E_READ)
        key = e->value;
    else if (e->op == E_SELF || e->op == E_INPUT)
        key = (uint64_t)e->op << 32 | (e->op == E_INPUT ? e->value : 0);
    else
        return;
    if (!map_get(&p->part_of, key, &first))
        map_put(&p->part_of, key, p->current);
    else
        p->parent.data[root(p, p->current)] = root(p, (uint32_t)first);
}

static struct component *part_at(struct components *out, u32_vector *index, uint32_t root)
{
    if (index->data[root] == NONE) {
        index->data[root] = out->parts.size;
        vector_resize(&out->parts, out->parts.size + 1);
    }
    return &out->parts.data[index->data[root]];
}

static void part(const expr_vector *facts, const expr_vector *predicates, struct components *out)
{
    struct parting p = {0};
    u32_vector index = {0};
    uint32_t n = facts->size + predicates->size;
    for (uint32_t i = 0; i < n; i++) {
        vector_push(&p.parent, i);
        vector_push(&index, NONE);
    }
    for (uint32_t i = 0; i < n; i++) {
        expr e = i < facts->size ? facts->data[i] : predicates->data[i - facts->size];
        p.current = i;
        if (e)
            expr_visit(e, unite, &p);
    }
    for (uint32_t i = 0; i < n; i++) {
        expr e = i < facts->size ? facts->data[i] : predicates->data[i - facts->size];
        if (!e)
            continue;
        struct component *c = part_at(out, &index, root(&p, i));
        if (i < facts->size) {
            expr_vector_add(&c->facts, e);
        } else {
            vector_push(&c->predicates, e);
            vector_push(&c->places, i - facts->size);
        }
    }
    map_free(&p.part_of);
    vector_free(&p.parent);
    vector_free(&index);
}

void components_of(struct exprs *x, const expr_vector *facts, const expr_vector *predicates, struct components *out)
{
    expr_vector f = {0}, p = {0};
    *out = (struct components){0};
    vector_each(const expr *, e, facts) vector_push(&f, *e);
    vector_each(const expr *, e, predicates) vector_push(&p, *e);
    propagate(x, &f, &p, out);
    if (!out->contradiction) {
        decide(x, &f, &p, out);
        part(&f, &p, out);
    }
    vector_free(&f);
    vector_free(&p);
}

void components_free(struct components *c)
{
    vector_each(struct component *, k, &c->parts) {
        vector_free(&k->facts);
        vector_free(&k->predicates);
        vector_free(&k->places);
    }
    vector_free(&c->parts);
}
