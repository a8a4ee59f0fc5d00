/* The worklist algorithm. Stores, frames and states are interned per kind. A store is joined with a step of the
 * environment once, when the later of the two is indexed; its states then move along together. */
#include "engines/modular/fixpoint.h"

#include "engines/modular/calls.h"
#include "engines/modular/join.h"
#include "engines/modular/project.h"

const struct modular_state *kind_state(const struct modular_kind *k, uint32_t id) { return intern_bytes(&k->states, id, NULL); }
const uint64_t *kind_store(const struct modular_kind *k, uint32_t id) { return intern_bytes(&k->stores, id, NULL); }
const uint64_t *kind_frame(const struct modular_kind *k, uint32_t id) { return intern_bytes(&k->frames, id, NULL); }

/* --- states --- */

void fixpoint_add_state(struct fixpoint *f, uint32_t kind, struct modular_state s, struct state_origin origin)
{
    struct modular_kind *k = &f->kinds[kind];
    bool is_new;
    uint32_t id = intern_add(&k->states, &s, sizeof s, &is_new);
    if (!is_new)
        return;
    f->state_count++;
    origin.next = k->places.data[s.store].states;
    k->places.data[s.store].states = id + 1;
    vector_push(&k->origins, origin);
    vector_push(&f->queue, (uint64_t)kind << 32 | id);
}

uint32_t fixpoint_add_frame(struct modular_kind *k, uint32_t code, uint32_t location, const uint64_t *bank, uint32_t words)
{
    uint64_t *key = mem_alloc((1 + words) * sizeof *key);
    key[0] = (uint64_t)code << 32 | location;
    memcpy(key + 1, bank, words * sizeof *key);
    uint32_t id = intern_add(&k->frames, key, (1 + words) * sizeof *key, NULL);
    mem_free(key);
    return id;
}

/* --- steps --- */

struct at { /* the state whose steps are taken */
    struct fixpoint *f;
    uint32_t kind, state;
};

static void grow_domain(struct fixpoint *f, const struct slot_write *w)
{
    if (f->model->is_id[w->cell] && f->model->relative)
        return;
    for (uint32_t k = 0; k < f->model->domain_count[w->cell]; k++) {
        struct slot_domain *d = &f->model->domains.data[f->model->domain_base[w->cell] + k];
        if (w->target != TARGET_BLURRED && d != partial_model_domain(f->model, w->cell, w->slot))
            continue;
        bool grown = w->top ? !d->all : domain_add(d, w->value);
        d->all |= w->top;
        for (uint32_t i = 0; grown && i < d->users.size; i++)
            vector_push(&f->queue, d->users.data[i]);
        if (grown)
            vector_clear(&d->users);
    }
}

static uint32_t add_pre(struct modular_kind *k, const uint64_t *bank)
{
    return intern_add(&k->pres, bank, bank_words(k->sight->units.size) * sizeof *bank, NULL);
}

/* Whether the step leaves the slot as it was. One other thread's id in place of another's is a change to both of them.
 */
static bool changes_nothing(const struct fixpoint *f, const struct sight *s, const uint64_t *pre, const struct slot_write *w)
{
    uint32_t u = w->target == TARGET_BLURRED ? NONE : sight_unit(s, w->cell, w->slot, w->target == TARGET_OWN);
    if (u == NONE || w->top || !bank_knows(pre, s->units.size, u) || pre[u] != w->value)
        return false;
    return !(f->model->relative && f->model->is_id[w->cell] && w->value == ID_OTHER);
}

static void add_guarantee(struct fixpoint *f, uint32_t kind, uint32_t state, const struct thread_step *s)
{
    struct modular_kind *k = &f->kinds[kind];
    VECTOR(struct slot_write) changes = {0};
    for (uint32_t i = 0; i < s->write_count; i++)
        if (!changes_nothing(f, k->sight, s->pre, &s->writes[i]))
            vector_push(&changes, s->writes[i]);
    if (changes.size) {
        uint32_t words = 1 + 3 * changes.size;
        uint64_t *key = mem_alloc(words * sizeof *key);
        key[0] = add_pre(k, s->pre);
        for (uint32_t i = 0; i < changes.size; i++) {
            key[3 * i + 1] = (uint64_t)changes.data[i].cell << 32 | changes.data[i].slot;
            key[3 * i + 2] = changes.data[i].target | (uint64_t)changes.data[i].top << 8;
            key[3 * i + 3] = changes.data[i].value;
        }
        bool is_new;
        uint32_t g = intern_add(&k->guarantees, key, words * sizeof *key, &is_new);
        if (is_new) {
            vector_push(&k->guarantee_list, (struct guarantee){(uint32_t)key[0], k->writes.size, changes.size, state});
            for (uint32_t i = 0; i < changes.size; i++)
                vector_push(&k->writes, changes.data[i]);
            project_guarantee(f, kind, g);
        }
        mem_free(key);
    }
    vector_free(&changes);
}

static void found(void *context, const struct thread_step *st)
{
    struct at *at = context;
    struct fixpoint *f = at->f;
    struct modular_kind *k = &f->kinds[at->kind];
    struct modular_state s = *kind_state(k, at->state);
    if (f->stopped)
        return;
    uint32_t store = join_add_store(f, at->kind, st->store);
    struct state_origin origin = {at->state, NONE, k->path.size, st->edge_count, 0};
    for (uint32_t i = 0; i < st->edge_count; i++)
        vector_push(&k->path, st->edges[i]);
    if (st->call) {
        calls_begin(f, at->kind, at->state, st, store, origin);
    } else {
        uint32_t frame = fixpoint_add_frame(k, st->code, st->to, st->frame, bank_words(f->model->frame_size[st->code]));
        fixpoint_add_state(f, at->kind, (struct modular_state){s.entry, frame, store}, origin);
    }
    for (uint32_t i = 0; i < st->write_count; i++)
        vector_push(&f->growth, st->writes[i]);
    if (st->write_count)
        add_guarantee(f, at->kind, at->state, st);
}

/* Notes the accesses that the edge is about to make. v is NULL if their index is not to be looked at. */
static void note_accesses(struct at *at, const uint64_t *pre, const struct edge *e, struct eval *v, bool inside, bool loose)
{
    struct modular_kind *k = &at->f->kinds[at->kind];
    for (uint32_t i = 0; i < e->action.access_count; i++) {
        const struct access *x = &e->action.accesses[i];
        struct store_access a;
        memset(&a, 0, sizeof a);
        a.access = x->id;
        a.cell = x->cell;
        a.target = x->index ? TARGET_BLURRED : TARGET_SLOT;
        if (v && x->index) {
            eval_begin(v);
            a.target = (uint8_t)eval_target(v, x->cell, x->index, &a.slot);
            if (v->need || a.target == TARGET_BLURRED)
                a.target = TARGET_BLURRED, a.slot = 0;
        }
        a.inside = inside;
        a.loose = loose;
        a.store = add_pre(k, pre);
        bool is_new;
        intern_add(&k->abouts, &a, sizeof a, &is_new);
        a.state = at->state;
        if (is_new)
            vector_push(&k->about_list, a);
    }
}

static void about(void *context, const struct thread_step *so_far, const struct edge *e, struct eval *v, bool inside)
{
    note_accesses(context, so_far->pre, e, v, inside, false);
}

/* Kept for proofs. */
static void passing(void *context, uint32_t code, uint32_t location, const uint64_t *frame, const uint64_t *store)
{
    struct at *at = context;
    struct modular_kind *k = &at->f->kinds[at->kind];
    uint32_t n = bank_words(at->f->model->frame_size[code]), m = bank_words(k->sight->units.size);
    at->f->insides_left_out |= at->f->state_count + at->f->inside_count > MOST_IN_PROOF;
    if (at->f->insides_left_out)
        return;
    uint64_t *key = mem_alloc((1 + n + m) * sizeof *key);
    key[0] = (uint64_t)code << 32 | location;
    memcpy(key + 1, frame, n * sizeof *key);
    memcpy(key + 1 + n, store, m * sizeof *key);
    bool is_new;
    intern_add(&k->insides, key, (1 + n + m) * sizeof *key, &is_new);
    at->f->inside_count += is_new;
    mem_free(key);
}

static void visit(struct fixpoint *f, uint32_t kind, uint32_t state)
{
    struct modular_kind *k = &f->kinds[kind];
    struct modular_state s = *kind_state(k, state);
    uint32_t code = (uint32_t)(kind_frame(k, s.frame)[0] >> 32), location = (uint32_t)kind_frame(k, s.frame)[0];
    const struct code *c = &f->model->program->codes.data[code];
    const struct location *l = &c->locations.data[location];
    for (uint32_t i = k->places.data[s.store].changes; i; i = k->changes.data[i - 1].next)
        fixpoint_add_state(f, kind, (struct modular_state){s.entry, s.frame, k->changes.data[i - 1].store},
                           (struct state_origin){state, k->changes.data[i - 1].env, 0, 0, 0});
    if (l->flags & LOC_UNSUPPORTED)
        f->unsupported = l->reason ? l->reason : "an unsupported construct";
    if (l->flags & LOC_ERROR && l->check != NONE) {
        u64_vector *list = &f->errors[l->check];
        bool known = false;
        for (uint32_t i = 0; i < list->size; i++)
            known |= list->data[i] == ((uint64_t)kind << 32 | state);
        if (!known && list->size < 64)
            vector_push(list, (uint64_t)kind << 32 | state);
    }
    if (code >= f->model->program->template_count && location == c->exit)
        calls_end(f, kind, state);
    struct at at = {f, kind, state};
    for (uint32_t i = out_begin(c, location); f->races && f->sections && i < out_end(c, location); i++)
        note_accesses(&at, kind_store(k, s.store), out_edge(c, i), NULL, false, true);
    struct stepper stepper = {.model = f->model,
                              .sight = k->sight,
                              .found = found,
                              .about = f->races ? about : NULL,
                              .passing = passing,
                              .context = &at,
                              .budget = &f->budget};
    steps_from(&stepper, code, location, kind_frame(k, s.frame) + 1, kind_store(k, s.store));
    vector_each(const uint32_t *, d, &stepper.domains_used) {
        vector_push(&f->model->domains.data[*d].users, (uint64_t)kind << 32 | state);
        f->model->domains.data[*d].used = true;
    }
    vector_each(const struct slot_write *, w, &f->growth)
        grow_domain(f, w);
    vector_clear(&f->growth);
    if (stepper.gave_up)
        f->stopped = stepper.gave_up;
    stepper_free(&stepper);
}

static void begin(struct fixpoint *f)
{
    for (uint32_t k = 0; k < f->kind_count; k++) {
        struct modular_kind *kind = &f->kinds[k];
        const struct partial_model *w = f->model;
        uint32_t t = kind->sight->template;
        uint64_t *store = NEW_ARRAY(uint64_t, bank_words(kind->sight->units.size) + 1);
        uint64_t *frame = NEW_ARRAY(uint64_t, bank_words(w->frame_size[t]) + 1);
        store_initial(kind->sight, store);
        frame_initial(w, t, frame);
        uint32_t g = join_add_store(f, k, store);
        uint32_t l = fixpoint_add_frame(kind, t, w->program->codes.data[t].entry, frame, bank_words(w->frame_size[t]));
        struct entry start = {.frame = l, .store = g};
        vector_push(&kind->entry_list, start);
        fixpoint_add_state(f, k, (struct modular_state){0, l, g}, (struct state_origin){NONE, NONE, 0, 0, 0});
        mem_free(store);
        mem_free(frame);
    }
}

void fixpoint_run(struct fixpoint *f)
{
    f->crowded = false;
    if (!f->state_count)
        begin(f);
    const struct reason *why;
    for (;;) {
        join_pending(f);
        if (f->stopped || f->queue_head == f->queue.size)
            break;
        if (f->state_count > f->state_limit) { /* noticed here alone: nothing is half done */
            f->crowded = true;
            break;
        }
        uint64_t next = f->queue.data[f->queue_head++];
        if (f->queue_head > 100000 && f->queue_head > f->queue.size / 2) {
            memmove(f->queue.data, f->queue.data + f->queue_head, (f->queue.size - f->queue_head) * sizeof *f->queue.data);
            f->queue.size -= f->queue_head;
            f->queue_head = 0;
        }
        if (budget_ends(&f->budget, &why))
            f->stopped = why;
        else
            visit(f, (uint32_t)(next >> 32), (uint32_t)next);
    }
}

/* --- life --- */

void fixpoint_init(struct fixpoint *f, struct partial_model *w, enum view_level level, const struct bitset *extra,
                   const extra_slots *more)
{
    const struct program *p = w->program;
    *f = (struct fixpoint){.model = w, .state_limit = UINT64_MAX};
    for (uint32_t t = 0; t < p->template_count; t++)
        f->kind_count += w->relative ? p->codes.data[t].instances != 0 : w->counts[t];
    f->kinds = NEW_ARRAY(struct modular_kind, f->kind_count);
    f->sights = NEW_ARRAY(struct sight, f->kind_count);
    f->errors = NEW_ARRAY(u64_vector, p->checks.size + 1);
    uint32_t k = 0;
    for (uint32_t t = 0; t < p->template_count; t++) {
        uint32_t n = w->relative ? p->codes.data[t].instances != 0 : w->counts[t];
        for (uint32_t i = 0; i < n; i++)
            sight_init(&f->sights[k++], w, t, w->relative && p->codes.data[t].instances >= 2 ? NONE : i);
    }
    view_choose(w, f->sights, f->kind_count, level, extra, more);
    for (k = 0; k < f->kind_count; k++) {
        f->kinds[k].sight = &f->sights[k];
        f->kinds[k].mentions = NEW_ARRAY(u32_vector, p->template_count + 1);
    }
    project_prepare(f);
    vector_each(const struct code *, c, &p->codes)
        vector_each(const struct location *, l, &c->locations)
            f->sections |= (l->flags & LOC_ATOMIC) != 0;
}

static void kind_free(struct modular_kind *k, uint32_t templates)
{
    struct intern *tables[] = {&k->stores,  &k->frames, &k->states, &k->guarantees,  &k->envs,
                               &k->entries, &k->abouts, &k->pres,   &k->shape_names, &k->insides};
    for (unsigned i = 0; i < sizeof tables / sizeof *tables; i++)
        intern_free(tables[i]);
    vector_free(&k->origins);
    vector_free(&k->places);
    vector_free(&k->changes);
    map_free(&k->changed);
    vector_free(&k->guarantee_list);
    vector_free(&k->writes);
    vector_free(&k->env_list);
    vector_each(struct shape *, h, &k->shapes) {
        vector_free(&h->units);
        map_free(&h->env_bucket);
        map_free(&h->store_bucket);
        vector_free(&h->stores);
        vector_free(&h->partial);
        vector_free(&h->steps);
    }
    vector_free(&k->shapes);
    vector_each(struct entry *, e, &k->entry_list) {
        vector_free(&e->callers);
        vector_free(&e->exits);
    }
    vector_free(&k->entry_list);
    vector_free(&k->about_list);
    vector_free(&k->path);
    for (uint32_t t = 0; t < templates; t++)
        vector_free(&k->mentions[t]);
    mem_free(k->mentions);
}

void fixpoint_free(struct fixpoint *f)
{
    for (uint32_t k = 0; k < f->kind_count; k++) {
        kind_free(&f->kinds[k], f->model->program->template_count);
        sight_free(&f->sights[k]);
    }
    for (uint32_t c = 0; c < f->model->program->checks.size; c++)
        vector_free(&f->errors[c]);
    mem_free(f->errors);
    mem_free(f->kinds);
    mem_free(f->sights);
    vector_free(&f->queue);
    vector_free(&f->busy);
    vector_free(&f->growth);
    map_free(&f->seers);
    vector_free(&f->seer_list);
}
