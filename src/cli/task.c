#include "cli/task.h"

#include "program/property.h"

#include <errno.h>
#include <stdio.h>
#include <yaml.h>

struct loader {
    yaml_document_t document;
    struct task_file *task;
    const char **error;
    struct arena *words;
};

static bool fail(struct loader *l, const char *what)
{
    *l->error = arena_printf(l->words, "%s: %s", l->task->path, what);
    return false;
}

static yaml_node_t *node(struct loader *l, int index) { return yaml_document_get_node(&l->document, index); }

static const char *scalar(const yaml_node_t *n)
{
    return n && n->type == YAML_SCALAR_NODE ? (const char *)n->data.scalar.value : NULL;
}

static yaml_node_t *lookup(struct loader *l, const yaml_node_t *mapping, const char *key)
{
    if (!mapping || mapping->type != YAML_MAPPING_NODE)
        return NULL;
    for (yaml_node_pair_t *p = mapping->data.mapping.pairs.start; p < mapping->data.mapping.pairs.top; p++) {
        const char *k = scalar(node(l, p->key));
        if (k && !strcmp(k, key))
            return node(l, p->value);
    }
    return NULL;
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static void add_input(struct loader *l, const char *name)
{
    bool absolute = name[0] == '/' || !*l->task->folder;
    vector_push(&l->task->inputs, absolute ? arena_strdup(l->words, name) : arena_printf(l->words, "%s/%s", l->task->folder, name));
}

static bool read_inputs(struct loader *l, const yaml_node_t *n)
{
    if (scalar(n)) {
        add_input(l, scalar(n));
        return true;
    }
    if (!n || n->type != YAML_SEQUENCE_NODE)
        return fail(l, "not a verification task: no input_files");
    for (yaml_node_item_t *i = n->data.sequence.items.start; i < n->data.sequence.items.top; i++) {
        if (!scalar(node(l, *i)))
            return fail(l, "not a verification task: an entry of input_files is not a name");
        add_input(l, scalar(node(l, *i)));
    }
    return l->task->inputs.size || fail(l, "not a verification task: input_files is empty");
}

static const char *property_of(const char *file)
{
    const char *name = base_name(file);
    for (unsigned p = 0; p < PROPERTIES; p++)
        if (property_rows[p].task_file && starts_with(name, property_rows[p].task_file))
            return property_rows[p].name;
    return NULL;
}

static bool read_properties(struct loader *l, const yaml_node_t *n)
{
    if (!n || n->type != YAML_SEQUENCE_NODE)
        return fail(l, "not a verification task: no list of properties");
    for (yaml_node_item_t *i = n->data.sequence.items.start; i < n->data.sequence.items.top; i++) {
        const char *file = scalar(lookup(l, node(l, *i), "property_file"));
        const char *verdict = scalar(lookup(l, node(l, *i), "expected_verdict"));
        if (!file)
            return fail(l, "not a verification task: a property without property_file");
        struct task_property p = {property_of(file), arena_strdup(l->words, file), EXPECTED_NONE};
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
    const yaml_node_t *root = yaml_document_get_root_node(&l->document);
    if (!root || root->type != YAML_MAPPING_NODE || !lookup(l, root, "format_version"))
        return fail(l, "not a verification task: no format_version");
    const char *model = scalar(lookup(l, lookup(l, root, "options"), "data_model"));
    l->task->m32 = !model || !strcmp(model, "ILP32");
    if (model && strcmp(model, "ILP32") && strcmp(model, "LP64"))
        return fail(l, "data_model is neither ILP32 nor LP64");
    return read_inputs(l, lookup(l, root, "input_files")) && read_properties(l, lookup(l, root, "properties"));
}

bool task_read(struct task_file *t, const char *path, const char **error, struct arena *words)
{
    struct loader l = {.task = t, .error = error, .words = words};
    yaml_parser_t parser;
    *t = (struct task_file){.path = arena_strdup(words, path)};
    t->folder = arena_strndup(words, path, base_name(path) == path ? 0 : (size_t)(base_name(path) - path - 1));
    const char *problem = file_problem(path);
    FILE *f = problem ? NULL : fopen(path, "rb");
    if (!f) {
        *error = arena_printf(words, "cannot read %s: %s", path, problem ? problem : strerror(errno));
        return false;
    }
    bool ok = yaml_parser_initialize(&parser);
    if (ok) {
        yaml_parser_set_input_file(&parser, f);
        ok = yaml_parser_load(&parser, &l.document);
        if (ok) {
            ok = read_document(&l);
            yaml_document_delete(&l.document);
        } else {
            *error = arena_printf(words, "%s:%zu: not YAML: %s", path, parser.problem_mark.line + 1,
                                  parser.problem ? parser.problem : "cannot be read");
        }
        yaml_parser_delete(&parser);
    }
    fclose(f);
    return ok;
}

void task_free(struct task_file *t)
{
    vector_free(&t->inputs);
    vector_free(&t->properties);
}
