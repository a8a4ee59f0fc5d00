/* The loop: choose what to track, explore, take what is proved, look for a real run of what is not; then track more.
 * (Fig. 26 of Kaiser's thesis; the predicates come from the program's text level by level instead of from abstract
 * counterexamples.) */
#include "engines/monotone/monotone.h"

#include "base/log.h"
#include "base/options.h"
#include "base/output.h"
#include "engines/monotone/discover.h"
#include "engines/monotone/invariants.h"
#include "engines/monotone/pair_proof.h"
#include "program/proof_build.h"
#include "engines/monotone/run.h"
#include "engines/monotone/template.h"

enum { FEW_VALUES = 8, FEWER_VALUES = 4, MOST_VIEWS = 400000, MOST_FOR_COVER = 30000 };
static const double A_LONG_TIME = 1e6; /* seconds for one level: no limit */

/* From few predicates to many. */
static const struct {
    unsigned sources;
    bool pairs; /* of threads, or one thread at a time */
} levels[] = {
    {SOURCE_ATOMS, false},
    {SOURCE_ATOMS, true},
    {SOURCE_ATOMS | SOURCE_FORWARD, false},
    {SOURCE_ATOMS | SOURCE_FORWARD, true},
    {SOURCE_ATOMS | SOURCE_FORWARD | SOURCE_BACKWARD, true},
    {SOURCE_ATOMS | SOURCE_FORWARD | SOURCE_PAIRS, true},
    {SOURCE_ATOMS | SOURCE_FORWARD | SOURCE_PAIRS | SOURCE_BACKWARD, true},
    {SOURCE_ATOMS | SOURCE_FORWARD | SOURCE_PAIRS | SOURCE_BACKWARD | SOURCE_TWICE, true},
};
enum { LEVELS = sizeof levels / sizeof *levels, REFINE_AFTER = 3 };

/* Cells that took too many values are symbolic from now on. */
static bool give_up_values(struct monotone_run *r, const struct abstraction *s)
{
    bool changed = false;
    vector_each(const struct crowded *, c, &s->crowded)
        if ((c->e->op == E_CELL || c->e->op == E_READ) && !r->symbolic[c->e->value]) {
            r->symbolic[c->e->value] = changed = true;
            log_debug("monotone: the values of %s are too many", r->task->program->cells.data[c->e->value].name);
        }
    return changed;
}

/* Whether the views exclude every error that is said to be excluded. */
static bool excludes_all(const struct monotone_run *r, const struct views *v)
{
    vector_each(const struct thread_view *, p, &v->places) {
        const struct location *l = local_place(v->abstraction, p->local);
        bool claimed = l->flags & LOC_ERROR && shell_proved(&r->shell, l->check);
        if (claimed || l->flags & LOC_UNSUPPORTED)
            return false;
    }
    return true;
}

static bool run_singles(struct monotone_run *r, struct abstraction *s)
{
    struct singles v;
    singles_init(&v, s, MOST_VIEWS);
    singles_run(&v);
    bool complete = !v.stopped;
    bool first = !shell_count(&r->shell, ANSWER_PROVED);
    if (complete)
        monotone_take_results(r, s, v.places.data, v.places.size, NULL);
    else
        r->why = v.stopped;
    if (first && shell_count(&r->shell, ANSWER_PROVED) && r->task->wants_proof) {
        const struct reason *why_not = NULL;
        struct proof *proof = !shell_any_open(&r->shell) ? invariants_of(&v, r->task, &why_not) : NULL;
        proof = proof ? proof : pair_proof_of_singles(&v, r->task, &why_not);
        monotone_give_proof(r, proof, why_not);
    }
    monotone_report(r, s, "states of single threads", v.places.size, v.stopped);
    singles_free(&v);
    return complete;
}

/* A proof of what is proved now, so many having been proved before: the views', or the views' and that of before. */
static void prove_by(struct monotone_run *r, const struct views *v, uint32_t before)
{
    struct proof *old = r->shell.verdict->proof;
    bool all = excludes_all(r, v), both = old && old->pairwise && r->proof_covers == before;
    const struct reason *why_not = r->task->wants_proof ? BECAUSE(UNPROVED_PARTS) : BECAUSE(UNPROVED_UNASKED);
    struct proof *proof = r->task->wants_proof && (all || both) ? pair_proof_of(v, r->task, &why_not) : NULL;
    if (proof && !all)
        proof_conjoin(proof, old);
    monotone_give_proof(r, proof, why_not);
}

static bool run_views(struct monotone_run *r, struct abstraction *s)
{
    struct views v;
    double began = clock_wall();
    views_init(&v, s, MOST_VIEWS);
    views_run(&v);
    monotone_times(r)->monotone_time_views += clock_wall() - began;
    monotone_times(r)->monotone_views = v.list.size;
    bool complete = !v.stopped;
    monotone_report(r, s, "pairs of threads", v.list.size, v.stopped);
    if (complete) {
        monotone_emit(r, &v);
        uint32_t before = shell_count(&r->shell, ANSWER_PROVED);
        monotone_take_results(r, s, v.places.data, v.places.size, &v);
        if (shell_count(&r->shell, ANSWER_PROVED) != before)
            prove_by(r, &v, before);
        if (program_asks(r->task->program, CHECK_PAIR))
            monotone_refute_races(r);
        else if (shell_any_open(&r->shell) && v.list.size <= MOST_FOR_COVER)
            monotone_ask_cover(r, &v);
    } else {
        r->why = v.stopped;
    }
    views_free(&v);
    return complete;
}

/* As long as there are no predicates, what was found out will be so again. With predicates, other cells may have fewer
 * values than with less of them. */
static void remember_start(const struct monotone_run *r, struct start *start)
{
    start->known = true;
    bitset_copy(&start->wrong, &r->wrong);
    for (uint32_t c = 0; c < r->model->original->cells.size; c++)
        if (r->symbolic[c])
            bitset_add(&start->symbolic, c);
}

/* One abstraction, or several until cells have found their place. Whether it came to an end in this time. */
static bool run_level(struct monotone_run *r, unsigned sources, bool pairs, double seconds)
{
    struct start *start = &r->starts[pairs];
    double end = clock_cpu() + seconds;
    if (!r->learned) { /* else it goes on from the last one */
        bitset_copy(&r->wrong, &start->wrong);
        for (uint32_t c = 0; c < r->model->original->cells.size; c++)
            r->symbolic[c] = r->lazy || bitset_has(&start->symbolic, c);
    }
    r->learned = 0;
    for (bool hurried = false;;) {
        struct abstraction s;
        discover(r->model, r->symbolic, sources);
        start->known |= monotone_has_predicates(r->model);
        abstraction_init(&s, r->model, &r->task->budget, FEW_VALUES, &r->wrong);
        s.cpu_end = end;
        s.fewer_values = seconds <= SECONDS_MONOTONE_LEVEL || r->learning ? FEWER_VALUES : 0;
        bool complete = pairs ? run_views(r, &s) : run_singles(r, &s);
        bool again = !complete && (give_up_values(r, &s) || s.odd != NONE);
        if (s.odd != NONE)
            bitset_add(&r->wrong, s.odd);
        if (s.crowded.size && !start->known && !r->lazy)
            remember_start(r, start);
        monotone_count(r, &s);
        hurried |= s.hurried;
        abstraction_free(&s);
        if (!again)
            return complete && (!hurried || r->learning);
    }
}

static bool suits(const struct program *p, const struct reason **why_not)
{
    if (program_asks(p, CHECK_STUCK)) {
        *why_not = BECAUSE(NO_DEADLOCKS);
        return false;
    }
    if (program_has_calls(p)) {
        *why_not = BECAUSE(NO_PROCEDURES);
        return false;
    }
    if (p->template_count >= 2 || p->codes.data[0].instances >= 2)
        return true;
    *why_not = BECAUSE(ONE_THREAD);
    return false;
}

/* What ghosts count is worth a try from some level on; but no proof can say it, so first without if one is wanted. */
static bool run_sources(struct monotone_run *r, uint32_t level, double seconds)
{
    unsigned sources = levels[level].sources;
    bool counts = r->model->ghosts.size && levels[level].pairs && sources & SOURCE_FORWARD, ended = true;
    if (!counts || r->task->wants_proof)
        ended = run_level(r, sources, levels[level].pairs, seconds);
    if (counts && shell_any_open(&r->shell))
        ended &= run_level(r, sources | SOURCE_GHOSTS, levels[level].pairs, seconds);
    return ended;
}

/* Nothing is tracked at first but what abstract runs to the error of one check teach, one after the other; then the
 * comparisons of the program too; then the order of variables. False if time was over before. */
static bool refine_check(struct monotone_run *r, uint32_t check, double seconds)
{
    double end = clock_cpu() + seconds;
    unsigned sources = SOURCE_LEARNED;
    bool complete = true, stalled = false;
    vector_clear(&r->model->learned);
    r->focus = check;
    r->lazy = true;
    for (double left = seconds; left > 0 && complete && !stalled && shell_open(&r->shell, check); left = end - clock_cpu()) {
        complete = run_level(r, sources, true, left);
        if (r->learned || !complete)
            continue;
        stalled = sources & SOURCE_PAIRS;
        sources |= r->lazy ? SOURCE_ATOMS : SOURCE_PAIRS;
        r->lazy = false;
    }
    r->lazy = false;
    r->learned = 0;
    return stalled || !shell_open(&r->shell, check);
}

static bool run_refinement(struct monotone_run *r, double seconds)
{
    uint32_t open = shell_count_open(&r->shell);
    bool ended = true;
    r->learning = true;
    for (uint32_t c = 0; c < r->task->program->checks.size; c++)
        if (shell_open(&r->shell, c) && !budget_spent(&r->task->budget))
            ended &= refine_check(r, c, seconds / open < SECONDS_MONOTONE_CHECK ? SECONDS_MONOTONE_CHECK : seconds / open);
    r->learning = false;
    return ended;
}

static void run_levels(struct monotone_run *r, const struct reason **spent)
{
    const struct options *o = r->task->options;
    if (o && !discover_given(r->model, &o->predicate, &r->why, &r->shell.verdict->arena))
        return;
    discover_suggested(r->model, &r->shell.verdict->arena);
    if (o && o->emit_template) {
        struct text t = {0};
        template_print(r->model, &r->task->budget, &t);
        if (!output_write(&t, o->emit_template))
            log_error("cannot write %s", o->emit_template);
        text_free(&t);
    }
    if (o && !o->discovery) {
        run_level(r, 0, true, A_LONG_TIME);
        return;
    }
    bool ended[LEVELS] = {false}, hunted = false;
    for (double seconds = SECONDS_MONOTONE_LEVEL; seconds < A_LONG_TIME && shell_any_open(&r->shell); seconds *= 4) {
        bool all = true;
        for (uint32_t k = 0; k < LEVELS && shell_any_open(&r->shell) && !budget_ends(&r->task->budget, spent); k++) {
            uint32_t i = (k + r->task->part) % LEVELS; /* those who search in other ways begin elsewhere */
            if (!levels[i].pairs && o && o->emit_tts)  /* only pairs make a system */
                continue;
            ended[i] = ended[i] || run_sources(r, i, seconds);
            all &= ended[i];
            if (i == REFINE_AFTER && !program_asks(r->task->program, CHECK_PAIR) && shell_any_open(&r->shell))
                all &= run_refinement(r, seconds);
        }
        if ((all || seconds >= SECONDS_MONOTONE_HUNT_AFTER) && !hunted) {
            monotone_refute_rest(r);
            hunted = true;
        }
        if (all || budget_ends(&r->task->budget, spent))
            return;
    }
}

static void run(const struct task *task, struct verdict *verdict)
{
    struct monotone_run r = {.began = clock_wall(), .began_cpu = clock_cpu(), .shell = shell_new(task, verdict), .task = task};
    r.model = monotone_model_new(task->program, program_asks(task->program, CHECK_PAIR), &r.why);
    const struct reason *spent = NULL;
    if (r.model) {
        r.symbolic = NEW_ARRAY(bool, r.model->program->cells.size + 1);
        run_levels(&r, &spent);
    }
    if (r.proof_covers != shell_count(&r.shell, ANSWER_PROVED)) /* others were proved later, by other means */
        monotone_give_proof(&r, NULL,
                            verdict->no_proof   ? verdict->no_proof
                            : task->wants_proof ? BECAUSE(UNPROVED_PARTS)
                                                : BECAUSE(UNPROVED_UNASKED));
    if (shell_any_open(&r.shell))
        shell_because(&r.shell, spent ? spent : r.why ? r.why : BECAUSE(EFFORT));
    bitset_free(&r.hunted);
    bitset_free(&r.glanced);
    bitset_free(&r.wrong);
    for (unsigned i = 0; i < 2; i++) {
        bitset_free(&r.starts[i].symbolic);
        bitset_free(&r.starts[i].wrong);
    }
    mem_free(r.symbolic);
    monotone_model_free(r.model);
}

const struct engine engine_monotone = {
    .name = "monotone",
    .summary = "predicates over two threads at a time, for any number of threads",
    .suits = suits,
    .run = run,
    .seeds = true,
};
