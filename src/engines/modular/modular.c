/* The engine modular: fixpoints over coarse views first, over finer ones while checks are open; with identities seen
 * relatively first, and then, where the threads can be counted, by name. What a complete fixpoint does not reach is
 * proved. What all of them reach is searched for in concrete schedules. */
#include "engines/modular/modular.h"

#include "base/log.h"
#include "base/options.h"
#include "base/statistics.h"
#include "engines/explicit/hunt.h"
#include "engines/explicit/sorts.h"
#include "engines/modular/auxiliary.h"
#include "engines/modular/explosion.h"
#include "engines/modular/fixpoint.h"
#include "engines/modular/identity.h"
#include "engines/modular/invariant.h"
#include "engines/modular/proof.h"
#include "engines/modular/races.h"
#include "engines/modular/refine.h"
#include "engines/modular/way.h"

enum {
    MANY_STATES = 30000,
    MOST_STATES = 40000000,
    MOST_FORGOTTEN = 12,
    MOST_VALUES = 64,
    MOST_NAMED_THREADS = 1024,
    NAMED_AFTER_RELATIVE = 32,
    MOST_REFINEMENTS = 12
};

static const double FIRST_SEARCH = 3, LAST_SEARCH = 20; /* seconds */
static const double SHARE_AFTER_BUG = 0.1;              /* of the time that is left, for the other checks */
static const double SHARE_OF_REFINEMENT = 0.15;         /* of one finer view */

struct run {
    const struct task *task;
    const struct program *program; /* of the task, or with auxiliary cells: the same locations, edges and checks */
    struct verdict *verdict;
    bool *proved;          /* by check */
    struct guide guide;    /* edges on the way to the errors of the last fixpoint */
    u64_vector candidates; /* those errors: kind << 32 | state */
    wishes wishes;         /* what the views are to have in addition */
    uint32_t wished;       /* how many were added after the last fixpoint, */
    uint32_t batch;        /* of this many at most */
    const char *why;       /* something is open */
    bool *forgotten;       /* by cell: too many values */
    uint32_t forgotten_count;
    bool may_forget;
    bool searched;  /* for traces, once */
    bool covered;   /* by a complete fixpoint that reaches nothing unsupported */
    expr invariant; /* of the user, or NULL */
    bool invariant_holds;
};

static bool suits(const struct program *p, enum property property, const char **why_not)
{
    (void)p;
    if (property == PROPERTY_DEADLOCK) {
        *why_not = "thread-modular reasoning says nothing about deadlocks";
        return false;
    }
    return true;
}

static bool asked(const struct run *r, uint32_t c)
{
    return r->task->program->checks.data[c].property == r->task->property;
}

static bool violated(const struct run *r, uint32_t c) { return r->verdict->results.data[c].answer == ANSWER_VIOLATED; }

static bool any_violated(const struct run *r)
{
    for (uint32_t c = 0; c < r->task->program->checks.size; c++)
        if (violated(r, c))
            return true;
    return false;
}

/* Nothing is left to do. */
static bool all_decided(const struct run *r)
{
    bool some = false;
    for (uint32_t c = 0; c < r->task->program->checks.size; c++) {
        some |= asked(r, c);
        if (asked(r, c) && !r->proved[c] && !violated(r, c))
            return false;
    }
    return (some || r->covered) && (!r->invariant || r->invariant_holds);
}

/* --- candidates --- */

static void mark(void *context, const struct fixpoint *f, uint32_t kind, uint32_t state)
{
    struct guide *guide = context;
    const struct kind *k = &f->kinds[kind];
    const struct state_origin *o = &k->origins.data[state];
    uint64_t where = kind_frame(k, kind_state(k, o->parent)->frame)[0];
    for (uint32_t i = 0; i < o->path_count; i++)
        guide_mark(guide, (uint32_t)(where >> 32), k->path.data[o->path + i]);
    if (o->env == NONE)
        return;
    const struct kind *a = &f->kinds[k->env_list.data[o->env].source];
    uint32_t from = a->guarantee_list.data[k->env_list.data[o->env].guarantee].state;
    where = kind_frame(a, kind_state(a, from)->frame)[0];
    guide_mark_location(guide, (uint32_t)(where >> 32), (uint32_t)where);
}

/* An error state, or one of two that race: marks the edges on the way there, those of the environment's steps included.
 */
static void note_candidate(struct run *r, const struct fixpoint *f, uint32_t kind, uint32_t state)
{
    way_walk(f, kind, state, mark, &r->guide);
    vector_push(&r->candidates, (uint64_t)kind << 32 | state);
}

/* --- one fixpoint --- */

static bool check_reached(struct run *r, struct fixpoint *f, const struct check *c)
{
    if (c->property == PROPERTY_RACE) {
        uint32_t kinds[2], states[2];
        bool meet = races_possible(f, c, kinds, states);
        for (unsigned i = 0; meet && !f->stopped && i < 2; i++) {
            note_candidate(r, f, kinds[i], states[i]);
            uint64_t at = kind_frame(&f->kinds[kinds[i]], kind_state(&f->kinds[kinds[i]], states[i])->frame)[0];
            guide_mark_location(&r->guide, (uint32_t)(at >> 32), (uint32_t)at);
        }
        return meet;
    }
    const u64_vector *list = &f->errors[c->id];
    for (uint32_t i = 0; i < list->size; i++)
        note_candidate(r, f, (uint32_t)(list->data[i] >> 32), (uint32_t)list->data[i]);
    return list->size != 0;
}

static void take_results(struct run *r, struct fixpoint *f)
{
    const struct program *p = r->task->program;
    bool covers = true; /* this fixpoint proves all that is proved */
    for (uint32_t c = 0; c < p->checks.size && !f->stopped; c++) {
        if (!asked(r, c))
            continue;
        uint32_t candidates = r->candidates.size;
        bool reached = check_reached(r, f, &p->checks.data[c]);
        if (r->proved[c] || violated(r, c))
            r->candidates.size = candidates;
        if (f->stopped)
            break;
        covers &= !reached || !r->proved[c];
        if (!reached && !f->unsupported)
            r->proved[c] = true;
    }
    if (f->stopped || f->unsupported) {
        r->why = f->stopped ? f->stopped : arena_printf(&r->verdict->arena, "%s may be reached", f->unsupported);
        return;
    }
    r->covered = true;
    if (r->invariant && invariant_holds(f, r->invariant))
        r->invariant_holds = true;
    r->why = r->forgotten_count ? "the values of some variables are too many to be told apart"
                                : "thread-modular reasoning alone is too coarse here";
    proof_free(r->verdict->proof);
    r->verdict->proof = covers && r->program == r->task->program ? proof_of(f) : NULL;
}

static void count(const struct run *r, const struct fixpoint *f)
{
    struct statistics *s = r->task->statistics;
    if (!s)
        return;
    s->modular_states = s->modular_guarantees = s->modular_stores = 0;
    for (uint32_t k = 0; k < f->kind_count; k++) {
        s->modular_states += f->kinds[k].states.size;
        s->modular_guarantees += f->kinds[k].guarantee_list.size;
        s->modular_stores += f->kinds[k].stores.size;
    }
    s->modular_joins += f->env_joins;
    s->modular_fixpoints++;
}

/* Looks for traces to the open checks, all in all for so many seconds. */
static void search_candidates(struct run *r, double seconds)
{
    const struct program *p = r->task->program;
    double end = clock_wall() + seconds;
    for (uint32_t c = 0; c < p->checks.size; c++) {
        struct check_result *result = &r->verdict->results.data[c];
        double left = end - clock_wall();
        if (!asked(r, c) || r->proved[c] || violated(r, c) || left <= 0)
            continue;
        result->trace = hunt_trace_to(p, c, &r->guide, &r->task->budget, left);
        result->answer = result->trace ? ANSWER_VIOLATED : ANSWER_OPEN;
        if (result->trace)
            verdict_publish(r->task, r->verdict);
    }
}

/* Whether the fixpoint has met an error already. Races are found at the end only. */
static bool has_candidates(const struct run *r, const struct fixpoint *f)
{
    bool some = f->races;
    for (uint32_t c = 0; c < r->task->program->checks.size; c++)
        some |= asked(r, c) && !r->proved[c] && !violated(r, c) && f->errors[c].size;
    return some;
}

/* Runs to the end. True if it has to be run again with one more cell forgotten. */
static bool run_one(struct run *r, struct fixpoint *f)
{
    for (f->state_limit = MANY_STATES;; f->state_limit *= 4) {
        fixpoint_run(f);
        if (!f->crowded)
            return false;
        if (!has_candidates(r, f)) /* finer views would not be smaller: all the time for this one */
            f->budget.deadline = r->task->budget.deadline;
        if (!r->searched && has_candidates(r, f)) { /* this may take long: perhaps there is nothing to prove */
            r->searched = true;
            search_candidates(r, FIRST_SEARCH);
            if (all_decided(r)) {
                f->stopped = "all is decided";
                return false;
            }
        }
        uint32_t cell = r->may_forget && r->forgotten_count < MOST_FORGOTTEN ? explosion_cell(f) : NONE;
        if (cell != NONE) {
            r->forgotten[cell] = true;
            r->forgotten_count++;
            log_debug("modular: the values of %s are forgotten", r->program->cells.data[cell].name);
            return true;
        }
        if (f->state_limit >= MOST_STATES) {
            f->stopped = "too many thread states";
            return false;
        }
    }
}

/* How many threads there are already is never known relatively: their creator may forget it. */
static void forget_counts(struct world *w)
{
    vector_each(const struct cell *, c, &w->program->cells)
        if (c->role == CELL_COUNT && c->subject != NONE && w->relative)
            w->forgotten[c->id] |= w->program->codes.data[c->subject].instances == UNBOUNDED;
}

/* False if it cannot be tried at all. */
static bool run_level(struct run *r, bool relative, enum view_level level, double share)
{
    const struct task *task = r->task;
    const char *why = NULL;
    double deadline = task->budget.deadline ? clock_wall() + share * budget_left(&task->budget) : 0;
    u32_vector extra = {0};
    if (r->invariant)
        invariant_cells(r->invariant, &extra);
    for (bool again = true, ok; again;) {
        struct world w;
        ok = world_init(&w, r->program, relative, 1, &why);
        if (ok) {
            w.input_limit = MOST_VALUES;
            memcpy(w.forgotten, r->forgotten, r->program->cells.size);
            forget_counts(&w);
            ok = !relative || identity_analyse(&w, &why);
            if (!r->invariant) /* it may compare otherwise */
                sorts_find(&w);
        }
        if (!ok) {
            r->why = why;
            world_free(&w);
            vector_free(&extra);
            return false;
        }
        struct fixpoint f;
        fixpoint_init(&f, &w, level, &extra, &r->wishes);
        f.budget = task->budget;
        f.budget.deadline = deadline;
        f.races = task->property == PROPERTY_RACE;
        again = run_one(r, &f);
        log_debug("modular: %s identities, view %d, %u kinds: %llu states, %s", relative ? "relative" : "absolute",
                  level, f.kind_count, (unsigned long long)f.state_count,
                  again       ? "again"
                  : f.stopped ? f.stopped
                              : "complete");
        if (!again) {
            guide_clear(&r->guide);
            vector_clear(&r->candidates);
            take_results(r, &f);
            r->wished = 0;
            vector_each(const uint64_t *, c, &r->candidates)
                if (!f.stopped && r->wished < r->batch)
                    r->wished += refine_views(&f, (uint32_t)(*c >> 32), (uint32_t)*c, r->batch - r->wished, &r->wishes);
        }
        count(r, &f);
        fixpoint_free(&f);
        world_free(&w);
    }
    vector_free(&extra);
    return true;
}

static uint64_t thread_count(const struct program *p)
{
    uint64_t n = 0;
    for (uint32_t t = 0; t < p->template_count; t++)
        n += p->codes.data[t].instances == UNBOUNDED ? UINT32_MAX : p->codes.data[t].instances;
    return n;
}

static bool goes_on(const struct run *r)
{
    const char *why;
    return !all_decided(r) && !budget_spent(&r->task->budget, &why);
}

static double share_of(const struct run *r, double usual) { return any_violated(r) ? SHARE_AFTER_BUG : usual; }

/* The coarsest views. False if these identities cannot be had. */
static bool run_coarse(struct run *r, bool relative)
{
    r->wishes.size = 0;
    r->batch = 1;
    return run_level(r, relative, VIEW_OWN, share_of(r, 0.4));
}

/* After that: what the views lack on the ways to errors, a little at first and then more; then all at once. */
static void run_finer(struct run *r, bool relative)
{
    if (!r->searched && !all_decided(r)) {
        r->searched = true;
        search_candidates(r, FIRST_SEARCH);
    }
    for (uint32_t round = 0; round < MOST_REFINEMENTS && r->wished && goes_on(r); round++) {
        r->batch *= 2;
        run_level(r, relative, VIEW_OWN, share_of(r, SHARE_OF_REFINEMENT));
    }
    for (int level = VIEW_EAGER; level <= VIEW_ALL && goes_on(r); level++)
        run_level(r, relative, level, share_of(r, 0.5));
}

/* From now on with auxiliary variables, if there are any. For named threads that is left to cartesian. */
static struct program *add_auxiliary(struct run *r)
{
    struct program *with = auxiliary_added(r->task->program);
    if (!with)
        return NULL;
    mem_free(r->forgotten);
    r->forgotten = NEW_ARRAY(bool, with->cells.size + 1);
    r->forgotten_count = 0;
    r->program = with;
    return with;
}

static void run_relative(struct run *r)
{
    struct program *with = NULL;
    bool ok = run_coarse(r, true);
    if (ok && goes_on(r) && program_has_unbounded(r->task->program) && (with = add_auxiliary(r)))
        ok = run_coarse(r, true);
    if (ok && goes_on(r))
        run_finer(r, true);
    r->program = r->task->program;
    if (with)
        program_free(with);
}

static void run_absolute(struct run *r)
{
    if (run_coarse(r, false) && goes_on(r))
        run_finer(r, false);
    if (!goes_on(r) || !r->forgotten_count)
        return;
    memset(r->forgotten, 0, r->program->cells.size); /* perhaps the values do have an end */
    r->forgotten_count = 0;
    r->may_forget = false;
    r->wishes.size = 0;
    run_level(r, false, VIEW_OWN, 0.6);
}

static void run_fixpoints(struct run *r)
{
    const struct program *p = r->task->program;
    const char *which = r->task->options ? r->task->options->identities : "auto";
    bool relative = strcmp(which, "absolute") != 0, absolute = strcmp(which, "relative") != 0;
    bool first_one = relative && absolute;
    uint64_t threads = thread_count(p);
    if (!program_has_unbounded(p) && threads <= p->template_count && absolute)
        relative = first_one = false; /* one thread of each kind: names are the same and say more */
    r->may_forget = true;
    if (relative)
        run_relative(r);
    if (all_decided(r) || !absolute)
        return;
    if (program_has_unbounded(p) || threads > (first_one ? NAMED_AFTER_RELATIVE : MOST_NAMED_THREADS)) {
        if (!r->why)
            r->why = program_has_unbounded(p) ? "the number of threads has no bound: they cannot be told apart by name"
                                              : "too many threads to be told apart by name";
        return;
    }
    run_absolute(r);
}

/* --- the engine --- */

static void run(const struct task *task, struct verdict *verdict)
{
    const struct program *p = task->program;
    struct run r = {.task = task,
                    .program = p,
                    .verdict = verdict,
                    .proved = NEW_ARRAY(bool, p->checks.size + 1),
                    .forgotten = NEW_ARRAY(bool, p->cells.size + 1)};
    guide_init(&r.guide, p);
    if (task->options && task->options->invariant) {
        const char *why = "it speaks of every state, and passes leave states out; run with --no-passes";
        if (!task->options->passes)
            r.invariant = invariant_parse(p, task->options->invariant, &why, &verdict->arena);
        if (!r.invariant) {
            verdict_reason(verdict, "--invariant: %s", why);
            goto end;
        }
    }
    run_fixpoints(&r);
    if (r.invariant && !r.invariant_holds) {
        verdict_reason(verdict, "the invariant is not proved (%s)", r.why ? r.why : "open");
        goto end;
    }
    for (uint32_t c = 0; c < p->checks.size; c++)
        if (asked(&r, c) && r.proved[c])
            verdict->results.data[c].answer = ANSWER_PROVED;
    if (!all_decided(&r)) {
        search_candidates(&r, any_violated(&r) ? FIRST_SEARCH : LAST_SEARCH);
        verdict_reason(verdict, "%s", r.why ? r.why : "out of time");
    }
end:
    guide_free(&r.guide);
    vector_free(&r.candidates);
    vector_free(&r.wishes);
    mem_free(r.proved);
    mem_free(r.forgotten);
}

const struct engine engine_modular = {
    "modular", "thread-modular model checking: reachable thread states and guarantees", suits, run};
