#include "worker/compile_database.h"

#include "base/compile_flags.h"

#include <cjson/cJSON.h>
#include <ctype.h>
#include <limits.h>
#include <unistd.h>

bool is_compile_database(const char *path) { return ends_with(path, ".json"); }

/* --- commands --- */

/* Splits as a shell would: blanks, quotes, backslashes. */
static void split(const char *command, string_vector *out, struct arena *words)
{
    struct text word = {0};
    bool any = false;
    char quote = 0;
    for (const char *p = command;; p++) {
        if (!*p || (!quote && isspace((unsigned char)*p))) {
            if (any)
                vector_push(out, arena_strdup(words, text_string(&word)));
            text_clear(&word);
            any = false;
            if (!*p)
                break;
            continue;
        }
        any = true;
        if (quote && *p == quote)
            quote = 0;
        else if (!quote && (*p == '"' || *p == '\''))
            quote = *p;
        else if (*p == '\\' && quote != '\'' && p[1] && (!quote || strchr("\"\\$`", p[1])))
            text_char(&word, *++p);
        else
            text_char(&word, *p);
    }
    text_free(&word);
}

/* A path of the entry as one from here. */
static const char *from_here(struct compile_database *d, const char *folder, const char *path)
{
    char here[PATH_MAX];
    while (starts_with(path, "./") && path[2] != '/' && path[2])
        path += 2;
    if (*path == '/' || !folder || !*folder)
        return path;
    if (getcwd(here, sizeof here) && !strcmp(here, folder))
        return path;
    return arena_printf(&d->words, "%s/%s", folder, path);
}

/* Response files (@FILE) among the arguments are replaced by what they hold; one that cannot be read stays, and is named later. */
static void expand_response_files(struct compile_database *d, const char *folder, string_vector *arguments)
{
    enum { MOST = 64 }; /* they may name each other */
    string_vector all = {0};
    unsigned seen = 0;
    for (uint32_t i = 0; i < arguments->size; i++) {
        struct text content = {0};
        const char *a = arguments->data[i];
        if (*a == '@' && seen++ < MOST && text_read_regular_file(&content, from_here(d, folder, a + 1))) {
            vector_clear(&all);
            split(text_string(&content), &all, &d->words);
            for (uint32_t k = i + 1; k < arguments->size; k++)
                vector_push(&all, arguments->data[k]);
            arguments->size = i;
            vector_each(const char **, more, &all)
                vector_push(arguments, *more);
            i--; /* look at what came in its place */
        }
        text_free(&content);
    }
    vector_free(&all);
}

/* A flag with paths that can be opened from here. A file to include may also be one of the include path. */
static const char *flag_from_here(struct compile_database *d, const char *folder, struct compile_flag f)
{
    if (f.kind == COMPILE_FOLDER)
        f.value = from_here(d, folder, f.value);
    if (f.kind == COMPILE_FILE && !file_problem(from_here(d, folder, f.value)))
        f.value = from_here(d, folder, f.value);
    return compile_flag_join(&f, &d->words);
}

static void read_flags(struct compile_database *d, struct compile_entry *e, const char *folder, const string_vector *arguments)
{
    uint32_t taken = 1;
    for (uint32_t i = 1; i < arguments->size; i += taken) { /* the first is the compiler, which is not run */
        const char *a = arguments->data[i];
        struct compile_flag f;
        taken = 1;
        if (!strcmp(a, "-m32") || !strcmp(a, "-m64")) {
            e->m32 = a[2] == '3';
        } else if (compile_flag_read(arguments->data + i, arguments->size - i, &f)) {
            vector_push(&e->flags, flag_from_here(d, folder, f));
            taken = f.arguments;
        } else if ((*a == '-' || *a == '@') && a[1] && !is_harmless_flag(a, &taken)) {
            e->not_honoured = e->not_honoured ? arena_printf(&d->words, "%s %s", e->not_honoured, a) : a;
        }
    }
}

/* Only that it is for a shared library: libtool and CMake compile everything once with these, and once without. */
static bool is_for_sharing(const char *flag)
{
    return !strcmp(flag, "-DPIC") || (starts_with(flag, "-D") && ends_with(flag, "_EXPORTS"));
}

/* The next flag that makes a difference. */
static const char *next_flag(const struct compile_entry *e, uint32_t *i)
{
    while (*i < e->flags.size && is_for_sharing(e->flags.data[*i]))
        ++*i;
    return *i < e->flags.size ? e->flags.data[(*i)++] : NULL;
}

static bool same(const struct compile_entry *a, const struct compile_entry *b)
{
    if (strcmp(a->file, b->file) != 0)
        return false;
    if (a->output && b->output && !strcmp(a->output, b->output))
        return true; /* compiled again */
    if (a->m32 != b->m32)
        return false;
    const char *x, *y;
    uint32_t i = 0, k = 0;
    do {
        x = next_flag(a, &i);
        y = next_flag(b, &k);
    } while (x && y && !strcmp(x, y));
    return !x && !y;
}

static const char *string_of(const cJSON *o, const char *name)
{
    const cJSON *s = cJSON_GetObjectItemCaseSensitive(o, name);
    return cJSON_IsString(s) ? s->valuestring : NULL;
}

static void add_entry(struct compile_database *d, const cJSON *o, const char *folder, const string_vector *arguments)
{
    const char *output = string_of(o, "output");
    struct compile_entry e = {.file = arena_strdup(&d->words, from_here(d, folder, string_of(o, "file"))),
                              .output = output ? arena_strdup(&d->words, from_here(d, folder, output)) : NULL};
    read_flags(d, &e, folder, arguments);
    vector_each(struct compile_entry *, known, &d->entries)
        if (same(known, &e)) {
            vector_free(&known->flags);
            *known = e;
            return;
        }
    vector_push(&d->entries, e);
}

static void add_link(struct compile_database *d, const cJSON *o, const char *folder, const string_vector *arguments)
{
    const char *output = string_of(o, "output");
    struct compile_link l = {.output = arena_strdup(&d->words, from_here(d, folder, output ? output : "a.out"))};
    vector_each(const char *const *, a, arguments)
        if (ends_with(*a, ".o"))
            vector_push(&l.objects, arena_strdup(&d->words, from_here(d, folder, *a)));
    vector_each(struct compile_link *, known, &d->links)
        if (!strcmp(known->output, l.output)) { /* linked again */
            vector_free(&known->objects);
            *known = l;
            return;
        }
    vector_push(&d->links, l);
}

static bool read_entry(struct compile_database *d, const cJSON *o, const char *path, const char **error)
{
    const char *file = string_of(o, "file"), *command = string_of(o, "command"), *folder = string_of(o, "directory");
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(o, "arguments"), *a;
    if (!file || (!command && !cJSON_IsArray(list))) {
        *error = arena_printf(&d->words, "%s: not a compilation database: an entry without file, or without command and arguments",
                              path);
        return false;
    }
    bool is_link = ends_with(file, ".o");
    if (!is_link && !ends_with(file, ".c") && !ends_with(file, ".i"))
        return true; /* another language */
    string_vector arguments = {0};
    if (cJSON_IsArray(list))
        cJSON_ArrayForEach(a, list) vector_push(&arguments, arena_strdup(&d->words, cJSON_IsString(a) ? a->valuestring : ""));
    else
        split(command, &arguments, &d->words);
    expand_response_files(d, folder, &arguments);
    if (is_link)
        add_link(d, o, folder, &arguments);
    else
        add_entry(d, o, folder ? arena_strdup(&d->words, folder) : NULL, &arguments);
    vector_free(&arguments);
    return true;
}

bool compile_database_read(struct compile_database *d, const char *path, const char **error)
{
    struct text t = {0};
    *d = (struct compile_database){0};
    if (!text_read_regular_file(&t, path)) {
        *error = arena_printf(&d->words, "cannot read %s: %s", path, file_problem(path));
        return false;
    }
    cJSON *root = cJSON_ParseWithOpts(text_string(&t), NULL, true);
    const cJSON *entry;
    bool ok = cJSON_IsArray(root);
    text_free(&t);
    if (!ok)
        *error = arena_printf(&d->words, "%s: not a compilation database: not a JSON array", path);
    else
        cJSON_ArrayForEach(entry, root) ok = ok && read_entry(d, entry, path, error);
    cJSON_Delete(root);
    return ok;
}

static bool has_object(const struct compile_link *l, const char *output)
{
    vector_each(const char *const *, o, &l->objects)
        if (!strcmp(*o, output))
            return true;
    return false;
}

bool compile_database_links(const struct compile_database *d, const struct compile_entry *a, const struct compile_entry *b)
{
    if (!a->output || !b->output)
        return false;
    vector_each(const struct compile_link *, l, &d->links)
        if (has_object(l, a->output) && has_object(l, b->output))
            return true;
    return !strcmp(a->output, b->output); /* in one call, from their sources */
}

void compile_database_free(struct compile_database *d)
{
    vector_each(struct compile_link *, l, &d->links)
        vector_free(&l->objects);
    vector_free(&d->links);
    vector_each(struct compile_entry *, e, &d->entries)
        vector_free(&e->flags);
    vector_free(&d->entries);
    arena_release(&d->words);
}
