#include "files/task.h"

#include "files/formula.h"
#include "files/yaml_file.h"
#include "program/property.h"

struct loader {
    struct yaml_file *file;
    struct task_file *task;
};

static bool fail(struct loader *l, const char *what) { return yaml_fail(l->file, NULL, what); }

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static void add_input(struct loader *l, const char *name) { vector_push(&l->task->inputs, yaml_path(l->file, name)); }

static bool read_inputs(struct loader *l, const yaml_node_t *n)
{
    if (yaml_scalar(n)) {
        add_input(l, yaml_scalar(n));
        return true;
    }
    if (!n || n->type != YAML_SEQUENCE_NODE)
        return fail(l, "not a verification task: no input_files");
    for (yaml_node_item_t *i = n->data.sequence.items.start; i < n->data.sequence.items.top; i++) {
        if (!yaml_scalar(yaml_node(l->file, *i)))
            return fail(l, "not a verification task: an entry of input_files is not a name");
        add_input(l, yaml_scalar(yaml_node(l->file, *i)));
    }
    return l->task->inputs.size || fail(l, "not a verification task: input_files is empty");
}

/* What a file of another name asks for; nothing if it cannot be read, or asks for several things. */
static void set_by_formula(struct loader *l, struct task_property *to, const char *file)
{
    struct text bytes = {0};
    const char *found = NULL;
    bool same = text_read_regular_file(&bytes, yaml_path(l->file, file)), cleanup = false;
    for (char *line = strtok(bytes.data ? bytes.data : (char[]){""}, "\n"); line && same; line = strtok(NULL, "\n")) {
        const char *name = formula_property(line);
        if (strspn(line, " \t\r") == strlen(line))
            continue;
        same = name && (!found || !strcmp(found, name));
        cleanup |= formula_is_cleanup(line);
        found = name;
    }
    to->name = same ? found : NULL;
    to->cleanup = to->name && cleanup;
    text_free(&bytes);
}

static void set_property(struct loader *l, struct task_property *to, const char *file)
{
    const char *name = base_name(file);
    for (unsigned p = 0; p < PROPERTIES; p++) {
        const struct property_row *row = &property_rows[p];
        bool cleanup = row->cleanup_file && starts_with(name, row->cleanup_file);
        if (cleanup || (row->task_file && starts_with(name, row->task_file))) {
            to->name = row->name;
            to->cleanup = cleanup;
            return;
        }
    }
    set_by_formula(l, to, file);
}

static bool read_properties(struct loader *l, const yaml_node_t *n)
{
    if (!n || n->type != YAML_SEQUENCE_NODE)
        return fail(l, "not a verification task: no list of properties");
    for (yaml_node_item_t *i = n->data.sequence.items.start; i < n->data.sequence.items.top; i++) {
        const char *file = yaml_scalar(yaml_lookup(l->file, yaml_node(l->file, *i), "property_file"));
        const char *verdict = yaml_scalar(yaml_lookup(l->file, yaml_node(l->file, *i), "expected_verdict"));
        if (!file)
            return fail(l, "not a verification task: a property without property_file");
        struct task_property p = {.file = arena_strdup(l->file->words, file)};
        set_property(l, &p, file);
        if (verdict && !strcasecmp(verdict, "true"))
            p.expected = EXPECTED_TRUE;
        else if (verdict && !strcasecmp(verdict, "false"))
            p.expected = EXPECTED_FALSE;
        else if (verdict)
            return fail(l, "expected_verdict is neither true nor false");
        vector_push(&l->task->properties, p);
    }
    return true;
}

static bool read_document(struct loader *l)
{
    const yaml_node_t *root = yaml_root(l->file);
    if (!root || root->type != YAML_MAPPING_NODE || !yaml_lookup(l->file, root, "format_version"))
        return fail(l, "not a verification task: no format_version");
    const char *model = yaml_scalar(yaml_lookup(l->file, yaml_lookup(l->file, root, "options"), "data_model"));
    l->task->m32 = !model || !strcmp(model, "ILP32");
    if (model && strcmp(model, "ILP32") && strcmp(model, "LP64"))
        return fail(l, "data_model is neither ILP32 nor LP64");
    return read_inputs(l, yaml_lookup(l->file, root, "input_files")) &&
           read_properties(l, yaml_lookup(l->file, root, "properties"));
}

bool task_read(struct task_file *t, const char *path, const char **error, struct arena *words)
{
    struct yaml_file file;
    *t = (struct task_file){.path = path};
    bool ok = yaml_file_read(&file, path, error, words);
    t->path = file.path;
    t->folder = file.folder;
    if (ok) {
        ok = read_document(&(struct loader){&file, t});
        yaml_file_free(&file);
    }
    return ok;
}

void task_free(struct task_file *t)
{
    vector_free(&t->inputs);
    vector_free(&t->properties);
}
