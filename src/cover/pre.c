/* A predecessor of v by a rule is take + max(need, y), where y is what the moves must have brought at least to v -
 * give. Without moves y is v - give itself, cut at 0. With moves every token asked for in a place may come from any
 * place that has a move there: all ways to spread it are tried that stay within a bound, if there is one. */
#include "cover/pre.h"

#include <assert.h>
#include <stdlib.h>

struct pre_index {
    const struct system *s;
    uint32_t *jump_start, *jumps;  /* by control: rules into it that change the control or have moves */
    uint32_t *give_start, *givers; /* by control: (place, rule), sorted by place: the other rules */
    uint32_t *give_places;
    uint32_t *seen, stamp;     /* by rule */
    const struct state *bound; /* or NULL */
    struct state *scratch;     /* room for every place */
    struct token *work;
    uint32_t *spread; /* by place: tokens that the enumeration has put there; all 0 in between */
};

static int by_pair(const void *a, const void *b)
{
    const uint32_t *x = a, *y = b;
    return x[0] != y[0] ? (x[0] < y[0] ? -1 : 1) : x[1] < y[1] ? -1 : x[1] > y[1];
}

static bool jumps(const struct rule *r) { return r->from != r->to || r->moves_count; }

struct pre_index *pre_index_make(const struct system *s)
{
    struct pre_index *x = NEW(struct pre_index);
    x->s = s;
    x->jump_start = NEW_ARRAY(uint32_t, s->controls + 1);
    x->give_start = NEW_ARRAY(uint32_t, s->controls + 1);
    vector_each(const struct rule *, r, &s->rules)
        if (jumps(r))
            x->jump_start[r->to + 1]++;
        else
            for (uint32_t i = 0; i < r->gives; i++)
                x->give_start[r->to + 1] += r->give[i].count > 0;
    for (uint32_t c = 0; c < s->controls; c++) {
        x->jump_start[c + 1] += x->jump_start[c];
        x->give_start[c + 1] += x->give_start[c];
    }
    uint32_t gives = x->give_start[s->controls];
    x->jumps = NEW_ARRAY(uint32_t, x->jump_start[s->controls] + 1);
    uint32_t *pairs = NEW_ARRAY(uint32_t, 2 * (size_t)gives + 2);
    uint32_t *jump_at = NEW_ARRAY(uint32_t, s->controls + 1), *give_at = NEW_ARRAY(uint32_t, s->controls + 1);
    memcpy(jump_at, x->jump_start, s->controls * sizeof *jump_at);
    memcpy(give_at, x->give_start, s->controls * sizeof *give_at);
    for (uint32_t i = 0; i < s->rules.size; i++) {
        const struct rule *r = &s->rules.data[i];
        if (jumps(r))
            x->jumps[jump_at[r->to]++] = i;
        else
            for (uint32_t k = 0; k < r->gives; k++)
                if (r->give[k].count > 0) {
                    uint32_t at = give_at[r->to]++;
                    pairs[2 * (size_t)at] = r->give[k].place;
                    pairs[2 * (size_t)at + 1] = i;
                }
    }
    x->give_places = NEW_ARRAY(uint32_t, gives + 1);
    x->givers = NEW_ARRAY(uint32_t, gives + 1);
    for (uint32_t c = 0; c < s->controls; c++) {
        uint32_t first = x->give_start[c];
        qsort(pairs + 2 * (size_t)first, x->give_start[c + 1] - first, 2 * sizeof *pairs, by_pair);
    }
    for (uint32_t i = 0; i < gives; i++) {
        x->give_places[i] = pairs[2 * (size_t)i];
        x->givers[i] = pairs[2 * (size_t)i + 1];
    }
    mem_free(pairs);
    mem_free(jump_at);
    mem_free(give_at);
    x->seen = NEW_ARRAY(uint32_t, s->rules.size + 1);
    x->scratch = mem_zalloc(sizeof *x->scratch + s->places * sizeof *x->scratch->tokens);
    x->work = NEW_ARRAY(struct token, s->places + 1);
    x->spread = NEW_ARRAY(uint32_t, s->places + 1);
    return x;
}

void pre_index_free(struct pre_index *x)
{
    if (!x)
        return;
    mem_free(x->jump_start);
    mem_free(x->jumps);
    mem_free(x->give_start);
    mem_free(x->give_places);
    mem_free(x->givers);
    mem_free(x->seen);
    mem_free(x->scratch);
    mem_free(x->work);
    mem_free(x->spread);
    mem_free(x);
}

void pre_bound(struct pre_index *x, const struct state *bound) { x->bound = bound; }

/* (v - give) cut at 0, into x->work; places with a negative give appear even where v has nothing. */
static uint32_t demand(struct pre_index *x, const struct rule *r, const struct state *v)
{
    uint32_t n = 0, j = 0;
    for (uint32_t i = 0; i < v->size || j < r->gives;) {
        uint32_t p = i < v->size ? v->tokens[i].place : NOWHERE, q = j < r->gives ? r->give[j].place : NOWHERE;
        uint32_t place = p < q ? p : q;
        int64_t k = 0;
        if (p == place)
            k += v->tokens[i++].count;
        if (q == place)
            k -= r->give[j++].count;
        if (k > 0)
            x->work[n++] = (struct token){place, (uint32_t)k};
    }
    return n;
}

/* scratch = take + max(need, y) */
static bool finish(struct pre_index *x, const struct rule *r, const struct token *y, uint32_t n, bool *overflow)
{
    struct state *s = x->scratch;
    s->control = r->from;
    s->size = 0;
    s->mask = 0;
    uint64_t total = 0;
    for (uint32_t i = 0, j = 0, k = 0; i < n || j < r->needs || k < r->takes;) {
        uint32_t p = i < n ? y[i].place : NOWHERE, q = j < r->needs ? r->need[j].place : NOWHERE;
        uint32_t t = k < r->takes ? r->take[k].place : NOWHERE, place = p < q ? p : q;
        place = t < place ? t : place;
        uint64_t count = 0;
        if (p == place)
            count = y[i++].count;
        if (q == place) {
            if (r->need[j].count > count)
                count = r->need[j].count;
            j++;
        }
        if (t == place)
            count += r->take[k++].count;
        total += count;
        s->tokens[s->size++] = (struct token){place, (uint32_t)count};
        s->mask |= UINT64_C(1) << (place & 63);
    }
    if (total > TOTAL_MAX) {
        *overflow = true;
        return false;
    }
    s->total = (uint32_t)total;
    return true;
}

struct spreading {
    struct pre_index *x;
    const struct rule *r;
    uint32_t rule;
    struct token *demand;
    uint32_t size;
    pre_visitor *visit;
    void *context;
    bool *overflow;
};

/* How many tokens may be spread from this place, if the predecessor is to stay within the bound. */
static uint32_t room(const struct spreading *w, uint32_t place)
{
    uint32_t most = w->x->bound ? state_count(w->x->bound, place) : OMEGA;
    if (most == OMEGA)
        return OMEGA;
    for (uint32_t i = 0; i < w->r->takes; i++)
        if (w->r->take[i].place == place)
            return most > w->r->take[i].count ? most - w->r->take[i].count : 0;
    return most;
}

static bool stays(const struct rule *r, uint32_t place)
{
    uint32_t low = 0, high = r->moves_count;
    while (low < high) {
        uint32_t mid = (low + high) / 2;
        if (r->moves[mid].from < place)
            low = mid + 1;
        else
            high = mid;
    }
    return low == r->moves_count || r->moves[low].from != place;
}

static bool visit_spread(struct spreading *w)
{
    struct pre_index *x = w->x;
    uint32_t n = 0;
    struct token *y = mem_alloc((2 * w->size + w->r->moves_count + 1) * sizeof *y);
    for (uint32_t i = 0, m = 0; i < w->size || m < w->r->moves_count;) {
        uint32_t p = i < w->size ? w->demand[i].place : NOWHERE;
        uint32_t q = m < w->r->moves_count ? w->r->moves[m].from : NOWHERE;
        uint32_t place = p < q ? p : q;
        if (p == place)
            i++;
        while (m < w->r->moves_count && w->r->moves[m].from == place)
            m++;
        if (x->spread[place])
            y[n++] = (struct token){place, x->spread[place]};
    }
    bool go_on = !finish(x, w->r, y, n, w->overflow) || w->visit(w->context, x->scratch, w->rule);
    mem_free(y);
    return go_on;
}

/* Spreads what is left of demand i over its sources from number `source` on (0 the place itself, then the moves). */
static bool spread(struct spreading *w, uint32_t i, uint32_t left, uint32_t source)
{
    if (!left) {
        i++;
        return i == w->size ? visit_spread(w) : spread(w, i, w->demand[i].count, 0);
    }
    uint32_t place = w->demand[i].place;
    for (; source <= w->r->moves_count; source++) {
        uint32_t from;
        if (!source) {
            if (!stays(w->r, place))
                continue;
            from = place;
        } else {
            if (w->r->moves[source - 1].to != place)
                continue;
            from = w->r->moves[source - 1].from;
        }
        uint32_t most = room(w, from);
        for (uint32_t k = left, old = w->x->spread[from]; k; k--) {
            uint32_t all = !w->r->copies ? old + k : old > k ? old : k; /* a copied token serves every place */
            if (all > most)
                continue;
            w->x->spread[from] = all;
            bool go_on = spread(w, i, left - k, source + 1);
            w->x->spread[from] = old;
            if (!go_on)
                return false;
        }
    }
    return true; /* also when there is no source: no predecessor */
}

bool pre_rule(struct pre_index *x, uint32_t rule, const struct state *v, pre_visitor *visit, void *context, bool *overflow)
{
    assert(rule < x->s->rules.size);
    assert(visit);
    const struct rule *r = &x->s->rules.data[rule];
    uint32_t n = demand(x, r, v);
    if (!r->moves_count)
        return !finish(x, r, x->work, n, overflow) || visit(context, x->scratch, rule);
    struct token *copy = mem_alloc((n + 1) * sizeof *copy);
    memcpy(copy, x->work, n * sizeof *copy);
    struct spreading w = {x, r, rule, copy, n, visit, context, overflow};
    bool go_on = n ? spread(&w, 0, copy[0].count, 0) : visit_spread(&w);
    mem_free(copy);
    return go_on;
}

bool pre_each(struct pre_index *x, const struct state *v, pre_visitor *visit, void *context, bool *overflow)
{
    assert(v->control < x->s->controls);
    assert(visit);
    for (uint32_t i = x->jump_start[v->control]; i < x->jump_start[v->control + 1]; i++)
        if (!pre_rule(x, x->jumps[i], v, visit, context, overflow))
            return false;
    uint32_t first = x->give_start[v->control], last = x->give_start[v->control + 1];
    if (first == last)
        return true;
    x->stamp++;
    for (uint32_t i = 0; i < v->size; i++) {
        uint32_t place = v->tokens[i].place, low = first, high = last;
        while (low < high) {
            uint32_t mid = (low + high) / 2;
            if (x->give_places[mid] < place)
                low = mid + 1;
            else
                high = mid;
        }
        for (; low < last && x->give_places[low] == place; low++) {
            uint32_t rule = x->givers[low];
            if (x->seen[rule] == x->stamp)
                continue;
            x->seen[rule] = x->stamp;
            if (!pre_rule(x, rule, v, visit, context, overflow))
                return false;
        }
    }
    return true;
}
