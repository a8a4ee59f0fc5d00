/* Nodes and their sets: inclusion between them, and what operations make of one. */
#include "frontend/pointsto_sets.h"

uint32_t points_node(struct pointsto *p)
{
    vector_push(&p->set_of, 0);
    vector_push(&p->stamps, (struct node_stamp){0});
    return p->set_of.size - 1;
}

const u32_vector *pointsto_at(const struct pointsto *p, uint32_t node)
{
    assert(node < p->set_of.size);
    return places_set_members(&p->sets, p->set_of.data[node]);
}

static void note_growth(struct pointsto *p, uint32_t node)
{
    p->changed = true;
    assert(p->clock < UINT32_MAX);
    p->stamps.data[node].grown = ++p->clock;
    uint32_t home = p->stamps.data[node].home;
    if (!home)
        return;
    if (p->stored.size < home)
        vector_resize(&p->stored, p->places.objects.size);
    p->last_stored = p->stored.data[home - 1] = p->clock;
}

bool points_grown(const struct pointsto *p, uint32_t node, uint32_t since)
{
    assert(node < p->stamps.size);
    return p->stamps.data[node].grown > since;
}

void points_add_set(struct pointsto *p, uint32_t node, uint32_t set)
{
    assert(node < p->set_of.size);
    uint32_t grown = places_set_union(&p->sets, &p->places, p->set_of.data[node], set);
    if (grown == p->set_of.data[node])
        return;
    p->set_of.data[node] = grown;
    note_growth(p, node);
}

void points_add(struct pointsto *p, uint32_t node, uint32_t place)
{
    points_add_set(p, node, places_set_single(&p->sets, &p->places, place));
}

void points_include(struct pointsto *p, uint32_t to, uint32_t from) { points_add_set(p, to, p->set_of.data[from]); }

void points_include_part(struct pointsto *p, uint32_t to, uint32_t from) { points_add_part(p, to, p->set_of.data[from]); }

/* --- what becomes of each place of a set --- */

typedef uint32_t (*place_change)(struct pointsto *p, uint32_t place, const void *how); /* NONE: nothing */

static uint32_t changed_set(struct pointsto *p, uint32_t set, uint32_t operation, place_change change, const void *how)
{
    uint32_t result;
    if (!set || places_set_result(&p->sets, operation, set, &result))
        return set ? result : 0;
    u32_vector from = *places_set_members(&p->sets, set), to = {0};
    vector_each(const uint32_t *, x, &from) {
        uint32_t place = change(p, *x, how);
        if (place != NONE)
            vector_push(&to, place);
    }
    result = places_set_make(&p->sets, &p->places, &to);
    vector_free(&to);
    places_set_remember(&p->sets, operation, set, result);
    return result;
}

static bool is_distance(const struct pointsto *p, uint32_t place) { return place_get(&p->places, place)->distance; }

static uint32_t part_of(struct pointsto *p, uint32_t place, const void *how)
{
    (void)how;
    return is_distance(p, place) ? NONE : place;
}

static uint32_t smeared(struct pointsto *p, uint32_t place, const void *how)
{
    (void)how;
    uint32_t object = place_get(&p->places, place)->object;
    return p->places.objects.data[object].kind == OBJECT_FUNCTION ? place : place_anywhere(&p->places, object);
}

static uint32_t distance_of(struct pointsto *p, uint32_t place, const void *how)
{
    (void)how;
    return place_distance(&p->places, place_get(&p->places, place)->object);
}

/* A distance is one until it is added to an address: whatever it was measured from or to may be there. */
static uint32_t moved(struct pointsto *p, uint32_t place, const void *how)
{
    return is_distance(p, place) ? place : smeared(p, place, how);
}

struct points_index {
    LLVMValueRef gep;
    bool direct;
};

static uint32_t indexed(struct pointsto *p, uint32_t place, const void *how)
{
    const struct points_index *index = how;
    return is_distance(p, place) ? NONE : place_index(&p->places, place, index->gep, index->direct);
}

/* By a name, which describes the operation. */
static void add_changed(struct pointsto *p, uint32_t to, uint32_t set, const char *name, place_change change)
{
    uint32_t operation = places_set_operation(&p->sets, name, strlen(name));
    points_add_set(p, to, changed_set(p, set, operation, change, NULL));
}

void points_add_part(struct pointsto *p, uint32_t to, uint32_t set) { add_changed(p, to, set, "part", part_of); }

void points_smear(struct pointsto *p, uint32_t to, uint32_t from) { add_changed(p, to, p->set_of.data[from], "smear", smeared); }

void points_distance(struct pointsto *p, uint32_t to, uint32_t from)
{
    add_changed(p, to, p->set_of.data[from], "distance", distance_of);
}

static bool has_address(const struct pointsto *p, uint32_t node)
{
    u32_vector places = *pointsto_at(p, node);
    vector_each(const uint32_t *, x, &places)
        if (!is_distance(p, *x))
            return true;
    return false;
}

void points_moved(struct pointsto *p, uint32_t to, uint32_t from, uint32_t by)
{
    if (has_address(p, by))
        points_smear(p, to, from);
    else
        add_changed(p, to, p->set_of.data[from], "move", moved);
}

/* What places a getelementptr leads to depends on nothing but its type and indices. */
static uint32_t index_operation(struct pointsto *p, LLVMValueRef gep, bool direct)
{
    VECTOR(uint64_t) words = {0};
    vector_push(&words, map_pointer_key(LLVMGetGEPSourceElementType(gep)));
    vector_push(&words, direct);
    for (int k = 1; k < LLVMGetNumOperands(gep); k++) {
        LLVMValueRef index = LLVMGetOperand(gep, (unsigned)k);
        bool known = LLVMIsAConstantInt(index);
        vector_push(&words, known);
        vector_push(&words, known ? (uint64_t)LLVMConstIntGetSExtValue(index) : 0);
    }
    uint32_t operation = places_set_operation(&p->sets, words.data, words.size * sizeof *words.data);
    vector_free(&words);
    return operation;
}

void points_indexed(struct pointsto *p, uint32_t to, LLVMValueRef gep, bool direct)
{
    uint32_t base = pointsto_node(p, LLVMGetOperand(gep, 0));
    struct points_index how = {gep, direct};
    points_add_set(p, to, changed_set(p, p->set_of.data[base], index_operation(p, gep, direct), indexed, &how));
}
