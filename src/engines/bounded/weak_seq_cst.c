/* What is seq_cst is in one order: the axiom psc of RC11, whose parts are named as in weak/axioms.c.
 *
 * scb = po + po-not-loc; hb; po-not-loc + hb-loc + mo + fr
 * psc = ([E.sc] + [F.sc]; hb?); scb; ([E.sc] + hb?; [F.sc])  +  [F.sc]; (hb + hb; eco; hb); [F.sc]
 *
 * The order is a variable for each two events of different threads. Edges between events of one thread need no clauses: along the program they are
 * there anyway, and against it coherence has excluded them. */
#include "engines/bounded/weak_parts.h"

struct seq_cst {
    struct solver_search *s;
    u32_vector events; /* that are seq_cst */
    int *place;        /* square matrix over events: the first one is earlier */
    int *far;          /* the same: from the first one by po-not-loc; hb */
    int *eco;          /* the same: from a fence by hb; eco */
};

static const struct solver_event *event(const struct seq_cst *q, uint32_t e) { return &q->s->events.data[e]; }
static bool same_thread(const struct seq_cst *q, uint32_t a, uint32_t b) { return event(q, a)->instance == event(q, b)->instance; }
static bool is_fence(const struct seq_cst *q, uint32_t e) { return event_of_fence(event(q, e)); }
static bool is_seq_cst(const struct seq_cst *q, uint32_t e) { return event(q, e)->order == ORDER_SEQ_CST; }

static int variable(struct seq_cst *q, int *matrix, uint32_t a, uint32_t b)
{
    int *known = &matrix[a * q->s->n + b];
    if (!*known)
        *known = sat_var(q->s->sat);
    return *known;
}

static int earlier(struct seq_cst *q, uint32_t a, uint32_t b)
{
    assert(is_seq_cst(q, a) && is_seq_cst(q, b));
    if (same_thread(q, a, b))
        return a < b ? ALWAYS : NEVER;
    return a < b ? variable(q, q->place, a, b) : -variable(q, q->place, b, a);
}

static void if_executed(struct seq_cst *q, struct solver_rule *r, uint32_t e) { rule_if(r, event(q, e)->x); }

/* --- the order --- */

static void order_is_total(struct seq_cst *q)
{
    const u32_vector *e = &q->events;
    for (uint32_t i = 0; i < e->size; i++)
        for (uint32_t j = 0; j + 1 < e->size; j++) {
            uint32_t a = e->data[i], b = e->data[j], c = e->data[j + 1];
            if (same_thread(q, a, b) || !same_thread(q, b, c))
                continue;
            struct solver_rule r = rule_new(q->s);
            rule_if(&r, earlier(q, a, b)), rule_then(&r, earlier(q, a, c));
            rule_end(&r);
        }
    for (uint32_t i = 0; i < e->size; i++)
        for (uint32_t j = i + 1; j < e->size; j++)
            for (uint32_t k = j + 1; k < e->size && !same_thread(q, e->data[i], e->data[j]); k++) {
                uint32_t a = e->data[i], b = e->data[j], c = e->data[k];
                if (same_thread(q, b, c))
                    continue;
                struct solver_rule one = rule_new(q->s), two = rule_new(q->s);
                rule_if(&one, earlier(q, a, b)), rule_if(&one, earlier(q, b, c)), rule_then(&one, earlier(q, a, c));
                rule_if(&two, earlier(q, c, b)), rule_if(&two, earlier(q, b, a)), rule_then(&two, earlier(q, c, a));
                rule_end(&one);
                rule_end(&two);
            }
}

/* --- mo and fr --- */

/* If a is executed, and in front of b by mo or fr, then the rule's result. Conditions of its own may be there already. */
static void if_modified(struct seq_cst *q, const struct solver_rule *given, uint32_t a, uint32_t b)
{
    struct solver_search *s = q->s;
    if (a == b || event(q, b)->write == NONE || event(q, a)->cell == NONE || event_touches(event(q, a)) ||
        events_same(s, a, b) == NEVER)
        return;
    struct solver_rule r = *given;
    if_executed(q, &r, a);
    if_executed(q, &r, b);
    rule_if(&r, events_same(s, a, b));
    rule_if(&r, event(q, a)->write != NONE ? modified_before(s, a, b) : -sees(s, b, a));
    rule_end(&r);
}

/* --- between accesses --- */

static void order_accesses(struct seq_cst *q, uint32_t a, uint32_t b)
{
    struct solver_search *s = q->s;
    struct solver_rule direct = rule_new(s), local = rule_new(s);
    rule_then(&direct, earlier(q, a, b));
    if_modified(q, &direct, a, b);
    if_executed(q, &local, a), if_executed(q, &local, b);
    rule_if(&local, events_same(s, a, b)), rule_if(&local, happens_before_lit(s, a, b));
    rule_then(&local, earlier(q, a, b));
    rule_end(&local);
}

/* a po-not-loc c; hb d */
static void find_far(struct seq_cst *q, uint32_t a)
{
    struct solver_search *s = q->s;
    uint32_t end = s->first[event(q, a)->instance + 1];
    for (uint32_t c = a + 1; c < end; c++)
        for (uint32_t d = 0; d < s->n; d++) {
            if (same_thread(q, c, d) || event_touches(event(q, c)) || happens_before_lit(s, c, d) == NEVER)
                continue;
            struct solver_rule r = rule_new(s);
            if_executed(q, &r, c);
            rule_if(&r, -events_same(s, a, c)), rule_if(&r, happens_before_lit(s, c, d));
            rule_then(&r, variable(q, q->far, a, d));
            rule_end(&r);
        }
}

/* ...; d po-not-loc b */
static void follow_far(struct seq_cst *q, uint32_t a, uint32_t b)
{
    struct solver_search *s = q->s;
    for (uint32_t d = s->first[event(q, b)->instance]; d < b; d++) {
        if (!q->far[a * s->n + d] || event_touches(event(q, d)))
            continue;
        struct solver_rule r = rule_new(s);
        if_executed(q, &r, a), if_executed(q, &r, b), if_executed(q, &r, d);
        rule_if(&r, q->far[a * s->n + d]), rule_if(&r, -events_same(s, d, b));
        rule_then(&r, earlier(q, a, b));
        rule_end(&r);
    }
}

/* --- fences --- */

/* From a fence to an access by hb; po, hb; hb-loc, hb; mo, hb; fr; or the other way round. */
static void order_with_fence(struct seq_cst *q, uint32_t f, uint32_t access, bool from_fence)
{
    struct solver_search *s = q->s;
    for (uint32_t e = 0; e < s->n; e++) {
        uint32_t a = from_fence ? e : access, b = from_fence ? access : e;
        int fenced = from_fence ? happens_before_lit(s, f, e) : happens_before_lit(s, e, f);
        if (fenced == NEVER)
            continue;
        struct solver_rule any = rule_new(s);
        if_executed(q, &any, f);
        rule_if(&any, fenced), rule_then(&any, from_fence ? earlier(q, f, access) : earlier(q, access, f));
        if_modified(q, &any, a, b);
        struct solver_rule program = any, local = any;
        if_executed(q, &program, a), if_executed(q, &program, b);
        rule_if(&program, is_before(s, a, b) ? ALWAYS : NEVER);
        rule_end(&program);
        if_executed(q, &local, a), if_executed(q, &local, b);
        rule_if(&local, events_same(s, a, b)), rule_if(&local, happens_before_lit(s, a, b));
        rule_end(&local);
    }
}

/* f hb; eco b: to writes by mo and fr; from a write to who reads it, or what comes after it in its location's order. */
static void find_eco(struct seq_cst *q, uint32_t f)
{
    struct solver_search *s = q->s;
    for (uint32_t b = 0; b < s->n; b++) {
        for (uint32_t a = 0; a < s->n && event(q, b)->cell != NONE; a++) {
            if (a == b || events_same(s, a, b) == NEVER)
                continue;
            struct solver_rule r = rule_new(s);
            rule_if(&r, happens_before_lit(s, f, a)), rule_then(&r, variable(q, q->eco, f, b));
            if_modified(q, &r, a, b);
            if (event(q, a)->write == NONE || event(q, b)->read == NONE)
                continue;
            struct solver_rule later = rule_new(s);
            if_executed(q, &r, a), if_executed(q, &r, b), if_executed(q, &later, a), if_executed(q, &later, b);
            rule_if(&r, events_same(s, a, b)), rule_if(&later, events_same(s, a, b));
            rule_if(&r, sees(s, a, b)), rule_if(&later, sees(s, a, b));
            rule_if(&later, variable(q, q->eco, f, a)), rule_then(&later, variable(q, q->eco, f, b));
            rule_end(&r);
            rule_end(&later);
        }
    }
}

static void order_fences(struct seq_cst *q, uint32_t f, uint32_t g)
{
    struct solver_search *s = q->s;
    struct solver_rule direct = rule_new(s);
    if_executed(q, &direct, f), if_executed(q, &direct, g);
    rule_if(&direct, happens_before_lit(s, f, g)), rule_then(&direct, earlier(q, f, g));
    rule_end(&direct);
    for (uint32_t b = 0; b < s->n; b++) {
        if (event(q, b)->cell == NONE)
            continue;
        struct solver_rule r = rule_new(s);
        if_executed(q, &r, f), if_executed(q, &r, g), if_executed(q, &r, b);
        rule_if(&r, variable(q, q->eco, f, b)), rule_if(&r, happens_before_lit(s, b, g));
        rule_then(&r, earlier(q, f, g));
        rule_end(&r);
    }
}

/* --- all of it --- */

static void order_pair(struct seq_cst *q, uint32_t a, uint32_t b)
{
    if (is_fence(q, a) && is_fence(q, b))
        order_fences(q, a, b);
    else if (is_fence(q, a))
        order_with_fence(q, a, b, true);
    else if (is_fence(q, b))
        order_with_fence(q, b, a, false);
    else {
        order_accesses(q, a, b);
        follow_far(q, a, b);
    }
}

void seq_cst_axioms(struct solver_search *s)
{
    size_t size = (size_t)s->n * s->n + 1;
    struct seq_cst q = {.s = s, .place = NEW_ARRAY(int, size), .far = NEW_ARRAY(int, size), .eco = NEW_ARRAY(int, size)};
    for (uint32_t e = 0; e < s->n; e++)
        if (is_seq_cst(&q, e))
            vector_push(&q.events, e);
    vector_each(const uint32_t *, e, &q.events)
        if (is_fence(&q, *e))
            find_eco(&q, *e);
        else
            find_far(&q, *e);
    vector_each(const uint32_t *, a, &q.events)
        vector_each(const uint32_t *, b, &q.events)
            if (!same_thread(&q, *a, *b))
                order_pair(&q, *a, *b);
    order_is_total(&q);
    vector_free(&q.events);
    mem_free(q.place);
    mem_free(q.far);
    mem_free(q.eco);
}
