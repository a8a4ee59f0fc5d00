/* See shortest.h. */
#include "engines/bounded/shortest.h"

#include "engines/bounded/schedule.h"
#include "engines/bounded/switches.h"

enum { CONFLICTS = 1000 }; /* of each further query */

static uint32_t interruptions(const struct unfolding *u, const struct order_run *run)
{
    uint32_t *last = NEW_ARRAY(uint32_t, u->instances.size + 1), n = 0;
    for (uint32_t i = 0; i < run->schedule.size; i++) {
        uint32_t instance = u->groups.data[run->schedule.data[i]].instance;
        n += instance && last[instance] && last[instance] != i;
        last[instance] = i + 1;
    }
    mem_free(last);
    return n;
}

struct trace *shortest_trace(struct probe *k, const struct probe_goal *goal, struct order_run *run)
{
    struct trace *best = schedule_trace(k->memory, run, goal->tag);
    uint32_t n = interruptions(k->u, run);
    while (n) {
        struct query q = {
            .goals = goal, .count = 1, .switches = n - 1 < MOST_SWITCHES ? n - 1 : MOST_SWITCHES - 1, .conflicts = CONFLICTS};
        struct order_run other;
        uint32_t which;
        if (probe_any(k, &q, &which, &other) != FOUND_ONE)
            break;
        uint32_t m = interruptions(k->u, &other);
        struct trace *t = schedule_trace(k->memory, &other, goal->tag);
        order_run_free(&other, k->u);
        if (m >= n) {
            trace_free(t);
            break;
        }
        trace_free(best);
        best = t;
        n = m;
    }
    return best;
}
