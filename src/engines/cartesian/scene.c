/* Classes: instances of a template whose code uses the own id only for what the level forgets (its started and done flags)
 * and whose arguments are equal cannot be told apart. An argument that one constant alone is ever passed as is that
 * constant from the start: a thread reads it after its creation only. */
#include "engines/cartesian/scene.h"

struct use {
    const struct scene *s;
    bool *read; /* by cell */
    uint32_t code;
    bool self;       /* the id matters */
    bool touches;
    bool *chosen;
};

/* --- which cells --- */

static void note_read(void *context, expr e)
{
    struct use *u = context;
    if (e->op == E_CELL || e->op == E_READ)
        u->read[e->value] = true;
}

static void note_reads(const struct program *p, bool *read)
{
    struct use u = {.read = read};
    vector_each(const struct code *, c, &p->codes)
        vector_each(const struct edge *, e, &c->edges) {
            expr_visit(e->action.guard, note_read, &u);
            for (uint32_t i = 0; i < e->action.update_count; i++) {
                expr_visit(e->action.updates[i].value, note_read, &u);
                if (e->action.updates[i].index)
                    expr_visit(e->action.updates[i].index, note_read, &u);
            }
        }
}

static bool is_life(const struct cell *c)
{
    return c->role == CELL_STARTED || c->role == CELL_DONE || c->role == CELL_RESULT || c->role == CELL_COUNT ||
           c->role == CELL_ARGUMENT;
}

static void choose_cells(struct scene *s, bool *chosen)
{
    const struct world *w = &s->world;
    note_reads(s->program, chosen);
    vector_each(const struct cell *, c, &s->program->cells) {
        bool keep = cell_is_shared(c) && !c->dropped && w->slots[c->id] && !w->forgotten[c->id];
        keep &= chosen[c->id] || s->level == SCENE_FULL;
        keep &= s->level != SCENE_RUNNING || !is_life(c);
        chosen[c->id] = keep;
    }
}

/* --- constant arguments, flags of both values --- */

static bool waits_to_start(const struct code *c)
{
    for (uint32_t i = out_begin(c, c->entry); i < out_end(c, c->entry); i++)
        if (out_edge(c, i)->action.kind != ACT_START)
            return false;
    return true;
}

static void fix_domains(struct scene *s, const bool *chosen)
{
    struct world *w = &s->world;
    const struct program *p = s->program;
    vector_each(const struct cell *, c, &p->cells) {
        if (chosen[c->id] || !cell_is_shared(c) || c->dropped || s->level != SCENE_RUNNING)
            continue;
        if ((c->role == CELL_STARTED || c->role == CELL_DONE) && c->width == 1)
            for (uint32_t i = 0; i < w->domain_count[c->id]; i++) {
                domain_add(&w->domains.data[w->domain_base[c->id] + i], 0);
                domain_add(&w->domains.data[w->domain_base[c->id] + i], 1);
            }
        if (c->role != CELL_ARGUMENT || w->domain_count[c->id] != w->slots[c->id] || c->arbitrary)
            continue;
        /* All writes are constants at constant places, all reads by the threads themselves, which wait to be created. */
        bool constant = c->subject != NONE && waits_to_start(&p->codes.data[c->subject]);
        struct map values = {0};
        vector_each(const struct code *, code, &p->codes)
            vector_each(const struct edge *, e, &code->edges) {
                const struct action *a = &e->action;
                bool *read = NEW_ARRAY(bool, p->cells.size + 1);
                struct use u = {.read = read};
                expr_visit(a->guard, note_read, &u);
                bool creates = false;
                for (uint32_t i = 0; i < a->update_count; i++) {
                    expr_visit(a->updates[i].value, note_read, &u);
                    if (a->updates[i].index)
                        expr_visit(a->updates[i].index, note_read, &u);
                    creates |= p->cells.data[a->updates[i].cell].role == CELL_STARTED;
                }
                constant &= !read[c->id] || (uint32_t)(code - p->codes.data) == c->subject;
                mem_free(read);
                for (uint32_t i = 0; i < a->update_count; i++) {
                    const struct update *x = &a->updates[i];
                    if (x->cell != c->id)
                        continue;
                    uint64_t slot = x->index && expr_is_const(x->index) ? cell_slot(c, x->index->value, w->counts) : 0, old;
                    bool ok = creates && expr_is_const(x->value) && (!x->index || expr_is_const(x->index)) && slot != NONE64;
                    constant &= ok && (!map_get(&values, slot, &old) || old == x->value->value);
                    if (ok)
                        map_put(&values, slot, x->value->value);
                }
            }
        for (uint32_t i = 0; i < w->slots[c->id] && constant; i++) {
            uint64_t v;
            struct domain *d = world_domain(w, c->id, i);
            if (!map_get(&values, i, &v))
                continue;
            vector_clear(&d->values);
            map_clear(&d->members);
            domain_add(d, v);
        }
        map_free(&values);
    }
}

/* --- classes --- */

/* Whether the value depends on the id of the thread other than through cells that are forgotten. */
static bool depends_on_self(const struct use *u, expr e)
{
    if (e->op == E_SELF)
        return true;
    if (e->op == E_READ && !u->chosen[e->value] && cell_is_shared(&u->s->program->cells.data[e->value]))
        return false;
    for (unsigned i = 0; i < e->arity; i++)
        if (depends_on_self(u, e->arg[i]))
            return true;
    return false;
}

static void note_touch(void *context, expr e)
{
    struct use *u = context;
    if (e->op == E_CELL || e->op == E_READ)
        u->touches |= u->chosen[e->value];
}

static bool in_check(const struct program *p, uint32_t access)
{
    vector_each(const struct check *, c, &p->checks)
        if (c->property == PROPERTY_RACE && (c->access_a == access || c->access_b == access))
            return true;
    return false;
}

/* A forgotten cell has the values that were written to it, slot by slot: whose slot it is matters, unless its values are
 * all there from the start (fix_domains). */
static bool has_both_values(const struct cell *c) { return (c->role == CELL_STARTED || c->role == CELL_DONE) && c->width == 1; }

static struct use code_use(const struct scene *s, uint32_t code, bool *chosen)
{
    struct use u = {.s = s, .code = code, .chosen = chosen};
    vector_each(const struct edge *, e, &s->program->codes.data[code].edges) {
        u.self |= depends_on_self(&u, e->action.guard);
        expr_visit(e->action.guard, note_touch, &u);
        for (uint32_t i = 0; i < e->action.update_count; i++) {
            const struct update *x = &e->action.updates[i];
            u.self |= depends_on_self(&u, x->value) && (chosen[x->cell] || !cell_is_shared(&s->program->cells.data[x->cell]));
            u.self |= x->index && chosen[x->cell] && depends_on_self(&u, x->index);
            u.self |= x->index && !cell_is_shared(&s->program->cells.data[x->cell]) && depends_on_self(&u, x->index);
            u.self |= x->index && !chosen[x->cell] && !has_both_values(&s->program->cells.data[x->cell]) && depends_on_self(&u, x->index);
            u.touches |= chosen[x->cell];
            expr_visit(x->value, note_touch, &u);
            if (x->index)
                expr_visit(x->index, note_touch, &u);
        }
        for (uint32_t i = 0; i < e->action.access_count; i++)
            u.self |= e->action.accesses[i].index && in_check(s->program, e->action.accesses[i].id) &&
                      depends_on_self(&u, e->action.accesses[i].index);
    }
    return u;
}

/* A hash of all that the instance may read as its own: the domains of its slots in the cells about its life. */
static uint64_t instance_data(struct scene *s, uint32_t template, uint32_t instance, const bool *chosen)
{
    uint64_t h = 0;
    vector_each(const struct cell *, c, &s->program->cells) {
        if (!cell_is_shared(c) || chosen[c->id] || c->dropped || !is_life(c) || c->subject != template || c->role == CELL_COUNT)
            continue;
        if (instance >= s->world.slots[c->id])
            continue;
        const struct domain *d = world_domain(&s->world, c->id, cell_is_array(c) ? instance : 0);
        h = hash_pair(h, d->values.size);
        for (uint32_t i = 0; i < d->values.size; i++)
            h = hash_pair(h, d->values.data[i]);
    }
    return h;
}

static void make_classes(struct scene *s, bool *chosen)
{
    const struct program *p = s->program;
    for (uint32_t t = 0; t < p->template_count; t++) {
        struct use u = code_use(s, t, chosen);
        struct map by_data = {0};
        for (uint32_t n = 0; n < s->world.counts[t]; n++) {
            uint64_t data = instance_data(s, t, n, chosen), at;
            if (u.self || s->level != SCENE_RUNNING || !map_get(&by_data, data, &at)) {
                at = s->classes.size;
                map_put(&by_data, data, at);
                struct class c = {.template = t, .instance = n, .touches = u.touches};
                vector_push(&s->classes, c);
            }
            vector_push(&s->classes.data[at].instances, n);
        }
        map_free(&by_data);
    }
    s->space.class_count = s->classes.size;
    s->space.size = NEW_ARRAY(uint32_t, s->classes.size + 1);
    for (uint32_t c = 0; c < s->classes.size; c++) {
        struct class *k = &s->classes.data[c];
        s->space.size[c] = k->instances.size;
        sight_init(&k->sight, &s->world, k->template, k->instance);
        vector_each(const struct cell *, x, &p->cells)
            for (uint32_t i = 0; chosen[x->id] && i < s->world.slots[x->id]; i++)
                sight_add(&k->sight, x->id, i, false, false);
    }
}

/* --- life --- */

bool scene_init(struct scene *s, const struct program *p, enum scene_level level, const bool *forgotten, bool races,
                 const char **why)
{
    *s = (struct scene){.program = p, .level = level, .races = races, .store_limit = UINT32_MAX};
    rows_init(&s->space.rows);
    if (!world_init(&s->world, p, false, 0, why))
        return false;
    s->world.input_limit = 64;
    if (forgotten)
        memcpy(s->world.forgotten, forgotten, p->cells.size);
    bool *chosen = NEW_ARRAY(bool, p->cells.size + 1);
    choose_cells(s, chosen);
    fix_domains(s, chosen);
    make_classes(s, chosen);
    vector_each(const struct code *, c, &p->codes)
        vector_each(const struct location *, l, &c->locations)
            s->sections |= (l->flags & LOC_ATOMIC) != 0;
    mem_free(chosen);
    return true;
}

void scene_free(struct scene *s)
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
    world_free(&s->world);
}

/* --- states --- */

static uint32_t add_store(struct scene *s, const uint64_t *bank)
{
    uint32_t n = s->classes.data[0].sight.units.size;
    uint32_t id = intern_add(&s->stores, bank, bank_words(n) * sizeof *bank, NULL);
    if (s->stores.size > s->store_limit)
        s->stopped = "too many shared stores";
    return id;
}

static uint32_t add_local(struct scene *s, uint32_t class, uint32_t code, uint32_t location, const uint64_t *frame)
{
    struct class *c = &s->classes.data[class];
    uint32_t words = bank_words(s->world.frame_size[code]);
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
        s->stopped = "too many local states";
    return id;
}

uint64_t scene_location(const struct scene *s, uint32_t class, uint32_t local)
{
    return *(const uint64_t *)intern_bytes(&s->classes.data[class].locals, local, NULL);
}

uint32_t scene_class_of(const struct scene *s, uint32_t template, uint32_t instance)
{
    for (uint32_t c = 0; c < s->classes.size; c++)
        for (uint32_t i = 0; s->classes.data[c].template == template && i < s->classes.data[c].instances.size; i++)
            if (s->classes.data[c].instances.data[i] == instance)
                return c;
    return NONE;
}

uint32_t scene_initial_store(struct scene *s)
{
    const struct sight *sight = &s->classes.data[0].sight;
    uint64_t *bank = NEW_ARRAY(uint64_t, bank_words(sight->units.size) + 1);
    store_initial(sight, bank);
    uint32_t id = add_store(s, bank);
    mem_free(bank);
    return id;
}

uint32_t scene_initial_local(struct scene *s, uint32_t class)
{
    uint32_t t = s->classes.data[class].template;
    uint64_t *bank = NEW_ARRAY(uint64_t, bank_words(s->world.frame_size[t]) + 1);
    frame_initial(&s->world, t, bank);
    uint32_t id = add_local(s, class, t, s->program->codes.data[t].entry, bank);
    mem_free(bank);
    return id;
}

/* --- transitions --- */

struct at {
    struct scene *s;
    uint32_t class;
};

static void found(void *context, const struct step *st)
{
    struct at *at = context;
    struct scene *s = at->s;
    for (uint32_t i = 0; i < st->write_count; i++) {
        const struct write *w = &st->writes[i];
        for (uint32_t k = 0; k < s->world.domain_count[w->cell]; k++) {
            struct domain *d = &s->world.domains.data[s->world.domain_base[w->cell] + k];
            if (w->target != TARGET_BLURRED && d != world_domain(&s->world, w->cell, w->slot))
                continue;
            bool grown = w->top ? !d->all : domain_add(d, w->value);
            d->all |= w->top;
            if (grown)
                vector_push(&s->grown, s->world.domain_base[w->cell] + k);
        }
    }
    if (st->halt)
        return;
    uint32_t path = s->paths.size;
    for (uint32_t i = 0; i < st->edge_count; i++)
        vector_push(&s->paths, st->edges[i].edge);
    struct transition t = {add_store(s, st->store), add_local(s, at->class, st->code, st->to, st->frame), path, st->edge_count};
    vector_push(&s->transitions, t);
}

static void note_accesses(struct scene *s, const struct edge *e, struct eval *v, bool inside, bool loose)
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

static void about(void *context, const struct step *so_far, const struct edge *e, struct eval *v, bool inside)
{
    (void)so_far;
    note_accesses(((struct at *)context)->s, e, v, inside, false);
}

uint32_t scene_known(struct scene *s, uint32_t class, uint32_t store, uint32_t local)
{
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
    struct stepper stepper = {.world = &s->world, .sight = &c->sight, .found = found, .about = s->races ? about : NULL,
                              .context = &at, .budget = &s->budget};
    steps_from(&stepper, code, location, l + 1, intern_bytes(&s->stores, store, NULL));
    if (stepper.gave_up)
        s->stopped = stepper.gave_up;
    vector_each(const uint32_t *, d, &stepper.domains_used)
        s->world.domains.data[*d].used = true;
    vector_each(const uint32_t *, d, &s->grown)
        s->stale |= s->world.domains.data[*d].used;
    vector_clear(&s->grown);
    stepper_free(&stepper);
    vector_resize(&s->ranges, id + 1);
    s->ranges.data[id].begin = begin;
    s->ranges.data[id].count = s->transitions.size - begin;
    s->ranges.data[id].about = first;
    s->ranges.data[id].about_count = s->abouts.size - first;
    return id;
}

uint32_t scene_image(struct scene *s, uint32_t class, uint32_t store, row r)
{
    uint32_t key[3] = {class, store, r};
    bool is_new;
    uint32_t id = intern_add(&s->images, key, sizeof key, &is_new);
    if (!is_new)
        return id;
    VECTOR(struct { uint32_t store; struct bitset set; }) found_sets = {0};
    const struct bitset members = *rows_set(&s->space.rows, r);
    bitset_each(local, &members) {
        uint32_t k = scene_known(s, class, store, local);
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

void scene_forget_known(struct scene *s)
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
