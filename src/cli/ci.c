/* heddle ci: verifies the programs of a project as heddle.yml lists them, each in a heddle of its own, and says what is new since the
 * baseline. The exit status speaks of new findings only. */
#include "base/log.h"
#include "base/output.h"
#include "base/printable.h"
#include "cli/ci_reports.h"
#include "cli/commands.h"
#include "runner/on.h"
#include "base/outputs.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct session {
    const struct options *options;
    struct ci_config config;
    ci_runs runs;
    ci_findings findings;
    struct work *works; /* of the runs, in their order */
    uint32_t done;
    const char *folder; /* for reports of programs */
    const char *cache;
    struct arena words;
};

/* --- running --- */

/* Where answers are kept unless the user says otherwise. */
static const char *usual_cache(struct arena *words)
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (cache && *cache)
        return arena_printf(words, "%s/heddle", cache);
    return home && *home ? arena_printf(words, "%s/.cache/heddle", home) : "none";
}

static void push_all(struct session *s, string_vector *argv, const char *option, const string_vector *values)
{
    vector_each(const char *const *, v, values)
        vector_push(argv, arena_printf(&s->words, "--%s=%s", option, *v));
}

static void prepare(struct session *s, const struct ci_program *p, struct work *w)
{
    const struct options *o = s->options;
    *w = (struct work){.timeout = o->timeout > 0 ? o->timeout : p->timeout, .memory = o->memory ? o->memory : p->memory};
    w->cores = on_cluster(o) ? (unsigned)o->cores : 0;
    vector_push(&w->argv, "verify");
    vector_push(&w->argv, arena_printf(&s->words, "--property=%s", p->property));
    vector_push(&w->argv, arena_printf(&s->words, "-m%s", p->machine));
    vector_push(&w->argv, arena_printf(&s->words, "--timeout=%.9g", w->timeout));
    vector_push(&w->argv, arena_printf(&s->words, "--memory=%llu", (unsigned long long)w->memory));
    vector_push(&w->argv, arena_printf(&s->words, "--cache=%s", s->cache));
    if (w->cores)
        vector_push(&w->argv, arena_printf(&s->words, "--jobs=%u", w->cores));
    push_all(s, &w->argv, "flag", &p->flags);
    push_all(s, &w->argv, "entry", &p->entries);
    push_all(s, &w->argv, "init", &p->inits);
    vector_each(const char *const *, f, &p->files)
        vector_push(&w->inputs, *f);
    answer_wanted(&w->argv, o->schedules);
    work_name(w); /* the report is named by what it is about, too */
    w->file = arena_printf(&s->words, "%s/%s.sarif", s->folder, w->name);
    vector_push(&w->argv, arena_printf(&s->words, "--sarif=%s", w->file));
    vector_push(&w->argv, "--");
    vector_each(const char *const *, f, &p->files)
        vector_push(&w->argv, *f);
}

/* What clang and heddle said is for the user, too. */
static bool finish(void *context, struct work *w)
{
    struct session *s = context;
    struct ci_run *r = &s->runs.data[w - s->works];
    struct process *p = &w->process;
    struct text bytes = {0}, said = {0};
    r->answer = work_answer(w, &s->words);
    r->seconds = p->seconds;
    if (text_read_regular_file(&bytes, w->file))
        r->sarif = cJSON_Parse(text_string(&bytes));
    text_append_printable(&said, text_string(&p->errors), p->errors.size, PRINTABLE_LINES);
    progress_done();
    fputs(text_string(&said), stderr);
    if (!s->options->quiet && *r->answer.verdict == 'F' && s->options->schedules) {
        text_clear(&said);
        text_append(&said, r->answer.words);
        outputs_show(s->options, &said);
    }
    text_free(&bytes);
    text_free(&said);
    progress("%u of %u programs", ++s->done, s->runs.size);
    return true;
}

/* False: nothing could be run. */
static bool run_all(struct session *s, struct runner *r)
{
    const char *error = NULL;
    r->ended = finish;
    r->context = s;
    s->works = ARENA_ARRAY(&s->words, struct work, s->runs.size);
    for (uint32_t i = 0; i < s->runs.size; i++)
        prepare(s, s->runs.data[i].program, &s->works[i]);
    progress_begin(0);
    bool ok = run_works(r, s->works, s->runs.size, &error, &s->words);
    progress_done();
    if (!ok)
        log_error("%s", error);
    for (uint32_t i = 0; i < s->runs.size; i++) {
        if (!r->results)
            unlink(s->works[i].file);
        work_free(&s->works[i]);
    }
    return ok;
}

/* --- the outcome --- */

static bool is_decided(const void *context, const char *program)
{
    const struct session *s = context;
    vector_each(const struct ci_run *, r, &s->runs)
        if (!strcmp(r->program->name, program))
            return *r->answer.verdict == 'T' || *r->answer.verdict == 'F';
    return true; /* it is gone */
}

static bool put(const char *path, struct text *content)
{
    struct text out = {0};
    bool ok = !path || outputs_put(path, content, &out);
    fwrite(text_string(&out), 1, out.size, stdout);
    text_free(&out);
    text_free(content);
    return ok;
}

static bool write_reports(struct session *s, const struct ci_outcome *c, const char *baseline)
{
    const struct options *o = s->options;
    struct text junit = {0}, markdown = {0}, sarif = {0}, next = {0};
    ci_junit(&junit, c);
    ci_markdown(&markdown, c);
    ci_sarif(&sarif, c, &s->words);
    ci_baseline(&next, c, &s->words);
    bool ok = put(o->junit, &junit);
    ok = put(o->markdown, &markdown) && ok;
    if (o->sarif && !sarif.size)
        outputs_leave_none(o->sarif);
    ok = put(sarif.size ? o->sarif : NULL, &sarif) && ok;
    ok = put(o->update_baseline ? baseline : NULL, &next) && ok;
    if (ok && o->update_baseline && !outputs_take_stdout(o))
        printf("baseline: written to %s\n", printable(baseline, PRINTABLE_WORDS, &s->words));
    return ok;
}

/* An error, or new findings; what is open does not count. */
static int status_of(const struct session *s)
{
    int status = ci_count(&s->findings, CI_NEW) && !s->options->update_baseline ? STATUS_FALSE : STATUS_TRUE;
    vector_each(const struct ci_run *, r, &s->runs)
        if (*r->answer.verdict == 'E' && r->answer.status > status)
            status = r->answer.status;
    return interrupted() ? STATUS_UNKNOWN : status;
}

static int report(struct session *s)
{
    const char *error = NULL, *baseline = s->options->baseline ? s->options->baseline : s->config.baseline;
    struct ci_outcome c = {&s->runs, &s->findings, &s->config};
    vector_each(const struct ci_run *, r, &s->runs)
        ci_findings_add(&s->findings, r->program->name, r->sarif, &s->words);
    ci_findings_ignore(&s->findings, &s->config, &s->words);
    if (!ci_baseline_compare(&s->findings, baseline, is_decided, s, &error, &s->words)) {
        log_error("%s", error);
        return STATUS_INPUT;
    }
    struct text words = {0};
    ci_words(&words, &c);
    bool ok = outputs_take_stdout(s->options) || outputs_show(s->options, &words);
    text_free(&words);
    return write_reports(s, &c, baseline) && ok ? status_of(s) : STATUS_INPUT;
}

/* Before any work is done. */
static int check_request(struct session *s)
{
    const struct options *o = s->options;
    const char *baseline = o->baseline ? o->baseline : s->config.baseline;
    if (o->update_baseline && !baseline) {
        log_error("--update-baseline: there is no baseline; name one with --baseline, or in %s", s->config.path);
        return STATUS_USAGE;
    }
    if (baseline && !outputs_spare(o, baseline))
        return STATUS_USAGE;
    if (o->update_baseline && !output_possible(baseline)) {
        log_error("cannot write %s: %s", baseline, strerror(errno));
        return STATUS_INPUT;
    }
    vector_each(const struct ci_program *, p, &s->config.programs)
        vector_each(const char *const *, f, &p->files)
            if (!outputs_spare(o, *f) || (baseline && output_same_file(baseline, *f)))
                return STATUS_USAGE;
    return 0;
}

/* Where results are kept, or for a moment. */
static bool make_folder(struct session *s, const struct runner *r)
{
    s->folder = r->results ? r->results : temporary_folder(&s->words);
    if (!s->folder)
        log_error("cannot make a folder for reports: %s", strerror(errno));
    return s->folder != NULL;
}

static int run(struct session *s)
{
    struct runner r = runner_for(s->options);
    vector_each(const struct ci_program *, p, &s->config.programs)
        vector_push(&s->runs, (struct ci_run){.program = p, .answer = {.verdict = "UNKNOWN", .reason = "interrupted"}});
    s->cache = s->options->cache ? s->options->cache : getenv("HEDDLE_CACHE") ? getenv("HEDDLE_CACHE") : usual_cache(&s->words);
    if (!make_folder(s, &r))
        return STATUS_INPUT;
    bool ok = run_all(s, &r);
    if (!r.results)
        rmdir(s->folder);
    return ok ? report(s) : STATUS_INPUT;
}

int command_ci(const struct options *o)
{
    struct session s = {.options = o};
    const char *error = NULL;
    int status = STATUS_USAGE;
    if (o->files.size > 1)
        log_error("'ci' reads one file, heddle.yml if none is given");
    else if (!ci_config_read(&s.config, o->files.size ? o->files.data[0] : "heddle.yml", &error, &s.words)) {
        log_error("%s%s", error,
                  o->files.size || access("heddle.yml", F_OK) == 0 ? "" : "; docs/ci.md shows what such a file lists");
        status = STATUS_INPUT;
    } else if (!(status = check_request(&s))) {
        status = run(&s);
    }
    vector_each(struct ci_run *, r, &s.runs)
        cJSON_Delete(r->sarif);
    vector_free(&s.runs);
    vector_free(&s.findings);
    ci_config_free(&s.config);
    arena_release(&s.words);
    return status;
}
