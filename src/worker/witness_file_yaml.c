/* Witnesses in YAML: format 2.0 (invariant_set, violation_sequence), 2.1 (ghost_instrumentation), and thread_id of the draft of 2.2. */
#include "worker/witness_file.h"
#include "files/yaml_file.h"

#include "base/text.h"

struct reader {
    struct yaml_file file;
    struct witness *out;
};

static const yaml_node_t *get(struct reader *r, const yaml_node_t *n, const char *key) { return yaml_lookup(&r->file, n, key); }

/* The document goes when it has been read: words stay. */
static const char *word(struct reader *r, const yaml_node_t *n, const char *key)
{
    const char *s = yaml_scalar(get(r, n, key));
    return s ? arena_strdup(&r->out->words, s) : NULL;
}

static bool is(struct reader *r, const yaml_node_t *n, const char *key, const char *value)
{
    const char *s = yaml_scalar(get(r, n, key));
    return s && !strcmp(s, value);
}

static uint32_t number(struct reader *r, const yaml_node_t *n, const char *key, uint32_t otherwise)
{
    const char *s = yaml_scalar(get(r, n, key));
    uint64_t v;
    return s && parse_u64(s, 0, 100000000, &v) ? (uint32_t)v : otherwise;
}

/* The i-th item of a list; NULL behind its end, or if it is no list. */
static const yaml_node_t *item(struct reader *r, const yaml_node_t *list, size_t i)
{
    if (!list || list->type != YAML_SEQUENCE_NODE)
        return NULL;
    yaml_node_item_t *start = list->data.sequence.items.start;
    return start + i < list->data.sequence.items.top ? yaml_node(&r->file, start[i]) : NULL;
}
#define each_item(x, list) for (size_t i_##x = 0; (x = item(r, list, i_##x)); i_##x++)

/* --- violations --- */

static void read_waypoint(struct reader *r, const yaml_node_t *w)
{
    const yaml_node_t *place = get(r, w, "location"), *constraint = get(r, w, "constraint");
    struct waypoint p = {.thread = number(r, w, "thread_id", UINT32_MAX),
                         .line = number(r, place, "line", 0),
                         .file = word(r, place, "file_name"),
                         .target = is(r, w, "type", "target")};
    const char *value = yaml_scalar(get(r, constraint, "value"));
    struct waypoint *last = r->out->waypoints.size ? &vector_last(&r->out->waypoints) : NULL;
    bool goes_on = last && last->thread == p.thread;
    p.assumed = is(r, w, "type", "assumption") && value && strcmp(value, "1");
    if (value && is(r, w, "type", "function_return"))
        witness_add_values(&p, value);
    if (!p.line || !is(r, w, "action", "follow")) {
        r->out->unread++;
        return;
    }
    if (p.assumed && goes_on) /* what variables hold behind the last one */
        witness_add_values(last, value);
    if (goes_on && last->assumed && last->line == p.line)
        *last = p; /* the same statement */
    else
        vector_push(&r->out->waypoints, p);
}

static void read_violation(struct reader *r, const yaml_node_t *content)
{
    const yaml_node_t *s, *w;
    each_item(s, content)
    {
        const yaml_node_t *segment = get(r, s, "segment");
        each_item(w, segment) read_waypoint(r, get(r, w, "waypoint"));
    }
}

/* --- invariants --- */

static void read_invariant(struct reader *r, const yaml_node_t *i)
{
    const yaml_node_t *place = get(r, i, "location");
    struct claim c = {.file = word(r, place, "file_name"),
                      .line = number(r, place, "line", 0),
                      .column = number(r, place, "column", 0),
                      .loop = is(r, i, "type", "loop_invariant"),
                      .text = word(r, i, "value")};
    bool known = c.loop || is(r, i, "type", "location_invariant");
    if (known && c.line && c.text && is(r, i, "format", "c_expression"))
        vector_push(&r->out->claims, c);
    else
        r->out->unread++;
}

static void read_ghosts(struct reader *r, const yaml_node_t *content)
{
    const yaml_node_t *g, *u, *v;
    each_item(g, get(r, content, "ghost_variables"))
    {
        struct ghost_variable one = {word(r, g, "name"), word(r, g, "type"), word(r, get(r, g, "initial"), "value")};
        if (one.name && one.type)
            vector_push(&r->out->ghosts, one);
    }
    each_item(u, get(r, content, "ghost_updates"))
    {
        const yaml_node_t *place = get(r, u, "location");
        each_item(v, get(r, u, "updates"))
        {
            struct ghost_step one = {word(r, place, "file_name"), number(r, place, "line", 0), number(r, place, "column", 0),
                                     word(r, v, "variable"), word(r, v, "value")};
            vector_push(&r->out->ghost_steps, one);
        }
    }
}

/* --- the whole --- */

static void read_task(struct reader *r, const yaml_node_t *task)
{
    const yaml_node_t *hashes = get(r, task, "input_file_hashes");
    const char *specification = word(r, task, "specification"), *model = yaml_scalar(get(r, task, "data_model"));
    r->out->specification = specification ? specification : r->out->specification;
    r->out->machine = !model ? 0 : !strcmp(model, "ILP32") ? 32 : 64;
    if (!hashes || hashes->type != YAML_MAPPING_NODE)
        return;
    for (yaml_node_pair_t *p = hashes->data.mapping.pairs.start; p < hashes->data.mapping.pairs.top; p++) {
        const char *hash = yaml_scalar(yaml_node(&r->file, p->value));
        if (hash)
            vector_push(&r->out->hashes, arena_strdup(&r->out->words, hash));
    }
}

static bool read_entry(struct reader *r, const yaml_node_t *e)
{
    const char *type = yaml_scalar(get(r, e, "entry_type"));
    const yaml_node_t *content = get(r, e, "content"), *i;
    read_task(r, get(r, get(r, e, "metadata"), "task"));
    if (!type)
        return yaml_fail(&r->file, e, "an entry of a witness needs an entry_type");
    bool is_list = content && content->type == YAML_SEQUENCE_NODE;
    if (!is_list && (!strcmp(type, "violation_sequence") || !strcmp(type, "invariant_set")))
        return yaml_fail(&r->file, e, "this entry of a witness needs a list as its content, be it empty");
    if (!strcmp(type, "violation_sequence")) {
        r->out->violation = true;
        read_violation(r, content);
    } else if (!strcmp(type, "invariant_set")) {
        each_item(i, content) read_invariant(r, get(r, i, "invariant"));
    } else if (!strcmp(type, "ghost_instrumentation")) {
        read_ghosts(r, content);
    } else {
        r->out->unread++;
    }
    return true;
}

bool witness_read_yaml(struct witness *w, const char *path, const char **error)
{
    struct reader reader = {.out = w}, *r = &reader;
    if (!yaml_file_read(&r->file, path, error, &w->words))
        return false;
    const yaml_node_t *root = yaml_root(&r->file), *e;
    bool ok = root && root->type == YAML_SEQUENCE_NODE && root->data.sequence.items.top > root->data.sequence.items.start;
    if (!ok)
        yaml_fail(&r->file, NULL, "not a witness: a list of entries is expected");
    for (size_t i = 0; ok && (e = item(r, root, i)); i++)
        ok = read_entry(r, e);
    yaml_file_free(&r->file);
    return ok;
}
