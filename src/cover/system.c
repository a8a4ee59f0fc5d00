#include "cover/system.h"

#include "base/text.h"

#include <assert.h>
#include <stdlib.h>

void system_free(struct system *s)
{
    vector_free(&s->rules);
    vector_free(&s->targets);
    arena_release(&s->arena);
    *s = (struct system){0};
}

uint32_t system_init_count(const struct system *s, uint32_t place)
{
    assert(place < s->places);
    for (uint32_t i = 0; i < s->inits; i++)
        if (s->init[i].place == place)
            return s->init[i].count;
    return 0;
}

static int by_place(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b; /* place is the first member of token and change */
    return x < y ? -1 : x > y;
}

static int by_move(const void *a, const void *b)
{
    const struct move *x = a, *y = b;
    int c = by_place(x, y);
    return c ? c : x->to < y->to ? -1 : x->to > y->to;
}

/* Sorted and merged; the same place twice means the sum. */
static uint32_t merge_tokens(struct token *t, uint32_t n)
{
    if (!n)
        return 0;
    qsort(t, n, sizeof *t, by_place);
    uint32_t k = 0;
    for (uint32_t i = 0; i < n; i++)
        if (k && t[k - 1].place == t[i].place)
            t[k - 1].count += t[i].count;
        else if (t[i].count)
            t[k++] = t[i];
    return k;
}

static uint32_t merge_changes(struct change *t, uint32_t n)
{
    if (!n)
        return 0;
    qsort(t, n, sizeof *t, by_place);
    uint32_t k = 0;
    for (uint32_t i = 0; i < n; i++)
        if (k && t[k - 1].place == t[i].place)
            t[k - 1].count += t[i].count;
        else
            t[k++] = t[i];
    n = k, k = 0;
    for (uint32_t i = 0; i < n; i++)
        if (t[i].count)
            t[k++] = t[i];
    return k;
}

static uint32_t merge_moves(struct move *m, uint32_t n)
{
    if (!n)
        return 0;
    qsort(m, n, sizeof *m, by_move);
    uint32_t k = 0;
    for (uint32_t i = 0; i < n; i++)
        if (!k || m[k - 1].from != m[i].from || m[k - 1].to != m[i].to)
            m[k++] = m[i];
    n = k, k = 0;
    for (uint32_t i = 0, j; i < n; i = j) { /* a place whose one move is to itself has no move */
        for (j = i; j < n && m[j].from == m[i].from; j++)
            ;
        if (j == i + 1 && m[i].from == m[i].to)
            continue;
        while (i < j)
            m[k++] = m[i++];
    }
    return k;
}

/* For a rule without moves: a loss is taken, and what is taken and given back is only needed. */
static void cancel(struct system *s, struct rule *r)
{
    struct token *take = ARENA_ARRAY(&s->arena, struct token, r->takes + r->gives);
    if (r->takes)
        memcpy(take, r->take, r->takes * sizeof *take);
    r->take = take;
    for (uint32_t i = 0; i < r->gives; i++)
        if (r->give[i].count < 0) {
            take[r->takes++] = (struct token){r->give[i].place, (uint32_t)-r->give[i].count};
            r->give[i].count = 0;
        }
    r->takes = merge_tokens(r->take, r->takes);
    r->gives = merge_changes(r->give, r->gives);
    struct token *need = ARENA_ARRAY(&s->arena, struct token, r->needs + r->takes);
    uint32_t n = r->needs;
    if (n)
        memcpy(need, r->need, n * sizeof *need);
    for (uint32_t i = 0, j = 0; i < r->takes; i++) {
        while (j < r->gives && r->give[j].place < r->take[i].place)
            j++;
        if (j == r->gives || r->give[j].place != r->take[i].place)
            continue;
        uint32_t both = r->take[i].count < (uint32_t)r->give[j].count ? r->take[i].count : (uint32_t)r->give[j].count;
        r->take[i].count -= both;
        r->give[j].count -= (int32_t)both;
        need[n++] = (struct token){r->take[i].place, both};
    }
    r->takes = merge_tokens(r->take, r->takes);
    r->gives = merge_changes(r->give, r->gives);
    r->need = need;
    r->needs = merge_tokens(need, n);
}

void system_add_rule(struct system *s, struct rule r)
{
    assert(r.from < s->controls && r.to < s->controls);
    r.takes = merge_tokens(r.take, r.takes);
    r.needs = merge_tokens(r.need, r.needs);
    r.gives = merge_changes(r.give, r.gives);
    r.moves_count = merge_moves(r.moves, r.moves_count);
    if (!r.moves_count)
        cancel(s, &r);
    if (r.from == r.to && !r.moves_count) {
        bool gives = false;
        for (uint32_t i = 0; i < r.gives; i++)
            gives |= r.give[i].count > 0;
        if (!gives)
            return; /* only ever leads to a smaller state */
    }
    if (r.moves_count)
        s->broadcasts = true;
    vector_push(&s->rules, r);
}

static bool tokens_valid(const struct token *t, uint32_t n, uint32_t places, bool zero)
{
    for (uint32_t i = 0; i < n; i++)
        if (t[i].place >= places || (!zero && !t[i].count) || (i && t[i - 1].place >= t[i].place))
            return false;
    return true;
}

bool system_valid(const struct system *s)
{
    if (s->init_control >= s->controls || !tokens_valid(s->init, s->inits, s->places, false))
        return false;
    vector_each(const struct rule *, r, &s->rules) {
        if (r->from >= s->controls || r->to >= s->controls || !tokens_valid(r->take, r->takes, s->places, false) ||
            !tokens_valid(r->need, r->needs, s->places, false) || !tokens_valid(r->exact, r->exacts, s->places, true))
            return false;
        for (uint32_t i = 0; i < r->gives; i++)
            if (r->give[i].place >= s->places || !r->give[i].count || (i && r->give[i - 1].place >= r->give[i].place))
                return false;
        for (uint32_t i = 0; i < r->moves_count; i++)
            if (r->moves[i].from >= s->places || (r->moves[i].to != NOWHERE && r->moves[i].to >= s->places) ||
                (i && by_move(&r->moves[i - 1], &r->moves[i]) >= 0))
                return false;
    }
    vector_each(const struct target *, t, &s->targets)
        if (t->control >= s->controls || !tokens_valid(t->tokens, t->size, s->places, false))
            return false;
    return true;
}

void system_print_control(const struct system *s, uint32_t control, struct text *out)
{
    assert(control < s->controls);
    if (s->control_names)
        text_append(out, s->control_names[control]);
    else
        text_printf(out, "%u", control);
}

void system_print_place(const struct system *s, uint32_t place, struct text *out)
{
    assert(place < s->places);
    if (s->place_names)
        text_append(out, s->place_names[place]);
    else
        text_printf(out, "%u", place);
}
