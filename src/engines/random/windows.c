/* See windows.h. */
#include "engines/random/windows.h"

#include "base/bitset.h"
#include "base/memory.h"
#include "program/terms.h"

enum {
    SHORTLY = 4,           /* steps */
    MOST_LOCATIONS = 5000, /* of a code: no windows in larger ones */
};

static bool counts(const struct program *p, uint32_t cell)
{
    const struct cell *c = &p->cells.data[cell];
    return cell_is_shared(c) && !cell_is_array(c) && c->role == CELL_DATA;
}

static void note_cells(const struct program *p, const struct action *a, struct bitset *read, struct bitset *written)
{
    action_reads(a, false, read);
    for (uint32_t i = 0; i < a->update_count; i++)
        if (counts(p, a->updates[i].cell))
            bitset_add(written, a->updates[i].cell);
}

/* What is read before a location (forwards) or written after it, one step further away than was noted so far. */
static void extend(const struct code *c, const struct bitset *of_edge, struct bitset *at, bool forwards)
{
    struct bitset *before = NEW_ARRAY(struct bitset, c->locations.size + 1);
    for (uint32_t l = 0; l < c->locations.size; l++)
        bitset_unite(&before[l], &at[l]);
    for (uint32_t e = 0; e < c->edges.size; e++) {
        const struct edge *x = &c->edges.data[e];
        uint32_t near = forwards ? x->to : x->from, far = forwards ? x->from : x->to;
        bitset_unite(&at[near], &of_edge[e]);
        bitset_unite(&at[near], &before[far]);
    }
    for (uint32_t l = 0; l < c->locations.size; l++)
        bitset_free(&before[l]);
    mem_free(before);
}

static void free_sets(struct bitset *sets, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        bitset_free(&sets[i]);
    mem_free(sets);
}

static void find_in_code(const struct program *p, const struct code *c, bool *at)
{
    uint32_t locations = c->locations.size, edges = c->edges.size;
    struct bitset *reads = NEW_ARRAY(struct bitset, edges + 1), *writes = NEW_ARRAY(struct bitset, edges + 1);
    struct bitset *before = NEW_ARRAY(struct bitset, locations + 1), *after = NEW_ARRAY(struct bitset, locations + 1);
    for (uint32_t e = 0; e < edges; e++)
        note_cells(p, &c->edges.data[e].action, &reads[e], &writes[e]);
    for (int k = 0; k < SHORTLY; k++) {
        extend(c, reads, before, true);
        extend(c, writes, after, false);
    }
    for (uint32_t l = 0; l < locations; l++)
        at[l] = bitset_meets(&before[l], &after[l]);
    free_sets(reads, edges);
    free_sets(writes, edges);
    free_sets(before, locations);
    free_sets(after, locations);
}

void windows_init(struct windows *w, const struct program *p)
{
    *w = (struct windows){.at = NEW_ARRAY(bool *, p->codes.size + 1), .codes = p->codes.size};
    for (uint32_t c = 0; c < w->codes; c++) {
        const struct code *code = &p->codes.data[c];
        w->at[c] = NEW_ARRAY(bool, code->locations.size + 1);
        if (code->locations.size <= MOST_LOCATIONS)
            find_in_code(p, code, w->at[c]);
    }
}

void windows_free(struct windows *w)
{
    for (uint32_t c = 0; w->at && c < w->codes; c++)
        mem_free(w->at[c]);
    mem_free(w->at);
}
