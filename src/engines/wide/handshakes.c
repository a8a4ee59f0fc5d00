/* What is lent to a thread (fresh.c) is given back when its creator finds a flag set in it, that the thread sets when it is done:
 *
 *     creator: flag = 0; lock; create; while (!flag) wait; unlock; free      thread: lock; ...; flag = 1; signal; unlock
 *
 * Nobody else knows the memory, so all that is done to it is done by the procedure that made it, by what that calls with it, and by the thread. The creator has put zero into the flag, and finds it set while it holds a mutex in
 * the memory. Then the thread has set it, which it does while it holds the mutex; so it has given that back since, and behind that it does not touch the memory any more. That the mutex excludes is seen
 * here as well: either side gives back only what it holds, and nobody writes into it. */
#include "engines/wide/lending.h"

struct handshake {
    const struct wide *w;
    uint32_t creator, value; /* procedure, and its value that leads to the memory */
    uint32_t create;
    int64_t passed; /* what the thread gets is so many bytes behind it */
    const struct outline_step *flag, *lock;
    struct bitset touching, meddling; /* procedures that may access such memory; that may use its lock, or write it or the flag */
};

static const struct outline_step *step_at(const struct handshake *h, uint32_t s) { return &h->w->outline->steps.data[s]; }

static bool leads_to_same(const struct handshake *h, const struct outline_address *a, uint64_t width, const struct outline_step *to)
{
    const struct outline *o = h->w->outline;
    for (uint32_t k = 0; k < a->place_count; k++)
        for (uint32_t n = 0; n < to->address.place_count; n++)
            if (outline_places_overlap(&o->places.data[a->places + k], width ? width : UINT32_MAX,
                                       &o->places.data[to->address.places + n], to->width))
                return true;
    return false;
}

static bool leads_to_object(const struct handshake *h, const struct outline_address *a)
{
    const struct outline *o = h->w->outline;
    for (uint32_t k = 0; k < a->place_count; k++)
        for (uint32_t n = 0; n < h->flag->address.place_count; n++)
            if (o->places.data[a->places + k].object == o->places.data[h->flag->address.places + n].object)
                return true;
    return false;
}

static bool is_locking(const struct outline_step *s)
{
    return s->kind == OUTLINE_LOCK || s->kind == OUTLINE_UNLOCK || s->kind == OUTLINE_TRY || s->kind == OUTLINE_WAIT ||
           s->kind == OUTLINE_DESTROY;
}

static bool is_touch(const struct handshake *h, const struct outline_step *s)
{
    return (s->kind == OUTLINE_ACCESS || is_locking(s)) && leads_to_object(h, &s->address);
}

static bool writes(const struct handshake *h, const struct outline_step *s, const struct outline_step *to)
{
    return s->kind == OUTLINE_ACCESS && s->write && leads_to_same(h, &s->address, s->width, to);
}

static bool sets_flag(const struct handshake *h, const struct outline_step *s)
{
    return writes(h, s, h->flag) && !(s->zero && !s->frees);
}

static bool meddles(const struct handshake *h, const struct outline_step *s)
{
    return (is_locking(s) && leads_to_object(h, &s->address)) || writes(h, s, h->lock) || sets_flag(h, s);
}

/* With those that call one that does. */
static void find_procedures(struct handshake *h)
{
    const struct wide *w = h->w;
    bitset_clear(&h->touching);
    bitset_clear(&h->meddling);
    for (uint32_t s = 0; s < w->outline->steps.size; s++) {
        if (is_touch(h, step_at(h, s)))
            bitset_add(&h->touching, w->procedure_of.data[s]);
        if (meddles(h, step_at(h, s)))
            bitset_add(&h->meddling, w->procedure_of.data[s]);
    }
    for (bool changed = true; changed;) {
        changed = false;
        vector_each(const uint32_t *, p, &w->callees_first)
            vector_each(const uint32_t *, s, &w->callers.data[*p]) {
                uint32_t caller = w->procedure_of.data[*s];
                bool touches = bitset_has(&h->touching, *p) && !bitset_has(&h->touching, caller);
                bool meddles = bitset_has(&h->meddling, *p) && !bitset_has(&h->meddling, caller);
                changed |= touches || meddles;
                if (touches)
                    bitset_add(&h->touching, caller);
                if (meddles)
                    bitset_add(&h->meddling, caller);
            }
    }
}

static bool calls_one_of(const struct handshake *h, const struct outline_step *s, const struct bitset *procedures)
{
    for (uint32_t k = 0; k < s->callee_count; k++)
        if (bitset_has(procedures, h->w->outline->numbers.data[s->callees + k]))
            return true;
    return false;
}

static bool is_at(const struct outline_step *s, uint32_t value, int64_t offset)
{
    return s->address.base == value && s->address.offset == offset;
}

/* What may be so at a point; ways that meet add up. */
enum {
    NOT_REACHED = 0,
    REACHED = 1,
    NOT_HELD = 2, /* the mutex */
    NOT_ZERO = 4, /* creator: the flag */
    SPOILT = 8,   /* creator: something is done that is not followed */
    SET = 16,     /* thread: the flag, and the mutex has not been given back since */
    DONE = 32,    /* thread: it has */
    NO_HANDSHAKE = 64,
};

typedef VECTOR(uint8_t) u8_vector;
typedef uint8_t (*transfer)(const struct handshake *h, uint32_t step, uint8_t state);

/* Forwards through a procedure; before: by step, from the first one of the procedure, or NULL. Returns all that may be so anywhere. */
static uint8_t follow(const struct handshake *h, uint32_t procedure, uint8_t at_entry, transfer after, u8_vector *before)
{
    const struct outline *o = h->w->outline;
    const struct outline_procedure *p = &o->procedures.data[procedure];
    uint32_t first = o->blocks.data[p->blocks].steps;
    u8_vector entry = {0};
    uint8_t all = 0;
    vector_resize(&entry, p->block_count);
    entry.data[0] = at_entry;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t b = 0; b < p->block_count; b++) {
            const struct outline_block *block = &o->blocks.data[p->blocks + b];
            uint8_t state = entry.data[b];
            for (uint32_t s = block->steps; s < block->steps + block->step_count && state; s++) {
                if (before)
                    before->data[s - first] = state;
                state = after(h, s, state);
                all |= state;
            }
            for (uint32_t k = 0; k < block->next_count; k++) {
                uint8_t *to = &entry.data[o->numbers.data[block->nexts + k]];
                changed |= (*to | state) != *to;
                *to |= state;
            }
        }
    }
    vector_free(&entry);
    return all;
}

/* --- the thread --- */

static uint8_t after_thread(const struct handshake *h, uint32_t step, uint8_t state)
{
    const struct outline_step *s = step_at(h, step);
    int64_t lock = h->lock->address.offset - h->passed, flag = h->flag->address.offset - h->passed;
    if (s->kind == OUTLINE_CALL)
        return calls_one_of(h, s, &h->meddling) || (state & DONE && calls_one_of(h, s, &h->touching)) ? state | NO_HANDSHAKE
                                                                                                      : state;
    if (!is_touch(h, s))
        return state;
    bool own = is_at(s, 0, lock) && s->owned && !s->shared, held = !(state & NOT_HELD);
    if (state & DONE)
        return state | NO_HANDSHAKE;
    switch (s->kind) {
    case OUTLINE_LOCK: return own ? state & ~NOT_HELD : state | NO_HANDSHAKE;
    case OUTLINE_UNLOCK:
        if (!own || !held)
            return state | NO_HANDSHAKE;
        return (state & SET ? (state & ~SET) | DONE : state) | NOT_HELD;
    case OUTLINE_WAIT: return is_at(s, 0, lock) && held && !(state & SET) ? state : state | NO_HANDSHAKE;
    case OUTLINE_ACCESS:
        if (writes(h, s, h->lock) || (sets_flag(h, s) && (!is_at(s, 0, flag) || !held)))
            return state | NO_HANDSHAKE;
        return sets_flag(h, s) ? state | SET : state;
    default: return state | NO_HANDSHAKE;
    }
}

/* All threads that the step may create keep to it. */
static bool threads_agree(const struct handshake *h)
{
    bool any = false;
    vector_each(const struct wide_kind *, k, &h->w->kinds) {
        if (k->step != h->create || k == h->w->kinds.data)
            continue;
        any = true;
        if (!h->w->outline->procedures.data[k->entry].parameter_count ||
            follow(h, k->entry, REACHED | NOT_HELD, after_thread, NULL) & NO_HANDSHAKE)
            return false;
    }
    return any;
}

/* --- its creator --- */

static bool passes_value(const struct handshake *h, const struct outline_step *s)
{
    for (uint32_t k = 0; k < s->argument_count; k++)
        if (h->w->outline->arguments.data[s->arguments + k].root == h->value)
            return true;
    return false;
}

static uint8_t after_locking(const struct handshake *h, const struct outline_step *s, uint8_t state)
{
    bool own = is_at(s, h->value, h->lock->address.offset) && !s->shared, held = !(state & NOT_HELD);
    if (own && s->owned && s->kind == OUTLINE_LOCK)
        return state & ~NOT_HELD;
    if (own && held && s->kind == OUTLINE_WAIT)
        return state;
    if (own && held && s->owned && s->kind == OUTLINE_UNLOCK)
        return state | NOT_HELD;
    return state | SPOILT | NOT_HELD;
}

static uint8_t after_creator(const struct handshake *h, uint32_t step, uint8_t state)
{
    const struct outline_step *s = step_at(h, step);
    if (step == h->create)
        return state & ~SPOILT; /* before, nobody else knew of it */
    if (s->kind == OUTLINE_JOIN || (s->kind == OUTLINE_ALLOCATE && s->address.root == h->value))
        return state | NOT_ZERO | (s->kind == OUTLINE_ALLOCATE ? NOT_HELD : 0);
    if (s->kind == OUTLINE_SEEN && s->address.root == h->value)
        return state | NOT_ZERO; /* it is to be set anew */
    if (s->kind == OUTLINE_CALL && passes_value(h, s) && calls_one_of(h, s, &h->touching))
        return state | (calls_one_of(h, s, &h->meddling) ? SPOILT | NOT_HELD | NOT_ZERO : 0);
    if (s->address.root != h->value)
        return state;
    if (is_locking(s))
        return after_locking(h, s, state);
    if (s->kind != OUTLINE_ACCESS || !s->write)
        return state;
    if (is_at(s, h->value, h->flag->address.offset) && s->zero && !s->frees && s->width == h->flag->width)
        return state & ~NOT_ZERO;
    return state | (sets_flag(h, s) ? NOT_ZERO : 0) | (writes(h, s, h->lock) || s->frees ? SPOILT : 0);
}

static bool creator_agrees(const struct handshake *h, uint32_t seen)
{
    const struct outline *o = h->w->outline;
    assert(h->flag == step_at(h, seen));
    const struct outline_procedure *p = &o->procedures.data[h->creator];
    const struct outline_block *last = &o->blocks.data[p->blocks + p->block_count - 1];
    uint32_t first = o->blocks.data[p->blocks].steps;
    u8_vector before = {0};
    vector_resize(&before, last->steps + last->step_count - first);
    follow(h, h->creator, REACHED | NOT_HELD | NOT_ZERO, after_creator, &before);
    bool agrees = before.data[seen - first] == REACHED;
    vector_free(&before);
    return agrees;
}

/* --- which --- */

/* The only step of the procedure that gives the memory to a thread. */
static bool find_create(struct handshake *h, uint32_t first, uint32_t end)
{
    h->create = NONE;
    for (uint32_t s = first; s < end; s++) {
        const struct outline_step *x = step_at(h, s);
        if (x->kind != OUTLINE_CREATE || !passes_value(h, x))
            continue;
        const struct outline_address *a = &h->w->outline->arguments.data[x->arguments];
        if (h->create != NONE || x->aside || a->base != h->value)
            return false;
        h->create = s;
        h->passed = a->offset;
    }
    return h->create != NONE;
}

static bool holds(struct handshake *h, uint32_t seen, uint32_t first, uint32_t end)
{
    bool found = false;
    for (uint32_t s = first; s < end && !found; s++) {
        h->lock = step_at(h, s);
        if (h->lock->kind != OUTLINE_LOCK || h->lock->shared || !h->lock->owned || h->lock->address.base != h->value)
            continue;
        find_procedures(h);
        found = creator_agrees(h, seen) && threads_agree(h);
    }
    return found;
}

void wide_find_handshakes(const struct wide *w, struct map *created)
{
    const struct outline *o = w->outline;
    struct handshake h = {.w = w};
    vector_each(const uint32_t *, p, &w->callees_first) {
        const struct outline_procedure *body = &o->procedures.data[*p];
        const struct outline_block *last = &o->blocks.data[body->blocks + body->block_count - 1];
        uint32_t first = o->blocks.data[body->blocks].steps, end = last->steps + last->step_count;
        for (uint32_t s = first; s < end; s++) {
            h.flag = step_at(&h, s);
            h.creator = *p;
            h.value = h.flag->address.base;
            if (h.flag->kind == OUTLINE_SEEN && h.value != NONE && find_create(&h, first, end) && holds(&h, s, first, end))
                map_put(created, s, h.create);
        }
    }
    bitset_free(&h.touching);
    bitset_free(&h.meddling);
}
