#include "engines/random/steering.h"

#include "base/bitset.h"
#include "base/map.h"

/* The edges that lead to the locations of a code: those to location n are all[first[n]] up to all[first[n + 1]]. */
struct ways_back {
    uint32_t *first, *all;
};

struct steering {
    const struct program *program;
    struct ways_back *back; /* by code */
    struct bitset **useful; /* by check, by code: locations; NULL until it is asked for */
};

static struct ways_back ways_back_of(const struct code *c)
{
    uint32_t locations = c->locations.size;
    struct ways_back b = {NEW_ARRAY(uint32_t, locations + 2), NEW_ARRAY(uint32_t, c->edges.size + 1)};
    vector_each(const struct edge *, e, &c->edges)
        b.first[e->to + 2]++;
    for (uint32_t n = 0; n < locations; n++)
        b.first[n + 2] += b.first[n + 1];
    for (uint32_t i = 0; i < c->edges.size; i++)
        b.all[b.first[c->edges.data[i].to + 1]++] = i;
    return b;
}

struct steering *steering_new(const struct program *p)
{
    struct steering *s = NEW(struct steering);
    s->program = p;
    s->back = NEW_ARRAY(struct ways_back, p->codes.size + 1);
    for (uint32_t n = 0; n < p->codes.size; n++)
        s->back[n] = ways_back_of(&p->codes.data[n]);
    s->useful = NEW_ARRAY(struct bitset *, p->checks.size + 1);
    return s;
}

void steering_free(struct steering *s)
{
    if (!s)
        return;
    for (uint32_t c = 0; c < s->program->checks.size; c++) {
        for (uint32_t n = 0; s->useful[c] && n < s->program->codes.size; n++)
            bitset_free(&s->useful[c][n]);
        mem_free(s->useful[c]);
    }
    for (uint32_t n = 0; n < s->program->codes.size; n++) {
        mem_free(s->back[n].first);
        mem_free(s->back[n].all);
    }
    mem_free(s->back);
    mem_free(s->useful);
    mem_free(s);
}

static bool is_cut_at(const struct location *l) { return (l->flags & (LOC_APPROXIMATE | LOC_ANY_VALUE)) == LOC_APPROXIMATE; }

bool steering_helps(const struct program *p)
{
    vector_each(const struct code *, c, &p->codes)
        vector_each(const struct location *, l, &c->locations)
            if (l->flags & LOC_UNSUPPORTED || is_cut_at(l))
                return true;
    return false;
}

static bool creates_one(const struct action *a, const struct bitset *needed)
{
    return a->kind == ACT_CREATE && (a->object == NONE || bitset_has(needed, a->object));
}

/* Those that make the accesses, and those that create them. */
static void find_needed(const struct program *p, const struct check *c, struct bitset *needed)
{
    bitset_add(needed, c->code);
    bitset_add(needed, c->code_b);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t n = 0; n < p->template_count; n++)
            vector_each(const struct edge *, e, &p->codes.data[n].edges)
                if (!bitset_has(needed, n) && creates_one(&e->action, needed)) {
                    bitset_add(needed, n);
                    changed = true;
                }
    }
}

static bool is_aim(const struct action *a, const struct check *c, const struct bitset *needed)
{
    for (uint32_t i = 0; i < a->access_count; i++)
        if (a->accesses[i].id == c->access_a || a->accesses[i].id == c->access_b)
            return true;
    return creates_one(a, needed);
}

static void add_useful(struct bitset *useful, u32_vector *work, uint32_t location)
{
    if (bitset_has(useful, location))
        return;
    bitset_add(useful, location);
    vector_push(work, location);
}

static void find_useful(struct steering *s, const struct check *c)
{
    const struct program *p = s->program;
    struct bitset needed = {0};
    u32_vector work = {0};
    find_needed(p, c, &needed);
    s->useful[c->id] = NEW_ARRAY(struct bitset, p->codes.size + 1);
    for (uint32_t n = 0; n < p->codes.size; n++) {
        struct bitset *useful = &s->useful[c->id][n];
        const struct edge *edges = p->codes.data[n].edges.data;
        vector_each(const struct edge *, e, &p->codes.data[n].edges)
            if (is_aim(&e->action, c, &needed))
                add_useful(useful, &work, e->from);
        while (work.size) {
            uint32_t to = vector_last(&work);
            work.size--;
            for (uint32_t k = s->back[n].first[to]; k < s->back[n].first[to + 1]; k++)
                add_useful(useful, &work, edges[s->back[n].all[k]].from);
        }
    }
    vector_free(&work);
    bitset_free(&needed);
}

bool steering_useful(struct steering *s, const struct check *c, uint32_t code, uint32_t location)
{
    if (!s->useful[c->id])
        find_useful(s, c);
    return bitset_has(&s->useful[c->id][code], location);
}

uint64_t *steering_addresses(const struct program *p, uint32_t *count)
{
    VECTOR(uint64_t) found = {0};
    struct map known = {0};
    bool cut = false;
    vector_each(const struct code *, c, &p->codes)
        vector_each(const struct location *, l, &c->locations)
            cut |= is_cut_at(l);
    *count = 0;
    if (!cut)
        return NULL;
    vector_each(const struct cell *, c, &p->cells)
        for (uint32_t r = 0; c->index_width == p->pointer_width && r < c->range_count; r++)
            if (!map_get(&known, c->ranges[r].first, NULL)) {
                map_put(&known, c->ranges[r].first, 1);
                vector_push(&found, c->ranges[r].first);
            }
    map_free(&known);
    *count = found.size;
    return found.data;
}
