/* Witnesses in GraphML 1.0. Of a violation, the shortest way from the entry to the node of the violation is taken. Of correctness, an invariant of a node that
 * no edge leads to holds all the time; one behind an edge that enters a loop holds there; of others the place cannot be told. */
#include "worker/witness_file.h"

#include "base/map.h"
#include "base/text.h"

#include <stdlib.h>

struct graph_edge {
    uint32_t source, target; /* names, as intern numbers them */
    struct waypoint at;
    const char *assumption;
    bool enters_loop, in_or_out; /* of a loop; of a function */
};
struct graph_node {
    uint32_t id;
    const char *invariant;
    bool entry, violation;
};

struct reader {
    struct witness *out;
    struct intern names;
    VECTOR(struct graph_node) nodes;
    VECTOR(struct graph_edge) edges;
    enum { IN_GRAPH, IN_NODE, IN_EDGE } in;
    bool has_kind; /* it says whether it is of a violation or of correctness */
};

/* --- markup --- */

/* Text with its entities put in. */
static const char *plain(struct reader *r, const char *from, const char *to)
{
    static const struct {
        const char *entity;
        char c;
    } known[] = {{"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}, {"&apos;", '\''}};
    char *s = arena_strndup(&r->out->words, from, (size_t)(to - from)), *w = s;
    for (const char *p = s; *p;) {
        size_t n = 0;
        for (size_t i = 0; i < sizeof known / sizeof *known && !n; i++)
            if (starts_with(p, known[i].entity)) {
                *w++ = known[i].c;
                n = strlen(known[i].entity);
            }
        if (!n)
            *w++ = *p;
        p += n ? n : 1;
    }
    *w = '\0';
    return s;
}

/* The value of an attribute of a tag; NULL if it has none of that name. */
static const char *attribute(struct reader *r, const char *tag, const char *tag_end, const char *name)
{
    size_t n = strlen(name);
    for (const char *p = tag; p + n + 2 < tag_end; p++)
        if (strchr(" \t\r\n", p[-1]) && !strncmp(p, name, n) && p[n] == '=' && (p[n + 1] == '"' || p[n + 1] == '\'')) {
            const char *close = memchr(p + n + 2, p[n + 1], (size_t)(tag_end - p - (ptrdiff_t)n - 2));
            return close ? plain(r, p + n + 2, close) : NULL;
        }
    return NULL;
}

static bool is_tag(const char *p, const char *name)
{
    size_t n = strlen(name);
    return !strncmp(p, name, n) && strchr(" \t\r\n/>", p[n]);
}

/* --- what it says --- */

static uint32_t as_number(const char *s)
{
    uint64_t v;
    return parse_u64(s, 0, 100000000, &v) ? (uint32_t)v : UINT32_MAX;
}

static void graph_data(struct reader *r, const char *key, const char *value)
{
    struct witness *w = r->out;
    if (!strcmp(key, "witness-type")) {
        w->violation = starts_with(value, "violation");
        r->has_kind = w->violation || starts_with(value, "correctness");
    }
    if (!strcmp(key, "specification"))
        w->specification = value;
    else if (!strcmp(key, "architecture"))
        w->machine = !strcmp(value, "32bit") ? 32 : 64;
    else if (!strcmp(key, "programhash"))
        vector_push(&w->hashes, value);
}

static void node_data(struct graph_node *n, const char *key, const char *value)
{
    if (!strcmp(key, "entry"))
        n->entry = !strcmp(value, "true");
    else if (!strcmp(key, "violation"))
        n->violation = !strcmp(value, "true");
    else if (!strcmp(key, "invariant"))
        n->invariant = value;
}

static void edge_data(struct graph_edge *e, const char *key, const char *value)
{
    if (!strcmp(key, "startline"))
        e->at.line = as_number(value) == UINT32_MAX ? 0 : as_number(value);
    else if (!strcmp(key, "threadId"))
        e->at.thread = as_number(value);
    else if (!strcmp(key, "originfile"))
        e->at.file = value;
    else if (!strcmp(key, "assumption"))
        e->assumption = value;
    else if (!strcmp(key, "enterFunction") || !strcmp(key, "returnFromFunction"))
        e->in_or_out = true;
    else if (!strcmp(key, "enterLoopHead"))
        e->enters_loop = !strcmp(value, "true");
}

static bool data_element(struct reader *r, const char *tag, const char *tag_end)
{
    const char *key = attribute(r, tag, tag_end, "key");
    const char *close = tag_end[-1] == '/' ? tag_end + 1 : strstr(tag_end, "</data");
    if (!key || !close)
        return false;
    const char *value = plain(r, tag_end + 1, close);
    if (r->in == IN_GRAPH)
        graph_data(r, key, value);
    else if (r->in == IN_NODE)
        node_data(&vector_last(&r->nodes), key, value);
    else
        edge_data(&vector_last(&r->edges), key, value);
    return true;
}

static uint32_t name(struct reader *r, const char *s)
{
    s = s ? s : "";
    return intern_add(&r->names, s, strlen(s), NULL);
}

static bool element(struct reader *r, const char *tag, const char *tag_end)
{
    if (is_tag(tag, "data"))
        return data_element(r, tag, tag_end);
    if (is_tag(tag, "/node") || is_tag(tag, "/edge")) {
        r->in = IN_GRAPH;
    } else if (is_tag(tag, "node")) {
        struct graph_node n = {.id = name(r, attribute(r, tag, tag_end, "id"))};
        vector_push(&r->nodes, n);
        r->in = tag_end[-1] == '/' ? IN_GRAPH : IN_NODE;
    } else if (is_tag(tag, "edge")) {
        struct graph_edge e = {.source = name(r, attribute(r, tag, tag_end, "source")),
                               .target = name(r, attribute(r, tag, tag_end, "target"))};
        e.at.thread = UINT32_MAX;
        vector_push(&r->edges, e);
        r->in = tag_end[-1] == '/' ? IN_GRAPH : IN_EDGE;
    }
    return true;
}

static bool read_elements(struct reader *r, const char *p)
{
    bool complete = false;
    while ((p = strchr(p, '<'))) {
        bool comment = starts_with(p, "<!--");
        const char *close = comment ? strstr(p, "-->") : strchr(p, '>');
        if (!close || (!comment && !element(r, p + 1, close)))
            return false;
        complete |= is_tag(p + 1, "/graphml");
        p = close + 1;
    }
    return complete;
}

/* --- violations --- */

/* By breadth-first search; by[n] is the edge that the node of name n was come to. The name of the node of the violation, or UINT32_MAX. */
static uint32_t find_way(const struct reader *r, uint32_t *by)
{
    bool *ends = NEW_ARRAY(bool, r->names.size + 1);
    u32_vector queue = {0};
    uint32_t found = UINT32_MAX;
    vector_each(const struct graph_node *, n, &r->nodes) {
        assert(n->id < r->names.size);
        ends[n->id] = n->violation;
        if (n->entry && !queue.size)
            vector_push(&queue, n->id);
    }
    for (uint32_t at = 0; at < queue.size && found == UINT32_MAX; at++) {
        found = ends[queue.data[at]] ? queue.data[at] : found;
        for (uint32_t e = 0; e < r->edges.size; e++) {
            uint32_t to = r->edges.data[e].target;
            if (r->edges.data[e].source != queue.data[at] || by[to] != UINT32_MAX || to == queue.data[0])
                continue;
            by[to] = e;
            vector_push(&queue, to);
        }
    }
    vector_free(&queue);
    mem_free(ends);
    return found;
}

static bool take_way(struct reader *r)
{
    uint32_t *by = NEW_ARRAY(uint32_t, r->names.size + 1);
    memset(by, 0xff, r->names.size * sizeof *by);
    uint32_t at = find_way(r, by);
    bool found = at != UINT32_MAX;
    u32_vector way = {0};
    for (; found && by[at] != UINT32_MAX; at = r->edges.data[by[at]].source)
        vector_push(&way, by[at]);
    for (uint32_t i = way.size; i-- > 0;) {
        const struct graph_edge *e = &r->edges.data[way.data[i]];
        struct waypoint p = e->at;
        if (e->assumption)
            witness_add_values(&p, e->assumption);
        if (p.line && (!e->in_or_out || i == 0)) /* where a thread begins, its creator's line may be said */
            vector_push(&r->out->waypoints, p);
    }
    if (r->out->waypoints.size)
        vector_last(&r->out->waypoints).target = true;
    vector_free(&way);
    mem_free(by);
    return found;
}

/* --- invariants --- */

static void take_invariants(struct reader *r)
{
    vector_each(const struct graph_node *, n, &r->nodes) {
        if (!n->invariant || !*n->invariant)
            continue;
        struct claim c = {.text = n->invariant, .always = true};
        vector_each(const struct graph_edge *, e, &r->edges)
            if (e->target == n->id) {
                c.always = false;
                c.loop |= e->enters_loop;
                c.line = e->at.line;
                c.file = e->at.file;
            }
        if (c.always || (c.loop && c.line))
            vector_push(&r->out->claims, c);
        else
            r->out->unread++;
    }
}

bool witness_read_graphml(struct witness *w, const char *path, const char **error)
{
    struct text bytes = {0};
    struct reader r = {.out = w};
    bool ok = text_read_regular_file(&bytes, path) && !memchr(text_string(&bytes), 0, bytes.size);
    ok = ok && read_elements(&r, text_string(&bytes)) && r.nodes.size && r.has_kind;
    if (ok && w->violation)
        ok = take_way(&r);
    else if (ok)
        take_invariants(&r);
    if (!ok)
        *error = arena_printf(&w->words, "%s: not a witness in GraphML%s", path,
                              r.nodes.size && w->violation ? " (no way leads to its violation)" : "");
    vector_free(&r.nodes);
    vector_free(&r.edges);
    intern_free(&r.names);
    text_free(&bytes);
    return ok;
}
