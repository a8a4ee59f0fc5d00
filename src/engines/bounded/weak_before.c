/* What happens before what: program order, and a release (or a fence before a write) with who acquires what is written, or what continues its release sequence.
 * As C20 has it, later stores of the same thread do not. And that program order and reads-from have no cycle.
 *
 * released(a, w): who acquires w comes after a. So it passes from write to write of a release sequence, and no sequence has to be spelled out. */
#include "engines/bounded/weak_parts.h"

static const struct solver_event *event(const struct solver_search *s, uint32_t e) { return &s->events.data[e]; }

static bool is_atomic_write(const struct solver_event *e) { return e->write != NONE && e->order != ORDER_PLAIN; }
static bool is_atomic_read(const struct solver_event *e) { return e->read != NONE && e->order != ORDER_PLAIN; }
static bool releases(const struct solver_event *e) { return order_releases(e->order) && (event_of_fence(e) || e->write != NONE); }
static bool acquires(const struct solver_event *e) { return order_acquires(e->order) && (event_of_fence(e) || e->read != NONE); }

void before_prepare(struct solver_search *s)
{
    s->may_release = NEW_ARRAY(bool, s->n + 1);
    s->may_acquire = NEW_ARRAY(bool, s->n + 1);
    for (uint32_t e = 0; e < s->n; e++)
        s->may_acquire[e] = acquires(event(s, e)) || (e && is_before(s, e - 1, e) && s->may_acquire[e - 1]);
    for (uint32_t e = s->n; e-- > 0;)
        s->may_release[e] = releases(event(s, e)) || (e + 1 < s->n && is_before(s, e, e + 1) && s->may_release[e + 1]);
}

int happens_before_lit(struct solver_search *s, uint32_t a, uint32_t b)
{
    assert(a < s->n && b < s->n);
    if (event(s, a)->instance == event(s, b)->instance)
        return a < b ? ALWAYS : NEVER;
    if (!s->may_release[a] || !s->may_acquire[b])
        return NEVER;
    int *known = &s->hb[a * s->n + b];
    if (!*known)
        *known = sat_var(s->sat);
    return *known;
}

static int porf(struct solver_search *s, uint32_t a, uint32_t b)
{
    if (event(s, a)->instance == event(s, b)->instance)
        return a <= b ? ALWAYS : NEVER;
    int *known = &s->porf[a * s->n + b];
    if (!*known)
        *known = sat_var(s->sat);
    return *known;
}

/* --- releases --- */

/* Whether somebody who reads the write may synchronise with anything. */
static bool may_be_released(const struct solver_search *s, uint32_t w)
{
    const struct solver_event *e = event(s, w);
    bool may = is_atomic_write(e) && (order_releases(e->order) || e->read != NONE);
    for (uint32_t f = s->first[e->instance]; f < w && is_atomic_write(e); f++)
        may |= event_of_fence(event(s, f)) && releases(event(s, f));
    return may;
}

static int released(struct solver_search *s, uint32_t a, uint32_t w)
{
    const struct solver_event *e = event(s, w);
    if (order_releases(e->order) && event(s, a)->instance == e->instance && a <= w)
        return ALWAYS;
    if (!s->may_release[a])
        return NEVER;
    int *known = &s->released[a * s->n + w];
    if (!*known)
        *known = sat_var(s->sat);
    return *known;
}

static int happens_before_or_is(struct solver_search *s, uint32_t a, uint32_t b)
{
    return a == b ? ALWAYS : happens_before_lit(s, a, b);
}

static void release(struct solver_search *s, uint32_t w)
{
    const struct solver_event *e = event(s, w);
    for (uint32_t a = 0; a < s->n; a++) {
        struct solver_rule own = rule_new(s);
        rule_if(&own, order_releases(e->order) ? e->x : NEVER);
        rule_if(&own, happens_before_or_is(s, a, w)), rule_then(&own, released(s, a, w));
        rule_end(&own);
        for (uint32_t f = s->first[e->instance]; f < w; f++) {
            if (!event_of_fence(event(s, f)) || !releases(event(s, f)))
                continue;
            struct solver_rule fence = rule_new(s);
            rule_if(&fence, e->x), rule_if(&fence, event(s, f)->x);
            rule_if(&fence, happens_before_or_is(s, a, f)), rule_then(&fence, released(s, a, w));
            rule_end(&fence);
        }
    }
}

/* --- acquires --- */

static void acquire(struct solver_search *s, uint32_t r, int from, uint32_t w)
{
    const struct solver_event *e = event(s, r);
    uint32_t end = s->first[e->instance + 1];
    for (uint32_t a = 0; a < s->n; a++) {
        int here = released(s, a, w);
        if (here == NEVER)
            continue;
        for (uint32_t f = r; f < end; f++) {
            if (f == r ? !order_acquires(e->order) : !event_of_fence(event(s, f)) || !acquires(event(s, f)))
                continue;
            struct solver_rule t = rule_new(s);
            rule_if(&t, from), rule_if(&t, here), rule_if(&t, event(s, f)->x);
            rule_then(&t, happens_before_lit(s, a, f));
            rule_end(&t);
        }
        if (e->write == NONE)
            continue;
        struct solver_rule t = rule_new(s); /* its own write continues the release sequence */
        rule_if(&t, from), rule_if(&t, here), rule_then(&t, released(s, a, r));
        rule_end(&t);
    }
}

/* --- closures --- */

/* What comes before an event comes before the next one of the thread. */
static void pass_on(struct solver_search *s)
{
    for (uint32_t a = 0; a < s->n; a++)
        for (uint32_t b = 0; b + 1 < s->n; b++) {
            if (event(s, a)->instance == event(s, b)->instance || !is_before(s, b, b + 1))
                continue;
            struct solver_rule hb = rule_new(s), rf = rule_new(s);
            rule_if(&hb, happens_before_lit(s, a, b)), rule_then(&hb, happens_before_lit(s, a, b + 1));
            rule_if(&rf, porf(s, a, b)), rule_then(&rf, porf(s, a, b + 1));
            rule_end(&hb);
            rule_end(&rf);
        }
}

static void comes_after(struct solver_search *s, uint32_t r, int from, uint32_t w)
{
    struct solver_rule cycle = rule_new(s);
    rule_if(&cycle, from), rule_if(&cycle, porf(s, r, w));
    rule_end(&cycle);
    for (uint32_t a = 0; a < s->n; a++) {
        if (event(s, a)->instance == event(s, r)->instance)
            continue;
        struct solver_rule t = rule_new(s);
        rule_if(&t, from), rule_if(&t, porf(s, a, w)), rule_then(&t, porf(s, a, r));
        rule_end(&t);
    }
}

void before_axioms(struct solver_search *s)
{
    pass_on(s);
    for (uint32_t e = 0; e < s->n; e++)
        if (may_be_released(s, e))
            release(s, e);
    for (uint32_t r = 0; r < s->n; r++) {
        const struct solver_event *e = event(s, r);
        if (e->read == NONE)
            continue;
        vector_each(const struct read_source *, k, &s->sources[e->read]) {
            if (k->write == NONE)
                continue;
            uint32_t w = s->of_write[k->write];
            int from = reads_from(s, r, k);
            comes_after(s, r, from, w);
            if (is_atomic_read(e) && may_be_released(s, w))
                acquire(s, r, from, w);
        }
    }
}
