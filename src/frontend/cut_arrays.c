/* Large arrays that nobody asks about are forgotten: whatever is read there is any value. Before cut_stretches, which finds what to leave out by that. */
#include "base/log.h"
#include "frontend/cut.h"
#include "frontend/cut_effects.h"

enum { LARGE_ARRAY = 64 }; /* slots */

struct forgetter {
    struct front *front;
    struct program *program;
    struct bitset cells; /* that are forgotten */
    bool found;          /* one of them, in the expression at hand */
};

/* The lines that are asked about and access a cell. */
static void find_lines(const struct forgetter *k, struct bitset *lines)
{
    for (uint32_t n = 0; n < k->program->template_count; n++)
        vector_each(const struct edge *, e, &k->program->codes.data[n].edges)
            for (uint32_t i = 0; i < e->action.access_count; i++) {
                uint32_t line = cut_line(k->front->options->cut, &e->action.accesses[i].pos);
                if (line != NONE)
                    bitset_add(&lines[e->action.accesses[i].cell], line);
            }
}

/* Both lines of a pair access it. */
static bool is_asked(const struct forgetter *k, const struct bitset *lines)
{
    bitset_each(a, lines)
        bitset_each(b, lines)
            if (a <= b && map_get(&k->front->options->cut->pairs, (uint64_t)a << 32 | b, NULL))
                return true;
    return false;
}

static void spare(void *context, expr e)
{
    struct forgetter *k = context;
    if (e->op == E_READ)
        bitset_remove(&k->cells, (uint32_t)e->value);
}

/* What decides where an access goes, or whether: that is asked before the step is taken. */
static void spare_deciding(struct forgetter *k)
{
    for (uint32_t n = 0; n < k->program->template_count; n++)
        vector_each(const struct edge *, e, &k->program->codes.data[n].edges)
            for (uint32_t i = 0; i < e->action.access_count; i++) {
                if (cut_line(k->front->options->cut, &e->action.accesses[i].pos) == NONE)
                    continue;
                expr_visit(e->action.guard, spare, k);
                if (e->action.accesses[i].index)
                    expr_visit(e->action.accesses[i].index, spare, k);
            }
}

static void find_cells(struct forgetter *k)
{
    struct bitset *lines = NEW_ARRAY(struct bitset, k->program->cells.size + 1);
    find_lines(k, lines);
    vector_each(const struct cell *, c, &k->program->cells) {
        uint64_t slots = 0;
        for (uint32_t r = 0; cell_is_array(c) && r < c->range_count; r++)
            slots += c->ranges[r].count;
        if ((c->role == CELL_DATA || cell_is_bookkeeping(c)) && slots > LARGE_ARRAY && !is_asked(k, &lines[c->id]))
            bitset_add(&k->cells, c->id);
        bitset_free(&lines[c->id]);
    }
    mem_free(lines);
    spare_deciding(k);
}

static expr forget_leaf(void *context, expr e, expr index)
{
    struct forgetter *k = context;
    (void)index;
    if (e->op != E_READ || !bitset_has(&k->cells, (uint32_t)e->value))
        return NULL;
    k->found = true;
    return cut_any(k->program, e->width);
}

static expr forget(struct forgetter *k, expr e) { return expr_rewrite(k->program->exprs, e, forget_leaf, k, NULL); }

/* Leaves out what it writes to them. The ways that something read there decides on are taken or not, as anybody likes. */
static void forget_in(struct forgetter *k, uint32_t code, uint32_t number)
{
    struct program *p = k->program;
    struct action *a = &p->codes.data[code].edges.data[number].action;
    uint32_t updates = 0, accesses = 0;
    k->found = false;
    a->guard = forget(k, a->guard);
    for (uint32_t i = 0; i < a->update_count; i++)
        if (a->updates[i].index)
            a->updates[i].index = forget(k, a->updates[i].index);
    bool decides = k->found;
    for (uint32_t i = 0; i < a->update_count; i++) {
        if (bitset_has(&k->cells, a->updates[i].cell))
            continue;
        a->updates[i].value = forget(k, a->updates[i].value);
        a->updates[updates++] = a->updates[i];
    }
    a->update_count = updates;
    for (uint32_t i = 0; i < a->access_count; i++) {
        if (bitset_has(&k->cells, a->accesses[i].cell))
            continue;
        if (a->accesses[i].index)
            a->accesses[i].index = forget(k, a->accesses[i].index);
        a->accesses[accesses++] = a->accesses[i];
    }
    a->access_count = accesses;
    if (!k->found)
        return;
    struct action go = action_skip(p);
    go.pos = a->pos;
    uint32_t to = p->codes.data[code].edges.data[number].to, at = cut_location(p, code, !decides, "what an array holds", &go.pos);
    p->codes.data[code].locations.data[at].flags |= p->codes.data[code].locations.data[to].flags & LOC_ATOMIC;
    p->codes.data[code].edges.data[number].to = at;
    code_add_edge(p, code, at, to, &go);
}

void cut_arrays(struct front *f)
{
    struct forgetter k = {.front = f, .program = f->program};
    find_cells(&k);
    for (uint32_t n = 0; n < f->program->template_count; n++)
        for (uint32_t i = 0, last = f->program->codes.data[n].edges.size; i < last; i++)
            forget_in(&k, n, i);
    log_info("cut: %u arrays forgotten", bitset_count(&k.cells));
    bitset_free(&k.cells);
}
