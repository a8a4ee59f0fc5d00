/* All that may follow a state, executed by the interpreter, for the property deadlock: a graph of states, in which stuck.h
 * finds who is stuck (machine_stuck_later in machine_parts.h). States that agree in all cells on which guards depend count
 * as one. Steps that are nobody else's business are taken first and alone, as in reduce.h of the engine explore. */
#include "base/effort.h"
#include "base/map.h"
#include "program/machine_parts.h"
#include "program/stuck.h"

enum { MOST_STATES = 3000 };

struct future {
    struct machine *machine;
    struct bitset cells; /* on which guards depend */
    struct stuck_graph graph;
    struct intern keys;
    machine_words key;
    VECTOR(struct machine_state *) states; /* by node; NULL once its steps are known */
    u32_vector todo;                       /* nodes whose steps are not */
    VECTOR(struct stuck_places) places;    /* by node */
    VECTOR(uint64_t) joined;               /* by node and thread */
    uint32_t threads, thread;              /* how many; who moves */
    uint32_t fuel;
    bool moved;          /* it does */
    bool shares;         /* its next step has to do with others */
    bool unclear;        /* whether somebody moves in the state at hand */
    bool approximate;    /* somebody may do more than the C program can: whether that goes on for ever shows nothing */
    bool fresh;          /* it comes to a state that was not there */
    bool crowded;        /* a thread was created for which the machine has no room: it would do something, too */
    uint64_t candidates; /* who does not move, as far as is known */
};

static void need(void *context, expr e)
{
    if (e->op == E_CELL || e->op == E_READ)
        bitset_add(context, (uint32_t)e->value);
}

/* The cells that guards depend on, directly or through other cells: two states that agree in these are followed by the same
 * steps. */
static void find_cells(const struct program *p, struct bitset *cells)
{
    uint32_t before;
    vector_each(const struct code *, c, &p->codes) {
        vector_each(const uint32_t *, x, &c->parameters)
            bitset_add(cells, *x);
        if (c->result != NONE)
            bitset_add(cells, c->result);
        vector_each(const struct edge *, e, &c->edges)
            expr_visit(e->action.guard, need, cells);
    }
    do {
        before = bitset_count(cells);
        vector_each(const struct code *, c, &p->codes)
            vector_each(const struct edge *, e, &c->edges)
                for (uint32_t u = 0; u < e->action.update_count; u++)
                    if (bitset_has(cells, e->action.updates[u].cell)) {
                        expr_visit(e->action.updates[u].value, need, cells);
                        if (e->action.updates[u].index)
                            expr_visit(e->action.updates[u].index, need, cells);
                    }
    } while (bitset_count(cells) != before);
}

static uint32_t add_state(struct future *f, const struct machine *m)
{
    bool is_new;
    machine_key(m, &f->cells, &f->key);
    uint32_t node = intern_add(&f->keys, f->key.data, f->key.size * sizeof *f->key.data, &is_new);
    f->fresh |= is_new;
    if (is_new) {
        vector_push(&f->states, machine_save(m));
        vector_push(&f->todo, node);
    }
    return node;
}

static bool anybody_is_at(const struct machine *m, uint8_t flags)
{
    const struct program *p = machine_program(m);
    for (uint32_t t = 0; t < p->template_count; t++)
        for (uint32_t n = 0; n < machine_instances(m, t); n++)
            if (p->codes.data[machine_code(m, t, n)].locations.data[machine_location(m, t, n)].flags & flags)
                return true;
    return false;
}

static bool is_crowded(const struct machine *m)
{
    const struct program *p = machine_program(m);
    vector_each(const struct cell *, c, &p->cells)
        if (c->role == CELL_COUNT && !c->dropped && machine_read(m, NONE, 0, c->id, 0) > machine_instances(m, c->subject))
            return true;
    return false;
}

static bool follow(void *context, struct machine *m)
{
    struct future *f = context;
    f->moved = true;
    f->crowded |= is_crowded(m);
    f->candidates &= ~(UINT64_C(1) << f->thread);
    f->approximate |= anybody_is_at(m, LOC_APPROXIMATE);
    stuck_step(&f->graph, f->thread, machine_halted(m) ? NONE : add_state(f, m));
    return true;
}

static void place(struct future *f, uint32_t node, uint32_t t, uint32_t n)
{
    struct stuck_places *at = &f->places.data[node];
    uint64_t bit = UINT64_C(1) << f->thread;
    enum standing s = machine_standing(f->machine, t, n);
    at->waits |= s == STANDS_WAITING || s == STANDS_JOINING ? bit : 0;
    at->joins |= s == STANDS_JOINING ? bit : 0;
    at->held |= s == STANDS_HELD ? bit : 0;
    f->joined.data[node * f->threads + f->thread] = s == STANDS_JOINING && !f->moved ? machine_joined(f->machine, t, n) : 0;
}

static void find_shared(void *context, expr e)
{
    struct future *f = context;
    if (e->op == E_CELL || e->op == E_READ)
        f->shares |= cell_is_shared(&machine_program(f->machine)->cells.data[e->value]);
}

/* Whether the next step of the instance is nobody else's business: then it is enough to take it first. */
static bool is_alone(struct future *f, uint32_t t, uint32_t n)
{
    const struct program *p = machine_program(f->machine);
    const struct code *c = &p->codes.data[machine_code(f->machine, t, n)];
    uint32_t l = machine_location(f->machine, t, n);
    f->shares = out_begin(c, l) == out_end(c, l);
    for (uint32_t i = out_begin(c, l); i < out_end(c, l) && !f->shares; i++) {
        const struct edge *e = out_edge(c, i);
        f->shares = e->action.kind != ACT_LOCAL || c->locations.data[e->to].flags & LOC_ATOMIC;
        expr_visit(e->action.guard, find_shared, f);
        for (uint32_t u = 0; u < e->action.update_count; u++) {
            f->shares |= cell_is_shared(&p->cells.data[e->action.updates[u].cell]);
            expr_visit(e->action.updates[u].value, find_shared, f);
            if (e->action.updates[u].index)
                expr_visit(e->action.updates[u].index, find_shared, f);
        }
    }
    return !f->shares;
}

/* Takes all moves of the instance. */
static void move(struct future *f, uint32_t node, uint32_t t, uint32_t n)
{
    struct move_walk walk = {.fuel = &f->fuel, .cells = &f->cells, .visit = follow, .context = f};
    f->moved = false;
    enum moves moves = machine_each_move(f->machine, t, n, &walk);
    if (moves == MOVES_MAYBE && f->moved)
        stuck_partly(&f->graph, node);
    if (moves == MOVES_MAYBE && !f->moved)
        f->unclear = true;
}

/* Where somebody's next step is his own business, that step alone, unless it leads to where one was before (a circle of such
 * steps must not put off the others for ever); otherwise everybody's. */
static void expand(struct future *f, uint32_t node)
{
    struct machine *m = f->machine;
    const struct program *p = machine_program(m);
    uint64_t able = 0;
    bool alone = false;
    machine_restore(m, f->states.data[node]);
    machine_state_free(f->states.data[node]);
    f->states.data[node] = NULL;
    if (f->places.size <= node) {
        vector_resize(&f->places, node + 1);
        vector_resize(&f->joined, (node + 1) * f->threads);
    }
    stuck_steps_of(&f->graph, node);
    f->unclear = false;
    f->thread = 0;
    for (uint32_t t = 0; t < p->template_count; t++)
        for (uint32_t n = 0; n < machine_instances(m, t); n++, f->thread++) {
            f->fresh = false;
            if (!alone && is_alone(f, t, n)) {
                move(f, node, t, n);
                alone = f->fresh;
            }
        }
    f->thread = 0;
    for (uint32_t t = 0; t < p->template_count; t++)
        for (uint32_t n = 0; n < machine_instances(m, t); n++, f->thread++) {
            if (alone) {
                enum moves can = machine_can_move(m, t, n, &f->fuel);
                f->moved = can != MOVES_NO;
                f->unclear |= can == MOVES_MAYBE;
                able |= (uint64_t)f->moved << f->thread;
                f->candidates &= can == MOVES_YES ? ~(UINT64_C(1) << f->thread) : ~UINT64_C(0);
            } else
                move(f, node, t, n);
            place(f, node, t, n);
        }
    stuck_able(&f->graph, node, able);
    if (f->unclear)
        stuck_unknown(&f->graph, node);
}

static void look(void *context, uint32_t node, struct stuck_places *out)
{
    struct future *f = context;
    if (node >= f->places.size)
        return;
    *out = f->places.data[node];
    out->waits &= f->candidates;
}

static uint64_t joined(void *context, uint32_t node, uint32_t thread)
{
    const struct future *f = context;
    return f->joined.data[node * f->threads + thread];
}

/* Who of the candidates is stuck; those in frozen are known never to move. The latest state first: somebody who moves after
 * all is mostly found soon. */
static uint64_t search(struct future *f, uint64_t frozen)
{
    find_cells(machine_program(f->machine), &f->cells);
    add_state(f, f->machine);
    while (f->todo.size && f->states.size < MOST_STATES && f->fuel && f->candidates && !f->crowded)
        expand(f, vector_pop(&f->todo));
    bool all = !f->todo.size && f->fuel;
    vector_each(const struct stuck_node *, n, &f->graph.nodes)
        all &= n->count != NONE && !n->partly;
    f->candidates &= all ? ~UINT64_C(0) : frozen;
    if (!f->candidates || f->approximate || f->crowded)
        return 0;
    struct stuck_query q = {.idle = f->candidates, .context = f, .look = look, .joined = joined};
    return stuck_find(&f->graph, &q).threads;
}

uint64_t machine_stuck_later(struct machine *m, uint64_t blocked, uint64_t frozen)
{
    struct future f = {.machine = m, .fuel = EFFORT_FUTURE, .candidates = blocked};
    for (uint32_t t = 0; t < machine_program(m)->template_count; t++)
        f.threads += machine_instances(m, t);
    struct machine_state *before = machine_save(m);
    uint64_t stuck = search(&f, frozen);
    machine_restore(m, before);
    machine_state_free(before);
    vector_each(struct machine_state **, s, &f.states)
        machine_state_free(*s);
    vector_free(&f.states);
    vector_free(&f.todo);
    vector_free(&f.places);
    vector_free(&f.joined);
    vector_free(&f.key);
    intern_free(&f.keys);
    bitset_free(&f.cells);
    stuck_graph_free(&f.graph);
    return stuck;
}
