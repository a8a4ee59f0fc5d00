#include "cover/sign.h"

static bool enabled(const struct sign *x, const struct rule *r)
{
    const struct bitset *m = &x->marked[r->from];
    for (uint32_t i = 0; i < r->takes; i++)
        if (!bitset_has(m, r->take[i].place))
            return false;
    for (uint32_t i = 0; i < r->needs; i++)
        if (!bitset_has(m, r->need[i].place))
            return false;
    return true;
}

/* Marks what r may mark in r->to. True if that is news. */
static bool fire(struct sign *x, const struct rule *r, struct bitset *scratch)
{
    bool news = !x->reached[r->to];
    x->reached[r->to] = true;
    struct bitset *to = &x->marked[r->to];
    if (r->moves_count) {
        bitset_copy(scratch, &x->marked[r->from]);
        for (uint32_t i = 0; i < r->moves_count; i++)
            bitset_remove(scratch, r->moves[i].from);
        for (uint32_t i = 0; i < r->moves_count; i++)
            if (r->moves[i].to != NOWHERE && bitset_has(&x->marked[r->from], r->moves[i].from))
                bitset_add(scratch, r->moves[i].to);
        news |= bitset_unite(to, scratch);
    } else if (r->from != r->to) {
        news |= bitset_unite(to, &x->marked[r->from]);
    }
    for (uint32_t i = 0; i < r->gives; i++)
        if (r->give[i].count > 0 && !bitset_has(to, r->give[i].place)) {
            bitset_add(to, r->give[i].place);
            news = true;
        }
    return news;
}

void sign_analyse(struct sign *x, const struct system *s)
{
    *x = (struct sign){.controls = s->controls};
    x->reached = NEW_ARRAY(bool, s->controls);
    x->marked = NEW_ARRAY(struct bitset, s->controls);
    x->alive = NEW_ARRAY(bool, s->rules.size + 1);
    uint32_t *start = NEW_ARRAY(uint32_t, s->controls + 2), *rules = NEW_ARRAY(uint32_t, s->rules.size + 1);
    vector_each(const struct rule *, r, &s->rules)
        start[r->from + 2]++;
    for (uint32_t c = 0; c < s->controls; c++)
        start[c + 2] += start[c + 1];
    for (uint32_t i = 0; i < s->rules.size; i++)
        rules[start[s->rules.data[i].from + 1]++] = i;

    x->reached[s->init_control] = true;
    for (uint32_t p = 0; p < s->places; p++)
        if (s->init_unbounded[p])
            bitset_add(&x->marked[s->init_control], p);
    for (uint32_t i = 0; i < s->inits; i++)
        bitset_add(&x->marked[s->init_control], s->init[i].place);

    bool *queued = NEW_ARRAY(bool, s->controls);
    u32_vector work = {0};
    struct bitset scratch = {0};
    vector_push(&work, s->init_control);
    while (work.size) {
        uint32_t c = vector_pop(&work);
        queued[c] = false;
        for (uint32_t i = start[c]; i < start[c + 1]; i++) {
            const struct rule *r = &s->rules.data[rules[i]];
            if (!enabled(x, r))
                continue;
            x->alive[rules[i]] = true;
            if (fire(x, r, &scratch) && !queued[r->to]) {
                queued[r->to] = true;
                vector_push(&work, r->to);
            }
        }
    }
    bitset_free(&scratch);
    vector_free(&work);
    mem_free(queued);
    mem_free(start);
    mem_free(rules);
}

void sign_free(struct sign *x)
{
    for (uint32_t c = 0; c < x->controls; c++)
        bitset_free(&x->marked[c]);
    mem_free(x->marked);
    mem_free(x->reached);
    mem_free(x->alive);
}
