/* Four rules. In a thread of which there is one: a is before b if no path leads from b to a. Main's a is before everything in t
 * if no path leads from a creation of t to a. Everything in s is before main's b if nothing of s can be alive at b, or created
 * by b or after it. For two threads other than main: s is over, by the third rule, at every creation of t. */
#include "facts/happens_before.h"

#include "base/bitset.h"
#include "facts/alive.h"
#include "facts/mentions.h"

struct happens_before {
    const struct program *p;
    struct alive *alive;
    struct bitset **reach;   /* by template and location: locations that can be reached, itself only through a cycle */
    struct bitset *creates;  /* by template: main's edges that may create it */
    struct bitset by_others; /* templates that others than main may create */
};

static void close_reach(const struct code *c, struct bitset *reach)
{
    bool changed;
    do {
        changed = false;
        for (uint32_t i = c->edges.size; i-- > 0;) {
            const struct edge *e = &c->edges.data[i];
            if (!bitset_has(&reach[e->from], e->to)) {
                bitset_add(&reach[e->from], e->to);
                changed = true;
            }
            changed |= bitset_unite(&reach[e->from], &reach[e->to]);
        }
    } while (changed);
}

static void find_creations(struct happens_before *h)
{
    mentions m = {0};
    for (uint32_t k = 0; k < h->p->codes.size; k++)
        for (uint32_t i = 0; i < h->p->codes.data[k].edges.size; i++) {
            action_mentions(&h->p->codes.data[k].edges.data[i].action, &m);
            vector_each(const struct mention *, x, &m) {
                const struct cell *c = &h->p->cells.data[x->cell];
                if (c->role != CELL_STARTED || !x->write)
                    continue;
                if (k == 0)
                    bitset_add(&h->creates[c->subject], i);
                else
                    bitset_add(&h->by_others, c->subject);
            }
        }
    vector_free(&m);
}

struct happens_before *happens_before_compute(const struct program *p)
{
    struct happens_before *h = NEW(struct happens_before);
    h->p = p;
    h->alive = alive_compute(p);
    h->reach = NEW_ARRAY(struct bitset *, p->template_count);
    h->creates = NEW_ARRAY(struct bitset, p->template_count);
    for (uint32_t t = 0; t < p->template_count; t++) {
        const struct code *c = &p->codes.data[t];
        h->reach[t] = NEW_ARRAY(struct bitset, c->locations.size);
        close_reach(c, h->reach[t]);
    }
    find_creations(h);
    return h;
}

void happens_before_free(struct happens_before *h)
{
    for (uint32_t t = 0; t < h->p->template_count; t++) {
        for (uint32_t l = 0; l < h->p->codes.data[t].locations.size; l++)
            bitset_free(&h->reach[t][l]);
        mem_free(h->reach[t]);
        bitset_free(&h->creates[t]);
    }
    mem_free(h->reach);
    mem_free(h->creates);
    bitset_free(&h->by_others);
    alive_free(h->alive);
    mem_free(h);
}

/* Whether edge b of template t may be executed after (or as) edge a of it, in one thread. */
static bool may_follow(const struct happens_before *h, uint32_t t, uint32_t a, uint32_t b)
{
    const struct edge *x = &h->p->codes.data[t].edges.data[a], *y = &h->p->codes.data[t].edges.data[b];
    return a == b || x->to == y->from || bitset_has(&h->reach[t][x->to], y->from);
}

static bool main_before_all_of(const struct happens_before *h, uint32_t a, uint32_t t)
{
    bitset_each(c, &h->creates[t])
        if (c == a || may_follow(h, 0, c, a))
            return false;
    return !bitset_has(&h->by_others, t);
}

static bool all_before_main(const struct happens_before *h, uint32_t s, uint32_t b)
{
    const struct edge *e = &h->p->codes.data[0].edges.data[b];
    if (bitset_has(&h->alive->at[e->from], s) || bitset_has(&h->by_others, s))
        return false;
    bitset_each(c, &h->creates[s])
        if (c == b || may_follow(h, 0, b, c))
            return false;
    return true;
}

static bool all_before_all(const struct happens_before *h, uint32_t s, uint32_t t)
{
    if (bitset_has(&h->by_others, t) || bitset_empty(&h->creates[t]))
        return false;
    bitset_each(c, &h->creates[t])
        if (!all_before_main(h, s, c))
            return false;
    return true;
}

bool must_happen_before(const struct happens_before *h, uint32_t s, uint32_t a, uint32_t t, uint32_t b)
{
    if (program_has_calls(h->p))
        return false;
    if (s == t)
        return h->p->codes.data[s].instances == 1 && !may_follow(h, s, b, a);
    if (s == 0)
        return main_before_all_of(h, a, t);
    if (t == 0)
        return all_before_main(h, s, b);
    return all_before_all(h, s, t);
}
