/* Pairs of accesses to shared memory, and why they do not race: groups of accesses (groups.h) are compared with each other, object by object. Locking and unlocking are atomic accesses of the lock; a lock that may be written (made anew,
 * destroyed) at the same time protects nothing, and neither does another lock help there: what matters is that it is not written while it is held. */
#include "engines/wide/batches.h"
#include "engines/wide/groups.h"

#include "base/effort.h"
#include "base/text.h"

#include <stdlib.h>

enum { FEW_ALIKE = 8 }; /* objects that the same accesses go to are listed one by one */

struct pairs {
    struct wide *w;
    struct wide_result *out;
    struct groups groups;
    struct map variable_of;
    struct intern names; /* of variables: what one line of the source allocates is one to its reader, however often it is inlined */
    struct records records;
    uint32_t open;        /* pairs, so far */
    u32_vector shapes;    /* group: a number that is equal where the same accesses go, at the same place of an object */
    u32_vector alike;     /* shape: how many groups have it */
    struct map told;      /* pairs of shapes that many objects have */
    bool lists;           /* elements of lists have one owner at a time */
    struct intern common; /* sets of such shapes, of objects that were compared */
};

static uint32_t variable(struct pairs *p, const struct access_group *g)
{
    uint64_t key = hash_pair(g->object, g->stride ? g->first % g->stride + (g->stride << 32) : g->first), known;
    if (map_get(&p->variable_of, key, &known))
        return (uint32_t)known;
    const struct outline *o = p->w->outline;
    struct outline_step *s =
        &o->steps.data[p->groups.members.data[p->groups.first.data[intern_find(&p->groups.all, g, sizeof *g)]].step];
    const char *member = "";
    for (uint32_t k = 0; k < s->address.place_count; k++) {
        const struct outline_place *at = &o->places.data[s->address.places + k];
        if (at->object == g->object && at->first == g->first)
            member = at->member;
    }
    const struct outline_object *x = &o->objects.data[g->object];
    const char *own = strstr(member, ".__data"); /* what glibc has inside a mutex is called by the mutex */
    int length = own ? (int)(own - member) : (int)strlen(member);
    const char *name = arena_printf(&p->out->arena, "%s%.*s", x->name, length, member);
    const char *of_source = arena_printf(&p->out->arena, "%s:%u %s", x->pos.file ? x->pos.file : "", x->pos.line, name);
    bool is_new;
    uint32_t number = intern_add(&p->names, of_source, strlen(of_source), &is_new);
    if (is_new)
        vector_push(&p->out->variables, (struct wide_variable){.object = g->object, .name = name});
    map_put(&p->variable_of, key, number);
    return number;
}

/* Only one thread makes both. */
static bool is_one_thread(const struct pairs *p, const struct access_group *g, const struct access_group *h)
{
    uint32_t n;
    const uint32_t *k = sets_members(&p->groups.kinds, g->kinds, &n);
    return g->kinds == h->kinds && n == 1 && p->w->kinds.data[k[0]].unique;
}

/* These threads may be there at the same time, but what they access are different parts, which belong to one of them each. */
static bool have_own(const struct wide *w, uint32_t a, uint32_t x, uint32_t b, uint32_t y, uint32_t object)
{
    if (wide_own_trees(w, a, x, b, y, object))
        return true;
    if (a == b)
        return wide_separate(w, a, x, y) || wide_own_parts(w, a, x, y);
    return wide_idle_part(w, a, x, b, y) || wide_idle_part(w, b, y, a, x);
}

/* The same by who is written in the object. */
static bool have_owners(const struct pairs *p, uint32_t x, uint32_t y, uint32_t object)
{
    return p->w->owners.differ && outline_owners_differ(&p->w->owners, x, y, object);
}

/* Two kinds of threads that may make these accesses at the same time; false if there are none. */
static bool meet_in_time(const struct pairs *p, uint32_t x, uint32_t y, uint32_t object, struct wide_pair *out)
{
    const struct wide *w = p->w;
    bitset_each(a, &w->kinds_of.data[w->procedure_of.data[x]])
        bitset_each(b, &w->kinds_of.data[w->procedure_of.data[y]])
            if (wide_parallel(w, a, x, b, y) && !have_own(w, a, x, b, y, object) && wide_may_lead_to(w, a, x, object) &&
                wide_may_lead_to(w, b, y, object)) {
                out->kind_a = a;
                out->kind_b = b;
                return true;
            }
    return false;
}

/* Why they are apart, by the first threads that may make them. */
static const char *order_words(const struct pairs *p, uint32_t x, uint32_t y, uint32_t object)
{
    const struct wide *w = p->w;
    bitset_each(a, &w->kinds_of.data[w->procedure_of.data[x]])
        bitset_each(b, &w->kinds_of.data[w->procedure_of.data[y]]) {
            if (!wide_may_lead_to(w, a, x, object) || !wide_may_lead_to(w, b, y, object))
                continue;
            const char *why = wide_why_apart(w, a, x, b, y, &p->out->arena);
            if (!why)
                return "each thread has a part of its own";
            if (a != b)
                return why;
        }
    return "there is one such thread";
}

/* There are so many open pairs of this variable that more of them tell nobody anything. */
static bool is_crowded(const struct pairs *p, uint32_t variable)
{
    enum { MANY = 60000, MANY_OF_ONE = 2000, SOME_OF_ONE = 100 };
    uint32_t open = p->out->variables.data[variable].open;
    return open >= MANY_OF_ONE || (open >= SOME_OF_ONE && p->open >= MANY);
}

static void record_all(struct pairs *p, uint32_t a, uint32_t b, struct wide_pair *pair, const struct budget *budget)
{
    enum { RECORD = 4 }; /* steps */
    uint32_t *open = &p->out->variables.data[pair->variable].open, before = *open;
    for (uint32_t i = p->groups.first.data[a]; i < p->groups.first.data[a + 1]; i++)
        for (uint32_t k = a == b ? i : p->groups.first.data[b]; k < p->groups.first.data[b + 1]; k++) {
            pair->a = p->groups.members.data[i].step;
            pair->b = p->groups.members.data[k].step;
            wide_record(&p->records, pair);
            effort_spend(RECORD);
            if (limit_words(budget_spent(budget)))
                return;
            if (pair->reason == WIDE_OPEN && is_crowded(p, pair->variable)) {
                p->out->variables.data[pair->variable].more = true;
                i = p->groups.first.data[a + 1];
                break;
            }
        }
    p->open += *open - before;
}

static struct outline_place place_of(const struct access_group *g)
{
    return (struct outline_place){
        .object = g->object, .first = g->first, .stride = g->stride, .end = g->end, .inner = g->inner, .room = g->room};
}

/* They conflict, if different threads may make them at the same time. */
static bool may_conflict(const struct pairs *p, const struct access_group *g, const struct access_group *h)
{
    struct outline_place x = place_of(g);
    struct outline_place y = place_of(h);
    return (g->write || h->write) && outline_places_overlap(&x, g->width, &y, h->width) && !(g->atomic && h->atomic) &&
           !is_one_thread(p, g, h);
}

/* Where memory comes from the same free lists, the same accesses go to many objects, and race in all of them or in none. */
static void find_shapes(struct pairs *p)
{
    struct intern known = {0};
    struct text bytes = {0};
    for (uint32_t g = 0; g < p->groups.all.size; g++) {
        struct access_group shape = *group_at(&p->groups, g);
        bool is_new;
        shape.object = shape.owner == NONE && !shape.homes ? 0 : shape.object; /* else it depends on the object as well */
        text_clear(&bytes);
        text_append_bytes(&bytes, (const char *)&shape, sizeof shape);
        for (uint32_t m = p->groups.first.data[g]; m < p->groups.first.data[g + 1]; m++)
            text_append_bytes(&bytes, (const char *)&p->groups.members.data[m].step, sizeof p->groups.members.data[m].step);
        uint32_t number = intern_add(&known, bytes.data, bytes.size, &is_new);
        vector_push(&p->shapes, number);
        if (is_new)
            vector_push(&p->alike, 0);
        p->alike.data[number]++;
    }
    intern_free(&known);
    text_free(&bytes);
}

/* Whether these accesses have been compared, of another object; then there is nothing new to say. */
static bool is_told(struct pairs *p, uint32_t a, uint32_t b, uint32_t variable)
{
    uint32_t x = p->shapes.data[a], y = p->shapes.data[b];
    uint32_t objects = p->alike.data[x] < p->alike.data[y] ? p->alike.data[x] : p->alike.data[y];
    uint64_t key = x < y ? (uint64_t)x << 32 | y : (uint64_t)y << 32 | x;
    if (objects <= FEW_ALIKE)
        return false;
    if (map_get(&p->told, key, NULL))
        return true;
    map_put(&p->told, key, 1);
    uint32_t *alike = &p->out->variables.data[variable].alike;
    *alike = objects > *alike ? objects : *alike;
    return false;
}

static void decide(struct pairs *p, uint32_t a, uint32_t b, const struct budget *budget)
{
    if (!may_conflict(p, group_at(&p->groups, a), group_at(&p->groups, b)))
        return;
    uint32_t s = p->groups.members.data[p->groups.first.data[a]].step, t = p->groups.members.data[p->groups.first.data[b]].step;
    struct wide_pair pair = {.a = s, .b = t, .variable = variable(p, group_at(&p->groups, a))};
    if (is_told(p, a, b, pair.variable))
        return;
    if (is_crowded(p, pair.variable)) {
        p->out->variables.data[pair.variable].more = true;
        return;
    }
    if (!meet_in_time(p, s, t, group_at(&p->groups, a)->object, &pair)) {
        pair.reason = WIDE_ORDER;
        pair.why = order_words(p, s, t, group_at(&p->groups, a)->object);
    } else if (have_owners(p, s, t, group_at(&p->groups, a)->object)) {
        pair.reason = WIDE_ORDER;
        pair.why = "each record belongs to the thread whose id is in it";
    } else if (wide_is_unsettled(p->w, s, group_at(&p->groups, a)->object) ||
               wide_is_unsettled(p->w, t, group_at(&p->groups, a)->object)) {
        pair.reason = WIDE_ORDER;
        pair.why = "nobody else knows it yet";
    } else if (p->lists && group_at(&p->groups, a)->alone && group_at(&p->groups, b)->alone) {
        pair.reason = WIDE_ORDER;
        pair.why = "an element of a list has one owner at a time";
    } else if (!group_at(&p->groups, a)->lock && !group_at(&p->groups, b)->lock &&
               ((pair.why = wide_common_lock(p->w, s, t, &p->out->arena)) ||
                (pair.why = wide_lock_at_home(p->w, s, t, group_at(&p->groups, a)->object, &p->out->arena)))) {
        pair.reason = WIDE_LOCK;
    }
    record_all(p, a, b, &pair, budget);
}

static bool is_common(const struct pairs *p, uint32_t group) { return p->alike.data[p->shapes.data[group]] > FEW_ALIKE; }

/* Whether there was another object with the same accesses, of those that go to many objects. */
static bool is_like_another(struct pairs *p, const u32_vector *all)
{
    u32_vector common = {0};
    bool is_new = true;
    vector_each(const uint32_t *, g, all)
        if (is_common(p, *g))
            vector_push(&common, p->shapes.data[*g]);
    if (common.size)
        intern_add(&p->common, common.data, common.size * sizeof *common.data, &is_new);
    vector_free(&common);
    return !is_new;
}

/* Groups of one object are compared with each other. */
static void compare_groups(struct pairs *p, const u32_vector *all, const struct budget *budget)
{
    bool known = is_like_another(p, all);
    for (uint32_t i = 0; i < all->size; i++)
        for (uint32_t k = i; k < all->size && !p->out->stopped; k++) {
            if (known && is_common(p, all->data[i]) && is_common(p, all->data[k]))
                continue;
            decide(p, all->data[i], all->data[k], budget);
            effort_spend(1);
            p->out->stopped = limit_words(budget_spent(budget));
        }
}

/* A lock that is written while somebody may use it protects nothing. That has to be known of all of them before any pair is said to be under a lock. */
static void find_written_locks(struct pairs *p, const u32_vector *all)
{
    struct wide_pair threads;
    for (uint32_t i = 0; i < all->size; i++)
        for (uint32_t k = 0; k < all->size && group_at(&p->groups, all->data[i])->lock; k++) {
            const struct access_group *lock = group_at(&p->groups, all->data[i]), *other = group_at(&p->groups, all->data[k]);
            uint32_t s = p->groups.members.data[p->groups.first.data[all->data[i]]].step,
                     t = p->groups.members.data[p->groups.first.data[all->data[k]]].step;
            if (may_conflict(p, lock, other) && meet_in_time(p, s, t, lock->object, &threads) &&
                !have_owners(p, s, t, lock->object)) {
                wide_distrust(p->w, lock->object);
                return;
            }
        }
}

static int by_size(const void *x, const void *y)
{
    const u32_vector *a = x, *b = y;
    return a->size != b->size ? (a->size > b->size) - (a->size < b->size) : (a->data[0] > b->data[0]) - (a->data[0] < b->data[0]);
}

/* Object by object; those with many groups come last, the smaller ones before, so that most has been said when a limit is reached. */
static void compare(struct pairs *p, const struct budget *budget)
{
    enum { MANY = 200 };
    VECTOR(u32_vector) of_object = {0}, large = {0};
    vector_resize(&of_object, p->w->outline->objects.size);
    for (uint32_t g = 0; g < p->groups.all.size; g++)
        vector_push(&of_object.data[group_at(&p->groups, g)->object], g);
    vector_each(u32_vector *, all, &of_object)
        find_written_locks(p, all);
    p->lists = wide_lists_hold(p->w);
    find_shapes(p);
    vector_each(u32_vector *, all, &of_object) {
        if (all->size <= MANY)
            compare_groups(p, all, budget);
        else
            vector_push(&large, *all);
    }
    if (large.size)
        qsort(large.data, large.size, sizeof *large.data, by_size);
    vector_each(u32_vector *, all, &large)
        compare_groups(p, all, budget);
    vector_each(u32_vector *, all, &of_object)
        vector_free(all);
    vector_free(&of_object);
    vector_free(&large);
}

static void pairs_free(struct pairs *p)
{
    groups_free(&p->groups);
    map_free(&p->variable_of);
    intern_free(&p->names);
    vector_free(&p->shapes);
    vector_free(&p->alike);
    map_free(&p->told);
    intern_free(&p->common);
    map_free(&p->records.known);
    intern_free(&p->records.files);
}

struct wide_result *wide_races(const struct outline *o, const struct budget *budget)
{
    assert(outline_valid(o, &(const char *){NULL}));
    struct wide *w = wide_begin(o);
    struct pairs p = {.w = w, .out = NEW(struct wide_result)};
    p.out->w = w;
    p.records = (struct records){.w = w, .out = p.out};
    groups_find(&p.groups, w, &p.records);
    struct budget share = budget_share(budget, SHARE_WIDE_PAIRS), within = budget_part(&share, EFFORT_WIDE_PAIRS);
    compare(&p, &within);
    wide_rank(p.out);
    pairs_free(&p);
    return p.out;
}

void wide_result_free(struct wide_result *r)
{
    wide_end(r->w);
    vector_free(&r->variables);
    vector_free(&r->pairs);
    vector_free(&r->untracked);
    arena_release(&r->arena);
    mem_free(r);
}
