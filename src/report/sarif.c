/* SARIF 2.1.0 (OASIS, 2020) for code scanning: one rule for each property, one result for each check that is violated or
 * open, one code flow for each violation with a thread flow for each thread; executionOrder is the schedule. Fingerprints are made from the check's text, its function and the text of its source line, not from line
 * numbers: they stay when code above moves. Equal ones are numbered. Columns are counted in characters (code points).
 */
#include "base/log.h"
#include "base/map.h"
#include "base/options.h"
#include "base/self.h"
#include "program/print.h"
#include "report/ending.h"
#include "report/execution.h"
#include "report/fold.h"
#include "base/json_words.h"
#include "report/place.h"
#include "report/reports.h"
#include "report/source.h"
#include "report/why.h"

#include <inttypes.h>
#include <unistd.h>

struct writer {
    const struct report *report;
    struct sources sources;
    struct arena words;
    struct map seen; /* fingerprint to how often */
};

/* --- places --- */

/* A path as a URI: relative ones stay relative. */
static const char *uri_of(struct writer *w, const char *path)
{
    struct text t = {0};
    if (path[0] == '/')
        text_append(&t, "file://");
    for (; *path; path++)
        if ((*path >= 'a' && *path <= 'z') || (*path >= 'A' && *path <= 'Z') || (*path >= '0' && *path <= '9') ||
            strchr("/._-~+", *path))
            text_char(&t, *path);
        else
            text_printf(&t, "%%%02X", (unsigned char)*path);
    const char *uri = arena_strdup(&w->words, text_string(&t));
    text_free(&t);
    return uri;
}

static cJSON *artifact_of(struct writer *w, const char *file)
{
    cJSON *o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "uri", uri_of(w, file));
    return o;
}

static cJSON *message_of(struct writer *w, const char *words)
{
    cJSON *o = cJSON_CreateObject();
    json_add_string(o, "text", words, &w->words);
    return o;
}

static void add_region(struct writer *w, cJSON *to, struct position pos)
{
    struct text line = {0};
    cJSON *region = cJSON_AddObjectToObject(to, "region");
    cJSON_AddNumberToObject(region, "startLine", pos.line);
    json_add_positive(region, "startColumn", source_column(&w->sources, pos.file, pos.line, pos.column));
    if (source_line(&w->sources, pos.file, pos.line, &line)) {
        cJSON *context = cJSON_AddObjectToObject(to, "contextRegion");
        cJSON_AddNumberToObject(context, "startLine", pos.line);
        cJSON_AddItemToObject(context, "snippet", message_of(w, text_string(&line)));
    }
    text_free(&line);
}

/* words may be NULL. A check of the whole program has no position: the first file is named. */
static cJSON *location_of(struct writer *w, struct position pos, const char *words)
{
    cJSON *o = cJSON_CreateObject();
    const char *file = pos.file ? pos.file : w->report->file_count ? called_file(w->report->files[0]) : NULL;
    if (file) {
        cJSON *physical = cJSON_AddObjectToObject(o, "physicalLocation");
        cJSON_AddItemToObject(physical, "artifactLocation", artifact_of(w, file));
        if (pos.file && pos.line)
            add_region(w, physical, pos);
    }
    if (pos.function) {
        cJSON *logical = cJSON_CreateObject();
        json_add_string(logical, "name", pos.function, &w->words);
        cJSON_AddStringToObject(logical, "kind", "function");
        cJSON_AddItemToArray(cJSON_AddArrayToObject(o, "logicalLocations"), logical);
    }
    if (words)
        cJSON_AddItemToObject(o, "message", message_of(w, words));
    return o;
}

/* --- flows --- */

static void add_kind(cJSON *kinds, const char *kind)
{
    const cJSON *k;
    cJSON_ArrayForEach(k, kinds) if (!strcmp(k->valuestring, kind)) return;
    cJSON_AddItemToArray(kinds, cJSON_CreateString(kind));
}

/* In the words that the standard proposes (3.38.8). */
static void add_kinds(cJSON *to, const struct schedule_line *line)
{
    cJSON *kinds = cJSON_CreateArray();
    vector_each(const struct effect *, e, &line->effects) {
        if (e->kind == EFFECT_READ || e->kind == EFFECT_WRITE)
            add_kind(kinds, "memory");
        else if (e->kind == EFFECT_INPUT)
            add_kind(kinds, "value");
        else if (!strcmp(e->verb, "locks"))
            add_kind(kinds, "acquire"), add_kind(kinds, "lock");
        else if (!strcmp(e->verb, "unlocks") || starts_with(e->verb, "waits"))
            add_kind(kinds, "release"), add_kind(kinds, "lock");
        else if (!strcmp(e->verb, "fails"))
            add_kind(kinds, "danger");
    }
    if (cJSON_GetArraySize(kinds))
        cJSON_AddItemToObject(to, "kinds", kinds);
    else
        cJSON_Delete(kinds);
}

static cJSON *flow_of(struct writer *w, cJSON *flows, const char *thread)
{
    cJSON *f;
    cJSON_ArrayForEach(f, flows) if (!strcmp(cJSON_GetObjectItem(f, "id")->valuestring, thread)) return f;
    f = cJSON_CreateObject();
    json_add_string(f, "id", thread, &w->words);
    cJSON_AddItemToObject(f, "message", message_of(w, arena_printf(&w->words, "thread %s", thread)));
    cJSON_AddArrayToObject(f, "locations");
    cJSON_AddItemToArray(flows, f);
    return f;
}

static cJSON *add_step(struct writer *w, cJSON *flows, const char *thread, struct position pos, const char *words, int order)
{
    cJSON *step = cJSON_CreateObject();
    cJSON_AddItemToObject(step, "location", location_of(w, pos, words));
    cJSON_AddNumberToObject(step, "executionOrder", order);
    cJSON_AddItemToArray(cJSON_GetObjectItem(flow_of(w, flows, thread), "locations"), step);
    return step;
}

/* Not a sequence of steps: all of it is where it fails. */
static void add_execution(struct writer *w, cJSON *flows, const struct report_check *c)
{
    struct text words = {0};
    execution_print(&words, c->execution);
    add_step(w, flows, c->check->pos.function ? c->check->pos.function : "", c->check->pos, text_string(&words), 1);
    text_free(&words);
}

static cJSON *code_flows(struct writer *w, const struct report_check *c)
{
    struct schedule s;
    schedule_make(&s, w->report->program, c->trace, false, w->report->deadline);
    cJSON *list = cJSON_CreateArray(), *flow = cJSON_CreateObject(), *flows = cJSON_AddArrayToObject(flow, "threadFlows");
    cJSON_AddItemToArray(list, flow);
    struct text why = {0};
    if (check_is_condition(c->check) && why_print(&why, &s))
        cJSON_AddItemToObject(flow, "message", message_of(w, text_string(&why)));
    text_free(&why);
    schedule_cut(&s, KEPT_FIRST, KEPT_LAST);
    int order = 0;
    if (c->execution)
        add_execution(w, flows, c);
    vector_each(const struct schedule_line *, line, &s.lines) {
        struct text words = {0};
        text_printf(&words, "%s: ", line->thread);
        vector_each(const struct effect *, e, &line->effects) {
            text_append(&words, e == line->effects.data ? "" : ", ");
            effect_print(&words, e);
        }
        add_kinds(add_step(w, flows, line->thread, line->pos, text_string(&words), ++order), line);
        text_free(&words);
    }
    ending_vector endings = {0};
    endings_find(&endings, w->report->program, c->trace, &w->words);
    order++; /* the same for all: they happen at once */
    vector_each(const struct ending *, e, &endings)
        add_step(w, flows, e->thread, e->pos, arena_printf(&w->words, "%s %s", e->thread, e->words), order);
    vector_free(&endings);
    schedule_free(&s);
    return list;
}

/* --- results --- */

/* A line without its comments, and with single blanks: what somebody says about it does not make it another one. */
static void append_code(struct text *t, const char *line)
{
    bool blank = false;
    char quote = 0;
    for (; *line && (quote || strncmp(line, "//", 2)); line++) {
        if (!quote && !strncmp(line, "/*", 2)) {
            const char *end = strstr(line + 2, "*/");
            if (!end)
                return;
            line = end + 1;
            continue;
        }
        if (*line == ' ') {
            blank = true;
            continue;
        }
        if (blank)
            text_char(t, ' ');
        blank = false;
        text_char(t, *line);
        if (quote && *line == '\\' && line[1])
            text_char(t, *++line);
        else if (quote ? *line == quote : *line == '"' || *line == '\'')
            quote = quote ? 0 : *line;
    }
}

static void fingerprint_place(struct writer *w, struct text *t, struct position pos)
{
    struct text line = {0};
    text_printf(t, "\n%s\n", pos.function ? pos.function : "");
    source_line(&w->sources, pos.file, pos.line, &line);
    append_code(t, text_string(&line));
    text_free(&line);
}

static const char *fingerprint_of(struct writer *w, const struct check *c)
{
    struct text t = {0};
    text_printf(&t, "%s\n%s", property_name(c->property), c->text);
    fingerprint_place(w, &t, c->pos);
    struct position other;
    if (report_other_place(w->report, c, &other))
        fingerprint_place(w, &t, other);
    uint64_t hash = hash_bytes(text_string(&t), t.size), often = 0;
    text_free(&t);
    map_get(&w->seen, hash, &often);
    map_put(&w->seen, hash, often + 1);
    return arena_printf(&w->words, "%016" PRIx64 ":%" PRIu64, hash, often + 1);
}

static cJSON *result_of(struct writer *w, const struct report_check *c)
{
    cJSON *o = cJSON_CreateObject();
    bool violated = c->answer == REPORT_VIOLATED;
    const char *reason = c->reason ? c->reason : w->report->reason;
    cJSON_AddStringToObject(o, "ruleId", property_name(c->check->property));
    cJSON_AddNumberToObject(o, "ruleIndex", c->check->property);
    cJSON_AddStringToObject(o, "kind", violated ? "fail" : "open");
    cJSON_AddStringToObject(o, "level", violated ? "error" : "none");
    struct text said = {0};
    report_say(&said, c);
    if (!violated && reason)
        text_printf(&said, ": %s", reason);
    cJSON_AddItemToObject(o, "message", message_of(w, text_string(&said)));
    text_free(&said);
    cJSON_AddItemToArray(cJSON_AddArrayToObject(o, "locations"), location_of(w, report_place(w->report, c), NULL));
    struct position second;
    if (report_other_place(w->report, c->check, &second)) {
        cJSON *other = location_of(w, second, "the other access");
        cJSON_AddNumberToObject(other, "id", 1);
        cJSON_AddItemToArray(cJSON_AddArrayToObject(o, "relatedLocations"), other);
    }
    cJSON_AddStringToObject(cJSON_AddObjectToObject(o, "partialFingerprints"), "heddleCheck/v1", fingerprint_of(w, c->check));
    if (violated)
        cJSON_AddItemToObject(o, "codeFlows", code_flows(w, c));
    if (c->engine)
        json_add_string(cJSON_AddObjectToObject(o, "properties"), "engine", c->engine, &w->words);
    return o;
}

/* --- the run --- */

/* A page of docs/, beside the program where it is installed; packages are moved after they are built. */
static const char *page_uri(struct writer *w, const char *page)
{
    struct text own = {0};
    const char *path = arena_printf(&w->words, "%s/%s/docs/%s", HEDDLE_PREFIX, HEDDLE_DOCS, page);
    if (add_own_path(&own)) {
        char *slash = strrchr(own.data, '/'), *prefix = slash ? (*slash = '\0', strrchr(own.data, '/')) : NULL;
        if (prefix)
            *prefix = '\0';
        const char *beside = arena_printf(&w->words, "%s/%s/docs/%s", own.data, HEDDLE_DOCS, page);
        path = prefix && access(beside, R_OK) == 0 ? beside : path;
    }
    text_free(&own);
    return uri_of(w, path);
}

static cJSON *driver(struct writer *w)
{
    cJSON *o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "name", "heddle");
    cJSON_AddStringToObject(o, "version", HEDDLE_VERSION);
    cJSON_AddStringToObject(o, "informationUri", page_uri(w, "reports.md"));
    cJSON *list = cJSON_AddArrayToObject(o, "rules");
    for (unsigned p = 0; p < PROPERTIES; p++) {
        cJSON *r = cJSON_CreateObject();
        cJSON_AddStringToObject(r, "id", property_name((enum property)p));
        cJSON_AddStringToObject(r, "name", property_rows[p].rule);
        cJSON_AddStringToObject(cJSON_AddObjectToObject(r, "shortDescription"), "text", property_rows[p].summary);
        cJSON_AddStringToObject(cJSON_AddObjectToObject(r, "fullDescription"), "text", property_rows[p].help);
        cJSON_AddStringToObject(cJSON_AddObjectToObject(r, "help"), "text", property_rows[p].help);
        const char *page = arena_printf(&w->words, "properties/%s.md", property_name((enum property)p));
        cJSON_AddStringToObject(r, "helpUri", page_uri(w, page));
        cJSON_AddStringToObject(cJSON_AddObjectToObject(r, "defaultConfiguration"), "level", "error");
        cJSON_AddItemToArray(list, r);
    }
    return o;
}

static void notify(struct writer *w, cJSON *list, const char *level, const char *words, const struct position *pos)
{
    cJSON *o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "level", level);
    cJSON_AddItemToObject(o, "message", message_of(w, words));
    if (pos && pos->file)
        cJSON_AddItemToArray(cJSON_AddArrayToObject(o, "locations"), location_of(w, *pos, NULL));
    cJSON_AddItemToArray(list, o);
}

/* What was not decided, and what heddle does not model in this program. */
static void add_notifications(struct writer *w, cJSON *invocation)
{
    const struct report *r = w->report;
    cJSON *list = cJSON_AddArrayToObject(invocation, "toolExecutionNotifications");
    if (r->answer == REPORT_OPEN)
        notify(w, list, r->program ? "warning" : "error", r->reason ? r->reason : "no engine could decide", NULL);
    vector_each(const char *const *, n, &r->notes)
        notify(w, list, "note", *n, NULL);
    if (r->program)
        vector_each(const struct code *, c, &r->program->codes)
            vector_each(const struct location *, l, &c->locations)
                if (l->flags & LOC_UNSUPPORTED)
                    notify(w, list, "note", arena_printf(&w->words, "not modelled: %s", l->reason), &l->pos);
}

static cJSON *invocation_of(struct writer *w)
{
    cJSON *o = cJSON_CreateObject();
    cJSON_AddBoolToObject(o, "executionSuccessful", w->report->program != NULL);
    cJSON_AddNumberToObject(o, "exitCode", w->report->exit_status);
    cJSON_AddStringToObject(o, "exitCodeDescription", report_verdict_name(w->report->answer));
    add_notifications(w, o);
    return o;
}

bool report_sarif(struct text *out, const struct report *r)
{
    struct writer w = {.report = r, .sources = {.inputs = r->files, .input_count = r->file_count}};
    cJSON *o = cJSON_CreateObject(), *run = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    cJSON_AddStringToObject(o, "version", "2.1.0");
    cJSON_AddItemToArray(cJSON_AddArrayToObject(o, "runs"), run);
    cJSON_AddItemToObject(cJSON_AddObjectToObject(run, "tool"), "driver", driver(&w));
    cJSON_AddItemToArray(cJSON_AddArrayToObject(run, "invocations"), invocation_of(&w));
    cJSON *artifacts = cJSON_AddArrayToObject(run, "artifacts");
    for (uint32_t i = 0; i < r->file_count; i++) {
        cJSON *a = cJSON_CreateObject();
        cJSON_AddItemToObject(a, "location", artifact_of(&w, called_file(r->files[i])));
        cJSON_AddItemToArray(artifacts, a);
    }
    cJSON_AddStringToObject(run, "columnKind", "unicodeCodePoints");
    cJSON *results = cJSON_AddArrayToObject(run, "results");
    vector_each(const struct report_check *, c, &r->checks)
        if (c->answer != REPORT_PROVED)
            cJSON_AddItemToArray(results, result_of(&w, c));
    json_print(out, o, true);
    sources_free(&w.sources);
    map_free(&w.seen);
    arena_release(&w.words);
    return true;
}
