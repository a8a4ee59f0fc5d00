#include "engines/explore/reduce.h"

/* Sets of objects, as words: what a location's next step, and what all steps from there on, may read or write. */
struct accesses {
    uint64_t *next_read, *next_write, *later_any, *later_write;
};

struct reducer {
    struct model *model;
    bool with_accesses;
    uint32_t *first_object; /* by cell; NONE for locals */
    uint32_t *object_count;
    uint32_t objects, words;
    struct accesses **sets;                       /* by instance, by location number */
    const struct accesses *now[REDUCE_INSTANCES]; /* in the state looked at; NULL for those that have ended */
    uint64_t alive, known;                        /* rows that are computed: */
    uint64_t row[REDUCE_INSTANCES];               /* whose later steps depend on the next of this one */
    struct arena arena;
};

enum { SPLIT_SLOTS = 128 };

static void number_objects(struct reducer *r)
{
    const struct program *p = r->model->program;
    r->first_object = ARENA_ARRAY(&r->arena, uint32_t, p->cells.size + 1);
    r->object_count = ARENA_ARRAY(&r->arena, uint32_t, p->cells.size + 1);
    vector_each(const struct cell *, c, &p->cells) {
        r->first_object[c->id] = NONE;
        if (!cell_is_shared(c) || c->dropped)
            continue;
        uint64_t slots = cell_slots(c, r->model->layout->counts);
        r->first_object[c->id] = r->objects;
        r->object_count[c->id] = slots <= SPLIT_SLOTS ? (uint32_t)slots : 1;
        r->objects += r->object_count[c->id];
    }
    r->words = (r->objects + 63) / 64;
}

struct collector {
    struct reducer *reducer;
    uint32_t instance;
    uint64_t *read;
};

static void add_objects(struct reducer *r, uint32_t instance, uint32_t cell, expr index, uint64_t *set)
{
    uint32_t first = r->first_object[cell], count = r->object_count[cell];
    uint64_t value;
    if (first == NONE)
        return;
    if (index && count > 1 && constant_for(r->model->layout, instance, index, &value)) {
        uint64_t slot = slotter_slot(&r->model->layout->slotters[cell], value);
        if (slot == NONE64)
            return;
        first += (uint32_t)slot;
        count = 1;
    }
    for (uint32_t o = first; o < first + count; o++)
        set[o / 64] |= UINT64_C(1) << o % 64;
}

static void collect_reads(void *context, expr e)
{
    struct collector *c = context;
    if (e->op == E_CELL || e->op == E_READ)
        add_objects(c->reducer, c->instance, (uint32_t)e->value, e->op == E_READ ? e->arg[0] : NULL, c->read);
}

static void collect(struct reducer *r, uint32_t instance, const struct action *a, uint64_t *read, uint64_t *write)
{
    struct collector c = {r, instance, read};
    expr_visit(a->guard, collect_reads, &c);
    for (uint32_t k = 0; k < a->update_count; k++) {
        const struct update *u = &a->updates[k];
        expr_visit(u->value, collect_reads, &c);
        if (u->index)
            expr_visit(u->index, collect_reads, &c);
        add_objects(r, instance, u->cell, u->index, write);
    }
    if (a->kind == ACT_CALL && a->call_result != NONE)
        add_objects(r, instance, a->call_result, NULL, write);
    for (uint32_t k = 0; k < a->access_count && r->with_accesses; k++) {
        const struct access *x = &a->accesses[k];
        if (x->index)
            expr_visit(x->index, collect_reads, &c);
        add_objects(r, instance, x->cell, x->index, x->write ? write : read);
    }
}

static bool unite(uint64_t *to, const uint64_t *from, uint32_t words)
{
    uint64_t change = 0;
    for (uint32_t w = 0; w < words; w++) {
        change |= from[w] & ~to[w];
        to[w] |= from[w];
    }
    return change;
}

static void unite_all(struct accesses *to, const uint64_t *read, const uint64_t *write, uint32_t words)
{
    unite(to->later_any, read, words);
    unite(to->later_any, write, words);
    unite(to->later_write, write, words);
    unite(to->next_read, read, words);
    unite(to->next_write, write, words);
}

/* Sets of one code as one instance runs it. all_*: everything that the instance may ever do, for procedures and calls. */
static void code_sets(struct reducer *r, uint32_t instance, uint32_t code, const uint64_t *all_read, const uint64_t *all_write)
{
    const struct code *c = &r->model->program->codes.data[code];
    bool procedure = code >= r->model->program->template_count;
    uint32_t n = c->locations.size, words = r->words;
    struct accesses *sets = r->sets[instance] + r->model->layout->location_base[code];
    uint64_t *block = ARENA_ARRAY(&r->arena, uint64_t, (size_t)4 * n * words + 1);
    for (uint32_t l = 0; l < n; l++) {
        uint64_t *b = block + (size_t)4 * l * words;
        sets[l] = (struct accesses){b, b + words, b + 2 * words, b + 3 * words};
    }
    uint64_t *read = NEW_ARRAY(uint64_t, words + 1), *write = NEW_ARRAY(uint64_t, words + 1);
    vector_each(const struct edge *, e, &c->edges) {
        memset(read, 0, words * sizeof *read);
        memset(write, 0, words * sizeof *write);
        collect(r, instance, &e->action, read, write);
        bool call = e->action.kind == ACT_CALL;
        struct accesses *s = &sets[e->from];
        unite(s->next_read, read, words);
        unite(s->next_write, write, words);
        unite(s->later_any, call || procedure ? all_read : read, words);
        unite(s->later_any, call || procedure ? all_write : write, words);
        unite(s->later_write, call || procedure ? all_write : write, words);
        if (call && c->locations.data[e->from].flags & LOC_ATOMIC) {
            unite(s->next_read, all_read, words);
            unite(s->next_write, all_write, words);
        }
    }
    mem_free(read);
    mem_free(write);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t k = c->edges.size; k-- > 0;) {
            const struct edge *e = &c->edges.data[k];
            const struct accesses *to = &sets[e->to];
            struct accesses *from = &sets[e->from];
            changed |= unite(from->later_any, to->later_any, words);
            changed |= unite(from->later_write, to->later_write, words);
            if (c->locations.data[e->to].flags & LOC_ATOMIC) {
                changed |= unite(from->next_read, to->next_read, words);
                changed |= unite(from->next_write, to->next_write, words);
            }
            if (e->action.kind == ACT_CALL) { /* an atomic entry begins a section of unknown extent */
                const struct code *callee = &r->model->program->codes.data[e->action.object];
                if (callee->locations.data[callee->entry].flags & LOC_ATOMIC) {
                    changed |= unite(from->next_read, all_read, words);
                    changed |= unite(from->next_write, all_write, words);
                }
            }
        }
    }
    for (uint32_t l = 0; l < n && procedure; l++) /* what follows the return may be anything; and it may be inside a section */
        unite_all(&sets[l], all_read, all_write, words);
}

static void instance_sets(struct reducer *r, uint32_t i)
{
    const struct program *p = r->model->program;
    const struct instance_layout *il = &r->model->layout->instances[i];
    r->sets[i] = ARENA_ARRAY(&r->arena, struct accesses, il->location.mask + 1);
    uint64_t *read = ARENA_ARRAY(&r->arena, uint64_t, r->words + 1), *write = ARENA_ARRAY(&r->arena, uint64_t, r->words + 1);
    for (uint32_t c = 0; c < p->codes.size; c++)
        if (c == il->code || (il->calls && c >= p->template_count))
            vector_each(const struct edge *, e, &p->codes.data[c].edges)
                collect(r, i, &e->action, read, write);
    for (uint32_t c = 0; c < p->codes.size; c++)
        if (c == il->code || (il->calls && c >= p->template_count))
            code_sets(r, i, c, read, write);
}

struct reducer *reducer_new(struct model *m, bool with_accesses)
{
    if (m->layout->instance_count > REDUCE_INSTANCES)
        return NULL;
    struct reducer *r = NEW(struct reducer);
    r->model = m;
    r->with_accesses = with_accesses;
    number_objects(r);
    r->sets = ARENA_ARRAY(&r->arena, struct accesses *, m->layout->instance_count + 1);
    for (uint32_t i = 0; i < m->layout->instance_count; i++)
        instance_sets(r, i);
    return r;
}

void reducer_free(struct reducer *r)
{
    if (!r)
        return;
    arena_release(&r->arena);
    mem_free(r);
}

void reducer_look(struct reducer *r, const uint64_t *s)
{
    const struct layout *l = r->model->layout;
    r->alive = r->known = 0;
    for (uint32_t i = 0; i < l->instance_count; i++) {
        const struct model_location *here = model_location(r->model, i, s);
        bool alive = here->edge_count || here->is_return;
        r->now[i] = alive ? &r->sets[i][field_get(s, l->instances[i].location)] : NULL;
        r->alive |= (uint64_t)alive << i;
    }
}

uint64_t reducer_alive(const struct reducer *r) { return r->alive; }

static uint64_t row(struct reducer *r, uint32_t i)
{
    if (r->known >> i & 1)
        return r->row[i];
    const struct accesses *a = r->now[i];
    uint64_t result = 0;
    for (uint32_t j = 0; j < r->model->layout->instance_count; j++) {
        const struct accesses *b = r->now[j];
        if (j == i || !b)
            continue;
        for (uint32_t w = 0; w < r->words; w++)
            if ((a->next_write[w] & b->later_any[w]) | (a->next_read[w] & b->later_write[w])) {
                result |= UINT64_C(1) << j;
                break;
            }
    }
    r->known |= UINT64_C(1) << i;
    return r->row[i] = result;
}

uint64_t reducer_closure(struct reducer *r, uint32_t i)
{
    uint64_t in = UINT64_C(1) << i, todo = in;
    while (todo) {
        uint32_t j = (uint32_t)__builtin_ctzll(todo);
        todo &= todo - 1;
        uint64_t more = row(r, j) & ~in;
        in |= more;
        todo |= more;
    }
    return in;
}
