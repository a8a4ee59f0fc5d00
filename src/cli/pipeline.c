#include "cli/pipeline.h"

#include "base/log.h"
#include "base/process.h"
#include "cli/transfer.h"
#include "engines/engine.h"
#include "frontend/frontend.h"
#include "passes/passes.h"
#include "program/machine.h"
#include "program/print.h"

#include <stdio.h>

/* --- loading --- */

static enum property property_find(const char *name)
{
    unsigned p = 0;
    while (p + 1 < PROPERTIES && strcmp(property_name((enum property)p), name))
        p++;
    return (enum property)p;
}

static void clang_arguments(struct pipeline *l, string_vector *out)
{
    vector_each(const char **, s, &l->options->include)
        vector_push(out, arena_printf(&l->words, "-I%s", *s));
    vector_each(const char **, s, &l->options->define)
        vector_push(out, arena_printf(&l->words, "-D%s", *s));
}

bool pipeline_load(struct pipeline *l, const struct options *o, const char **error)
{
    *l = (struct pipeline){.options = o, .exprs = exprs_new(), .property = property_find(o->property)};
    string_vector arguments = {0};
    clang_arguments(l, &arguments);
    struct frontend_options f = {
        .files = o->files.data,
        .file_count = o->files.size,
        .clang_arguments = arguments.data,
        .clang_argument_count = arguments.size,
        .m32 = !strcmp(o->machine, "32"),
        .property = l->property,
        .condvars_signalled = !strcmp(o->condvars, "signalled"),
        .undefined = !strcmp(o->undefined, "assume") ? UNDEFINED_ASSUME : UNDEFINED_UNKNOWN,
        .clang = o->clang,
    };
    double start = clock_wall();
    progress("reading %s", o->files.data[0]);
    l->original = frontend_load(&f, l->exprs, error, &l->words);
    l->small = l->original;
    l->statistics.time_load = clock_wall() - start;
    vector_free(&arguments);
    if (!l->original)
        return false;
    vector_each(struct code *, c, &l->original->codes) {
        code_index(c);
        l->statistics.locations_raw += c->locations.size;
    }
    const char *why = NULL;
    if (!program_valid(l->original, &why))
        fatal("the front end made a program that is not well-formed: %s", why);
    return true;
}

/* --- passes --- */

static bool left_out(const struct options *o, const char *pass)
{
    vector_each(const char **, s, &o->no_pass)
        if (!strcmp(*s, pass))
            return true;
    return false;
}

void pipeline_passes(struct pipeline *l)
{
    const struct options *o = l->options;
    double start = clock_wall();
    if (o->passes) {
        struct pass_options p = pass_options_default(l->property);
        p.sharing &= !left_out(o, "sharing");
        p.slicing &= !left_out(o, "slicing");
        p.blocks &= !left_out(o, "blocks");
        p.movers &= !left_out(o, "movers");
        p.liveness &= !left_out(o, "liveness");
        progress("making the program smaller");
        l->small = program_clone(l->original);
        passes_run(l->small, &p);
        const char *why = NULL;
        if (!program_valid(l->small, &why))
            fatal("the passes made a program that is not well-formed: %s", why);
    }
    vector_each(struct code *, c, &l->small->codes) {
        code_index(c);
        l->statistics.locations += c->locations.size;
    }
    l->statistics.time_passes = clock_wall() - start;
}

/* --- engines --- */

struct engine_call {
    const struct engine *engine;
    struct task task;
};

static void engine_in_child(void *context, int fd)
{
    struct engine_call *c = context;
    struct statistics statistics = {0};
    struct verdict verdict;
    struct text bytes = {0};
    verdict_init(&verdict, c->task.program);
    c->task.statistics = &statistics;
    c->engine->run(&c->task, &verdict);
    mem_set_limit(0);
    verdict_write(&bytes, &verdict, &statistics);
    write_all(fd, bytes.data, bytes.size);
}

/* Most of what the machine has, if the user gave no limit: swapping helps nobody. */
static size_t free_memory(void)
{
    FILE *f = fopen("/proc/meminfo", "r");
    char line[128];
    unsigned long long kb = 0;
    while (f && fgets(line, sizeof line, f))
        if (sscanf(line, "MemAvailable: %llu", &kb) == 1)
            break;
    if (f)
        fclose(f);
    return (size_t)(kb * 1024 / 10 * 9);
}

/* Limits of an engine's process: it stops by itself at the inner ones, and is killed at the outer ones. */
static void engine_limits(const struct budget *whole, struct budget *inner, struct budget *outer)
{
    *inner = *outer = *whole;
    if (whole->deadline > 0) {
        double left = budget_left(whole);
        inner->deadline = whole->deadline - (left > 10 ? 0.4 : left * 0.04);
        outer->deadline = whole->deadline + 0.2;
    }
    size_t memory = whole->memory ? whole->memory : free_memory();
    outer->memory = memory;
    inner->memory = memory / 16 * 15;
}

/* Takes a trace over l->small; gives one over l->original that has been executed, or NULL if heddle contradicts itself. */
static struct trace *confirmed(struct pipeline *l, struct trace *t, const char *engine)
{
    const char *why = "no reason given";
    double start = clock_wall();
    if (l->small != l->original) {
        struct trace *lifted = trace_lift(l->original, l->small, t, &why, &l->words);
        trace_free(t);
        t = lifted;
    }
    if (t && !trace_replays(l->original, t, &why, &l->words)) {
        trace_free(t);
        t = NULL;
    }
    l->statistics.time_replay += clock_wall() - start;
    if (!t)
        log_error("internal error: a schedule found by %s does not replay: %s; this is a bug in heddle", engine, why);
    return t;
}

/* Moves answers into the report; what was answered before stays, and must not be contradicted. */
static void take_answers(struct pipeline *l, struct verdict *v, const char *engine, struct report *r)
{
    for (uint32_t i = 0; i < r->checks.size; i++) {
        struct report_check *c = &r->checks.data[i];
        struct check_result *a = &v->results.data[i];
        if (a->answer == ANSWER_PROVED && c->answer == REPORT_VIOLATED)
            fatal("engine %s says proved where a schedule breaks check %u", engine, i);
        if (c->answer != REPORT_OPEN)
            continue;
        if (a->answer == ANSWER_PROVED) {
            c->answer = REPORT_PROVED;
        } else if (a->answer == ANSWER_VIOLATED) {
            c->trace = confirmed(l, a->trace, engine);
            a->trace = NULL;
            c->answer = c->trace ? REPORT_VIOLATED : REPORT_OPEN;
            c->reason = c->trace ? NULL : "internal error: the schedule that was found does not replay";
        } else {
            c->reason = a->reason ? arena_strdup(&l->words, a->reason) : NULL;
        }
        c->engine = c->answer == REPORT_OPEN ? NULL : engine;
    }
    if (v->reason)
        r->reason = arena_strdup(&l->words, v->reason);
}

static void run_engine(struct pipeline *l, const struct engine *e, const struct budget *budget, struct report *r)
{
    struct engine_call call = {.engine = e, .task = {.program = l->small, .property = l->property, .options = l->options}};
    struct budget outer;
    struct process p;
    engine_limits(budget, &call.task.budget, &outer);
    log_info("engine %s", e->name);
    progress("engine %s", e->name);
    double start = clock_wall();
    if (process_fork(&p, engine_in_child, &call, &outer))
        process_finish(&p);
    l->statistics.time_engine += clock_wall() - start;
    if (p.memory > l->statistics.memory_peak)
        l->statistics.memory_peak = p.memory;
    struct verdict v;
    struct statistics s = {0};
    if (p.end == PROCESS_EXITED && verdict_read(&p.output, l->small, &v, &s)) {
        statistics_add(&l->statistics, &s);
        take_answers(l, &v, e->name, r);
    } else {
        if (p.end == PROCESS_EXITED)
            verdict_free(&v);
        verdict_init(&v, l->small);
        r->reason = p.end == PROCESS_CRASHED  ? arena_printf(&l->words, "engine %s crashed: %s", e->name, process_end_words(&p))
                    : p.end == PROCESS_EXITED ? arena_printf(&l->words, "engine %s ended with status %d", e->name, p.status)
                                              : arena_strdup(&l->words, process_end_words(&p));
        if (p.end == PROCESS_CRASHED || p.end == PROCESS_EXITED)
            log_error("internal error: %s; this is a bug in heddle", r->reason);
    }
    verdict_free(&v);
    process_free(&p);
}

static const struct location *some_unsupported(const struct program *p)
{
    vector_each(const struct code *, c, &p->codes)
        vector_each(const struct location *, l, &c->locations)
            if (l->flags & LOC_UNSUPPORTED)
                return l;
    return NULL;
}

/* The conjunction of all answers. Without any check, what is not modelled could still hide one. */
static void conclude(struct pipeline *l, struct report *r)
{
    const struct location *hole = some_unsupported(l->small);
    if (report_count(r, REPORT_VIOLATED)) {
        r->answer = REPORT_VIOLATED;
    } else if (report_count(r, REPORT_OPEN)) {
        r->answer = REPORT_OPEN;
        vector_each(const struct report_check *, c, &r->checks)
            if (!r->reason && c->answer == REPORT_OPEN)
                r->reason = c->reason;
    } else if (!r->checks.size && hole) {
        struct text t = {0};
        print_position(&t, hole->pos);
        r->answer = REPORT_OPEN;
        r->reason = arena_printf(&l->words, "not modelled: %s at %s", hole->reason ? hole->reason : "a construct", text_string(&t));
        text_free(&t);
    } else {
        r->answer = REPORT_PROVED;
    }
}

/* Lets one engine work on what is still open. */
static void ask_engine(struct pipeline *l, const struct engine *e, const struct budget *budget, struct report *r)
{
    const char *why_not = NULL;
    if (interrupted())
        r->reason = "interrupted";
    else if (!e->suits(l->small, l->property, &why_not))
        r->reason = arena_printf(&l->words, "engine %s does not apply: %s", e->name, why_not ? why_not : "no reason given");
    else
        run_engine(l, e, budget, r);
}

void pipeline_decide(struct pipeline *l, const struct budget *budget, struct report *r)
{
    const struct options *o = l->options;
    *r = (struct report){.program = l->original, .property = l->property, .files = o->files.data, .file_count = o->files.size,
                         .machine = l->original->pointer_width, .show_source = o->source};
    vector_each(const struct check *, c, &l->original->checks)
        vector_push(&r->checks, (struct report_check){.check = c});
    for (uint32_t i = 0; engines[i] && report_count(r, REPORT_OPEN); i++)
        if (!strcmp(o->engine, "auto") || !strcmp(o->engine, engines[i]->name))
            ask_engine(l, engines[i], budget, r);
    conclude(l, r);
}

void pipeline_free_report(struct report *r)
{
    vector_each(struct report_check *, c, &r->checks)
        trace_free((struct trace *)c->trace);
    vector_free(&r->checks);
}

void pipeline_free(struct pipeline *l)
{
    if (l->small != l->original)
        program_free(l->small);
    if (l->original)
        program_free(l->original);
    exprs_free(l->exprs);
    arena_release(&l->words);
}
