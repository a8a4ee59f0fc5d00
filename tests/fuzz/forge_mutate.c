#include "forge_mutate.h"

#include "program/expr.h"

#include "../unit/walk.h"

#include <stdio.h>
#include <string.h>

static uint32_t below(uint64_t *seed, uint64_t n) { return n ? (uint32_t)(walk_random(seed) % n) : 0; }

static cJSON *member(cJSON *o, const char *name) { return cJSON_GetObjectItemCaseSensitive(o, name); }
static cJSON *any_of(cJSON *list, uint64_t *seed)
{
    return cJSON_GetArrayItem(list, (int)below(seed, (uint64_t)cJSON_GetArraySize(list)));
}

static void remove_any(cJSON *list, uint64_t *seed)
{
    cJSON_DeleteItemFromArray(list, (int)below(seed, (uint64_t)cJSON_GetArraySize(list)));
}

static void repeat_any(cJSON *list, uint64_t *seed)
{
    cJSON *one = any_of(list, seed);
    if (one)
        cJSON_AddItemToArray(list, cJSON_Duplicate(one, true));
}

/* A number that might be one of those that count, or is one that none should be. */
static double any_number(uint64_t *seed)
{
    static const double odd[] = {-1, 0.5, 1e300, 4294967295.0, 4294967296.0, 18446744073709551616.0, 1e6, 255, 2147483648.0};
    uint64_t r = walk_random(seed);
    return r % 8 ? (double)(r >> 8 & 31) : odd[(r >> 8) % (sizeof odd / sizeof *odd)];
}

static void change_number(cJSON *o, const char *name, uint64_t *seed)
{
    cJSON *n = o ? member(o, name) : NULL;
    if (n && walk_random(seed) % 2)
        cJSON_SetNumberHelper(n, n->valuedouble + (walk_random(seed) % 2 ? 1 : -1));
    else if (n)
        cJSON_SetNumberHelper(n, any_number(seed));
}

/* --- expressions --- */

static void add_node(cJSON *nodes, const char *text) { cJSON_AddItemToArray(nodes, cJSON_CreateString(text)); }

/* The place of a new node: false, true, or an operator over two that are there. */
static uint32_t new_node(cJSON *nodes, uint64_t *seed)
{
    char text[120];
    uint32_t n = (uint32_t)cJSON_GetArraySize(nodes);
    static const char *const ops[] = {"and", "or", "xor", "eq", "ult", "ule", "slt", "sle"};
    unsigned kind = below(seed, 4);
    if (kind < 2 || !n)
        snprintf(text, sizeof text, "const 1 0x%x", kind & 1);
    else
        snprintf(text, sizeof text, "%s 1 0x0 %u %u", ops[below(seed, sizeof ops / sizeof *ops)], below(seed, n), below(seed, n));
    add_node(nodes, text);
    return n;
}

static void change_node(cJSON *nodes, uint64_t *seed)
{
    uint32_t n = (uint32_t)cJSON_GetArraySize(nodes), at = below(seed, n);
    cJSON *node = cJSON_GetArrayItem(nodes, (int)at);
    if (!cJSON_IsString(node))
        return;
    char op[32] = "", rest[80] = "", text[240];
    unsigned width = 0;
    unsigned long long value = 0;
    if (sscanf(node->valuestring, "%31s %u %llx %79[^\n]", op, &width, &value, rest) < 3)
        return;
    switch (below(seed, 6)) {
    case 0: snprintf(op, sizeof op, "%s", expr_op_name((enum expr_op)below(seed, EXPR_OPS))); break;
    case 1: value = walk_random(seed) % 3 ? value + 1 : walk_random(seed) >> below(seed, 64); break;
    case 2: width = walk_random(seed) % 3 ? width + 1 : below(seed, 300); break;
    case 3: snprintf(rest, sizeof rest, "%u %u", below(seed, at + 2), below(seed, at + 2)); break;
    case 4: snprintf(rest, sizeof rest, "%u", below(seed, at + 2)); break;
    default: value = !value; break;
    }
    snprintf(text, sizeof text, "%s %u 0x%llx%s%s", op, width, value, *rest ? " " : "", rest);
    cJSON_ReplaceItemInArray(nodes, (int)at, cJSON_CreateString(text));
}

/* A chain: deeper than anybody needs. */
static void deepen(cJSON *nodes, uint64_t *seed)
{
    char text[120];
    uint32_t n = (uint32_t)cJSON_GetArraySize(nodes);
    add_node(nodes, "self 32 0x0");
    for (uint32_t i = 0; i < 25000; i++, n++) {
        snprintf(text, sizeof text, "mul 32 0x0 %u %u", n, walk_random(seed) % 2 ? n : n - i);
        add_node(nodes, text);
    }
}

/* --- what is said where --- */

static void set_everywhere(cJSON *proof, uint64_t *seed)
{
    cJSON *nodes = member(proof, "nodes"), *thread, *i;
    uint32_t node = new_node(nodes, seed), keep = below(seed, 4);
    cJSON_ArrayForEach(thread, member(proof, "threads")) cJSON_ArrayForEach(i, member(thread, "invariants"))
    {
        cJSON *n = member(i, "node");
        if (n && below(seed, 8) >= keep)
            cJSON_SetNumberHelper(n, node);
    }
}

static void change_invariant(cJSON *proof, uint64_t *seed)
{
    cJSON *thread = any_of(member(proof, "threads"), seed), *list = thread ? member(thread, "invariants") : NULL;
    cJSON *nodes = member(proof, "nodes");
    switch (below(seed, 6)) {
    case 0: remove_any(list, seed); break;
    case 1: repeat_any(list, seed); break;
    case 2: change_number(any_of(list, seed), "location", seed); break;
    case 3: {
        cJSON *one = cJSON_CreateObject();
        cJSON_AddNumberToObject(one, "location", below(seed, 24));
        cJSON_AddNumberToObject(one, "node", new_node(nodes, seed));
        cJSON_AddItemToArray(list, one);
        break;
    }
    default: {
        cJSON *one = any_of(list, seed), *node = one ? member(one, "node") : NULL;
        if (node)
            cJSON_SetNumberHelper(node,
                                  walk_random(seed) % 2 ? new_node(nodes, seed) : below(seed, (uint64_t)cJSON_GetArraySize(nodes)));
    }
    }
}

static void change_pair(cJSON *proof, uint64_t *seed)
{
    cJSON *pairs = member(proof, "pairs"), *one = any_of(pairs, seed);
    static const char *const numbers[] = {"thread", "location", "other", "other_location", "node"};
    if (below(seed, 3) == 0)
        remove_any(pairs, seed);
    else if (below(seed, 8) == 0)
        repeat_any(pairs, seed);
    else if (one && cJSON_IsNumber(member(one, "node")) && below(seed, 3) == 0)
        cJSON_SetNumberHelper(member(one, "node"), new_node(member(proof, "nodes"), seed));
    else
        change_number(one, numbers[below(seed, 5)], seed);
}

static void change_weight(cJSON *proof, uint64_t *seed)
{
    cJSON *weights = member(proof, "weights"), *one = any_of(weights, seed);
    static const char *const numbers[] = {"cell", "thread", "location", "weight", "weight"};
    unsigned kind = below(seed, 6);
    if (kind == 0)
        remove_any(weights, seed);
    else if (kind == 1 && weights) {
        cJSON *more = cJSON_CreateObject();
        for (unsigned i = 0; i < 4; i++)
            cJSON_AddNumberToObject(more, numbers[i], below(seed, 6));
        cJSON_AddItemToArray(weights, more);
    } else
        change_number(one, numbers[below(seed, 5)], seed);
}

static void change_ghost(cJSON *proof, uint64_t *seed)
{
    cJSON *ghosts = member(proof, "ghosts"), *updates = member(proof, "ghost_updates"), *one = any_of(ghosts, seed);
    static const char *const numbers[] = {"thread", "edge", "ghost", "node"};
    char text[40];
    switch (below(seed, 7)) {
    case 0: remove_any(updates, seed); break;
    case 1: repeat_any(updates, seed); break;
    case 2: change_number(any_of(updates, seed), numbers[below(seed, 4)], seed); break;
    case 3: change_number(one, "width", seed); break;
    case 4: remove_any(ghosts, seed); break;
    case 5: {
        cJSON *more = cJSON_CreateObject();
        cJSON_AddStringToObject(more, "name", "self.a");
        cJSON_AddNumberToObject(more, "width", any_number(seed));
        cJSON_AddStringToObject(more, "initial", "0x2");
        cJSON_AddItemToArray(ghosts, more);
        break;
    }
    default:
        snprintf(text, sizeof text, "0x%llx", (unsigned long long)walk_random(seed) >> below(seed, 64));
        if (one)
            cJSON_ReplaceItemInObject(one, "initial", cJSON_CreateString(text));
    }
}

/* --- what is claimed, and the parts --- */

static void change_claims(cJSON *proof, uint64_t *seed)
{
    const char *name = walk_random(seed) % 2 ? "proves" : "left_out";
    if (walk_random(seed) % 3 == 0) { /* what is said to be proved is left out */
        cJSON_ReplaceItemInObject(proof, "left_out", cJSON_Duplicate(member(proof, "proves"), true));
        return;
    }
    cJSON *set = cJSON_CreateArray();
    for (unsigned i = 0; i < 6; i++)
        if (walk_random(seed) % 3 == 0)
            cJSON_AddItemToArray(set, cJSON_CreateNumber(walk_random(seed) % 20 ? i : any_number(seed)));
    cJSON_ReplaceItemInObject(proof, name, set);
}

void forge_silence(cJSON *file, uint64_t *seed)
{
    cJSON *proof = any_of(member(file, "proofs"), seed);
    cJSON *thread = proof ? any_of(member(proof, "threads"), seed) : NULL;
    if (thread)
        cJSON_ReplaceItemInObject(thread, "invariants", cJSON_CreateArray());
}

static void change_parts(cJSON *file, cJSON *proof, uint64_t *seed)
{
    static const char *const names[] = {"nodes", "threads", "pairs", "weights", "ghosts", "ghost_updates", "proves", "left_out"};
    const char *one = names[below(seed, 8)], *other = names[below(seed, 8)];
    cJSON *proofs = member(file, "proofs"), *threads = member(proof, "threads"), *part = member(proof, one);
    switch (below(seed, 9)) {
    case 0: repeat_any(proofs, seed); break;
    case 1: repeat_any(threads, seed); break;
    case 2: remove_any(threads, seed); break;
    case 3: /* in another order */
        if (cJSON_GetArraySize(threads) > 1)
            cJSON_AddItemToArray(threads, cJSON_DetachItemFromArray(threads, 0));
        break;
    case 4: cJSON_DeleteItemFromObject(proof, one); break;
    case 5: /* swapped */
        if (part && member(proof, other))
            cJSON_ReplaceItemInObject(proof, other, cJSON_Duplicate(part, true));
        break;
    case 6: cJSON_AddItemToObject(proof, "pairs", cJSON_CreateArray()); break;
    case 7: cJSON_ReplaceItemInObject(proof, one, walk_random(seed) % 2 ? cJSON_CreateNull() : cJSON_CreateObject()); break;
    default: deepen(member(proof, "nodes"), seed);
    }
}

void forge_mutate(cJSON *file, uint64_t *seed)
{
    cJSON *proof = any_of(member(file, "proofs"), seed);
    if (!proof)
        return;
    switch (below(seed, 18)) {
    case 16:
    case 17: forge_silence(file, seed); break;
    case 0:
    case 1:
    case 2: change_node(member(proof, "nodes"), seed); break;
    case 3:
    case 4:
    case 5: change_invariant(proof, seed); break;
    case 6:
    case 7:
    case 8: change_pair(proof, seed); break;
    case 9: change_weight(proof, seed); break;
    case 10: change_ghost(proof, seed); break;
    case 11:
    case 12: change_claims(proof, seed); break;
    case 13: change_parts(file, proof, seed); break;
    default: set_everywhere(proof, seed);
    }
}

/* --- all of it anew --- */

struct rewriting {
    const struct forge_shape *shape;
    uint32_t no, yes, old; /* nodes; so many were there before */
    unsigned mostly;       /* what is said in most places: 0 false, 1 true, 2 what was said somewhere */
    bool always;           /* or in all */
    bool careless;         /* of errors too */
    uint64_t *seed;
};

static uint32_t word(const struct rewriting *w)
{
    unsigned kind = w->always || below(w->seed, 6) ? w->mostly : below(w->seed, 3);
    return kind == 2 && w->old ? below(w->seed, w->old) : kind ? w->yes : w->no;
}

static bool says_no(const struct rewriting *w, uint32_t code, uint32_t location)
{
    return !w->careless && w->shape->is_error(w->shape->context, code, location);
}

static void add_numbers(cJSON *to, const char *const *names, const uint32_t *numbers, unsigned count)
{
    cJSON *o = cJSON_CreateObject();
    for (unsigned i = 0; i < count; i++)
        cJSON_AddNumberToObject(o, names[i], numbers[i]);
    cJSON_AddItemToArray(to, o);
}

static void rewrite_invariants(cJSON *proof, const struct rewriting *w)
{
    static const char *const names[] = {"location", "node"};
    cJSON *threads = cJSON_CreateArray();
    for (uint32_t t = 0; t < w->shape->templates; t++) {
        cJSON *thread = cJSON_CreateObject(), *list = cJSON_AddArrayToObject(thread, "invariants");
        for (uint32_t l = 0; l < w->shape->locations[t]; l++)
            add_numbers(list, names, (uint32_t[]){l, says_no(w, t, l) ? w->no : word(w)}, 2);
        cJSON_AddItemToArray(threads, thread);
    }
    cJSON_ReplaceItemInObject(proof, "threads", threads);
    cJSON_DeleteItemFromObject(proof, "pairs");
    cJSON_DeleteItemFromObject(proof, "weights");
}

static void rewrite_pairs(cJSON *proof, const struct rewriting *w)
{
    static const char *const names[] = {"thread", "location", "other", "other_location", "node"};
    const struct forge_shape *s = w->shape;
    cJSON *pairs = cJSON_CreateArray();
    for (uint32_t t = 0; t < s->templates; t++)
        for (uint32_t l = 0; l < s->locations[t]; l++)
            for (uint32_t u = t; u < s->templates; u++)
                for (uint32_t k = u == t ? l : 0; k < s->locations[u]; k++)
                    if (!says_no(w, t, l) && !says_no(w, u, k))
                        add_numbers(pairs, names, (uint32_t[]){t, l, u, k, word(w)}, 5);
    cJSON_ReplaceItemInObject(proof, "pairs", pairs);
}

void forge_rewrite(cJSON *file, const struct forge_shape *shape, uint64_t *seed)
{
    cJSON *proof = any_of(member(file, "proofs"), seed), *nodes = proof ? member(proof, "nodes") : NULL;
    if (!cJSON_IsArray(nodes))
        return;
    uint32_t n = (uint32_t)cJSON_GetArraySize(nodes);
    struct rewriting w = {shape, n, n + 1, n, below(seed, 3), below(seed, 3), !below(seed, 4), seed};
    add_node(nodes, "const 1 0x0");
    add_node(nodes, "const 1 0x1");
    if (cJSON_IsArray(member(proof, "pairs")))
        rewrite_pairs(proof, &w);
    else
        rewrite_invariants(proof, &w);
}

void forge_damage(struct text *bytes, uint64_t *seed)
{
    uint32_t at = below(seed, bytes->size);
    struct text t = {0};
    switch (below(seed, 5)) {
    case 0: text_append_bytes(&t, bytes->data, at); break; /* cut off */
    case 1:
        text_append_bytes(&t, bytes->data, bytes->size);
        for (unsigned i = 0; i < 3; i++)
            t.data[below(seed, t.size)] = (char)walk_random(seed);
        break;
    case 2:
        text_append_bytes(&t, bytes->data, at);
        for (unsigned i = 0; i < 3000; i++)
            text_append(&t, walk_random(seed) % 2 ? "[" : "{\"a\":");
        text_append_bytes(&t, bytes->data + at, bytes->size - at);
        break;
    case 3: /* a number becomes a long one */
        text_append_bytes(&t, bytes->data, at);
        for (size_t i = at; i < bytes->size; i++) {
            text_char(&t, bytes->data[i]);
            if (bytes->data[i] >= '0' && bytes->data[i] <= '9' && i + 1 < bytes->size && at) {
                text_append(&t, "99999999999999999999");
                at = 0;
            }
        }
        break;
    default: /* twice */ text_append_bytes(&t, bytes->data, bytes->size); text_append_bytes(&t, bytes->data, at);
    }
    text_free(bytes);
    *bytes = t;
}
