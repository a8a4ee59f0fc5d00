#include "engines/explore/symmetry.h"

#include "engines/explore/alike.h"

typedef VECTOR(struct field) field_vector;

struct group {             /* the instances of one template */
    uint32_t first, count; /* in the layout's instances */
    uint32_t fields;       /* of one instance */
    struct field *field;   /* instance by instance */
    uint64_t entry;        /* the location of those that have not begun */
};

struct symmetry {
    const struct layout *layout;
    VECTOR(struct group) groups;
    field_vector ids; /* fields that hold ids */
    uint64_t *values; /* of the group at hand: for each instance its fields, then a bit for each id field that holds its id */
    uint32_t *order;  /* instances of the group that have begun, as they should be */
    uint32_t *places; /* the same instances, as they are */
    struct arena arena;
};

static void add_place(field_vector *out, const struct cell_place *p)
{
    if (p->kind == PLACE_SCALAR || p->kind == PLACE_TREE)
        vector_push(out, p->field);
    for (uint64_t i = 0; p->kind == PLACE_SPAN && i < p->slots; i++)
        vector_push(out, span_field(&p->span, i));
    if (p->choosable && p->kind == PLACE_TREE)
        vector_push(out, p->undefined_root);
    for (uint64_t i = 0; p->choosable && p->kind != PLACE_TREE && i < p->slots; i++)
        vector_push(out, span_field(&p->undefined, i));
}

/* All that an instance has of its own; its location first. */
static void add_instance(const struct layout *l, uint32_t instance, field_vector *out)
{
    const struct instance_layout *il = &l->instances[instance];
    vector_push(out, il->location);
    vector_each(const struct cell *, c, &l->program->cells)
        if (c->owner == il->code && !c->dropped)
            add_place(out, layout_place(l, instance, c->id));
}

static void add_group(struct symmetry *y, uint32_t template)
{
    const struct layout *l = y->layout;
    struct group g = {.count = 0};
    field_vector fields = {0};
    for (uint32_t i = 0; i < l->instance_count; i++)
        if (l->instances[i].code == template) {
            g.first = g.count ? g.first : i;
            g.count++;
            add_instance(l, i, &fields);
        }
    if (g.count > 1) {
        g.fields = fields.size / g.count;
        g.field = ARENA_ARRAY(&y->arena, struct field, fields.size);
        memcpy(g.field, fields.data, fields.size * sizeof *fields.data);
        g.entry = l->location_base[template] + l->program->codes.data[template].entry;
        vector_push(&y->groups, g);
    }
    vector_free(&fields);
}

struct symmetry *symmetry_new(const struct model *m)
{
    struct alike alike = alike_of(m->program);
    struct symmetry *y = NEW(struct symmetry);
    size_t values = 0;
    y->layout = m->layout;
    bitset_each(t, &alike.templates)
        add_group(y, t);
    bool trees = false;
    bitset_each(c, &alike.ids) {
        const struct cell_place *p = layout_place(y->layout, 0, c);
        trees |= p->kind == PLACE_TREE;
        add_place(&y->ids, p);
    }
    alike_free(&alike);
    vector_each(const struct group *, g, &y->groups) {
        size_t n = (size_t)g->count * (g->fields + y->ids.size);
        values = n > values ? n : values;
    }
    y->values = ARENA_ARRAY(&y->arena, uint64_t, values + 1);
    y->order = ARENA_ARRAY(&y->arena, uint32_t, y->layout->instance_count + 1);
    y->places = ARENA_ARRAY(&y->arena, uint32_t, y->layout->instance_count + 1);
    if (y->groups.size && !trees)
        return y;
    symmetry_free(y);
    return NULL;
}

void symmetry_free(struct symmetry *y)
{
    if (!y)
        return;
    vector_free(&y->groups);
    vector_free(&y->ids);
    arena_release(&y->arena);
    mem_free(y);
}

static uint64_t *values_of(const struct symmetry *y, const struct group *g, uint32_t k)
{
    return y->values + (size_t)k * (g->fields + y->ids.size);
}

/* Reads the instances that have begun; returns how many. */
static uint32_t read_group(struct symmetry *y, const struct group *g, const uint64_t *state)
{
    uint32_t n = 0;
    for (uint32_t k = 0; k < g->count; k++) {
        const struct field *f = g->field + (size_t)k * g->fields;
        uint64_t *v = values_of(y, g, k), self = y->layout->instances[g->first + k].self;
        if (field_get(state, f[0]) == g->entry)
            continue;
        for (uint32_t i = 0; i < g->fields; i++)
            v[i] = field_get(state, f[i]);
        for (uint32_t i = 0; i < y->ids.size; i++)
            v[g->fields + i] = field_get(state, y->ids.data[i]) == self;
        y->places[n] = y->order[n] = k;
        n++;
    }
    return n;
}

static int compare(const struct symmetry *y, const struct group *g, uint32_t a, uint32_t b)
{
    const uint64_t *x = values_of(y, g, a), *z = values_of(y, g, b);
    for (uint32_t i = 0; i < g->fields + y->ids.size; i++)
        if (x[i] != z[i])
            return x[i] < z[i] ? -1 : 1;
    return 0;
}

static bool sort(struct symmetry *y, const struct group *g, uint32_t n)
{
    bool moved = false;
    for (uint32_t i = 1; i < n; i++) {
        uint32_t k = y->order[i], j = i;
        for (; j && compare(y, g, y->order[j - 1], k) > 0; j--)
            y->order[j] = y->order[j - 1];
        y->order[j] = k;
        moved |= j != i;
    }
    return moved;
}

static void write_group(struct symmetry *y, const struct group *g, uint32_t n, uint64_t *state)
{
    for (uint32_t i = 0; i < n; i++) {
        const struct field *f = g->field + (size_t)y->places[i] * g->fields;
        const uint64_t *v = values_of(y, g, y->order[i]);
        for (uint32_t k = 0; k < g->fields; k++)
            field_set(state, f[k], v[k]);
        for (uint32_t k = 0; k < y->ids.size; k++)
            if (v[g->fields + k])
                field_set(state, y->ids.data[k], y->layout->instances[g->first + y->places[i]].self);
    }
}

bool symmetry_normalise(struct symmetry *y, uint64_t *state)
{
    bool moved = false;
    vector_each(const struct group *, g, &y->groups) {
        uint32_t n = read_group(y, g, state);
        if (n > 1 && sort(y, g, n)) {
            write_group(y, g, n, state);
            moved = true;
        }
    }
    return moved;
}
