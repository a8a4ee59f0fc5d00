/* The property deadlock, on one state: whether some instance is stuck there for ever, and the program need not end (stuck.h). A state in
 * which nobody can move needs no more than a look; then the text of the program may show that nobody will ever do what is waited for
 * (machine_frozen); otherwise all that may follow is executed, within limits. Beyond them, and where the inputs to try are too many or
 * an atomic section too long, nothing is claimed. */
#include "base/map.h"
#include "program/machine_parts.h"
#include "program/stuck.h"

enum { SECTION_STEPS = 20000, MOST_STATES = 3000, MOST_STEPS = 200000 };

enum standing machine_standing(const struct machine *m, uint32_t t, uint32_t n)
{
    const struct code *c = &machine_program(m)->codes.data[machine_code(m, t, n)];
    uint32_t l = machine_location(m, t, n);
    enum standing stands = out_begin(c, l) == out_end(c, l) ? STANDS_HELD : STANDS_WAITING; /* held: behind an assume(0) */
    if (c->locations.data[l].flags & (LOC_ERROR | LOC_UNSUPPORTED))
        return STANDS_HELD;
    if (machine_depth(m, t, n) == 1 && l == c->exit)
        return STANDS_ENDED;
    for (uint32_t i = out_begin(c, l); i < out_end(c, l); i++) {
        switch (out_edge(c, i)->action.kind) {
        case ACT_ASSUME: return STANDS_HELD;
        case ACT_START: return STANDS_ENDED; /* was never created */
        case ACT_CREATE: return STANDS_CREATING;
        case ACT_JOIN: stands = STANDS_JOINING; break;
        default: break;
        }
    }
    return stands;
}

static uint32_t done_cell(const struct program *p, uint32_t template)
{
    vector_each(const struct cell *, c, &p->cells)
        if (c->role == CELL_DONE && c->subject == template && !c->dropped)
            return c->id;
    return NONE;
}

bool machine_joins(struct machine *m, uint32_t t, uint32_t n, uint32_t other_code, uint32_t other)
{
    const struct program *p = machine_program(m);
    const struct code *c = &p->codes.data[machine_code(m, t, n)];
    uint32_t l = machine_location(m, t, n), done = done_cell(p, other_code);
    if (machine_standing(m, t, n) != STANDS_JOINING || done == NONE)
        return false;
    bool array = cell_is_array(&p->cells.data[done]), found = false;
    uint64_t slot = array ? cell_slot(&p->cells.data[done], other, machine_counts(m)) : 0;
    struct trace_initial ended = {done, NONE, NONE, slot, 1}, as_it_is = ended;
    as_it_is.value = machine_read(m, NONE, 0, done, other);
    if (as_it_is.value || slot == NONE64)
        return false;
    machine_set_initial(m, &ended);
    for (uint32_t i = out_begin(c, l); i < out_end(c, l); i++)
        found |= out_edge(c, i)->action.object == other_code && machine_eval(m, t, n, out_edge(c, i)->action.guard, NULL);
    machine_set_initial(m, &as_it_is);
    return found;
}

static uint64_t joined_by(struct machine *m, uint32_t t, uint32_t n)
{
    uint64_t result = 0;
    uint32_t k = 0;
    for (uint32_t u = 0; u < machine_program(m)->template_count; u++)
        for (uint32_t i = 0; i < machine_instances(m, u); i++, k++)
            result |= k < STUCK_THREADS ? (uint64_t)machine_joins(m, t, n, u, i) << k : 0;
    return result;
}

/* Whether two instances join each other: POSIX allows to notice that, glibc does, and the program goes on. */
static bool two_join_each_other(struct machine *m)
{
    uint64_t joined[STUCK_THREADS] = {0};
    uint32_t k = 0;
    for (uint32_t t = 0; t < machine_program(m)->template_count; t++)
        for (uint32_t n = 0; n < machine_instances(m, t) && k < STUCK_THREADS; n++)
            joined[k++] = joined_by(m, t, n);
    for (uint32_t a = 0; a < k; a++)
        for (uint32_t b = 0; b < a; b++)
            if (joined[a] >> b & 1 && joined[b] >> a & 1)
                return true;
    return false;
}

/* --- all that may follow --- */

struct future {
    struct machine *machine;
    struct bitset cells; /* on which guards depend */
    struct stuck_graph graph;
    struct intern keys;
    machine_words key;
    VECTOR(struct machine_state *) states; /* by node; NULL once its steps are known */
    u32_vector todo;                       /* nodes whose steps are not */
    VECTOR(struct stuck_places) places;    /* by node */
    VECTOR(uint64_t) joined; /* by node and thread */
    uint32_t threads, thread; /* how many; who moves */
    uint32_t fuel;
    bool moved;       /* it does */
    bool approximate; /* somebody may do more than the C program can: whether that goes on for ever shows nothing */
    bool crowded;     /* a thread was created for which the machine has no room: it would do something, too */
    uint64_t candidates; /* who does not move, as far as is known */
};

static void need(void *context, expr e)
{
    if (e->op == E_CELL || e->op == E_READ)
        bitset_add(context, (uint32_t)e->value);
}

/* The cells that guards depend on, directly or through other cells: two states that agree in these are followed by the same steps. */
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
    f->joined.data[node * f->threads + f->thread] = s == STANDS_JOINING && !f->moved ? joined_by(f->machine, t, n) : 0;
}

static void expand(struct future *f, uint32_t node)
{
    struct machine *m = f->machine;
    struct move_walk walk = {.fuel = &f->fuel, .cells = &f->cells, .visit = follow, .context = f};
    bool partly = false, unknown = false;
    machine_restore(m, f->states.data[node]);
    machine_state_free(f->states.data[node]);
    f->states.data[node] = NULL;
    if (f->places.size <= node) {
        vector_resize(&f->places, node + 1);
        vector_resize(&f->joined, (node + 1) * f->threads);
    }
    stuck_steps_of(&f->graph, node);
    f->thread = 0;
    for (uint32_t t = 0; t < machine_program(m)->template_count; t++)
        for (uint32_t n = 0; n < machine_instances(m, t); n++, f->thread++) {
            f->moved = false;
            enum moves moves = machine_each_move(m, t, n, &walk);
            partly |= moves == MOVES_MAYBE && f->moved;
            unknown |= moves == MOVES_MAYBE && !f->moved;
            place(f, node, t, n);
        }
    if (partly)
        stuck_partly(&f->graph, node);
    if (unknown)
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

/* Who of the candidates is stuck; those in frozen are known never to move. The latest state first: somebody who moves after all is
 * mostly found soon. */
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

static uint64_t stuck_in_future(struct machine *m, uint32_t threads, uint64_t blocked, uint64_t frozen)
{
    struct future f = {.machine = m, .threads = threads, .fuel = MOST_STEPS, .candidates = blocked};
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

/* --- one state --- */

struct scene { /* of the instances, numbered from those of the first template on */
    uint32_t threads;
    struct bitset waits, joins; /* those that cannot move */
    bool somebody_moves, somebody_is_held, unknown;
};

static void look_around(struct machine *m, struct scene *s)
{
    uint32_t fuel = SECTION_STEPS;
    for (uint32_t t = 0; t < machine_program(m)->template_count; t++)
        for (uint32_t n = 0; n < machine_instances(m, t); n++, s->threads++) {
            enum moves moves = machine_can_move(m, t, n, &fuel);
            enum standing stands = machine_standing(m, t, n);
            s->unknown |= machine_in_atomic(m, t, n) || (moves == MOVES_MAYBE && stands != STANDS_ENDED);
            s->somebody_moves |= moves == MOVES_YES;
            if (moves == MOVES_YES)
                continue;
            s->somebody_is_held |= stands == STANDS_HELD || stands == STANDS_CREATING;
            if (moves == MOVES_NO && (stands == STANDS_WAITING || stands == STANDS_JOINING))
                bitset_add(&s->waits, s->threads);
            if (stands == STANDS_JOINING)
                bitset_add(&s->joins, s->threads);
        }
    s->unknown |= bitset_count(&s->joins) > 1 && two_join_each_other(m);
}

bool machine_goes_on(struct machine *m)
{
    struct scene s = {0};
    look_around(m, &s);
    bitset_free(&s.waits);
    bitset_free(&s.joins);
    return s.somebody_moves || s.unknown;
}

/* Frozen threads, without those that join others that are not. */
static uint64_t frozen_with_reason(struct machine *m, const struct scene *s, uint64_t frozen)
{
    for (bool changed = true; changed;) {
        uint32_t k = 0;
        changed = false;
        for (uint32_t t = 0; t < machine_program(m)->template_count; t++)
            for (uint32_t n = 0; n < machine_instances(m, t); n++, k++)
                if (frozen >> k & 1 && bitset_has(&s->joins, k) && !(joined_by(m, t, n) & frozen)) {
                    frozen &= ~(UINT64_C(1) << k);
                    changed = true;
                }
    }
    return frozen;
}

static uint64_t partly_stuck(struct machine *m, const struct scene *s)
{
    bool goes_on;
    uint64_t blocked = s->threads <= STUCK_THREADS && s->waits.size ? s->waits.words[0] : 0;
    if (!blocked)
        return 0;
    uint64_t frozen = machine_frozen(m, blocked, &goes_on), stuck = goes_on ? frozen_with_reason(m, s, frozen) : 0;
    return stuck ? stuck : stuck_in_future(m, s->threads, blocked, frozen);
}

bool machine_deadlocked(struct machine *m, struct bitset *stuck)
{
    struct scene s = {0};
    struct bitset all = {0};
    look_around(m, &s);
    if (!machine_halted(m) && !s.unknown && !bitset_empty(&s.waits)) {
        if (!s.somebody_moves && !s.somebody_is_held)
            bitset_copy(&all, &s.waits);
        else if (s.somebody_moves)
            for (uint64_t rest = partly_stuck(m, &s); rest; rest &= rest - 1)
                bitset_add(&all, (uint32_t)__builtin_ctzll(rest));
    }
    bool found = !bitset_empty(&all);
    if (stuck)
        bitset_copy(stuck, &all);
    bitset_free(&all);
    bitset_free(&s.waits);
    bitset_free(&s.joins);
    return found;
}
