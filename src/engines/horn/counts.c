#include "engines/horn/counts.h"

#include "program/substitute.h"
#include "program/terms.h"

enum { MOST_COUNTS = 8, MOST_WEIGHT = 8 };
static const int32_t UNSET = INT32_MIN;

/* --- guessing --- */

/* What a step adds to a cell, or seems to: the cell may be set to a number plus one that is a copy of it. */
static bool added(const struct action *a, uint32_t cell, int64_t *by)
{
    *by = 0;
    expr v = action_writes(a, cell);
    if (!v || (v->op == E_CELL && v->value == cell))
        return true;
    if (v->op != E_ADD || v->arg[0]->op != E_CELL || !expr_is_const(v->arg[1]))
        return false;
    *by = sign_extend(v->arg[1]->value, v->width);
    return true;
}

static bool changed(const struct action *a, const struct horn_count *c, int64_t *by)
{
    int64_t plus, minus = 0;
    bool known = added(a, c->plus, &plus) && (c->minus == NONE || added(a, c->minus, &minus));
    *by = plus - minus;
    return known && *by >= -MOST_WEIGHT && *by <= MOST_WEIGHT;
}

/* Whether weights that the steps agree on were found, for whoever is reached. */
static bool weigh(const struct program *p, const horn_steps *steps, struct horn_count *c)
{
    bool more = true;
    for (uint32_t k = 0; k < p->template_count; k++)
        c->weight[k][p->codes.data[k].entry] = 0;
    while (more) {
        more = false;
        vector_each(const struct horn_step *, s, steps) {
            int64_t by;
            int32_t *to = &c->weight[s->code][s->to], from = c->weight[s->code][s->from];
            if (from == UNSET || !step_goes_on(p, s->code, &s->action, s->to))
                continue;
            if (!changed(&s->action, c, &by) || from + by < -MOST_WEIGHT || from + by > MOST_WEIGHT ||
                (*to != UNSET && *to != from + by))
                return false;
            more |= *to == UNSET;
            *to = (int32_t)(from + by);
        }
    }
    return true;
}

/* Instances of a kind, less those that are known. */
static uint64_t instances(const struct program *p, uint32_t code)
{
    const struct code *c = &p->codes.data[code];
    return c->instances == UNBOUNDED ? (UINT64_C(1) << SELF_WIDTH) - c->first_id : c->instances;
}

static bool is_single_main(const struct program *p, uint32_t code) { return code == 0 && p->codes.data[0].instances == 1; }

struct weights { /* of a template: the least and the largest, one being 0 */
    int64_t low, high;
};

static struct weights weights_of(const struct program *p, const struct horn_count *c, uint32_t code)
{
    struct weights r = {0, 0};
    for (uint32_t l = 0; l < p->codes.data[code].locations.size; l++) {
        int64_t here = c->weight[code][l];
        r.low = here < r.low ? here : r.low;
        r.high = here > r.high ? here : r.high;
    }
    return r;
}

/* Threads do something to it; and what they can add and take away together has room in its width: those that have ended have no bound. Of a
 * difference all but main only add, or only take away. */
static bool is_count(const struct program *p, const struct horn_count *c)
{
    unsigned __int128 sum = 0;
    bool up = false, down = false;
    for (uint32_t k = 0; k < p->template_count; k++) {
        const struct code *code = &p->codes.data[k];
        struct weights each = weights_of(p, c, k);
        if (code->instances == UNBOUNDED && code->exit != NONE && c->weight[k][code->exit])
            return false;
        if (is_single_main(p, k))
            continue;
        up |= each.high > 0;
        down |= each.low < 0;
        sum += (unsigned __int128)(each.high - each.low) * instances(p, k);
    }
    return (up || down) && !(up && down && c->minus != NONE) && sum < (unsigned __int128)1 << p->cells.data[c->plus].width;
}

static void weight_free(const struct program *p, const struct horn_count *c)
{
    for (uint32_t k = 0; k < p->template_count; k++)
        mem_free(c->weight[k]);
    mem_free(c->weight);
}

static void try_count(const struct program *p, const horn_steps *steps, uint32_t plus, uint32_t minus, horn_counts *counts)
{
    struct horn_count c = {plus, minus, NEW_ARRAY(int32_t *, p->template_count + 1)};
    for (uint32_t k = 0; k < p->template_count; k++) {
        c.weight[k] = NEW_ARRAY(int32_t, p->codes.data[k].locations.size + 1);
        for (uint32_t l = 0; l < p->codes.data[k].locations.size; l++)
            c.weight[k][l] = UNSET;
    }
    bool good = counts->size < MOST_COUNTS && weigh(p, steps, &c);
    for (uint32_t k = 0; k < p->template_count; k++)
        for (uint32_t l = 0; l < p->codes.data[k].locations.size; l++)
            c.weight[k][l] = c.weight[k][l] == UNSET ? 0 : c.weight[k][l];
    if (good && is_count(p, &c))
        vector_push(counts, c);
    else
        weight_free(p, &c);
}

/* A number that some step adds to. */
static bool may_count(const struct program *p, const horn_steps *steps, const struct cell *c)
{
    int64_t by;
    if (!cell_is_shared(c) || c->dropped || cell_is_array(c) || c->arbitrary || c->inits || c->width < 2)
        return false;
    vector_each(const struct horn_step *, s, steps)
        if (!is_single_main(p, s->code) && added(&s->action, c->id, &by) && by)
            return true;
    return false;
}

void horn_counts_find(const struct program *p, const horn_steps *steps, horn_counts *counts)
{
    u32_vector numbers = {0};
    vector_each(const struct cell *, a, &p->cells)
        if (may_count(p, steps, a))
            vector_push(&numbers, a->id);
    vector_each(const uint32_t *, a, &numbers)
        try_count(p, steps, *a, NONE, counts);
    vector_each(const uint32_t *, a, &numbers)
        vector_each(const uint32_t *, b, &numbers)
            if (*a != *b && p->cells.data[*a].width == p->cells.data[*b].width)
                try_count(p, steps, *a, *b, counts);
    vector_free(&numbers);
}

void horn_counts_free(const struct program *p, horn_counts *counts)
{
    vector_each(const struct horn_count *, c, counts)
        weight_free(p, c);
    vector_free(counts);
}

/* --- what it says --- */

static uint64_t start_of(const struct program *p, const struct horn_count *c)
{
    const struct cell *plus = &p->cells.data[c->plus];
    return (plus->init - (c->minus == NONE ? 0 : p->cells.data[c->minus].init)) & width_mask(plus->width);
}

expr horn_count_value(const struct program *p, const struct horn_count *c)
{
    unsigned width = p->cells.data[c->plus].width;
    expr plus = expr_cell(p->exprs, width, c->plus);
    return c->minus == NONE ? plus : expr_sub(p->exprs, plus, expr_cell(p->exprs, width, c->minus));
}

expr horn_count_kept(const struct program *p, const struct horn_count *c, const struct horn_step *s)
{
    expr now = horn_count_value(p, c), then = expr_after(p->exprs, now, s->action.updates, s->action.update_count, NULL);
    int64_t more = (int64_t)c->weight[s->code][s->to] - c->weight[s->code][s->from];
    return expr_eq(p->exprs, then, expr_add(p->exprs, now, expr_const(p->exprs, now->width, (uint64_t)more)));
}

bool horn_count_range(const struct program *p, const struct horn_count *c, const uint32_t at[3], int64_t sum, struct count_range *r)
{
    __int128 low = (__int128)start_of(p, c) + sum, high = low;
    for (uint32_t k = 0; k < p->template_count; k++) {
        uint64_t others = instances(p, k);
        for (unsigned i = 0; i < 3; i++)
            others -= at[i] == k && others;
        struct weights each = weights_of(p, c, k);
        low += (__int128)each.low * (__int128)others;
        high += (__int128)each.high * (__int128)others;
    }
    *r = (struct count_range){(uint64_t)low, (uint64_t)high};
    return low >= 0 && high < (__int128)1 << p->cells.data[c->plus].width;
}

/* --- the proof --- */

expr horn_count_add_ghost(const struct horn_count *c, struct proof_builder *b)
{
    assert(b->proof->pairwise);
    const struct program *p = b->proof->program;
    const struct cell *plus = &p->cells.data[c->plus];
    const char *name = c->minus == NONE ? arena_printf(&b->proof->arena, "count.%s", plus->name)
                                        : arena_printf(&b->proof->arena, "count.%s.%s", plus->name, p->cells.data[c->minus].name);
    expr ghost = proof_add_ghost(b, name, plus->width, start_of(p, c));
    for (uint32_t k = 0; k < p->template_count; k++) {
        const struct code *code = &p->codes.data[k];
        for (uint32_t e = 0; e < code->edges.size; e++) {
            int64_t more = (int64_t)c->weight[k][code->edges.data[e].to] - c->weight[k][code->edges.data[e].from];
            if (more)
                proof_follow(b, k, e, ghost, expr_add(p->exprs, ghost, expr_const(p->exprs, plus->width, (uint64_t)more)));
        }
        for (uint32_t l = 0; l < code->locations.size; l++)
            if (c->weight[k][l])
                vector_push(&b->proof->weights, (struct proof_weight){(uint32_t)ghost->value, k, l, c->weight[k][l]});
    }
    return ghost;
}
