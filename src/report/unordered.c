#include "report/unordered.h"

#include "program/ordered.h"
#include "report/schedule.h"

#include <assert.h>

static struct ending ending_of(const struct program *p, const struct trace *t, uint32_t step, const struct access *x,
                               struct arena *words)
{
    const struct trace_step *s = &t->steps.data[step];
    const struct action *a = &p->codes.data[s->in_code].edges.data[s->edge].action;
    return (struct ending){.thread = thread_name(p, t->unbounded, s->code, s->instance, words),
                           .code = s->code,
                           .instance = s->instance,
                           .kind = a->kind == ACT_LOAD    ? 'r'
                                   : a->kind == ACT_STORE ? 'w'
                                                          : 'c',
                           .pos = x->pos.line ? x->pos : a->pos,
                           .past = step + 1 != t->steps.size};
}

/* "the load at line 8 is relaxed", for the pair that would have ordered the accesses. */
static const char *culprit(const struct race_found *found, struct arena *words)
{
    static const char *const orders[] = {"not atomic", "relaxed", "acquire only", "release only"};
    bool store = found->write && !order_releases(found->write->order);
    bool load = found->read && !order_acquires(found->read->order);
    if (store && load)
        return arena_printf(words, "the store at line %u is %s and the load at line %u is %s", found->write->pos.line,
                            orders[found->write->order], found->read->pos.line, orders[found->read->order]);
    const struct access *x = store ? found->write : load ? found->read : NULL;
    return x ? arena_printf(words, "the %s at line %u is %s", store ? "store" : "load", x->pos.line, orders[x->order])
             : "nothing in between synchronises";
}

void unordered_find(ending_vector *out, const struct program *p, const struct trace *t, struct arena *words)
{
    assert(t->check < p->checks.size);
    struct race_found found;
    if (!trace_finds_race(p, t, false, &found))
        return;
    struct ending first = ending_of(p, t, found.first_step, found.first, words),
                  second = ending_of(p, t, found.second_step, found.second, words);
    const char *name = p->cells.data[found.first->cell].name;
    first.words = arena_printf(words, "%s %s here", found.first->write ? "has written" : "has read", name);
    second.words = arena_printf(words, "%s %s, not ordered after that: %s", found.second->write ? "writes" : "reads", name,
                                culprit(&found, words));
    vector_push(out, first);
    vector_push(out, second);
}
