#include "runner/chunks.h"

#include "base/effort.h"

#include <stdlib.h>

enum { MOST_WORKS = 100, ROUNDS = 2 };

static double expected(const struct work *w) { return w->expected > 0 ? w->expected : CLOCK_WORK_GUESS; }

/* The longest first; those alike keep their order. */
static int by_length(const void *x, const void *y, void *context)
{
    const struct work *all = context;
    uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
    double d = expected(&all[b]) - expected(&all[a]);
    return d > 0 ? 1 : d < 0 ? -1 : a < b ? -1 : a > b;
}

static void add(struct chunk *c, const struct work *all, uint32_t i)
{
    bool unlimited = all[i].timeout <= 0 || (c->works.size && c->longest == 0);
    c->longest = unlimited ? 0 : c->longest + all[i].timeout + CLOCK_WORK_KILL;
    c->expected += expected(&all[i]);
    vector_push(&c->works, i);
}

static bool fits(const struct chunk *c, const struct work *w, double size, double most)
{
    return c->expected + expected(w) <= size && (most <= 0 || c->longest + w->timeout + CLOCK_WORK_KILL <= most);
}

void chunks_make(chunks *out, const struct work *all, u32_vector *works, const struct chunk_room *room)
{
    struct work *sorted_by = NULL; /* qsort_r has no const */
    memcpy(&sorted_by, &all, sizeof all);
    qsort_r(works->data, works->size, sizeof *works->data, by_length, sorted_by);
    double left = 0;
    vector_each(const uint32_t *, i, works)
        left += expected(&all[*i]);
    for (uint32_t at = 0; at < works->size;) {
        struct chunk c = {0};
        double size = left / (ROUNDS * (room->slots ? room->slots : 1));
        size = size > CLOCK_CHUNK_LEAST ? size : CLOCK_CHUNK_LEAST;
        while (at < works->size && c.works.size < MOST_WORKS &&
               (!c.works.size || fits(&c, &all[works->data[at]], size, room->most)))
            add(&c, all, works->data[at++]);
        left -= c.expected;
        vector_push(out, c);
    }
}

void chunks_free(chunks *c)
{
    vector_each(struct chunk *, x, c)
        vector_free(&x->works);
    vector_free(c);
}
