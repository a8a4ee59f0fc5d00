/* A word that is not known is an error: a setting that is spelt wrongly must not be passed over. */
#include "cli/ci_config.h"

#include "base/compile_flags.h"
#include "files/yaml_file.h"

#include <math.h>
#include <stdlib.h>

struct loader {
    struct yaml_file file;
    struct ci_config *config;
    struct ci_program defaults;
};

static bool fail(struct loader *l, const yaml_node_t *at, const char *what) { return yaml_fail(&l->file, at, what); }
static char *copy(struct loader *l, const char *s) { return arena_strdup(l->file.words, s); }

static bool unknown_key(struct loader *l, const yaml_node_t *key, const char *const known[])
{
    struct text t = {0};
    const char *name = yaml_scalar(key);
    text_printf(&t, "unknown key '%.60s' (there are", name ? name : "?");
    for (unsigned i = 0; known[i]; i++)
        text_printf(&t, "%s %s", i ? "," : "", known[i]);
    text_append(&t, ")");
    const char *words = arena_strdup(l->file.words, text_string(&t));
    text_free(&t);
    return fail(l, key, words);
}

/* Whether the node is a mapping, and all its keys are among these. */
static bool has_known_keys(struct loader *l, const yaml_node_t *n, const char *const known[], const char *what)
{
    if (!n || n->type != YAML_MAPPING_NODE)
        return fail(l, n, what);
    for (yaml_node_pair_t *p = n->data.mapping.pairs.start; p < n->data.mapping.pairs.top; p++) {
        const yaml_node_t *key = yaml_node(&l->file, p->key);
        const char *name = yaml_scalar(key);
        unsigned i = 0;
        while (known[i] && (!name || strcmp(known[i], name)))
            i++;
        if (!known[i])
            return unknown_key(l, key, known);
    }
    return true;
}

/* One or several strings; none if there is no such key. */
static bool read_list(struct loader *l, const yaml_node_t *mapping, const char *key, string_vector *out)
{
    const yaml_node_t *n = yaml_lookup(&l->file, mapping, key);
    if (!n)
        return true;
    if (yaml_scalar(n)) {
        vector_push(out, copy(l, yaml_scalar(n)));
        return true;
    }
    if (n->type != YAML_SEQUENCE_NODE)
        return fail(l, n, arena_printf(l->file.words, "%s needs a list", key));
    for (yaml_node_item_t *i = n->data.sequence.items.start; i < n->data.sequence.items.top; i++) {
        const char *s = yaml_scalar(yaml_node(&l->file, *i));
        if (!s || !*s)
            return fail(l, n, arena_printf(l->file.words, "%s has something that is no word", key));
        vector_push(out, copy(l, s));
    }
    return true;
}

static bool read_string(struct loader *l, const yaml_node_t *mapping, const char *key, const char **out)
{
    const yaml_node_t *n = yaml_lookup(&l->file, mapping, key);
    if (n && (!yaml_scalar(n) || !*yaml_scalar(n)))
        return fail(l, n, arena_printf(l->file.words, "%s needs a word", key));
    if (n)
        *out = copy(l, yaml_scalar(n));
    return true;
}

static bool read_number(struct loader *l, const yaml_node_t *mapping, const char *key, double most, double *out)
{
    const yaml_node_t *n = yaml_lookup(&l->file, mapping, key);
    char *end = NULL;
    if (!n)
        return true;
    const char *s = yaml_scalar(n);
    *out = s && *s ? strtod(s, &end) : -1;
    if (!end || *end || !isfinite(*out) || *out < 0 || *out > most)
        return fail(l, n, arena_printf(l->file.words, "%s needs a number from 0 to %.0f", key, most));
    return true;
}

static bool read_property(struct loader *l, const yaml_node_t *mapping, const char **out)
{
    string_vector names = {0};
    struct text t = {0};
    bool ok = read_list(l, mapping, "property", &names);
    vector_each(const char **, name, &names) {
        if (ok && strcmp(*name, "all") && !options_have_choice("property", *name))
            ok =
                fail(l, yaml_lookup(&l->file, mapping, "property"), arena_printf(l->file.words, "unknown property '%.60s'", *name));
        text_printf(&t, "%s%s", t.size ? "," : "", *name);
    }
    if (names.size)
        *out = strstr(text_string(&t), "all") ? "all" : copy(l, text_string(&t));
    text_free(&t);
    vector_free(&names);
    return ok;
}

/* What may stand at the top, for all programs, and in a program. */
static bool read_limits(struct loader *l, const yaml_node_t *n, struct ci_program *p)
{
    double memory = (double)p->memory;
    bool ok = read_property(l, n, &p->property) && read_number(l, n, "timeout", 1e7, &p->timeout) &&
              read_number(l, n, "memory", 1e8, &memory) && read_string(l, n, "machine", &p->machine);
    p->memory = (uint64_t)memory;
    if (ok && strcmp(p->machine, "32") && strcmp(p->machine, "64"))
        return fail(l, yaml_lookup(&l->file, n, "machine"), "machine is neither 32 nor 64");
    return ok;
}

static bool read_flags(struct loader *l, const yaml_node_t *n, struct ci_program *p)
{
    bool ok = read_list(l, n, "flags", &p->flags);
    vector_each(const char **, f, &p->flags) {
        if (ok && !is_compile_flag(*f))
            ok = fail(l, yaml_lookup(&l->file, n, "flags"),
                      arena_printf(l->file.words, "'%.60s' is not one of the flags that heddle hands on to clang", *f));
        if (starts_with(*f, "-I") && (*f)[2]) /* folders are those that heddle.yml means */
            *f = arena_printf(l->file.words, "-I%s", yaml_path(&l->file, *f + 2));
    }
    return ok;
}

static bool read_program(struct loader *l, const yaml_node_t *n)
{
    static const char *const known[] = {"name",     "files",   "flags",  "entries", "init",
                                        "property", "timeout", "memory", "machine", NULL};
    vector_push(&l->config->programs, l->defaults);
    struct ci_program *p = &vector_last(&l->config->programs);
    if (!has_known_keys(l, n, known, "a program needs files, and perhaps a name, flags, entries, ...") ||
        !read_list(l, n, "files", &p->files) || !read_flags(l, n, p) || !read_list(l, n, "entries", &p->entries) ||
        !read_list(l, n, "init", &p->inits) || !read_string(l, n, "name", &p->name) || !read_limits(l, n, p))
        return false;
    if (!p->files.size)
        return fail(l, n, "a program without files");
    if (!p->name)
        p->name = p->files.data[0];
    vector_each(const char **, f, &p->files)
        *f = yaml_path(&l->file, *f);
    return true;
}

static bool read_suppression(struct loader *l, const yaml_node_t *n)
{
    static const char *const known[] = {"property", "file", "function", "text", "reason", NULL};
    struct ci_suppression s = {.line = n ? n->start_mark.line + 1 : 0};
    if (!has_known_keys(l, n, known, "a suppression needs a reason, and property, file, function or text") ||
        !read_string(l, n, "property", &s.property) || !read_string(l, n, "file", &s.file) ||
        !read_string(l, n, "function", &s.function) || !read_string(l, n, "text", &s.text) ||
        !read_string(l, n, "reason", &s.reason))
        return false;
    if (!s.reason)
        return fail(l, n, "a suppression without a reason");
    if (!s.property && !s.file && !s.function && !s.text)
        return fail(l, n, "a suppression of everything: give it a property, a file, a function or a text");
    if (s.property && (strchr(s.property, ',') || !options_have_choice("property", s.property)))
        return fail(l, n, arena_printf(l->file.words, "unknown property '%.60s'", s.property));
    if (s.file)
        s.file = yaml_path(&l->file, s.file);
    vector_push(&l->config->suppressions, s);
    return true;
}

static bool read_each(struct loader *l, const yaml_node_t *root, const char *key,
                      bool (*read)(struct loader *, const yaml_node_t *))
{
    const yaml_node_t *n = yaml_lookup(&l->file, root, key);
    if (!n)
        return true;
    if (n->type != YAML_SEQUENCE_NODE)
        return fail(l, n, arena_printf(l->file.words, "%s needs a list", key));
    for (yaml_node_item_t *i = n->data.sequence.items.start; i < n->data.sequence.items.top; i++)
        if (!read(l, yaml_node(&l->file, *i)))
            return false;
    return true;
}

static bool names_differ(struct loader *l)
{
    vector_each(const struct ci_program *, p, &l->config->programs)
        for (const struct ci_program *q = l->config->programs.data; q < p; q++)
            if (!strcmp(p->name, q->name))
                return fail(l, NULL, arena_printf(l->file.words, "two programs with the name '%.60s': give them names", p->name));
    return true;
}

static bool read_all(struct loader *l)
{
    static const char *const known[] = {"programs", "suppressions", "baseline", "property", "timeout", "memory", "machine", NULL};
    const yaml_node_t *root = yaml_root(&l->file);
    if (!has_known_keys(l, root, known, "there are no programs") || !read_limits(l, root, &l->defaults) ||
        !read_string(l, root, "baseline", &l->config->baseline) || !read_each(l, root, "programs", read_program) ||
        !read_each(l, root, "suppressions", read_suppression))
        return false;
    if (l->config->baseline)
        l->config->baseline = yaml_path(&l->file, l->config->baseline);
    return l->config->programs.size ? names_differ(l) : fail(l, root, "there are no programs");
}

bool ci_config_read(struct ci_config *c, const char *path, const char **error, struct arena *words)
{
    struct loader l = {.config = c, .defaults = {.property = "all", .machine = "64", .timeout = 60}};
    *c = (struct ci_config){.path = path};
    if (!yaml_file_read(&l.file, path, error, words))
        return false;
    bool ok = read_all(&l);
    yaml_file_free(&l.file);
    return ok;
}

void ci_config_free(struct ci_config *c)
{
    vector_each(struct ci_program *, p, &c->programs) {
        vector_free(&p->files);
        vector_free(&p->flags);
        vector_free(&p->entries);
        vector_free(&p->inits);
    }
    vector_free(&c->programs);
    vector_free(&c->suppressions);
}
