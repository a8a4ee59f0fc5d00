/* Classes of cells, input sites and if-then-else nodes, joined when one is copied to the other. A class keeps the constants
 * that its members are compared with, or is opaque: some member is used in another way. */
#include "engines/explore/domain.h"

#include "base/map.h"

typedef VECTOR(uint64_t) values;

struct value_class {
    uint32_t parent;
    bool opaque;
    values constants; /* at the root */
};

struct domains {
    const struct program *program;
    uint64_t limit;
    VECTOR(struct value_class) classes; /* cells first, by id; then the others */
    struct map others;                  /* expression id of E_INPUT (by site, high bit set) or E_ITE to class */
    struct bitset_of_nodes {
        uint8_t *seen;
        uint32_t size;
    } nodes;
    struct arena arena;
};

static uint32_t find(struct domains *d, uint32_t x)
{
    while (d->classes.data[x].parent != x)
        x = d->classes.data[x].parent = d->classes.data[d->classes.data[x].parent].parent;
    return x;
}

static void add_constant(struct value_class *c, uint64_t value)
{
    enum { MANY = 4096 };
    vector_each(const uint64_t *, v, &c->constants)
        if (*v == value)
            return;
    if (c->constants.size >= MANY)
        c->opaque = true;
    else
        vector_push(&c->constants, value);
}

static void join(struct domains *d, uint32_t x, uint32_t y)
{
    x = find(d, x);
    y = find(d, y);
    if (x == y)
        return;
    struct value_class *a = &d->classes.data[x], *b = &d->classes.data[y];
    b->parent = x;
    a->opaque = a->opaque || b->opaque;
    vector_each(const uint64_t *, v, &b->constants)
        add_constant(a, *v);
    vector_free(&b->constants);
}

static uint32_t other_class(struct domains *d, uint64_t key)
{
    uint64_t c;
    if (map_get(&d->others, key, &c))
        return (uint32_t)c;
    uint32_t new = d->classes.size;
    map_put(&d->others, key, new);
    vector_push(&d->classes, (struct value_class){.parent = new});
    return new;
}

static uint32_t site_class(struct domains *d, uint32_t site) { return other_class(d, UINT64_C(1) << 40 | site); }

/* The class of what an expression stands for, if it is a plain value, perhaps extended: NONE for constants and the rest. */
static uint32_t class_of(struct domains *d, expr e)
{
    while (e->op == E_ZEXT || e->op == E_SEXT)
        e = e->arg[0];
    switch (e->op) {
    case E_CELL:
    case E_READ:
        return (uint32_t)e->value;
    case E_INPUT:
        return site_class(d, (uint32_t)e->value);
    case E_ITE:
        return other_class(d, e->id);
    default:
        return NONE;
    }
}

static void make_opaque(struct domains *d, expr e)
{
    uint32_t c = class_of(d, e);
    if (c != NONE)
        d->classes.data[find(d, c)].opaque = true;
}

static bool is_comparison(expr e) { return e->op >= E_EQ && e->op <= E_SLE; }

/* How a node uses its arguments. Extensions are looked through where they are used themselves. */
static void visit(void *context, expr e)
{
    struct domains *d = context;
    if (d->nodes.seen[e->id])
        return;
    d->nodes.seen[e->id] = 1;
    if (e->op == E_ZEXT || e->op == E_SEXT)
        return;
    if (is_comparison(e) && (expr_is_const(e->arg[0]) || expr_is_const(e->arg[1]))) {
        unsigned k = expr_is_const(e->arg[0]);
        uint32_t c = class_of(d, e->arg[k]);
        if (c != NONE)
            add_constant(&d->classes.data[find(d, c)], e->arg[1 - k]->value);
        return;
    }
    for (unsigned k = 0; k < e->arity; k++) {
        uint32_t c = class_of(d, e->arg[k]);
        if (c == NONE)
            continue;
        if (e->op == E_ITE && k > 0)
            join(d, other_class(d, e->id), c);
        else if (e->arg[k]->width > 1)
            d->classes.data[find(d, c)].opaque = true;
    }
}

static void visit_all(struct domains *d, expr e)
{
    if (e)
        expr_visit(e, visit, d);
}

static void visit_action(struct domains *d, const struct action *a)
{
    visit_all(d, a->guard);
    for (uint32_t k = 0; k < a->update_count; k++) {
        const struct update *u = &a->updates[k];
        visit_all(d, u->index);
        visit_all(d, u->value);
        if (u->index)
            make_opaque(d, u->index);
        uint32_t c = class_of(d, u->value);
        if (c != NONE)
            join(d, u->cell, c);
    }
    for (uint32_t k = 0; k < a->access_count; k++)
        if (a->accesses[k].index) {
            visit_all(d, a->accesses[k].index);
            make_opaque(d, a->accesses[k].index);
        }
}

struct domains *domains_new(const struct program *p, uint64_t limit)
{
    struct domains *d = NEW(struct domains);
    d->program = p;
    d->limit = limit;
    d->nodes.size = exprs_count(p->exprs);
    d->nodes.seen = NEW_ARRAY(uint8_t, d->nodes.size + 1);
    for (uint32_t c = 0; c < p->cells.size; c++)
        vector_push(&d->classes, (struct value_class){.parent = c});
    vector_each(const struct code *, c, &p->codes)
        vector_each(const struct edge *, e, &c->edges) {
            visit_action(d, &e->action);
            if (e->action.kind == ACT_CALL && e->action.call_result != NONE) {
                uint32_t result = p->codes.data[e->action.object].result;
                if (result != NONE)
                    join(d, e->action.call_result, result);
            }
        }
    return d;
}

void domains_free(struct domains *d)
{
    if (!d)
        return;
    vector_each(struct value_class *, c, &d->classes)
        vector_free(&c->constants);
    vector_free(&d->classes);
    map_free(&d->others);
    mem_free(d->nodes.seen);
    arena_release(&d->arena);
    mem_free(d);
}

static void offer(values *v, unsigned width, uint64_t value)
{
    value &= width_mask(width);
    vector_each(const uint64_t *, x, v)
        if (*x == value)
            return;
    vector_push(v, value);
}

static struct domain domain_of_class(struct domains *d, uint32_t class, unsigned width)
{
    const struct value_class *c = &d->classes.data[find(d, class)];
    bool all = width < 64 && UINT64_C(1) << width <= d->limit;
    values v = {0};
    offer(&v, width, 0);
    if (!c->opaque || !all) {
        if (c->opaque)
            offer(&v, width, 1);
        offer(&v, width, ~UINT64_C(0));
        offer(&v, width, UINT64_C(1) << (width - 1));
        offer(&v, width, (UINT64_C(1) << (width - 1)) - 1);
        vector_each(const uint64_t *, k, &c->constants) {
            offer(&v, width, *k - 1);
            offer(&v, width, *k);
            offer(&v, width, *k + 1);
        }
    }
    struct domain r = {.complete = !c->opaque || all};
    if (all && (c->opaque || v.size >= UINT64_C(1) << width)) {
        vector_clear(&v);
        for (uint64_t x = 0; x >> width == 0; x++)
            vector_push(&v, x);
    }
    r.count = v.size;
    r.values = ARENA_ARRAY(&d->arena, uint64_t, v.size);
    memcpy(r.values, v.data, v.size * sizeof *r.values);
    vector_free(&v);
    return r;
}

struct domain domain_of_input(struct domains *d, uint32_t site, unsigned width)
{
    return domain_of_class(d, site_class(d, site), width);
}

struct domain domain_of_cell(struct domains *d, uint32_t cell)
{
    return domain_of_class(d, cell, d->program->cells.data[cell].width);
}
