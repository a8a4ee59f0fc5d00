#include "cli/verify_all.h"

#include "base/log.h"
#include "base/printable.h"
#include "base/process.h"
#include "cli/commands.h"
#include "cli/linked_files.h"
#include "cli/outputs.h"

#include <stdio.h>

struct run {
    const struct compile_entry *entry;
    int status;
    unsigned proved, violated, open;
    const char *verdict, *reason; /* reason may be NULL */
    double seconds;
};

struct session {
    const struct options *options;
    struct compile_database database;
    struct linker *linker;
    VECTOR(struct run) runs;
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

/* The name of a program for the names of its reports: "a" for src/a.c; "a-2" for the second of that name. */
static const char *short_name(struct session *s, const struct compile_entry *program)
{
    const char *base = base_name(program->file);
    size_t n = strcspn(base, ".");
    unsigned before = 0;
    for (const struct compile_entry *e = s->database.entries.data; e < program; e++) {
        const char *other = base_name(e->file);
        before += e->has_main && strcspn(other, ".") == n && !strncmp(other, base, n);
    }
    return before ? arena_printf(&s->words, "%.*s-%u", (int)n, base, before + 1) : arena_strndup(&s->words, base, n);
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
    vector_push(argv, command_name(COMMAND_VERIFY));
    own.with = (string_vector){0};
    options_forward(&own, COMMAND_VERIFY, argv, &s->words);
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

/* The last two lines of what verify prints. */
static void read_answer(struct session *s, struct run *r, const struct process *p)
{
    const char *out = text_string(&p->output), *last = NULL;
    for (const char *q = out; (q = strstr(q, "checks: ")); q++)
        if (q == out || q[-1] == '\n')
            last = q;
    const char *verdict = last ? strstr(last, "\nVERDICT: ") : NULL;
    r->status = p->end == PROCESS_EXITED ? p->status : STATUS_INTERNAL;
    if (!verdict || r->status > STATUS_UNKNOWN) {
        const char *error = strstr(text_string(&p->errors), "heddle: error: ");
        const char *words = error ? error + strlen("heddle: error: ") : process_end_words(p);
        r->verdict = "ERROR";
        r->reason = arena_strndup(&s->words, words, strcspn(words, "\n"));
        r->status = r->status > STATUS_UNKNOWN ? r->status : STATUS_INTERNAL;
        return;
    }
    sscanf(last, "checks: %u proved, %u violated, %u open", &r->proved, &r->violated, &r->open);
    verdict += strlen("\nVERDICT: ");
    r->verdict = starts_with(verdict, "TRUE") ? "TRUE" : starts_with(verdict, "FALSE") ? "FALSE" : "UNKNOWN";
    const char *reason = strchr(verdict, '(');
    if (reason && *r->verdict == 'U')
        r->reason = arena_strndup(&s->words, reason + 1, strcspn(reason + 1, "\n") - 1);
    if (!s->options->quiet && last > out)
        fwrite(out, 1, (size_t)(last - out), stdout);
}

static void warn(const struct compile_entry *e)
{
    if (e && e->not_honoured)
        log_warning("%s: flags that may change its meaning are not honoured: %s", e->file, e->not_honoured);
}

static void warn_of_part(const struct compile_entry *part, const struct compile_entry *program)
{
    warn(part);
    if (part && part->m32 != program->m32)
        log_warning("%s: taken as a file of %u bits, as %s is", part->file, program->m32 ? 32 : 64, program->file);
}

/* What is linked with the program besides what --with names. */
static void parts_of(struct session *s, const struct compile_entry *program, compile_entries *parts)
{
    uint32_t named = 0;
    warn(program);
    vector_each(const char *const *, w, &s->options->with) {
        const struct compile_entry *e = entry_of(s, *w);
        warn_of_part(e, program);
        if (e) {
            vector_push(parts, e);
            named++;
        }
    }
    linker_complete(s->linker, program, parts);
    parts->size -= named;
    memmove(parts->data, parts->data + named, parts->size * sizeof *parts->data);
    vector_each(const struct compile_entry *const *, part, parts)
        warn_of_part(*part, program);
    if (parts->size)
        log_info("%s: linked with %u more files of the database", program->file, parts->size);
}

static void run_one(struct session *s, const struct compile_entry *e)
{
    string_vector argv = {0};
    struct process p;
    struct run r = {.entry = e};
    compile_entries parts = {0};
    parts_of(s, e, &parts);
    arguments_of(s, e, &parts, &argv);
    vector_free(&parts);
    progress("verifying %s", e->file);
    process_run(&p, argv.data, NULL);
    progress_done();
    fputs(text_string(&p.errors), stderr);
    r.seconds = p.seconds;
    read_answer(s, &r, &p);
    process_free(&p);
    fflush(stdout);
    vector_push(&s->runs, r);
    vector_free(&argv);
}

/* TRUE, UNKNOWN, FALSE, then errors. */
static int badness(int status) { return status == STATUS_TRUE ? 0 : status == STATUS_UNKNOWN ? 1 : status == STATUS_FALSE ? 2 : 3; }

static const char *shown(struct session *s, const struct run *r) { return printable(r->entry->file, PRINTABLE_WORDS, &s->words); }

static int print_table(struct session *s)
{
    struct run all = {.status = STATUS_TRUE};
    int widest = 7;
    vector_each(const struct run *, r, &s->runs)
        widest = (int)strlen(shown(s, r)) > widest ? (int)strlen(shown(s, r)) : widest;
    printf("%-*s %-8s %7s %9s %5s %8s\n", widest, "program", "verdict", "proved", "violated", "open", "seconds");
    vector_each(const struct run *, r, &s->runs) {
        printf("%-*s %-8s %7u %9u %5u %8.2f%s%s\n", widest, shown(s, r), r->verdict, r->proved, r->violated, r->open, r->seconds,
               r->reason ? "  " : "", r->reason ? r->reason : "");
        all.proved += r->proved;
        all.violated += r->violated;
        all.open += r->open;
        if (badness(r->status) > badness(all.status))
            all.status = r->status;
    }
    printf("checks: %u proved, %u violated, %u open\n", all.proved, all.violated, all.open);
    printf("VERDICT: %s\n", all.status == STATUS_TRUE    ? "TRUE"
                            : all.status == STATUS_FALSE ? "FALSE"
                                                         : "UNKNOWN (not every program was decided)");
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
            if (program->has_main && !outputs_spare(&own, source->file))
                return false;
    }
    return true;
}

int verify_all(const struct options *o)
{
    struct session s = {.options = o};
    const char *error = NULL;
    int status = STATUS_INPUT;
    if (o->files.size != 1)
        error = "a compilation database stands alone: name linked files with --with";
    else if (outputs_take_stdout(o))
        error = "with a compilation database, reports go to files, not to standard output";
    else if (compile_database_read(&s.database, o->files.data[0], &error) && !spares_sources(&s)) {
        status = STATUS_USAGE;
    } else if (!error) {
        s.linker = linker_new(&s.database, o);
        vector_each(const struct compile_entry *, e, &s.database.entries)
            if (e->has_main && !is_given(&s, e) && !interrupted())
                run_one(&s, e);
        linker_free(s.linker);
        if (s.runs.size)
            status = interrupted() ? (print_table(&s), STATUS_UNKNOWN) : print_table(&s);
        else
            error = arena_printf(&s.words, "%s: no C file with main", o->files.data[0]);
    }
    if (error)
        log_error("%s", error);
    compile_database_free(&s.database);
    vector_free(&s.runs);
    arena_release(&s.words);
    return status;
}
