/* Data races. Two accesses race if two threads are about to make them on one slot. A pair of cases, one for each
 * thread, is impossible if
 *   - both threads hold one lock, or are both in an atomic section;
 *   - by the order of events, with what both cases assume, one thread is past its access for good, or cannot yet have
 *     come to it, when the other is at its own;
 *   - the two do not agree on some shared variable as it is now, or on the slot.
 * All of it speaks of where threads are, not of what they do next, so it does not matter whether the accesses can
 * really be made one after the other. */
#include "engines/flow/steps.h"
#include "facts/accesses.h"

struct about { /* to make an access, in one case */
    uint32_t thread, edge, node;
    struct abstract *now;
    struct value index;
};
typedef VECTOR(struct about) abouts;

static const struct edge *edge_of(const struct flow *f, const struct about *x)
{
    return &f->program->codes.data[f->threads->threads.data[x->thread].code].edges.data[x->edge];
}

/* The cases in which a thread is about to make the access. */
static void add_cases(struct flow *f, uint32_t thread, const struct access_site *site, abouts *out)
{
    const struct interpreted *in = &f->interpreted[thread];
    const struct edge *e = &f->program->codes.data[site->code].edges.data[site->edge];
    vector_each(const struct partition *, p, &in->at[e->from]) {
        struct abstract *here = case_now(f, in, e->from, p);
        struct about a = {.thread = thread, .edge = site->edge, .node = p->node};
        a.now = steps_before_access(f, in->space, here, e, site->access, &a.index);
        abstract_free(in->space, here);
        if (a.now)
            vector_push(out, a);
    }
}

static void find_abouts(struct flow *f, uint32_t access, abouts *out)
{
    access_sites sites = {0};
    access_sites_find(f->program, access, &sites);
    for (uint32_t t = 0; t < f->threads->threads.size; t++)
        vector_each(const struct access_site *, s, &sites)
            if (f->interpreted[t].space && s->code == f->threads->threads.data[t].code)
                add_cases(f, t, s, out);
    vector_free(&sites);
}

static void abouts_free(const struct flow *f, abouts *list)
{
    vector_each(struct about *, a, list)
        abstract_free(f->interpreted[a->thread].space, a->now);
    vector_free(list);
}

static bool under_one_lock(const struct flow *f, const struct about *a, const struct about *b)
{
    return (f->threads->held[f->threads->threads.data[a->thread].code][edge_of(f, a)->from] &
            f->threads->held[f->threads->threads.data[b->thread].code][edge_of(f, b)->from]) != 0;
}

/* When b's thread is at its access, a's thread cannot be at its own: something that is on every way to b, or the start
 * of b's thread, never comes before a. */
static bool gone_when(const struct flow *f, const struct about *a, const struct about *b)
{
    const struct order *o = f->threads->order;
    const struct thread *tb = &f->threads->threads.data[b->thread];
    const struct bitset *passed = &f->threads->graphs[tb->code]->dominates[b->edge];
    uint32_t ea = f->threads->threads.data[a->thread].event[a->edge];
    if (ea == NONE)
        return false;
    for (uint32_t p = thread_start(tb); p < tb->end_event; p++) {
        if (p != thread_start(tb) && (p == thread_end(tb) || !bitset_has(passed, f->threads->events.data[p].edge)))
            continue; /* it may not have happened */
        if (order_before(o, ea, p) ? f->threads->events.data[ea].once : order_never_after(o, ea, p))
            return true;
    }
    return false;
}

/* Whether they agree on the slot and on the shared variables as they are now. */
static bool agree(const struct flow *f, const struct about *a, const struct about *b)
{
    const struct interpreted *x = &f->interpreted[a->thread], *y = &f->interpreted[b->thread];
    struct value both = value_meet(&a->index, &b->index);
    for (uint32_t v = 0; !both.bottom && v < x->space->shared_count; v++)
        if (y->local[x->global[v]] != NONE)
            both = value_meet(abstract_get(x->space, a->now, v), abstract_get(y->space, b->now, y->local[x->global[v]]));
    return !both.bottom;
}

static bool can_race(struct flow *f, const struct about *a, const struct about *b)
{
    bool same_group = a->thread == b->thread;
    if ((same_group && f->threads->threads.data[a->thread].number != NONE) || under_one_lock(f, a, b) || !agree(f, a, b))
        return false;
    if (f->mode < CONSTRAINED || same_group) /* its events do not tell the two instances apart */
        return true;
    assume_goto(f, a->node);
    uint32_t depth = f->path.size;
    bool possible = assume_also(f, b->node) && !gone_when(f, a, b) && !gone_when(f, b, a);
    assume_back(f, depth);
    return possible;
}

bool race_possible(struct flow *f, const struct check *check)
{
    assert(check->kind == CHECK_PAIR);
    abouts a = {0}, b = {0};
    bool possible = false;
    find_abouts(f, check->access_a, &a);
    if (a.size)
        find_abouts(f, check->access_b, &b);
    vector_each(const struct about *, x, &a)
        for (uint32_t i = 0; i < b.size && !possible; i++)
            possible = can_race(f, x, &b.data[i]);
    abouts_free(f, &a);
    abouts_free(f, &b);
    if (f->mode >= CONSTRAINED)
        assume_goto(f, 0);
    return possible;
}
