/* Whether locks are used as they must be: given back, and waited with, by who holds them; taken by who does not hold them; made and destroyed while nobody holds them.
 *
 * The facts that prove one hold up to the first wrong use, so that they are right if all are proved. A lock has memory: whoever writes it otherwise than by making a lock there may
 * make anything of it. */
#include "engines/wide/holding.h"

struct lock_place {
    const struct outline_place *at;
    uint32_t width;
};

typedef VECTOR(struct lock_place) lock_places;

struct misuses {
    const struct wide *w;
    struct holding *holding;
    u32_vector holders;        /* steps where something may be held */
    bool any;                  /* there are locks */
    VECTOR(lock_places) locks; /* by object */
    struct records lines;      /* for the numbers of lines */
    struct map known;          /* line and words to misuse + 1 */
    wide_misuses *out;
};

static const struct outline_step *step_at(const struct misuses *m, uint32_t s) { return &m->w->outline->steps.data[s]; }

static void add(struct misuses *m, uint32_t step, const char *what, bool proved)
{
    uint64_t key = hash_pair(wide_line_key(&m->lines, step), map_pointer_key(what)), known;
    if (map_get(&m->known, key, &known)) {
        m->out->data[known - 1].proved &= proved;
        return;
    }
    vector_push(m->out, (struct wide_misuse){step, what, proved});
    map_put(&m->known, key, m->out->size);
}

static bool is_known(const struct misuses *m, const struct outline_address *a)
{
    const struct outline *o = m->w->outline;
    for (uint32_t k = 0; k < a->place_count; k++)
        if (o->objects.data[o->places.data[a->places + k].object].elsewhere)
            return false;
    return a->place_count;
}

/* Not in a handler, which runs in the middle of a thread, with all that it holds. */
static bool is_undisturbed(const struct misuses *m, uint32_t step)
{
    const struct outline *o = m->w->outline;
    bool aside = false;
    bitset_each(k, &m->w->kinds_of.data[m->w->procedure_of.data[step]])
        aside |= k && o->steps.data[m->w->kinds.data[k].step].aside;
    return !aside && !o->destructors;
}

/* Nobody holds the lock there: not this thread, none that may run beside it, and none that has ended; who is cancelled may end anywhere. */
static bool is_free(const struct misuses *m, uint32_t step)
{
    const struct wide *w = m->w;
    const struct outline_address *a = &step_at(m, step)->address;
    if (w->outline->cancels || !is_undisturbed(m, step) || !is_known(m, a) || wide_may_hold(m->holding, step, a) ||
        wide_may_leave_behind(m->holding, a))
        return false;
    vector_each(const uint32_t *, y, &m->holders) {
        if (!wide_may_hold(m->holding, *y, a))
            continue;
        bitset_each(i, &w->kinds_of.data[w->procedure_of.data[step]])
            bitset_each(k, &w->kinds_of.data[w->procedure_of.data[*y]])
                if (wide_parallel(w, i, step, k, *y))
                    return false;
    }
    return true;
}

/* Whether a write may be to the memory of a lock. */
static bool writes_lock(const struct misuses *m, const struct outline_step *s)
{
    const struct outline *o = m->w->outline;
    uint32_t width = s->width ? s->width : UINT32_MAX;
    for (uint32_t k = 0; k < s->address.place_count; k++) {
        const struct outline_place *at = &o->places.data[s->address.places + k];
        vector_each(const struct lock_place *, lock, &m->locks.data[at->object])
            if (outline_places_overlap(lock->at, lock->width, at, width))
                return true;
    }
    return false;
}

static void look_at_write(struct misuses *m, uint32_t step)
{
    const struct outline_step *s = step_at(m, step);
    if (!s->write || s->frees || wide_is_fresh(m->w, step) || !m->any || !s->address.place_count)
        return; /* what leads nowhere is null */
    if (!is_known(m, &s->address))
        add(m, step, "a write through a pointer of which nothing is known is to a lock", false);
    else if (writes_lock(m, s))
        add(m, step, "a lock is written while it is held", s->zero && is_free(m, step));
}

static void look_at(struct misuses *m, uint32_t step)
{
    const struct outline_step *s = step_at(m, step);
    switch (s->kind) {
    case OUTLINE_LOCK:
        if (s->owned)
            add(m, step, "a thread locks what it holds",
                is_undisturbed(m, step) && is_known(m, &s->address) && !wide_may_hold(m->holding, step, &s->address));
        break;
    case OUTLINE_UNLOCK:
        if (s->owned)
            add(m, step, "a thread unlocks what it does not hold", is_known(m, &s->address) && wide_certainly_holds(m->w, step));
        break;
    case OUTLINE_WAIT:
        add(m, step, "a thread waits without holding the mutex", is_known(m, &s->address) && wide_certainly_holds(m->w, step));
        break;
    case OUTLINE_DESTROY: add(m, step, "a lock is destroyed while it is locked", is_free(m, step)); break;
    case OUTLINE_FAIL: add(m, step, "a lock is used wrongly", false); break;
    case OUTLINE_ACCESS: look_at_write(m, step); break;
    default: break;
    }
}

static void add_lock(struct misuses *m, const struct outline_step *s)
{
    for (uint32_t k = 0; k < s->address.place_count; k++) {
        const struct outline_place *at = &m->w->outline->places.data[s->address.places + k];
        lock_places *known = &m->locks.data[at->object];
        bool is_new = true;
        vector_each(const struct lock_place *, l, known)
            is_new &= l->at->first != at->first || l->at->stride != at->stride || l->at->end != at->end ||
                      l->at->inner != at->inner || l->at->room != at->room || l->width != s->width;
        if (is_new)
            vector_push(known, (struct lock_place){at, s->width});
    }
}

static void collect(struct misuses *m)
{
    vector_resize(&m->locks, m->w->outline->objects.size);
    for (uint32_t s = 0; s < m->w->outline->steps.size; s++) {
        const struct outline_step *x = step_at(m, s);
        if (x->owned && (x->kind == OUTLINE_LOCK || x->kind == OUTLINE_TRY || x->kind == OUTLINE_UNLOCK)) {
            add_lock(m, x);
            m->any = true;
        }
        if (wide_may_hold_any(m->holding, s))
            vector_push(&m->holders, s);
    }
}

void wide_find_misuses(const struct wide *w, wide_misuses *out)
{
    struct misuses m = {.w = w, .holding = wide_holding(w), .lines = {.w = w}, .out = out};
    collect(&m);
    for (uint32_t s = 0; s < w->outline->steps.size; s++)
        if (!bitset_empty(&w->kinds_of.data[w->procedure_of.data[s]]))
            look_at(&m, s);
    wide_holding_free(m.holding);
    vector_free(&m.holders);
    vector_each(lock_places *, l, &m.locks)
        vector_free(l);
    vector_free(&m.locks);
    intern_free(&m.lines.files);
    map_free(&m.known);
}
