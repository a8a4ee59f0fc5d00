/* heddle replay: the saved violation. Everything in the file is data from outside: it is read here as numbers, as words
 * out of a few, as flags that heddle knows (base/compile_flags.h) and as names of files; nothing of it is pasted into C
 * as it is. */
#include "worker/replay_trace.h"

#include "base/compile_flags.h"
#include "program/property.h"

#include <cjson/cJSON.h>
#include <inttypes.h>
#include <stdlib.h>

/* No schedule that heddle writes has more threads, and positions are below this. */
enum { MOST_THREADS = 100000, LARGEST = 100000000 };

struct reader {
    const cJSON *root;
    struct text *out;
    const char *problem; /* the first, or NULL */
    int threads;
};

static const cJSON *member(const cJSON *o, const char *name) { return cJSON_GetObjectItemCaseSensitive(o, name); }

/* A whole number within [low, high]; otherwise if it is not there. */
static int number(struct reader *r, const cJSON *o, const char *name, int low, int high)
{
    const cJSON *x = member(o, name);
    if (!x)
        return low;
    if (cJSON_IsNumber(x) && x->valuedouble >= low && x->valuedouble <= high && x->valuedouble == (double)x->valueint)
        return x->valueint;
    if (!r->problem)
        r->problem = name;
    return low;
}

static int thread(struct reader *r, const cJSON *o) { return number(r, o, "thread", 0, r->threads - 1); }

static const char *string(const cJSON *o, const char *name)
{
    const cJSON *x = member(o, name);
    return cJSON_IsString(x) ? x->valuestring : "";
}

/* Values are strings of digits: 64 bits do not fit into the numbers of JSON. */
static uint64_t value(struct reader *r, const cJSON *o, bool *given)
{
    uint64_t v = 0;
    *given = member(o, "value") != NULL;
    if (*given && !parse_u64(string(o, "value"), 0, UINT64_MAX, &v) && !r->problem)
        r->problem = "value";
    return v;
}

static char class_of(const cJSON *entry)
{
    const char *kind = string(entry, "kind");
    return !strcmp(kind, "load") ? 'r' : !strcmp(kind, "store") ? 'w' : 'c';
}

static void place(struct reader *r, const cJSON *x)
{
    text_printf(r->out, "{%d, %d, %d", thread(r, x), number(r, x, "line", 0, LARGEST), number(r, x, "column", 0, LARGEST));
}

/* Where threads are when the schedule has ended. */
static void write_awaited(struct reader *r)
{
    const cJSON *x;
    int count = 0;
    const char *property = string(r->root, "property");
    text_append(r->out, "struct place { int thread, line, column, kind, part; };\nstatic const struct place awaited[] = {\n");
    cJSON_ArrayForEach(x, member(r->root, "awaited"))
    {
        place(r, x);
        text_printf(r->out, ", '%c', %d},\n", class_of(x), number(r, x, "part", 0, LARGEST));
        count++;
    }
    text_printf(r->out, "{-1, 0, 0, 0, 0}};\nenum { AWAITED = %d, RACE = %d, DEADLOCK = %d, LOCKS = %d };\n", count,
                !strcmp(property, "race"), !strcmp(property, "deadlock"), !strcmp(property, "locks"));
}

static void write_entries(struct reader *r)
{
    const cJSON *x;
    int count = 0;
    text_append(r->out,
                "struct entry { int thread, line, column, kind, part, own, creates, more, found; unsigned long long value; };\n"
                "static const struct entry entries[] = {\n");
    cJSON_ArrayForEach(x, member(r->root, "schedule"))
    {
        bool found;
        uint64_t v = value(r, x, &found);
        place(r, x);
        text_printf(r->out, ", '%c', %d, %d, %d, %d, %d, %" PRIu64 "ull},\n", class_of(x), number(r, x, "part", 0, LARGEST),
                    cJSON_IsTrue(member(x, "own")), number(r, x, "creates", -1, r->threads - 1), cJSON_IsTrue(member(x, "more")),
                    found, v);
        count++;
    }
    text_printf(r->out,
                "{-1, 0, 0, 0, 0, 0, -1, 0, 0, 0}};\nenum { ENTRIES = %d, THREADS = %d };\nstatic const int failing = %d;\n", count,
                r->threads, number(r, r->root, "failing", 0, r->threads - 1));
}

static void write_inputs(struct reader *r)
{
    const cJSON *x;
    int count = 0;
    text_append(r->out, "struct input { int thread, line, column; unsigned long long value; };\nstatic const struct "
                        "input inputs[] = {\n");
    cJSON_ArrayForEach(x, member(r->root, "inputs"))
    {
        bool given;
        uint64_t v = value(r, x, &given);
        place(r, x);
        text_printf(r->out, ", %" PRIu64 "ull},\n", v);
        count++;
    }
    text_printf(r->out, "{-1, 0, 0, 0}};\nenum { INPUTS = %d };\nstatic const int ends[THREADS + 64] = {", count);
    cJSON_ArrayForEach(x, member(r->root, "ends"))
    {
        bool fits = cJSON_IsNumber(x) && x->valueint >= 0 && x->valueint < r->threads;
        if (!fits && !r->problem)
            r->problem = "ends";
        text_printf(r->out, "[%d] = 1, ", fits ? x->valueint : 0);
    }
    text_append(r->out, "[THREADS + 63] = 0};\n");
}

/* --- how to compile --- */

static bool is_source(const char *s)
{
    return ends_with(s, ".c") || ends_with(s, ".i") || ends_with(s, ".bc") || ends_with(s, ".ll");
}

/* "N:FLAG" */
static bool is_file_flag(const char *s)
{
    char *rest;
    strtoul(s, &rest, 10);
    return *s >= '0' && *s <= '9' && *rest == ':' && is_compile_flag(rest + 1);
}

static void strings(struct reader *r, const char *name, bool (*fits)(const char *), string_vector *out, struct arena *words)
{
    const cJSON *x;
    cJSON_ArrayForEach(x, member(r->root, name)) if (cJSON_IsString(x) && fits(x->valuestring))
        vector_push(out, arena_strdup(words, x->valuestring));
    else if (!r->problem) r->problem = name;
}

static void read_root(struct reader *r, struct replay_trace *t)
{
    t->property = property_find(string(r->root, "property"));
    if (t->property == PROPERTIES)
        r->problem = "property";
    strings(r, "files", is_source, &t->files, &t->words);
    strings(r, "arguments", is_compile_flag, &t->flags, &t->words);
    strings(r, "file_arguments", is_file_flag, &t->file_flags, &t->words);
    t->m32 = number(r, r->root, "machine", 32, 64) == 32;
    r->threads = number(r, r->root, "threads", 1, MOST_THREADS);
    write_entries(r);
    write_inputs(r);
    write_awaited(r);
}

bool replay_trace_read(struct replay_trace *t, const char *file, const char **error)
{
    struct text bytes = {0};
    if (!text_read_regular_file(&bytes, file)) {
        *error = arena_printf(&t->words, "cannot read %s: %s", file, file_problem(file));
        return false;
    }
    cJSON *root = cJSON_ParseWithOpts(text_string(&bytes), NULL, true);
    struct reader r = {.root = root, .out = &t->schedule};
    text_free(&bytes);
    bool ok = cJSON_IsArray(member(root, "files")) && cJSON_IsArray(member(root, "schedule"));
    *error = NULL;
    if (ok)
        read_root(&r, t);
    if (!ok || (!t->files.size && !r.problem))
        *error = arena_printf(&t->words, "%s: not written by heddle verify --trace FILE.json", file);
    else if (r.problem)
        *error = arena_printf(&t->words, "%s: not written by heddle verify --trace FILE.json: its '%s' cannot be right", file,
                              r.problem);
    else if (strcmp(string(root, "property"), "reach") && !cJSON_GetArraySize(member(root, "awaited")))
        *error = arena_printf(&t->words, "%s: a violation of '%s' that does not say where threads are at its end", file,
                              string(root, "property"));
    cJSON_Delete(root);
    return !*error;
}

void replay_trace_free(struct replay_trace *t)
{
    vector_free(&t->files);
    vector_free(&t->flags);
    vector_free(&t->file_flags);
    text_free(&t->schedule);
    arena_release(&t->words);
}
