/* Local states and transitions, computed when they are first asked for and remembered until a domain grows that some
 * step depended on. */
#include "engines/cartesian/model.h"

#include "engines/cartesian/classes.h"

/* --- life --- */

bool cartesian_model_init(struct cartesian_model *s, const struct program *p, enum cartesian_level level, const bool *forgotten,
                          bool races, const struct reason **why)
{
    *s = (struct cartesian_model){.program = p, .level = level, .races = races, .store_limit = UINT32_MAX};
    rows_init(&s->space.rows);
    if (!partial_model_init(&s->partial, p, false, 0, why))
        return false;
    s->partial.input_limit = 64;
    if (forgotten)
        memcpy(s->partial.forgotten, forgotten, p->cells.size);
    classes_make(s);
    vector_each(const struct code *, c, &p->codes)
        vector_each(const struct location *, l, &c->locations)
            s->sections |= (l->flags & LOC_ATOMIC) != 0;
    return true;
}

void cartesian_model_free(struct cartesian_model *s)
{
    vector_each(struct class *, c, &s->classes) {
        vector_free(&c->instances);
        sight_free(&c->sight);
        intern_free(&c->locals);
        bitset_free(&c->errors);
        bitset_free(&c->unsupported);
    }
    vector_free(&s->classes);
    rows_free(&s->space.rows);
    mem_free(s->space.size);
    intern_free(&s->stores);
    vector_free(&s->grown);
    intern_free(&s->known);
    vector_free(&s->ranges);
    vector_free(&s->transitions);
    vector_free(&s->abouts);
    vector_free(&s->paths);
    intern_free(&s->images);
    vector_free(&s->image_ranges);
    vector_free(&s->image_list);
    partial_model_free(&s->partial);
}

/* --- states --- */

static uint32_t add_store(struct cartesian_model *s, const uint64_t *bank)
{
    uint32_t n = s->classes.data[0].sight.units.size;
    uint32_t id = intern_add(&s->stores, bank, bank_words(n) * sizeof *bank, NULL);
    if (s->stores.size > s->store_limit)
        s->stopped = BECAUSE(MANY_STORES);
    return id;
}

static uint32_t add_local(struct cartesian_model *s, uint32_t class, uint32_t code, uint32_t location, const uint64_t *frame)
{
    struct class *c = &s->classes.data[class];
    uint32_t words = bank_words(s->partial.frame_size[code]);
    uint64_t *key = mem_alloc((1 + words) * sizeof *key);
    key[0] = (uint64_t)code << 32 | location;
    memcpy(key + 1, frame, words * sizeof *key);
    bool is_new;
    uint32_t id = intern_add(&c->locals, key, (1 + words) * sizeof *key, &is_new);
    mem_free(key);
    uint8_t flags = s->program->codes.data[code].locations.data[location].flags;
    if (is_new && flags & LOC_ERROR)
        bitset_add(&c->errors, id);
    if (is_new && flags & LOC_UNSUPPORTED)
        bitset_add(&c->unsupported, id);
    if (id > s->store_limit)
        s->stopped = BECAUSE(MANY_LOCAL_STATES);
    return id;
}

uint64_t cartesian_model_location(const struct cartesian_model *s, uint32_t class, uint32_t local)
{
    assert(class < s->classes.size);
    return *(const uint64_t *)intern_bytes(&s->classes.data[class].locals, local, NULL);
}

uint32_t cartesian_model_initial_store(struct cartesian_model *s)
{
    const struct sight *sight = &s->classes.data[0].sight;
    uint64_t *bank = NEW_ARRAY(uint64_t, bank_words(sight->units.size) + 1);
    store_initial(sight, bank);
    uint32_t id = add_store(s, bank);
    mem_free(bank);
    return id;
}

uint32_t cartesian_model_initial_local(struct cartesian_model *s, uint32_t class)
{
    assert(class < s->classes.size);
    uint32_t t = s->classes.data[class].template;
    uint64_t *bank = NEW_ARRAY(uint64_t, bank_words(s->partial.frame_size[t]) + 1);
    frame_initial(&s->partial, t, bank);
    uint32_t id = add_local(s, class, t, s->program->codes.data[t].entry, bank);
    mem_free(bank);
    return id;
}

/* --- transitions --- */

struct at {
    struct cartesian_model *s;
    uint32_t class;
};

static void found(void *context, const struct thread_step *st)
{
    struct at *at = context;
    struct cartesian_model *s = at->s;
    for (uint32_t i = 0; i < st->write_count; i++) {
        const struct slot_write *w = &st->writes[i];
        for (uint32_t k = 0; k < s->partial.domain_count[w->cell]; k++) {
            struct slot_domain *d = &s->partial.domains.data[s->partial.domain_base[w->cell] + k];
            if (w->target != TARGET_BLURRED && d != partial_model_domain(&s->partial, w->cell, w->slot))
                continue;
            bool grown = w->top ? !d->all : domain_add(d, w->value);
            d->all |= w->top;
            if (grown)
                vector_push(&s->grown, s->partial.domain_base[w->cell] + k);
        }
    }
    if (st->halt)
        return;
    uint32_t path = s->paths.size;
    for (uint32_t i = 0; i < st->edge_count; i++)
        vector_push(&s->paths, st->edges[i]);
    struct transition t = {add_store(s, st->store), add_local(s, at->class, st->code, st->to, st->frame), path, st->edge_count};
    vector_push(&s->transitions, t);
}

static void note_accesses(struct cartesian_model *s, const struct edge *e, struct eval *v, bool inside, bool loose)
{
    for (uint32_t i = 0; i < e->action.access_count; i++) {
        const struct access *x = &e->action.accesses[i];
        struct about_access a = {.access = x->id, .cell = x->cell, .inside = inside, .loose = loose};
        a.target = x->index ? TARGET_BLURRED : TARGET_SLOT;
        if (v && x->index) {
            eval_begin(v);
            a.target = (uint8_t)eval_target(v, x->cell, x->index, &a.slot);
            if (v->need)
                a.target = TARGET_BLURRED;
        }
        vector_push(&s->abouts, a);
    }
}

static void about(void *context, const struct thread_step *so_far, const struct edge *e, struct eval *v, bool inside)
{
    (void)so_far;
    note_accesses(((struct at *)context)->s, e, v, inside, false);
}

uint32_t cartesian_model_known(struct cartesian_model *s, uint32_t class, uint32_t store, uint32_t local)
{
    assert(class < s->classes.size);
    uint32_t key[3] = {class, store, local};
    bool is_new;
    uint32_t id = intern_add(&s->known, key, sizeof key, &is_new);
    if (!is_new)
        return id;
    struct class *c = &s->classes.data[class];
    const uint64_t *l = intern_bytes(&c->locals, local, NULL);
    uint32_t code = (uint32_t)(l[0] >> 32), location = (uint32_t)l[0], begin = s->transitions.size, first = s->abouts.size;
    const struct code *k = &s->program->codes.data[code];
    for (uint32_t i = out_begin(k, location); s->races && s->sections && i < out_end(k, location); i++)
        note_accesses(s, out_edge(k, i), NULL, false, true);
    struct at at = {s, class};
    struct stepper stepper = {.model = &s->partial,
                              .sight = &c->sight,
                              .found = found,
                              .about = s->races ? about : NULL,
                              .context = &at,
                              .budget = &s->budget};
    steps_from(&stepper, code, location, l + 1, intern_bytes(&s->stores, store, NULL));
    if (stepper.gave_up)
        s->stopped = stepper.gave_up;
    vector_each(const uint32_t *, d, &stepper.domains_used)
        s->partial.domains.data[*d].used = true;
    vector_each(const uint32_t *, d, &s->grown)
        s->stale |= s->partial.domains.data[*d].used;
    vector_clear(&s->grown);
    stepper_free(&stepper);
    vector_resize(&s->ranges, id + 1);
    s->ranges.data[id].begin = begin;
    s->ranges.data[id].count = s->transitions.size - begin;
    s->ranges.data[id].about = first;
    s->ranges.data[id].about_count = s->abouts.size - first;
    return id;
}

uint32_t cartesian_model_image(struct cartesian_model *s, uint32_t class, uint32_t store, row r)
{
    assert(class < s->classes.size && store < s->stores.size);
    uint32_t key[3] = {class, store, r};
    bool is_new;
    uint32_t id = intern_add(&s->images, key, sizeof key, &is_new);
    if (!is_new)
        return id;
    VECTOR(struct {
        uint32_t store;
        struct bitset set;
    })
    found_sets = {0};
    const struct bitset members = *rows_set(&s->space.rows, r);
    bitset_each(local, &members) {
        uint32_t k = cartesian_model_known(s, class, store, local);
        for (uint32_t i = 0; i < s->ranges.data[k].count; i++) {
            const struct transition *t = &s->transitions.data[s->ranges.data[k].begin + i];
            uint32_t at = 0;
            while (at < found_sets.size && found_sets.data[at].store != t->store)
                at++;
            if (at == found_sets.size) {
                vector_resize(&found_sets, at + 1);
                found_sets.data[at].store = t->store;
            }
            bitset_add(&found_sets.data[at].set, t->local);
        }
    }
    vector_resize(&s->image_ranges, id + 1);
    s->image_ranges.data[id].begin = s->image_list.size;
    s->image_ranges.data[id].count = found_sets.size;
    for (uint32_t i = 0; i < found_sets.size; i++) {
        vector_resize(&s->image_list, s->image_list.size + 1);
        vector_last(&s->image_list).store = found_sets.data[i].store;
        vector_last(&s->image_list).row = rows_of(&s->space.rows, &found_sets.data[i].set);
        bitset_free(&found_sets.data[i].set);
    }
    vector_free(&found_sets);
    return id;
}

void cartesian_model_forget_known(struct cartesian_model *s)
{
    s->stale = false;
    intern_free(&s->known);
    intern_free(&s->images);
    s->known = s->images = (struct intern){0};
    vector_clear(&s->ranges);
    vector_clear(&s->transitions);
    vector_clear(&s->abouts);
    vector_clear(&s->paths);
    vector_clear(&s->image_ranges);
    vector_clear(&s->image_list);
}
