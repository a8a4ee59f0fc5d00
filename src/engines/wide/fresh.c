/* Memory that nobody else knows yet, and memory that is handed to a thread.
 *
 * A value that is new memory (of malloc, or a local variable) is fresh until its address may be known elsewhere: stored, returned, given to a thread or
 * to a procedure that lets it be known. A parameter is fresh if every caller passes a fresh address. A thread's argument is fresh if every creation
 * passes a fresh address and its creator does not use it again: the memory belongs to the new thread. If the creator does use it, it is at least
 * another one for each thread. A phi counts as publishing at the place where it stands: it runs after its operands are made and before they are
 * reached again.
 *
 * What is given to a thread that does not make it known is lent: when that thread has been joined, nobody else knows it any more. In the sets of what is
 * known, it has another number as long as it is lent, and its own one, too, if it may be known for good. */
#include "engines/wide/lending.h"

struct fresh {
    struct wide *w;
    struct sets sets;
    VECTOR(struct bitset) kept; /* procedure: parameters that it may make known */
    VECTOR(struct bitset) own;  /* procedure: parameters that are fresh at its entry */
    u32_vector published;       /* by step: values that may be known elsewhere */
    VECTOR(struct bitset) made; /* procedure: values that are new memory */
    struct map created;         /* what gives back what is lent, to the step that created the thread (lending.h) */
    struct bitset separate;     /* kinds whose threads have arguments of their own each */
};

static const struct outline_step *step_at(const struct fresh *f, uint32_t s) { return &f->w->outline->steps.data[s]; }

static void steps_of(const struct fresh *f, uint32_t procedure, uint32_t *first, uint32_t *end)
{
    const struct outline *o = f->w->outline;
    const struct outline_procedure *p = &o->procedures.data[procedure];
    uint32_t last = p->blocks + p->block_count - 1;
    *first = o->blocks.data[p->blocks].steps;
    *end = o->blocks.data[last].steps + o->blocks.data[last].step_count;
}

static uint32_t without(struct fresh *f, uint32_t set, uint32_t x)
{
    u32_vector kept = {0};
    uint32_t n;
    const uint32_t *m = sets_members(&f->sets, set, &n);
    for (uint32_t k = 0; k < n; k++)
        if (m[k] != x)
            vector_push(&kept, m[k]);
    uint32_t made = kept.size == n ? set : sets_of(&f->sets, &kept);
    vector_free(&kept);
    return made;
}

/* Whether some callee may make this argument known. */
static bool lets_know(const struct fresh *f, const struct outline_step *s, uint32_t argument)
{
    for (uint32_t k = 0; k < s->callee_count; k++) {
        uint32_t callee = f->w->outline->numbers.data[s->callees + k];
        if (argument >= f->w->outline->procedures.data[callee].parameter_count || bitset_has(&f->kept.data[callee], argument))
            return true;
    }
    return !s->callee_count;
}

/* The number of a value that is lent. */
static uint32_t as_lent(const struct fresh *f, uint32_t step, uint32_t root)
{
    return f->w->outline->procedures.data[f->w->procedure_of.data[step]].value_count + root;
}

/* The value that a new thread gets: if it is read from memory, the one that was put there. */
static uint32_t passed_value(const struct fresh *f, uint32_t create)
{
    const struct outline_step *s = step_at(f, create);
    uint32_t root = s->argument_count ? f->w->outline->arguments.data[s->arguments].root : NONE;
    return root == NONE ? NONE : wide_same(f->w, f->w->procedure_of.data[create], root);
}

/* A thread that does not make its argument known gives it back when it is joined. */
static uint32_t after_create(struct fresh *f, uint32_t step, uint32_t known)
{
    const struct outline_step *s = step_at(f, step);
    uint32_t root = s->argument_count ? f->w->outline->arguments.data[s->arguments].root : NONE;
    if (root == NONE)
        return known;
    bool made = bitset_has(&f->made.data[f->w->procedure_of.data[step]], root);
    uint32_t lent = as_lent(f, step, passed_value(f, step));
    bool again = sets_has(&f->sets, known, lent);
    if (!made || again || lets_know(f, s, 0))
        known = sets_add(&f->sets, known, root);
    return sets_add(&f->sets, known, lent);
}

static uint32_t after_join(struct fresh *f, uint32_t step, uint32_t known)
{
    uint64_t create;
    if (!map_get(&f->created, step, &create))
        return known;
    uint32_t value = passed_value(f, (uint32_t)create);
    return value == NONE ? known : without(f, known, as_lent(f, step, value));
}

static uint32_t after(struct fresh *f, uint32_t step, uint32_t known)
{
    const struct outline_step *s = step_at(f, step);
    switch (s->kind) {
    case OUTLINE_ALLOCATE: return without(f, without(f, known, s->address.root), as_lent(f, step, s->address.root));
    case OUTLINE_PUBLISH: return sets_add(&f->sets, known, s->address.root);
    case OUTLINE_CREATE: return after_create(f, step, known);
    case OUTLINE_JOIN:
    case OUTLINE_SEEN: return after_join(f, step, known);
    case OUTLINE_CALL:
        for (uint32_t k = 0; k < s->argument_count; k++) {
            uint32_t root = f->w->outline->arguments.data[s->arguments + k].root;
            if (root != NONE && lets_know(f, s, k))
                known = sets_add(&f->sets, known, root);
        }
        return known;
    default: return known;
    }
}

/* Forwards: what may be known at each step. Returns all that may be known anywhere. */
static uint32_t follow(struct fresh *f, uint32_t procedure)
{
    const struct outline *o = f->w->outline;
    const struct outline_procedure *p = &o->procedures.data[procedure];
    u32_vector before = {0};
    uint32_t all = 0;
    vector_resize(&before, p->block_count);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t b = 0; b < p->block_count; b++) {
            const struct outline_block *block = &o->blocks.data[p->blocks + b];
            uint32_t known = before.data[b];
            for (uint32_t s = block->steps; s < block->steps + block->step_count; s++) {
                f->published.data[s] = known;
                known = after(f, s, known);
                all = sets_any(&f->sets, all, known);
            }
            for (uint32_t k = 0; k < block->next_count; k++) {
                uint32_t *to = &before.data[o->numbers.data[block->nexts + k]], met = sets_any(&f->sets, *to, known);
                changed |= met != *to;
                *to = met;
            }
        }
    }
    vector_free(&before);
    return all;
}

static void find_kept(struct fresh *f)
{
    for (bool changed = true; changed;) {
        changed = false;
        vector_each(const uint32_t *, p, &f->w->callees_first) {
            uint32_t all = follow(f, *p), n;
            const uint32_t *m = sets_members(&f->sets, all, &n);
            for (uint32_t k = 0; k < n && m[k] < f->w->outline->procedures.data[*p].parameter_count; k++)
                if (!bitset_has(&f->kept.data[*p], m[k])) {
                    bitset_add(&f->kept.data[*p], m[k]);
                    changed = true;
                }
        }
    }
}

/* --- whose is it --- */

static bool is_fresh(const struct fresh *f, uint32_t step, uint32_t root)
{
    uint32_t p = f->w->procedure_of.data[step];
    return root != NONE && (bitset_has(&f->made.data[p], root) || bitset_has(&f->own.data[p], root)) &&
           !sets_has(&f->sets, f->published.data[step], root) &&
           !sets_has(&f->sets, f->published.data[step], as_lent(f, step, root));
}

/* A thread has got it since it was made, and has not certainly ended. */
static bool is_given(const struct fresh *f, uint32_t step, uint32_t root)
{
    return sets_has(&f->sets, f->published.data[step], as_lent(f, step, root));
}

/* Backwards from the end of a procedure: whether a value is used behind a step, unless it is made anew first. */
static bool is_used_later(const struct fresh *f, uint32_t step, uint32_t root)
{
    const struct outline *o = f->w->outline;
    const struct outline_procedure *p = &o->procedures.data[f->w->procedure_of.data[step]];
    struct bitset seen = {0};
    u32_vector todo = {0};
    bool used = false;
    uint32_t from = step + 1, b = f->w->block_of.data[step];
    for (;;) {
        const struct outline_block *block = &o->blocks.data[b];
        bool made = false;
        for (uint32_t s = from; s < block->steps + block->step_count && !used && !made; s++) {
            const struct outline_step *x = step_at(f, s);
            made = x->kind == OUTLINE_ALLOCATE && x->address.root == root;
            used = !made && x->address.root == root;
            for (uint32_t k = 0; k < x->argument_count; k++)
                used |= o->arguments.data[x->arguments + k].root == root;
        }
        used |= !made && block->try_next != NONE && block->try_lock.root == root;
        for (uint32_t k = 0; k < block->next_count && !made; k++)
            vector_push(&todo, p->blocks + o->numbers.data[block->nexts + k]);
        do {
            b = todo.size ? vector_pop(&todo) : NONE;
        } while (b != NONE && bitset_has(&seen, b));
        if (b == NONE || used)
            break;
        bitset_add(&seen, b);
        from = o->blocks.data[b].steps;
    }
    bitset_free(&seen);
    vector_free(&todo);
    return used;
}

/* What is passed to a new thread: memory of its own (2), another one for each thread (1), or neither (0). */
static int handed_over(const struct fresh *f, uint32_t step)
{
    const struct outline_step *s = step_at(f, step);
    uint32_t root = s->argument_count ? f->w->outline->arguments.data[s->arguments].root : NONE, p = f->w->procedure_of.data[step];
    bool heap = false, made = false;
    uint32_t first, end, value = passed_value(f, step);
    steps_of(f, p, &first, &end);
    for (uint32_t k = first; k < end; k++)
        if (step_at(f, k)->kind == OUTLINE_ALLOCATE && !step_at(f, k)->local) {
            heap |= step_at(f, k)->address.root == root;
            made |= step_at(f, k)->address.root == value;
        }
    if (made && !is_fresh(f, step, root) && f->w->outline->arguments.data[s->arguments].base == root)
        return is_given(f, step, value) ? 0 : 1; /* others may know it, but no other thread has it as its argument */
    if (root == NONE || (!heap && lets_know(f, s, 0)) || !is_fresh(f, step, root))
        return 0;
    return !heap || is_used_later(f, step, root) ? 1 : 2;
}

/* Fresh, and not passed as another argument, too: the callee would know it by two names. */
static bool passes_fresh(const struct fresh *f, uint32_t step, uint32_t argument)
{
    const struct outline_step *s = step_at(f, step);
    if (argument >= s->argument_count)
        return false;
    const struct outline_address *all = &f->w->outline->arguments.data[s->arguments];
    for (uint32_t k = 0; k < s->argument_count; k++)
        if (k != argument && all[k].root == all[argument].root)
            return false;
    return is_fresh(f, step, all[argument].root);
}

/* Begins with everything fresh that somebody passes, and takes back what is not. */
static void find_own(struct fresh *f)
{
    const struct outline *o = f->w->outline;
    for (uint32_t p = 0; p < o->procedures.size; p++)
        for (uint32_t k = 0; k < o->procedures.data[p].parameter_count && p; k++)
            bitset_add(&f->own.data[p], k);
    for (uint32_t k = 1; k < f->w->kinds.size; k++) {
        const struct wide_kind *kind = &f->w->kinds.data[k];
        int way = handed_over(f, kind->step);
        if (way)
            bitset_add(&f->separate, k);
        if (way < 2)
            bitset_clear(&f->own.data[kind->entry]);
    }
    for (bool changed = true; changed;) {
        changed = false;
        vector_each(const uint32_t *, p, &f->w->callees_first) {
            uint32_t first, end;
            steps_of(f, *p, &first, &end);
            for (uint32_t s = first; s < end; s++)
                for (uint32_t c = 0; step_at(f, s)->kind == OUTLINE_CALL && c < step_at(f, s)->callee_count; c++) {
                    uint32_t callee = o->numbers.data[step_at(f, s)->callees + c];
                    for (uint32_t k = 0; k < o->procedures.data[callee].parameter_count; k++) {
                        if (!passes_fresh(f, s, k) && bitset_has(&f->own.data[callee], k)) {
                            bitset_remove(&f->own.data[callee], k);
                            changed = true;
                        }
                    }
                }
        }
    }
}

void wide_fresh(struct wide *w)
{
    struct fresh *f = NEW(struct fresh);
    const struct outline *o = w->outline;
    f->w = w;
    w->fresh = f;
    sets_begin(&f->sets);
    vector_resize(&f->kept, o->procedures.size);
    vector_resize(&f->own, o->procedures.size);
    vector_resize(&f->made, o->procedures.size);
    vector_resize(&f->published, o->steps.size);
    for (uint32_t s = 0; s < o->steps.size; s++)
        if (o->steps.data[s].kind == OUTLINE_ALLOCATE)
            bitset_add(&f->made.data[w->procedure_of.data[s]], o->steps.data[s].address.root);
    wide_find_lending(w, &f->created);
    wide_find_handshakes(w, &f->created);
    find_kept(f);
    find_own(f);
}

bool wide_is_fresh(const struct wide *w, uint32_t step)
{
    assert(step < w->outline->steps.size);
    /* Who gets an address by a relaxed access may see the memory as it was before: that was not made in time. */
    return !w->outline->loose_addresses && is_fresh(w->fresh, step, w->outline->steps.data[step].address.root);
}

bool wide_passes_fresh(const struct wide *w, uint32_t step, uint32_t argument)
{
    const struct outline_step *s = &w->outline->steps.data[step];
    assert(argument < s->argument_count);
    return !w->outline->loose_addresses && is_fresh(w->fresh, step, w->outline->arguments.data[s->arguments + argument].root);
}

bool wide_separate(const struct wide *w, uint32_t kind, uint32_t x, uint32_t y)
{
    assert(kind < w->kinds.size);
    return bitset_has(&w->fresh->separate, kind) && wide_through_argument(w, x) && wide_through_argument(w, y);
}

/* Given back by a flag: the thread goes on, and may know what it has found there. */
static bool is_given_back_early(const struct fresh *f, uint32_t create)
{
    for (uint32_t s = 0; s < f->w->outline->steps.size; s++) {
        uint64_t by;
        if (step_at(f, s)->kind == OUTLINE_SEEN && map_get(&f->created, s, &by) && by == create)
            return true;
    }
    return false;
}

bool wide_has_own_argument(const struct wide *w, uint32_t kind)
{
    assert(kind && kind < w->kinds.size);
    return bitset_has(&w->fresh->separate, kind) && !is_given_back_early(w->fresh, w->kinds.data[kind].step);
}

bool wide_gives_twice(const struct wide *w, uint32_t create)
{
    assert(step_at(w->fresh, create)->kind == OUTLINE_CREATE);
    for (uint32_t s = 0; s < w->outline->steps.size; s++) {
        uint64_t by;
        if (map_get(&w->fresh->created, s, &by) && by == create)
            return true;
    }
    return false;
}

uint32_t wide_not_given(const struct wide *w, uint32_t step)
{
    assert(step < w->outline->steps.size);
    uint32_t root = w->outline->steps.data[step].address.root, p = w->procedure_of.data[step];
    uint32_t value = root == NONE ? NONE : wide_same(w, p, root);
    for (uint32_t k = 1; value != NONE && bitset_has(&w->fresh->made.data[p], value) && k < w->kinds.size; k++) {
        uint32_t create = w->kinds.data[k].step;
        if (w->procedure_of.data[create] == p && passed_value(w->fresh, create) == value && !is_given(w->fresh, step, value))
            return create;
    }
    return NONE;
}

void wide_fresh_free(struct fresh *f)
{
    if (!f)
        return;
    for (uint32_t p = 0; p < f->kept.size; p++) {
        bitset_free(&f->kept.data[p]);
        bitset_free(&f->own.data[p]);
        bitset_free(&f->made.data[p]);
    }
    vector_free(&f->kept);
    vector_free(&f->own);
    vector_free(&f->made);
    vector_free(&f->published);
    bitset_free(&f->separate);
    map_free(&f->created);
    sets_end(&f->sets);
    mem_free(f);
}
