/* See switches.h. A group a has a literal "an interruption may come just before a": without it, whatever comes after the group
 * before a comes after a, too. The literals are counted by a unary counter (Sinz, CP 2005). */
#include "engines/bounded/switches.h"

enum { MOST_CLAUSES = 2000000 };

/* b is after the group before a, but not after a: then the thread is interrupted. */
static void tie(struct memory *m, uint32_t before, uint32_t a, int interrupted)
{
    uint32_t instance = m->u->groups.data[a].instance;
    bitset_each(b, &m->relevant) {
        if (m->u->groups.data[b].instance != instance)
            sat_add3(m->sat, interrupted, -memory_earlier(m, before, b), memory_earlier(m, a, b));
    }
}

/* literals[j] becomes "more than j of the interruptions so far", with one more interruption x. */
static void count(struct memory *m, int x, int *literals)
{
    int next[MOST_SWITCHES];
    for (uint32_t j = 0; j < MOST_SWITCHES; j++) {
        next[j] = -sat_var(m->sat);
        if (literals[j])
            sat_add2(m->sat, -literals[j], next[j]);
        if (j == 0)
            sat_add2(m->sat, -x, next[j]);
        else if (literals[j - 1])
            sat_add3(m->sat, -x, -literals[j - 1], next[j]);
    }
    memcpy(literals, next, sizeof next);
}

static void encode(struct memory *m)
{
    uint32_t last = NONE;
    memset(m->switches, 0, sizeof m->switches);
    bitset_each(g, &m->relevant) {
        uint32_t instance = m->u->groups.data[g].instance;
        if (m->u->groups.data[g].final)
            continue;
        if (instance && last != NONE && m->u->groups.data[last].instance == instance) {
            int interrupted = -sat_var(m->sat);
            tie(m, last, g, interrupted);
            count(m, interrupted, m->switches);
        }
        last = g;
    }
}

int switches_at_most(struct memory *m, uint32_t k)
{
    assert(k < MOST_SWITCHES);
    uint64_t groups = bitset_count(&m->relevant);
    if (groups * groups > MOST_CLAUSES)
        return 0;
    if (m->switches_for != groups) {
        m->switches_for = (uint32_t)groups;
        encode(m);
    }
    return -m->switches[k];
}
