/* The events of an unfolding, in the order of each thread. */
#include "engines/bounded/weak_parts.h"

enum { MOST_EVENTS = 700 };

struct solver_rule rule_new(struct solver_search *s) { return (struct solver_rule){.s = s}; }

static void add(struct solver_rule *r, int l)
{
    assert(r->count < sizeof r->lits / sizeof *r->lits && l);
    r->holds |= l == ALWAYS;
    if (l != ALWAYS && l != NEVER)
        r->lits[r->count++] = l;
}

void rule_if(struct solver_rule *r, int condition) { add(r, -condition); }
void rule_then(struct solver_rule *r, int result) { add(r, result); }

void rule_end(struct solver_rule *r)
{
    if (r->holds)
        return;
    r->s->clauses++;
    sat_clause(r->s->sat, r->lits, r->count);
}

int solver_lit(struct solver_search *s, lit a) { return a == LIT_TRUE ? ALWAYS : a == LIT_FALSE ? NEVER : sat_lit(s->sat, a); }

/* --- events --- */

static uint32_t group_of_step(const struct unfolding *u, uint32_t step)
{
    const struct unrolled_node *n = &u->nodes.data[u->steps.data[step].from];
    return n->section != NONE ? n->section : n->group;
}

static uint32_t write_of(const struct unfolding *u, uint32_t step, uint32_t cell)
{
    vector_each(const uint32_t *, w, &u->groups.data[group_of_step(u, step)].writes)
        if (u->writes.data[*w].step == step && u->writes.data[*w].cell == cell)
            return *w;
    return NONE;
}

static lit executed(const struct unfolding *u, const struct noted_event *k)
{
    return circuit_and(u->circuit, u->steps.data[k->step].x, k->inside);
}

static void push(struct solver_search *s, struct solver_event e, lit x)
{
    e.instance = s->u->groups.data[e.group].instance;
    e.x = solver_lit(s, x);
    if (e.x != NEVER && (!event_touches(&e) || e.touches_as_write || e.access != NONE))
        vector_push(&s->events, e);
}

static struct solver_event event_of(const struct unfolding *u, const struct noted_event *k)
{
    return (struct solver_event){.group = group_of_step(u, k->step),
                                 .cell = k->item ? k->item->cell : NONE,
                                 .read = k->read,
                                 .write = NONE,
                                 .index = k->index,
                                 .order = k->order,
                                 .access = k->item ? k->item->access : NONE,
                                 .touches_as_write = k->item && k->item->touches_as_write};
}

static void add_noted(struct solver_search *s, const struct noted_event *k)
{
    struct solver_event e = event_of(s->u, k);
    if (k->item && k->item->writes)
        e.write = write_of(s->u, k->step, k->item->cell);
    push(s, e, executed(s->u, k));
}

/* --- atomic sections --- */

/* What a section does to a location, on all ways through it: one event, which reads if the location was read before it was written, and writes what it is
 * left with (weak/take.c). */
struct section_event {
    struct solver_event e;
    lit reads; /* it does */
    uint8_t order_of_writes;
    bool seen_write;
};

static bool same_index(const struct unfolding *u, const struct solver_event *e, word index)
{
    return e->index == index || (e->index && index && word_same(e->index, index, u->contents.slots[e->cell].width));
}

static bool is_touch(const struct item *i) { return !i->reads && !i->writes; }

/* The event from one of its parts, the first one, and all others; NULL, or why that cannot be said. */
static const char *gather(const struct unfolding *u, const struct noted_event *first, struct section_event *out)
{
    *out = (struct section_event){.e = event_of(u, first), .reads = LIT_FALSE};
    vector_each(const struct noted_event *, k, &u->events) {
        if (!k->item || k->item->cell != out->e.cell || group_of_step(u, k->step) != out->e.group)
            continue;
        if (!same_index(u, &out->e, k->index))
            return "an atomic section with several variables";
        bool touches = is_touch(k->item) || is_touch(first->item);
        bool again = k->read != NONE && out->reads != LIT_FALSE && out->e.access != k->item->access;
        if (u->bound.accesses && (again || (touches && k != first)))
            return "an atomic section with several accesses to a variable";
        if (k->read != NONE && out->reads != LIT_FALSE && out->e.order != k->order)
            return "an atomic section with several memory orders";
        if (k->item->reads && k->item->writes && k->order == ORDER_ACQUIRE)
            return "an exchange that acquires, in an atomic section";
        if (k->item->writes && out->seen_write && out->order_of_writes != k->order)
            return "an atomic section with several memory orders";
        if (k->read != NONE) {
            out->e.read = k->read;
            out->e.order = k->order;
            out->e.access = k->item->access;
            out->reads = circuit_or(u->circuit, out->reads, executed(u, k));
        }
        if (k->item->writes) {
            out->seen_write = true;
            out->order_of_writes = k->order;
        }
    }
    return NULL;
}

static bool is_first_part(const struct unfolding *u, const struct noted_event *k)
{
    for (const struct noted_event *o = u->events.data; o < k; o++)
        if (o->item && o->item->cell == k->item->cell && group_of_step(u, o->step) == group_of_step(u, k->step))
            return false;
    return true;
}

/* That makes the write. */
static uint32_t access_of(const struct unfolding *u, const struct unrolled_write *w)
{
    vector_each(const struct noted_event *, k, &u->events)
        if (k->step == w->step && k->item && k->item->cell == w->cell)
            return k->item->access;
    return NONE;
}

static const char *add_section(struct solver_search *s, const struct noted_event *k)
{
    struct unfolding *u = s->u;
    struct section_event x;
    if (!is_first_part(u, k))
        return NULL;
    const char *why = gather(u, k, &x);
    if (why)
        return why;
    if (is_touch(k->item)) {
        add_noted(s, k);
        return NULL;
    }
    bool upgraded = order_acquires(x.e.order) && x.e.order != ORDER_SEQ_CST;
    lit writes = LIT_FALSE;
    vector_each(const uint32_t *, w, &u->groups.data[x.e.group].writes) {
        const struct unrolled_write *o = &u->writes.data[*w];
        if (o->cell != x.e.cell)
            continue;
        struct solver_event both = x.e, alone = x.e;
        both.write = alone.write = *w;
        both.access = alone.access = access_of(u, o);
        both.order = upgraded ? ORDER_ACQ_REL : x.e.order;
        alone.read = NONE;
        alone.order = x.order_of_writes;
        push(s, both, circuit_and(u->circuit, x.reads, o->x));
        push(s, alone, circuit_and(u->circuit, lit_not(x.reads), o->x));
        writes = circuit_or(u->circuit, writes, o->x);
    }
    push(s, x.e, circuit_and(u->circuit, x.reads, lit_not(writes)));
    return NULL;
}

static bool is_variable(const struct solver_search *s, uint32_t e)
{
    uint8_t role = s->u->program->cells.data[s->events.data[e].cell].role;
    return (role == CELL_DATA || role == CELL_SYNC) && s->writers.data[s->events.data[e].cell].size;
}

/* Whether some section has to do with two variables that threads write. */
static bool has_wide_section(const struct solver_search *s)
{
    u32_vector sections = {0};
    bool wide = false;
    vector_each(const struct noted_event *, k, &s->u->events)
        if (k->in_section)
            vector_push(&sections, group_of_step(s->u, k->step));
    for (uint32_t i = 0; i < sections.size; i++)
        for (uint32_t e = 0, cell = NONE; e < s->n; e++) {
            if ((i && sections.data[i] == sections.data[i - 1]) || s->events.data[e].group != sections.data[i] ||
                s->events.data[e].cell == NONE || !is_variable(s, e))
                continue;
            wide |= cell != NONE && cell != s->events.data[e].cell;
            cell = s->events.data[e].cell;
        }
    vector_free(&sections);
    return wide;
}

static void add_plain(struct solver_search *s, struct solver_event e, lit x)
{
    e.order = ORDER_PLAIN;
    e.access = NONE;
    e.instance = s->u->groups.data[e.group].instance;
    e.x = solver_lit(s, x);
    vector_push(&s->events, e);
}

/* Cells that the plan has no events for: of one thread, or never written. */
static void add_rest(struct solver_search *s)
{
    struct unfolding *u = s->u;
    const bool *has_events = u->bound.plan->has_events;
    for (uint32_t i = 0; i < u->reads.size; i++) {
        const struct read *r = &u->reads.data[i];
        if (!has_events[r->cell] && r->demand != LIT_FALSE)
            add_plain(s, (struct solver_event){.group = r->group, .cell = r->cell, .read = i, .write = NONE, .index = r->index},
                      r->demand);
    }
    for (uint32_t i = 0; i < u->writes.size; i++) {
        const struct unrolled_write *w = &u->writes.data[i];
        if (!has_events[w->cell] && w->x != LIT_FALSE)
            add_plain(s, (struct solver_event){.group = w->group, .cell = w->cell, .read = NONE, .write = i, .index = w->index},
                      w->x);
    }
}

/* By thread and group; in a group as they were added, which is what the plan says. */
static void sort_events(struct solver_search *s)
{
    u32_vector *of_group = NEW_ARRAY(u32_vector, s->u->groups.size + 1);
    VECTOR(struct solver_event) sorted = {0};
    for (uint32_t i = 0; i < s->events.size; i++)
        vector_push(&of_group[s->events.data[i].group], i);
    s->first = NEW_ARRAY(uint32_t, s->u->instances.size + 2);
    for (uint32_t t = 0; t < s->u->instances.size; t++) {
        s->first[t] = sorted.size;
        for (uint32_t g = 0; g < s->u->groups.size; g++)
            for (uint32_t i = 0; s->u->groups.data[g].instance == t && i < of_group[g].size; i++)
                vector_push(&sorted, s->events.data[of_group[g].data[i]]);
    }
    s->first[s->u->instances.size] = sorted.size;
    assert(sorted.size == s->events.size);
    for (uint32_t g = 0; g < s->u->groups.size; g++)
        vector_free(&of_group[g]);
    mem_free(of_group);
    if (sorted.size)
        memcpy(s->events.data, sorted.data, sorted.size * sizeof *sorted.data);
    vector_free(&sorted);
}

static const char *index_events(struct solver_search *s)
{
    struct unfolding *u = s->u;
    const bool *has_events = u->bound.plan->has_events;
    s->of_write = NEW_ARRAY(uint32_t, u->writes.size + 1);
    for (uint32_t w = 0; w < u->writes.size; w++)
        s->of_write[w] = NONE;
    vector_resize(&s->readers, u->program->cells.size + 1);
    vector_resize(&s->writers, u->program->cells.size + 1);
    for (uint32_t e = 0; e < s->n; e++) {
        const struct solver_event *k = &s->events.data[e];
        if (k->write != NONE)
            s->of_write[k->write] = e;
        if (k->read != NONE)
            vector_push(&s->readers.data[k->cell], e);
        if (k->write != NONE)
            vector_push(&s->writers.data[k->cell], e);
    }
    for (uint32_t w = 0; w < u->writes.size; w++)
        if (u->writes.data[w].x != LIT_FALSE && s->of_write[w] == NONE && solver_lit(s, u->writes.data[w].x) != NEVER)
            return "a write that is no event";
    for (uint32_t c = 0; c < u->program->cells.size; c++)
        for (uint32_t i = 0; !has_events[c] && s->writers.data[c].size && i < s->writers.data[c].size + s->readers.data[c].size;
             i++) {
            uint32_t writers = s->writers.data[c].size, first = s->writers.data[c].data[0];
            uint32_t e = i < writers ? s->writers.data[c].data[i] : s->readers.data[c].data[i - writers];
            if (s->events.data[e].instance != s->events.data[first].instance)
                return "several threads use what has no events";
        }
    return NULL;
}

const char *solver_events_find(struct solver_search *s)
{
    struct unfolding *u = s->u;
    const char *why = NULL;
    vector_each(const struct noted_event *, k, &u->events)
        if (!k->in_section || !k->item)
            add_noted(s, k);
        else if (!why)
            why = add_section(s, k);
    if (why)
        return why;
    add_rest(s);
    if (s->events.size > MOST_EVENTS)
        return "too many events for the solver";
    s->n = s->events.size;
    sort_events(s);
    why = index_events(s);
    return why ? why : has_wide_section(s) ? "an atomic section with several variables" : NULL;
}

int events_same(struct solver_search *s, uint32_t a, uint32_t b)
{
    assert(a < s->n && b < s->n);
    const struct solver_event *e = &s->events.data[a], *f = &s->events.data[b];
    if (e->cell != f->cell || e->cell == NONE)
        return NEVER;
    int *known = &s->same[a < b ? a * s->n + b : b * s->n + a];
    if (!*known)
        *known = !e->index || a == b
                     ? ALWAYS
                     : solver_lit(s, word_equal(&s->u->blaster, e->index, f->index, s->u->contents.slots[e->cell].width));
    return *known;
}
