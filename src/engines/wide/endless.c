/* Whether a thread comes out of a set of steps: it does if there is no recursion among them, and if every loop that it may stay in counts (outline_loop).
 *
 * A way that never ends goes from some point on through blocks that are strongly connected. If these are entered at the first block of a loop that counts only by going round, and neither the bound nor
 * what follows it is among them, then that block is not one of them after all. So it is taken away, and the rest looked at again. */
#include "engines/wide/deadlock.h"

struct endless {
    const struct wide *w;
    const struct bitset *steps;
    u32_vector *out;
    const struct outline_procedure *procedure;
    uint32_t loops, loop_count; /* of the procedure */
    VECTOR(u32_vector) before;  /* its blocks: those that lead to it */
};

static const struct outline_block *block_at(const struct endless *e, uint32_t n)
{
    return &e->w->outline->blocks.data[e->procedure->blocks + n];
}

/* All its steps are in the set. */
static bool stays(const struct endless *e, uint32_t n)
{
    const struct outline_block *b = block_at(e, n);
    for (uint32_t s = b->steps; s < b->steps + b->step_count; s++)
        if (!bitset_has(e->steps, s))
            return false;
    return true;
}

static bool goes_to(const struct endless *e, uint32_t from, uint32_t to)
{
    const struct outline_block *b = block_at(e, from);
    for (uint32_t k = 0; k < b->next_count; k++)
        if (e->w->outline->numbers.data[b->nexts + k] == to)
            return true;
    return false;
}

/* Blocks among these that are reached from one by a step or more, or from which it is reached. */
static void reach(const struct endless *e, const struct bitset *among, uint32_t from, bool backwards, struct bitset *out)
{
    u32_vector todo = {0};
    vector_push(&todo, from);
    while (todo.size) {
        uint32_t n = vector_pop(&todo);
        const struct outline_block *b = block_at(e, n);
        const uint32_t *next = backwards ? e->before.data[n].data : &e->w->outline->numbers.data[b->nexts];
        uint32_t count = backwards ? e->before.data[n].size : b->next_count;
        for (uint32_t k = 0; k < count; k++) {
            if (!bitset_has(among, next[k]) || bitset_has(out, next[k]))
                continue;
            bitset_add(out, next[k]);
            vector_push(&todo, next[k]);
        }
    }
    vector_free(&todo);
}

/* The blocks that are on a circle with this one; false if there is no circle. */
static bool component(const struct endless *e, const struct bitset *among, uint32_t block, struct bitset *out)
{
    struct bitset back = {0};
    reach(e, among, block, false, out);
    reach(e, among, block, true, &back);
    bitset_intersect(out, &back);
    bitset_free(&back);
    return bitset_has(out, block);
}

static bool ends_within(const struct endless *e, const struct outline_loop *l, const struct bitset *component)
{
    const struct outline *o = e->w->outline;
    const struct outline_block *test = block_at(e, l->test);
    if (!bitset_has(component, l->first) || !bitset_has(component, l->test) ||
        (l->bound != NONE && bitset_has(component, l->bound)) || bitset_has(component, o->numbers.data[test->nexts + l->out]))
        return false;
    bitset_each(n, component) {
        bool again = false;
        for (uint32_t k = 0; k < l->again_count; k++)
            again |= o->numbers.data[l->again + k] == n;
        if (!again && goes_to(e, n, l->first))
            return false;
    }
    return true;
}

/* One that has a line, if there is any. */
static uint32_t a_step_of(const struct endless *e, const struct bitset *blocks)
{
    uint32_t found = NONE;
    bitset_each(n, blocks)
        for (uint32_t s = block_at(e, n)->steps; s < block_at(e, n)->steps + block_at(e, n)->step_count; s++)
            if (found == NONE || (!e->w->outline->steps.data[found].pos.line && e->w->outline->steps.data[s].pos.line))
                found = s;
    return found == NONE ? block_at(e, 0)->steps : found;
}

static void find_before(struct endless *e)
{
    vector_resize(&e->before, e->procedure->block_count);
    for (uint32_t n = 0; n < e->procedure->block_count; n++)
        for (uint32_t k = 0; k < block_at(e, n)->next_count; k++)
            vector_push(&e->before.data[e->w->outline->numbers.data[block_at(e, n)->nexts + k]], n);
}

static void look_at_procedure(struct endless *e)
{
    struct bitset left = {0};
    find_before(e);
    for (uint32_t n = 0; n < e->procedure->block_count; n++)
        if (bitset_has(&e->w->in_loop, e->procedure->blocks + n) && stays(e, n))
            bitset_add(&left, n);
    for (uint32_t n = 0; n < e->procedure->block_count; n++) {
        while (bitset_has(&left, n)) {
            struct bitset circle = {0};
            bool is_circle = component(e, &left, n, &circle), ends = false;
            for (uint32_t k = e->loops; k < e->loops + e->loop_count && is_circle && !ends; k++) {
                ends = ends_within(e, &e->w->outline->loops.data[k], &circle);
                if (ends)
                    bitset_remove(&left, e->w->outline->loops.data[k].first);
            }
            if (!is_circle)
                bitset_remove(&left, n);
            if (is_circle && !ends) {
                vector_push(e->out, a_step_of(e, &circle));
                bitset_each(x, &circle)
                    bitset_remove(&left, x);
            }
            bitset_free(&circle);
        }
    }
    bitset_free(&left);
    vector_each(u32_vector *, all, &e->before)
        vector_free(all);
    vector_free(&e->before);
}

/* Calls in the set that may lead back to the procedure that makes them, by calls in the set. */
static void look_for_recursion(struct endless *e)
{
    const struct outline *o = e->w->outline;
    struct bitset left = {0}; /* procedures that call some that are left */
    for (uint32_t p = 0; p < o->procedures.size; p++)
        bitset_add(&left, p);
    uint32_t found = NONE;
    for (bool changed = true; changed;) {
        struct bitset calling = {0};
        found = NONE;
        for (uint32_t s = 0; s < o->steps.size; s++)
            for (uint32_t k = 0; o->steps.data[s].kind == OUTLINE_CALL && k < o->steps.data[s].callee_count; k++)
                if (bitset_has(e->steps, s) && bitset_has(&left, e->w->procedure_of.data[s]) &&
                    bitset_has(&left, o->numbers.data[o->steps.data[s].callees + k])) {
                    bitset_add(&calling, e->w->procedure_of.data[s]);
                    found = s;
                }
        changed = bitset_count(&calling) != bitset_count(&left);
        bitset_copy(&left, &calling);
        bitset_free(&calling);
    }
    if (found != NONE)
        vector_push(e->out, found);
    bitset_free(&left);
}

void wide_find_endless(const struct wide *w, const struct bitset *steps, u32_vector *out)
{
    struct endless e = {.w = w, .steps = steps, .out = out};
    const struct outline *o = w->outline;
    for (uint32_t p = 0; p < o->procedures.size; p++) {
        e.procedure = &o->procedures.data[p];
        e.loops += e.loop_count;
        for (e.loop_count = 0; e.loops + e.loop_count < o->loops.size && o->loops.data[e.loops + e.loop_count].procedure == p;)
            e.loop_count++;
        if (!bitset_empty(&w->kinds_of.data[p]))
            look_at_procedure(&e);
    }
    look_for_recursion(&e);
}
