#include "worker/asked.h"

#include "base/log.h"
#include "base/output.h"
#include "base/status.h"
#include "files/formula.h"
#include "files/task.h"
#include "program/property.h"

#include <string.h>

#define COMPETITION "sv-comp"

/* What all files together ask for. */
struct question {
    struct text names;
    bool safety, cleanup; /* of memory, or only of its leaks */
};

static void add_name(struct question *q, const char *name, bool cleanup)
{
    if (!(properties_named(text_string(&q->names)) & properties_named(name)))
        text_printf(&q->names, "%s%s", q->names.size ? "," : "", name);
    q->cleanup |= cleanup;
    q->safety |= !cleanup && properties_need(properties_named(name)) & NEEDS_LIFETIMES;
}

static void take(const struct question *q, struct options *own, struct arena *words)
{
    own->property = arena_strdup(words, text_string(&q->names));
    if (q->cleanup)
        own->leaks = q->safety ? "left" : "only";
}

static int read_property_file(const char *path, struct question *q)
{
    struct text bytes = {0};
    int status = 0;
    if (!text_read_regular_file(&bytes, path)) {
        log_error("cannot read %s: %s", path, file_problem(path) ? file_problem(path) : "it is no file");
        status = STATUS_INPUT;
    }
    for (char *line = strtok(bytes.data ? bytes.data : (char[]){""}, "\n"); line && !status; line = strtok(NULL, "\n")) {
        const char *name = formula_property(line);
        if (name) {
            add_name(q, name, formula_is_cleanup(line));
        } else if (strspn(line, " \t\r") != strlen(line)) {
            log_error("%s: not supported: heddle does not check '%.100s'", path, line);
            status = STATUS_INPUT;
        }
    }
    if (!status && !q->names.size) {
        log_error("%s: not a property file", path);
        status = STATUS_INPUT;
    }
    text_free(&bytes);
    return status;
}

/* The program, its data model, and the properties unless one was asked for. */
static int read_task(const struct options *o, struct options *own, struct arena *words)
{
    struct task_file task;
    const char *error = NULL;
    struct question q = {0};
    int status = 0;
    if (!task_read(&task, o->files.data[0], &error, words)) {
        log_error("%s", error);
        status = STATUS_INPUT;
    }
    vector_each(const struct task_property *, p, &task.properties)
        if (p->name)
            add_name(&q, p->name, p->cleanup);
        else
            log_warning("%s: property %s is not checked by heddle", task.path, p->file);
    if (!status && !q.names.size && !strcmp(o->property, "reach")) {
        log_error("%s: heddle checks none of its properties", task.path);
        status = STATUS_INPUT;
    }
    own->files = (string_vector){0};
    const char **inputs = ARENA_ARRAY(words, const char *, task.inputs.size);
    for (uint32_t i = 0; i < task.inputs.size; i++)
        inputs[i] = task.inputs.data[i];
    own->files.data = inputs;
    own->files.size = task.inputs.size;
    own->machine = task.m32 ? "32" : "64";
    own->rules = COMPETITION;
    if (!strcmp(o->property, "reach"))
        take(&q, own, words);
    text_free(&q.names);
    task_free(&task);
    return status;
}

int asked_by_files(const struct options *o, struct options *own, struct arena *words)
{
    int status = 0;
    *own = *o;
    if (o->files.size == 1 && ends_with(o->files.data[0], ".yml"))
        status = read_task(o, own, words);
    if (!status && ends_with(own->property, ".prp")) {
        struct question q = {0};
        status = read_property_file(own->property, &q);
        take(&q, own, words);
        own->rules = COMPETITION;
        text_free(&q.names);
    }
    return status;
}
