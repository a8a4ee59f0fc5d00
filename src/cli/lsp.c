/* heddle lsp: a language server. A document is verified as it is in the editor, saved or not: groups of properties, each in a session of libheddle;
 * what an engine decides is shown at once. Groups have little time at first, side by side; those that would need more get it afterwards, one by
 * one. A change ends what runs and begins anew, unless it is one of comments alone. If heddle.yml of the current folder lists a
 * program with the file, its other files, flags and entries are taken from there. */
#include "base/clock.h"
#include "base/effort.h"
#include "base/log.h"
#include "base/output.h"
#include "cli/commands.h"
#include "cli/lsp_comments.h"
#include "cli/lsp_errand.h"
#include "cli/lsp_question.h"
#include "cli/lsp_views.h"
#include "cli/lsp_wire.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

/* What is asked: races by themselves, since large programs have answers for them soon; assertions, since they are told as they are decided. */
static const char *const groups[] = {"race", "reach", "deadlock,locks,memory,overflow"};
enum { GROUPS = sizeof groups / sizeof *groups, METHOD_NOT_FOUND = -32601 };

/* One of them, for a document. */
struct stage {
    heddle_session *session; /* NULL: it does not run */
    bool wanted;
    bool late;           /* it has had too little time */
    double limit, begun; /* in seconds; by clock_wall() */
    bool heard;          /* news that are not published yet */
    cJSON *answers;      /* the report; before it is there, one of what is decided already; or NULL */
};

struct document {
    const char *uri, *path;
    const char *name; /* that files about it begin with */
    struct text text;
    double version; /* of the text, as the editor counts; less than 0 if it does not say */
    bool open, changed;
    double due;   /* when stages may begin; by clock_wall() */
    bool patient; /* all have had their turn: with all the time that there is */
    struct stage stages[GROUPS];
    struct text errors; /* of the compiler */
    struct lsp_errand errand;
};

struct server {
    const struct options *options;
    struct lsp_wire wire;
    VECTOR(struct document *) documents;
    const char *folder; /* of files that errands write */
    const char *here;   /* the current folder */
    bool refreshes;     /* the editor asks for code lenses again when it is told to */
    bool stopping, ended;
    struct arena words;
};

#define each_stage(g, d) for (struct stage *g = (d)->stages; g < (d)->stages + GROUPS; g++)

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
    each_stage(g, d)
    {
        cJSON_Delete(g->answers);
        g->answers = NULL;
    }
    text_clear(&d->errors);
}

static void stop(struct document *d)
{
    each_stage(g, d)
    {
        g->wanted = false;
        heddle_free(g->session);
        g->session = NULL;
    }
}

static bool is_busy(struct document *d)
{
    bool busy = false;
    each_stage(g, d) busy |= g->session || g->wanted;
    return busy;
}

static void begin(struct document *d, double pause)
{
    each_stage(g, d) g->wanted = true;
    d->patient = false;
    d->due = clock_wall() + pause;
}

static struct document *add_document(struct server *s, const char *uri)
{
    struct document *d = NEW(struct document);
    d->uri = arena_strdup(&s->words, uri);
    d->path = lsp_path(uri, &s->words);
    d->name = arena_printf(&s->words, "%s/%u", s->folder, s->documents.size);
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
    begin(d, pause);
}

/* --- verifying --- */

static heddle_session *ask_for(struct server *s, struct document *d, const char *properties, double limit)
{
    heddle_session *session =
        lsp_question_session(&(struct lsp_question){s->options, d->path, text_string(&d->text), properties, limit});
    if (!session)
        log_error("cannot ask about %s: %s", d->path, strerror(errno));
    return session;
}

/* What was open at first, and is decided now, is not open any more. */
static void forget_open(cJSON *checks, const cJSON *decided)
{
    static const char *const same[] = {"property", "text", "file", "line", "column", "other"};
    for (cJSON *c = checks->child, *next; c; c = next) {
        next = c->next;
        bool old = !strcmp(cJSON_GetStringValue(cJSON_GetObjectItem(c, "answer")), "open");
        for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
            const cJSON *a = cJSON_GetObjectItem(c, same[i]), *b = cJSON_GetObjectItem(decided, same[i]);
            old = old && ((!a && !b) || cJSON_Compare(a, b, true));
        }
        if (old)
            cJSON_Delete(cJSON_DetachItemViaPointer(checks, c));
    }
}

/* What an engine has decided, or the survey has left open, while there is no report: a report of what is known. */
static void hear(const heddle_check *c, void *stage)
{
    struct stage *g = stage;
    cJSON *heard = cJSON_Parse(c->json);
    if (!g->answers)
        cJSON_AddArrayToObject(g->answers = cJSON_CreateObject(), "checks");
    cJSON *checks = cJSON_GetObjectItem(g->answers, "checks");
    if (c->answer != HEDDLE_OPEN)
        forget_open(checks, heard);
    cJSON_AddItemToArray(checks, heard);
    g->heard = true;
}

/* Whether there is an answer for any check. */
static bool knows(const struct stage *g) { return cJSON_GetArraySize(cJSON_GetObjectItem(g->answers, "checks")); }

/* Who is patient and has answers knows more already than news say. */
static void start(struct server *s, struct document *d, struct stage *g)
{
    g->wanted = g->heard = g->late = false;
    g->limit = d->patient ? INFINITY : CLOCK_LSP_FIRST;
    g->begun = clock_wall();
    g->session = ask_for(s, d, groups[g - d->stages], g->limit);
    if (!g->session)
        return;
    if (!knows(g)) {
        cJSON_Delete(g->answers);
        g->answers = NULL;
    }
    if (!d->patient || !g->answers)
        heddle_on_news(g->session, hear, g);
    if (!heddle_start(g->session))
        return;
    log_error("cannot ask about %s: %s", d->path, heddle_reason(g->session));
    heddle_free(g->session);
    g->session = NULL;
}

/* Those that are wanted: side by side at first, then one at a time. */
static void start_wanted(struct server *s, struct document *d)
{
    if (d->changed) {
        forget_answers(d);
        d->changed = false;
    }
    bool alone = false;
    each_stage(g, d) alone |= g->session && d->patient;
    each_stage(g, d)
    {
        if (!g->wanted || alone)
            continue;
        start(s, d, g);
        alone = d->patient;
    }
}

/* A command that a code action names: the document, and the property that is violated. */
static void run_errand(struct server *s, const char *command, const cJSON *arguments)
{
    const cJSON *uri = cJSON_GetArrayItem(arguments, 0), *property = cJSON_GetArrayItem(arguments, 1);
    struct document *d = cJSON_IsString(uri) ? find(s, uri->valuestring) : NULL;
    if (!d || !d->open || d->changed || !cJSON_IsString(property) || !options_have_choice("property", property->valuestring))
        return;
    heddle_session *session = ask_for(s, d, property->valuestring, INFINITY);
    lsp_errand_start(&d->errand, !strcmp(command, LSP_REPLAY), d->name, session, &s->words);
}

static struct lsp_view view_of(struct server *s, struct document *d)
{
    struct lsp_view v = {d->uri, d->path, s->here, text_string(&d->text), {0}, GROUPS, &s->words};
    for (unsigned i = 0; i < GROUPS; i++)
        v.reports[i] = d->stages[i].answers;
    return v;
}

/* Nothing at all is said when everything has been asked, and had time enough: what is shown of the text before may be true of this one, too. */
static void publish(struct server *s, struct document *d)
{
    struct arena words = ARENA_EMPTY;
    struct lsp_view v = view_of(s, d);
    cJSON *o = cJSON_CreateObject();
    bool known = true;
    v.words = &words;
    each_stage(g, d) known &= !g->late && (g->answers || !(g->session || g->wanted));
    cJSON_AddStringToObject(o, "uri", d->uri);
    if (d->open && d->version >= 0)
        cJSON_AddNumberToObject(o, "version", d->version);
    cJSON *list = cJSON_AddArrayToObject(o, "diagnostics");
    if (d->open) {
        lsp_add_diagnostics(&v, list);
        lsp_add_compiler_errors(&v, text_string(&d->errors), list);
    }
    if (known || !d->open || cJSON_GetArraySize(list))
        lsp_notify("textDocument/publishDiagnostics", o);
    else
        cJSON_Delete(o);
    arena_release(&words);
}

/* What cannot be compiled needs no other. */
static void take(struct server *s, struct document *d, struct stage *g)
{
    heddle_verdict verdict = heddle_collect(g->session);
    const char *report = heddle_json(g->session, 0);
    g->late = verdict == HEDDLE_UNKNOWN && clock_wall() - g->begun > g->limit / 2;
    if (report) {
        cJSON_Delete(g->answers);
        g->answers = cJSON_Parse(report);
    }
    if (verdict == HEDDLE_ERROR)
        text_append(&d->errors, heddle_messages(g->session));
    heddle_free(g->session);
    g->session = NULL;
    if (verdict == HEDDLE_ERROR)
        stop(d);
    publish(s, d);
    if (s->refreshes)
        lsp_ask("workspace/codeLens/refresh", cJSON_CreateNull());
}

static void look_at(struct server *s, struct document *d, struct stage *g)
{
    bool running = heddle_poll(g->session);
    if (!running)
        take(s, d, g);
    else if (g->heard)
        publish(s, d);
    g->heard = false;
}

/* Those that have had too little time get more, once. */
static void be_patient(struct document *d)
{
    d->patient = true;
    each_stage(g, d)
    {
        g->wanted = g->late;
        g->late = false;
    }
}

/* Starts what is due and takes what has ended. Returns how long nothing will happen by itself, less than 0 for ever. */
static double work(struct server *s)
{
    double wait = -1;
    vector_each(struct document **, each, &s->documents) {
        struct document *d = *each;
        lsp_errand_poll(&d->errand, &s->words);
        if (!d->open)
            continue;
        each_stage(g, d) if (g->session) look_at(s, d, g);
        if (!is_busy(d) && !d->patient)
            be_patient(d);
        double left = d->due - clock_wall();
        if (left <= 0)
            start_wanted(s, d);
        else if (is_busy(d) && (wait < 0 || left < wait))
            wait = left;
    }
    return wait;
}

/* What runs, and has something to say. */
static void watch(const struct server *s, descriptors *out)
{
    vector_each(struct document **, each, &s->documents) {
        if ((*each)->errand.session)
            vector_push(out, heddle_fd((*each)->errand.session));
        each_stage(g, *each) if (g->session) vector_push(out, heddle_fd(g->session));
    }
}

/* --- messages --- */

static const cJSON *member(const cJSON *o, const char *a, const char *b)
{
    return cJSON_GetObjectItemCaseSensitive(cJSON_GetObjectItemCaseSensitive(o, a), b);
}

static void on_initialize(struct server *s, const cJSON *id, const cJSON *p)
{
    const cJSON *lenses = member(cJSON_GetObjectItem(p, "capabilities"), "workspace", "codeLens");
    s->refreshes = cJSON_IsTrue(cJSON_GetObjectItem(lenses, "refreshSupport"));
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

static double version_of(const cJSON *p)
{
    const cJSON *version = member(p, "textDocument", "version");
    return cJSON_IsNumber(version) ? version->valuedouble : -1;
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
        d->version = version_of(p);
        set_text(d, cJSON_GetObjectItem(cJSON_GetArrayItem(changes, cJSON_GetArraySize(changes) - 1), "text"), CLOCK_LSP_PAUSE);
    } else if (!strcmp(method, "textDocument/didOpen")) {
        d->version = version_of(p);
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
    else if (d && d->open && !is_busy(d))
        begin(d, 0);
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
        on_initialize(s, id, p);
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
            double wait = work(s);
            descriptors running = {0};
            watch(s, &running);
            lsp_receive(&s->wire, &running, wait);
            vector_free(&running);
        }
    }
}

static void release(struct server *s)
{
    vector_each(struct document **, d, &s->documents) {
        stop(*d);
        lsp_errand_end(&(*d)->errand);
        forget_answers(*d);
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
        log_error("cannot make a folder for reports: %s", strerror(errno));
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
