/* Whether a thread may wait for ever, in the sense of the property deadlock (docs/semantics.md): it waits, and takes no step whatever the others do.
 *
 * Nobody does if
 *   - locks are used as they must be, and threads end without holding any; nothing interrupts or ends them from outside;
 *   - locks and threads are all that is waited for: a signal, a post or a turn may never come;
 *   - who holds a lock, or is in an atomic section, waits for nothing but locks, and does not go round for ever (endless.c);
 *   - no threads wait for each other's locks in a circle, or join each other in one.
 * For then a thread that waits for a lock can be helped: whoever holds it goes on, or waits for a lock that somebody else holds, and so on; there is no circle, so somebody goes on, and gives the
 * lock back after finitely many steps. To join a thread that is not stuck is no deadlock.
 *
 * Two threads do not wait in a circle if they are never there at the same time, or if both hold a lock that only one can hold (a gate). */
#include "engines/wide/deadlock.h"

/* Holds the lock at held, and waits for the one of the step. */
struct wait {
    uint32_t step;
    struct outline_address held;
    u32_vector next; /* waits of another thread that may hold what this one wants */
    bool gone;       /* is on no circle */
};

struct finder {
    const struct wide *w;
    struct wide_deadlocks *out;
    struct holding *holding;
    struct bitset inside; /* atomic sections: steps */
    VECTOR(struct wait) waits;
};

enum { MOST_WAITS = 4000 }; /* pairs of them are looked at */

static const struct outline_step *step_at(const struct finder *f, uint32_t s) { return &f->w->outline->steps.data[s]; }

static void doubt(struct finder *f, uint32_t step, const char *what)
{
    vector_each(const struct wide_doubt *, d, &f->out->doubts)
        if (d->what == what && (step == NONE || d->step == NONE || step_at(f, d->step)->pos.line == step_at(f, step)->pos.line))
            return;
    vector_push(&f->out->doubts, (struct wide_doubt){step, what});
}

static bool runs(const struct finder *f, uint32_t step)
{
    return !bitset_empty(&f->w->kinds_of.data[f->w->procedure_of.data[step]]);
}

static bool holds_something(const struct finder *f, uint32_t step)
{
    return wide_may_hold_any(f->holding, step) || bitset_has(&f->inside, step);
}

/* --- what is waited for --- */

static void add_wait(struct finder *f, uint32_t step, struct outline_address held)
{
    vector_each(const struct wait *, x, &f->waits)
        if (x->step == step && x->held.places == held.places && x->held.place_count == held.place_count)
            return;
    vector_push(&f->waits, (struct wait){.step = step, .held = held});
}

static void look_at_lock(struct finder *f, uint32_t step)
{
    const struct outline_step *s = step_at(f, step);
    if (wide_is_section(f->w->outline, s))
        return; /* what may keep a thread from entering it is inside of it */
    if (!s->owned) {
        doubt(f, step, "a thread waits for a semaphore that may never be posted");
        return;
    }
    f->out->waits++;
    if (bitset_has(&f->inside, step))
        doubt(f, step, "a lock is taken inside of an atomic section");
    for (uint32_t n = 0; n < wide_held_count(f->holding, step); n++)
        add_wait(f, step, wide_held_place(f->holding, step, n));
}

static void look_at(struct finder *f, uint32_t step)
{
    switch (step_at(f, step)->kind) {
    case OUTLINE_LOCK: look_at_lock(f, step); break;
    case OUTLINE_WAIT: doubt(f, step, "a thread waits for a condition variable that may never be signalled"); break;
    case OUTLINE_TRY:
        if (!step_at(f, step)->owned)
            doubt(f, step, "a thread waits for a semaphore that may never be posted");
        break;
    case OUTLINE_ASSUME:
        if (bitset_has(&f->inside, step))
            doubt(f, step, "a thread waits until something holds (a barrier, once, an atomic section)");
        break;
    case OUTLINE_JOIN:
        f->out->waits++;
        if (holds_something(f, step))
            doubt(f, step, "a thread is joined by one that holds a lock");
        break;
    default: break;
    }
}

static void look_at_steps(struct finder *f)
{
    struct bitset busy = {0};
    u32_vector endless = {0};
    for (uint32_t s = 0; s < f->w->outline->steps.size; s++) {
        if (!runs(f, s))
            continue;
        look_at(f, s);
        if (holds_something(f, s))
            bitset_add(&busy, s);
    }
    wide_find_endless(f->w, &busy, &endless);
    vector_each(const uint32_t *, s, &endless)
        doubt(f, *s, "a loop or a recursion may not end while a lock is held");
    vector_free(&endless);
    bitset_free(&busy);
}

/* --- locks in a circle --- */

/* Whether two threads may be at these steps at the same time, both waiting. */
static bool both(const struct finder *f, uint32_t x, uint32_t y)
{
    const struct wide *w = f->w;
    if (wide_gated(w, x, y))
        return false;
    bitset_each(i, &w->kinds_of.data[w->procedure_of.data[x]])
        bitset_each(k, &w->kinds_of.data[w->procedure_of.data[y]])
            if (wide_parallel(w, i, x, k, y))
                return true;
    return false;
}

static void connect(struct finder *f)
{
    vector_each(struct wait *, x, &f->waits)
        for (uint32_t n = 0; n < f->waits.size; n++) {
            const struct wait *y = &f->waits.data[n];
            if (wide_may_be_same_lock(f->w->outline, &step_at(f, x->step)->address, &y->held) && both(f, x->step, y->step))
                vector_push(&x->next, n);
        }
}

/* Takes away what leads to nothing that is left. */
static void trim(struct finder *f)
{
    for (bool changed = true; changed;) {
        changed = false;
        vector_each(struct wait *, x, &f->waits) {
            bool leads_on = false;
            vector_each(const uint32_t *, n, &x->next)
                leads_on |= !f->waits.data[*n].gone;
            changed |= !leads_on && !x->gone;
            x->gone |= !leads_on;
        }
    }
}

static void tell_circle(struct finder *f, u32_vector *circle)
{
    const struct wide *w = f->w;
    vector_each(const uint32_t *, n, circle) {
        const struct wait *x = &f->waits.data[*n];
        uint32_t kind = bitset_next(&w->kinds_of.data[w->procedure_of.data[x->step]], 0);
        vector_push(&f->out->circles,
                    (struct wide_waiting){.step = x->step,
                                          .kind = kind,
                                          .holds = wide_lock_name(w, &x->held, &f->out->arena),
                                          .wants = wide_lock_name(w, &step_at(f, x->step)->address, &f->out->arena),
                                          .closes = n == &vector_last(circle)});
    }
}

/* A shortest circle through a wait. */
static bool find_circle(const struct finder *f, uint32_t from, u32_vector *circle)
{
    u32_vector todo = {0}, by = {0}; /* by: from where it was reached */
    bool found = false;
    vector_resize(&by, f->waits.size);
    vector_each(uint32_t *, b, &by)
        *b = NONE;
    vector_push(&todo, from);
    for (uint32_t k = 0; k < todo.size && !found; k++)
        vector_each(const uint32_t *, n, &f->waits.data[todo.data[k]].next) {
            if (f->waits.data[*n].gone || by.data[*n] != NONE)
                continue;
            by.data[*n] = todo.data[k];
            vector_push(&todo, *n);
            found |= *n == from;
        }
    for (uint32_t x = from; found;) {
        vector_push(circle, x);
        x = by.data[x];
        if (x == from)
            break;
    }
    vector_free(&todo);
    vector_free(&by);
    return found;
}

static void find_circles(struct finder *f)
{
    struct bitset told = {0};
    if (f->waits.size > MOST_WAITS) {
        doubt(f, NONE, "there are too many waits to look for circles");
        return;
    }
    connect(f);
    trim(f);
    for (uint32_t n = 0; n < f->waits.size; n++) {
        u32_vector circle = {0};
        if (!f->waits.data[n].gone && !bitset_has(&told, n) && find_circle(f, n, &circle)) {
            tell_circle(f, &circle);
            vector_each(const uint32_t *, x, &circle)
                bitset_add(&told, *x);
        }
        vector_free(&circle);
    }
    bitset_free(&told);
}

/* --- threads that join each other --- */

/* The kinds that a join may wait for. */
static bool may_join(const struct finder *f, const struct outline_step *join, uint32_t kind)
{
    return join->created == NONE || f->w->kinds.data[kind].step == join->created;
}

/* Kinds are taken away that join nobody who is left. One thread alone makes no circle: who joins himself is told so. */
static void find_join_circles(struct finder *f)
{
    const struct wide *w = f->w;
    struct bitset joiners = {0};
    u32_vector joins = {0};
    for (uint32_t s = 0; s < w->outline->steps.size; s++)
        if (step_at(f, s)->kind == OUTLINE_JOIN && runs(f, s)) {
            vector_push(&joins, s);
            bitset_unite(&joiners, &w->kinds_of.data[w->procedure_of.data[s]]);
        }
    uint32_t at = joins.size ? joins.data[0] : NONE;
    for (bool changed = true; changed;) {
        struct bitset left = {0};
        vector_each(const uint32_t *, s, &joins)
            bitset_each(target, &joiners)
                if (may_join(f, step_at(f, *s), target)) {
                    bitset_unite(&left, &w->kinds_of.data[w->procedure_of.data[*s]]);
                    at = *s;
                }
        bitset_intersect(&left, &joiners);
        changed = !bitset_equal(&left, &joiners);
        bitset_copy(&joiners, &left);
        bitset_free(&left);
    }
    uint32_t first = bitset_next(&joiners, 0);
    if (first != BITSET_END && (bitset_count(&joiners) > 1 || !w->kinds.data[first].unique))
        doubt(f, at, "threads may join each other in a circle");
    bitset_free(&joiners);
    vector_free(&joins);
}

/* --- what has to be so for all this --- */

static void look_at_misuses(struct finder *f)
{
    wide_misuses found = {0};
    wide_find_misuses(f->w, &found);
    vector_each(const struct wide_misuse *, m, &found)
        if (!m->proved)
            doubt(f, m->step, m->what);
    vector_free(&found);
}

static void look_at_surroundings(struct finder *f)
{
    const struct outline *o = f->w->outline;
    if (o->cancels)
        doubt(f, NONE, "a thread may be cancelled while it holds a lock");
    if (o->destructors)
        doubt(f, NONE, "something may be called at the end of a thread");
    if (o->loose_addresses)
        doubt(f, NONE, "addresses may go from thread to thread by accesses that order nothing");
    vector_each(const struct wide_kind *, k, &f->w->kinds)
        if (k->step != NONE && o->steps.data[k->step].aside)
            doubt(f, k->step, "a handler may run in the middle of a thread");
    if (wide_leaves_any_behind(f->holding))
        doubt(f, NONE, "a thread may end while it holds a lock");
}

void wide_find_deadlocks(const struct wide *w, struct wide_deadlocks *out)
{
    *out = (struct wide_deadlocks){.arena = ARENA_EMPTY};
    struct finder f = {.w = w, .out = out, .holding = wide_holding(w)};
    wide_find_sections(w, &f.inside);
    look_at_steps(&f);
    find_circles(&f);
    find_join_circles(&f);
    if (out->waits) {
        look_at_misuses(&f);
        look_at_surroundings(&f);
    }
    vector_each(struct wait *, x, &f.waits)
        vector_free(&x->next);
    vector_free(&f.waits);
    bitset_free(&f.inside);
    wide_holding_free(f.holding);
}

void wide_deadlocks_free(struct wide_deadlocks *d)
{
    vector_free(&d->doubts);
    vector_free(&d->circles);
    arena_release(&d->arena);
}
