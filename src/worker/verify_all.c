#include "worker/verify_all.h"

#include "base/log.h"
#include "base/printable.h"
#include "base/json_words.h"
#include "base/process.h"
#include "runner/answer.h"
#include "base/status.h"
#include "worker/linked_files.h"
#include "base/outputs.h"

#include <stdio.h>

struct run {
    const struct compile_entry *entry;
    struct work_answer answer;
    double seconds;
};

struct session {
    const struct options *options;
    enum command command; /* what each program is given to */
    struct compile_database database;
    struct linker *linker;
    VECTOR(struct run) runs;
    string_vector warned; /* flags that were warned of */
    bool warned_again;    /* of some of them, of another file */
    struct arena words;
};

static const struct compile_entry *entry_of(const struct session *s, const char *file)
{
    const char *base = strrchr(file, '/') ? strrchr(file, '/') + 1 : file;
    const struct compile_entry *similar = NULL;
    vector_each(const struct compile_entry *, e, &s->database.entries) {
        if (!strcmp(e->file, file))
            return e;
        const char *slash = strrchr(e->file, '/');
        if (!strcmp(slash ? slash + 1 : e->file, base))
            similar = e;
    }
    return similar;
}

static const char *base_name(const char *path) { return strrchr(path, '/') ? strrchr(path, '/') + 1 : path; }

/* The name of a program for the names of its reports: "a" for src/a.c. */
static const char *plain_name(struct session *s, const struct compile_entry *program)
{
    const char *base = base_name(program->file);
    return arena_strndup(&s->words, base, strcspn(base, "."));
}

static bool is_plain_name(struct session *s, const char *name)
{
    vector_each(const struct compile_entry *, e, &s->database.entries)
        if (linker_has_main(s->linker, e) && !strcmp(plain_name(s, e), name))
            return true;
    return false;
}

/* No two programs have the same: "a-2" for the second of a name, unless there is an a-2.c. */
static const char *short_name(struct session *s, const struct compile_entry *program)
{
    const char *plain = plain_name(s, program), *name = plain;
    unsigned before = 0, number = 1;
    for (const struct compile_entry *e = s->database.entries.data; e < program; e++)
        before += linker_has_main(s->linker, e) && !strcmp(plain_name(s, e), plain);
    for (; before; before--)
        do
            name = arena_printf(&s->words, "%s-%u", plain, ++number);
        while (is_plain_name(s, name));
    return name;
}

struct renaming {
    struct session *session;
    const struct compile_entry *program;
};

/* "out/x.json" for src/a.c becomes "out/x-a.json". */
static const char *own_name(void *context, const char *path)
{
    const struct renaming *n = context;
    const char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash : path, '.');
    size_t stem = dot ? (size_t)(dot - path) : strlen(path);
    return arena_printf(&n->session->words, "%.*s-%s%s", (int)stem, path, short_name(n->session, n->program), dot ? dot : "");
}

/* The options with names of outputs for this program. */
static void own_outputs(struct session *s, const struct compile_entry *e, struct options *own)
{
    *own = *s->options; /* shares the vectors */
    options_rename_outputs(own, own_name, &(struct renaming){s, e});
}

/* Every file is compiled with its own flags. */
static void flags_of(struct session *s, const struct compile_entry *e, uint32_t number, string_vector *argv)
{
    if (e)
        vector_each(const char *const *, f, &e->flags)
            vector_push(argv, arena_printf(&s->words, "--flag-of=%u:%s", number, *f));
}

static void arguments_of(struct session *s, const struct compile_entry *e, const compile_entries *parts, string_vector *argv)
{
    struct options own;
    own_outputs(s, e, &own);
    vector_push(argv, "/proc/self/exe");
    vector_push(argv, command_name(s->command));
    own.with = (string_vector){0};
    if (s->command == COMMAND_VERIFY) {
        own.json = NULL; /* it is written here */
        answer_wanted(argv, !s->options->quiet);
    }
    options_forward(&own, s->command, argv, &s->words);
    if (e->m32)
        vector_push(argv, "-m32");
    uint32_t number = 0;
    flags_of(s, e, number++, argv);
    vector_each(const char **, w, &s->options->with)
        flags_of(s, entry_of(s, *w), number++, argv);
    vector_each(const struct compile_entry *const *, part, parts)
        flags_of(s, *part, number++, argv);
    vector_push(argv, "--");
    vector_push(argv, e->file);
    vector_each(const char **, w, &s->options->with)
        vector_push(argv, *w);
    vector_each(const struct compile_entry *const *, part, parts)
        vector_push(argv, (*part)->file);
    vector_push(argv, NULL);
}

/* Of the first file that has them: a project has the same flags for most of its files. */
static void warn(struct session *s, const struct compile_entry *e)
{
    if (!e || !e->not_honoured)
        return;
    vector_each(const char *const *, flags, &s->warned)
        if (!strcmp(*flags, e->not_honoured)) {
            if (!s->warned_again)
                log_warning("other files have such flags, too");
            s->warned_again = true;
            return;
        }
    vector_push(&s->warned, e->not_honoured);
    log_warning("%s: flags that may change its meaning are not honoured: %s", e->file, e->not_honoured);
}

static void warn_of_part(struct session *s, const struct compile_entry *part, const struct compile_entry *program)
{
    warn(s, part);
    if (part && part->m32 != program->m32)
        log_warning("%s: taken as a file of %u bits, as %s is", part->file, program->m32 ? 32 : 64, program->file);
}

/* What is linked with the program besides what --with names. */
static void parts_of(struct session *s, const struct compile_entry *program, compile_entries *parts)
{
    uint32_t named = 0;
    warn(s, program);
    vector_each(const char *const *, w, &s->options->with) {
        const struct compile_entry *e = entry_of(s, *w);
        warn_of_part(s, e, program);
        if (e) {
            vector_push(parts, e);
            named++;
        }
    }
    linker_complete(s->linker, program, parts);
    parts->size -= named;
    memmove(parts->data, parts->data + named, parts->size * sizeof *parts->data);
    vector_each(const struct compile_entry *const *, part, parts)
        warn_of_part(s, *part, program);
    if (parts->size)
        log_info("%s: linked with %u more files of the database", program->file, parts->size);
}

static void ask(struct session *s, const struct compile_entry *e, struct process *p)
{
    string_vector argv = {0};
    compile_entries parts = {0};
    parts_of(s, e, &parts);
    arguments_of(s, e, &parts, &argv);
    vector_free(&parts);
    progress("%s %s", s->command == COMMAND_SHOW ? "reading" : "verifying", e->file);
    process_run(p, argv.data, NULL);
    progress_done();
    fputs(text_string(&p->errors), stderr);
    vector_free(&argv);
}

/* What the program's heddle would have printed, and its report, as if it had been asked for nothing else. */
static void put_answer(struct session *s, const struct compile_entry *e, const struct work_answer *a, const struct text *report)
{
    struct text t = {0}, none = {0};
    struct options own;
    text_append(&t, a->words);
    outputs_show(s->options, &t);
    own_outputs(s, e, &own);
    if (own.json) {
        cJSON *o = cJSON_Parse(text_string(report));
        cJSON_DeleteItemFromObject(o, "words");
        text_clear(&t);
        json_print(&t, o, true);
        outputs_put(own.json, &t, &none);
    }
    text_free(&t);
}

static void verify_one(struct session *s, const struct compile_entry *e)
{
    struct process p;
    struct run r = {.entry = e};
    ask(s, e, &p);
    r.seconds = p.seconds;
    r.answer = answer_of(&p, &s->words);
    if (r.answer.status <= STATUS_UNKNOWN)
        put_answer(s, e, &r.answer, &p.output);
    process_free(&p);
    vector_push(&s->runs, r);
}

static const char *shown(struct session *s, const struct run *r) { return printable(r->entry->file, PRINTABLE_WORDS, &s->words); }

static void show_one(struct session *s, const struct compile_entry *e)
{
    struct process p;
    struct run r = {.entry = e};
    ask(s, e, &p);
    r.answer.status = p.status;
    printf("program: %s\n", shown(s, &r));
    fputs(text_string(&p.output), stdout);
    process_free(&p);
    fflush(stdout);
    vector_push(&s->runs, r);
}

/* TRUE, UNKNOWN, FALSE, then errors. */
static int badness(int status) { return status == STATUS_TRUE ? 0 : status == STATUS_UNKNOWN ? 1 : status == STATUS_FALSE ? 2 : 3; }

static int worst_status(const struct session *s)
{
    int worst = interrupted() ? STATUS_UNKNOWN : STATUS_TRUE;
    vector_each(const struct run *, r, &s->runs)
        if (badness(r->answer.status) > badness(worst))
            worst = r->answer.status;
    return worst;
}

static int print_table(struct session *s)
{
    struct work_answer all = {.status = worst_status(s)};
    struct text last = {0};
    int widest = 7;
    vector_each(const struct run *, r, &s->runs)
        widest = (int)strlen(shown(s, r)) > widest ? (int)strlen(shown(s, r)) : widest;
    printf("%-*s %-8s %7s %9s %5s %8s\n", widest, "program", "verdict", "proved", "violated", "open", "seconds");
    vector_each(const struct run *, r, &s->runs) {
        const struct work_answer *a = &r->answer;
        printf("%-*s %-8s %7u %9u %5u %8.2f%s%s\n", widest, shown(s, r), a->verdict, a->proved, a->violated, a->open, r->seconds,
               a->reason ? "  " : "", a->reason ? a->reason : "");
        all.proved += a->proved;
        all.violated += a->violated;
        all.open += a->open;
    }
    all.verdict = all.status == STATUS_TRUE ? "TRUE" : all.status == STATUS_FALSE ? "FALSE" : "UNKNOWN";
    all.reason = *all.verdict == 'U' ? "not every program was decided" : NULL;
    answer_last_lines(&last, &all);
    fputs(text_string(&last), stdout);
    text_free(&last);
    return all.status;
}

/* --with names what has no main of its own; a program with two would not link. */
static bool is_given(const struct session *s, const struct compile_entry *e)
{
    vector_each(const char **, w, &s->options->with)
        if (entry_of(s, *w) == e)
            return true;
    return false;
}

/* No report may take the place of a source; names of reports are known by now (own_name). */
static bool spares_sources(struct session *s)
{
    named_files outputs = {0};
    options_outputs(s->options, &outputs);
    bool none = !outputs.size;
    vector_free(&outputs);
    vector_each(const struct compile_entry *, program, &s->database.entries) {
        struct options own;
        if (none)
            return true;
        own_outputs(s, program, &own);
        vector_each(const struct compile_entry *, source, &s->database.entries)
            if (linker_has_main(s->linker, program) && !outputs_spare(&own, source->file))
                return false;
    }
    return true;
}

static int run_all(struct session *s, const char **error)
{
    vector_each(const struct compile_entry *, e, &s->database.entries)
        if (linker_has_main(s->linker, e) && !is_given(s, e) && !interrupted())
            (s->command == COMMAND_SHOW ? show_one : verify_one)(s, e);
    if (!s->runs.size && !interrupted()) {
        *error = arena_printf(&s->words, "%s: no C file with main", s->options->files.data[0]);
        return STATUS_INPUT;
    }
    return s->command == COMMAND_SHOW ? worst_status(s) : print_table(s);
}

int verify_all(const struct options *o)
{
    struct session s = {.options = o, .command = o->command == COMMAND_SHOW ? COMMAND_SHOW : COMMAND_VERIFY};
    const char *error = NULL;
    int status = STATUS_INPUT;
    if (o->files.size != 1)
        error = "a compilation database stands alone: name linked files with --with";
    else if (outputs_take_stdout(o))
        error = "with a compilation database, reports go to files, not to standard output";
    else if (compile_database_read(&s.database, o->files.data[0], &error)) {
        s.linker = linker_new(&s.database, o);
        status = spares_sources(&s) ? run_all(&s, &error) : STATUS_USAGE;
        linker_free(s.linker);
    }
    if (error)
        log_error("%s", error);
    compile_database_free(&s.database);
    vector_free(&s.runs);
    vector_free(&s.warned);
    arena_release(&s.words);
    return status;
}
