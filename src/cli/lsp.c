/* heddle lsp: a language server. A document is verified as it is in the editor, saved or not, in a heddle of its own, one group of properties
 * after the other; what each finds is shown at once. Groups have little time at first; those that would need more get it when all have had
 * their turn. A change ends what runs and begins anew, unless it is one of comments alone. If heddle.yml of the current folder lists a
 * program with the file, its other files, flags and entries are taken from there. */
#include "base/effort.h"
#include "base/log.h"
#include "base/output.h"
#include "base/process.h"
#include "cli/ci_config.h"
#include "cli/commands.h"
#include "cli/lsp_comments.h"
#include "cli/lsp_errand.h"
#include "cli/lsp_views.h"
#include "cli/lsp_wire.h"
#include "program/property.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

/* What is asked, in this order: what is found quickly first. */
static const char *const stages[] = {"race", "deadlock", "reach,locks,memory,overflow"};
enum { STAGES = sizeof stages / sizeof *stages, ROUNDS = 2, METHOD_NOT_FOUND = -32601 };

struct document {
    const char *uri, *path, *copy; /* copy: what is verified */
    struct text text;
    struct process process;
    bool open, running, changed;
    double due;            /* when the next stage may begin; by clock_wall() */
    unsigned stage, round; /* that runs, or comes next; STAGES: all is done */
    double limit;          /* of the one that runs, in seconds */
    bool late[STAGES];     /* which have had too little time */
    cJSON *reports[STAGES];
    struct text errors; /* of the compiler */
    struct lsp_errand errand;
};

struct server {
    const struct options *options;
    struct lsp_wire wire;
    VECTOR(struct document *) documents;
    const char *folder; /* of copies */
    const char *here;   /* the current folder */
    bool stopping, ended;
    struct arena words;
};

/* --- documents --- */

static struct document *find(struct server *s, const char *uri)
{
    vector_each(struct document **, d, &s->documents)
        if (!strcmp((*d)->uri, uri))
            return *d;
    return NULL;
}

static void forget_answers(struct document *d)
{
    for (unsigned i = 0; i < STAGES; i++) {
        cJSON_Delete(d->reports[i]);
        d->reports[i] = NULL;
        d->late[i] = false;
    }
    text_clear(&d->errors);
}

static void stop(struct document *d)
{
    if (!d->running)
        return;
    process_kill(&d->process);
    process_finish(&d->process);
    process_free(&d->process);
    d->running = false;
}

static const char *report_path(struct server *s, const struct document *d) { return arena_printf(&s->words, "%s.json", d->copy); }

static struct document *add_document(struct server *s, const char *uri)
{
    struct document *d = NEW(struct document);
    d->uri = arena_strdup(&s->words, uri);
    d->path = lsp_path(uri, &s->words);
    d->copy = arena_printf(&s->words, "%s/%u.c", s->folder, s->documents.size);
    vector_push(&s->documents, d);
    return d;
}

static void set_text(struct document *d, const cJSON *text, double pause)
{
    const char *now = cJSON_IsString(text) ? text->valuestring : "";
    bool same = d->open && same_but_for_comments(text_string(&d->text), now);
    text_clear(&d->text);
    text_append(&d->text, now);
    if (same)
        return;
    stop(d);
    d->open = true;
    d->changed = true;
    d->stage = d->round = 0;
    d->due = clock_wall() + pause;
}

/* --- verifying --- */

/* The name stays in its diagnostics; quotes and backslashes in it as C wants them. */
static bool write_copy(const struct document *d)
{
    struct text t = {0};
    text_append(&t, "# 1 \"");
    for (const char *c = d->path; *c; c++)
        text_append(&t, *c == '"' ? "\\\"" : *c == '\\' ? "\\\\" : (char[]){*c, 0});
    text_printf(&t, "\"\n%s", text_string(&d->text));
    bool ok = text_write_file(&t, d->copy);
    text_free(&t);
    return ok;
}

static const struct ci_program *program_of(const struct ci_config *c, const char *path)
{
    vector_each(const struct ci_program *, p, &c->programs)
        vector_each(const char *const *, f, &p->files)
            if (output_same_file(*f, path))
                return p;
    return NULL;
}

static void push_all(struct server *s, string_vector *argv, const char *option, const string_vector *values)
{
    vector_each(const char *const *, v, values)
        vector_push(argv, arena_printf(&s->words, "--%s=%s", option, *v));
}

struct lsp_question {
    const char *properties;
    bool first; /* with little time */
};

/* Of heddle verify, for these properties. */
static void arguments_for(struct server *s, struct document *d, const struct ci_program *p, const struct lsp_question *q,
                          string_vector *argv)
{
    bool first = q->first;
    const char *slash = strrchr(d->path, '/');
    double seconds = s->options->timeout > 0 ? s->options->timeout : p && p->timeout > 0 ? p->timeout : CLOCK_LSP_STAGE;
    d->limit = first && seconds > CLOCK_LSP_FIRST ? CLOCK_LSP_FIRST : seconds;
    vector_push(argv, arena_printf(&s->words, "--property=%s", q->properties));
    vector_push(argv, arena_printf(&s->words, "--timeout=%.9g", d->limit));
    vector_push(argv, arena_printf(&s->words, "--flag=-iquote%.*s", slash ? (int)(slash - d->path) : 1, slash ? d->path : "."));
    if (s->options->cache)
        vector_push(argv, arena_printf(&s->words, "--cache=%s", s->options->cache));
    vector_push(argv, arena_printf(&s->words, "--cache-size=%llu", (unsigned long long)s->options->cache_size));
    vector_each(const char *const *, f, &s->options->compile)
        vector_push(argv, arena_printf(&s->words, "--flag=%s", *f));
    push_all(s, argv, "entry", p ? &p->entries : &s->options->entries);
    push_all(s, argv, "init", p ? &p->inits : &s->options->inits);
    if (p)
        push_all(s, argv, "flag", &p->flags);
    vector_push(argv, "--");
    vector_push(argv, d->copy);
    if (p)
        vector_each(const char *const *, f, &p->files)
            if (!output_same_file(*f, d->path))
                vector_push(argv, *f);
    vector_push(argv, NULL);
}

/* The same; what the program is may be said in heddle.yml. */
static void ask_for(struct server *s, struct document *d, const struct lsp_question *q, string_vector *argv)
{
    struct ci_config config = {0};
    const char *error = NULL;
    bool listed = access("heddle.yml", R_OK) == 0 && ci_config_read(&config, "heddle.yml", &error, &s->words);
    arguments_for(s, d, listed ? program_of(&config, d->path) : NULL, q, argv);
    ci_config_free(&config);
}

static void start(struct server *s, struct document *d)
{
    string_vector argv = {0};
    if (d->changed) {
        forget_answers(d);
        d->changed = false;
        if (!write_copy(d))
            log_error("cannot write %s: %s", d->copy, strerror(errno));
    }
    unlink(report_path(s, d));
    vector_push(&argv, "/proc/self/exe");
    vector_push(&argv, "verify");
    vector_push(&argv, arena_printf(&s->words, "--json=%s", report_path(s, d)));
    ask_for(s, d, &(struct lsp_question){stages[d->stage], d->round == 0}, &argv);
    d->running = process_start(&d->process, argv.data, NULL);
    if (!d->running)
        d->stage = STAGES;
    vector_free(&argv);
}

/* A command that a code action names: the document, and the property that is violated. */
static void run_errand(struct server *s, const char *command, const cJSON *arguments)
{
    const cJSON *uri = cJSON_GetArrayItem(arguments, 0), *property = cJSON_GetArrayItem(arguments, 1);
    struct document *d = cJSON_IsString(uri) ? find(s, uri->valuestring) : NULL;
    string_vector argv = {0};
    if (!d || !d->open || d->changed || !cJSON_IsString(property) || property_find(property->valuestring) == PROPERTIES)
        return;
    ask_for(s, d, &(struct lsp_question){property->valuestring, false}, &argv);
    lsp_errand_start(&d->errand, !strcmp(command, LSP_REPLAY), d->copy, &argv, &s->words);
    vector_free(&argv);
}

static struct lsp_view view_of(struct server *s, struct document *d)
{
    return (struct lsp_view){d->uri, d->path, s->here, text_string(&d->text), (const cJSON *const *)d->reports, STAGES, &s->words};
}

static void publish(struct server *s, struct document *d)
{
    struct lsp_view v = view_of(s, d);
    cJSON *o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "uri", d->uri);
    cJSON *list = cJSON_AddArrayToObject(o, "diagnostics");
    if (d->open) {
        lsp_add_diagnostics(&v, list);
        lsp_add_compiler_errors(&v, text_string(&d->errors), list);
    }
    lsp_notify("textDocument/publishDiagnostics", o);
}

/* The next stage, or the next one that has had too little time before. */
static void go_on(struct document *d)
{
    do
        d->stage++;
    while (d->round && d->stage < STAGES && !d->late[d->stage]);
    for (unsigned i = 0; i < STAGES && d->stage == STAGES && d->round + 1 < ROUNDS; i++)
        if (d->late[i]) {
            d->stage = i;
            d->round++;
        }
}

/* A stage has ended. What cannot be compiled needs no other. */
static void take(struct server *s, struct document *d)
{
    struct text bytes = {0};
    d->running = false;
    if (text_read_regular_file(&bytes, report_path(s, d))) {
        cJSON_Delete(d->reports[d->stage]);
        d->reports[d->stage] = cJSON_ParseWithLength(text_string(&bytes), bytes.size);
    }
    bool read = d->process.end == PROCESS_EXITED && d->process.status <= STATUS_UNKNOWN;
    if (!read)
        text_append_bytes(&d->errors, text_string(&d->process.errors), d->process.errors.size);
    d->late[d->stage] = read && d->process.status == STATUS_UNKNOWN && d->process.seconds > d->limit / 2;
    if (read)
        go_on(d);
    else
        d->stage = STAGES;
    text_free(&bytes);
    process_free(&d->process);
    publish(s, d);
}

/* Starts what is due and takes what has ended. Returns how long nothing will happen, less than 0 for ever. */
static double work(struct server *s)
{
    double wait = -1;
    vector_each(struct document **, each, &s->documents) {
        struct document *d = *each;
        struct process *p = &d->process;
        lsp_errand_poll(&d->errand, &s->words);
        if (d->errand.running)
            wait = CLOCK_LSP_WATCH;
        if (!d->open)
            continue;
        if (d->running)
            process_poll(&p, 1, 0);
        if (d->running && p->pid == 0)
            take(s, d);
        if (!d->running && d->stage < STAGES && clock_wall() >= d->due)
            start(s, d);
        if (d->running || d->stage < STAGES)
            wait = CLOCK_LSP_WATCH;
    }
    return wait;
}

/* --- messages --- */

static const cJSON *member(const cJSON *o, const char *a, const char *b)
{
    return cJSON_GetObjectItemCaseSensitive(cJSON_GetObjectItemCaseSensitive(o, a), b);
}

static void on_initialize(const cJSON *id)
{
    cJSON *o = cJSON_CreateObject(), *can = cJSON_AddObjectToObject(o, "capabilities"), *commands = cJSON_CreateObject();
    cJSON_AddNumberToObject(can, "textDocumentSync", 1); /* whole texts */
    cJSON_AddBoolToObject(can, "hoverProvider", true);
    cJSON_AddObjectToObject(can, "codeLensProvider");
    cJSON_AddBoolToObject(can, "codeActionProvider", true);
    cJSON *names = cJSON_AddArrayToObject(commands, "commands");
    cJSON_AddItemToArray(names, cJSON_CreateString("heddle.verify"));
    cJSON_AddItemToArray(names, cJSON_CreateString(LSP_REPORT));
    cJSON_AddItemToArray(names, cJSON_CreateString(LSP_REPLAY));
    cJSON_AddItemToObject(can, "executeCommandProvider", commands);
    cJSON *info = cJSON_AddObjectToObject(o, "serverInfo");
    cJSON_AddStringToObject(info, "name", "heddle");
    cJSON_AddStringToObject(info, "version", HEDDLE_VERSION);
    lsp_answer(id, o);
}

static void on_change(struct server *s, const char *method, const cJSON *p)
{
    const cJSON *uri = member(p, "textDocument", "uri"), *changes = cJSON_GetObjectItem(p, "contentChanges");
    if (!cJSON_IsString(uri) || !starts_with(uri->valuestring, "file://"))
        return;
    struct document *d = find(s, uri->valuestring);
    if (!d)
        d = add_document(s, uri->valuestring);
    if (!strcmp(method, "textDocument/didClose")) {
        stop(d);
        d->open = false;
        publish(s, d);
    } else if (cJSON_IsArray(changes)) {
        set_text(d, cJSON_GetObjectItem(cJSON_GetArrayItem(changes, cJSON_GetArraySize(changes) - 1), "text"), CLOCK_LSP_PAUSE);
    } else if (!strcmp(method, "textDocument/didOpen")) {
        set_text(d, member(p, "textDocument", "text"), 0);
    }
}

static void on_command(struct server *s, const cJSON *p)
{
    const cJSON *arguments = cJSON_GetObjectItem(p, "arguments"), *first = cJSON_GetArrayItem(arguments, 0);
    const cJSON *command = cJSON_GetObjectItem(p, "command");
    struct document *d = cJSON_IsString(first) ? find(s, first->valuestring) : NULL;
    if (cJSON_IsString(command) && (!strcmp(command->valuestring, LSP_REPORT) || !strcmp(command->valuestring, LSP_REPLAY)))
        run_errand(s, command->valuestring, arguments);
    else if (d && d->open && !d->running)
        d->stage = d->round = 0;
}

static void on_question(struct server *s, const char *method, const cJSON *id, const cJSON *p)
{
    const cJSON *uri = member(p, "textDocument", "uri");
    struct document *d = cJSON_IsString(uri) ? find(s, uri->valuestring) : NULL;
    if (!strcmp(method, "workspace/executeCommand")) {
        on_command(s, p);
        lsp_answer(id, cJSON_CreateNull());
    } else if (!d) {
        lsp_answer(id, cJSON_CreateNull());
    } else if (!strcmp(method, "textDocument/codeLens")) {
        struct lsp_view v = view_of(s, d);
        lsp_answer(id, lsp_lenses(&v));
    } else if (!strcmp(method, "textDocument/codeAction")) {
        struct lsp_view v = view_of(s, d);
        const cJSON *range = cJSON_GetObjectItem(p, "range"), *from = member(range, "start", "line"),
                    *to = member(range, "end", "line");
        bool ok = cJSON_IsNumber(from) && cJSON_IsNumber(to) && from->valuedouble >= 0 && to->valuedouble >= 0;
        lsp_answer(id, ok ? lsp_actions(&v, (unsigned)from->valuedouble, (unsigned)to->valuedouble) : cJSON_CreateNull());
    } else {
        struct lsp_view v = view_of(s, d);
        const cJSON *line = member(p, "position", "line"), *character = member(p, "position", "character");
        bool ok = cJSON_IsNumber(line) && cJSON_IsNumber(character) && line->valuedouble >= 0 && character->valuedouble >= 0;
        lsp_answer(id, ok ? lsp_hover(&v, (unsigned)line->valuedouble, (unsigned)character->valuedouble) : cJSON_CreateNull());
    }
}

static void handle(struct server *s, const cJSON *message)
{
    static const char *const questions[] = {"textDocument/hover", "textDocument/codeLens", "textDocument/codeAction",
                                            "workspace/executeCommand"};
    const cJSON *name = cJSON_GetObjectItem(message, "method"), *id = cJSON_GetObjectItem(message, "id");
    const cJSON *p = cJSON_GetObjectItem(message, "params");
    const char *method = cJSON_IsString(name) ? name->valuestring : "";
    bool question = false;
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
        question |= !strcmp(questions[i], method);
    if (!strcmp(method, "initialize"))
        on_initialize(id);
    else if (!strcmp(method, "exit"))
        s->ended = true;
    else if (!strcmp(method, "shutdown")) {
        s->stopping = true;
        lsp_answer(id, cJSON_CreateNull());
    } else if (question)
        on_question(s, method, id, p);
    else if (starts_with(method, "textDocument/did"))
        on_change(s, method, p);
    else if (id && *method)
        lsp_refuse(id, METHOD_NOT_FOUND, "not a method of heddle lsp");
}

static void serve(struct server *s)
{
    while (!s->ended && !s->wire.ended && !s->wire.broken && !interrupted()) {
        cJSON *message = lsp_next(&s->wire);
        if (message) {
            handle(s, message);
            cJSON_Delete(message);
        } else if (!s->wire.broken) {
            lsp_receive(&s->wire, work(s));
        }
    }
}

static void release(struct server *s)
{
    vector_each(struct document **, d, &s->documents) {
        stop(*d);
        lsp_errand_end(&(*d)->errand);
        forget_answers(*d);
        unlink((*d)->copy);
        unlink(report_path(s, *d));
        text_free(&(*d)->text);
        text_free(&(*d)->errors);
        mem_free(*d);
    }
    vector_free(&s->documents);
    rmdir(s->folder);
    lsp_wire_free(&s->wire);
    arena_release(&s->words);
}

int command_lsp(const struct options *o)
{
    struct server s = {.options = o};
    if (o->files.size) {
        log_error("'lsp' takes no files: the editor says which");
        return STATUS_USAGE;
    }
    s.folder = temporary_folder(&s.words);
    if (!s.folder) {
        log_error("cannot make a folder for copies: %s", strerror(errno));
        arena_release(&s.words);
        return STATUS_INPUT;
    }
    char here[4096];
    s.here = getcwd(here, sizeof here) ? here : "";
    serve(&s);
    if (s.wire.broken)
        log_error("'lsp' speaks the Language Server Protocol on standard input, and this is not it");
    int status = s.wire.broken ? STATUS_INPUT : s.stopping || !s.ended ? STATUS_TRUE : STATUS_FALSE;
    release(&s);
    return status;
}
