/* heddle verify: proves or refutes, and explains. */
#include "base/log.h"
#include "base/process.h"
#include "base/printable.h"
#include "cli/commands.h"
#include "cli/compile_database.h"
#include "portfolio/evidence.h"
#include "report/native.h"
#include "cli/outputs.h"
#include "frontend/frontend.h"
#include "portfolio/pipeline.h"
#include "portfolio/survey.h"
#include "cli/supervise.h"
#include "cli/verify_all.h"
#include "engines/engine.h"

#include <stdio.h>

static int status_of(const struct report *r)
{
    if (r->answer == REPORT_OPEN && r->internal_error)
        return STATUS_INTERNAL;
    return r->answer == REPORT_PROVED ? STATUS_TRUE : r->answer == REPORT_VIOLATED ? STATUS_FALSE : STATUS_UNKNOWN;
}

/* Everything that the user asked to be written. With --json=- (or --proof=-) standard output is JSON and nothing else. l is
 * NULL if the run did not come to its end. */
static bool print_report(const struct options *o, const struct pipeline *l, const struct report *r, struct text *out)
{
    struct text json = {0}, steps = {0}, proof = {0};
    bool alone = outputs_take_stdout(o), ok = true;
    if (!alone) {
        if (!o->quiet)
            report_diagnostics(out, r);
        if (o->stats)
            statistics_print(out, &r->statistics);
        if (l && o->explain)
            text_append(out, text_string(&l->explanation));
        if (l && !o->quiet)
            text_append(out, text_string(&l->notes));
        report_last_lines(out, r);
    }
    if (o->json) {
        report_json(&json, r);
        ok = outputs_put(o->json, &json, out);
    }
    if (o->trace) {
        if (ends_with(o->trace, ".json")) {
            report_native(&steps, r,
                          &(struct native_flags){o->compile.data, o->file_flags.data, o->compile.size, o->file_flags.size});
        } else {
            struct text words = {0};
            report_steps(&words, r);
            text_append_printable(&steps, text_string(&words), words.size, PRINTABLE_LINES);
            text_free(&words);
        }
        ok = outputs_put(o->trace, &steps, out) && ok;
    }
    if (o->proof && l) {
        evidence_write(l, &proof);
        ok = outputs_put(o->proof, &proof, out) && ok;
    }
    text_free(&proof);
    ok = outputs_write(o, r, status_of(r), out) && ok;
    text_free(&json);
    text_free(&steps);
    return ok;
}

/* UNKNOWN without a program. */
static int print_failure(const struct options *o, const char *reason, struct text *out)
{
    struct report r = {
        .reason = reason, .files = o->files.data, .file_count = o->files.size, .machine = !strcmp(o->machine, "32") ? 32 : 64};
    return print_report(o, NULL, &r, out) ? STATUS_UNKNOWN : STATUS_INPUT;
}

static int not_read(const struct options *o, bool stopped, const char *error, struct text *out)
{
    if (interrupted() || stopped)
        return print_failure(o, interrupted() ? "interrupted" : error, out);
    log_error("%s", error);
    return STATUS_INPUT;
}

/* The program as it is, looked at as a whole; the survey, if there was one, has settled some of it. */
static int verify_closely(const struct options *o, const struct budget *budget, struct compiled *compiled,
                          const struct survey *survey, struct text *out)
{
    struct pipeline l;
    struct report r = {0};
    const char *error = NULL;
    int status;
    double start = clock_wall();
    if (!pipeline_load_compiled(&l, o, compiled, budget, &error)) {
        status = not_read(o, l.stopped, error, out);
    } else {
        l.settled = survey && survey_settles_all(survey);
        pipeline_passes(&l);
        pipeline_decide(&l, budget, &r);
        r.statistics = l.statistics;
        r.seconds = clock_wall() - start;
        vector_each(struct evidence **, e, &l.evidence)
            if ((*e)->state == EVIDENCE_HOLDS || (*e)->state == EVIDENCE_UNCHECKED)
                vector_push(&r.proofs, evidence_plain(*e));
        status = print_report(o, &l, &r, out) ? status_of(&r) : STATUS_INPUT;
    }
    pipeline_free_report(&r);
    pipeline_free(&l);
    return status;
}

struct closely {
    const struct options *options;
    const struct budget *budget;
    struct compiled *compiled;
    const struct survey *survey;
};

/* The answer on the pipe: the status, then what to print. */
static void closely_in_copy(void *context, int fd)
{
    const struct closely *c = context;
    struct text out = {0};
    int status = verify_closely(c->options, c->budget, c->compiled, c->survey, &out);
    progress_done();
    write_all(fd, &status, sizeof status);
    write_all(fd, text_string(&out), out.size);
    text_free(&out);
}

/* Why nothing was decided, from the last lines of the output; NULL if something was. */
static const char *why_nothing(struct text *output)
{
    char *last = output->size ? strstr(output->data, "checks: 0 proved, 0 violated, ") : NULL;
    char *why = last ? strstr(last, "VERDICT: UNKNOWN (") : NULL, *end = why ? strrchr(why, ')') : NULL;
    if (!end)
        return NULL;
    *end = 0;
    return why + strlen("VERDICT: UNKNOWN (");
}

static bool writes_files(const struct options *o) { return o->json || o->sarif || o->trace; }

/* The process that looked closely did not come back. */
static int print_lost(const struct options *o, const struct process *p, struct survey *s, struct text *out)
{
    const char *why = process_end_words(p);
    bool broken = p->end == PROCESS_CRASHED || p->end == PROCESS_EXITED;
    if (p->end == PROCESS_CRASHED)
        log_error("internal error: %s; this is a bug in heddle", why);
    if (!broken && !writes_files(o))
        return print_wide(o, s->outline, s->wide, why, out);
    int status = print_failure(o, broken ? "internal error" : why, out);
    return broken ? STATUS_INTERNAL : status;
}

/* In a process of its own: if it does not come back in time, or decides nothing, there is still what the survey says. */
static int verify_beside_survey(struct closely *c, struct survey *s, struct text *out)
{
    static const double LATE = 0.25; /* seconds that it gets to write what it has found */
    struct budget limits = *c->budget;
    struct process p;
    struct text said = {0};
    int status;
    if (limits.deadline > 0)
        limits.deadline += LATE;
    if (process_fork(&p, closely_in_copy, c, &limits))
        process_finish(&p);
    if (p.end == PROCESS_EXITED && p.status == 0 && p.output.size >= sizeof status) {
        memcpy(&status, p.output.data, sizeof status);
        text_append_bytes(&said, p.output.data + sizeof status, p.output.size - sizeof status);
        text_append_bytes(out, text_string(&said), said.size);
        const char *others = status == STATUS_UNKNOWN && s->proved ? why_nothing(&said) : NULL;
        if (others) {
            text_clear(out);
            status = print_wide(c->options, s->outline, s->wide, others, out);
        }
    } else {
        status = print_lost(c->options, &p, s, out);
    }
    text_free(&said);
    process_free(&p);
    return status;
}

/* Too large to be looked at as a whole in a time that nobody limits, or to be worth it: what the survey says is the answer. Reports in
 * files are about programs in detail. */
static bool survey_is_answer(const struct options *o, const struct survey *s)
{
    bool complete = survey_settles_all(s) && !strcmp(o->undefined, "assume");
    return survey_is_large(s) && (!o->timeout || complete) && !writes_files(o);
}

/* For races the whole program is surveyed first; not if somebody wants to see the invariants: it has none to show. */
static int work(const struct options *o, const struct budget *budget, struct text *out)
{
    struct compiled compiled = {0};
    struct arena words = ARENA_EMPTY;
    struct survey s = {0};
    const char *error = NULL;
    bool wanted = !strcmp(o->engine, "auto") && !strcmp(o->property, "race") && !o->proof && !o->witness && !o->html;
    int status;
    if (wanted && !survey_run(&s, o, &compiled, budget, &words, &error))
        status = not_read(o, compiled.stopped, error, out);
    else if (wanted && survey_is_answer(o, &s))
        status = print_wide(o, s.outline, s.wide, NULL, out);
    else if (wanted && survey_is_sizeable(&s) && (!survey_settles_all(&s) || survey_is_large(&s)))
        status = verify_beside_survey(&(struct closely){o, budget, &compiled, &s}, &s, out);
    else
        status = verify_closely(o, budget, &compiled, wanted ? &s : NULL, out);
    survey_free(&s);
    compiled_free(&compiled);
    arena_release(&words);
    return status;
}

/* Before any work is done: an engine or a file that does not exist is wrong usage or bad input. */
static int check_request(const struct options *o)
{
    if (strcmp(o->engine, "auto") && strcmp(o->engine, "wide") && !engine_find(o->engine)) {
        struct text known = {0};
        for (const struct engine *const *k = engines; *k; k++)
            text_printf(&known, ", %s", (*k)->name);
        log_error("unknown engine '%s' (known: auto%s, wide)", o->engine, text_string(&known));
        text_free(&known);
        return STATUS_USAGE;
    }
    if ((o->entries.size || o->inits.size) && (o->witness || (o->trace && ends_with(o->trace, ".json")))) {
        log_error("--entry: there is no main of the program's own, which --witness and the schedule for heddle replay need");
        return STATUS_USAGE;
    }
    vector_each(const char **, f, &o->files)
        if (file_problem(*f)) {
            log_error("cannot read %s: %s", *f, file_problem(*f));
            return STATUS_INPUT;
        }
    return 0;
}

int command_verify(const struct options *o)
{
    if (is_compile_database(o->files.data[0]))
        return verify_all(o);
    if (o->with.size) {
        log_error("--with goes with a compile_commands.json; name linked files one after the other");
        return STATUS_USAGE;
    }
    int status = check_request(o);
    if (status)
        return status;
    if (!strcmp(o->engine, "wide"))
        return verify_wide(o);
    const char *failure;
    status = supervise(o, work, &failure);
    if (!failure)
        return status;
    struct text out = {0};
    print_failure(o, failure, &out);
    fwrite(text_string(&out), 1, out.size, stdout);
    text_free(&out);
    return starts_with(failure, "internal error") ? STATUS_INTERNAL : STATUS_UNKNOWN;
}
