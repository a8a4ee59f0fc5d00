#include "engines/guess/sums.h"

enum { MOST_TERMS = 24, MOST_FOUND = 24, ROWS_THAT_TELL = 6 };

struct summer {
    const struct vocabulary *words;
    const struct sampled_location *sampled;
    struct exprs *exprs;
    uint32_t flag;   /* a term; NONE: everywhere */
    u32_vector rows; /* where it is set */
    u32_vector terms;
    expr_list *to;
    uint32_t found;
};

static uint64_t at(const struct summer *s, uint32_t row, uint32_t term) { return s->sampled->rows.data[row][term]; }
static expr term(const struct summer *s, uint32_t i) { return s->words->terms.data[i]; }

/* Whether y - x - z (z: NONE, or a term) is the same in all rows: k. */
static bool is_fixed(const struct summer *s, const u32_vector *rows, uint32_t y, uint32_t x, uint32_t z, uint64_t *k)
{
    uint64_t mask = width_mask(term(s, y)->width);
    for (uint32_t i = 0; i < rows->size; i++) {
        uint32_t r = rows->data[i];
        uint64_t here = (at(s, r, y) - at(s, r, x) - (z == NONE ? 0 : at(s, r, z))) & mask;
        if (i && here != *k)
            return false;
        *k = here;
    }
    return rows->size > 0;
}

static bool differs(const struct summer *s, const u32_vector *rows, uint32_t t)
{
    vector_each(const uint32_t *, r, rows)
        if (at(s, *r, t) != at(s, rows->data[0], t))
            return true;
    return false;
}

static void propose(struct summer *s, uint32_t y, uint32_t x, uint32_t z, uint64_t k)
{
    struct exprs *e = s->exprs;
    expr sum = z == NONE ? term(s, x) : expr_add(e, term(s, x), term(s, z));
    expr is = expr_eq(e, term(s, y), expr_add(e, sum, expr_const(e, term(s, y)->width, k)));
    if (s->found++ < MOST_FOUND)
        vector_push(s->to, s->flag == NONE ? is : expr_implies(e, term(s, s->flag), is));
}

/* Terms that change while the flag is set. */
static void choose_terms(struct summer *s)
{
    s->terms.size = 0;
    for (uint32_t i = 0; i < s->words->plain && s->terms.size < MOST_TERMS; i++)
        if (term(s, i)->width > 1 && differs(s, &s->rows, i))
            vector_push(&s->terms, i);
}

static bool same_width(const struct summer *s, uint32_t a, uint32_t b) { return term(s, a)->width == term(s, b)->width; }

/* Whether two of the three tell each other. */
static bool is_told_by_two(const struct summer *s, uint32_t y, uint32_t x, uint32_t z)
{
    uint64_t k = 0;
    return is_fixed(s, &s->rows, y, x, NONE, &k) || is_fixed(s, &s->rows, y, z, NONE, &k) || is_fixed(s, &s->rows, x, z, NONE, &k);
}

static void find_three(struct summer *s, uint32_t y)
{
    uint64_t k = 0;
    for (uint32_t i = 0; i < s->terms.size; i++)
        for (uint32_t j = i + 1; j < s->terms.size; j++) {
            uint32_t x = s->terms.data[i], z = s->terms.data[j];
            if (x != y && z != y && same_width(s, x, y) && same_width(s, z, y) && is_fixed(s, &s->rows, y, x, z, &k) &&
                !is_told_by_two(s, y, x, z))
                propose(s, y, x, z, k);
        }
}

/* all: every row. What holds there needs no flag. */
static void find_two(struct summer *s, uint32_t y, const u32_vector *all)
{
    uint64_t k = 0;
    vector_each(const uint32_t *, x, &s->terms)
        if (*x > y && same_width(s, *x, y) && is_fixed(s, &s->rows, y, *x, NONE, &k) &&
            !is_fixed(s, all, y, *x, NONE, &(uint64_t){0}))
            propose(s, y, *x, NONE, k);
}

static void find_flagged(struct summer *s, const u32_vector *all)
{
    s->rows.size = 0;
    for (uint32_t r = 0; r < all->size; r++)
        if (s->flag == NONE || at(s, r, s->flag))
            vector_push(&s->rows, r);
    if (s->rows.size < ROWS_THAT_TELL || (s->flag != NONE && s->rows.size == all->size))
        return;
    choose_terms(s);
    vector_each(const uint32_t *, y, &s->terms) {
        find_three(s, *y);
        if (s->flag != NONE)
            find_two(s, *y, all);
    }
}

void sums_find(const struct vocabulary *words, const struct sampled_location *sampled, struct exprs *exprs, expr_list *to)
{
    assert(words->plain <= words->terms.size);
    struct summer s = {.words = words, .sampled = sampled, .exprs = exprs, .flag = NONE, .to = to};
    u32_vector all = {0};
    for (uint32_t r = 0; r < sampled->rows.size; r++)
        vector_push(&all, r);
    find_flagged(&s, &all);
    vector_each(const uint32_t *, flag, &words->flags) {
        s.flag = *flag;
        find_flagged(&s, &all);
    }
    vector_free(&all);
    vector_free(&s.rows);
    vector_free(&s.terms);
}
