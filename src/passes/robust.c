/* Robustness by critical cycles (Shasha and Snir, "Efficient and Correct Execution of Parallel Programs that Share Memory", TOPLAS 1988) for
 * RC11 (Lahav, Vafeiadis, Kang, Hur, Dreyer, "Repairing Sequential Consistency in C/C++11", PLDI 2017), coarsely: by cells, not by accesses.
 *
 * An execution that is not sequentially consistent has a cycle of program order, reads-from, modification order and from-read (com). Let
 * plain accesses not race. Then:
 *  - a com edge at a plain access is part of happens-before (coherence forbids the other direction). So is every one at a lock of the
 *    library, whose operations have an order, if no section reads it without writing it (as a failing trylock does). So the cycle
 *    consists of happens-before and of chains of com at other atomic cells, which need not be in it;
 *  - coherence (happens-before with one chain at a cell is no cycle) makes it two chains at least, at different locations: chains at one
 *    location that follow each other are one;
 *  - happens-before consists of program order and of synchronisation at atomic cells, creation and joining included. So with an arrow from
 *    each cell to those that some thread may access after it, all these cells lie on one cycle of arrows, and two threads draw them;
 *  - if all accesses to the cells with chains are seq_cst, RC11's axiom on them (psc) forbids the cycle; so it does if a seq_cst fence stands
 *    between any two accesses of one thread that an arrow of the cycle comes from;
 *  - relaxed additions to what nobody reads meanwhile have the same effect in any order, and are in happens-before with nothing if there
 *    are no fences: their chains do not matter. So have and, or, exclusive or; of one cell, or of the elements of an array, all by one of these;
 *  - what main does while no other thread is alive happens before or after everything else, and lies on no cycle.
 * So: for each strongly connected component of the arrows, with two or more cells that may have chains (or an array), drawn by two or more
 * threads, either everything in it is seq_cst or fenced, or the program is not known to be robust. */
#include "passes/robust.h"

#include "base/bitset.h"
#include "facts/alive.h"
#include "passes/robust_check.h"

struct site { /* an atomic access that is not main's alone */
    uint32_t code, edge;
    const struct access *access;
};

struct robust {
    const struct program *p;
    struct alive *alive;
    VECTOR(struct site) sites;
    bool *chains;         /* by cell: its com edges need not be in happens-before */
    bool *written;        /* by cell */
    struct bitset *after; /* by cell: cells that some thread may access after it; then closed */
    bool found;           /* by the last visit of an expression */
};

static bool is_weaker(const struct access *x) { return x->order != ORDER_PLAIN && x->order != ORDER_SEQ_CST; }

bool has_weaker_orders(const struct program *p)
{
    vector_each(const struct code *, c, &p->codes)
        vector_each(const struct edge *, e, &c->edges)
            for (uint32_t i = 0; i < e->action.access_count; i++)
                if (is_weaker(&e->action.accesses[i]))
                    return true;
    return false;
}

static void add_line(access_list *out, const struct access *x)
{
    vector_each(const struct access *const *, y, out)
        if ((*y)->pos.line == x->pos.line && (*y)->pos.file == x->pos.file)
            return;
    vector_push(out, x);
}

void weaker_accesses(const struct program *p, access_list *out)
{
    vector_each(const struct code *, c, &p->codes)
        vector_each(const struct edge *, e, &c->edges)
            for (uint32_t i = 0; i < e->action.access_count; i++)
                if (is_weaker(&e->action.accesses[i]))
                    add_line(out, &e->action.accesses[i]);
}

/* --- sites --- */

static bool may_cycle(const struct program *p, const struct access *x)
{
    uint8_t role = p->cells.data[x->cell].role;
    return x->order != ORDER_PLAIN && (role == CELL_DATA || role == CELL_SYNC || role == CELL_STARTED || role == CELL_DONE);
}

/* A plain write that is none is free: nobody reads from it. */
static bool updates(const struct action *a, uint32_t cell)
{
    bool found = false;
    for (uint32_t i = 0; i < a->update_count; i++)
        found |= a->updates[i].cell == cell;
    return found;
}

static void find_sites(struct robust *r)
{
    const struct program *p = r->p;
    for (uint32_t k = 0; k < p->codes.size; k++)
        for (uint32_t i = 0; i < p->codes.data[k].edges.size; i++) {
            const struct edge *e = &p->codes.data[k].edges.data[i];
            if (k == 0 && alive_alone(r->alive, e))
                continue;
            for (uint32_t j = 0; j < e->action.access_count; j++) {
                const struct access *x = &e->action.accesses[j];
                r->written[x->cell] |= x->write && (x->order != ORDER_PLAIN || updates(&e->action, x->cell));
                if (may_cycle(p, x))
                    vector_push(&r->sites, ((struct site){k, i, x}));
            }
        }
}

static bool action_writes(const struct action *a, uint32_t cell)
{
    for (uint32_t i = 0; i < a->access_count; i++)
        if (a->accesses[i].cell == cell && a->accesses[i].write)
            return true;
    return false;
}

/* Whether the atomic section that a read lies in may be left without writing the cell. */
static bool reads_alone(const struct code *c, const struct edge *read, uint32_t cell)
{
    struct bitset seen = {0};
    u32_vector work = {0};
    bool left = false;
    if (!action_writes(&read->action, cell))
        vector_push(&work, read->to);
    while (work.size && !left) {
        uint32_t l = vector_pop(&work);
        uint8_t flags = c->locations.data[l].flags;
        if (bitset_has(&seen, l) || flags & (LOC_ERROR | LOC_UNSUPPORTED))
            continue;
        bitset_add(&seen, l);
        left = !(flags & LOC_ATOMIC);
        for (uint32_t i = out_begin(c, l); i < out_end(c, l); i++)
            if (!action_writes(&out_edge(c, i)->action, cell))
                vector_push(&work, out_edge(c, i)->to);
    }
    vector_free(&work);
    bitset_free(&seen);
    return left;
}

static void find_locks(const struct program *p, struct bitset *out)
{
    vector_each(const struct code *, c, &p->codes)
        vector_each(const struct edge *, e, &c->edges)
            if ((e->action.kind == ACT_LOCK || e->action.kind == ACT_UNLOCK || e->action.kind == ACT_WAIT) &&
                e->action.object != NONE)
                bitset_add(out, e->action.object);
}

/* What the program watches itself is no part of it. */
static bool is_real(const struct robust *r, uint32_t cell) { return r->p->cells.data[cell].role != CELL_WATCH; }

static void see_shared(void *context, expr e)
{
    struct robust *r = context;
    r->found |=
        (e->op == E_CELL || e->op == E_READ) && is_real(r, (uint32_t)e->value) && cell_is_shared(&r->p->cells.data[e->value]);
}

static bool mentions_shared(struct robust *r, expr e)
{
    r->found = false;
    expr_visit(e, see_shared, r);
    return r->found;
}

static bool is_place(expr e, const struct update *u)
{
    return u->index ? e->op == E_READ && e->value == u->cell && e->arg[0] == u->index : e->op == E_CELL && e->value == u->cell;
}

/* Applied to one place with own values, in any order, they have one result. */
static bool is_of_any_order(uint8_t op) { return op == E_ADD || op == E_AND || op == E_OR || op == E_XOR; }

/* Whether the edge does nothing but change a place of the cell by a relaxed read-modify-write with such an operator, which *by is then. Where a race is noticed
 * it does nothing: the thread stops there. */
static bool only_changes(struct robust *r, const struct code *c, const struct edge *e, uint32_t cell, uint8_t *by)
{
    const struct action *a = &e->action;
    const struct update *only = NULL;
    for (uint32_t i = 0; i < a->access_count; i++)
        if (a->accesses[i].cell != cell || a->accesses[i].order != ORDER_RELAXED)
            return false;
    for (uint32_t i = 0; i < a->update_count; i++) {
        if (!is_real(r, a->updates[i].cell))
            continue;
        if (only || a->updates[i].cell != cell)
            return false;
        only = &a->updates[i];
    }
    if (mentions_shared(r, a->guard))
        return false;
    if (!only)
        return c->locations.data[e->to].flags & LOC_ERROR;
    if (!is_of_any_order(only->value->op) || (only->index && mentions_shared(r, only->index)))
        return false;
    for (unsigned i = 0; i < 2; i++)
        if (is_place(only->value->arg[i], only) && !mentions_shared(r, only->value->arg[1 - i])) {
            *by = only->value->op;
            return true;
        }
    return false;
}

static bool has_fences(const struct program *p)
{
    vector_each(const struct code *, c, &p->codes)
        vector_each(const struct edge *, e, &c->edges)
            if (e->action.fence != ORDER_PLAIN)
                return true;
    return false;
}

static void forget_counters(struct robust *r)
{
    bool *other = NEW_ARRAY(bool, r->p->cells.size + 1);
    uint8_t *by = NEW_ARRAY(uint8_t, r->p->cells.size + 1); /* E_CONST: not known yet */
    bool fences = has_fences(r->p);
    vector_each(const struct site *, s, &r->sites) {
        uint32_t cell = s->access->cell;
        uint8_t before = by[cell];
        const struct code *c = &r->p->codes.data[s->code];
        other[cell] |= fences || !only_changes(r, c, &c->edges.data[s->edge], cell, &by[cell]);
        other[cell] |= before != E_CONST && by[cell] != before;
    }
    for (uint32_t i = 0; i < r->p->cells.size; i++)
        r->chains[i] &= other[i];
    mem_free(other);
    mem_free(by);
}

static void find_chains(struct robust *r)
{
    struct bitset locks = {0};
    find_locks(r->p, &locks);
    vector_each(const struct site *, s, &r->sites) {
        const struct code *c = &r->p->codes.data[s->code];
        const struct edge *e = &c->edges.data[s->edge];
        uint32_t cell = s->access->cell;
        uint8_t role = r->p->cells.data[cell].role;
        bool section = c->locations.data[e->from].flags & LOC_ATOMIC;
        bool ordered = role == CELL_STARTED || role == CELL_DONE ||
                       (bitset_has(&locks, cell) && section && (s->access->write || !reads_alone(c, e, cell)));
        r->chains[cell] |= !ordered;
    }
    for (uint32_t i = 0; i < r->p->cells.size; i++)
        r->chains[i] &= r->written[i];
    bitset_free(&locks);
    forget_counters(r);
}

/* --- arrows --- */

/* Locations that can be reached from one, itself included, without a seq_cst fence if past_fences is not set. */
static void reach(const struct code *c, uint32_t from, bool past_fences, struct bitset *out)
{
    u32_vector work = {0};
    bitset_add(out, from);
    vector_push(&work, from);
    while (work.size) {
        uint32_t l = vector_pop(&work);
        for (uint32_t i = out_begin(c, l); i < out_end(c, l); i++) {
            const struct edge *e = out_edge(c, i);
            if (bitset_has(out, e->to) || (!past_fences && e->action.fence == ORDER_SEQ_CST))
                continue;
            bitset_add(out, e->to);
            vector_push(&work, e->to);
        }
    }
    vector_free(&work);
}

/* Calls visit for all pairs of sites of one code of which the second may come after the first, which in a loop may be the same; of the procedures
 * that a template calls nothing is known, so with procedures everything is taken to follow everything. */
typedef void (*visit_pair)(struct robust *r, const struct site *first, const struct site *second, void *context);

static void each_pair(struct robust *r, bool past_fences, visit_pair visit, void *context)
{
    bool calls = program_has_calls(r->p);
    vector_each(const struct site *, s, &r->sites) {
        const struct code *c = &r->p->codes.data[s->code];
        struct bitset reached = {0};
        if (!calls)
            reach(c, c->edges.data[s->edge].to, past_fences, &reached);
        vector_each(const struct site *, t, &r->sites) {
            bool beside = t != s && t->edge == s->edge;
            bool follows = t->code == s->code && (beside || bitset_has(&reached, c->edges.data[t->edge].from));
            if (calls || follows)
                visit(r, s, t, context);
        }
        bitset_free(&reached);
    }
}

/* Whether two accesses may be to different locations. */
static bool may_differ(const struct robust *r, const struct access *x, const struct access *y)
{
    if (x->cell != y->cell)
        return true;
    return cell_is_array(&r->p->cells.data[x->cell]) && !(expr_is_const(x->index) && x->index == y->index);
}

static void add_arrow(struct robust *r, const struct site *s, const struct site *t, void *context)
{
    (void)context;
    if (may_differ(r, s->access, t->access))
        bitset_add(&r->after[s->access->cell], t->access->cell);
}

static void close_arrows(struct robust *r)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < r->p->cells.size; i++)
            bitset_each(k, &r->after[i])
                if (k != i)
                    changed |= bitset_unite(&r->after[i], &r->after[k]);
    }
}

static bool on_one_cycle(const struct robust *r, uint32_t a, uint32_t b)
{
    return bitset_has(&r->after[a], b) && bitset_has(&r->after[b], a);
}

/* --- components --- */

struct component {
    uint32_t cell;         /* one of it */
    struct bitset drawers; /* templates of which one instance draws arrows */
    bool crowd;            /* or one with several */
    bool unfenced;
};

static void look_at_pair(struct robust *r, const struct site *s, const struct site *t, void *context)
{
    struct component *k = context;
    if (!may_differ(r, s->access, t->access) || !on_one_cycle(r, k->cell, s->access->cell) ||
        !on_one_cycle(r, k->cell, t->access->cell))
        return;
    bitset_add(&k->drawers, s->code);
    k->crowd |= r->p->codes.data[s->code].instances != 1 || program_has_calls(r->p);
}

static void look_for_fences(struct robust *r, const struct site *s, const struct site *t, void *context)
{
    struct component *k = context;
    k->unfenced |= may_differ(r, s->access, t->access) && on_one_cycle(r, k->cell, s->access->cell) &&
                   on_one_cycle(r, k->cell, t->access->cell);
}

/* The component of a cell with chains: whether it may have a cycle that RC11 allows. */
static bool may_break(struct robust *r, uint32_t cell)
{
    struct component k = {.cell = cell};
    uint32_t others = 0;
    bool weaker = false;
    for (uint32_t i = 0; i < r->p->cells.size; i++)
        others += r->chains[i] && i != cell && on_one_cycle(r, cell, i);
    vector_each(const struct site *, s, &r->sites)
        weaker |= r->chains[s->access->cell] && on_one_cycle(r, cell, s->access->cell) && s->access->order != ORDER_SEQ_CST;
    if (!weaker || (!others && !cell_is_array(&r->p->cells.data[cell])))
        return false;
    each_pair(r, true, look_at_pair, &k);
    each_pair(r, false, look_for_fences, &k);
    bool several = k.crowd || bitset_count(&k.drawers) > 1;
    bitset_free(&k.drawers);
    return several && k.unfenced;
}

static bool search(struct robust *r, access_list *out)
{
    bool robust = true;
    struct bitset seen = {0};
    for (uint32_t i = 0; i < r->p->cells.size; i++) {
        if (!r->chains[i] || bitset_has(&seen, i) || !bitset_has(&r->after[i], i))
            continue;
        for (uint32_t k = 0; k < r->p->cells.size; k++)
            if (on_one_cycle(r, i, k))
                bitset_add(&seen, k);
        if (!may_break(r, i))
            continue;
        robust = false;
        vector_each(const struct site *, s, &r->sites)
            if (is_weaker(s->access) && on_one_cycle(r, i, s->access->cell))
                add_line(out, s->access);
    }
    bitset_free(&seen);
    return robust;
}

bool is_robust(const struct program *p, access_list *out)
{
    uint32_t n = p->cells.size;
    struct robust r = {.p = p, .alive = alive_compute(p), .chains = NEW_ARRAY(bool, n + 1), .written = NEW_ARRAY(bool, n + 1)};
    r.after = NEW_ARRAY(struct bitset, n + 1);
    find_sites(&r);
    find_chains(&r);
    each_pair(&r, true, add_arrow, NULL);
    close_arrows(&r);
    bool robust = search(&r, out) && cycles_are_excluded(p, r.after);
    for (uint32_t i = 0; i < n; i++)
        bitset_free(&r.after[i]);
    mem_free(r.after);
    mem_free(r.chains);
    mem_free(r.written);
    vector_free(&r.sites);
    alive_free(r.alive);
    return robust;
}
