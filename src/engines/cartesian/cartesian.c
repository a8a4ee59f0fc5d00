/* The engine cartesian: the fixpoint without exceptions; while checks are open, exceptions are inferred (or read) and
 * it is computed again. First for threads that run from the start, then with their creation and end. */
#include "engines/cartesian/cartesian.h"

#include "base/log.h"
#include "base/options.h"
#include "base/statistics.h"
#include "base/text.h"
#include "engines/cartesian/exceptions.h"
#include "engines/cartesian/infer.h"
#include "engines/cartesian/proof.h"
#include "engines/shell.h"

enum {
    MOST_ROUNDS = 200,
    MICRO_STATES = 300000,
    MANY_STORES = 3000,
    MOST_STORES = 100000,
    MOST_FORGOTTEN = 8,
    MANY_VALUES = 24,
    MOST_CREATED = 9 /* threads whose creation and end are told apart: their flags multiply the stores */
};

struct run {
    struct shell shell;
    bool *forgotten;
    uint32_t forgotten_count;
    bool covered; /* by a complete fixpoint that reaches nothing unsupported */
    const struct reason *why;
};

static bool suits(const struct program *p, const struct reason **why_not)
{
    if (program_asks(p, CHECK_STUCK))
        *why_not = BECAUSE(NO_DEADLOCKS);
    else if (program_has_unbounded(p))
        *why_not = BECAUSE(NO_ANY_NUMBER);
    else if (program_has_calls(p))
        *why_not = BECAUSE(NO_PROCEDURES);
    else
        return true;
    return false;
}

/* Nothing is left to do. */
static bool all_decided(const struct run *r)
{
    bool some = r->covered;
    for (uint32_t c = 0; c < r->shell.program->checks.size; c++)
        some |= shell_asked(&r->shell, c);
    return some && !shell_any_open(&r->shell);
}

static uint64_t thread_count(const struct program *p)
{
    uint64_t n = 0;
    for (uint32_t t = 0; t < p->template_count; t++)
        n += p->codes.data[t].instances;
    return n;
}

static void count(const struct run *r, struct cartesian *c)
{
    struct statistics *s = r->shell.task->statistics;
    if (!s)
        return;
    s->cartesian_rounds++;
    s->cartesian_states = s->cartesian_stores = 0;
    s->cartesian_products = cartesian_products(c);
    for (uint32_t store = 0; store < c->model->stores.size; store++) {
        if (!cartesian_has(c, store))
            continue;
        s->cartesian_stores++;
        for (uint32_t k = 0; k < c->model->space.class_count; k++)
            s->cartesian_states +=
                (uint64_t)c->model->space.size[k] * bitset_count(rows_set(&c->model->space.rows, cartesian_row(c, store, k)));
    }
}

/* Runs the fixpoint and notes what it proves. */
static void one_round(struct run *r, struct cartesian *c)
{
    const struct program *p = r->shell.program;
    cartesian_run(c);
    count(r, c);
    if (c->strayed)
        return;
    const char *unsupported = c->stopped ? NULL : cartesian_unsupported(c);
    if (c->stopped || unsupported) {
        r->why = c->stopped ? c->stopped : shell_unsupported(&r->shell, unsupported, (struct position){0});
        return;
    }
    r->covered = true;
    bool covers = true;
    for (uint32_t k = 0; k < p->checks.size; k++) {
        if (!shell_asked(&r->shell, k))
            continue;
        bool reach = cartesian_reaches(c, &p->checks.data[k]);
        covers &= !reach || !shell_proved(&r->shell, k);
        if (!reach && !c->model->stopped)
            shell_prove(&r->shell, k);
    }
    r->why = BECAUSE(COARSE_CARTESIAN);
    struct proof *proof = r->shell.verdict->proof;
    const struct reason *why_not = BECAUSE(UNPROVED_PARTS);
    if (covers && all_decided(r) && !proof)
        proof = cartesian_proof(c, &why_not);
    shell_give_proof(&r->shell, proof, why_not);
}

static void read_exceptions(struct run *r, struct cartesian *c, const char *path)
{
    struct text text = {0};
    struct arena *arena = &r->shell.verdict->arena;
    const char *why = NULL;
    if (!text_read_file(&text, path)) {
        r->why = reason_new(arena, REASON_EXCEPTIONS_FILE, path, 0);
    } else if (!exceptions_read(c, text_string(&text), &why, arena)) {
        r->why = reason_new(arena, REASON_EXCEPTIONS, arena_printf(arena, "%s: %s", path, why), 0);
    } else {
        one_round(r, c);
        if (!all_decided(r) && !c->stopped)
            r->why = BECAUSE(COARSE_EXCEPTIONS);
    }
    text_free(&text);
}

static const char *ending(const struct cartesian *c) { return c->stopped ? "stopped" : c->strayed ? "strayed" : "complete"; }

/* Infers exceptions as long as that helps. */
static void infer(struct run *r, struct cartesian *c, const struct micro *m)
{
    uint32_t most = 1;
    for (uint32_t round = 0; round < MOST_ROUNDS && !all_decided(r) && !c->stopped; round++) {
        if (!infer_exceptions(c, m, most)) {
            if (!c->expected)
                break;
            c->expected = NULL; /* what is left is not mixed: let it run to the end */
        }
        most *= 2;
        if (c->model->stale)
            cartesian_model_forget_known(c->model);
        one_round(r, c);
        log_debug("cartesian: exceptions in round %u: %llu products, %u stores, %s", round,
                  (unsigned long long)cartesian_products(c), c->model->stores.size, ending(c));
    }
}

/* Distinct known values at place i of the banks of n values in the table; skip words come before each bank, the first of
 * them is of this code. */
static uint32_t values_at(const struct intern *banks, uint32_t skip, uint32_t n, uint32_t i, uint32_t code)
{
    struct map seen = {0};
    for (uint32_t k = 0; k < banks->size; k++) {
        const uint64_t *bank = intern_bytes(banks, k, NULL);
        if ((!skip || bank[0] >> 32 == code) && bank_knows(bank + skip, n, i))
            map_put(&seen, bank[skip + i], 1);
    }
    uint32_t count = seen.size;
    map_free(&seen);
    return count;
}

/* The cell with the most values in the stores, or in the local states, if they are many. */
static uint32_t worst_cell(const struct cartesian_model *s)
{
    const struct partial_model *w = &s->partial;
    const struct sight *sight = &s->classes.data[0].sight;
    uint32_t worst = NONE, most = MANY_VALUES, n;
    for (uint32_t i = 0; i < sight->units.size; i++)
        if ((n = values_at(&s->stores, 0, sight->units.size, i, 0)) > most)
            most = n, worst = sight->units.data[i].cell;
    vector_each(const struct class *, k, &s->classes)
        vector_each(const struct cell *, c, &s->program->cells)
            for (uint32_t i = 0; !cell_is_shared(c) && k->locals.size > MANY_VALUES && i < w->slots[c->id]; i++)
                if ((n = values_at(&k->locals, 1, w->frame_size[c->owner], w->place[c->id] + i, c->owner)) > most)
                    most = n, worst = c->id;
    return worst;
}

static bool has_too_many(const struct cartesian_model *s)
{
    bool many = s->stores.size > s->store_limit;
    vector_each(const struct class *, k, &s->classes)
        many |= k->locals.size > s->store_limit;
    return s->stopped && many;
}

/* Explores the small system, and lets the fixpoint of c end where it gets to what is not there. False if it cannot be had. */
static bool learn(struct cartesian *c, struct micro *m)
{
    struct cartesian_model *s = c->model;
    s->store_limit = MOST_STORES;
    bool learned = micro_explore(m, s, MICRO_STATES);
    log_debug("cartesian: %u states of %u threads to learn from", m->states.size, m->count);
    m->complete &= !s->stopped;
    s->stopped = NULL;
    if (m->complete) {
        c->expected = &m->stores;
        c->expected_locals = m->locals;
    }
    s->store_limit = MANY_STORES + (m->complete ? 2 * s->stores.size : 0);
    return learned;
}

/* The fixpoint without exceptions, and with those that are inferred (m not NULL) or given, while checks are open. */
static void with_exceptions(struct run *r, struct cartesian *c, const struct micro *m)
{
    const char *given = r->shell.task->options ? r->shell.task->options->exceptions : NULL;
    one_round(r, c);
    log_debug("cartesian: %u classes, %u stores, %s", c->model->space.class_count, c->model->stores.size, ending(c));
    if (c->stopped || all_decided(r))
        return;
    if (m)
        infer(r, c, m);
    else if (given && strcmp(given, "none") != 0)
        read_exceptions(r, c, given);
}

/* False if it is to be run again with one more cell forgotten. */
static bool run_level(struct run *r, enum cartesian_level level, double share)
{
    const struct task *task = r->shell.task;
    const struct reason *why = NULL;
    struct cartesian_model s;
    bool done = true;
    if (!cartesian_model_init(&s, task->program, level, r->forgotten, program_asks(task->program, CHECK_PAIR), &why)) {
        r->why = why;
        cartesian_model_free(&s);
        return true;
    }
    s.budget = budget_share(&task->budget, share);
    s.store_limit = MANY_STORES;
    struct cartesian c;
    cartesian_init(&c, &s);
    struct micro m = {0};
    bool given = task->options && task->options->exceptions, learned = !given && learn(&c, &m);
    with_exceptions(r, &c, learned ? &m : NULL);
    if (has_too_many(&s) && !all_decided(r)) {
        uint32_t cell = r->forgotten_count < MOST_FORGOTTEN ? worst_cell(&s) : NONE;
        if (cell != NONE) {
            log_debug("cartesian: %s has too many values", task->program->cells.data[cell].name);
            r->forgotten[cell] = true;
            r->forgotten_count++;
            done = false;
        } else {
            s.store_limit = MOST_STORES;
            s.stopped = NULL;
            with_exceptions(r, &c, learned ? &m : NULL);
        }
    }
    micro_free(&m);
    cartesian_free(&c);
    cartesian_model_free(&s);
    return done;
}

static void run(const struct task *task, struct verdict *verdict)
{
    const struct program *p = task->program;
    struct run r = {.shell = shell_new(task, verdict), .forgotten = NEW_ARRAY(bool, p->cells.size + 1)};
    int last = thread_count(p) <= MOST_CREATED ? CARTESIAN_CREATED : CARTESIAN_RUNNING;
    for (int level = CARTESIAN_RUNNING; level <= last && !all_decided(&r); level++) {
        while (!run_level(&r, level, level == CARTESIAN_RUNNING ? SHARE_CARTESIAN_FIRST : SHARE_CARTESIAN_LATER) &&
               !budget_spent(&task->budget))
            continue;
        if (level == CARTESIAN_RUNNING && !all_decided(&r))
            shell_hunt(&r.shell, NULL, EFFORT_CARTESIAN_FIRST_HUNT);
    }
    if (!all_decided(&r)) {
        shell_hunt(&r.shell, NULL, EFFORT_CARTESIAN_LAST_HUNT);
        shell_because(&r.shell, r.why ? r.why : BECAUSE(EFFORT));
    }
    mem_free(r.forgotten);
}

const struct engine engine_cartesian = {
    .name = "cartesian",
    .invariants = true,
    .summary = "Cartesian abstraction with exception sets, given or inferred",
    .suits = suits,
    .run = run,
};
