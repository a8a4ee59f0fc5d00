/* An engine's search in parts, or in several ways, each an entrant of its own. What a part proves holds in that part; a check is proved when all parts of one
 * division have said so. A violation is one, whichever part finds it. */
#include "portfolio/contest.h"

static struct entrant *first_part(struct entrant *e) { return e - e->part; }

/* By check: the division by which this part has cleared it, or 0. */
static uint64_t *cleared(struct contest *c, struct entrant *e)
{
    if (!e->cleared)
        e->cleared = ARENA_ARRAY(&c->pipeline->words, uint64_t, c->report->checks.size + 1);
    return e->cleared;
}

static bool all_clear(struct entrant *first, uint32_t check, uint64_t division)
{
    for (uint32_t k = 0; k < first->parts; k++)
        if (!first[k].cleared || first[k].cleared[check] != division)
            return false;
    return true;
}

void parts_join(struct contest *c, struct entrant *e, struct verdict *v)
{
    assert(e->parts > 1);
    if (e->version->avoided)
        return; /* proofs do not count anyway */
    proof_free(v->proof);
    v->proof = NULL;
    for (uint32_t i = 0; i < v->results.size; i++) {
        if (v->results.data[i].answer != ANSWER_PROVED)
            continue;
        cleared(c, e)[i] = v->division;
        if (!v->division || !all_clear(first_part(e), i, v->division))
            v->results.data[i].answer = ANSWER_OPEN;
    }
}

/* The largest power of two that is not above it. */
uint32_t parts_of(const struct engine *engine, uint64_t asked)
{
    uint32_t n = 1, most = engine->splits ? MOST_PARTS : engine->seeds ? MOST_SEEDS : 1;
    while (2 * (uint64_t)n <= asked && 2 * n <= most)
        n *= 2;
    return n;
}
