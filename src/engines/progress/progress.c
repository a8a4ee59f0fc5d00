#include "engines/progress/progress.h"

#include "engines/progress/ends.h"
#include "engines/progress/waits.h"
#include "engines/shell.h"

enum { MOST_LOCATIONS = 2000 };

/* False if what is held at some place cannot be said. */
static bool find_held(struct lock_order *o, uint32_t k)
{
    const struct code *c = &o->program->codes.data[k];
    struct bitset held = {0};
    u32_vector todo = {0};
    bool found = true;
    vector_push(&todo, c->entry);
    bitset_add(&o->reached[k], c->entry);
    while (todo.size) {
        uint32_t l = vector_pop(&todo);
        for (uint32_t i = out_begin(c, l); i < out_end(c, l); i++) {
            const struct edge *e = out_edge(c, i);
            if (!bitset_has(&o->ways.possible[k], c->out_edge.data[i]) || e->action.kind == ACT_HALT)
                continue;
            bitset_copy(&held, &o->may[k][l]);
            found &= slots_follow(&o->slots, &e->action, &held);
            bool more = bitset_unite(&o->may[k][e->to], &held) || !bitset_has(&o->reached[k], e->to);
            bitset_add(&o->reached[k], e->to);
            if (more)
                vector_push(&todo, e->to);
        }
    }
    bitset_free(&held);
    vector_free(&todo);
    return found;
}

/* Whether atomic sections end that nothing keeps. */
static bool sections_end(const struct lock_order *o, uint32_t k)
{
    const struct code *c = &o->program->codes.data[k];
    struct bitset edges = {0};
    bitset_each(i, &o->ways.possible[k]) {
        const struct edge *e = &c->edges.data[i];
        if (c->locations.data[e->from].flags & c->locations.data[e->to].flags & LOC_ATOMIC && bitset_has(&o->reached[k], e->from))
            bitset_add(&edges, i);
    }
    bool ends = ends_for_sure(o->program, k, &edges);
    bitset_free(&edges);
    return ends;
}

/* Whether whoever holds the slot comes to its release, or ends the program, if nothing keeps him. */
static bool is_released(const struct lock_order *o, uint32_t k, uint32_t slot)
{
    const struct code *c = &o->program->codes.data[k];
    struct bitset edges = {0};
    for (uint32_t i = 0; i < c->edges.size; i++) {
        const struct edge *e = &c->edges.data[i];
        if (bitset_has(&o->may[k][e->from], slot) && bitset_has(&o->may[k][e->to], slot) && bitset_has(&o->reached[k], e->to) &&
            bitset_has(&o->ways.possible[k], i) && e->action.kind != ACT_HALT)
            bitset_add(&edges, i);
    }
    bool ends = ends_for_sure(o->program, k, &edges);
    bitset_free(&edges);
    return ends;
}

/* Whether every thread of the template ends, if nothing keeps it. */
static bool is_finite(const struct lock_order *o, uint32_t k)
{
    const struct code *c = &o->program->codes.data[k];
    struct bitset edges = {0};
    for (uint32_t i = 0; i < c->edges.size; i++)
        if (bitset_has(&o->reached[k], c->edges.data[i].from) && bitset_has(&o->ways.possible[k], i))
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

/* Whether slots of the array are only waited for by those who hold lower ones (or higher ones, if not up). */
static bool is_ordered(const struct lock_order *o, uint32_t array, bool up)
{
    vector_each(const struct neighbours *, n, &o->neighbours) {
        const struct lock_slot *held = &o->slots.list.data[n->held], *awaited = &o->slots.list.data[n->awaited];
        expr lower = up ? held->index : awaited->index, higher = up ? awaited->index : held->index;
        if (held->cell == array && !ways_lead_to(&o->ways, n->code, n->location, slots_before(o->program, lower, higher)))
            return false;
    }
    return true;
}

static bool all_go_on(struct lock_order *o)
{
    const struct program *p = o->program;
    for (uint32_t k = 0; k < p->template_count; k++)
        if (!find_held(o, k) || !sections_end(o, k))
            return false;
    for (uint32_t k = 0; k < p->template_count; k++)
        bitset_each(l, &o->reached[k])
            if (!waits_look(o, k, l))
                return false;
    for (uint32_t slot = 0; slot < o->slots.list.size; slot++) {
        uint32_t cell = o->slots.list.data[slot].cell;
        if (bitset_has(&o->ending, cell) && bitset_has(&o->waiting, cell))
            return false;
        for (uint32_t k = 0; k < p->template_count; k++)
            if (!is_released(o, k, slot))
                return false;
    }
    bitset_each(array, &o->slots.arrays)
        if (!is_ordered(o, array, true) && !is_ordered(o, array, false))
            return false;
    for (uint32_t k = 0; k < p->template_count && o->to_the_end; k++)
        if (!is_finite(o, k))
            return false;
    return !has_circle(o->awaited, p->cells.size) && !has_circle(o->joined, p->template_count);
}

static bool prove(struct lock_order *o)
{
    const struct program *p = o->program;
    struct alive *alive = alive_compute(p);
    struct locksets *locksets = locksets_compute(p, alive);
    o->slots = slots_find(p, locksets);
    o->ways = ways_new(p, o->facts, !bitset_empty(&o->slots.arrays));
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
    bitset_free(&o->waiting);
    vector_free(&o->neighbours);
    ways_free(&o->ways);
    slots_free(&o->slots);
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
    struct lock_order o = {.program = task->program, .facts = task->facts};
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
    struct lock_order o = {.program = p, .to_the_end = true};
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
