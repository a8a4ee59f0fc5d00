#include "engines/progress/progress.h"

#include "engines/progress/ends.h"
#include "engines/shell.h"
#include "facts/guards.h"
#include "facts/locksets.h"
#include "program/terms.h"

enum { MOST_LOCATIONS = 2000, MOST_WAYS = 64 };

struct order {
    const struct program *program;
    const struct proof *facts; /* NULL, or what is known at locations */
    const struct locksets *locksets;
    struct bitset *reached;             /* by template: locations */
    struct bitset **may;                /* by template and location: locks that a thread there may hold */
    struct bitset *awaited;             /* by lock: those that somebody waits for who may hold it */
    struct bitset *joined;              /* by template: those whose threads it joins */
    struct bitset ending;               /* locks that somebody may hold who ends the program */
    const struct location *unsupported; /* what is not modelled and may be reached */
    bool to_the_end;                    /* everybody is to end; what is not modelled, or fails, is not reached */
};

static bool is_excluded(const struct order *o, uint32_t code, uint32_t location)
{
    const expr *known = o->facts && !o->facts->pairwise ? o->facts->invariants.data[code] : NULL;
    return known && known[location] && expr_is_false(known[location]);
}

/* What is held after the step. */
static void follow(const struct order *o, const struct action *a, struct bitset *held)
{
    for (uint32_t i = 0; i < a->update_count; i++) {
        uint32_t cell = a->updates[i].cell;
        if (!bitset_has(&o->locksets->locks, cell))
            continue;
        if (lock_use(o->program, a, cell) == LOCK_TAKE)
            bitset_add(held, cell);
        else
            bitset_remove(held, cell);
    }
}

static void find_held(struct order *o, uint32_t k)
{
    const struct code *c = &o->program->codes.data[k];
    struct bitset held = {0};
    u32_vector todo = {0};
    vector_push(&todo, c->entry);
    bitset_add(&o->reached[k], c->entry);
    while (todo.size) {
        uint32_t l = vector_pop(&todo);
        for (uint32_t i = out_begin(c, l); i < out_end(c, l); i++) {
            const struct edge *e = out_edge(c, i);
            if (expr_is_false(e->action.guard) || e->action.kind == ACT_HALT || is_excluded(o, k, e->to))
                continue;
            bitset_copy(&held, &o->may[k][l]);
            follow(o, &e->action, &held);
            bool more = bitset_unite(&o->may[k][e->to], &held) || !bitset_has(&o->reached[k], e->to);
            bitset_add(&o->reached[k], e->to);
            if (more)
                vector_push(&todo, e->to);
        }
    }
    bitset_free(&held);
    vector_free(&todo);
}

/* Whether some step can always be taken, at least if the lock (NONE: no lock) is free. */
static bool can_move(const struct order *o, const struct code *c, uint32_t l, uint32_t lock)
{
    const struct program *p = o->program;
    expr guards[MOST_WAYS + 1];
    uint32_t n = out_end(c, l) - out_begin(c, l);
    if (n > MOST_WAYS)
        return false;
    for (uint32_t i = 0; i < n; i++)
        guards[i] = out_edge(c, out_begin(c, l) + i)->action.guard;
    if (lock != NONE) {
        expr cell = program_cell_expr(p, lock, NULL);
        guards[n++] = expr_not(p->exprs, expr_eq(p->exprs, cell, expr_const(p->exprs, cell->width, 0)));
    }
    return guards_total(guards, n);
}

/* The lock that a thread waits for there; NONE if it is none. */
static uint32_t awaited_lock(const struct order *o, const struct code *c, uint32_t l)
{
    bitset_each(lock, &o->locksets->locks)
        if (can_move(o, c, l, lock))
            return lock;
    return NONE;
}

/* Notes which kinds of threads are joined there. Whether nobody is stuck there who does not join: held by an assume, or not begun. */
static bool waits_for_threads(struct order *o, uint32_t k, uint32_t l)
{
    const struct code *c = &o->program->codes.data[k];
    bool joins = false, held = out_begin(c, l) == out_end(c, l);
    for (uint32_t i = out_begin(c, l); i < out_end(c, l); i++) {
        const struct action *a = &out_edge(c, i)->action;
        held |= a->kind == ACT_ASSUME || a->kind == ACT_START || a->kind == ACT_CREATE;
        joins |= a->kind == ACT_JOIN;
        for (uint32_t t = 0; a->kind == ACT_JOIN && t < o->program->template_count; t++)
            if (a->object == NONE || a->object == t)
                bitset_add(&o->joined[k], t);
    }
    return joins || held;
}

/* Whether whoever is there goes on at last, as far as this location shows. */
static bool look(struct order *o, uint32_t k, uint32_t l)
{
    const struct code *c = &o->program->codes.data[k];
    const struct bitset *held = &o->may[k][l];
    uint8_t flags = c->locations.data[l].flags;
    if (flags & (LOC_UNSUPPORTED | LOC_ERROR) && o->to_the_end)
        return true;
    if (flags & (LOC_UNSUPPORTED | LOC_ERROR)) {
        o->unsupported = flags & LOC_UNSUPPORTED ? &c->locations.data[l] : NULL;
        return false;
    }
    if (flags & LOC_ATOMIC)
        return false;
    for (uint32_t i = out_begin(c, l); i < out_end(c, l); i++)
        if (out_edge(c, i)->action.kind == ACT_HALT)
            bitset_unite(&o->ending, held);
    if (l == c->exit)
        return bitset_empty(held);
    if (can_move(o, c, l, NONE))
        return true;
    uint32_t lock = awaited_lock(o, c, l);
    if (lock == NONE)
        return bitset_empty(held) && waits_for_threads(o, k, l);
    bitset_each(mine, held)
        bitset_add(&o->awaited[mine], lock);
    return true;
}

/* Whether whoever holds the lock comes to its release, or ends the program, if nothing keeps him. */
static bool is_released(const struct order *o, uint32_t k, uint32_t lock)
{
    const struct code *c = &o->program->codes.data[k];
    struct bitset edges = {0};
    for (uint32_t i = 0; i < c->edges.size; i++) {
        const struct edge *e = &c->edges.data[i];
        if (bitset_has(&o->may[k][e->from], lock) && bitset_has(&o->may[k][e->to], lock) && bitset_has(&o->reached[k], e->to) &&
            !expr_is_false(e->action.guard) && e->action.kind != ACT_HALT)
            bitset_add(&edges, i);
    }
    bool ends = ends_for_sure(o->program, k, &edges);
    bitset_free(&edges);
    return ends;
}

/* Whether every thread of the template ends, if nothing keeps it. */
static bool is_finite(const struct order *o, uint32_t k)
{
    const struct code *c = &o->program->codes.data[k];
    struct bitset edges = {0};
    for (uint32_t i = 0; i < c->edges.size; i++)
        if (bitset_has(&o->reached[k], c->edges.data[i].from) && !expr_is_false(c->edges.data[i].action.guard))
            bitset_add(&edges, i);
    bool ends = ends_for_sure(o->program, k, &edges);
    bitset_free(&edges);
    return ends;
}

static bool has_circle(struct bitset *follows, uint32_t n)
{
    struct bitset next = {0};
    bool circle = false;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < n; i++) {
            bitset_copy(&next, &follows[i]);
            bitset_each(j, &next)
                changed |= bitset_unite(&follows[i], &follows[j]);
        }
    }
    for (uint32_t i = 0; i < n; i++)
        circle |= bitset_has(&follows[i], i);
    bitset_free(&next);
    return circle;
}

static bool all_go_on(struct order *o)
{
    const struct program *p = o->program;
    for (uint32_t k = 0; k < p->template_count; k++)
        find_held(o, k);
    for (uint32_t k = 0; k < p->template_count; k++)
        bitset_each(l, &o->reached[k])
            if (!look(o, k, l))
                return false;
    bitset_each(lock, &o->locksets->locks) {
        if (bitset_has(&o->ending, lock) && !bitset_empty(&o->awaited[lock]))
            return false;
        for (uint32_t k = 0; k < p->template_count; k++)
            if (!is_released(o, k, lock))
                return false;
    }
    for (uint32_t k = 0; k < p->template_count && o->to_the_end; k++)
        if (!is_finite(o, k))
            return false;
    return !has_circle(o->awaited, p->cells.size) && !has_circle(o->joined, p->template_count);
}

static bool prove(struct order *o)
{
    const struct program *p = o->program;
    struct alive *alive = alive_compute(p);
    struct locksets *locksets = locksets_compute(p, alive);
    o->locksets = locksets;
    o->reached = NEW_ARRAY(struct bitset, p->template_count + 1);
    o->joined = NEW_ARRAY(struct bitset, p->template_count + 1);
    o->may = NEW_ARRAY(struct bitset *, p->template_count + 1);
    o->awaited = NEW_ARRAY(struct bitset, p->cells.size + 1);
    for (uint32_t k = 0; k < p->template_count; k++)
        o->may[k] = NEW_ARRAY(struct bitset, p->codes.data[k].locations.size + 1);
    bool proved = all_go_on(o);
    for (uint32_t k = 0; k < p->template_count; k++) {
        for (uint32_t l = 0; l < p->codes.data[k].locations.size; l++)
            bitset_free(&o->may[k][l]);
        mem_free(o->may[k]);
        bitset_free(&o->reached[k]);
        bitset_free(&o->joined[k]);
    }
    for (uint32_t c = 0; c < p->cells.size; c++)
        bitset_free(&o->awaited[c]);
    bitset_free(&o->ending);
    mem_free(o->may);
    mem_free(o->reached);
    mem_free(o->joined);
    mem_free(o->awaited);
    locksets_free(locksets);
    alive_free(alive);
    return proved;
}

static void run(const struct task *task, struct verdict *verdict)
{
    struct shell s = shell_new(task, verdict);
    struct order o = {.program = task->program, .facts = task->facts};
    shell_because(&s, BECAUSE(COARSE_PROGRESS));
    if (prove(&o)) {
        vector_each(const struct check *, k, &task->program->checks)
            if (shell_open(&s, k->id) && k->kind == CHECK_STUCK)
                shell_prove(&s, k->id);
        shell_give_proof(&s, NULL, BECAUSE(UNPROVED_PROGRESS));
    } else if (o.unsupported)
        shell_because(&s, shell_unsupported(&s, o.unsupported->reason, o.unsupported->pos));
}

static bool suits(const struct program *p, const struct reason **why_not)
{
    uint32_t locations = 0;
    for (uint32_t k = 0; k < p->template_count; k++)
        locations += p->codes.data[k].locations.size;
    *why_not = !program_asks(p, CHECK_STUCK) ? BECAUSE(DEADLOCKS_ONLY)
               : program_has_calls(p)        ? BECAUSE(NO_PROCEDURES)
               : locations > MOST_LOCATIONS  ? BECAUSE(PROGRAM_LARGE)
                                             : NULL;
    return !*why_not;
}

bool progress_always_ends(const struct program *p)
{
    const struct reason *why_not = NULL;
    struct order o = {.program = p, .to_the_end = true};
    return suits(p, &why_not) && prove(&o);
}

static bool wants_facts(const struct options *options)
{
    (void)options;
    return true;
}

const struct engine engine_progress = {
    .name = "progress",
    .summary = "nobody waits for ever: locks are released, and waited for in an order",
    .suits = suits,
    .run = run,
    .wants_facts = wants_facts,
};
