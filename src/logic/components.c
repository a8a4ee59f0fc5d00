#include "logic/components.h"

#include "base/map.h"

/* --- leaves --- */

static uint64_t leaf_key(expr e) { return (uint64_t)(e->op == E_READ ? E_CELL : e->op) << 32 | (e->op == E_SELF ? 0 : e->value); }

static void add_leaf(void *context, expr e)
{
    struct leaves *l = context;
    if (e->op == E_CELL || e->op == E_READ || e->op == E_SELF || e->op == E_INPUT)
        vector_push(&l->lists, leaf_key(e));
}

static const uint64_t *leaves_of(struct leaves *l, expr e, uint64_t *count)
{
    if (e->id >= l->begin.size)
        vector_resize(&l->begin, e->id + 1);
    if (!l->begin.data[e->id]) {
        if (!l->lists.size)
            vector_push(&l->lists, 0);
        uint32_t from = l->lists.size;
        vector_push(&l->lists, 0);
        expr_visit(e, add_leaf, l);
        l->lists.data[from] = l->lists.size - from - 1;
        l->begin.data[e->id] = from;
    }
    const uint64_t *list = l->lists.data + l->begin.data[e->id];
    *count = list[0];
    return list + 1;
}

static bool has_leaf(struct leaves *l, expr e, expr leaf)
{
    uint64_t n, key = leaf_key(leaf);
    const uint64_t *list = leaves_of(l, e, &n);
    for (uint64_t i = 0; i < n; i++)
        if (list[i] == key)
            return true;
    return false;
}

void leaves_free(struct leaves *l)
{
    vector_free(&l->begin);
    vector_free(&l->lists);
}

/* --- equations --- */

struct binding {
    struct exprs *exprs;
    expr from, to;
};

static expr bind_leaf(void *context, expr leaf, expr index)
{
    struct binding *b = context;
    (void)index;
    return leaf == b->from ? b->to : NULL;
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

static void put_in(struct binding *b, struct leaves *l, expr_vector *v)
{
    for (uint32_t i = 0; i < v->size; i++)
        if (v->data[i] && has_leaf(l, v->data[i], b->from))
            v->data[i] = expr_rewrite(b->exprs, v->data[i], bind_leaf, b, NULL);
}

/* Facts that were used up become NULL: they say what a cell is that nothing else mentions any more. */
static void propagate(struct exprs *x, struct leaves *l, expr_vector *facts, expr_vector *predicates, struct components *out)
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
            put_in(&b, l, facts);
            put_in(&b, l, predicates);
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
    struct map part_of; /* leaf to fact or predicate */
    u32_vector parent;  /* union-find over facts and predicates */
};

static uint32_t root(struct parting *p, uint32_t i)
{
    while (p->parent.data[i] != i)
        i = p->parent.data[i] = p->parent.data[p->parent.data[i]];
    return i;
}

static void unite(struct parting *p, struct leaves *l, uint32_t i, expr e)
{
    uint64_t n, first;
    const uint64_t *list = leaves_of(l, e, &n);
    for (uint64_t k = 0; k < n; k++)
        if (!map_get(&p->part_of, list[k], &first))
            map_put(&p->part_of, list[k], i);
        else
            p->parent.data[root(p, i)] = root(p, (uint32_t)first);
}

static struct component *part_at(struct components *out, u32_vector *index, uint32_t root)
{
    if (index->data[root] == NONE) {
        index->data[root] = out->parts.size;
        vector_resize(&out->parts, out->parts.size + 1);
    }
    return &out->parts.data[index->data[root]];
}

static void part(struct leaves *l, const expr_vector *facts, const expr_vector *predicates, struct components *out)
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
        if (e)
            unite(&p, l, i, e);
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

void components_of(struct exprs *x, struct leaves *leaves, const expr_vector *facts, const expr_vector *predicates,
                   struct components *out)
{
    expr_vector f = {0}, p = {0};
    *out = (struct components){0};
    vector_each(const expr *, e, facts)
        vector_push(&f, *e);
    vector_each(const expr *, e, predicates)
        vector_push(&p, *e);
    propagate(x, leaves, &f, &p, out);
    if (!out->contradiction) {
        decide(x, &f, &p, out);
        part(leaves, &f, &p, out);
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
