/* What a thread has accessed before flows forward through its code, access by access. A pair is what has come and what comes; with each pair the sets that are
 * given must agree, and they must be closed. Then only cells of which each is in the set of the other lie on a cycle. */
#include "passes/robust_check.h"

#include "facts/alive.h"

struct use { /* of an atomic variable, while main is not alone */
    uint32_t code, edge;
    const struct access *access;
};

struct cycles {
    const struct program *p;
    const struct bitset *after;
    VECTOR(struct use) uses;
    struct bitset written, loose; /* cells; loose: what is read and written there need not be ordered by synchronisation */
    struct alive *alive;
    bool shared; /* by the last visit of an expression */
};

/* A pair of uses, the second one behind the first. */
typedef void (*on_pair)(struct cycles *c, const struct use *first, const struct use *second, void *context);

/* --- uses --- */

static bool is_followed(const struct cell *cell)
{
    return cell->role == CELL_DATA || cell->role == CELL_SYNC || cell->role == CELL_STARTED || cell->role == CELL_DONE;
}

static bool is_main_alone(const struct cycles *c, uint32_t code, const struct edge *e)
{
    return code == 0 && alive_alone(c->alive, e);
}

/* free counts as a write that leaves no value: there is nothing to read from it. */
static bool is_end_of_object(const struct action *a, const struct access *x)
{
    for (uint32_t i = 0; i < a->update_count; i++)
        if (a->updates[i].cell == x->cell)
            return false;
    return x->order == ORDER_PLAIN;
}

static void collect(struct cycles *c)
{
    for (uint32_t k = 0; k < c->p->codes.size; k++)
        for (uint32_t i = 0; i < c->p->codes.data[k].edges.size; i++) {
            const struct edge *e = &c->p->codes.data[k].edges.data[i];
            for (uint32_t j = 0; j < e->action.access_count && !is_main_alone(c, k, e); j++) {
                const struct access *x = &e->action.accesses[j];
                if (x->write && !is_end_of_object(&e->action, x))
                    bitset_add(&c->written, x->cell);
                if (x->order != ORDER_PLAIN && is_followed(&c->p->cells.data[x->cell]))
                    vector_push(&c->uses, ((struct use){k, i, x}));
            }
        }
}

/* --- pairs --- */

/* By location of the code: the uses that may have come before; a fence forgets them, if fences matter. */
static struct bitset *flow(const struct cycles *c, uint32_t code, bool fences)
{
    const struct code *in = &c->p->codes.data[code];
    struct bitset *before = NEW_ARRAY(struct bitset, in->locations.size + 1);
    for (bool changed = true; changed;) {
        changed = false;
        vector_each(const struct edge *, e, &in->edges)
            if (!fences || e->action.fence != ORDER_SEQ_CST)
                changed |= bitset_unite(&before[e->to], &before[e->from]);
        for (uint32_t u = 0; u < c->uses.size; u++)
            if (c->uses.data[u].code == code)
                changed |= !bitset_has(&before[in->edges.data[c->uses.data[u].edge].to], u);
        for (uint32_t u = 0; u < c->uses.size; u++)
            if (c->uses.data[u].code == code)
                bitset_add(&before[in->edges.data[c->uses.data[u].edge].to], u);
    }
    return before;
}

static void pairs_of_code(struct cycles *c, uint32_t code, bool fences, on_pair visit, void *context)
{
    struct bitset *before = flow(c, code, fences);
    const struct code *in = &c->p->codes.data[code];
    vector_each(const struct use *, t, &c->uses) {
        if (t->code != code)
            continue;
        bitset_each(s, &before[in->edges.data[t->edge].from])
            visit(c, &c->uses.data[s], t, context);
        vector_each(const struct use *, s, &c->uses)
            if (s != t && s->code == code && s->edge == t->edge)
                visit(c, s, t, context);
    }
    for (uint32_t i = 0; i < in->locations.size; i++)
        bitset_free(&before[i]);
    mem_free(before);
}

/* Where procedures are called, anything may come behind anything. */
static void all_pairs(struct cycles *c, bool fences, on_pair visit, void *context)
{
    if (!program_has_calls(c->p)) {
        for (uint32_t k = 0; k < c->p->codes.size; k++)
            pairs_of_code(c, k, fences, visit, context);
        return;
    }
    vector_each(const struct use *, s, &c->uses)
        vector_each(const struct use *, t, &c->uses)
            visit(c, s, t, context);
}

static bool is_one_location(const struct cycles *c, const struct access *x, const struct access *y)
{
    bool array = cell_is_array(&c->p->cells.data[x->cell]);
    return x->cell == y->cell && (!array || (x->index == y->index && expr_is_const(x->index)));
}

/* --- the sets --- */

static void must_be_there(struct cycles *c, const struct use *s, const struct use *t, void *context)
{
    bool *good = context;
    *good = *good && (is_one_location(c, s->access, t->access) || bitset_has(&c->after[s->access->cell], t->access->cell));
}

static bool sets_are_closed(const struct cycles *c)
{
    for (uint32_t i = 0; i < c->p->cells.size; i++)
        bitset_each(k, &c->after[i])
            if (!bitset_within(&c->after[k], &c->after[i]))
                return false;
    return true;
}

/* --- what synchronisation orders --- */

static bool writes_cell(const struct action *a, uint32_t cell)
{
    bool found = false;
    for (uint32_t i = 0; i < a->access_count; i++)
        found |= a->accesses[i].cell == cell && a->accesses[i].write;
    return found;
}

/* Cells that an atomic section of the code may read and then leave without having written them. */
static void find_reads_alone(struct cycles *c, uint32_t code)
{
    const struct code *in = &c->p->codes.data[code];
    struct bitset *open = NEW_ARRAY(struct bitset, in->locations.size + 1);
    for (bool changed = true; changed;) {
        changed = false;
        vector_each(const struct edge *, e, &in->edges) {
            struct bitset now = {0};
            if (!(in->locations.data[e->from].flags & LOC_ATOMIC))
                continue;
            bitset_copy(&now, &open[e->from]);
            for (uint32_t i = 0; i < e->action.access_count && !is_main_alone(c, code, e); i++)
                bitset_add(&now, e->action.accesses[i].cell);
            for (uint32_t i = 0; i < e->action.access_count; i++)
                if (writes_cell(&e->action, e->action.accesses[i].cell))
                    bitset_remove(&now, e->action.accesses[i].cell);
            uint8_t flags = in->locations.data[e->to].flags;
            if (flags & LOC_ATOMIC)
                changed |= bitset_unite(&open[e->to], &now);
            else if (!(flags & (LOC_ERROR | LOC_UNSUPPORTED)))
                bitset_unite(&c->loose, &now);
            bitset_free(&now);
        }
    }
    for (uint32_t i = 0; i < in->locations.size; i++)
        bitset_free(&open[i]);
    mem_free(open);
}

static void see(void *context, expr e)
{
    struct cycles *c = context;
    if (e->op == E_CELL || e->op == E_READ) {
        const struct cell *cell = &c->p->cells.data[e->value];
        c->shared |= cell_is_shared(cell) && cell->role != CELL_WATCH;
    }
}

static bool has_shared(struct cycles *c, expr e)
{
    c->shared = false;
    expr_visit(e, see, c);
    return c->shared;
}

static bool is_target(const struct update *u, expr e)
{
    if (e->value != u->cell)
        return false;
    return u->index ? e->op == E_READ && e->arg[0] == u->index : e->op == E_CELL;
}

/* x op= own, relaxed, and nothing else that others could tell; x may be an element. Nothing at all where the thread ends in an error. */
static bool is_change(struct cycles *c, const struct code *in, const struct edge *e, uint32_t cell, enum expr_op op)
{
    const struct action *a = &e->action;
    bool ends = in->locations.data[e->to].flags & LOC_ERROR;
    uint32_t others = 0, changes = 0;
    for (uint32_t i = 0; i < a->access_count; i++)
        others += a->accesses[i].cell != cell || a->accesses[i].order != ORDER_RELAXED;
    for (uint32_t i = 0; i < a->update_count; i++) {
        const struct update *u = &a->updates[i];
        bool alike = u->cell == cell && u->value->op == op && (!u->index || !has_shared(c, u->index));
        alike = alike && ((is_target(u, u->value->arg[0]) && !has_shared(c, u->value->arg[1])) ||
                          (is_target(u, u->value->arg[1]) && !has_shared(c, u->value->arg[0])));
        changes += alike;
        others += !alike && c->p->cells.data[u->cell].role != CELL_WATCH;
    }
    return !others && (changes == 1 || (changes == 0 && ends)) && !has_shared(c, a->guard);
}

/* Cells that nothing but relaxed changes by one operator uses, whose order is of no matter: they are taken out of the set. */
static void remove_changed_alone(struct cycles *c, struct bitset *from, enum expr_op op)
{
    struct bitset alone = {0};
    vector_each(const struct use *, u, &c->uses)
        bitset_add(&alone, u->access->cell);
    vector_each(const struct use *, u, &c->uses) {
        const struct code *in = &c->p->codes.data[u->code];
        if (!is_change(c, in, &in->edges.data[u->edge], u->access->cell, op))
            bitset_remove(&alone, u->access->cell);
    }
    bitset_subtract(from, &alone);
    bitset_free(&alone);
}

static void find_loose(struct cycles *c)
{
    static const enum expr_op of_any_order[] = {E_ADD, E_AND, E_OR, E_XOR};
    struct bitset locks = {0};
    bool fences = false;
    vector_each(const struct code *, in, &c->p->codes)
        vector_each(const struct edge *, e, &in->edges) {
            uint8_t kind = e->action.kind;
            fences |= e->action.fence != ORDER_PLAIN;
            if ((kind == ACT_LOCK || kind == ACT_UNLOCK || kind == ACT_WAIT) && e->action.object != NONE)
                bitset_add(&locks, e->action.object);
        }
    for (uint32_t k = 0; k < c->p->codes.size; k++)
        find_reads_alone(c, k);
    vector_each(const struct use *, u, &c->uses) {
        const struct code *in = &c->p->codes.data[u->code];
        uint32_t cell = u->access->cell;
        bool inside = in->locations.data[in->edges.data[u->edge].from].flags & LOC_ATOMIC;
        uint8_t role = c->p->cells.data[cell].role;
        bool lock = role == CELL_STARTED || role == CELL_DONE || (bitset_has(&locks, cell) && inside);
        if (!lock)
            bitset_add(&c->loose, cell);
    }
    for (unsigned i = 0; i < sizeof of_any_order / sizeof *of_any_order && !fences; i++)
        remove_changed_alone(c, &c->loose, of_any_order[i]);
    bitset_intersect(&c->loose, &c->written);
    for (uint32_t i = 0; i < c->p->cells.size; i++) {
        uint8_t role = c->p->cells.data[i].role;
        if (role == CELL_STARTED || role == CELL_DONE)
            bitset_remove(&c->loose, i);
    }
    bitset_free(&locks);
}

/* --- cycles --- */

struct knot { /* cells that may lie on one cycle */
    struct bitset cells, threads;
    bool crowd, unfenced;
};

static bool is_drawn(const struct cycles *c, const struct knot *k, const struct use *s, const struct use *t)
{
    return bitset_has(&k->cells, s->access->cell) && bitset_has(&k->cells, t->access->cell) &&
           !is_one_location(c, s->access, t->access);
}

static void note_thread(struct cycles *c, const struct use *s, const struct use *t, void *context)
{
    struct knot *k = context;
    if (!is_drawn(c, k, s, t))
        return;
    bitset_add(&k->threads, s->code);
    k->crowd |= c->p->codes.data[s->code].instances != 1 || program_has_calls(c->p);
}

static void note_unfenced(struct cycles *c, const struct use *s, const struct use *t, void *context)
{
    struct knot *k = context;
    k->unfenced |= is_drawn(c, k, s, t);
}

/* Whether no cycle through the cell is one that the model allows. */
static bool is_harmless(struct cycles *c, uint32_t cell)
{
    struct knot k = {0};
    uint32_t loose = 0;
    bool weak = false;
    for (uint32_t i = 0; i < c->p->cells.size; i++)
        if (bitset_has(&c->after[cell], i) && bitset_has(&c->after[i], cell)) {
            bitset_add(&k.cells, i);
            loose += bitset_has(&c->loose, i);
        }
    vector_each(const struct use *, u, &c->uses)
        weak |=
            bitset_has(&k.cells, u->access->cell) && bitset_has(&c->loose, u->access->cell) && u->access->order != ORDER_SEQ_CST;
    bool one = loose < 2 && !cell_is_array(&c->p->cells.data[cell]);
    if (weak && !one) {
        all_pairs(c, false, note_thread, &k);
        all_pairs(c, true, note_unfenced, &k);
    }
    bool alone = !k.crowd && bitset_count(&k.threads) < 2;
    bool good = !weak || one || alone || !k.unfenced;
    bitset_free(&k.cells);
    bitset_free(&k.threads);
    return good;
}

bool cycles_are_excluded(const struct program *p, const struct bitset *after)
{
    assert(p->template_count && after);
    struct cycles c = {.p = p, .after = after, .alive = alive_compute(p)};
    bool good = true;
    collect(&c);
    find_loose(&c);
    all_pairs(&c, false, must_be_there, &good);
    good = good && sets_are_closed(&c);
    for (uint32_t i = 0; i < p->cells.size && good; i++)
        good = !bitset_has(&c.loose, i) || !bitset_has(&after[i], i) || is_harmless(&c, i);
    bitset_free(&c.written);
    bitset_free(&c.loose);
    vector_free(&c.uses);
    alive_free(c.alive);
    return good;
}
