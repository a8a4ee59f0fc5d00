#include "engines/guess/candidates.h"

#include "engines/guess/any_find.h"
#include "engines/guess/sums.h"

struct finder {
    struct candidates *out;
    const struct shares *shares;
    const struct any_slot *any;
    bool sums;
    struct samples samples;
    const struct vocabulary *words;         /* of the code */
    const struct sampled_location *sampled; /* of the location */
    expr where;                             /* NULL, or what holds in those samples alone */
    expr_list *to;
};

static uint64_t value(const struct finder *f, uint32_t row, uint32_t term) { return f->sampled->rows.data[row][term]; }
static uint32_t rows(const struct finder *f) { return f->sampled->rows.size; }
static expr term(const struct finder *f, uint32_t i) { return f->words->terms.data[i]; }

static void propose(struct finder *f, expr e)
{
    if (f->where)
        e = expr_implies(f->out->exprs, f->where, e);
    vector_each(const expr *, known, f->to)
        if (*known == e)
            return;
    if (!expr_is_true(e))
        vector_push(f->to, e);
}

static expr number(const struct finder *f, expr like, uint64_t v) { return expr_const(f->out->exprs, like->width, v); }

/* Whether the term has one value only, where the flag (NONE: everywhere) has a value, in at least one row. */
static bool is_constant(const struct finder *f, uint32_t i, uint32_t flag, uint64_t flagged, uint64_t *v)
{
    bool any = false;
    for (uint32_t r = 0; r < rows(f); r++) {
        if (flag != NONE && value(f, r, flag) != flagged)
            continue;
        if (any && value(f, r, i) != *v)
            return false;
        *v = value(f, r, i);
        any = true;
    }
    return any;
}

/* As a number of y's width: counters and what counts for them need not be of one type. Where they differ, values are signed: of those that are not, bounds
 * say that they are small. */
static uint64_t resized_value(const struct finder *f, uint32_t r, uint32_t x, uint32_t y)
{
    return term(f, x)->width < term(f, y)->width ? (uint64_t)sign_extend(value(f, r, x), term(f, x)->width) : value(f, r, x);
}

/* y == factor * x + k, if that is so in all rows where the flag (NONE: everywhere) is set, and in some. */
static bool is_linear(const struct finder *f, uint32_t y, uint32_t x, int factor, uint32_t flag, uint64_t *k)
{
    uint64_t mask = width_mask(term(f, y)->width);
    bool any = false;
    for (uint32_t r = 0; r < rows(f); r++) {
        uint64_t here = (value(f, r, y) - (uint64_t)(int64_t)factor * resized_value(f, r, x, y)) & mask;
        if (flag != NONE && !value(f, r, flag))
            continue;
        if (any && here != *k)
            return false;
        *k = here;
        any = true;
    }
    return any;
}

/* The equation between y and x, where the flag is set; NULL if there is none. */
static expr relation(const struct finder *f, uint32_t y, uint32_t x, uint32_t flag)
{
    static const int factors[] = {1, -1, 2, 3, 4, 5, 8, 10, -2};
    struct exprs *pool = f->out->exprs;
    uint64_t k = 0;
    if (term(f, x)->width == 1 || term(f, y)->width == 1)
        return NULL;
    expr like_y = expr_resize(pool, term(f, x), term(f, y)->width, true);
    for (unsigned i = 0; i < sizeof factors / sizeof *factors; i++)
        if (is_linear(f, y, x, factors[i], flag, &k)) {
            expr times = expr_binary(pool, E_MUL, like_y, number(f, like_y, (uint64_t)(int64_t)factors[i]));
            return expr_eq(pool, term(f, y), expr_add(pool, times, number(f, term(f, y), k)));
        }
    return NULL;
}

/* Every term by the first one that it is determined by. */
static void find_equations(struct finder *f)
{
    for (uint32_t y = 0; y < f->words->with_shares; y++) {
        uint64_t k;
        if (is_constant(f, y, NONE, 0, &k)) {
            propose(f, expr_eq(f->out->exprs, term(f, y), number(f, term(f, y), k)));
            continue;
        }
        for (uint32_t x = 0; x < f->words->plain; x++) {
            expr e = x != y && !is_constant(f, x, NONE, 0, &k) ? relation(f, y, x, NONE) : NULL;
            if (e)
                propose(f, e);
            if (e && x > y)
                break;
        }
    }
}

static bool holds(const struct finder *f, enum expr_op op, uint32_t a, uint32_t b)
{
    struct operation o = {op, 1, term(f, a)->width, term(f, b)->width, 0};
    for (uint32_t r = 0; r < rows(f); r++)
        if (!operation_value(&o, value(f, r, a), value(f, r, b), 0))
            return false;
    return true;
}

static void note_sum(void *context, expr e)
{
    const struct finder **f = context;
    for (uint32_t i = 0; *f && e->op == E_CELL && i < (*f)->shares->list.size; i++)
        if (e->value == (*f)->shares->list.data[i].cell || is_share((*f)->shares, e->value))
            *f = NULL;
}

/* Whether it speaks of a sum or of a share: order between those is hard to tell, and tells little. */
static bool is_sum(const struct finder *f, uint32_t i)
{
    expr_visit(term(f, i), note_sum, &f);
    return !f;
}

static void find_order(struct finder *f)
{
    vector_each(const struct condition *, c, &f->words->conditions) {
        bool is_signed = c->op == E_SLT || c->op == E_SLE;
        enum expr_op less = is_signed ? E_SLT : E_ULT, most = is_signed ? E_SLE : E_ULE;
        const uint32_t sides[2] = {c->a, c->b};
        if (term(f, c->a)->width == 1 || (!f->any->index && (is_sum(f, c->a) || is_sum(f, c->b))))
            continue;
        for (unsigned i = 0; i < 2; i++) {
            uint32_t a = sides[i], b = sides[1 - i];
            if (holds(f, less, a, b))
                propose(f, expr_binary(f->out->exprs, less, term(f, a), term(f, b)));
            if (holds(f, most, a, b))
                propose(f, expr_binary(f->out->exprs, most, term(f, a), term(f, b)));
        }
    }
    for (uint32_t i = 0; i < f->words->plain; i++) {
        expr zero = number(f, term(f, i), 0), e = expr_binary(f->out->exprs, E_SLE, zero, term(f, i));
        bool all = term(f, i)->width > 1 && !is_sum(f, i);
        for (uint32_t r = 0; r < rows(f) && all; r++)
            all = sign_extend(value(f, r, i), term(f, i)->width) >= 0;
        if (all)
            propose(f, e);
    }
}

/* What a share is where a flag is set: a number, or told by something that is not a sum itself. */
static void find_told(struct finder *f, uint32_t flag, uint32_t share)
{
    struct exprs *pool = f->out->exprs;
    uint64_t k;
    if (is_constant(f, share, flag, 1, &k)) {
        propose(f, expr_implies(pool, term(f, flag), expr_eq(pool, term(f, share), number(f, term(f, share), k))));
        return;
    }
    for (uint32_t x = 0; x < f->words->plain; x++) {
        expr e = is_sum(f, x) || is_constant(f, x, NONE, 0, &k) ? NULL : relation(f, share, x, flag);
        if (e)
            propose(f, expr_implies(pool, term(f, flag), e));
    }
}

/* What a shared variable is where a flag is set: what threads are given when they begin. */
static void find_given(struct finder *f, uint32_t flag)
{
    struct exprs *pool = f->out->exprs;
    for (uint32_t i = 0; i < f->words->plain; i++) {
        uint64_t k;
        bool shared = term(f, i)->op == E_CELL && term(f, i)->value < f->out->program->cells.size &&
                      cell_is_shared(&f->out->program->cells.data[term(f, i)->value]);
        if (shared && i != flag && !is_constant(f, i, NONE, 0, &k) && is_constant(f, i, flag, 1, &k))
            propose(f, expr_implies(pool, term(f, flag), expr_eq(pool, term(f, i), number(f, term(f, i), k))));
    }
}

static void find_flagged(struct finder *f)
{
    vector_each(const expr *, range, &f->words->ranges)
        propose(f, *range);
    vector_each(const uint32_t *, flag, &f->words->flags) {
        uint64_t any;
        if (is_constant(f, *flag, NONE, 0, &any))
            continue;
        if (f->any->index)
            find_given(f, *flag);
        for (uint32_t i = 0; i < f->words->with_shares; i++)
            if (term(f, i)->op == E_CELL && is_share(f->shares, term(f, i)->value) && !is_constant(f, i, NONE, 0, &any))
                find_told(f, *flag, i);
    }
}

static void find_sums(struct finder *f)
{
    expr_list found = {0};
    sums_find(f->words, f->sampled, f->out->exprs, &found);
    vector_each(const expr *, e, &found)
        propose(f, *e);
    vector_free(&found);
}

static void find_all(struct finder *f)
{
    find_equations(f);
    find_order(f);
    find_flagged(f);
    if (f->sums)
        find_sums(f);
}

/* What a thread finds when it may begin: its entry is where it is before that, too. */
static void find_at_start(struct finder *f)
{
    const struct sampled_location *all = f->sampled;
    const struct program *p = f->out->program;
    for (uint32_t i = 0; i < f->words->plain; i++) {
        struct sampled_location started = {0};
        uint64_t any;
        bool cell = term(f, i)->op == E_CELL || term(f, i)->op == E_READ;
        if (!cell || term(f, i)->value >= p->cells.size || is_constant(f, i, NONE, 0, &any) ||
            p->cells.data[term(f, i)->value].role != CELL_STARTED)
            continue;
        vector_each(uint64_t *const *, row, &all->rows)
            if ((*row)[i])
                vector_push(&started.rows, *row);
        f->sampled = &started;
        f->where = term(f, i);
        find_equations(f);
        find_order(f);
        f->where = NULL;
        f->sampled = all;
        vector_free(&started.rows);
    }
}

/* everywhere: what held at all locations of the code. It holds here, and what is known of this location alone may have to go. */
static void find_at(struct finder *f, const struct location *at, const expr_list *everywhere)
{
    if (!rows(f))
        propose(f, expr_bool(f->out->exprs, false));
    if (!rows(f) || at->flags & (LOC_ERROR | LOC_UNSUPPORTED))
        return;
    vector_each(const expr *, e, everywhere)
        propose(f, *e);
    find_all(f);
}

static void find_in_code(struct finder *f, uint32_t k, const struct proof *facts)
{
    const struct code *c = &f->out->program->codes.data[k];
    struct sampled_location all = {0};
    expr_list everywhere = {0};
    for (uint32_t l = 0; l < c->locations.size; l++)
        vector_each(uint64_t *const *, row, &f->samples.at[k][l].rows)
            vector_push(&all.rows, *row);
    f->sampled = &all;
    f->to = &everywhere;
    find_all(f);
    for (uint32_t l = 0; l < c->locations.size; l++) {
        f->sampled = &f->samples.at[k][l];
        f->to = &f->out->at[k][l];
        if (facts && facts->invariants.data[k] && facts->invariants.data[k][l])
            propose(f, facts->invariants.data[k][l]);
        find_at(f, &c->locations.data[l], &everywhere);
        if ((f->any->index || f->sums || c->instances == UNBOUNDED) && l == c->entry)
            find_at_start(f);
        if (!(c->locations.data[l].flags & (LOC_ERROR | LOC_UNSUPPORTED)))
            any_find(f->any, k, f->words, f->sampled, f->to);
    }
    vector_free(&all.rows);
    vector_free(&everywhere);
}

void candidates_find(struct candidates *c, const struct guess_ghosts *ghosts, const struct program *with,
                     const struct program *steps, const struct proof *facts, const struct budget *budget)
{
    const struct program *p = ghosts->shares.program;
    assert(with->codes.size >= p->template_count);
    struct finder f = {.out = c, .shares = &ghosts->shares, .any = &ghosts->any, .sums = ghosts->sums};
    struct vocabulary *words = NEW_ARRAY(struct vocabulary, p->template_count + 1);
    expr_list *terms = NEW_ARRAY(expr_list, p->template_count + 1);
    *c = (struct candidates){
        .exprs = p->exprs, .at = NEW_ARRAY(expr_list *, p->template_count + 1), .codes = p->template_count, .program = p};
    for (uint32_t k = 0; k < p->template_count; k++) {
        vocabulary_make(&words[k], ghosts, steps, k);
        terms[k] = words[k].terms;
    }
    samples_draw(&f.samples, with, terms, &ghosts->any, budget);
    for (uint32_t k = 0; k < p->template_count; k++) {
        c->at[k] = NEW_ARRAY(expr_list, p->codes.data[k].locations.size + 1);
        f.words = &words[k];
        find_in_code(&f, k, facts);
    }
    any_tell(&ghosts->any, c->at);
    samples_free(&f.samples);
    for (uint32_t k = 0; k < p->template_count; k++)
        vocabulary_free(&words[k]);
    mem_free(words);
    mem_free(terms);
}

void candidates_free(struct candidates *c)
{
    for (uint32_t k = 0; c->at && k < c->codes; k++) {
        for (uint32_t l = 0; l < c->program->codes.data[k].locations.size; l++)
            vector_free(&c->at[k][l]);
        mem_free(c->at[k]);
    }
    mem_free(c->at);
}
