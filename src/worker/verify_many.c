#include "worker/verify_many.h"

#include "base/effort.h"
#include "base/log.h"
#include "base/status.h"
#include "base/outputs.h"
#include "worker/print_report.h"
#include "worker/supervise.h"
#include "worker/verify_joint.h"
#include "portfolio/hopeless.h"
#include "report/html.h"
#include "base/json_words.h"
#include "report/merge.h"

bool is_many(const struct options *o) { return property_find(o->property) == PROPERTIES; }

int check_many(const struct options *o)
{
    const char *option = o->proof                    ? "--proof"
                         : o->witness                ? "--witness"
                         : o->invariant              ? "--invariant"
                         : o->emit_template          ? "--emit-template"
                         : o->emit_tts               ? "--emit-tts"
                         : strcmp(o->engine, "wide") ? NULL
                                                     : "--engine=wide";
    if (!option)
        return 0;
    log_error("%s goes with one property at a time", option);
    return STATUS_USAGE;
}

struct session {
    const struct options *options;
    merged_parts parts;
    struct text words; /* of all, without their last two lines */
    struct text steps; /* for --trace */
    struct undefined_spots undefined;
    struct arena arena;
};

/* The last two lines are those about the verdict. */
static size_t without_last_lines(const struct text *t)
{
    size_t n = t->size;
    const char *s = text_string(t);
    for (int lines = 0; n && (lines += s[n - 1] == '\n') <= 2;)
        n--;
    return n;
}

static const char *trace_name(const struct options *o) { return ends_with(o->trace, ".json") ? "trace.json" : "trace"; }

/* The words, and every report as a frame; JSON in any case: the counts are there. */
static void collect(struct options *own, struct arena *arena)
{
    own->json = OUTPUT_FRAME "json";
    own->with_words = false; /* they come as they are */
    if (own->sarif)
        own->sarif = OUTPUT_FRAME "sarif";
    if (own->html) /* what the page shows is in the JSON */
        own->html = OUTPUT_FRAME "html";
    if (own->trace)
        own->trace = arena_printf(arena, OUTPUT_FRAME "%s", trace_name(own));
}

static void take_trace(struct session *s, const struct output_frame *f)
{
    if (!s->steps.size || strcmp(f->name, "trace.json")) /* such a file has one schedule */
        text_append_bytes(&s->steps, f->bytes, f->size);
}

static const char note[] = "heddle: note: ";

/* What is said of a property alone that has no checks: here a line of the summary does. */
static bool is_of_none(const char *line, size_t length)
{
    for (unsigned i = 0; i < PROPERTIES && !strncmp(line, note, strlen(note)); i++) {
        const char *none = property_rows[i].none;
        if (none && strlen(none) == length - strlen(note) && !strncmp(line + strlen(note), none, strlen(none)))
            return true;
    }
    return false;
}

/* A note that was said about another property is not said again. */
static bool is_said(const struct text *said, const char *line, size_t length)
{
    for (const char *at = text_string(said); !strncmp(line, note, strlen(note)) && *at; at += strcspn(at, "\n"), at += *at == '\n')
        if (strcspn(at, "\n") == length && !memcmp(at, line, length))
            return true;
    return false;
}

static void add_words(struct text *said, const struct text *words)
{
    const char *line = text_string(words), *end = line + without_last_lines(words);
    while (line < end) {
        size_t length = strcspn(line, "\n"), whole = length + (line[length] == '\n');
        if (!is_said(said, line, length) && !is_of_none(line, length))
            text_append_bytes(said, line, whole);
        line += whole;
    }
}

/* In the order of the table, whatever was asked first. */
static void insert(merged_parts *all, struct merged_part part)
{
    uint32_t at = all->size;
    vector_push(all, part);
    for (; at && all->data[at - 1].property > part.property; at--)
        all->data[at] = all->data[at - 1];
    all->data[at] = part;
}

/* What C leaves undefined and happens. */
static void note_undefined(struct session *s, const struct merged_part *p)
{
    const cJSON *c;
    cJSON_ArrayForEach(c, cJSON_GetObjectItem(p->json, "checks"))
    {
        const char *answer = cJSON_GetStringValue(cJSON_GetObjectItem(c, "answer")),
                   *text = cJSON_GetStringValue(cJSON_GetObjectItem(c, "text")),
                   *file = cJSON_GetStringValue(cJSON_GetObjectItem(c, "file"));
        const cJSON *line = cJSON_GetObjectItem(c, "line");
        if (answer && text && file && line && !strcmp(answer, report_answer_name(REPORT_VIOLATED)))
            undefined_spots_add(&s->undefined, p->property, text, arena_strdup(&s->arena, file), (uint32_t)line->valuedouble);
    }
}

/* The same in the run for several properties, before any of them is asked alone. */
static void note_undefined_together(struct session *s, const struct joint *j)
{
    vector_each(const struct report_check *, c, &j->report.checks)
        if (c->answer == REPORT_VIOLATED)
            undefined_spots_add(&s->undefined, (enum property)c->check->property, c->check->text, c->check->pos.file,
                                c->check->pos.line);
}

static bool take(struct session *s, enum property property, int status, const struct text *out)
{
    static const enum report_answer answers[] = {REPORT_PROVED, REPORT_VIOLATED, REPORT_OPEN};
    struct merged_part part = {.property = property, .answer = answers[status]};
    struct output_frame f;
    struct text words = {0};
    size_t at = 0;
    while (outputs_next_frame(out, &at, &f, &words, &s->arena)) {
        if (!strcmp(f.name, "json"))
            part.json = cJSON_ParseWithLength(f.bytes, f.size);
        else if (!strcmp(f.name, "sarif"))
            part.sarif = cJSON_ParseWithLength(f.bytes, f.size);
        else if (starts_with(f.name, "trace"))
            take_trace(s, &f);
    }
    add_words(&s->words, &words);
    text_free(&words);
    if (part.json) {
        note_undefined(s, &part);
        insert(&s->parts, part);
    }
    return part.json != NULL;
}

/* A part of the time that is left; what one does not need is for those behind it. */
static struct budget share(const struct budget *all, unsigned left)
{
    struct budget b = *all;
    if (b.deadline > 0)
        b.deadline = clock_wall() + budget_left(all) / left;
    return b;
}

/* --- the report --- */

static void print_counts(const struct session *s, struct text *out)
{
    vector_each(const struct merged_part *, p, &s->parts) {
        text_printf(out, "property %s: %s, %u proved, %u violated, %u open", property_name(p->property),
                    report_verdict_name(p->answer), merged_part_count(p, "proved"), merged_part_count(p, "violated"),
                    merged_part_count(p, "open"));
        if (p->answer == REPORT_OPEN)
            text_printf(out, " (%s)", merged_reason(p));
        text_char(out, '\n');
    }
}

static void print_verdict(const struct session *s, struct text *out)
{
    const merged_parts *all = &s->parts;
    enum report_answer answer = merged_answer(all);
    text_printf(out, "checks: %u proved, %u violated, %u open\n", merged_count(all, "proved"), merged_count(all, "violated"),
                merged_count(all, "open"));
    text_printf(out, "VERDICT: %s", report_verdict_name(answer));
    const struct merged_part *open = all->data;
    while (answer == REPORT_OPEN && open->answer != REPORT_OPEN)
        open++;
    if (answer == REPORT_OPEN)
        text_printf(out, " (%s: %s)", property_name(open->property), merged_reason(open));
    text_char(out, '\n');
}

static bool put(const char *path, struct text *content, struct text *out)
{
    bool ok = outputs_put(path, content, out);
    text_free(content);
    return ok;
}

static bool put_json(const char *path, cJSON *o, struct text *out)
{
    struct text t = {0};
    json_print(&t, o, true);
    return put(path, &t, out);
}

static bool write_files(struct session *s, int status, const char *said, size_t before, struct text *out)
{
    const struct options *o = s->options;
    bool ok = true;
    cJSON *sarif = merge_sarif(&s->parts, status), *json = merge_json(&s->parts, o->property);
    if (o->sarif && sarif)
        ok = put_json(o->sarif, sarif, out) && ok;
    if (o->trace && s->steps.size)
        ok = outputs_put(o->trace, &s->steps, out) && ok;
    if (o->html) {
        struct text page = {0};
        html_page(&page, cJSON_Duplicate(json, true), said);
        ok = put(o->html, &page, out) && ok;
    }
    if (o->json && o->with_words)
        cJSON_AddItemToObject(json, "words", json_string(arena_strndup(&s->arena, said, before), &s->arena));
    if (o->json)
        ok = put_json(o->json, json, out) && ok;
    else
        cJSON_Delete(json);
    return ok;
}

static int report(struct session *s, struct text *out)
{
    static const int statuses[] = {[REPORT_PROVED] = STATUS_TRUE, [REPORT_VIOLATED] = STATUS_FALSE, [REPORT_OPEN] = STATUS_UNKNOWN};
    int status = statuses[merged_answer(&s->parts)];
    struct text said = {0};
    if (!s->options->quiet)
        text_append_bytes(&said, text_string(&s->words), s->words.size);
    print_counts(s, &said);
    size_t before = said.size;
    print_verdict(s, &said);
    if (!outputs_take_stdout(s->options))
        text_append_bytes(out, text_string(&said), said.size);
    supervise_before_files(s->options, status, &said);
    bool ok = write_files(s, status, text_string(&said), before, out);
    supervise_after_files();
    text_free(&said);
    return ok ? status : STATUS_INPUT;
}

static void release(struct session *s)
{
    vector_each(struct merged_part *, p, &s->parts) {
        cJSON_Delete(p->json);
        cJSON_Delete(p->sarif);
    }
    vector_free(&s->parts);
    text_free(&s->words);
    text_free(&s->steps);
    vector_free(&s->undefined.all);
    arena_release(&s->arena);
}

/* Half of the time that these properties would have one after the other: if they are not proved together, each is asked alone. */
static struct budget joint_share(const struct budget *all, property_set joint, property_set asked)
{
    struct budget b = *all;
    if (b.deadline > 0)
        b.deadline = clock_wall() + budget_left(all) * __builtin_popcount(joint) / (2 * __builtin_popcount(asked));
    return b;
}

/* The answer of the joint run about one property, printed as if it had been asked alone. Words that are about the run as a whole
 * (--explain) are said once. */
static int print_joint(struct joint *j, const struct options *own, struct text *words)
{
    struct report part;
    bool first = !j->told;
    joint_part(j, property_find(own->property), &part);
    int status = print_report(own, first ? &j->pipeline : NULL, &part, words);
    joint_free_part(&part);
    return status;
}

/* What is answered by now is printed even if the properties behind it take all the time that there is; it is not the whole answer, so it is never TRUE. */
static void tell_so_far(struct session *s)
{
    struct text out = {0};
    bool violated = merged_answer(&s->parts) == REPORT_VIOLATED;
    if (outputs_take_stdout(s->options))
        return;
    if (!s->options->quiet)
        text_append_bytes(&out, text_string(&s->words), s->words.size);
    print_counts(s, &out);
    text_printf(&out, "checks: %u proved, %u violated, %u open\nVERDICT: %s\n", merged_count(&s->parts, "proved"),
                merged_count(&s->parts, "violated"), merged_count(&s->parts, "open"),
                violated ? "FALSE" : "UNKNOWN (not all properties were answered in time)");
    supervise_so_far(violated ? STATUS_FALSE : STATUS_UNKNOWN, &out);
    text_free(&out);
}

/* In the order of the table; but what the joint run would answer if others were proved is asked after those, and memory before
 * all that has to be asked: with it, it is proved that nothing happens that C leaves undefined and that would forbid TRUE. */
static enum property next_of(property_set left, const struct joint *j)
{
    enum property p = property_first(left);
    property_set waiting = left & j->open ? j->proved & ~j->answered : 0;
    if (property_in(waiting, p))
        p = property_first(left & j->open);
    return !property_in(j->answered, p) && property_in(left & ~waiting, PROPERTY_MEMORY) ? PROPERTY_MEMORY : p;
}

/* Once a property is violated the verdict stands: each of the others gets as long as all of it took by then, and a moment at least. */
static double once_violated(void)
{
    double so_far = clock_cpu_of_all();
    return so_far > SECONDS_ANOTHER_VIOLATED ? so_far : SECONDS_ANOTHER_VIOLATED;
}

static int verify_each(struct session *s, property_set asked, const struct budget *budget, verify_one one,
                       struct compiled *compiled, struct joint *j)
{
    int status = STATUS_TRUE;
    note_undefined_together(s, j);
    bool memory_holds = false, memory_fails = false; /* for those behind it */
    double enough = j->answered & ~j->proved ? once_violated() : 0;
    for (property_set left = asked; left && status <= STATUS_UNKNOWN;) {
        enum property p = next_of(left, j);
        struct options own = *s->options; /* shares the vectors */
        own.property = property_name(p);
        own.memory_holds = memory_holds;
        own.part = true;
        own.enough = enough;
        own.memory_fails = memory_fails;
        own.undefined_spots = &s->undefined;
        own.defined = memory_holds && j->in_turns;
        collect(&own, &s->arena);
        struct text words = {0};
        if (property_in(j->answered, p)) {
            status = print_joint(j, &own, &words);
        } else {
            struct budget part = share(budget, (unsigned)__builtin_popcount(left & ~j->answered));
            status = one(&own, &part, compiled, j->survey.wide ? &j->survey : NULL, &words);
        }
        left &= ~property_only(p);
        joint_hear(j, p, status == STATUS_TRUE);
        if (status <= STATUS_UNKNOWN && !take(s, p, status, &words))
            status = STATUS_INTERNAL;
        text_free(&words);
        bool surveyed =
            j->survey.wide && j->survey.open; /* what that says has been told, and says more as long as races are not answered */
        if (status <= STATUS_UNKNOWN && (!surveyed || !property_in(left, PROPERTY_RACE) || status == STATUS_FALSE))
            tell_so_far(s);
        memory_holds |= p == PROPERTY_MEMORY && status == STATUS_TRUE;
        memory_fails |= p == PROPERTY_MEMORY && status == STATUS_FALSE;
        enough = enough > 0 || status != STATUS_FALSE ? enough : once_violated();
    }
    return status;
}

int verify_many(const struct options *o, const struct budget *budget, verify_one one, struct compiled *compiled, struct text *out)
{
    assert(is_many(o));
    struct session s = {.options = o, .arena = ARENA_EMPTY};
    property_set asked = properties_named(o->property), at_once = joint_properties(o, asked);
    struct budget part = joint_share(budget, at_once, asked);
    struct joint j = {0};
    int status = STATUS_INPUT;
    if (!at_once || joint_run(&j, o, at_once, asked, &part, compiled))
        status = verify_each(&s, asked, budget, one, compiled, &j);
    if (status <= STATUS_UNKNOWN)
        status = report(&s, out);
    if (at_once)
        joint_free(&j);
    release(&s);
    return status;
}
