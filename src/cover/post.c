#include "cover/post.h"

#include <assert.h>

struct post_index {
    const struct system *s;
    uint32_t *start, *rules; /* by control */
    uint32_t *count;         /* by place: the state at hand; 0 in between */
    uint32_t *after;         /* by place: with moves */
    struct token *tokens;
};

struct post_index *post_index_make(const struct system *s)
{
    struct post_index *x = NEW(struct post_index);
    x->s = s;
    x->start = NEW_ARRAY(uint32_t, s->controls + 2);
    x->rules = NEW_ARRAY(uint32_t, s->rules.size + 1);
    vector_each(const struct rule *, r, &s->rules)
        x->start[r->from + 2]++;
    for (uint32_t c = 0; c < s->controls; c++)
        x->start[c + 2] += x->start[c + 1];
    for (uint32_t i = 0; i < s->rules.size; i++)
        x->rules[x->start[s->rules.data[i].from + 1]++] = i;
    x->count = NEW_ARRAY(uint32_t, s->places);
    x->after = NEW_ARRAY(uint32_t, s->places);
    x->tokens = NEW_ARRAY(struct token, s->places);
    return x;
}

void post_index_free(struct post_index *x)
{
    if (!x)
        return;
    mem_free(x->start);
    mem_free(x->rules);
    mem_free(x->count);
    mem_free(x->after);
    mem_free(x->tokens);
    mem_free(x);
}

static bool enabled(const struct post_index *x, const struct rule *r)
{
    for (uint32_t i = 0; i < r->takes; i++)
        if (x->count[r->take[i].place] < r->take[i].count)
            return false;
    for (uint32_t i = 0, k = 0; i < r->needs; i++) {
        uint64_t sum = r->need[i].count;
        while (k < r->takes && r->take[k].place < r->need[i].place)
            k++;
        if (k < r->takes && r->take[k].place == r->need[i].place)
            sum += r->take[k].count;
        if (x->count[r->need[i].place] < sum)
            return false;
    }
    return true;
}

static uint32_t plus(uint32_t count, int64_t more)
{
    if (count == OMEGA || more == (int64_t)OMEGA)
        return OMEGA;
    int64_t sum = (int64_t)count + more;
    return sum < 0 ? 0 : sum > TOTAL_MAX ? TOTAL_MAX : (uint32_t)sum; /* less than it is: still coverable */
}

/* s - take + give, by merging the three sorted lists. */
static uint32_t plain(struct post_index *x, const struct rule *r, const struct state *s)
{
    uint32_t n = 0;
    for (uint32_t i = 0, j = 0, k = 0; i < s->size || k < r->gives;) {
        uint32_t p = i < s->size ? s->tokens[i].place : NOWHERE, q = k < r->gives ? r->give[k].place : NOWHERE;
        uint32_t place = p < q ? p : q, count = 0;
        if (p == place)
            count = s->tokens[i++].count;
        while (j < r->takes && r->take[j].place < place)
            j++;
        if (j < r->takes && r->take[j].place == place)
            count = plus(count, -(int64_t)r->take[j].count);
        if (q == place)
            count = plus(count, r->give[k++].count);
        if (count)
            x->tokens[n++] = (struct token){place, count};
    }
    return n;
}

struct choosing {
    struct post_index *x;
    const struct rule *r;
    uint32_t rule;
    post_visitor *visit;
    void *context;
};

static bool visit_after(struct choosing *c)
{
    struct post_index *x = c->x;
    const struct rule *r = c->r;
    uint32_t n = 0, k = 0;
    for (uint32_t p = 0; p < x->s->places; p++) {
        uint32_t count = x->after[p];
        if (k < r->gives && r->give[k].place == p) {
            int64_t more = r->give[k++].count;
            if (count != OMEGA && (int64_t)count + more < 0)
                return true; /* not a step */
            count = plus(count, more);
        }
        if (count)
            x->tokens[n++] = (struct token){p, count};
    }
    return c->visit(c->context, r->to, x->tokens, n, c->rule);
}

/* Sends `left` tokens over the moves i.. of one place (they end before j), then goes on with the next place. */
static bool choose(struct choosing *c, uint32_t i, uint32_t j, uint32_t left)
{
    struct post_index *x = c->x;
    const struct rule *r = c->r;
    if (i == j) {
        if (i == r->moves_count)
            return visit_after(c);
        uint32_t from = r->moves[i].from;
        while (j < r->moves_count && r->moves[j].from == from)
            j++;
        return choose(c, i, j, x->count[from]);
    }
    uint32_t to = r->moves[i].to, old = to == NOWHERE ? 0 : x->after[to];
    if (left == OMEGA) { /* everywhere */
        if (to != NOWHERE)
            x->after[to] = OMEGA;
        bool go_on = choose(c, i + 1, j, i + 1 == j ? 0 : OMEGA);
        if (to != NOWHERE)
            x->after[to] = old;
        return go_on;
    }
    for (uint32_t k = i + 1 == j || r->copies ? left : 0; k <= left; k++) {
        if (to != NOWHERE)
            x->after[to] = plus(old, k);
        bool go_on = choose(c, i + 1, j, i + 1 == j ? 0 : r->copies ? left : left - k);
        if (to != NOWHERE)
            x->after[to] = old;
        if (!go_on)
            return false;
    }
    return true;
}

static bool with_moves(struct post_index *x, uint32_t rule, post_visitor *visit, void *context)
{
    const struct rule *r = &x->s->rules.data[rule];
    for (uint32_t i = 0; i < r->takes; i++)
        x->count[r->take[i].place] = plus(x->count[r->take[i].place], -(int64_t)r->take[i].count);
    memcpy(x->after, x->count, x->s->places * sizeof *x->after);
    for (uint32_t i = 0; i < r->moves_count; i++)
        x->after[r->moves[i].from] = 0;
    struct choosing c = {x, r, rule, visit, context};
    bool go_on = choose(&c, 0, 0, 0);
    for (uint32_t i = 0; i < r->takes; i++)
        x->count[r->take[i].place] = plus(x->count[r->take[i].place], r->take[i].count);
    return go_on;
}

bool post_each(struct post_index *x, const struct state *s, post_visitor *visit, void *context)
{
    assert(visit);
    for (uint32_t i = 0; i < s->size; i++)
        x->count[s->tokens[i].place] = s->tokens[i].count;
    bool go_on = true;
    for (uint32_t i = x->start[s->control]; go_on && i < x->start[s->control + 1]; i++) {
        const struct rule *r = &x->s->rules.data[x->rules[i]];
        if (!enabled(x, r))
            continue;
        if (r->moves_count)
            go_on = with_moves(x, x->rules[i], visit, context);
        else
            go_on = visit(context, r->to, x->tokens, plain(x, r, s), x->rules[i]);
    }
    for (uint32_t i = 0; i < s->size; i++)
        x->count[s->tokens[i].place] = 0;
    return go_on;
}
