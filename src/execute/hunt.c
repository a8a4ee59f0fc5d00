/* See hunt.h. The states are those of the machine (model.h); a state that violates the check is retraced. */
#include "execute/hunt.h"

#include "base/effort.h"
#include "execute/races.h"
#include "execute/retrace.h"
#include "program/machine.h"

enum {
    GUIDED_STATES = 60000,
    FREE_STATES = 200000,
    MOST_WORDS = 1 << 13, /* of a state */
    MOST_BYTES = 1 << 30, /* of all states */
    INLINE_SLOTS = 64,
    INPUT_LIMIT = 16, /* values of an input that are tried one by one */
};

struct chase {
    const struct hunt *hunt;
    struct model *model;
    struct state_store store;
    struct expander expander;
    struct races *races;     /* if the check is one; else NULL */
    struct step_path prefix; /* into a section, for a race in it */
    uint32_t current;        /* being expanded */
    uint32_t found;          /* state that violates the check, or NONE */
};

static void found_at(struct chase *c, uint32_t state)
{
    c->found = c->found == NONE ? state : c->found;
    c->expander.stop = true;
}

static void emit(struct expander *x, uint32_t i, const uint64_t *n, uint8_t flags, uint32_t check)
{
    (void)i;
    struct chase *c = x->context;
    bool is_new;
    uint32_t number = store_add(&c->store, n, c->current, &is_new);
    effort_spend(1);
    if (flags & LOC_ERROR && check == c->hunt->check)
        found_at(c, number);
}

static bool add_choice(void *context, const uint64_t *n, uint64_t value)
{
    (void)value;
    struct chase *c = context;
    bool is_new;
    store_add(&c->store, n, c->current, &is_new);
    return true;
}

static bool wants_race(void *context, uint32_t check)
{
    const struct chase *c = context;
    return c->found == NONE && check == c->hunt->check;
}

static void found_race(void *context, uint32_t check, const struct step_path *into)
{
    (void)check;
    struct chase *c = context;
    found_at(c, c->current);
    if (into)
        path_append(&c->prefix, into, into->steps.size);
}

static void expand_state(struct chase *c, const uint64_t *state)
{
    struct expander *x = &c->expander;
    x->undefined = false;
    if (c->races)
        races_of_state(c->races, x, state, &(struct race_query){c, wants_race, found_race});
    for (uint32_t i = 0; i < c->model->layout->instance_count && c->found == NONE && !x->undefined; i++)
        if (c->model->layout->instances[i].number < c->hunt->most)
            expand_instance(x, i, state);
    if (x->undefined && c->found == NONE)
        expand_choice(x, state, add_choice, c);
}

/* Until the check is violated, all states are seen, or a limit is reached. */
static void search_all(struct chase *c)
{
    const struct hunt *h = c->hunt;
    bool is_new;
    uint64_t *initial = NEW_ARRAY(uint64_t, c->model->layout->words + 1);
    model_initial(c->model, initial);
    store_add(&c->store, initial, NONE, &is_new);
    mem_free(initial);
    for (c->current = 0; c->found == NONE && c->current < c->store.size; c->current++) {
        if (c->store.size >= h->limit || store_bytes(&c->store) > MOST_BYTES || budget_spent(&h->budget))
            break;
        expand_state(c, store_state(&c->store, c->current));
    }
}

/* The schedule to the state that was found, if it is real. */
static struct trace *trace_found(struct chase *c)
{
    struct trace *t = trace_new(c->hunt->check);
    struct arena words = ARENA_EMPTY;
    const char *why;
    t->unbounded = c->hunt->most;
    bool real = retrace(&c->expander, &c->store, c->found, NULL, NULL, t);
    path_trace(&c->prefix, c->model->layout, t);
    if (!real || !trace_replays(c->hunt->program, t, &why, &words)) {
        trace_free(t);
        t = NULL;
    }
    arena_release(&words);
    return t;
}

struct trace *hunt_run(const struct hunt *h)
{
    struct chase c = {.hunt = h, .found = NONE};
    struct trace *t = NULL;
    assert(h->check < h->program->checks.size);
    c.model = model_new(h->program, h->most, (struct model_options){INLINE_SLOTS, INPUT_LIMIT, false});
    if (c.model->layout->words <= MOST_WORDS) {
        bool race = h->program->checks.data[h->check].kind == CHECK_PAIR;
        store_init(&c.store, c.model->layout->words);
        expander_init(&c.expander, c.model, &h->budget);
        c.expander.context = &c;
        c.expander.emit = emit;
        c.expander.only = h->guide ? h->guide->edges : NULL;
        c.races = race ? races_new(c.model, &h->budget) : NULL;
        search_all(&c);
        t = c.found != NONE ? trace_found(&c) : NULL;
        races_free(c.races);
        expander_free(&c.expander);
        path_free(&c.prefix);
        store_free(&c.store);
    }
    model_free(c.model);
    return t;
}

/* --- more and more instances --- */

static uint32_t most_instances(const struct program *p)
{
    uint32_t most = 0;
    for (uint32_t t = 0; t < p->template_count; t++)
        most = p->codes.data[t].instances > most ? p->codes.data[t].instances : most;
    return most;
}

struct trace *hunt_trace_to(const struct program *p, uint32_t check, const struct guide *g, const struct budget *budget,
                            uint64_t effort)
{
    static const uint32_t sizes[] = {2, 3, 4, 8};
    struct budget part = budget_part(budget, effort);
    part = budget_share(&part, SHARE_HUNT);
    uint32_t most = most_instances(p);
    for (int guided = 1; guided >= 0; guided--)
        for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            struct hunt h = {p, check, sizes[i], guided ? g : NULL, guided ? GUIDED_STATES : FREE_STATES, part};
            struct trace *t = hunt_run(&h);
            if (t)
                return t;
            if (sizes[i] >= most)
                break;
        }
    return NULL;
}
