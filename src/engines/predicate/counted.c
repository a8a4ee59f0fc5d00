#include "engines/predicate/counted.h"

enum { MAIN = 0, MOST_PART = 8, MOST_PART_ALONE = 1 << 14, WIDTH = 32 };

static void range_of(const struct code *c, const int64_t *part, int64_t *least, int64_t *largest)
{
    *least = *largest = 0;
    for (uint32_t l = 0; l < c->locations.size; l++) {
        *least = part[l] < *least ? part[l] : *least;
        *largest = part[l] > *largest ? part[l] : *largest;
    }
}

static bool is_exact(const struct predicate_model *s, const struct counter *c)
{
    const struct cell *cell = &s->original->cells.data[c->cell];
    unsigned __int128 most = cell->init;
    for (uint32_t k = 0; k < s->kinds.size; k++) {
        const struct kind *kind = &s->kinds.data[k];
        const struct code *code = predicate_model_code(s, k);
        int64_t least, largest;
        range_of(code, c->part[kind->code], &least, &largest);
        if (kind->several ? least < 0 || largest > MOST_PART : least < -MOST_PART_ALONE || largest > MOST_PART_ALONE)
            return false;
        if (!bitset_empty(&c->odd[kind->code]))
            return false;
        struct part_sums sums = code_part_sums(code, c->part[kind->code]);
        most += sums.down + sums.up;
    }
    return cell->width == WIDTH && !c->sure.size && most < UINT64_C(1) << WIDTH;
}

/* Somebody besides main counts upwards. */
static bool goes_up(const struct predicate_model *s, const struct counter *c)
{
    int64_t least, largest = 0;
    for (uint32_t t = s->original->codes.data[MAIN].instances == 1; t < s->original->template_count && largest <= 0; t++)
        range_of(&s->original->codes.data[t], c->part[t], &least, &largest);
    return largest > 0;
}

static bool is_useful(const void *context, const struct counter *c) { return is_exact(context, c) && goes_up(context, c); }

void counted_init(struct counted *c, const struct predicate_model *s)
{
    *c = (struct counted){.model = s};
    counters_find(&c->counters, s->original, NULL);
    counters_keep(&c->counters, is_useful, s);
    vector_each(const struct counter *, k, &c->counters.list) {
        struct least least = {.of = NEW_ARRAY(int64_t, s->kinds.size + 1), .of_main_later = INT64_MAX};
        int64_t largest;
        for (uint32_t i = 0; i < s->kinds.size; i++)
            range_of(predicate_model_code(s, i), k->part[s->kinds.data[i].code], &least.of[i], &largest);
        bitset_each(l, &c->counters.late)
            if (k->part[MAIN][l] < least.of_main_later)
                least.of_main_later = k->part[MAIN][l];
        vector_push(&c->least, least);
    }
}

void counted_free(struct counted *c)
{
    vector_each(struct least *, x, &c->least)
        mem_free(x->of);
    vector_free(&c->least);
    counters_free(&c->counters);
}

/* --- what they say --- */

/* The least that the instances of a kind have together, without `looked` of them. */
static int64_t least_of(const struct counted *c, uint32_t counter, uint32_t kind, uint32_t looked, bool later)
{
    const struct kind *k = &c->model->kinds.data[kind];
    const struct least *least = &c->least.data[counter];
    if (k->several || looked)
        return 0;
    return later && k->code == MAIN && least->of_main_later != INT64_MAX ? least->of_main_later : least->of[kind];
}

static bool has_begun(const struct counted *c, uint32_t kind, uint32_t location)
{
    return kind != NONE && c->model->kinds.data[kind].code != MAIN && location != predicate_model_code(c->model, kind)->entry;
}

static int64_t part_of(const struct counted *c, uint32_t counter, uint32_t kind, uint32_t location)
{
    return c->counters.list.data[counter].part[c->model->kinds.data[kind].code][location];
}

void counted_facts(const struct counted *c, uint32_t kind, uint32_t location, uint32_t other, uint32_t other_location,
                   expr_vector *out)
{
    assert(kind < c->model->kinds.size && (other == NONE || other < c->model->kinds.size));
    struct exprs *x = c->model->exprs;
    bool later = has_begun(c, kind, location) || has_begun(c, other, other_location);
    for (uint32_t k = 0; k < c->counters.list.size; k++) {
        uint32_t cell = c->counters.list.data[k].cell;
        int64_t least = (int64_t)c->model->original->cells.data[cell].init + part_of(c, k, kind, location);
        least += other == NONE ? 0 : part_of(c, k, other, other_location);
        for (uint32_t i = 0; i < c->model->kinds.size; i++)
            least += least_of(c, k, i, (i == kind) + (i == other), later);
        if (least > 0)
            vector_push(out, expr_binary(x, E_ULE, expr_const(x, WIDTH, (uint64_t)least), expr_cell(x, WIDTH, cell)));
    }
}
