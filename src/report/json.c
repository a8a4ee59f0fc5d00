/* JSON with everything that the terminal shows, and more. Built with cJSON; numbers beyond 2^53 do not occur here. */
#include "report/json.h"

#include "base/log.h"
#include "base/options.h"
#include "program/print.h"
#include "report/ending.h"
#include "report/execution.h"
#include "report/fold.h"
#include "report/inventory.h"
#include "report/invariants.h"
#include "base/json_words.h"
#include "report/place.h"
#include "report/reports.h"
#include "report/source.h"
#include "report/why.h"
#include "report/witness_parts.h"

struct writer {
    const struct report *report;
    struct sources sources;
    struct arena words;
};

static void add_string(struct writer *w, cJSON *to, const char *name, const char *value)
{
    json_add_string(to, name, value, &w->words);
}

static void add_position(struct writer *w, cJSON *to, struct position pos)
{
    add_string(w, to, "file", pos.file);
    json_add_positive(to, "line", pos.line);
    json_add_positive(to, "column", pos.column);
    add_string(w, to, "function", pos.function);
}

static cJSON *json_effect(struct writer *w, const struct effect *e)
{
    static const char *const kinds[] = {"read", "write", "input", "event"};
    cJSON *o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "kind", kinds[e->kind]);
    add_string(w, o, e->kind == EFFECT_EVENT ? "what" : "name", e->name);
    add_string(w, o, "value", e->value);
    add_string(w, o, "before", e->before);
    add_string(w, o, "verb", e->verb);
    add_string(w, o, "object", e->object);
    return o;
}

/* Adds the schedule of a violated check, and why it fails. */
static void add_schedule(struct writer *w, cJSON *to, const struct check *c, const struct trace *t)
{
    struct schedule s;
    struct text why = {0};
    schedule_make(&s, w->report->program, t, false, w->report->deadline);
    if (check_is_condition(c) && why_print(&why, &s))
        add_string(w, to, "why", text_string(&why));
    text_free(&why);
    schedule_cut(&s, KEPT_FIRST, KEPT_LAST);
    cJSON *lines = cJSON_CreateArray();
    vector_each(const struct schedule_line *, line, &s.lines) {
        cJSON *o = cJSON_CreateObject();
        struct text source = {0};
        add_string(w, o, "thread", line->thread);
        add_position(w, o, line->pos);
        if (source_line(&w->sources, line->pos.file, line->pos.line, &source))
            add_string(w, o, "source", text_string(&source));
        cJSON *effects = cJSON_AddArrayToObject(o, "effects");
        vector_each(const struct effect *, e, &line->effects)
            cJSON_AddItemToArray(effects, json_effect(w, e));
        cJSON *locals = line->locals.size ? cJSON_AddObjectToObject(o, "locals") : NULL;
        vector_each(const struct local_value *, l, &line->locals) {
            cJSON_DeleteItemFromObjectCaseSensitive(locals, l->name);
            add_string(w, locals, l->name, l->value);
        }
        cJSON_AddNumberToObject(o, "first_step", line->first_step);
        cJSON_AddNumberToObject(o, "last_step", line->last_step);
        cJSON_AddItemToArray(lines, o);
        text_free(&source);
    }
    if (s.missing)
        cJSON_AddNumberToObject(to, "steps_not_shown", s.missing);
    schedule_free(&s);
    cJSON_AddItemToObject(to, "schedule", lines);
}

static cJSON *json_endings(struct writer *w, const struct trace *t)
{
    ending_vector endings = {0};
    endings_find(&endings, w->report->program, t, &w->words);
    cJSON *list = cJSON_CreateArray();
    vector_each(const struct ending *, e, &endings) {
        cJSON *o = cJSON_CreateObject();
        add_string(w, o, "thread", e->thread);
        add_position(w, o, e->pos);
        add_string(w, o, "what", e->words);
        cJSON_AddItemToArray(list, o);
    }
    vector_free(&endings);
    return list;
}

/* What it is about, and who has answered what. */
static cJSON *json_answer(struct writer *w, const struct report_check *c)
{
    cJSON *o = cJSON_CreateObject();
    cJSON_AddNumberToObject(o, "id", c->check->id);
    cJSON_AddStringToObject(o, "property", property_name(c->check->property));
    add_string(w, o, "text", c->check->text);
    struct text claim = {0};
    report_claim(&claim, c);
    add_string(w, o, "claim", text_string(&claim));
    text_free(&claim);
    add_position(w, o, report_place(w->report, c));
    struct position other;
    if (report_other_place(w->report, c->check, &other))
        add_position(w, cJSON_AddObjectToObject(o, "other"), other);
    if (c->check->code < w->report->program->codes.size)
        add_string(w, o, "thread", w->report->program->codes.data[c->check->code].name);
    cJSON_AddStringToObject(o, "answer", report_answer_name(c->answer));
    add_string(w, o, "engine", c->engine);
    if (c->answer == REPORT_PROVED)
        cJSON_AddStringToObject(o, "evidence", report_evidence_name(c->evidence));
    if (c->answer == REPORT_OPEN)
        add_string(w, o, "reason", c->reason ? c->reason : w->report->reason);
    return o;
}

void report_json_line(struct text *out, const struct report *r, const struct report_check *c)
{
    struct writer w = {.report = r, .sources = {.inputs = r->files, .input_count = r->file_count}};
    json_print(out, json_answer(&w, c), false);
    sources_free(&w.sources);
    arena_release(&w.words);
}

static cJSON *json_check(struct writer *w, const struct report_check *c)
{
    cJSON *o = json_answer(w, c);
    if (c->answer == REPORT_PROVED && c->evidence == REPORT_BY_ARGUMENT)
        add_string(w, o, "no_proof", c->because);
    if (c->execution)
        execution_add_json(o, c->execution, &w->words);
    if (c->answer == REPORT_VIOLATED && !c->execution) {
        cJSON_AddNumberToObject(o, "steps", c->trace->steps.size);
        add_schedule(w, o, c->check, c->trace);
        cJSON_AddItemToObject(o, "end", json_endings(w, c->trace));
    }
    return o;
}

static void json_statistic(void *object, const char *name, double value) { cJSON_AddNumberToObject(object, name, value); }

static cJSON *json_unsupported(struct writer *w)
{
    cJSON *list = cJSON_CreateArray();
    vector_each(const struct code *, c, &w->report->program->codes)
        vector_each(const struct location *, l, &c->locations)
            if (l->flags & LOC_UNSUPPORTED) {
                cJSON *o = cJSON_CreateObject();
                add_string(w, o, "reason", l->reason);
                add_position(w, o, l->pos);
                cJSON_AddItemToArray(list, o);
            }
    return list;
}

/* What the program consists of: its threads and the variables that they share. */
static void add_inventory(struct writer *w, cJSON *to)
{
    struct inventory found;
    inventory_make(&found, w->report->program);
    cJSON *threads = cJSON_AddArrayToObject(to, "threads"), *variables = cJSON_AddArrayToObject(to, "variables");
    vector_each(const struct inventory_thread *, t, &found.threads) {
        cJSON *o = cJSON_CreateObject();
        add_string(w, o, "name", t->name);
        if (t->instances == UNBOUNDED)
            cJSON_AddStringToObject(o, "instances", "any number");
        else
            cJSON_AddNumberToObject(o, "instances", t->instances);
        add_position(w, o, t->pos);
        cJSON_AddItemToArray(threads, o);
    }
    vector_each(const struct inventory_variable *, v, &found.variables) {
        cJSON *o = cJSON_CreateObject();
        add_string(w, o, "name", v->name);
        cJSON_AddStringToObject(o, "kind", v->synchronises ? "lock" : "data");
        add_string(w, o, "initial", v->initial);
        add_string(w, o, "protected_by", v->lock);
        if (v->lock) {
            cJSON *lines = cJSON_AddArrayToObject(o, "but_for_lines");
            for (uint32_t k = 0; k < v->without.size; k++)
                cJSON_AddItemToArray(lines, cJSON_CreateNumber(v->without.data[k]));
        }
        add_position(w, o, v->pos);
        cJSON_AddItemToArray(variables, o);
    }
    inventory_free(&found);
}

static void add_invariants(struct writer *w, cJSON *to)
{
    struct invariants found;
    invariants_make(&found, w->report);
    if (found.list.size) {
        cJSON_AddBoolToObject(to, "fine_invariants", found.fine);
        cJSON *list = cJSON_AddArrayToObject(to, "invariants");
        vector_each(const struct invariant *, i, &found.list) {
            cJSON *o = cJSON_CreateObject();
            add_string(w, o, "thread", i->thread);
            add_position(w, o, i->pos);
            add_string(w, o, "invariant", i->words);
            cJSON *conditions = cJSON_AddArrayToObject(o, "conditions");
            for (uint32_t k = 0; k < i->conditions.size; k++)
                cJSON_AddItemToArray(conditions, json_string(i->conditions.data[k], &w->words));
            cJSON_AddItemToArray(list, o);
        }
    }
    invariants_free(&found);
}

cJSON *report_json_object(const struct report *r)
{
    struct writer w = {.report = r, .sources = {.inputs = r->files, .input_count = r->file_count}};
    cJSON *o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "tool", "heddle");
    cJSON_AddStringToObject(o, "version", HEDDLE_VERSION);
    add_string(&w, o, "command", r->command);
    add_string(&w, o, "words", r->words);
    cJSON_AddStringToObject(o, "date", witness_time(&w.words));
    cJSON *files = cJSON_AddArrayToObject(o, "files");
    for (uint32_t i = 0; i < r->file_count; i++)
        cJSON_AddItemToArray(files, json_string(called_file(r->files[i]), &w.words));
    cJSON_AddNumberToObject(o, "machine", r->machine);
    cJSON_AddStringToObject(o, "property", property_name(r->property));
    cJSON_AddStringToObject(o, "verdict", report_verdict_name(r->answer));
    if (r->answer == REPORT_OPEN)
        add_string(&w, o, "reason", r->reason);
    cJSON *notes = cJSON_AddArrayToObject(o, "notes");
    vector_each(const char *const *, n, &r->notes)
        cJSON_AddItemToArray(notes, json_string(*n, &w.words));
    cJSON_AddNumberToObject(o, "seconds", r->seconds);
    cJSON_AddNumberToObject(o, "proved", report_count(r, REPORT_PROVED));
    cJSON_AddNumberToObject(o, "violated", report_count(r, REPORT_VIOLATED));
    cJSON_AddNumberToObject(o, "open", report_count(r, REPORT_OPEN));
    cJSON *checks = cJSON_AddArrayToObject(o, "checks");
    vector_each(const struct report_check *, c, &r->checks)
        cJSON_AddItemToArray(checks, json_check(&w, c));
    if (r->program)
        cJSON_AddItemToObject(o, "unsupported", json_unsupported(&w));
    if (r->program)
        add_inventory(&w, o);
    add_invariants(&w, o);
    statistics_visit(&r->statistics, json_statistic, cJSON_AddObjectToObject(o, "statistics"));
    sources_free(&w.sources);
    arena_release(&w.words);
    return o;
}

bool report_json(struct text *out, const struct report *r)
{
    json_print(out, report_json_object(r), true);
    return true;
}
