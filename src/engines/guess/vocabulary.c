#include "engines/guess/vocabulary.h"

#include "engines/guess/array_words.h"
#include "engines/guess/definitions.h"
#include "engines/guess/flags.h"
#include "program/substitute.h"
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

/* x of x + 1 */
static expr without_one(expr e)
{
    for (unsigned k = 0; e->op == E_ADD && k < 2; k++)
        if (expr_is_const(e->arg[k]) && e->arg[k]->value == 1)
            return e->arg[!k];
    return e;
}

/* A loop that asks of the next number asks of this one, too: `i + 1 < n` says nothing of i where i + 1 overflows, and `i < n` does. */
static void add_condition(void *context, expr e)
{
    if (e->op < E_EQ || e->op > E_SLE || !is_speakable(e))
        return;
    expr a = without_one(e->arg[0]), b = without_one(e->arg[1]);
    vocabulary_add_condition(context, e->op, e->arg[0], e->arg[1]);
    if (e->op != E_EQ && (a != e->arg[0] || b != e->arg[1]) && !(expr_is_const(a) && expr_is_const(b)))
        vocabulary_add_condition(context, e->op, a, b);
}

struct others { /* whose conditions all threads can speak of */
    struct vocabulary *words;
    const struct program *program;
};

static void note_own(void *context, expr e)
{
    struct others *o = context;
    bool cell = e->op == E_CELL || e->op == E_READ;
    if (e->op == E_SELF || (cell && !cell_is_shared(&o->program->cells.data[e->value])))
        o->words = NULL;
}

static void add_others_condition(void *context, expr e)
{
    struct others *o = context, all = *o;
    expr_visit(e, note_own, &all);
    if (all.words)
        add_condition(o->words, e);
}

/* What one thread asks of shared variables may hold for the others, too. */
static void add_conditions_of_others(struct vocabulary *v, const struct program *p, uint32_t code)
{
    for (uint32_t k = 0; k < p->template_count; k++)
        vector_each(const struct edge *, e, &p->codes.data[k].edges)
            if (k != code)
                expr_visit(e->action.guard, add_others_condition, &(struct others){v, p});
}

struct kept_input { /* that a variable is set to by a step whose guard asks for something of it */
    struct vocabulary *words;
    const struct program *program;
    expr input;
    uint32_t cell;
};

static expr say_by_cell(const struct kept_input *k, expr side)
{
    return side == k->input ? program_cell_expr(k->program, k->cell, NULL) : side;
}

static void add_input_condition(void *context, expr e)
{
    const struct kept_input *k = context;
    if (e->op < E_EQ || e->op > E_SLE || (e->arg[0] != k->input && e->arg[1] != k->input))
        return;
    expr a = say_by_cell(k, e->arg[0]), b = say_by_cell(k, e->arg[1]);
    bool own = !cell_is_shared(&k->program->cells.data[k->cell]);
    if (is_speakable(a) && is_speakable(b) && (own || expr_is_const(a) || expr_is_const(b)))
        vocabulary_add_condition(k->words, e->op, a, b);
}

/* What is asked of an input when a variable is set to it can be said of the variable, by everybody if it is shared. */
static void add_kept_inputs(struct vocabulary *v, const struct program *p, uint32_t code)
{
    for (uint32_t from = 0; from < p->template_count; from++)
        vector_each(const struct edge *, e, &p->codes.data[from].edges)
            for (uint32_t i = 0; i < e->action.update_count; i++) {
                const struct update *u = &e->action.updates[i];
                struct kept_input k = {v, p, u->value, u->cell};
                if (!u->index && u->value->op == E_INPUT && (from == code || cell_is_shared(&p->cells.data[u->cell])))
                    expr_visit(e->action.guard, add_input_condition, &k);
            }
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

/* Where loops end, as wide as indices are: what lengths are told by. */
static void add_as_indices(struct vocabulary *v, const struct any_slot *any)
{
    vector_each(const expr *, limit, &any->limits)
        if ((*limit)->width < any->index->width) {
            vocabulary_add_plain(v, expr_sext(any->program->exprs, *limit, any->index->width));
            vocabulary_add_plain(v, expr_zext(any->program->exprs, *limit, any->index->width));
        }
}

struct backwards { /* what a step has read, said after it: variables that it has moved on were less by so much */
    const struct program *program;
    const struct action *action;
};

static expr before_step(void *context, expr leaf, expr index)
{
    const struct backwards *b = context;
    struct exprs *x = b->program->exprs;
    if (leaf->op == E_READ)
        return expr_read(x, leaf->width, (uint32_t)leaf->value, index);
    expr value = leaf->op == E_CELL ? action_writes(b->action, (uint32_t)leaf->value) : NULL;
    expr by = value ? expr_sub(x, value, leaf) : NULL;
    return by && expr_is_const(by) ? expr_sub(x, leaf, by) : leaf;
}

/* A slot that was read ahead, for the next round of a loop. */
static void add_read_ahead(struct vocabulary *v, const struct program *p, uint32_t code)
{
    vector_each(const struct edge *, e, &p->codes.data[code].edges)
        for (uint32_t i = 0; i < e->action.update_count; i++) {
            const struct update *u = &e->action.updates[i];
            struct backwards b = {p, &e->action};
            if (u->index || u->value->op != E_READ || expr_has(u->value->arg[0], E_READ) || expr_has(u->value, E_INPUT))
                continue;
            struct expr_memo *memo = expr_memo_new();
            vocabulary_add_plain(v, expr_rewrite(p->exprs, u->value, before_step, &b, memo));
            expr_memo_free(memo);
        }
}

/* Another variable than this one, or that plus a number. */
static bool is_beginning(expr e, uint32_t cell)
{
    expr of = e->op == E_ADD && expr_is_const(e->arg[1]) ? e->arg[0] : e;
    return of->op == E_CELL && of->value != cell;
}

/* A variable that begins as another one, and goes on from there, is compared with it. */
static void add_beginnings(struct vocabulary *v, const struct program *p, uint32_t code)
{
    vector_each(const struct edge *, e, &p->codes.data[code].edges)
        for (uint32_t i = 0; i < e->action.update_count; i++) {
            const struct update *u = &e->action.updates[i];
            if (u->index || !is_beginning(u->value, u->cell) || u->value->width == 1 || cell_is_shared(&p->cells.data[u->cell]))
                continue;
            vocabulary_add_condition(v, E_SLE, u->value, program_cell_expr(p, u->cell, NULL));
            vocabulary_add_condition(v, E_ULE, u->value, program_cell_expr(p, u->cell, NULL));
        }
}

/* Of any slot of an array, for any_find.h alone. */
static void add_any(struct vocabulary *v, const struct any_slot *any, uint32_t code)
{
    if (any->index)
        add(v, any->index);
    vector_each(const struct any_array *, a, &any->arrays) {
        if (!any_visible(any, a, code))
            continue;
        add(v, any_value(any, a));
        add(v, any_number(any, a));
        vector_each(const struct any_array *, other, &any->arrays)
            if (other != a && any_visible(any, other, code))
                add(v, any_beside(any, a, other));
        vector_each(const expr *, e, &a->bounds[code])
            add(v, *e);
        vector_each(const struct any_compared *, c, &a->compared[code])
            add(v, c->with);
    }
}

/* Terms of one bit among the plain ones, and variables of several bits that are flags. */
static void add_flags(struct vocabulary *v, const struct program *p)
{
    expr_list wide = {0};
    for (uint32_t i = 0; i < v->plain; i++)
        if (v->terms.data[i]->width == 1)
            vector_push(&v->flags, i);
    flags_find_wide(p, &wide, &v->ranges);
    vector_each(const expr *, e, &wide)
        vector_push(&v->flags, add(v, *e));
    vector_free(&wide);
}

typedef VECTOR(struct update) update_list;

static bool is_load(const struct program *p, const struct update *u)
{
    return !u->index && !cell_is_shared(&p->cells.data[u->cell]) && is_speakable(u->value) && expr_has(u->value, E_READ);
}

/* What variables of the code are loaded from, those that are loaded from one place alone. */
static void find_loads(const struct program *p, uint32_t code, update_list *loads)
{
    struct bitset several = {0};
    uint32_t kept = 0;
    vector_each(const struct edge *, e, &p->codes.data[code].edges)
        for (uint32_t i = 0; i < e->action.update_count; i++) {
            const struct update *u = &e->action.updates[i];
            bool known = !is_load(p, u);
            vector_each(const struct update *, other, loads) {
                known |= other->cell == u->cell;
                if (other->cell == u->cell && other->value != u->value && !expr_is_const(u->value)) /* or it is over */
                    bitset_add(&several, u->cell);
            }
            if (!known)
                vector_push(loads, *u);
        }
    for (uint32_t i = 0; i < loads->size; i++)
        if (!bitset_has(&several, loads->data[i].cell))
            loads->data[kept++] = loads->data[i];
    loads->size = kept;
    bitset_free(&several);
}

/* What is asked of values that were loaded can be asked of the memory before that: `k = slot[self]; if (k < n)`. */
static void add_before_loads(struct vocabulary *v, const struct program *p, uint32_t code)
{
    update_list loads = {0};
    find_loads(p, code, &loads);
    for (uint32_t i = 0; loads.size && i < v->conditions.size; i++) {
        const struct condition c = v->conditions.data[i];
        expr a = expr_after(p->exprs, v->terms.data[c.a], loads.data, loads.size, NULL);
        expr b = expr_after(p->exprs, v->terms.data[c.b], loads.data, loads.size, NULL);
        if ((a != v->terms.data[c.a] || b != v->terms.data[c.b]) && is_speakable(a) && is_speakable(b))
            vocabulary_add_condition(v, c.op, a, b);
    }
    vector_free(&loads);
}

static bool is_own_place(const struct program *p, const struct action *a, expr index)
{
    struct bitset cells = {0};
    bool own = !expr_has(index, E_READ) && !expr_has(index, E_INPUT);
    expr_cells(index, &cells);
    bitset_each(c, &cells)
        own &= !cell_is_shared(&p->cells.data[c]) && !action_writes(a, c);
    bitset_free(&cells);
    return own;
}

/* A slot that was stored to, as long as the variables are there that tell which: what a thread is to find when it begins. */
static void add_stored_slots(struct vocabulary *v, const struct program *p, uint32_t code)
{
    vector_each(const struct edge *, e, &p->codes.data[code].edges)
        for (uint32_t i = 0; i < e->action.update_count; i++) {
            const struct update *u = &e->action.updates[i];
            if (u->index && !index_is_fixed(u->index) && is_own_place(p, &e->action, u->index))
                vocabulary_add_plain(v, program_cell_expr(p, u->cell, u->index));
        }
}

/* Where there may be any number of threads they are told apart by their numbers. */
static void add_numbers(struct vocabulary *v, const created_list *created, uint32_t code)
{
    vector_each(const struct created_threads *, c, created) {
        if (c->code == code)
            vocabulary_add_plain(v, c->number);
        vocabulary_add_plain(v, c->count);
    }
}

static void add_number_conditions(struct vocabulary *v, const created_list *created, uint32_t code)
{
    vector_each(const struct created_threads *, c, created)
        if (c->code == code)
            vocabulary_add_condition(v, E_ULT, c->number, c->count);
}

void vocabulary_make(struct vocabulary *v, const struct guess_ghosts *ghosts, const struct program *steps, uint32_t code)
{
    assert(code < steps->template_count);
    const struct shares *shares = &ghosts->shares;
    const struct last_stores *last = &ghosts->last;
    const struct any_slot *any = &ghosts->any;
    const struct program *p = steps;
    const struct code *c = &p->codes.data[code];
    *v = (struct vocabulary){0};
    vector_each(const struct share *, one, &shares->list)
        if (shares_of(shares, code))
            add(v, share_own(shares, one, code));
    add_numbers(v, &ghosts->created, code);
    vector_each(const struct edge *, e, &c->edges)
        add_mentioned(v, p, &e->action);
    if (program_has_unbounded(p))
        add_stored_slots(v, p, code);
    vector_each(const struct share *, one, &shares->list)
        if (shares->told_to_all)
            vocabulary_add_plain(v, program_cell_expr(p, one->cell, NULL));
    add_array_terms(v, last, p, code);
    add_as_indices(v, any);
    if (any->index)
        add_read_ahead(v, p, code);
    v->plain = v->terms.size;
    vector_each(const struct share *, one, &shares->list)
        for (uint32_t i = 0; i < shares->instances; i++)
            add(v, share_of(shares, one, i));
    v->with_shares = v->terms.size;
    add_flags(v, p);
    add_definitions(v, p, code);
    add_number_conditions(v, &ghosts->created, code);
    vector_each(const struct edge *, e, &c->edges)
        expr_visit(e->action.guard, add_condition, v);
    if (any->index)
        add_conditions_of_others(v, p, code);
    add_before_loads(v, p, code);
    add_bounds(v);
    add_kept_inputs(v, p, code);
    add_array_conditions(v, last, p, code);
    if (any->index)
        add_beginnings(v, p, code);
    vector_each(const expr *, position, &any->positions)
        vector_each(const expr *, limit, &any->limits)
            if (*position != *limit && (*position)->width == (*limit)->width)
                vocabulary_add_condition(v, E_SLE, *position, *limit);
    add_any(v, any, code);
}

void vocabulary_free(struct vocabulary *v)
{
    vector_free(&v->terms);
    vector_free(&v->conditions);
    vector_free(&v->flags);
    vector_free(&v->ranges);
}
