#include "engines/guess/any_slot.h"

#include "engines/guess/last_stores.h"
#include "program/terms.h"

enum { MOST_ARRAYS = 6, MOST_BOUNDS = 12, MOST_COMPARED = 12, MOST_TRIED = 60 };

/* --- bounds --- */

struct closure { /* of the bounds of an array in a code, under other words for a variable */
    const struct program *program;
    uint32_t code;
    expr_vector found;
    uint32_t done;
};

struct replacement {
    uint32_t cell;
    expr by;
    struct exprs *exprs;
    const struct program *program;
};

static expr replace_leaf(void *context, expr leaf, expr index)
{
    const struct replacement *r = context;
    if (leaf->op == E_CELL && leaf->value == r->cell)
        return r->by;
    return leaf->op == E_READ ? expr_read(r->exprs, leaf->width, (uint32_t)leaf->value, index) : leaf;
}

static bool is_plain(expr e) { return !expr_has(e, E_INPUT) && !expr_has(e, E_READ) && !expr_has(e, E_AT) && !expr_has(e, E_ITE); }

static void add_bound(struct closure *c, expr bound, uint32_t cell, expr by)
{
    const struct program *p = c->program;
    if (!is_plain(by) || expr_mentions_cell(by, cell) || by->width != p->cells.data[cell].width || c->found.size >= MOST_TRIED)
        return;
    struct replacement r = {cell, by, p->exprs, p};
    struct expr_memo *memo = expr_memo_new();
    expr_vector_add(&c->found, expr_rewrite(p->exprs, bound, replace_leaf, &r, memo));
    expr_memo_free(memo);
}

struct side { /* of comparisons, with the variable and perhaps a number that is added to it */
    struct closure *closure;
    expr bound;
    uint32_t cell;
};

static void add_compared(void *context, expr e)
{
    const struct side *s = context;
    struct exprs *x = s->closure->program->exprs;
    if (e->op < E_EQ || e->op > E_SLE)
        return;
    for (unsigned i = 0; i < 2; i++) {
        expr one = e->arg[i], other = e->arg[1 - i], cell = program_cell_expr(s->closure->program, s->cell, NULL);
        if (one->width != cell->width || !is_plain(one) || !is_plain(other))
            continue;
        expr distance = expr_sub(x, one, cell);
        if (expr_is_const(distance))
            add_bound(s->closure, s->bound, s->cell, expr_sub(x, other, distance));
    }
}

/* A local variable of the bound in other words: what it begins with, what it is set to, what it is compared with. */
static void vary(struct closure *c, expr bound, uint32_t cell)
{
    const struct cell *of = &c->program->cells.data[cell];
    struct side side = {c, bound, cell};
    vector_each(const struct edge *, e, &c->program->codes.data[c->code].edges)
        expr_visit(e->action.guard, add_compared, &side);
    vector_each(const struct edge *, e, &c->program->codes.data[c->code].edges) {
        expr value = action_writes(&e->action, cell);
        if (value)
            add_bound(c, bound, cell, value);
    }
    if (!of->arbitrary)
        add_bound(c, bound, cell, expr_const(c->program->exprs, of->width, of->inits ? of->inits[0] : of->init));
}

static bool is_shared_only(const struct program *p, expr e)
{
    struct bitset cells = {0};
    bool all = true;
    expr_cells(e, &cells);
    bitset_each(cell, &cells)
        all &= cell_is_shared(&p->cells.data[cell]);
    bitset_free(&cells);
    return all && !expr_has(e, E_SELF);
}

static void add_all(struct closure *c)
{
    for (; c->done < c->found.size; c->done++) {
        struct bitset cells = {0};
        expr_cells(c->found.data[c->done], &cells);
        bitset_each(cell, &cells)
            if (!cell_is_shared(&c->program->cells.data[cell]) && !cell_is_array(&c->program->cells.data[cell]))
                vary(c, c->found.data[c->done], cell);
        bitset_free(&cells);
    }
}

static void keep(expr_list *list, expr e)
{
    vector_each(const expr *, known, list)
        if (*known == e)
            return;
    if (list->size < MOST_BOUNDS)
        vector_push(list, e);
}

struct reads {
    uint32_t cell;
    expr_vector *out;
};

static void note_read(void *context, expr e)
{
    const struct reads *r = context;
    if (e->op == E_READ && e->value == r->cell && is_plain(e->arg[0]))
        expr_vector_add(r->out, e->arg[0]);
}

/* The indices at which threads of the code look at the array or write to it. */
static void find_indices(const struct program *p, uint32_t code, uint32_t cell, expr_vector *out)
{
    struct reads reads = {cell, out};
    vector_each(const struct edge *, e, &p->codes.data[code].edges) {
        expr_visit(e->action.guard, note_read, &reads);
        for (uint32_t i = 0; i < e->action.update_count; i++) {
            const struct update *u = &e->action.updates[i];
            expr_visit(u->value, note_read, &reads);
            if (u->cell == cell && u->index && is_plain(u->index))
                expr_vector_add(out, u->index);
        }
    }
}

static void add_position(struct any_slot *s, expr bound)
{
    struct bitset cells = {0};
    expr_cells(bound, &cells);
    bitset_each(cell, &cells)
        if (cell_is_shared(&s->program->cells.data[cell]) && !cell_is_array(&s->program->cells.data[cell]))
            keep(&s->positions, program_cell_expr(s->program, cell, NULL));
    bitset_free(&cells);
}

/* First where threads are, then what all threads can say, then the rest. */
static void find_bounds(struct any_slot *s, struct any_array *a)
{
    const struct program *p = s->program;
    struct closure *all = NEW_ARRAY(struct closure, p->template_count + 1);
    uint32_t *own = NEW_ARRAY(uint32_t, p->template_count + 1);
    expr first = expr_const(p->exprs, s->index->width, a->range.first);
    expr end = expr_const(p->exprs, s->index->width, a->range.first + a->range.count * a->range.stride);
    for (uint32_t k = 0; k < p->template_count; k++) {
        all[k] = (struct closure){.program = p, .code = k};
        find_indices(p, k, a->cell, &all[k].found);
        own[k] = all[k].found.size;
        add_all(&all[k]);
    }
    for (uint32_t k = 0; k < p->template_count; k++) {
        for (uint32_t i = 0; i < own[k]; i++)
            keep(&a->bounds[k], all[k].found.data[i]);
        for (uint32_t from = 0; from < p->template_count; from++)
            vector_each(const expr *, e, &all[from].found)
                if (!index_is_fixed(*e) && is_shared_only(p, *e))
                    keep(&a->bounds[k], *e);
        keep(&a->bounds[k], first);
        keep(&a->bounds[k], end);
        vector_each(const expr *, e, &all[k].found)
            keep(&a->bounds[k], *e);
    }
    for (uint32_t k = 0; k < p->template_count; k++) {
        vector_each(const expr *, e, &a->bounds[k])
            add_position(s, *e);
        vector_free(&all[k].found);
    }
    mem_free(all);
    mem_free(own);
}

static void note_limit(void *context, expr e)
{
    struct any_slot *s = context;
    for (unsigned i = 0; i < 2 && e->op >= E_EQ && e->op <= E_SLE; i++) {
        expr one = e->arg[i], other = e->arg[1 - i];
        if (is_plain(one) && is_plain(other) && !is_shared_only(s->program, one) && is_shared_only(s->program, other) &&
            !expr_is_const(other) && other->width > 1)
            keep(&s->limits, other);
    }
}

/* What local variables are compared with, and all threads can speak of. */
static void find_limits(struct any_slot *s)
{
    for (uint32_t k = 0; k < s->program->template_count; k++)
        vector_each(const struct edge *, e, &s->program->codes.data[k].edges)
            expr_visit(e->action.guard, note_limit, s);
}

/* --- what slots are compared with --- */

struct comparisons {
    const struct program *program;
    uint32_t code, cell;
    any_compared_list *out;
};

static bool is_copy(const struct comparisons *c, uint64_t cell)
{
    vector_each(const struct edge *, e, &c->program->codes.data[c->code].edges) {
        expr value = action_writes(&e->action, (uint32_t)cell);
        if (value && value->op == E_READ && value->value == c->cell)
            return true;
    }
    return false;
}

static void add_compared_with(const any_compared_list *from, const struct program *p, bool shared_only, any_compared_list *to)
{
    vector_each(const struct any_compared *, one, from) {
        bool known = shared_only && !is_shared_only(p, one->with);
        vector_each(const struct any_compared *, other, to)
            known |= other->with == one->with && other->is_signed == one->is_signed;
        if (!known && to->size < MOST_COMPARED)
            vector_push(to, *one);
    }
}

static void note_comparison(void *context, expr e)
{
    const struct comparisons *c = context;
    if (e->op < E_EQ || e->op > E_SLE)
        return;
    for (unsigned i = 0; i < 2; i++) {
        expr one = e->arg[i], other = e->arg[1 - i];
        bool slot = one->op == E_READ ? one->value == c->cell : one->op == E_CELL && is_copy(c, one->value);
        if (slot && is_plain(other))
            vector_push(c->out, ((struct any_compared){other, e->op == E_SLT || e->op == E_SLE}));
    }
}

/* What threads of the code compare it with, and what all threads can say of that. */
static void find_compared(const struct any_slot *s, struct any_array *a)
{
    const struct program *p = s->program;
    any_compared_list *all = NEW_ARRAY(any_compared_list, p->template_count + 1);
    for (uint32_t k = 0; k < p->template_count; k++) {
        struct comparisons c = {p, k, a->cell, &all[k]};
        vector_each(const struct edge *, e, &p->codes.data[k].edges) {
            expr_visit(e->action.guard, note_comparison, &c);
            for (uint32_t i = 0; i < e->action.update_count; i++)
                expr_visit(e->action.updates[i].value, note_comparison, &c);
        }
    }
    for (uint32_t k = 0; k < p->template_count; k++) {
        add_compared_with(&all[k], p, false, &a->compared[k]);
        for (uint32_t from = 0; from < p->template_count; from++)
            add_compared_with(&all[from], p, true, &a->compared[k]);
    }
    for (uint32_t k = 0; k < p->template_count; k++)
        vector_free(&all[k]);
    mem_free(all);
}

static void find_stored(const struct any_slot *s, struct any_array *a)
{
    for (uint32_t k = 0; k < s->program->template_count; k++)
        vector_each(const struct edge *, e, &s->program->codes.data[k].edges)
            for (uint32_t i = 0; i < e->action.update_count; i++)
                if (e->action.updates[i].cell == a->cell && expr_is_const(e->action.updates[i].value))
                    keep(&a->stored, e->action.updates[i].value);
}

/* --- arrays --- */

static bool is_gone_through(const struct program *p, uint32_t cell)
{
    bool any = false;
    for (uint32_t k = 0; k < p->template_count; k++) {
        expr_vector indices = {0};
        find_indices(p, k, cell, &indices);
        vector_each(const expr *, e, &indices)
            any |= !index_is_fixed(*e);
        vector_free(&indices);
    }
    return any;
}

static bool suits(const struct program *p, const struct cell *c)
{
    bool one_owner = cell_is_shared(c) || p->codes.data[c->owner].instances == 1;
    return one_owner && cell_is_array(c) && !c->dropped && c->range_count == 1 && c->ranges[0].per_instance == NONE &&
           c->ranges[0].count > 1 && c->ranges[0].stride && c->width > 1 && is_gone_through(p, c->id);
}

bool any_slot_wanted(const struct program *p)
{
    vector_each(const struct cell *, c, &p->cells)
        if (suits(p, c))
            return true;
    return false;
}

void any_slot_make(struct any_slot *s, struct proof_builder *proof)
{
    const struct program *p = proof->proof->program;
    *s = (struct any_slot){.program = p};
    vector_each(const struct cell *, c, &p->cells) {
        if (s->arrays.size == MOST_ARRAYS || !suits(p, c) || (s->index && s->index->width != c->index_width))
            continue;
        if (!s->index)
            s->index = proof_add_any(proof, "any.slot", c->index_width);
        struct any_array one = {.cell = c->id,
                                .range = c->ranges[0],
                                .bounds = NEW_ARRAY(expr_list, p->template_count + 1),
                                .compared = NEW_ARRAY(any_compared_list, p->template_count + 1)};
        find_bounds(s, &one);
        find_compared(s, &one);
        find_stored(s, &one);
        vector_push(&s->arrays, one);
    }
    if (s->index)
        find_limits(s);
}

void any_slot_free(struct any_slot *s)
{
    vector_each(struct any_array *, a, &s->arrays) {
        for (uint32_t k = 0; k < s->program->template_count; k++) {
            vector_free(&a->bounds[k]);
            vector_free(&a->compared[k]);
        }
        mem_free(a->bounds);
        mem_free(a->compared);
        vector_free(&a->stored);
    }
    vector_free(&s->arrays);
    vector_free(&s->positions);
    vector_free(&s->limits);
}

/* --- words --- */

bool any_visible(const struct any_slot *s, const struct any_array *a, uint32_t code)
{
    const struct cell *c = &s->program->cells.data[a->cell];
    return cell_is_shared(c) || c->owner == code;
}

expr any_value(const struct any_slot *s, const struct any_array *a) { return program_cell_expr(s->program, a->cell, s->index); }

static bool is_power(uint64_t n) { return !(n & (n - 1)); }

static unsigned exponent(uint64_t n)
{
    unsigned e = 0;
    for (; n > 1; n >>= 1)
        e++;
    return e;
}

static expr constant(const struct any_slot *s, uint64_t value) { return expr_const(s->program->exprs, s->index->width, value); }

static expr distance(const struct any_slot *s, const struct any_array *a)
{
    return expr_sub(s->program->exprs, s->index, constant(s, a->range.first));
}

expr any_number(const struct any_slot *s, const struct any_array *a)
{
    struct exprs *x = s->program->exprs;
    assert(a->range.stride);
    expr slots = is_power(a->range.stride) ? expr_binary(x, E_LSHR, distance(s, a), constant(s, exponent(a->range.stride)))
                                           : expr_binary(x, E_UDIV, distance(s, a), constant(s, a->range.stride));
    return expr_resize(x, slots, s->program->cells.data[a->cell].width, false);
}

expr any_is_slot(const struct any_slot *s, const struct any_array *a)
{
    struct exprs *x = s->program->exprs;
    assert(a->range.stride);
    expr rest = is_power(a->range.stride) ? expr_binary(x, E_AND, distance(s, a), constant(s, a->range.stride - 1))
                                          : expr_binary(x, E_UREM, distance(s, a), constant(s, a->range.stride));
    return expr_eq(x, rest, constant(s, 0));
}

expr any_beside(const struct any_slot *s, const struct any_array *a, const struct any_array *other)
{
    expr index = expr_add(s->program->exprs, s->index, constant(s, other->range.first - a->range.first));
    return program_cell_expr(s->program, other->cell, index);
}
