/* Expressions in abstract states: forward evaluation with a memo, and refinement by what an expression must be, pushed
 * down to the variables operator by operator. */
#include "domains/domain.h"

#include <assert.h>
#include <string.h>

enum { SPLIT_DEPTH_MAX = 6 };

struct input_value {
    uint32_t site;
    struct value value;
};

struct evaluator {
    const struct exprs *pool;
    uint64_t *stamp; /* by expression: generation of what memo holds */
    struct value *memo;
    uint32_t capacity;
    uint64_t generation; /* a new one whenever the state or its contents change */
    const struct abstract *state;
    VECTOR(struct input_value) inputs; /* what the guard has told about inputs of this action */
    unsigned split_depth;
};

struct evaluator *evaluator_new(const struct exprs *pool)
{
    struct evaluator *ev = NEW(struct evaluator);
    ev->pool = pool;
    ev->generation = 1;
    return ev;
}

void evaluator_free(struct evaluator *ev)
{
    if (!ev)
        return;
    mem_free(ev->stamp);
    mem_free(ev->memo);
    vector_free(&ev->inputs);
    mem_free(ev);
}

static void changed(struct evaluator *ev) { ev->generation++; }

static void prepare(struct evaluator *ev, const struct abstract *st)
{
    uint32_t n = exprs_count(ev->pool);
    if (n > ev->capacity) {
        uint32_t more = n + n / 2;
        ev->stamp = mem_realloc(ev->stamp, more * sizeof *ev->stamp);
        ev->memo = mem_realloc(ev->memo, more * sizeof *ev->memo);
        memset(ev->stamp + ev->capacity, 0, (more - ev->capacity) * sizeof *ev->stamp);
        ev->capacity = more;
    }
    ev->state = st;
}

void evaluator_begin(struct evaluator *ev)
{
    vector_clear(&ev->inputs);
    changed(ev);
}

static struct value *input(struct evaluator *ev, expr e)
{
    vector_each(struct input_value *, i, &ev->inputs)
        if (i->site == e->value)
            return &i->value;
    struct input_value fresh = {(uint32_t)e->value, value_top(e->width)};
    vector_push(&ev->inputs, fresh);
    return &vector_last(&ev->inputs).value;
}

/* What a read of the array cell at any of the indices may give; outside all ranges it is 0. */
static struct value read_array(const struct space *s, const struct abstract *st, uint32_t cell, unsigned width,
                               const struct value *index)
{
    struct value r = value_bottom(width), zero = value_const(width, 0);
    if (s->first[cell] == NONE)
        return value_top(width);
    if (space_may_miss(s, cell, index))
        r = zero;
    if (!space_is_summary(s, cell) && index->count) {
        for (unsigned i = 0; i < index->count; i++) {
            uint32_t v = space_variable(s, cell, index->set[i]);
            if (v != NONE)
                r = value_join(&r, abstract_get(s, st, v));
        }
        return r;
    }
    for (uint32_t i = 0; i < space_count(s, cell); i++)
        r = value_join(&r, abstract_get(s, st, s->first[cell] + i));
    return r;
}

static struct value eval(struct evaluator *ev, const struct space *s, const struct abstract *st, expr e)
{
    struct value a, b, c, r;
    switch (e->op) {
    case E_CONST: return value_const(e->width, e->value);
    case E_SELF: return s->self;
    case E_CELL: return s->first[e->value] == NONE ? value_top(e->width) : *abstract_get(s, st, s->first[e->value]);
    case E_INPUT: return *input(ev, e);
    case E_AT: return value_top(1);
    default: break;
    }
    if (ev->stamp[e->id] == ev->generation)
        return ev->memo[e->id];
    a = eval(ev, s, st, e->arg[0]);
    if (e->op == E_READ) {
        r = read_array(s, st, (uint32_t)e->value, e->width, &a);
    } else if (e->op == E_ITE) { /* only what can be chosen is evaluated */
        r = value_bottom(e->width);
        if (value_has(&a, 1))
            r = eval(ev, s, st, e->arg[1]);
        if (value_has(&a, 0)) {
            b = eval(ev, s, st, e->arg[2]);
            r = value_join(&r, &b);
        }
    } else {
        if (e->arity > 1)
            b = eval(ev, s, st, e->arg[1]);
        if (e->arity > 2)
            c = eval(ev, s, st, e->arg[2]);
        r = value_apply(e->op, e->width, e->value, &a, e->arity > 1 ? &b : NULL, e->arity > 2 ? &c : NULL);
        if (e->arity == 2 && e->arg[0] == e->arg[1] && e->op == E_SUB)
            r = value_const(e->width, 0);
    }
    ev->stamp[e->id] = ev->generation;
    ev->memo[e->id] = r;
    return r;
}

struct value abstract_evaluate(struct evaluator *ev, const struct space *s, const struct abstract *st, expr e)
{
    prepare(ev, st);
    changed(ev); /* the caller may have changed the state */
    return eval(ev, s, st, e);
}

static bool refine(struct evaluator *ev, const struct space *s, struct abstract *st, expr e, struct value want);

static bool refine_truth(struct evaluator *ev, const struct space *s, struct abstract *st, expr e, bool truth)
{
    return refine(ev, s, st, e, value_const(1, truth));
}

/* One of two conditions is truth: both are tried on a copy, and joined. */
static bool refine_either(struct evaluator *ev, const struct space *s, struct abstract *st, expr a, expr b, bool truth)
{
    if (ev->split_depth >= SPLIT_DEPTH_MAX || ev->inputs.size)
        return true;
    ev->split_depth++;
    struct abstract *other = abstract_copy(s, st);
    changed(ev);
    bool first = refine_truth(ev, s, st, a, truth);
    vector_clear(&ev->inputs); /* what one side learned of inputs does not hold on the other */
    changed(ev);
    bool second = refine_truth(ev, s, other, b, truth);
    changed(ev);
    ev->split_depth--;
    vector_clear(&ev->inputs);
    if (first && second) {
        abstract_join(s, st, other);
    } else if (second) {
        abstract_become(s, st, other);
    }
    abstract_free(s, other);
    return first || second;
}

static bool refine_variable(struct evaluator *ev, const struct space *s, struct abstract *st, uint32_t variable,
                            const struct value *v)
{
    if (variable == NONE || s->variables.data[variable].summary)
        return true;
    changed(ev);
    return abstract_restrict(s, st, variable, v);
}

static bool refine_logic(struct evaluator *ev, const struct space *s, struct abstract *st, expr e, bool truth)
{
    bool both = (e->op == E_AND) == truth; /* both arguments are truth; else one of them is */
    expr a = e->arg[0], b = e->arg[1];
    if (both)
        return refine_truth(ev, s, st, a, truth) && refine_truth(ev, s, st, b, truth);
    struct value va = eval(ev, s, st, a), vb = eval(ev, s, st, b);
    if (!value_has(&va, truth))
        return refine_truth(ev, s, st, b, truth);
    if (!value_has(&vb, truth))
        return refine_truth(ev, s, st, a, truth);
    return refine_either(ev, s, st, a, b, truth);
}

static bool refine_choice(struct evaluator *ev, const struct space *s, struct abstract *st, expr e, const struct value *v)
{
    struct value c = eval(ev, s, st, e->arg[0]), a = eval(ev, s, st, e->arg[1]), b = eval(ev, s, st, e->arg[2]);
    struct value with_a = value_meet(&a, v), with_b = value_meet(&b, v);
    bool can_a = value_has(&c, 1) && !with_a.bottom, can_b = value_has(&c, 0) && !with_b.bottom;
    if (can_a && can_b)
        return true;
    if (can_a)
        return refine_truth(ev, s, st, e->arg[0], true) && refine(ev, s, st, e->arg[1], with_a);
    if (can_b)
        return refine_truth(ev, s, st, e->arg[0], false) && refine(ev, s, st, e->arg[2], with_b);
    return false;
}

/* a OP b == v, where the inverse of OP tells each from the other and v. */
static bool refine_sum(struct evaluator *ev, const struct space *s, struct abstract *st, expr e, const struct value *v)
{
    expr ea = e->arg[0], eb = e->arg[1];
    unsigned w = e->width;
    struct value b = eval(ev, s, st, eb), a;
    enum expr_op inverse = e->op == E_ADD ? E_SUB : e->op == E_SUB ? E_ADD : E_XOR;
    a = value_apply(inverse, w, 0, v, &b, NULL);
    if (!refine(ev, s, st, ea, a))
        return false;
    a = eval(ev, s, st, ea);
    b = e->op == E_SUB ? value_apply(E_SUB, w, 0, &a, v, NULL) : value_apply(inverse, w, 0, v, &a, NULL);
    return refine(ev, s, st, eb, b);
}

static bool refine_cut(struct evaluator *ev, const struct space *s, struct abstract *st, expr e, const struct value *v)
{
    expr arg = e->arg[0];
    struct value a = eval(ev, s, st, arg), want;
    int64_t half = (int64_t)(width_mask(e->width) >> 1);
    if (e->value != 0)
        return true;
    if (a.uhi <= width_mask(e->width))
        want = value_apply(E_ZEXT, arg->width, 0, v, NULL, NULL);
    else if (a.shi <= half && a.slo >= -half - 1)
        want = value_apply(E_SEXT, arg->width, 0, v, NULL, NULL);
    else
        return true;
    return refine(ev, s, st, arg, want);
}

static bool refine(struct evaluator *ev, const struct space *s, struct abstract *st, expr e, struct value want)
{
    struct value have = eval(ev, s, st, e), v = value_meet(&have, &want), a, b;
    if (v.bottom)
        return false;
    if (value_equal(&v, &have))
        return true;
    switch (e->op) {
    case E_CELL: return s->first[e->value] == NONE || refine_variable(ev, s, st, s->first[e->value], &v);
    case E_READ: {
        uint64_t index;
        a = eval(ev, s, st, e->arg[0]);
        if (s->first[e->value] == NONE || !value_single(&a, &index) || space_is_summary(s, (uint32_t)e->value))
            return true;
        return refine_variable(ev, s, st, space_variable(s, (uint32_t)e->value, index), &v);
    }
    case E_INPUT:
        *input(ev, e) = v;
        changed(ev);
        return true;
    case E_NOT:
    case E_NEG: return refine(ev, s, st, e->arg[0], value_apply(e->op, e->width, 0, &v, NULL, NULL));
    case E_AND:
    case E_OR:
        if (e->width == 1)
            return refine_logic(ev, s, st, e, value_has(&v, 1));
        if (e->op == E_OR) { /* an upper bound holds for both */
            a = value_unsigned(e->width, 0, v.uhi);
            return refine(ev, s, st, e->arg[0], a) && refine(ev, s, st, e->arg[1], a);
        }
        a = value_unsigned(e->width, v.ulo, width_mask(e->width)); /* a lower bound too */
        return refine(ev, s, st, e->arg[0], a) && refine(ev, s, st, e->arg[1], a);
    case E_ADD:
    case E_SUB:
    case E_XOR: return refine_sum(ev, s, st, e, &v);
    case E_EQ:
    case E_ULT:
    case E_ULE:
    case E_SLT:
    case E_SLE:
        a = eval(ev, s, st, e->arg[0]);
        b = eval(ev, s, st, e->arg[1]);
        value_compare(e->op, value_has(&v, 1), &a, &b);
        return !a.bottom && !b.bottom && refine(ev, s, st, e->arg[0], a) && refine(ev, s, st, e->arg[1], b);
    case E_ITE: return refine_choice(ev, s, st, e, &v);
    case E_ZEXT:
    case E_SEXT: return refine(ev, s, st, e->arg[0], value_apply(E_EXTRACT, e->arg[0]->width, 0, &v, NULL, NULL));
    case E_EXTRACT: return refine_cut(ev, s, st, e, &v);
    case E_CONCAT:
        a = value_apply(E_EXTRACT, e->arg[0]->width, e->arg[1]->width, &v, NULL, NULL);
        b = value_apply(E_EXTRACT, e->arg[1]->width, 0, &v, NULL, NULL);
        return refine(ev, s, st, e->arg[0], a) && refine(ev, s, st, e->arg[1], b);
    default: return true;
    }
}

bool abstract_assume(struct evaluator *ev, const struct space *s, struct abstract *st, expr e, bool truth)
{
    assert(e->width == 1);
    prepare(ev, st);
    changed(ev);
    if (!refine_truth(ev, s, st, e, truth))
        return false;
    if (!s->domain)
        return true;
    if (!s->domain->reduce(s, st) || !s->domain->guard(ev, s, st, e, truth))
        return false;
    changed(ev);
    return refine_truth(ev, s, st, e, truth) && s->domain->reduce(s, st);
}

void abstract_resolve(struct evaluator *ev, const struct space *s, const struct abstract *st, const struct update *updates,
                      uint32_t count, write_vector *writes)
{
    prepare(ev, st);
    changed(ev);
    for (uint32_t i = 0; i < count; i++) {
        const struct update *u = &updates[i];
        uint32_t first = s->first[u->cell];
        if (first == NONE)
            continue;
        struct write w = {.variable = first, .value = u->value, .stored = eval(ev, s, st, u->value)};
        if (!u->index) {
            vector_push(writes, w);
            continue;
        }
        struct value index = eval(ev, s, st, u->index);
        if (space_is_summary(s, u->cell)) {
            w.weak = true;
            vector_push(writes, w);
            continue;
        }
        w.weak = index.count != 1;
        for (uint32_t k = 0; k < space_count(s, u->cell); k++) {
            const struct cell *c = &s->program->cells.data[u->cell];
            w.variable = first + k;
            if (value_has(&index, cell_slot_index(c, k, s->instances)))
                vector_push(writes, w);
        }
    }
}

void abstract_perform(struct evaluator *ev, const struct space *s, struct abstract *st, const write_vector *writes)
{
    if (s->domain)
        s->domain->assign(ev, s, st, writes->data, writes->size);
    for (uint32_t i = 0; i < writes->size; i++) {
        const struct write *w = &writes->data[i];
        struct value v = w->weak ? value_join(abstract_get(s, st, w->variable), &w->stored) : w->stored;
        st->values[w->variable] = value_number(s->pool, &v);
    }
}

bool abstract_transfer(struct evaluator *ev, const struct space *s, struct abstract *st, const struct action *a)
{
    assert(a->guard->width == 1);
    evaluator_begin(ev);
    if (!abstract_assume(ev, s, st, a->guard, true))
        return false;
    write_vector writes = {0};
    abstract_resolve(ev, s, st, a->updates, a->update_count, &writes);
    abstract_perform(ev, s, st, &writes);
    vector_free(&writes);
    return true;
}
