/* The engine predicate: what was asked for, what flow knows, the rounds, and what follows from them. */
#include "engines/predicate/predicate.h"

#include "base/log.h"
#include "base/options.h"
#include "base/statistics.h"
#include "engines/flow/flow.h"
#include "engines/predicate/rounds.h"

static const double FLOW_SECONDS = 4, FLOW_SHARE = 0.2;

static bool suits(const struct program *p, enum property property, const struct reason **why_not)
{
    if (property == PROPERTY_DEADLOCK)
        *why_not = BECAUSE(NO_DEADLOCKS);
    else if (program_has_calls(p))
        *why_not = BECAUSE(NO_PROCEDURES);
    else if (!arg_fits(p))
        *why_not = BECAUSE(PROGRAM_LARGE);
    else
        return true;
    return false;
}

static enum refiner refiner_of(const struct options *o)
{
    static const char *const names[] = {"default", "simple", "effect", "chain"};
    for (unsigned i = 0; o && i < 4; i++)
        if (strcmp(o->refiner, names[i]) == 0)
            return (enum refiner)i;
    return REFINER_CHAIN;
}

static enum interpolants interpolants_of(const struct options *o)
{
    static const char *const names[] = {"never", "growing", "first"};
    for (unsigned i = 0; o && i < 3; i++)
        if (strcmp(o->interpolants, names[i]) == 0)
            return (enum interpolants)i;
    return INTERPOLANTS_GROWING;
}

static void conclude(struct run *r)
{
    for (uint32_t c = 0; c < r->program->checks.size; c++) {
        if (r->complete && !r->unsupported && !r->skip[c])
            shell_prove(&r->shell, c);
        else if (shell_open(&r->shell, c))
            r->shell.verdict->results.data[c].reason = r->why[c];
    }
    if (!shell_any_open(&r->shell))
        return;
    if (r->unsupported)
        shell_because(&r->shell, shell_unsupported(&r->shell, r->unsupported));
    else if (!r->complete)
        shell_because(&r->shell, r->stopped ? r->stopped : BECAUSE(EFFORT));
    else
        for (uint32_t c = 0; c < r->program->checks.size; c++)
            if (r->why[c] && shell_open(&r->shell, c))
                shell_because(&r->shell, r->why[c]);
}

/* What flow finds out in a small part of the time: as a proof if it gives one; otherwise as what it knows to hold,
 * which may be more than follows by itself: then there can be no proof here either. */
static struct proof *ask_flow(const struct task *task, bool *inductive)
{
    const struct reason *why;
    struct statistics none = {0};
    struct task ask = *task;
    struct verdict v;
    double left = FLOW_SHARE * budget_left(&task->budget);
    if (!engine_flow.suits(task->program, task->property, &why))
        return NULL;
    ask.statistics = &none;
    ask.budget.deadline = clock_wall() + (left < FLOW_SECONDS ? left : FLOW_SECONDS);
    verdict_init(&v, task->program);
    engine_flow.run(&ask, &v);
    struct proof *known = v.proof;
    v.proof = NULL;
    verdict_free(&v);
    *inductive = known;
    return known ? known : flow_invariants(&ask);
}

static void run(const struct task *task, struct verdict *verdict)
{
    const struct options *o = task->options;
    struct run r = {.shell = shell_new(task, verdict), .task = task, .program = task->program, .tells = true, .may_count = true};
    r.skip = NEW_ARRAY(bool, r.program->checks.size + 1);
    r.why = NEW_ARRAY(const struct reason *, r.program->checks.size + 1);
    r.refine = (struct refine_options){
        .refiner = refiner_of(o), .interpolants = interpolants_of(o), .ghosts = !o || o->ghosts, .budget = &r.budget};
    for (uint32_t c = 0; c < r.program->checks.size; c++)
        r.skip[c] = !shell_asked(&r.shell, c);
    double began = clock_wall();
    struct proof *own = !task->facts && (!o || o->assume_flow) ? ask_flow(task, &r.tells) : NULL;
    if (task->statistics)
        task->statistics->predicate_assume += clock_wall() - began;
    r.facts = task->facts ? task->facts : own;
    log_debug("predicate: %s", r.facts ? "with what flow knows" : "on its own");
    rounds(&r);
    proof_free(own);
    conclude(&r);
    mem_free(r.skip);
    mem_free(r.why);
}

const struct engine engine_predicate = {
    .name = "predicate",
    .summary = "thread-modular predicate abstraction, refined over threads and environment",
    .suits = suits,
    .run = run,
};
