/* Calls become effects. The cells that a procedure writes, and those that it calls write, hold from then on what it writes there if that is a constant, and any
 * value otherwise. While it runs, other threads see every value on the way: a call is a location with one loop for each effect.
 *
 * What matters is what the rest of the program reads. Memory that a procedure allocates may have a limited number of addresses, or of bytes: then a proof counts only
 * if the rest does not look at it. */
#include "base/log.h"
#include "base/text.h"
#include "frontend/cut.h"
#include "frontend/cut_effects.h"
#include "frontend/lower.h"
#include "frontend/race_watch.h"

struct procedure {
    cut_effects effects; /* its own */
    struct bitset calls; /* codes that it may run, itself included */
    bool returns;        /* certainly, if those that it calls do */
};

struct cutter {
    struct front *front;
    struct program *program;
    const struct regions *regions;
    struct frontend_cut *cut;
    struct bitset read, touched;  /* cells: by templates; touched: read, written, or accessed */
    struct procedure *procedures; /* by code */
    struct bitset wanted;         /* functions of the cut */
};

uint32_t cut_line(const struct frontend_cut *c, const struct position *at)
{
    struct text t = {0};
    if (!at->file || !at->line)
        return NONE;
    text_printf(&t, "%s:%u", at->file, at->line);
    uint32_t n = intern_find(&c->lines, text_string(&t), t.size);
    text_free(&t);
    return n == INTERN_NONE ? NONE : n;
}

#define REASON "what '%s' does"

const char *cut_function(const struct frontend_cut *c, const char *reason)
{
    struct text t = {0};
    const char *found = NULL;
    for (uint32_t f = 0; f < c->functions.size && !found; f++) {
        text_clear(&t);
        text_printf(&t, REASON, intern_string(&c->functions, f));
        found = !strcmp(text_string(&t), reason) ? intern_string(&c->functions, f) : NULL;
    }
    text_free(&t);
    return found;
}

void frontend_cut_free(struct frontend_cut *c)
{
    intern_free(&c->functions);
    intern_free(&c->lines);
    map_free(&c->pairs);
    bitset_free(&c->kept);
    bitset_free(&c->hidden);
    vector_free(&c->wanted);
}

/* --- what templates look at --- */

static void see(void *context, expr e)
{
    struct cutter *k = context;
    if (e->op == E_CELL || e->op == E_READ)
        bitset_add(&k->read, (uint32_t)e->value);
}

static void see_template(struct cutter *k, const struct code *c)
{
    vector_each(const struct edge *, e, &c->edges) {
        const struct action *a = &e->action;
        expr_visit(a->guard, see, k);
        for (uint32_t i = 0; i < a->update_count; i++) {
            expr_visit(a->updates[i].value, see, k);
            if (a->updates[i].index)
                expr_visit(a->updates[i].index, see, k);
            bitset_add(&k->touched, a->updates[i].cell);
        }
        for (uint32_t i = 0; i < a->access_count; i++) {
            if (a->accesses[i].index)
                expr_visit(a->accesses[i].index, see, k);
            bitset_add(&k->touched, a->accesses[i].cell);
        }
    }
}

static void note_line(struct cutter *k, const struct position *at, struct bitset *in)
{
    uint32_t line = cut_line(k->cut, at);
    if (line != NONE)
        bitset_add(in, line);
}

static void note_lines(struct cutter *k)
{
    for (uint32_t n = 0; n < k->program->codes.size; n++)
        vector_each(const struct edge *, e, &k->program->codes.data[n].edges) {
            bool kept =
                n < k->program->template_count; /* then it has to show accesses: those of memory without a cell are not there */
            struct bitset *in = kept ? &k->cut->kept : &k->cut->hidden;
            if (!kept)
                note_line(k, &e->action.pos, in);
            for (uint32_t i = 0; i < e->action.access_count; i++)
                note_line(k, &e->action.accesses[i].pos, in);
        }
}

/* --- what procedures do --- */

static void add_effects(struct cutter *k, struct procedure *out, const struct action *a)
{
    const struct program *p = k->program;
    for (uint32_t i = 0; i < a->update_count; i++) {
        const struct update *u = &a->updates[i];
        if (!cell_is_shared(&p->cells.data[u->cell]) || !bitset_has(&k->read, u->cell))
            continue;
        vector_push(&out->effects, cut_effect_of(p, u));
    }
}

/* Whether a walk through the code comes to its end, as long as nothing of it blocks. */
static bool is_loop_free(const struct code *c, uint32_t at, uint8_t *state)
{
    state[at] = 1;
    vector_each(const struct edge *, e, &c->edges)
        if (e->from == at && (state[e->to] == 1 || (!state[e->to] && !is_loop_free(c, e->to, state))))
            return false;
    state[at] = 2;
    return true;
}

static bool is_plain(const struct action *a)
{
    return a->kind == ACT_LOCAL || a->kind == ACT_LOAD || a->kind == ACT_STORE || a->kind == ACT_ATOMIC || a->kind == ACT_CALL;
}

/* Functions that are asked for more memory than there is room for: what others may see of that is looked at elsewhere. */
static bool is_about_room(const char *reason)
{
    return !strcmp(reason, TOO_MANY_ALLOCATIONS) || !strcmp(reason, TOO_LARGE_ALLOCATION);
}

/* Proofs do not count, unless the function is kept. */
static void object(struct cutter *k, const char *function, const char *why)
{
    uint32_t number = intern_find(&k->cut->functions, function, strlen(function));
    if (number != INTERN_NONE && !bitset_has(&k->wanted, number)) {
        bitset_add(&k->wanted, number);
        vector_push(&k->cut->wanted, number);
    }
    if (!k->cut->unproved)
        k->cut->unproved = why;
}

static void summarise(struct cutter *k, uint32_t code)
{
    enum { MOST_STEPS = 2000 };
    const struct code *c = &k->program->codes.data[code];
    struct procedure *out = &k->procedures[code];
    uint8_t *state = NEW_ARRAY(uint8_t, c->locations.size);
    out->returns = c->edges.size < MOST_STEPS && is_loop_free(c, c->entry, state);
    mem_free(state);
    bitset_add(&out->calls, code);
    vector_each(const struct location *, l, &c->locations) {
        out->returns &= !(l->flags & (LOC_UNSUPPORTED | LOC_ATOMIC)) && (l->flags & LOC_ANY_VALUE || !(l->flags & LOC_APPROXIMATE));
        if (l->flags & LOC_UNSUPPORTED && !is_about_room(l->reason))
            object(k, c->name,
                   arena_printf(k->front->words, "%s (in %s, %s:%u)", l->reason, c->name, l->pos.file ? l->pos.file : "?",
                                l->pos.line));
    }
    vector_each(const struct edge *, e, &c->edges) {
        out->returns &= is_plain(&e->action) && !(e->action.kind == ACT_CALL && e->action.object == code);
        if (e->action.kind == ACT_CALL)
            bitset_add(&out->calls, e->action.object);
        else
            add_effects(k, out, &e->action);
    }
}

static void close_calls(struct cutter *k)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t n = k->program->template_count; n < k->program->codes.size; n++) {
            struct bitset all = {0};
            bitset_copy(&all, &k->procedures[n].calls);
            bool returns = k->procedures[n].returns;
            bitset_each(m, &all) {
                changed |= m != n && bitset_unite(&k->procedures[n].calls, &k->procedures[m].calls);
                returns &= k->procedures[m].returns && (m == n || !bitset_has(&k->procedures[m].calls, n)); /* no recursion */
            }
            changed |= returns != k->procedures[n].returns;
            k->procedures[n].returns = returns;
            bitset_free(&all);
        }
    }
}

/* --- memory that they allocate --- */

static void look_at_memory(struct cutter *k)
{
    const struct regions *r = k->regions;
    vector_each(const struct slice *, s, &r->slices) {
        const struct place *q = place_get(&r->pointsto->places, s->place);
        const struct object *o = &r->pointsto->places.objects.data[q->object];
        uint32_t cell = s->region == NONE ? NONE : r->list.data[s->region].cell;
        if (o->kind != OBJECT_HEAP || threads_procedure(r->threads, o->function) == NONE || cell == NONE ||
            (!bitset_has(&k->read, cell) && !bitset_has(&k->touched, cell)))
            continue;
        object(k, value_name(o->function), arena_printf(k->front->words, "memory that %s allocates", value_name(o->function)));
    }
}

/* --- calls --- */

/* The effects of a call, each of them once. */
static void collect(struct cutter *k, uint32_t callee, cut_effects *out)
{
    bitset_each(n, &k->procedures[callee].calls)
        vector_each(const struct cut_effect *, x, &k->procedures[n].effects)
            vector_push(out, *x);
    cut_effects_reduce(out);
}

static void cut_call(struct cutter *k, uint32_t code, uint32_t edge)
{
    struct program *p = k->program;
    struct edge *e = &p->codes.data[code].edges.data[edge];
    uint32_t to = e->to, callee = e->action.object, result = e->action.call_result;
    struct position pos = e->action.pos;
    const char *reason = arena_printf(&p->arena, REASON, p->codes.data[callee].name);
    cut_effects all = {0};
    struct action skip = action_skip(p), give = action_skip(p);
    skip.pos = give.pos = pos;
    skip.guard = e->action.guard;
    collect(k, callee, &all);
    bool returns = k->procedures[callee].returns && cut_effects_are_plain(p, &all);
    uint32_t at = cut_location(p, code, returns, reason, &pos), end = at;
    e = &p->codes.data[code].edges.data[edge];
    e->action = skip;
    e->to = at;
    if (result != NONE) {
        struct update u = {.cell = result, .value = cut_any(p, p->cells.data[result].width)};
        uint32_t given = cut_location(p, code, returns, reason, &pos);
        give.updates = &u;
        give.update_count = 1;
        code_add_edge(p, code, at, given, &give);
        end = given;
        give.update_count = 0;
    }
    cut_end(p, code, (uint32_t[2]){end, to}, &all, reason); /* first: whoever tries edges in order does not go round for long */
    uint32_t done = all.size ? cut_location(p, code, returns, reason, &pos) : NONE;
    vector_each(const struct cut_effect *, x, &all)
        cut_effect_edge(p, code, (uint32_t[2]){at, done}, x, &pos);
    if (all.size)
        code_add_edge(p, code, done, at, &give);
    vector_free(&all);
}

void cut_calls(struct front *f, const struct regions *r)
{
    struct program *p = f->program;
    struct cutter k = {.front = f, .program = p, .regions = r, .cut = f->options->cut};
    if (needs_watch(p)) { /* the effects of a call have no orders */
        f->error = "a program with atomic accesses that synchronise nothing is not cut";
        return;
    }
    k.procedures = NEW_ARRAY(struct procedure, p->codes.size);
    note_lines(&k);
    for (uint32_t n = 0; n < p->template_count; n++)
        see_template(&k, &p->codes.data[n]);
    for (uint32_t n = p->template_count; n < p->codes.size; n++)
        summarise(&k, n);
    close_calls(&k);
    look_at_memory(&k);
    for (uint32_t n = 0; n < p->template_count; n++)
        for (uint32_t i = 0, last = p->codes.data[n].edges.size; i < last; i++)
            if (p->codes.data[n].edges.data[i].action.kind == ACT_CALL)
                cut_call(&k, n, i);
    log_info("cut: %u procedures replaced by their effects", p->codes.size - p->template_count);
    for (uint32_t n = p->template_count; n < p->codes.size; n++) {
        vector_free(&k.procedures[n].effects);
        bitset_free(&k.procedures[n].calls);
    }
    mem_free(k.procedures);
    program_drop_procedures(p);
    bitset_free(&k.read);
    bitset_free(&k.touched);
    bitset_free(&k.wanted);
}
