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

/* The cell, or the cell plus a constant. */
static bool is_counter(expr e, uint32_t cell)
{
    if (e->op == E_ADD && expr_is_const(e->arg[1]))
        e = e->arg[0];
    return e->op == E_CELL && e->value == cell;
}

/* Whether the condition fails for some value of the cell: a strict order, a difference, or an order with a constant that is not
 * the last one. */
static bool is_test(const struct part *p, const struct bitset *cyclic, expr e, uint32_t cell)
{
    if (e->op == E_AND && e->width == 1)
        return is_test(p, cyclic, e->arg[0], cell) || is_test(p, cyclic, e->arg[1], cell);
    if (e->op == E_NOT && e->arg[0]->op == E_EQ)
        e = e->arg[0];
    else if (e->op == E_EQ || e->arity != 2)
        return false;
    for (unsigned i = 0; i < 2; i++) {
        expr counter = e->arg[i], other = e->arg[1 - i];
        if (!is_counter(counter, cell) || !is_fixed(p, cyclic, other))
            continue;
        uint64_t mask = width_mask(other->width), half = mask >> 1;
        bool constant = expr_is_const(other);
        switch (e->op) {
        case E_EQ: return true;
        case E_ULT: return true;
        case E_SLT: return true;
        case E_ULE: return constant && other->value != (i == 0 ? mask : 0);
        case E_SLE: return constant && other->value != (i == 0 ? half : half + 1);
        default: break;
        }
    }
    return false;
}

static bool is_finite(const struct part *p, const struct bitset *cyclic, uint32_t edge, uint32_t cell)
{
    struct bitset tests = {0};
    bitset_each(i, cyclic) {
        const struct action *a = &p->code->edges.data[i].action;
        if (i != edge && updates(a, cell)) {
            bitset_free(&tests);
            return false;
        }
        if (is_test(p, cyclic, a->guard, cell))
            bitset_add(&tests, i);
    }
    bool finite = bitset_has(&tests, edge) || !is_on_cycle(p, edge, &tests);
    bitset_free(&tests);
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
