#include "logic/check_pairs.h"

static struct weighed *weighed_of(struct weights *w, uint32_t cell)
{
    vector_each(struct weighed *, x, &w->cells)
        if (x->cell == cell)
            return x;
    uint32_t locations = w->k->base[w->k->program->codes.size];
    vector_push(&w->cells, (struct weighed){.cell = cell, .weight = NEW_ARRAY(int64_t, locations + 1)});
    return &vector_last(&w->cells);
}

static int64_t weight_at(const struct weights *w, const struct weighed *x, uint32_t code, uint32_t location)
{
    return x->weight[w->k->base[code] + location];
}

static void add_main(struct weighed *x, int64_t weight)
{
    vector_each(const int64_t *, m, &x->mains)
        if (*m == weight)
            return;
    vector_push(&x->mains, weight);
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
            if (!t && c->instances == 1) {
                add_main(x, here);
                continue;
            }
            up |= here > 0;
            x->down |= here < 0;
            most = size > most ? size : most;
        }
        uint64_t threads = c->instances == UNBOUNDED ? (UINT64_C(1) << SELF_WIDTH) - c->first_id : c->instances;
        sum += (unsigned __int128)threads * most;
    }
    if (!x->mains.size)
        add_main(x, 0);
    x->most = (uint64_t)sum;
    return !(up && x->down) && sum < (unsigned __int128)1 << p->cells.data[x->cell].width;
}

bool weights_init(struct weights *w, struct checker *k)
{
    *w = (struct weights){.k = k};
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
        vector_free(&x->mains);
    }
    vector_free(&w->cells);
}

/* That the cell is what these instances and main make it, and what others may add. */
static expr bound(const struct weights *w, const struct weighed *x, int64_t sum)
{
    struct exprs *pool = w->k->program->exprs;
    const struct cell *c = &w->k->program->cells.data[x->cell];
    expr start = expr_const(pool, c->width, (c->init + (uint64_t)sum) & width_mask(c->width));
    expr now = expr_cell(pool, c->width, c->id);
    expr rest = x->down ? expr_sub(pool, start, now) : expr_sub(pool, now, start);
    return expr_binary(pool, E_ULE, rest, expr_const(pool, c->width, x->most));
}

void weights_assume(struct weights *w, const struct place *at, uint32_t count)
{
    struct smt_scope scope = {w->k->shared, w->k->own[0], w->k->self[0], "none", NULL, NULL};
    struct exprs *pool = w->k->program->exprs;
    vector_each(const struct weighed *, x, &w->cells) {
        int64_t sum = 0;
        bool has_main = w->k->program->codes.data[0].instances != 1;
        for (uint32_t i = 0; i < count; i++) {
            sum += weight_at(w, x, at[i].code, at[i].location);
            has_main |= at[i].code == 0;
        }
        expr e = has_main ? bound(w, x, sum) : expr_bool(pool, false);
        vector_each(const int64_t *, m, &x->mains)
            if (!has_main)
                e = expr_or(pool, e, bound(w, x, sum + *m));
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
        uint64_t more = (uint64_t)(weight_at(w, x, p->code, p->edges[p->count - 1]->to) -
                                   weight_at(w, x, p->code, p->edges[0]->from));
        struct smt_scope before = {w->k->shared, w->k->own[0], w->k->self[0], "none", NULL, NULL};
        expr wanted = expr_add(pool, expr_cell(pool, c->width, c->id), expr_const(pool, c->width, more & width_mask(c->width)));
        term now = smt_cell(s, w->k->shared_after, x->cell);
        all = smt_and(s, all, smt_equal(s, now, smt_term(s, &before, wanted)));
    }
    return all;
}
