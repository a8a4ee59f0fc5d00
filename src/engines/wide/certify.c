#include "engines/wide/certify.h"

struct certifier {
    const struct outline *outline;
    const struct outline_threads *threads;
    struct outline_proof *proof;
    bool changed;
};

/* --- locks: at one place of a global variable --- */

static void add_lock(struct certifier *c, const struct outline_address *a, bool shared)
{
    const struct outline *o = c->outline;
    const struct outline_place *at = a->place_count == 1 ? &o->places.data[a->places] : NULL;
    if (at && !at->stride && at->object != OUTLINE_ATOMIC_SECTION && o->objects.data[at->object].kind == OUTLINE_GLOBAL &&
        !o->objects.data[at->object].elsewhere && outline_lock_of(c->proof, o, a, shared) == NONE)
        vector_push(&c->proof->locks, (struct outline_lock){at->object, at->first, shared});
}

static void find_locks(struct certifier *c)
{
    vector_each(const struct outline_step *, s, &c->outline->steps)
        if (s->owned && s->kind == OUTLINE_LOCK)
            add_lock(c, &s->address, s->shared);
    vector_each(const struct outline_block *, b, &c->outline->blocks)
        if (b->try_next != NONE)
            add_lock(c, &b->try_lock, b->try_shared);
}

/* --- summaries --- */

static void summarise(struct certifier *c, uint32_t step)
{
    const struct outline_step *s = &c->outline->steps.data[step];
    struct outline_summary *own = &c->proof->procedures.data[c->threads->procedure_of.data[step]];
    vector_each(const struct outline_lock *, l, &c->proof->locks)
        if (outline_may_free(c->outline, l, s) && !bitset_has(&own->releases, l->object)) {
            bitset_add(&own->releases, l->object);
            c->changed = true;
        }
    for (uint32_t k = 0; s->kind == OUTLINE_CALL && k < s->callee_count; k++) {
        const struct outline_summary *callee = &c->proof->procedures.data[c->outline->numbers.data[s->callees + k]];
        c->changed |= bitset_unite(&own->releases, &callee->releases);
        c->changed |= bitset_unite(&own->creates, &callee->creates);
    }
    for (uint32_t k = 1; s->kind == OUTLINE_CREATE && k < c->threads->kinds.size; k++)
        if (c->threads->kinds.data[k].step == step) {
            c->changed |= !bitset_has(&own->creates, k);
            bitset_add(&own->creates, k);
            c->changed |= bitset_unite(&own->creates, &c->proof->procedures.data[c->threads->kinds.data[k].entry].creates);
        }
}

/* --- facts --- */

static void meet(struct certifier *c, struct outline_facts *to, const struct outline_facts *from)
{
    if (outline_facts_follow(to, from))
        return;
    c->changed = true;
    if (!to->reached) {
        outline_facts_copy(to, from);
        return;
    }
    bitset_intersect(&to->held, &from->held);
    bitset_unite(&to->begun, &from->begun);
    bitset_intersect(&to->ended, &from->ended);
}

/* Main begins with nothing. Of the order of other threads nothing is said, so that all is as good as nothing. */
static void begin(struct certifier *c)
{
    struct outline_facts main = {.reached = true}, other = {.reached = true};
    for (uint32_t k = 0; k < c->threads->kinds.size; k++)
        bitset_add(&other.ended, k);
    meet(c, &c->proof->procedures.data[0].entry, &main);
    for (uint32_t k = 1; k < c->threads->kinds.size; k++)
        if (outline_runs(c->threads, c->threads->kinds.data[k].step))
            meet(c, &c->proof->procedures.data[c->threads->kinds.data[k].entry].entry, &other);
    outline_facts_free(&main);
    outline_facts_free(&other);
}

static void follow_block(struct certifier *c, uint32_t procedure, uint32_t block)
{
    const struct outline_block *b = &c->outline->blocks.data[block];
    struct outline_facts at = {0};
    outline_facts_copy(&at, &c->proof->blocks.data[block]);
    for (uint32_t n = b->steps; n < b->steps + b->step_count && at.reached; n++) {
        const struct outline_step *s = &c->outline->steps.data[n];
        for (uint32_t k = 0; s->kind == OUTLINE_CALL && k < s->callee_count; k++)
            meet(c, &c->proof->procedures.data[c->outline->numbers.data[s->callees + k]].entry, &at);
        for (enum outline_end end = OUTLINE_BY_RETURN; end < OUTLINE_ENDS && s->kind == OUTLINE_RETURN && !s->ends_thread; end++)
            if (outline_has_end(s, end))
                meet(c, &c->proof->procedures.data[procedure].exits[end], &at);
        outline_facts_step(c->proof, c->threads, n, &at);
    }
    for (uint32_t k = 0; k < b->next_count && at.reached; k++) {
        struct outline_facts along = {0};
        outline_facts_copy(&along, &at);
        outline_facts_next(c->proof, c->threads, block, k, &along);
        meet(c, &c->proof->blocks.data[c->outline->procedures.data[procedure].blocks + c->outline->numbers.data[b->nexts + k]],
             &along);
        outline_facts_free(&along);
    }
    outline_facts_free(&at);
}

static void follow(struct certifier *c, uint32_t procedure)
{
    const struct outline_procedure *p = &c->outline->procedures.data[procedure];
    meet(c, &c->proof->blocks.data[p->blocks], &c->proof->procedures.data[procedure].entry);
    for (uint32_t b = p->blocks; b < p->blocks + p->block_count; b++)
        follow_block(c, procedure, b);
}

/* --- sharing --- */

static void share(struct certifier *c)
{
    const struct outline *o = c->outline;
    struct bitset *shared = &c->proof->shared;
    for (uint32_t k = 0; k < o->objects.size; k++)
        if (o->objects.data[k].kind == OUTLINE_GLOBAL)
            bitset_add(shared, k);
    vector_each(const struct outline_step *, s, &o->steps)
        for (uint32_t k = 0; s->kind == OUTLINE_CREATE && k < s->argument_count; k++) {
            const struct outline_address *a = &o->arguments.data[s->arguments + k];
            for (uint32_t p = 0; p < a->place_count; p++)
                bitset_add(shared, o->places.data[a->places + p].object);
        }
    for (bool changed = true; changed;) {
        changed = false;
        vector_each(const struct outline_link *, l, &o->links)
            if (bitset_has(shared, l->from) && !bitset_has(shared, l->to)) {
                bitset_add(shared, l->to);
                changed = true;
            }
    }
}

struct outline_proof *wide_certify(const struct outline_threads *t)
{
    struct certifier c = {.outline = t->outline, .threads = t, .proof = outline_proof_new(t->outline)};
    find_locks(&c);
    do {
        c.changed = false;
        for (uint32_t s = 0; s < t->outline->steps.size; s++)
            summarise(&c, s);
    } while (c.changed);
    begin(&c);
    do {
        c.changed = false;
        for (uint32_t p = 0; p < t->outline->procedures.size; p++)
            follow(&c, p);
    } while (c.changed);
    share(&c);
    return c.proof;
}
