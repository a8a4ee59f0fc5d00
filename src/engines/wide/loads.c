/* Values that are certainly the same: a pointer that is read from memory twice, or is put there and read again, with nothing written there in between (`lock(q->m); ... unlock(q->m)`). The later one is then
 * called by the name of the earlier one (wide_same), which is a value as well and came first on every way. It leads where the earlier one leads, and no further (targets.c): `table = malloc(n); ... table[i].x = 0` goes to the
 * memory that was put there, whatever else the variable holds at other times.
 *
 * Others must not write there meanwhile. That is certain where one thread of the program makes all writes, and the reads as well: its own are seen on the way. It is certain, too, once the order of
 * threads is known, where every other write is made when no thread lives that could read, or to memory that nobody else knows. (Who reads may create a thread that writes, and join it: what is known by the order of threads does not
 * outlast a creation, unless all writes are by the one thread that reads.) */
#include "engines/wide/loads.h"

enum { MOST_PLACES = 8, MOST_WRITES = 200, MOST_ROUNDS = 4 };

static bool writes(const struct outline_step *s) { return (s->kind == OUTLINE_ACCESS && s->write) || s->kind == OUTLINE_CREATE; }

static bool synchronises(const struct outline_step *s)
{
    return s->kind == OUTLINE_LOCK || s->kind == OUTLINE_UNLOCK || s->kind == OUTLINE_TRY || s->kind == OUTLINE_WAIT ||
           s->kind == OUTLINE_JOIN;
}

/* --- which values matter --- */

static void want(struct loads *l, uint32_t procedure, const struct outline_address *a)
{
    const struct outline *o = l->w->outline;
    for (uint32_t k = 0; a->base != NONE && k < a->place_count; k++)
        if (bitset_has(&l->synchronised, o->places.data[a->places + k].object))
            bitset_add(&l->wanted, l->first.data[procedure] + a->base);
}

static bool leads_to_several(const struct outline *o, const struct outline_address *a)
{
    for (uint32_t k = 1; k < a->place_count; k++)
        if (o->places.data[a->places + k].object != o->places.data[a->places].object)
            return true;
    return false;
}

/* A pointer to one of several objects. */
static void want_choice(struct loads *l, uint32_t procedure, const struct outline_address *a)
{
    if (a->root != NONE && leads_to_several(l->w->outline, a))
        bitset_add(&l->wanted, l->first.data[procedure] + a->root);
}

static bool goes_to_one_of(const struct outline *o, const struct outline_step *s, const struct bitset *objects)
{
    for (uint32_t k = 0; k < s->address.place_count; k++)
        if (bitset_has(objects, o->places.data[s->address.places + k].object))
            return true;
    return false;
}

/* Where pointers that matter are read. */
static void find_holders(struct loads *l)
{
    const struct outline *o = l->w->outline;
    for (uint32_t s = 0; s < o->steps.size; s++) {
        const struct outline_step *x = step_at(l, s);
        if (x->kind == OUTLINE_ACCESS && !x->write && x->value != NONE &&
            bitset_has(&l->wanted, l->first.data[l->w->procedure_of.data[s]] + x->value))
            for (uint32_t k = 0; k < x->address.place_count; k++)
                bitset_add(&l->holders, o->places.data[x->address.places + k].object);
    }
}

/* What is put somewhere, to be read again. */
static void want_stored(struct loads *l, uint32_t procedure, const struct outline_step *s)
{
    if (s->kind == OUTLINE_ACCESS && s->write && s->value != NONE && goes_to_one_of(l->w->outline, s, &l->holders))
        bitset_add(&l->wanted, l->first.data[procedure] + s->value);
    for (uint32_t k = 0; s->kind == OUTLINE_ACCESS && s->write && s->value != NONE && k < s->lead_count; k++)
        if (bitset_has(&l->synchronised, l->w->outline->places.data[s->leads + k].object))
            bitset_add(&l->wanted, l->first.data[procedure] + s->value);
}

/* What they are made of, or found by. */
static void want_sources(struct loads *l)
{
    const struct outline *o = l->w->outline;
    for (uint32_t round = 0, before = UINT32_MAX; round < MOST_ROUNDS && before != bitset_count(&l->wanted); round++) {
        before = bitset_count(&l->wanted);
        vector_each(const struct outline_made *, m, &o->made)
            if (bitset_has(&l->wanted, l->first.data[m->procedure] + m->value))
                bitset_add(&l->wanted, l->first.data[m->procedure] + m->of);
        for (uint32_t s = 0; s < o->steps.size; s++) {
            uint32_t first = l->first.data[l->w->procedure_of.data[s]];
            const struct outline_step *x = step_at(l, s);
            if (x->kind == OUTLINE_ACCESS && !x->write && x->value != NONE && x->address.base != NONE &&
                bitset_has(&l->wanted, first + x->value))
                bitset_add(&l->wanted, first + x->address.base);
        }
    }
}

static void given(struct loads *l, const struct outline_address *a)
{
    for (uint32_t k = 0; k < a->place_count; k++)
        bitset_add(&l->synchronised, l->w->outline->places.data[a->places + k].object);
}

static void collect(struct loads *l)
{
    const struct outline *o = l->w->outline;
    uint32_t values = 0;
    vector_resize(&l->writes_to, o->objects.size);
    vector_each(const struct outline_procedure *, p, &o->procedures) {
        vector_push(&l->first, values);
        values += p->value_count;
    }
    for (uint32_t s = 0; s < o->steps.size; s++) {
        const struct outline_step *x = step_at(l, s);
        if (writes(x) && !x->address.place_count)
            vector_push(&l->writes_anywhere, s);
        for (uint32_t k = 0; k < x->address.place_count; k++) {
            uint32_t object = o->places.data[x->address.places + k].object;
            if (synchronises(x) && object != OUTLINE_ATOMIC_SECTION)
                bitset_add(&l->synchronised, object);
            if (writes(x) && !(l->writes_to.data[object].size && vector_last(&l->writes_to.data[object]) == s))
                vector_push(&l->writes_to.data[object], s);
        }
        for (uint32_t k = 0; x->kind == OUTLINE_CREATE && k < x->argument_count; k++)
            given(l, &o->arguments.data[x->arguments + k]);
    }
    for (uint32_t s = 0; s < o->steps.size; s++) {
        uint32_t p = l->w->procedure_of.data[s];
        want(l, p, &step_at(l, s)->address);
        want_choice(l, p, &step_at(l, s)->address);
        for (uint32_t k = 0; k < step_at(l, s)->argument_count; k++) {
            want(l, p, &o->arguments.data[step_at(l, s)->arguments + k]);
            want_choice(l, p, &o->arguments.data[step_at(l, s)->arguments + k]);
        }
    }
    find_holders(l);
    for (uint32_t s = 0; s < o->steps.size; s++)
        want_stored(l, l->w->procedure_of.data[s], step_at(l, s));
    want_sources(l);
}

/* --- cells --- */

static bool may_write(const struct outline *o, const struct outline_step *s, const struct outline_address *cell)
{
    uint32_t width = s->kind == OUTLINE_CREATE ? 8 : s->width ? s->width : UINT32_MAX;
    for (uint32_t i = 0; i < s->address.place_count; i++)
        for (uint32_t k = 0; k < cell->place_count; k++)
            if (outline_places_overlap(&o->places.data[s->address.places + i], width, &o->places.data[cell->places + k], 8))
                return true;
    return false;
}

static void add_write(const struct loads *l, struct held_cell *c, uint32_t step, u32_vector *procedures)
{
    if (bitset_has(&c->steps, step))
        return;
    bitset_add(&c->steps, step);
    vector_push(&c->writes, step);
    vector_push(procedures, l->w->procedure_of.data[step]);
}

static void find_writes(const struct loads *l, struct held_cell *c)
{
    const struct outline *o = l->w->outline;
    u32_vector todo = {0};
    vector_each(const uint32_t *, s, &l->writes_anywhere)
        add_write(l, c, *s, &todo);
    for (uint32_t k = 0; k < c->where.place_count; k++)
        vector_each(const uint32_t *, s, &l->writes_to.data[o->places.data[c->where.places + k].object])
            if (may_write(o, step_at(l, *s), &c->where))
                add_write(l, c, *s, &todo);
    while (todo.size) {
        uint32_t p = vector_pop(&todo);
        if (bitset_has(&c->writers, p))
            continue;
        bitset_add(&c->writers, p);
        vector_each(const uint32_t *, s, &l->w->callers.data[p])
            vector_push(&todo, l->w->procedure_of.data[*s]);
    }
    vector_free(&todo);
}

/* The cell that an access of a pointer is to: of an object that there is once, or behind a value of the procedure; NONE if it is neither. */
uint32_t loads_cell_of(struct loads *l, uint32_t step)
{
    const struct outline *o = l->w->outline;
    const struct outline_address *a = &step_at(l, step)->address;
    if (!a->place_count || a->place_count > MOST_PLACES || step_at(l, step)->atomic)
        return NONE;
    struct cell_key key;
    memset(&key, 0, sizeof key);
    const struct outline_place *p = &o->places.data[a->places];
    bool is_one = a->place_count == 1 && !p->stride && wide_unique_object(l->w, p->object);
    if (!is_one && a->base == NONE)
        return NONE;
    key.object = is_one ? p->object : NONE;
    key.procedure = is_one ? NONE : l->w->procedure_of.data[step];
    key.base = is_one ? NONE : wide_same(l->w, key.procedure, a->base);
    key.offset = is_one ? (int64_t)p->first : a->offset;
    bool is_new;
    uint32_t id = intern_add(&l->keys, &key, sizeof key, &is_new);
    if (is_new) {
        vector_push(&l->cells, (struct held_cell){.where = *a});
        find_writes(l, &vector_last(&l->cells));
    }
    return id;
}

/* Whether a write by this kind of thread is seen by the reader on its way, or made by nobody else while it reads. */
static bool is_apart(const struct loads *l, uint32_t reader, uint32_t read, uint32_t writer, uint32_t write)
{
    const struct wide *w = l->w;
    if (reader == writer && w->kinds.data[reader].unique)
        return true;
    return l->ordered && !wide_parallel(w, reader, read, writer, write);
}

/* Nobody else writes the cell while the procedure of the step runs. */
bool loads_are_steady(const struct loads *l, uint32_t cell, uint32_t step)
{
    const struct wide *w = l->w;
    const struct held_cell *c = &l->cells.data[cell];
    if (c->writes.size > MOST_WRITES)
        return false;
    vector_each(const uint32_t *, s, &c->writes) {
        if (l->ordered && wide_is_fresh(w, *s))
            continue;
        bitset_each(a, &w->kinds_of.data[w->procedure_of.data[step]])
            bitset_each(b, &w->kinds_of.data[w->procedure_of.data[*s]])
                if (!is_apart(l, a, step, b, *s))
                    return false;
    }
    return true;
}

/* The one thread that runs the procedure makes all writes of the cell. */
static bool is_own(struct loads *l, uint32_t cell, uint32_t procedure)
{
    const struct wide *w = l->w;
    uint64_t key = hash_pair(cell, procedure), known = 1;
    const struct bitset *readers = &w->kinds_of.data[procedure];
    uint32_t kind = bitset_next(readers, 0);
    if (map_get(&l->own, key, &known))
        return known;
    if (bitset_count(readers) != 1 || !w->kinds.data[kind].unique)
        known = 0;
    vector_each(const uint32_t *, s, &l->cells.data[cell].writes) {
        const struct bitset *writers = &w->kinds_of.data[w->procedure_of.data[*s]];
        known &= bitset_empty(writers) || (bitset_count(writers) == 1 && bitset_has(writers, kind));
    }
    map_put(&l->own, key, known);
    return known;
}

/* --- ways --- */

static const struct load_fact *fact_at(const struct loads *l, uint32_t id) { return intern_bytes(&l->facts, id, NULL); }

static uint32_t known_of(const struct loads *l, uint32_t set, uint32_t cell)
{
    uint32_t n;
    const uint32_t *m = sets_members(&l->sets, set, &n);
    for (uint32_t k = 0; k < n; k++)
        if (fact_at(l, m[k])->cell == cell)
            return fact_at(l, m[k])->value;
    return NONE;
}

/* The facts that outlast a step: NONE as the step stands for the beginning of a block. */
static uint32_t keep(struct loads *l, uint32_t set, uint32_t step, const struct outline_block *block)
{
    const struct outline *o = l->w->outline;
    const struct outline_step *s = step == NONE ? NULL : step_at(l, step);
    u32_vector kept = {0};
    uint32_t n;
    const uint32_t *m = sets_members(&l->sets, set, &n);
    for (uint32_t k = 0; k < n; k++) {
        const struct load_fact *f = fact_at(l, m[k]);
        const struct held_cell *c = &l->cells.data[f->cell];
        const struct cell_key *key = intern_bytes(&l->keys, f->cell, NULL);
        bool lasts = !s || !bitset_has(&c->steps, step);
        bool others_wait = l->ordered && s && !is_own(l, f->cell, l->w->procedure_of.data[step]);
        for (uint32_t v = 0; !s && v < block->value_count; v++)
            lasts &= o->numbers.data[block->values + v] != f->value && o->numbers.data[block->values + v] != key->base;
        for (uint32_t x = 0; s && s->kind == OUTLINE_CALL && x < s->callee_count; x++) {
            uint32_t callee = o->numbers.data[s->callees + x];
            lasts &= !bitset_has(&c->writers, callee) && !(others_wait && l->w->order->creates.data[callee]);
        }
        lasts &= !s || s->kind != OUTLINE_CREATE || !others_wait;
        if (lasts)
            vector_push(&kept, m[k]);
    }
    uint32_t made = kept.size == n ? set : sets_of(&l->sets, &kept);
    vector_free(&kept);
    return made;
}

/* same: NULL, or gets what the values that are read are the same as. */
static uint32_t pass(struct loads *l, uint32_t step, uint32_t set, uint32_t *same)
{
    const struct outline_step *s = step_at(l, step);
    uint32_t p = l->w->procedure_of.data[step];
    if (set && (writes(s) || s->kind == OUTLINE_CALL))
        set = keep(l, set, step, NULL);
    if (s->kind != OUTLINE_ACCESS || s->value == NONE || s->width != 8 || !bitset_has(&l->wanted, l->first.data[p] + s->value))
        return set;
    uint32_t cell = loads_cell_of(l, step);
    if (cell == NONE || !loads_are_steady(l, cell, step))
        return set;
    uint32_t known = s->write ? NONE : known_of(l, set, cell);
    if (known != NONE && same && known != s->value)
        same[s->value] = known;
    if (known != NONE)
        return set;
    return sets_add(&l->sets, set, intern_add(&l->facts, &(struct load_fact){cell, s->value}, sizeof(struct load_fact), NULL));
}

static uint32_t through(struct loads *l, const struct outline_block *b, uint32_t set, uint32_t *same)
{
    if (set)
        set = keep(l, set, NONE, b);
    for (uint32_t s = b->steps; s < b->steps + b->step_count; s++)
        set = pass(l, s, set, same);
    return set;
}

static bool has_wanted(const struct loads *l, uint32_t number)
{
    const struct outline_procedure *p = &l->w->outline->procedures.data[number];
    uint32_t next = bitset_next(&l->wanted, l->first.data[number]);
    return next < l->first.data[number] + p->value_count;
}

static void procedure(struct loads *l, uint32_t number, uint32_t *same)
{
    const struct outline *o = l->w->outline;
    const struct outline_procedure *p = &o->procedures.data[number];
    u32_vector before = {0};
    vector_resize(&before, p->block_count);
    vector_each(uint32_t *, b, &before)
        *b = SETS_ALL;
    before.data[0] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t n = 0; n < p->block_count; n++) {
            const struct outline_block *b = &o->blocks.data[p->blocks + n];
            if (before.data[n] == SETS_ALL)
                continue;
            uint32_t behind = through(l, b, before.data[n], NULL);
            for (uint32_t k = 0; k < b->next_count; k++) {
                uint32_t *to = &before.data[o->numbers.data[b->nexts + k]], met = sets_both(&l->sets, *to, behind);
                changed |= met != *to;
                *to = met;
            }
        }
    }
    for (uint32_t n = 0; n < p->block_count; n++)
        if (before.data[n] != SETS_ALL)
            through(l, &o->blocks.data[p->blocks + n], before.data[n], same);
    vector_free(&before);
}

struct made_of {
    uint32_t procedure, of, number;
};

static void find_made(struct loads *l)
{
    const struct outline *o = l->w->outline;
    vector_resize(&l->first_made, o->procedures.size);
    vector_each(uint32_t *, k, &l->first_made)
        *k = o->made.size;
    for (uint32_t k = 0; k < o->made.size; k++) {
        const struct outline_made *m = &o->made.data[k];
        bool is_new;
        if (k == 0 || o->made.data[k - 1].procedure != m->procedure)
            l->first_made.data[m->procedure] = k;
        intern_add(&l->made, &(struct made_of){m->procedure, m->of, m->number}, sizeof(struct made_of), &is_new);
        assert(is_new);
    }
}

/* What is made of the same value, with the same numbers. The other value was there first on every way, and is what it was; so is what is made of it. */
static void sums(struct loads *l, uint32_t procedure, uint32_t *same)
{
    const struct outline *o = l->w->outline;
    for (uint32_t k = l->first_made.data[procedure]; k < o->made.size && o->made.data[k].procedure == procedure; k++) {
        const struct outline_made *m = &o->made.data[k];
        struct made_of first = {procedure, wide_same(l->w, procedure, m->of), m->number};
        uint32_t other = first.of == m->of ? INTERN_NONE : intern_find(&l->made, &first, sizeof first);
        if (other != INTERN_NONE && wide_same(l->w, procedure, o->made.data[other].value) != m->value)
            same[m->value] = o->made.data[other].value;
    }
}

/* How many values are called by the name of another one. */
static uint32_t others(const u32_vector *same)
{
    uint32_t n = 0;
    for (uint32_t v = 0; v < same->size; v++)
        n += same->data[v] != v;
    return n;
}

void wide_loads(struct wide *w, bool ordered)
{
    struct loads l = {.w = w, .out = w, .ordered = ordered};
    const struct outline *o = w->outline;
    sets_begin(&l.sets);
    collect(&l);
    find_made(&l);
    vector_each(u32_vector *, s, &w->same)
        vector_free(s);
    vector_free(&w->same);
    vector_resize(&w->same, o->procedures.size);
    for (uint32_t p = 0; p < o->procedures.size; p++) {
        if (bitset_empty(&w->kinds_of.data[p]) || !has_wanted(&l, p))
            continue;
        vector_resize(&w->same.data[p], o->procedures.data[p].value_count);
        for (uint32_t v = 0; v < w->same.data[p].size; v++)
            w->same.data[p].data[v] = v;
        for (uint32_t round = 0, before = UINT32_MAX; round < MOST_ROUNDS && before != others(&w->same.data[p]); round++) {
            before = others(&w->same.data[p]);
            procedure(&l, p, w->same.data[p].data);
            sums(&l, p, w->same.data[p].data);
        }
    }
    intern_free(&l.made);
    vector_free(&l.first_made);
    if (ordered)
        loads_look_at_readings(&l);
    vector_each(struct held_cell *, c, &l.cells) {
        bitset_free(&c->steps);
        bitset_free(&c->writers);
        vector_free(&c->writes);
    }
    vector_free(&l.cells);
    vector_each(u32_vector *, s, &l.writes_to)
        vector_free(s);
    vector_free(&l.writes_to);
    vector_free(&l.writes_anywhere);
    vector_free(&l.first);
    bitset_free(&l.synchronised);
    bitset_free(&l.holders);
    map_free(&l.own);
    bitset_free(&l.wanted);
    intern_free(&l.keys);
    intern_free(&l.facts);
    sets_end(&l.sets);
}

uint32_t wide_same(const struct wide *w, uint32_t procedure, uint32_t value)
{
    assert(procedure < w->outline->procedures.size);
    const u32_vector *same = &w->same.data[procedure];
    while (value < same->size && same->data[value] != value)
        value = same->data[value];
    return value;
}
