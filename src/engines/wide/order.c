/* Which kinds of threads may have begun, and which certainly have ended, when a thread of which there is one only is at a step: forwards
 * through its procedures, calls by summaries (what a procedure may create, and what it certainly joins). A state is a pair of sets of kinds.
 *
 * In the set of what has ended a batch has a number, too, behind those of the kinds: all living threads of its kind are of the batch that began last, and
 * what it relies on has not been written since. That none lives where a batch begins is taken for granted at first; a batch of which that turns out
 * not to be certain is no batch, and all is computed again. (By induction over the time: what is known up to a beginning does not need it.)
 *
 * In the same way a kind is taken for one of which one thread lives at a time, if one step creates it, in threads of a kind of which that holds, too: until it turns out that another one
 * may live when that step is reached. What lives when such a thread begins is what the one before it may have left behind. */
#include "engines/wide/order.h"

static const struct outline_step *step_at(const struct order *o, uint32_t s) { return &o->w->outline->steps.data[s]; }

static void add_created(const struct order *o, uint32_t kind, u32_vector *all)
{
    vector_push(all, kind);
    for (uint32_t b = 0; b < o->w->batches.size; b++)
        if (o->w->batches.data[b].kind == kind)
            vector_push(all, batch_number(o, b));
}

/* With the batches of these kinds. */
static uint32_t kinds_created(struct order *o, uint32_t step)
{
    u32_vector all = {0};
    uint64_t first = 0;
    map_get(&o->kind_of, step, &first);
    for (uint32_t k = 0; k < step_at(o, step)->callee_count; k++) {
        add_created(o, (uint32_t)first + k, &all);
        bitset_each(d, &o->w->kinds.data[first + k].descendants)
            add_created(o, d, &all);
    }
    uint32_t set = sets_of(&o->sets, &all);
    vector_free(&all);
    return set;
}

/* A batch is known in one activation of its procedure. */
static uint32_t without_batches(struct order *o, uint32_t set)
{
    if (set == SETS_ALL)
        return set;
    u32_vector kept = {0};
    uint32_t n;
    const uint32_t *m = sets_members(&o->sets, set, &n);
    for (uint32_t k = 0; k < n; k++)
        if (m[k] < batch_number(o, 0) || m[k] >= past_number(o, 0))
            vector_push(&kept, m[k]);
    uint32_t made = kept.size == n ? set : sets_of(&o->sets, &kept);
    vector_free(&kept);
    return made;
}

static uint32_t without(struct order *o, uint32_t from, uint32_t what)
{
    if (from == SETS_ALL)
        return 0; /* coarse, and right */
    u32_vector kept = {0};
    uint32_t n;
    const uint32_t *m = sets_members(&o->sets, from, &n);
    for (uint32_t k = 0; k < n; k++)
        if (!sets_has(&o->sets, what, m[k]))
            vector_push(&kept, m[k]);
    uint32_t set = sets_of(&o->sets, &kept);
    vector_free(&kept);
    return set;
}

/* A thread may end in a procedure that it calls: then it has not done what its entry does before it returns. */
static bool may_end_early(const struct wide *w, uint32_t kind)
{
    bool may = w->outline->cancels;
    bitset_each(p, &w->kinds.data[kind].procedures)
        may |= p != w->kinds.data[kind].entry && bitset_has(&w->ends_thread, p);
    return may;
}

static void join(struct order *o, uint32_t number, struct order_state *at)
{
    uint32_t step = order_creator_of(o->w, number);
    uint64_t kind;
    if (step == NONE || step_at(o, step)->callee_count != 1 || !map_get(&o->kind_of, step, &kind) ||
        !o->w->kinds.data[kind].alone || (!o->w->kinds.data[kind].unique && !order_joins_last(o->w, number, (uint32_t)kind)))
        return;
    at->joined = sets_add(&o->sets, at->joined, (uint32_t)kind);
    if (o->w->kinds.data[kind].unique)
        at->joined = sets_add(&o->sets, at->joined, past_number(o, (uint32_t)kind));
    bitset_each(d, &o->settled.data[kind])
        at->joined = sets_add(&o->sets, at->joined, d);
    uint32_t entry = o->w->kinds.data[kind].entry;
    uint32_t below = sets_both(&o->sets, o->joins[OUTLINE_BY_RETURN].data[entry], o->joins[OUTLINE_BY_JUMP].data[entry]);
    if (below != SETS_ALL && !may_end_early(o->w, (uint32_t)kind))
        at->joined = sets_any(&o->sets, at->joined, below);
}

static void call(struct order *o, const struct outline_step *s, struct order_state *at)
{
    uint32_t joins = SETS_ALL, keeps = SETS_ALL, creates = 0;
    for (uint32_t k = 0; k < s->callee_count; k++) {
        uint32_t callee = o->w->outline->numbers.data[s->callees + k];
        creates = sets_any(&o->sets, creates, o->creates.data[callee]);
        for (enum outline_end end = OUTLINE_BY_RETURN; end < OUTLINE_ENDS; end++)
            if (outline_has_end(s, end)) {
                joins = sets_both(&o->sets, joins, o->joins[end].data[callee]);
                keeps = sets_both(&o->sets, keeps, o->keeps[end].data[callee]);
            }
    }
    uint32_t idle =
        joins == SETS_ALL || keeps == SETS_ALL ? 0 : sets_both(&o->sets, sets_both(&o->sets, creates, keeps), at->joined);
    at->started = sets_any(&o->sets, at->started, creates);
    if (joins == SETS_ALL)
        at->joined = SETS_ALL; /* does not return, as far as is known */
    else
        at->joined = sets_any(&o->sets, creates ? without(o, at->joined, creates) : at->joined, sets_any(&o->sets, joins, idle));
}

/* Batches that a step disturbs. */
static void disturb(struct order *o, uint32_t s, struct order_state *at)
{
    const struct outline_step *x = step_at(o, s);
    for (uint32_t b = 0; b < o->w->batches.size; b++) {
        const struct wide_batch *batch = &o->w->batches.data[b];
        bool disturbs = bitset_has(&batch->steps, s);
        for (uint32_t k = 0; x->kind == OUTLINE_CALL && k < x->callee_count; k++)
            disturbs |= bitset_has(&batch->procedures, o->w->outline->numbers.data[x->callees + k]);
        if (disturbs)
            at->joined = without(o, at->joined, sets_add(&o->sets, 0, batch_number(o, b)));
    }
}

static void create(struct order *o, uint32_t s, struct order_state *at)
{
    uint32_t batch = step_at(o, s)->batch, created = kinds_created(o, s);
    bool in_batch = batch != NONE && sets_has(&o->sets, at->joined, batch_number(o, batch));
    at->started = sets_any(&o->sets, at->started, created);
    at->joined = without(o, at->joined, created);
    if (in_batch)
        at->joined = sets_add(&o->sets, at->joined, batch_number(o, batch));
}

static void step(struct order *o, uint32_t s, struct order_state *at)
{
    const struct outline_step *x = step_at(o, s);
    if (at->joined == SETS_ALL)
        return;
    disturb(o, s, at);
    if (x->kind == OUTLINE_CREATE) {
        create(o, s, at);
    } else if (x->kind == OUTLINE_BATCH) {
        if (o->w->batches.data[x->batch].holds)
            at->joined = sets_add(&o->sets, at->joined, batch_number(o, x->batch));
    } else if (x->kind == OUTLINE_JOIN) {
        join(o, s, at);
    } else if (x->kind == OUTLINE_CALL) {
        call(o, x, at);
    }
}

/* With the batches that have been joined on the way to a next block: behind the loop that joins them. */
static uint32_t all_joined(struct order *o, const struct outline_block *block, uint32_t next, uint32_t joined)
{
    const uint32_t *pairs = &o->w->outline->numbers.data[block->joined];
    for (uint32_t k = 0; k < block->joined_count; k++)
        if (pairs[2 * k] == next && sets_has(&o->sets, joined, batch_number(o, pairs[2 * k + 1])))
            joined = sets_add(&o->sets, joined, o->w->batches.data[pairs[2 * k + 1]].kind);
    return joined;
}

/* Where no thread of its kind lives, all of them are of any batch. */
static uint32_t with_idle_batches(struct order *o, uint32_t joined)
{
    assert(o->w->batches.size <= o->w->outline->batches.size);
    for (uint32_t b = 0; joined != SETS_ALL && b < o->w->batches.size; b++)
        if (o->w->batches.data[b].holds && sets_has(&o->sets, joined, o->w->batches.data[b].kind))
            joined = sets_add(&o->sets, joined, batch_number(o, b));
    return joined;
}

static uint32_t meet(struct order *o, uint32_t a, uint32_t b)
{
    return sets_both(&o->sets, with_idle_batches(o, a), with_idle_batches(o, b));
}

static void leave(struct order *o, const struct outline_step *s, uint32_t joined, uint32_t *exits)
{
    for (enum outline_end end = OUTLINE_BY_RETURN; end < OUTLINE_ENDS; end++)
        if (outline_has_end(s, end))
            exits[end] = sets_both(&o->sets, exits[end], without_batches(o, joined));
}

/* From a state at the entry. exits: gets what has certainly been joined at all ends of each kind. steps: NULL, or gets the state before each step. */
static void procedure(struct order *o, uint32_t number, struct order_state entry, uint32_t *exits, order_states *steps)
{
    const struct outline *out = o->w->outline;
    const struct outline_procedure *p = &out->procedures.data[number];
    order_states before = {0};
    exits[OUTLINE_BY_RETURN] = exits[OUTLINE_BY_JUMP] = SETS_ALL;
    vector_resize(&before, p->block_count);
    vector_each(struct order_state *, b, &before)
        b->joined = SETS_ALL;
    before.data[0] = entry;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t b = 0; b < p->block_count; b++) {
            const struct outline_block *block = &out->blocks.data[p->blocks + b];
            struct order_state at = before.data[b];
            for (uint32_t s = block->steps; s < block->steps + block->step_count; s++) {
                if (steps)
                    steps->data[s] = at;
                if (out->steps.data[s].kind == OUTLINE_RETURN && at.joined != SETS_ALL)
                    leave(o, &out->steps.data[s], at.joined, exits);
                step(o, s, &at);
            }
            if (at.joined == SETS_ALL)
                continue;
            for (uint32_t k = 0; k < block->next_count; k++) {
                struct order_state *to = &before.data[out->numbers.data[block->nexts + k]];
                uint32_t joined = all_joined(o, block, k, at.joined);
                struct order_state met = {sets_any(&o->sets, to->started, at.started), meet(o, to->joined, joined)};
                changed |= met.started != to->started || met.joined != to->joined;
                *to = met;
            }
        }
    }
    vector_free(&before);
}

static void summaries(struct order *o)
{
    const struct outline *out = o->w->outline;
    vector_resize(&o->creates, out->procedures.size);
    for (enum outline_end end = OUTLINE_BY_RETURN; end < OUTLINE_ENDS; end++) {
        vector_resize(&o->joins[end], out->procedures.size);
        vector_resize(&o->keeps[end], out->procedures.size);
        for (uint32_t p = 0; p < out->procedures.size; p++)
            o->joins[end].data[p] = o->keeps[end].data[p] = SETS_ALL;
    }
    u32_vector all = {0};
    for (uint32_t k = 0; k < o->w->kinds.size; k++)
        vector_push(&all, k);
    uint32_t kinds = sets_of(&o->sets, &all);
    vector_free(&all);
    for (uint32_t s = 0; s < out->steps.size; s++)
        if (out->steps.data[s].kind == OUTLINE_CREATE) {
            uint32_t *c = &o->creates.data[o->w->procedure_of.data[s]];
            *c = sets_any(&o->sets, *c, kinds_created(o, s));
        }
    const u32_vector *order = &o->w->callees_first;
    for (bool changed = true; changed;) {
        changed = false;
        vector_each(const uint32_t *, p, order)
            vector_each(const uint32_t *, s, &o->w->callers.data[*p]) {
                uint32_t *c = &o->creates.data[o->w->procedure_of.data[*s]], met = sets_any(&o->sets, *c, o->creates.data[*p]);
                changed |= met != *c;
                *c = met;
            }
    }
    for (bool changed = true; changed;) {
        changed = false;
        vector_each(const uint32_t *, p, order) {
            uint32_t exits[OUTLINE_ENDS], kept[OUTLINE_ENDS];
            procedure(o, *p, (struct order_state){0, 0}, exits, NULL);
            procedure(o, *p, (struct order_state){0, kinds}, kept, NULL);
            for (enum outline_end end = OUTLINE_BY_RETURN; end < OUTLINE_ENDS; end++) {
                changed |= exits[end] != o->joins[end].data[*p] || kept[end] != o->keeps[end].data[*p];
                o->joins[end].data[*p] = exits[end];
                o->keeps[end].data[*p] = kept[end];
            }
        }
    }
}

bool order_stems_from(const struct wide *w, uint32_t b, uint32_t a)
{
    if (!w->kinds.data[a].alone || !bitset_has(&w->kinds.data[a].descendants, b))
        return false;
    bitset_each(c, &w->kinds.data[b].creators)
        if (c != a && !bitset_has(&w->kinds.data[a].descendants, c))
            return false;
    return true;
}

/* What holds where a thread of the kind begins. Of a kind of which there is one only, nothing has begun that it or its descendants create. */
static struct order_state at_first(struct order *o, uint32_t kind)
{
    const struct wide_kind *k = &o->w->kinds.data[kind];
    u32_vector begun = {0}, idle = {0};
    if (!k->unique)
        bitset_each(d, &k->descendants)
            vector_push(&begun, d);
    bitset_each(d, &k->descendants)
        if (k->unique ? order_stems_from(o->w, d, kind) : bitset_has(&o->settled.data[kind], d))
            vector_push(&idle, d);
    struct order_state at = {sets_of(&o->sets, &begun), sets_of(&o->sets, &idle)};
    vector_free(&begun);
    vector_free(&idle);
    return at;
}

/* What holds at every step of a kind of which one thread lives at a time. */
static order_states *of_kind(struct order *o, uint32_t kind)
{
    const struct wide_kind *k = &o->w->kinds.data[kind];
    const struct outline *out = o->w->outline;
    order_states *steps = NEW(order_states), entries = {0};
    uint32_t exits[OUTLINE_ENDS];
    vector_resize(steps, out->steps.size);
    vector_resize(&entries, out->procedures.size);
    vector_each(struct order_state *, e, &entries)
        e->joined = SETS_ALL;
    entries.data[k->entry] = at_first(o, kind);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t n = o->w->callees_first.size; n-- > 0;) { /* callers first */
            uint32_t p = o->w->callees_first.data[n];
            if (!bitset_has(&k->procedures, p) || entries.data[p].joined == SETS_ALL)
                continue;
            procedure(o, p, entries.data[p], exits, steps);
            const struct outline_procedure *body = &out->procedures.data[p];
            const struct outline_block *first = &out->blocks.data[body->blocks], *last = first + body->block_count - 1;
            for (uint32_t s = first->steps; s < last->steps + last->step_count; s++)
                for (uint32_t c = 0; out->steps.data[s].kind == OUTLINE_CALL && c < out->steps.data[s].callee_count; c++) {
                    struct order_state *to = &entries.data[out->numbers.data[out->steps.data[s].callees + c]], at = steps->data[s];
                    struct order_state met = {sets_any(&o->sets, to->started, at.started),
                                              sets_both(&o->sets, to->joined, without_batches(o, at.joined))};
                    changed |= met.started != to->started || met.joined != to->joined;
                    *to = met;
                }
        }
    }
    vector_free(&entries);
    return steps;
}

bool order_is_idle(const struct order *o, uint32_t a, uint32_t x, uint32_t kind)
{
    const struct order_state *s = order_state_of(o, a, x);
    return s && (s->joined == SETS_ALL || !sets_has(&o->sets, s->started, kind) || sets_has(&o->sets, s->joined, kind));
}

static void clear(struct order *o)
{
    for (uint32_t k = 0; k < o->by_kind.size; k++) {
        order_states *s = o->by_kind.data[k];
        if (s)
            vector_free(s);
        mem_free(s);
    }
    vector_free(&o->by_kind);
    vector_free(&o->creates);
    for (enum outline_end end = OUTLINE_BY_RETURN; end < OUTLINE_ENDS; end++) {
        vector_free(&o->joins[end]);
        vector_free(&o->keeps[end]);
    }
}

/* Whether every batch that is taken for one begins where none of its threads lives. */
static bool check_batches(struct order *o)
{
    const struct outline *out = o->w->outline;
    bool all = true;
    for (uint32_t s = 0; s < out->steps.size && o->w->batches.size; s++) {
        if (out->steps.data[s].kind != OUTLINE_BATCH)
            continue;
        struct wide_batch *b = &o->w->batches.data[out->steps.data[s].batch];
        bool run = !bitset_empty(&o->w->kinds_of.data[o->w->procedure_of.data[s]]);
        if (b->holds && run && !order_is_idle(o, b->creator, s, b->kind))
            all = b->holds = false;
    }
    return all;
}

/* --- one at a time --- */

/* Takes for granted whatever may turn out to be certain. */
static void assume_alone(struct order *o)
{
    struct wide *w = o->w;
    vector_resize(&o->settled, w->kinds.size);
    for (uint32_t k = 0; k < w->kinds.size; k++) {
        struct wide_kind *kind = &w->kinds.data[k];
        bool by_one = k && bitset_count(&kind->creators) == 1 && !bitset_has(&kind->creators, k);
        kind->alone = kind->unique || (by_one && !step_at(o, kind->step)->aside && step_at(o, kind->step)->callee_count == 1);
    }
    for (uint32_t k = 0; k < w->kinds.size; k++)
        bitset_each(d, &w->kinds.data[k].descendants)
            if (order_stems_from(w, d, k) && !may_end_early(w, k))
                bitset_add(&o->settled.data[k], d);
}

/* Whether threads of a kind, of which there may be several in a run, are only created where none of it lives. */
static bool is_created_alone(const struct order *o, uint32_t kind)
{
    const struct wide_kind *k = &o->w->kinds.data[kind];
    uint32_t creator = bitset_next(&k->creators, 0);
    return k->unique || (order_stems_from(o->w, kind, creator) && order_is_idle(o, creator, k->step, kind));
}

/* Whether a thread of the other kind may live when one of this kind has ended. */
static bool may_leave_behind(const struct order *o, uint32_t kind, uint32_t other)
{
    const struct wide *w = o->w;
    const struct outline_procedure *p = &w->outline->procedures.data[w->kinds.data[kind].entry];
    const struct outline_block *first = &w->outline->blocks.data[p->blocks], *last = first + p->block_count - 1;
    if (!order_stems_from(w, other, kind))
        return true;
    for (uint32_t s = first->steps; s < last->steps + last->step_count; s++)
        if (step_at(o, s)->kind == OUTLINE_RETURN && !order_is_idle(o, kind, s, other))
            return true;
    return false;
}

/* Whether all that was taken for granted is certain, given what follows from it; what is not, no longer is. */
static bool check_alone(struct order *o)
{
    bool all = true;
    for (uint32_t k = 0; k < o->w->kinds.size; k++) {
        struct wide_kind *kind = &o->w->kinds.data[k];
        if (!kind->alone)
            continue;
        u32_vector left = {0};
        bitset_each(d, &o->settled.data[k])
            if (may_leave_behind(o, k, d))
                vector_push(&left, d);
        vector_each(const uint32_t *, d, &left)
            bitset_remove(&o->settled.data[k], *d);
        all &= !left.size;
        vector_free(&left);
    }
    for (uint32_t k = 0; k < o->w->kinds.size; k++)
        if (o->w->kinds.data[k].alone && !is_created_alone(o, k))
            all = o->w->kinds.data[k].alone = false;
    return all;
}

void wide_order(struct wide *w)
{
    struct order *o = NEW(struct order);
    o->w = w;
    w->order = o;
    sets_begin(&o->sets);
    for (uint32_t k = w->kinds.size; k-- > 1;)
        map_put(&o->kind_of, w->kinds.data[k].step, k);
    assume_alone(o);
    bool batches, alone;
    do {
        clear(o);
        summaries(o);
        for (uint32_t k = 0; k < w->kinds.size; k++) {
            bool wanted = w->kinds.data[k].alone && !bitset_empty(&w->kinds.data[k].descendants);
            vector_push(&o->by_kind, wanted ? of_kind(o, k) : NULL);
        }
        batches = check_batches(o);
        alone = check_alone(o);
    } while (!batches || !alone);
}

bool wide_in_batch(const struct wide *w, uint32_t batch, uint32_t step)
{
    const struct order_state *s = order_state_of(w->order, w->batches.data[batch].creator, step);
    return s && (s->joined == SETS_ALL || sets_has(&w->order->sets, s->joined, batch_number(w->order, batch)));
}

uint32_t wide_moment(const struct wide *w, uint32_t kind, uint32_t step, uint32_t *joined)
{
    assert(kind < w->kinds.size && step < w->procedure_of.size);
    const struct order_state *s = order_state_of(w->order, kind, step);
    *joined = s ? s->joined : 0;
    return s ? s->started : 0;
}

void wide_order_free(struct order *o)
{
    if (!o)
        return;
    clear(o);
    vector_each(struct bitset *, b, &o->settled)
        bitset_free(b);
    vector_free(&o->settled);
    map_free(&o->kind_of);
    sets_end(&o->sets);
    mem_free(o);
}
