#include "portfolio/close.h"

#include "base/effort.h"
#include "base/log.h"
#include "base/process.h"
#include "portfolio/close_away.h"

enum { MOST_PAIRS = 24, MOST_GROUPS = 20 };         /* of a group; if there is no time limit */
enum { COARSE_PAIRS = 24, MOST_COARSE_LOOKS = 10 }; /* the same for coarse ones, with all pairs of a variable */
enum { WHOLE_PAIRS = 256 };                         /* that runs of the whole program aim at */
enum { MOST_MISSES = 6 };                           /* looks in a row that say nothing: the program is too large for this */

static bool is_open(const struct close *c, uint32_t pair)
{
    return c->pairs[pair].answer != CLOSE_PROVED && c->pairs[pair].answer != CLOSE_VIOLATED;
}

static bool is_heap(const struct survey *s, uint32_t pair)
{
    uint32_t object = s->wide->variables.data[s->wide->pairs.data[pair].variable].object;
    return s->outline->objects.data[object].kind == OUTLINE_HEAP;
}

/* Whether the pair belongs to the group: it is of the same variable, or it is one of many that are looked at coarsely; but what is allocated may make states large. */
static bool fits(const struct survey *s, const struct close_group *g, uint32_t pair)
{
    if (!g->pairs.size)
        return true;
    uint32_t last = vector_last(&g->pairs);
    bool same = s->wide->pairs.data[pair].variable == s->wide->pairs.data[last].variable;
    return g->look == LOOK_COARSELY ? same || (g->pairs.size < COARSE_PAIRS && is_heap(s, pair) == is_heap(s, last))
                                    : same && g->pairs.size < MOST_PAIRS;
}

/* The next pairs that are open, from *at on. */
static bool next_group(const struct close *c, const struct survey *s, uint32_t *at, struct close_group *g)
{
    const struct wide_pair *pairs = s->wide->pairs.data;
    vector_clear(&g->pairs);
    for (; *at < s->wide->pairs.size && pairs[*at].reason == WIDE_OPEN; (*at)++) {
        if (!fits(s, g, *at))
            break;
        if (is_open(c, *at))
            vector_push(&g->pairs, *at);
    }
    if (g->pairs.size)
        g->variable = s->wide->variables.data[pairs[g->pairs.data[0]].variable].name;
    return g->pairs.size != 0;
}

/* Whether there is a schedule for one of them: then it is the more promising group. */
static bool is_possible(const struct close *c, const struct close_group *g)
{
    vector_each(const uint32_t *, p, &g->pairs)
        if (c->pairs[*p].answer != CLOSE_OPEN)
            return true;
    return false;
}

static uint32_t count_groups(const struct close *c, const struct survey *s)
{
    struct close_group g = {0};
    uint32_t at = 0, n = 0;
    while (next_group(c, s, &at, &g))
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

/* Whether it has anything to say. */
static bool look(struct close *c, struct close_group *g, const struct budget *budget, double share)
{
    struct process p;
    if (interrupted()) /* what was found by then is printed */
        return false;
    struct budget outer = {.deadline = clock_wall() + share, .memory = budget->memory};
    g->limits = (struct budget){.deadline = clock_wall() +
                                            (share > 2 * CLOCK_CLOSE_LAST_WORDS ? share - CLOCK_CLOSE_LAST_WORDS : share / 2),
                                .memory = budget->memory};
    static const char *const how[] = {
        [LOOK_CLOSELY] = "closely at", [LOOK_COARSELY] = "coarsely at", [LOOK_AT_WHOLE] = "at runs of the whole program for"};
    progress("looking %s %s: %u pairs", how[g->look], g->variable, g->pairs.size);
    if (process_fork(&p, close_group, g, &outer)) {
        p.grace = CLOCK_CLOSE_INTERRUPTED;
        process_finish(&p);
    }
    if (!close_take(c, g, &p.output) || p.end != PROCESS_EXITED)
        log_info("close: %s: %s", g->variable, process_end_words(&p));
    bool any = p.output.size != 0;
    process_free(&p);
    return any;
}

/* All that is open, with branches and loops cut. */
static void look_coarsely(struct close *c, struct close_group *g, const struct budget *budget)
{
    struct budget limits = budget_share(budget, SHARE_CLOSE_COARSE);
    uint32_t at = 0, looks = 0, misses = 0;
    g->look = LOOK_COARSELY;
    while (misses < MOST_MISSES && next_group(c, g->survey, &at, g) && budget_left(&limits) > 0 && looks++ < MOST_COARSE_LOOKS)
        misses = look(c, g, &limits, share_of(&limits, 1)) ? 0 : misses + 1; /* it ends after so much work */
}

/* What seems possible so far, and then anything that is open: for runs of the whole program, which cost the same whatever they aim at. */
static bool choose_for_whole(const struct close *c, struct close_group *g)
{
    const struct wide_pair *pairs = g->survey->wide->pairs.data;
    vector_clear(&g->pairs);
    for (int possible = 1; possible >= 0; possible--)
        for (uint32_t k = 0; k < g->survey->wide->pairs.size && g->pairs.size < WHOLE_PAIRS; k++)
            if (pairs[k].reason == WIDE_OPEN && is_open(c, k) && (c->pairs[k].answer != CLOSE_OPEN) == possible)
                vector_push(&g->pairs, k);
    g->look = LOOK_AT_WHOLE;
    if (g->pairs.size)
        g->variable = g->survey->wide->variables.data[pairs[g->pairs.data[0]].variable].name;
    return g->pairs.size != 0;
}

static void look_at_whole(struct close *c, struct close_group *g, const struct budget *budget)
{
    struct budget limits = budget_share(budget, SHARE_CLOSE_WHOLE);
    if (limits.deadline > 0 && budget_left(budget) - budget_left(&limits) < CLOCK_CLOSE_GROUP_LEAST)
        limits = *budget; /* nobody else would have any use of the rest */
    if (choose_for_whole(c, g) && budget_left(budget) > 0)
        look(c, g, budget, limits.deadline > 0 ? budget_left(&limits) : CLOCK_CLOSE_WHOLE);
}

/* There is time to read a part of the program, and to do something with it. */
static bool is_worth_it(const struct budget *budget)
{
    return budget->deadline <= 0 || budget_left(budget) >= CLOCK_CLOSE_GROUP_LEAST;
}

/* Those that a coarse look has found something for, or the others. */
static void look_at_groups(struct close *c, struct close_group *g, const struct budget *budget, bool possible)
{
    uint32_t groups = count_groups(c, g->survey), misses = 0;
    g->look = LOOK_CLOSELY;
    if (budget->deadline <= 0 && groups > MOST_GROUPS)
        groups = MOST_GROUPS;
    for (uint32_t at = 0; groups && misses < MOST_MISSES && is_worth_it(budget) && next_group(c, g->survey, &at, g);)
        if (is_possible(c, g) == possible)
            misses = look(c, g, budget, share_of(budget, groups--)) ? 0 : misses + 1;
}

static void choose_groups(const struct close *c, const struct close_group *g, enum close_look look, close_groups *groups)
{
    enum { MOST_AWAY = 2000 };
    uint32_t at = 0;
    struct close_group next = *g;
    next.look = look;
    while (groups->size < MOST_AWAY && next_group(c, g->survey, &at, &next)) {
        vector_push(groups, next);
        next.pairs = (u32_vector){0};
    }
    vector_free(&next.pairs);
}

static void hand_out(struct close *c, close_groups *groups, const struct budget *budget)
{
    close_away(c, groups, budget);
    vector_each(struct close_group *, made, groups)
        vector_free(&made->pairs);
    vector_free(groups);
}

/* The same on other machines, all groups at a time; then runs of the whole program, if there is still anything open. */
static void look_from_away(struct close *c, const struct close_group *g, const struct budget *budget)
{
    struct budget coarse = budget_share(budget, SHARE_CLOSE_COARSE);
    close_groups groups = {0};
    struct close_group whole = *g;
    choose_groups(c, g, LOOK_COARSELY, &groups);
    hand_out(c, &groups, &coarse);
    struct budget closely = budget_share(budget, survey_is_huge(g->survey) ? 1 : 1 - SHARE_CLOSE_WHOLE / 2);
    choose_groups(c, g, LOOK_CLOSELY, &groups);
    hand_out(c, &groups, &closely);
    if (!survey_is_huge(g->survey) && choose_for_whole(c, &whole))
        vector_push(&groups, whole);
    hand_out(c, &groups, budget);
}

/* Enough for one of them, at least. */
static struct budget time_for_candidates(const struct budget *limits)
{
    struct budget first = budget_share(limits, SHARE_CLOSE_FIRST);
    double least = clock_wall() + 2 * CLOCK_CLOSE_GROUP_LEAST;
    if (first.deadline > 0 && first.deadline < least)
        first.deadline = least < limits->deadline ? least : limits->deadline;
    return first;
}

void close_run(struct close *c, const struct options *o, struct compiled *compiled, const struct survey *s,
               const struct budget *budget)
{
    struct close_group g = {.options = o, .survey = s, .compiled = compiled};
    struct budget limits = *budget;
    *c = (struct close){.pairs = NEW_ARRAY(struct close_pair, s->wide->pairs.size)};
    if (limits.deadline > 0)
        limits.deadline -= CLOCK_CLOSE_STOP;
    if (strcmp(o->on, "local")) {
        look_from_away(c, &g, &limits);
    } else {
        look_coarsely(c, &g, &limits);
        struct budget first = time_for_candidates(&limits);
        look_at_groups(c, &g, &first, true); /* some of it may be proved after all */
        if (!survey_is_huge(s))
            look_at_whole(c, &g, &limits);
        look_at_groups(c, &g, &limits, false);
    }
    vector_free(&g.pairs);
    for (uint32_t k = 0; k < s->wide->pairs.size; k++) {
        uint8_t answer = c->pairs[k].answer;
        c->proved += answer == CLOSE_PROVED;
        c->violated += answer == CLOSE_VIOLATED;
        c->candidates += answer == CLOSE_CANDIDATE || answer == CLOSE_POSSIBLE;
    }
    log_info("close: %u pairs proved, %u violated, %u candidates", c->proved, c->violated, c->candidates);
}

void close_free(struct close *c)
{
    mem_free(c->pairs); /* NULL if nobody looked */
    arena_release(&c->arena);
}
