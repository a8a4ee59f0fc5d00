/* heddle suite: runs tasks, each in a heddle of its own, and compares with the expected verdicts. */
#include "base/log.h"
#include "base/output.h"
#include "base/printable.h"
#include "base/process.h"
#include "cli/commands.h"
#include "runner/answer.h"
#include "runner/on.h"
#include "base/outputs.h"
#include "cli/suite_compare.h"
#include "files/task.h"

#include <errno.h>
#include <fts.h>
#include <stdio.h>
#include <unistd.h>
#include <stdlib.h>
#include <sys/stat.h>

enum result { RESULT_NOT_RUN, RESULT_RIGHT, RESULT_WRONG, RESULT_UNKNOWN, RESULT_ERROR, RESULT_UNRATED, RESULTS };
static const char *const result_names[] = {"-", "right", "WRONG", "unknown", "ERROR", "unrated"};

struct job {
    const struct task_file *task;
    const struct task_property *property;
    enum result result;
    const char *verdict; /* "TRUE", "FALSE", "UNKNOWN" or "ERROR" */
    const char *reason;  /* or NULL */
    double wall, cpu;
    size_t memory;
};

struct suite {
    const struct options *options;
    VECTOR(struct task_file *) tasks;
    VECTOR(struct job) jobs;
    struct work *works; /* of the jobs, in their order */
    uint32_t done;
    struct arena words;
};

/* --- collecting --- */

static int by_name(const FTSENT **a, const FTSENT **b) { return strcmp((*a)->fts_name, (*b)->fts_name); }

static bool add_task(struct suite *s, const char *path, const char **error)
{
    struct task_file *t = NEW(struct task_file);
    vector_push(&s->tasks, t);
    if (task_read(t, path, error, &s->words))
        return true;
    task_free(t);
    mem_free(vector_pop(&s->tasks));
    return false;
}

static bool add_folder(struct suite *s, const char *path, const char **error)
{
    char *roots[] = {mem_strdup(path), NULL};
    uint32_t before = s->tasks.size;
    FTS *tree = fts_open(roots, FTS_LOGICAL | FTS_NOCHDIR, by_name);
    for (FTSENT *e; tree && (e = fts_read(tree));)
        if (e->fts_info == FTS_F && ends_with(e->fts_name, ".yml") && !add_task(s, e->fts_path, error))
            log_warning("%s; skipped", *error);
    if (tree)
        fts_close(tree);
    mem_free(roots[0]);
    if (s->tasks.size > before)
        return true;
    *error = arena_printf(&s->words, "%s: no verification task (.yml) in this folder", path);
    return false;
}

static bool collect(struct suite *s, const char **error)
{
    vector_each(const char **, path, &s->options->files) {
        struct stat status;
        if (stat(*path, &status) != 0) {
            *error = arena_printf(&s->words, "cannot read %s: %s", *path, strerror(errno));
            return false;
        }
        if (!(S_ISDIR(status.st_mode) ? add_folder(s, *path, error) : add_task(s, *path, error)))
            return false;
    }
    vector_each(struct task_file **, t, &s->tasks)
        vector_each(const struct task_property *, p, &(*t)->properties)
            if (p->name)
                vector_push(&s->jobs, (struct job){.task = *t, .property = p});
            else
                log_info("%s: property %s is not checked by heddle", (*t)->path, p->file);
    return true;
}

/* --- running --- */

/* What the user sees: two questions of a task may be about memory. */
static const char *label(const struct task_property *p) { return p->cleanup ? "cleanup" : p->name; }

/* Tasks that run side by side share the cores; on a cluster each has its own. */
static unsigned cores_of_task(const struct suite *s)
{
    unsigned share = process_cores() / (unsigned)s->options->jobs;
    return on_cluster(s->options) ? (unsigned)s->options->cores : share > 1 ? share : 1;
}

static void prepare(struct suite *s, const struct job *j, struct work *w)
{
    const struct options *o = s->options;
    struct options own = *o; /* shares the vectors */
    own.on = "local";
    own.hosts = NULL;
    *w = (struct work){.timeout = o->timeout, .memory = o->memory, .cores = cores_of_task(s)};
    vector_push(&w->argv, "verify");
    vector_push(&w->argv, j->task->m32 ? "-m32" : "-m64");
    vector_push(&w->argv, arena_printf(&s->words, "--property=%s", j->property->name));
    vector_push(&w->argv, "--rules=sv-comp");
    if (j->property->cleanup)
        vector_push(&w->argv, "--leaks=only");
    vector_push(&w->argv, arena_printf(&s->words, "--jobs=%u", w->cores));
    answer_wanted(&w->argv, o->logs != NULL);
    options_forward(&own, COMMAND_VERIFY, &w->argv, &s->words);
    vector_push(&w->argv, "--");
    vector_each(const char *const *, f, &j->task->inputs) {
        vector_push(&w->argv, *f);
        vector_push(&w->inputs, *f);
    }
    runner_add_inputs(o, &w->inputs);
}

static enum result judge(const struct job *j)
{
    if (*j->verdict == 'E')
        return RESULT_ERROR;
    if (*j->verdict == 'U')
        return RESULT_UNKNOWN;
    if (j->property->expected == EXPECTED_NONE)
        return RESULT_UNRATED;
    return (*j->verdict == 'T') == (j->property->expected == EXPECTED_TRUE) ? RESULT_RIGHT : RESULT_WRONG;
}

static void keep_log(struct suite *s, const struct job *j, const struct process *p, const struct work_answer *a)
{
    if (!s->options->logs)
        return;
    const char *from_here = j->task->path;
    while (starts_with(from_here, "./"))
        from_here += 2;
    char *name = arena_strdup(&s->words, from_here);
    for (char *c = name; *c; c++)
        if (*c == '/')
            *c = '_';
    struct text t = {0};
    text_append_bytes(&t, text_string(&p->errors), p->errors.size);
    text_append(&t, a->words);
    answer_last_lines(&t, a);
    const char *path = arena_printf(&s->words, "%s/%s.%s.log", s->options->logs, name, label(j->property));
    if (!output_write(&t, path))
        log_warning("cannot write %s: %s", path, strerror(errno));
    text_free(&t);
}

static bool finish(void *context, struct work *w)
{
    struct suite *s = context;
    struct job *j = &s->jobs.data[w - s->works];
    struct work_answer a = work_answer(w, &s->words);
    j->verdict = a.verdict;
    j->reason = a.reason;
    j->wall = w->process.seconds;
    j->cpu = w->process.cpu;
    j->memory = w->process.memory;
    j->result = judge(j);
    keep_log(s, j, &w->process, &a);
    progress_done();
    if (!s->options->quiet)
        printf("%-8s %-8s %8.2f s %6zu MB  %s%s%s%s\n", result_names[j->result], j->verdict, j->wall, j->memory >> 20,
               printable(j->task->path, PRINTABLE_WORDS, &s->words), j->reason ? " (" : "", j->reason ? j->reason : "",
               j->reason ? ")" : "");
    fflush(stdout);
    progress("%u of %u", ++s->done, s->jobs.size);
    text_free(&w->process.output);
    text_free(&w->process.errors);
    return true;
}

/* How long a task took in the run that --compare names. */
static double expected_of(const struct job *j, const suite_results *before, struct arena *words)
{
    const char *path = printable(j->task->path, PRINTABLE_WORDS, words);
    vector_each(const struct suite_result *, r, before)
        if (!strcmp(r->task, path) && !strcmp(r->property, label(j->property)))
            return r->cpu;
    return 0;
}

/* False: nothing could be run. */
static bool run_all(struct suite *s, const suite_results *before)
{
    const char *error = NULL;
    struct runner r = runner_for(s->options);
    r.ended = finish;
    r.context = s;
    s->works = NEW_ARRAY(struct work, s->jobs.size + 1);
    for (uint32_t i = 0; i < s->jobs.size; i++) {
        prepare(s, &s->jobs.data[i], &s->works[i]);
        s->works[i].expected = expected_of(&s->jobs.data[i], before, &s->words);
    }
    bool ok = run_works(&r, s->works, s->jobs.size, &error, &s->words);
    progress_done();
    if (!ok)
        log_error("%s", error);
    for (uint32_t i = 0; i < s->jobs.size; i++)
        work_free(&s->works[i]);
    mem_free(s->works);
    return ok;
}

/* --- tables --- */

struct row {
    const char *name;
    unsigned count[RESULTS], right_true, right_false, wrong_true, wrong_false, total;
    double seconds;
    size_t memory;
};

static void count(struct row *r, const struct job *j)
{
    r->total++;
    r->count[j->result]++;
    bool proved = *j->verdict == 'T';
    r->right_true += j->result == RESULT_RIGHT && proved;
    r->right_false += j->result == RESULT_RIGHT && !proved;
    r->wrong_true += j->result == RESULT_WRONG && proved;
    r->wrong_false += j->result == RESULT_WRONG && !proved;
    r->seconds += j->cpu;
    if (j->memory > r->memory)
        r->memory = j->memory;
}

/* As SV-COMP counts. */
static int score(const struct row *r)
{
    return 2 * (int)r->right_true + (int)r->right_false - 32 * (int)r->wrong_true - 16 * (int)r->wrong_false;
}

static void print_row(const struct row *r, int width)
{
    printf("%-*s %6u %6u %6u %6u %6u %8u %6u %9.1f %7zu %6d\n", width, r->name, r->total, r->count[RESULT_RIGHT], r->right_true,
           r->right_false, r->count[RESULT_WRONG], r->count[RESULT_UNKNOWN], r->count[RESULT_ERROR], r->seconds, r->memory >> 20,
           score(r));
}

/* Prints the table; returns the row of all. */
static struct row print_table(struct suite *s)
{
    struct row all = {.name = "all"};
    VECTOR(struct row) rows = {0};
    vector_each(const struct job *, j, &s->jobs) {
        if (j->result == RESULT_NOT_RUN)
            continue;
        if (!rows.size || strcmp(vector_last(&rows).name, printable(j->task->folder, PRINTABLE_WORDS, &s->words)))
            vector_push(&rows, (struct row){.name = printable(j->task->folder, PRINTABLE_WORDS, &s->words)});
        count(&vector_last(&rows), j);
        count(&all, j);
    }
    int width = 12;
    vector_each(const struct row *, r, &rows)
        width = (int)strlen(r->name) > width ? (int)strlen(r->name) : width;
    printf("\n%-*s %6s %6s %6s %6s %6s %8s %6s %9s %7s %6s\n", width, "folder", "tasks", "right", "true", "false", "wrong",
           "unknown", "error", "cpu s", "max MB", "score");
    vector_each(const struct row *, r, &rows)
        print_row(r, width);
    print_row(&all, width);
    printf("score: %d\n", score(&all));
    vector_free(&rows);
    return all;
}

static void csv_field(struct text *out, const char *s)
{
    text_char(out, '"');
    for (; s && *s; s++)
        text_append(out, *s == '"' ? "\"\"" : (char[]){*s, 0});
    text_char(out, '"');
}

static bool write_csv(struct suite *s)
{
    static const char *const expected[] = {"", "true", "false"};
    struct text t = {0};
    text_append(&t, "task,property,expected,verdict,result,wall_s,cpu_s,memory_mb,reason\n");
    vector_each(const struct job *, j, &s->jobs) {
        if (j->result == RESULT_NOT_RUN)
            continue;
        csv_field(&t, printable(j->task->path, PRINTABLE_WORDS, &s->words));
        text_printf(&t, ",%s,%s,%s,%s,%.3f,%.3f,%.1f,", label(j->property), expected[j->property->expected], j->verdict,
                    result_names[j->result], j->wall, j->cpu, (double)j->memory / (1 << 20));
        csv_field(&t, j->reason);
        text_char(&t, '\n');
    }
    struct text out = {0};
    bool ok = outputs_put(s->options->csv, &t, &out);
    fwrite(text_string(&out), 1, out.size, stdout);
    text_free(&out);
    text_free(&t);
    return ok;
}

static void compare(struct suite *s, const suite_results *before)
{
    suite_results now = {0};
    struct text t = {0};
    vector_each(const struct job *, j, &s->jobs)
        if (j->result != RESULT_NOT_RUN) {
            struct suite_result r = {printable(j->task->path, PRINTABLE_WORDS, &s->words), label(j->property), j->verdict,
                                     result_names[j->result], j->cpu};
            vector_push(&now, r);
        }
    suite_compare(&t, before, &now, s->options->compare);
    fwrite(text_string(&t), 1, t.size, stdout);
    text_free(&t);
    vector_free(&now);
}

/* What is read must not be written. */
static bool spares_inputs(const struct suite *s)
{
    vector_each(struct task_file *const *, t, &s->tasks) {
        if (!outputs_spare(s->options, (*t)->path))
            return false;
        vector_each(const char *const *, f, &(*t)->inputs)
            if (!outputs_spare(s->options, *f))
                return false;
    }
    return true;
}

static bool make_logs(const struct options *o)
{
    if (!o->logs || make_folders(o->logs, 0777))
        return true;
    log_error("cannot make the folder %s: %s", o->logs, strerror(errno));
    return false;
}

int command_suite(const struct options *o)
{
    struct suite s = {.options = o};
    const char *error = NULL;
    int status = STATUS_INPUT;
    suite_results before = {0};
    if (!collect(&s, &error) || (o->compare && !suite_results_read(&before, o->compare, &error, &s.words))) {
        log_error("%s", error);
    } else if (!spares_inputs(&s)) {
        status = STATUS_USAGE;
    } else if (make_logs(o) && run_all(&s, &before)) {
        struct row all = print_table(&s);
        if (o->compare)
            compare(&s, &before);
        bool written = !o->csv || write_csv(&s);
        status = !written                                                                          ? STATUS_INPUT
                 : all.count[RESULT_WRONG]                                                         ? STATUS_FALSE
                 : all.count[RESULT_UNKNOWN] || all.count[RESULT_ERROR] || all.total < s.jobs.size ? STATUS_UNKNOWN
                                                                                                   : STATUS_TRUE;
    }
    vector_free(&before);
    vector_each(struct task_file **, t, &s.tasks) {
        task_free(*t);
        mem_free(*t);
    }
    vector_free(&s.tasks);
    vector_free(&s.jobs);
    arena_release(&s.words);
    return status;
}
