/* Four rules. In a thread of which there is one: a is before b if no path leads from b to a. Main's a is before everything in t
 * if no path leads from a creation of t to a. Everything in s is before main's b if nothing of s can be alive at b, or created
 * by b or after it. For two threads other than main: s is over, by the third rule, at every creation of t. */
#include "facts/happens_before.h"

#include "facts/alive.h"
#include "facts/code_graph.h"
#include "facts/creation.h"

#include <assert.h>

struct happens_before {
    const struct program *p;
    struct alive *alive;
    struct code_graph **graphs; /* by template */
    struct bitset *creates;     /* by template: main's edges that may create it */
    struct bitset by_others;    /* templates that others than main may create */
};

static void find_creations(struct happens_before *h)
{
    for (uint32_t k = 0; k < h->p->codes.size; k++)
        for (uint32_t i = 0; i < h->p->codes.data[k].edges.size; i++)
            for (uint32_t t = 0; t < h->p->template_count; t++) {
                if (!action_creates(h->p, &h->p->codes.data[k].edges.data[i].action, t))
                    continue;
                if (k == 0)
                    bitset_add(&h->creates[t], i);
                else
                    bitset_add(&h->by_others, t);
            }
}

struct happens_before *happens_before_compute(const struct program *p)
{
    struct happens_before *h = NEW(struct happens_before);
    h->p = p;
    h->alive = alive_compute(p);
    h->graphs = NEW_ARRAY(struct code_graph *, p->template_count);
    h->creates = NEW_ARRAY(struct bitset, p->template_count);
    for (uint32_t t = 0; t < p->template_count; t++)
        h->graphs[t] = code_graph_new(&p->codes.data[t]);
    find_creations(h);
    return h;
}

void happens_before_free(struct happens_before *h)
{
    for (uint32_t t = 0; t < h->p->template_count; t++) {
        code_graph_free(h->graphs[t]);
        bitset_free(&h->creates[t]);
    }
    mem_free(h->graphs);
    mem_free(h->creates);
    bitset_free(&h->by_others);
    alive_free(h->alive);
    mem_free(h);
}

/* Whether edge b of template t may be executed after (or as) edge a of it, in one thread. */
static bool may_follow(const struct happens_before *h, uint32_t t, uint32_t a, uint32_t b)
{
    return a == b || bitset_has(&h->graphs[t]->follows[a], b);
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
    assert(s != NONE && t != NONE);
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
