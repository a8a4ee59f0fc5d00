#include "engines/horn/relative.h"

#include "base/map.h"
#include "program/terms.h"

/* --- the cells of a base --- */

static bool is_number(const struct program *p, uint32_t base, uint32_t cell)
{
    const struct cell *c = &p->cells.data[cell];
    return !c->dropped && !cell_is_array(c) && c->width == p->cells.data[base].width;
}

/* Adds the cells that e is a sum of. */
static void parts_of(expr e, struct bitset *cells)
{
    bool sum = e->op == E_ADD || e->op == E_SUB || e->op == E_NEG || e->op == E_ITE;
    if (e->op == E_CELL)
        bitset_add(cells, (uint32_t)e->value);
    for (unsigned i = e->op == E_ITE; sum && i < e->arity; i++)
        parts_of(e->arg[i], cells);
}

/* How many of these numbers e is in sum: a distance is none. */
static int numbers_in(expr e, const struct bitset *cells)
{
    if (e->op == E_CELL)
        return bitset_has(cells, (uint32_t)e->value);
    if (e->op == E_NEG)
        return -numbers_in(e->arg[0], cells);
    if (e->op == E_ITE)
        return numbers_in(e->arg[1], cells);
    if (e->op == E_ADD || e->op == E_SUB)
        return numbers_in(e->arg[0], cells) + (e->op == E_ADD ? 1 : -1) * numbers_in(e->arg[1], cells);
    return 0;
}

struct joining {
    const struct program *p;
    struct relative *r;
    bool more;
};

/* If some of the cells belong to the base, all do. */
static void join(struct joining *j, const struct bitset *cells)
{
    bool any = false;
    bitset_each(c, cells)
        any |= c == j->r->base || bitset_has(&j->r->cells, c);
    bitset_each(c, cells)
        if (any && c != j->r->base && is_number(j->p, j->r->base, c) && !bitset_has(&j->r->cells, c)) {
            bitset_add(&j->r->cells, c);
            j->more = true;
        }
}

/* What is compared with a difference is a distance, not a number of its kind. */
static void join_compared(void *context, expr e)
{
    struct bitset left = {0}, right = {0};
    if (e->op >= E_EQ && e->op <= E_SLE) {
        parts_of(e->arg[0], &left);
        parts_of(e->arg[1], &right);
        if (e->op == E_EQ || (bitset_count(&left) == 1 && bitset_count(&right) == 1)) {
            bitset_unite(&left, &right);
            join(context, &left);
        }
    }
    bitset_free(&left);
    bitset_free(&right);
}

static void join_action(struct joining *j, const struct action *a)
{
    expr_visit(a->guard, join_compared, j);
    for (uint32_t i = 0; i < a->update_count; i++) {
        struct bitset cells = {0};
        expr_visit(a->updates[i].value, join_compared, j);
        parts_of(a->updates[i].value, &cells);
        if (bitset_empty(&cells) || numbers_in(a->updates[i].value, &cells))
            bitset_add(&cells, a->updates[i].cell);
        join(j, &cells);
        bitset_free(&cells);
    }
}

void relative_make(struct relative *r, const struct program *p, uint32_t base, uint32_t variables)
{
    struct joining j = {p, r, true};
    *r = (struct relative){.base = base, .variables = variables};
    while (j.more) {
        j.more = false;
        for (uint32_t k = 0; k < p->template_count; k++)
            vector_each(const struct edge *, e, &p->codes.data[k].edges)
                join_action(&j, &e->action);
    }
}

void relative_free(struct relative *r) { bitset_free(&r->cells); }

/* --- sums modulo 2^width --- */

struct part {
    expr leaf;
    uint64_t factor;
};

struct sum {
    VECTOR(struct part) parts;
    uint64_t constant;
};

static void add_part(struct sum *s, expr leaf, uint64_t factor)
{
    vector_each(struct part *, x, &s->parts)
        if (x->leaf == leaf) {
            x->factor += factor;
            return;
        }
    vector_push(&s->parts, (struct part){leaf, factor});
}

static void add_sum(struct sum *s, expr e, uint64_t factor)
{
    if (expr_is_const(e)) {
        s->constant += factor * e->value;
    } else if (e->op == E_ADD || e->op == E_SUB) {
        add_sum(s, e->arg[0], factor);
        add_sum(s, e->arg[1], e->op == E_ADD ? factor : 0 - factor);
    } else if (e->op == E_NEG) {
        add_sum(s, e->arg[0], 0 - factor);
    } else if (e->op == E_MUL && expr_is_const(e->arg[1])) {
        add_sum(s, e->arg[0], factor * e->arg[1]->value);
    } else {
        add_part(s, e, factor);
    }
}

static expr term_of(struct exprs *x, const struct part *m, uint64_t factor)
{
    return expr_binary(x, E_MUL, m->leaf, expr_const(x, m->leaf->width, factor));
}

/* The sum as the difference of two that have no negative factors. */
static void build(struct exprs *x, const struct sum *s, unsigned width, expr side[2])
{
    int64_t constant = sign_extend(s->constant & width_mask(width), width);
    side[0] = side[1] = expr_const(x, width, 0);
    vector_each(const struct part *, m, &s->parts) {
        int64_t factor = sign_extend(m->factor & width_mask(width), width);
        if (factor)
            side[factor < 0] = expr_add(x, side[factor < 0], term_of(x, m, factor < 0 ? 0 - (uint64_t)factor : (uint64_t)factor));
    }
    side[constant < 0] =
        expr_add(x, side[constant < 0], expr_const(x, width, constant < 0 ? 0 - (uint64_t)constant : (uint64_t)constant));
}

/* a - b, b may be NULL; both are over distances, but for the base. */
static expr difference(struct exprs *x, expr a, expr b)
{
    if (a->op == E_ITE)
        return expr_ite(x, a->arg[0], difference(x, a->arg[1], b), difference(x, a->arg[2], b));
    if (b && b->op == E_ITE)
        return expr_ite(x, b->arg[0], difference(x, a, b->arg[1]), difference(x, a, b->arg[2]));
    struct sum s = {0};
    expr side[2];
    add_sum(&s, a, 1);
    if (b)
        add_sum(&s, b, UINT64_MAX);
    build(x, &s, a->width, side);
    vector_free(&s.parts);
    return expr_sub(x, side[0], side[1]);
}

static expr equation(struct exprs *x, expr a, expr b)
{
    if (a->op == E_ITE)
        return expr_ite(x, a->arg[0], equation(x, a->arg[1], b), equation(x, a->arg[2], b));
    if (b->op == E_ITE)
        return expr_ite(x, b->arg[0], equation(x, a, b->arg[1]), equation(x, a, b->arg[2]));
    struct sum s = {0};
    expr side[2];
    add_sum(&s, a, 1);
    add_sum(&s, b, UINT64_MAX);
    build(x, &s, a->width, side);
    vector_free(&s.parts);
    return expr_eq(x, side[0], side[1]);
}

/* --- expressions --- */

struct saying {
    const struct relative *r;
    const struct program *p;
    struct map done;
};

static expr base_of(const struct relative *r, const struct program *p)
{
    return expr_cell(p->exprs, p->cells.data[r->base].width, r->base);
}

static bool is_distance(const struct relative *r, const struct program *p, uint64_t variable)
{
    uint32_t cell = (uint32_t)(variable % p->cells.size);
    return variable < r->variables && bitset_has(&r->cells, cell) &&
           (variable < p->cells.size || !cell_is_shared(&p->cells.data[cell]));
}

static expr say(struct saying *s, expr e)
{
    struct exprs *x = s->p->exprs;
    uint64_t known;
    if (map_get(&s->done, map_pointer_key(e), &known))
        return (expr)(uintptr_t)known;
    expr arg[3] = {NULL, NULL, NULL}, said = e;
    for (unsigned i = 0; i < e->arity; i++)
        arg[i] = say(s, e->arg[i]);
    bool of_width = e->arity && e->arg[0]->width == s->p->cells.data[s->r->base].width;
    if (e->op == E_CELL && is_distance(s->r, s->p, e->value))
        said = expr_add(x, base_of(s->r, s->p), e);
    else if (e->op == E_EQ && of_width)
        said = equation(x, arg[0], arg[1]);
    else if ((e->op == E_ADD || e->op == E_SUB) && of_width)
        said = difference(x, expr_with(x, e, arg), NULL);
    else if (e->arity)
        said = expr_with(x, e, arg);
    map_put(&s->done, map_pointer_key(e), (uintptr_t)said);
    return said;
}

expr relative_said(const struct relative *r, const struct program *p, expr e)
{
    struct saying s = {.r = r, .p = p};
    if (r->base == NONE)
        return e;
    expr said = say(&s, e);
    map_free(&s.done);
    return said;
}

/* --- updates --- */

static bool is_updated(const update_vector *updates, uint32_t count, uint32_t v)
{
    for (uint32_t i = 0; i < count; i++)
        if (updates->data[i].cell == v)
            return true;
    return false;
}

/* What is set to a number that has nothing to do with the base is, most often, of no use any more: its distance may be anything. */
static expr any_value(struct exprs *x, unsigned width, uint32_t variable) { return expr_input(x, width, INT32_MAX - variable); }

void relative_updates(const struct relative *r, const struct program *p, update_vector *updates)
{
    struct exprs *x = p->exprs;
    if (r->base == NONE)
        return;
    expr before = base_of(r, p), after = before;
    uint32_t given = updates->size;
    for (uint32_t i = 0; i < given; i++)
        if (updates->data[i].cell == r->base)
            after = updates->data[i].value;
    for (uint32_t i = 0; i < given; i++) {
        struct update *u = &updates->data[i];
        if (is_distance(r, p, u->cell))
            u->value = expr_is_const(u->value) ? any_value(x, u->value->width, u->cell) : difference(x, u->value, after);
    }
    for (uint32_t v = 0; after != before && v < r->variables; v++) {
        expr now = expr_cell(x, before->width, v);
        bool own = is_distance(r, p, v) && !is_updated(updates, given, v);
        if (own)
            vector_push(updates, (struct update){v, NULL, difference(x, expr_add(x, before, now), after)});
    }
}
