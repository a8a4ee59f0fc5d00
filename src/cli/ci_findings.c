#include "cli/ci_findings.h"

#include "base/log.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

const char *ci_state_name(enum ci_state state)
{
    static const char *const names[] = {"new", "unchanged", "fixed", "not seen"};
    return names[state];
}

unsigned ci_count(const ci_findings *all, enum ci_state state)
{
    unsigned n = 0;
    vector_each(const struct ci_finding *, f, all)
        n += !f->ignored && f->state == state;
    return n;
}

unsigned ci_count_ignored(const ci_findings *all)
{
    unsigned n = 0;
    vector_each(const struct ci_finding *, f, all)
        n += f->ignored && f->state != CI_FIXED && f->state != CI_NOT_SEEN;
    return n;
}

/* --- from SARIF --- */

/* "a.0.b": a member, an element, a member; NULL if it is not there. */
static const cJSON *at(const cJSON *o, const char *path)
{
    while (o && *path) {
        char name[40];
        size_t n = strcspn(path, ".");
        snprintf(name, sizeof name, "%.*s", (int)n, path);
        o = cJSON_IsArray(o) ? cJSON_GetArrayItem(o, name[0] - '0') : cJSON_GetObjectItemCaseSensitive(o, name);
        path += n + (path[n] == '.');
    }
    return o;
}

static const char *string_at(const cJSON *o, const char *path, struct arena *words)
{
    const cJSON *s = at(o, path);
    return cJSON_IsString(s) ? arena_strdup(words, s->valuestring) : NULL;
}

static unsigned number_at(const cJSON *o, const char *path)
{
    const cJSON *n = at(o, path);
    return cJSON_IsNumber(n) && n->valuedouble > 0 ? (unsigned)n->valuedouble : 0;
}

static int hex(char c) { return c >= '0' && c <= '9' ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1; }

/* The path that a URI of a report stands for. */
static const char *path_of_uri(const char *uri, struct arena *words)
{
    if (!uri)
        return "";
    if (starts_with(uri, "file://"))
        uri += 7;
    char *path = arena_strdup(words, uri), *to = path;
    for (const char *c = uri; *c; c++, to++)
        if (*c == '%' && hex(c[1]) >= 0 && hex(c[2]) >= 0) {
            *to = (char)(hex(c[1]) * 16 + hex(c[2]));
            c += 2;
        } else {
            *to = *c;
        }
    *to = 0;
    return path;
}

static bool same(const struct ci_finding *a, const struct ci_finding *b)
{
    return !strcmp(a->property, b->property) && !strcmp(a->file, b->file) && !strcmp(a->fingerprint, b->fingerprint);
}

/* Two accesses of one statement (c++ reads and writes) that meet the same one are one mistake in the eyes of a user. */
static bool repeats(const struct ci_finding *a, const struct ci_finding *b)
{
    size_t n = strcspn(a->fingerprint, ":");
    return n == strcspn(b->fingerprint, ":") && !strncmp(a->fingerprint, b->fingerprint, n) && a->line == b->line &&
           a->program == b->program && !strcmp(a->file, b->file) && !strcmp(a->other, b->other);
}

/* ", with line 20", or nothing. */
static const char *other_place(const cJSON *result, const char *file, struct arena *words)
{
    unsigned line = number_at(result, "relatedLocations.0.physicalLocation.region.startLine");
    const char *uri = string_at(result, "relatedLocations.0.physicalLocation.artifactLocation.uri", words);
    const char *other = path_of_uri(uri, words);
    if (!line)
        return "";
    return strcmp(other, file) ? arena_printf(words, ", with %s:%u", other, line) : arena_printf(words, ", with line %u", line);
}

void ci_findings_add(ci_findings *all, const char *program, const cJSON *sarif, struct arena *words)
{
    const cJSON *result;
    cJSON_ArrayForEach(result, at(sarif, "runs.0.results"))
    {
        const cJSON *kind = at(result, "kind"), *prints = at(result, "partialFingerprints");
        if (!cJSON_IsString(kind) || strcmp(kind->valuestring, "fail") || !prints || !prints->child)
            continue;
        struct ci_finding f = {.property = string_at(result, "ruleId", words),
                               .message = string_at(result, "message.text", words),
                               .function = string_at(result, "locations.0.logicalLocations.0.name", words),
                               .fingerprint = arena_strdup(words, prints->child->valuestring),
                               .program = program,
                               .line = number_at(result, "locations.0.physicalLocation.region.startLine"),
                               .column = number_at(result, "locations.0.physicalLocation.region.startColumn"),
                               .result = result};
        f.file = path_of_uri(string_at(result, "locations.0.physicalLocation.artifactLocation.uri", words), words);
        f.other = other_place(result, f.file, words);
        bool known = false;
        vector_each(const struct ci_finding *, g, all)
            known |= same(&f, g) || repeats(&f, g);
        if (!known)
            vector_push(all, f);
    }
}

/* --- who does not want to hear of it --- */

/* The line of that number; "" if there is none. */
static const char *line_of(const struct text *source, unsigned number, struct arena *words)
{
    const char *p = text_string(source);
    for (unsigned i = 1; i < number && p; i++)
        if ((p = strchr(p, '\n')))
            p++;
    return number && p ? arena_strndup(words, p, strcspn(p, "\n")) : "";
}

/* heddle: ignore race "why"; NULL if it is not there, "" if there is no reason. */
static const char *reason_in(const char *line, const char *property, struct arena *words)
{
    static const char mark[] = "heddle: ignore ";
    const char *comment = strstr(line, "//") ? strstr(line, "//") : strstr(line, "/*");
    const char *p = comment ? strstr(comment, mark) : NULL;
    if (!p)
        return NULL;
    p += strlen(mark);
    size_t n = strcspn(p, " \t\"*");
    if (n != strlen(property) || strncmp(p, property, n))
        return NULL;
    const char *from = strchr(p, '"'), *to = from ? strchr(from + 1, '"') : NULL;
    return to ? arena_strndup(words, from + 1, (size_t)(to - from) - 1) : "";
}

/* A comment and nothing else speaks of the line below it; one behind code, of that code. */
static bool is_comment(const char *line)
{
    line += strspn(line, " \t");
    const char *end = strncmp(line, "/*", 2) ? NULL : strstr(line, "*/");
    return !strncmp(line, "//", 2) || (end && !end[2 + strspn(end + 2, " \t\r")]);
}

static void look_in_source(struct ci_finding *f, const char *file, unsigned line, struct arena *words)
{
    struct text source = {0};
    if (f->ignored || !*file || !text_read_regular_file(&source, file)) {
        text_free(&source);
        return;
    }
    for (unsigned i = line ? line - 1 : 0; i <= line && !f->ignored; i++) {
        const char *text = line_of(&source, i, words);
        const char *why = i == line || is_comment(text) ? reason_in(text, f->property, words) : NULL;
        if (why && *why) {
            f->ignored = why;
            f->in_source = true;
        } else if (why) {
            log_warning("%s:%u: 'heddle: ignore %s' needs a reason in quotes, and counts for nothing without", file, i,
                        f->property);
        }
    }
    text_free(&source);
}

static bool fits(const struct ci_suppression *s, const struct ci_finding *f)
{
    return (!s->property || !strcmp(s->property, f->property)) && (!s->file || !strcmp(s->file, f->file)) &&
           (!s->function || (f->function && !strcmp(s->function, f->function))) && (!s->text || strstr(f->message, s->text));
}

void ci_findings_ignore(ci_findings *all, struct ci_config *config, struct arena *words)
{
    vector_each(struct ci_finding *, f, all) {
        const cJSON *other;
        look_in_source(f, f->file, f->line, words);
        cJSON_ArrayForEach(other, at(f->result, "relatedLocations"))
            look_in_source(f, path_of_uri(string_at(other, "physicalLocation.artifactLocation.uri", words), words),
                           number_at(other, "physicalLocation.region.startLine"), words);
        vector_each(struct ci_suppression *, s, &config->suppressions)
            if (fits(s, f)) {
                s->used = true;
                f->ignored = f->ignored ? f->ignored : s->reason;
            }
    }
}

/* --- the baseline --- */

static bool read_entry(const cJSON *o, struct ci_finding *f, struct arena *words)
{
    *f = (struct ci_finding){.property = string_at(o, "property", words),
                             .message = string_at(o, "message", words),
                             .file = string_at(o, "file", words),
                             .function = string_at(o, "function", words),
                             .fingerprint = string_at(o, "fingerprint", words),
                             .other = "",
                             .program = string_at(o, "program", words)};
    return f->property && f->message && f->file && f->fingerprint && f->program;
}

static bool compare(ci_findings *all, const cJSON *entries, ci_decided *decided, const void *context, struct arena *words)
{
    const cJSON *o;
    uint32_t now = all->size;
    if (!cJSON_IsArray(entries))
        return false;
    cJSON_ArrayForEach(o, entries)
    {
        struct ci_finding f;
        bool found = false;
        if (!read_entry(o, &f, words))
            return false;
        for (uint32_t i = 0; i < now; i++)
            if (same(&f, &all->data[i])) {
                all->data[i].state = CI_UNCHANGED;
                found = true;
            }
        f.state = decided(context, f.program) ? CI_FIXED : CI_NOT_SEEN;
        if (!found)
            vector_push(all, f);
    }
    return true;
}

bool ci_baseline_compare(ci_findings *all, const char *path, ci_decided *decided, const void *context, const char **error,
                         struct arena *words)
{
    struct text bytes = {0};
    cJSON *o = NULL;
    bool ok = true;
    if (!path || access(path, F_OK) != 0)
        return true;
    if (!text_read_regular_file(&bytes, path)) {
        *error = arena_printf(words, "cannot read %s: %s", path, file_problem(path) ? file_problem(path) : "it is no file");
        ok = false;
    } else if (!(o = cJSON_Parse(text_string(&bytes))) ||
               !compare(all, cJSON_GetObjectItem(o, "findings"), decided, context, words)) {
        *error = arena_printf(words, "%s: not a baseline of heddle ci", path);
        ok = false;
    }
    cJSON_Delete(o);
    text_free(&bytes);
    return ok;
}
