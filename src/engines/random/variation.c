/* See variation.h. */
#include "engines/random/variation.h"

enum {
    DRAWN = 8,       /* so often a place is drawn in the hope of a character */
    MOST_AT_ONCE = 3 /* changes */
};

enum change { ANOTHER_CHARACTER, PUT_IN, TAKEN_OUT, TEXT_ENDS, REST_IS_DRAWN, CHANGES };

/* A character that was compared with another one becomes that one: the first such character from a drawn place on. False if there is none. */
static bool make_equal(struct variation *v, const struct program *p, const struct differences *different, struct priorities *draw)
{
    uint32_t n = v->values.size, known = different->count < MOST_DIFFERENCES ? different->count : MOST_DIFFERENCES;
    if (!known || !n)
        return false;
    const struct difference d = different->all[draw_below(draw, known)];
    for (uint32_t from = draw_below(draw, n), k = 0; k < n; k++) {
        struct trace_initial *x = &v->values.data[(from + k) % n];
        if (p->cells.data[x->cell].width == CHARACTER_WIDTH && x->value == d.was) {
            x->value = d.with;
            return true;
        }
    }
    return false;
}

static bool is_same_cell(const struct trace_initial *a, const struct trace_initial *b)
{
    return a->cell == b->cell && a->instance_code == b->instance_code && a->instance == b->instance;
}

/* The characters from this one on, or behind it, move on by one. */
static void move_on(struct variation *v, const struct trace_initial *from, bool behind, int by)
{
    vector_each(struct trace_initial *, x, &v->values)
        if (is_same_cell(x, from) && x->slot >= from->slot + behind)
            x->slot += (uint64_t)(int64_t)by;
}

static void put_in(struct variation *v, uint32_t at, uint64_t character)
{
    struct trace_initial x = v->values.data[at];
    x.value = character;
    move_on(v, &x, false, 1);
    vector_push(&v->values, x);
    for (uint32_t k = v->values.size - 1; k > at; k--)
        v->values.data[k] = v->values.data[k - 1];
    v->values.data[at] = x;
}

static void take_out(struct variation *v, uint32_t at)
{
    struct trace_initial x = v->values.data[at];
    for (uint32_t k = at; k + 1 < v->values.size; k++)
        v->values.data[k] = v->values.data[k + 1];
    v->values.size--;
    move_on(v, &x, true, -1);
}

/* A character, if that is easy. */
static uint32_t draw_place(const struct variation *v, const struct program *p, struct priorities *draw, bool *character)
{
    uint32_t at = 0;
    *character = false;
    for (unsigned tries = 0; tries < DRAWN && !*character; tries++) {
        at = draw_below(draw, v->values.size);
        *character = p->cells.data[v->values.data[at].cell].width == CHARACTER_WIDTH;
    }
    return at;
}

static void change(struct variation *v, const struct program *p, struct priorities *draw)
{
    bool is_character;
    uint32_t at = draw_place(v, p, draw, &is_character);
    uint64_t character = 0;
    enum change how = is_character ? (enum change)draw_below(draw, CHANGES) : REST_IS_DRAWN;
    if ((how == ANOTHER_CHARACTER || how == PUT_IN) && !texts_character(draw->texts, draw, &character))
        return;
    switch (how) {
    case ANOTHER_CHARACTER:
    case TEXT_ENDS: v->values.data[at].value = character; break;
    case PUT_IN: put_in(v, at, character); break;
    case TAKEN_OUT: take_out(v, at); break;
    default: v->values.size = at;
    }
}

void variation_begin(struct variation *v, const struct program *p, const initial_values *from, const struct differences *different,
                     struct priorities *draw)
{
    variation_end(v);
    vector_each(const struct trace_initial *, x, from)
        vector_push(&v->values, *x);
    for (uint32_t n = 1 + draw_below(draw, MOST_AT_ONCE); n > 0 && v->values.size; n--)
        if (draw_below(draw, 2) || !make_equal(v, p, different, draw))
            change(v, p, draw);
}

void variation_end(struct variation *v)
{
    vector_clear(&v->values);
    v->next = 0;
}

void variation_free(struct variation *v) { vector_free(&v->values); }

bool variation_value(struct variation *v, struct trace_initial *x)
{
    for (uint32_t n = v->values.size, k = 0; k < n; k++) {
        uint32_t at = (v->next + k) % n;
        if (is_same_cell(&v->values.data[at], x) && v->values.data[at].slot == x->slot) {
            v->next = at + 1;
            x->value = v->values.data[at].value;
            return true;
        }
    }
    return false;
}
