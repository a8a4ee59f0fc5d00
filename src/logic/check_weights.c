/* Weights of locations: sums of them as assumptions, and what a step does to them (check_pairs.h). */
#include "logic/check_pairs.h"

static struct weighed *weighed_of(struct weights *w, uint32_t cell)
{
    vector_each(struct weighed *, x, &w->cells)
        if (x->cell == cell)
            return x;
    uint32_t locations = w->k->base[w->k->program->codes.size];
    vector_push(&w->cells, (struct weighed){.cell = cell, .weight = NEW_ARRAY(int64_t, locations + 1)});
    vector_last(&w->cells).each = NEW_ARRAY(uint64_t, w->k->program->template_count + 1);
    return &vector_last(&w->cells);
}

static int64_t weight_at(const struct weights *w, const struct weighed *x, uint32_t code, uint32_t location)
{
    return x->weight[w->k->base[code] + location];
}

/* The largest sum of weights of all instances but main; false if it may wrap around, or signs differ. */
static bool add_up(const struct weights *w, struct weighed *x)
{
    const struct program *p = w->k->program;
    unsigned __int128 sum = 0;
    bool up = false;
    for (uint32_t t = 0; t < p->template_count; t++) {
        const struct code *c = &p->codes.data[t];
        uint64_t most = 0;
        if (weight_at(w, x, t, c->entry))
            return false;
        for (uint32_t l = 0; l < c->locations.size; l++) {
            int64_t here = weight_at(w, x, t, l);
            uint64_t size = here < 0 ? (uint64_t)-here : (uint64_t)here;
            if (!t && c->instances == 1)
                continue;
            up |= here > 0;
            x->down |= here < 0;
            most = size > most ? size : most;
        }
        x->each[t] = most;
        sum += !t && c->instances == 1 ? 0 : code_largest_sum(c, x->weight + w->k->base[t]);
    }
    x->most = (uint64_t)sum;
    return !(up && x->down) && sum < (unsigned __int128)1 << p->cells.data[x->cell].width;
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

/* What instances may add that are not at these places. */
static uint64_t most_of_others(const struct weighed *x, const struct proof_place *at, uint32_t count)
{
    uint64_t most = x->most;
    for (uint32_t i = 0; i < count; i++)
        most -= x->each[at[i].code] < most ? x->each[at[i].code] : most;
    return most;
}

/* That the cell is what some instances and main make it, and what others may add. */
static expr bound(const struct weights *w, const struct weighed *x, int64_t sum, uint64_t most)
{
    struct exprs *pool = w->k->program->exprs;
    const struct cell *c = &w->k->program->cells.data[x->cell];
    expr start = expr_const(pool, c->width, (c->init + (uint64_t)sum) & width_mask(c->width));
    expr now = expr_cell(pool, c->width, c->id);
    expr rest = x->down ? expr_sub(pool, start, now) : expr_sub(pool, now, start);
    return expr_binary(pool, E_ULE, rest, expr_const(pool, c->width, most));
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
        expr here = bound(w, x, sum + weight_at(w, x, 0, l), most_of_others(x, at, count));
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
        expr e = has_main ? bound(w, x, sum, most_of_others(x, at, count)) : bound_with_main(w, x, sum, at, count);
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
