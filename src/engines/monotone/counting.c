#include "engines/monotone/counting.h"

enum { MOST_WEIGHT = 8 };

/* The sum of all threads' parts at their largest is a number of the cell's width. */
static bool cannot_wrap(const struct program *p, const struct counter *c)
{
    unsigned __int128 sum = 0, room = (unsigned __int128)1 << p->cells.data[c->cell].width;
    for (uint32_t t = 1; t < p->template_count; t++)
        sum += code_largest_sum(&p->codes.data[t], c->part[t]);
    return sum < room;
}

static bool is_bound(const void *context, const struct counter *c)
{
    const struct program *p = context;
    bool up = false, down = false, small = true;
    for (uint32_t t = 1; t < p->template_count; t++)
        for (uint32_t l = 0; l < p->codes.data[t].locations.size; l++) {
            up |= c->part[t][l] > 0;
            down |= c->part[t][l] < 0;
            small &= c->part[t][l] >= -MOST_WEIGHT && c->part[t][l] <= MOST_WEIGHT;
        }
    return c->left && p->cells.data[c->cell].width > 1 && up != down && small && cannot_wrap(p, c);
}

void counting_find(struct counters *c, const struct program *p)
{
    counters_find(c, p);
    counters_keep(c, is_bound, p);
}
