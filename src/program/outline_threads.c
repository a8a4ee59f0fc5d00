#include "program/outline_threads.h"

static const struct outline_step *step_at(const struct outline_threads *t, uint32_t s) { return &t->outline->steps.data[s]; }

static void index_steps(struct outline_threads *t)
{
    const struct outline *o = t->outline;
    vector_resize(&t->procedure_of, o->steps.size);
    vector_resize(&t->block_of, o->steps.size);
    for (uint32_t p = 0; p < o->procedures.size; p++)
        for (uint32_t b = o->procedures.data[p].blocks; b < o->procedures.data[p].blocks + o->procedures.data[p].block_count; b++)
            for (uint32_t s = o->blocks.data[b].steps; s < o->blocks.data[b].steps + o->blocks.data[b].step_count; s++) {
                t->procedure_of.data[s] = p;
                t->block_of.data[s] = b;
            }
}

static void find_kinds(struct outline_threads *t)
{
    const struct outline *o = t->outline;
    vector_push(&t->kinds, (struct outline_kind){.step = NONE, .entry = 0});
    for (uint32_t s = 0; s < o->steps.size; s++)
        for (uint32_t k = 0; step_at(t, s)->kind == OUTLINE_CREATE && k < step_at(t, s)->callee_count; k++)
            vector_push(&t->kinds, (struct outline_kind){.step = s, .entry = o->numbers.data[step_at(t, s)->callees + k]});
    vector_resize(&t->kinds_of, o->procedures.size);
    for (uint32_t k = 0; k < t->kinds.size; k++)
        bitset_add(&t->kinds_of.data[t->kinds.data[k].entry], k);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t s = 0; s < o->steps.size; s++)
            for (uint32_t k = 0; step_at(t, s)->kind == OUTLINE_CALL && k < step_at(t, s)->callee_count; k++)
                changed |= bitset_unite(&t->kinds_of.data[o->numbers.data[step_at(t, s)->callees + k]],
                                        &t->kinds_of.data[t->procedure_of.data[s]]);
    }
}

bool outline_runs(const struct outline_threads *t, uint32_t step)
{
    return !bitset_empty(&t->kinds_of.data[t->procedure_of.data[step]]);
}

/* Whether a way of one block or more goes from a block to another one, or to itself, in one activation of their procedure. */
static bool leads_to(const struct outline *o, uint32_t procedure, uint32_t from, uint32_t to)
{
    assert(procedure < o->procedures.size);
    const struct outline_procedure *p = &o->procedures.data[procedure];
    struct bitset seen = {0};
    u32_vector todo = {0};
    vector_push(&todo, from - p->blocks);
    while (todo.size) {
        const struct outline_block *b = &o->blocks.data[p->blocks + vector_pop(&todo)];
        for (uint32_t k = 0; k < b->next_count; k++) {
            uint32_t next = o->numbers.data[b->nexts + k];
            if (!bitset_has(&seen, next)) {
                bitset_add(&seen, next);
                vector_push(&todo, next);
            }
        }
    }
    bool found = bitset_has(&seen, to - p->blocks);
    bitset_free(&seen);
    vector_free(&todo);
    return found;
}

/* Whether a block may be entered again in one activation of its procedure. */
static bool is_in_loop(const struct outline_threads *t, uint32_t procedure, uint32_t block)
{
    return leads_to(t->outline, procedure, block, block);
}

bool outline_are_either_or(const struct outline *o, uint32_t procedure, uint32_t block, uint32_t other)
{
    return !leads_to(o, procedure, block, other) && !leads_to(o, procedure, other, block) && block != other;
}

static bool step_once(const struct outline_threads *t, uint32_t step, uint32_t depth);

/* Calls of which an activation makes one at most. */
static bool are_either_or(const struct outline_threads *t, uint32_t x, uint32_t y)
{
    bool calls = x != NONE && y != NONE && step_at(t, x)->kind == OUTLINE_CALL && step_at(t, y)->kind == OUTLINE_CALL;
    return calls && t->procedure_of.data[x] == t->procedure_of.data[y] &&
           outline_are_either_or(t->outline, t->procedure_of.data[x], t->block_of.data[x], t->block_of.data[y]);
}

/* One way only leads to it (or one of two that are not both taken), once. Recursion never is: it would go deeper than there are procedures. */
static bool procedure_once(const struct outline_threads *t, uint32_t procedure, uint32_t depth)
{
    const struct outline *o = t->outline;
    u32_vector ways = {0};
    if (depth > o->procedures.size)
        return false;
    vector_each(const struct outline_kind *, k, &t->kinds)
        if (k->entry == procedure && (k->step == NONE || outline_runs(t, k->step)))
            vector_push(&ways, k->step);
    for (uint32_t s = 0; s < o->steps.size && ways.size < 3; s++)
        for (uint32_t k = 0; step_at(t, s)->kind == OUTLINE_CALL && k < step_at(t, s)->callee_count; k++)
            if (o->numbers.data[step_at(t, s)->callees + k] == procedure && outline_runs(t, s))
                vector_push(&ways, s);
    bool once = ways.size == 1 || (ways.size == 2 && are_either_or(t, ways.data[0], ways.data[1]));
    for (uint32_t k = 0; k < ways.size && once; k++)
        once = ways.data[k] == NONE || step_once(t, ways.data[k], depth + 1);
    vector_free(&ways);
    return once;
}

static bool step_once(const struct outline_threads *t, uint32_t step, uint32_t depth)
{
    return !is_in_loop(t, t->procedure_of.data[step], t->block_of.data[step]) &&
           procedure_once(t, t->procedure_of.data[step], depth);
}

/* The object exists once at most in a run. */
static bool is_one(const struct outline_threads *t, uint32_t object)
{
    const struct outline_object *x = &t->outline->objects.data[object];
    if (x->kind == OUTLINE_GLOBAL)
        return !x->elsewhere;
    return x->kind == OUTLINE_STACK && x->procedure != NONE && x->block != NONE && procedure_once(t, x->procedure, 0) &&
           !is_in_loop(t, x->procedure, t->outline->procedures.data[x->procedure].blocks + x->block);
}

static bool touches(const struct outline *o, const struct outline_step *s, const struct outline_place *at)
{
    uint32_t width = s->kind == OUTLINE_ACCESS && s->width ? s->width : s->kind == OUTLINE_ACCESS ? UINT32_MAX : 8;
    for (uint32_t k = 0; k < s->address.place_count; k++)
        if (outline_places_overlap(&o->places.data[s->address.places + k], width, at, 8))
            return true;
    return !s->address.place_count;
}

/* The one step that puts an id there; every other write of it is refused. */
static uint32_t creator_of(const struct outline_threads *t, const struct outline_step *join)
{
    const struct outline *o = t->outline;
    const struct outline_place *at = join->address.place_count == 1 ? &o->places.data[join->address.places] : NULL;
    uint32_t found = NONE;
    if (!at || at->stride || !is_one(t, at->object))
        return NONE;
    for (uint32_t s = 0; s < o->steps.size; s++)
        if (step_at(t, s)->kind == OUTLINE_CREATE && touches(o, step_at(t, s), at)) {
            if (found != NONE)
                return NONE;
            found = s;
        }
    for (uint32_t s = 0; s < o->steps.size && found != NONE; s++) {
        const struct outline_step *x = step_at(t, s);
        bool of_it = outline_is_of_create(o, s, found, &t->block_of);
        if (x->kind == OUTLINE_ACCESS && x->write && !of_it && touches(o, x, at))
            return NONE;
    }
    return found;
}

uint32_t outline_joined_kind(const struct outline_threads *t, uint32_t join)
{
    const struct outline_step *s = step_at(t, join);
    uint32_t create = s->created != NONE ? s->created : creator_of(t, s);
    if (create == NONE || step_at(t, create)->callee_count != 1)
        return NONE;
    for (uint32_t k = 1; k < t->kinds.size; k++)
        if (t->kinds.data[k].step == create && t->kinds.data[k].unique)
            return k;
    return NONE;
}

void outline_threads_find(struct outline_threads *t, const struct outline *o)
{
    *t = (struct outline_threads){.outline = o};
    index_steps(t);
    find_kinds(t);
    vector_each(struct outline_kind *, k, &t->kinds)
        k->unique = k->step == NONE ? procedure_once(t, 0, 0) : step_once(t, k->step, 0);
}

void outline_threads_free(struct outline_threads *t)
{
    vector_each(struct bitset *, b, &t->kinds_of)
        bitset_free(b);
    vector_free(&t->kinds_of);
    vector_free(&t->kinds);
    vector_free(&t->procedure_of);
    vector_free(&t->block_of);
}
