/* The domain of octagons: packs of variables that the program relates, an octagon for each. Variables are read as integers
 * as their C types say (linear.h); a step that might wrap around forgets what it writes. Octagons are shared between states
 * until one changes. */
#include "domains/linear.h"
#include "domains/octagon.h"

#include <string.h>

enum { PACK_MAX = 10 };

struct pack {
    uint32_t size;
    uint32_t variables[PACK_MAX];
};

struct packing {
    VECTOR(struct pack) packs;
    uint32_t *pack, *place; /* by variable; NONE */
};

/* What a state keeps: a list of octagons by pack; NULL: nothing known. */

static const struct packing *packing(const struct space *s) { return s->relations; }

/* --- packs --- */

struct merging {
    const struct space *s;
    uint32_t *leader, *size;
    uint32_t found[4], count;
};

static uint32_t leader(struct merging *m, uint32_t v)
{
    while (m->leader[v] != v)
        v = m->leader[v] = m->leader[m->leader[v]];
    return v;
}

static void relate(struct merging *m, uint32_t a, uint32_t b)
{
    a = leader(m, a);
    b = leader(m, b);
    if (a == b || m->size[a] + m->size[b] > PACK_MAX)
        return;
    m->leader[b] = a;
    m->size[a] += m->size[b];
}

static void note_variable(void *context, expr e)
{
    struct merging *m = context;
    if (e->op != E_CELL && e->op != E_READ)
        return;
    uint32_t v = m->s->first.data[e->value];
    if (v == NONE || m->s->variables.data[v].summary || m->s->variables.data[v].width == 1)
        return;
    if (e->op == E_READ) {
        if (!expr_is_const(e->arg[0]))
            return;
        v = space_variable(m->s, (uint32_t)e->value, e->arg[0]->value);
    }
    if (v != NONE && m->count < 4)
        m->found[m->count++] = v;
}

static void relate_compared(void *context, expr e)
{
    struct merging *m = context;
    if (e->op < E_EQ || e->op > E_SLE)
        return;
    m->count = 0;
    expr_visit(e, note_variable, m);
    if (m->count == 2)
        relate(m, m->found[0], m->found[1]);
}

static void relate_assigned(struct merging *m, const struct update *u)
{
    uint32_t v = m->s->first.data[u->cell];
    if (v == NONE || m->s->variables.data[v].summary || u->index || u->value->width == 1)
        return;
    m->count = 0;
    expr_visit(u->value, note_variable, m);
    if (m->count == 1)
        relate(m, v, m->found[0]);
}

/* Only edges of threads that this space is about matter: those that own its locals, or touch its shared cells. */
static void octagons_space_init(struct space *s)
{
    uint32_t n = s->variables.size;
    struct merging m = {.s = s, .leader = NEW_ARRAY(uint32_t, n + 1), .size = NEW_ARRAY(uint32_t, n + 1)};
    struct packing *p = NEW(struct packing);
    p->pack = NEW_ARRAY(uint32_t, n + 1);
    p->place = NEW_ARRAY(uint32_t, n + 1);
    uint32_t own = n > s->shared_count ? s->program->cells.data[s->variables.data[n - 1].cell].owner : NONE;
    for (uint32_t v = 0; v < n; v++) {
        m.leader[v] = v;
        m.size[v] = 1;
        p->pack[v] = NONE;
    }
    for (uint32_t k = 0; k < s->program->codes.size; k++)
        if (own == NONE || k == own)
            vector_each(const struct edge *, e, &s->program->codes.data[k].edges)
            {
                expr_visit(e->action.guard, relate_compared, &m);
                for (uint32_t i = 0; i < e->action.update_count; i++) {
                    expr_visit(e->action.updates[i].value, relate_compared, &m);
                    relate_assigned(&m, &e->action.updates[i]);
                }
            }
    for (uint32_t v = 0; v < n; v++) {
        uint32_t l = leader(&m, v);
        if (m.size[l] < 2)
            continue;
        if (p->pack[l] == NONE) {
            p->pack[l] = p->packs.size;
            vector_push(&p->packs, (struct pack){0});
        }
        struct pack *pack = &p->packs.data[p->pack[l]];
        p->pack[v] = p->pack[l];
        p->place[v] = pack->size;
        pack->variables[pack->size++] = v;
    }
    mem_free(m.leader);
    mem_free(m.size);
    s->relations = p;
}

static void octagons_space_free(struct space *s)
{
    struct packing *p = s->relations;
    vector_free(&p->packs);
    mem_free(p->pack);
    mem_free(p->place);
    mem_free(p);
}

/* --- states --- */

static void *octagons_new(const struct space *s) { return NEW_ARRAY(struct octagon *, packing(s)->packs.size + 1); }

static void *octagons_copy(const struct space *s, const void *r)
{
    struct octagon **c = octagons_new(s);
    memcpy(c, r, packing(s)->packs.size * sizeof *c);
    for (uint32_t i = 0; i < packing(s)->packs.size; i++)
        if (c[i])
            c[i]->users++;
    return c;
}

static void octagons_free(const struct space *s, void *r)
{
    struct octagon **o = r;
    for (uint32_t i = 0; r && i < packing(s)->packs.size; i++)
        octagon_free(o[i]);
    mem_free(r);
}

/* The octagon of a pack, to be changed. */
static struct octagon *own(const struct space *s, struct octagon **o, uint32_t pack)
{
    if (!o[pack]) {
        o[pack] = octagon_top(packing(s)->packs.data[pack].size);
    } else if (o[pack]->users > 1) {
        struct octagon *c = octagon_copy(o[pack]);
        octagon_free(o[pack]);
        o[pack] = c;
    }
    return o[pack];
}

/* What the values say about the variables of a pack, put into its octagon; closed. False: empty. */
static bool take_values(const struct space *s, const struct abstract *st, struct octagon *o, uint32_t pack)
{
    const struct pack *p = &packing(s)->packs.data[pack];
    for (uint32_t i = 0; i < p->size; i++) {
        const struct value *v = abstract_get(s, st, p->variables[i]);
        struct octagon_constraint c = {.x = i, .y = NONE, .a = 1};
        if (variable_signed(s, p->variables[i])) {
            c.c = v->shi;
            octagon_put(o, &c);
            c.a = -1;
            c.c = v->slo == INT64_MIN ? OCTAGON_INFINITE : -v->slo;
            octagon_put(o, &c);
        } else {
            c.c = v->uhi > INT64_MAX ? OCTAGON_INFINITE : (int64_t)v->uhi;
            octagon_put(o, &c);
            c.a = -1;
            c.c = v->ulo > INT64_MAX ? OCTAGON_INFINITE : -(int64_t)v->ulo;
            octagon_put(o, &c);
        }
    }
    return octagon_close(o);
}

/* The other way round. */
static bool give_values(const struct space *s, struct abstract *st, const struct octagon *o, uint32_t pack)
{
    const struct pack *p = &packing(s)->packs.data[pack];
    for (uint32_t i = 0; i < p->size; i++) {
        uint32_t variable = p->variables[i];
        unsigned w = s->variables.data[variable].width;
        int64_t high = octagon_bound(o, &(struct octagon_constraint){.x = i, .y = NONE, .a = 1});
        int64_t low = octagon_bound(o, &(struct octagon_constraint){.x = i, .y = NONE, .a = -1});
        bool is_signed = variable_signed(s, variable);
        struct value v = value_top(w);
        int64_t least = is_signed ? sign_extend(UINT64_C(1) << (w - 1), w) : 0;
        int64_t from = low == OCTAGON_INFINITE ? least : -low;
        if (from < least)
            from = least;
        if (high != OCTAGON_INFINITE && high < from)
            return false;
        if (is_signed)
            v = value_signed(w, from, high == OCTAGON_INFINITE ? (int64_t)(width_mask(w) >> 1) : high);
        else
            v = value_unsigned(w, (uint64_t)from, high == OCTAGON_INFINITE ? width_mask(w) : (uint64_t)high);
        if (v.bottom || !abstract_restrict(s, st, variable, &v))
            return false;
    }
    return true;
}

static bool octagons_reduce(const struct space *s, struct abstract *st)
{
    struct octagon **o = st->relations;
    for (uint32_t i = 0; i < packing(s)->packs.size; i++) {
        if (!o[i])
            continue;
        struct octagon *mine = own(s, o, i);
        if (!take_values(s, st, mine, i) || !give_values(s, st, mine, i))
            return false;
    }
    return true;
}

static bool octagons_leq(const struct space *s, const void *a, const void *b)
{
    struct octagon *const *x = a, *const *y = b;
    for (uint32_t i = 0; i < packing(s)->packs.size; i++)
        if (y[i] && x[i] != y[i] && (!x[i] || !octagon_leq(x[i], y[i])))
            return false;
    return true;
}

/* The closed octagon of a pack with the values; a fresh one. NULL: the state is empty. */
static struct octagon *complete(const struct space *s, const struct abstract *st, uint32_t pack)
{
    struct octagon *const *o = st->relations;
    struct octagon *c = o[pack] ? octagon_copy(o[pack]) : octagon_top(packing(s)->packs.data[pack].size);
    if (take_values(s, st, c, pack))
        return c;
    octagon_free(c);
    return NULL;
}

static bool octagons_join(const struct space *s, struct abstract *a, const struct abstract *b)
{
    struct octagon **x = a->relations, *const *y = b->relations;
    bool changed = false;
    for (uint32_t i = 0; i < packing(s)->packs.size; i++) {
        if (x[i] && x[i] == y[i] && !memcmp(a->values, b->values, s->variables.size * sizeof *a->values))
            continue;
        struct octagon *p = complete(s, a, i), *q = complete(s, b, i);
        if (p && q) {
            changed |= octagon_join(p, q) || !x[i];
            octagon_free(x[i]);
            x[i] = p;
        } else { /* one of them covers nothing: what the other knows stays, or is taken over */
            octagon_free(p);
            if (q && !p) {
                octagon_free(x[i]);
                x[i] = octagon_copy(q);
                changed = true;
            }
        }
        octagon_free(q);
    }
    return changed;
}

static bool octagons_widen(const struct space *s, struct abstract *a, const struct abstract *b)
{
    struct octagon **x = a->relations;
    bool changed = false;
    for (uint32_t i = 0; i < packing(s)->packs.size; i++) {
        struct octagon *q = complete(s, b, i);
        if (q && x[i])
            changed |= octagon_widen(own(s, x, i), q);
        octagon_free(q);
    }
    return changed;
}

static void octagons_forget(const struct space *s, struct abstract *st, uint32_t variable)
{
    const struct packing *p = packing(s);
    struct octagon **o = st->relations;
    if (p->pack[variable] == NONE || !o[p->pack[variable]])
        return;
    struct octagon *mine = own(s, o, p->pack[variable]);
    octagon_close(mine);
    octagon_forget(mine, p->place[variable]);
}

/* x - y <= c for the linear terms x and y; possible? */
static bool add_difference(const struct space *s, struct abstract *st, const struct linear *x, const struct linear *y, __int128 c)
{
    const struct packing *p = packing(s);
    if (!x->coefficient || !y->coefficient || x->variable == y->variable || p->pack[x->variable] == NONE ||
        p->pack[x->variable] != p->pack[y->variable])
        return true; /* about one variable: the values know */
    __int128 bound = c - x->constant + y->constant;
    if (bound >= OCTAGON_INFINITE || bound <= -OCTAGON_INFINITE)
        return true;
    struct octagon_constraint k = {p->place[x->variable], p->place[y->variable], x->coefficient, -y->coefficient, (int64_t)bound};
    struct octagon *o = own(s, st->relations, p->pack[x->variable]);
    return octagon_close(o) && octagon_add(o, &k);
}

static bool compare_terms(struct evaluator *ev, const struct space *s, struct abstract *st, enum expr_op op, expr a, expr b)
{
    bool is_signed = op == E_SLT || op == E_SLE;
    struct linear x, y;
    if (op != E_EQ) {
        if (!linear_of(ev, s, st, a, is_signed, &x) || !linear_of(ev, s, st, b, is_signed, &y))
            return true;
        return add_difference(s, st, &x, &y, op == E_SLT || op == E_ULT ? -1 : 0);
    }
    for (int reading = 0; reading < 2; reading++)
        if (linear_of(ev, s, st, a, reading, &x) && linear_of(ev, s, st, b, reading, &y))
            return add_difference(s, st, &x, &y, 0) && add_difference(s, st, &y, &x, 0);
    return true;
}

/* a != b: excludes the end of the range of a - b, if it is one; possible? */
static bool differ_terms(struct evaluator *ev, const struct space *s, struct abstract *st, expr a, expr b)
{
    const struct packing *p = packing(s);
    struct octagon *const *o = st->relations;
    struct linear x, y;
    bool found = false;
    for (int reading = 0; reading < 2 && !found; reading++)
        found = linear_of(ev, s, st, a, reading, &x) && linear_of(ev, s, st, b, reading, &y);
    if (!found || !x.coefficient || !y.coefficient || x.variable == y.variable || p->pack[x.variable] == NONE ||
        p->pack[x.variable] != p->pack[y.variable] || !o[p->pack[x.variable]])
        return true;
    const struct octagon *known = o[p->pack[x.variable]];
    struct octagon_constraint up = {p->place[x.variable], p->place[y.variable], x.coefficient, -y.coefficient, 0};
    struct octagon_constraint down = {up.x, up.y, -up.a, -up.b, 0};
    int64_t most = octagon_bound(known, &up), least = octagon_bound(known, &down);
    __int128 equal = y.constant - x.constant;
    if (most != OCTAGON_INFINITE && most == equal && !add_difference(s, st, &x, &y, -1))
        return false;
    return least == OCTAGON_INFINITE || least != -equal || add_difference(s, st, &y, &x, -1);
}

static bool octagons_guard(struct evaluator *ev, const struct space *s, struct abstract *st, expr e, bool truth)
{
    switch (e->op) {
    case E_NOT: return e->width != 1 || octagons_guard(ev, s, st, e->arg[0], !truth);
    case E_AND:
    case E_OR:
        if (e->width != 1 || (e->op == E_AND) != truth)
            return true;
        return octagons_guard(ev, s, st, e->arg[0], truth) && octagons_guard(ev, s, st, e->arg[1], truth);
    case E_EQ: return truth ? compare_terms(ev, s, st, E_EQ, e->arg[0], e->arg[1]) : differ_terms(ev, s, st, e->arg[0], e->arg[1]);
    case E_ULT:
    case E_ULE:
    case E_SLT:
    case E_SLE: {
        enum expr_op not = e->op == E_ULT ? E_ULE : e->op == E_ULE ? E_ULT : e->op == E_SLT ? E_SLE : E_SLT;
        return truth ? compare_terms(ev, s, st, e->op, e->arg[0], e->arg[1]) : compare_terms(ev, s, st, not, e->arg[1], e->arg[0]);
    }
    default: return true;
    }
}

/* The term that a write gives its variable, in the variable's reading; only if it is about another variable of the pack that
 * still has its old value, or about the variable itself. */
static bool usable(struct evaluator *ev, const struct space *s, const struct abstract *st, const struct write *writes,
                   uint32_t i, struct linear *t)
{
    const struct write *w = &writes[i];
    const struct packing *p = packing(s);
    if (w->weak || !linear_of(ev, s, st, w->value, variable_signed(s, w->variable), t) || !t->coefficient)
        return false;
    if (p->pack[t->variable] != p->pack[w->variable] || t->constant >= OCTAGON_INFINITE || t->constant <= -OCTAGON_INFINITE)
        return false;
    for (uint32_t k = 0; k < i; k++)
        if (writes[k].variable == t->variable)
            return false;
    for (uint32_t k = 0; k < i; k++) /* written before in the same action: the later write wins */
        if (writes[k].variable == w->variable)
            return false;
    return true;
}

static void octagons_assign(struct evaluator *ev, const struct space *s, struct abstract *st, const struct write *writes,
                            uint32_t count)
{
    const struct packing *p = packing(s);
    struct octagon **o = st->relations;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t x = writes[i].variable, pack = p->pack[x];
        struct linear t;
        if (pack == NONE)
            continue;
        bool known = usable(ev, s, st, writes, i, &t);
        if (!known && !o[pack])
            continue;
        struct octagon *mine = own(s, o, pack);
        if (!octagon_close(mine)) /* empty: nothing is lost by knowing nothing */
            known = false;
        if (known && t.variable == x && t.coefficient == 1) {
            octagon_shift(mine, p->place[x], (int64_t)t.constant);
            continue;
        }
        octagon_forget(mine, p->place[x]);
        if (!known || t.variable == x)
            continue;
        int64_t c = (int64_t)t.constant;
        struct octagon_constraint up = {p->place[x], p->place[t.variable], 1, -t.coefficient, c};
        struct octagon_constraint down = {p->place[x], p->place[t.variable], -1, t.coefficient, -c};
        octagon_put(mine, &up);
        octagon_put(mine, &down);
        if (!octagon_close(mine)) {
            octagon_free(mine);
            o[pack] = NULL;
        }
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

/* One bound on two variables, if it says more than the bounds of each. */
static expr bound_expr(const struct space *s, const struct octagon *o, const struct pack *p, struct octagon_constraint *k,
                       struct exprs *pool)
{
    int64_t c = octagon_bound(o, k);
    int64_t one = octagon_bound(o, &(struct octagon_constraint){.x = k->x, .y = NONE, .a = k->a});
    int64_t two = octagon_bound(o, &(struct octagon_constraint){.x = k->y, .y = NONE, .a = k->b});
    unsigned wx = s->variables.data[p->variables[k->x]].width, wy = s->variables.data[p->variables[k->y]].width;
    unsigned w = (wx > wy ? wx : wy) + 3;
    if (c == OCTAGON_INFINITE || w > 64 || (one != OCTAGON_INFINITE && two != OCTAGON_INFINITE && (__int128)c >= (__int128)one + two))
        return expr_bool(pool, true);
    if (c > (int64_t)(width_mask(w) >> 1) || c < -(int64_t)(width_mask(w) >> 1))
        return expr_bool(pool, true);
    expr x = integer(s, p->variables[k->x], w, pool), y = integer(s, p->variables[k->y], w, pool);
    x = k->a < 0 ? expr_unary(pool, E_NEG, x) : x;
    expr sum = k->b < 0 ? expr_sub(pool, x, y) : expr_add(pool, x, y);
    return expr_binary(pool, E_SLE, sum, expr_const(pool, w, (uint64_t)c));
}

static expr octagons_to_expr(const struct space *s, const void *r, struct exprs *pool)
{
    struct octagon *const *o = r;
    expr all = expr_bool(pool, true);
    for (uint32_t i = 0; i < packing(s)->packs.size; i++) {
        const struct pack *p = &packing(s)->packs.data[i];
        for (uint32_t x = 0; o[i] && x < p->size; x++)
            for (uint32_t y = 0; y < x; y++)
                for (int sign = 0; sign < 4; sign++) {
                    struct octagon_constraint k = {x, y, sign & 1 ? 1 : -1, sign & 2 ? 1 : -1, 0};
                    all = expr_and(pool, all, bound_expr(s, o[i], p, &k, pool));
                }
    }
    return all;
}

const struct domain domain_octagons = {
    .name = "octagons",
    .space_init = octagons_space_init,
    .space_free = octagons_space_free,
    .new = octagons_new,
    .copy = octagons_copy,
    .free = octagons_free,
    .leq = octagons_leq,
    .join = octagons_join,
    .widen = octagons_widen,
    .guard = octagons_guard,
    .assign = octagons_assign,
    .forget = octagons_forget,
    .reduce = octagons_reduce,
    .to_expr = octagons_to_expr,
};
