/* Assumptions about which store serves which read, as a tree; and what follows from them for the order of events: rules
 * 3 to 6 of the paper (section 5.2) as one propagation. A view is treated like a store: "the view is unchanged" says
 * that nobody wrote between the event that touched the variable last and this read; so the paper's dummy pair is split
 * into its reaching stores, the initial values being written by EVENT_INIT.
 *
 * Only reads that occur at most once are remembered, and only stores that do; for all others nothing is derived. */
#include "engines/flow/analysis.h"

#include <stdlib.h>

void assume_init(struct flow *f)
{
    vector_push(&f->assumptions, (struct assumption){.parent = NONE, .read = NONE, .source = NONE});
    uint32_t nothing = NONE;
    intern_add(&f->sets, &nothing, 0, NULL); /* NO_SET */
}

void assume_free(struct flow *f)
{
    vector_free(&f->assumptions);
    vector_free(&f->facts);
    intern_free(&f->child_keys);
    vector_free(&f->child);
    intern_free(&f->sets);
    vector_free(&f->path);
    vector_free(&f->marks);
    f->child_keys = (struct intern){0};
    f->sets = (struct intern){0};
}

uint32_t set_single(struct flow *f, uint32_t event)
{
    assert(event < f->threads->events.size);
    return intern_add(&f->sets, &event, sizeof event, NULL);
}

const uint32_t *set_members(const struct flow *f, uint32_t set, uint32_t *count)
{
    size_t bytes;
    const uint32_t *m = intern_bytes(&f->sets, set, &bytes);
    *count = (uint32_t)(bytes / sizeof *m);
    return m;
}

uint32_t set_union(struct flow *f, uint32_t a, uint32_t b)
{
    uint32_t na, nb, n = 0, i = 0, j = 0, all[2 * LAST_MAX];
    if (a == b)
        return a;
    if (a == NO_SET || b == NO_SET)
        return NO_SET;
    const uint32_t *x = set_members(f, a, &na), *y = set_members(f, b, &nb);
    while (i < na || j < nb) {
        uint32_t e;
        if (j == nb || (i < na && x[i] <= y[j])) {
            e = x[i];
            j += j < nb && y[j] == e;
            i++;
        } else {
            e = y[j++];
        }
        all[n++] = e;
    }
    return n > LAST_MAX ? NO_SET : intern_add(&f->sets, all, n * sizeof *all, NULL);
}

static bool once(const struct flow *f, uint32_t event) { return f->threads->events.data[event].once; }

/* The assumption on the path about this read of the variable, or NULL. */
static const struct assumption *assumed(const struct flow *f, uint32_t read, uint32_t variable)
{
    vector_each(const uint32_t *, p, &f->path) {
        const struct assumption *a = &f->assumptions.data[*p];
        if (a->read == read && a->variable == variable)
            return a;
    }
    return NULL;
}

static const uint32_t *sources_of(const struct flow *f, const struct assumption *a, uint32_t *n)
{
    *n = 1;
    return a->source == NONE ? set_members(f, a->last, n) : &a->source;
}

/* The store cannot come before any of the events, which are the last touches of its variable or its source: each of
 * them is never after it; or it is a read, served from something that is never after it. */
static bool not_before(const struct flow *f, const uint32_t *events, uint32_t n, uint32_t store, uint32_t variable)
{
    for (uint32_t i = 0; i < n; i++) {
        if (events[i] == store)
            return false;
        if (order_never_after(f->threads->order, events[i], store))
            continue;
        const struct assumption *a = assumed(f, events[i], variable);
        uint32_t m;
        const uint32_t *from = a ? sources_of(f, a, &m) : NULL;
        if (!from || !not_before(f, from, m, store, variable))
            return false;
    }
    return n > 0;
}

/* Adds to the order, and to the facts of the assumption that is being made. */
static bool conclude(struct flow *f, uint32_t a, uint32_t b)
{
    struct order *o = f->threads->order;
    uint32_t mark = order_mark(o);
    if (!order_add(o, a, b))
        return false;
    if (order_mark(o) != mark)
        vector_push(&f->facts, (struct before){a, b});
    return true;
}

static bool among(const uint32_t *events, uint32_t n, uint32_t e)
{
    for (uint32_t i = 0; i < n; i++)
        if (events[i] == e)
            return true;
    return false;
}

/* Rule 3 and its converse for one assumption and one store that surely overwrites the variable: if it cannot come
 * before the source it comes after the read, and if it comes before the read it comes before the source. False on
 * contradiction. */
static bool derive_store(struct flow *f, const struct assumption *a, const uint32_t *from, uint32_t n, uint32_t store,
                         bool *changed)
{
    struct order *o = f->threads->order;
    if (store == a->read || among(from, n, store) || order_before(o, a->read, store))
        return true;
    if (not_before(f, from, n, store, a->variable))
        *changed = true;
    else if (n == 1 && once(f, from[0]) && order_before(o, store, a->read) && !order_before(o, store, from[0]))
        return *changed = true, conclude(f, store, from[0]);
    else
        return true;
    return conclude(f, a->read, store);
}

/* Where a variable has many stores, rule 3 is only asked about those that come before the read: the order that follows
 * for the others is not entered. */
static bool derive(struct flow *f, const struct assumption *a, bool *changed)
{
    const struct flow_threads *t = f->threads;
    uint32_t n;
    const uint32_t *from = sources_of(f, a, &n);
    const stores *all = &t->stores[a->variable];
    if (all->size <= DERIVED_MAX) {
        vector_each(const struct store *, s, all)
            if (s->surely && !derive_store(f, a, from, n, s->event, changed))
                return false;
        return true;
    }
    for (uint32_t i = 0; i < order_words(t->order); i++) {
        uint64_t earlier = t->overwrite[a->variable][i] & order_predecessors(t->order, a->read)[i];
        for (; earlier; earlier &= earlier - 1)
            if (!derive_store(f, a, from, n, i * 64 + (uint32_t)__builtin_ctzll(earlier), changed))
                return false;
    }
    return true;
}

/* The facts of one assumption, on top of those on the path. */
static bool push(struct flow *f, const struct assumption *a)
{
    uint32_t n;
    f->queries++;
    if (a->source != NONE) {
        const uint32_t *last = set_members(f, a->last, &n);
        if (!conclude(f, a->source, a->read))
            return false;
        /* it was written after the thread touched the variable last */
        if (n == 1 && last[0] != a->source && once(f, last[0]) && !conclude(f, last[0], a->source))
            return false;
    }
    for (bool changed = true; changed;) {
        changed = false;
        if (!derive(f, a, &changed))
            return false;
        vector_each(const uint32_t *, p, &f->path)
            if (!derive(f, &f->assumptions.data[*p], &changed))
                return false;
    }
    return true;
}

static void pop(struct flow *f) { order_undo(f->threads->order, vector_pop(&f->marks)); }

void assume_goto(struct flow *f, uint32_t node)
{
    assert(node < f->assumptions.size);
    u32_vector way = {0};
    uint32_t n = node;
    while (f->assumptions.data[n].depth > f->path.size)
        vector_push(&way, n), n = f->assumptions.data[n].parent;
    while (f->path.size > f->assumptions.data[n].depth)
        f->path.size--, pop(f);
    while (n != 0 && f->path.data[f->assumptions.data[n].depth - 1] != n) {
        vector_push(&way, n), n = f->assumptions.data[n].parent;
        f->path.size--, pop(f);
    }
    while (way.size) {
        n = vector_pop(&way);
        vector_push(&f->marks, order_mark(f->threads->order));
        for (uint32_t i = f->assumptions.data[n].facts; i < f->assumptions.data[n].facts_end; i++)
            order_add(f->threads->order, f->facts.data[i].first, f->facts.data[i].then);
        vector_push(&f->path, n);
    }
    vector_free(&way);
}

bool assume_also(struct flow *f, uint32_t node)
{
    assert(node < f->assumptions.size);
    u32_vector way = {0};
    bool possible = true;
    for (; node != 0; node = f->assumptions.data[node].parent)
        vector_push(&way, node);
    uint32_t facts = f->facts.size;
    while (way.size && possible) {
        uint32_t n = vector_pop(&way);
        vector_push(&f->marks, order_mark(f->threads->order));
        vector_push(&f->path, n);
        possible = push(f, &f->assumptions.data[n]);
    }
    f->facts.size = facts;
    vector_free(&way);
    return possible;
}

void assume_back(struct flow *f, uint32_t depth)
{
    assert(depth <= f->path.size);
    while (f->path.size > depth)
        f->path.size--, pop(f);
}

/* The node for one more assumption; its parent if nothing follows from it, NONE if it is impossible. */
static uint32_t make_child(struct flow *f, struct assumption a)
{
    a.depth = f->assumptions.data[a.parent].depth + 1;
    a.facts = a.facts_end = f->facts.size;
    if (f->mode >= CONSTRAINED) {
        assume_goto(f, a.parent);
        uint32_t mark = order_mark(f->threads->order);
        bool possible = push(f, &a), news = order_mark(f->threads->order) != mark;
        order_undo(f->threads->order, mark);
        a.facts_end = f->facts.size;
        if (!possible || (!news && f->mode == FULL)) {
            f->facts.size = a.facts;
            return possible ? a.parent : NONE;
        }
    }
    vector_push(&f->assumptions, a);
    return f->assumptions.size - 1;
}

/* The same question comes again in every interpretation of the thread: answers are kept. */
uint32_t assume_read(struct flow *f, uint32_t node, uint32_t read, uint32_t variable, uint32_t source, uint32_t last)
{
    assert(node < f->assumptions.size && read < f->threads->events.size);
    if (!once(f, read) || (source != NONE && !once(f, source)))
        return node;
    if (f->mode >= CONSTRAINED && source == NONE && last == NO_SET)
        return node;
    uint32_t key[5] = {node, read, variable, source, last};
    bool is_new;
    uint32_t k = intern_add(&f->child_keys, key, sizeof key, &is_new);
    if (is_new) {
        uint32_t child =
            make_child(f, (struct assumption){.parent = node, .read = read, .variable = variable, .source = source, .last = last});
        vector_push(&f->child, child);
    }
    return f->child.data[k];
}

uint32_t assume_relevant(struct flow *f, uint32_t node, const struct clusters *clusters, uint32_t location)
{
    assert(node < f->assumptions.size);
    u32_vector way = {0};
    uint32_t left = 0;
    for (; node != 0; node = f->assumptions.data[node].parent)
        vector_push(&way, node);
    while (way.size) {
        struct assumption a = f->assumptions.data[vector_pop(&way)];
        if (!clusters_matter(clusters, location, f->threads->events.data[a.read].edge))
            continue;
        uint32_t next = assume_read(f, left, a.read, a.variable, a.source, a.last);
        left = next == NONE ? left : next;
    }
    vector_free(&way);
    return left;
}

uint32_t assume_common(const struct flow *f, uint32_t a, uint32_t b)
{
    assert(a < f->assumptions.size && b < f->assumptions.size);
    const struct assumption *t = f->assumptions.data;
    while (a != b)
        if (t[a].depth >= t[b].depth)
            a = t[a].parent;
        else
            b = t[b].parent;
    return a;
}
