#include "engines/guess/vocabulary.h"

#include "engines/guess/array_words.h"
#include "engines/guess/definitions.h"
#include "program/terms.h"

enum { MOST_PLAIN = 60, MOST_CONDITIONS = 84 };

static uint32_t add(struct vocabulary *v, expr e)
{
    for (uint32_t i = 0; i < v->terms.size; i++)
        if (v->terms.data[i] == e)
            return i;
    vector_push(&v->terms, e);
    return v->terms.size - 1;
}

static void note_unspeakable(void *context, expr e)
{
    *(bool *)context |= e->op == E_INPUT || e->op == E_AT || (e->op == E_READ && !index_is_fixed(e->arg[0]));
}

static bool is_speakable(expr e)
{
    bool unspeakable = false;
    expr_visit(e, note_unspeakable, &unspeakable);
    return !unspeakable;
}

void vocabulary_add_plain(struct vocabulary *v, expr e)
{
    if (v->terms.size < MOST_PLAIN)
        add(v, e);
}

static void add_read(void *context, expr e)
{
    if (e->op == E_CELL || (e->op == E_READ && index_is_fixed(e->arg[0])))
        vocabulary_add_plain(context, e);
}

static void add_mentioned(struct vocabulary *v, const struct program *p, const struct action *a)
{
    expr_visit(a->guard, add_read, v);
    for (uint32_t i = 0; i < a->update_count; i++) {
        const struct update *u = &a->updates[i];
        if (!u->index || index_is_fixed(u->index))
            add_read(v, program_cell_expr(p, u->cell, u->index));
        expr_visit(u->value, add_read, v);
    }
}

bool vocabulary_add_condition(struct vocabulary *v, enum expr_op op, expr a, expr b)
{
    if (v->conditions.size == MOST_CONDITIONS)
        return false;
    struct condition c = {.op = op, .a = add(v, a)};
    c.b = add(v, b);
    vector_each(const struct condition *, known, &v->conditions)
        if (known->op == op && known->a == c.a && known->b == c.b)
            return false;
    vector_push(&v->conditions, c);
    return true;
}

static void add_condition(void *context, expr e)
{
    if (e->op >= E_EQ && e->op <= E_SLE && is_speakable(e))
        vocabulary_add_condition(context, e->op, e->arg[0], e->arg[1]);
}

static bool share_cells(expr a, expr b)
{
    struct bitset cells = {0};
    expr_cells(a, &cells);
    bool any = expr_mentions_any(b, &cells);
    bitset_free(&cells);
    return any;
}

/* The other sides of two conditions that speak of the same variable: `i < n` and `i < 100` suggest `n <= 100`. */
static void add_bounds(struct vocabulary *v)
{
    for (uint32_t i = 0, n = v->conditions.size; i < n; i++)
        for (uint32_t k = 0; k < n; k++) {
            const struct condition one = v->conditions.data[i], two = v->conditions.data[k];
            expr bound = v->terms.data[one.b], other = v->terms.data[two.b];
            bool fits = one.op != E_EQ && two.op != E_EQ && bound != other && bound->width == other->width && !expr_is_const(other);
            if (fits && share_cells(v->terms.data[one.a], v->terms.data[two.a]))
                vocabulary_add_condition(v, one.op, other, bound);
        }
}

void vocabulary_make(struct vocabulary *v, const struct shares *shares, const struct last_stores *last, uint32_t code)
{
    assert(code < shares->program->template_count);
    const struct program *p = shares->program;
    const struct code *c = &p->codes.data[code];
    *v = (struct vocabulary){0};
    vector_each(const struct share *, one, &shares->list)
        add(v, share_own(shares, one, code));
    vector_each(const struct edge *, e, &c->edges)
        add_mentioned(v, p, &e->action);
    add_array_terms(v, last, p, code);
    v->plain = v->terms.size;
    vector_each(const struct share *, one, &shares->list)
        for (uint32_t i = 0; i < shares->instances; i++)
            add(v, share_of(shares, one, i));
    v->with_shares = v->terms.size;
    add_definitions(v, p, code);
    vector_each(const struct edge *, e, &c->edges)
        expr_visit(e->action.guard, add_condition, v);
    add_bounds(v);
    add_array_conditions(v, last, p, code);
}

void vocabulary_free(struct vocabulary *v)
{
    vector_free(&v->terms);
    vector_free(&v->conditions);
}
