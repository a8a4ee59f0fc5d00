#include "cli/lsp_views.h"

#include "cli/lsp_errand.h"
#include "base/json_words.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ERROR = 1, INFORMATION = 3, MOST_STEPS = 60 };

/* --- places --- */

static int hex(char c) { return isdigit((unsigned char)c) ? c - '0' : isxdigit((unsigned char)c) ? tolower(c) - 'a' + 10 : -1; }

const char *lsp_path(const char *uri, struct arena *words)
{
    if (!starts_with(uri, "file://"))
        return "";
    char *path = arena_strdup(words, uri + 7), *to = path;
    for (const char *c = uri + 7; *c; c++, to++)
        if (*c == '%' && hex(c[1]) >= 0 && hex(c[2]) >= 0) {
            *to = (char)(hex(c[1]) * 16 + hex(c[2]));
            c += 2;
        } else {
            *to = *c;
        }
    *to = 0;
    return path;
}

static const char *uri_of(const char *path, struct arena *words)
{
    struct text t = {0};
    text_append(&t, "file://");
    for (; *path; path++)
        if (isalnum((unsigned char)*path) || strchr("/._-~+", *path))
            text_char(&t, *path);
        else
            text_printf(&t, "%%%02X", (unsigned char)*path);
    const char *uri = arena_strdup(words, text_string(&t));
    text_free(&t);
    return uri;
}

static const char *string_of(const cJSON *o, const char *name)
{
    const cJSON *s = cJSON_GetObjectItemCaseSensitive(o, name);
    return cJSON_IsString(s) ? s->valuestring : "";
}

static unsigned number_of(const cJSON *o, const char *name)
{
    const cJSON *n = cJSON_GetObjectItemCaseSensitive(o, name);
    return cJSON_IsNumber(n) && n->valuedouble > 0 ? (unsigned)n->valuedouble : 0;
}

/* Reports name files as a user of the current folder would. */
static const char *full_name(const struct lsp_view *v, const char *file)
{
    return *file && *file != '/' ? arena_printf(v->words, "%s/%s", v->folder, file) : file;
}

static bool is_document(const struct lsp_view *v, const char *file) { return !strcmp(full_name(v, file), v->path); }

static cJSON *position(unsigned line, unsigned character)
{
    cJSON *o = cJSON_CreateObject();
    cJSON_AddNumberToObject(o, "line", line);
    cJSON_AddNumberToObject(o, "character", character);
    return o;
}

/* The line of that number (from 1), without its end; NULL if there is none. */
static const char *line_of(const char *text, unsigned number, size_t *length)
{
    while (text && number-- > 1)
        if ((text = strchr(text, '\n')))
            text++;
    *length = text ? strcspn(text, "\r\n") : 0;
    return text;
}

/* Reports count bytes, the protocol units of UTF-16: one for each character, two for those beyond 16 bits. */
static bool begins_character(char c) { return ((unsigned char)c & 0xc0) != 0x80; }

static unsigned to_units(const char *line, size_t bytes)
{
    unsigned units = 0;
    for (size_t i = 0; i < bytes; i++)
        units += begins_character(line[i]) + ((unsigned char)line[i] >= 0xf0);
    return units;
}

static size_t to_bytes(const char *line, size_t length, unsigned units)
{
    size_t i = 0;
    while (i < length && (to_units(line, i) < units || !begins_character(line[i])))
        i++;
    return i;
}

/* From the column to the end of the word there, in the document; elsewhere one character. */
static cJSON *range_at(const struct lsp_view *v, const char *file, unsigned line, unsigned column)
{
    size_t length = 0, from = column ? column - 1 : 0, to = from + 1;
    const char *s = !is_document(v, file) ? NULL : line_of(v->text, line, &length);
    if (s && !column)
        from = strspn(s, " \t");
    if (s && from < length)
        for (to = from; to < length && (column == 0 || to == from || isalnum((unsigned char)s[to]) || s[to] == '_');)
            to++;
    while (s && to < length && !begins_character(s[to]))
        to++;
    cJSON *o = cJSON_CreateObject();
    bool here = s && from <= length && to <= length;
    cJSON_AddItemToObject(o, "start", position(line ? line - 1 : 0, here ? to_units(s, from) : (unsigned)from));
    cJSON_AddItemToObject(o, "end", position(line ? line - 1 : 0, here ? to_units(s, to) : (unsigned)to));
    return o;
}

/* --- diagnostics --- */

static void relate(const struct lsp_view *v, cJSON *list, const cJSON *place, const char *words)
{
    const char *file = string_of(place, "file");
    if (!*file || !number_of(place, "line"))
        return;
    cJSON *o = cJSON_CreateObject(), *location = cJSON_AddObjectToObject(o, "location");
    cJSON_AddStringToObject(location, "uri", is_document(v, file) ? v->uri : uri_of(full_name(v, file), v->words));
    cJSON_AddItemToObject(location, "range", range_at(v, file, number_of(place, "line"), number_of(place, "column")));
    json_add_string(o, "message", words, v->words);
    cJSON_AddItemToArray(list, o);
}

static void say_effects(struct text *out, const cJSON *step)
{
    const cJSON *e;
    const char *between = ": ";
    text_append(out, string_of(step, "thread"));
    cJSON_ArrayForEach(e, cJSON_GetObjectItem(step, "effects"))
    {
        const char *kind = string_of(e, "kind");
        text_append(out, between);
        between = ", ";
        if (!strcmp(kind, "event"))
            text_append(out, string_of(e, "what"));
        else
            text_printf(out, "%s%s = %s", !strcmp(kind, "read") ? "reads " : "", string_of(e, "name"), string_of(e, "value"));
    }
}

static void relate_schedule(const struct lsp_view *v, cJSON *list, const cJSON *check)
{
    const cJSON *step;
    const cJSON *steps = cJSON_GetObjectItem(check, "schedule");
    int skip = cJSON_GetArraySize(steps) - MOST_STEPS;
    struct text words = {0};
    const cJSON *other = cJSON_GetObjectItem(check, "other");
    if (other)
        relate(v, list, other, "the other access");
    cJSON_ArrayForEach(step, steps)
    {
        if (skip-- > 0)
            continue;
        text_clear(&words);
        say_effects(&words, step);
        relate(v, list, step, text_string(&words));
    }
    cJSON_ArrayForEach(step, cJSON_GetObjectItem(check, "end"))
    {
        text_clear(&words);
        text_printf(&words, "%s %s", string_of(step, "thread"), string_of(step, "what"));
        relate(v, list, step, text_string(&words));
    }
    text_free(&words);
}

static cJSON *diagnostic(const struct lsp_view *v, const cJSON *place, int severity, const char *code, const char *words)
{
    cJSON *o = cJSON_CreateObject();
    cJSON_AddItemToObject(o, "range", range_at(v, v->path, number_of(place, "line"), number_of(place, "column")));
    cJSON_AddNumberToObject(o, "severity", severity);
    cJSON_AddStringToObject(o, "source", "heddle");
    cJSON_AddStringToObject(o, "code", code);
    json_add_string(o, "message", words, v->words);
    return o;
}

/* What is said already about that place in words that begin and end so; or NULL. */
static cJSON *find_listed(const cJSON *list, const cJSON *d, const char *beginning, const char *end)
{
    cJSON *known;
    cJSON_ArrayForEach(known, list)
    {
        const char *words = string_of(known, "message");
        if (starts_with(words, beginning) && ends_with(words, end) &&
            cJSON_Compare(cJSON_GetObjectItem(known, "range"), cJSON_GetObjectItem(d, "range"), true))
            return known;
    }
    return NULL;
}

/* One mistake is shown once, however many pairs of accesses it has. Takes d. */
static void add_violated(cJSON *list, cJSON *d)
{
    if (find_listed(list, d, string_of(d, "message"), string_of(d, "message")))
        cJSON_Delete(d);
    else
        cJSON_AddItemToArray(list, d);
}

/* The same for what is open: an access has all that it may meet in one message. */
static void add_open(const struct lsp_view *v, cJSON *list, cJSON *d, const char *text, const char *with, const char *end)
{
    cJSON *known = find_listed(list, d, text, end);
    if (!known) {
        cJSON_AddItemToArray(list, d);
        return;
    }
    const char *words = string_of(known, "message");
    const char *more = arena_strndup(v->words, words, strlen(words) - strlen(end));
    if (!strstr(arena_printf(v->words, "%s,", more), arena_printf(v->words, "%s,", with))) {
        cJSON_DeleteItemFromObjectCaseSensitive(known, "message");
        json_add_string(known, "message", arena_printf(v->words, "%s%s%s", more, with, end), v->words);
    }
    cJSON_Delete(d);
}

static void add_check(const struct lsp_view *v, const cJSON *check, cJSON *list)
{
    const char *answer = string_of(check, "answer"), *why = string_of(check, "why");
    bool violated = !strcmp(answer, "violated");
    if (!strcmp(answer, "proved") || !is_document(v, string_of(check, "file")))
        return;
    unsigned other = number_of(cJSON_GetObjectItem(check, "other"), "line");
    const char *text = string_of(check, "text"), *with = other ? arena_printf(v->words, ", with line %u", other) : "";
    const char *end = !violated ? arena_printf(v->words, ": open (%s)", string_of(check, "reason"))
                      : *why    ? arena_printf(v->words, ": %s", why)
                                : "";
    cJSON *d = diagnostic(v, check, violated ? ERROR : INFORMATION, string_of(check, "property"),
                          arena_printf(v->words, "%s%s%s", text, with, end));
    if (violated) {
        relate_schedule(v, cJSON_AddArrayToObject(d, "relatedInformation"), check);
        add_violated(list, d);
    } else {
        add_open(v, list, d, text, with, end);
    }
}

void lsp_add_diagnostics(const struct lsp_view *v, cJSON *list)
{
    for (uint32_t i = 0; i < v->report_count; i++) {
        const cJSON *check;
        cJSON_ArrayForEach(check, cJSON_GetObjectItem(v->reports[i], "checks")) add_check(v, check, list);
    }
}

/* Several properties may have been asked side by side, each with its own call of the compiler. */
static void add_once(cJSON *list, cJSON *one)
{
    const cJSON *known;
    bool there = false;
    cJSON_ArrayForEach(known, list) there |= cJSON_Compare(known, one, true);
    if (there)
        cJSON_Delete(one);
    else
        cJSON_AddItemToArray(list, one);
}

void lsp_add_compiler_errors(const struct lsp_view *v, const char *said, cJSON *list)
{
    size_t n = strlen(v->path);
    for (const char *line = said; line && *line; line = strchr(line, '\n'), line += line != NULL) {
        unsigned row, column;
        int end = 0;
        if (strncmp(line, v->path, n) || sscanf(line + n, ":%u:%u: %n", &row, &column, &end) < 2 || !end)
            continue;
        const char *words = line + n + end;
        if (starts_with(words, "fatal "))
            words += 6;
        if (!starts_with(words, "error: "))
            continue;
        cJSON *place = cJSON_CreateObject();
        cJSON_AddNumberToObject(place, "line", row);
        cJSON_AddNumberToObject(place, "column", column);
        words = arena_strndup(v->words, words + 7, strcspn(words + 7, "\n"));
        add_once(list, diagnostic(v, place, ERROR, "compile", words));
        cJSON_Delete(place);
    }
}

/* --- code lenses --- */

/* Races, or anything else. */
static unsigned violations_in(const struct lsp_view *v, const char *function, bool races)
{
    unsigned n = 0;
    for (uint32_t i = 0; i < v->report_count; i++) {
        const cJSON *check;
        cJSON_ArrayForEach(check, cJSON_GetObjectItem(v->reports[i], "checks")) n +=
            !strcmp(string_of(check, "answer"), "violated") && !strcmp(string_of(check, "property"), "race") == races &&
            (!strcmp(string_of(check, "function"), function) || !strcmp(string_of(check, "thread"), function));
    }
    return n;
}

static void add_lens(const struct lsp_view *v, cJSON *list, const cJSON *thread, const char *title)
{
    cJSON *o = cJSON_CreateObject(), *command = cJSON_CreateObject();
    cJSON_AddItemToObject(o, "range", range_at(v, v->path, number_of(thread, "line"), 0));
    cJSON_AddItemToObject(o, "command", command);
    json_add_string(command, "title", title, v->words);
    cJSON_AddStringToObject(command, "command", "heddle.verify");
    cJSON_AddItemToArray(cJSON_AddArrayToObject(command, "arguments"), cJSON_CreateString(v->uri));
    cJSON_AddItemToArray(list, o);
}

cJSON *lsp_lenses(const struct lsp_view *v)
{
    cJSON *list = cJSON_CreateArray();
    const cJSON *thread, *report = NULL;
    for (uint32_t i = 0; i < v->report_count && !report; i++)
        report = v->reports[i];
    cJSON_ArrayForEach(thread, cJSON_GetObjectItem(report, "threads"))
    {
        if (!is_document(v, string_of(thread, "file")) || !number_of(thread, "line"))
            continue;
        const char *name = string_of(thread, "name");
        unsigned instances = number_of(thread, "instances"), races = violations_in(v, name, true),
                 others = violations_in(v, name, false);
        const char *many = instances == 1 ? "runs as a thread"
                           : instances    ? arena_printf(v->words, "runs as %u threads", instances)
                                          : "runs as any number of threads";
        const char *found = races > 1 ? arena_printf(v->words, "%u races", races) : races ? "a race" : "";
        const char *known = others  ? arena_printf(v->words, "%s%s%u violated", found, races ? ", " : "", others)
                            : races ? found
                                    : "nothing violated";
        add_lens(v, list, thread, arena_printf(v->words, "%s %s: %s; verify", name, many, known));
    }
    return list;
}

/* --- code actions --- */

static void add_action(const struct lsp_view *v, cJSON *list, const char *title, const char *name, const cJSON *check)
{
    cJSON *o = cJSON_CreateObject(), *command = cJSON_CreateObject();
    const cJSON *known;
    cJSON_ArrayForEach(known, list) if (!strcmp(string_of(known, "title"), title))
    {
        cJSON_Delete(o);
        cJSON_Delete(command);
        return;
    }
    json_add_string(o, "title", title, v->words);
    cJSON_AddItemToObject(o, "command", command);
    json_add_string(command, "title", title, v->words);
    cJSON_AddStringToObject(command, "command", name);
    cJSON *arguments = cJSON_AddArrayToObject(command, "arguments");
    cJSON_AddItemToArray(arguments, cJSON_CreateString(v->uri));
    cJSON_AddItemToArray(arguments, cJSON_CreateString(string_of(check, "property")));
    cJSON_AddItemToArray(list, o);
}

cJSON *lsp_actions(const struct lsp_view *v, unsigned from, unsigned to)
{
    cJSON *list = cJSON_CreateArray();
    const cJSON *check;
    for (uint32_t i = 0; i < v->report_count; i++)
        cJSON_ArrayForEach(check, cJSON_GetObjectItem(v->reports[i], "checks"))
        {
            unsigned line = number_of(check, "line");
            if (strcmp(string_of(check, "answer"), "violated") || !is_document(v, string_of(check, "file")) || line < from + 1 ||
                line > to + 1)
                continue;
            const char *property = string_of(check, "property");
            add_action(v, list, arena_printf(v->words, "Show the schedule in the report (%s)", property), LSP_REPORT, check);
            add_action(v, list, arena_printf(v->words, "Replay the schedule under gdb (%s)", property), LSP_REPLAY, check);
        }
    return list;
}

/* --- hovers --- */

/* The name at this place with the members before it: q.count at count. "" if there is none. */
static const char *name_at(const struct lsp_view *v, unsigned line, unsigned character)
{
    size_t length;
    const char *s = line_of(v->text, line + 1, &length);
    if (!s || character > to_units(s, length))
        return "";
    size_t from = to_bytes(s, length, character), to = from;
    while (from > 0 && (isalnum((unsigned char)s[from - 1]) || strchr("_.", s[from - 1])))
        from--;
    while (to < length && (isalnum((unsigned char)s[to]) || s[to] == '_'))
        to++;
    return arena_strndup(v->words, s + from, to - from);
}

static bool speaks_of(const char *text, const char *name, struct arena *words)
{
    return *name && strstr(text, arena_printf(words, "'%s'", name)) != NULL;
}

static void say_checks(const struct lsp_view *v, const char *name, struct text *out)
{
    unsigned proved = 0, violated = 0, open = 0;
    const cJSON *check;
    for (uint32_t i = 0; i < v->report_count; i++)
        cJSON_ArrayForEach(check, cJSON_GetObjectItem(v->reports[i], "checks"))
        {
            const char *answer = string_of(check, "answer");
            if (strcmp(string_of(check, "property"), "race") || !speaks_of(string_of(check, "text"), name, v->words))
                continue;
            proved += *answer == 'p';
            violated += *answer == 'v';
            open += *answer == 'o';
        }
    if (violated)
        text_printf(out, "**race on `%s`**: %u pairs of accesses can race\n\n", name, violated);
    else if (open)
        text_printf(out, "`%s`: %u pairs of accesses are not decided, %u cannot race\n\n", name, open, proved);
    else if (proved)
        text_printf(out, "no race on `%s`: %u pairs of accesses cannot race\n\n", name, proved);
}

/* In C, as far as it can be said; not more than anybody would read. */
static void say_conditions(const cJSON *invariant, struct text *out)
{
    enum { MOST = 3 };
    const cJSON *all = cJSON_GetObjectItem(invariant, "conditions");
    int size = cJSON_GetArraySize(all);
    if (!size)
        return;
    text_printf(out, "%s here:", string_of(invariant, "thread"));
    for (int i = 0; i < size && i < MOST; i++)
        text_printf(out, "%s `%s`", i ? "," : "", cJSON_GetArrayItem(all, i)->valuestring);
    text_append(out, size > MOST ? ", ...\n\n" : "\n\n");
}

static void say_line(const struct lsp_view *v, unsigned line, struct text *out)
{
    const cJSON *item;
    for (uint32_t i = 0; i < v->report_count; i++)
        cJSON_ArrayForEach(item, cJSON_GetObjectItem(v->reports[i], "invariants")) if (number_of(item, "line") == line + 1 &&
                                                                                       is_document(v, string_of(item, "file")))
            say_conditions(item, out);
}

static void say_variable(const struct lsp_view *v, const char *name, struct text *out)
{
    const cJSON *item;
    for (uint32_t i = 0; i < v->report_count; i++)
        cJSON_ArrayForEach(item, cJSON_GetObjectItem(v->reports[i], "variables"))
        {
            if (strcmp(string_of(item, "name"), name))
                continue;
            if (!strcmp(string_of(item, "kind"), "lock"))
                text_printf(out, "`%s` synchronises threads\n\n", name);
            else
                text_printf(out, "`%s` is shared; at the start: %s\n\n", name, string_of(item, "initial"));
            if (*string_of(item, "protected_by"))
                text_printf(out, "protected by `%s`%s\n\n", string_of(item, "protected_by"),
                            cJSON_GetArraySize(cJSON_GetObjectItem(item, "but_for_lines")) ? ", but not everywhere in main" : "");
            return;
        }
}

cJSON *lsp_hover(const struct lsp_view *v, unsigned line, unsigned character)
{
    struct text words = {0};
    const char *name = name_at(v, line, character);
    say_variable(v, name, &words);
    say_checks(v, name, &words);
    say_line(v, line, &words);
    cJSON *o = words.size ? cJSON_CreateObject() : cJSON_CreateNull();
    if (words.size) {
        cJSON *contents = cJSON_AddObjectToObject(o, "contents");
        cJSON_AddStringToObject(contents, "kind", "markdown");
        json_add_string(contents, "value", text_string(&words), v->words);
    }
    text_free(&words);
    return o;
}
