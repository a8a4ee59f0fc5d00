/* Solve, check the order of the model, add the clauses that it breaks, solve again. */
#include "engines/bounded/probe.h"

#include "base/log.h"
#include "engines/bounded/detours.h"
#include "engines/bounded/switches.h"

enum { DETOUR_SLACK = 6, MOST_ROUNDS = 5 };

/* Whether it pays to unroll once more. */
static bool knows_something(const struct unfolding *u)
{
    vector_each(const struct cell *, c, &u->program->cells)
        if (!c->dropped && c->owner == NONE && u->known[c->id].zeros | u->known[c->id].ones)
            return true;
    return false;
}

/* Keeps of what was given what the writes of this unrolling keep; whether that is all of it. Writes that an unrolling without the
 * knowledge cut off may be there with it: loops that nothing decides are followed further. */
static bool is_kept(const struct unfolding *u, struct known_bits *given)
{
    bool all = true;
    vector_each(const struct cell *, c, &u->program->cells) {
        const struct known_bits *k = &u->known[c->id];
        struct known_bits *g = &given[c->id], both = {g->zeros & k->zeros, g->ones & k->ones, 0};
        if ((g->alike & ~k->alike) == 0 || (g->alike & ~k->zeros) == 0 || (g->alike & ~k->ones) == 0)
            both.alike = g->alike;
        if (c->owner == NONE && (both.zeros != g->zeros || both.ones != g->ones || both.alike != g->alike)) {
            all = false;
            *g = both;
        }
    }
    return all;
}

/* Unrolls with what is known of the cells, once more whenever that turns out to be too much. */
struct unfolding *probe_unfold(const struct program *p, struct bound bound, const struct budget *budget)
{
    struct known_bits *given = NULL;
    for (unsigned rounds = 1;; rounds++) {
        struct unfolding *u = unfolding_new(p, bound, given, budget);
        u->given = NULL;
        if (!u->too_large)
            unfolding_settle(u);
        if (u->too_large || (given ? is_kept(u, given) : !knows_something(u))) {
            mem_free(given);
            return u;
        }
        if (!given) {
            given = NEW_ARRAY(struct known_bits, p->cells.size + 1);
            memcpy(given, u->known, p->cells.size * sizeof *given);
        } else if (rounds >= MOST_ROUNDS)
            memset(given, 0, p->cells.size * sizeof *given);
        unfolding_free(u);
    }
}

bool probe_init(struct probe *s, const struct program *p, struct bound bound, const struct budget *budget)
{
    double start = clock_wall();
    *s = (struct probe){.inside_cuts = LIT_FALSE};
    s->u = probe_unfold(p, bound, budget);
    if (s->u->too_large) {
        probe_free(s);
        return false;
    }
    s->sat = sat_new(s->u->circuit, budget);
    s->memory = memory_new(s->u, s->sat);
    vector_each(const struct unrolled_target *, t, &s->u->cuts)
        if (t->inside)
            s->inside_cuts = circuit_or(s->u->circuit, s->inside_cuts, t->x);
    vector_each(const lit *, l, &s->u->required)
        sat_add1(s->sat, sat_lit(s->sat, *l));
    log_debug(
        "bounded: %u loops, %u instances: %u nodes, %u groups, %u reads, %u writes, %llu candidates (%llu dropped), %u gates, "
        "%.3f s",
        bound.loops, bound.instances, s->u->nodes.size, s->u->groups.size, s->u->reads.size, s->u->writes.size,
        (unsigned long long)s->memory->kept, (unsigned long long)s->memory->dropped, s->u->circuit->gates.size,
        clock_wall() - start);
    return true;
}

void probe_free(struct probe *s)
{
    memory_free(s->memory);
    sat_free(s->sat);
    unfolding_free(s->u);
    *s = (struct probe){.inside_cuts = LIT_FALSE};
}

/* The large arrays of arbitrary values that have been read since last time. */
static void add_required(struct probe *s)
{
    lit_vector *required = &s->u->contents.required;
    vector_each(const lit *, l, required)
        sat_add1(s->sat, sat_lit(s->sat, *l));
    vector_clear(required);
}

enum found probe_any(struct probe *s, const struct query *q, uint32_t *which, struct order_run *run)
{
    assert(q->count && (q->switches == NONE || q->switches < MOST_SWITCHES));
    const struct probe_goal *goals = q->goals;
    uint32_t count = q->count;
    VECTOR(int) clause = {0}; /* one of the goals is chosen */
    int wanted = sat_var(s->sat);
    vector_push(&clause, -wanted);
    for (uint32_t i = 0; i < count; i++) {
        int x = sat_lit(s->sat, goals[i].x), chosen = x;
        if (goals[i].other != NONE || goals[i].whole) {
            chosen = sat_var(s->sat);
            sat_add2(s->sat, -chosen, x);
        }
        vector_push(&clause, chosen);
    }
    sat_clause(s->sat, clause.data, clause.size);
    int direct = q->direct ? without_detours(s->memory, DETOUR_SLACK) : 0;
    int no_cuts = -sat_lit(s->sat, s->inside_cuts);
    enum found found = FOUND_UNKNOWN;
    double before = s->solving;
    for (bool done = false; !done;) {
        add_required(s);
        memory_extend(s->memory);
        int few = q->switches == NONE ? 0 : switches_at_most(s->memory, q->switches);
        if (q->switches != NONE && !few)
            break;
        if (few)
            sat_assume(s->sat, few);
        if (direct)
            sat_assume(s->sat, direct);
        for (uint32_t i = 0; q->cube && i < q->cube->size; i++)
            sat_assume(s->sat, q->cube->data[i]);
        sat_assume(s->sat, wanted);
        if (!q->allow_inside_cuts)
            sat_assume(s->sat, no_cuts);
        double start = clock_wall();
        if (q->conflicts)
            sat_limit(s->sat, q->conflicts);
        enum sat_answer answer = sat_solve(s->sat);
        double solved = clock_wall();
        s->solving += solved - start;
        if (answer != SAT_YES) {
            found = answer == SAT_NO ? FOUND_NONE : FOUND_UNKNOWN;
            break;
        }
        s->models++;
        uint32_t i = 0;
        while (i < count && !sat_true(s->sat, clause.data[i + 1]))
            i++;
        if (i == count)
            fatal("bounded: the model reaches no goal");
        struct order_target target = {goals[i].node,  goals[i].leaving,   goals[i].other,
                                      goals[i].whole, clause.data[i + 1], few != 0};
        done = order_check(s->memory, &target, run);
        s->ordering += clock_wall() - solved;
        if (done) {
            *which = i;
            found = FOUND_ONE;
        }
    }
    log_debug("bounded: at most %d interruptions, %u conflicts: %s, %.2f s", (int)q->switches, q->conflicts,
              found == FOUND_ONE    ? "found"
              : found == FOUND_NONE ? "none"
                                    : "not known",
              s->solving - before);
    sat_add1(s->sat, -wanted);
    vector_free(&clause);
    return found;
}
