/* What an exploration means for the checks: proved, refuted by a real run, or open. */
#include "engines/monotone/run.h"

#include "base/log.h"
#include "base/options.h"
#include "base/output.h"
#include "engines/monotone/concretize.h"
#include "engines/monotone/meet.h"
#include "engines/monotone/net.h"

/* Where times go. */
struct statistics *monotone_times(struct monotone_run *r) { return r->task->statistics ? r->task->statistics : &r->unwanted; }

void monotone_give_proof(struct monotone_run *r, struct proof *proof, const struct reason *no_proof)
{
    shell_give_proof(&r->shell, proof, no_proof);
    r->proof_covers = shell_count(&r->shell, ANSWER_PROVED);
}

/* Looks for a real run along an abstract one. */
static void refute(struct monotone_run *r, uint32_t check, const run_steps *steps, uint64_t effort)
{
    double began = clock_wall();
    concretize(&r->shell, check, steps, effort);
    monotone_times(r)->monotone_time_concretize += clock_wall() - began;
}

/* Shortly, and only the first time. */
static void refute_once(struct monotone_run *r, uint32_t check, const run_steps *steps)
{
    if (!bitset_has(&r->hunted, check))
        refute(r, check, steps, EFFORT_MONOTONE_SHORT_HUNT);
    bitset_add(&r->hunted, check);
}

void monotone_refute_races(struct monotone_run *r)
{
    uint64_t end = effort_so_far() + EFFORT_MONOTONE_LONG_HUNT;
    for (uint32_t c = 0; c < r->task->program->checks.size; c++)
        if (shell_open(&r->shell, c) && effort_so_far() < end)
            refute_once(r, c, &(run_steps){0});
}

/* Without a guide, for what no predicate has proved so far. */
void monotone_refute_rest(struct monotone_run *r)
{
    uint64_t end = effort_so_far() + EFFORT_MONOTONE_ALL_HUNTS;
    for (uint32_t c = 0; c < r->task->program->checks.size; c++)
        if (shell_open(&r->shell, c) && effort_so_far() < end && !budget_spent(&r->task->budget))
            refute(r, c, &(run_steps){0}, EFFORT_MONOTONE_LONG_HUNT);
}

/* Looks for a real run along an abstract one, longer if that may be real itself; learns from it if it is not. */
static void follow(struct monotone_run *r, struct views *v, uint32_t check, const run_steps *steps)
{
    bool real = monotone_refine(v->abstraction, steps, r->learning ? &r->learned : NULL);
    if (real)
        refute_once(r, check, steps);
    else if (!bitset_has(&r->glanced, check))
        refute(r, check, steps, EFFORT_MONOTONE_GLANCE);
    bitset_add(&r->glanced, check);
}

/* What the views reach may still be uncoverable: two threads at a time cannot count. */
void monotone_ask_cover(struct monotone_run *r, struct views *v)
{
    struct net n;
    net_make(&n, v);
    struct budget budget = budget_share(&r->task->budget, SHARE_MONOTONE_COVER);
    budget = budget_cpu(&budget, SECONDS_MONOTONE_COVER);
    run_steps steps = {0};
    bool supported = !net_aim(&n, v, NONE) || net_decide(&n, budget, &steps) == COVER_UNCOVERABLE;
    for (uint32_t c = 0; c < r->task->program->checks.size && supported; c++) {
        if (!shell_open(&r->shell, c) || (r->learning && c != r->focus))
            continue;
        vector_clear(&steps);
        double began = clock_wall();
        enum cover_verdict answer = net_aim(&n, v, c) ? net_decide(&n, budget, &steps) : COVER_UNCOVERABLE;
        monotone_times(r)->monotone_time_cover += clock_wall() - began;
        log_debug("monotone: check %u: %s", c,
                  answer == COVER_UNCOVERABLE ? "not coverable"
                  : answer == COVER_COVERABLE ? "coverable"
                                              : "coverability is open");
        if (answer == COVER_UNCOVERABLE) {
            shell_prove(&r->shell, c);
            monotone_give_proof(r, NULL, BECAUSE(UNPROVED_COVER));
        } else if (answer == COVER_COVERABLE)
            follow(r, v, c, &steps);
    }
    vector_free(&steps);
    net_free(&n);
}

/* --emit-tts: with all open checks as targets, or else unsupported locations. */
void monotone_emit(struct monotone_run *r, struct views *v)
{
    const char *path = r->task->options ? r->task->options->emit_tts : NULL;
    if (!path)
        return;
    struct net n;
    struct text t = {0};
    net_make(&n, v);
    net_aim_all(&n, v);
    net_print(&n, &t);
    if (!output_write(&t, path))
        log_error("cannot write %s", path);
    text_free(&t);
    net_free(&n);
}

/* What a complete exploration has not reached is proved; races only if v is there to be asked. */
void monotone_take_results(struct monotone_run *r, const struct abstraction *s, const struct thread_view *places, uint32_t count,
                           struct views *v)
{
    const struct program *p = r->task->program;
    bool *reached = NEW_ARRAY(bool, p->checks.size + 1);
    const char *unsupported = NULL;
    for (uint32_t i = 0; i < count; i++) {
        const struct location *l = local_place(s, places[i].local);
        if (l->flags & LOC_ERROR && l->check != NONE)
            reached[l->check] = true;
        if (l->flags & LOC_UNSUPPORTED)
            unsupported = l->reason;
    }
    for (uint32_t c = 0; c < p->checks.size && !unsupported; c++) {
        const struct check *check = &p->checks.data[c];
        bool race = check->kind == CHECK_PAIR;
        if (shell_open(&r->shell, c) && !reached[c] && !(race && (!v || meet_possible(v, check))))
            shell_prove(&r->shell, c);
    }
    r->why = unsupported ? shell_unsupported(&r->shell, unsupported, (struct position){0}) : BECAUSE(COARSE_PREDICATES);
    mem_free(reached);
}
