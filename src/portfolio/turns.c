/* Whose turn it is. Engines run side by side, as many as there are places. One that has had its turn is paused for
 * another that waits, and goes on later where it was; turns grow. */
#include "base/effort.h"
#include "portfolio/contest.h"

enum { SURE = 3 }; /* times the weight of an engine that sees its end */

double contest_stops_before(double whole) { return whole * SHARE_STOP < CLOCK_STOP ? whole * SHARE_STOP : CLOCK_STOP; }

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

/* How far an engine is, for its weight. */
static double share_used(const struct entrant *e) { return e->worked / (e->in_sight ? SURE * e->weight : e->weight); }

struct entrant *contest_next(struct contest *c)
{
    struct entrant *best = NULL;
    bool ask = contest_any_open(c) && !interrupted();
    for (uint32_t i = 0; i < c->count; i++) {
        struct entrant *e = &c->entrants[i];
        bool fits = !e->again || contest_resident(c) + e->process.memory < c->memory; /* it was too much before */
        bool waits = (e->standing == WAITING && ask && fits) || e->standing == PAUSED;
        if (waits && (!best || share_used(e) < share_used(best)))
            best = e;
    }
    return best;
}

/* A turn lasts half as long as all before it together, and at least as the first: longer ones would make the others wait for more than what
 * an engine needs to decide, shorter ones only add to the switching. */
static void give_turn(struct contest *c, struct entrant *e)
{
    double turn = e->worked / 2;
    e->turn = e->worked + (turn > e->first_turn ? turn : e->first_turn);
    if (e->standing == PAUSED)
        entrant_resume(e);
    else
        entrant_start(c, e);
}

/* Pauses whoever has worked most. False if nobody runs. */
bool contest_make_place(struct contest *c)
{
    struct entrant *longest = NULL;
    for (uint32_t i = 0; i < c->count; i++)
        if (c->entrants[i].standing == RUNNING && (!longest || entrant_worked(&c->entrants[i]) > entrant_worked(longest)))
            longest = &c->entrants[i];
    if (longest)
        entrant_pause(longest);
    return longest != NULL;
}

/* Whoever is first is alone for a moment: what it decides in that time is not left to chance. */
static bool first_is_alone(const struct contest *c)
{
    const struct entrant *only = NULL;
    if (c->remote)
        return false; /* there are places enough */
    for (uint32_t i = 0; i < c->count; i++) {
        const struct entrant *e = &c->entrants[i];
        if (e->standing == WAITING || e->process.started <= 0)
            continue;
        if (only || e->standing != RUNNING)
            return false;
        only = e;
    }
    return only && process_cpu_now(&only->process) < SECONDS_ALONE && entrant_ran(only) < CLOCK_ALONE;
}

void contest_fill_places(struct contest *c)
{
    assert(c->count <= MOST_ENTRANTS);
    struct entrant *e;
    while (contest_places_taken(c) < c->jobs && !first_is_alone(c) && (e = contest_next(c)))
        give_turn(c, e);
}

void contest_end_turns(struct contest *c)
{
    for (uint32_t i = 0; i < c->count; i++)
        if (c->entrants[i].standing == RUNNING && entrant_worked(&c->entrants[i]) > c->entrants[i].turn && contest_next(c))
            entrant_pause(&c->entrants[i]);
}
