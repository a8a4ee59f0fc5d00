/* Classes of cells, input sites and if-then-else nodes, joined when one is copied to the other. A class keeps the constants
 * that its members are compared with, the bits that are looked at, and what they are divided by for the remainder, or is opaque: some member is
 * used in another way.
 * A test of the sign counts as neither: values on both sides of it are always among those tried. */
#include "execute/inputs.h"

#include <stdlib.h>

#include "base/map.h"
#include "program/float.h"

struct value_class {
    uint32_t parent;
    bool opaque;
    bool ordered;         /* some constant is a bound, not just equal or not */
    bool sign;            /* the sign is tested */
    uint64_t mask;        /* bits that are looked at by themselves */
    uint64_t modulus;     /* a multiple of all that it is divided by for the remainder; 0: it is not */
    u64_vector constants; /* at the root */
};

struct inputs {
    const struct program *program;
    uint64_t limit;
    VECTOR(struct value_class) classes; /* cells first, by id; then the others */
    struct map others;                  /* expression id of E_INPUT (by site, high bit set) or E_ITE to class */
    struct bitset_of_nodes {
        uint8_t *seen;
        uint32_t size;
    } nodes;
    struct arena arena;
};

static uint32_t find(struct inputs *d, uint32_t x)
{
    while (d->classes.data[x].parent != x)
        x = d->classes.data[x].parent = d->classes.data[d->classes.data[x].parent].parent;
    return x;
}

static void add_constant(struct value_class *c, uint64_t value)
{
    enum { MANY = 4096 };
    vector_each(const uint64_t *, v, &c->constants)
        if (*v == value)
            return;
    if (c->constants.size >= MANY)
        c->opaque = true;
    else
        vector_push(&c->constants, value);
}

static void add_modulus(struct value_class *c, uint64_t modulus)
{
    enum { MOST_REMAINDERS = 4096 };
    if (!modulus)
        return;
    uint64_t multiple = c->modulus ? c->modulus : modulus;
    while (multiple % modulus && multiple <= MOST_REMAINDERS)
        multiple += c->modulus;
    c->opaque |= multiple > MOST_REMAINDERS;
    c->modulus = c->opaque ? 0 : multiple;
}

static void join(struct inputs *d, uint32_t x, uint32_t y)
{
    x = find(d, x);
    y = find(d, y);
    if (x == y)
        return;
    struct value_class *a = &d->classes.data[x], *b = &d->classes.data[y];
    b->parent = x;
    a->opaque = a->opaque || b->opaque;
    a->ordered = a->ordered || b->ordered;
    a->sign = a->sign || b->sign;
    a->mask |= b->mask;
    add_modulus(a, b->modulus);
    vector_each(const uint64_t *, v, &b->constants)
        add_constant(a, *v);
    vector_free(&b->constants);
}

static uint32_t other_class(struct inputs *d, uint64_t key)
{
    uint64_t c;
    if (map_get(&d->others, key, &c))
        return (uint32_t)c;
    uint32_t new = d->classes.size;
    map_put(&d->others, key, new);
    vector_push(&d->classes, (struct value_class){.parent = new});
    return new;
}

static uint32_t site_class(struct inputs *d, uint32_t site) { return other_class(d, UINT64_C(1) << 40 | site); }

/* The class of what an expression stands for, if it is a plain value, perhaps extended: NONE for constants and the rest. */
static uint32_t class_of(struct inputs *d, expr e)
{
    while (e->op == E_ZEXT || e->op == E_SEXT)
        e = e->arg[0];
    switch (e->op) {
    case E_CELL:
    case E_READ: return (uint32_t)e->value;
    case E_INPUT: return site_class(d, (uint32_t)e->value);
    case E_ITE: return other_class(d, e->id);
    default: return NONE;
    }
}

static bool is_comparison(expr e) { return e->op >= E_EQ && e->op <= E_SLE; }

/* x <s 0, 0 <=s x, -1 <s x, x <=s -1: k says which argument is x. */
static bool is_sign_test(expr e, unsigned k)
{
    uint64_t minus_one = width_mask(e->arg[0]->width);
    if (e->op == E_SLT)
        return k == 0 ? expr_is_value(e->arg[1], 0) : expr_is_value(e->arg[0], minus_one);
    return e->op == E_SLE && (k == 0 ? expr_is_value(e->arg[1], minus_one) : expr_is_value(e->arg[0], 0));
}

/* x >> n with x a plain value and n a constant: such a node is judged where it is used. NULL otherwise. */
static expr shift_of(struct inputs *d, expr e)
{
    while (e->op == E_ZEXT || e->op == E_SEXT)
        e = e->arg[0];
    bool plain = e->op == E_LSHR && e->arg[0]->op != E_SEXT && e->arg[0]->op != E_ZEXT;
    return plain && expr_is_const(e->arg[1]) && e->arg[1]->value < e->width && class_of(d, e->arg[0]) != NONE ? e : NULL;
}

static void compare(struct inputs *d, expr e)
{
    unsigned k = expr_is_const(e->arg[0]);
    uint64_t with = e->arg[1 - k]->value;
    expr shift = shift_of(d, e->arg[k]);
    uint32_t c = class_of(d, shift ? shift->arg[0] : e->arg[k]);
    if (c == NONE)
        return;
    struct value_class *class = &d->classes.data[find(d, c)];
    if (shift && shift != e->arg[k])
        class->opaque = true;
    else if (shift) { /* bounds for x */
        add_constant(class, with << shift->arg[1]->value);
        add_constant(class, (with + 1) << shift->arg[1]->value);
        class->ordered = true;
    } else if (is_sign_test(e, k) && e->arg[k]->op != E_ZEXT) {
        class->sign = true;
    } else {
        add_constant(class, with);
        class->ordered = class->ordered || e->op != E_EQ;
    }
}

/* The bits of numbers without a sign are in the order of the numbers, those of numbers with one in the other; what is no number is behind either
 * infinity. So bounds for the bits tell apart what this comparison does. */
static bool compare_floats(struct inputs *d, expr e)
{
    unsigned k = expr_is_const(e->arg[0]), width = e->arg[k]->width;
    bool plain = e->arg[k]->op != E_ZEXT && e->arg[k]->op != E_SEXT && class_of(d, e->arg[k]) != NONE;
    if (!plain || !expr_is_const(e->arg[1 - k]))
        return false;
    struct value_class *class = &d->classes.data[find(d, class_of(d, e->arg[k]))];
    uint64_t sign = UINT64_C(1) << (width - 1),
             bounds[] = {e->arg[1 - k]->value, 0, sign, float_infinity(width), float_infinity(width) | sign};
    for (unsigned i = 0; i < 5; i++)
        add_constant(class, bounds[i]);
    class->ordered = true;
    return true;
}

static void make_opaque(struct inputs *d, expr e)
{
    expr shift = shift_of(d, e);
    uint32_t c = class_of(d, shift ? shift->arg[0] : e);
    if (c != NONE)
        d->classes.data[find(d, c)].opaque = true;
}

/* The value of e, if it is a plain one, becomes a value of the class too. */
static void copy_to(struct inputs *d, uint32_t class, expr e)
{
    uint32_t c = class_of(d, e);
    if (c == NONE) {
        make_opaque(d, e);
        return;
    }
    join(d, class, c);
    for (; e->op == E_ZEXT || e->op == E_SEXT; e = e->arg[0])
        if (e->op == E_SEXT) /* the upper bits are the sign */
            d->classes.data[find(d, class)].sign = true;
}

/* x % -n is x % n, with the sign of x. */
static void take_remainder(struct value_class *c, expr e)
{
    uint64_t n = e->arg[1]->value;
    add_modulus(c, e->op == E_SREM && n >> (e->width - 1) & 1 ? -n & width_mask(e->width) : n);
    c->sign |= e->op == E_SREM;
}

/* How a node uses its arguments. Extensions and shifts are looked through where they are used themselves. */
static void visit(void *context, expr e)
{
    struct inputs *d = context;
    if (d->nodes.seen[e->id])
        return;
    d->nodes.seen[e->id] = 1;
    if (e->op == E_ZEXT || e->op == E_SEXT || shift_of(d, e) == e)
        return;
    if (is_comparison(e) && (expr_is_const(e->arg[0]) || expr_is_const(e->arg[1]))) {
        compare(d, e);
        return;
    }
    if (e->op >= E_FEQ && e->op <= E_FLE && compare_floats(d, e))
        return;
    for (unsigned k = 0; k < e->arity; k++) {
        expr x = e->arg[k];
        bool plain = x->op != E_ZEXT && x->op != E_SEXT && class_of(d, x) != NONE;
        if (e->op == E_ITE && k > 0)
            copy_to(d, other_class(d, e->id), x);
        else if (plain && e->op == E_AND && expr_is_const(e->arg[1 - k]))
            d->classes.data[find(d, class_of(d, x))].mask |= e->arg[1 - k]->value;
        else if (plain && k == 0 && (e->op == E_UREM || e->op == E_SREM) && expr_is_const(e->arg[1]) && e->arg[1]->value)
            take_remainder(&d->classes.data[find(d, class_of(d, x))], e);
        else if (plain && e->op == E_EXTRACT)
            d->classes.data[find(d, class_of(d, x))].mask |= width_mask(e->width) << e->value;
        else if (x->width > 1)
            make_opaque(d, x);
    }
}

static void visit_all(struct inputs *d, expr e)
{
    if (e)
        expr_visit(e, visit, d);
}

static void visit_action(struct inputs *d, const struct action *a)
{
    visit_all(d, a->guard);
    for (uint32_t k = 0; k < a->update_count; k++) {
        const struct update *u = &a->updates[k];
        visit_all(d, u->index);
        visit_all(d, u->value);
        if (u->index)
            make_opaque(d, u->index);
        copy_to(d, u->cell, u->value);
    }
    for (uint32_t k = 0; k < a->access_count; k++)
        if (a->accesses[k].index) {
            visit_all(d, a->accesses[k].index);
            make_opaque(d, a->accesses[k].index);
        }
}

struct inputs *inputs_new(const struct program *p, uint64_t limit)
{
    struct inputs *d = NEW(struct inputs);
    d->program = p;
    d->limit = limit;
    d->nodes.size = exprs_count(p->exprs);
    d->nodes.seen = NEW_ARRAY(uint8_t, d->nodes.size + 1);
    for (uint32_t c = 0; c < p->cells.size; c++)
        vector_push(&d->classes, (struct value_class){.parent = c});
    vector_each(const struct code *, c, &p->codes)
        vector_each(const struct edge *, e, &c->edges) {
            visit_action(d, &e->action);
            if (e->action.kind == ACT_CALL && e->action.call_result != NONE) {
                uint32_t result = p->codes.data[e->action.object].result;
                if (result != NONE)
                    join(d, e->action.call_result, result);
            }
        }
    return d;
}

void inputs_free(struct inputs *d)
{
    if (!d)
        return;
    vector_each(struct value_class *, c, &d->classes)
        vector_free(&c->constants);
    vector_free(&d->classes);
    map_free(&d->others);
    mem_free(d->nodes.seen);
    arena_release(&d->arena);
    mem_free(d);
}

static void offer(u64_vector *v, unsigned width, uint64_t value)
{
    value &= width_mask(width);
    vector_each(const uint64_t *, x, v)
        if (*x == value)
            return;
    vector_push(v, value);
}

static void offer_all(u64_vector *v, unsigned width)
{
    vector_clear(v);
    for (uint64_t x = 0; x >> width == 0; x++)
        vector_push(v, x);
}

/* What comparisons tell about a value: which constant it is, if any, and (ordered) between which ones it lies. */
struct signature {
    uint32_t equal, below, below_signed;
    bool negative;
};

static struct signature signature_of(const struct value_class *c, unsigned width, uint64_t value)
{
    struct signature s = {.equal = NONE};
    uint64_t mask = width_mask(width);
    for (uint32_t i = 0; i < c->constants.size; i++) {
        uint64_t k = c->constants.data[i] & mask;
        if (k == value && s.equal == NONE)
            s.equal = i;
        s.below += c->ordered && k < value;
        s.below_signed += c->ordered && sign_extend(k, width) < sign_extend(value, width);
    }
    s.negative = (c->ordered || c->sign) && value >> (width - 1) & 1;
    return s;
}

static bool same_signature(struct signature a, struct signature b)
{
    return a.equal == b.equal && a.below == b.below && a.below_signed == b.below_signed && a.negative == b.negative;
}

/* One value of every kind that comparisons with the constants can tell apart. */
static void offer_intervals(u64_vector *v, const struct value_class *c, unsigned width)
{
    uint64_t sign = UINT64_C(1) << (width - 1);
    u64_vector some = {0};
    offer(&some, width, 0);
    offer(&some, width, ~UINT64_C(0));
    offer(&some, width, sign);
    offer(&some, width, sign - 1);
    vector_each(const uint64_t *, k, &c->constants)
        for (int near = -1; near <= 1; near++)
            offer(&some, width, *k + (uint64_t)(int64_t)near);
    for (uint64_t x = 1; !c->ordered && x <= c->constants.size + 1; x++) { /* among these some that are no constants */
        offer(&some, width, x);
        offer(&some, width, -x - 1);
    }
    vector_each(const uint64_t *, x, &some) {
        struct signature s = signature_of(c, width, *x);
        bool known = false;
        for (uint32_t i = 0; i < v->size && !known; i++)
            known = same_signature(s, signature_of(c, width, v->data[i]));
        if (!known)
            vector_push(v, *x);
    }
    vector_free(&some);
}

static int by_size(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

/* Of every interval between two constants (and between numbers with and without sign, if that matters) as many values in a row as there are
 * remainders, or all: comparisons cannot tell those of an interval apart. */
static void offer_remainders(u64_vector *v, const struct value_class *c, unsigned width)
{
    u64_vector cuts = {0};
    offer(&cuts, width, 0);
    if (c->sign || c->ordered)
        offer(&cuts, width, UINT64_C(1) << (width - 1));
    vector_each(const uint64_t *, k, &c->constants) {
        offer(&cuts, width, *k);
        offer(&cuts, width, *k + 1);
    }
    qsort(cuts.data, cuts.size, sizeof *cuts.data, by_size);
    for (uint32_t i = 0; i < cuts.size; i++) {
        uint64_t from = cuts.data[i], last = i + 1 < cuts.size ? cuts.data[i + 1] - 1 : width_mask(width);
        for (uint64_t k = 0; k < c->modulus && k <= last - from; k++)
            vector_push(v, from + k);
    }
    vector_free(&cuts);
}

/* All combinations of the bits of the mask, each with other bits that make it different from all constants. */
static void offer_bits(u64_vector *v, const struct value_class *c, unsigned width, uint64_t mask)
{
    uint64_t bits = 0;
    do {
        uint64_t value = bits, other = ~mask & width_mask(width), extra = 0;
        bool clash = true;
        while (clash) {
            clash = false;
            vector_each(const uint64_t *, k, &c->constants)
                clash = clash || (*k & width_mask(width)) == (bits | extra);
            if (!clash)
                value = bits | extra;
            else if (extra == other)
                break; /* every value with these bits is a constant: offered as such */
            else
                extra = (extra - other) & other; /* the next combination of the other bits */
        }
        offer(v, width, value);
        bits = (bits - mask) & mask;
    } while (bits);
}

static struct input_values values_of_class(struct inputs *d, uint32_t class, unsigned width)
{
    enum { MASK_BITS = 10, MOST_CUTS = 16 };
    const struct value_class *c = &d->classes.data[find(d, class)];
    bool all = width == 1 || (width < 64 && UINT64_C(1) << width <= d->limit);
    uint64_t sign = UINT64_C(1) << (width - 1), mask = c->mask & width_mask(width);
    bool by_bits = !c->opaque && mask && !c->ordered && !c->modulus && __builtin_popcountll(mask | sign) <= MASK_BITS;
    bool by_remainder = !c->opaque && !mask && c->modulus && c->modulus <= d->limit && c->constants.size <= MOST_CUTS;
    bool by_bounds = !c->opaque && !mask && !c->modulus;
    u64_vector v = {0};
    if (by_bits) {
        vector_each(const uint64_t *, k, &c->constants)
            offer(&v, width, *k);
        offer_bits(&v, c, width, c->sign ? mask | sign : mask);
    } else if (by_remainder) {
        offer_remainders(&v, c, width);
    } else {
        struct value_class some = *c;
        uint64_t usual[] = {1, 0, ~UINT64_C(0), sign - 1, sign};
        for (uint32_t k = 0; k < 5 && !by_bounds; k++)
            offer(&v, width, usual[k]);
        some.ordered = some.ordered || !by_bounds;
        offer_intervals(&v, &some, width);
    }
    bool by_class = by_bits || by_remainder || by_bounds;
    struct input_values r = {.complete = by_class || all};
    if (all && (width == 1 || !by_class || v.size >= UINT64_C(1) << width))
        offer_all(&v, width);
    r.count = v.size;
    r.values = ARENA_ARRAY(&d->arena, uint64_t, v.size);
    memcpy(r.values, v.data, v.size * sizeof *r.values);
    vector_free(&v);
    return r;
}

struct input_values inputs_of_site(struct inputs *d, uint32_t site, unsigned width)
{
    assert(width >= 1 && width <= 64);
    return values_of_class(d, site_class(d, site), width);
}

struct input_values inputs_of_cell(struct inputs *d, uint32_t cell)
{
    assert(cell < d->program->cells.size);
    return values_of_class(d, cell, d->program->cells.data[cell].width);
}

bool inputs_is_copied(struct inputs *d, uint32_t array)
{
    vector_each(const struct cell *, c, &d->program->cells)
        if (c->id != array && cell_is_array(c) && find(d, c->id) == find(d, array))
            return true;
    return false;
}
