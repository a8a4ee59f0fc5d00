#include "cli/pipeline.h"

#include "base/log.h"
#include "cli/portfolio.h"
#include "frontend/frontend.h"
#include "passes/passes.h"
#include "program/print.h"

#include <sys/ioctl.h>
#include <unistd.h>

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
        p.constants &= !left_out(o, "constants");
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

static bool has_unsupported(const struct program *p)
{
    vector_each(const struct code *, c, &p->codes)
        vector_each(const struct location *, l, &c->locations)
            if (l->flags & LOC_UNSUPPORTED)
                return true;
    return false;
}

/* Without any check the verdict is TRUE, unless something can be reached that is not modelled: it might hide a check. A
 * check that nothing can violate asks the engines just that. */
static void ask_about_holes(struct pipeline *l, const struct budget *budget, struct report *r)
{
    struct pipeline probe = *l;
    struct report answers = {0};
    probe.small = probe.original = program_clone(l->small);
    probe.property = PROPERTY_REACH;
    program_add_check(probe.small, (struct check){.property = PROPERTY_REACH,
                                                  .code = 0,
                                                  .access_a = NONE,
                                                  .access_b = NONE,
                                                  .code_b = NONE,
                                                  .text = "nothing is reached that is not modelled"});
    vector_each(struct code *, c, &probe.small->codes)
        code_index(c);
    portfolio_run(&probe, budget, &answers);
    r->answer = answers.answer;
    r->reason = answers.reason;
    l->statistics = probe.statistics;
    l->words = probe.words;
    program_free(probe.small);
    vector_free(&answers.checks);
}

/* The width of tables of schedules; 0 if lists are wanted. */
static unsigned schedule_width(const struct options *o)
{
    enum { NARROW = 80, USUAL = 110, WIDE = 160 };
    struct winsize size = {0};
    bool terminal = isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0;
    if (!strcmp(o->schedule, "list") || (!strcmp(o->schedule, "auto") && !terminal))
        return 0;
    unsigned width = terminal && size.ws_col ? size.ws_col : USUAL;
    return width < NARROW ? NARROW : width > WIDE ? WIDE : width;
}

void pipeline_decide(struct pipeline *l, const struct budget *budget, struct report *r)
{
    const struct options *o = l->options;
    *r = (struct report){.program = l->original,
                         .property = l->property,
                         .files = o->files.data,
                         .file_count = o->files.size,
                         .machine = l->original->pointer_width,
                         .show_source = o->source,
                         .columns = schedule_width(o)};
    if (l->property == PROPERTY_DEADLOCK && !l->original->checks.size)
        r->reason = "the property deadlock is not checked yet"; /* and nothing has been proved */
    else if (o->invariant && (strcmp(o->engine, "modular") != 0 || !l->original->checks.size))
        r->reason = "--invariant is proved by --engine modular only, together with at least one check";
    else if (l->original->checks.size || !has_unsupported(l->small))
        portfolio_run(l, budget, r);
    else
        ask_about_holes(l, budget, r);
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
