#include "engines/monotone/counting.h"

enum { MOST_WEIGHT = 8 };

/* What the threads but main can have added and taken away together, from the least to the most, has room in the cell's width. */
static bool cannot_wrap(const struct program *p, const struct counter *c)
{
    unsigned __int128 sum = 0, room = (unsigned __int128)1 << p->cells.data[c->cell].width;
    for (uint32_t t = 1; t < p->template_count; t++) {
        struct part_sums s = code_part_sums(&p->codes.data[t], c->part[t]);
        sum += s.down + s.up;
    }
    return sum < room;
}

static bool is_bound(const void *context, const struct counter *c)
{
    const struct program *p = context;
    bool any = false, small = true;
    for (uint32_t t = 1; t < p->template_count; t++)
        for (uint32_t l = 0; l < p->codes.data[t].locations.size; l++) {
            any |= c->part[t][l] != 0;
            small &= c->part[t][l] >= -MOST_WEIGHT && c->part[t][l] <= MOST_WEIGHT;
        }
    return c->left && p->cells.data[c->cell].width > 1 && any && small && cannot_wrap(p, c);
}

void counting_find(struct counted_cells *c, const struct program *p)
{
    counters_find(&c->counters, p);
    counters_keep(&c->counters, is_bound, p);
    c->templates = p->template_count;
    c->sums = NEW_ARRAY(struct part_sums, c->counters.list.size * c->templates + 1);
    for (uint32_t i = 0; i < c->counters.list.size; i++)
        for (uint32_t t = 1; t < c->templates; t++)
            c->sums[i * c->templates + t] = code_part_sums(&p->codes.data[t], c->counters.list.data[i].part[t]);
}

void counting_forget(struct counted_cells *c)
{
    counters_free(&c->counters);
    mem_free(c->sums);
}

struct counted_sum counting_sum(const struct counted_cells *c, uint32_t counter, const struct proof_place *at, uint32_t count)
{
    assert(counter < c->counters.list.size);
    struct counted_sum r = {0};
    const struct part_sums *sums = c->sums + counter * c->templates;
    for (uint32_t t = 1; t < c->templates; t++) { /* main's part is in the base */
        r.down += (uint64_t)sums[t].down;
        r.up += (uint64_t)sums[t].up;
    }
    for (uint32_t i = 0; i < count; i++)
        if (at[i].code) {
            uint64_t part = (uint64_t)c->counters.list.data[counter].part[at[i].code][at[i].location];
            r.least += sums[at[i].code].down_of_one + part;
            r.short_of_most += sums[at[i].code].up_of_one - part;
        }
    return r;
}
