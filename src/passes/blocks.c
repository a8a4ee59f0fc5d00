/* Blocks: fewer, larger steps. A location between two steps is removed, and the steps in become one with the steps out, if no
 * other thread can tell the difference:
 *   - it is inside an atomic section; or
 *   - every step in is a right mover (and does not end an atomic section); or
 *   - every step out is a left mover (and does not begin one), and one of them can always be taken after a step in.
 * (Lipton's reduction; movers.h.) A right mover that waits for the step after it may as well wait before itself: nobody saw it.
 * Steps from one location to another under exclusive guards become one step with conditional values, so that loop-free
 * atomic sections end up as one action. Loop heads stay.
 * For deadlocks only the first is done: a thread that waits must go on waiting, at a step that is not taken for an assumption.
 * Requires: code_index. Breaks: numbers of locations and edges; positions of merged steps are those of the step that
 * matters most. An action may then touch several shared cells, but between two actions lies every possible interruption. */
#include "passes/edit.h"
#include "facts/guards.h"
#include "facts/locksets.h"
#include "passes/movers.h"
#include "passes/passes.h"

enum {
    MOST_EDGES = 16,    /* product of steps in and out that replaces their sum */
    MOST_UPDATES = 128, /* in one action */
    MOST_NODES = 1500,  /* in the expressions of one action */
    MOST_INPUTS = 2     /* arbitrary values in one action that is made of two: engines may try all combinations */
};

struct block {
    struct edge edge;
    uint8_t moves;
    bool gone;
};

struct merger {
    struct program *p;
    bool sections_only; /* deadlock */
    uint32_t code;
    struct code *c;
    VECTOR(struct block) blocks;
    u32_vector *in, *out; /* by location; may name blocks that are gone */
    struct bitset fixed;  /* locations that stay */
};

static struct block *block_at(struct merger *m, uint32_t i) { return &m->blocks.data[i]; }
static bool is_atomic(const struct merger *m, uint32_t l) { return m->c->locations.data[l].flags & LOC_ATOMIC; }

static void sweep(struct merger *m, u32_vector *list)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < list->size; i++)
        if (!block_at(m, list->data[i])->gone)
            list->data[n++] = list->data[i];
    list->size = n;
}

static void add_block(struct merger *m, struct edge edge, uint8_t moves)
{
    uint32_t i = m->blocks.size;
    vector_push(&m->blocks, (struct block){edge, moves, false});
    vector_push(&m->in[edge.to], i);
    vector_push(&m->out[edge.from], i);
}

static void start(struct merger *m, struct program *p, uint32_t code, const struct movers *movers, bool sections_only)
{
    struct code *c = &p->codes.data[code];
    *m = (struct merger){.p = p, .sections_only = sections_only, .code = code, .c = c};
    m->in = (void *)NEW_ARRAY(u32_vector, c->locations.size);
    m->out = (void *)NEW_ARRAY(u32_vector, c->locations.size);
    for (uint32_t i = 0; i < c->edges.size; i++)
        add_block(m, c->edges.data[i], movers->of[code][i]);
    bitset_add(&m->fixed, c->entry);
    if (c->exit != NONE)
        bitset_add(&m->fixed, c->exit);
    for (uint32_t l = 0; l < c->locations.size; l++)
        if (c->locations.data[l].flags & (LOC_ERROR | LOC_UNSUPPORTED))
            bitset_add(&m->fixed, l);
}

static void finish(struct merger *m)
{
    vector_clear(&m->c->edges);
    vector_each(const struct block *, b, &m->blocks)
        if (!b->gone)
            vector_push(&m->c->edges, b->edge);
    for (uint32_t l = 0; l < m->c->locations.size; l++) {
        vector_free(&m->in[l]);
        vector_free(&m->out[l]);
    }
    mem_free(m->in);
    mem_free(m->out);
    vector_free(&m->blocks);
    bitset_free(&m->fixed);
    code_compact(m->p, m->code, NULL);
}

/* --- may a location go? --- */

static bool all_right(struct merger *m, uint32_t l)
{
    vector_each(const uint32_t *, i, &m->in[l]) {
        const struct block *b = block_at(m, *i);
        if (!(b->moves & MOVES_RIGHT) || is_atomic(m, b->edge.from))
            return false;
    }
    return true;
}

/* Whether one of the steps out can be taken after every step in: whatever comes before, or because of what this one leaves. */
static bool always_goes_on(struct merger *m, uint32_t l, const expr *guards)
{
    uint32_t count = m->out[l].size;
    expr then[MOST_EDGES];
    if (guards_total(guards, count))
        return true;
    vector_each(const uint32_t *, i, &m->in[l]) {
        const struct action *a = &block_at(m, *i)->edge.action;
        for (uint32_t k = 0; k < count; k++)
            then[k] = expr_after(m->p->exprs, guards[k], a->updates, a->update_count, NULL);
        if (!guards_total(then, count))
            return false;
    }
    return true;
}

static bool all_left(struct merger *m, uint32_t l)
{
    expr guards[MOST_EDGES];
    if (m->out[l].size > MOST_EDGES)
        return false;
    for (uint32_t i = 0; i < m->out[l].size; i++) {
        const struct block *b = block_at(m, m->out[l].data[i]);
        if (!(b->moves & MOVES_LEFT) || is_atomic(m, b->edge.to))
            return false;
        guards[i] = b->edge.action.guard;
    }
    return always_goes_on(m, l, guards);
}

static void count_node(void *context, expr e)
{
    (void)e;
    ++*(uint32_t *)context;
}

static uint32_t action_nodes(const struct action *a)
{
    uint32_t n = 0;
    expr_visit(a->guard, count_node, &n);
    for (uint32_t i = 0; i < a->update_count; i++)
        expr_visit(a->updates[i].value, count_node, &n);
    return n;
}

/* One input site stands for one value within a step: it must not occur in both parts. Nor should there be many. */
static bool inputs_clash(const struct action *a, const struct action *b)
{
    struct bitset x = {0}, y = {0};
    action_inputs(a, &x);
    action_inputs(b, &y);
    bool clash =
        bitset_meets(&x, &y) || (!bitset_empty(&x) && !bitset_empty(&y) && bitset_count(&x) + bitset_count(&y) > MOST_INPUTS);
    bitset_free(&x);
    bitset_free(&y);
    return clash;
}

static bool can_join(const struct block *i, const struct block *o)
{
    const struct action *a = &i->edge.action, *b = &o->edge.action;
    if (a->kind == ACT_CALL || b->kind == ACT_CALL || a->kind == ACT_HALT)
        return false;
    return a->update_count + b->update_count <= MOST_UPDATES && action_nodes(a) + action_nodes(b) <= MOST_NODES &&
           !inputs_clash(a, b);
}

static bool may_go(struct merger *m, uint32_t l)
{
    if (bitset_has(&m->fixed, l))
        return false;
    sweep(m, &m->in[l]);
    sweep(m, &m->out[l]);
    uint32_t in = m->in[l].size, out = m->out[l].size;
    if (!in || !out || (in > 1 && out > 1 && in * out > MOST_EDGES))
        return false;
    vector_each(const uint32_t *, i, &m->in[l])
        if (block_at(m, *i)->edge.from == l)
            return false;
    if (!is_atomic(m, l) && (m->sections_only || (!all_right(m, l) && !all_left(m, l))))
        return false;
    vector_each(const uint32_t *, i, &m->in[l])
        vector_each(const uint32_t *, o, &m->out[l])
            if (!can_join(block_at(m, *i), block_at(m, *o)))
                return false;
    return true;
}

/* --- removing it --- */

static void remove_location(struct merger *m, uint32_t l)
{
    u32_vector in = m->in[l], out = m->out[l];
    m->in[l] = m->out[l] = (u32_vector){0};
    for (uint32_t i = 0; i < in.size; i++)
        for (uint32_t o = 0; o < out.size; o++) {
            struct block a = *block_at(m, in.data[i]), b = *block_at(m, out.data[o]);
            struct edge e = {a.edge.from, b.edge.to, action_sequence(m->p, &a.edge.action, &b.edge.action)};
            if (m->sections_only && e.action.kind == ACT_ASSUME && a.edge.action.kind != ACT_ASSUME)
                e.action.kind = ACT_ATOMIC;
            if (!expr_is_false(e.action.guard) || m->sections_only)
                add_block(m, e, a.moves & b.moves);
        }
    vector_each(const uint32_t *, i, &in)
        block_at(m, *i)->gone = true;
    vector_each(const uint32_t *, o, &out)
        block_at(m, *o)->gone = true;
    vector_free(&in);
    vector_free(&out);
}

/* --- parallel steps --- */

static const struct update *find_update(const struct action *a, const struct update *u)
{
    for (uint32_t i = 0; i < a->update_count; i++)
        if (a->updates[i].cell == u->cell && a->updates[i].index == u->index)
            return &a->updates[i];
    return NULL;
}

static bool writes_elsewhere(const struct action *a, const struct action *b, const struct program *p)
{
    for (uint32_t i = 0; i < a->update_count; i++)
        if (cell_is_shared(&p->cells.data[a->updates[i].cell]) && !find_update(b, &a->updates[i]))
            return true;
    return false;
}

/* Two writes of one array in one action would need their order kept. */
static bool writes_array_twice(const struct action *a, const struct action *b)
{
    for (uint32_t i = 0; i < a->update_count; i++)
        for (uint32_t j = 0; a->updates[i].index && j < b->update_count; j++)
            if (a->updates[i].cell == b->updates[j].cell && (a->updates[i].index != b->updates[j].index || (a == b && i != j)))
                return true;
    return false;
}

/* Keeping the old value of a cell that started as an arbitrary one would read what the program never reads. */
static bool keeps_arbitrary(const struct action *a, const struct action *b, const struct program *p)
{
    for (uint32_t i = 0; i < a->update_count; i++)
        if (p->cells.data[a->updates[i].cell].arbitrary && !find_update(b, &a->updates[i]))
            return true;
    return false;
}

/* An arbitrary value that one way asks for would have to be chosen on the other, too. */
static bool same_inputs(const struct action *a, const struct action *b)
{
    struct bitset x = {0}, y = {0};
    action_inputs(a, &x);
    action_inputs(b, &y);
    bool same = bitset_equal(&x, &y);
    bitset_free(&x);
    bitset_free(&y);
    return same;
}

static bool can_unite(const struct merger *m, const struct block *x, const struct block *y, bool shared_too)
{
    const struct action *a = &x->edge.action, *b = &y->edge.action;
    if (x->edge.to != y->edge.to || a->kind == ACT_CALL || b->kind == ACT_CALL || a->kind == ACT_HALT || b->kind == ACT_HALT)
        return false;
    if (!shared_too && (a->kind != b->kind || writes_elsewhere(a, b, m->p) || writes_elsewhere(b, a, m->p)))
        return false;
    if (!same_inputs(a, b) || keeps_arbitrary(a, b, m->p) || keeps_arbitrary(b, a, m->p))
        return false;
    if (writes_array_twice(a, b) || writes_array_twice(a, a) || writes_array_twice(b, b))
        return false;
    return action_nodes(a) + action_nodes(b) <= MOST_NODES && guards_exclusive(a->guard, b->guard);
}

typedef VECTOR(expr) conjuncts;

static void split(expr guard, conjuncts *out)
{
    if (guard->op == E_AND && guard->width == 1) {
        split(guard->arg[0], out);
        split(guard->arg[1], out);
    } else
        vector_push(out, guard);
}

static bool has(const conjuncts *c, expr e)
{
    vector_each(const expr *, x, c)
        if (*x == e)
            return true;
    return false;
}

/* a || b with what both demand taken out: (c && x) || (c && !x) is c. */
static expr either(struct exprs *pool, expr a, expr b)
{
    conjuncts x = {0}, y = {0};
    split(a, &x);
    split(b, &y);
    expr both = expr_bool(pool, true), rest_a = both, rest_b = both;
    vector_each(const expr *, e, &x)
        if (has(&y, *e))
            both = expr_and(pool, both, *e);
        else
            rest_a = expr_and(pool, rest_a, *e);
    vector_each(const expr *, e, &y)
        if (!has(&x, *e))
            rest_b = expr_and(pool, rest_b, *e);
    vector_free(&x);
    vector_free(&y);
    return expr_and(pool, both, expr_or(pool, rest_a, rest_b));
}

/* A condition that tells which of two exclusive guards holds, when one does: what a demands beyond b. */
static expr telling(struct exprs *pool, expr a, expr b)
{
    conjuncts x = {0}, y = {0};
    split(a, &x);
    split(b, &y);
    expr rest = expr_bool(pool, true);
    vector_each(const expr *, e, &x)
        if (!has(&y, *e))
            rest = expr_and(pool, rest, *e);
    vector_free(&x);
    vector_free(&y);
    return rest;
}

static struct action unite(struct program *p, const struct action *a, const struct action *b)
{
    struct action r = a->access_count >= b->access_count ? *a : *b;
    r.guard = either(p->exprs, a->guard, b->guard);
    expr is_a = telling(p->exprs, a->guard, b->guard);
    r.updates = ARENA_ARRAY(&p->arena, struct update, a->update_count + b->update_count);
    r.update_count = 0;
    for (uint32_t i = 0; i < a->update_count + b->update_count; i++) {
        bool from_a = i < a->update_count;
        struct update u = from_a ? a->updates[i] : b->updates[i - a->update_count];
        const struct update *other = find_update(from_a ? b : a, &u);
        if (!from_a && other)
            continue;
        expr kept = other ? other->value : program_cell_expr(p, u.cell, u.index);
        u.value = from_a ? expr_ite(p->exprs, is_a, u.value, kept) : expr_ite(p->exprs, is_a, kept, u.value);
        r.updates[r.update_count++] = u;
    }
    r.accesses = ARENA_ARRAY(&p->arena, struct access, a->access_count + b->access_count);
    r.access_count = 0;
    for (uint32_t i = 0; i < a->access_count + b->access_count; i++) {
        struct access x = i < a->access_count ? a->accesses[i] : b->accesses[i - a->access_count];
        bool known = false;
        for (uint32_t j = 0; j < r.access_count; j++)
            known |= r.accesses[j].id == x.id && r.accesses[j].index == x.index;
        if (!known)
            r.accesses[r.access_count++] = x;
    }
    return r;
}

static bool unite_parallel(struct merger *m, uint32_t l, bool shared_too)
{
    bool changed = false;
    sweep(m, &m->out[l]);
    for (uint32_t i = 0; i < m->out[l].size; i++)
        for (uint32_t j = i + 1; j < m->out[l].size; j++) {
            struct block x = *block_at(m, m->out[l].data[i]), y = *block_at(m, m->out[l].data[j]);
            if (x.gone || y.gone || !can_unite(m, &x, &y, shared_too))
                continue;
            struct edge e = {l, x.edge.to, unite(m->p, &x.edge.action, &y.edge.action)};
            block_at(m, m->out[l].data[i])->gone = block_at(m, m->out[l].data[j])->gone = true;
            add_block(m, e, x.moves & y.moves);
            changed = true;
            break;
        }
    return changed;
}

static bool remove_locations(struct merger *m)
{
    bool changed = false;
    for (uint32_t l = 0; l < m->c->locations.size; l++)
        if (may_go(m, l)) {
            remove_location(m, l);
            changed = true;
        }
    return changed;
}

/* A thread that holds one lock and waits for another would go unseen as one step, and so would an access under a lock. */
static enum mover_analysis analysis_for(unsigned needs, bool movers)
{
    if (!movers)
        return MOVERS_LOCAL;
    return needs ? MOVERS_CONFLICT : MOVERS_LOCKS;
}

static void simplify_releases(struct program *p)
{
    struct alive *alive = alive_compute(p);
    struct locksets *locks = locksets_compute(p, alive);
    locksets_simplify(p, locks);
    locksets_free(locks);
    alive_free(alive);
}

void pass_blocks(struct program *p, bool use_movers)
{
    assert(program_is_indexed(p));
    unsigned needs = program_needs(p); /* if any, steps stay as they are */
    enum mover_analysis how = analysis_for(needs, use_movers);
    if (how == MOVERS_LOCKS)
        simplify_releases(p);
    struct movers *movers = movers_compute(p, how);
    for (uint32_t k = 0; k < p->codes.size; k++) {
        struct merger m;
        start(&m, p, k, movers, needs & NEEDS_BLOCKING);
        bool changed;
        do {
            changed = remove_locations(&m);
            for (uint32_t l = 0; l < m.c->locations.size && !needs; l++)
                changed |= unite_parallel(&m, l, false);
            for (uint32_t l = 0; l < m.c->locations.size && !changed && !needs; l++)
                if (is_atomic(&m, l))
                    changed |= unite_parallel(&m, l, true);
        } while (changed);
        finish(&m);
    }
    movers_free(movers);
}
