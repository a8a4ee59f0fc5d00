/* Which locks are certainly held at a step.
 *
 * A lock has a name: an object that there is once and an offset in it; or a value of the procedure and an offset from it (`&p->lock` is p + 8),
 * which means one address as long as the value does not change, and can be compared with the address of an access through the same value. Where an
 * unlock may be of the same lock under another name, both names go. What a procedure still holds when it returns, or is left by a jump, and what it may have released that
 * its caller held, are its summary; what is held at its entry is what all callers hold, said in terms of its parameters.
 *
 * An unlock of a lock that is not certainly held may release another thread's: such locks protect nothing (loose). A procedure that unlocks what lies behind its parameter, and has not taken it, relies on
 * its callers (gives): each of them has to hold what it passes there, and where one does not, it is that one's lock that is loose. Where mutexes may be of a kind
 * whose locking can fail (errorcheck) or be repeated (recursive), an unlock counts as releasing the caller's lock, too. An address that leads nowhere is apart from all objects of
 * the program, for locks as for accesses (wide_result.untracked). */
#include "engines/wide/locks.h"

struct state {
    uint32_t held, own; /* own: taken in this activation; SETS_ALL: not reached */
    uint32_t lent;      /* what callers have to hold, as long as it has not been given back */
};

static uint32_t name_id(struct locks *l, struct name n, struct outline_address a)
{
    struct name clean;
    memset(&clean, 0, sizeof clean);
    clean.procedure = n.base == NONE ? NONE : n.procedure;
    clean.base = n.base;
    clean.offset = n.offset;
    clean.object = n.base == NONE ? n.object : NONE;
    clean.shared = n.shared;
    bool is_new;
    uint32_t id = intern_add(&l->names, &clean, sizeof clean, &is_new);
    if (is_new)
        vector_push(&l->addresses, a);
    return id;
}

/* What an address of a procedure is made from, by the first of its names. */
static uint32_t base_of(const struct locks *l, uint32_t procedure, const struct outline_address *a)
{
    return a->base == NONE ? NONE : wide_same(l->w, procedure, a->base);
}

/* Adds the names of the lock at an address of a procedure. */
static void names_of(struct locks *l, uint32_t procedure, const struct outline_address *a, bool shared, u32_vector *out)
{
    const struct outline *o = l->w->outline;
    if (a->base != NONE)
        vector_push(out, name_id(l, (struct name){procedure, base_of(l, procedure, a), a->offset, NONE, shared}, *a));
    const struct outline_place *p = a->place_count == 1 ? &o->places.data[a->places] : NULL;
    if (p && !p->stride && wide_unique_object(l->w, p->object))
        vector_push(out, name_id(l, (struct name){NONE, NONE, (int64_t)p->first, p->object, shared}, *a));
}

bool locks_meet_objects(const struct outline *o, const struct outline_address *a, const struct bitset *objects)
{
    for (uint32_t i = 0; i < a->place_count; i++)
        if (bitset_has(objects, o->places.data[a->places + i].object))
            return true;
    return !a->place_count && !bitset_empty(objects);
}

static void add_objects(const struct outline *o, const struct outline_address *a, struct bitset *to)
{
    for (uint32_t i = 0; i < a->place_count; i++)
        bitset_add(to, o->places.data[a->places + i].object);
    if (!a->place_count)
        bitset_add(to, o->objects.size); /* none of them: it stands for memory that the program does not show */
}

/* The set without the names that keep() refuses. */
static uint32_t filter(struct locks *l, uint32_t set, bool (*keep)(struct locks *, uint32_t, const void *), const void *context)
{
    uint32_t n;
    const uint32_t *m = sets_members(&l->sets, set, &n);
    u32_vector kept = {0};
    for (uint32_t k = 0; k < n; k++)
        if (keep(l, m[k], context))
            vector_push(&kept, m[k]);
    uint32_t made = kept.size == n ? set : sets_of(&l->sets, &kept);
    vector_free(&kept);
    return made;
}

static bool is_another(struct locks *l, uint32_t name, const void *address)
{
    const struct outline_address *lock = &l->addresses.data[name], *other = address;
    return (lock->place_count && !other->place_count) || !wide_may_be_same_lock(l->w->outline, lock, other);
}

struct giving {
    const struct outline_address *address;
    uint32_t procedure, name, own; /* own: what was taken in this activation before */
};

/* Both were taken here, one while the other was held; no thread has a mutex twice, so they are two. */
static bool was_taken_beside(const struct locks *l, const struct giving *g, uint32_t name)
{
    const struct outline *o = l->w->outline;
    const struct name *n = lock_name_at(l, name);
    return n->base != NONE && n->procedure == g->procedure && name != g->name && !n->shared && sets_has(&l->sets, g->own, name) &&
           sets_has(&l->sets, g->own, g->name) && !locks_meet_objects(o, &l->addresses.data[name], &l->again) &&
           !locks_meet_objects(o, g->address, &l->again);
}

static bool is_not_given(struct locks *l, uint32_t name, const void *context)
{
    const struct giving *g = context;
    return is_another(l, name, g->address) || was_taken_beside(l, g, name);
}

static bool is_not_released(struct locks *l, uint32_t name, const void *objects)
{
    return !locks_meet_objects(l->w->outline, &l->addresses.data[name], objects);
}

static void lock(struct locks *l, uint32_t procedure, const struct outline_address *a, bool shared, struct state *at)
{
    u32_vector names = {0};
    names_of(l, procedure, a, shared, &names);
    uint32_t set = sets_of(&l->sets, &names);
    at->held = sets_any(&l->sets, at->held, set);
    at->own = sets_any(&l->sets, at->own, set);
    vector_free(&names);
}

bool locks_have(struct locks *l, uint32_t procedure, const struct outline_address *a, uint32_t set)
{
    u32_vector names = {0};
    bool found = false;
    names_of(l, procedure, a, false, &names);
    names_of(l, procedure, a, true, &names);
    vector_each(const uint32_t *, n, &names)
        found |= sets_has(&l->sets, set, *n);
    vector_free(&names);
    return found;
}

/* Whether it is held so that this step may give it back: a semaphore that readers hold together in the way in which it was taken. */
static bool may_give_back(struct locks *l, uint32_t procedure, const struct outline_step *s, uint32_t set)
{
    u32_vector names = {0};
    bool found = false;
    if (s->owned || !s->counted)
        names_of(l, procedure, &s->address, false, &names);
    if (s->owned || s->counted)
        names_of(l, procedure, &s->address, true, &names);
    vector_each(const uint32_t *, n, &names)
        found |= sets_has(&l->sets, set, *n);
    vector_free(&names);
    return found;
}

static bool is_parameter(const struct locks *l, uint32_t procedure, const struct outline_address *a)
{
    return a->base != NONE && base_of(l, procedure, a) < l->w->outline->procedures.data[procedure].parameter_count;
}

static void give(struct locks *l, uint32_t procedure, const struct outline_address *a)
{
    uint32_t name = name_id(l, (struct name){procedure, base_of(l, procedure, a), a->offset, NONE, false}, *a);
    l->gives.data[procedure] = sets_add(&l->sets, l->gives.data[procedure], name);
}

static void unlock(struct locks *l, uint32_t procedure, const struct outline_step *s, struct state *at)
{
    const struct outline_address *a = &s->address;
    bool own = may_give_back(l, procedure, s, at->own);
    bool may_fail = locks_meet_objects(l->w->outline, a, &l->kinds);
    if (!own && !may_fail && s->owned && is_parameter(l, procedure, a))
        give(l, procedure, a);
    else if (!own || may_fail)
        add_objects(l->w->outline, a, &l->releases.data[procedure]);
    if (l->looks_for_loose && !may_give_back(l, procedure, s, at->held) && !may_give_back(l, procedure, s, at->lent))
        add_objects(l->w->outline, a, &l->loose);
    struct giving g = {a, procedure,
                       a->base == NONE ? NONE
                                       : name_id(l, (struct name){procedure, base_of(l, procedure, a), a->offset, NONE, false}, *a),
                       at->own};
    at->held = filter(l, at->held, is_not_given, &g);
    at->own = filter(l, at->own, is_not_given, &g);
    at->lent = filter(l, at->lent, is_another, a);
}

/* A lock of the callee, named by its parameters, in the caller's words. */
static void back(struct locks *l, uint32_t caller, const struct outline_step *s, uint32_t name, u32_vector *out)
{
    const struct name n = *lock_name_at(l, name);
    if (n.base == NONE) {
        vector_push(out, name);
        return;
    }
    if (n.base >= s->argument_count || n.base >= l->w->outline->procedures.data[n.procedure].parameter_count)
        return;
    struct outline_address a = l->w->outline->arguments.data[s->arguments + n.base];
    a.offset += n.offset;
    if (a.base != NONE) {
        struct outline_address places = l->addresses.data[name];
        places.base = a.base;
        places.offset = a.offset;
        vector_push(out, name_id(l, (struct name){caller, base_of(l, caller, &a), a.offset, NONE, n.shared}, places));
    }
}

/* What is held behind a call, if this is the one that is called; it does not come to that end, as far as is known, if that is SETS_ALL. */
static struct state after_callee(struct locks *l, uint32_t procedure, const struct outline_step *s, uint32_t callee,
                                 enum outline_end end, struct state at)
{
    const struct bitset *released = &l->releases.data[callee];
    uint32_t n, exit = l->exits[end].data[callee];
    u32_vector names = {0};
    if (exit == SETS_ALL)
        return (struct state){SETS_ALL, SETS_ALL, SETS_ALL};
    sets_members(&l->sets, exit, &n);
    for (uint32_t i = 0; i < n; i++)
        back(l, procedure, s, sets_members(&l->sets, exit, &n)[i], &names);
    uint32_t taken = sets_of(&l->sets, &names);
    vector_free(&names);
    return (struct state){sets_any(&l->sets, filter(l, at.held, is_not_released, released), taken),
                          sets_any(&l->sets, filter(l, at.own, is_not_released, released), taken),
                          filter(l, at.lent, is_not_released, released)};
}

/* Whether what a call passes as an argument is so many bytes before a lock of the set. */
static bool passes(const struct locks *l, uint32_t procedure, const struct outline_address *argument, int64_t offset, uint32_t set)
{
    const struct outline_place *p = argument->place_count == 1 ? &l->w->outline->places.data[argument->places] : NULL;
    uint32_t n;
    const uint32_t *m = sets_members(&l->sets, set, &n);
    for (uint32_t k = 0; k < n; k++) {
        const struct name *x = lock_name_at(l, m[k]);
        if (x->base != NONE
                ? x->procedure == procedure && x->base == base_of(l, procedure, argument) && x->offset == argument->offset + offset
                : p && !p->stride && x->object == p->object && x->offset == (int64_t)p->first + offset)
            return true;
    }
    return false;
}

/* A callee may give back a lock behind its parameter that it has not taken: this one's, or its callers'. released: gets the objects that it may be in. */
static void give_back(struct locks *l, uint32_t procedure, const struct outline_step *s, uint32_t name, const struct state *at,
                      struct bitset *released)
{
    const struct outline *o = l->w->outline;
    const struct name n = *lock_name_at(l, name);
    const struct outline_address *argument = n.base < s->argument_count ? &o->arguments.data[s->arguments + n.base] : NULL;
    const struct outline_address *where = argument ? argument : &l->addresses.data[name];
    add_objects(o, where, released);
    if (argument && passes(l, procedure, argument, n.offset, at->own))
        return;
    if (argument && is_parameter(l, procedure, argument)) {
        struct outline_address lock = l->addresses.data[name];
        lock.base = argument->base;
        lock.offset = argument->offset + n.offset;
        give(l, procedure, &lock);
    } else {
        add_objects(o, where, &l->releases.data[procedure]);
    }
    if (l->looks_for_loose &&
        !(argument && (passes(l, procedure, argument, n.offset, at->held) || passes(l, procedure, argument, n.offset, at->lent))))
        add_objects(o, where, &l->loose);
}

/* Without what a callee may give back of what was held before. */
static struct state before_callee(struct locks *l, uint32_t procedure, const struct outline_step *s, uint32_t callee,
                                  struct state at)
{
    struct bitset released = {0};
    uint32_t n;
    sets_members(&l->sets, l->gives.data[callee], &n);
    for (uint32_t i = 0; i < n; i++)
        give_back(l, procedure, s, sets_members(&l->sets, l->gives.data[callee], &n)[i], &at, &released);
    if (n)
        at = (struct state){filter(l, at.held, is_not_released, &released), filter(l, at.own, is_not_released, &released),
                            filter(l, at.lent, is_not_released, &released)};
    bitset_free(&released);
    return at;
}

static void call(struct locks *l, uint32_t procedure, const struct outline_step *s, struct state *at)
{
    struct state met = {SETS_ALL, SETS_ALL, SETS_ALL};
    for (uint32_t k = 0; k < s->callee_count; k++) {
        uint32_t callee = l->w->outline->numbers.data[s->callees + k];
        struct state left = before_callee(l, procedure, s, callee, *at);
        for (enum outline_end end = OUTLINE_BY_RETURN; end < OUTLINE_ENDS; end++) {
            if (!outline_has_end(s, end))
                continue;
            struct state after = after_callee(l, procedure, s, callee, end, left);
            met.held = sets_both(&l->sets, met.held, after.held);
            met.own = sets_both(&l->sets, met.own, after.own);
            met.lent = sets_both(&l->sets, met.lent, after.lent);
        }
        /* What it may release of its caller's, it may release of this one's caller, too. */
        bitset_unite(&l->releases.data[procedure], &l->releases.data[callee]);
    }
    *at = met;
}

static bool keeps_meaning(struct locks *l, uint32_t name, const void *context)
{
    const struct outline_block *b = context;
    const struct name *n = lock_name_at(l, name);
    for (uint32_t k = 0; n->base != NONE && k < b->value_count; k++)
        if (l->w->outline->numbers.data[b->values + k] == n->base)
            return false;
    return true;
}

static void meet(struct locks *l, struct state *to, struct state from, bool *changed)
{
    struct state met = {sets_both(&l->sets, to->held, from.held), sets_both(&l->sets, to->own, from.own),
                        sets_both(&l->sets, to->lent, from.lent)};
    *changed |= met.held != to->held || met.own != to->own || met.lent != to->lent;
    *to = met;
}

typedef VECTOR(struct state) states;

static void run_block(struct locks *l, uint32_t procedure, uint32_t number, states *before, uint32_t *exits, bool *changed)
{
    const struct outline *o = l->w->outline;
    const struct outline_block *b = &o->blocks.data[o->procedures.data[procedure].blocks + number];
    struct state at = before->data[number];
    if (at.held == SETS_ALL)
        return;
    at.held = filter(l, at.held, keeps_meaning, b);
    at.own = filter(l, at.own, keeps_meaning, b);
    for (uint32_t s = b->steps; s < b->steps + b->step_count && at.held != SETS_ALL; s++) {
        const struct outline_step *x = &o->steps.data[s];
        l->held.data[s] = at.held;
        if (x->kind == OUTLINE_LOCK)
            lock(l, procedure, &x->address, x->shared, &at);
        else if (x->kind == OUTLINE_UNLOCK)
            unlock(l, procedure, x, &at);
        else if (x->kind == OUTLINE_CALL)
            call(l, procedure, x, &at);
        else if (x->kind == OUTLINE_RETURN)
            for (enum outline_end end = OUTLINE_BY_RETURN; end < OUTLINE_ENDS; end++)
                exits[end] = outline_has_end(x, end) ? sets_both(&l->sets, exits[end], at.own) : exits[end];
    }
    for (uint32_t k = 0; k < b->next_count && at.held != SETS_ALL; k++) {
        struct state along = at;
        if (k == b->try_next)
            lock(l, procedure, &b->try_lock, b->try_shared, &along);
        meet(l, &before->data[o->numbers.data[b->nexts + k]], along, changed);
    }
}

/* exits: gets what it has taken at all its ends of each kind. */
static void procedure_from(struct locks *l, uint32_t number, uint32_t entry, uint32_t *exits)
{
    const struct outline_procedure *p = &l->w->outline->procedures.data[number];
    states before = {0};
    vector_resize(&before, p->block_count);
    vector_each(struct state *, b, &before)
        b->held = b->own = b->lent = SETS_ALL;
    before.data[0] = (struct state){entry, 0, l->gives.data[number]};
    for (bool changed = true; changed;) {
        changed = false;
        exits[OUTLINE_BY_RETURN] = exits[OUTLINE_BY_JUMP] = SETS_ALL;
        for (uint32_t b = 0; b < p->block_count; b++)
            run_block(l, number, b, &before, exits, &changed);
    }
    vector_free(&before);
}

static void summaries(struct locks *l)
{
    for (bool changed = true; changed;) {
        changed = false;
        vector_each(const uint32_t *, p, &l->w->callees_first) {
            uint32_t before = bitset_count(&l->releases.data[*p]), gives = l->gives.data[*p], exits[OUTLINE_ENDS];
            procedure_from(l, *p, 0, exits);
            changed |= before != bitset_count(&l->releases.data[*p]) || gives != l->gives.data[*p];
            for (enum outline_end end = OUTLINE_BY_RETURN; end < OUTLINE_ENDS; end++) {
                changed |= exits[end] != l->exits[end].data[*p];
                l->exits[end].data[*p] = exits[end];
            }
        }
    }
}

/* What a caller holds, in the words of the callee. */
static uint32_t forth(struct locks *l, uint32_t caller, uint32_t callee, const struct outline_step *s, uint32_t held)
{
    u32_vector names = {0};
    uint32_t count;
    sets_members(&l->sets, held, &count);
    for (uint32_t k = 0; k < count; k++) {
        uint32_t id = sets_members(&l->sets, held, &count)[k];
        const struct name n = *lock_name_at(l, id);
        struct outline_address where = l->addresses.data[id];
        if (n.base == NONE)
            vector_push(&names, id);
        for (uint32_t a = 0; a < s->argument_count && a < l->w->outline->procedures.data[callee].parameter_count; a++) {
            const struct outline_address *x = &l->w->outline->arguments.data[s->arguments + a];
            const struct outline_place *p = x->place_count == 1 ? &l->w->outline->places.data[x->places] : NULL;
            bool of_value = n.base != NONE && base_of(l, caller, x) == n.base;
            bool of_object = n.base == NONE && p && !p->stride && p->object == n.object;
            if (!of_value && !of_object)
                continue;
            int64_t offset = of_value ? n.offset - x->offset : n.offset - (int64_t)p->first;
            where.base = a;
            where.offset = offset;
            vector_push(&names, name_id(l, (struct name){callee, a, offset, NONE, n.shared}, where));
        }
    }
    uint32_t set = sets_of(&l->sets, &names);
    vector_free(&names);
    return set;
}

static void entries(struct locks *l)
{
    const struct outline *o = l->w->outline;
    u32_vector entry = {0};
    uint32_t exits[OUTLINE_ENDS];
    vector_resize(&entry, o->procedures.size);
    vector_each(uint32_t *, e, &entry)
        *e = SETS_ALL;
    vector_each(const struct wide_kind *, k, &l->w->kinds)
        entry.data[k->entry] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t n = l->w->callees_first.size; n-- > 0;) {
            uint32_t p = l->w->callees_first.data[n];
            if (entry.data[p] == SETS_ALL)
                continue;
            procedure_from(l, p, entry.data[p], exits);
            const struct outline_procedure *body = &o->procedures.data[p];
            uint32_t last = body->blocks + body->block_count - 1,
                     end = o->blocks.data[last].steps + o->blocks.data[last].step_count;
            for (uint32_t s = o->blocks.data[body->blocks].steps; s < end; s++)
                for (uint32_t c = 0;
                     o->steps.data[s].kind == OUTLINE_CALL && l->held.data[s] != SETS_ALL && c < o->steps.data[s].callee_count;
                     c++) {
                    uint32_t callee = o->numbers.data[o->steps.data[s].callees + c];
                    uint32_t met = sets_both(&l->sets, entry.data[callee], forth(l, p, callee, &o->steps.data[s], l->held.data[s]));
                    changed |= met != entry.data[callee];
                    entry.data[callee] = met;
                }
        }
    }
    l->looks_for_loose = true;
    vector_each(const uint32_t *, p, &l->w->callees_first)
        if (entry.data[*p] != SETS_ALL)
            procedure_from(l, *p, entry.data[*p], exits);
    vector_free(&entry);
    vector_each(const struct wide_kind *, k, &l->w->kinds) { /* who begins with it holds nothing */
        uint32_t n;
        const uint32_t *m = sets_members(&l->sets, l->gives.data[k->entry], &n);
        for (uint32_t i = 0; i < n; i++)
            add_objects(o, &l->addresses.data[m[i]], &l->loose);
    }
}

void wide_locks(struct wide *w)
{
    struct locks *l = NEW(struct locks);
    w->locks = l;
    l->w = w;
    wide_lock_kinds(w->outline, &l->kinds);
    locks_find_elements(l);
    wide_locks_again(w->outline, &l->again);
    sets_begin(&l->sets);
    for (enum outline_end end = OUTLINE_BY_RETURN; end < OUTLINE_ENDS; end++) {
        vector_resize(&l->exits[end], w->outline->procedures.size);
        vector_each(uint32_t *, e, &l->exits[end])
            *e = SETS_ALL;
    }
    vector_resize(&l->releases, w->outline->procedures.size);
    vector_resize(&l->gives, w->outline->procedures.size);
    vector_resize(&l->held, w->outline->steps.size);
    summaries(l);
    entries(l);
    vector_each(const struct outline_readers *, r, &w->outline->readers)
        if (bitset_has(&l->loose, r->mutex) || bitset_has(&l->kinds, r->mutex))
            bitset_add(&l->loose, r->semaphore);
}

void wide_locks_free(struct locks *l)
{
    if (!l)
        return;
    sets_end(&l->sets);
    intern_free(&l->names);
    vector_free(&l->addresses);
    for (enum outline_end end = OUTLINE_BY_RETURN; end < OUTLINE_ENDS; end++)
        vector_free(&l->exits[end]);
    vector_each(struct bitset *, r, &l->releases)
        bitset_free(r);
    vector_free(&l->releases);
    vector_free(&l->gives);
    bitset_free(&l->loose);
    bitset_free(&l->kinds);
    map_free(&l->elements);
    bitset_free(&l->again);
    vector_free(&l->held);
    mem_free(l);
}
