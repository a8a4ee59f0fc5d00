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

/* What is still running is not wanted any more. */
static void abandon(heddle_session *s)
{
    if (!s->child.pid)
        return;
    kill(-s->child.pid, SIGKILL);
    while (child_take(s, -1))
        ;
    child_end(s);
    child_forget(s);
    s->running = 0;
}

heddle_session *heddle_new(void) { return calloc(1, sizeof(heddle_session)); }

void heddle_free(heddle_session *s)
{
    if (!s)
        return;
    abandon(s);
    results_clear(s);
    for (size_t i = 0; i < s->copies.size; i++)
        unlink(s->copies.data[i]);
    strings_clear(&s->copies);
    strings_clear(&s->names);
    strings_clear(&s->files);
    strings_clear(&s->flags);
    strings_clear(&s->entries);
    strings_clear(&s->options);
    if (s->watch)
        close(s->watch);
    free(s->properties);
    free(s->property);
    free(s->engine);
    free(s->program);
    free(s);
}

/* --- what is asked --- */

int heddle_add_file(heddle_session *s, const char *path) { return strings_add(&s->files, strdup(path)); }
int heddle_add_flag(heddle_session *s, const char *flag) { return strings_add(&s->flags, strdup(flag)); }
int heddle_add_entry(heddle_session *s, const char *entry) { return strings_add(&s->entries, strdup(entry)); }

int heddle_set_option(heddle_session *s, const char *name, const char *value)
{
    char *option = NULL;
    int n = value ? asprintf(&option, "--%s=%s", name, value) : asprintf(&option, "--%s", name);
    return n < 0 ? -1 : strings_add(&s->options, option);
}

static void write_name(FILE *f, const char *name)
{
    fputs("# 1 \"", f);
    for (; *name; name++)
        fprintf(f, *name == '"' || *name == '\\' ? "\\%c" : "%c", *name);
    fputs("\"\n", f);
}

/* What the text includes lies beside it, not beside the temporary file. */
static int include_beside(heddle_session *s, const char *name)
{
    const char *slash = strrchr(name, '/');
    char *flag = NULL;
    if (asprintf(&flag, "-iquote%.*s", slash ? (int)(slash - name + 1) : 1, slash ? name : ".") < 0)
        return -1;
    return strings_add(&s->flags, flag);
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
    return strings_add(&s->copies, path) || strings_add(&s->names, strdup(name)) || !written || include_beside(s, name) ||
                   heddle_add_file(s, path)
               ? -1
               : 0;
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
void heddle_set_together(heddle_session *s, int together) { s->together = together; }
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

static const char own_error[] = "heddle: error: ";

/* The first error: the compiler's, as it stands, or what heddle says behind what all of its own begin with. */
static const char *error_in(const char *errors)
{
    for (const char *line = errors; line && *line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) {
        const char *mark = strstr(line, ": error: ");
        if (!strncmp(line, own_error, strlen(own_error)))
            return line + strlen(own_error);
        if (mark && mark < line + strcspn(line, "\n"))
            return line;
    }
    return "heddle did not come to its end";
}

/* With texts called as the caller did; takes the words. */
static char *in_names(const heddle_session *s, char *words)
{
    for (size_t i = 0; i < s->copies.size && i < s->names.size; i++) {
        size_t done = 0;
        for (char *at; words && (at = strstr(words + done, s->copies.data[i]));) {
            char *grown = NULL;
            size_t before = (size_t)(at - words);
            if (asprintf(&grown, "%.*s%s%s", (int)before, words, s->names.data[i], at + strlen(s->copies.data[i])) < 0)
                return words;
            done = before + strlen(s->names.data[i]);
            free(words);
            words = grown;
        }
    }
    return words;
}

/* The first line. */
static void set_reason(heddle_session *s, const char *words)
{
    if (!s->reason)
        s->reason = in_names(s, strndup(words, strcspn(words, "\n")));
}

/* Appends the words, as the caller calls things. */
static void keep_words(heddle_session *s, struct buffer *to, const char *said)
{
    char *words = said ? in_names(s, strdup(said)) : NULL;
    char *grown = words ? realloc(to->data, to->size + strlen(words) + 1) : NULL;
    if (grown) {
        to->data = grown;
        strcpy(grown + to->size, words);
        to->size += strlen(words);
    }
    free(words);
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
    keep_words(s, &s->printed, results_string(report, "words"));
    return results_add(s, report);
}

/* Why the last report is UNKNOWN: of one about several properties, for the first that is. */
static void keep_reason(heddle_session *s)
{
    const cJSON *report = s->reports[s->jsons.size - 1], *p;
    const char *why = results_string(report, "reason");
    char *words = NULL;
    cJSON_ArrayForEach(p, cJSON_GetObjectItemCaseSensitive(report, "properties"))
    {
        const char *name = results_string(p, "property"), *its = results_string(p, "reason");
        if (!words && name && its && asprintf(&words, "%s: %s", name, its) < 0)
            words = NULL;
    }
    set_reason(s, words ? words : why ? why : "no engine could decide");
    free(words);
}

/* What the last report says; HEDDLE_ERROR if the exit status is another. */
static heddle_verdict verdict_of(const heddle_session *s, int status)
{
    static const char *const words[] = {[HEDDLE_TRUE] = "TRUE", [HEDDLE_FALSE] = "FALSE", [HEDDLE_UNKNOWN] = "UNKNOWN"};
    const cJSON *said = cJSON_GetObjectItemCaseSensitive(s->reports[s->jsons.size - 1], "verdict");
    for (int v = HEDDLE_TRUE; v <= HEDDLE_UNKNOWN; v++)
        if (cJSON_IsString(said) && !strcmp(said->valuestring, words[v]) && (status == v || status == CHILD_REAPED))
            return (heddle_verdict)v;
    return HEDDLE_ERROR;
}

/* Of all: an error is one, then FALSE counts before UNKNOWN, and UNKNOWN before TRUE. */
static heddle_verdict worse(heddle_verdict a, heddle_verdict b)
{
    static const int rank[] = {[HEDDLE_TRUE] = 0, [HEDDLE_UNKNOWN] = 1, [HEDDLE_FALSE] = 2, [HEDDLE_ERROR] = 3};
    return rank[a] > rank[b] ? a : b;
}

/* The answer of a run that has ended: its exit status (or as child_end says), its report, which is taken, and its messages. */
static heddle_verdict judge(heddle_session *s, int status, char *report, const char *messages)
{
    heddle_verdict verdict = HEDDLE_ERROR;
    keep_words(s, &s->messages, messages);
    if (status == CHILD_CRASHED || status > HEDDLE_UNKNOWN || !report) {
        set_reason(s, error_in(messages));
        free(report);
    } else if (keep_report(s, report)) {
        set_reason(s, "no memory, or a report that is none");
    } else {
        verdict = verdict_of(s, status);
        if (verdict == HEDDLE_UNKNOWN)
            keep_reason(s);
        else if (verdict == HEDDLE_ERROR)
            set_reason(s, "the report and the exit status of heddle differ");
    }
    return verdict;
}

/* The answer for one property, whose run has ended. */
static heddle_verdict finish_one(heddle_session *s)
{
    int status = child_end(s);
    char *out = s->child.buffers[OUT].data;
    const char *errors = s->child.buffers[ERRORS].data;
    heddle_verdict verdict = HEDDLE_UNKNOWN;
    s->child.buffers[OUT].data = NULL;
    if (atomic_load(&s->group) < 0) {
        keep_words(s, &s->messages, errors);
        set_reason(s, "cancelled");
        free(out);
    } else {
        verdict = judge(s, status, out, errors);
    }
    child_forget(s);
    return verdict;
}

/* The next property, if there is one and the last is no error; an empty name is refused by heddle. */
static void start_next(heddle_session *s)
{
    const char *name = s->verdict == HEDDLE_ERROR ? NULL : s->together ? s->rest : strsep(&s->rest, ",");
    char words[200];
    s->running = 0;
    if (s->together)
        s->rest = NULL;
    if (!name)
        return;
    int error = child_start(s, name);
    s->running = !error;
    if (!error)
        return;
    snprintf(words, sizeof words, "cannot run %s: %s", child_program(s), strerror(error));
    set_reason(s, words);
    s->verdict = HEDDLE_ERROR;
}

int heddle_start(heddle_session *s)
{
    abandon(s);
    results_clear(s);
    free(s->properties);
    s->properties = s->rest = strdup(s->property ? s->property : "reach");
    s->verdict = s->properties ? HEDDLE_TRUE : HEDDLE_ERROR;
    atomic_store(&s->group, 0);
    start_next(s);
    return s->running ? 0 : -1;
}

int heddle_fd(heddle_session *s) { return child_watch(s) ? -1 : s->watch; }

/* Takes what there is, after so long at most. */
static int go_on(heddle_session *s, int milliseconds)
{
    if (!s->running || child_take(s, milliseconds))
        return s->running;
    s->verdict = worse(finish_one(s), s->verdict);
    if (atomic_load(&s->group) < 0)
        s->rest = NULL; /* cancelled */
    start_next(s);
    return s->running;
}

int heddle_poll(heddle_session *s) { return go_on(s, 0); }

heddle_verdict heddle_collect(heddle_session *s)
{
    while (go_on(s, -1))
        ;
    return s->verdict;
}

heddle_verdict heddle_run(heddle_session *s)
{
    heddle_start(s);
    return heddle_collect(s);
}

heddle_verdict heddle_take(heddle_session *s, int status, const char *report, const char *messages)
{
    abandon(s);
    results_clear(s);
    s->rest = NULL;
    s->verdict = judge(s, status < 0 ? CHILD_CRASHED : status, report ? strdup(report) : NULL, messages ? messages : "");
    return s->verdict;
}

void heddle_cancel(heddle_session *s)
{
    int child = atomic_exchange(&s->group, -1);
    if (child > 0)
        kill(-child, SIGTERM);
}

/* --- results --- */

const char *heddle_reason(const heddle_session *s) { return s->reason ? s->reason : ""; }
const char *heddle_messages(const heddle_session *s) { return s->messages.data ? s->messages.data : ""; }
const char *heddle_words(const heddle_session *s) { return s->printed.data ? s->printed.data : ""; }
size_t heddle_count(const heddle_session *s, heddle_answer answer) { return results_count(s, answer); }
size_t heddle_check_count(const heddle_session *s) { return s->check_count; }
const heddle_check *heddle_check_at(const heddle_session *s, size_t i) { return i < s->check_count ? &s->checks[i] : NULL; }
size_t heddle_invariant_count(const heddle_session *s) { return s->invariant_count; }
const heddle_invariant *heddle_invariant_at(const heddle_session *s, size_t i)
{
    return i < s->invariant_count ? &s->invariants[i] : NULL;
}
const char *heddle_json(const heddle_session *s, size_t i) { return i < s->jsons.size ? s->jsons.data[i] : NULL; }
