/* Which write a read reads from, the order of the writes to a location, and that both fit what happens before what.
 *
 * For each write and each read of a location, the write is what is read, or before it, or after it: one variable says which (sees()). So coherence is: what
 * happens before a read is seen, what happens after it is not, and who comes later sees no less. */
#include "engines/bounded/weak_parts.h"

static const struct solver_event *event(const struct solver_search *s, uint32_t e) { return &s->events.data[e]; }

/* --- reads-from --- */

static void find_sources(struct solver_search *s, uint32_t read)
{
    struct unfolding *u = s->u;
    const struct read *r = &u->reads.data[read];
    const struct group *g = &u->groups.data[r->group];
    vector_push(&s->sources[read], ((struct read_source){NONE, 0}));
    vector_each(const uint32_t *, e, &s->writers.data[r->cell]) {
        const struct unrolled_write *w = &u->writes.data[event(s, *e)->write];
        bool own = event(s, *e)->instance == g->instance;
        if (w->group == r->group || (own && !bitset_has(&g->past, w->group)))
            continue;
        if (r->index && word_equal(&u->blaster, r->index, w->index, u->contents.slots[r->cell].width) == LIT_FALSE)
            continue;
        vector_push(&s->sources[read], ((struct read_source){event(s, *e)->write, 0}));
    }
}

static void tie(struct solver_search *s, int chosen, word read, word written, unsigned width)
{
    for (unsigned i = 0; i < width; i++) {
        if (read[i] == written[i])
            continue;
        int a = solver_lit(s, read[i]), b = solver_lit(s, written[i]);
        struct solver_rule up = rule_new(s), down = rule_new(s);
        rule_if(&up, chosen), rule_if(&up, b), rule_then(&up, a);
        rule_if(&down, chosen), rule_if(&down, a), rule_then(&down, b);
        rule_end(&up);
        rule_end(&down);
    }
}

static void choose_source(struct solver_search *s, uint32_t read)
{
    struct unfolding *u = s->u;
    const struct read *r = &u->reads.data[read];
    unsigned width = u->program->cells.data[r->cell].width;
    int demand = solver_lit(s, r->demand);
    VECTOR(int) clause = {0};
    if (demand == NEVER)
        return;
    find_sources(s, read);
    if (demand != ALWAYS)
        vector_push(&clause, -demand);
    vector_each(struct read_source *, k, &s->sources[read]) {
        const struct unrolled_write *w = k->write == NONE ? NULL : &u->writes.data[k->write];
        k->chosen = sat_var(s->sat);
        vector_push(&clause, k->chosen);
        struct solver_rule needed = rule_new(s), done = rule_new(s), same = rule_new(s);
        rule_if(&needed, k->chosen), rule_then(&needed, demand);
        rule_end(&needed);
        if (w) {
            rule_if(&done, k->chosen), rule_then(&done, solver_lit(s, w->x));
            rule_end(&done);
        }
        if (w && r->index) {
            rule_if(&same, k->chosen);
            rule_then(&same, solver_lit(s, word_equal(&u->blaster, r->index, w->index, u->contents.slots[r->cell].width)));
            rule_end(&same);
        }
        tie(s, k->chosen, r->value, w ? w->value : unfolding_start_value(u, r->cell, r->index), width);
    }
    sat_clause(s->sat, clause.data, clause.size);
    vector_free(&clause);
}

int reads_from(struct solver_search *s, uint32_t e, const struct read_source *k)
{
    int demand = solver_lit(s, s->u->reads.data[event(s, e)->read].demand);
    if (event(s, e)->x == ALWAYS || event(s, e)->x == demand)
        return k->chosen;
    uint32_t w = k->write == NONE ? e : s->of_write[k->write]; /* no event reads from itself: that stands for the beginning */
    int *known = &s->rf[w * s->n + e];
    if (!*known) {
        *known = sat_var(s->sat);
        struct solver_rule r = rule_new(s);
        rule_if(&r, k->chosen), rule_if(&r, event(s, e)->x), rule_then(&r, *known);
        rule_end(&r);
    }
    return *known;
}

/* --- the order of a location --- */

int modified_before(struct solver_search *s, uint32_t a, uint32_t b)
{
    assert(a != b && event(s, a)->write != NONE && event(s, b)->write != NONE);
    int same = events_same(s, a, b);
    uint32_t low = a < b ? a : b, high = a < b ? b : a;
    if (same == NEVER)
        return NEVER;
    if (same == ALWAYS && event(s, a)->instance == event(s, b)->instance)
        return a < b ? ALWAYS : NEVER;
    int *known = &s->order[low * s->n + high];
    if (!*known)
        *known = sat_var(s->sat);
    return a < b ? *known : -*known;
}

/* Any orders of the locations of an array are part of one order of all its writes. */
static void order_is_transitive(struct solver_search *s, const u32_vector *w)
{
    for (uint32_t i = 0; i < w->size; i++)
        for (uint32_t j = i + 1; j < w->size; j++)
            for (uint32_t k = j + 1; k < w->size; k++) {
                uint32_t a = w->data[i], b = w->data[j], c = w->data[k];
                if (events_same(s, a, b) == NEVER || events_same(s, b, c) == NEVER || events_same(s, a, c) == NEVER)
                    continue;
                int ab = modified_before(s, a, b), bc = modified_before(s, b, c), ca = modified_before(s, c, a);
                struct solver_rule one = rule_new(s), two = rule_new(s);
                rule_if(&one, ab), rule_if(&one, bc), rule_then(&one, -ca);
                rule_if(&two, -ab), rule_if(&two, -bc), rule_then(&two, ca);
                rule_end(&one);
                rule_end(&two);
            }
}

/* --- what a read sees --- */

int sees(struct solver_search *s, uint32_t w, uint32_t r)
{
    assert(event(s, w)->write != NONE && event(s, r)->read != NONE && w != r);
    if (event(s, r)->write != NONE) /* nothing comes between what it reads and what it writes */
        return modified_before(s, w, r);
    if (events_same(s, w, r) == NEVER)
        return NEVER;
    int *known = &s->seen[w * s->n + r];
    if (!*known)
        *known = sat_var(s->sat);
    return *known;
}

/* Both are executed on the same location. */
static void if_both(struct solver_rule *r, uint32_t a, uint32_t b)
{
    rule_if(r, event(r->s, a)->x);
    rule_if(r, event(r->s, b)->x);
    rule_if(r, events_same(r->s, a, b));
}

static void sees_what_it_reads(struct solver_search *s, uint32_t r, const struct read_source *k)
{
    int from = reads_from(s, r, k);
    uint32_t w = k->write == NONE ? NONE : s->of_write[k->write];
    vector_each(const uint32_t *, o, &s->writers.data[event(s, r)->cell]) {
        if (*o == r || events_same(s, *o, r) == NEVER)
            continue;
        struct solver_rule old = rule_new(s), young = rule_new(s);
        rule_if(&old, from), rule_if(&young, from);
        if_both(&old, *o, r), if_both(&young, *o, r);
        rule_then(&young, -sees(s, *o, r));
        rule_then(&old, sees(s, *o, r));
        if (w != NONE && w != *o) {
            rule_if(&old, modified_before(s, *o, w));
            rule_if(&young, modified_before(s, w, *o));
        }
        if (w != NONE)
            rule_end(&old);
        if (w != *o)
            rule_end(&young);
    }
}

static void is_coherent(struct solver_search *s, uint32_t r)
{
    vector_each(const uint32_t *, w, &s->writers.data[event(s, r)->cell]) {
        if (*w == r || events_same(s, *w, r) == NEVER)
            continue;
        struct solver_rule past = rule_new(s), future = rule_new(s);
        if_both(&past, *w, r), if_both(&future, *w, r);
        rule_if(&past, happens_before_lit(s, *w, r)), rule_then(&past, sees(s, *w, r));
        rule_if(&future, happens_before_lit(s, r, *w)), rule_then(&future, -sees(s, *w, r));
        rule_end(&past);
        rule_end(&future);
    }
}

/* Who comes later sees no less. */
static void reads_in_order(struct solver_search *s, uint32_t first, uint32_t second)
{
    int before = happens_before_lit(s, first, second);
    if (before == NEVER || events_same(s, first, second) == NEVER)
        return;
    vector_each(const uint32_t *, w, &s->writers.data[event(s, first)->cell]) {
        if (*w == first || *w == second || events_same(s, *w, first) == NEVER || events_same(s, *w, second) == NEVER)
            continue;
        struct solver_rule r = rule_new(s);
        rule_if(&r, before);
        if_both(&r, first, second);
        rule_if(&r, event(s, *w)->x), rule_if(&r, events_same(s, *w, first));
        rule_if(&r, sees(s, *w, first));
        rule_then(&r, sees(s, *w, second));
        rule_end(&r);
    }
}

static void writes_in_order(struct solver_search *s, const u32_vector *w)
{
    for (uint32_t i = 0; i < w->size; i++)
        for (uint32_t j = 0; j < w->size; j++) {
            uint32_t a = w->data[i], b = w->data[j];
            if (a == b || events_same(s, a, b) == NEVER)
                continue;
            struct solver_rule r = rule_new(s);
            if_both(&r, a, b);
            rule_if(&r, happens_before_lit(s, a, b));
            rule_then(&r, modified_before(s, a, b));
            rule_end(&r);
        }
}

/* No two read-modify-writes read from the same write. That follows from the rest, but not so quickly. */
static void reads_alone(struct solver_search *s, uint32_t a, uint32_t b)
{
    if (event(s, a)->write == NONE || event(s, b)->write == NONE || events_same(s, a, b) == NEVER)
        return;
    vector_each(const struct read_source *, k, &s->sources[event(s, a)->read])
        vector_each(const struct read_source *, o, &s->sources[event(s, b)->read]) {
            if (k->write != o->write)
                continue;
            struct solver_rule r = rule_new(s);
            rule_if(&r, reads_from(s, a, k)), rule_if(&r, reads_from(s, b, o));
            if_both(&r, a, b);
            rule_end(&r);
        }
}

void memory_axioms(struct solver_search *s)
{
    vector_each(const u32_vector *, w, &s->writers) {
        order_is_transitive(s, w);
        writes_in_order(s, w);
    }
    vector_each(const u32_vector *, readers, &s->readers)
        vector_each(const uint32_t *, r, readers) {
            vector_each(const struct read_source *, k, &s->sources[event(s, *r)->read])
                sees_what_it_reads(s, *r, k);
            is_coherent(s, *r);
            vector_each(const uint32_t *, other, readers)
                if (*other != *r)
                    reads_in_order(s, *r, *other);
            vector_each(const uint32_t *, other, readers)
                if (*other < *r)
                    reads_alone(s, *r, *other);
        }
}

void choose_sources(struct solver_search *s)
{
    s->sources = NEW_ARRAY(source_list, s->u->reads.size + 1);
    for (uint32_t r = 0; r < s->u->reads.size; r++)
        choose_source(s, r);
}
