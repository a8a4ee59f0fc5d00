/* heddle verify: proves or refutes, and explains. */
#include "base/effort.h"
#include "base/log.h"
#include "base/output.h"
#include "base/outputs.h"
#include "base/process.h"
#include "worker/asked.h"
#include "worker/commands.h"
#include "worker/compile_database.h"
#include "runner/on.h"
#include "worker/print_report.h"
#include "frontend/frontend.h"
#include "portfolio/close.h"
#include "portfolio/close_away.h"
#include "portfolio/pipeline.h"
#include "portfolio/remote.h"
#include "portfolio/survey.h"
#include "worker/supervise.h"
#include "worker/verify_all.h"
#include "worker/verify_joint.h"
#include "worker/verify_many.h"
#include "worker/verify_wide.h"
#include "report/reports.h"

#include <stdio.h>
#include <unistd.h>

/* UNKNOWN without a program. note: or NULL. */
static int print_failure(const struct options *o, const char *reason, const char *note, struct text *out)
{
    struct report r = {.reason = reason,
                       .property = property_first(properties_named(o->property)),
                       .files = o->files.data,
                       .file_count = o->files.size,
                       .machine = !strcmp(o->machine, "32") ? 32 : 64};
    if (note)
        vector_push(&r.notes, note);
    int status = print_report(o, NULL, &r, out);
    vector_free(&r.notes);
    return status;
}

static const char still_read[] = "the program was still being read: which checks there are is not known yet";

static const char still_surveyed[] = "the whole program was still being read, or surveyed: there is no answer for any check yet";

/* Words: why nothing was decided, or less than by the survey; empty if something was. */
static int not_read(const struct options *o, bool stopped, const char *error, struct text *why, struct text *out)
{
    if (interrupted() || stopped) {
        const char *reason = interrupted() ? "interrupted" : error;
        text_append(why, reason);
        return print_failure(o, reason, still_read, out);
    }
    log_error("%s", error);
    return STATUS_INPUT;
}

struct closely {
    const struct options *options;
    const struct budget *budget;
    struct compiled *compiled;
    const struct survey *survey; /* or NULL */
    bool settles;                /* what the survey has proved need not be proved again */
    bool alone;                  /* its answer is all that is printed */
    double printing;             /* seconds that the survey's answer takes */
};

/* Nothing was decided, or more is left open than by the survey, if there was one. */
static bool survey_says_more(const struct survey *s, const struct report *r)
{
    uint32_t open = report_count(r, REPORT_OPEN);
    return open == r->checks.size || (s && s->wide && s->open < open);
}

/* The program as it is, looked at as a whole; the survey, if there was one, has settled some of it. why: as for not_read. */
static int verify_closely(const struct closely *c, struct text *why, struct text *out)
{
    struct pipeline l;
    struct report r = {0};
    const char *error = NULL;
    int status;
    double start = clock_wall();
    supervise_stage(still_read);
    bool loaded = pipeline_load_compiled(&l, c->options, c->compiled, c->budget, &error);
    supervise_stage("");
    if (!loaded) {
        status = not_read(c->options, l.stopped, error, why, out);
    } else {
        l.elsewhere = on_cluster(c->options);
        l.news = c->options->news;
        l.settled = c->settles && survey_settles_all(c->survey);
        l.certified = l.settled && c->survey->certified;
        pipeline_passes(&l);
        pipeline_decide(&l, c->budget, &r);
        r.statistics = l.statistics;
        r.seconds = clock_wall() - start;
        if (r.answer == REPORT_OPEN && survey_says_more(c->survey, &r))
            text_append(why, report_reason(&r));
        status = print_report(c->options, &l, &r, out);
    }
    pipeline_free_report(&r);
    pipeline_free(&l);
    return status;
}

/* What comes over the pipe, before the words: how many bytes say why nothing was decided; the others are what to print. */
struct closely_result {
    int status;
    size_t why;
};

static void closely_in_copy(void *context, int fd)
{
    struct text why = {0}, out = {0};
    int status = verify_closely(context, &why, &out);
    progress_done();
    write_all(fd, &(struct closely_result){status, why.size}, sizeof(struct closely_result));
    write_all(fd, text_string(&why), why.size);
    write_all(fd, text_string(&out), out.size);
    text_free(&why);
    text_free(&out);
}

/* What the survey says is printed whatever happens afterwards. Of a small program, where engines mostly have an answer, it is words alone that are kept. */
static void keep_survey(struct closely *c, const struct survey *s)
{
    double start = clock_wall();
    bool words = !survey_is_sizeable(s) && strcmp(c->options->resolution, "close");
    struct options o = *c->options; /* shares the vectors */
    if (!c->alone || !s->wide)
        return;
    if (words && !outputs_take_stdout(c->options))
        o.json = o.sarif = o.html = o.trace = o.news = NULL;
    tell_survey(&o, s, "they did not come to an end");
    c->printing = clock_wall() - start;
}

/* What the survey leaves open is looked at in groups; others: as in wide_answers. */
static int verify_in_groups(const struct closely *c, const struct survey *s, const char *others, struct text *out)
{
    if (!s->wide)
        return print_waits(c->options, s->facts, others, out);
    struct wide_answers a = {.outline = s->outline, .wide = s->wide, .others = others};
    struct close found = {0};
    if (s->open && strcmp(c->options->resolution, "whole")) {
        struct budget limits = *c->budget;
        if (limits.deadline > 0)
            limits.deadline -= 2 * c->printing; /* it has to be printed again */
        close_run(&found, c->options, c->compiled, s, &limits);
        a.close = &found;
        a.others = interrupted() ? "interrupted" : others;
    }
    int status = print_wide(c->options, &a, out);
    close_free(&found);
    return status;
}

/* The process that looked closely did not come back. */
static int print_lost(const struct closely *c, const struct process *p, struct survey *s, struct text *out)
{
    const char *why = process_end_words(p);
    bool broken = p->end == PROCESS_CRASHED || p->end == PROCESS_EXITED;
    if (p->end == PROCESS_CRASHED)
        log_error("internal error: %s; this is a bug in heddle", why);
    if (!broken)
        return verify_in_groups(c, s, why, out);
    int status = print_failure(c->options, broken ? "internal error" : why, NULL, out);
    return broken ? STATUS_INTERNAL : status;
}

/* In a process of its own, for a part of the time: if it does not come back, or decides nothing, there is still what the survey says, and the time to look at what it
 * leaves open. */
static int verify_beside_survey(struct closely *c, struct survey *s, struct text *out)
{
    bool groups = s->wide && s->open && strcmp(c->options->resolution, "whole");
    struct budget all = *c->budget, limits = all;
    struct process p;
    struct closely_result found;
    int status;
    if (limits.deadline > 0 && groups)
        limits.deadline = clock_wall() + budget_left(&all) * SHARE_CLOSELY;
    c->budget = &limits;
    struct budget outer = limits;
    if (outer.deadline > 0)
        outer.deadline += CLOCK_CLOSELY_KILL;
    if (process_fork(&p, closely_in_copy, c, &outer)) {
        p.grace = CLOCK_CLOSELY_INTERRUPTED;
        process_finish(&p);
    }
    c->budget = &all;
    if (p.end == PROCESS_EXITED && p.status == 0 && p.output.size >= sizeof found) {
        const char *words = p.output.data + sizeof found;
        memcpy(&found, p.output.data, sizeof found);
        status = found.status;
        if (status == STATUS_UNKNOWN && (s->proved || !s->wide) && found.why) {
            struct text why = {0};
            text_append_bytes(&why, words, found.why);
            status = verify_in_groups(c, s, text_string(&why), out);
            text_free(&why);
        } else {
            text_append_bytes(out, words + found.why, p.output.size - sizeof found - found.why);
        }
    } else {
        status = print_lost(c, &p, s, out);
    }
    process_free(&p);
    return status;
}

/* Nothing was decided: what the survey says is worth more. again: engines are asked once more, about what it leaves open. */
static int fall_back_on_survey(struct closely *c, bool again, struct text *why, struct text *words, struct text *out)
{
    int status = STATUS_UNKNOWN;
    if (again) {
        c->settles = true;
        text_clear(why);
        text_clear(words);
        status = verify_closely(c, why, words);
    }
    if (status == STATUS_UNKNOWN && c->survey->proved && why->size)
        return verify_in_groups(c, c->survey, text_string(why), out);
    text_append_bytes(out, text_string(words), words->size);
    return status;
}

/* A small program. */
static int verify_before_survey(struct closely *c, const struct survey *s, struct text *out)
{
    struct text why = {0}, words = {0};
    struct budget all = *c->budget, limits = all;
    bool again = c->survey && !c->settles && survey_settles_all(s);
    if (again)
        limits = budget_share(&all, SHARE_BEFORE_SURVEY);
    if (again && (limits.deadline <= 0 || limits.deadline > clock_wall() + CLOCK_BEFORE_SURVEY))
        limits.deadline = clock_wall() + CLOCK_BEFORE_SURVEY;
    c->budget = &limits;
    int status = verify_closely(c, &why, &words);
    c->budget = &all;
    if (status == STATUS_UNKNOWN && c->survey)
        status = fall_back_on_survey(c, again, &why, &words, out);
    else
        text_append_bytes(out, text_string(&words), words.size);
    text_free(&why);
    text_free(&words);
    return status;
}

/* The same, where the survey for another property has shown that the program is small, and that the survey is not likely to settle this one. */
static int verify_without_survey(struct closely *c, struct text *out)
{
    struct text why = {0}, words = {0};
    struct arena kept = ARENA_EMPTY;
    struct survey s = {0};
    const char *error;
    int status = verify_closely(c, &why, &words);
    if (status == STATUS_UNKNOWN && survey_run(&s, c->options, c->compiled, c->budget, &kept, &error)) {
        c->survey = &s;
        status = fall_back_on_survey(c, survey_settles_all(&s), &why, &words, out);
    } else {
        text_append_bytes(out, text_string(&words), words.size);
    }
    text_free(&why);
    text_free(&words);
    survey_free(&s);
    arena_release(&kept);
    return status;
}

/* Too large to be looked at as a whole in a time that nobody limits, or to be worth it: what the survey says is the answer, and what its groups say. (Of races, groups say more in any time.) */
static bool survey_is_answer(const struct options *o, const struct survey *s)
{
    bool complete = survey_settles_all(s) && !strcmp(o->undefined, "assume");
    return survey_is_large(s) && (s->wide || o->timeout <= 0 || complete || survey_is_huge(s));
}

static bool is_surveyed(const char *property)
{
    return !strcmp(property, "race") || !strcmp(property, "locks") || !strcmp(property, "deadlock");
}

/* For races, uses of locks and deadlocks the whole program is surveyed first; if somebody wants to see the invariants, which it has none of, only races in a program that is not small. What engines prove of locks
 * in a small program has a proof that can be checked, so they are asked before what the survey has proved counts. */
static int work_on(const struct options *o, const struct budget *budget, struct compiled *compiled, bool alone,
                   const struct survey *seen, struct text *out)
{
    struct arena words = ARENA_EMPTY;
    bool known = seen && !strcmp(o->property, "race");
    struct survey s = known ? *seen : (struct survey){0};
    const char *error = NULL;
    bool has_page = !strcmp(o->property, "race") && !o->witness; /* of its own, for whoever wants to see invariants: print_wide() */
    bool shown = reports_needs(o) & (has_page ? REPORT_NEEDS_PROOF : REPORT_NEEDS_PROOF | REPORT_NEEDS_INVARIANTS);
    bool wanted = !strcmp(o->engine, "auto") && is_surveyed(o->property) && !shown;
    struct closely closely = {o, budget, compiled, wanted ? &s : NULL, false, alone, 0};
    struct text why = {0};
    int status;
    bool late = wanted && seen && !known && !survey_is_sizeable(seen) && !survey_excludes_deadlock(seen) &&
                !strcmp(o->property, "deadlock") && strcmp(o->resolution, "close");
    if (late) {
        closely.survey = NULL;
        return verify_without_survey(&closely, out);
    }
    if (wanted && !known)
        supervise_stage(still_surveyed);
    bool surveyed = !wanted || known || survey_run(&s, o, compiled, budget, &words, &error);
    supervise_stage("");
    if (surveyed && reports_needs(o) & REPORT_NEEDS_INVARIANTS && !survey_is_sizeable(&s)) {
        wanted = false;
        closely.survey = NULL;
    }
    closely.settles = wanted && surveyed && (s.wide || survey_is_sizeable(&s));
    if (wanted && surveyed && s.open)
        keep_survey(&closely, &s);
    if (!surveyed)
        status = not_read(o, compiled->stopped, error, &why, out);
    else if (wanted && ((s.wide && !strcmp(o->resolution, "close")) || survey_is_answer(o, &s)))
        status = verify_in_groups(&closely, &s, NULL, out);
    else if (wanted && survey_is_sizeable(&s) && (!survey_settles_all(&s) || survey_is_large(&s)))
        status = verify_beside_survey(&closely, &s, out);
    else
        status = verify_before_survey(&closely, &s, out);
    text_free(&why);
    if (!known)
        survey_free(&s);
    arena_release(&words);
    return status;
}

static int work(const struct options *o, const struct budget *budget, struct text *out)
{
    struct compiled compiled = {0};
    int status = work_on(o, budget, &compiled, true, NULL, out);
    compiled_free(&compiled);
    return status;
}

static int work_on_one(const struct options *o, const struct budget *budget, struct compiled *compiled, const struct survey *seen,
                       struct text *out)
{
    return work_on(o, budget, compiled, false, seen, out);
}

/* Before any work is done: what contradicts itself is wrong usage, a file that does not exist bad input. */
static int check_request(const struct options *o)
{
    if ((o->entries.size || o->inits.size) && reports_needs(o) & REPORT_NEEDS_MAIN) {
        log_error("--entry: there is no main of the program's own, which --witness and the schedule for heddle replay need");
        return STATUS_USAGE;
    }
    vector_each(const char **, f, &o->files)
        if (o->news && output_same_file(o->news, *f)) {
            log_error("--news=%s would write into what is read", o->news);
            return STATUS_USAGE;
        }
    vector_each(const char **, f, &o->files)
        if (source_problem(*f)) {
            log_error("cannot read %s: %s", *f, source_problem(*f));
            return STATUS_INPUT;
        }
    return 0;
}

/* Properties one after the other: what is compiled is compiled once, and the time is shared. */
static int work_on_many(const struct options *o, const struct budget *budget, struct text *out)
{
    struct compiled compiled = {0};
    int status = verify_many(o, budget, work_on_one, &compiled, out);
    compiled_free(&compiled);
    return status;
}

/* Another heddle asks: it wants bytes. */
static int answer_to_other(const struct options *o)
{
    struct arena words = ARENA_EMPTY;
    struct budget budget = supervise_budget(o);
    const char *error = NULL;
    mem_set_limit(budget.memory);
    process_end_with_parent();
    bool ok =
        o->group ? close_serve(o, &budget, STDOUT_FILENO, &error, &words) : remote_serve(o, &budget, STDOUT_FILENO, &error, &words);
    if (!ok)
        log_error("%s", error ? error : "nobody reads the answer");
    arena_release(&words);
    return ok ? STATUS_TRUE : STATUS_INPUT;
}

static int verify_asked(const struct options *o)
{
    if (o->attached)
        process_end_with_parent();
    if (o->entrant || o->group)
        return answer_to_other(o);
    if (is_compile_database(o->files.data[0]))
        return verify_all(o);
    if (o->with.size) {
        log_error("--with goes with a compile_commands.json; name linked files one after the other");
        return STATUS_USAGE;
    }
    int status = check_request(o);
    if (status)
        return status;
    if (is_many(o))
        status = check_many(o);
    if (status)
        return status;
    if (!strcmp(o->engine, "wide"))
        return verify_wide(o);
    const char *failure;
    status = supervise_cached(o, is_many(o) ? work_on_many : work, &failure);
    if (!failure)
        return status;
    struct text out = {0};
    print_failure(o, failure, NULL, &out);
    fwrite(text_string(&out), 1, out.size, stdout);
    text_free(&out);
    return status;
}

int command_verify(const struct options *o)
{
    struct arena words = ARENA_EMPTY;
    struct options own;
    int status = asked_by_files(o, &own, &words);
    if (!status)
        status = verify_asked(&own);
    arena_release(&words);
    return status;
}
