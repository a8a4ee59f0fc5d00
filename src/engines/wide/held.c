/* Which locks are held at a step, and whether one of them excludes another step: answers from what locks.c has found. */
#include "engines/wide/locks.h"

#include "base/text.h"

uint32_t wide_held(const struct wide *w, uint32_t step)
{
    assert(step < w->locks->held.size);
    return w->locks->held.data[step];
}

bool wide_certainly_holds(const struct wide *w, uint32_t step)
{
    assert(step < w->outline->steps.size);
    uint32_t held = w->locks->held.data[step];
    return held == SETS_ALL || locks_have(w->locks, w->procedure_of.data[step], &w->outline->steps.data[step].address, held);
}

bool wide_may_be_same_lock(const struct outline *o, const struct outline_address *a, const struct outline_address *b)
{
    if (!a->place_count || !b->place_count)
        return true;
    for (uint32_t i = 0; i < a->place_count; i++)
        for (uint32_t k = 0; k < b->place_count; k++)
            if (outline_places_overlap(&o->places.data[a->places + i], 1, &o->places.data[b->places + k], 1))
                return true;
    return false;
}

/* What an access is made through, by the first of its names. */
static uint32_t base_of(const struct wide *w, uint32_t step)
{
    uint32_t base = w->outline->steps.data[step].address.base;
    return base == NONE ? NONE : wide_same(w, w->procedure_of.data[step], base);
}

bool wide_held_beside(const struct wide *w, uint32_t step)
{
    assert(step < w->locks->held.size && step < w->outline->steps.size);
    uint32_t n;
    const uint32_t *m = sets_members(&w->locks->sets, w->locks->held.data[step], &n);
    for (uint32_t k = 0; k < n; k++)
        if (lock_name_at(w->locks, m[k])->base != NONE && (lock_name_at(w->locks, m[k])->base == base_of(w, step) ||
                                                           locks_is_stripe(w->locks, step, lock_name_at(w->locks, m[k]))))
            return true;
    return false;
}

static bool excludes(const struct locks *l, uint32_t x, const struct name *a, uint32_t y, const struct name *b)
{
    const struct outline_address *at = &l->w->outline->steps.data[x].address, *to = &l->w->outline->steps.data[y].address;
    if (a->shared && b->shared)
        return false;
    if (a->base == NONE || b->base == NONE)
        return a->base == NONE && b->base == NONE && a->object == b->object && a->offset == b->offset;
    if (locks_striped(l, x, a, y, b))
        return true;
    return base_of(l->w, x) == a->base && base_of(l->w, y) == b->base && at->offset - a->offset == to->offset - b->offset;
}

/* "q.guard" rather than "q.guard.__data.__lock". */
const char *wide_lock_name(const struct wide *w, const struct outline_address *where, struct arena *words)
{
    if (!where->place_count)
        return "a lock";
    const struct outline_place *p = &w->outline->places.data[where->places];
    const char *inside = strstr(p->member, ".__");
    int length = inside ? (int)(inside - p->member) : (int)strlen(p->member);
    return arena_printf(words, "%s%.*s", w->outline->objects.data[p->object].name, length, p->member);
}

const char *wide_common_lock(const struct wide *w, uint32_t x, uint32_t y, struct arena *words)
{
    assert(x < w->locks->held.size && y < w->locks->held.size);
    const struct locks *l = w->locks;
    uint32_t n, k;
    const uint32_t *a = sets_members(&l->sets, l->held.data[x], &n), *b = sets_members(&l->sets, l->held.data[y], &k);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < k; j++) {
            const struct outline_address *where = &l->addresses.data[a[i]];
            if (excludes(l, x, lock_name_at(l, a[i]), y, lock_name_at(l, b[j])) &&
                !locks_meet_objects(w->outline, where, &l->loose) &&
                !locks_meet_objects(w->outline, &l->addresses.data[b[j]], &l->loose))
                return wide_lock_name(w, where, words);
        }
    return NULL;
}

/* What two locks that are held have in common. */
static enum wide_lock_gap compare_names(const struct locks *l, uint32_t x, uint32_t a, uint32_t y, uint32_t b)
{
    struct name n = *lock_name_at(l, a), m = *lock_name_at(l, b);
    bool both_shared = n.shared && m.shared;
    n.shared = m.shared = 0;
    if (excludes(l, x, &n, y, &m))
        return both_shared ? WIDE_BOTH_SHARED : WIDE_LOOSE_LOCK;
    return wide_may_be_same_lock(l->w->outline, &l->addresses.data[a], &l->addresses.data[b]) ? WIDE_PERHAPS_SAME_LOCK
                                                                                              : WIDE_DIFFERENT_LOCKS;
}

enum wide_lock_gap wide_compare_locks(const struct wide *w, uint32_t x, uint32_t y)
{
    assert(x < w->locks->held.size && y < w->locks->held.size);
    const struct locks *l = w->locks;
    uint32_t n, k;
    const uint32_t *a = sets_members(&l->sets, l->held.data[x], &n), *b = sets_members(&l->sets, l->held.data[y], &k);
    enum wide_lock_gap most = WIDE_DIFFERENT_LOCKS;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < k; j++) {
            enum wide_lock_gap gap = compare_names(l, x, a[i], y, b[j]);
            most = gap > most ? gap : most;
        }
    return most;
}

bool wide_gated(const struct wide *w, uint32_t x, uint32_t y)
{
    assert(x < w->locks->held.size && y < w->locks->held.size);
    const struct locks *l = w->locks;
    uint32_t n;
    const uint32_t *m = sets_members(&l->sets, l->held.data[x], &n);
    for (uint32_t k = 0; k < n; k++)
        if (lock_name_at(l, m[k])->base == NONE && !lock_name_at(l, m[k])->shared && sets_has(&l->sets, l->held.data[y], m[k]) &&
            !locks_meet_objects(w->outline, &l->addresses.data[m[k]], &l->loose))
            return true;
    return false;
}

void wide_held_names(const struct wide *w, uint32_t step, struct text *out)
{
    assert(step < w->locks->held.size);
    struct arena words = ARENA_EMPTY;
    struct intern said = {0};
    uint32_t n;
    const uint32_t *m = sets_members(&w->locks->sets, w->locks->held.data[step], &n);
    for (uint32_t k = 0; k < n; k++) {
        const char *name = wide_lock_name(w, &w->locks->addresses.data[m[k]], &words);
        bool is_new;
        intern_add(&said, name, strlen(name), &is_new);
        if (is_new)
            text_printf(out, "%s%s", said.size > 1 ? ", " : "", name);
    }
    intern_free(&said);
    arena_release(&words);
}

bool wide_distrust(struct wide *w, uint32_t object)
{
    bool is_new = !bitset_has(&w->locks->loose, object);
    bitset_add(&w->locks->loose, object);
    vector_each(const struct outline_readers *, r, &w->outline->readers)
        if (r->mutex == object) /* they are no longer counted rightly */
            bitset_add(&w->locks->loose, r->semaphore);
    return is_new;
}
