#include "engines/bounded/rounds.h"

#include "facts/loops.h"
#include "program/terms.h"

enum { MOST_ROUNDS = 1 << 13 };

struct counting {
    const struct code *code;
    const struct loops *loops;
    uint32_t component;
    uint64_t rounds;
};

static bool is_inside(const struct counting *g, uint32_t location)
{
    const struct loop_place *l = &g->loops->places[location];
    for (uint32_t i = 0; i < l->depth; i++)
        if (l->components[i] == g->component)
            return true;
    return false;
}

static uint64_t magnitude(expr e)
{
    int64_t value = sign_extend(e->value, e->width);
    return value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
}

/* How much the step adds to the cell; 0 if it does something else with it, or nothing. */
static uint64_t added(const struct action *a, uint32_t cell)
{
    expr v = action_writes(a, cell);
    bool adds = v && v->op == E_ADD && v->arg[0]->op == E_CELL && v->arg[0]->value == cell && expr_is_const(v->arg[1]);
    return adds ? magnitude(v->arg[1]) : 0;
}

/* What the cell counts by in the loop; 0 if it does not. */
static uint64_t stride_of(const struct counting *g, uint32_t cell)
{
    uint64_t least = 0;
    vector_each(const struct edge *, e, &g->code->edges) {
        uint64_t by = is_inside(g, e->from) && is_inside(g, e->to) ? added(&e->action, cell) : 0;
        least = by && (!least || by < least) ? by : least;
    }
    return least;
}

/* The largest number that the cell begins the loop with, as far as it is a constant. */
static uint64_t start_of(const struct counting *g, uint32_t cell)
{
    uint64_t most = 0;
    vector_each(const struct edge *, e, &g->code->edges) {
        expr v = !is_inside(g, e->from) && is_inside(g, e->to) ? action_writes(&e->action, cell) : NULL;
        uint64_t begins = v && expr_is_const(v) ? magnitude(v) : 0;
        most = begins > most ? begins : most;
    }
    return most;
}

static void look_at(void *context, expr e)
{
    struct counting *g = context;
    if (e->op < E_EQ || e->op > E_SLE || expr_is_const(e->arg[0]) == expr_is_const(e->arg[1]))
        return;
    bool left = expr_is_const(e->arg[0]);
    expr limit = left ? e->arg[0] : e->arg[1], number = left ? e->arg[1] : e->arg[0];
    if (number->op == E_ADD && expr_is_const(number->arg[1]))
        number = number->arg[0];
    uint64_t stride = number->op == E_CELL ? stride_of(g, (uint32_t)number->value) : 0;
    if (!stride)
        return;
    uint64_t rounds = (magnitude(limit) + start_of(g, (uint32_t)number->value)) / stride + 1;
    g->rounds = rounds > g->rounds ? rounds : g->rounds;
}

/* 0: it does not count to a constant. */
static uint64_t rounds_of(const struct code *c, const struct loops *l, uint32_t component)
{
    struct counting g = {c, l, component, 0};
    vector_each(const struct edge *, e, &c->edges)
        if (is_inside(&g, e->from))
            expr_visit(e->action.guard, look_at, &g);
    return g.rounds;
}

/* The most rounds of the loops of a code, or 0; adds how many locations it has when they are unrolled. */
static uint64_t of_code(const struct code *c, uint64_t *locations)
{
    struct loops l;
    loops_find(&l, c);
    uint64_t *rounds = NEW_ARRAY(uint64_t, l.component_count + 1), most = 1;
    for (uint32_t k = 0; k < l.component_count; k++) {
        rounds[k] = rounds_of(c, &l, k);
        most = !rounds[k] || !most ? 0 : rounds[k] > most ? rounds[k] : most;
    }
    for (uint32_t i = 0; i < c->locations.size && most && most <= MOST_ROUNDS; i++) {
        uint64_t times = 1;
        for (uint32_t d = 0; d < l.places[i].depth && times <= UINT32_MAX; d++)
            times *= rounds[l.places[i].components[d]];
        *locations += times;
    }
    mem_free(rounds);
    loops_free(&l);
    return most <= MOST_ROUNDS ? most : 0;
}

uint32_t rounds_expected(const struct program *p, uint32_t most_locations)
{
    uint64_t most = 0, locations = 0;
    for (uint32_t k = 0; k < p->template_count; k++) {
        uint64_t here = 0, rounds = of_code(&p->codes.data[k], &here);
        if (!rounds || p->codes.data[k].instances == UNBOUNDED)
            return 0;
        locations += here * p->codes.data[k].instances;
        most = rounds > most ? rounds : most;
    }
    return locations <= most_locations ? (uint32_t)most : 0;
}
