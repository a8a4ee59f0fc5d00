#include "domains/packs.h"

#include <string.h>

/* A relation, shared between states until one of them changes it. A state keeps one a pack; NULL: nothing known.
 * Invariant: where taken[i] is not NONE the body is closed and has the bounds of that value for the variable at i. */
struct relation {
    uint32_t users;
    uint32_t taken[PACK_MAX]; /* by place: number of the value that was put into the body last, or NONE */
    bool reduced;             /* the body tells nothing more about variables that have the values taken */
    void *body;
};

static const struct packing *packing(const struct space *s) { return s->relations; }
static const struct pack_ops *ops(const struct space *s) { return packing(s)->ops; }

void packs_space_free(struct space *s) { packing_free(s->relations); }

static struct relation *relation_of(void *body)
{
    struct relation *r = NEW(struct relation);
    r->users = 1;
    r->body = body;
    for (uint32_t i = 0; i < PACK_MAX; i++)
        r->taken[i] = NONE;
    return r;
}

static struct relation *relation_copy(const struct space *s, const struct relation *r)
{
    struct relation *c = NEW(struct relation);
    *c = *r;
    c->users = 1;
    c->body = ops(s)->copy(r->body);
    return c;
}

static void relation_free(const struct space *s, struct relation *r)
{
    if (r && --r->users == 0) {
        ops(s)->free(r->body);
        mem_free(r);
    }
}

void *packs_new(const struct space *s) { return NEW_ARRAY(struct relation *, packing(s)->packs.size + 1); }

void *packs_copy(const struct space *s, const void *r)
{
    struct relation **c = packs_new(s);
    memcpy(c, r, packing(s)->packs.size * sizeof *c);
    for (uint32_t i = 0; i < packing(s)->packs.size; i++)
        if (c[i])
            c[i]->users++;
    return c;
}

void packs_free(const struct space *s, void *r)
{
    struct relation **o = r;
    for (uint32_t i = 0; r && i < packing(s)->packs.size; i++)
        relation_free(s, o[i]);
    mem_free(r);
}

/* The relation of a pack, to be changed by this state alone. */
static struct relation *own(const struct space *s, struct abstract *st, uint32_t pack)
{
    struct relation **o = st->relations;
    if (!o[pack]) {
        o[pack] = relation_of(ops(s)->new(packing(s)->packs.data[pack].size));
    } else if (o[pack]->users > 1) {
        struct relation *c = relation_copy(s, o[pack]);
        relation_free(s, o[pack]);
        o[pack] = c;
    }
    return o[pack];
}

static void no_longer_known(const struct space *s, struct abstract *st, uint32_t pack)
{
    struct relation **o = st->relations;
    relation_free(s, o[pack]);
    o[pack] = NULL;
}

/* Whether the relation already has all that the state's values say. */
static bool has_values(const struct space *s, const struct abstract *st, const struct relation *r, uint32_t pack)
{
    const struct pack *p = &packing(s)->packs.data[pack];
    for (uint32_t i = 0; i < p->size; i++)
        if (r->taken[i] != st->values[p->variables[i]])
            return false;
    return true;
}

/* Of a variable, read as its C type says. */
static void bounds(const struct space *s, uint32_t variable, const struct value *v, __int128 *low, __int128 *high)
{
    bool is_signed = variable_signed(s, variable);
    *low = is_signed ? (__int128)v->slo : (__int128)v->ulo;
    *high = is_signed ? (__int128)v->shi : (__int128)v->uhi;
}

/* What the values say about the variables of a pack, put into its relation; closed. False: empty. */
static bool take_values(const struct space *s, const struct abstract *st, struct relation *r, uint32_t pack)
{
    const struct pack *p = &packing(s)->packs.data[pack];
    for (uint32_t i = 0; i < p->size; i++) {
        __int128 low, high;
        if (r->taken[i] == st->values[p->variables[i]])
            continue;
        r->taken[i] = st->values[p->variables[i]];
        r->reduced = false;
        bounds(s, p->variables[i], abstract_get(s, st, p->variables[i]), &low, &high);
        ops(s)->put(r->body, i, 1, high);
        ops(s)->put(r->body, i, -1, -low);
    }
    return ops(s)->close(r->body);
}

/* The other way round. */
static bool give_values(const struct space *s, struct abstract *st, const void *body, uint32_t pack)
{
    const struct pack *p = &packing(s)->packs.data[pack];
    for (uint32_t i = 0; i < p->size; i++) {
        uint32_t variable = p->variables[i];
        unsigned w = s->variables.data[variable].width;
        bool is_signed = variable_signed(s, variable);
        __int128 size = (__int128)width_mask(w) + 1, least = is_signed ? -size / 2 : 0, most = least + size - 1, b;
        struct linear up = {.count = 1, .term = {{i, 1}}}, down = {.count = 1, .term = {{i, -1}}};
        if (ops(s)->bound(body, &up, &b) && b < most)
            most = b;
        if (ops(s)->bound(body, &down, &b) && -b > least)
            least = -b;
        if (least > most)
            return false;
        struct value v = is_signed ? value_signed(w, (int64_t)least, (int64_t)most)
                                   : value_unsigned(w, (uint64_t)least, (uint64_t)most);
        if (!abstract_restrict(s, st, variable, &v))
            return false;
    }
    return true;
}

bool packs_reduce(const struct space *s, struct abstract *st)
{
    struct relation **o = st->relations;
    for (uint32_t i = 0; i < packing(s)->packs.size; i++) {
        if (!o[i] || (o[i]->reduced && has_values(s, st, o[i], i)))
            continue;
        struct relation *mine = own(s, st, i);
        if (!take_values(s, st, mine, i) || !give_values(s, st, mine->body, i))
            return false;
        mine->reduced = has_values(s, st, mine, i);
    }
    return true;
}

bool packs_leq(const struct space *s, const void *a, const void *b)
{
    struct relation *const *x = a, *const *y = b;
    for (uint32_t i = 0; i < packing(s)->packs.size; i++)
        if (y[i] && x[i] != y[i] && (!x[i] || !ops(s)->leq(x[i]->body, y[i]->body)))
            return false;
    return true;
}

/* The closed relation of a pack with the values; to be released. NULL: the state is empty. */
static struct relation *complete(const struct space *s, const struct abstract *st, uint32_t pack)
{
    struct relation *r = ((struct relation *const *)st->relations)[pack];
    if (r && has_values(s, st, r, pack)) {
        r->users++;
        return r;
    }
    r = r ? relation_copy(s, r) : relation_of(ops(s)->new(packing(s)->packs.data[pack].size));
    if (take_values(s, st, r, pack))
        return r;
    relation_free(s, r);
    return NULL;
}

/* The number of the value that the variable has after a join of two states, if the join of relations that have the
 * values of both has its bounds; else NONE. */
static uint32_t joined(const struct space *s, const struct abstract *a, const struct abstract *b, uint32_t variable)
{
    const struct value *x = abstract_get(s, a, variable), *y = abstract_get(s, b, variable);
    if (a->values[variable] == b->values[variable] || value_leq(y, x))
        return a->values[variable];
    struct value v = value_join(x, y);
    __int128 low, high, l, h, k, m;
    bounds(s, variable, &v, &low, &high);
    bounds(s, variable, x, &l, &h);
    bounds(s, variable, y, &k, &m);
    return low == (l < k ? l : k) && high == (h > m ? h : m) ? value_number(s->pool, &v) : NONE;
}

/* Joins q, the relation of b, into that of a, which is p with a's values. */
static bool join_pack(const struct space *s, struct abstract *a, const struct abstract *b, uint32_t pack,
                      struct relation *p, const struct relation *q)
{
    struct relation **x = a->relations;
    const struct pack *places = &packing(s)->packs.data[pack];
    if (ops(s)->leq(q->body, p->body))
        return false;
    p->users++;
    relation_free(s, x[pack]);
    x[pack] = p;
    struct relation *mine = own(s, a, pack);
    ops(s)->join(mine->body, q->body);
    mine->reduced = false;
    for (uint32_t i = 0; i < places->size; i++)
        mine->taken[i] = joined(s, a, b, places->variables[i]);
    return true;
}

static bool same_values(const struct space *s, const struct abstract *a, const struct abstract *b, uint32_t pack)
{
    const struct pack *p = &packing(s)->packs.data[pack];
    for (uint32_t i = 0; i < p->size; i++)
        if (a->values[p->variables[i]] != b->values[p->variables[i]])
            return false;
    return true;
}

bool packs_join(const struct space *s, struct abstract *a, const struct abstract *b)
{
    struct relation **x = a->relations, *const *y = b->relations;
    bool changed = false;
    for (uint32_t i = 0; i < packing(s)->packs.size; i++) {
        if (x[i] == y[i] && same_values(s, a, b, i))
            continue;
        struct relation *p = complete(s, a, i), *q = complete(s, b, i);
        if (p && q) {
            changed |= join_pack(s, a, b, i, p, q);
        } else if (q) { /* a covers nothing */
            relation_free(s, x[i]);
            x[i] = q;
            q->users++;
            changed = true;
        }
        relation_free(s, p);
        relation_free(s, q);
    }
    return changed;
}

bool packs_widen(const struct space *s, struct abstract *a, const struct abstract *b)
{
    struct relation **x = a->relations;
    bool changed = false;
    for (uint32_t i = 0; i < packing(s)->packs.size; i++) {
        struct relation *q = x[i] ? complete(s, b, i) : NULL;
        if (q && !ops(s)->leq(q->body, x[i]->body)) {
            struct relation *mine = own(s, a, i);
            changed |= ops(s)->widen(mine->body, q->body);
            mine->reduced = false;
            for (uint32_t k = 0; k < PACK_MAX; k++)
                mine->taken[k] = NONE;
        }
        relation_free(s, q);
    }
    return changed;
}

void packs_forget_all(const struct space *s, struct abstract *st)
{
    for (uint32_t i = 0; i < packing(s)->packs.size; i++)
        no_longer_known(s, st, i);
}

void packs_forget(const struct space *s, struct abstract *st, uint32_t variable)
{
    const struct packing *p = packing(s);
    struct relation **o = st->relations;
    uint32_t pack = p->pack[variable];
    if (pack == NONE || !o[pack])
        return;
    struct relation *mine = own(s, st, pack);
    if (ops(s)->close(mine->body)) {
        ops(s)->forget(mine->body, p->place[variable]);
        mine->taken[p->place[variable]] = NONE;
        mine->reduced = false;
    } else { /* empty: nothing is lost by knowing nothing */
        no_longer_known(s, st, pack);
    }
}

/* The pack of all variables of the form, which then speaks of places in it; NONE if there is no such. */
static uint32_t localise(const struct space *s, struct linear *form)
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
static bool add_difference(const struct space *s, struct abstract *st, const struct linear *a, const struct linear *b,
                           int64_t c)
{
    struct linear form = *a;
    if (!linear_add(&form, b, -1) || form.count < 2)
        return true;
    form.constant += c;
    uint32_t pack = localise(s, &form);
    if (pack == NONE)
        return true;
    struct relation *mine = own(s, st, pack);
    mine->reduced = false;
    return ops(s)->close(mine->body) && ops(s)->add(mine->body, &form);
}

static bool compare_terms(struct evaluator *ev, const struct space *s, struct abstract *st, enum expr_op op, expr a,
                          expr b)
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
        uint32_t pack = localise(s, &form);
        if (pack == NONE || !o[pack])
            return true;
        if (ops(s)->bound(o[pack]->body, &form, &most) && most <= 0 &&
            !add_difference(s, st, swap ? &y : &x, swap ? &x : &y, 1))
            return false;
    }
    return true;
}

bool packs_guard(struct evaluator *ev, const struct space *s, struct abstract *st, expr e, bool truth)
{
    switch (e->op) {
    case E_NOT: return e->width != 1 || packs_guard(ev, s, st, e->arg[0], !truth);
    case E_AND:
    case E_OR:
        if (e->width != 1 || (e->op == E_AND) != truth)
            return true;
        return packs_guard(ev, s, st, e->arg[0], truth) && packs_guard(ev, s, st, e->arg[1], truth);
    case E_EQ:
        return truth ? compare_terms(ev, s, st, E_EQ, e->arg[0], e->arg[1])
                     : differ_terms(ev, s, st, e->arg[0], e->arg[1]);
    case E_ULT:
    case E_ULE:
    case E_SLT:
    case E_SLE: {
        enum expr_op not= e->op == E_ULT ? E_ULE : e->op == E_ULE ? E_ULT : e->op == E_SLT ? E_SLE : E_SLT;
        return truth ? compare_terms(ev, s, st, e->op, e->arg[0], e->arg[1])
                     : compare_terms(ev, s, st, not, e->arg[1], e->arg[0]);
    }
    default: return true;
    }
}

/* The form that a write gives its variable, in the variable's reading; only if the variables in it still have their old
 * values when the writes are done one after the other. */
static bool usable(struct evaluator *ev, const struct space *s, const struct abstract *st, const struct write *writes,
                   uint32_t i, struct linear *form)
{
    const struct write *w = &writes[i];
    uint32_t pack = packing(s)->pack[w->variable];
    if (w->weak || !linear_of(ev, s, st, w->value, variable_signed(s, w->variable), form) || !form->count)
        return false;
    for (uint32_t k = 0; k < i; k++) {
        if (writes[k].variable == w->variable)
            return false; /* the later of two writes wins */
        for (uint32_t t = 0; t < form->count; t++)
            if (writes[k].variable == form->term[t].variable)
                return false;
    }
    return localise(s, form) == pack;
}

void packs_assign(struct evaluator *ev, const struct space *s, struct abstract *st, const struct write *writes,
                  uint32_t count)
{
    const struct packing *p = packing(s);
    struct relation **o = st->relations;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t x = writes[i].variable, pack = p->pack[x];
        struct linear form;
        if (pack == NONE)
            continue;
        bool known = usable(ev, s, st, writes, i, &form);
        if (!known && !o[pack])
            continue;
        struct relation *mine = own(s, st, pack);
        mine->reduced = false;
        mine->taken[p->place[x]] = NONE;
        if (!ops(s)->close(mine->body))
            no_longer_known(s, st, pack);
        else if (known)
            ops(s)->assign(mine->body, p->place[x], &form);
        else
            ops(s)->forget(mine->body, p->place[x]);
    }
}

static expr integer(const struct space *s, uint32_t variable, unsigned width, struct exprs *pool)
{
    const struct variable *v = &s->variables.data[variable];
    const struct cell *c = &s->program->cells.data[v->cell];
    expr e = cell_is_array(c) ? expr_read(pool, c->width, c->id,
                                          expr_const(pool, c->index_width, cell_slot_index(c, v->slot, s->instances)))
                              : expr_cell(pool, c->width, c->id);
    return c->is_signed ? expr_sext(pool, e, width) : expr_zext(pool, e, width);
}

/* a x + b y <= c, if that says more than the bounds of each. */
static expr bound_expr(const struct space *s, const void *body, const struct pack *p, uint32_t x, int a, uint32_t y,
                       int b, struct exprs *pool)
{
    struct linear sum = {.count = 2, .term = {{x, a}, {y, b}}}, one = {.count = 1, .term = {{x, a}}},
                  two = {.count = 1, .term = {{y, b}}};
    __int128 c, c1, c2;
    unsigned wx = s->variables.data[p->variables[x]].width, wy = s->variables.data[p->variables[y]].width;
    unsigned w = (wx > wy ? wx : wy) + 3;
    if (w > 64 || !ops(s)->bound(body, &sum, &c))
        return expr_bool(pool, true);
    if (ops(s)->bound(body, &one, &c1) && ops(s)->bound(body, &two, &c2) && c >= c1 + c2)
        return expr_bool(pool, true);
    if (c > (__int128)(width_mask(w) >> 1) || c < -(__int128)(width_mask(w) >> 1))
        return expr_bool(pool, true);
    expr ex = integer(s, p->variables[x], w, pool), ey = integer(s, p->variables[y], w, pool);
    expr left = a < 0   ? b < 0 ? expr_unary(pool, E_NEG, expr_add(pool, ex, ey)) : expr_sub(pool, ey, ex)
                  : b < 0 ? expr_sub(pool, ex, ey)
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
                for (int sign = 0; sign < 4; sign++)
                    all = expr_and(pool, all,
                                   bound_expr(s, o[i]->body, p, x, sign & 1 ? 1 : -1, y, sign & 2 ? 1 : -1, pool));
    }
    return all;
}
