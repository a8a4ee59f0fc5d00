#include "engines/progress/ends.h"

#include "program/terms.h"

struct part {
    const struct program *program;
    const struct code *code;
    uint32_t number;      /* of the code */
    struct bitset *edges; /* that are left */
};

/* Whether the edge is on a cycle of the edges that are left, but for some. */
static bool is_on_cycle(const struct part *p, uint32_t edge, const struct bitset *but)
{
    const struct code *c = p->code;
    struct bitset seen = {0};
    u32_vector todo = {0};
    uint32_t goal = c->edges.data[edge].from;
    bool found = false;
    vector_push(&todo, c->edges.data[edge].to);
    bitset_add(&seen, c->edges.data[edge].to);
    while (todo.size && !found) {
        uint32_t l = vector_pop(&todo);
        found = l == goal;
        for (uint32_t i = out_begin(c, l); i < out_end(c, l); i++) {
            uint32_t e = c->out_edge.data[i], to = c->edges.data[e].to;
            if (!bitset_has(p->edges, e) || (but && bitset_has(but, e)) || bitset_has(&seen, to))
                continue;
            bitset_add(&seen, to);
            vector_push(&todo, to);
        }
    }
    bitset_free(&seen);
    vector_free(&todo);
    return found;
}

/* The cell that the update counts up or down by one; NONE if it does not count. */
static uint32_t counts(const struct part *p, const struct update *u)
{
    const struct cell *c = &p->program->cells.data[u->cell];
    expr by =
        u->value->op == E_ADD && u->value->arg[0]->op == E_CELL && u->value->arg[0]->value == u->cell ? u->value->arg[1] : NULL;
    bool one = by && expr_is_const(by) && (by->value == 1 || by->value == width_mask(c->width));
    return one && c->owner == p->number && !cell_is_array(c) ? c->id : NONE;
}

static bool updates(const struct action *a, uint32_t cell)
{
    for (uint32_t i = 0; i < a->update_count; i++)
        if (a->updates[i].cell == cell)
            return true;
    return false;
}

struct side {
    const struct part *part;
    const struct bitset *cyclic;
    bool fixed;
};

static void note_changing(void *context, expr e)
{
    struct side *s = context;
    if (e->op == E_INPUT || e->op == E_AT || e->op == E_READ)
        s->fixed = false;
    if (e->op != E_CELL)
        return;
    s->fixed &= s->part->program->cells.data[e->value].owner == s->part->number;
    bitset_each(i, s->cyclic)
        s->fixed &= !updates(&s->part->code->edges.data[i].action, (uint32_t)e->value);
}

/* Whether the expression is one and the same as long as the thread stays on cycles. */
static bool is_fixed(const struct part *p, const struct bitset *cyclic, expr e)
{
    struct side s = {p, cyclic, true};
    expr_visit(e, note_changing, &s);
    return s.fixed;
}

/* The constant that is added to the cell (0: the cell itself). False if it is something else. */
static bool is_counter(expr e, uint32_t cell, uint64_t *added)
{
    bool sum = e->op == E_ADD && expr_is_const(e->arg[1]);
    *added = sum ? e->arg[1]->value : 0;
    e = sum ? e->arg[0] : e;
    return e->op == E_CELL && e->value == cell;
}

/* Where an order fails for sure: at the end of the numbers; an order with a constant may be true there, too. False if it need not fail. */
static bool order_fails_at(expr e, bool counter_is_less, uint64_t *at)
{
    uint64_t mask = width_mask(e->arg[0]->width), half = mask >> 1;
    expr other = e->arg[counter_is_less];
    bool is_signed = e->op == E_SLT || e->op == E_SLE, strict = e->op == E_SLT || e->op == E_ULT;
    if (!is_signed && e->op != E_ULT && e->op != E_ULE)
        return false;
    *at = counter_is_less ? (is_signed ? half : mask) : (is_signed ? half + 1 : 0);
    return strict || (expr_is_const(other) && other->value != *at);
}

/* Where an atom fails that the cell is compared in: a value of the cell, or the atom itself where that is a value of which no more is known
 * than that it stays the same. NULL if it need not fail. */
static expr fails_at(const struct part *p, const struct bitset *cyclic, expr e, uint32_t cell)
{
    if (e->op == E_NOT && e->arg[0]->op == E_EQ)
        e = e->arg[0];
    else if (e->op == E_EQ || e->arity != 2)
        return NULL;
    for (unsigned i = 0; i < 2; i++) {
        expr counter = e->arg[i], other = e->arg[1 - i];
        uint64_t added, at;
        if (!is_counter(counter, cell, &added) || !is_fixed(p, cyclic, other))
            continue;
        if (e->op == E_EQ && !expr_is_const(other))
            return e;
        if (e->op == E_EQ)
            at = other->value;
        else if (!order_fails_at(e, i == 0, &at))
            continue;
        return expr_const(p->program->exprs, counter->width, (at - added) & width_mask(counter->width));
    }
    return NULL;
}

static void add_failures(const struct part *p, const struct bitset *cyclic, expr guard, uint32_t cell, expr_vector *all)
{
    if (guard->op == E_AND && guard->width == 1) {
        add_failures(p, cyclic, guard->arg[0], cell, all);
        add_failures(p, cyclic, guard->arg[1], cell, all);
        return;
    }
    expr at = fails_at(p, cyclic, guard, cell);
    if (at)
        vector_push(all, at);
}

static bool fails(const struct part *p, const struct bitset *cyclic, expr guard, uint32_t cell, expr at)
{
    if (guard->op == E_AND && guard->width == 1)
        return fails(p, cyclic, guard->arg[0], cell, at) || fails(p, cyclic, guard->arg[1], cell, at);
    return fails_at(p, cyclic, guard, cell) == at;
}

/* Whether every way from the edge back to it passes a step that is impossible at this value. (Several values will not do: a way may pass
 * one step at the value at which the other is impossible.) */
static bool is_stopped_at(const struct part *p, const struct bitset *cyclic, uint32_t edge, uint32_t cell, expr at)
{
    struct bitset tests = {0};
    bitset_each(i, cyclic)
        if (fails(p, cyclic, p->code->edges.data[i].action.guard, cell, at))
            bitset_add(&tests, i);
    bool stopped = bitset_has(&tests, edge) || !is_on_cycle(p, edge, &tests);
    bitset_free(&tests);
    return stopped;
}

static bool is_finite(const struct part *p, const struct bitset *cyclic, uint32_t edge, uint32_t cell)
{
    expr_vector failures = {0};
    bool finite = false, alone = true;
    bitset_each(i, cyclic) {
        alone &= i == edge || !updates(&p->code->edges.data[i].action, cell);
        add_failures(p, cyclic, p->code->edges.data[i].action.guard, cell, &failures);
    }
    for (uint32_t k = 0; alone && k < failures.size && !finite; k++)
        finite = is_stopped_at(p, cyclic, edge, cell, failures.data[k]);
    vector_free(&failures);
    return finite;
}

static bool takes_one_away(struct part *p, const struct bitset *cyclic)
{
    bitset_each(i, cyclic) {
        const struct action *a = &p->code->edges.data[i].action;
        for (uint32_t u = 0; u < a->update_count; u++) {
            uint32_t cell = counts(p, &a->updates[u]);
            if (cell != NONE && is_finite(p, cyclic, i, cell)) {
                bitset_remove(p->edges, i);
                return true;
            }
        }
    }
    return false;
}

bool ends_for_sure(const struct program *program, uint32_t code, struct bitset *edges)
{
    struct part p = {program, &program->codes.data[code], code, edges};
    struct bitset cyclic = {0};
    bool again = true;
    while (again) {
        bitset_clear(&cyclic);
        bitset_each(i, edges)
            if (is_on_cycle(&p, i, NULL))
                bitset_add(&cyclic, i);
        again = takes_one_away(&p, &cyclic);
    }
    bool ends = bitset_empty(&cyclic);
    bitset_free(&cyclic);
    return ends;
}
