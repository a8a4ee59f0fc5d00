/* The engine predicate: what was asked for, what flow knows, the rounds, and what follows from them. */
#include "engines/predicate/predicate.h"

#include "base/log.h"
#include "base/options.h"
#include "base/statistics.h"
#include "engines/flow/flow.h"
#include "engines/predicate/rounds.h"

static const double FLOW_SECONDS = 4, FLOW_SHARE = 0.2;

static bool suits(const struct program *p, enum property property, const char **why_not)
{
    if (property == PROPERTY_DEADLOCK)
        *why_not = "thread-modular reasoning says nothing about deadlocks";
    else if (program_has_calls(p))
        *why_not = "recursive procedures are not modelled";
    else if (!arg_fits(p))
        *why_not = "the program is too large";
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
    bool open = false;
    for (uint32_t c = 0; c < r->program->checks.size; c++) {
        struct check_result *result = &r->verdict->results.data[c];
        if (!run_asked(r, c) || result->answer != ANSWER_OPEN)
            continue;
        if (r->complete && !r->unsupported && !r->skip[c])
            result->answer = ANSWER_PROVED;
        else if (r->why[c])
            result->reason = r->why[c];
        open |= result->answer == ANSWER_OPEN;
    }
    if (!open)
        return;
    if (r->unsupported)
        verdict_reason(r->verdict, "%s may be reached", r->unsupported);
    else if (!r->complete)
        verdict_reason(r->verdict, "%s", r->stopped ? r->stopped : "out of time");
    else
        for (uint32_t c = 0; c < r->program->checks.size; c++)
            if (r->why[c] && r->verdict->results.data[c].answer == ANSWER_OPEN)
                verdict_reason(r->verdict, "%s", r->why[c]);
}

/* What flow finds out in a small part of the time: as a proof if it gives one; otherwise as what it knows to hold,
 * which may be more than follows by itself: then there can be no proof here either. */
static struct proof *ask_flow(const struct task *task, bool *inductive)
{
    const char *why;
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
    struct run r = {.task = task, .verdict = verdict, .program = task->program, .tells = true, .may_count = true};
    r.skip = NEW_ARRAY(bool, r.program->checks.size + 1);
    r.why = NEW_ARRAY(const char *, r.program->checks.size + 1);
    r.refine = (struct refine_options){
        .refiner = refiner_of(o), .interpolants = interpolants_of(o), .ghosts = !o || o->ghosts, .budget = &r.budget};
    for (uint32_t c = 0; c < r.program->checks.size; c++)
        r.skip[c] = !run_asked(&r, c);
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
