/* Records of threads that have been waited for: `join(c->id); free(c);`, where c may come from a list of all connections (trees.c).
 *
 * A creating step puts the id of the thread into the record that it passes as the argument, and nobody else writes ids there, but for zero, and before the record is given away; no record is given to a second thread.
 * So what is found there is the id of the record's own thread, or none, and to join none is undefined. Who has joined it has the record back: its thread has ended, and other threads of the step have other records. That holds for accesses
 * through the same value, where every way from where it got its meaning leads through the join. */
#include "engines/wide/trees.h"

static const struct outline_step *step_at(const struct wide *w, uint32_t s) { return &w->outline->steps.data[s]; }

/* Where in the record the creating step puts the id; false if elsewhere. */
static bool where_id_is(const struct wide *w, uint32_t create, int64_t *offset)
{
    const struct outline_step *s = step_at(w, create);
    const struct outline_address *a = s->argument_count ? &w->outline->arguments.data[s->arguments] : NULL;
    *offset = s->address.offset;
    return a && a->base != NONE && !a->offset && s->address.offset >= 0 &&
           wide_same(w, w->procedure_of.data[create], a->base) ==
               (s->address.base == NONE ? NONE : wide_same(w, w->procedure_of.data[create], s->address.base));
}

static bool touches_id(const struct wide *w, const struct outline_step *s, const struct bitset *arguments, int64_t offset)
{
    uint32_t width = s->kind == OUTLINE_CREATE ? 8 : s->width ? s->width : UINT32_MAX;
    for (uint32_t k = 0; k < s->address.place_count; k++) {
        const struct outline_place *at = &w->outline->places.data[s->address.places + k];
        struct outline_place id = {.object = at->object, .first = (uint64_t)offset, .end = (uint64_t)offset + 8};
        if (bitset_has(arguments, at->object) && outline_places_overlap(at, width, &id, 8))
            return true;
    }
    return !s->address.place_count;
}

/* It writes zero there, as a whole, wherever it leads. */
static bool clears_id(const struct wide *w, const struct outline_step *s, int64_t offset)
{
    bool whole = s->zero && s->width == 8;
    for (uint32_t k = 0; k < s->address.place_count; k++) {
        const struct outline_place *at = &w->outline->places.data[s->address.places + k];
        whole &= !at->stride && at->first == (uint64_t)offset;
    }
    return whole;
}

/* The step's own way to put the id there. */
static bool is_own_write(const struct wide *w, uint32_t write, uint32_t create, int64_t offset)
{
    const struct outline_step *s = step_at(w, write);
    return write == create ||
           (outline_is_of_create(w->outline, write, create, &w->block_of) && w->block_of.data[write] == w->block_of.data[create] &&
            s->address.base == step_at(w, create)->address.base && s->address.offset == offset);
}

static bool has_own_ids(const struct wide *w, uint32_t create, const struct bitset *arguments, int64_t offset)
{
    for (uint32_t s = 0; s < w->outline->steps.size; s++) {
        const struct outline_step *x = step_at(w, s);
        bool writes = (x->kind == OUTLINE_CREATE && !x->aside) ||
                      (x->kind == OUTLINE_ACCESS && x->write && !x->frees && !clears_id(w, x, offset));
        if (writes && touches_id(w, x, arguments, offset) && !is_own_write(w, s, create, offset) && wide_not_given(w, s) != create)
            return false;
    }
    return true;
}

/* --- ways --- */

static bool joins_record(const struct wide *w, uint32_t step, uint32_t value, int64_t offset)
{
    const struct outline_step *s = step_at(w, step);
    return s->kind == OUTLINE_JOIN && s->created == NONE && s->reads_now && s->address.base != NONE &&
           s->address.offset == offset && wide_same(w, w->procedure_of.data[step], s->address.base) == value;
}

/* Where the value gets its meaning. */
static uint32_t home_of(const struct wide *w, uint32_t procedure, uint32_t value)
{
    const struct outline *o = w->outline;
    const struct outline_procedure *p = &o->procedures.data[procedure];
    for (uint32_t b = p->blocks; b < p->blocks + p->block_count; b++)
        for (uint32_t k = 0; k < o->blocks.data[b].value_count; k++)
            if (o->numbers.data[o->blocks.data[b].values + k] == value)
                return b;
    return value < p->parameter_count ? p->blocks : NONE;
}

/* Removes from the steps those that are reached, since the value is what it is, without such a join. */
static void remove_reached(const struct wide *w, uint32_t home, uint32_t value, int64_t offset, struct bitset *steps)
{
    const struct outline *o = w->outline;
    const struct outline_procedure *p = &o->procedures.data[w->procedure_of.data[o->blocks.data[home].steps]];
    struct bitset seen = {0};
    u32_vector todo = {0};
    vector_push(&todo, home);
    while (todo.size) {
        uint32_t number = vector_pop(&todo);
        const struct outline_block *b = &o->blocks.data[number];
        if (bitset_has(&seen, number))
            continue;
        bitset_add(&seen, number);
        bool joined = false;
        for (uint32_t s = b->steps; s < b->steps + b->step_count && !joined; s++) {
            joined = joins_record(w, s, value, offset);
            bitset_remove(steps, s);
        }
        for (uint32_t k = 0; k < b->next_count && !joined; k++)
            vector_push(&todo, p->blocks + o->numbers.data[b->nexts + k]);
    }
    bitset_free(&seen);
    vector_free(&todo);
}

/* Accesses through the value that the join reads the id by. */
static void add_behind(const struct wide *w, uint32_t join, int64_t offset, struct bitset *out)
{
    const struct outline *o = w->outline;
    uint32_t procedure = w->procedure_of.data[join], value = wide_same(w, procedure, step_at(w, join)->address.base);
    const struct outline_procedure *p = &o->procedures.data[procedure];
    uint32_t home = home_of(w, procedure, value);
    struct bitset steps = {0};
    for (uint32_t b = p->blocks; b < p->blocks + p->block_count && home != NONE; b++)
        for (uint32_t s = o->blocks.data[b].steps; s < o->blocks.data[b].steps + o->blocks.data[b].step_count; s++)
            if (step_at(w, s)->kind == OUTLINE_ACCESS && step_at(w, s)->address.base != NONE &&
                wide_same(w, procedure, step_at(w, s)->address.base) == value)
                bitset_add(&steps, s);
    if (!bitset_empty(&steps))
        remove_reached(w, home, value, offset, &steps);
    bitset_unite(out, &steps);
    bitset_free(&steps);
}

void wide_find_taken_back(const struct wide *w, uint32_t create, const struct bitset *arguments, struct bitset *out)
{
    int64_t offset;
    assert(step_at(w, create)->kind == OUTLINE_CREATE);
    if (!where_id_is(w, create, &offset) || !has_own_ids(w, create, arguments, offset))
        return;
    for (uint32_t s = 0; s < w->outline->steps.size; s++)
        if (step_at(w, s)->kind == OUTLINE_JOIN && step_at(w, s)->address.base != NONE &&
            joins_record(w, s, wide_same(w, w->procedure_of.data[s], step_at(w, s)->address.base), offset))
            add_behind(w, s, offset, out);
}
