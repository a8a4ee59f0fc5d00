#include "engines/bounded/cubes.h"

/* A group in the chain of its thread. */
struct place {
    uint32_t thread, at;
};
struct pair {
    struct place a, b;
    uint64_t decides; /* 0: none */
};

struct chains {
    u32_vector *of; /* by instance: groups whose order matters to some read */
    uint32_t count;
};

/* Reads that have a choice, and the writes that they choose from. */
static struct chains chains_of(const struct memory *m)
{
    const struct unfolding *u = m->u;
    struct chains c = {NEW_ARRAY(u32_vector, u->instances.size + 1), u->instances.size};
    struct bitset contested = {0};
    bitset_reserve(&contested, u->groups.size);
    for (uint32_t r = 0; r < u->reads.size; r++) {
        const candidate_vector *cs = &m->candidates[r];
        if (cs->size < 2 || u->groups.data[u->reads.data[r].group].final)
            continue;
        bitset_add(&contested, u->reads.data[r].group);
        vector_each(const struct candidate *, k, cs)
            if (k->write != NONE)
                bitset_add(&contested, u->writes.data[k->write].group);
    }
    bitset_each(g, &contested)
        vector_push(&c.of[u->groups.data[g].instance], g);
    bitset_free(&contested);
    return c;
}

static uint32_t group_at(const struct chains *c, struct place p) { return c->of[p.thread].data[p.at]; }

/* How many pairs of these two threads are decided by either answer, multiplied. */
static uint64_t decides(const struct chains *c, struct place a, struct place b)
{
    uint64_t before = (uint64_t)(a.at + 1) * (c->of[b.thread].size - b.at);
    uint64_t after = (uint64_t)(c->of[a.thread].size - a.at) * (b.at + 1);
    return before * after;
}

/* Whether one answer about x answers y: they are of the same threads and lie crosswise. */
static bool ties(const struct pair *x, const struct pair *y)
{
    if (x->a.thread != y->a.thread || x->b.thread != y->b.thread)
        return false;
    bool below = y->a.at < x->a.at && y->b.at<x->b.at, above = y->a.at> x->a.at && y->b.at > x->b.at;
    return !below && !above;
}

static bool is_certain(const struct memory *m, uint32_t a, uint32_t b)
{
    return bitset_has(&m->before[a], b) || bitset_has(&m->before[b], a);
}

static struct pair best_of_threads(const struct memory *m, const struct chains *c, uint32_t s, uint32_t t,
                                   const struct pair *chosen, uint32_t count)
{
    struct pair best = {.decides = 0};
    for (uint32_t i = 0; i < c->of[s].size; i++)
        for (uint32_t j = 0; j < c->of[t].size; j++) {
            struct pair p = {{s, i}, {t, j}, 0};
            bool tied = false;
            p.decides = decides(c, p.a, p.b);
            if (p.decides <= best.decides)
                continue;
            for (uint32_t k = 0; k < count && !tied; k++)
                tied = ties(&chosen[k], &p);
            if (!tied && !is_certain(m, group_at(c, p.a), group_at(c, p.b)))
                best = p;
        }
    return best;
}

static bool next_pair(const struct memory *m, const struct chains *c, struct pair *chosen, uint32_t count)
{
    struct pair best = {.decides = 0};
    for (uint32_t s = 0; s < c->count; s++)
        for (uint32_t t = s + 1; t < c->count; t++) {
            struct pair p = best_of_threads(m, c, s, t, chosen, count);
            if (p.decides > best.decides)
                best = p;
        }
    chosen[count] = best;
    return best.decides != 0;
}

bool cube_find(struct memory *m, uint32_t part, uint32_t parts, cube_vector *out)
{
    assert(part < parts && (parts & (parts - 1)) == 0);
    struct chains c = chains_of(m);
    struct pair chosen[MOST_SPLITS];
    uint32_t n = 0;
    vector_clear(out);
    for (; UINT32_C(1) << n < parts && n < MOST_SPLITS && next_pair(m, &c, chosen, n); n++) {
        int earlier = memory_earlier(m, group_at(&c, chosen[n].a), group_at(&c, chosen[n].b));
        vector_push(out, part >> n & 1 ? earlier : -earlier);
    }
    for (uint32_t i = 0; i < c.count; i++)
        vector_free(&c.of[i]);
    mem_free(c.of);
    return part >> n == 0;
}
