#include "cover/search.h"

#include "base/effort.h"
#include "base/log.h"

#include <assert.h>

uint32_t search_vertex(struct search *x, const struct state *copied, uint32_t next, uint32_t rule)
{
    assert(next == NO_VERTEX || next < x->vertices.size);
    assert(copied);
    uint32_t depth = next == NO_VERTEX ? 0 : x->vertices.data[next].depth + 1;
    vector_push(&x->vertices, ((struct vertex){copied, next, rule, depth}));
    struct cover_statistics *st = x->st;
    st->vertices++;
    if (depth > st->depth)
        st->depth = depth;
    if (copied->total > st->threads)
        st->threads = copied->total;
    return x->vertices.size - 1;
}

bool search_stopped(struct search *x)
{
    if (x->minimal.size > x->st->largest)
        x->st->largest = x->minimal.size;
    if (x->st->iterations % 64 == 0)
        progress("%llu states expanded, %u minimal, %u to do", (unsigned long long)x->st->iterations, x->minimal.size,
                 x->work.size);
    if (x->overflow)
        x->give_up = "a counter grew too large";
    else if (budget_spent(&x->o->budget))
        x->give_up = limit_words(budget_spent(&x->o->budget));
    return x->give_up;
}

bool search_out_of_time(struct search *x)
{
    if (budget_left(&x->o->budget) < 0)
        x->give_up = "time limit reached";
    return search_stopped(x);
}

bool search_refresh(struct search *x) { return known_refresh(&x->known, x->st->predecessors * EFFORT_PREDECESSOR); }

void search_plan(struct search *x, const struct state *p, uint32_t rule, uint32_t next)
{
    x->plan = (struct plan){0};
    if (x->known.oracle)
        oracle_stop(x->known.oracle);
    if (!known_plan(&x->known, p, &x->plan)) {
        x->give_up = "the run is too long to be written down";
        return;
    }
    for (; next != NO_VERTEX; next = x->vertices.data[next].next) {
        vector_push(&x->plan.rules, rule);
        vector_push(&x->plan.goals, x->vertices.data[next].state);
        rule = x->vertices.data[next].rule;
    }
}
