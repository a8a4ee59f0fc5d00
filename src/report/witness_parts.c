#include "report/witness_parts.h"

#include "base/log.h"
#include "base/options.h"
#include "base/sha256.h"
#include "report/ending.h"
#include "report/places.h"
#include "report/schedule.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <time.h>

const struct report_check *witness_check(const struct report *r)
{
    vector_each(const struct report_check *, c, &r->checks)
        if (c->answer == REPORT_VIOLATED)
            return c;
    return NULL;
}

/* --- steps --- */

struct maker {
    struct witness_steps *out;
    struct sources *sources;
    string_vector threads; /* names by number */
};

static uint32_t number_of(struct maker *k, const char *thread)
{
    for (uint32_t i = 0; i < k->threads.size; i++)
        if (!strcmp(k->threads.data[i], thread))
            return i;
    vector_push(&k->threads, arena_strdup(&k->out->words, thread));
    return k->threads.size - 1;
}

/* "worker" of "worker#2". */
static const char *function_of(struct maker *k, const char *thread)
{
    return arena_strndup(&k->out->words, thread, strcspn(thread, "#"));
}

static struct witness_step *add(struct maker *k, uint32_t thread, struct position pos)
{
    vector_push(&k->out->steps, (struct witness_step){.thread = thread, .pos = pos, .creates = NONE});
    return &vector_last(&k->out->steps);
}

/* A number as C has it; NULL: the address of something has no name in a witness. */
static const char *number_in(const char *value, struct arena *words)
{
    size_t n = strcspn(value, " "); /* of a char (120 'x') the number */
    if (!strcmp(value, "NULL"))
        return "0";
    return n && strspn(value + (*value == '-'), "0123456789") == n - (*value == '-') ? arena_strndup(words, value, n) : NULL;
}

/* The name of a variable in C: what tells several of a name apart (k#3) is heddle's. NULL: it is a part of something, or has no name. */
static const char *variable_in(const char *name, struct arena *words)
{
    size_t n = strcspn(name, "#");
    for (size_t i = 0; i < n; i++)
        if (!isalnum((unsigned char)name[i]) && name[i] != '_')
            return NULL;
    return n ? arena_strndup(words, name, n) : NULL;
}

/* What the variables hold that the line gives a value to. */
static const char *assumed_of(struct maker *k, const struct schedule_line *line)
{
    struct arena *words = &k->out->words;
    const char *all = NULL;
    vector_each(const struct effect *, e, &line->effects) {
        bool writes = e->kind == EFFECT_INPUT || e->kind == EFFECT_WRITE;
        const char *value = writes ? number_in(e->value, words) : NULL, *name = value ? variable_in(e->name, words) : NULL;
        if (name)
            all = all ? arena_printf(words, "%s && %s == %s", all, name, value) : arena_printf(words, "%s == %s", name, value);
    }
    return all;
}

/* An arbitrary value is told as what a call returns, where one call can be meant, or as what is in a variable then. */
static void add_input(struct maker *k, const struct schedule_line *line, struct witness_step *step)
{
    const struct effect *input = NULL;
    unsigned inputs = 0;
    vector_each(const struct effect *, e, &line->effects)
        if (e->kind == EFFECT_INPUT) {
            inputs++;
            input = e;
        }
    if (!inputs)
        return;
    struct arena *words = &k->out->words;
    const char *value = inputs == 1 ? number_in(input->value, words) : NULL, *function = NULL;
    if (value)
        function = place_of_function(k->sources, line->pos, "__VERIFIER_nondet_", &step->call, words);
    if (!function)
        step->assumed = assumed_of(k, line);
    if (!function && !step->assumed && value)
        function = place_of_only_call(k->sources, line->pos, &step->call, words);
    step->nondet = function;
    step->value = function ? value : NULL;
}

static void add_line(struct maker *k, const struct schedule_line *line)
{
    uint32_t thread = number_of(k, line->thread);
    bool first = true;
    vector_each(const struct effect *, e, &line->effects) {
        if (e->kind != EFFECT_EVENT || strcmp(e->verb, "starts") || !e->object)
            continue;
        first = false;
        uint32_t created = number_of(k, e->object);
        add(k, thread, line->pos)->creates = created;
        add(k, created, line->pos)->enters = function_of(k, e->object);
    }
    bool other = first;
    vector_each(const struct effect *, e, &line->effects)
        other |= e->kind != EFFECT_EVENT || (strcmp(e->verb, "starts") && strcmp(e->verb, "ends"));
    if (other)
        add_input(k, line, add(k, thread, line->pos));
    vector_each(const struct effect *, e, &line->effects)
        if (e->kind == EFFECT_EVENT && !strcmp(e->verb, "ends"))
            add(k, thread, line->pos)->leaves = function_of(k, line->thread);
}

void witness_steps_make(struct witness_steps *w, const struct report *r, const struct report_check *c, struct sources *s)
{
    *w = (struct witness_steps){0};
    struct maker k = {.out = w, .sources = s};
    const char *main_name = thread_name(r->program, c->trace->unbounded, 0, 0, &w->words);
    struct schedule schedule;
    schedule_make(&schedule, r->program, c->trace, false, 0);
    add(&k, number_of(&k, main_name), (struct position){0})->enters = "main";
    vector_each(const struct schedule_line *, line, &schedule.lines)
        add_line(&k, line);
    ending_vector endings = {0};
    endings_find(&endings, r->program, c->trace, &w->words);
    vector_each(const struct ending *, e, &endings)
        add(&k, number_of(&k, e->thread), e->pos)->target = true;
    if (!endings.size && w->steps.size > 1 && vector_last(&w->steps).pos.line == c->check->pos.line)
        vector_last(&w->steps).target = true;
    else if (!endings.size)
        add(&k, vector_last(&w->steps).thread, c->check->pos)->target = true;
    if (!endings.size)
        vector_last(&w->steps).pos = c->check->pos;
    w->threads = k.threads.size;
    vector_free(&endings);
    vector_free(&k.threads);
    schedule_free(&schedule);
}

void witness_steps_free(struct witness_steps *w)
{
    vector_free(&w->steps);
    arena_release(&w->words);
}

/* --- the task --- */

const char *witness_specification(const struct report *r)
{
    return r->specification ? r->specification : property_rows[r->property].specification;
}

const char *witness_hash(const struct report *r, uint32_t i, struct arena *words)
{
    assert(i < r->file_count);
    struct text t = {0};
    char hex[SHA256_HEX];
    if (i < r->file_count)
        text_read_regular_file(&t, r->files[i]);
    bool copy =
        called_file(r->files[i]) != r->files[i]; /* its first line is no line of the program, but says what that is called */
    size_t from = copy ? strcspn(text_string(&t), "\n") + 1 : 0;
    sha256_hex(text_string(&t) + from, t.size - from, hex);
    text_free(&t);
    return arena_strdup(words, hex);
}

const char *witness_time(struct arena *words)
{
    const char *fixed = getenv("SOURCE_DATE_EPOCH");
    time_t now = fixed && *fixed ? (time_t)strtoll(fixed, NULL, 10) : time(NULL);
    struct tm tm;
    char s[64] = "1970-01-01T00:00:00Z";
    if (gmtime_r(&now, &tm))
        strftime(s, sizeof s, "%Y-%m-%dT%H:%M:%SZ", &tm);
    return arena_strdup(words, s);
}

const char *witness_uuid(const struct report *r, uint32_t number, struct arena *words)
{
    struct text t = {0};
    char h[SHA256_HEX];
    for (uint32_t i = 0; i < r->file_count; i++)
        text_printf(&t, "%s %s\n", r->files[i], witness_hash(r, i, words));
    text_printf(&t, "%s %u %s %u", witness_specification(r), r->machine, report_verdict_name(r->answer), number);
    sha256_hex(text_string(&t), t.size, h);
    text_free(&t);
    h[12] = '5'; /* named by a hash */
    h[16] = "89ab"[h[16] % 4];
    return arena_printf(words, "%.8s-%.4s-%.4s-%.4s-%.12s", h, h + 8, h + 12, h + 16, h + 20);
}
