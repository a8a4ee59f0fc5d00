#include "cover/upset.h"

#include <assert.h>

enum { SPLIT_AT = 64 };

void upset_init(struct upset *u, const struct system *s)
{
    *u = (struct upset){.places = s->places, .controls = s->controls};
    u->roots = NEW_ARRAY(uint32_t, s->controls);
    u->holding = NEW_ARRAY(u32_vector *, s->controls);
}

void upset_free(struct upset *u)
{
    for (uint32_t c = 0; c < u->controls; c++) {
        for (uint32_t p = 0; u->holding[c] && p < u->places; p++)
            vector_free(&u->holding[c][p]);
        mem_free(u->holding[c]);
    }
    vector_each(struct upset_node *, n, &u->nodes) {
        vector_free(&n->entries);
        vector_free(&n->children);
    }
    vector_free(&u->nodes);
    mem_free(u->holding);
    mem_free(u->roots);
    vector_free(&u->elements);
}

/* The child's position, or where it belongs. */
static uint32_t child_at(const struct upset_node *n, uint32_t place)
{
    uint32_t low = 0, high = n->children.size;
    while (low < high) {
        uint32_t mid = (low + high) / 2;
        if (n->children.data[mid].place < place)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

static uint32_t below_in(const struct upset *u, uint32_t node, const struct state *s)
{
    const struct upset_node *n = &u->nodes.data[node];
    uint64_t outside = ~s->mask;
    if (!n->count || n->common & outside || n->least > s->total)
        return UPSET_NONE;
    for (uint32_t i = 0; i < n->entries.size; i++) {
        const struct upset_entry *e = &n->entries.data[i];
        if (e->mask & outside || e->total > s->total)
            continue;
        const struct upset_element *x = &u->elements.data[e->id];
        if (tokens_within(x->state->tokens, x->state->size, s->tokens, s->size))
            return x->tag;
    }
    if (!(n->child_places & s->mask))
        return UPSET_NONE;
    for (uint32_t i = 0; i < s->size; i++) {
        uint32_t place = s->tokens[i].place;
        if (!(n->child_places >> (place & 63) & 1))
            continue;
        uint32_t k = child_at(n, place);
        if (k == n->children.size || n->children.data[k].place != place)
            continue;
        uint32_t found = below_in(u, n->children.data[k].node, s);
        if (found != UPSET_NONE)
            return found;
    }
    return UPSET_NONE;
}

uint32_t upset_below(const struct upset *u, const struct state *s)
{
    assert(s->control < u->controls);
    uint32_t root = u->roots[s->control];
    return root ? below_in(u, root - 1, s) : UPSET_NONE;
}

static uint32_t add_node(struct upset *u, uint32_t parent, uint32_t place)
{
    vector_push(&u->nodes, ((struct upset_node){.parent = parent, .place = place, .common = ~UINT64_C(0), .least = UINT32_MAX}));
    return u->nodes.size - 1;
}

static bool on_path(const struct upset *u, uint32_t node, uint32_t place)
{
    for (; u->nodes.data[node].parent != UPSET_NONE; node = u->nodes.data[node].parent)
        if (u->nodes.data[node].place == place)
            return true;
    return false;
}

/* The child with the fewest elements among those whose place s holds; UPSET_NONE if all places of s are on the path. */
static uint32_t choose_child(struct upset *u, uint32_t node, const struct state *s)
{
    uint32_t best = UPSET_NONE, best_place = 0, fewest = UINT32_MAX;
    for (uint32_t i = 0; i < s->size && fewest; i++) {
        uint32_t place = s->tokens[i].place;
        if (on_path(u, node, place))
            continue;
        const struct upset_node *n = &u->nodes.data[node];
        uint32_t k = child_at(n, place);
        bool there = k < n->children.size && n->children.data[k].place == place;
        uint32_t count = there ? u->nodes.data[n->children.data[k].node].count : 0;
        if (count < fewest) {
            fewest = count;
            best = there ? n->children.data[k].node : UPSET_NONE;
            best_place = place;
        }
    }
    if (fewest == UINT32_MAX || best != UPSET_NONE)
        return best;
    uint32_t child = add_node(u, node, best_place);
    struct upset_node *n = &u->nodes.data[node];
    uint32_t k = child_at(n, best_place);
    vector_push(&n->children, ((struct upset_child){0, 0}));
    memmove(n->children.data + k + 1, n->children.data + k, (n->children.size - 1 - k) * sizeof *n->children.data);
    n->children.data[k] = (struct upset_child){best_place, child};
    n->child_places |= UINT64_C(1) << (best_place & 63);
    return child;
}

static void insert(struct upset *u, uint32_t node, struct upset_entry e);

static void split(struct upset *u, uint32_t node)
{
    VECTOR(struct upset_entry) moved = {0};
    vector_each(const struct upset_entry *, e, &u->nodes.data[node].entries)
        vector_push(&moved, *e);
    vector_clear(&u->nodes.data[node].entries);
    u->nodes.data[node].split = true;
    u->nodes.data[node].count = 0;
    vector_each(const struct upset_entry *, e, &moved)
        insert(u, node, *e);
    vector_free(&moved);
}

/* Below `node`, which the counts of its ancestors know about already. */
static void insert(struct upset *u, uint32_t node, struct upset_entry e)
{
    for (;;) {
        struct upset_node *n = &u->nodes.data[node];
        n->count++;
        n->common &= e.mask;
        if (e.total < n->least)
            n->least = e.total;
        uint32_t child = n->split ? choose_child(u, node, u->elements.data[e.id].state) : UPSET_NONE;
        if (child == UPSET_NONE)
            break;
        node = child;
    }
    vector_push(&u->nodes.data[node].entries, e);
    u->elements.data[e.id].node = node;
    if (!u->nodes.data[node].split && u->nodes.data[node].entries.size > SPLIT_AT)
        split(u, node);
}

/* The lists are cleaned when they are read: an element that is gone leaves its number behind until then. */
static void remove_above(struct upset *u, const struct state *s, u32_vector *removed)
{
    if (!s->size) {
        upset_each(x, u) if (x->state->control == s->control)
        {
            if (removed)
                vector_push(removed, x->tag);
            upset_remove(u, (uint32_t)(x - u->elements.data));
        }
        return;
    }
    u32_vector *best = NULL;
    for (uint32_t i = 0; i < s->size; i++) {
        u32_vector *list = &u->holding[s->control][s->tokens[i].place];
        if (!best || list->size < best->size)
            best = list;
    }
    uint32_t kept = 0;
    for (uint32_t i = 0; i < best->size; i++) {
        uint32_t id = best->data[i];
        const struct upset_element *x = &u->elements.data[id];
        if (!x->state)
            continue;
        if (state_within(s, x->state)) {
            if (removed)
                vector_push(removed, x->tag);
            upset_remove(u, id);
            continue;
        }
        best->data[kept++] = id;
    }
    best->size = kept;
}

uint32_t upset_add(struct upset *u, const struct state *s, uint32_t tag, u32_vector *removed)
{
    assert(s->control < u->controls && upset_below(u, s) == UPSET_NONE);
    if (!u->roots[s->control]) {
        u->holding[s->control] = NEW_ARRAY(u32_vector, u->places);
        u->roots[s->control] = add_node(u, UPSET_NONE, 0) + 1;
    }
    remove_above(u, s, removed);
    uint32_t id = u->elements.size;
    for (uint32_t i = 0; i < s->size; i++)
        vector_push(&u->holding[s->control][s->tokens[i].place], id);
    vector_push(&u->elements, ((struct upset_element){s, tag, UPSET_NONE}));
    insert(u, u->roots[s->control] - 1, (struct upset_entry){s->mask, s->total, id});
    u->size++;
    return id;
}

void upset_remove(struct upset *u, uint32_t element)
{
    assert(element < u->elements.size && u->elements.data[element].state);
    struct upset_element *x = &u->elements.data[element];
    if (!x->state)
        return;
    struct upset_node *n = &u->nodes.data[x->node];
    for (uint32_t i = 0; i < n->entries.size; i++)
        if (n->entries.data[i].id == element) {
            n->entries.data[i] = n->entries.data[--n->entries.size];
            break;
        }
    for (uint32_t k = x->node; k != UPSET_NONE; k = u->nodes.data[k].parent)
        u->nodes.data[k].count--;
    x->state = NULL;
    u->size--;
}

bool upset_valid(const struct upset *u)
{
    uint32_t n = 0;
    upset_each(e, u)
    {
        n++;
        upset_each(f, u) if (e != f && state_within(e->state, f->state)) return false;
        if (upset_below(u, e->state) != e->tag)
            return false;
    }
    return n == u->size;
}
