/* Data races: two events of different threads use the same location, one of them writes, not both are atomic, and neither happens before the other. What the clauses
 * say of happens-before is what it has at least: the solver may take it for as small as it can be, and nothing that is ordered can be left unordered. */
#include "engines/bounded/weak_parts.h"

static bool writes(const struct solver_event *e) { return e->write != NONE || e->touches_as_write; }

static bool may_race(const struct solver_event *e, const struct solver_event *f)
{
    bool atomic = e->order != ORDER_PLAIN && f->order != ORDER_PLAIN, named = e->access != NONE && f->access != NONE;
    return e->cell != NONE && e->cell == f->cell && e->instance != f->instance && (writes(e) || writes(f)) && !atomic && named;
}

/* A variable that is true only if they do. */
static int races(struct solver_search *s, uint32_t a, uint32_t b)
{
    const int needed[] = {s->events.data[a].x, s->events.data[b].x, events_same(s, a, b), -happens_before_lit(s, a, b),
                          -happens_before_lit(s, b, a)};
    int x = sat_var(s->sat);
    for (uint32_t i = 0; i < sizeof needed / sizeof *needed; i++) {
        struct solver_rule r = rule_new(s);
        rule_if(&r, x), rule_then(&r, needed[i]);
        rule_end(&r);
    }
    return x;
}

static uint32_t check_of(const struct program *p, uint32_t a, uint32_t b)
{
    vector_each(const struct check *, c, &p->checks)
        if ((c->access_a == a && c->access_b == b) || (c->access_a == b && c->access_b == a))
            return c->id;
    return NONE;
}

void race_goals(struct solver_search *s, solver_goals *out, solver_goals *unnamed)
{
    for (uint32_t a = 0; a < s->n; a++)
        for (uint32_t b = a + 1; b < s->n; b++) {
            const struct solver_event *e = &s->events.data[a], *f = &s->events.data[b];
            if (!may_race(e, f) || events_same(s, a, b) == NEVER)
                continue;
            uint32_t check = check_of(s->u->program, e->access, f->access);
            struct solver_goal goal = {.check = check, .x = races(s, a, b), .node = NONE, .events = {a, b}};
            vector_push(check == NONE ? unnamed : out, goal);
        }
}
