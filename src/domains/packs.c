#include "domains/relation.h"

#include <string.h>

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

void relation_release(const struct space *s, struct relation *r)
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
        relation_release(s, o[i]);
    mem_free(r);
}

struct relation *relation_own(const struct space *s, struct abstract *st, uint32_t pack)
{
    struct relation **o = st->relations;
    if (!o[pack]) {
        o[pack] = relation_of(ops(s)->new(packing(s)->packs.data[pack].size));
    } else if (o[pack]->users > 1) {
        struct relation *c = relation_copy(s, o[pack]);
        relation_release(s, o[pack]);
        o[pack] = c;
    }
    return o[pack];
}

void relation_forget(const struct space *s, struct abstract *st, uint32_t pack)
{
    struct relation **o = st->relations;
    relation_release(s, o[pack]);
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
        struct value v =
            is_signed ? value_signed(w, (int64_t)least, (int64_t)most) : value_unsigned(w, (uint64_t)least, (uint64_t)most);
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
        struct relation *mine = relation_own(s, st, i);
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

struct relation *relation_complete(const struct space *s, const struct abstract *st, uint32_t pack)
{
    struct relation *r = ((struct relation *const *)st->relations)[pack];
    if (r && has_values(s, st, r, pack)) {
        r->users++;
        return r;
    }
    r = r ? relation_copy(s, r) : relation_of(ops(s)->new(packing(s)->packs.data[pack].size));
    if (take_values(s, st, r, pack))
        return r;
    relation_release(s, r);
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
static bool join_pack(const struct space *s, struct abstract *a, const struct abstract *b, uint32_t pack, struct relation *p,
                      const struct relation *q)
{
    struct relation **x = a->relations;
    const struct pack *places = &packing(s)->packs.data[pack];
    if (ops(s)->leq(q->body, p->body))
        return false;
    p->users++;
    relation_release(s, x[pack]);
    x[pack] = p;
    struct relation *mine = relation_own(s, a, pack);
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
        struct relation *p = relation_complete(s, a, i), *q = relation_complete(s, b, i);
        if (p && q) {
            changed |= join_pack(s, a, b, i, p, q);
        } else if (q) { /* a covers nothing */
            relation_release(s, x[i]);
            x[i] = q;
            q->users++;
            changed = true;
        }
        relation_release(s, p);
        relation_release(s, q);
    }
    return changed;
}

bool packs_widen(const struct space *s, struct abstract *a, const struct abstract *b)
{
    struct relation **x = a->relations;
    bool changed = false;
    for (uint32_t i = 0; i < packing(s)->packs.size; i++) {
        struct relation *q = x[i] ? relation_complete(s, b, i) : NULL;
        if (q && !ops(s)->leq(q->body, x[i]->body)) {
            struct relation *mine = relation_own(s, a, i);
            changed |= ops(s)->widen(mine->body, q->body);
            mine->reduced = false;
            for (uint32_t k = 0; k < PACK_MAX; k++)
                mine->taken[k] = NONE;
        }
        relation_release(s, q);
    }
    return changed;
}

void packs_forget_all(const struct space *s, struct abstract *st)
{
    for (uint32_t i = 0; i < packing(s)->packs.size; i++)
        relation_forget(s, st, i);
}

void packs_forget(const struct space *s, struct abstract *st, uint32_t variable)
{
    const struct packing *p = packing(s);
    struct relation **o = st->relations;
    uint32_t pack = p->pack[variable];
    if (pack == NONE || !o[pack])
        return;
    struct relation *mine = relation_own(s, st, pack);
    if (ops(s)->close(mine->body)) {
        ops(s)->forget(mine->body, p->place[variable]);
        mine->taken[p->place[variable]] = NONE;
        mine->reduced = false;
    } else { /* empty: nothing is lost by knowing nothing */
        relation_forget(s, st, pack);
    }
}
