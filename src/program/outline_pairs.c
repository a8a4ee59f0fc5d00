/* Which pairs of accesses do not race, by a proof about an outline that holds: those under a lock that both hold, and those that are never there at the same time. */
#include "program/outline_owners.h"
#include "program/outline_proof.h"

enum { LOCK_WIDTH = 4 }; /* of what is accessed by locking */

struct outline_access {
    uint32_t step;
    struct outline_place at;
    uint32_t width;
    bool write, atomic;
};

typedef VECTOR(struct outline_access) outline_accesses;

struct covering {
    const struct outline_proof *proof;
    const struct outline_threads *threads;
    const struct outline *outline;
    VECTOR(struct outline_facts) before; /* steps */
    struct bitset trusted;               /* locks that exclude */
    struct outline_owners owners;
    VECTOR(outline_accesses) of_object;
    struct outline_pairs *out;
};

static const struct outline_step *step_at(const struct covering *c, uint32_t s) { return &c->outline->steps.data[s]; }

static void find_facts(struct covering *c)
{
    vector_resize(&c->before, c->outline->steps.size);
    for (uint32_t n = 0; n < c->outline->blocks.size; n++) {
        const struct outline_block *b = &c->outline->blocks.data[n];
        struct outline_facts at = {0};
        outline_facts_copy(&at, &c->proof->blocks.data[n]);
        for (uint32_t s = b->steps; s < b->steps + b->step_count && at.reached; s++) {
            outline_facts_copy(&c->before.data[s], &at);
            outline_facts_step(c->proof, c->threads, s, &at);
        }
        outline_facts_free(&at);
    }
}

/* --- time --- */

/* Main is at the step: no thread of the kind is there. */
static bool is_apart(const struct covering *c, uint32_t step, uint32_t kind)
{
    return !bitset_has(&c->before.data[step].begun, kind) || bitset_has(&c->before.data[step].ended, kind);
}

static bool never_together(const struct covering *c, uint32_t x, uint32_t y)
{
    const struct outline_threads *t = c->threads;
    bitset_each(a, &t->kinds_of.data[t->procedure_of.data[x]])
        bitset_each(b, &t->kinds_of.data[t->procedure_of.data[y]]) {
            bool one = a == b && t->kinds.data[a].unique;
            bool main = t->kinds.data[0].unique && ((a == 0 && is_apart(c, x, b)) || (b == 0 && is_apart(c, y, a)));
            if (!one && !main)
                return false;
        }
    return true;
}

/* Only main is there, and nobody else lives. */
static bool is_alone(const struct covering *c, uint32_t step)
{
    const struct outline_threads *t = c->threads;
    const struct bitset *by = &t->kinds_of.data[t->procedure_of.data[step]];
    bool alone = bitset_count(by) == 1 && bitset_has(by, 0) && t->kinds.data[0].unique;
    bitset_each(k, &c->before.data[step].begun)
        alone &= bitset_has(&c->before.data[step].ended, k);
    return alone;
}

/* --- locks --- */

static bool holds(const struct covering *c, uint32_t step, const struct outline_lock *l)
{
    bitset_each(k, &c->before.data[step].held)
        if (c->proof->locks.data[k].object == l->object && c->proof->locks.data[k].at == l->at)
            return true;
    return false;
}

static bool certainly_is(const struct covering *c, const struct outline_address *a, const struct outline_lock *l)
{
    const struct outline_place *at = a->place_count == 1 ? &c->outline->places.data[a->places] : NULL;
    return at && !at->stride && at->object == l->object && at->first == l->at;
}

/* Nobody gives it back who does not hold it, and nobody writes it while others may use it. Normal mutexes are zero at first; where there may be others, no lock is trusted. */
static bool keeps_trust(const struct covering *c, uint32_t step, const struct outline_lock *l)
{
    const struct outline_step *s = step_at(c, step);
    if (!c->before.data[step].reached)
        return true;
    if ((s->kind == OUTLINE_UNLOCK || s->kind == OUTLINE_WAIT) && outline_may_be_lock(c->outline, l, &s->address))
        return certainly_is(c, &s->address, l) && holds(c, step, l);
    return !outline_writes_lock(c->outline, l, s) || (s->zero && is_alone(c, step));
}

static void find_trusted(struct covering *c)
{
    for (uint32_t k = 0; k < c->proof->locks.size && !c->outline->lock_kinds; k++) {
        const struct outline_lock *l = &c->proof->locks.data[k];
        struct outline_place at = {.object = l->object, .first = l->at, .end = l->at + 1};
        bool trusted = outline_begins_zero(c->outline, &at, LOCK_BYTES);
        for (uint32_t s = 0; s < c->outline->steps.size && trusted; s++)
            trusted = keeps_trust(c, s, l);
        if (trusted)
            bitset_add(&c->trusted, k);
    }
}

static bool common_lock(const struct covering *c, uint32_t x, uint32_t y)
{
    bitset_each(a, &c->before.data[x].held)
        bitset_each(b, &c->before.data[y].held) {
            const struct outline_lock *l = &c->proof->locks.data[a], *m = &c->proof->locks.data[b];
            if (l->object == m->object && l->at == m->at && !(l->shared && m->shared) && bitset_has(&c->trusted, a) &&
                bitset_has(&c->trusted, b))
                return true;
        }
    return false;
}

/* --- pairs --- */

static void collect(struct covering *c)
{
    const struct outline *o = c->outline;
    vector_resize(&c->of_object, o->objects.size);
    for (uint32_t n = 0; n < o->steps.size; n++) {
        const struct outline_step *s = step_at(c, n);
        bool lock = (s->kind == OUTLINE_LOCK || s->kind == OUTLINE_UNLOCK) && s->address.places != OUTLINE_ATOMIC_SECTION;
        if ((s->kind != OUTLINE_ACCESS && !lock) || !outline_runs(c->threads, n) || !c->before.data[n].reached)
            continue;
        bool lost = !s->address.place_count;
        for (uint32_t k = 0; k < s->address.place_count; k++) {
            const struct outline_place *at = &o->places.data[s->address.places + k];
            const struct outline_object *x = &o->objects.data[at->object];
            lost |= x->elsewhere;
            if (bitset_has(&c->proof->shared, at->object) && !x->elsewhere && !x->constant && x->kind != OUTLINE_FUNCTION)
                vector_push(&c->of_object.data[at->object], (struct outline_access){n, *at,
                                                                                    lock       ? LOCK_WIDTH
                                                                                    : s->width ? s->width
                                                                                               : UINT32_MAX,
                                                                                    lock || s->write, lock || s->atomic});
        }
        c->out->untracked += lost;
    }
}

static void decide(struct covering *c, const struct outline_access *x, const struct outline_access *y)
{
    bool of_lock = step_at(c, x->step)->kind != OUTLINE_ACCESS || step_at(c, y->step)->kind != OUTLINE_ACCESS;
    if ((!x->write && !y->write) || (x->atomic && y->atomic) || !outline_places_overlap(&x->at, x->width, &y->at, y->width))
        return;
    if (never_together(c, x->step, y->step)) {
        c->out->by_order++;
    } else if (!of_lock && common_lock(c, x->step, y->step)) {
        c->out->by_lock++;
    } else if (c->owners.differ && outline_owners_differ(&c->owners, x->step, y->step, x->at.object)) {
        c->out->by_owner++;
    } else if (!c->out->open++) {
        c->out->open_a = x->step;
        c->out->open_b = y->step;
    }
}

static const char *beyond(const struct outline_threads *t)
{
    const struct outline *o = t->outline;
    bool aside = false;
    vector_each(const struct outline_step *, s, &o->steps)
        aside |= s->kind == OUTLINE_CREATE && s->aside;
    return o->unknown.size  ? "calls of which nothing is known"
           : aside          ? "handlers, which run in the middle of a thread"
           : o->cancels     ? "cancellation"
           : o->destructors ? "what is called at the end of a thread"
                            : NULL;
}

void outline_check_pairs(const struct outline_proof *p, const struct outline_threads *t, struct outline_pairs *out,
                         const char **why)
{
    struct covering c = {.proof = p, .threads = t, .outline = t->outline, .out = out};
    *out = (struct outline_pairs){.open_a = NONE, .open_b = NONE};
    *why = beyond(t);
    find_facts(&c);
    find_trusted(&c);
    outline_owners_find(&c.owners, t);
    collect(&c);
    vector_each(outline_accesses *, all, &c.of_object) {
        for (uint32_t i = 0; i < all->size; i++)
            for (uint32_t k = i; k < all->size; k++)
                decide(&c, &all->data[i], &all->data[k]);
        vector_free(all);
    }
    vector_free(&c.of_object);
    vector_each(struct outline_facts *, f, &c.before)
        outline_facts_free(f);
    vector_free(&c.before);
    bitset_free(&c.trusted);
    outline_owners_free(&c.owners);
}
