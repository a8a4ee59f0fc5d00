#include "cover/state.h"

#include "base/map.h"
#include "base/text.h"

#include <assert.h>

bool tokens_sorted(const struct token *t, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (!t[i].count || (i && t[i - 1].place >= t[i].place))
            return false;
    return true;
}

void state_fill(struct state *s, uint32_t control, const struct token *tokens, uint32_t size)
{
    assert(tokens_sorted(tokens, size));
    s->control = control;
    s->size = size;
    s->mask = 0;
    uint64_t total = 0;
    for (uint32_t i = 0; i < size; i++) {
        s->tokens[i] = tokens[i];
        s->mask |= UINT64_C(1) << (tokens[i].place & 63);
        total += tokens[i].count;
    }
    s->total = total > OMEGA ? OMEGA : (uint32_t)total;
}

struct state *state_make(struct arena *a, uint32_t control, const struct token *tokens, uint32_t size)
{
    struct state *s = arena_alloc(a, sizeof *s + size * sizeof *tokens);
    state_fill(s, control, tokens, size);
    return s;
}

struct state *state_copy(struct arena *a, const struct state *s)
{
    size_t bytes = sizeof *s + s->size * sizeof *s->tokens;
    return memcpy(arena_alloc(a, bytes), s, bytes);
}

bool state_equal(const struct state *a, const struct state *b)
{
    return a->control == b->control && a->size == b->size && a->mask == b->mask &&
           (!a->size || !memcmp(a->tokens, b->tokens, a->size * sizeof *a->tokens));
}

uint64_t state_hash(const struct state *s) { return hash_pair(s->control, hash_bytes(s->tokens, s->size * sizeof *s->tokens)); }

uint32_t state_count(const struct state *s, uint32_t place)
{
    for (uint32_t i = 0; i < s->size && s->tokens[i].place <= place; i++)
        if (s->tokens[i].place == place)
            return s->tokens[i].count;
    return 0;
}

bool tokens_within(const struct token *a, uint32_t n, const struct token *b, uint32_t m)
{
    assert(tokens_sorted(a, n) && tokens_sorted(b, m));
    if (n > m)
        return false;
    uint32_t j = 0;
    for (uint32_t i = 0; i < n; i++, j++) {
        while (j < m && b[j].place < a[i].place)
            j++;
        if (j == m || b[j].place != a[i].place || b[j].count < a[i].count)
            return false;
    }
    return true;
}

bool state_initial(const struct system *sys, const struct state *s)
{
    if (s->control != sys->init_control)
        return false;
    for (uint32_t i = 0; i < s->size; i++)
        if (!sys->init_unbounded[s->tokens[i].place] && s->tokens[i].count > system_init_count(sys, s->tokens[i].place))
            return false;
    return true;
}

void state_print(const struct system *sys, const struct state *s, struct text *out)
{
    if (sys->place_names) { /* a .spec: x >= 2, y >= 1 */
        for (uint32_t i = 0; i < s->size; i++)
            if (s->tokens[i].count == OMEGA)
                text_printf(out, "%s%s = w", i ? ", " : "", sys->place_names[s->tokens[i].place]);
            else
                text_printf(out, "%s%s = %u", i ? ", " : "", sys->place_names[s->tokens[i].place], s->tokens[i].count);
        if (!s->size)
            text_append(out, "0");
        return;
    }
    text_printf(out, "%u|", s->control);
    bool first = true;
    for (uint32_t i = 0; i < s->size; i++)
        for (uint32_t k = s->tokens[i].count == OMEGA ? 0 : s->tokens[i].count; k; k--, first = false)
            text_printf(out, "%s%u", first ? "" : ",", s->tokens[i].place);
    first = true;
    for (uint32_t i = 0; i < s->size; i++)
        if (s->tokens[i].count == OMEGA)
            text_printf(out, "%s%u", first ? "/" : ",", s->tokens[i].place), first = false;
}
