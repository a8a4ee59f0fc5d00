/* What is kept of a program, and what is cut. */
#include "base/text.h"
#include "portfolio/close.h"

enum { MOST_STEPS = 3000, MOST_COARSE_STEPS = 8000 }; /* with all that is kept inlined */

static uint32_t line_number(struct frontend_cut *cut, const struct position *at)
{
    struct text t = {0};
    text_printf(&t, "%s:%u", at->file, at->line);
    uint32_t n = intern_add(&cut->lines, text_string(&t), t.size, NULL);
    text_free(&t);
    return n;
}

static const struct position *side(const struct survey *s, uint32_t step) { return &s->outline->steps.data[step].pos; }

static uint64_t key_of(uint32_t a, uint32_t b) { return a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a; }

bool close_ask(const struct survey *s, uint32_t pair, struct frontend_cut *cut)
{
    const struct wide_pair *p = &s->wide->pairs.data[pair];
    const struct position *a = side(s, p->a), *b = side(s, p->b);
    if (!a->file || !a->line || !b->file || !b->line)
        return false;
    map_put(&cut->pairs, key_of(line_number(cut, a), line_number(cut, b)), 1);
    return true;
}

bool close_key(const struct survey *s, uint32_t pair, const struct frontend_cut *cut, uint64_t *key)
{
    const struct wide_pair *p = &s->wide->pairs.data[pair];
    uint32_t a = cut_line(cut, side(s, p->a)), b = cut_line(cut, side(s, p->b));
    *key = key_of(a, b);
    return a != NONE && b != NONE;
}

/* --- what is kept --- */

struct chooser {
    const struct survey *survey;
    const struct outline *outline;
    const struct wide *wide;
    struct frontend_cut *cut;
    struct bitset kept;  /* procedures */
    struct bitset locks; /* objects with locks that are taken around the accesses */
};

enum level { ALL_LOCKS, LOCKS_HELD, NO_LOCKS, LEVELS };

/* And all that may call it. */
static void keep(struct chooser *k, uint32_t procedure)
{
    u32_vector todo = {0};
    vector_push(&todo, procedure);
    while (todo.size) {
        uint32_t p = vector_pop(&todo);
        if (bitset_has(&k->kept, p))
            continue;
        bitset_add(&k->kept, p);
        vector_each(const uint32_t *, s, &k->wide->callers.data[p])
            vector_push(&todo, k->wide->procedure_of.data[*s]);
    }
    vector_free(&todo);
}

static bool meets(const struct chooser *k, const struct outline_address *a, const struct bitset *objects)
{
    for (uint32_t i = 0; i < a->place_count; i++)
        if (bitset_has(objects, k->outline->places.data[a->places + i].object))
            return true;
    return !a->place_count;
}

static bool is_wanted(const struct chooser *k, const struct outline_step *s, enum level level)
{
    bool lock = s->kind == OUTLINE_LOCK || s->kind == OUTLINE_UNLOCK;
    if (s->kind == OUTLINE_CREATE || s->kind == OUTLINE_JOIN || (s->kind == OUTLINE_RETURN && s->ends_thread))
        return true;
    if (cut_line(k->cut, &s->pos) != NONE)
        return true;
    return lock && (level == ALL_LOCKS || (level == LOCKS_HELD && meets(k, &s->address, &k->locks)));
}

static void keep_wanted(struct chooser *k, enum level level)
{
    for (uint32_t s = 0; s < k->outline->steps.size; s++)
        if (is_wanted(k, &k->outline->steps.data[s], level))
            keep(k, k->wide->procedure_of.data[s]);
    for (uint32_t b = 0; level != NO_LOCKS && b < k->outline->blocks.size; b++) {
        const struct outline_block *block = &k->outline->blocks.data[b];
        if (block->try_next != NONE && block->step_count && (level == ALL_LOCKS || meets(k, &block->try_lock, &k->locks)))
            keep(k, k->wide->procedure_of.data[block->steps]);
    }
    vector_each(const struct wide_kind *, kind, &k->wide->kinds)
        keep(k, kind->entry);
}

/* Memory that the accesses of these pairs may go to is allocated in what is kept; so is, as far as there is room, all that is kept accesses. */
static bool keep_allocations(struct chooser *k, bool all)
{
    bool changed = false;
    for (uint32_t s = 0; s < k->outline->steps.size; s++) {
        const struct outline_step *x = &k->outline->steps.data[s];
        if (!bitset_has(&k->kept, k->wide->procedure_of.data[s]) || (!all && cut_line(k->cut, &x->pos) == NONE))
            continue;
        for (uint32_t i = 0; x->kind <= OUTLINE_UNLOCK && i < x->address.place_count; i++) {
            const struct outline_object *o = &k->outline->objects.data[k->outline->places.data[x->address.places + i].object];
            if (o->kind != OUTLINE_HEAP || o->procedure == NONE || bitset_has(&k->kept, o->procedure))
                continue;
            keep(k, o->procedure);
            changed = true;
        }
    }
    return changed;
}

/* Steps with all that is kept inlined. sizes: 0 not known yet. */
static uint64_t inlined_size(const struct chooser *k, uint32_t procedure, uint64_t *sizes)
{
    const struct outline *o = k->outline;
    const struct outline_procedure *p = &o->procedures.data[procedure];
    if (sizes[procedure] || !bitset_has(&k->kept, procedure))
        return sizes[procedure];
    uint64_t sum = sizes[procedure] = 1;
    for (uint32_t b = p->blocks; b < p->blocks + p->block_count && sum <= MOST_COARSE_STEPS; b++)
        for (uint32_t s = o->blocks.data[b].steps; s < o->blocks.data[b].steps + o->blocks.data[b].step_count; s++) {
            const struct outline_step *step = &o->steps.data[s];
            sum++;
            for (uint32_t i = 0; step->kind == OUTLINE_CALL && i < step->callee_count; i++)
                sum += inlined_size(k, o->numbers.data[step->callees + i], sizes);
        }
    return sizes[procedure] = sum;
}

static bool is_small(const struct chooser *k)
{
    uint64_t *sizes = NEW_ARRAY(uint64_t, k->outline->procedures.size), sum = 0;
    struct bitset seen = {0};
    vector_each(const struct wide_kind *, kind, &k->wide->kinds)
        if (!bitset_has(&seen, kind->entry)) {
            bitset_add(&seen, kind->entry);
            sum += inlined_size(k, kind->entry, sizes);
        }
    bitset_free(&seen);
    mem_free(sizes);
    return sum <= (k->cut->coarse ? MOST_COARSE_STEPS : MOST_STEPS);
}

/* Those that are taken around the accesses. */
static void find_locks(struct chooser *k)
{
    keep_wanted(k, NO_LOCKS);
    for (uint32_t s = 0; s < k->outline->steps.size; s++) {
        const struct outline_step *x = &k->outline->steps.data[s];
        for (uint32_t i = 0;
             x->kind == OUTLINE_LOCK && bitset_has(&k->kept, k->wide->procedure_of.data[s]) && i < x->address.place_count; i++)
            bitset_add(&k->locks, k->outline->places.data[x->address.places + i].object);
    }
}

static bool choose(struct chooser *k, enum level level, bool all_memory, const struct bitset *more)
{
    bitset_clear(&k->kept);
    keep_wanted(k, level);
    bitset_each(p, more)
        keep(k, p);
    if (!is_small(k))
        return false;
    while (keep_allocations(k, all_memory))
        if (!is_small(k))
            return false;
    return true;
}

bool close_choose(const struct survey *s, const struct bitset *more, struct frontend_cut *cut)
{
    struct chooser k = {.survey = s, .outline = s->outline, .wide = s->wide->w, .cut = cut};
    bool found = false;
    find_locks(&k);
    for (int all = !cut->coarse; all >= 0 && !found; all--)
        for (enum level level = cut->coarse ? LOCKS_HELD : ALL_LOCKS; level < LEVELS && !found; level++)
            found = choose(&k, level, all, more);
    for (uint32_t p = 0; p < s->outline->procedures.size; p++) {
        const struct outline_procedure *x = &s->outline->procedures.data[p];
        if (!bitset_has(&k.kept, p) && !x->is_model)
            intern_add(&cut->functions, x->name, strlen(x->name), NULL);
    }
    bitset_free(&k.kept);
    bitset_free(&k.locks);
    return found;
}
