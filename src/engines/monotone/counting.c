#include "engines/monotone/counting.h"

enum { MOST_WEIGHT = 8 };

/* The first template whose threads count: main does not where its part is in the base. */
static uint32_t first_counted(const struct counter *c) { return c->left ? 1 : 0; }

/* What the threads can have added and taken away together, from the least to the most, has room in the cell's width. */
static bool cannot_wrap(const struct program *p, const struct counter *c)
{
    unsigned __int128 sum = 0, room = (unsigned __int128)1 << p->cells.data[c->cell].width;
    for (uint32_t t = first_counted(c); t < p->template_count; t++) {
        struct part_sums s = code_part_sums(&p->codes.data[t], c->part[t]);
        sum += s.down + s.up;
    }
    return sum < room;
}

static bool is_bound(const void *context, const struct counter *c)
{
    const struct program *p = context;
    bool any = false, small = true;
    for (uint32_t t = first_counted(c); t < p->template_count; t++)
        for (uint32_t l = 0; l < p->codes.data[t].locations.size; l++) {
            any |= t && c->part[t][l] != 0;
            small &= c->part[t][l] >= -MOST_WEIGHT && c->part[t][l] <= MOST_WEIGHT;
        }
    return p->codes.data[0].instances == 1 && p->cells.data[c->cell].width > 1 && any && small && cannot_wrap(p, c);
}

void counting_find(struct counted_cells *c, const struct program *p, const struct program *original)
{
    counters_find(&c->counters, p, original);
    counters_keep(&c->counters, is_bound, p);
    c->templates = p->template_count;
    c->sums = NEW_ARRAY(struct part_sums, c->counters.list.size * c->templates + 1);
    c->entry = NEW_ARRAY(uint32_t, c->templates + 1);
    for (uint32_t t = 0; t < c->templates; t++)
        c->entry[t] = p->codes.data[t].entry;
    for (uint32_t i = 0; i < c->counters.list.size; i++)
        for (uint32_t t = first_counted(&c->counters.list.data[i]); t < c->templates; t++)
            c->sums[i * c->templates + t] = code_part_sums(&p->codes.data[t], c->counters.list.data[i].part[t]);
}

void counting_forget(struct counted_cells *c)
{
    counters_free(&c->counters);
    mem_free(c->sums);
    mem_free(c->entry);
}

uint64_t counting_base(const struct counted_cells *c, const struct program *p, uint32_t counter)
{
    assert(counter < c->counters.list.size);
    const struct counter *k = &c->counters.list.data[counter];
    return k->left ? k->base : p->cells.data[k->cell].init;
}

struct counted_sum counting_sum(const struct counted_cells *c, uint32_t counter, const struct proof_place *at, uint32_t count)
{
    assert(counter < c->counters.list.size);
    struct counted_sum r = {0};
    const struct counter *k = &c->counters.list.data[counter];
    const struct part_sums *sums = c->sums + counter * c->templates;
    for (uint32_t t = 0; t < c->templates; t++) {
        r.down += (uint64_t)sums[t].down;
        r.up += (uint64_t)sums[t].up;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t t = at[i].code;
        if (t < first_counted(k))
            continue;
        int64_t part = k->part[t][at[i].location];
        bool perhaps_none = at[i].location == c->entry[t] && k->given[t]; /* if it is not created */
        r.least += sums[t].down_of_one + (uint64_t)(perhaps_none && part > 0 ? 0 : part);
        r.short_of_most += sums[t].up_of_one - (uint64_t)(perhaps_none && part < 0 ? 0 : part);
    }
    return r;
}
