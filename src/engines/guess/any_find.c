#include "engines/guess/any_find.h"

#include "engines/guess/flags.h"
#include "program/terms.h"

enum { MOST_FOUND = 300, MOST_VALUES = 2, MOST_TOLD = 100, ROWS_THAT_TELL = 20 };

struct seeker {
    const struct any_slot *slot;
    const struct any_array *array;
    const struct vocabulary *words;
    const struct sampled_location *sampled;
    uint32_t code, index, value, number; /* terms */
    u32_vector flags, bounds;            /* terms */
    u32_vector rows;                     /* those that what is to be found is about */
    expr guard;                          /* which they are */
    expr_list *to;
    uint32_t found;
};

static uint32_t find(const struct vocabulary *v, expr e)
{
    for (uint32_t i = 0; i < v->terms.size; i++)
        if (v->terms.data[i] == e)
            return i;
    return NONE;
}

static uint64_t at(const struct seeker *s, uint32_t row, uint32_t term) { return s->sampled->rows.data[row][term]; }
static expr term(const struct seeker *s, uint32_t i) { return s->words->terms.data[i]; }

static void propose(struct seeker *s, expr phi)
{
    expr e = expr_implies(s->slot->program->exprs, s->guard, phi);
    if (s->found >= MOST_FOUND || expr_is_true(e))
        return;
    vector_each(const expr *, known, s->to)
        if (*known == e)
            return;
    vector_push(s->to, e);
    s->found++;
}

static bool is_constant(const struct seeker *s, uint32_t term)
{
    for (uint32_t r = 1; r < s->sampled->rows.size; r++)
        if (at(s, r, term) != at(s, 0, term))
            return false;
    return true;
}

/* --- what is in the slots of some rows --- */

static void find_values(struct seeker *s)
{
    struct exprs *x = s->slot->program->exprs;
    expr slot = term(s, s->value), phi = expr_bool(x, false);
    uint64_t values[MOST_VALUES];
    uint32_t n = 0;
    vector_each(const uint32_t *, r, &s->rows) {
        uint32_t i = 0;
        while (i < n && values[i] != at(s, *r, s->value))
            i++;
        if (i == MOST_VALUES)
            return;
        values[i] = at(s, *r, s->value);
        n = i == n ? n + 1 : n;
    }
    for (uint32_t i = 0; i < n; i++)
        phi = expr_or(x, phi, expr_eq(x, slot, expr_const(x, slot->width, values[i])));
    propose(s, phi);
    /* Or what somebody else may store there, if nobody was seen to do it. */
    vector_each(const expr *, e, &s->array->stored)
        phi = expr_or(x, phi, expr_eq(x, slot, *e));
    if (s->array->stored.size && s->array->stored.size <= MOST_VALUES)
        propose(s, phi);
}

/* The slot as a number of times a term, and something: what is in it by what is beside it, or by how many are before it. */
static bool find_linear(struct seeker *s, uint32_t by)
{
    static const int factors[] = {1, -1, 2, 3, 4, 5, 8, 10};
    struct exprs *x = s->slot->program->exprs;
    expr slot = term(s, s->value);
    uint64_t mask = width_mask(slot->width);
    bool differ = false;
    vector_each(const uint32_t *, r, &s->rows)
        differ |= at(s, *r, by) != at(s, s->rows.data[0], by);
    for (unsigned f = 0; differ && f < sizeof factors / sizeof *factors; f++) {
        uint64_t a = (uint64_t)(int64_t)factors[f], k = (at(s, s->rows.data[0], s->value) - a * at(s, s->rows.data[0], by)) & mask;
        bool all = true;
        vector_each(const uint32_t *, r, &s->rows)
            all &= ((at(s, *r, s->value) - a * at(s, *r, by)) & mask) == k;
        if (!all)
            continue;
        expr times = expr_binary(x, E_MUL, term(s, by), expr_const(x, slot->width, a));
        propose(s, expr_eq(x, slot, expr_add(x, times, expr_const(x, slot->width, k))));
        return true;
    }
    return false;
}

static bool holds(const struct seeker *s, enum expr_op op, uint32_t a, uint32_t b)
{
    struct operation o = {op, 1, term(s, a)->width, term(s, b)->width, 0};
    vector_each(const uint32_t *, r, &s->rows)
        if (!operation_value(&o, at(s, *r, a), at(s, *r, b), 0))
            return false;
    return true;
}

static void find_compared(struct seeker *s)
{
    struct exprs *x = s->slot->program->exprs;
    vector_each(const struct any_compared *, c, &s->array->compared[s->code]) {
        uint32_t with = find(s->words, c->with);
        enum expr_op order = c->is_signed ? E_SLE : E_ULE;
        if (holds(s, E_EQ, s->value, with))
            propose(s, expr_eq(x, term(s, s->value), c->with));
        if (holds(s, order, s->value, with))
            propose(s, expr_binary(x, order, term(s, s->value), c->with));
        if (holds(s, order, with, s->value))
            propose(s, expr_binary(x, order, c->with, term(s, s->value)));
        if (expr_is_const(c->with) && holds(s, order - 1, s->value, with))
            propose(s, expr_binary(x, order - 1, term(s, s->value), c->with));
    }
}

/* The same number, or one that it tells, or no less or no more. */
static void find_beside(struct seeker *s)
{
    struct exprs *x = s->slot->program->exprs;
    vector_each(const struct any_array *, other, &s->slot->arrays) {
        uint32_t beside = other == s->array ? NONE : find(s->words, any_beside(s->slot, s->array, other));
        if (beside == NONE || term(s, beside)->width != term(s, s->value)->width)
            continue;
        if (holds(s, E_EQ, s->value, beside))
            propose(s, expr_eq(x, term(s, s->value), term(s, beside)));
        else if (find_linear(s, beside))
            continue;
        else if (holds(s, E_SLE, s->value, beside))
            propose(s, expr_binary(x, E_SLE, term(s, s->value), term(s, beside)));
        else if (holds(s, E_SLE, beside, s->value))
            propose(s, expr_binary(x, E_SLE, term(s, beside), term(s, s->value)));
    }
}

/* --- which rows --- */

enum ends { /* which bounds belong to it: the lower one, most often */
            WITH_HIGH = 1,
            WITHOUT_LOW = 2, /* where a loop goes down */
};

static bool is_between(const struct seeker *s, uint32_t row, uint32_t low, uint32_t high, unsigned ends)
{
    const struct cell_range *range = &s->array->range;
    uint64_t k = at(s, row, s->index), from = k - range->first;
    bool slot = k >= range->first && from % range->stride == 0 && from / range->stride < range->count;
    return slot && (ends & WITHOUT_LOW ? at(s, row, low) < k : at(s, row, low) <= k) &&
           (ends & WITH_HIGH ? k <= at(s, row, high) : k < at(s, row, high));
}

/* Returns how many rows are about the slot at the higher bound. */
static uint32_t find_between(struct seeker *s, uint32_t flag, uint32_t low, uint32_t high, unsigned ends)
{
    struct exprs *x = s->slot->program->exprs;
    expr index = s->slot->index;
    uint32_t last = 0;
    s->rows.size = 0;
    for (uint32_t r = 0; r < s->sampled->rows.size; r++)
        if ((flag == NONE || at(s, r, flag)) && is_between(s, r, low, high, ends)) {
            vector_push(&s->rows, r);
            last += at(s, r, s->index) == at(s, r, high);
        }
    if (!s->rows.size || (ends & WITH_HIGH && !last))
        return last;
    s->guard = expr_and(x, expr_binary(x, ends & WITHOUT_LOW ? E_ULT : E_ULE, term(s, low), index),
                        expr_binary(x, ends & WITH_HIGH ? E_ULE : E_ULT, index, term(s, high)));
    s->guard = expr_and(x, s->guard, any_is_slot(s->slot, s->array));
    if (flag != NONE)
        s->guard = expr_and(x, term(s, flag), s->guard);
    find_values(s);
    find_linear(s, s->number);
    find_beside(s);
    find_compared(s);
    return last;
}

/* Whether it is ever in the array, or right behind it, in rows with the flag. */
static bool is_bound(const struct seeker *s, uint32_t flag, uint32_t term)
{
    const struct cell_range *range = &s->array->range;
    for (uint32_t r = 0; r < s->sampled->rows.size; r++)
        if ((flag == NONE || at(s, r, flag)) && at(s, r, term) >= range->first &&
            (at(s, r, term) - range->first) / range->stride <= range->count)
            return true;
    return false;
}

static bool is_local(const struct program *p, expr e)
{
    struct bitset cells = {0};
    bool any = expr_has(e, E_SELF);
    expr_cells(e, &cells);
    bitset_each(cell, &cells)
        any |= cell < p->cells.size && !cell_is_shared(&p->cells.data[cell]);
    bitset_free(&cells);
    return any;
}

/* Whether it is what another bound is, in rows with the flag; not if there are too few of them to tell. */
static bool is_known_bound(const struct seeker *s, uint32_t flag, uint32_t term)
{
    vector_each(const uint32_t *, known, &s->bounds) {
        uint32_t rows = 0, same = 0;
        for (uint32_t r = 0; r < s->sampled->rows.size; r++)
            if (flag == NONE || at(s, r, flag)) {
                rows++;
                same += at(s, r, term) == at(s, r, *known);
            }
        if (same == rows && rows >= ROWS_THAT_TELL)
            return true;
    }
    return false;
}

static bool is_less(const struct program *p, const struct update *u)
{
    expr by = u->index ? NULL : expr_sub(p->exprs, u->value, program_cell_expr(p, u->cell, NULL));
    return by && expr_is_const(by) && sign_extend(by->value, by->width) < 0;
}

/* Whether somebody makes a variable of it less. */
static bool goes_down(const struct program *p, expr bound)
{
    bool any = false;
    for (uint32_t k = 0; k < p->template_count && !any; k++)
        vector_each(const struct edge *, e, &p->codes.data[k].edges)
            for (uint32_t i = 0; i < e->action.update_count && !any; i++)
                any = expr_mentions_cell(bound, e->action.updates[i].cell) && is_less(p, &e->action.updates[i]);
    return any;
}

static void find_flagged(struct seeker *s, uint32_t flag)
{
    s->bounds.size = 0;
    for (unsigned local = 0; local < 2; local++) /* rather in words that others understand, too */
        vector_each(const expr *, e, &s->array->bounds[s->code]) {
            uint32_t bound = find(s->words, *e);
            if (is_local(s->slot->program, *e) == local && is_bound(s, flag, bound) && !is_known_bound(s, flag, bound))
                vector_push(&s->bounds, bound);
        }
    vector_each(const uint32_t *, low, &s->bounds) {
        unsigned most = goes_down(s->slot->program, term(s, *low)) ? WITH_HIGH | WITHOUT_LOW : WITH_HIGH;
        vector_each(const uint32_t *, high, &s->bounds)
            for (unsigned ends = 0; low != high && ends <= most; ends++)
                find_between(s, flag, *low, *high, ends);
    }
}

static void choose_flags(struct seeker *s)
{
    s->flags.size = 0;
    vector_each(const uint32_t *, flag, &s->words->flags)
        if (!is_constant(s, *flag))
            vector_push(&s->flags, *flag);
}

void any_find(const struct any_slot *s, uint32_t code, const struct vocabulary *words, const struct sampled_location *sampled,
              expr_list *to)
{
    assert(code < s->program->template_count);
    struct seeker k = {.slot = s, .words = words, .sampled = sampled, .code = code, .to = to};
    k.index = s->index ? find(words, s->index) : NONE;
    vector_each(const struct any_array *, a, &s->arrays) {
        if (!sampled->rows.size || !any_visible(s, a, code))
            continue;
        k.array = a;
        k.value = find(words, any_value(s, a));
        k.number = find(words, any_number(s, a));
        choose_flags(&k);
        find_flagged(&k, NONE);
        vector_each(const uint32_t *, flag, &k.flags)
            find_flagged(&k, *flag);
    }
    vector_free(&k.flags);
    vector_free(&k.bounds);
    vector_free(&k.rows);
}

/* --- from thread to thread --- */

struct flagged {
    const struct program *program;
    const expr_list *wide;
    bool any;
};

static void note_flag(void *context, expr e)
{
    struct flagged *f = context;
    f->any |= (e->op == E_CELL || e->op == E_READ) && e->value < f->program->cells.size && e->width == 1;
    vector_each(const expr *, flag, f->wide)
        f->any |= *flag == e;
}

/* Whether it is about what some thread has done already. */
static bool is_flagged(const struct program *p, const expr_list *wide, expr e)
{
    struct flagged f = {p, wide, false};
    expr_visit(e, note_flag, &f);
    return f.any;
}

static bool is_changed(expr e, const struct action *a)
{
    for (uint32_t i = 0; i < a->update_count; i++)
        if (expr_mentions_cell(e, a->updates[i].cell))
            return true;
    return false;
}

static void add_everywhere(const struct any_slot *s, expr_list **at, uint32_t but, expr e)
{
    for (uint32_t k = 0; k < s->program->template_count; k++)
        for (uint32_t l = 0; k != but && l < s->program->codes.data[k].locations.size; l++) {
            bool known = s->program->codes.data[k].locations.data[l].flags & (LOC_ERROR | LOC_UNSUPPORTED);
            vector_each(const expr *, other, &at[k][l])
                known |= *other == e || expr_is_false(*other);
            if (!known)
                vector_push(&at[k][l], e);
        }
}

/* The step sets the flag. */
static void tell_by(const struct any_slot *s, const expr_list *wide, expr_list **at, uint32_t code, const struct edge *e, expr flag)
{
    struct exprs *x = s->program->exprs;
    const expr_list *found = &at[code][e->from];
    uint32_t told = 0;
    for (uint32_t i = 0; i < found->size && told < MOST_TOLD; i++) {
        expr fact = found->data[i];
        if (!expr_mentions_cell(fact, (uint32_t)s->index->value) || is_local(s->program, fact) ||
            is_flagged(s->program, wide, fact) || is_changed(fact, &e->action))
            continue;
        add_everywhere(s, at, code, expr_implies(x, flag, fact));
        told++;
    }
}

void any_tell(const struct any_slot *s, expr_list **at)
{
    expr_list wide = {0}, set = {0};
    if (!s->index)
        return;
    flags_find_wide(s->program, &wide, NULL);
    for (uint32_t k = 0; k < s->program->template_count; k++)
        vector_each(const struct edge *, e, &s->program->codes.data[k].edges) {
            set.size = 0;
            for (uint32_t i = 0; i < e->action.update_count; i++)
                flags_set_by(s->program, &wide, k, &e->action.updates[i], &set);
            vector_each(const expr *, flag, &set)
                tell_by(s, &wide, at, k, e, *flag);
        }
    vector_free(&wide);
    vector_free(&set);
}
