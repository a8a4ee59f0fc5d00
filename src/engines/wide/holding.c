/* Forwards through the procedures, calls by summaries: what a procedure may still hold of what it has taken when it returns, or is left by a jump, and what it certainly has given back
 * that its caller held.
 *
 * A lock that is held has up to two names by which it is certainly the one that is given back: a value of the procedure and an offset from it, as long as the value keeps
 * its meaning; and an object that there is once, with an offset. Without a name it stays held. Where it may lie is kept for comparing. */
#include "engines/wide/holding.h"

struct token {
    uint32_t procedure, base; /* base NONE: it has no such name */
    int64_t offset;
    uint32_t object; /* NONE: it has no such name */
    int64_t at;
    uint32_t places, place_count; /* of the outline: where it may lie */
};

enum { FURTHEST = 1 << 12 }; /* recursion may go on and on with addresses */

struct state {
    uint32_t held;  /* may be */
    uint32_t given; /* certainly given back, of what was held at the entry; SETS_ALL: not reached */
};

struct holding {
    const struct wide *w;
    struct sets sets;
    struct intern tokens;
    u32_vector taken[OUTLINE_ENDS],
        given[OUTLINE_ENDS]; /* by end, procedure: summaries; given SETS_ALL: it does not come to that end, as far as is known */
    u32_vector held;         /* by step */
    uint32_t left;           /* held when a thread ends */
    struct bitset entries;   /* procedures that threads begin with */
    bool records;
};

static const struct token *token_at(const struct holding *h, uint32_t id) { return intern_bytes(&h->tokens, id, NULL); }

static uint32_t add_token(struct holding *h, const struct token *t)
{
    struct token clean;
    memset(&clean, 0, sizeof clean);
    clean.procedure = t->base == NONE ? NONE : t->procedure;
    clean.base = t->base;
    clean.offset = t->base == NONE ? 0 : t->offset;
    clean.object = t->object;
    clean.at = t->object == NONE ? 0 : t->at;
    clean.places = t->places;
    clean.place_count = t->place_count;
    return intern_add(&h->tokens, &clean, sizeof clean, NULL);
}

/* The one place that an address leads to in an object that there is once. */
static bool one_place(const struct wide *w, const struct outline_address *a, uint32_t *object, int64_t *at)
{
    const struct outline_place *p = a->place_count == 1 ? &w->outline->places.data[a->places] : NULL;
    if (!p || p->stride || !wide_unique_object(w, p->object))
        return false;
    *object = p->object;
    *at = (int64_t)p->first;
    return true;
}

static struct token token_of(const struct holding *h, uint32_t procedure, const struct outline_address *a)
{
    struct token t = {procedure, a->base, a->offset, NONE, 0, a->places, a->place_count};
    one_place(h->w, a, &t.object, &t.at);
    return t;
}

static bool is_certainly(const struct token *a, const struct token *b)
{
    bool by_value = a->base != NONE && a->procedure == b->procedure && a->base == b->base && a->offset == b->offset;
    return by_value || (a->object != NONE && a->object == b->object && a->at == b->at);
}

static bool may_be(const struct holding *h, const struct token *t, const struct outline_address *a)
{
    struct outline_address where = {.places = t->places, .place_count = t->place_count};
    return wide_may_be_same_lock(h->w->outline, &where, a);
}

/* The members that are not certainly this lock. */
static uint32_t without(struct holding *h, uint32_t set, const struct token *gone)
{
    u32_vector kept = {0};
    uint32_t n;
    const uint32_t *m = sets_members(&h->sets, set, &n);
    for (uint32_t k = 0; k < n; k++)
        if (!is_certainly(token_at(h, m[k]), gone))
            vector_push(&kept, m[k]);
    uint32_t made = kept.size == n ? set : sets_of(&h->sets, &kept);
    vector_free(&kept);
    return made;
}

static bool any_may_be(const struct holding *h, uint32_t set, const struct outline_address *a)
{
    uint32_t n;
    const uint32_t *m = sets_members(&h->sets, set, &n);
    for (uint32_t k = 0; k < n; k++)
        if (may_be(h, token_at(h, m[k]), a))
            return true;
    return false;
}

/* The members that are certainly another lock. */
static uint32_t apart_from(struct holding *h, uint32_t set, const struct outline_address *a)
{
    u32_vector kept = {0};
    uint32_t n;
    const uint32_t *m = sets_members(&h->sets, set, &n);
    for (uint32_t k = 0; k < n; k++)
        if (!may_be(h, token_at(h, m[k]), a))
            vector_push(&kept, m[k]);
    uint32_t made = kept.size == n ? set : sets_of(&h->sets, &kept);
    vector_free(&kept);
    return made;
}

/* Taken twice, it is not free when it is given back once: then it has no name. */
static void take(struct holding *h, uint32_t procedure, const struct outline_address *a, struct state *at)
{
    struct token t = token_of(h, procedure, a);
    if (any_may_be(h, at->held, a))
        t.base = t.object = NONE;
    at->held = sets_add(&h->sets, at->held, add_token(h, &t));
    at->given = apart_from(h, at->given, a);
}

static void give(struct holding *h, uint32_t procedure, const struct outline_address *a, struct state *at)
{
    struct token t = token_of(h, procedure, a);
    at->held = without(h, at->held, &t);
    at->given = sets_add(&h->sets, at->given, add_token(h, &t));
}

/* A lock of a callee's, in the caller's words. */
static struct token back(const struct holding *h, uint32_t caller, const struct outline_step *s, struct token t)
{
    bool parameter =
        t.base != NONE && t.base < s->argument_count && t.base < h->w->outline->procedures.data[t.procedure].parameter_count;
    const struct outline_address *a = parameter ? &h->w->outline->arguments.data[s->arguments + t.base] : NULL;
    int64_t offset = t.offset;
    t.procedure = caller;
    t.base = a ? a->base : NONE;
    t.offset = a ? a->offset + offset : 0;
    if (a && t.object == NONE && one_place(h->w, a, &t.object, &t.at))
        t.at += offset;
    if (t.offset > FURTHEST || t.offset < -FURTHEST)
        t.base = NONE;
    if (t.at > FURTHEST || t.at < -FURTHEST)
        t.object = NONE;
    return t;
}

static uint32_t all_back(struct holding *h, uint32_t caller, const struct outline_step *s, uint32_t set)
{
    u32_vector made = {0};
    uint32_t n;
    sets_members(&h->sets, set, &n);
    for (uint32_t k = 0; k < n; k++) {
        struct token t = back(h, caller, s, *token_at(h, sets_members(&h->sets, set, &n)[k]));
        vector_push(&made, add_token(h, &t));
    }
    uint32_t all = sets_of(&h->sets, &made);
    vector_free(&made);
    return all;
}

static void call(struct holding *h, uint32_t procedure, const struct outline_step *s, struct state *at)
{
    uint32_t taken = 0, given = SETS_ALL, n;
    for (uint32_t k = 0; k < s->callee_count; k++)
        for (enum outline_end end = OUTLINE_BY_RETURN; end < OUTLINE_ENDS; end++) {
            uint32_t callee = h->w->outline->numbers.data[s->callees + k];
            if (!outline_has_end(s, end) || h->given[end].data[callee] == SETS_ALL)
                continue;
            taken = sets_any(&h->sets, taken, all_back(h, procedure, s, h->taken[end].data[callee]));
            given = sets_both(&h->sets, given, all_back(h, procedure, s, h->given[end].data[callee]));
        }
    if (given == SETS_ALL && s->callee_count) {
        *at = (struct state){0, SETS_ALL};
        return;
    }
    sets_members(&h->sets, given == SETS_ALL ? 0 : given, &n);
    for (uint32_t k = 0; k < n; k++) {
        struct token t = *token_at(h, sets_members(&h->sets, given, &n)[k]);
        at->held = without(h, at->held, &t);
    }
    sets_members(&h->sets, taken, &n);
    for (uint32_t k = 0; k < n; k++) {
        struct token t = *token_at(h, sets_members(&h->sets, taken, &n)[k]);
        struct outline_address where = {.places = t.places, .place_count = t.place_count};
        if (any_may_be(h, at->held, &where))
            t.base = t.object = NONE;
        at->held = sets_add(&h->sets, at->held, add_token(h, &t));
        at->given = apart_from(h, at->given, &where);
    }
    at->given = given == SETS_ALL ? at->given : sets_any(&h->sets, at->given, given);
}

/* Values get a new meaning where a block is entered. */
static uint32_t renamed(struct holding *h, const struct outline_block *b, uint32_t set)
{
    if (!b->value_count || set == SETS_ALL)
        return set;
    u32_vector made = {0};
    uint32_t n;
    sets_members(&h->sets, set, &n);
    for (uint32_t k = 0; k < n; k++) {
        struct token t = *token_at(h, sets_members(&h->sets, set, &n)[k]);
        for (uint32_t v = 0; v < b->value_count; v++)
            if (h->w->outline->numbers.data[b->values + v] == t.base)
                t.base = NONE;
        vector_push(&made, add_token(h, &t));
    }
    uint32_t all = sets_of(&h->sets, &made);
    vector_free(&made);
    return all;
}

static bool meet(struct holding *h, struct state *to, struct state from)
{
    struct state met = {sets_any(&h->sets, to->held, from.held), sets_both(&h->sets, to->given, from.given)};
    bool changed = met.held != to->held || met.given != to->given;
    *to = met;
    return changed;
}

static void step(struct holding *h, uint32_t procedure, uint32_t number, struct state *at, struct state *exits)
{
    const struct outline_step *s = &h->w->outline->steps.data[number];
    bool of_lock = s->owned && s->address.places != OUTLINE_ATOMIC_SECTION;
    if (h->records)
        h->held.data[number] = sets_any(&h->sets, h->held.data[number], at->held);
    if (of_lock && (s->kind == OUTLINE_LOCK || s->kind == OUTLINE_TRY)) {
        take(h, procedure, &s->address, at);
    } else if (of_lock && s->kind == OUTLINE_UNLOCK) {
        give(h, procedure, &s->address, at);
    } else if (s->kind == OUTLINE_CALL) {
        call(h, procedure, s, at);
    } else if (s->kind == OUTLINE_RETURN) {
        if (h->records && (s->ends_thread || bitset_has(&h->entries, procedure)))
            h->left = sets_any(&h->sets, h->left, at->held);
        for (enum outline_end end = OUTLINE_BY_RETURN; end < OUTLINE_ENDS && !s->ends_thread; end++)
            if (outline_has_end(s, end))
                meet(h, &exits[end], *at);
    }
}

typedef VECTOR(struct state) states;

/* exits: gets the state at all its ends of each kind. */
static void follow(struct holding *h, uint32_t procedure, uint32_t entry, struct state *exits)
{
    const struct outline *o = h->w->outline;
    const struct outline_procedure *p = &o->procedures.data[procedure];
    states before = {0};
    exits[OUTLINE_BY_RETURN] = exits[OUTLINE_BY_JUMP] = (struct state){0, SETS_ALL};
    vector_resize(&before, p->block_count);
    vector_each(struct state *, b, &before)
        b->given = SETS_ALL;
    before.data[0] = (struct state){entry, 0};
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t n = 0; n < p->block_count; n++) {
            const struct outline_block *b = &o->blocks.data[p->blocks + n];
            struct state at = before.data[n];
            at.held = renamed(h, b, at.held);
            at.given = renamed(h, b, at.given);
            for (uint32_t s = b->steps; s < b->steps + b->step_count && at.given != SETS_ALL; s++)
                step(h, procedure, s, &at, exits);
            for (uint32_t k = 0; k < b->next_count && at.given != SETS_ALL; k++) {
                struct state along = at;
                struct token tried = token_of(h, procedure, &b->try_lock);
                if (b->try_next != NONE && k != b->try_next)
                    along.held = without(h, along.held, &tried);
                changed |= meet(h, &before.data[o->numbers.data[b->nexts + k]], along);
            }
        }
    }
    vector_free(&before);
}

static void summaries(struct holding *h)
{
    for (bool changed = true; changed;) {
        changed = false;
        vector_each(const uint32_t *, p, &h->w->callees_first) {
            struct state exits[OUTLINE_ENDS];
            follow(h, *p, 0, exits);
            for (enum outline_end end = OUTLINE_BY_RETURN; end < OUTLINE_ENDS; end++) {
                changed |= exits[end].held != h->taken[end].data[*p] || exits[end].given != h->given[end].data[*p];
                h->taken[end].data[*p] = exits[end].held;
                h->given[end].data[*p] = exits[end].given;
            }
        }
    }
}

/* What a caller holds, in the callee's words. */
static uint32_t forth(struct holding *h, uint32_t callee, const struct outline_step *s, uint32_t set)
{
    const struct outline *o = h->w->outline;
    u32_vector made = {0};
    uint32_t n;
    sets_members(&h->sets, set, &n);
    for (uint32_t k = 0; k < n; k++) {
        struct token t = *token_at(h, sets_members(&h->sets, set, &n)[k]), passed = t;
        passed.base = NONE;
        passed.procedure = callee;
        for (uint32_t a = 0; a < s->argument_count && a < o->procedures.data[callee].parameter_count && t.base != NONE; a++)
            if (o->arguments.data[s->arguments + a].base == t.base && passed.base == NONE) {
                passed.base = a;
                passed.offset = t.offset - o->arguments.data[s->arguments + a].offset;
            }
        vector_push(&made, add_token(h, &passed));
    }
    uint32_t all = sets_of(&h->sets, &made);
    vector_free(&made);
    return all;
}

static void entries(struct holding *h)
{
    const struct outline *o = h->w->outline;
    u32_vector entry = {0};
    struct state exits[OUTLINE_ENDS];
    vector_resize(&entry, o->procedures.size);
    h->records = true;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t n = h->w->callees_first.size; n-- > 0;)
            follow(h, h->w->callees_first.data[n], entry.data[h->w->callees_first.data[n]], exits);
        for (uint32_t s = 0; s < o->steps.size; s++)
            for (uint32_t c = 0; o->steps.data[s].kind == OUTLINE_CALL && c < o->steps.data[s].callee_count; c++) {
                uint32_t *to = &entry.data[o->numbers.data[o->steps.data[s].callees + c]];
                uint32_t met = sets_any(
                    &h->sets, *to, forth(h, o->numbers.data[o->steps.data[s].callees + c], &o->steps.data[s], h->held.data[s]));
                changed |= met != *to;
                *to = met;
            }
    }
    vector_free(&entry);
}

struct holding *wide_holding(const struct wide *w)
{
    struct holding *h = NEW(struct holding);
    h->w = w;
    sets_begin(&h->sets);
    for (enum outline_end end = OUTLINE_BY_RETURN; end < OUTLINE_ENDS; end++) {
        vector_resize(&h->taken[end], w->outline->procedures.size);
        vector_resize(&h->given[end], w->outline->procedures.size);
        vector_each(uint32_t *, g, &h->given[end])
            *g = SETS_ALL;
    }
    vector_resize(&h->held, w->outline->steps.size);
    for (uint32_t k = 1; k < w->kinds.size; k++)
        bitset_add(&h->entries, w->kinds.data[k].entry);
    summaries(h);
    entries(h);
    return h;
}

void wide_holding_free(struct holding *h)
{
    sets_end(&h->sets);
    intern_free(&h->tokens);
    for (enum outline_end end = OUTLINE_BY_RETURN; end < OUTLINE_ENDS; end++) {
        vector_free(&h->taken[end]);
        vector_free(&h->given[end]);
    }
    vector_free(&h->held);
    bitset_free(&h->entries);
    mem_free(h);
}

bool wide_may_hold(const struct holding *h, uint32_t step, const struct outline_address *a)
{
    assert(step < h->held.size);
    return any_may_be(h, h->held.data[step], a);
}

bool wide_may_hold_any(const struct holding *h, uint32_t step) { return h->held.data[step] != 0; }

uint32_t wide_held_count(const struct holding *h, uint32_t step)
{
    uint32_t n;
    sets_members(&h->sets, h->held.data[step], &n);
    return n;
}

struct outline_address wide_held_place(const struct holding *h, uint32_t step, uint32_t n)
{
    uint32_t count;
    const uint32_t *m = sets_members(&h->sets, h->held.data[step], &count);
    assert(n < count);
    const struct token *t = token_at(h, m[n]);
    return (struct outline_address){.base = NONE, .root = NONE, .places = t->places, .place_count = t->place_count};
}

bool wide_leaves_any_behind(const struct holding *h) { return h->left != 0; }

bool wide_may_leave_behind(const struct holding *h, const struct outline_address *a) { return any_may_be(h, h->left, a); }
