/* The functions of include/heddle.h. */
#include "library/results.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *heddle_library_version(void) { return LIBRARY_VERSION; }

int strings_add(struct strings *s, char *string)
{
    char **grown = string ? realloc(s->data, (s->size + 1) * sizeof *grown) : NULL;
    if (!grown) {
        free(string);
        return -1;
    }
    s->data = grown;
    s->data[s->size++] = string;
    return 0;
}

void strings_clear(struct strings *s)
{
    for (size_t i = 0; i < s->size; i++)
        free(s->data[i]);
    free(s->data);
    *s = (struct strings){0};
}

heddle_session *heddle_new(void) { return calloc(1, sizeof(heddle_session)); }

void heddle_free(heddle_session *s)
{
    if (!s)
        return;
    results_clear(s);
    for (size_t i = 0; i < s->copies.size; i++)
        unlink(s->copies.data[i]);
    strings_clear(&s->copies);
    strings_clear(&s->files);
    strings_clear(&s->flags);
    strings_clear(&s->entries);
    free(s->property);
    free(s->engine);
    free(s->program);
    free(s);
}

/* --- what is asked --- */

int heddle_add_file(heddle_session *s, const char *path) { return strings_add(&s->files, strdup(path)); }
int heddle_add_flag(heddle_session *s, const char *flag) { return strings_add(&s->flags, strdup(flag)); }
int heddle_add_entry(heddle_session *s, const char *entry) { return strings_add(&s->entries, strdup(entry)); }

static void write_name(FILE *f, const char *name)
{
    fputs("# 1 \"", f);
    for (; *name; name++)
        fprintf(f, *name == '"' || *name == '\\' ? "\\%c" : "%c", *name);
    fputs("\"\n", f);
}

int heddle_add_text(heddle_session *s, const char *name, const char *text)
{
    const char *tmp = getenv("TMPDIR");
    char *path = NULL;
    if (asprintf(&path, "%s/heddle-XXXXXX.c", tmp && *tmp ? tmp : "/tmp") < 0)
        return -1;
    int fd = mkstemps(path, 2);
    FILE *f = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (!f) {
        free(path);
        return -1;
    }
    write_name(f, name);
    int written = fputs(text, f) >= 0;
    written &= fclose(f) == 0;
    return strings_add(&s->copies, path) || !written || heddle_add_file(s, path) ? -1 : 0;
}

static int set(char **to, const char *value)
{
    char *copy = strdup(value);
    if (!copy)
        return -1;
    free(*to);
    *to = copy;
    return 0;
}

int heddle_set_property(heddle_session *s, const char *names) { return set(&s->property, names); }
int heddle_set_engine(heddle_session *s, const char *name) { return set(&s->engine, name); }
int heddle_set_program(heddle_session *s, const char *path) { return set(&s->program, path); }
void heddle_set_timeout(heddle_session *s, double seconds) { s->timeout = seconds; }
void heddle_set_memory(heddle_session *s, unsigned megabytes) { s->memory = megabytes; }

void heddle_on_check(heddle_session *s, heddle_check_callback *callback, void *context)
{
    s->callback = callback;
    s->context = context;
}

void heddle_on_news(heddle_session *s, heddle_check_callback *callback, void *context)
{
    s->news = callback;
    s->news_context = context;
}

/* --- running --- */

/* The first line that heddle says about an error, without what all of them begin with. */
static const char *error_in(const char *errors)
{
    static const char mark[] = "heddle: error: ";
    const char *at = errors ? strstr(errors, mark) : NULL;
    return at ? at + strlen(mark) : "heddle did not come to its end";
}

static void set_reason(heddle_session *s, const char *words)
{
    if (!s->reason)
        s->reason = strndup(words, strcspn(words, "\n"));
}

static int keep_report(heddle_session *s, char *json)
{
    cJSON **grown = realloc(s->reports, (s->jsons.size + 1) * sizeof *grown);
    cJSON *report = grown ? cJSON_Parse(json) : NULL;
    if (grown)
        s->reports = grown;
    if (!report || strings_add(&s->jsons, json)) {
        cJSON_Delete(report);
        return -1;
    }
    s->reports[s->jsons.size - 1] = report;
    return results_add(s, report);
}

static heddle_verdict run_one(heddle_session *s, const char *property)
{
    char *out = NULL, *errors = NULL;
    int status = child_run(s, property, &out, &errors);
    heddle_verdict verdict = HEDDLE_ERROR;
    if (atomic_load(&s->child) < 0) {
        set_reason(s, "cancelled");
        verdict = HEDDLE_UNKNOWN;
        free(out);
    } else if (status < 0 || status > 2 || !out) {
        set_reason(s, error_in(errors));
        free(out);
    } else if (keep_report(s, out)) {
        set_reason(s, "no memory, or a report that is none");
    } else {
        const cJSON *why = cJSON_GetObjectItemCaseSensitive(s->reports[s->jsons.size - 1], "reason");
        if (status == 2)
            set_reason(s, cJSON_IsString(why) ? why->valuestring : "no engine could decide");
        verdict = (heddle_verdict)status;
    }
    free(errors);
    return verdict;
}

/* Of all: an error is one, then FALSE counts before UNKNOWN, and UNKNOWN before TRUE. */
static heddle_verdict worse(heddle_verdict a, heddle_verdict b)
{
    static const int rank[] = {[HEDDLE_TRUE] = 0, [HEDDLE_UNKNOWN] = 1, [HEDDLE_FALSE] = 2, [HEDDLE_ERROR] = 3};
    return rank[a] > rank[b] ? a : b;
}

heddle_verdict heddle_run(heddle_session *s)
{
    char *names = strdup(s->property ? s->property : "reach"), *rest = NULL;
    heddle_verdict verdict = HEDDLE_TRUE;
    results_clear(s);
    atomic_store(&s->child, 0);
    if (!names)
        return HEDDLE_ERROR;
    for (char *name = strtok_r(names, ",", &rest); name && verdict != HEDDLE_ERROR && atomic_load(&s->child) >= 0;
         name = strtok_r(NULL, ",", &rest))
        verdict = worse(run_one(s, name), verdict);
    free(names);
    return verdict;
}

void heddle_cancel(heddle_session *s)
{
    int child = atomic_exchange(&s->child, -1);
    if (child > 0)
        kill(-child, SIGTERM);
}

/* --- results --- */

const char *heddle_reason(const heddle_session *s) { return s->reason ? s->reason : ""; }
size_t heddle_check_count(const heddle_session *s) { return s->check_count; }
const heddle_check *heddle_check_at(const heddle_session *s, size_t i) { return i < s->check_count ? &s->checks[i] : NULL; }
size_t heddle_invariant_count(const heddle_session *s) { return s->invariant_count; }
const heddle_invariant *heddle_invariant_at(const heddle_session *s, size_t i)
{
    return i < s->invariant_count ? &s->invariants[i] : NULL;
}
const char *heddle_json(const heddle_session *s, size_t i) { return i < s->jsons.size ? s->jsons.data[i] : NULL; }
