#include "report/merge.h"

enum report_answer merged_answer(const merged_parts *parts)
{
    assert(parts->size);
    enum report_answer all = REPORT_PROVED;
    vector_each(const struct merged_part *, p, parts)
        if (p->answer == REPORT_VIOLATED || all == REPORT_PROVED)
            all = p->answer;
    return all;
}

static double number(const cJSON *o, const char *name)
{
    const cJSON *n = cJSON_GetObjectItem(o, name);
    return n ? n->valuedouble : 0;
}

static double sum(const merged_parts *parts, const char *name)
{
    double n = 0;
    vector_each(const struct merged_part *, p, parts)
        n += number(p->json, name);
    return n;
}

unsigned merged_part_count(const struct merged_part *part, const char *answer) { return (unsigned)number(part->json, answer); }
unsigned merged_count(const merged_parts *parts, const char *answer) { return (unsigned)sum(parts, answer); }

const char *merged_reason(const struct merged_part *part)
{
    const cJSON *reason = cJSON_GetObjectItem(part->json, "reason");
    return reason && reason->valuestring ? reason->valuestring : "no engine could decide";
}

static void set(cJSON *o, const char *name, cJSON *value)
{
    if (cJSON_GetObjectItem(o, name))
        cJSON_ReplaceItemInObject(o, name, value);
    else
        cJSON_AddItemToObject(o, name, value);
}

/* Takes the items of from; one that is there already, word for word, is not added again. */
static void append(cJSON *to, cJSON *from, bool once)
{
    cJSON *item;
    while ((item = cJSON_DetachItemFromArray(from, 0))) {
        const cJSON *known = NULL;
        bool found = false;
        if (once)
            cJSON_ArrayForEach(known, to) found |= cJSON_Compare(known, item, true);
        if (found)
            cJSON_Delete(item);
        else
            cJSON_AddItemToArray(to, item);
    }
}

static void append_member(cJSON *to, cJSON *from, const char *name, bool once)
{
    cJSON *list = cJSON_GetObjectItem(from, name), *all = cJSON_GetObjectItem(to, name);
    if (list && !all)
        all = cJSON_AddArrayToObject(to, name);
    if (list)
        append(all, list, once);
}

/* --- JSON --- */

/* What is said of the run for one property. */
static cJSON *summary(struct merged_part *p)
{
    static const char *const kept[] = {"seconds", "proved", "violated", "open"};
    cJSON *o = cJSON_CreateObject(), *statistics = cJSON_DetachItemFromObject(p->json, "statistics");
    cJSON_AddStringToObject(o, "property", property_name(p->property));
    cJSON_AddStringToObject(o, "verdict", report_verdict_name(p->answer));
    if (p->answer == REPORT_OPEN)
        cJSON_AddStringToObject(o, "reason", merged_reason(p));
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        cJSON_AddNumberToObject(o, kept[i], number(p->json, kept[i]));
    if (statistics)
        cJSON_AddItemToObject(o, "statistics", statistics);
    return o;
}

/* Every run numbers its checks from 0. */
static void renumber(cJSON *checks)
{
    int id = 0;
    cJSON *check;
    cJSON_ArrayForEach(check, checks) set(check, "id", cJSON_CreateNumber(id++));
}

/* Of all: that of the first that is open, if the answer is. */
static cJSON *common_reason(const merged_parts *parts)
{
    vector_each(const struct merged_part *, p, parts)
        if (merged_answer(parts) == REPORT_OPEN && p->answer == REPORT_OPEN)
            return cJSON_CreateString(merged_reason(p));
    return NULL;
}

/* What is said of a property alone that has no checks. */
static void forget_none(cJSON *notes)
{
    for (cJSON *n = notes ? notes->child : NULL, *next; n; n = next) {
        next = n->next;
        bool none = false;
        for (unsigned i = 0; i < PROPERTIES; i++)
            none = none || (property_rows[i].none && !strcmp(n->valuestring, property_rows[i].none));
        if (none)
            cJSON_Delete(cJSON_DetachItemViaPointer(notes, n));
    }
}

cJSON *merge_json(merged_parts *parts, const char *names)
{
    assert(parts->size);
    static const char *const sums[] = {"seconds", "proved", "violated", "open"};
    static const char *const lists[] = {"checks", "notes", "unsupported", "invariants"};
    cJSON *all = cJSON_CreateArray(), *reason = common_reason(parts), *totals[4], *o = parts->data[0].json;
    for (int i = 0; i < 4; i++)
        totals[i] = cJSON_CreateNumber(sum(parts, sums[i]));
    vector_each(struct merged_part *, p, parts)
        cJSON_AddItemToArray(all, summary(p));
    cJSON_DeleteItemFromObject(o, "reason");
    if (reason)
        cJSON_AddItemToObject(o, "reason", reason);
    for (uint32_t k = 1; k < parts->size; k++)
        for (int i = 0; i < 4; i++)
            append_member(o, parts->data[k].json, lists[i], strcmp(lists[i], "checks") != 0);
    for (int i = 0; i < 4; i++)
        set(o, sums[i], totals[i]);
    set(o, "property", cJSON_CreateString(names));
    set(o, "verdict", cJSON_CreateString(report_verdict_name(merged_answer(parts))));
    cJSON_AddItemToObject(o, "properties", all);
    forget_none(cJSON_GetObjectItem(o, "notes"));
    renumber(cJSON_GetObjectItem(o, "checks"));
    parts->data[0].json = NULL;
    return o;
}

/* --- SARIF --- */

static cJSON *run_of(cJSON *sarif) { return cJSON_GetArrayItem(cJSON_GetObjectItem(sarif, "runs"), 0); }
static cJSON *invocation_of(cJSON *sarif) { return cJSON_GetArrayItem(cJSON_GetObjectItem(run_of(sarif), "invocations"), 0); }

cJSON *merge_sarif(merged_parts *parts, int exit_status)
{
    assert(parts->size);
    cJSON *o = NULL;
    vector_each(struct merged_part *, p, parts) {
        if (!p->sarif)
            continue;
        if (!o) {
            o = p->sarif;
            p->sarif = NULL;
            continue;
        }
        append_member(run_of(o), run_of(p->sarif), "results", false);
        append_member(invocation_of(o), invocation_of(p->sarif), "toolExecutionNotifications", true);
        if (!cJSON_IsTrue(cJSON_GetObjectItem(invocation_of(p->sarif), "executionSuccessful")))
            set(invocation_of(o), "executionSuccessful", cJSON_CreateFalse());
    }
    if (o) {
        set(invocation_of(o), "exitCode", cJSON_CreateNumber(exit_status));
        set(invocation_of(o), "exitCodeDescription", cJSON_CreateString(report_verdict_name(merged_answer(parts))));
    }
    return o;
}
