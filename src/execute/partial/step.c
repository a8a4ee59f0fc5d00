/* Takes steps. One unfinished step is a work: it sits at a location (inside an atomic section, or at the start), with
 * the values bound so far. Each edge is tried on it; where the evaluation needs a value the edge is tried once for
 * each. */
#include "execute/partial/step.h"

#include "base/bitset.h"

#include <assert.h>

enum { MOST_CHOICES = 24 };

struct work {
    uint32_t location;
    uint64_t *pre, *store, *frame;
    VECTOR(struct slot_write) writes;
    u32_vector edges;
};

struct attempt { /* of one edge */
    struct trace_input inputs[MOST_CHOICES];
    uint32_t input_count;
    uint32_t pieces; /* of inputs, as in struct eval */
    uint64_t choices[MOST_CHOICES];
    uint32_t choice_count;
};

struct run {
    struct stepper *s;
    uint32_t code, from;
    uint32_t units, places;
    VECTOR(struct work *) open;
    struct intern seen; /* inside a section: location, pre, store, frame, writes */
};

void stepper_free(struct stepper *s) { vector_free(&s->domains_used); }

/* Copies of the three banks, in one block that pre begins. */
static void banks_of(const struct run *r, struct work *w, const uint64_t *pre, const uint64_t *store, const uint64_t *frame)
{
    uint32_t n = bank_words(r->units), k = bank_words(r->places);
    w->pre = mem_alloc((2 * n + k + 1) * sizeof *w->pre);
    w->store = w->pre + n;
    w->frame = w->store + n;
    memcpy(w->pre, pre, n * sizeof *pre);
    memcpy(w->store, store, n * sizeof *store);
    memcpy(w->frame, frame, k * sizeof *frame);
}

static struct work *work_copy(const struct run *r, const struct work *w)
{
    struct work *c = NEW(struct work);
    c->location = w->location;
    banks_of(r, c, w->pre, w->store, w->frame);
    vector_each(const struct slot_write *, x, &w->writes)
        vector_push(&c->writes, *x);
    vector_each(const uint32_t *, x, &w->edges)
        vector_push(&c->edges, *x);
    return c;
}

static void work_free(struct work *w)
{
    mem_free(w->pre);
    vector_free(&w->writes);
    vector_free(&w->edges);
    mem_free(w);
}

static struct thread_step step_of(const struct run *r, const struct work *w)
{
    return (struct thread_step){.code = r->code,
                                .from = r->from,
                                .to = w->location,
                                .pre = w->pre,
                                .frame = w->frame,
                                .store = w->store,
                                .writes = w->writes.data,
                                .write_count = w->writes.size,
                                .edges = w->edges.data,
                                .edge_count = w->edges.size};
}

/* --- which values to try --- */

static void use_domain(struct stepper *s, uint32_t domain)
{
    vector_each(const uint32_t *, d, &s->domains_used)
        if (*d == domain)
            return;
    vector_push(&s->domains_used, domain);
}

/* members: of pieces of the input, which is to be tried as a whole. */
static void values_to_try(struct run *r, const struct eval *v, const struct action *a, u64_vector *out, u64_vector *members)
{
    struct partial_model *w = r->s->model;
    if (v->need == NEED_INPUT && v->need_pieces) {
        input_pieces(a, v->need_what, v->need_width, out, members);
        return;
    }
    if (v->need_below) {
        for (uint32_t i = 0; i < v->need_below; i++)
            vector_push(out, i);
        return;
    }
    if (v->need_domain != NONE && !w->domains.data[v->need_domain].all) {
        use_domain(r->s, v->need_domain);
        const struct slot_domain *d = &w->domains.data[v->need_domain];
        for (uint32_t i = 0; i < d->values.size; i++)
            vector_push(out, d->values.data[i]);
        return;
    }
    if (v->need_sort != NONE) {
        vector_each(const uint64_t *, x, &w->sorts.data[v->need_sort].values)
            vector_push(out, *x);
        return;
    }
    if (v->need_width < 64 && UINT64_C(1) << v->need_width <= w->input_limit) {
        for (uint64_t i = 0; i >> v->need_width == 0; i++)
            vector_push(out, i);
        return;
    }
    assert(v->need == NEED_INPUT); /* and representatives stand for all (eval.c) */
    input_representatives(a, v->need_what, v->need_width, out);
}

/* --- trying an edge --- */

static void bind(struct run *r, struct work *w, const struct eval *v, uint64_t value)
{
    bool local = v->need == NEED_LOCAL;
    if (local) {
        bank_set(w->frame, r->places, v->need_what, value);
    } else {
        bank_set(w->pre, r->units, v->need_what, value);
        bank_set(w->store, r->units, v->need_what, value);
    }
}

static void forget(uint64_t *bank, uint32_t n, uint32_t i)
{
    bank[n + i / 64] &= ~(UINT64_C(1) << (i % 64));
    bank[i] = 0;
}

static void put(uint64_t *bank, uint32_t n, uint32_t i, const struct slot_write *x)
{
    if (x->top)
        forget(bank, n, i);
    else
        bank_set(bank, n, i, x->value);
}

/* One write for each slot: the last one. Of writes that may go anywhere, every value. */
static void add_write(struct work *w, const struct slot_write *x)
{
    vector_each(struct slot_write *, old, &w->writes)
        if (old->cell == x->cell && old->slot == x->slot && old->target == x->target &&
            (x->target != TARGET_BLURRED || (old->value == x->value && old->top == x->top))) {
            old->value = x->value;
            old->top = x->top;
            return;
        }
    vector_push(&w->writes, *x);
}

/* Whether the update leaves a shared scalar as it is, whatever that is. (A parameter is another cell than its
 * namesake.) */
static bool keeps_value(struct eval *v, const struct update *u)
{
    expr e = u->value;
    if (u->index || !cell_is_shared(&v->model->program->cells.data[u->cell]))
        return false;
    while (e->op == E_ITE) {
        uint64_t c = eval_expr(v, e->arg[0]);
        if (v->need || v->top)
            return false;
        e = e->arg[c ? 1 : 2];
    }
    return e->op == E_CELL && e->value == u->cell;
}

/* Applies the updates; all is evaluated before the first is done. False if something was needed. */
static bool apply(struct run *r, const struct work *w, const struct edge *e, struct eval *v, struct work **after, uint64_t *callee)
{
    struct partial_model *model = r->s->model;
    const struct sight *sight = r->s->sight;
    VECTOR(struct slot_write) todo = {0};
    for (uint32_t i = 0; i < e->action.update_count && !v->need; i++) {
        const struct update *u = &e->action.updates[i];
        struct slot_write x = {.cell = u->cell};
        if (keeps_value(v, u))
            continue;
        bool param = callee && model->program->cells.data[u->cell].owner == e->action.object;
        x.target = u->index ? eval_target(v, u->cell, u->index, &x.slot) : TARGET_SLOT;
        x.value = eval_value(v, u->value, model->is_id[u->cell] && model->relative);
        x.top = v->top || model->forgotten[u->cell];
        if (x.top)
            x.value = 0;
        if (!param)
            vector_push(&todo, x);
        else if (!v->need)
            put(callee, model->frame_size[e->action.object], model->place[u->cell] + x.slot, &x);
    }
    bool ok = !v->need;
    if (ok) {
        struct work *n = *after = work_copy(r, w);
        vector_each(const struct slot_write *, x, &todo) {
            const struct cell *c = &model->program->cells.data[x->cell];
            if (x->target == TARGET_NOWHERE)
                continue;
            if (!cell_is_shared(c)) {
                for (uint32_t k = 0; c->owner == r->code && k < model->slots[x->cell]; k++)
                    if (x->target == TARGET_BLURRED)
                        forget(n->frame, r->places, model->place[x->cell] + k);
                if (c->owner == r->code && x->target != TARGET_BLURRED)
                    put(n->frame, r->places, model->place[x->cell] + x->slot, x);
                continue;
            }
            add_write(n, x);
            uint32_t unit = x->target == TARGET_BLURRED ? NONE : sight_unit(sight, x->cell, x->slot, x->target == TARGET_OWN);
            if (unit != NONE)
                put(n->store, r->units, unit, x);
            /* A write to some slot: what was known of them is not known any more. */
            for (uint32_t k = 0; x->target == TARGET_BLURRED && k < sight->units.size; k++)
                if (sight->units.data[k].cell == x->cell)
                    forget(n->store, r->units, k);
        }
    }
    vector_free(&todo);
    return ok;
}

static void finish(struct run *r, struct work *w, const struct edge *e, const uint64_t *callee)
{
    struct stepper *s = r->s;
    const struct program *p = s->model->program;
    const struct code *c = &p->codes.data[r->code];
    struct thread_step st = step_of(r, w);
    st.halt = e->action.kind == ACT_HALT;
    if (callee) {
        uint8_t flags = c->locations.data[e->from].flags | c->locations.data[e->to].flags;
        if (flags & LOC_ATOMIC ||
            p->codes.data[e->action.object].locations.data[p->codes.data[e->action.object].entry].flags & LOC_ATOMIC)
            s->gave_up = BECAUSE(SECTION_CALLS);
        st.call = e;
        st.caller = w->frame;
        st.frame = callee;
        st.to = p->codes.data[e->action.object].entry;
        s->found(s->context, &st);
        return;
    }
    uint8_t flags = c->locations.data[w->location].flags;
    if (!(flags & LOC_ATOMIC) || flags & (LOC_ERROR | LOC_UNSUPPORTED) || st.halt) {
        s->found(s->context, &st);
        return;
    }
    if (w->location == c->exit && r->code >= p->template_count)
        s->gave_up = BECAUSE(SECTION_RETURNS);
    uint32_t words = 1 + 2 * bank_words(r->units) + bank_words(r->places) + 3 * w->writes.size;
    uint64_t *key = mem_alloc(words * sizeof *key);
    key[0] = w->location;
    memcpy(key + 1, w->pre, bank_words(r->units) * sizeof *key);
    memcpy(key + 1 + bank_words(r->units), w->store, bank_words(r->units) * sizeof *key);
    memcpy(key + 1 + 2 * bank_words(r->units), w->frame, bank_words(r->places) * sizeof *key);
    uint64_t *tail = key + 1 + 2 * bank_words(r->units) + bank_words(r->places);
    vector_each(const struct slot_write *, x, &w->writes) {
        *tail++ = (uint64_t)x->cell << 32 | x->slot;
        *tail++ = x->target | (uint64_t)x->top << 8;
        *tail++ = x->value;
    }
    bool is_new;
    intern_add(&r->seen, key, words * sizeof *key, &is_new);
    mem_free(key);
    if (is_new && s->passing)
        s->passing(s->context, r->code, w->location, w->frame, w->store);
    if (is_new)
        vector_push(&r->open, work_copy(r, w));
    if (r->open.size > 100000 || r->seen.size > 1000000 || (s->budget && budget_spent(s->budget)))
        s->gave_up = BECAUSE(MANY_SECTION_RUNS), vector_clear(&r->open);
}

/* Tries the edge with the values supplied so far. */
static void try_edge(struct run *r, const struct work *w, const struct edge *e, const struct attempt *t);

/* The evaluation v of e stopped at a value that is not known yet: e is tried again with each that it may be. */
static void try_values(struct run *r, const struct work *w, const struct edge *e, const struct attempt *t, struct eval *v)
{
    struct stepper *s = r->s;
    u64_vector values = {0}, members = {0};
    values_to_try(r, v, &e->action, &values, &members);
    uint32_t single = values.size;
    vector_each(const uint64_t *, x, &members)
        vector_push(&values, *x);
    vector_free(&members);
    bool full = t->input_count == MOST_CHOICES || t->choice_count == MOST_CHOICES;
    if (full)
        s->gave_up = BECAUSE(MANY_CHOICES);
    struct map tried = {0};
    for (uint32_t i = 0; i < values.size && !full; i++) {
        if (map_get(&tried, values.data[i], NULL))
            continue;
        map_put(&tried, values.data[i], 1);
        struct work *bound = NULL;
        struct attempt n = *t;
        if (i >= single)
            n.pieces |= UINT32_C(1) << n.input_count;
        if (v->need == NEED_INPUT)
            n.inputs[n.input_count++] = (struct trace_input){v->need_what, values.data[i]};
        else if (v->need == NEED_CHOICE)
            n.choices[n.choice_count++] = values.data[i];
        else
            bind(r, bound = work_copy(r, w), v, values.data[i]);
        try_edge(r, bound ? bound : w, e, &n);
        if (bound)
            work_free(bound);
    }
    map_free(&tried);
    vector_free(&values);
}

static void try_edge(struct run *r, const struct work *w, const struct edge *e, const struct attempt *t)
{
    struct stepper *s = r->s;
    const struct program *p = s->model->program;
    struct eval v = {.model = s->model,
                     .sight = s->sight,
                     .code = r->code,
                     .frame = w->frame,
                     .store = w->store,
                     .inputs = t->inputs,
                     .input_count = t->input_count,
                     .pieces = t->pieces,
                     .choices = t->choices,
                     .choice_count = t->choice_count};
    eval_begin(&v);
    v.action = &e->action;
    bool enabled = eval_expr(&v, e->action.guard) || v.top;
    if (!v.need && !enabled)
        return;
    struct work *after = NULL;
    uint64_t *callee = NULL;
    bool inside = w->edges.size != 0;
    if (!v.need && e->action.kind == ACT_CALL) {
        callee = NEW_ARRAY(uint64_t, bank_words(s->model->frame_size[e->action.object]) + 1);
        frame_initial(s->model, e->action.object, callee);
    }
    if (!v.need && s->about) {
        struct thread_step so_far = step_of(r, w);
        s->about(s->context, &so_far, e, &v, inside);
        eval_begin(&v);
        eval_expr(&v, e->action.guard);
    }
    if (!v.need && apply(r, w, e, &v, &after, callee)) {
        after->location = e->to;
        vector_push(&after->edges, (uint32_t)(e - p->codes.data[r->code].edges.data));
        finish(r, after, e, callee);
        work_free(after);
    } else if (v.need) {
        try_values(r, w, e, t, &v);
    }
    mem_free(callee);
}

void steps_from(struct stepper *s, uint32_t code, uint32_t location, const uint64_t *frame, const uint64_t *store)
{
    assert(code < s->model->program->codes.size);
    struct run r = {.s = s, .code = code, .from = location, .units = s->sight->units.size, .places = s->model->frame_size[code]};
    struct work *first = NEW(struct work);
    first->location = location;
    banks_of(&r, first, store, store, frame);
    vector_push(&r.open, first);
    const struct code *c = &s->model->program->codes.data[code];
    while (r.open.size) {
        struct work *w = vector_pop(&r.open);
        for (uint32_t i = out_begin(c, w->location); i < out_end(c, w->location); i++) {
            struct attempt t;
            t.input_count = t.choice_count = t.pieces = 0;
            try_edge(&r, w, out_edge(c, i), &t);
        }
        work_free(w);
    }
    vector_free(&r.open);
    intern_free(&r.seen);
}
