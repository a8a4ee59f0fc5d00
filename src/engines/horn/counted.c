#include "engines/horn/counted.h"

static struct exprs *pool(const struct encoding *n) { return n->program->exprs; }

/* That the actor is where it has this weight. */
static expr has_weight(const struct encoding *n, const struct horn_count *c, struct actor a, int32_t weight)
{
    const struct code *code = &n->program->codes.data[a.code];
    expr there = expr_bool(pool(n), false), elsewhere = there;
    for (uint32_t l = 0; l < code->locations.size; l++) {
        expr *list = c->weight[a.code][l] == weight ? &there : &elsewhere;
        *list = expr_or(pool(n), *list, is_at(n, a, l));
    }
    return expr_is_false(elsewhere) ? expr_bool(pool(n), true) : there;
}

/* The next larger weight that somebody of the template may have; false if there is none. */
static bool next_weight(const struct encoding *n, const struct horn_count *c, struct actor a, int32_t *weight)
{
    int32_t next = INT32_MAX;
    for (uint32_t l = 0; l < n->program->codes.data[a.code].locations.size; l++)
        if (c->weight[a.code][l] > *weight && c->weight[a.code][l] < next)
            next = c->weight[a.code][l];
    *weight = next;
    return next != INT32_MAX;
}

struct crowd {
    const struct horn_count *counter;
    const struct actor *actors;
    const uint32_t *at; /* their locations, or NONE */
    unsigned count;
    uint32_t codes[ROLES]; /* of the actors, or NONE */
};

/* sum: the weights of those before number i, who are where they have them if `here`. */
static void constrain(const struct encoding *n, struct horn_clause *c, const struct crowd *w, unsigned i, int64_t sum, expr here)
{
    struct count_range r;
    if (i < w->count && w->at[i] != NONE) {
        constrain(n, c, w, i + 1, sum + w->counter->weight[w->codes[i]][w->at[i]], here);
        return;
    }
    if (i < w->count) {
        int32_t weight = INT32_MIN;
        while (next_weight(n, w->counter, w->actors[i], &weight))
            constrain(n, c, w, i + 1, sum + weight, expr_and(pool(n), here, has_weight(n, w->counter, w->actors[i], weight)));
        return;
    }
    if (!horn_count_range(n->program, w->counter, w->codes, sum, &r))
        return;
    expr number = said(n, 0, horn_count_value(n->program, w->counter));
    expr low = expr_binary(pool(n), E_ULE, expr_const(pool(n), number->width, r.low), number);
    expr high = expr_binary(pool(n), E_ULE, number, expr_const(pool(n), number->width, r.high));
    c->constraint = expr_and(pool(n), c->constraint, expr_implies(pool(n), here, expr_and(pool(n), low, high)));
}

void counted_constrain(const struct encoding *n, struct horn_clause *c, const struct actor *actors, const uint32_t *at,
                       unsigned count)
{
    assert(count && count <= ROLES);
    for (unsigned i = 0; i < count; i++)
        if (at[i] != NONE && is_inside_section(&n->program->codes.data[actors[i].code], at[i]))
            return; /* weights are of those outside */
    vector_each(const struct horn_count *const *, x, &n->counted) {
        struct crowd w = {*x, actors, at, count, {NONE, NONE, NONE}};
        for (unsigned i = 0; i < count; i++)
            w.codes[i] = actors[i].code;
        constrain(n, c, &w, 0, 0, expr_bool(pool(n), true));
    }
}

void counted_check(struct encoding *n, const struct horn_clause *c, const struct horn_step *step)
{
    for (uint32_t i = 0; i < n->counted.size; i++) {
        struct horn_clause wrong = *c;
        expr kept = said(n, 0, horn_count_kept(n->program, n->counted.data[i], step));
        if (expr_is_true(kept))
            continue;
        wrong.constraint = expr_and(pool(n), c->constraint, expr_not(pool(n), kept));
        wrong.head.relation = NONE;
        wrong.update_count = 0;
        vector_push(&n->horn.clauses, wrong);
    }
}
