#include "program/reason.h"

#include <assert.h>
#include <string.h>

static const struct row {
    const char *words, *detail, *advice;
} rows[REASONS] = {
#define REASON(id, words, detail, advice) [REASON_##id] = {words, detail, advice},
#include "program/reasons.def"
};

const struct reason plain_reasons[REASONS] = {
#define REASON(name, words, detail, advice) [REASON_##name] = {.id = REASON_##name},
#include "program/reasons.def"
};

static const bool of_method[REASONS] = {
#define REASON(id, words, detail, advice) [REASON_##id] = false,
#define METHOD(id, words, detail, advice) [REASON_##id] = true,
#include "program/reasons.def"
};

/* --- making them --- */

struct reason *reason_new(struct arena *a, enum reason_id id, const char *what, uint64_t n)
{
    assert(id < REASONS);
    struct reason *r = ARENA_NEW(a, struct reason);
    *r = (struct reason){.id = id, .what = what ? arena_strdup(a, what) : NULL, .n = n};
    return r;
}

const struct reason *reason_at(struct arena *a, enum reason_id id, const char *what, const char *file, uint32_t line)
{
    struct reason *r = reason_new(a, id, what, 0);
    r->file = file ? arena_strdup(a, file) : NULL;
    r->line = line;
    return r;
}

static struct reason *copy(struct arena *a, const struct reason *r)
{
    struct reason *c = reason_new(a, r->id, r->what, r->n);
    c->file = r->file ? arena_strdup(a, r->file) : NULL;
    c->line = r->line;
    return c;
}

const struct reason *reason_join(struct arena *arena, const struct reason *a, const struct reason *b)
{
    const struct reason *first = NULL, **last = &first, *parts[] = {a, b};
    for (unsigned i = 0; i < 2; i++)
        for (const struct reason *r = parts[i]; r; r = r->next) {
            struct reason *c = copy(arena, r);
            *last = c;
            last = &c->next;
        }
    return first;
}

/* --- asking about them --- */

static bool same_text(const char *a, const char *b) { return a == b || (a && b && !strcmp(a, b)); }

bool reason_same(const struct reason *a, const struct reason *b) { return a->id == b->id && same_text(a->what, b->what); }

bool reason_is_of_method(enum reason_id id) { return of_method[id]; }

bool reason_is_bug(const struct reason *r) { return r && (r->id == REASON_SCHEDULE_REFUSED || r->id == REASON_SCHEDULE_LOST); }

bool budget_ends(const struct budget *b, const struct reason **why)
{
    static const enum reason_id of[] = {[LIMIT_TIME] = REASON_TIME_LIMIT,
                                        [LIMIT_MEMORY] = REASON_MEMORY_LIMIT,
                                        [LIMIT_INTERRUPT] = REASON_INTERRUPTED,
                                        [LIMIT_EFFORT] = REASON_EFFORT};
    enum limit l = budget_spent(b);
    if (l)
        *why = &plain_reasons[of[l]];
    return l;
}

/* --- words --- */

static void fill_in(struct text *out, const char *template, const struct reason *r)
{
    for (const char *at = template; *at;) {
        if (!strncmp(at, "$what", 5)) {
            text_append(out, r->what ? r->what : "something");
            at += 5;
        } else if (!strncmp(at, "$at", 3)) {
            if (r->file)
                text_printf(out, " at %s:%u", r->file, r->line);
            at += 3;
        } else if (!strncmp(at, "$n", 2)) {
            text_printf(out, "%llu", (unsigned long long)r->n);
            at += 2;
        } else {
            text_append_bytes(out, at++, 1);
        }
    }
}

void reason_print(struct text *out, const struct reason *r, bool detail)
{
    const struct row *row = &rows[r->id];
    fill_in(out, row->words, r);
    if (detail && row->detail && r->n)
        fill_in(out, row->detail, r);
}

const char *reason_words(const struct reason *r, struct arena *words)
{
    struct text t = {0};
    for (const struct reason *x = r; x; x = x->next) {
        text_append(&t, x == r ? "" : "; ");
        reason_print(&t, x, true);
    }
    const char *s = r ? arena_strdup(words, text_string(&t)) : NULL;
    text_free(&t);
    return s;
}

const char *reason_advice(const struct reason *r) { return rows[r->id].advice; }
