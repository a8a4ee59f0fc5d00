/* The JSON of a run as structures. Strings are those of the JSON itself, which stays as long as they do. */
#include "library/results.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *results_string(const cJSON *o, const char *name)
{
    const cJSON *s = cJSON_GetObjectItemCaseSensitive(o, name);
    return cJSON_IsString(s) ? s->valuestring : NULL;
}

static unsigned number_of(const cJSON *o, const char *name)
{
    const cJSON *n = cJSON_GetObjectItemCaseSensitive(o, name);
    return cJSON_IsNumber(n) && n->valuedouble > 0 ? (unsigned)n->valuedouble : 0;
}

static const char *or_nothing(const char *s) { return s ? s : ""; }

/* "reads c = 0, c = 1"; NULL if there is no memory. */
static char *effects_of(const cJSON *step)
{
    char *words = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&words, &size);
    const cJSON *e;
    const char *between = "";
    if (!f)
        return NULL;
    cJSON_ArrayForEach(e, cJSON_GetObjectItemCaseSensitive(step, "effects"))
    {
        const char *kind = or_nothing(results_string(e, "kind"));
        if (!strcmp(kind, "event"))
            fprintf(f, "%s%s", between, or_nothing(results_string(e, "what")));
        else
            fprintf(f, "%s%s%s = %s", between, !strcmp(kind, "read") ? "reads " : "", or_nothing(results_string(e, "name")),
                    or_nothing(results_string(e, "value")));
        between = ", ";
    }
    if (results_string(step, "what"))
        fputs(results_string(step, "what"), f);
    return fclose(f) ? NULL : words;
}

static int add_steps(struct heddle_session *s, const cJSON *steps, heddle_step *out, size_t *count)
{
    const cJSON *o;
    cJSON_ArrayForEach(o, steps)
    {
        if (strings_add(&s->words, effects_of(o)))
            return -1;
        out[(*count)++] = (heddle_step){results_string(o, "thread"), results_string(o, "file"), number_of(o, "line"),
                                        number_of(o, "column"), s->words.data[s->words.size - 1]};
    }
    return 0;
}

static int add_invariant(struct heddle_session *s, const cJSON *o)
{
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(o, "conditions"), *c;
    const char **conditions = calloc((size_t)cJSON_GetArraySize(list) + 1, sizeof *conditions);
    heddle_invariant i = {.thread = results_string(o, "thread"),
                          .file = results_string(o, "file"),
                          .line = number_of(o, "line"),
                          .column = number_of(o, "column"),
                          .text = results_string(o, "invariant"),
                          .conditions = conditions};
    if (!conditions)
        return -1;
    cJSON_ArrayForEach(c, list) if (cJSON_IsString(c)) conditions[i.condition_count++] = c->valuestring;
    s->conditions[s->invariant_count] = conditions;
    s->invariants[s->invariant_count++] = i;
    return 0;
}

static int add_invariants(struct heddle_session *s, const cJSON *report)
{
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(report, "invariants"), *o;
    size_t all = s->invariant_count + (size_t)cJSON_GetArraySize(list) + 1;
    heddle_invariant *invariants = realloc(s->invariants, all * sizeof *invariants);
    if (invariants)
        s->invariants = invariants;
    const char ***conditions = invariants ? realloc(s->conditions, all * sizeof *conditions) : NULL;
    if (!conditions)
        return -1;
    s->conditions = conditions;
    cJSON_ArrayForEach(o, list) if (add_invariant(s, o)) return -1;
    return 0;
}

/* All but the steps. */
static heddle_check check_of(const cJSON *o)
{
    const char *answer = or_nothing(results_string(o, "answer"));
    return (heddle_check){.property = results_string(o, "property"),
                          .claim = results_string(o, "claim"),
                          .file = results_string(o, "file"),
                          .line = number_of(o, "line"),
                          .column = number_of(o, "column"),
                          .function = results_string(o, "function"),
                          .answer = *answer == 'p'   ? HEDDLE_PROVED
                                    : *answer == 'v' ? HEDDLE_VIOLATED
                                                     : HEDDLE_OPEN,
                          .engine = results_string(o, "engine"),
                          .reason = results_string(o, "reason")};
}

void results_news(struct heddle_session *s, const char *line)
{
    cJSON *o = cJSON_Parse(line);
    if (cJSON_IsObject(o)) {
        heddle_check c = check_of(o);
        c.json = line;
        s->news(&c, s->news_context);
    }
    cJSON_Delete(o);
}

static int add_check(struct heddle_session *s, const cJSON *o)
{
    const cJSON *schedule = cJSON_GetObjectItemCaseSensitive(o, "schedule"), *end = cJSON_GetObjectItemCaseSensitive(o, "end");
    heddle_step *steps = calloc((size_t)(cJSON_GetArraySize(schedule) + cJSON_GetArraySize(end) + 1), sizeof *steps);
    heddle_check c = check_of(o);
    c.steps = steps;
    s->schedules[s->check_count] = steps;
    if (!steps || add_steps(s, schedule, steps, &c.step_count) || add_steps(s, end, steps, &c.step_count))
        return -1;
    s->checks[s->check_count++] = c;
    return 0;
}

int results_add(struct heddle_session *s, const cJSON *report)
{
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(report, "checks"), *o;
    size_t all = s->check_count + (size_t)cJSON_GetArraySize(list) + 1;
    heddle_check *checks = realloc(s->checks, all * sizeof *checks);
    if (checks)
        s->checks = checks;
    heddle_step **schedules = checks ? realloc(s->schedules, all * sizeof *schedules) : NULL;
    if (!schedules)
        return -1;
    s->schedules = schedules;
    size_t first = s->check_count;
    cJSON_ArrayForEach(o, list) if (add_check(s, o)) return -1;
    if (add_invariants(s, report))
        return -1;
    for (size_t i = first; i < s->check_count && s->callback; i++)
        s->callback(&s->checks[i], s->context);
    return 0;
}

size_t results_count(const struct heddle_session *s, heddle_answer answer)
{
    static const char *const names[] = {[HEDDLE_PROVED] = "proved", [HEDDLE_VIOLATED] = "violated", [HEDDLE_OPEN] = "open"};
    size_t sum = 0;
    for (size_t i = 0; i < s->jsons.size; i++)
        sum += number_of(s->reports[i], names[answer]);
    return sum;
}

void results_clear(struct heddle_session *s)
{
    for (size_t i = 0; i < s->check_count; i++)
        free(s->schedules[i]);
    for (size_t i = 0; i < s->jsons.size; i++)
        cJSON_Delete(s->reports[i]);
    for (size_t i = 0; i < s->invariant_count; i++)
        free(s->conditions[i]);
    free(s->conditions);
    free(s->invariants);
    s->conditions = NULL;
    s->invariants = NULL;
    s->invariant_count = 0;
    free(s->schedules);
    free(s->checks);
    free(s->reports);
    free(s->reason);
    free(s->messages.data);
    free(s->printed.data);
    s->messages = s->printed = (struct buffer){0};
    s->schedules = NULL;
    s->checks = NULL;
    s->reports = NULL;
    s->reason = NULL;
    s->check_count = 0;
    strings_clear(&s->words);
    strings_clear(&s->jsons);
}
