/* Pairs of accesses by lines of the source, and which of them most likely are races.
 *
 * What speaks for a race, in this order: the variable is accessed directly, not through pointers that may lead elsewhere; other accesses of it
 * are protected by a lock, so somebody thought that it needs one; one of the two sides holds a lock and the other one does not; both write. */
#include "engines/wide/wide.h"

#include <stdlib.h>

uint64_t wide_line_key(struct records *r, uint32_t step)
{
    assert(step < r->w->outline->steps.size && step < r->w->procedure_of.size);
    const struct position *at = &r->w->outline->steps.data[step].pos;
    uint32_t file = at->file ? intern_add(&r->files, at->file, strlen(at->file), NULL) + 1 : 0;
    uint32_t line = at->line ? at->line : UINT32_MAX - r->w->procedure_of.data[step];
    return (uint64_t)file << 32 | line;
}

static uint64_t side_key(struct records *r, uint32_t step)
{
    const struct outline_step *s = &r->w->outline->steps.data[step];
    return hash_pair(wide_line_key(r, step), s->kind != OUTLINE_ACCESS ? 2 : s->write);
}

static void count(struct wide_variable *v, const struct wide_pair *p, int by)
{
    *(p->reason == WIDE_OPEN ? &v->open : &v->proved) += (uint32_t)by;
    v->locked += p->reason == WIDE_LOCK ? (uint32_t)by : 0;
}

void wide_record(struct records *r, const struct wide_pair *pair)
{
    assert(pair->a < r->w->procedure_of.size && pair->b < r->w->procedure_of.size);
    uint64_t x = side_key(r, pair->a), y = side_key(r, pair->b), known;
    uint64_t key = hash_pair(pair->variable, x < y ? hash_pair(x, y) : hash_pair(y, x));
    struct wide_variable *v = &r->out->variables.data[pair->variable];
    if (!map_get(&r->known, key, &known)) {
        vector_push(&r->out->pairs, *pair);
        map_put(&r->known, key, r->out->pairs.size);
        count(v, pair, 1);
        return;
    }
    struct wide_pair *old = &r->out->pairs.data[known - 1];
    if (pair->reason == WIDE_OPEN && old->reason != WIDE_OPEN) {
        count(v, old, -1);
        *old = *pair;
        count(v, old, 1);
    }
}

/* --- which is most likely a race --- */

static bool is_direct(const struct wide *w, uint32_t step)
{
    const struct outline_address *a = &w->outline->steps.data[step].address;
    return a->place_count == 1 && !w->outline->places.data[a->places].stride;
}

static bool is_users(const struct wide *w, uint32_t step) { return w->outline->steps.data[step].pos.line != 0; }

enum { OWN_BITS = 8 };

static uint32_t score(const struct wide *w, const struct wide_variable *v, const struct wide_pair *p)
{
    const struct outline_step *a = &w->outline->steps.data[p->a], *b = &w->outline->steps.data[p->b];
    bool global = w->outline->objects.data[v->object].kind == OUTLINE_GLOBAL && !strchr(v->name, ' ');
    bool plain = a->kind == OUTLINE_ACCESS && b->kind == OUTLINE_ACCESS;
    uint32_t s = 0;
    s += is_users(w, p->a) && is_users(w, p->b) && plain ? 64 : 0;
    s += is_direct(w, p->a) && is_direct(w, p->b) ? 32 : 0;
    s += v->locked ? 16 : 0;
    s += (wide_held(w, p->a) != 0) != (wide_held(w, p->b) != 0) ? 8 : 0;
    s += global ? 4 : 0;
    s += a->write && b->write ? 2 : 0;
    s += p->kind_a != p->kind_b ? 1 : 0;
    return s;
}

static int by_score(const void *x, const void *y)
{
    const struct wide_pair *a = x, *b = y;
    if ((a->reason == WIDE_OPEN) != (b->reason == WIDE_OPEN))
        return a->reason == WIDE_OPEN ? -1 : 1;
    if (a->score != b->score && a->score >> OWN_BITS != b->score >> OWN_BITS)
        return a->score > b->score ? -1 : 1;
    if (a->variable != b->variable)
        return a->variable < b->variable ? -1 : 1;
    if (a->score != b->score)
        return a->score > b->score ? -1 : 1;
    return a->a != b->a ? (a->a > b->a) - (a->a < b->a) : (a->b > b->b) - (a->b < b->b);
}

void wide_rank(struct wide_result *r)
{
    vector_each(struct wide_pair *, p, &r->pairs) {
        struct wide_variable *v = &r->variables.data[p->variable];
        p->score = p->reason == WIDE_OPEN ? score(r->w, v, p) : 0;
        v->score = p->score > v->score ? p->score : v->score;
    }
    vector_each(struct wide_pair *, p, &r->pairs)
        p->score |= r->variables.data[p->variable].score << OWN_BITS; /* variables stay together */
    if (r->pairs.size)
        qsort(r->pairs.data, r->pairs.size, sizeof *r->pairs.data, by_score);
}
