/* Locks in an array, each for the elements of another array that have its number: `lock(&locks[b]); ... table[b] = ...`. Two threads with the same number have the same lock; with different ones they access different elements, or members of
 * different homes. So they do not race, if there is one such array of locks, and one of what they protect. A name of a lock is forgotten where its number gets a new meaning (outline_bases.c), so the number is the same in between. */
#include "engines/wide/locks.h"

static const struct outline_element *element_of(const struct locks *l, uint32_t procedure, uint32_t value)
{
    uint64_t k;
    bool known = value != NONE && map_get(&l->elements, (uint64_t)procedure << 32 | value, &k);
    const struct outline_element *e = known ? &l->w->outline->elements.data[k] : NULL;
    return e && wide_unique_object(l->w, e->object) ? e : NULL;
}

void locks_find_elements(struct locks *l)
{
    assert(!l->elements.size);
    for (uint32_t k = 0; k < l->w->outline->elements.size; k++) {
        const struct outline_element *e = &l->w->outline->elements.data[k];
        map_put(&l->elements, (uint64_t)e->procedure << 32 | e->value, k);
    }
}

/* An element and what lies so many bytes behind it. */
struct part {
    const struct outline_element *element;
    int64_t offset;
};

static struct part part_at(const struct locks *l, uint32_t step, uint32_t value, int64_t offset)
{
    return (struct part){element_of(l, l->w->procedure_of.data[step], value), offset};
}

/* They lie in one array, and are the same byte if the numbers are the same. */
static bool is_same_part(const struct part *a, const struct part *b)
{
    assert(a->element && b->element);
    return a->element->object == b->element->object && a->element->scale == b->element->scale &&
           (int64_t)a->element->first + a->offset == (int64_t)b->element->first + b->offset;
}

/* Two locks of one array, each with the number of what is accessed at its step. */
static bool are_stripes(const struct part *lock_a, const struct part *a, const struct part *lock_b, const struct part *b)
{
    return lock_a->element && a->element && lock_b->element && b->element && lock_a->element->index == a->element->index &&
           lock_b->element->index == b->element->index && is_same_part(lock_a, lock_b);
}

bool locks_striped(const struct locks *l, uint32_t x, const struct name *a, uint32_t y, const struct name *b)
{
    const struct outline_step *s = &l->w->outline->steps.data[x], *t = &l->w->outline->steps.data[y];
    struct part lock_a = part_at(l, x, a->base, a->offset), lock_b = part_at(l, y, b->base, b->offset);
    struct part at = part_at(l, x, s->address.base, s->address.offset), to = part_at(l, y, t->address.base, t->address.offset);
    if ((a->shared && b->shared) || !are_stripes(&lock_a, &at, &lock_b, &to) || at.element->object != to.element->object ||
        at.element->scale != to.element->scale || !s->width || !t->width)
        return false;
    int64_t scale = (int64_t)at.element->scale;
    int64_t d = (int64_t)to.element->first + to.offset - ((int64_t)at.element->first + at.offset);
    return d + t->width <= scale && s->width - d <= scale; /* else they may be the ends of two neighbours */
}

bool locks_is_stripe(const struct locks *l, uint32_t x, const struct name *a)
{
    const struct outline_address *to = &l->w->outline->steps.data[x].address;
    struct part lock = part_at(l, x, a->base, a->offset), at = part_at(l, x, to->base, to->offset);
    return lock.element && at.element && lock.element->index == at.element->index;
}

bool locks_is_stripe_of_home(const struct locks *l, uint32_t x, const struct outline_home *at, const struct name *a)
{
    struct part lock = part_at(l, x, a->base, a->offset), home = part_at(l, x, at->base, at->offset);
    return lock.element && home.element && lock.element->index == home.element->index;
}

bool locks_striped_homes(const struct locks *l, const struct home_lock *a, const struct home_lock *b)
{
    struct part lock_a = part_at(l, a->step, a->lock->base, a->lock->offset),
                lock_b = part_at(l, b->step, b->lock->base, b->lock->offset);
    struct part home_a = part_at(l, a->step, a->home->base, a->home->offset),
                home_b = part_at(l, b->step, b->home->base, b->home->offset);
    return !(a->lock->shared && b->lock->shared) && are_stripes(&lock_a, &home_a, &lock_b, &home_b) &&
           is_same_part(&home_a, &home_b);
}
