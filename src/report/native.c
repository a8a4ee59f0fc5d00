/* See native.h. Threads are numbered in the order in which they are created; main is 0. Values are strings: 64 bits do not
 * fit into the numbers of JSON. */
#include "report/native.h"

#include "base/map.h"
#include "program/machine.h"
#include "program/print.h"

#include <cjson/cJSON.h>
#include <inttypes.h>
#include <stdio.h>

struct native {
    const struct program *program;
    struct machine *machine;
    struct map number; /* (code, instance) to thread */
    uint32_t threads;
    struct map last; /* thread to the position of its last step: line << 32 | column */
    cJSON *entries, *inputs, *ends;
};

static uint64_t thread_key(uint32_t code, uint32_t instance) { return (uint64_t)code << 32 | instance; }

static uint32_t thread_number(struct native *n, uint32_t code, uint32_t instance)
{
    uint64_t t;
    if (!map_get(&n->number, thread_key(code, instance), &t)) {
        t = n->threads++;
        map_put(&n->number, thread_key(code, instance), t);
    }
    return (uint32_t)t;
}

/* The thread that the step creates, or NONE. */
static uint32_t created(struct native *n, const struct trace_step *s, const struct action *a)
{
    for (uint32_t i = 0; i < a->update_count; i++) {
        const struct cell *c = &n->program->cells.data[a->updates[i].cell];
        if (c->role != CELL_STARTED)
            continue;
        uint64_t instance = a->updates[i].index ? machine_eval(n->machine, s->code, s->instance, a->updates[i].index, s) : 0;
        return thread_number(n, c->subject, (uint32_t)instance);
    }
    return NONE;
}

static void place(cJSON *o, uint32_t thread, struct position pos)
{
    cJSON_AddNumberToObject(o, "thread", thread);
    cJSON_AddNumberToObject(o, "line", pos.line);
    cJSON_AddNumberToObject(o, "column", pos.column);
}

static void add_step(struct native *n, const struct trace_step *s)
{
    uint32_t thread = thread_number(n, s->code, s->instance);
    if (s->edge == NONE)
        return;
    const struct action *a = &n->program->codes.data[s->in_code].edges.data[s->edge].action;
    for (uint32_t i = 0; i < s->input_count; i++) {
        cJSON *o = cJSON_CreateObject();
        char value[32];
        place(o, thread, a->pos);
        snprintf(value, sizeof value, "%" PRIu64, s->inputs[i].value);
        cJSON_AddStringToObject(o, "value", value);
        cJSON_AddItemToArray(n->inputs, o);
    }
    uint64_t here = (uint64_t)a->pos.line << 32 | a->pos.column, before = 0;
    map_get(&n->last, thread, &before);
    map_put(&n->last, thread, here);
    uint32_t creates = created(n, s, a);
    if (a->kind == ACT_EXIT)
        cJSON_AddItemToArray(n->ends, cJSON_CreateNumber(thread));
    if (!a->pos.line || a->kind == ACT_START || a->kind == ACT_EXIT || a->kind == ACT_HALT)
        return;
    if (!a->access_count && creates == NONE && (a->kind <= ACT_LOCAL || a->kind == ACT_ASSUME || a->kind == ACT_CALL))
        return;
    cJSON *o = cJSON_CreateObject();
    place(o, thread, a->pos);
    cJSON_AddStringToObject(o, "kind", action_kind_name((enum action_kind)a->kind));
    if (creates != NONE)
        cJSON_AddNumberToObject(o, "creates", creates);
    if (here == before && creates == NONE && a->kind != ACT_JOIN && a->kind != ACT_LOCK && a->kind != ACT_UNLOCK)
        cJSON_AddBoolToObject(o, "more", true); /* of the same call or expression */
    cJSON_AddItemToArray(n->entries, o);
}

static const struct report_check *violated(const struct report *r)
{
    vector_each(const struct report_check *, c, &r->checks)
        if (c->answer == REPORT_VIOLATED)
            return c;
    return NULL;
}

bool report_native(struct text *out, const struct report *r, const char *const *clang_arguments, uint32_t argument_count)
{
    const struct report_check *c = violated(r);
    if (!c)
        return false;
    struct native n = {.program = r->program, .machine = machine_new(r->program, c->trace->unbounded)};
    cJSON *o = cJSON_CreateObject();
    cJSON *files = cJSON_AddArrayToObject(o, "files");
    for (uint32_t i = 0; i < r->file_count; i++)
        cJSON_AddItemToArray(files, cJSON_CreateString(r->files[i]));
    cJSON *arguments = cJSON_AddArrayToObject(o, "arguments");
    for (uint32_t i = 0; i < argument_count; i++)
        cJSON_AddItemToArray(arguments, cJSON_CreateString(clang_arguments[i]));
    cJSON_AddNumberToObject(o, "machine", r->machine);
    cJSON_AddStringToObject(o, "property", property_name(c->check->property));
    cJSON_AddStringToObject(o, "check", c->check->text);
    cJSON_AddNumberToObject(o, "line", c->check->pos.line);
    n.entries = cJSON_AddArrayToObject(o, "schedule");
    n.inputs = cJSON_AddArrayToObject(o, "inputs");
    n.ends = cJSON_AddArrayToObject(o, "ends");
    thread_number(&n, 0, 0);
    vector_each(const struct trace_initial *, i, &c->trace->initials)
        machine_set_initial(n.machine, i);
    vector_each(const struct trace_step *, s, &c->trace->steps) {
        add_step(&n, s);
        machine_step(n.machine, s);
    }
    cJSON_AddNumberToObject(o, "threads", n.threads);
    if (c->trace->steps.size)
        cJSON_AddNumberToObject(o, "failing", thread_number(&n, vector_last(&c->trace->steps).code, vector_last(&c->trace->steps).instance));
    char *printed = cJSON_Print(o);
    text_append(out, printed);
    text_char(out, '\n');
    cJSON_free(printed);
    cJSON_Delete(o);
    machine_free(n.machine);
    map_free(&n.number);
    map_free(&n.last);
    return true;
}
