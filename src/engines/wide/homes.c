/* Memory that has a home (program/outline.h): two accesses to an object, each under the lock that lies at the same place of its home. It is the home of that object, so there is one such lock, whatever the home is called here and there.
 * And an access before the object has a home: nobody else knows it then, and who gets to know it does so by what is put into a home later. */
#include "engines/wide/locks.h"

static const struct outline_member *member(const struct wide *w, uint32_t class, uint32_t object)
{
    const struct outline *o = w->outline;
    if (bitset_has(&w->no_homes, class))
        return NULL;
    vector_each(const struct outline_member *, m, &o->members)
        if (m->class == class && m->object == object)
            return m;
    return NULL;
}

/* How far behind this home a lock lies. */
static bool lies_beside(const struct wide *w, uint32_t step, const struct outline_home *home, const struct name *lock,
                        int64_t *distance)
{
    *distance = lock->offset - home->offset;
    return lock->base != NONE && home->base != NONE && lock->base == wide_same(w, w->procedure_of.data[step], home->base);
}

/* A lock of the one home that is held at both steps. */
static const char *in_home(const struct wide *w, uint32_t x, const struct outline_home *at, uint32_t y,
                           const struct outline_home *to, struct arena *words)
{
    const struct locks *l = w->locks;
    uint32_t n, k;
    const uint32_t *a = sets_members(&l->sets, l->held.data[x], &n), *b = sets_members(&l->sets, l->held.data[y], &k);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < k; j++) {
            const struct name *one = lock_name_at(l, a[i]), *other = lock_name_at(l, b[j]);
            int64_t first, second;
            bool same = lies_beside(w, x, at, one, &first) && lies_beside(w, y, to, other, &second) && first == second &&
                        !(one->shared && other->shared);
            if ((same || locks_striped_homes(l, &(struct home_lock){x, at, one}, &(struct home_lock){y, to, other})) &&
                !locks_meet_objects(w->outline, &l->addresses.data[a[i]], &l->loose) &&
                !locks_meet_objects(w->outline, &l->addresses.data[b[j]], &l->loose))
                return wide_lock_name(w, &l->addresses.data[a[i]], words);
        }
    return NULL;
}

const char *wide_lock_at_home(const struct wide *w, uint32_t x, uint32_t y, uint32_t object, struct arena *words)
{
    const struct outline *o = w->outline;
    const struct outline_step *s = &o->steps.data[x], *t = &o->steps.data[y];
    assert(x < w->locks->held.size && y < w->locks->held.size);
    for (uint32_t i = s->homes; i < s->homes + s->home_count; i++)
        for (uint32_t k = t->homes; k < t->homes + t->home_count; k++) {
            const struct outline_home *at = &o->homes.data[i], *to = &o->homes.data[k];
            const char *name = at->class == to->class && member(w, at->class, object) ? in_home(w, x, at, y, to, words) : NULL;
            if (name)
                return name;
        }
    return NULL;
}

bool wide_is_unsettled(const struct wide *w, uint32_t step, uint32_t object)
{
    assert(step < w->outline->steps.size && object < w->outline->objects.size);
    const struct outline *o = w->outline;
    const struct outline_step *s = &o->steps.data[step];
    /* Who gets an address by a relaxed access may see the memory as it was before. */
    for (uint32_t k = s->homes; k < s->homes + s->home_count && !o->loose_addresses; k++) {
        const struct outline_member *m = o->homes.data[k].base == NONE ? member(w, o->homes.data[k].class, object) : NULL;
        if (m && !m->is_home)
            return true;
    }
    return false;
}

bool wide_home_matters(const struct wide *w, uint32_t step)
{
    const struct outline_step *s = &w->outline->steps.data[step];
    assert(w->locks && step < w->locks->held.size);
    uint32_t n;
    const uint32_t *m = sets_members(&w->locks->sets, w->locks->held.data[step], &n);
    for (uint32_t i = s->homes; i < s->homes + s->home_count; i++) {
        const struct outline_home *home = &w->outline->homes.data[i];
        int64_t distance;
        bool held = home->base == NONE;
        for (uint32_t k = 0; k < n && !held; k++)
            held = lies_beside(w, step, home, lock_name_at(w->locks, m[k]), &distance) ||
                   locks_is_stripe_of_home(w->locks, step, home, lock_name_at(w->locks, m[k]));
        if (held)
            return true;
    }
    return false;
}
