#include "report/proof_json_pairs.h"

#include "base/text.h"
#include "program/print.h"

enum { MOST_NODES_IN_TEXT = 300 };

static void count_node(void *context, expr e)
{
    (void)e;
    ++*(uint32_t *)context;
}

static cJSON *json_pair(const struct proof_pair *x, const struct program *with, const struct proof_nodes *nodes)
{
    cJSON *o = cJSON_CreateObject();
    uint64_t node = 0;
    uint32_t size = 0;
    map_get(&nodes->index, map_pointer_key(x->holds), &node);
    cJSON_AddNumberToObject(o, "thread", x->code);
    cJSON_AddNumberToObject(o, "location", x->location);
    cJSON_AddNumberToObject(o, "other", x->other);
    cJSON_AddNumberToObject(o, "other_location", x->other_location);
    cJSON_AddNumberToObject(o, "node", (double)node);
    expr_visit(x->holds, count_node, &size);
    if (size < MOST_NODES_IN_TEXT) {
        struct text t = {0};
        print_expr(&t, with, x->holds);
        cJSON_AddStringToObject(o, "text", text_string(&t));
        text_free(&t);
    }
    return o;
}

void proof_json_add_pairs(cJSON *o, const struct proof *proof, const struct program *with, const struct proof_nodes *nodes)
{
    cJSON *pairs = cJSON_AddArrayToObject(o, "pairs"), *weights = cJSON_AddArrayToObject(o, "weights");
    vector_each(const struct proof_pair *, x, &proof->pairs)
        cJSON_AddItemToArray(pairs, json_pair(x, with, nodes));
    vector_each(const struct proof_weight *, w, &proof->weights) {
        cJSON *one = cJSON_CreateObject();
        cJSON_AddStringToObject(one, "name", with->cells.data[w->cell].name);
        cJSON_AddNumberToObject(one, "cell", w->cell);
        cJSON_AddNumberToObject(one, "thread", w->code);
        cJSON_AddNumberToObject(one, "location", w->location);
        cJSON_AddNumberToObject(one, "weight", w->weight);
        cJSON_AddItemToArray(weights, one);
    }
}

static bool read_u32(const cJSON *o, const char *name, uint32_t limit, uint32_t *to)
{
    const cJSON *n = cJSON_GetObjectItemCaseSensitive(o, name);
    bool ok =
        cJSON_IsNumber(n) && n->valuedouble >= 0 && n->valuedouble < limit && n->valuedouble == (double)(uint32_t)n->valuedouble;
    *to = ok ? (uint32_t)n->valuedouble : 0;
    return ok;
}

bool proof_json_read_pairs(const cJSON *o, const expr *nodes, uint32_t node_count, struct proof *proof)
{
    const cJSON *pairs = cJSON_GetObjectItemCaseSensitive(o, "pairs"), *i;
    cJSON_ArrayForEach(i, pairs)
    {
        struct proof_pair x = {0};
        uint32_t node;
        if (!read_u32(i, "thread", NONE, &x.code) || !read_u32(i, "location", NONE, &x.location) ||
            !read_u32(i, "other", NONE, &x.other) || !read_u32(i, "other_location", NONE, &x.other_location) ||
            !read_u32(i, "node", node_count, &node))
            return false;
        x.holds = nodes[node];
        vector_push(&proof->pairs, x);
    }
    const cJSON *weights = cJSON_GetObjectItemCaseSensitive(o, "weights");
    cJSON_ArrayForEach(i, weights)
    {
        struct proof_weight w = {0};
        const cJSON *n = cJSON_GetObjectItemCaseSensitive(i, "weight");
        if (!read_u32(i, "cell", NONE, &w.cell) || !read_u32(i, "thread", NONE, &w.code) ||
            !read_u32(i, "location", NONE, &w.location) || !cJSON_IsNumber(n) || n->valuedouble > 1e6 || n->valuedouble < -1e6 ||
            n->valuedouble != (double)(int32_t)n->valuedouble)
            return false;
        w.weight = (int32_t)n->valuedouble;
        vector_push(&proof->weights, w);
    }
    return true;
}
