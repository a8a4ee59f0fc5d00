/* Unnoticed steps: what no check can notice, directly or through what it makes others do, goes: ends of threads behind their last step that matters (joins, say), and threads
 * without one. A thread that may go on need not, so one that stops there takes nothing from the runs of the others, and its steps gave nothing to them; but nobody stops
 * within an atomic section, where the others wait for it.
 * Requires: no check asks who waits, and no procedures (else nothing is done). Breaks: numbers of locations and edges; that threads come to their ends. */
#include "base/memory.h"
#include "passes/edit.h"
#include "passes/passes.h"
#include "program/terms.h"

struct search {
    const struct program *p;
    struct bitset cells;    /* that matter */
    struct bitset accesses; /* that checks are about */
    struct bitset *live;    /* by code: locations from where a step that matters may follow, or that have to be left */
    bool changed;
};

static void add(struct search *s, struct bitset *to, uint32_t x)
{
    s->changed |= !bitset_has(to, x);
    bitset_add(to, x);
}

static bool is_atomic(const struct code *c, uint32_t location) { return c->locations.data[location].flags & LOC_ATOMIC; }

static bool matters(const struct search *s, const struct code *c, const struct edge *e)
{
    bool yes = c->locations.data[e->to].flags & (LOC_ERROR | LOC_UNSUPPORTED);
    for (uint32_t i = 0; i < e->action.update_count && !yes; i++)
        yes = bitset_has(&s->cells, e->action.updates[i].cell);
    for (uint32_t i = 0; i < e->action.access_count && !yes; i++)
        yes = bitset_has(&s->accesses, e->action.accesses[i].id);
    return yes;
}

static bool is_kept(const struct search *s, uint32_t code, const struct edge *e)
{
    const struct code *c = &s->p->codes.data[code];
    bool goes_on = bitset_has(&s->live[code], e->from) && (is_atomic(c, e->from) || bitset_has(&s->live[code], e->to));
    return goes_on || matters(s, c, e);
}

static void add_cells(struct search *s, expr e)
{
    uint32_t before = bitset_count(&s->cells);
    if (e)
        expr_cells(e, &s->cells);
    s->changed |= bitset_count(&s->cells) != before;
}

/* What decides whether the step is taken, and what it does that matters. */
static void look_at(struct search *s, const struct action *a)
{
    add_cells(s, a->guard);
    for (uint32_t i = 0; i < a->update_count; i++)
        if (bitset_has(&s->cells, a->updates[i].cell)) {
            add_cells(s, a->updates[i].value);
            add_cells(s, a->updates[i].index);
        }
    for (uint32_t i = 0; i < a->access_count; i++)
        if (bitset_has(&s->accesses, a->accesses[i].id)) {
            add(s, &s->cells, a->accesses[i].cell);
            add_cells(s, a->accesses[i].index);
        }
}

static void go_round(struct search *s)
{
    s->changed = false;
    for (uint32_t k = 0; k < s->p->codes.size; k++) {
        const struct code *c = &s->p->codes.data[k];
        for (uint32_t i = c->edges.size; i-- > 0;) { /* backwards, as it spreads */
            const struct edge *e = &c->edges.data[i];
            if (matters(s, c, e) || bitset_has(&s->live[k], e->to))
                add(s, &s->live[k], e->from);
            if (!is_kept(s, k, e))
                continue;
            look_at(s, &e->action);
            if (is_atomic(c, e->to))
                add(s, &s->live[k], e->to);
        }
    }
}

static void forget_rest(struct search *s, struct action *a)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < a->update_count; i++)
        if (bitset_has(&s->cells, a->updates[i].cell))
            a->updates[n++] = a->updates[i];
    a->update_count = n;
    n = 0;
    for (uint32_t i = 0; i < a->access_count; i++)
        if (bitset_has(&s->cells, a->accesses[i].cell))
            a->accesses[n++] = a->accesses[i];
    a->access_count = n;
}

static void cut(struct search *s, struct program *p)
{
    struct bitset drop = {0};
    for (uint32_t k = 0; k < p->codes.size; k++) {
        struct code *c = &p->codes.data[k];
        bitset_clear(&drop);
        for (uint32_t i = 0; i < c->edges.size; i++) {
            if (!is_kept(s, k, &c->edges.data[i]))
                bitset_add(&drop, i);
            forget_rest(s, &c->edges.data[i].action);
        }
        code_compact(p, k, &drop);
    }
    bitset_free(&drop);
    program_drop_unused_cells(p, program_needs(p) & NEEDS_ACCESSES);
}

void pass_unnoticed(struct program *p)
{
    struct search s = {.p = p};
    if (program_needs(p) & NEEDS_BLOCKING || program_has_calls(p))
        return;
    vector_each(const struct check *, c, &p->checks)
        if (check_is_asked(c) && c->access_a != NONE) {
            bitset_add(&s.accesses, c->access_a);
            bitset_add(&s.accesses, c->access_b);
        }
    s.live = NEW_ARRAY(struct bitset, p->codes.size + 1);
    do
        go_round(&s);
    while (s.changed);
    cut(&s, p);
    for (uint32_t k = 0; k < p->codes.size; k++)
        bitset_free(&s.live[k]);
    mem_free(s.live);
    bitset_free(&s.cells);
    bitset_free(&s.accesses);
}
