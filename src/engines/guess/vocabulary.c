#include "engines/guess/vocabulary.h"

enum { MOST_PLAIN = 60, MOST_CONDITIONS = 40 };

static uint32_t add(struct vocabulary *v, expr e)
{
    for (uint32_t i = 0; i < v->terms.size; i++)
        if (v->terms.data[i] == e)
            return i;
    vector_push(&v->terms, e);
    return v->terms.size - 1;
}

static void note_unfixed(void *context, expr e) { *(bool *)context |= e->op == E_CELL || e->op == E_READ || e->op == E_INPUT; }

static bool is_fixed(expr index)
{
    bool unfixed = false;
    expr_visit(index, note_unfixed, &unfixed);
    return !unfixed;
}

static void note_unspeakable(void *context, expr e)
{
    *(bool *)context |= e->op == E_INPUT || e->op == E_AT || (e->op == E_READ && !is_fixed(e->arg[0]));
}

static bool is_speakable(expr e)
{
    bool unspeakable = false;
    expr_visit(e, note_unspeakable, &unspeakable);
    return !unspeakable;
}

static void add_read(void *context, expr e)
{
    struct vocabulary *v = context;
    if ((e->op == E_CELL || (e->op == E_READ && is_fixed(e->arg[0]))) && v->terms.size < MOST_PLAIN)
        add(v, e);
}

static void add_mentioned(struct vocabulary *v, const struct program *p, const struct action *a)
{
    expr_visit(a->guard, add_read, v);
    for (uint32_t i = 0; i < a->update_count; i++) {
        const struct update *u = &a->updates[i];
        if (!u->index || is_fixed(u->index))
            add_read(v, program_cell_expr(p, u->cell, u->index));
        expr_visit(u->value, add_read, v);
    }
}

static void add_condition(void *context, expr e)
{
    struct vocabulary *v = context;
    if (e->op < E_EQ || e->op > E_SLE || v->conditions.size == MOST_CONDITIONS || !is_speakable(e))
        return;
    struct condition c = {.op = e->op, .a = add(v, e->arg[0])};
    c.b = add(v, e->arg[1]);
    vector_push(&v->conditions, c);
}

void vocabulary_make(struct vocabulary *v, const struct shares *shares, uint32_t code)
{
    assert(code < shares->program->template_count);
    const struct program *p = shares->program;
    const struct code *c = &p->codes.data[code];
    *v = (struct vocabulary){0};
    vector_each(const struct share *, one, &shares->list)
        add(v, share_own(shares, one, code));
    vector_each(const struct edge *, e, &c->edges)
        add_mentioned(v, p, &e->action);
    v->plain = v->terms.size;
    vector_each(const struct share *, one, &shares->list)
        for (uint32_t i = 0; i < shares->instances; i++)
            add(v, share_of(shares, one, i));
    v->with_shares = v->terms.size;
    vector_each(const struct edge *, e, &c->edges)
        expr_visit(e->action.guard, add_condition, v);
}

void vocabulary_free(struct vocabulary *v)
{
    vector_free(&v->terms);
    vector_free(&v->conditions);
}
