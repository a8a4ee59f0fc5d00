#include "portfolio/pipeline.h"

#include "base/effort.h"
#include "base/log.h"
#include "portfolio/endings.h"
#include "portfolio/evidence.h"
#include "portfolio/executions.h"
#include "portfolio/fine.h"
#include "portfolio/hopeless.h"
#include "portfolio/portfolio.h"
#include "portfolio/survey.h"
#include "portfolio/uncovered.h"
#include "portfolio/weaker.h"
#include "facts/liveness.h"
#include "frontend/clang.h"
#include "frontend/frontend.h"
#include "passes/passes.h"
#include "program/print.h"

#include <sys/ioctl.h>
#include <unistd.h>

/* --- loading --- */

static void ask(struct pipeline *l)
{
    l->properties = properties_named(l->options->property);
    l->asked = property_first(l->properties);
}

/* The competition's memory safety includes that no memory is lost (valid-memtrack). */
static enum leaks leaks_asked(const struct options *o)
{
    return !strcmp(o->leaks, "left")                                   ? LEAKS_LEFT
           : !strcmp(o->leaks, "only")                                 ? LEAKS_ONLY
           : !strcmp(o->leaks, "lost") || !strcmp(o->rules, "sv-comp") ? LEAKS_LOST
                                                                       : LEAKS_NOT_ASKED;
}

static struct frontend_options asked_for(struct pipeline *l, struct compiled *compiled, const struct budget *budget)
{
    const struct options *o = l->options;
    return (struct frontend_options){
        .files = o->files.data,
        .file_count = o->files.size,
        .clang_arguments = o->compile.data,
        .clang_argument_count = o->compile.size,
        .file_flags = o->file_flags.data,
        .file_flag_count = o->file_flags.size,
        .entries = o->entries.data,
        .entry_count = o->entries.size,
        .inits = o->inits.data,
        .init_count = o->inits.size,
        .error_labels = o->error_labels.data,
        .error_label_count = o->error_labels.size,
        .m32 = !strcmp(o->machine, "32"),
        .properties = l->properties,
        .asked_for = o->asked_for ? properties_named(o->asked_for) : l->properties,
        .malloc_may_fail = !strcmp(o->allocation, "may-fail"),
        .store_buffers = !strcmp(o->memory_model, "tso"),
        .orders_of_language = !strcmp(o->memory_model, "c11"),
        .condvars_signalled = !strcmp(o->condvars, "signalled"),
        .undefined = !strcmp(o->undefined, "assume")   ? UNDEFINED_ASSUME
                     : !strcmp(o->undefined, "strict") ? UNDEFINED_STRICT
                                                       : UNDEFINED_UNKNOWN,
        .defined = o->defined,
        .leaks = leaks_asked(o),
        .extern_havoc = !strcmp(o->externs, "havoc"),
        .volatile_atomic = !strcmp(o->volatile_accesses, "atomic"),
        .competition = !strcmp(o->rules, "sv-comp"),
        .only_uncovered = !strcmp(o->externs, "check"),
        .clang = o->clang,
        .limits = *budget,
        .compiled = compiled,
        .stopped = &l->stopped,
    };
}

bool pipeline_preprocess(const struct options *o, uint32_t file, struct text *out, struct arena *words)
{
    struct pipeline l = {.options = o}; /* whatever is asked, the text is the same */
    struct budget limits = {.deadline = clock_wall() + CLOCK_PREPROCESS};
    struct frontend_options f = asked_for(&l, NULL, &limits);
    return clang_preprocess(&f, o->files.data[file], out, words);
}

struct outline *pipeline_outline(const struct options *o, struct compiled *compiled, const struct budget *budget,
                                 struct arena *words, const char **error)
{
    struct pipeline l = {.options = o};
    ask(&l);
    struct frontend_options f = asked_for(&l, compiled, budget);
    progress("reading %s", o->files.data[0]);
    struct outline *made = frontend_outline(&f, error, words);
    if (compiled)
        compiled->stopped = l.stopped;
    return made;
}

static void begin(struct pipeline *l, const struct options *o)
{
    *l = (struct pipeline){.options = o, .exprs = exprs_new(), .needs = reports_needs(o)};
    ask(l);
}

static bool load(struct pipeline *l, const struct frontend_options *f, const char **error)
{
    double start = clock_wall();
    l->original = frontend_load(f, l->exprs, error, &l->words);
    l->small = l->original;
    l->statistics.time_load = clock_wall() - start;
    if (!l->original)
        return false;
    vector_each(struct code *, c, &l->original->codes) {
        code_index(c);
        l->statistics.locations_raw += c->locations.size;
    }
    const char *why = NULL;
    if (!program_valid(l->original, &why))
        fatal("the front end made a program that is not well-formed: %s", why);
    endings_settle(l->original, l->options, &f->limits);
    return true;
}

bool pipeline_load(struct pipeline *l, const struct options *o, const struct budget *budget, const char **error)
{
    return pipeline_load_compiled(l, o, NULL, budget, error);
}

bool pipeline_load_compiled(struct pipeline *l, const struct options *o, struct compiled *compiled, const struct budget *budget,
                            const char **error)
{
    return pipeline_load_cut(l, o, compiled, NULL, budget, error);
}

bool pipeline_load_cut(struct pipeline *l, const struct options *o, struct compiled *compiled, struct frontend_cut *cut,
                       const struct budget *budget, const char **error)
{
    begin(l, o);
    struct frontend_options f = asked_for(l, compiled, budget);
    f.cut = cut;
    if (!cut)
        progress("reading %s", o->files.data[0]);
    return load(l, &f, error);
}

bool pipeline_load_unless_large(struct pipeline *l, const struct options *o, const struct budget *budget, bool *too_large,
                                const char **error)
{
    begin(l, o);
    struct frontend_options f = asked_for(l, NULL, budget);
    f.too_large = too_large;
    progress("reading %s", o->files.data[0]);
    return load(l, &f, error);
}

static void index_codes(struct program *p)
{
    vector_each(struct code *, c, &p->codes)
        code_index(c);
}

struct program *pipeline_load_executions(struct pipeline *l, bool every_access, const struct budget *budget)
{
    struct frontend_options f = asked_for(l, NULL, budget);
    const char *error;
    f.executions = true;
    f.properties |= every_access ? property_only(property_find("race")) : 0;
    struct program *p = frontend_load(&f, l->exprs, &error, &l->words);
    if (p)
        index_codes(p);
    return p;
}

/* --- passes --- */

static void run_passes(const struct pipeline *l, struct program *p)
{
    const struct options *o = l->options;
    struct pass_options passes = pass_options_default();
    vector_each(const char **, name, &o->no_pass)
        *pass_switch(&passes, *name) = false;
    passes.movers &= !l->is_fine;
    passes_run(p, &passes);
    const char *why = NULL;
    if (!program_valid(p, &why))
        fatal("the passes made a program that is not well-formed: %s", why);
}

void pipeline_passes(struct pipeline *l)
{
    assert(l->original && l->small == l->original);
    double start = clock_wall();
    if (l->options->passes) {
        l->small = program_clone(l->original);
        progress("making the program smaller");
        run_passes(l, l->small);
    }
    index_codes(l->small);
    vector_each(struct code *, c, &l->small->codes)
        l->statistics.locations += c->locations.size;
    l->statistics.time_passes = clock_wall() - start;
}

/* Not asked any more. An error location has no edges, and others go on when a thread is there: nothing else changes. */
static void leave_out(struct program *p, const bool *checks)
{
    vector_each(struct code *, c, &p->codes)
        vector_each(struct location *, at, &c->locations)
            if (at->flags & LOC_ERROR && checks[at->check]) {
                at->flags &= (uint8_t)~(LOC_ERROR | LOC_ATOMIC);
                at->check = NONE;
            }
    vector_each(struct check *, c, &p->checks)
        if (checks[c->id])
            c->kind = CHECK_NEVER;
}

/* Steps to these locations of the original, which p is a copy of, are not taken. */
static void avoid(struct program *p, const struct pipeline *l, uint32_t count)
{
    for (uint32_t i = 0; i < p->codes.size; i++) {
        const struct code *original = &l->original->codes.data[i];
        vector_each(struct edge *, e, &p->codes.data[i].edges)
            for (uint32_t k = 0; k < count; k++)
                if (&original->locations.data[e->to] == l->avoided.data[k])
                    e->action.guard = expr_bool(p->exprs, false);
    }
    pass_close_sections(p);
}

static bool is_version(const struct version *v, const bool *left_out, uint32_t checks, uint32_t avoided)
{
    return v->avoided == avoided &&
           (left_out ? v->left_out && !memcmp(v->left_out, left_out, checks * sizeof *left_out) : !v->left_out);
}

static struct program *make_version(const struct pipeline *l, const bool *left_out, uint32_t avoided)
{
    struct program *p = program_clone(l->original);
    leave_out(p, left_out);
    avoid(p, l, avoided);
    if (l->options->passes)
        run_passes(l, p);
    index_codes(p);
    return p;
}

const struct version *pipeline_version(struct pipeline *l, const bool *checks, uint32_t avoided)
{
    assert(l->small && avoided <= l->avoided.size);
    uint32_t n = l->original->checks.size;
    bool none = true;
    for (uint32_t i = 0; i < n; i++)
        none &= !checks[i];
    vector_each(struct version **, known, &l->versions)
        if (is_version(*known, none ? NULL : checks, n, avoided))
            return *known;
    struct version *v = ARENA_NEW(&l->words, struct version);
    double start = clock_wall();
    v->program = none && !avoided ? l->small : make_version(l, checks, avoided);
    l->statistics.time_passes += clock_wall() - start;
    v->avoided = avoided;
    if (!none) {
        v->left_out = ARENA_ARRAY(&l->words, bool, n);
        memcpy(v->left_out, checks, n * sizeof *checks);
    }
    vector_push(&l->versions, v);
    return v;
}

struct program *pipeline_alone(const struct pipeline *l, uint32_t check)
{
    uint32_t n = l->original->checks.size;
    assert(l->small && check < n);
    bool *others = NEW_ARRAY(bool, n);
    for (uint32_t i = 0; i < n; i++)
        others[i] = i != check;
    struct program *p = make_version(l, others, 0);
    mem_free(others);
    return p;
}

static bool any_unsupported(const struct program *p)
{
    vector_each(const struct code *, c, &p->codes)
        vector_each(const struct location *, at, &c->locations)
            if (at->flags & LOC_UNSUPPORTED)
                return true;
    return false;
}

bool pipeline_has_holes(const struct pipeline *l) { return !l->original->checks.size && any_unsupported(l->small); }

struct program *pipeline_probe(const struct pipeline *l)
{
    assert(l->small);
    struct program *probe = program_clone(l->small);
    probe->checks.size = 0;
    program_add_check(probe, (struct check){.property = l->asked,
                                            .code = 0,
                                            .access_a = NONE,
                                            .access_b = NONE,
                                            .code_b = NONE,
                                            .text = "nothing is reached that is not modelled"});
    probe->checks.data[0].kind = CHECK_ERROR; /* at no location: whatever the property is, it does not fail */
    index_codes(probe);
    return probe;
}

static void ask_about_holes(struct pipeline *l, const struct budget *budget, struct report *r)
{
    struct pipeline probe = *l;
    struct report answers = {0};
    probe.small = probe.original = pipeline_probe(l);
    portfolio_run(&probe, budget, &answers);
    r->answer = answers.answer;
    r->reason = answers.reason;
    struct program *original = l->original, *small = l->small;
    *l = probe;
    l->original = original;
    l->small = small;
    if (!l->versions.size)
        program_free(probe.small); /* otherwise it is the first of them, and proofs are about it */
    vector_each(const char *const *, note, &answers.notes)
        vector_push(&r->notes, *note);
    vector_free(&answers.notes);
    vector_free(&answers.checks);
}

/* The survey has proved everything, if accesses stay within their objects: the probe shows that too, and more. Where it is known that some access does not, the
 * probe can only show that this access is none of the program's that is left, which is seen at once or not at all. */
static void decide_settled(struct pipeline *l, const struct budget *budget, struct report *r)
{
    struct program *small = l->small;
    bool *all = ARENA_ARRAY(&l->words, bool, l->original->checks.size);
    memset(all, true, l->original->checks.size);
    l->small = pipeline_version(l, all, 0)->program;
    r->answer = REPORT_PROVED;
    if (l->options->memory_fails)
        l->seconds = SECONDS_HOPELESS;
    if (any_unsupported(l->small) && strcmp(l->options->undefined, "assume"))
        ask_about_holes(l, budget, r);
    l->small = small;
    vector_each(const struct check *, k, &l->original->checks) {
        struct report_check c = {.check = k};
        if (r->answer == REPORT_PROVED)
            survey_prove(&c, l->certified);
        vector_push(&r->checks, c);
    }
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

/* What is asked, if leaks are; NULL if it is the property alone. */
static const char *specification_with_leaks(struct pipeline *l)
{
    static const char *const formulas[] = {[LEAKS_NOT_ASKED] = "",
                                           [LEAKS_LOST] = "CHECK( init(main()), LTL(G valid-memtrack) )",
                                           [LEAKS_LEFT] = "CHECK( init(main()), LTL(G valid-memcleanup) )",
                                           [LEAKS_ONLY] = "CHECK( init(main()), LTL(G valid-memcleanup) )"};
    enum leaks leaks = leaks_asked(l->options);
    if (!(properties_need(property_only(l->asked)) & NEEDS_LIFETIMES) || leaks == LEAKS_NOT_ASKED)
        return NULL;
    return leaks == LEAKS_ONLY ? formulas[leaks]
                               : arena_printf(&l->words, "%s\n%s", property_rows[l->asked].specification, formulas[leaks]);
}

static struct bitset *own_cells_read(const struct program *p, uint32_t code) { return liveness_compute(p, code, NULL, true); }

void pipeline_begin_report(struct pipeline *l, const struct budget *budget, struct report *r)
{
    const struct options *o = l->options;
    *r = (struct report){.program = l->original,
                         .property = l->asked,
                         .specification = specification_with_leaks(l),
                         .files = o->files.data,
                         .file_count = o->files.size,
                         .flags = {o->compile.data, o->file_flags.data, o->compile.size, o->file_flags.size},
                         .machine = l->original->pointer_width,
                         .live = own_cells_read,
                         .show_source = o->source,
                         .columns = schedule_width(o),
                         .deadline = budget->deadline};
}

void pipeline_decide(struct pipeline *l, const struct budget *budget, struct report *r)
{
    const struct options *o = l->options;
    const struct location *undefined = undefined_spots_in(o->undefined_spots, l->original);
    assert(l->small);
    pipeline_begin_report(l, budget, r);
    l->seconds = l->seconds > 0 ? l->seconds : undefined ? SECONDS_UNDEFINED : o->enough;
    if (o->invariant && (strcmp(o->engine, "modular") != 0 || !l->original->checks.size))
        r->reason = "--invariant is proved by --engine modular only, together with at least one check";
    else if (undefined && !l->original->checks.size)
        r->answer = REPORT_OPEN; /* nothing can be violated */
    else if (pipeline_has_holes(l))
        ask_about_holes(l, budget, r);
    else if (l->settled && l->original->checks.size) {
        decide_settled(l, budget, r);
        if (suits_executions(l))
            decide_left_by_executions(l, budget, r);
    } else if (suits_executions(l))
        decide_with_executions(l, budget, r);
    else
        portfolio_run(l, budget, r);
    review_weaker_orders(l, budget, r);
    if (o->count_executions)
        count_executions(l, budget);
    review_uncovered(l, budget, r);
    vector_each(struct evidence **, e, &l->evidence)
        if ((*e)->state == EVIDENCE_HOLDS || (*e)->state == EVIDENCE_UNCHECKED)
            vector_push(&r->proofs, evidence_plain(*e));
    if (l->needs & REPORT_NEEDS_INVARIANTS && r->answer == REPORT_PROVED)
        find_fine_invariants(l, budget, r);
    evidence_record(l, r);
    if (l->properties == property_only(l->asked))
        pipeline_note_none(o, r);
    r->reason = undefined && r->answer == REPORT_OPEN ? undefined_reason(undefined, &l->words) : r->reason;
}

const char *pipeline_own_arguments(const struct options *o, enum property property)
{
    return property == PROPERTY_RACE && o->entries.size ? "each --entry has arguments of its own: what threads are to share is a "
                                                          "variable of the program, set by a function that --init names"
                                                        : NULL;
}

void pipeline_note_none(const struct options *o, struct report *r)
{
    const char *none = property_rows[r->property].none, *own = pipeline_own_arguments(o, r->property);
    if (!r->checks.size && own)
        vector_push(&r->notes, own);
    if (!r->checks.size && r->answer == REPORT_PROVED && none)
        vector_push(&r->notes, none);
}

void pipeline_ask(struct pipeline *other, struct options *o, unsigned needs, const struct budget *budget, struct report *r)
{
    const char *error;
    o->engine = "auto";
    o->invariant = NULL;
    o->explain = false;
    *r = (struct report){0};
    if (!pipeline_load(other, o, budget, &error))
        return;
    other->needs = needs;
    pipeline_passes(other);
    pipeline_decide(other, budget, r);
}

void pipeline_free_report(struct report *r)
{
    vector_each(struct report_check *, c, &r->checks) {
        trace_free(c->trace);
        trace_free(c->candidate);
    }
    vector_free(&r->checks);
    vector_free(&r->notes);
    vector_free(&r->proofs);
}

/* What was found out about the original. */
static void free_findings(struct pipeline *l)
{
    vector_each(struct evidence **, e, &l->evidence)
        evidence_free(*e);
    vector_free(&l->evidence);
    vector_each(struct version **, v, &l->versions)
        if ((*v)->program != l->small)
            program_free((*v)->program);
    vector_free(&l->versions);
    vector_free(&l->avoided);
    text_free(&l->explanation);
    text_free(&l->notes);
    if (l->small != l->original)
        program_free(l->small);
    vector_free(&l->proof_file.records);
    vector_free(&l->proof_file.options);
    arena_release(&l->words);
}

void pipeline_free(struct pipeline *l)
{
    if (l->fine)
        free_findings(l->fine);
    mem_free(l->fine);
    struct pipeline *others[] = {l->uncovered, l->races};
    for (unsigned i = 0; i < 2; i++) {
        if (others[i])
            pipeline_free(others[i]);
        mem_free(others[i]);
    }
    free_findings(l);
    if (l->original)
        program_free(l->original);
    exprs_free(l->exprs);
}
