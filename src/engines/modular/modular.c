/* The engine modular: fixpoints over coarse views first, over finer ones while checks are open; with identities seen
 * relatively first, and then, where the threads can be counted, by name. What a complete fixpoint does not reach is
 * proved. What all of them reach is searched for in concrete schedules. */
#include "engines/modular/modular.h"

#include "base/options.h"
#include "engines/modular/auxiliary.h"
#include "engines/modular/run.h"
#include "program/read_expr.h"

enum { MOST_NAMED_THREADS = 1024, NAMED_AFTER_RELATIVE = 32, MOST_REFINEMENTS = 12 };

static bool suits(const struct program *p, const struct reason **why_not)
{
    (void)p;
    if (program_asks(p, CHECK_STUCK)) {
        *why_not = BECAUSE(NO_DEADLOCKS);
        return false;
    }
    return true;
}

static uint64_t thread_count(const struct program *p)
{
    uint64_t n = 0;
    for (uint32_t t = 0; t < p->template_count; t++)
        n += p->codes.data[t].instances == UNBOUNDED ? UINT32_MAX : p->codes.data[t].instances;
    return n;
}

static bool goes_on(const struct modular_run *r) { return !run_all_decided(r) && !budget_spent(&r->task->budget); }

static double share_of(const struct modular_run *r, double usual)
{
    return shell_count(&r->shell, ANSWER_VIOLATED) ? SHARE_MODULAR_AFTER_VIOLATION : usual;
}

/* The coarsest views. False if these identities cannot be had. */
static bool run_coarse(struct modular_run *r, bool relative)
{
    r->extra.size = 0;
    r->batch = 1;
    return run_level(r, relative, VIEW_OWN, share_of(r, SHARE_MODULAR_COARSEST));
}

/* After that: what the views lack on the ways to errors, a little at first and then more; then all at once. */
static void run_finer(struct modular_run *r, bool relative)
{
    if (!r->searched && !run_all_decided(r)) {
        r->searched = true;
        shell_hunt(&r->shell, &r->guide, EFFORT_MODULAR_FIRST_HUNT);
    }
    for (uint32_t round = 0; round < MOST_REFINEMENTS && r->extra_added && goes_on(r); round++) {
        r->batch *= 2;
        run_level(r, relative, VIEW_OWN, share_of(r, SHARE_MODULAR_REFINEMENT));
    }
    for (int level = VIEW_EAGER; level <= VIEW_ALL && goes_on(r); level++)
        run_level(r, relative, level, share_of(r, SHARE_MODULAR_LEVEL));
}

/* From now on with auxiliary variables, if there are any. For named threads that is left to cartesian. */
static struct program *add_auxiliary(struct modular_run *r)
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

static void run_relative(struct modular_run *r)
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

static void run_absolute(struct modular_run *r)
{
    if (run_coarse(r, false) && goes_on(r))
        run_finer(r, false);
    if (!goes_on(r) || !r->forgotten_count)
        return;
    const struct reason *why = r->covered ? r->why : NULL;
    memset(r->forgotten, 0, r->program->cells.size); /* perhaps the values do have an end */
    r->forgotten_count = 0;
    r->may_forget = false;
    r->extra.size = 0;
    run_level(r, false, VIEW_OWN, SHARE_MODULAR_UNFORGOTTEN);
    if (why) /* that this went on and on says less than what fixpoints to the end have said */
        r->why = why;
}

static void run_fixpoints(struct modular_run *r)
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
    if (run_all_decided(r) || !absolute)
        return;
    if (program_has_unbounded(p) || threads > (first_one ? NAMED_AFTER_RELATIVE : MOST_NAMED_THREADS)) {
        if (!r->why)
            r->why = program_has_unbounded(p) ? BECAUSE(UNNAMED_ANY) : BECAUSE(UNNAMED_MANY);
        return;
    }
    run_absolute(r);
}

/* --- the engine --- */

/* Reads --invariant. False if it cannot be proved here; the verdict says why. */
static bool take_invariant(struct modular_run *r)
{
    const struct options *o = r->task->options;
    struct arena *arena = &r->shell.verdict->arena;
    const char *why = NULL;
    if (!o || !o->invariant)
        return true;
    if (!o->passes)
        r->invariant = expr_read_text(&(struct expr_names){r->program, NONE, NULL}, o->invariant, &why, arena);
    if (!r->invariant)
        shell_because(&r->shell, o->passes ? BECAUSE(INVARIANT_PASSES) : reason_new(arena, REASON_INVARIANT, why, 0));
    return r->invariant != NULL;
}

static void decide(struct modular_run *r)
{
    run_fixpoints(r);
    if (r->invariant && !r->invariant_holds) {
        vector_each(struct check_result *, c, &r->shell.verdict->results)
            c->answer = c->answer == ANSWER_PROVED ? ANSWER_OPEN : c->answer;
        shell_because(&r->shell, BECAUSE(INVARIANT_OPEN));
        shell_also(&r->shell, r->why);
    } else if (!run_all_decided(r)) {
        shell_hunt(&r->shell, &r->guide,
                   shell_count(&r->shell, ANSWER_VIOLATED) ? EFFORT_MODULAR_FIRST_HUNT : EFFORT_MODULAR_LAST_HUNT);
        shell_because(&r->shell, r->why ? r->why : BECAUSE(EFFORT));
    }
}

static void run(const struct task *task, struct verdict *verdict)
{
    const struct program *p = task->program;
    struct modular_run r = {
        .shell = shell_new(task, verdict), .task = task, .program = p, .forgotten = NEW_ARRAY(bool, p->cells.size + 1)};
    guide_init(&r.guide, p);
    if (take_invariant(&r))
        decide(&r);
    guide_free(&r.guide);
    vector_free(&r.candidates);
    vector_free(&r.extra);
    mem_free(r.forgotten);
}

const struct engine engine_modular = {
    .name = "modular",
    .invariants = true,
    .summary = "thread-modular model checking: reachable thread states and guarantees",
    .suits = suits,
    .run = run,
};
