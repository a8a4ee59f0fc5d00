#include "portfolio/close.h"

#include "base/effort.h"
#include "base/log.h"
#include "base/process.h"

enum { MOST_PAIRS = 24, MOST_GROUPS = 20 }; /* of a group; if there is no time limit */

/* The next pairs of one variable that are open, from *at on. */
static bool next_group(const struct survey *s, uint32_t *at, struct close_group *g)
{
    vector_clear(&g->pairs);
    for (; *at < s->wide->pairs.size && g->pairs.size < MOST_PAIRS; (*at)++) {
        const struct wide_pair *p = &s->wide->pairs.data[*at];
        if (p->reason != WIDE_OPEN || (g->pairs.size && p->variable != s->wide->pairs.data[g->pairs.data[0]].variable))
            break;
        vector_push(&g->pairs, *at);
    }
    if (g->pairs.size)
        g->variable = s->wide->variables.data[s->wide->pairs.data[g->pairs.data[0]].variable].name;
    return g->pairs.size != 0;
}

static uint32_t count_groups(const struct survey *s)
{
    struct close_group g = {0};
    uint32_t at = 0, n = 0;
    while (next_group(s, &at, &g))
        n++;
    vector_free(&g.pairs);
    return n;
}

/* The first groups are the most promising: each gets a part of what is left, but none so little that nothing can be found. */
static double share_of(const struct budget *budget, uint32_t groups)
{
    enum { PART = 4 };
    double left = budget_left(budget), share = left / (groups < PART ? groups : PART);
    share = share > CLOCK_CLOSE_GROUP_LEAST ? share : CLOCK_CLOSE_GROUP_LEAST;
    return budget->deadline <= 0 ? CLOCK_CLOSE_GROUP : share < left ? share : left;
}

static void look(struct close *c, struct close_group *g, const struct budget *budget, double share)
{
    struct process p;
    struct budget outer = {.deadline = clock_wall() + share, .memory = budget->memory};
    g->limits = (struct budget){.deadline = clock_wall() +
                                            (share > 2 * CLOCK_CLOSE_LAST_WORDS ? share - CLOCK_CLOSE_LAST_WORDS : share / 2),
                                .memory = budget->memory};
    progress("looking closely at %s: %u pairs", g->variable, g->pairs.size);
    if (process_fork(&p, close_group, g, &outer))
        process_finish(&p);
    if (!close_take(c, g, &p.output) || p.end != PROCESS_EXITED)
        log_info("close: %s: %s", g->variable, process_end_words(&p));
    process_free(&p);
}

void close_run(struct close *c, const struct options *o, struct compiled *compiled, const struct survey *s,
               const struct budget *budget)
{
    struct close_group g = {.options = o, .survey = s, .compiled = compiled};
    struct budget limits = *budget;
    uint32_t at = 0, groups = count_groups(s);
    *c = (struct close){.pairs = NEW_ARRAY(struct close_pair, s->wide->pairs.size)};
    if (limits.deadline > 0)
        limits.deadline -= CLOCK_CLOSE_STOP;
    else if (groups > MOST_GROUPS)
        groups = MOST_GROUPS;
    for (; groups && next_group(s, &at, &g) && budget_left(&limits) > 0; groups--)
        look(c, &g, &limits, share_of(&limits, groups));
    vector_free(&g.pairs);
    for (uint32_t k = 0; k < s->wide->pairs.size; k++) {
        c->proved += c->pairs[k].answer == CLOSE_PROVED;
        c->violated += c->pairs[k].answer == CLOSE_VIOLATED;
        c->candidates += c->pairs[k].answer == CLOSE_CANDIDATE;
    }
    log_info("close: %u pairs proved, %u violated, %u candidates", c->proved, c->violated, c->candidates);
}

void close_free(struct close *c)
{
    mem_free(c->pairs); /* NULL if nobody looked */
    arena_release(&c->arena);
}
