/* Whether threads may be at two steps at the same time, by what order.c has found. */
#include "engines/wide/order.h"

#include "base/text.h"

/* While a is at step x no thread of kind b lives: not begun, or ended. */
static bool excludes(const struct wide *w, uint32_t a, uint32_t x, uint32_t b)
{
    return order_stems_from(w, b, a) && order_is_idle(w->order, a, x, b);
}

/* Threads of kind b are created only where the one of kind a has ended. */
static bool follows(const struct wide *w, uint32_t a, uint32_t b)
{
    if (!b || !w->kinds.data[a].unique)
        return false;
    bitset_each(c, &w->kinds.data[b].creators) {
        const struct order_state *s = order_stems_from(w, a, c) ? order_state_of(w->order, c, w->kinds.data[b].step) : NULL;
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
        return !w->kinds.data[a].alone;
    return !(excludes(w, a, x, b) || excludes(w, b, y, a) || follows(w, a, b) || follows(w, b, a) || never_meet(w, a, b));
}

const char *wide_why_apart(const struct wide *w, uint32_t a, uint32_t x, uint32_t b, uint32_t y, struct arena *words)
{
    assert(a < w->kinds.size && b < w->kinds.size);
    if (wide_parallel(w, a, x, b, y))
        return NULL;
    if (a == b)
        return w->kinds.data[a].unique ? "there is one such thread" : "there is one such thread at a time";
    bool first = excludes(w, a, x, b);
    if (!first && !excludes(w, b, y, a))
        return never_meet(w, a, b) ? "neither thread is created while the other one lives"
                                   : "one thread is created after the other one has been joined";
    uint32_t child = first ? b : a, parent = first ? a : b;
    const struct order_state *s = order_state_of(w->order, parent, first ? x : y);
    bool begun = s->joined != SETS_ALL && sets_has(&w->order->sets, s->started, child);
    uint32_t step = w->kinds.data[child].step;
    return arena_printf(words, "%s (line %u)", begun ? "after the join of the thread" : "before the thread is created",
                        w->outline->steps.data[step].pos.line);
}
