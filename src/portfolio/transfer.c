#include "portfolio/transfer.h"

/* Layout: magic, statistics, reason, why there is no proof, whether an end is in sight, division, number of results, each result, proof, magic. Numbers as this machine has them. */
static const uint64_t MAGIC = UINT64_C(0x686564646c650001);

static void put(struct text *out, const void *bytes, size_t size) { text_append_bytes(out, bytes, size); }
static void put_u32(struct text *out, uint32_t v) { put(out, &v, sizeof v); }
static void put_u64(struct text *out, uint64_t v) { put(out, &v, sizeof v); }

static void put_string(struct text *out, const char *s)
{
    put_u32(out, s ? (uint32_t)strlen(s) : NONE);
    if (s)
        put(out, s, strlen(s));
}

/* The number of reasons, and each. */
static void put_reasons(struct text *out, const struct reason *r)
{
    uint32_t n = 0;
    for (const struct reason *x = r; x; x = x->next)
        n++;
    put_u32(out, n);
    for (const struct reason *x = r; x; x = x->next) {
        put_u32(out, x->id);
        put_string(out, x->what);
        put_u64(out, x->n);
        put_string(out, x->file);
        put_u32(out, x->line);
    }
}

static void put_trace(struct text *out, const struct trace *t)
{
    put_u32(out, t->check);
    put_u32(out, t->unbounded);
    put_u32(out, t->initials.size);
    vector_each(const struct trace_initial *, i, &t->initials)
        put(out, i, sizeof *i);
    put_u32(out, t->steps.size);
    vector_each(const struct trace_step *, s, &t->steps) {
        put_u32(out, s->code);
        put_u32(out, s->instance);
        put_u32(out, s->in_code);
        put_u32(out, s->edge);
        put_u32(out, s->input_count);
        for (uint32_t i = 0; i < s->input_count; i++) {
            put_u32(out, s->inputs[i].site);
            put_u64(out, s->inputs[i].value);
        }
    }
}

static uint32_t node_number(const struct proof_nodes *nodes, expr e)
{
    uint64_t number = NONE;
    if (e)
        map_get(&nodes->index, map_pointer_key(e), &number);
    return (uint32_t)number;
}

static void put_pairs(struct text *out, const struct proof *proof, const struct proof_nodes *nodes)
{
    put_u32(out, proof->pairs.size);
    vector_each(const struct proof_pair *, x, &proof->pairs) {
        put_u32(out, x->code);
        put_u32(out, x->location);
        put_u32(out, x->other);
        put_u32(out, x->other_location);
        put_u32(out, node_number(nodes, x->holds));
    }
    put_u32(out, proof->weights.size);
    vector_each(const struct proof_weight *, w, &proof->weights) {
        put_u32(out, w->cell);
        put_u32(out, w->code);
        put_u32(out, w->location);
        put_u32(out, (uint32_t)w->weight);
    }
}

/* The number of ghosts (NONE: no proof) and each, whether it is by pairs, the number of nodes and each with its arguments as numbers of earlier
 * nodes, the updates of ghosts, then the node of each invariant (NONE: true), pairs and weights. */
static void put_proof(struct text *out, const struct proof *proof)
{
    if (!proof) {
        put_u32(out, NONE);
        return;
    }
    struct proof_nodes nodes = {0};
    proof_nodes(proof, &nodes);
    put_u32(out, proof->ghosts.size);
    vector_each(const struct proof_ghost *, g, &proof->ghosts) {
        put_string(out, g->name);
        put_u32(out, g->width);
        put_u64(out, g->init);
        put_u32(out, g->any);
    }
    put_u32(out, proof->pairwise);
    put_u32(out, nodes.list.size);
    vector_each(const expr *, n, &nodes.list) {
        put_u32(out, (uint32_t)(*n)->op << 16 | (uint32_t)(*n)->width << 8 | (*n)->arity);
        put_u64(out, (*n)->value);
        for (unsigned i = 0; i < (*n)->arity; i++)
            put_u32(out, node_number(&nodes, (*n)->arg[i]));
    }
    put_u32(out, proof->ghost_updates.size);
    vector_each(const struct proof_ghost_update *, u, &proof->ghost_updates) {
        put_u32(out, u->code);
        put_u32(out, u->edge);
        put_u32(out, u->ghost);
        put_u32(out, node_number(&nodes, u->value));
    }
    for (uint32_t k = 0; k < proof->invariants.size; k++)
        for (uint32_t l = 0; l < proof->program->codes.data[k].locations.size; l++)
            put_u32(out, node_number(&nodes, proof->invariants.data[k][l]));
    put_pairs(out, proof, &nodes);
    proof_nodes_free(&nodes);
}

void verdict_write(struct text *out, const struct verdict *v, const struct statistics *s)
{
    put_u64(out, MAGIC);
    put(out, s, sizeof *s);
    put_reasons(out, v->reason);
    put_reasons(out, v->no_proof);
    put_u32(out, v->in_sight);
    put_u64(out, v->division);
    put_u32(out, v->results.size);
    vector_each(const struct check_result *, r, &v->results) {
        bool violated = r->answer == ANSWER_VIOLATED && r->trace;
        put_u32(out, r->answer == ANSWER_VIOLATED && !r->trace ? ANSWER_OPEN : r->answer);
        put_reasons(out, r->reason);
        if (violated)
            put_trace(out, r->trace);
    }
    put_proof(out, v->proof);
    put_u64(out, MAGIC);
}

struct reader {
    const char *at, *end;
    bool ok;
};

static bool get(struct reader *r, void *to, size_t size)
{
    if (!r->ok || (size_t)(r->end - r->at) < size) {
        memset(to, 0, size);
        return r->ok = false;
    }
    memcpy(to, r->at, size);
    r->at += size;
    return true;
}

static uint32_t get_u32(struct reader *r)
{
    uint32_t v;
    get(r, &v, sizeof v);
    return v;
}

static uint64_t get_u64(struct reader *r)
{
    uint64_t v;
    get(r, &v, sizeof v);
    return v;
}

static const char *get_string(struct reader *r, struct arena *arena)
{
    uint32_t n = get_u32(r);
    if (!r->ok || n == NONE)
        return NULL;
    if ((size_t)(r->end - r->at) < n) {
        r->ok = false;
        return NULL;
    }
    const char *s = arena_strndup(arena, r->at, n);
    r->at += n;
    return s;
}

static const struct reason *get_reasons(struct reader *r, struct arena *arena)
{
    const struct reason *first = NULL, **last = &first;
    for (uint32_t n = get_u32(r); r->ok && n > 0; n--) {
        uint32_t id = get_u32(r);
        struct reason *x = ARENA_NEW(arena, struct reason);
        *x = (struct reason){.id = (enum reason_id)id, .what = get_string(r, arena)};
        x->n = get_u64(r);
        x->file = get_string(r, arena);
        x->line = get_u32(r);
        r->ok = r->ok && id < REASONS;
        *last = x;
        last = &x->next;
    }
    return r->ok ? first : NULL;
}

static struct trace *get_trace(struct reader *r, const struct program *p)
{
    struct trace *t = trace_new(get_u32(r));
    t->unbounded = get_u32(r);
    uint32_t initials = get_u32(r);
    for (uint32_t i = 0; r->ok && i < initials; i++) {
        struct trace_initial x;
        if (get(r, &x, sizeof x) && (r->ok = x.cell < p->cells.size))
            vector_push(&t->initials, x);
    }
    uint32_t steps = get_u32(r);
    for (uint32_t i = 0; r->ok && i < steps; i++) {
        uint32_t code = get_u32(r), instance = get_u32(r), in_code = get_u32(r), edge = get_u32(r), inputs = get_u32(r);
        struct trace_step *s = trace_add(t, code, instance, in_code, edge);
        for (uint32_t k = 0; r->ok && k < inputs; k++) {
            uint32_t site = get_u32(r);
            uint64_t value = get_u64(r);
            trace_add_input(t, s, site, value);
        }
    }
    return t;
}

static expr get_node(struct reader *r, const struct program *p, const expr *earlier, uint32_t count)
{
    uint32_t head = get_u32(r);
    uint64_t value = get_u64(r);
    expr arg[3] = {0};
    if ((head & 0xff) > 3)
        r->ok = false;
    for (unsigned i = 0; r->ok && i < (head & 0xff); i++) {
        uint32_t n = get_u32(r);
        if (n < count)
            arg[i] = earlier[n];
        else
            r->ok = false;
    }
    expr e = r->ok ? proof_node(p, head >> 16, head >> 8 & 0xff, value, head & 0xff, arg) : NULL;
    r->ok = e != NULL;
    return e;
}

static void get_ghosts(struct reader *r, struct proof *proof, uint32_t count)
{
    for (uint32_t i = 0; r->ok && i < count; i++) {
        struct proof_ghost g = {.name = get_string(r, &proof->arena)};
        g.width = (uint8_t)get_u32(r);
        g.init = get_u64(r);
        g.any = get_u32(r);
        r->ok = r->ok && g.name;
        if (r->ok)
            vector_push(&proof->ghosts, g);
    }
}

static void get_ghost_updates(struct reader *r, struct proof *proof, const expr *nodes, uint32_t count)
{
    uint32_t updates = get_u32(r);
    for (uint32_t i = 0; r->ok && i < updates; i++) {
        uint32_t code = get_u32(r), edge = get_u32(r), ghost = get_u32(r), n = get_u32(r);
        r->ok = r->ok && n < count;
        if (r->ok)
            vector_push(&proof->ghost_updates, (struct proof_ghost_update){code, edge, ghost, nodes[n]});
    }
}

static void get_pairs(struct reader *r, struct proof *proof, const expr *nodes, uint32_t count)
{
    uint32_t pairs = get_u32(r);
    for (uint32_t i = 0; r->ok && i < pairs; i++) {
        struct proof_pair x = {get_u32(r), 0, 0, 0, NULL};
        x.location = get_u32(r);
        x.other = get_u32(r);
        x.other_location = get_u32(r);
        uint32_t n = get_u32(r);
        r->ok = r->ok && n < count;
        x.holds = r->ok ? nodes[n] : NULL;
        if (r->ok)
            vector_push(&proof->pairs, x);
    }
    uint32_t weights = get_u32(r);
    for (uint32_t i = 0; r->ok && i < weights; i++) {
        struct proof_weight w = {get_u32(r), 0, 0, 0};
        w.code = get_u32(r);
        w.location = get_u32(r);
        w.weight = (int32_t)get_u32(r);
        vector_push(&proof->weights, w);
    }
}

static struct proof *get_proof(struct reader *r, const struct program *p)
{
    uint32_t ghosts = get_u32(r);
    if (!r->ok || ghosts == NONE)
        return NULL;
    struct proof *proof = proof_new(p);
    get_ghosts(r, proof, ghosts);
    proof->pairwise = get_u32(r) != 0;
    struct program *with = proof_with_ghosts(proof); /* whose cells the nodes may mention */
    uint32_t count = get_u32(r);
    VECTOR(expr) nodes = {0};
    for (uint32_t i = 0; r->ok && i < count; i++) {
        expr e = get_node(r, with, nodes.data, i);
        vector_push(&nodes, e);
    }
    program_free(with);
    get_ghost_updates(r, proof, nodes.data, count);
    for (uint32_t k = 0; k < proof->invariants.size; k++)
        for (uint32_t l = 0; r->ok && l < p->codes.data[k].locations.size; l++) {
            uint32_t n = get_u32(r);
            r->ok = r->ok && (n == NONE || n < count);
            proof->invariants.data[k][l] = r->ok && n != NONE ? nodes.data[n] : NULL;
        }
    get_pairs(r, proof, nodes.data, count);
    vector_free(&nodes);
    return proof;
}

bool verdict_read(const struct text *in, const struct program *p, struct verdict *v, struct statistics *s)
{
    verdict_init(v, p);
    struct reader r = {text_string(in), text_string(in) + in->size, true};
    if (get_u64(&r) != MAGIC)
        return false;
    get(&r, s, sizeof *s);
    v->reason = get_reasons(&r, &v->arena);
    v->no_proof = get_reasons(&r, &v->arena);
    v->in_sight = get_u32(&r) != 0;
    v->division = get_u64(&r);
    if (get_u32(&r) != p->checks.size)
        return false;
    for (uint32_t i = 0; r.ok && i < p->checks.size; i++) {
        struct check_result *c = &v->results.data[i];
        uint32_t answer = get_u32(&r);
        c->reason = get_reasons(&r, &v->arena);
        if (answer == ANSWER_VIOLATED)
            c->trace = get_trace(&r, p);
        c->answer = (uint8_t)answer;
        r.ok = r.ok && answer <= ANSWER_VIOLATED;
    }
    v->proof = r.ok ? get_proof(&r, p) : NULL;
    return get_u64(&r) == MAGIC && r.ok && r.at == r.end;
}
