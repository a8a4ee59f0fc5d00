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
#include "execute/partial/hunt.h"

enum {
    MOST_ROUNDS = 200,
    MICRO_STATES = 300000,
    MANY_STORES = 3000,
    MOST_STORES = 100000,
    MOST_FORGOTTEN = 8,
    MANY_VALUES = 24,
    MOST_CREATED = 9 /* threads whose creation and end are told apart: their flags multiply the stores */
};

static const double FIRST_SEARCH = 3, LAST_SEARCH = 20; /* seconds */

struct run {
    const struct task *task;
    struct verdict *verdict;
    bool *proved;
    bool *forgotten;
    uint32_t forgotten_count;
    bool covered; /* by a complete fixpoint that reaches nothing unsupported */
    const char *why;
};

static bool suits(const struct program *p, enum property property, const char **why_not)
{
    if (property == PROPERTY_DEADLOCK)
        *why_not = "Cartesian abstraction says nothing about deadlocks";
    else if (program_has_unbounded(p))
        *why_not = "the number of threads has no bound";
    else if (program_has_calls(p))
        *why_not = "the program has recursive procedures";
    else
        return true;
    return false;
}

static bool asked(const struct run *r, uint32_t c) { return r->task->program->checks.data[c].property == r->task->property; }

/* Nothing is left to do. */
static bool all_decided(const struct run *r)
{
    bool some = false;
    for (uint32_t c = 0; c < r->task->program->checks.size; c++) {
        some |= asked(r, c);
        if (asked(r, c) && !r->proved[c] && r->verdict->results.data[c].answer != ANSWER_VIOLATED)
            return false;
    }
    return some || r->covered;
}

/* Looks for traces to the open checks, all in all for so many seconds. */
static void search(struct run *r, double seconds)
{
    const struct program *p = r->task->program;
    struct guide nowhere;
    guide_init(&nowhere, p);
    double end = clock_wall() + seconds;
    for (uint32_t c = 0; c < p->checks.size; c++) {
        struct check_result *result = &r->verdict->results.data[c];
        double left = end - clock_wall();
        if (!asked(r, c) || r->proved[c] || result->answer == ANSWER_VIOLATED || left <= 0)
            continue;
        result->trace = hunt_trace_to(p, c, &nowhere, &r->task->budget, left);
        result->answer = result->trace ? ANSWER_VIOLATED : ANSWER_OPEN;
        if (result->trace)
            verdict_publish(r->task, r->verdict);
    }
    guide_free(&nowhere);
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
    struct statistics *s = r->task->statistics;
    if (!s)
        return;
    s->cartesian_rounds++;
    s->cartesian_states = s->cartesian_stores = 0;
    s->cartesian_products = cartesian_products(c);
    for (uint32_t store = 0; store < c->scene->stores.size; store++) {
        if (!cartesian_has(c, store))
            continue;
        s->cartesian_stores++;
        for (uint32_t k = 0; k < c->scene->space.class_count; k++)
            s->cartesian_states +=
                (uint64_t)c->scene->space.size[k] * bitset_count(rows_set(&c->scene->space.rows, cartesian_row(c, store, k)));
    }
}

/* Runs the fixpoint and notes what it proves. */
static void one_round(struct run *r, struct cartesian *c)
{
    const struct program *p = r->task->program;
    cartesian_run(c);
    count(r, c);
    if (c->strayed)
        return;
    const char *unsupported = c->stopped ? NULL : cartesian_unsupported(c);
    if (c->stopped || unsupported) {
        r->why = c->stopped ? c->stopped : arena_printf(&r->verdict->arena, "%s may be reached", unsupported);
        return;
    }
    r->covered = true;
    bool covers = true;
    for (uint32_t k = 0; k < p->checks.size; k++) {
        if (!asked(r, k))
            continue;
        bool reach = cartesian_reaches(c, &p->checks.data[k]);
        covers &= !reach || !r->proved[k];
        if (!reach && !c->scene->stopped)
            r->proved[k] = true;
    }
    r->why = "no exception set was found that makes Cartesian abstraction precise enough";
    if (covers && all_decided(r) && !r->verdict->proof)
        r->verdict->proof = cartesian_proof(c);
    r->verdict->no_proof = r->verdict->proof ? NULL
                           : covers          ? "its products are too many to write down, or lie inside atomic sections"
                                             : "several exception sets proved a part each";
}

static void read_exceptions(struct run *r, struct cartesian *c, const char *path)
{
    struct text text = {0};
    const char *why = NULL;
    if (!text_read_file(&text, path)) {
        r->why = arena_printf(&r->verdict->arena, "cannot read the exceptions in %s", path);
    } else if (!exceptions_read(c, text_string(&text), &why, &r->verdict->arena)) {
        r->why = arena_printf(&r->verdict->arena, "%s: %s", path, why);
    } else {
        one_round(r, c);
        if (!all_decided(r) && !c->stopped)
            r->why = "Cartesian abstraction with the given exceptions is too coarse here";
    }
    text_free(&text);
}

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
        if (c->scene->stale)
            scene_forget_known(c->scene);
        one_round(r, c);
    }
}

/* The cell with the most values in the stores, if they are many. */
static uint32_t worst_cell(const struct scene *s)
{
    const struct sight *sight = &s->classes.data[0].sight;
    uint32_t worst = NONE, most = MANY_VALUES;
    for (uint32_t i = 0; i < sight->units.size; i++) {
        struct map seen = {0};
        for (uint32_t k = 0; k < s->stores.size; k++) {
            const uint64_t *bank = intern_bytes(&s->stores, k, NULL);
            if (bank_knows(bank, sight->units.size, i))
                map_put(&seen, bank[i], 1);
        }
        if (seen.size > most)
            most = seen.size, worst = sight->units.data[i].cell;
        map_free(&seen);
    }
    return worst;
}

/* False if it is to be run again with one more cell forgotten. */
static bool run_level(struct run *r, enum scene_level level, double share)
{
    const struct task *task = r->task;
    const char *given = task->options ? task->options->exceptions : NULL, *why = NULL;
    struct scene s;
    bool done = true;
    if (!scene_init(&s, task->program, level, r->forgotten, task->property == PROPERTY_RACE, &why)) {
        r->why = why;
        scene_free(&s);
        return true;
    }
    s.budget = task->budget;
    if (task->budget.deadline)
        s.budget.deadline = clock_wall() + share * budget_left(&task->budget);
    s.store_limit = MANY_STORES;
    struct cartesian c;
    cartesian_init(&c, &s);
    struct micro m = {0};
    bool learned = false;
    if (!given) {
        s.store_limit = MOST_STORES;
        learned = micro_explore(&m, &s, MICRO_STATES);
        log_debug("cartesian: %u states of %u threads to learn from%s", m.states.size, m.count, m.exact ? ", all" : "");
        m.exact &= !s.stopped;
        s.stopped = NULL;
        if (m.exact) {
            c.expected = &m.stores;
            c.expected_locals = m.locals;
        }
    }
    s.store_limit = MANY_STORES + (m.exact ? 2 * s.stores.size : 0);
    one_round(r, &c);
    if (s.stopped && s.stores.size > s.store_limit) {
        uint32_t cell = r->forgotten_count < MOST_FORGOTTEN ? worst_cell(&s) : NONE;
        if (cell != NONE) {
            r->forgotten[cell] = true;
            r->forgotten_count++;
            done = false;
        } else {
            s.store_limit = MOST_STORES;
            s.stopped = NULL;
            one_round(r, &c);
        }
    }
    log_debug("cartesian: level %d, %u classes, %u stores, %s", level, s.space.class_count, s.stores.size,
              c.stopped   ? c.stopped
              : c.strayed ? "strayed"
                          : "complete");
    if (done && !c.stopped && !all_decided(r)) {
        if (learned)
            infer(r, &c, &m);
        else if (given && strcmp(given, "none") != 0)
            read_exceptions(r, &c, given);
    }
    micro_free(&m);
    cartesian_free(&c);
    scene_free(&s);
    return done;
}

static void run(const struct task *task, struct verdict *verdict)
{
    const struct program *p = task->program;
    struct run r = {.task = task,
                    .verdict = verdict,
                    .proved = NEW_ARRAY(bool, p->checks.size + 1),
                    .forgotten = NEW_ARRAY(bool, p->cells.size + 1)};
    const char *why;
    if (!suits(p, task->property, &why)) {
        verdict_reason(verdict, "%s", why);
        goto end;
    }
    int last = thread_count(p) <= MOST_CREATED ? SCENE_CREATED : SCENE_RUNNING;
    for (int level = SCENE_RUNNING; level <= last && !all_decided(&r); level++) {
        while (!run_level(&r, level, level == SCENE_RUNNING ? 0.4 : 0.5) && !budget_spent(&task->budget, &why))
            continue;
        if (level == SCENE_RUNNING && !all_decided(&r))
            search(&r, FIRST_SEARCH);
    }
    if (!all_decided(&r))
        search(&r, LAST_SEARCH);
    for (uint32_t c = 0; c < p->checks.size; c++)
        if (asked(&r, c) && r.proved[c])
            verdict->results.data[c].answer = ANSWER_PROVED;
    if (!all_decided(&r))
        verdict_reason(verdict, "%s", r.why ? r.why : "out of time");
end:
    mem_free(r.proved);
    mem_free(r.forgotten);
}

const struct engine engine_cartesian = {
    .name = "cartesian",
    .summary = "Cartesian abstraction with exception sets, given or inferred",
    .suits = suits,
    .run = run,
};
