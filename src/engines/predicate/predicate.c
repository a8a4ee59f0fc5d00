/* The engine predicate: what was asked for, the rounds, and what follows from them. */
#include "engines/predicate/predicate.h"

#include "base/log.h"
#include "base/options.h"
#include "base/statistics.h"
#include "engines/predicate/rounds.h"

static bool suits(const struct program *p, const struct reason **why_not)
{
    if (program_asks(p, CHECK_STUCK))
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

static void conclude(struct predicate_run *r)
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
        shell_because(&r->shell, shell_unsupported(&r->shell, r->unsupported, (struct position){0}));
    else if (!r->complete)
        shell_because(&r->shell, r->stopped ? r->stopped : BECAUSE(EFFORT));
    else
        for (uint32_t c = 0; c < r->program->checks.size; c++)
            if (r->why[c] && shell_open(&r->shell, c))
                shell_because(&r->shell, r->why[c]);
}

static bool wants_facts(const struct options *o) { return !o || o->assume_flow; }

static void run(const struct task *task, struct verdict *verdict)
{
    const struct options *o = task->options;
    struct predicate_run r = {.shell = shell_new(task, verdict), .task = task, .program = task->program, .may_count = true};
    r.skip = NEW_ARRAY(bool, r.program->checks.size + 1);
    r.why = NEW_ARRAY(const struct reason *, r.program->checks.size + 1);
    r.refine = (struct refine_options){
        .refiner = refiner_of(o), .interpolants = interpolants_of(o), .ghosts = !o || o->ghosts, .budget = &r.budget};
    for (uint32_t c = 0; c < r.program->checks.size; c++)
        r.skip[c] = !shell_asked(&r.shell, c);
    r.facts = task->facts;
    r.tells = !task->facts || task->facts_inductive;
    rounds(&r);
    conclude(&r);
    mem_free(r.skip);
    mem_free(r.why);
}

const struct engine engine_predicate = {
    .name = "predicate",
    .summary = "thread-modular predicate abstraction, refined over threads and environment",
    .suits = suits,
    .run = run,
    .wants_facts = wants_facts,
};
