#include "engines/wide/groups.h"

#include <stdlib.h>

static bool is_access(const struct outline_step *s)
{
    bool lock = s->kind == OUTLINE_LOCK || s->kind == OUTLINE_UNLOCK;
    return s->kind == OUTLINE_ACCESS || (lock && s->address.places != OUTLINE_ATOMIC_SECTION);
}

/* A number that is equal where the same is known of the moment, whichever of these threads is there. */
static uint32_t moments_of(struct groups *t, uint32_t step, uint32_t kinds)
{
    uint32_t n;
    const uint32_t *k = sets_members(&t->kinds, kinds, &n);
    u32_vector all = {0};
    for (uint32_t i = 0; i < n; i++) {
        uint32_t joined, started = wide_moment(t->w, k[i], step, &joined);
        vector_push(&all, started);
        vector_push(&all, joined);
    }
    uint32_t number = intern_add(&t->moments, all.data, all.size * sizeof *all.data, NULL);
    vector_free(&all);
    return number;
}

/* The same for where its homes are, where a lock in one of them is held, or there is none yet: 0 otherwise. */
static uint32_t homes_of(struct groups *t, uint32_t step)
{
    const struct outline_step *s = &t->w->outline->steps.data[step];
    VECTOR(uint64_t) all = {0};
    if (!wide_home_matters(t->w, step))
        return 0;
    vector_push(&all, t->w->procedure_of.data[step]);
    for (uint32_t k = s->homes; k < s->homes + s->home_count; k++) {
        const struct outline_home *home = &t->w->outline->homes.data[k];
        vector_push(&all, (uint64_t)home->class << 32 | home->base);
        vector_push(&all, (uint64_t)home->offset);
    }
    uint32_t number = intern_add(&t->homes, all.data, all.size * sizeof *all.data, NULL);
    vector_free(&all);
    return number + 1;
}

/* All that is known of an access but where it goes. */
static struct access_group group_of_step(struct groups *t, uint32_t step, uint32_t kinds)
{
    const struct outline_step *s = &t->w->outline->steps.data[step];
    bool lock = s->kind != OUTLINE_ACCESS, beside = wide_held_beside(t->w, step);
    struct access_group g;
    memset(&g, 0, sizeof g);
    g.lock = lock;
    g.write = lock || s->write;
    g.atomic = lock || s->atomic;
    g.kinds = kinds;
    g.held = wide_held(t->w, step);
    g.moments = moments_of(t, step, kinds);
    g.procedure = beside ? t->w->procedure_of.data[step] : NONE;
    g.base = beside ? s->address.base : NONE;
    g.offset = beside ? s->address.offset : 0;
    g.own = wide_through_argument(t->w, step);
    g.alone = !lock && wide_is_alone(t->w, step);
    g.homes = lock ? 0 : homes_of(t, step);
    g.not_given = wide_not_given(t->w, step);
    g.single = s->address.place_count == 1;
    g.batch = s->batch;
    g.index = s->index;
    g.index_read = s->index_read;
    g.index_at = s->index_at;
    g.owner = s->owner;
    g.scale = s->scale;
    g.from = s->from;
    if (g.own || s->index != NONE) { /* where in it, matters */
        g.procedure = t->w->procedure_of.data[step];
        g.base = s->address.base;
        g.offset = s->address.offset;
    }
    return g;
}

static void add_group(struct groups *t, uint32_t step, const struct outline_place *at, struct access_group *g)
{
    const uint64_t endless = UINT64_C(1) << 62;
    const struct outline_step *s = &t->w->outline->steps.data[step];
    g->object = at->object;
    g->tree = wide_tree(t->w, at->object);
    g->taken = wide_is_taken_back(t->w, step, at->object);
    g->first = at->first;
    g->stride = at->stride;
    g->end = at->end;
    g->inner = at->inner;
    g->room = at->inner ? at->room : 0;
    g->width = g->lock ? 4 : s->width ? s->width : UINT32_MAX; /* to the end of its object */
    if (!g->lock && !s->width && at->within) {                 /* or of its array: all bytes */
        g->stride = g->width = 1;
        g->end = at->within;
        g->inner = g->room = 0;
    } else if (!g->lock && !s->width && at->room) {
        g->inner = g->width = 1;
        g->room = at->room;
    }
    if (!g->stride || g->end >= t->w->outline->objects.data[at->object].size) /* the same in objects of any size */
        g->end = endless;
    uint32_t group = intern_add(&t->all, g, sizeof *g, NULL);
    uint64_t line = hash_pair(group, wide_line_key(t->records, step));
    if (map_get(&t->lines, line, NULL))
        return; /* the same of the same line: once */
    map_put(&t->lines, line, 1);
    vector_push(&t->members, (struct member){group, step});
}

/* The threads that may be at the step while it goes there. */
static uint32_t kinds_that_go_to(struct groups *t, uint32_t step, uint32_t object)
{
    u32_vector kinds = {0};
    bitset_each(k, &t->w->kinds_of.data[t->w->procedure_of.data[step]])
        if (wide_may_lead_to(t->w, k, step, object))
            vector_push(&kinds, k);
    uint32_t set = sets_of(&t->kinds, &kinds);
    vector_free(&kinds);
    return set;
}

static void collect(struct groups *t)
{
    const struct outline *o = t->w->outline;
    for (uint32_t s = 0; s < o->steps.size; s++) {
        const struct outline_step *x = &o->steps.data[s];
        const struct bitset *by = &t->w->kinds_of.data[t->w->procedure_of.data[s]];
        if (!is_access(x) || bitset_empty(by))
            continue;
        t->records->out->accesses++;
        bool lost = !x->address.place_count;
        for (uint32_t k = 0; k < x->address.place_count; k++)
            lost |= o->objects.data[o->places.data[x->address.places + k].object].elsewhere;
        if (lost)
            vector_push(&t->records->out->untracked, s);
        u32_vector kinds = {0};
        bitset_each(k, by)
            vector_push(&kinds, k);
        uint32_t set = sets_of(&t->kinds, &kinds);
        vector_free(&kinds);
        bool any = !x->address.place_count, fresh = wide_is_fresh(t->w, s);
        struct access_group g = group_of_step(t, s, set);
        uint32_t moments = g.moments;
        for (uint32_t k = 0; k < x->address.place_count; k++) {
            const struct outline_place *at = &o->places.data[x->address.places + k];
            if (!bitset_has(&t->w->shared, at->object) || fresh || o->objects.data[at->object].elsewhere ||
                o->objects.data[at->object].kind == OUTLINE_FUNCTION || o->objects.data[at->object].constant)
                continue; /* a constant is not written: that is undefined */
            g.kinds = kinds_that_go_to(t, s, at->object);
            if (!g.kinds)
                continue;
            g.moments = g.kinds == set ? moments : moments_of(t, s, g.kinds);
            any = true;
            add_group(t, s, at, &g);
        }
        t->records->out->private_accesses += !any;
    }
}

static int by_group(const void *x, const void *y)
{
    const struct member *a = x, *b = y;
    return a->group != b->group ? (a->group > b->group) - (a->group < b->group) : (a->step > b->step) - (a->step < b->step);
}

static void index_groups(struct groups *t)
{
    if (t->members.size)
        qsort(t->members.data, t->members.size, sizeof *t->members.data, by_group);
    vector_resize(&t->first, t->all.size + 1);
    uint32_t g = 0;
    for (uint32_t m = 0; m < t->members.size; m++)
        for (; g <= t->members.data[m].group; g++)
            t->first.data[g] = m;
    for (; g <= t->all.size; g++)
        t->first.data[g] = t->members.size;
}

void groups_find(struct groups *t, const struct wide *w, struct records *records)
{
    *t = (struct groups){.w = w, .records = records};
    sets_begin(&t->kinds);
    collect(t);
    index_groups(t);
}

void groups_free(struct groups *t)
{
    sets_end(&t->kinds);
    intern_free(&t->all);
    intern_free(&t->moments);
    intern_free(&t->homes);
    vector_free(&t->members);
    vector_free(&t->first);
    map_free(&t->lines);
}
