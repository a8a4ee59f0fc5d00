#include "passes/movers.h"

#include "facts/alive.h"
#include "passes/edit.h"
#include "facts/locksets.h"

/* One mention of a shared cell by an edge. */
struct site {
    uint32_t code, edge;
    expr index;
    bool write;
};
typedef VECTOR(struct site) sites;

struct analysis {
    const struct program *p;
    struct alive *alive;
    enum mover_analysis how;
    struct locksets *locks;   /* for MOVERS_LOCKS, else NULL */
    sites *by_cell;           /* of shared cells */
    struct bitset *protected; /* by cell: locks that every concurrent mention holds */
};

static const struct edge *site_edge(const struct analysis *a, const struct site *s)
{
    return &a->p->codes.data[s->code].edges.data[s->edge];
}

static void collect_sites(struct analysis *a)
{
    mentions m = {0};
    for (uint32_t k = 0; k < a->p->codes.size; k++)
        for (uint32_t i = 0; i < a->p->codes.data[k].edges.size; i++) {
            const struct action *action = &a->p->codes.data[k].edges.data[i].action;
            action_mentions(action, &m);
            vector_each(const struct mention *, x, &m)
                if (cell_is_shared(&a->p->cells.data[x->cell]))
                    vector_push(&a->by_cell[x->cell], (struct site){k, i, x->index, x->write});
            for (uint32_t x = 0; x < action->access_count; x++) { /* kept for races though the value is not: a site all the same */
                const struct access *s = &action->accesses[x];
                if (cell_is_shared(&a->p->cells.data[s->cell]))
                    vector_push(&a->by_cell[s->cell], (struct site){k, i, s->index, s->write});
            }
        }
    vector_free(&m);
}

static bool is_template(const struct analysis *a, uint32_t code) { return code < a->p->template_count; }

/* Whether different instances can be at the two edges at the same time. */
static bool concurrent(const struct analysis *a, const struct site *x, const struct site *y)
{
    if (!is_template(a, x->code) || !is_template(a, y->code))
        return true;
    if (x->code == y->code)
        return a->p->codes.data[x->code].instances > 1;
    if (x->code == 0)
        return alive_beside(a->alive, site_edge(a, x), y->code);
    if (y->code == 0)
        return alive_beside(a->alive, site_edge(a, y), x->code);
    return true;
}

/* c * self + d with different values for different instances? */
static bool tells_instances_apart(const struct analysis *a, expr e, uint32_t code)
{
    uint64_t factor = 1;
    if (e->op == E_ADD && expr_is_const(e->arg[1]))
        e = e->arg[0];
    if (e->op == E_MUL && expr_is_const(e->arg[1])) {
        factor = e->arg[1]->value;
        e = e->arg[0];
        if (e->op == E_ADD && expr_is_const(e->arg[1]))
            e = e->arg[0];
    }
    if (e->op == E_ZEXT)
        e = e->arg[0];
    if (e->op == E_ADD && expr_is_const(e->arg[1]))
        e = e->arg[0];
    uint64_t instances = a->p->codes.data[code].instances == UNBOUNDED ? 1 << 20 : a->p->codes.data[code].instances;
    return e->op == E_SELF && factor != 0 && factor < (UINT64_C(1) << 31) / (instances + 1);
}

static bool same_slot_possible(const struct analysis *a, const struct site *x, const struct site *y)
{
    if (!x->index || !y->index)
        return true;
    if (expr_is_const(x->index) && expr_is_const(y->index))
        return x->index == y->index;
    return !(x->code == y->code && x->index == y->index && is_template(a, x->code) && tells_instances_apart(a, x->index, x->code));
}

static bool conflict(const struct analysis *a, const struct site *x, const struct site *y)
{
    return (x->write || y->write) && concurrent(a, x, y) && same_slot_possible(a, x, y);
}

/* A lock protects a cell if everybody who touches the cell while others are alive holds it. */
static void find_protection(struct analysis *a)
{
    for (uint32_t cell = 0; cell < a->p->cells.size; cell++) {
        struct bitset *common = &a->protected[cell];
        struct bitset here = {0};
        bitset_copy(common, &a->locks->locks);
        vector_each(const struct site *, s, &a->by_cell[cell]) {
            const struct edge *e = site_edge(a, s);
            if (s->code == 0 && alive_alone(a->alive, e))
                continue;
            locksets_during(a->p, a->locks, s->code, e, &here);
            bitset_intersect(common, &here);
        }
        bitset_free(&here);
    }
}

static bool holds_one(const struct analysis *a, const struct site *s, const struct bitset *locks)
{
    struct bitset here = {0};
    locksets_during(a->p, a->locks, s->code, site_edge(a, s), &here);
    bool one = bitset_meets(&here, locks);
    bitset_free(&here);
    return one;
}

static uint8_t classify_mention(const struct analysis *a, const struct site *s, uint32_t cell)
{
    const struct edge *e = site_edge(a, s);
    if (a->locks && bitset_has(&a->locks->locks, cell)) {
        enum lock_use use = lock_use(a->p, &e->action, cell);
        if (use == LOCK_TAKE)
            return MOVES_RIGHT;
        if (use == LOCK_RELEASE && bitset_has(&a->locks->held[s->code][e->from], cell))
            return MOVES_LEFT;
    } else if (a->locks && holds_one(a, s, &a->protected[cell]))
        return MOVES_BOTH;
    if (a->how == MOVERS_LOCAL)
        return 0;
    vector_each(const struct site *, other, &a->by_cell[cell])
        if (conflict(a, s, other))
            return 0;
    return MOVES_BOTH;
}

static bool never_moves(const struct action *a) { return a->kind == ACT_CALL || a->kind == ACT_HALT; }

struct movers *movers_compute(const struct program *p, enum mover_analysis how)
{
    assert(program_is_indexed(p));
    struct analysis a = {.p = p, .how = how};
    a.alive = alive_compute(p);
    if (how == MOVERS_LOCKS)
        a.locks = locksets_compute(p, a.alive);
    a.by_cell = (void *)NEW_ARRAY(sites, p->cells.size);
    a.protected = NEW_ARRAY(struct bitset, p->cells.size);
    collect_sites(&a);
    if (a.locks)
        find_protection(&a);

    struct movers *m = NEW(struct movers);
    m->code_count = p->codes.size;
    m->of = NEW_ARRAY(uint8_t *, m->code_count);
    for (uint32_t k = 0; k < p->codes.size; k++) {
        m->of[k] = NEW_ARRAY(uint8_t, p->codes.data[k].edges.size);
        for (uint32_t i = 0; i < p->codes.data[k].edges.size; i++)
            m->of[k][i] = never_moves(&p->codes.data[k].edges.data[i].action) ? 0 : MOVES_BOTH;
    }
    for (uint32_t cell = 0; cell < p->cells.size; cell++)
        vector_each(const struct site *, s, &a.by_cell[cell])
            m->of[s->code][s->edge] &= classify_mention(&a, s, cell);

    for (uint32_t cell = 0; cell < p->cells.size; cell++) {
        vector_free(&a.by_cell[cell]);
        bitset_free(&a.protected[cell]);
    }
    mem_free(a.by_cell);
    mem_free(a.protected);
    if (a.locks)
        locksets_free(a.locks);
    alive_free(a.alive);
    return m;
}

void movers_free(struct movers *m)
{
    for (uint32_t k = 0; k < m->code_count; k++)
        mem_free(m->of[k]);
    mem_free(m->of);
    mem_free(m);
}
