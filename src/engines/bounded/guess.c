/* The first guess: the run that the solver tries first (memory.h), executed on the gates of the unrolled program. */
#include "engines/bounded/memory.h"

enum { SIMULATION = 20000000 };

/* In step: main creates, then all threads run in rounds of one group each. What main does after the last creation comes last:
 * that is where results are looked at. */
static void set_levels(struct memory *m)
{
    struct unfolding *u = m->u;
    m->level = NEW_ARRAY(uint32_t, u->groups.size + 1);
    uint32_t created = 0;
    for (uint32_t w = 0; w < u->writes.size; w++)
        if (u->program->cells.data[u->writes.data[w].cell].role == CELL_STARTED &&
            !u->groups.data[u->writes.data[w].group].instance)
            created = u->writes.data[w].group;
    for (uint32_t g = 0, round = 0; g < u->groups.size; g++) {
        uint32_t instance = u->groups.data[g].instance;
        round = g && u->groups.data[g - 1].instance == instance ? round + 1 : 0;
        if (instance == 0)
            m->level[g] = g > created ? 2 * u->groups.size : 0;
        else if (u->bound.in_step)
            m->level[g] = 1 + round;
        else
            m->level[g] = 1;
    }
}

bool memory_guess_earlier(const struct memory *m, uint32_t a, uint32_t b)
{
    if (m->level[a] != m->level[b])
        return m->level[a] < m->level[b];
    return a < b;
}

/* The latest write before the read that is executed on its slot, as far as the values are known. */
static uint32_t guess_choice(const struct memory *m, uint32_t read, const bool *values)
{
#define HOLDS(l) (values[lit_gate(l)] != (bool)((l) & 1))
    const struct unfolding *u = m->u;
    const candidate_vector *cs = &m->candidates[read];
    uint32_t best = NONE, at = 0; /* the start memory comes first, if it is a candidate */
    for (uint32_t i = 0; i < cs->size; i++) {
        uint32_t w = cs->data[i].write;
        if (w == NONE || !HOLDS(u->writes.data[w].x) || !HOLDS(cs->data[i].same))
            continue;
        uint32_t g = u->writes.data[w].group;
        if (memory_guess_earlier(m, g, u->reads.data[read].group) && (best == NONE || memory_guess_earlier(m, best, g)))
            best = g, at = i;
    }
    return at;
}

static bool gate_value(const struct gate *g, const bool *values)
{
    switch (g->kind) {
    case GATE_AND: return HOLDS(g->a) && HOLDS(g->b);
    case GATE_XOR: return HOLDS(g->a) != HOLDS(g->b);
    case GATE_MUX: return HOLDS(g->a) ? HOLDS(g->b) : HOLDS(g->c);
    default: return false;
    }
}

/* Executes the guessed schedule: sweeps over reads and gates until nothing changes (or it takes too long). */
static void simulate(struct memory *m)
{
    struct unfolding *u = m->u;
    uint32_t n = u->circuit->gates.size;
    bool *values = NEW_ARRAY(bool, n);
    m->guesses = NEW_ARRAY(uint32_t, u->reads.size + 1);
    for (uint32_t g = 1; g < n; g++)
        values[g] = gate_value(&u->circuit->gates.data[g], values);
    bool changed = true;
    for (unsigned sweep = 0; changed && (uint64_t)sweep * n < SIMULATION; sweep++) {
        changed = false;
        for (uint32_t r = 0; r < u->reads.size; r++) {
            const candidate_vector *cs = &m->candidates[r];
            if (!cs->size)
                continue;
            m->guesses[r] = guess_choice(m, r, values);
            word from = cs->data[m->guesses[r]].value, to = u->reads.data[r].value;
            for (unsigned i = 0; i < u->program->cells.data[u->reads.data[r].cell].width; i++)
                if (!lit_is_const(to[i]) && values[lit_gate(to[i])] != HOLDS(from[i])) {
                    values[lit_gate(to[i])] = HOLDS(from[i]);
                    changed = true;
                }
        }
        for (uint32_t g = 1; changed && g < n; g++)
            if (u->circuit->gates.data[g].kind != GATE_INPUT)
                values[g] = gate_value(&u->circuit->gates.data[g], values);
    }
    sat_prefer(m->sat, values, n);
    mem_free(values);
#undef HOLDS
}

void memory_guess(struct memory *m)
{
    set_levels(m);
    simulate(m);
}
