#include "cli/ci_reports.h"

#include "base/printable.h"
#include "base/json_words.h"

#include <string.h>

static bool is_now(const struct ci_finding *f) { return f->state == CI_NEW || f->state == CI_UNCHANGED; }

static void print_place(struct text *out, const struct ci_finding *f)
{
    text_append(out, f->file);
    if (f->line)
        text_printf(out, ":%u", f->line);
    if (f->line && f->column)
        text_printf(out, ":%u", f->column);
}

static void print_counts(struct text *out, const ci_findings *all)
{
    text_printf(out, "%u new, %u unchanged, %u fixed, %u ignored", ci_count(all, CI_NEW), ci_count(all, CI_UNCHANGED),
                ci_count(all, CI_FIXED), ci_count_ignored(all));
    if (ci_count(all, CI_NOT_SEEN))
        text_printf(out, ", %u not seen (their programs were not decided)", ci_count(all, CI_NOT_SEEN));
}

/* --- the terminal --- */

void ci_words(struct text *out, const struct ci_outcome *c)
{
    vector_each(const struct ci_run *, r, c->runs) {
        const struct work_answer *a = &r->answer;
        text_printf(out, "%-8s %7.2f s  %s: %u proved, %u violated, %u open", a->verdict, r->seconds, r->program->name, a->proved,
                    a->violated, a->open);
        text_printf(out, a->reason ? " (%s)\n" : "\n", a->reason);
    }
    vector_each(const struct ci_finding *, f, c->findings) {
        print_place(out, f);
        text_printf(out, ": %s: %s%s [%s]", f->state == CI_NEW && !f->ignored ? "error" : "note", f->message, f->other,
                    f->property);
        if (f->ignored)
            text_printf(out, ", ignored: %s\n", f->ignored);
        else
            text_printf(out, ", %s\n", ci_state_name(f->state));
    }
    vector_each(const struct ci_suppression *, s, &c->config->suppressions)
        if (!s->used)
            text_printf(out, "%s:%zu: note: this suppression fits nothing\n", c->config->path, s->line);
    text_append(out, "findings: ");
    print_counts(out, c->findings);
    text_char(out, '\n');
}

/* --- JUnit --- */

static bool is_of(const struct ci_finding *f, const struct ci_run *r) { return is_now(f) && !strcmp(f->program, r->program->name); }

/* A test case for each finding, and one for the program as a whole. */
static void junit_suite(struct text *out, const struct ci_run *r, const ci_findings *all)
{
    unsigned tests = 1, failures = 0, skipped = *r->answer.verdict == 'U';
    vector_each(const struct ci_finding *, f, all) {
        tests += is_of(f, r);
        failures += is_of(f, r) && f->state == CI_NEW && !f->ignored;
        skipped += is_of(f, r) && (f->state != CI_NEW || f->ignored);
    }
    text_append(out, "  <testsuite name=\"");
    text_append_markup(out, r->program->name, PRINTABLE_WORDS);
    text_printf(out, "\" tests=\"%u\" failures=\"%u\" errors=\"%d\" skipped=\"%u\" time=\"%.3f\">\n", tests, failures,
                *r->answer.verdict == 'E', skipped, r->seconds);
    text_append(out, "    <testcase classname=\"heddle\" name=\"verified\">");
    if (*r->answer.verdict == 'E' || *r->answer.verdict == 'U') {
        text_append(out, *r->answer.verdict == 'E' ? "<error message=\"" : "<skipped message=\"");
        text_append_markup(out, r->answer.reason ? r->answer.reason : "not decided", PRINTABLE_WORDS);
        text_append(out, "\"/>");
    }
    text_append(out, "</testcase>\n");
    vector_each(const struct ci_finding *, f, all) {
        if (!is_of(f, r))
            continue;
        bool fails = f->state == CI_NEW && !f->ignored;
        struct text place = {0};
        print_place(&place, f);
        text_append(out, "    <testcase classname=\"");
        text_append_markup(out, f->property, PRINTABLE_WORDS);
        text_append(out, "\" name=\"");
        text_append_markup(out, f->message, PRINTABLE_WORDS);
        text_append_markup(out, f->other, PRINTABLE_WORDS);
        text_append(out, " (");
        text_append_markup(out, text_string(&place), PRINTABLE_WORDS);
        text_append(out, fails ? ")\"><failure message=\"" : ")\"><skipped message=\"");
        text_append_markup(out, fails ? f->message : f->ignored ? f->ignored : "known before", PRINTABLE_WORDS);
        text_append(out, "\"/></testcase>\n");
        text_free(&place);
    }
    text_append(out, "  </testsuite>\n");
}

void ci_junit(struct text *out, const struct ci_outcome *c)
{
    text_append(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"heddle\">\n");
    vector_each(const struct ci_run *, r, c->runs)
        junit_suite(out, r, c->findings);
    text_append(out, "</testsuites>\n");
}

/* --- Markdown --- */

/* Words in a table: nothing of theirs is markup. */
static void markdown(struct text *out, const char *s)
{
    for (; *s; s++) {
        if (strchr("\\`*_{}[]()#+!|<>&~", *s))
            text_char(out, '\\');
        text_char(out, *s == '\n' || *s == '\r' ? ' ' : *s);
    }
}

static void markdown_rows(struct text *out, const ci_findings *all, enum ci_state state, bool ignored)
{
    vector_each(const struct ci_finding *, f, all) {
        if ((f->ignored != NULL) != ignored || (!ignored && f->state != state) || (ignored && !is_now(f)))
            continue;
        struct text place = {0};
        print_place(&place, f);
        text_printf(out, "| %s | %s | ", ignored ? "ignored" : ci_state_name(f->state), f->property);
        markdown(out, text_string(&place));
        text_append(out, " | ");
        markdown(out, f->message);
        markdown(out, f->other);
        if (ignored) {
            text_append(out, ": ");
            markdown(out, f->ignored);
        }
        text_append(out, " |\n");
        text_free(&place);
    }
}

void ci_markdown(struct text *out, const struct ci_outcome *c)
{
    text_append(out, "## heddle\n\n");
    print_counts(out, c->findings);
    text_append(out, "\n\n| program | verdict | proved | violated | open | seconds |\n|---|---|---|---|---|---|\n");
    vector_each(const struct ci_run *, r, c->runs) {
        text_append(out, "| ");
        markdown(out, r->program->name);
        text_printf(out, " | %s", r->answer.verdict);
        if (r->answer.reason) {
            text_append(out, ": ");
            markdown(out, r->answer.reason);
        }
        text_printf(out, " | %u | %u | %u | %.2f |\n", r->answer.proved, r->answer.violated, r->answer.open, r->seconds);
    }
    if (!c->findings->size)
        return;
    text_append(out, "\n| finding | property | where | what |\n|---|---|---|---|\n");
    for (enum ci_state s = CI_NEW; s <= CI_NOT_SEEN; s++)
        markdown_rows(out, c->findings, s, false);
    markdown_rows(out, c->findings, CI_NEW, true);
}

/* --- SARIF --- */

static cJSON *result_of(const struct ci_finding *f, struct arena *words)
{
    cJSON *o = cJSON_Duplicate(f->result, true);
    cJSON_AddStringToObject(o, "baselineState", f->state == CI_NEW ? "new" : "unchanged");
    if (f->ignored) {
        cJSON *s = cJSON_CreateObject();
        cJSON_AddStringToObject(s, "kind", f->in_source ? "inSource" : "external");
        json_add_string(s, "justification", f->ignored, words);
        cJSON_AddItemToArray(cJSON_AddArrayToObject(o, "suppressions"), s);
    }
    return o;
}

static cJSON *run_of(cJSON *sarif) { return cJSON_GetArrayItem(cJSON_GetObjectItem(sarif, "runs"), 0); }

/* The first report, with what differs from program to program taken from all of them. */
void ci_sarif(struct text *out, const struct ci_outcome *c, struct arena *words)
{
    static const char *const lists[] = {"invocations", "artifacts"};
    cJSON *o = NULL;
    vector_each(const struct ci_run *, r, c->runs) {
        if (o && r->sarif)
            for (int i = 0; i < 2; i++) {
                const cJSON *item;
                cJSON *all = cJSON_GetObjectItem(run_of(o), lists[i]);
                cJSON_ArrayForEach(item, cJSON_GetObjectItem(run_of(r->sarif), lists[i]))
                {
                    const cJSON *known;
                    bool found = false;
                    cJSON_ArrayForEach(known, all) found |= i == 1 && cJSON_Compare(known, item, true);
                    if (!found)
                        cJSON_AddItemToArray(all, cJSON_Duplicate(item, true));
                }
            }
        else if (r->sarif)
            o = cJSON_Duplicate(r->sarif, true);
    }
    if (!o)
        return;
    cJSON *results = cJSON_CreateArray();
    vector_each(const struct ci_finding *, f, c->findings)
        if (f->result)
            cJSON_AddItemToArray(results, result_of(f, words));
    cJSON_ReplaceItemInObject(run_of(o), "results", results);
    json_print(out, o, true);
}

/* --- the baseline --- */

void ci_baseline(struct text *out, const struct ci_outcome *c, struct arena *words)
{
    cJSON *o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "tool", "heddle");
    cJSON *list = cJSON_AddArrayToObject(o, "findings");
    vector_each(const struct ci_finding *, f, c->findings) {
        if (f->state == CI_FIXED || f->ignored)
            continue;
        cJSON *e = cJSON_CreateObject();
        json_add_string(e, "property", f->property, words);
        json_add_string(e, "file", f->file, words);
        json_add_string(e, "function", f->function, words);
        json_add_string(e, "message", f->message, words);
        json_add_string(e, "program", f->program, words);
        json_add_string(e, "fingerprint", f->fingerprint, words);
        cJSON_AddItemToArray(list, e);
    }
    json_print(out, o, true);
}
