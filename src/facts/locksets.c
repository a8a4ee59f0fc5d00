#include "facts/locksets.h"

#include "facts/guards.h"
#include "facts/mentions.h"
#include "facts/owners.h"
#include "program/terms.h"

/* Whether the action speaks of the cell anywhere but in its guard and in the update number skip. */
static bool mentioned_elsewhere(const struct action *a, uint32_t cell, uint32_t skip)
{
    for (uint32_t i = 0; i < a->update_count; i++) {
        if (i != skip && a->updates[i].cell == cell)
            return true;
        if (expr_mentions_cell(a->updates[i].value, cell) || (a->updates[i].index && expr_mentions_cell(a->updates[i].index, cell)))
            return true;
    }
    return false;
}

/* Bits of an id are no key: they may all be 0. */
bool lock_is_key(const struct program *p, expr e)
{
    return e == expr_self(p->exprs) || (expr_is_const(e) && e->value != 0) || (e->op == E_ZEXT && e->arg[0] == expr_self(p->exprs));
}

/* The conjunct "cell == key" of the guard, or "cell != key", for some key; or NULL. */
static expr key_conjunct(const struct program *p, expr guard, uint32_t cell)
{
    expr c = program_cell_expr(p, cell, NULL);
    if (guard->op == E_AND && guard->width == 1) {
        expr found = key_conjunct(p, guard->arg[0], cell);
        return found ? found : key_conjunct(p, guard->arg[1], cell);
    }
    expr atom = guard->op == E_NOT ? guard->arg[0] : guard;
    if (atom->op == E_EQ && atom->arg[0] == c && lock_is_key(p, atom->arg[1]))
        return guard;
    if (atom->op == E_EQ && atom->arg[1] == c && lock_is_key(p, atom->arg[0]))
        return guard;
    if (guard == c && c->width == 1) /* m == 1 for a one-bit lock */
        return guard;
    return NULL;
}

enum lock_use lock_use(const struct program *p, const struct action *a, uint32_t cell)
{
    assert(cell < p->cells.size);
    uint32_t i = 0;
    while (i < a->update_count && a->updates[i].cell != cell)
        i++;
    if (i == a->update_count || a->kind == ACT_CALL || mentioned_elsewhere(a, cell, i))
        return LOCK_NONE;
    expr value = a->updates[i].value, zero = expr_const(p->exprs, p->cells.data[cell].width, 0);
    if (value != zero && !lock_is_key(p, value))
        return LOCK_NONE;
    expr is_free = expr_eq(p->exprs, program_cell_expr(p, cell, NULL), zero);
    if (guard_has_conjunct(a->guard, is_free) && !expr_mentions_cell(guard_without_conjunct(p->exprs, a->guard, is_free), cell))
        return value == zero ? LOCK_PASS : LOCK_TAKE;
    if (value != zero)
        return LOCK_NONE;
    if (!expr_mentions_cell(a->guard, cell))
        return LOCK_RELEASE;
    expr conjunct = key_conjunct(p, a->guard, cell);
    return conjunct && !expr_mentions_cell(guard_without_conjunct(p->exprs, a->guard, conjunct), cell) ? LOCK_RELEASE : LOCK_NONE;
}

/* Cells that only have lock uses anywhere (releases are looked at later). */
static void candidates(const struct program *p, struct bitset *locks)
{
    struct bitset taken = {0}, bad = {0};
    mentions m = {0};
    for (uint32_t k = 0; k < p->codes.size; k++)
        vector_each(const struct edge *, e, &p->codes.data[k].edges) {
            action_mentions(&e->action, &m);
            vector_each(const struct mention *, x, &m) {
                const struct cell *c = &p->cells.data[x->cell];
                if (!cell_is_shared(c) || cell_is_array(c))
                    continue;
                enum lock_use use = lock_use(p, &e->action, x->cell);
                if (use == LOCK_TAKE)
                    bitset_add(&taken, x->cell);
                else if (use == LOCK_NONE)
                    bitset_add(&bad, x->cell);
            }
        }
    vector_each(const struct cell *, c, &p->cells)
        if (c->arbitrary || c->init)
            bitset_add(&bad, c->id);
    bitset_subtract(&taken, &bad);
    bitset_unite(locks, &taken);
    vector_free(&m);
    bitset_free(&taken);
    bitset_free(&bad);
}

/* Greatest solution: held starts as "all locks" everywhere but at entries, and shrinks. */
static void propagate(const struct program *p, struct locksets *s, uint32_t code)
{
    const struct code *c = &p->codes.data[code];
    struct bitset *held = s->held[code], set = {0};
    u32_vector work = {0};
    for (uint32_t l = 0; l < c->locations.size; l++)
        bitset_copy(&held[l], &s->locks);
    bitset_clear(&held[c->entry]);
    for (uint32_t l = 0; l < c->locations.size; l++)
        vector_push(&work, l);
    while (work.size) {
        uint32_t l = vector_pop(&work);
        for (uint32_t i = out_begin(c, l); i < out_end(c, l); i++) {
            const struct edge *e = out_edge(c, i);
            bitset_copy(&set, &held[l]);
            if (e->action.kind == ACT_CALL)
                bitset_clear(&set);
            for (uint32_t u = 0; u < e->action.update_count; u++) {
                uint32_t cell = e->action.updates[u].cell;
                if (!bitset_has(&s->locks, cell))
                    continue;
                if (lock_use(p, &e->action, cell) == LOCK_TAKE)
                    bitset_add(&set, cell);
                else
                    bitset_remove(&set, cell);
            }
            if (bitset_intersect(&held[e->to], &set))
                vector_push(&work, e->to);
        }
    }
    vector_free(&work);
    bitset_free(&set);
}

void locksets_during(const struct program *p, const struct locksets *s, uint32_t code, const struct edge *e, struct bitset *out)
{
    assert(code < s->code_count && e->from < s->location_counts[code]);
    bitset_copy(out, &s->held[code][e->from]);
    for (uint32_t u = 0; u < e->action.update_count; u++) {
        uint32_t cell = e->action.updates[u].cell;
        enum lock_use use = bitset_has(&s->locks, cell) ? lock_use(p, &e->action, cell) : LOCK_NONE;
        if (use == LOCK_TAKE || use == LOCK_PASS)
            bitset_add(out, cell);
    }
}

/* Drops locks that somebody releases without holding them (main alone may). True if one was dropped. */
static bool drop_loose(const struct program *p, struct locksets *s, const struct alive *alive)
{
    struct bitset loose = {0};
    for (uint32_t k = 0; k < p->codes.size; k++)
        vector_each(const struct edge *, e, &p->codes.data[k].edges) {
            bool alone = k == 0 && alive_alone(alive, e);
            for (uint32_t u = 0; u < e->action.update_count; u++) {
                uint32_t cell = e->action.updates[u].cell;
                if (bitset_has(&s->locks, cell) && !alone && lock_use(p, &e->action, cell) == LOCK_RELEASE &&
                    !bitset_has(&s->held[k][e->from], cell))
                    bitset_add(&loose, cell);
            }
        }
    bool dropped = bitset_subtract(&s->locks, &loose);
    bitset_free(&loose);
    return dropped;
}

struct locksets *locksets_compute(const struct program *p, const struct alive *alive)
{
    struct locksets *s = NEW(struct locksets);
    s->code_count = p->codes.size;
    s->held = NEW_ARRAY(struct bitset *, s->code_count);
    s->location_counts = NEW_ARRAY(uint32_t, s->code_count);
    candidates(p, &s->locks);
    for (uint32_t k = 0; k < s->code_count; k++) {
        s->location_counts[k] = p->codes.data[k].locations.size;
        s->held[k] = NEW_ARRAY(struct bitset, s->location_counts[k]);
    }
    do
        for (uint32_t k = 0; k < s->code_count; k++)
            propagate(p, s, k);
    while (drop_loose(p, s, alive));
    return s;
}

void locksets_free(struct locksets *s)
{
    for (uint32_t k = 0; k < s->code_count; k++) {
        for (uint32_t l = 0; l < s->location_counts[k]; l++)
            bitset_free(&s->held[k][l]);
        mem_free(s->held[k]);
    }
    bitset_free(&s->locks);
    mem_free(s->held);
    mem_free(s->location_counts);
    mem_free(s);
}

/* The one expression that every taking of the lock writes, or NULL. */
static expr only_key(const struct program *p, uint32_t lock)
{
    expr key = NULL;
    for (uint32_t k = 0; k < p->codes.size; k++)
        vector_each(const struct edge *, e, &p->codes.data[k].edges)
            for (uint32_t u = 0; u < e->action.update_count; u++) {
                const struct update *x = &e->action.updates[u];
                if (x->cell != lock || lock_use(p, &e->action, lock) != LOCK_TAKE)
                    continue;
                if (key && key != x->value)
                    return NULL;
                key = x->value;
            }
    return key;
}

void locksets_simplify(struct program *p, const struct locksets *s)
{
    bitset_each(lock, &s->locks) {
        expr key = only_key(p, lock);
        if (!key)
            continue;
        expr mine = expr_eq(p->exprs, program_cell_expr(p, lock, NULL), key);
        for (uint32_t k = 0; k < p->codes.size; k++)
            vector_each(struct edge *, e, &p->codes.data[k].edges)
                if (bitset_has(&s->held[k][e->from], lock))
                    e->action.guard = guard_without_conjunct(p->exprs, e->action.guard, mine);
    }
}

bool locksets_released_by_holder(const struct program *p, const struct locksets *s, uint32_t lock)
{
    assert(lock < p->cells.size);
    for (uint32_t k = 0; k < p->template_count; k++)
        vector_each(const struct edge *, e, &p->codes.data[k].edges) {
            expr value = action_writes(&e->action, lock);
            if (value && expr_is_value(value, 0) && !bitset_has(&s->held[k][e->from], lock) &&
                lock_use(p, &e->action, lock) != LOCK_PASS)
                return false;
        }
    return true;
}

bool locksets_owned(const struct program *p, const struct locksets *s, uint32_t lock)
{
    assert(lock < p->cells.size);
    for (uint32_t k = 0; k < p->template_count; k++)
        vector_each(const struct edge *, e, &p->codes.data[k].edges) {
            expr value = action_writes(&e->action, lock);
            if (value && !expr_is_value(value, 0) && !is_own_id(&p->codes.data[k], value))
                return false;
        }
    return p->cells.data[lock].width >= SELF_WIDTH && locksets_released_by_holder(p, s, lock);
}
