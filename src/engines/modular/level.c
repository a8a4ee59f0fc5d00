/* One fixpoint: computes it, takes from it what is proved, and notes what would have to be told apart. */
#include "engines/modular/run.h"

#include "base/log.h"
#include "base/statistics.h"
#include "execute/partial/sorts.h"
#include "engines/modular/explosion.h"
#include "engines/modular/identity.h"
#include "engines/modular/invariant.h"
#include "engines/modular/proof.h"
#include "engines/modular/races.h"
#include "engines/modular/refine.h"
#include "engines/modular/origins.h"
#include "program/terms.h"

enum {
    MANY_STATES = 30000,
    MOST_STATES = 40000000,
    MOST_UNFORGOTTEN = 4 * MANY_STATES, /* of values that seemed to have no end before */
    MOST_FORGOTTEN = 12,
    MOST_VALUES = 64
};

bool run_all_decided(const struct modular_run *r)
{
    bool some = r->covered;
    for (uint32_t c = 0; c < r->shell.program->checks.size; c++)
        some |= shell_asked(&r->shell, c);
    return some && !shell_any_open(&r->shell) && (!r->invariant || r->invariant_holds);
}

/* --- candidates --- */

static void mark(void *context, const struct fixpoint *f, uint32_t kind, uint32_t state)
{
    struct guide *guide = context;
    const struct modular_kind *k = &f->kinds[kind];
    const struct state_origin *o = &k->origins.data[state];
    uint64_t where = kind_frame(k, kind_state(k, o->parent)->frame)[0];
    for (uint32_t i = 0; i < o->path_count; i++)
        guide_mark(guide, (uint32_t)(where >> 32), k->path.data[o->path + i]);
    if (o->env == NONE)
        return;
    const struct modular_kind *a = &f->kinds[k->env_list.data[o->env].source];
    uint32_t from = a->guarantee_list.data[k->env_list.data[o->env].guarantee].state;
    where = kind_frame(a, kind_state(a, from)->frame)[0];
    guide_mark_location(guide, (uint32_t)(where >> 32), (uint32_t)where);
}

/* An error state, or one of two that race: marks the edges on the way there, those of the environment's steps included.
 */
static void note_candidate(struct modular_run *r, const struct fixpoint *f, uint32_t kind, uint32_t state)
{
    origins_walk(f, kind, state, mark, &r->guide);
    vector_push(&r->candidates, (uint64_t)kind << 32 | state);
}

/* --- one fixpoint --- */

static bool check_reached(struct modular_run *r, struct fixpoint *f, const struct check *c)
{
    if (c->kind == CHECK_PAIR) {
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

static void take_results(struct modular_run *r, struct fixpoint *f)
{
    const struct program *p = r->task->program;
    bool covers = true; /* this fixpoint proves all that is proved */
    for (uint32_t c = 0; c < p->checks.size && !f->stopped; c++) {
        if (!shell_asked(&r->shell, c))
            continue;
        uint32_t candidates = r->candidates.size;
        bool reached = check_reached(r, f, &p->checks.data[c]);
        if (!shell_open(&r->shell, c))
            r->candidates.size = candidates;
        if (f->stopped)
            break;
        covers &= !reached || !shell_proved(&r->shell, c);
        if (!reached && !f->unsupported)
            shell_prove(&r->shell, c);
    }
    if (f->stopped || f->unsupported) {
        r->why = f->stopped ? f->stopped : shell_unsupported(&r->shell, f->unsupported, (struct position){0});
        return;
    }
    r->covered = true;
    if (r->invariant && invariant_holds(f, r->invariant))
        r->invariant_holds = true;
    r->why = r->forgotten_count ? BECAUSE(COARSE_VALUES) : BECAUSE(COARSE_MODULAR);
    bool same = r->program == r->task->program;
    const struct reason *why_not = covers ? BECAUSE(UNPROVED_AUXILIARY) : BECAUSE(UNPROVED_PARTS);
    struct proof *proof = covers && same ? modular_proof(f, &why_not) : NULL;
    shell_give_proof(&r->shell, proof, why_not);
}

static void count(const struct modular_run *r, const struct fixpoint *f)
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

/* Whether the fixpoint has met an error already. Races are found at the end only. */
static bool has_candidates(const struct modular_run *r, const struct fixpoint *f)
{
    bool some = f->races;
    for (uint32_t c = 0; c < r->task->program->checks.size; c++)
        some |= shell_open(&r->shell, c) && f->errors[c].size;
    return some;
}

/* Runs to the end. True if it has to be run again with one more cell forgotten. */
static bool run_one(struct modular_run *r, struct fixpoint *f)
{
    for (f->state_limit = MANY_STATES;; f->state_limit *= 4) {
        fixpoint_run(f);
        if (!f->crowded)
            return false;
        if (!has_candidates(r, f)) /* finer views would not be smaller: all the time for this one */
            f->budget.deadline = r->task->budget.deadline;
        if (!r->searched && has_candidates(r, f)) { /* this may take long: perhaps there is nothing to prove */
            r->searched = true;
            shell_hunt(&r->shell, &r->guide, EFFORT_MODULAR_FIRST_HUNT);
            if (run_all_decided(r)) {
                f->stopped = BECAUSE(EFFORT); /* nothing is open any more */
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
        if (f->state_limit >= (r->may_forget ? MOST_STATES : MOST_UNFORGOTTEN)) {
            f->stopped = BECAUSE(MANY_THREAD_STATES);
            return false;
        }
    }
}

/* How many threads there are already is never known relatively: their creator may forget it. */
static void forget_counts(struct partial_model *w)
{
    vector_each(const struct cell *, c, &w->program->cells)
        if (c->role == CELL_COUNT && c->subject != NONE && w->relative)
            w->forgotten[c->id] |= w->program->codes.data[c->subject].instances == UNBOUNDED;
}

/* False if it cannot be tried at all. */
bool run_level(struct modular_run *r, bool relative, enum view_level level, double share)
{
    assert(share > 0 && share <= 1);
    const struct task *task = r->task;
    const struct reason *why = NULL;
    struct budget part = budget_share(&task->budget, share);
    struct bitset extra = {0};
    if (r->invariant)
        expr_cells(r->invariant, &extra);
    for (bool again = true, ok; again;) {
        struct partial_model w;
        ok = partial_model_init(&w, r->program, relative, 1, &why);
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
            partial_model_free(&w);
            bitset_free(&extra);
            return false;
        }
        struct fixpoint f;
        fixpoint_init(&f, &w, level, &extra, &r->extra);
        f.budget = part;
        f.races = program_asks(task->program, CHECK_PAIR);
        again = run_one(r, &f);
        log_debug("modular: %s identities, view %d, %u kinds: %llu states, %s", relative ? "relative" : "absolute", level,
                  f.kind_count, (unsigned long long)f.state_count,
                  again       ? "again"
                  : f.stopped ? "stopped"
                              : "complete");
        if (!again) {
            guide_clear(&r->guide);
            vector_clear(&r->candidates);
            take_results(r, &f);
            r->extra_added = 0;
            vector_each(const uint64_t *, c, &r->candidates)
                if (!f.stopped && r->extra_added < r->batch)
                    r->extra_added += refine_views(&f, (uint32_t)(*c >> 32), (uint32_t)*c, r->batch - r->extra_added, &r->extra);
        }
        count(r, &f);
        fixpoint_free(&f);
        partial_model_free(&w);
    }
    bitset_free(&extra);
    return true;
}
