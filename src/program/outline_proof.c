#include "program/outline_proof.h"

struct outline_proof *outline_proof_new(const struct outline *o)
{
    struct outline_proof *p = NEW(struct outline_proof);
    vector_resize(&p->procedures, o->procedures.size);
    vector_resize(&p->blocks, o->blocks.size);
    return p;
}

void outline_facts_free(struct outline_facts *f)
{
    bitset_free(&f->held);
    bitset_free(&f->begun);
    bitset_free(&f->ended);
}

void outline_proof_free(struct outline_proof *p)
{
    if (!p)
        return;
    vector_each(struct outline_summary *, s, &p->procedures) {
        outline_facts_free(&s->entry);
        for (enum outline_end end = OUTLINE_BY_RETURN; end < OUTLINE_ENDS; end++)
            outline_facts_free(&s->exits[end]);
        bitset_free(&s->releases);
        bitset_free(&s->creates);
    }
    vector_each(struct outline_facts *, f, &p->blocks)
        outline_facts_free(f);
    vector_free(&p->locks);
    vector_free(&p->procedures);
    vector_free(&p->blocks);
    bitset_free(&p->shared);
    mem_free(p);
}

void outline_facts_copy(struct outline_facts *to, const struct outline_facts *from)
{
    to->reached = from->reached;
    bitset_copy(&to->held, &from->held);
    bitset_copy(&to->begun, &from->begun);
    bitset_copy(&to->ended, &from->ended);
}

bool outline_facts_follow(const struct outline_facts *what, const struct outline_facts *from)
{
    return !from->reached || (what->reached && bitset_within(&what->held, &from->held) &&
                              bitset_within(&from->begun, &what->begun) && bitset_within(&what->ended, &from->ended));
}

/* --- locks --- */

uint32_t outline_lock_of(const struct outline_proof *p, const struct outline *o, const struct outline_address *a, bool shared)
{
    const struct outline_place *at = a->place_count == 1 ? &o->places.data[a->places] : NULL;
    for (uint32_t k = 0; at && !at->stride && k < p->locks.size; k++)
        if (p->locks.data[k].object == at->object && p->locks.data[k].at == at->first && p->locks.data[k].shared == shared)
            return k;
    return NONE;
}

bool outline_may_be_lock(const struct outline *o, const struct outline_lock *l, const struct outline_address *a)
{
    struct outline_place at = {.object = l->object, .first = l->at, .end = l->at + 1};
    for (uint32_t k = 0; k < a->place_count; k++)
        if (outline_places_overlap(&o->places.data[a->places + k], 1, &at, 1))
            return true;
    return !a->place_count;
}

bool outline_writes_lock(const struct outline *o, const struct outline_lock *l, const struct outline_step *s)
{
    struct outline_place at = {.object = l->object, .first = l->at, .end = l->at + 1};
    for (uint32_t k = 0; s->kind == OUTLINE_ACCESS && s->write && k < s->address.place_count; k++)
        if (outline_places_overlap(&o->places.data[s->address.places + k], s->width ? s->width : UINT32_MAX, &at, LOCK_BYTES))
            return true;
    return false;
}

bool outline_may_free(const struct outline *o, const struct outline_lock *l, const struct outline_step *s)
{
    return s->kind == OUTLINE_UNLOCK ? outline_may_be_lock(o, l, &s->address) : outline_writes_lock(o, l, s);
}

static void give_back(const struct outline_proof *p, const struct outline *o, const struct outline_step *s, struct outline_facts *f)
{
    for (uint32_t k = 0; k < p->locks.size; k++)
        if (bitset_has(&f->held, k) && outline_may_free(o, &p->locks.data[k], s))
            bitset_remove(&f->held, k);
}

/* --- steps --- */

static void create(const struct outline_proof *p, const struct outline_threads *t, uint32_t step, struct outline_facts *f)
{
    for (uint32_t k = 1; k < t->kinds.size; k++)
        if (t->kinds.data[k].step == step) {
            const struct bitset *below = &p->procedures.data[t->kinds.data[k].entry].creates;
            bitset_add(&f->begun, k);
            bitset_unite(&f->begun, below);
            bitset_remove(&f->ended, k);
            bitset_subtract(&f->ended, below);
        }
}

/* Behind a callee that was left in this way: what holds in all such cases. */
static void after_callee(const struct outline_proof *p, const struct outline_summary *callee, enum outline_end end,
                         const struct outline_facts *f, struct outline_facts *all)
{
    const struct outline_facts *exit = &callee->exits[end];
    struct outline_facts one = {0};
    if (!exit->reached)
        return;
    outline_facts_copy(&one, f);
    for (uint32_t k = 0; k < p->locks.size; k++)
        if (bitset_has(&callee->releases, p->locks.data[k].object))
            bitset_remove(&one.held, k);
    bitset_unite(&one.held, &exit->held);
    bitset_unite(&one.begun, &callee->creates);
    bitset_subtract(&one.ended, &callee->creates);
    bitset_unite(&one.ended, &exit->ended);
    if (all->reached) {
        bitset_intersect(&all->held, &one.held);
        bitset_unite(&all->begun, &one.begun);
        bitset_intersect(&all->ended, &one.ended);
    } else {
        outline_facts_copy(all, &one);
    }
    outline_facts_free(&one);
}

/* Behind a call of one of these. */
static void call(const struct outline_proof *p, const struct outline *o, const struct outline_step *s, struct outline_facts *f)
{
    struct outline_facts all = {0};
    for (uint32_t c = 0; c < s->callee_count; c++)
        for (enum outline_end end = OUTLINE_BY_RETURN; end < OUTLINE_ENDS; end++)
            if (outline_has_end(s, end))
                after_callee(p, &p->procedures.data[o->numbers.data[s->callees + c]], end, f, &all);
    if (s->callee_count)
        outline_facts_copy(f, &all);
    outline_facts_free(&all);
}

void outline_facts_step(const struct outline_proof *p, const struct outline_threads *t, uint32_t step, struct outline_facts *f)
{
    const struct outline *o = t->outline;
    const struct outline_step *s = &o->steps.data[step];
    uint32_t number = NONE;
    switch (s->kind) {
    case OUTLINE_LOCK:
        number = s->owned ? outline_lock_of(p, o, &s->address, s->shared) : NONE;
        if (number != NONE)
            bitset_add(&f->held, number);
        break;
    case OUTLINE_ACCESS:
    case OUTLINE_UNLOCK: give_back(p, o, s, f); break;
    case OUTLINE_CALL: call(p, o, s, f); break;
    case OUTLINE_CREATE: create(p, t, step, f); break;
    case OUTLINE_JOIN:
        number = outline_joined_kind(t, step);
        if (number != NONE)
            bitset_add(&f->ended, number);
        break;
    case OUTLINE_RETURN:
    case OUTLINE_HALT: f->reached = false; break;
    default: break;
    }
}

/* A semaphore that was tried is nobody's. */
static bool tries_owned(const struct outline *o, const struct outline_block *b)
{
    bool owned = false;
    for (uint32_t s = b->steps; s < b->steps + b->step_count; s++)
        if (o->steps.data[s].kind == OUTLINE_TRY)
            owned = o->steps.data[s].owned;
    return owned;
}

void outline_facts_next(const struct outline_proof *p, const struct outline_threads *t, uint32_t block, uint32_t next,
                        struct outline_facts *f)
{
    const struct outline_block *b = &t->outline->blocks.data[block];
    if (b->try_next == NONE || b->try_next != next || !tries_owned(t->outline, b))
        return;
    uint32_t number = outline_lock_of(p, t->outline, &b->try_lock, b->try_shared);
    if (number != NONE)
        bitset_add(&f->held, number);
}
