/* A node of an expression is a string "operator width value arguments...": arguments are the places of earlier nodes in
 * the list. An invariant names its node. Its text is for people and is not read. */
#include "report/proof_json.h"

#include "base/options.h"
#include "program/print.h"
#include "report/outline_json.h"
#include "report/proof_json_pairs.h"
#include "report/reports.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { FORMAT = 1, LONGEST_TEXT = 2000, DEEPEST = 20000, MOST_GHOSTS = 1000 };

/* --- writing --- */

static cJSON *json_nodes(const struct proof_nodes *nodes)
{
    cJSON *list = cJSON_CreateArray();
    struct text t = {0};
    vector_each(const expr *, n, &nodes->list) {
        expr e = *n;
        text_clear(&t);
        text_printf(&t, "%s %u 0x%" PRIx64, expr_op_name(e->op), e->width, e->value);
        for (unsigned i = 0; i < e->arity; i++) {
            uint64_t place = 0;
            map_get(&nodes->index, map_pointer_key(e->arg[i]), &place);
            text_printf(&t, " %" PRIu64, place);
        }
        cJSON_AddItemToArray(list, cJSON_CreateString(text_string(&t)));
    }
    text_free(&t);
    return list;
}

/* How long the text would be, more or less; sharing of nodes is lost in it. */
static uint64_t text_size(expr e, struct map *known)
{
    uint64_t size = 0;
    if (map_get(known, map_pointer_key(e), &size))
        return size;
    size = 4;
    for (unsigned i = 0; i < e->arity; i++)
        size += text_size(e->arg[i], known);
    size = size < LONGEST_TEXT ? size : LONGEST_TEXT;
    map_put(known, map_pointer_key(e), size);
    return size;
}

/* p: with ghosts, which have names there. */
static cJSON *json_location(const struct proof *proof, const struct program *p, uint32_t k, uint32_t l,
                            const struct proof_nodes *nodes, struct map *sizes)
{
    const struct code *c = &p->codes.data[k];
    expr e = proof->invariants.data[k][l];
    cJSON *o = cJSON_CreateObject();
    uint64_t node = 0;
    struct position pos = c->locations.data[l].pos;
    for (uint32_t i = out_begin(c, l); !pos.line && i < out_end(c, l); i++)
        pos = out_edge(c, i)->action.pos; /* what is about to happen there */
    map_get(&nodes->index, map_pointer_key(e), &node);
    cJSON_AddNumberToObject(o, "location", l);
    if (pos.line)
        cJSON_AddNumberToObject(o, "line", pos.line);
    cJSON_AddNumberToObject(o, "node", (double)node);
    if (text_size(e, sizes) < LONGEST_TEXT) {
        struct text t = {0};
        print_expr(&t, p, e);
        cJSON_AddStringToObject(o, "text", text_string(&t));
        text_free(&t);
    }
    return o;
}

static cJSON *json_numbers(const bool *set, uint32_t count)
{
    cJSON *list = cJSON_CreateArray();
    for (uint32_t i = 0; set && i < count; i++)
        if (set[i])
            cJSON_AddItemToArray(list, cJSON_CreateNumber(i));
    return list;
}

static void add_ghosts(cJSON *o, const struct proof *proof, const struct proof_nodes *nodes)
{
    char number[32];
    cJSON *ghosts = cJSON_AddArrayToObject(o, "ghosts"), *updates = cJSON_AddArrayToObject(o, "ghost_updates");
    vector_each(const struct proof_ghost *, g, &proof->ghosts) {
        cJSON *one = cJSON_CreateObject();
        cJSON_AddStringToObject(one, "name", g->name);
        cJSON_AddNumberToObject(one, "width", g->width);
        snprintf(number, sizeof number, "0x%" PRIx64, g->init);
        cJSON_AddStringToObject(one, "initial", number);
        if (g->any)
            cJSON_AddBoolToObject(one, "any", true);
        cJSON_AddItemToArray(ghosts, one);
    }
    vector_each(const struct proof_ghost_update *, u, &proof->ghost_updates) {
        cJSON *one = cJSON_CreateObject();
        uint64_t node = 0;
        map_get(&nodes->index, map_pointer_key(u->value), &node);
        cJSON_AddNumberToObject(one, "thread", u->code);
        cJSON_AddNumberToObject(one, "edge", u->edge);
        cJSON_AddNumberToObject(one, "ghost", u->ghost);
        cJSON_AddNumberToObject(one, "node", (double)node);
        cJSON_AddItemToArray(updates, one);
    }
}

static cJSON *json_proof(const struct proof_record *r)
{
    const struct program *p = r->proof->program;
    struct proof_nodes nodes = {0};
    struct map sizes = {0};
    char number[32];
    cJSON *o = cJSON_CreateObject();
    proof_nodes(r->proof, &nodes);
    cJSON_AddStringToObject(o, "engine", r->engine);
    if (r->question != PROOF_OF_CHECKS)
        cJSON_AddTrueToObject(o, r->question == PROOF_OF_RACES ? "races" : "uncovered");
    cJSON_AddItemToObject(o, "proves", json_numbers(r->proves, r->check_count));
    cJSON_AddItemToObject(o, "left_out", json_numbers(r->left_out, r->check_count));
    snprintf(number, sizeof number, "%016" PRIx64, program_fingerprint(p));
    cJSON_AddStringToObject(o, "program", number);
    add_ghosts(o, r->proof, &nodes);
    cJSON_AddItemToObject(o, "nodes", json_nodes(&nodes));
    cJSON *threads = cJSON_AddArrayToObject(o, "threads");
    struct program *with = proof_with_ghosts(r->proof);
    for (uint32_t k = 0; k < p->template_count; k++) {
        cJSON *thread = cJSON_CreateObject();
        cJSON_AddStringToObject(thread, "name", p->codes.data[k].name);
        cJSON *list = cJSON_AddArrayToObject(thread, "invariants");
        for (uint32_t l = 0; l < p->codes.data[k].locations.size; l++)
            if (r->proof->invariants.data[k][l])
                cJSON_AddItemToArray(list, json_location(r->proof, with, k, l, &nodes, &sizes));
        cJSON_AddItemToArray(threads, thread);
    }
    if (r->proof->pairwise)
        proof_json_add_pairs(o, r->proof, with, &nodes);
    program_free(with);
    proof_nodes_free(&nodes);
    map_free(&sizes);
    return o;
}

cJSON *proof_json_head(const char *const *options, uint32_t option_count)
{
    cJSON *o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "tool", "heddle");
    cJSON_AddStringToObject(o, "version", HEDDLE_VERSION);
    cJSON_AddNumberToObject(o, "proof_format", FORMAT);
    cJSON *list = cJSON_AddArrayToObject(o, "options");
    for (uint32_t i = 0; i < option_count; i++)
        cJSON_AddItemToArray(list, cJSON_CreateString(options[i]));
    cJSON_AddArrayToObject(o, "proofs");
    return o;
}

void proof_json_write(struct text *out, const struct proof_record *records, uint32_t count, const char *const *options,
                      uint32_t option_count)
{
    assert(records || !count);
    cJSON *o = proof_json_head(options, option_count), *proofs = cJSON_GetObjectItemCaseSensitive(o, "proofs");
    for (uint32_t i = 0; i < count; i++)
        cJSON_AddItemToArray(proofs, json_proof(&records[i]));
    char *printed = cJSON_Print(o);
    text_append(out, printed);
    text_char(out, '\n');
    cJSON_free(printed);
    cJSON_Delete(o);
}

bool report_proof(struct text *out, const struct report *r)
{
    const struct proof_file *f = r->proof_file;
    if (f)
        proof_json_write(out, f->records.data, f->records.size, f->options.data, f->options.size);
    return f != NULL;
}

/* --- reading --- */

struct proof_json {
    cJSON *root;
    VECTOR(const cJSON *) proofs;
};

static const cJSON *member(const cJSON *o, const char *name) { return cJSON_GetObjectItemCaseSensitive(o, name); }

static bool is_number(const cJSON *n, uint64_t limit)
{
    return cJSON_IsNumber(n) && n->valuedouble >= 0 && n->valuedouble < (double)limit &&
           n->valuedouble == (double)(uint64_t)n->valuedouble;
}

static bool all_strings(const cJSON *list)
{
    const cJSON *i;
    bool ok = cJSON_IsArray(list);
    cJSON_ArrayForEach(i, list) ok = ok && cJSON_IsString(i);
    return ok;
}

static bool proof_shaped(const cJSON *p)
{
    return cJSON_IsString(member(p, "engine")) && cJSON_IsArray(member(p, "proves")) && cJSON_IsArray(member(p, "left_out")) &&
           cJSON_IsString(member(p, "program")) && cJSON_IsArray(member(p, "ghosts")) &&
           cJSON_IsArray(member(p, "ghost_updates")) && all_strings(member(p, "nodes")) && cJSON_IsArray(member(p, "threads"));
}

struct proof_json *proof_json_open(const char *text, size_t size, const char **why)
{
    struct proof_json *f = NEW(struct proof_json);
    f->root = cJSON_ParseWithLength(text, size);
    const cJSON *format = member(f->root, "proof_format"), *proofs = member(f->root, "proofs"), *i;
    *why = !f->root                                                             ? "it is not JSON"
           : !is_number(format, 1000)                                           ? "it is not a proof that heddle wrote"
           : format->valuedouble != FORMAT                                      ? "its format is another version's"
           : !all_strings(member(f->root, "options")) || !cJSON_IsArray(proofs) ? "parts of it are missing"
                                                                                : NULL;
    if (!*why)
        cJSON_ArrayForEach(i, proofs)
        {
            if (!proof_shaped(i))
                *why = "parts of it are missing";
            vector_push(&f->proofs, i);
        }
    if (!*why)
        return f;
    proof_json_close(f);
    return NULL;
}

const cJSON *proof_json_member(const struct proof_json *f, const char *name) { return member(f->root, name); }

void proof_json_close(struct proof_json *f)
{
    cJSON_Delete(f->root);
    vector_free(&f->proofs);
    mem_free(f);
}

void proof_json_options(const struct proof_json *f, proof_json_strings *out)
{
    const cJSON *i;
    cJSON_ArrayForEach(i, member(f->root, "options")) vector_push(out, i->valuestring);
}

uint32_t proof_json_count(const struct proof_json *f) { return f->proofs.size; }
enum proof_question proof_json_question(const struct proof_json *f, uint32_t i)
{
    if (cJSON_IsTrue(member(f->proofs.data[i], "races")))
        return PROOF_OF_RACES;
    return cJSON_IsTrue(member(f->proofs.data[i], "uncovered")) ? PROOF_OF_UNCOVERED : PROOF_OF_CHECKS;
}

const char *proof_json_engine(const struct proof_json *f, uint32_t i)
{
    assert(i < f->proofs.size);
    return member(f->proofs.data[i], "engine")->valuestring;
}

static bool read_set(const cJSON *list, bool *set, uint32_t count)
{
    const cJSON *i;
    bool ok = true;
    memset(set, 0, count * sizeof *set);
    cJSON_ArrayForEach(i, list)
    {
        ok = ok && is_number(i, count);
        if (ok)
            set[(uint32_t)i->valuedouble] = true;
    }
    return ok;
}

bool proof_json_checks(const struct proof_json *f, uint32_t i, uint32_t check_count, bool *proves, bool *left_out)
{
    assert(i < f->proofs.size && proves);
    const cJSON *p = f->proofs.data[i];
    return read_set(member(p, "proves"), proves, check_count) && read_set(member(p, "left_out"), left_out, check_count);
}

typedef VECTOR(expr) expr_vector;

static unsigned operator_named(const char *name, size_t length)
{
    unsigned op = 0;
    while (op < EXPR_OPS && (strncmp(expr_op_name(op), name, length) || expr_op_name(op)[length]))
        op++;
    return op;
}

static expr read_node(const char *s, const struct program *p, const expr_vector *earlier)
{
    size_t name = strcspn(s, " ");
    char *at;
    unsigned op = operator_named(s, name), arity = 0;
    unsigned long width = strtoul(s + name, &at, 10);
    uint64_t value = strtoull(at, &at, 16);
    expr arg[3] = {0};
    for (; *at == ' '; arity++) {
        char *begin = at;
        unsigned long place = strtoul(at, &at, 10);
        if (arity == 3 || at == begin || place >= earlier->size)
            return NULL;
        arg[arity] = earlier->data[place];
    }
    return *at || width > 64 ? NULL : proof_node(p, op, (unsigned)width, value, arity, arg);
}

static bool read_invariants(const cJSON *threads, const expr_vector *nodes, struct proof *proof)
{
    const cJSON *thread, *i;
    const struct program *p = proof->program;
    uint32_t k = 0;
    cJSON_ArrayForEach(thread, threads)
    {
        if (k >= p->template_count || !cJSON_IsArray(member(thread, "invariants")))
            return false;
        cJSON_ArrayForEach(i, member(thread, "invariants"))
        {
            const cJSON *location = member(i, "location"), *node = member(i, "node");
            if (!is_number(location, p->codes.data[k].locations.size) || !is_number(node, nodes->size))
                return false;
            expr *at = &proof->invariants.data[k][(uint32_t)location->valuedouble];
            if (*at)
                return false; /* said twice */
            *at = nodes->data[(uint32_t)node->valuedouble];
        }
        k++;
    }
    return k == p->template_count;
}

static bool read_ghosts(const cJSON *list, struct proof *proof)
{
    const cJSON *i;
    cJSON_ArrayForEach(i, list)
    {
        if (proof->ghosts.size == MOST_GHOSTS)
            return false;
        const cJSON *name = member(i, "name"), *width = member(i, "width"), *initial = member(i, "initial");
        if (!cJSON_IsString(name) || !is_number(width, 65) || width->valuedouble < 1 || !cJSON_IsString(initial))
            return false;
        struct proof_ghost g = {.name = arena_strdup(&proof->arena, name->valuestring),
                                .width = (uint8_t)width->valuedouble,
                                .init = strtoull(initial->valuestring, NULL, 16),
                                .any = cJSON_IsTrue(member(i, "any"))};
        vector_push(&proof->ghosts, g);
    }
    return true;
}

static bool read_ghost_updates(const cJSON *list, const expr_vector *nodes, struct proof *proof)
{
    const cJSON *i;
    cJSON_ArrayForEach(i, list)
    {
        const cJSON *thread = member(i, "thread"), *edge = member(i, "edge"), *ghost = member(i, "ghost"),
                    *node = member(i, "node");
        if (!is_number(thread, NONE) || !is_number(edge, NONE) || !is_number(ghost, NONE) || !is_number(node, nodes->size))
            return false;
        struct proof_ghost_update u = {(uint32_t)thread->valuedouble, (uint32_t)edge->valuedouble, (uint32_t)ghost->valuedouble,
                                       nodes->data[(uint32_t)node->valuedouble]};
        vector_push(&proof->ghost_updates, u);
    }
    return true;
}

/* What looks through expressions goes down into them: nobody has room for any depth. */
static uint64_t depth_of(expr e, struct map *known)
{
    uint64_t depth = 0;
    if (map_get(known, map_pointer_key(e), &depth))
        return depth;
    for (unsigned i = 0; i < e->arity; i++) {
        uint64_t below = depth_of(e->arg[i], known);
        depth = below > depth ? below : depth;
    }
    map_put(known, map_pointer_key(e), ++depth);
    return depth;
}

static bool read_nodes(const cJSON *list, const struct program *p, expr_vector *nodes)
{
    const cJSON *n;
    struct map depths = {0};
    bool ok = true;
    cJSON_ArrayForEach(n, list)
    {
        expr e = ok ? read_node(n->valuestring, p, nodes) : NULL;
        ok = e && depth_of(e, &depths) <= DEEPEST;
        if (ok)
            vector_push(nodes, e);
    }
    map_free(&depths);
    return ok;
}

struct proof *proof_json_read(const struct proof_json *f, uint32_t i, const struct program *p, const char **why)
{
    assert(i < f->proofs.size);
    const cJSON *o = f->proofs.data[i];
    expr_vector nodes = {0};
    *why = NULL;
    if (strtoull(member(o, "program")->valuestring, NULL, 16) != program_fingerprint(p)) {
        *why = "it is a proof for another program, other options or another version of heddle";
        return NULL;
    }
    struct proof *proof = proof_new(p);
    bool ok = read_ghosts(member(o, "ghosts"), proof);
    proof->pairwise = member(o, "pairs") != NULL;
    struct program *with = ok ? proof_with_ghosts(proof) : NULL;
    ok = ok && read_nodes(member(o, "nodes"), with, &nodes) && read_ghost_updates(member(o, "ghost_updates"), &nodes, proof) &&
         read_invariants(member(o, "threads"), &nodes, proof) && proof_json_read_pairs(o, nodes.data, nodes.size, proof) &&
         proof_valid(proof, why);
    vector_free(&nodes);
    if (with)
        program_free(with);
    if (ok)
        return proof;
    if (!*why)
        *why = "its invariants are not well-formed";
    proof_free(proof);
    return NULL;
}
