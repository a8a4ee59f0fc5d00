/* Candidate races. Whether two accesses can really happen at the same time is for the engines to say. */
#include "frontend/race_checks.h"

#include "base/bitset.h"
#include "base/map.h"
#include "frontend/frontend.h"

struct candidate {
    const struct access *access;
    uint32_t code;
    uint32_t line;  /* of the cut, or NONE */
    uint64_t first; /* the first candidate of this code with the same access: one may lie on several edges */
};

static bool is_data(const struct program *p, const struct access *a)
{
    uint8_t role = p->cells.data[a->cell].role;
    return role == CELL_DATA || role == CELL_SYNC;
}

static bool conflict(const struct program *p, const struct candidate *a, const struct candidate *b)
{
    if (a->access->cell != b->access->cell || (!a->access->write && !b->access->write))
        return false;
    if (a->access->order && b->access->order)
        return false;
    if (a->code == b->code && p->codes.data[a->code].instances == 1)
        return false;
    expr i = a->access->index, j = b->access->index;
    return !(i && j && i != j && expr_is_const(i) && expr_is_const(j));
}

typedef VECTOR(struct candidate) candidates;

/* The accesses of a template, in its own code and in the procedures that it may call. */
static void collect(const struct program *p, uint32_t template, uint32_t code, struct bitset *seen, candidates *out)
{
    bitset_add(seen, code);
    vector_each(const struct edge *, e, &p->codes.data[code].edges) {
        if (e->action.kind == ACT_CALL && !bitset_has(seen, e->action.object))
            collect(p, template, e->action.object, seen, out);
        for (uint32_t i = 0; i < e->action.access_count; i++)
            if (is_data(p, &e->action.accesses[i]))
                vector_push(out, (struct candidate){&e->action.accesses[i], template, NONE, 0});
    }
}

static void find_first(candidates *all)
{
    struct map first = {0};
    for (uint32_t i = 0; i < all->size; i++) {
        uint64_t key = (uint64_t)all->data[i].code << 32 | all->data[i].access->id;
        if (!map_get(&first, key, &all->data[i].first))
            map_put(&first, key, all->data[i].first = i);
    }
    map_free(&first);
}

/* Of those that a cut asks about. */
static void keep_lines(candidates *all, const struct frontend_cut *cut)
{
    uint32_t n = 0;
    vector_each(struct candidate *, c, all) {
        c->line = cut_line(cut, &c->access->pos);
        if (c->line != NONE)
            all->data[n++] = *c;
    }
    all->size = n;
}

static bool is_asked(const struct frontend_cut *cut, uint32_t a, uint32_t b)
{
    return !cut || map_get(&cut->pairs, a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a, NULL);
}

void make_race_checks(struct program *p, enum property property, const struct frontend_cut *cut)
{
    assert(property_rows[property].kind == CHECK_PAIR);
    candidates all = {0};
    struct map known = {0};
    for (uint32_t k = 0; k < p->template_count; k++) {
        struct bitset seen = {0};
        collect(p, k, k, &seen, &all);
        bitset_free(&seen);
    }
    if (cut)
        keep_lines(&all, cut);
    find_first(&all);
    for (uint32_t i = 0; i < all.size; i++)
        for (uint32_t j = 0; j <= i; j++) {
            const struct candidate *a = &all.data[j], *b = &all.data[i];
            uint64_t pair = a->first < b->first ? a->first << 32 | b->first : b->first << 32 | a->first;
            if (!conflict(p, a, b) || !is_asked(cut, a->line, b->line) || map_get(&known, pair, NULL))
                continue;
            map_put(&known, pair, 1);
            const char *whole = p->cells.data[a->access->cell].name, *inside = strstr(whole, ".__size[0]"); /* of a semaphore */
            inside = inside ? inside : strstr(whole, ".__data."); /* of a condition variable, say */
            const char *name = inside ? arena_strndup(&p->arena, whole, (size_t)(inside - whole)) : whole;
            struct check c = {.property = (uint8_t)property,
                              .code = a->code,
                              .access_a = a->access->id,
                              .access_b = b->access->id,
                              .code_b = b->code,
                              .pos = a->access->pos,
                              .text = arena_printf(&p->arena, "race on '%s'", name)};
            program_add_check(p, c);
        }
    map_free(&known);
    vector_free(&all);
}
