/* Hovers: what is known of the variable that the editor points at, and of the line. */
#include "cli/lsp_views.h"

#include "base/json_words.h"
#include "base/options.h"
#include "cli/lsp_text.h"

#include <ctype.h>
#include <string.h>

/* The name at this place with the members before it: q.count at count. "" if there is none. *pointed: it is a member of what a pointer leads to. */
static const char *name_at(const struct lsp_view *v, unsigned line, unsigned character, bool *pointed)
{
    size_t length;
    const char *s = lsp_line_of(v->text, line + 1, &length);
    if (!s || character > lsp_to_units(s, length))
        return "";
    size_t from = lsp_to_bytes(s, length, character), to = from;
    while (from > 0 && (isalnum((unsigned char)s[from - 1]) || strchr("_.", s[from - 1])))
        from--;
    while (to < length && (isalnum((unsigned char)s[to]) || s[to] == '_'))
        to++;
    *pointed = from >= 2 && s[from - 2] == '-' && s[from - 1] == '>';
    return arena_strndup(v->words, s + from, to - from);
}

/* Of a shared variable: whether it is the member of that name. */
static bool is_member(const char *variable, const char *name)
{
    size_t all = strlen(variable), length = strlen(name);
    all -= ends_with(variable, "[]") ? 2 : 0;
    return length && all > length && !strncmp(variable + all - length, name, length) && variable[all - length - 1] == '.';
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
            const char *answer = lsp_string_of(check, "answer");
            if (strcmp(lsp_string_of(check, "property"), "race") || !speaks_of(lsp_string_of(check, "text"), name, v->words))
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
    text_printf(out, "%s here:", lsp_string_of(invariant, "thread"));
    for (int i = 0; i < size && i < MOST; i++)
        text_printf(out, "%s `%s`", i ? "," : "", cJSON_GetArrayItem(all, i)->valuestring);
    text_append(out, size > MOST ? ", ...\n\n" : "\n\n");
}

static void say_line(const struct lsp_view *v, unsigned line, struct text *out)
{
    const cJSON *item;
    for (uint32_t i = 0; i < v->report_count; i++)
        cJSON_ArrayForEach(item,
                           cJSON_GetObjectItem(v->reports[i], "invariants")) if (lsp_number_of(item, "line") == line + 1 &&
                                                                                 lsp_is_document(v, lsp_string_of(item, "file")))
            say_conditions(item, out);
}

static void say_variable(const struct lsp_view *v, const char *name, struct text *out)
{
    const cJSON *item;
    for (uint32_t i = 0; i < v->report_count; i++)
        cJSON_ArrayForEach(item, cJSON_GetObjectItem(v->reports[i], "variables"))
        {
            if (strcmp(lsp_string_of(item, "name"), name))
                continue;
            if (!strcmp(lsp_string_of(item, "kind"), "lock"))
                text_printf(out, "`%s` synchronises threads\n\n", name);
            else
                text_printf(out, "`%s` is shared; at the start: %s\n\n", name, lsp_string_of(item, "initial"));
            if (*lsp_string_of(item, "protected_by"))
                text_printf(out, "protected by `%s`%s\n\n", lsp_string_of(item, "protected_by"),
                            cJSON_GetArraySize(cJSON_GetObjectItem(item, "but_for_lines")) ? ", but not everywhere in main" : "");
            return;
        }
}

static void say_name(const struct lsp_view *v, const char *name, struct text *out)
{
    say_variable(v, name, out);
    say_checks(v, name, out);
}

static void note_member(const char *variable, const char *name, string_vector *all)
{
    enum { MOST = 3 };
    bool is_new = is_member(variable, name) && all->size < MOST;
    vector_each(const char *const *, known, all)
        is_new = is_new && strcmp(*known, variable);
    if (is_new)
        vector_push(all, variable);
}

/* "q.count" of "race on 'q.count'". */
static const char *quoted_in(const struct lsp_view *v, const char *text)
{
    const char *from = strchr(text, '\'');
    return from ? arena_strndup(v->words, from + 1, strcspn(from + 1, "'")) : "";
}

/* What p leads to in p->count nobody knows here: all shared variables that have such a member. Checks may be there before the list of variables is. */
static void say_members(const struct lsp_view *v, const char *name, struct text *out)
{
    string_vector all = {0};
    const cJSON *item;
    for (uint32_t i = 0; i < v->report_count; i++) {
        cJSON_ArrayForEach(item, cJSON_GetObjectItem(v->reports[i], "variables"))
            note_member(lsp_string_of(item, "name"), name, &all);
        cJSON_ArrayForEach(item, cJSON_GetObjectItem(v->reports[i], "checks"))
        {
            if (!strcmp(lsp_string_of(item, "property"), "race"))
                note_member(quoted_in(v, lsp_string_of(item, "text")), name, &all);
        }
    }
    vector_each(const char *const *, variable, &all)
        say_name(v, *variable, out);
    vector_free(&all);
}

cJSON *lsp_hover(const struct lsp_view *v, unsigned line, unsigned character)
{
    struct text words = {0};
    bool pointed = false;
    const char *name = name_at(v, line, character, &pointed);
    if (pointed)
        say_members(v, name, &words);
    else
        say_name(v, name, &words);
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
