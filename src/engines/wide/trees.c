/* What hangs off the argument of a thread: each thread of a kind has another argument (fresh.c), and what it puts there, or finds there, belongs to it as well. A server with a thread for each connection:
 *
 *     creator: c = malloc; c->next = all; all = c; create(serve, c)      serve(c): c->buffer = malloc; ... c->buffer[i] ...
 *
 * The objects of a tree are those that arguments of one creating step lead to, and those on the heap that are found from there only: no memory outside of the tree that several threads reach holds their addresses,
 * and no other thread is created with them. A thread of the kind has addresses of objects of the tree from its argument, from allocation, and from reading them in its own memory or in the tree, and not from anywhere
 * else; and it creates no thread of the kind itself, whose argument it would know. So it never has any but what it, or nobody, had before, if others do not put such addresses where it reads them: objects of which they do are none of the tree. Therefore two threads of the step never access the same object of the tree. */
#include "engines/wide/trees.h"

struct tree {
    uint32_t create;
    struct bitset kinds, arguments, objects;
    struct bitset holders; /* objects that may hold addresses of them */
    struct bitset taken;   /* accesses to arguments of threads that have been joined */
};

struct trees {
    const struct wide *w;
    VECTOR(struct tree) all;
    u32_vector tree_of; /* object: tree + 1 */
};

/* Places where addresses are read. */
typedef VECTOR(struct read_at {
    struct outline_place place;
    uint64_t width;
}) reads_at;

static bool leads_into(const struct wide *w, uint32_t places, uint32_t count, const struct bitset *objects)
{
    for (uint32_t k = 0; k < count; k++)
        if (bitset_has(objects, w->outline->places.data[places + k].object))
            return true;
    return false;
}

static bool has_kind(const struct wide *w, const struct tree *t, uint32_t procedure)
{
    bitset_each(k, &w->kinds_of.data[procedure])
        if (bitset_has(&t->kinds, k))
            return true;
    return false;
}

/* Several threads may find addresses in it. */
static bool is_open(const struct wide *w, const struct tree *t, uint32_t object)
{
    return !bitset_has(&t->objects, object) &&
           (object == OUTLINE_ATOMIC_SECTION || bitset_has(&w->shared, object) || w->outline->objects.data[object].elsewhere);
}

/* --- which objects --- */

static bool begin_tree(const struct wide *w, struct tree *t)
{
    const struct outline *o = w->outline;
    const struct outline_step *s = &o->steps.data[t->create];
    for (uint32_t k = 1; k < w->kinds.size; k++)
        if (w->kinds.data[k].step == t->create) {
            if (!wide_has_own_argument(w, k))
                return false;
            bitset_add(&t->kinds, k);
        }
    if (has_kind(w, t, w->procedure_of.data[t->create]))
        return false;
    const struct outline_address *a = &o->arguments.data[s->arguments];
    for (uint32_t k = 0; k < a->place_count; k++) {
        uint32_t object = o->places.data[a->places + k].object;
        if (o->objects.data[object].kind != OUTLINE_HEAP || o->objects.data[object].elsewhere)
            return false;
        bitset_add(&t->arguments, object);
        bitset_add(&t->objects, object);
    }
    return a->place_count;
}

static void add_reached(const struct wide *w, struct tree *t)
{
    for (bool changed = true; changed;) {
        changed = false;
        vector_each(const struct outline_link *, l, &w->outline->links) {
            const struct outline_object *x = &w->outline->objects.data[l->to];
            if (!bitset_has(&t->objects, l->from) || bitset_has(&t->objects, l->to) || x->kind != OUTLINE_HEAP || x->elsewhere)
                continue;
            bitset_add(&t->objects, l->to);
            changed = true;
        }
    }
}

/* Without what is found from elsewhere as well. False if that is what the step passes. */
static bool keep_own(const struct wide *w, struct tree *t)
{
    const struct outline *o = w->outline;
    for (uint32_t s = 0; s < o->steps.size; s++) {
        const struct outline_step *x = &o->steps.data[s];
        for (uint32_t k = 0; x->kind == OUTLINE_CREATE && s != t->create && k < x->argument_count; k++) {
            const struct outline_address *a = &o->arguments.data[x->arguments + k];
            for (uint32_t p = 0; p < a->place_count; p++)
                bitset_remove(&t->objects, o->places.data[a->places + p].object);
        }
    }
    for (bool changed = true; changed;) {
        changed = false;
        vector_each(const struct outline_link *, l, &o->links)
            if (bitset_has(&t->objects, l->to) && !bitset_has(&t->arguments, l->to) && is_open(w, t, l->from)) {
                bitset_remove(&t->objects, l->to);
                changed = true;
            }
    }
    bitset_clear(&t->holders);
    vector_each(const struct outline_link *, l, &o->links)
        if (bitset_has(&t->objects, l->to))
            bitset_add(&t->holders, l->from);
    return bitset_within(&t->arguments, &t->objects);
}

/* --- where its addresses come from --- */

/* Arguments may be known elsewhere, but not to these threads. */
static bool are_arguments_hidden(const struct wide *w, const struct tree *t)
{
    const struct outline *o = w->outline;
    bool joins = false;
    for (uint32_t s = 0; s < o->steps.size; s++)
        joins |= o->steps.data[s].kind == OUTLINE_JOIN && has_kind(w, t, w->procedure_of.data[s]);
    vector_each(const struct outline_link *, l, &o->links)
        if (bitset_has(&t->arguments, l->to) && is_open(w, t, l->from) &&
            (o->objects.data[l->from].elsewhere || (l->from == OUTLINE_ATOMIC_SECTION && joins)))
            return false;
    return true;
}

/* It may find addresses of the tree where it looks. */
static bool finds_any(const struct wide *w, const struct tree *t, const struct outline_step *s)
{
    return s->copies ? leads_into(w, s->address.places, s->address.place_count, &t->holders)
                     : leads_into(w, s->leads, s->lead_count, &t->objects);
}

static bool find_reads(const struct wide *w, const struct tree *t, reads_at *out)
{
    const struct outline *o = w->outline;
    for (uint32_t s = 0; s < o->steps.size; s++) {
        const struct outline_step *x = &o->steps.data[s];
        if (x->kind != OUTLINE_ACCESS || (x->write && !x->copies) || !has_kind(w, t, w->procedure_of.data[s]) ||
            !finds_any(w, t, x))
            continue;
        for (uint32_t k = 0; k < x->address.place_count; k++) {
            const struct outline_place *at = &o->places.data[x->address.places + k];
            if (is_open(w, t, at->object))
                return false;
            if (bitset_has(&t->objects, at->object))
                vector_push(out, (struct read_at){*at, x->width ? x->width : UINT32_MAX});
        }
        if (!x->address.place_count)
            return false;
    }
    return true;
}

/* Where these threads read addresses of the tree. */
static bool is_read(const struct wide *w, const struct outline_step *s, const reads_at *reads)
{
    for (uint32_t k = 0; k < s->address.place_count; k++)
        vector_each(const struct read_at *, r, reads)
            if (outline_places_overlap(&w->outline->places.data[s->address.places + k], s->width ? s->width : UINT32_MAX, &r->place,
                                       r->width))
                return true;
    return false;
}

/* Who is no thread of the step puts addresses of the tree where these threads read them: what they lead to is not theirs. False if that may be anything. */
static bool give_up(const struct wide *w, struct tree *t, const struct outline_step *s, bool *changed)
{
    if (s->copies)
        return false;
    for (uint32_t k = 0; k < s->lead_count; k++) {
        uint32_t object = w->outline->places.data[s->leads + k].object;
        *changed |= bitset_has(&t->objects, object);
        bitset_remove(&t->objects, object);
    }
    return true;
}

/* changed: it has lost objects, and is to be looked at again. */
static bool are_addresses_own(const struct wide *w, struct tree *t, bool *changed)
{
    const struct outline *o = w->outline;
    reads_at reads = {0};
    bool own = are_arguments_hidden(w, t) && find_reads(w, t, &reads);
    for (uint32_t s = 0; s < o->steps.size && own; s++) {
        const struct outline_step *x = &o->steps.data[s];
        if (x->kind == OUTLINE_ACCESS && x->write && !x->frees &&
            !bitset_within(&w->kinds_of.data[w->procedure_of.data[s]], &t->kinds) && is_read(w, x, &reads))
            own = give_up(w, t, x, changed);
    }
    vector_free(&reads);
    return own;
}

static bool find_tree(const struct wide *w, struct tree *t)
{
    if (!begin_tree(w, t))
        return false;
    add_reached(w, t);
    for (bool changed = true; changed;) {
        changed = false;
        if (!keep_own(w, t) || !are_addresses_own(w, t, &changed))
            return false;
    }
    return true;
}

/* --- all of them --- */

static void free_tree(struct tree *t)
{
    bitset_free(&t->kinds);
    bitset_free(&t->arguments);
    bitset_free(&t->objects);
    bitset_free(&t->holders);
    bitset_free(&t->taken);
}

void wide_trees(struct wide *w)
{
    assert(w->fresh && !w->trees);
    struct trees *all = NEW(struct trees);
    w->trees = all;
    all->w = w;
    vector_resize(&all->tree_of, w->outline->objects.size);
    struct bitset looked = {0};
    vector_each(const struct wide_kind *, k, &w->kinds) {
        if (k == w->kinds.data || bitset_has(&looked, k->step))
            continue;
        bitset_add(&looked, k->step);
        struct tree t = {.create = k->step};
        if (!find_tree(w, &t)) {
            free_tree(&t);
            continue;
        }
        if (!wide_gives_twice(w, t.create))
            wide_find_taken_back(w, t.create, &t.arguments, &t.taken);
        vector_push(&all->all, t);
        bitset_each(x, &t.objects)
            all->tree_of.data[x] = all->all.size;
    }
    bitset_free(&looked);
}

void wide_trees_free(struct trees *all)
{
    if (!all)
        return;
    vector_each(struct tree *, t, &all->all)
        free_tree(t);
    vector_free(&all->all);
    vector_free(&all->tree_of);
    mem_free(all);
}

uint32_t wide_tree(const struct wide *w, uint32_t object)
{
    assert(object < w->trees->tree_of.size);
    return w->trees->tree_of.data[object];
}

/* None of the threads that live has the argument that is accessed. */
static bool is_nobodys(const struct wide *w, const struct tree *t, uint32_t step)
{
    return wide_not_given(w, step) == t->create || bitset_has(&t->taken, step);
}

bool wide_is_taken_back(const struct wide *w, uint32_t step, uint32_t object)
{
    uint32_t number = wide_tree(w, object);
    return number && bitset_has(&w->trees->all.data[number - 1].taken, step);
}

bool wide_own_trees(const struct wide *w, uint32_t a, uint32_t x, uint32_t b, uint32_t y, uint32_t object)
{
    assert(a < w->kinds.size && b < w->kinds.size);
    uint32_t number = wide_tree(w, object);
    const struct tree *t = number ? &w->trees->all.data[number - 1] : NULL;
    if (!t)
        return false;
    bool first = bitset_has(&t->kinds, a), second = bitset_has(&t->kinds, b), argument = bitset_has(&t->arguments, object);
    return (first && second) || (argument && first && is_nobodys(w, t, y)) || (argument && second && is_nobodys(w, t, x));
}
