/* Which kinds of threads may have begun, and which certainly have ended, when a thread of which there is one only is at a step: forwards
 * through its procedures, calls by summaries (what a procedure may create, and what it certainly joins). A state is a pair of sets of kinds.
 *
 * In the set of what has ended a batch has a number, too, behind those of the kinds: all living threads of its kind are of the batch that began last, and
 * what it relies on has not been written since. That none lives where a batch begins is taken for granted at first; a batch of which that turns out
 * not to be certain is no batch, and all is computed again. (By induction over the time: what is known up to a beginning does not need it.) */
#include "engines/wide/wide.h"

#include "base/text.h"

struct state {
    uint32_t started, joined; /* sets; joined SETS_ALL: not reached */
};

typedef VECTOR(struct state) states;

struct order {
    struct wide *w;
    struct sets sets;
    u32_vector creates;       /* procedure: kinds that running it may bring to life, with all that they may create */
    u32_vector joins;         /* procedure: kinds that have certainly ended when it returns and were not created again */
    struct map kind_of;       /* step that creates to its first kind */
    VECTOR(states *) by_kind; /* of a unique kind: by step; NULL where nothing was computed */
};

static const struct outline_step *step_at(const struct order *o, uint32_t s) { return &o->w->outline->steps.data[s]; }

static uint32_t batch_number(const struct order *o, uint32_t batch) { return o->w->kinds.size + batch; }
/* Of a kind of which there is one thread only: it has lived. */
static uint32_t past_number(const struct order *o, uint32_t kind) { return o->w->kinds.size + o->w->batches.size + kind; }

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

static bool touches(const struct outline *out, const struct outline_step *s, const struct outline_place *at)
{
    uint32_t width = s->kind == OUTLINE_CREATE ? 8 : s->width ? s->width : UINT32_MAX;
    for (uint32_t k = 0; k < s->address.place_count; k++)
        if (outline_places_overlap(at, 8, &out->places.data[s->address.places + k], width))
            return true;
    return false;
}

/* An access that creating the thread consists of: storing its id. */
static bool is_part_of(const struct wide *w, uint32_t access, uint32_t create)
{
    return w->outline->steps.data[access].of_create && w->block_of.data[access] == w->block_of.data[create];
}

/* The one step that may have put an id where a join finds it; NONE if that is not certain. */
static uint32_t creator_of(const struct order *o, const struct outline_step *join)
{
    const struct outline *out = o->w->outline;
    if (join->created != NONE)
        return join->created;
    if (join->address.place_count != 1 || out->places.data[join->address.places].stride ||
        !wide_unique_object(o->w, out->places.data[join->address.places].object))
        return NONE;
    const struct outline_place *at = &out->places.data[join->address.places];
    uint32_t found = NONE;
    for (uint32_t s = 0; s < out->steps.size; s++)
        if (out->steps.data[s].kind == OUTLINE_CREATE && touches(out, &out->steps.data[s], at)) {
            if (found != NONE)
                return NONE;
            found = s;
        }
    for (uint32_t s = 0; s < out->steps.size && found != NONE; s++)
        if (out->steps.data[s].kind == OUTLINE_ACCESS && out->steps.data[s].write && !is_part_of(o->w, s, found) &&
            (!out->steps.data[s].address.place_count || touches(out, &out->steps.data[s], at)))
            return NONE;
    return found;
}

/* A thread may end in a procedure that it calls: then it has not done what its entry does before it returns. */
static bool may_end_early(const struct wide *w, uint32_t kind)
{
    bool may = w->outline->cancels;
    bitset_each(p, &w->kinds.data[kind].procedures)
        may |= p != w->kinds.data[kind].entry && bitset_has(&w->ends_thread, p);
    return may;
}

static void join(struct order *o, const struct outline_step *s, struct state *at)
{
    uint32_t step = creator_of(o, s);
    uint64_t kind;
    if (step == NONE || step_at(o, step)->callee_count != 1 || !map_get(&o->kind_of, step, &kind) || !o->w->kinds.data[kind].unique)
        return;
    at->joined = sets_add(&o->sets, at->joined, (uint32_t)kind);
    at->joined = sets_add(&o->sets, at->joined, past_number(o, (uint32_t)kind));
    uint32_t below = o->joins.data[o->w->kinds.data[kind].entry];
    if (below != SETS_ALL && !may_end_early(o->w, (uint32_t)kind))
        at->joined = sets_any(&o->sets, at->joined, below);
}

static void call(struct order *o, const struct outline_step *s, struct state *at)
{
    uint32_t joins = SETS_ALL, creates = 0;
    for (uint32_t k = 0; k < s->callee_count; k++) {
        uint32_t callee = o->w->outline->numbers.data[s->callees + k];
        creates = sets_any(&o->sets, creates, o->creates.data[callee]);
        joins = sets_both(&o->sets, joins, o->joins.data[callee]);
    }
    at->started = sets_any(&o->sets, at->started, creates);
    if (joins == SETS_ALL)
        at->joined = SETS_ALL; /* does not return, as far as is known */
    else
        at->joined = sets_any(&o->sets, creates ? without(o, at->joined, creates) : at->joined, joins);
}

/* Batches that a step disturbs. */
static void disturb(struct order *o, uint32_t s, struct state *at)
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

static void create(struct order *o, uint32_t s, struct state *at)
{
    uint32_t batch = step_at(o, s)->batch, created = kinds_created(o, s);
    bool in_batch = batch != NONE && sets_has(&o->sets, at->joined, batch_number(o, batch));
    at->started = sets_any(&o->sets, at->started, created);
    at->joined = without(o, at->joined, created);
    if (in_batch)
        at->joined = sets_add(&o->sets, at->joined, batch_number(o, batch));
}

static void step(struct order *o, uint32_t s, struct state *at)
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
        join(o, x, at);
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

/* From a state at the entry; returns what has certainly been joined at all returns. steps: NULL, or gets the state before each step. */
static uint32_t procedure(struct order *o, uint32_t number, struct state entry, states *steps)
{
    const struct outline *out = o->w->outline;
    const struct outline_procedure *p = &out->procedures.data[number];
    states before = {0};
    uint32_t exit = SETS_ALL;
    vector_resize(&before, p->block_count);
    vector_each(struct state *, b, &before)
        b->joined = SETS_ALL;
    before.data[0] = entry;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t b = 0; b < p->block_count; b++) {
            const struct outline_block *block = &out->blocks.data[p->blocks + b];
            struct state at = before.data[b];
            for (uint32_t s = block->steps; s < block->steps + block->step_count; s++) {
                if (steps)
                    steps->data[s] = at;
                if (out->steps.data[s].kind == OUTLINE_RETURN && at.joined != SETS_ALL)
                    exit = sets_both(&o->sets, exit, without_batches(o, at.joined));
                step(o, s, &at);
            }
            if (at.joined == SETS_ALL)
                continue;
            for (uint32_t k = 0; k < block->next_count; k++) {
                struct state *to = &before.data[out->numbers.data[block->nexts + k]];
                uint32_t joined = all_joined(o, block, k, at.joined);
                struct state met = {sets_any(&o->sets, to->started, at.started), sets_both(&o->sets, to->joined, joined)};
                changed |= met.started != to->started || met.joined != to->joined;
                *to = met;
            }
        }
    }
    vector_free(&before);
    return exit;
}

static void summaries(struct order *o)
{
    const struct outline *out = o->w->outline;
    vector_resize(&o->creates, out->procedures.size);
    vector_resize(&o->joins, out->procedures.size);
    vector_each(uint32_t *, j, &o->joins)
        *j = SETS_ALL;
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
            uint32_t exit = procedure(o, *p, (struct state){0, 0}, NULL);
            changed |= exit != o->joins.data[*p];
            o->joins.data[*p] = exit;
        }
    }
}

/* Every thread of kind b is brought to life by the one thread of kind a, or by its descendants. */
static bool stems_from(const struct wide *w, uint32_t b, uint32_t a)
{
    if (!w->kinds.data[a].unique || !bitset_has(&w->kinds.data[a].descendants, b))
        return false;
    bitset_each(c, &w->kinds.data[b].creators)
        if (c != a && !bitset_has(&w->kinds.data[a].descendants, c))
            return false;
    return true;
}

/* At the beginning of the one thread of a kind nothing lives that it or its descendants create. */
static uint32_t idle_at_first(struct order *o, uint32_t kind)
{
    u32_vector all = {0};
    bitset_each(d, &o->w->kinds.data[kind].descendants)
        if (stems_from(o->w, d, kind))
            vector_push(&all, d);
    uint32_t set = sets_of(&o->sets, &all);
    vector_free(&all);
    return set;
}

/* What holds at every step of a kind of which there is one thread only. */
static states *of_kind(struct order *o, uint32_t kind)
{
    const struct wide_kind *k = &o->w->kinds.data[kind];
    const struct outline *out = o->w->outline;
    states *steps = NEW(states), entries = {0};
    vector_resize(steps, out->steps.size);
    vector_resize(&entries, out->procedures.size);
    vector_each(struct state *, e, &entries)
        e->joined = SETS_ALL;
    entries.data[k->entry].joined = idle_at_first(o, kind);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t n = o->w->callees_first.size; n-- > 0;) { /* callers first */
            uint32_t p = o->w->callees_first.data[n];
            if (!bitset_has(&k->procedures, p) || entries.data[p].joined == SETS_ALL)
                continue;
            procedure(o, p, entries.data[p], steps);
            const struct outline_procedure *body = &out->procedures.data[p];
            const struct outline_block *first = &out->blocks.data[body->blocks], *last = first + body->block_count - 1;
            for (uint32_t s = first->steps; s < last->steps + last->step_count; s++)
                for (uint32_t c = 0; out->steps.data[s].kind == OUTLINE_CALL && c < out->steps.data[s].callee_count; c++) {
                    struct state *to = &entries.data[out->numbers.data[out->steps.data[s].callees + c]], at = steps->data[s];
                    struct state met = {sets_any(&o->sets, to->started, at.started),
                                        sets_both(&o->sets, to->joined, without_batches(o, at.joined))};
                    changed |= met.started != to->started || met.joined != to->joined;
                    *to = met;
                }
        }
    }
    vector_free(&entries);
    return steps;
}

static const struct state *state_of(const struct order *o, uint32_t kind, uint32_t step)
{
    const states *s = o->by_kind.data[kind];
    return s ? &s->data[step] : NULL;
}

/* No thread of the kind lives when the one of kind a is at step x: not begun, or ended. */
static bool is_idle(const struct order *o, uint32_t a, uint32_t x, uint32_t kind)
{
    const struct state *s = state_of(o, a, x);
    return s && (s->joined == SETS_ALL || !sets_has(&o->sets, s->started, kind) || sets_has(&o->sets, s->joined, kind));
}

static void clear(struct order *o)
{
    for (uint32_t k = 0; k < o->by_kind.size; k++) {
        states *s = o->by_kind.data[k];
        if (s)
            vector_free(s);
        mem_free(s);
    }
    vector_free(&o->by_kind);
    vector_free(&o->creates);
    vector_free(&o->joins);
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
        if (b->holds && run && !is_idle(o, b->creator, s, b->kind))
            all = b->holds = false;
    }
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
    do {
        clear(o);
        summaries(o);
        for (uint32_t k = 0; k < w->kinds.size; k++) {
            bool wanted = w->kinds.data[k].unique && !bitset_empty(&w->kinds.data[k].descendants);
            vector_push(&o->by_kind, wanted ? of_kind(o, k) : NULL);
        }
    } while (!check_batches(o));
}

bool wide_in_batch(const struct wide *w, uint32_t batch, uint32_t step)
{
    const struct state *s = state_of(w->order, w->batches.data[batch].creator, step);
    return s && (s->joined == SETS_ALL || sets_has(&w->order->sets, s->joined, batch_number(w->order, batch)));
}

uint32_t wide_moment(const struct wide *w, uint32_t kind, uint32_t step, uint32_t *joined)
{
    assert(kind < w->kinds.size && step < w->procedure_of.size);
    const struct state *s = state_of(w->order, kind, step);
    *joined = s ? s->joined : 0;
    return s ? s->started : 0;
}

/* While a is at step x no thread of kind b lives: not begun, or ended. */
static bool excludes(const struct wide *w, uint32_t a, uint32_t x, uint32_t b)
{
    return stems_from(w, b, a) && is_idle(w->order, a, x, b);
}

/* Threads of kind b are created only where the one of kind a has ended. */
static bool follows(const struct wide *w, uint32_t a, uint32_t b)
{
    if (!b || !w->kinds.data[a].unique)
        return false;
    bitset_each(c, &w->kinds.data[b].creators) {
        const struct state *s = stems_from(w, a, c) ? state_of(w->order, c, w->kinds.data[b].step) : NULL;
        if (!s || (s->joined != SETS_ALL && !sets_has(&w->order->sets, s->joined, past_number(w->order, a))))
            return false;
    }
    return !bitset_empty(&w->kinds.data[b].creators);
}

/* No thread of kind a lives where one of kind b is created. */
static bool is_created_without(const struct wide *w, uint32_t b, uint32_t a)
{
    bitset_each(c, &w->kinds.data[b].creators)
        if (!excludes(w, c, w->kinds.data[b].step, a))
            return false;
    return b != 0;
}

static bool never_meet(const struct wide *w, uint32_t a, uint32_t b)
{
    return is_created_without(w, a, b) && is_created_without(w, b, a);
}

bool wide_parallel(const struct wide *w, uint32_t a, uint32_t x, uint32_t b, uint32_t y)
{
    assert(b < w->kinds.size && x < w->procedure_of.size && y < w->procedure_of.size);
    assert(a < w->kinds.size);
    if (a == b)
        return !w->kinds.data[a].unique;
    return !(excludes(w, a, x, b) || excludes(w, b, y, a) || follows(w, a, b) || follows(w, b, a) || never_meet(w, a, b));
}

const char *wide_why_apart(const struct wide *w, uint32_t a, uint32_t x, uint32_t b, uint32_t y, struct arena *words)
{
    assert(a < w->kinds.size && b < w->kinds.size);
    if (wide_parallel(w, a, x, b, y))
        return NULL;
    if (a == b)
        return "there is one such thread";
    bool first = excludes(w, a, x, b);
    if (!first && !excludes(w, b, y, a))
        return never_meet(w, a, b) ? "neither thread is created while the other one lives"
                                   : "one thread is created after the other one has been joined";
    uint32_t child = first ? b : a, parent = first ? a : b;
    const struct state *s = state_of(w->order, parent, first ? x : y);
    bool begun = s->joined != SETS_ALL && sets_has(&w->order->sets, s->started, child);
    uint32_t step = w->kinds.data[child].step;
    return arena_printf(words, "%s (line %u)", begun ? "after the join of the thread" : "before the thread is created",
                        w->outline->steps.data[step].pos.line);
}

void wide_order_free(struct order *o)
{
    if (!o)
        return;
    clear(o);
    map_free(&o->kind_of);
    sets_end(&o->sets);
    mem_free(o);
}
