/* The cells that a thread has accessed, and those that it has stored to since its buffer was empty, flow forward through its code, edge by edge. What has come and what
 * comes must be in the sets that are given, and they must be closed; and no load may pass a store to a cell that the sets lead to. */
#include "passes/robust_check.h"

#include "facts/alive.h"

struct footprint { /* of an edge: shared cells */
    struct bitset loads, stores, all;
    bool drains, foreign; /* foreign: it asks where another thread is */
};

struct passing {
    const struct program *p;
    struct alive *alive;
    struct footprint **edges; /* by code and edge */
    struct footprint *now;
};

static bool is_memory(const struct cell *c) { return cell_is_shared(c) && c->role != CELL_WATCH && c->role != CELL_HEAP; }

/* --- what edges do --- */

static void add_load(void *context, expr e)
{
    struct passing *c = context;
    if ((e->op == E_CELL || e->op == E_READ) && is_memory(&c->p->cells.data[e->value]))
        bitset_add(&c->now->loads, (uint32_t)e->value);
    c->now->foreign |= e->op == E_AT;
}

static void add_cell(struct passing *c, uint32_t cell, bool store)
{
    if (is_memory(&c->p->cells.data[cell]))
        bitset_add(store ? &c->now->stores : &c->now->loads, cell);
}

static void measure(struct passing *c, const struct code *in, const struct edge *e)
{
    const struct action *a = &e->action;
    uint8_t flags = in->locations.data[e->from].flags | in->locations.data[e->to].flags;
    c->now->drains = flags & LOC_ATOMIC || a->fence == ORDER_SEQ_CST || action_is_locked(c->p, a);
    expr_visit(a->guard, add_load, c);
    for (uint32_t i = 0; i < a->update_count; i++) {
        add_cell(c, a->updates[i].cell, true);
        expr_visit(a->updates[i].value, add_load, c);
        if (a->updates[i].index)
            expr_visit(a->updates[i].index, add_load, c);
    }
    for (uint32_t i = 0; i < a->access_count; i++) {
        const struct access *x = &a->accesses[i];
        add_cell(c, x->cell, x->write);
        c->now->drains |= x->write && x->order == ORDER_SEQ_CST && !cell_is_bookkeeping(&c->p->cells.data[x->cell]);
    }
    bitset_unite(&c->now->all, &c->now->loads);
    bitset_unite(&c->now->all, &c->now->stores);
}

/* What main does alone is no part of any cycle; that it stores then is seen by all others before they begin. */
static void measure_all(struct passing *c)
{
    c->edges = NEW_ARRAY(struct footprint *, c->p->codes.size + 1);
    for (uint32_t k = 0; k < c->p->codes.size; k++) {
        const struct code *in = &c->p->codes.data[k];
        c->edges[k] = NEW_ARRAY(struct footprint, in->edges.size + 1);
        for (uint32_t i = 0; i < in->edges.size; i++) {
            c->now = &c->edges[k][i];
            if (k != 0 || !alive_alone(c->alive, &in->edges.data[i]))
                measure(c, in, &in->edges.data[i]);
        }
    }
}

/* --- what has come before --- */

/* By location of the code: cells accessed before; or (pending) stored to, with nothing behind that drains the buffer. */
static struct bitset *flow(const struct passing *c, uint32_t code, bool pending)
{
    const struct code *in = &c->p->codes.data[code];
    struct bitset *at = NEW_ARRAY(struct bitset, in->locations.size + 1);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < in->edges.size; i++) {
            const struct edge *e = &in->edges.data[i];
            const struct footprint *f = &c->edges[code][i];
            if (pending && f->drains)
                continue;
            changed |= bitset_unite(&at[e->to], &at[e->from]);
            changed |= bitset_unite(&at[e->to], pending ? &f->stores : &f->all);
        }
    }
    return at;
}

static void forget(const struct code *in, struct bitset *at)
{
    for (uint32_t i = 0; i < in->locations.size; i++)
        bitset_free(&at[i]);
    mem_free(at);
}

static bool may_differ(const struct passing *c, uint32_t x, uint32_t y) { return x != y || cell_is_array(&c->p->cells.data[x]); }

/* Whether all that the thread accesses after something is in the set of that. */
static bool has_arrows(const struct passing *c, uint32_t code, const struct bitset *after)
{
    const struct code *in = &c->p->codes.data[code];
    struct bitset *before = flow(c, code, false);
    bool good = true;
    for (uint32_t i = 0; i < in->edges.size; i++) {
        const struct footprint *f = &c->edges[code][i];
        const struct bitset *first[] = {&before[in->edges.data[i].from], &f->all};
        for (uint32_t k = 0; k < 2; k++)
            bitset_each(x, first[k])
                bitset_each(y, &f->all)
                    good = good && (!may_differ(c, x, y) || bitset_has(&after[x], y));
    }
    forget(in, before);
    return good;
}

static bool is_closed(const struct passing *c, const struct bitset *after)
{
    for (uint32_t x = 0; x < c->p->cells.size; x++)
        bitset_each(y, &after[x])
            if (!bitset_within(&after[y], &after[x]))
                return false;
    return true;
}

/* --- the load that passes a store --- */

static bool is_elsewhere(const struct passing *c, uint32_t k, uint32_t code)
{
    return k != code || c->p->codes.data[code].instances != 1;
}

static bool others_store(const struct passing *c, uint32_t code, uint32_t cell)
{
    for (uint32_t k = 0; k < c->p->codes.size; k++)
        for (uint32_t i = 0; i < c->p->codes.data[k].edges.size && is_elsewhere(c, k, code); i++)
            if (bitset_has(&c->edges[k][i].stores, cell))
                return true;
    return false;
}

static bool nothing_passes(const struct passing *c, uint32_t code, const struct bitset *after)
{
    const struct code *in = &c->p->codes.data[code];
    struct bitset *pending = flow(c, code, true);
    bool good = true;
    for (uint32_t i = 0; i < in->edges.size; i++) {
        const struct footprint *f = &c->edges[code][i];
        if (f->drains)
            continue;
        bitset_each(y, &f->loads)
            bitset_each(x, &pending[in->edges.data[i].from])
                good = good && !(may_differ(c, x, y) && bitset_has(&after[y], x) && others_store(c, code, y));
    }
    forget(in, pending);
    return good;
}

bool passing_is_excluded(const struct program *p, uint32_t code, const struct bitset *after)
{
    assert(code < p->codes.size && after);
    struct passing c = {.p = p, .alive = alive_compute(p)};
    bool good = !program_has_calls(p);
    measure_all(&c);
    for (uint32_t k = 0; k < p->codes.size; k++)
        for (uint32_t i = 0; i < p->codes.data[k].edges.size; i++)
            good = good && !c.edges[k][i].foreign;
    for (uint32_t k = 0; k < p->codes.size && good; k++)
        good = !is_elsewhere(&c, k, code) || has_arrows(&c, k, after);
    good = good && is_closed(&c, after) && nothing_passes(&c, code, after);
    for (uint32_t k = 0; k < p->codes.size; k++) {
        for (uint32_t i = 0; i < p->codes.data[k].edges.size; i++) {
            bitset_free(&c.edges[k][i].loads);
            bitset_free(&c.edges[k][i].stores);
            bitset_free(&c.edges[k][i].all);
        }
        mem_free(c.edges[k]);
    }
    mem_free(c.edges);
    alive_free(c.alive);
    return good;
}
