/* The values part of abstract states, and the calls into the relational part. */
#include "domains/domain.h"

#include <assert.h>
#include <string.h>

static size_t bytes(const struct space *s) { return s->variables.size * sizeof(uint32_t); }

/* The values follow in the same block. */
static struct abstract *new_state(const struct space *s)
{
    struct abstract *st = mem_alloc(sizeof *st + bytes(s));
    st->values = (uint32_t *)(st + 1);
    st->relations = NULL;
    return st;
}

struct abstract *abstract_initial(const struct space *s)
{
    struct abstract *st = new_state(s);
    for (uint32_t i = 0; i < s->variables.size; i++) {
        struct value v = space_initial(s, i);
        st->values[i] = value_number(s->pool, &v);
    }
    if (s->domain) {
        st->relations = s->domain->new(s);
        s->domain->reduce(s, st);
    }
    return st;
}

struct abstract *abstract_copy(const struct space *s, const struct abstract *from)
{
    struct abstract *st = new_state(s);
    memcpy(st->values, from->values, bytes(s));
    if (s->domain)
        st->relations = s->domain->copy(s, from->relations);
    return st;
}

void abstract_become(const struct space *s, struct abstract *st, struct abstract *other)
{
    assert(st != other);
    void *relations = st->relations;
    memcpy(st->values, other->values, bytes(s));
    st->relations = other->relations;
    other->relations = relations;
}

void abstract_free(const struct space *s, struct abstract *st)
{
    if (!st)
        return;
    if (s->domain)
        s->domain->free(s, st->relations);
    mem_free(st);
}

const struct value *abstract_get(const struct space *s, const struct abstract *st, uint32_t variable)
{
    assert(variable < s->variables.size);
    return value_numbered(s->pool, st->values[variable]);
}

bool abstract_leq(const struct space *s, const struct abstract *a, const struct abstract *b)
{
    for (uint32_t i = 0; i < s->variables.size; i++)
        if (a->values[i] != b->values[i] && !value_leq(abstract_get(s, a, i), abstract_get(s, b, i)))
            return false;
    return !s->domain || s->domain->leq(s, a->relations, b->relations);
}

bool abstract_join(const struct space *s, struct abstract *a, const struct abstract *b)
{
    assert(a != b);
    bool changed = s->domain && s->domain->join(s, a, b); /* looks at the values of both: first */
    for (uint32_t i = 0; i < s->variables.size; i++) {
        if (a->values[i] == b->values[i])
            continue;
        const struct value *old = abstract_get(s, a, i), *more = abstract_get(s, b, i);
        if (value_leq(more, old))
            continue;
        struct value v = value_join(old, more);
        a->values[i] = value_number(s->pool, &v);
        changed = true;
    }
    return changed;
}

bool abstract_widen(const struct space *s, struct abstract *a, const struct abstract *b, const struct thresholds *t)
{
    bool changed = s->domain && s->domain->widen(s, a, b);
    for (uint32_t i = 0; i < s->variables.size; i++) {
        if (a->values[i] == b->values[i])
            continue;
        const struct value *old = abstract_get(s, a, i), *more = abstract_get(s, b, i);
        if (value_leq(more, old))
            continue;
        struct value v = value_join(old, more);
        v = value_widen(old, &v, t);
        a->values[i] = value_number(s->pool, &v);
        changed = true;
    }
    return changed;
}

void abstract_set(const struct space *s, struct abstract *st, uint32_t variable, const struct value *v)
{
    assert(variable < s->variables.size && value_valid(v));
    if (s->domain)
        s->domain->forget(s, st, variable);
    st->values[variable] = value_number(s->pool, v);
}

bool abstract_restrict(const struct space *s, struct abstract *st, uint32_t variable, const struct value *v)
{
    assert(variable < s->variables.size && value_valid(v));
    struct value both = value_meet(abstract_get(s, st, variable), v);
    if (both.bottom)
        return false;
    st->values[variable] = value_number(s->pool, &both);
    return true;
}

bool abstract_change(struct evaluator *ev, const struct space *s, const struct abstract *st, uint32_t variable, expr value,
                     struct drift *c)
{
    assert(variable < s->variables.size);
    return s->domain && !s->variables.data[variable].summary && s->variables.data[variable].width <= s->domain->says &&
           s->domain->change(ev, s, st, variable, value, c);
}

void abstract_shift(const struct space *s, struct abstract *st, uint32_t variable, const struct drift *c, const struct value *now)
{
    assert(variable < s->variables.size && value_valid(now));
    if (s->domain)
        s->domain->shift(s, st, variable, c);
    st->values[variable] = value_number(s->pool, now);
}

static expr variable_expr(const struct space *s, uint32_t variable, struct exprs *pool)
{
    const struct variable *v = &s->variables.data[variable];
    const struct cell *c = &s->program->cells.data[v->cell];
    if (!cell_is_array(c))
        return expr_cell(pool, c->width, c->id);
    return expr_read(pool, c->width, c->id, expr_const(pool, c->index_width, cell_slot_index(c, v->slot, s->instances)));
}

static expr value_to_expr(const struct value *v, expr x, struct exprs *pool)
{
    unsigned w = v->width;
    expr r = expr_bool(pool, true);
    if (v->count) {
        r = expr_bool(pool, false);
        for (unsigned i = 0; i < v->count; i++)
            r = expr_or(pool, r, expr_eq(pool, x, expr_const(pool, w, v->set[i])));
        return r;
    }
    struct value top = value_top(w);
    bool is_signed = v->slo != top.slo || v->shi != top.shi;
    if (is_signed && v->slo != top.slo)
        r = expr_and(pool, r, expr_binary(pool, E_SLE, expr_const(pool, w, (uint64_t)v->slo), x));
    if (is_signed && v->shi != top.shi)
        r = expr_and(pool, r, expr_binary(pool, E_SLE, x, expr_const(pool, w, (uint64_t)v->shi)));
    bool one_sign = v->slo >= 0 || v->shi < 0; /* then the signed bounds say it all */
    if (!one_sign && v->ulo != 0)
        r = expr_and(pool, r, expr_binary(pool, E_ULE, expr_const(pool, w, v->ulo), x));
    if (!one_sign && v->uhi != width_mask(w))
        r = expr_and(pool, r, expr_binary(pool, E_ULE, x, expr_const(pool, w, v->uhi)));
    if (v->mod > 1)
        r = expr_and(pool, r,
                     expr_eq(pool, expr_binary(pool, E_UREM, x, expr_const(pool, w, v->mod)), expr_const(pool, w, v->rem)));
    return r;
}

expr abstract_to_expr(const struct space *s, const struct abstract *st, struct exprs *pool, const bool *keep)
{
    expr r = expr_bool(pool, true);
    struct abstract *sharp = s->domain ? abstract_copy(s, st) : NULL; /* bounds that only the relations know */
    if (sharp && !s->domain->reduce(s, sharp)) {
        abstract_free(s, sharp);
        return expr_bool(pool, false);
    }
    for (uint32_t i = 0; i < s->variables.size; i++) {
        const struct value *v = abstract_get(s, sharp ? sharp : st, i);
        if (s->variables.data[i].summary || (keep && !keep[i]) || value_is_top(v))
            continue;
        r = expr_and(pool, r, value_to_expr(v, variable_expr(s, i, pool), pool));
    }
    if (sharp && !keep)
        r = expr_and(pool, r, s->domain->to_expr(s, sharp->relations, pool));
    abstract_free(s, sharp);
    return r;
}

void abstract_expressible(const struct space *s, struct abstract *st)
{
    if (s->domain && !s->domain->says)
        s->domain->forget_all(s, st);
    for (uint32_t i = 0; i < s->variables.size; i++) {
        const struct variable *v = &s->variables.data[i];
        if (v->summary) {
            struct value top = value_top(v->width);
            abstract_set(s, st, i, &top);
        } else if (s->domain && v->width > s->domain->says) {
            s->domain->forget(s, st, i);
        }
    }
}

const struct domain *domain_find(const char *name, bool *known)
{
    static const struct domain *const all[] = {
        &domain_octagons,
#ifdef HEDDLE_PPL
        &domain_polyhedra,
#endif
    };
    *known = !strcmp(name, "values") || !strcmp(name, "intervals");
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (!strcmp(name, all[i]->name)) {
            *known = true;
            return all[i];
        }
    return NULL;
}
