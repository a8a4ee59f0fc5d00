/* Guards and assignments in the domains of packs, by linear forms; and relations as expressions. */
#include "domains/relation.h"

/* The pack of all variables of the form, which then speaks of places in it; NONE if there is no such. */
uint32_t relation_localise(const struct space *s, struct linear *form)
{
    const struct packing *p = packing(s);
    uint32_t pack = form->count ? p->pack[form->term[0].variable] : NONE;
    for (uint32_t i = 0; i < form->count; i++) {
        if (p->pack[form->term[i].variable] != pack)
            return NONE;
        form->term[i].variable = p->place[form->term[i].variable];
    }
    return form->count > ops(s)->terms ? NONE : pack;
}

/* a - b + c <= 0; possible? About one variable the values know by themselves. */
static bool add_difference(const struct space *s, struct abstract *st, const struct linear *a, const struct linear *b, int64_t c)
{
    struct linear form = *a;
    if (!linear_add(&form, b, -1) || form.count < 2)
        return true;
    form.constant += c;
    uint32_t pack = relation_localise(s, &form);
    if (pack == NONE)
        return true;
    struct relation *mine = relation_own(s, st, pack);
    mine->reduced = false;
    return ops(s)->close(mine->body) && ops(s)->add(mine->body, &form);
}

static bool compare_terms(struct evaluator *ev, const struct space *s, struct abstract *st, enum expr_op op, expr a, expr b)
{
    bool is_signed = op == E_SLT || op == E_SLE;
    struct linear x, y;
    if (op != E_EQ) {
        if (!linear_of(ev, s, st, a, is_signed, &x) || !linear_of(ev, s, st, b, is_signed, &y))
            return true;
        return add_difference(s, st, &x, &y, op == E_SLT || op == E_ULT);
    }
    for (int reading = 0; reading < 2; reading++)
        if (linear_of(ev, s, st, a, reading, &x) && linear_of(ev, s, st, b, reading, &y))
            return add_difference(s, st, &x, &y, 0) && add_difference(s, st, &y, &x, 0);
    return true;
}

/* a != b: excludes the ends of the range of a - b, if 0 is one; possible? */
static bool differ_terms(struct evaluator *ev, const struct space *s, struct abstract *st, expr a, expr b)
{
    struct relation *const *o = st->relations;
    struct linear x, y;
    bool found = false;
    for (int reading = 0; reading < 2 && !found; reading++)
        found = linear_of(ev, s, st, a, reading, &x) && linear_of(ev, s, st, b, reading, &y);
    for (int swap = 0; found && swap < 2; swap++) {
        struct linear form = swap ? y : x;
        __int128 most;
        if (!linear_add(&form, swap ? &x : &y, -1) || form.count < 2)
            return true;
        uint32_t pack = relation_localise(s, &form);
        if (pack == NONE || !o[pack])
            return true;
        if (ops(s)->bound(o[pack]->body, &form, &most) && most <= 0 && !add_difference(s, st, swap ? &y : &x, swap ? &x : &y, 1))
            return false;
    }
    return true;
}

enum { MOST_CASES = 2 }; /* alternatives within alternatives */

static bool guard_within(struct evaluator *ev, const struct space *s, struct abstract *st, expr e, bool truth, unsigned cases);

static bool is_possible(struct evaluator *ev, const struct space *s, const struct abstract *st, expr e, bool truth, unsigned cases)
{
    struct value v = abstract_evaluate(ev, s, st, e);
    if (!value_has(&v, truth))
        return false;
    struct abstract *copy = abstract_copy(s, st);
    bool possible = guard_within(ev, s, copy, e, truth, cases);
    abstract_free(s, copy);
    return possible;
}

/* One of the two is so. If one cannot be, the other is; if both can, nothing is known. */
static bool guard_either(struct evaluator *ev, const struct space *s, struct abstract *st, expr e, bool truth, unsigned cases)
{
    if (!cases)
        return true;
    bool first = is_possible(ev, s, st, e->arg[0], truth, cases - 1), second = is_possible(ev, s, st, e->arg[1], truth, cases - 1);
    if (first && second)
        return true;
    return (first || second) && guard_within(ev, s, st, e->arg[first ? 0 : 1], truth, cases - 1);
}

static bool guard_within(struct evaluator *ev, const struct space *s, struct abstract *st, expr e, bool truth, unsigned cases)
{
    switch (e->op) {
    case E_NOT: return e->width != 1 || guard_within(ev, s, st, e->arg[0], !truth, cases);
    case E_AND:
    case E_OR:
        if (e->width != 1)
            return true;
        if ((e->op == E_AND) != truth)
            return guard_either(ev, s, st, e, truth, cases);
        return guard_within(ev, s, st, e->arg[0], truth, cases) && guard_within(ev, s, st, e->arg[1], truth, cases);
    case E_EQ: return truth ? compare_terms(ev, s, st, E_EQ, e->arg[0], e->arg[1]) : differ_terms(ev, s, st, e->arg[0], e->arg[1]);
    case E_ULT:
    case E_ULE:
    case E_SLT:
    case E_SLE: {
        enum expr_op not= e->op == E_ULT ? E_ULE : e->op == E_ULE ? E_ULT : e->op == E_SLT ? E_SLE : E_SLT;
        return truth ? compare_terms(ev, s, st, e->op, e->arg[0], e->arg[1]) : compare_terms(ev, s, st, not, e->arg[1], e->arg[0]);
    }
    default: return true;
    }
}

bool packs_guard(struct evaluator *ev, const struct space *s, struct abstract *st, expr e, bool truth)
{
    return guard_within(ev, s, st, e, truth, MOST_CASES);
}

/* A write of an action: all values are of the state before it, but relations take them one after the other. */
struct planned {
    struct linear form; /* of the value, in the variable's reading */
    bool known, done;
};

static bool form_mentions(const struct linear *form, uint32_t variable)
{
    for (uint32_t t = 0; t < form->count; t++)
        if (form->term[t].variable == variable)
            return true;
    return false;
}

/* The first write that is left whose variable no other one needs as it was: of i = n, n = n + 1 at once, i = n comes first. If there is none,
 * the first one that is left; what needs the old value is then not known any more. */
static uint32_t next_write(const struct write *writes, const struct planned *plan, uint32_t count)
{
    uint32_t first = NONE;
    for (uint32_t i = 0; i < count; i++) {
        bool needed = false;
        if (plan[i].done)
            continue;
        first = first == NONE ? i : first;
        for (uint32_t k = 0; k < count && !needed; k++)
            needed = k != i && !plan[k].done &&
                     ((plan[k].known && form_mentions(&plan[k].form, writes[i].variable)) ||
                      (k < i && writes[k].variable == writes[i].variable)); /* the later of two wins */
        if (!needed)
            return i;
    }
    return first;
}

/* Whether the form of write number i is in its variable's pack, and of values that are still as they were. It speaks of places then. */
static bool usable(const struct space *s, const struct write *writes, struct planned *plan, uint32_t count, uint32_t i)
{
    for (uint32_t k = 0; k < count && plan[i].known; k++)
        plan[i].known =
            !plan[k].done || (writes[k].variable != writes[i].variable && !form_mentions(&plan[i].form, writes[k].variable));
    return plan[i].known && relation_localise(s, &plan[i].form) == packing(s)->pack[writes[i].variable];
}

static void assign_one(const struct space *s, struct abstract *st, uint32_t variable, const struct linear *form)
{
    const struct packing *p = packing(s);
    struct relation *const *o = st->relations;
    uint32_t pack = p->pack[variable];
    if (pack == NONE || (!form && !o[pack]))
        return;
    struct relation *mine = relation_own(s, st, pack);
    mine->reduced = false;
    mine->taken[p->place[variable]] = NONE;
    if (!ops(s)->close(mine->body))
        relation_forget(s, st, pack);
    else if (form)
        ops(s)->assign(mine->body, p->place[variable], form);
    else
        ops(s)->forget(mine->body, p->place[variable]);
}

void packs_assign(struct evaluator *ev, const struct space *s, struct abstract *st, const struct write *writes, uint32_t count)
{
    struct planned *plan = NEW_ARRAY(struct planned, count + 1);
    for (uint32_t i = 0; i < count; i++)
        plan[i].known = !writes[i].weak && packing(s)->pack[writes[i].variable] != NONE &&
                        linear_of(ev, s, st, writes[i].value, variable_signed(s, writes[i].variable), &plan[i].form) &&
                        plan[i].form.count;
    for (uint32_t n = 0; n < count; n++) {
        uint32_t i = next_write(writes, plan, count);
        bool known = usable(s, writes, plan, count, i);
        assign_one(s, st, writes[i].variable, known ? &plan[i].form : NULL);
        plan[i].done = true;
    }
    mem_free(plan);
}

static expr integer(const struct space *s, uint32_t variable, unsigned width, struct exprs *pool)
{
    const struct variable *v = &s->variables.data[variable];
    const struct cell *c = &s->program->cells.data[v->cell];
    expr e = cell_is_array(c)
                 ? expr_read(pool, c->width, c->id, expr_const(pool, c->index_width, cell_slot_index(c, v->slot, s->instances)))
                 : expr_cell(pool, c->width, c->id);
    return c->is_signed ? expr_sext(pool, e, width) : expr_zext(pool, e, width);
}

/* a x + b y <= c, if that says more than the bounds of each. The sum has two terms, with factors 1 or -1. */
static expr bound_expr(const struct space *s, const void *body, const struct pack *p, const struct linear *sum, struct exprs *pool)
{
    struct linear one = {.count = 1, .term = {sum->term[0]}}, two = {.count = 1, .term = {sum->term[1]}};
    __int128 c, c1, c2;
    uint32_t x = p->variables[sum->term[0].variable], y = p->variables[sum->term[1].variable];
    unsigned wx = s->variables.data[x].width, wy = s->variables.data[y].width;
    unsigned w = (wx > wy ? wx : wy) + 3;
    if (w > 64 || !ops(s)->bound(body, sum, &c))
        return expr_bool(pool, true);
    if (ops(s)->bound(body, &one, &c1) && ops(s)->bound(body, &two, &c2) && c >= c1 + c2)
        return expr_bool(pool, true);
    if (c > (__int128)(width_mask(w) >> 1) || c < -(__int128)(width_mask(w) >> 1))
        return expr_bool(pool, true);
    expr ex = integer(s, x, w, pool), ey = integer(s, y, w, pool);
    bool minus_x = sum->term[0].coefficient < 0, minus_y = sum->term[1].coefficient < 0;
    expr left = minus_x   ? minus_y ? expr_unary(pool, E_NEG, expr_add(pool, ex, ey)) : expr_sub(pool, ey, ex)
                  : minus_y ? expr_sub(pool, ex, ey)
                          : expr_add(pool, ex, ey);
    return expr_binary(pool, E_SLE, left, expr_const(pool, w, (uint64_t)(int64_t)c));
}

expr packs_to_expr(const struct space *s, const void *r, struct exprs *pool)
{
    struct relation *const *o = r;
    expr all = expr_bool(pool, true);
    for (uint32_t i = 0; i < packing(s)->packs.size; i++) {
        const struct pack *p = &packing(s)->packs.data[i];
        for (uint32_t x = 0; o[i] && x < p->size; x++)
            for (uint32_t y = 0; y < x; y++)
                for (int sign = 0; sign < 4; sign++) {
                    struct linear sum = {.count = 2, .term = {{x, sign & 1 ? 1 : -1}, {y, sign & 2 ? 1 : -1}}};
                    all = expr_and(pool, all, bound_expr(s, o[i]->body, p, &sum, pool));
                }
    }
    return all;
}
