/* Calls become effects. The cells that a procedure writes, and those that it calls write, hold from then on what it writes there if that is a constant, and any
 * value otherwise. While it runs, other threads see every value on the way: a call is a location with one loop for each effect.
 *
 * What matters is what the rest of the program reads. Memory that a procedure allocates may have a limited number of addresses, or of bytes: then a proof counts only
 * if the rest does not look at it. */
#include "base/log.h"
#include "base/text.h"
#include "frontend/cut.h"
#include "frontend/lower.h"
#include "frontend/race_watch.h"

enum { MOST_CONSTANTS = 8 }; /* that a cell may be set to before it is any value */

struct effect {
    uint32_t cell;
    expr index, value; /* NULL: any */
};

struct procedure {
    VECTOR(struct effect) effects; /* its own */
    struct bitset calls;           /* codes that it may run, itself included */
    bool returns;                  /* certainly, if those that it calls do */
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

struct closed {
    const struct program *program;
    uint32_t itself; /* the cell that is written */
    bool is;
};

static void see_closed(void *context, expr e)
{
    struct closed *c = context;
    c->is &= e->op != E_INPUT && e->op != E_READ && (e->op != E_CELL || e->value == c->itself);
}

/* It says the same wherever the procedure is, and whatever else it has written. */
static bool is_closed(const struct program *p, expr e, uint32_t itself)
{
    struct closed c = {p, cell_is_shared(&p->cells.data[itself]) && !cell_is_array(&p->cells.data[itself]) ? itself : NONE, true};
    expr_visit(e, see_closed, &c);
    return c.is;
}

static void add_effects(struct cutter *k, struct procedure *out, const struct action *a)
{
    const struct program *p = k->program;
    for (uint32_t i = 0; i < a->update_count; i++) {
        const struct update *u = &a->updates[i];
        if (!cell_is_shared(&p->cells.data[u->cell]) || !bitset_has(&k->read, u->cell))
            continue;
        struct effect x = {.cell = u->cell};
        x.value = is_closed(p, u->value, u->cell) ? u->value : NULL;
        x.index = u->index && expr_is_const(u->index) ? u->index : NULL;
        vector_push(&out->effects, x);
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

typedef VECTOR(struct effect) effects;

/* The effects of a call, each of them once. */
static void collect(struct cutter *k, uint32_t callee, effects *out)
{
    struct map known = {0}, counts = {0};
    bitset_each(n, &k->procedures[callee].calls)
        vector_each(const struct effect *, x, &k->procedures[n].effects) {
            uint64_t key = hash_pair(x->cell, hash_pair(map_pointer_key(x->index), map_pointer_key(x->value))), count = 0;
            if (map_get(&known, key, NULL))
                continue;
            map_put(&known, key, 1);
            map_get(&counts, x->cell, &count);
            map_put(&counts, x->cell, !x->value && !x->index ? MOST_CONSTANTS + 1 : count + 1);
            vector_push(out, *x);
        }
    struct bitset any = {0};
    uint32_t size = 0;
    for (uint32_t i = 0; i < out->size; i++) {
        struct effect x = out->data[i];
        uint64_t count = 0;
        map_get(&counts, x.cell, &count);
        if (bitset_has(&any, x.cell))
            continue;
        if (count > MOST_CONSTANTS) {
            bitset_add(&any, x.cell);
            x.index = x.value = NULL;
        }
        out->data[size++] = x;
    }
    out->size = size;
    bitset_free(&any);
    map_free(&known);
    map_free(&counts);
}

static expr any(struct cutter *k, unsigned width) { return expr_input(k->front->exprs, width, k->program->input_count++); }

/* Nobody asks about accesses without a line: they are not those of the C program. */
static void add_effect(struct cutter *k, uint32_t code, uint32_t at, uint32_t to, const struct effect *x,
                       const struct position *pos)
{
    const struct cell *c = &k->program->cells.data[x->cell];
    struct update u = {.cell = x->cell, .value = x->value ? x->value : any(k, c->width)};
    if (cell_is_array(c))
        u.index = x->index ? x->index : any(k, c->index_width);
    struct access access = {
        .id = k->program->access_count++, .cell = x->cell, .index = u.index, .write = true, .order = ORDER_SEQ_CST};
    struct action a = action_skip(k->program);
    a.kind = ACT_ATOMIC;
    a.pos = *pos;
    a.updates = &u;
    a.update_count = 1;
    a.accesses = &access;
    a.access_count = 1;
    code_add_edge(k->program, code, at, to, &a);
}

static uint32_t approximate_location(struct cutter *k, uint32_t code, bool returns, const char *reason, const struct position *pos)
{
    uint8_t flags = (uint8_t)(LOC_APPROXIMATE | (returns ? LOC_ANY_VALUE : 0));
    uint32_t at = code_add_location(k->program, code, flags, *pos);
    k->program->codes.data[code].locations.data[at].reason = reason;
    return at;
}

static void cut_call(struct cutter *k, uint32_t code, uint32_t edge)
{
    struct program *p = k->program;
    struct edge *e = &p->codes.data[code].edges.data[edge];
    uint32_t to = e->to, callee = e->action.object, result = e->action.call_result;
    struct position pos = e->action.pos;
    const struct procedure *what = &k->procedures[callee];
    const char *reason = arena_printf(&p->arena, REASON, p->codes.data[callee].name);
    effects all = {0};
    struct action skip = action_skip(p), give = action_skip(p);
    skip.pos = give.pos = pos;
    skip.guard = e->action.guard;
    collect(k, callee, &all);
    uint32_t at = approximate_location(k, code, what->returns, reason, &pos);
    e = &p->codes.data[code].edges.data[edge];
    e->action = skip;
    e->to = at;
    uint32_t done = all.size ? approximate_location(k, code, what->returns, reason, &pos) : NONE;
    vector_each(const struct effect *, x, &all)
        add_effect(k, code, at, done, x, &pos);
    if (all.size)
        code_add_edge(p, code, done, at, &give);
    if (result != NONE) {
        struct update u = {.cell = result, .value = any(k, p->cells.data[result].width)};
        uint32_t given = approximate_location(k, code, what->returns, reason, &pos);
        give.updates = &u;
        give.update_count = 1;
        code_add_edge(p, code, at, given, &give);
        at = given;
        give.update_count = 0;
    }
    code_add_edge(p, code, at, to, &give);
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
