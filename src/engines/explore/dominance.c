/* See dominance.h. */
#include "engines/explore/dominance.h"

#include "engines/explore/growing.h"

struct entry {
    uint32_t number, next; /* next: the one before in the list */
};

struct dominance {
    uint32_t words;
    VECTOR(struct field) fields; /* of the growing cells, in every instance */
    VECTOR(uint64_t) limits;     /* of each field */
    uint64_t *rest;              /* a state without them */
    struct intern rests;
    u32_vector last; /* by rest: its last entry */
    VECTOR(struct entry) entries;
    VECTOR(uint64_t) values; /* by entry: of the fields */
    bool broken;
};

static void add_field(struct dominance *d, const struct cell_place *p, unsigned width)
{
    if (p->kind != PLACE_SCALAR || p->choosable)
        return;
    vector_push(&d->fields, p->field);
    vector_push(&d->limits, growing_limit(width));
}

struct dominance *dominance_new(const struct model *m)
{
    struct dominance *d = NEW(struct dominance);
    const struct layout *l = m->layout;
    struct bitset cells = {0};
    growing_find(m->program, &cells);
    bitset_each(id, &cells) {
        const struct cell *c = &m->program->cells.data[id];
        for (uint32_t i = 0; i < l->instance_count; i++)
            if (cell_is_shared(c) ? i == 0 : l->instances[i].code == c->owner)
                add_field(d, layout_place(l, i, id), c->width);
    }
    bitset_free(&cells);
    d->words = l->words;
    d->rest = NEW_ARRAY(uint64_t, l->words + 1);
    if (d->fields.size)
        return d;
    dominance_free(d);
    return NULL;
}

void dominance_free(struct dominance *d)
{
    if (!d)
        return;
    vector_free(&d->fields);
    vector_free(&d->limits);
    vector_free(&d->last);
    vector_free(&d->entries);
    vector_free(&d->values);
    intern_free(&d->rests);
    mem_free(d->rest);
    mem_free(d);
}

static uint32_t rest_of(struct dominance *d, const uint64_t *state)
{
    bool is_new;
    memcpy(d->rest, state, d->words * sizeof *state);
    vector_each(const struct field *, f, &d->fields)
        field_set(d->rest, *f, 0);
    uint32_t id = intern_add(&d->rests, d->rest, d->words * sizeof *state, &is_new);
    if (is_new)
        vector_push(&d->last, NONE);
    return id;
}

static bool below(const struct dominance *d, const uint64_t *state, const uint64_t *values)
{
    for (uint32_t i = 0; i < d->fields.size; i++)
        if (field_get(state, d->fields.data[i]) > values[i])
            return false;
    return true;
}

uint32_t dominance_find(struct dominance *d, const uint64_t *state)
{
    for (uint32_t i = 0; i < d->fields.size; i++)
        d->broken |= field_get(state, d->fields.data[i]) >= d->limits.data[i];
    uint32_t rest = rest_of(d, state);
    for (uint32_t e = d->last.data[rest]; e != NONE; e = d->entries.data[e].next)
        if (below(d, state, d->values.data + (size_t)e * d->fields.size))
            return d->entries.data[e].number;
    return NONE;
}

void dominance_add(struct dominance *d, const uint64_t *state, uint32_t number)
{
    uint32_t rest = rest_of(d, state);
    vector_push(&d->entries, (struct entry){number, d->last.data[rest]});
    d->last.data[rest] = d->entries.size - 1;
    for (uint32_t i = 0; i < d->fields.size; i++)
        vector_push(&d->values, field_get(state, d->fields.data[i]));
}

bool dominance_broken(const struct dominance *d) { return d->broken; }
