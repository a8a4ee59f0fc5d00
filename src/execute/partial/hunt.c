/* States are interned vectors of ids: a store, and a stack for each instance. A procedure that reaches its exit returns
 * in the same step: nobody can tell. */
#include "execute/partial/hunt.h"

enum { MOST_ACTORS = 24, MOST_UNITS = 20000, STEPS_OF_SUCCESSOR = 3 };

/* --- life --- */

bool hunt_init(struct hunt *s, const struct program *p, uint32_t most)
{
    const struct reason *why;
    *s = (struct hunt){.program = p, .check = NONE, .found = NONE, .found_step = NONE, .limit = UINT32_MAX};
    if (!world_init(&s->world, p, false, most, &why))
        return false;
    s->world.sample = true;
    s->world.input_limit = 16;
    uint64_t units = 0;
    vector_each(const struct cell *, c, &p->cells)
        if (cell_is_shared(c) && !c->dropped) {
            units += s->world.slots[c->id];
            if (!s->world.slots[c->id] && cell_slots(c, s->world.counts))
                return false;
        }
    for (uint32_t t = 0; t < p->template_count; t++)
        for (uint32_t n = 0; n < s->world.counts[t] && n < most; n++) {
            struct actor a = {.template = t, .instance = n};
            sight_init(&a.sight, &s->world, t, n);
            vector_push(&s->actors, a);
        }
    if (units > MOST_UNITS || s->actors.size > MOST_ACTORS)
        return false;
    vector_each(struct actor *, a, &s->actors)
        vector_each(const struct cell *, c, &p->cells)
            for (uint32_t i = 0; cell_is_shared(c) && !c->dropped && i < s->world.slots[c->id]; i++)
                sight_add(&a->sight, c->id, i, false, false);
    return true;
}

void hunt_free(struct hunt *s)
{
    vector_each(struct actor *, a, &s->actors)
        sight_free(&a->sight);
    vector_free(&s->actors);
    intern_free(&s->stores);
    intern_free(&s->frames);
    intern_free(&s->stacks);
    intern_free(&s->states);
    vector_free(&s->origins);
    vector_free(&s->returned);
    vector_free(&s->steps);
    vector_free(&s->edges);
    vector_free(&s->inputs);
    vector_free(&s->bounds);
    vector_free(&s->about);
    world_free(&s->world);
}

/* A store and stacks; code << 32 | location, then a bank. */
static const uint32_t *state_of(const struct hunt *s, uint32_t id) { return intern_bytes(&s->states, id, NULL); }
static struct hunt_stack stack_of(const struct hunt *s, uint32_t id)
{
    return *(const struct hunt_stack *)intern_bytes(&s->stacks, id, NULL);
}
static const uint64_t *frame_of(const struct hunt *s, uint32_t id) { return intern_bytes(&s->frames, id, NULL); }
static const uint64_t *top_of(const struct hunt *s, uint32_t stack) { return frame_of(s, stack_of(s, stack).frame); }

/* --- states --- */

static uint32_t units_of(const struct hunt *s) { return s->actors.data[0].sight.units.size; }

static uint32_t add_frame(struct hunt *s, uint32_t code, uint32_t location, const uint64_t *bank)
{
    uint32_t words = bank_words(s->world.frame_size[code]);
    uint64_t *key = mem_alloc((1 + words) * sizeof *key);
    key[0] = (uint64_t)code << 32 | location;
    memcpy(key + 1, bank, words * sizeof *key);
    uint32_t id = intern_add(&s->frames, key, (1 + words) * sizeof *key, NULL);
    mem_free(key);
    return id;
}

static uint32_t add_stack(struct hunt *s, uint32_t below, uint32_t frame, uint32_t edge)
{
    struct hunt_stack key = {below, frame, edge};
    return intern_add(&s->stacks, &key, sizeof key, NULL);
}

/* The stack after the procedure on top, which is at its exit, has returned. */
static uint32_t go_back(struct hunt *s, uint32_t stack)
{
    const struct world *w = &s->world;
    struct hunt_stack inner = stack_of(s, stack), outer = stack_of(s, inner.below);
    const uint64_t *from = frame_of(s, inner.frame), *to = frame_of(s, outer.frame);
    uint32_t callee = (uint32_t)(from[0] >> 32), caller = (uint32_t)(to[0] >> 32), n = w->frame_size[caller];
    const struct edge *e = &s->program->codes.data[caller].edges.data[inner.edge];
    uint32_t result = s->program->codes.data[callee].result;
    uint64_t *bank = mem_alloc(bank_words(n) * sizeof *bank + 8);
    memcpy(bank, to + 1, bank_words(n) * sizeof *bank);
    if (e->action.call_result != NONE && result != NONE)
        bank_set(bank, n, w->place[e->action.call_result], from[1 + w->place[result]]);
    uint32_t frame = add_frame(s, caller, e->to, bank);
    mem_free(bank);
    return add_stack(s, outer.below, frame, outer.edge);
}

static bool has_ended(const struct hunt *s, uint32_t stack)
{
    uint64_t at = top_of(s, stack)[0];
    return stack_of(s, stack).below != NONE && (uint32_t)at == s->program->codes.data[at >> 32].exit;
}

static void add_state(struct hunt *s, const uint32_t *key, struct hunt_origin origin)
{
    bool is_new;
    effort_spend(STEPS_OF_SUCCESSOR);
    uint32_t id = intern_add(&s->states, key, (s->actors.size + 1) * sizeof *key, &is_new);
    if (!is_new)
        return;
    vector_push(&s->origins, origin);
    if (s->check == NONE || s->found != NONE || s->program->checks.data[s->check].property == PROPERTY_RACE)
        return;
    for (uint32_t i = 0; i < s->actors.size; i++) {
        uint64_t at = top_of(s, key[1 + i])[0];
        const struct location *l = &s->program->codes.data[at >> 32].locations.data[(uint32_t)at];
        if (l->flags & LOC_ERROR && l->check == s->check)
            s->found = id;
    }
}

struct at {
    struct hunt *s;
    uint32_t state, actor;
};

static uint32_t keep_step(struct hunt *s, const struct step *st, uint32_t returned)
{
    struct hunt_step k = {st->code,       s->edges.size,   st->edge_count, s->inputs.size,
                          s->bounds.size, st->bound_count, returned,       s->returned.size - returned};
    for (uint32_t i = 0; i < st->edge_count; i++) {
        struct taken t = st->edges[i];
        for (uint32_t j = 0; j < t.input_count; j++)
            vector_push(&s->inputs, st->inputs[t.input_begin + j]);
        t.input_begin = s->inputs.size - t.input_count;
        vector_push(&s->edges, t);
    }
    for (uint32_t i = 0; i < st->bound_count; i++)
        vector_push(&s->bounds, st->bounds[i]);
    vector_push(&s->steps, k);
    return s->steps.size - 1;
}

/* The stack after the step; procedures that end are noted in s->returned. */
static uint32_t stack_after(struct hunt *s, uint32_t before, const struct step *st)
{
    struct hunt_stack top = stack_of(s, before);
    if (st->call) {
        uint32_t waiting = add_frame(s, st->code, st->call->from, st->caller);
        uint32_t edge = (uint32_t)(st->call - s->program->codes.data[st->code].edges.data);
        uint32_t below = add_stack(s, top.below, waiting, top.edge);
        return add_stack(s, below, add_frame(s, st->call->action.object, st->to, st->frame), edge);
    }
    uint32_t stack = add_stack(s, top.below, add_frame(s, st->code, st->to, st->frame), top.edge);
    for (; has_ended(s, stack); stack = go_back(s, stack))
        vector_push(&s->returned, (uint32_t)(top_of(s, stack)[0] >> 32));
    return stack;
}

/* Whether a trace can say what the step assumed: locals of procedures begin as 0. */
static bool can_be_said(const struct hunt *s, const struct step *st)
{
    for (uint32_t i = 0; i < st->bound_count; i++)
        if (st->code >= s->program->template_count && st->bounds[i].local && st->bounds[i].value != 0)
            return false;
    return true;
}

static bool is_awaited(const struct program *p, uint32_t template)
{
    vector_each(const struct cell *, c, &p->cells)
        if (c->role == CELL_STARTED && c->subject == template && !c->dropped && cell_is_shared(c))
            return true;
    return false;
}

/* Whether the step creates a thread that is not part of the search: one of an unbounded template, beyond those
 * included. */
static bool creates_outsider(const struct hunt *s, const struct step *st)
{
    const struct program *p = s->program;
    bool outsider = false;
    for (uint32_t i = 0; i < st->edge_count; i++) {
        const struct action *a = &p->codes.data[st->code].edges.data[st->edges[i].edge].action;
        outsider |= a->kind == ACT_CREATE && a->object != NONE && p->codes.data[a->object].instances == UNBOUNDED &&
                    is_awaited(p, a->object);
    }
    for (uint32_t i = 0; i < st->write_count; i++)
        outsider &= p->cells.data[st->writes[i].cell].role != CELL_STARTED;
    return outsider;
}

static void found(void *context, const struct step *st)
{
    struct at *at = context;
    struct hunt *s = at->s;
    if (st->halt || s->found != NONE || !can_be_said(s, st) || creates_outsider(s, st))
        return;
    for (uint32_t i = 0; s->guide && i < st->edge_count; i++)
        if (!bitset_has(&s->guide->edges[st->code], st->edges[i].edge))
            return;
    uint32_t n = s->actors.size + 1, key[MOST_ACTORS + 1], returned = s->returned.size;
    memcpy(key, state_of(s, at->state), n * sizeof *key);
    key[0] = intern_add(&s->stores, st->store, bank_words(units_of(s)) * sizeof *st->store, NULL);
    key[1 + at->actor] = stack_after(s, key[1 + at->actor], st);
    if (intern_find(&s->states, key, n * sizeof *key) == INTERN_NONE)
        add_state(s, key, (struct hunt_origin){at->state, at->actor, keep_step(s, st, returned)});
}

/* --- races --- */

static void about(void *context, const struct step *so_far, const struct edge *e, struct eval *v, bool inside)
{
    struct at *at = context;
    struct hunt *s = at->s;
    const struct check *c = &s->program->checks.data[s->check];
    for (uint32_t i = 0; i < e->action.access_count; i++) {
        const struct access *x = &e->action.accesses[i];
        if (x->id != c->access_a && x->id != c->access_b)
            continue;
        uint32_t slot = 0;
        eval_begin(v);
        enum target t = x->index ? eval_target(v, x->cell, x->index, &slot) : TARGET_SLOT;
        if (v->need || t != TARGET_SLOT)
            continue;
        vector_resize(&s->about, s->about.size + 1);
        vector_last(&s->about).actor = at->actor;
        vector_last(&s->about).access = x->id;
        vector_last(&s->about).slot = slot;
        vector_last(&s->about).inside = inside;
        vector_last(&s->about).step = inside ? keep_step(s, so_far, s->returned.size) : NONE;
    }
}

static void look_for_race(struct hunt *s, uint32_t state)
{
    const struct check *c = &s->program->checks.data[s->check];
    for (uint32_t i = 0; i < s->about.size && s->found == NONE; i++)
        for (uint32_t k = 0; k < s->about.size && s->found == NONE; k++)
            if (s->about.data[i].actor != s->about.data[k].actor && s->about.data[i].access == c->access_a &&
                s->about.data[k].access == c->access_b && s->about.data[i].slot == s->about.data[k].slot &&
                !(s->about.data[i].inside && s->about.data[k].inside)) {
                s->found = state;
                uint32_t in = s->about.data[i].inside ? i : k;
                s->found_step = s->about.data[in].step;
                s->found_actor = s->about.data[in].actor;
            }
}

/* --- the search --- */

static void expand(struct hunt *s, uint32_t state)
{
    bool races = s->check != NONE && s->program->checks.data[s->check].property == PROPERTY_RACE;
    vector_clear(&s->about);
    for (uint32_t i = 0; i < s->actors.size && s->found == NONE; i++) {
        struct at at = {s, state, i};
        struct stepper stepper = {.world = &s->world,
                                  .sight = &s->actors.data[i].sight,
                                  .found = found,
                                  .context = &at,
                                  .about = races ? about : NULL,
                                  .budget = &s->budget};
        const uint64_t *top = top_of(s, state_of(s, state)[1 + i]);
        steps_from(&stepper, (uint32_t)(top[0] >> 32), (uint32_t)top[0], top + 1,
                   intern_bytes(&s->stores, state_of(s, state)[0], NULL));
        stepper_free(&stepper);
    }
    if (races)
        look_for_race(s, state);
}

void hunt_run(struct hunt *s)
{
    uint32_t key[MOST_ACTORS + 1];
    if (!s->actors.size)
        return;
    uint64_t *store = NEW_ARRAY(uint64_t, bank_words(units_of(s)) + 1);
    store_initial(&s->actors.data[0].sight, store);
    key[0] = intern_add(&s->stores, store, bank_words(units_of(s)) * sizeof *store, NULL);
    mem_free(store);
    for (uint32_t i = 0; i < s->actors.size; i++) {
        uint32_t t = s->actors.data[i].template;
        uint64_t *frame = NEW_ARRAY(uint64_t, bank_words(s->world.frame_size[t]) + 1);
        frame_initial(&s->world, t, frame);
        key[1 + i] = add_stack(s, NONE, add_frame(s, t, s->program->codes.data[t].entry, frame), NONE);
        mem_free(frame);
    }
    add_state(s, key, (struct hunt_origin){NONE, 0, 0});
    uint32_t next = 0;
    while (s->found == NONE && next < s->states.size && s->states.size < s->limit && !budget_spent(&s->budget))
        expand(s, next++);
    s->complete = s->found == NONE && next == s->states.size;
}
