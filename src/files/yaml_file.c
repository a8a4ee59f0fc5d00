#include "files/yaml_file.h"

#include "base/text.h"

#include <string.h>

enum { DEEPEST = 100 }; /* libyaml takes quadratic time in the depth; no file that heddle reads has more than ten levels */

static bool fails(struct yaml_file *f, const yaml_parser_t *parser)
{
    *f->error = arena_printf(f->words, "%s:%zu: not YAML: %s", f->path, parser->problem_mark.line + 1,
                             parser->problem ? parser->problem : "cannot be read");
    return false;
}

/* Reads the events up to the first that is too deep. */
static bool shallow(struct yaml_file *f, yaml_parser_t *parser)
{
    bool ends = false, ok = true;
    for (uint32_t depth = 0; ok && !ends;) {
        yaml_event_t e;
        if (!yaml_parser_parse(parser, &e))
            return fails(f, parser);
        depth += e.type == YAML_SEQUENCE_START_EVENT || e.type == YAML_MAPPING_START_EVENT;
        depth -= e.type == YAML_SEQUENCE_END_EVENT || e.type == YAML_MAPPING_END_EVENT;
        ends = e.type == YAML_STREAM_END_EVENT;
        ok = depth <= DEEPEST;
        if (!ok)
            *f->error = arena_printf(f->words, "%s:%zu: more than %d lists and mappings within each other", f->path,
                                     e.start_mark.line + 1, DEEPEST);
        yaml_event_delete(&e);
    }
    return ok;
}

static bool load(struct yaml_file *f, yaml_parser_t *parser) { return yaml_parser_load(parser, &f->document) || fails(f, parser); }

static bool parse(struct yaml_file *f, const struct text *bytes, bool how(struct yaml_file *, yaml_parser_t *))
{
    yaml_parser_t parser;
    if (!yaml_parser_initialize(&parser))
        return yaml_fail(f, NULL, "cannot be read");
    yaml_parser_set_input_string(&parser, (const unsigned char *)text_string(bytes), bytes->size);
    bool ok = how(f, &parser);
    yaml_parser_delete(&parser);
    return ok;
}

bool yaml_file_read(struct yaml_file *f, const char *path, const char **error, struct arena *words)
{
    const char *slash = strrchr(path, '/');
    struct text bytes = {0};
    *f = (struct yaml_file){.path = arena_strdup(words, path), .words = words, .error = error};
    f->folder = arena_strndup(words, path, slash ? (size_t)(slash - path) : 0);
    bool ok = text_read_regular_file(&bytes, path);
    if (!ok)
        *error = arena_printf(words, "cannot read %s: %s", path, file_problem(path));
    ok = ok && parse(f, &bytes, shallow) && parse(f, &bytes, load);
    text_free(&bytes);
    return ok;
}

void yaml_file_free(struct yaml_file *f) { yaml_document_delete(&f->document); }

const yaml_node_t *yaml_root(struct yaml_file *f) { return yaml_document_get_root_node(&f->document); }
const yaml_node_t *yaml_node(struct yaml_file *f, int index) { return yaml_document_get_node(&f->document, index); }

const char *yaml_scalar(const yaml_node_t *n)
{
    return n && n->type == YAML_SCALAR_NODE ? (const char *)n->data.scalar.value : NULL;
}

const yaml_node_t *yaml_lookup(struct yaml_file *f, const yaml_node_t *mapping, const char *key)
{
    if (!mapping || mapping->type != YAML_MAPPING_NODE)
        return NULL;
    for (yaml_node_pair_t *p = mapping->data.mapping.pairs.start; p < mapping->data.mapping.pairs.top; p++) {
        const char *k = yaml_scalar(yaml_node(f, p->key));
        if (k && !strcmp(k, key))
            return yaml_node(f, p->value);
    }
    return NULL;
}

bool yaml_fail(struct yaml_file *f, const yaml_node_t *at, const char *what)
{
    *f->error = at ? arena_printf(f->words, "%s:%zu: %s", f->path, at->start_mark.line + 1, what)
                   : arena_printf(f->words, "%s: %s", f->path, what);
    return false;
}

const char *yaml_path(struct yaml_file *f, const char *name)
{
    bool absolute = name[0] == '/' || !*f->folder;
    return absolute ? arena_strdup(f->words, name) : arena_printf(f->words, "%s/%s", f->folder, name);
}
