#include "engines/guess/array_words.h"

#include "program/terms.h"

struct search { /* through the actions of a code */
    struct vocabulary *words;
    const struct last_stores *last;
    const struct program *program;
    const struct action *action;
};

/* a - b, if that is a number; NULL otherwise. */
static expr distance(const struct program *p, expr a, expr b)
{
    expr d = a->width == b->width ? expr_sub(p->exprs, a, b) : NULL;
    return d && expr_is_const(d) ? d : NULL;
}

/* The slot at an index, told by a cell that the action sets to a value at a fixed distance, on one way at least. */
static void tell_slot_by(const struct search *s, uint32_t array, expr index, uint32_t cell, expr value)
{
    if (value->op == E_ITE) {
        tell_slot_by(s, array, index, cell, value->arg[1]);
        tell_slot_by(s, array, index, cell, value->arg[2]);
        return;
    }
    expr d = expr_is_const(value) ? NULL : distance(s->program, index, value);
    if (d)
        vocabulary_add_plain(
            s->words,
            program_cell_expr(s->program, array, expr_add(s->program->exprs, program_cell_expr(s->program, cell, NULL), d)));
}

static void tell_slot(const struct search *s, uint32_t array, expr index)
{
    if (index_is_fixed(index))
        return;
    for (uint32_t i = 0; i < s->action->update_count; i++)
        if (!s->action->updates[i].index)
            tell_slot_by(s, array, index, s->action->updates[i].cell, s->action->updates[i].value);
}

static void tell_compared(void *context, expr e)
{
    const struct search *s = context;
    if (e->op == E_EQ && e->arg[0]->op == E_READ && expr_is_const(e->arg[1]))
        tell_slot(s, (uint32_t)e->arg[0]->value, e->arg[0]->arg[0]);
}

static void add_told_slots(const struct search *s)
{
    for (uint32_t i = 0; i < s->action->update_count; i++) {
        const struct update *u = &s->action->updates[i];
        if (u->index && expr_is_const(u->value))
            tell_slot(s, u->cell, u->index);
        if (!u->index && u->value->op == E_READ)
            tell_slot(s, (uint32_t)u->value->value, u->value->arg[0]);
    }
    expr_visit(s->action->guard, tell_compared, (void *)(uintptr_t)s);
}

static bool is_own(const struct program *p, uint32_t cell, uint32_t code)
{
    return cell_is_shared(&p->cells.data[cell]) || p->cells.data[cell].owner == code;
}

void add_array_terms(struct vocabulary *v, const struct last_stores *last, const struct program *p, uint32_t code)
{
    assert(code < p->template_count);
    vector_each(const struct last_store *, one, &last->list)
        if (is_own(p, one->cell, code)) {
            vocabulary_add_plain(v, one->ghost);
            vocabulary_add_plain(v, last_stored(p, one));
        }
    vector_each(const struct edge *, e, &p->codes.data[code].edges)
        add_told_slots(&(struct search){v, last, p, &e->action});
}

static const struct last_store *last_of(const struct search *s, uint64_t array)
{
    vector_each(const struct last_store *, one, &s->last->list)
        if (one->cell == array)
            return one;
    return NULL;
}

/* What bounds an index of the array, for the slot that was stored to last. */
static void bound_last(const struct search *s, const struct last_store *one, expr index)
{
    struct vocabulary *v = s->words;
    for (uint32_t i = 0, n = v->conditions.size; i < n; i++) {
        const struct condition c = v->conditions.data[i];
        const uint32_t sides[2] = {c.a, c.b};
        for (unsigned k = 0; k < 2; k++) {
            expr d = distance(s->program, v->terms.data[sides[k]], index);
            if (d && c.op != E_EQ)
                vocabulary_add_condition(v, c.op, expr_add(s->program->exprs, one->ghost, d), v->terms.data[sides[1 - k]]);
        }
    }
}

static void bound_read(void *context, expr e)
{
    const struct search *s = context;
    const struct last_store *one = e->op == E_READ && !index_is_fixed(e->arg[0]) ? last_of(s, e->value) : NULL;
    if (!one || expr_has(e->arg[0], E_INPUT))
        return;
    vocabulary_add_condition(s->words, E_ULE, e->arg[0], one->ghost);
    bound_last(s, one, e->arg[0]);
}

void add_array_conditions(struct vocabulary *v, const struct last_stores *last, const struct program *p, uint32_t code)
{
    assert(code < p->template_count);
    vector_each(const struct edge *, e, &p->codes.data[code].edges)
        expr_visit(e->action.guard, bound_read, &(struct search){v, last, p, &e->action});
}
