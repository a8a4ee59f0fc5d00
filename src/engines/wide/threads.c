/* Who calls whom, which kinds of threads there are, what they run, and what runs once at most. */
#include "engines/wide/wide.h"

static const struct outline_step *step_at(const struct wide *w, uint32_t s) { return &w->outline->steps.data[s]; }

static void index_steps(struct wide *w)
{
    const struct outline *o = w->outline;
    vector_resize(&w->procedure_of, o->steps.size);
    vector_resize(&w->block_of, o->steps.size);
    vector_resize(&w->callers, o->procedures.size);
    for (uint32_t p = 0; p < o->procedures.size; p++)
        for (uint32_t b = o->procedures.data[p].blocks; b < o->procedures.data[p].blocks + o->procedures.data[p].block_count; b++)
            for (uint32_t s = o->blocks.data[b].steps; s < o->blocks.data[b].steps + o->blocks.data[b].step_count; s++) {
                w->procedure_of.data[s] = p;
                w->block_of.data[s] = b;
                if (step_at(w, s)->ends_thread)
                    bitset_add(&w->ends_thread, p);
                if (step_at(w, s)->kind == OUTLINE_CALL)
                    for (uint32_t k = 0; k < step_at(w, s)->callee_count; k++)
                        vector_push(&w->callers.data[o->numbers.data[step_at(w, s)->callees + k]], s);
            }
}

/* --- loops: strongly connected components of a procedure's blocks (Tarjan, without recursion) --- */

struct frame {
    uint32_t block, next; /* where, and which of its ways out comes next */
};

struct components {
    u32_vector index, low, stack;
    VECTOR(struct frame) path;
    struct bitset on_stack;
    uint32_t clock;
};

static void enter(struct components *c, uint32_t b)
{
    c->index.data[b] = c->low.data[b] = ++c->clock;
    vector_push(&c->stack, b);
    bitset_add(&c->on_stack, b);
    vector_push(&c->path, (struct frame){b, 0});
}

/* Takes a finished component off the stack; blocks of one with a cycle lie in a loop. */
static void leave(struct components *c, uint32_t b, uint32_t first_block, bool to_itself, struct bitset *in_loop)
{
    bool several = vector_last(&c->stack) != b;
    uint32_t x;
    do {
        x = vector_pop(&c->stack);
        bitset_remove(&c->on_stack, x);
        if (several || to_itself)
            bitset_add(in_loop, first_block + x);
    } while (x != b);
}

static void find_loops(const struct outline *o, const struct outline_procedure *p, struct components *c, struct bitset *in_loop)
{
    vector_clear(&c->index);
    vector_clear(&c->low);
    vector_resize(&c->index, p->block_count);
    vector_resize(&c->low, p->block_count);
    c->clock = 0;
    enter(c, 0);
    while (c->path.size) {
        struct frame *f = &vector_last(&c->path);
        const struct outline_block *b = &o->blocks.data[p->blocks + f->block];
        if (f->next < b->next_count) {
            uint32_t to = o->numbers.data[b->nexts + f->next++];
            if (!c->index.data[to])
                enter(c, to);
            else if (bitset_has(&c->on_stack, to) && c->index.data[to] < c->low.data[f->block])
                c->low.data[f->block] = c->index.data[to];
            continue;
        }
        bool to_itself = false;
        for (uint32_t k = 0; k < b->next_count; k++)
            to_itself |= o->numbers.data[b->nexts + k] == f->block;
        uint32_t block = f->block, low = c->low.data[block];
        if (low == c->index.data[block])
            leave(c, block, p->blocks, to_itself, in_loop);
        (void)vector_pop(&c->path);
        if (c->path.size && low < c->low.data[vector_last(&c->path).block])
            c->low.data[vector_last(&c->path).block] = low;
    }
}

static void find_all_loops(struct wide *w)
{
    struct components c = {0};
    vector_each(const struct outline_procedure *, p, &w->outline->procedures)
        find_loops(w->outline, p, &c, &w->in_loop);
    vector_free(&c.index);
    vector_free(&c.low);
    vector_free(&c.stack);
    vector_free(&c.path);
    bitset_free(&c.on_stack);
}

/* --- kinds --- */

static void add_kind(struct wide *w, uint32_t step, uint32_t entry)
{
    vector_push(&w->kinds, (struct wide_kind){.step = step, .entry = entry});
}

/* The procedures that are reached from the entry by calls. */
static void reach(struct wide *w, struct wide_kind *kind)
{
    const struct outline *o = w->outline;
    u32_vector todo = {0};
    bitset_add(&kind->procedures, kind->entry);
    vector_push(&todo, kind->entry);
    while (todo.size) {
        const struct outline_procedure *p = &o->procedures.data[vector_pop(&todo)];
        const struct outline_block *first = &o->blocks.data[p->blocks], *last = first + p->block_count - 1;
        for (uint32_t s = first->steps; s < last->steps + last->step_count; s++) {
            const struct outline_step *x = step_at(w, s);
            for (uint32_t k = 0; x->kind == OUTLINE_CALL && k < x->callee_count; k++) {
                uint32_t callee = o->numbers.data[x->callees + k];
                if (!bitset_has(&kind->procedures, callee)) {
                    bitset_add(&kind->procedures, callee);
                    vector_push(&todo, callee);
                }
            }
        }
    }
    vector_free(&todo);
}

static void find_kinds(struct wide *w)
{
    const struct outline *o = w->outline;
    add_kind(w, NONE, 0);
    for (uint32_t s = 0; s < o->steps.size; s++)
        for (uint32_t k = 0; step_at(w, s)->kind == OUTLINE_CREATE && k < step_at(w, s)->callee_count; k++)
            add_kind(w, s, o->numbers.data[step_at(w, s)->callees + k]);
    vector_resize(&w->kinds_of, o->procedures.size);
    for (uint32_t k = 0; k < w->kinds.size; k++) {
        reach(w, &w->kinds.data[k]);
        bitset_each(p, &w->kinds.data[k].procedures)
            bitset_add(&w->kinds_of.data[p], k);
    }
    for (uint32_t k = 1; k < w->kinds.size; k++)
        bitset_copy(&w->kinds.data[k].creators, &w->kinds_of.data[w->procedure_of.data[w->kinds.data[k].step]]);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t k = 1; k < w->kinds.size; k++)
            bitset_each(c, &w->kinds.data[k].creators) {
                struct bitset *d = &w->kinds.data[c].descendants;
                changed |= !bitset_has(d, k);
                bitset_add(d, k);
                changed |= bitset_unite(d, &w->kinds.data[k].descendants);
            }
    }
}

/* A step that runs once at most in a run. */
static bool wide_once(const struct wide *w, uint32_t step)
{
    return bitset_has(&w->once, w->procedure_of.data[step]) && !bitset_has(&w->in_loop, w->block_of.data[step]);
}

/* --- once --- */

/* Whether a thread makes one of these calls of the procedure only. */
static bool is_called_once(const struct wide *w, const u32_vector *calls)
{
    uint32_t x = calls->data[0], y = calls->data[calls->size - 1], p = w->procedure_of.data[x];
    return calls->size == 1 || (calls->size == 2 && w->procedure_of.data[y] == p &&
                                outline_are_either_or(w->outline, p, w->block_of.data[x], w->block_of.data[y]));
}

/* There is one way at most to begin it, and that is taken once. */
static bool begins_once(const struct wide *w, uint32_t procedure)
{
    uint32_t kinds = 0;
    bool each_once = true;
    for (uint32_t k = 0; k < w->kinds.size; k++)
        if (w->kinds.data[k].entry == procedure) {
            kinds++;
            each_once &= w->kinds.data[k].unique;
        }
    u32_vector calls = {0};
    vector_each(const uint32_t *, s, &w->callers.data[procedure])
        if (!bitset_empty(&w->kinds_of.data[w->procedure_of.data[*s]])) {
            vector_push(&calls, *s);
            each_once &= wide_once(w, *s);
        }
    bool once = each_once && (calls.size ? !kinds && is_called_once(w, &calls) : kinds <= 1);
    vector_free(&calls);
    return once;
}

/* Kinds that never run are created by nobody; main is created once, and by nobody again. Begins with "nothing runs once" and adds what
 * certainly does, so that recursion never counts as once. */
static void find_once(struct wide *w)
{
    const struct outline *o = w->outline;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t k = 0; k < w->kinds.size; k++) {
            struct wide_kind *kind = &w->kinds.data[k];
            if (!kind->unique && (k == 0 || wide_once(w, kind->step)))
                changed = kind->unique = true;
        }
        for (uint32_t p = 0; p < o->procedures.size; p++)
            if (!bitset_has(&w->once, p) && begins_once(w, p)) {
                bitset_add(&w->once, p);
                changed = true;
            }
    }
}

bool wide_unique_object(const struct wide *w, uint32_t object)
{
    assert(object < w->outline->objects.size);
    const struct outline_object *x = &w->outline->objects.data[object];
    if (x->kind == OUTLINE_GLOBAL)
        return !x->elsewhere;
    if ((x->kind != OUTLINE_STACK && x->kind != OUTLINE_HEAP) || x->procedure == NONE || x->block == NONE)
        return false;
    uint32_t block = w->outline->procedures.data[x->procedure].blocks + x->block;
    return bitset_has(&w->once, x->procedure) && !bitset_has(&w->in_loop, block);
}

bool wide_is_recursive(const struct wide *w, uint32_t procedure)
{
    assert(procedure < w->callers.size);
    struct bitset seen = {0};
    u32_vector todo = {0};
    vector_push(&todo, procedure);
    while (todo.size) {
        uint32_t callee = vector_pop(&todo);
        vector_each(const uint32_t *, s, &w->callers.data[callee]) {
            uint32_t caller = w->procedure_of.data[*s];
            if (!bitset_has(&seen, caller))
                vector_push(&todo, caller);
            bitset_add(&seen, caller);
        }
    }
    bool again = bitset_has(&seen, procedure);
    bitset_free(&seen);
    vector_free(&todo);
    return again;
}

/* By depth first over calls, without recursion. */
static void order_procedures(struct wide *w)
{
    const struct outline *o = w->outline;
    struct bitset seen = {0};
    VECTOR(struct frame) path = {0};
    for (uint32_t k = 0; k < w->kinds.size; k++) {
        if (bitset_has(&seen, w->kinds.data[k].entry))
            continue;
        bitset_add(&seen, w->kinds.data[k].entry);
        vector_push(&path, (struct frame){w->kinds.data[k].entry, 0});
        while (path.size) {
            struct frame *f = &vector_last(&path);
            const struct outline_procedure *p = &o->procedures.data[f->block];
            uint32_t first = o->blocks.data[p->blocks].steps, last = p->blocks + p->block_count - 1;
            uint32_t end = o->blocks.data[last].steps + o->blocks.data[last].step_count, callee = NONE;
            for (uint32_t s = first + f->next; s < end && callee == NONE; s++, f->next++)
                for (uint32_t c = 0; step_at(w, s)->kind == OUTLINE_CALL && c < step_at(w, s)->callee_count && callee == NONE; c++)
                    if (!bitset_has(&seen, o->numbers.data[step_at(w, s)->callees + c]))
                        callee = o->numbers.data[step_at(w, s)->callees + c];
            if (callee == NONE) {
                vector_push(&w->callees_first, f->block);
                (void)vector_pop(&path);
            } else {
                f->next--; /* it may have further callees */
                bitset_add(&seen, callee);
                vector_push(&path, (struct frame){callee, 0});
            }
        }
    }
    vector_free(&path);
    bitset_free(&seen);
}

void wide_threads(struct wide *w)
{
    assert(!w->kinds.size);
    index_steps(w);
    find_all_loops(w);
    find_kinds(w);
    find_once(w);
    order_procedures(w);
}
