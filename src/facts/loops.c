/* Bourdoncle's algorithm, recursive as in the paper (section 4.3), then positions and nesting from the tree it gives. */
#include "facts/loops.h"

struct element {
    uint32_t location, component; /* component: NONE for a plain location */
};
typedef VECTOR(struct element) element_vector;

struct builder {
    const struct code *code;
    uint32_t *number; /* depth-first; 0 not seen, UINT32_MAX done */
    uint32_t count;
    u32_vector stack;
    VECTOR(element_vector) parts; /* by component: what it contains after its head, in reverse */
    u32_vector heads;
};

static uint32_t visit(struct builder *b, uint32_t v, element_vector *into);

static uint32_t make_component(struct builder *b, uint32_t v)
{
    element_vector inside = {0};
    for (uint32_t i = out_begin(b->code, v); i < out_end(b->code, v); i++)
        if (!b->number[out_edge(b->code, i)->to])
            visit(b, out_edge(b->code, i)->to, &inside);
    vector_push(&b->heads, v);
    element_vector *slot;
    vector_resize(&b->parts, b->parts.size + 1);
    slot = &vector_last(&b->parts);
    memcpy(slot, &inside, sizeof inside);
    return b->parts.size - 1;
}

static uint32_t visit(struct builder *b, uint32_t v, element_vector *into)
{
    vector_push(&b->stack, v);
    uint32_t head = b->number[v] = ++b->count;
    bool is_loop = false;
    for (uint32_t i = out_begin(b->code, v); i < out_end(b->code, v); i++) {
        uint32_t w = out_edge(b->code, i)->to;
        uint32_t least = b->number[w] ? b->number[w] : visit(b, w, into);
        if (least <= head) {
            head = least;
            is_loop = true;
        }
    }
    if (head == b->number[v]) {
        b->number[v] = UINT32_MAX;
        uint32_t w = vector_pop(&b->stack);
        struct element e = {v, NONE};
        if (is_loop) {
            while (w != v) {
                b->number[w] = 0;
                w = vector_pop(&b->stack);
            }
            e.component = make_component(b, v);
        }
        vector_push(into, e);
    }
    return head;
}

/* Gives positions to the elements of one level; prefix is what encloses it. */
static void place(struct loops *l, const struct builder *b, const element_vector *level, const struct loop_place *prefix,
                  uint32_t first_position)
{
    uint32_t depth = prefix->depth;
    for (uint32_t i = 0; i < level->size; i++) {
        const struct element *e = &level->data[level->size - 1 - i];
        bool is_loop = e->component != NONE;
        struct loop_place p = {.depth = depth + is_loop, .is_head = is_loop};
        p.positions = ARENA_ARRAY(&l->arena, uint32_t, p.depth + 1);
        p.components = ARENA_ARRAY(&l->arena, uint32_t, p.depth + 1);
        if (depth) {
            memcpy(p.positions, prefix->positions, depth * sizeof *p.positions);
            memcpy(p.components, prefix->components, depth * sizeof *p.components);
        }
        p.positions[depth] = first_position + i;
        if (is_loop) {
            p.components[depth] = e->component;
            p.positions[depth + 1] = 0;
        }
        l->places[e->location] = p;
        if (p.depth > l->max_depth)
            l->max_depth = p.depth;
        if (is_loop)
            place(l, b, &b->parts.data[e->component], &p, 1);
    }
}

static bool is_inside(const struct loops *l, uint32_t location, uint32_t component)
{
    const struct loop_place *p = &l->places[location];
    for (uint32_t i = 0; i < p->depth; i++)
        if (p->components[i] == component)
            return true;
    return false;
}

static void find_entries(struct loops *l, const struct code *code)
{
    l->one_entry = ARENA_ARRAY(&l->arena, bool, l->component_count + 1);
    for (uint32_t c = 0; c < l->component_count; c++)
        l->one_entry[c] = true;
    vector_each(const struct edge *, e, &code->edges) {
        const struct loop_place *p = &l->places[e->to];
        if (!l->places[e->from].positions)
            continue; /* cannot be reached */
        for (uint32_t i = 0; i < p->depth; i++)
            if (!is_inside(l, e->from, p->components[i]) && l->heads[p->components[i]] != e->to)
                l->one_entry[p->components[i]] = false;
    }
}

void loops_find(struct loops *l, const struct code *code)
{
    assert(code_is_indexed(code));
    *l = (struct loops){0};
    uint32_t n = code->locations.size;
    l->places = ARENA_ARRAY(&l->arena, struct loop_place, n);
    struct builder b = {.code = code, .number = NEW_ARRAY(uint32_t, n)};
    element_vector top = {0};
    visit(&b, code->entry, &top);
    struct loop_place outside = {0};
    place(l, &b, &top, &outside, 0);
    l->component_count = b.heads.size;
    l->heads = ARENA_ARRAY(&l->arena, uint32_t, b.heads.size + 1);
    for (uint32_t i = 0; i < b.heads.size; i++)
        l->heads[i] = b.heads.data[i];
    find_entries(l, code);
    for (uint32_t i = 0; i < b.parts.size; i++)
        vector_free(&b.parts.data[i]);
    vector_free(&b.parts);
    vector_free(&b.heads);
    vector_free(&b.stack);
    vector_free(&top);
    mem_free(b.number);
}

void loops_free(struct loops *l) { arena_release(&l->arena); }

uint32_t loops_first(const struct loops *l, uint32_t entry, uint32_t *key)
{
    assert(l->places[entry].positions);
    const struct loop_place *p = &l->places[entry];
    for (uint32_t i = 0; i <= p->depth; i++) {
        key[2 * i] = p->positions[i];
        if (i < p->depth)
            key[2 * i + 1] = 0;
    }
    return 2 * p->depth + 1;
}

uint32_t loops_next(const struct loops *l, uint32_t from, const uint32_t *from_key, uint32_t to, uint32_t *key, uint32_t *head)
{
    const struct loop_place *p = &l->places[from], *q = &l->places[to];
    uint32_t length = loops_first(l, to, key);
    uint32_t common = 0;
    while (common < p->depth && common < q->depth && p->components[common] == q->components[common]) {
        key[2 * common + 1] = from_key[2 * common + 1];
        common++;
    }
    *head = NONE;
    if (q->is_head && common == q->depth) {
        *head = q->components[q->depth - 1];
        key[2 * q->depth - 1]++;
    }
    return length;
}
