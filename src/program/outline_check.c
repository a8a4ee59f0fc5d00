/* The check of a proof about an outline: every summary covers what its procedure does, every fact follows from those before it, and what threads may reach is closed. */
#include "program/outline_proof.h"

struct checker {
    const struct outline_proof *proof;
    const struct outline_threads *threads;
    const struct outline *outline;
    const char *why;
    uint32_t step;
};

static bool refuse(struct checker *c, const char *why, uint32_t step)
{
    if (!c->why) {
        c->why = why;
        c->step = step;
    }
    return false;
}

/* --- what a proof is made of --- */

static bool below(const struct bitset *b, uint32_t limit) { return bitset_next(b, limit) == BITSET_END; }

static bool facts_formed(const struct checker *c, const struct outline_facts *f)
{
    return below(&f->held, c->proof->locks.size) && below(&f->begun, c->threads->kinds.size) &&
           below(&f->ended, c->threads->kinds.size);
}

static bool is_formed(struct checker *c)
{
    const struct outline_proof *p = c->proof;
    bool ok = p->procedures.size == c->outline->procedures.size && p->blocks.size == c->outline->blocks.size &&
              below(&p->shared, c->outline->objects.size);
    vector_each(const struct outline_lock *, l, &p->locks)
        ok &= l->object < c->outline->objects.size && l->object != OUTLINE_ATOMIC_SECTION &&
              c->outline->objects.data[l->object].kind == OUTLINE_GLOBAL && !c->outline->objects.data[l->object].elsewhere;
    vector_each(const struct outline_summary *, s, &p->procedures)
        ok &= facts_formed(c, &s->entry) && facts_formed(c, &s->exits[OUTLINE_BY_RETURN]) &&
              facts_formed(c, &s->exits[OUTLINE_BY_JUMP]) && below(&s->releases, c->outline->objects.size) &&
              below(&s->creates, c->threads->kinds.size);
    vector_each(const struct outline_facts *, f, &p->blocks)
        ok &= facts_formed(c, f);
    return ok || refuse(c, "it is about another program", NONE);
}

/* --- summaries --- */

static bool releases_cover(const struct checker *c, const struct bitset *releases, const struct outline_step *s)
{
    vector_each(const struct outline_lock *, l, &c->proof->locks)
        if (outline_may_free(c->outline, l, s) && !bitset_has(releases, l->object))
            return false;
    return true;
}

static bool summary_covers(struct checker *c, uint32_t step)
{
    const struct outline_step *s = &c->outline->steps.data[step];
    const struct outline_summary *own = &c->proof->procedures.data[c->threads->procedure_of.data[step]];
    if (!releases_cover(c, &own->releases, s))
        return refuse(c, "a summary does not say that a lock may be given back", step);
    for (uint32_t k = 0; s->kind == OUTLINE_CALL && k < s->callee_count; k++) {
        const struct outline_summary *callee = &c->proof->procedures.data[c->outline->numbers.data[s->callees + k]];
        if (!bitset_within(&callee->releases, &own->releases))
            return refuse(c, "a summary does not say that a lock may be given back by a call", step);
        if (!bitset_within(&callee->creates, &own->creates))
            return refuse(c, "a summary does not say that a thread may be created by a call", step);
    }
    for (uint32_t k = 1; s->kind == OUTLINE_CREATE && k < c->threads->kinds.size; k++)
        if (c->threads->kinds.data[k].step == step &&
            (!bitset_has(&own->creates, k) ||
             !bitset_within(&c->proof->procedures.data[c->threads->kinds.data[k].entry].creates, &own->creates)))
            return refuse(c, "a summary does not say that a thread may be created", step);
    return true;
}

/* --- facts --- */

static bool beginnings_follow(struct checker *c)
{
    struct outline_facts main = {.reached = true};
    if (!outline_facts_follow(&c->proof->procedures.data[0].entry, &main))
        return refuse(c, "what is said of the beginning of main does not hold", NONE);
    for (uint32_t k = 1; k < c->threads->kinds.size; k++) {
        const struct outline_kind *kind = &c->threads->kinds.data[k];
        const struct outline_facts *entry = &c->proof->procedures.data[kind->entry].entry;
        if (outline_runs(c->threads, kind->step) && (!entry->reached || !bitset_empty(&entry->held)))
            return refuse(c, "what is said of the beginning of a thread does not hold", kind->step);
    }
    for (uint32_t p = 0; p < c->outline->procedures.size; p++)
        if (!outline_facts_follow(&c->proof->blocks.data[c->outline->procedures.data[p].blocks],
                                  &c->proof->procedures.data[p].entry))
            return refuse(c, "what is said of the beginning of a procedure does not hold", NONE);
    return true;
}

static bool step_follows(struct checker *c, uint32_t step, const struct outline_facts *before)
{
    const struct outline_step *s = &c->outline->steps.data[step];
    for (uint32_t k = 0; s->kind == OUTLINE_CALL && k < s->callee_count; k++)
        if (!outline_facts_follow(&c->proof->procedures.data[c->outline->numbers.data[s->callees + k]].entry, before))
            return refuse(c, "what is said of the beginning of a procedure does not hold at a call", step);
    const struct outline_facts *exits = c->proof->procedures.data[c->threads->procedure_of.data[step]].exits;
    bool ok = true;
    for (enum outline_end end = OUTLINE_BY_RETURN; end < OUTLINE_ENDS && s->kind == OUTLINE_RETURN && !s->ends_thread; end++)
        ok &= !outline_has_end(s, end) || outline_facts_follow(&exits[end], before);
    if (!ok)
        return refuse(c, "what is said of the end of a procedure does not hold", step);
    return true;
}

static bool block_follows(struct checker *c, uint32_t procedure, uint32_t block)
{
    const struct outline_block *b = &c->outline->blocks.data[block];
    struct outline_facts at = {0};
    bool ok = true;
    outline_facts_copy(&at, &c->proof->blocks.data[block]);
    for (uint32_t s = b->steps; s < b->steps + b->step_count && at.reached && ok; s++) {
        ok = step_follows(c, s, &at);
        outline_facts_step(c->proof, c->threads, s, &at);
    }
    for (uint32_t k = 0; k < b->next_count && at.reached && ok; k++) {
        struct outline_facts along = {0};
        outline_facts_copy(&along, &at);
        outline_facts_next(c->proof, c->threads, block, k, &along);
        uint32_t to = c->outline->procedures.data[procedure].blocks + c->outline->numbers.data[b->nexts + k];
        if (!outline_facts_follow(&c->proof->blocks.data[to], &along))
            ok = refuse(c, "a fact does not follow from those before it", b->step_count ? b->steps + b->step_count - 1 : NONE);
        outline_facts_free(&along);
    }
    outline_facts_free(&at);
    return ok;
}

/* --- what threads may reach --- */

static bool sharing_is_closed(struct checker *c)
{
    const struct outline *o = c->outline;
    const struct bitset *shared = &c->proof->shared;
    for (uint32_t k = 0; k < o->objects.size; k++)
        if (o->objects.data[k].kind == OUTLINE_GLOBAL && !bitset_has(shared, k))
            return refuse(c, "a global variable is said to be one thread's", NONE);
    for (uint32_t s = 0; s < o->steps.size; s++)
        for (uint32_t k = 0; o->steps.data[s].kind == OUTLINE_CREATE && k < o->steps.data[s].argument_count; k++) {
            const struct outline_address *a = &o->arguments.data[o->steps.data[s].arguments + k];
            for (uint32_t p = 0; p < a->place_count; p++)
                if (!bitset_has(shared, o->places.data[a->places + p].object))
                    return refuse(c, "what a thread gets is said to be another's", s);
        }
    vector_each(const struct outline_link *, l, &o->links)
        if (bitset_has(shared, l->from) && !bitset_has(shared, l->to))
            return refuse(c, "what shared memory leads to is said to be one thread's", NONE);
    return true;
}

bool outline_check(const struct outline_proof *p, const struct outline_threads *t, const char **why, uint32_t *step)
{
    struct checker c = {.proof = p, .threads = t, .outline = t->outline, .step = NONE};
    bool ok = is_formed(&c) && beginnings_follow(&c) && sharing_is_closed(&c);
    for (uint32_t s = 0; s < t->outline->steps.size && ok; s++)
        ok = summary_covers(&c, s);
    for (uint32_t k = 0; k < t->outline->procedures.size && ok; k++)
        for (uint32_t b = 0; b < t->outline->procedures.data[k].block_count && ok; b++)
            ok = block_follows(&c, k, t->outline->procedures.data[k].blocks + b);
    *why = c.why;
    *step = c.step;
    return ok;
}
