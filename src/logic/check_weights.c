/* Weights of locations: sums of them as assumptions, and what a step does to them (check_pairs.h). */
#include "logic/check_pairs.h"

static struct weighed *weighed_of(struct weights *w, uint32_t cell)
{
    vector_each(struct weighed *, x, &w->cells)
        if (x->cell == cell)
            return x;
    uint32_t locations = w->k->base[w->k->program->codes.size];
    vector_push(&w->cells, (struct weighed){.cell = cell, .weight = NEW_ARRAY(int64_t, locations + 1)});
    vector_last(&w->cells).each = NEW_ARRAY(struct part_sums, w->k->program->template_count + 1);
    return &vector_last(&w->cells);
}

static int64_t weight_at(const struct weights *w, const struct weighed *x, uint32_t code, uint32_t location)
{
    return x->weight[w->k->base[code] + location];
}

/* Between what the sum of weights of all instances but main lies; false if it may wrap around. */
static bool add_up(const struct weights *w, struct weighed *x)
{
    const struct program *p = w->k->program;
    unsigned __int128 down = 0, up = 0;
    for (uint32_t t = 0; t < p->template_count; t++) {
        const struct code *c = &p->codes.data[t];
        if (weight_at(w, x, t, c->entry))
            return false;
        if (!t && c->instances == 1)
            continue;
        x->each[t] = code_part_sums(c, x->weight + w->k->base[t]);
        down += x->each[t].down;
        up += x->each[t].up;
    }
    x->down = (uint64_t)down;
    x->up = (uint64_t)up;
    return down + up < (unsigned __int128)1 << p->cells.data[x->cell].width;
}

bool weights_init(struct weights *w, struct checker *k)
{
    w->k = k;
    vector_each(const struct proof_weight *, x, &k->proof->weights)
        weighed_of(w, x->cell)->weight[k->base[x->code] + x->location] = x->weight;
    bool ok = true;
    vector_each(struct weighed *, x, &w->cells)
        ok &= add_up(w, x);
    return ok;
}

void weights_free(struct weights *w)
{
    vector_each(struct weighed *, x, &w->cells) {
        mem_free(x->weight);
        mem_free(x->each);
    }
    vector_free(&w->cells);
}

/* That the cell is what main and the instances at these places make it, in sum, and what others may add and take away. */
static expr bound(const struct weights *w, const struct weighed *x, int64_t sum, const struct proof_place *at, uint32_t count)
{
    struct exprs *pool = w->k->program->exprs;
    const struct cell *c = &w->k->program->cells.data[x->cell];
    uint64_t down = x->down, up = x->up;
    for (uint32_t i = 0; i < count; i++) {
        const struct part_sums *each = &x->each[at[i].code];
        down -= each->down_of_one < down ? each->down_of_one : down;
        up -= each->up_of_one < up ? each->up_of_one : up;
    }
    expr least = expr_const(pool, c->width, (c->init + (uint64_t)sum - down) & width_mask(c->width));
    expr more = expr_sub(pool, expr_cell(pool, c->width, c->id), least);
    return expr_binary(pool, E_ULE, more, expr_const(pool, c->width, down + up));
}

/* Main may be there while the others are at these places. */
static bool main_may_be(const struct weights *w, uint32_t location, const struct proof_place *at, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (!w->may_meet(w->context, (struct proof_place){0, location}, at[i]))
            return false;
    return true;
}

/* With each place where main may be. */
static expr bound_with_main(const struct weights *w, const struct weighed *x, int64_t sum, const struct proof_place *at,
                            uint32_t count)
{
    struct exprs *pool = w->k->program->exprs;
    expr e = expr_bool(pool, false), last = NULL;
    for (uint32_t l = 0; l < w->k->program->codes.data[0].locations.size; l++) {
        if (!main_may_be(w, l, at, count))
            continue;
        expr here = bound(w, x, sum + weight_at(w, x, 0, l), at, count);
        e = here == last ? e : expr_or(pool, e, here);
        last = here;
    }
    return e;
}

void weights_assume(struct weights *w, const struct proof_place *at, uint32_t count)
{
    struct smt_scope scope = {w->k->shared, w->k->own[0], w->k->self[0], "none", NULL, NULL};
    vector_each(const struct weighed *, x, &w->cells) {
        int64_t sum = 0;
        bool has_main = w->k->program->codes.data[0].instances != 1;
        for (uint32_t i = 0; i < count; i++) {
            sum += weight_at(w, x, at[i].code, at[i].location);
            has_main |= at[i].code == 0;
        }
        expr e = has_main ? bound(w, x, sum, at, count) : bound_with_main(w, x, sum, at, count);
        smt_assert(w->k->smt, smt_holds(w->k->smt, &scope, e));
    }
}

term weights_kept(struct weights *w, const struct path *p)
{
    struct smt *s = w->k->smt;
    struct exprs *pool = w->k->program->exprs;
    term all = smt_true(s);
    vector_each(const struct weighed *, x, &w->cells) {
        const struct cell *c = &w->k->program->cells.data[x->cell];
        uint64_t more =
            (uint64_t)(weight_at(w, x, p->code, p->edges[p->count - 1]->to) - weight_at(w, x, p->code, p->edges[0]->from));
        struct smt_scope before = {w->k->shared, w->k->own[0], w->k->self[0], "none", NULL, NULL};
        expr wanted = expr_add(pool, expr_cell(pool, c->width, c->id), expr_const(pool, c->width, more & width_mask(c->width)));
        term now = smt_cell(s, w->k->shared_after, x->cell);
        all = smt_and(s, all, smt_equal(s, now, smt_term(s, &before, wanted)));
    }
    return all;
}
