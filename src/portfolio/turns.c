/* Whose turn it is. Engines run side by side, as many as there are places. One that has had its turn is paused for
 * another that waits, and goes on later where it was; turns grow. */
#include "base/options.h"
#include "engines/effort.h"
#include "portfolio/contest.h"

uint32_t contest_places_taken(const struct contest *c)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < c->count; i++)
        n += c->entrants[i].standing == RUNNING;
    vector_each(struct evidence *const *, e, &c->pipeline->evidence)
        n += (*e)->state == EVIDENCE_CHECKING;
    return n;
}

size_t contest_resident(const struct contest *c)
{
    size_t sum = 0;
    for (uint32_t i = 0; i < c->count; i++)
        if (c->entrants[i].standing == RUNNING || c->entrants[i].standing == PAUSED)
            sum += c->entrants[i].process.resident;
    vector_each(struct evidence *const *, e, &c->pipeline->evidence)
        sum += (*e)->state == EVIDENCE_CHECKING ? (*e)->process.resident : 0;
    return sum;
}

/* Who comes next: the one that has done least so far for its weight; NULL if nobody waits. */
static struct entrant *next_entrant(struct contest *c)
{
    struct entrant *best = NULL;
    bool ask = contest_any_open(c) && !interrupted();
    for (uint32_t i = 0; i < c->count; i++) {
        struct entrant *e = &c->entrants[i];
        bool fits = !e->again || contest_resident(c) + e->process.memory < c->memory; /* it was too much before */
        bool waits = (e->standing == WAITING && ask && fits) || e->standing == PAUSED;
        if (waits && (!best || (double)e->ran / e->weight < (double)best->ran / best->weight))
            best = e;
    }
    return best;
}

uint64_t contest_worth(const struct contest *c, const struct entrant *e)
{
    double all = 0;
    for (uint32_t i = 0; i < c->count; i++)
        all += c->entrants[i].standing != OUT ? c->entrants[i].weight : 0;
    double share = c->jobs * e->weight / (all > 0 ? all : 1);
    return (uint64_t)((double)c->pipeline->options->timeout * STEPS_OF_SECOND * (share < 1 ? share : 1));
}

/* So many steps it may do now, all in all: until its turn is over, or the contest. */
static uint64_t allowed(const struct contest *c, const struct entrant *e)
{
    uint64_t rest = c->until > e->clock.from ? c->until - e->clock.from : 0;
    return c->until && e->clock.before + rest < e->turn ? e->clock.before + rest : e->turn;
}

/* A turn is as long as all before it together, and at least as the first. */
static void give_turn(struct contest *c, struct entrant *e)
{
    uint64_t length = e->ran > e->first_turn ? e->ran : e->first_turn;
    if (c->first_is_alone)
        length = EFFORT_FIRST_ALONE;
    if (e->standing == PAUSED) {
        e->turn = pace_done(e->clock.pace) + length;
        entrant_resume(c, e);
    } else {
        e->turn = length;
        entrant_start(c, e);
    }
    if (c->until)
        pace_allow(e->clock.pace, allowed(c, e));
}

void contest_fill_places(struct contest *c)
{
    assert(c->count <= MOST_ENGINES);
    struct entrant *e;
    while (contest_places_taken(c) < (c->first_is_alone ? 1 : c->jobs) && (e = next_entrant(c)))
        give_turn(c, e);
}

void contest_end_turn(struct contest *c, struct entrant *e)
{
    if (c->first_is_alone) { /* it goes on with its first turn, and the others begin */
        c->first_is_alone = false;
        e->turn += e->first_turn > EFFORT_FIRST_ALONE ? e->first_turn - EFFORT_FIRST_ALONE : 0;
        pace_allow(e->clock.pace, allowed(c, e));
        return;
    }
    entrant_pause(e);
    give_turn(c, next_entrant(c)); /* perhaps itself again */
}

void contest_end_by(struct contest *c, uint64_t steps)
{
    uint64_t end = c->now + steps;
    if (c->until && c->until <= end)
        return;
    c->until = end;
    for (uint32_t i = 0; i < c->count; i++)
        if (c->entrants[i].standing == RUNNING)
            pace_allow(c->entrants[i].clock.pace, allowed(c, &c->entrants[i]));
}
