/* Branches and loops in which nothing happens that matters become their effects, like calls (cut_calls.c): from where a thread branches it goes to any place where something may happen
 * next. What stays is the order in which threads may be created and joined, take locks and make the accesses that are asked about. So much behaviour is added that a schedule is found
 * at once, if there is one, and it is a candidate at best; unless there is one way to go only, and the values that it leaves behind decide nothing. */
#include "base/log.h"
#include "frontend/cut.h"
#include "frontend/cut_effects.h"

struct stretch {
    struct bitset inside; /* locations */
    u32_vector to;        /* where it ends, each once */
    bool returns;         /* it certainly comes to an end */
};

struct collapser {
    struct front *front;
    struct program *program;
    uint32_t code;
    bool *dull;                    /* by location of the code: nothing happens there that matters */
    VECTOR(uint32_t) reads;        /* by cell: how many edges of all templates read it */
    VECTOR(uint32_t) reads_within; /* the same within the stretch at hand */
    struct stretch stretch;
    u32_vector out_start, out_edge; /* edges of the code before it was changed, by where they begin */
    uint32_t collapsed;
};

/* --- what matters --- */

static bool is_asked(const struct collapser *k, const struct action *a)
{
    for (uint32_t i = 0; i < a->access_count; i++)
        if (cut_line(k->front->options->cut, &a->accesses[i].pos) != NONE)
            return true;
    return false;
}

static bool is_dull_edge(const struct collapser *k, const struct edge *e)
{
    const struct action *a = &e->action;
    bool plain =
        a->kind == ACT_LOCAL || a->kind == ACT_LOAD || a->kind == ACT_STORE || a->kind == ACT_ATOMIC || a->kind == ACT_ASSUME;
    if (!plain || a->fence || k->program->codes.data[k->code].locations.data[e->to].flags & LOC_ATOMIC || is_asked(k, a))
        return false;
    for (uint32_t i = 0; i < a->update_count; i++)
        if (k->program->cells.data[a->updates[i].cell].role != CELL_DATA)
            return false;
    return true;
}

static void find_dull(struct collapser *k)
{
    const struct code *c = &k->program->codes.data[k->code];
    k->dull = NEW_ARRAY(bool, c->locations.size + 1);
    vector_each(const struct edge *, e, &c->edges)
        k->dull[e->from] = true;
    vector_each(const struct edge *, e, &c->edges)
        k->dull[e->from] &= is_dull_edge(k, e) && !(c->locations.data[e->from].flags & LOC_ATOMIC);
}

/* --- stretches --- */

struct reader {
    uint32_t *counts;
};

static void see(void *context, expr e)
{
    struct reader *r = context;
    if (e->op == E_CELL || e->op == E_READ)
        r->counts[e->value]++;
}

static void count_reads(const struct action *a, uint32_t *counts)
{
    struct reader r = {counts};
    expr_visit(a->guard, see, &r);
    for (uint32_t i = 0; i < a->update_count; i++) {
        expr_visit(a->updates[i].value, see, &r);
        if (a->updates[i].index)
            expr_visit(a->updates[i].index, see, &r);
    }
    for (uint32_t i = 0; i < a->access_count; i++)
        if (a->accesses[i].index)
            expr_visit(a->accesses[i].index, see, &r);
}

/* Everything from here on up to where something may happen. state: 1 on the way, 2 done. */
static void walk(struct collapser *k, uint32_t at, uint8_t *state)
{
    const struct code *c = &k->program->codes.data[k->code];
    uint8_t flags = c->locations.data[at].flags;
    state[at] = 1;
    bitset_add(&k->stretch.inside, at);
    k->stretch.returns &= !(flags & LOC_APPROXIMATE) || flags & LOC_ANY_VALUE;
    for (uint32_t i = k->out_start.data[at]; i < k->out_start.data[at + 1]; i++) {
        const struct edge *e = &c->edges.data[k->out_edge.data[i]];
        k->stretch.returns &= e->action.kind != ACT_ASSUME && state[e->to] != 1;
        if (state[e->to])
            continue;
        if (k->dull[e->to]) {
            walk(k, e->to, state);
        } else {
            state[e->to] = 2;
            vector_push(&k->stretch.to, e->to);
        }
    }
    state[at] = 2;
}

static void find_stretch(struct collapser *k, uint32_t at)
{
    uint8_t *state = NEW_ARRAY(uint8_t, k->out_start.size);
    bitset_clear(&k->stretch.inside);
    vector_clear(&k->stretch.to);
    k->stretch.returns = true;
    walk(k, at, state);
    k->stretch.returns &= k->stretch.to.size == 1;
    mem_free(state);
}

/* Of cells that somebody else reads. */
static void find_effects(struct collapser *k, cut_effects *out)
{
    const struct code *c = &k->program->codes.data[k->code];
    memset(k->reads_within.data, 0, k->reads_within.size * sizeof *k->reads_within.data);
    bitset_each(at, &k->stretch.inside)
        for (uint32_t i = k->out_start.data[at]; i < k->out_start.data[at + 1]; i++)
            count_reads(&c->edges.data[k->out_edge.data[i]].action, k->reads_within.data);
    bitset_each(at, &k->stretch.inside)
        for (uint32_t i = k->out_start.data[at]; i < k->out_start.data[at + 1]; i++) {
            const struct action *a = &c->edges.data[k->out_edge.data[i]].action;
            for (uint32_t j = 0; j < a->update_count; j++)
                if (k->reads.data[a->updates[j].cell] > k->reads_within.data[a->updates[j].cell])
                    vector_push(out, cut_effect_of(k->program, &a->updates[j]));
        }
    cut_effects_reduce(out);
}

/* --- what becomes of them --- */

/* Cells of its own that are no arrays get their values in one step: nobody sees them one by one. */
static uint32_t add_own(struct collapser *k, uint32_t from, cut_effects *all, const char *reason)
{
    struct program *p = k->program;
    VECTOR(struct update) updates = {0};
    struct bitset seen = {0};
    uint32_t size = 0;
    for (uint32_t i = 0; i < all->size; i++) {
        const struct cell *c = &p->cells.data[all->data[i].cell];
        if (cell_is_shared(c) || cell_is_array(c)) {
            all->data[size++] = all->data[i];
        } else if (!bitset_has(&seen, c->id)) {
            bitset_add(&seen, c->id);
            vector_push(&updates, (struct update){.cell = c->id, .value = cut_any(p, c->width)});
        }
    }
    all->size = size;
    if (updates.size) {
        struct action a = action_skip(p);
        struct position pos = p->codes.data[k->code].locations.data[from].pos;
        a.pos = pos;
        a.updates = updates.data;
        a.update_count = updates.size;
        uint32_t to = cut_location(p, k->code, k->stretch.returns, reason, &pos);
        code_add_edge(p, k->code, from, to, &a);
        from = to;
    }
    vector_free(&updates);
    bitset_free(&seen);
    return from;
}

static void collapse(struct collapser *k, uint32_t at)
{
    struct program *p = k->program;
    struct position pos = p->codes.data[k->code].locations.data[at].pos;
    const char *reason = arena_printf(&p->arena, "which way it goes from line %u", pos.line);
    cut_effects all = {0};
    struct action go = action_skip(p);
    go.pos = pos;
    find_effects(k, &all);
    k->stretch.returns &= cut_effects_are_plain(p, &all);
    vector_each(const struct cut_effect *, x, &all)
        bitset_remove(&k->front->ssa_cells, x->cell);
    uint32_t here = cut_location(p, k->code, k->stretch.returns, reason, &pos);
    code_add_edge(p, k->code, at, here, &go);
    here = add_own(k, here, &all, reason);
    vector_each(const uint32_t *, to, &k->stretch.to)
        cut_end(p, k->code, (uint32_t[2]){here, *to}, &all, reason);
    uint32_t done = all.size ? cut_location(p, k->code, k->stretch.returns, reason, &pos) : NONE;
    vector_each(const struct cut_effect *, x, &all)
        cut_effect_edge(p, k->code, (uint32_t[2]){here, done}, x, &pos);
    if (all.size)
        code_add_edge(p, k->code, done, here, &go);
    vector_free(&all);
    k->collapsed++;
}

static bool branches(const struct collapser *k, uint32_t at)
{
    return k->dull[at] && k->out_start.data[at + 1] - k->out_start.data[at] > 1;
}

static void drop_edges(struct code *c, uint32_t first_new, const struct bitset *stay)
{
    uint32_t size = 0;
    for (uint32_t i = 0; i < c->edges.size; i++)
        if (i >= first_new || bitset_has(stay, c->edges.data[i].from))
            c->edges.data[size++] = c->edges.data[i];
    c->edges.size = size;
}

/* Goes on from the entry; what lies within stretches is not met any more. */
static void collapse_code(struct collapser *k)
{
    struct code *c = &k->program->codes.data[k->code];
    uint32_t edges = c->edges.size;
    struct bitset met = {0}, stay = {0};
    u32_vector todo = {0};
    code_index(c);
    vector_resize(&k->out_start, 0);
    vector_each(const uint32_t *, x, &c->out_start)
        vector_push(&k->out_start, *x);
    vector_resize(&k->out_edge, 0);
    vector_each(const uint32_t *, x, &c->out_edge)
        vector_push(&k->out_edge, *x);
    find_dull(k);
    vector_push(&todo, c->entry);
    while (todo.size) {
        uint32_t at = vector_pop(&todo);
        if (bitset_has(&met, at))
            continue;
        bitset_add(&met, at);
        if (branches(k, at)) {
            find_stretch(k, at);
            collapse(k, at);
            vector_each(const uint32_t *, to, &k->stretch.to)
                vector_push(&todo, *to);
            continue;
        }
        bitset_add(&stay, at);
        for (uint32_t i = k->out_start.data[at]; i < k->out_start.data[at + 1]; i++)
            vector_push(&todo, k->program->codes.data[k->code].edges.data[k->out_edge.data[i]].to);
    }
    drop_edges(&k->program->codes.data[k->code], edges, &stay);
    mem_free(k->dull);
    bitset_free(&met);
    bitset_free(&stay);
    vector_free(&todo);
}

/* --- what threads would wait for in vain --- */

struct looker {
    const struct program *program;
    bool own; /* so far: all that is looked at is the thread's own, or about where memory lies */
};

static void look(void *context, expr e)
{
    struct looker *l = context;
    bool cell = e->op == E_CELL || e->op == E_READ;
    const struct cell *c = cell ? &l->program->cells.data[e->value] : NULL;
    l->own &= e->op != E_INPUT && (!c || !cell_is_shared(c) || cell_is_bookkeeping(c));
}

/* Nobody helps a thread that waits for something of its own: a value that is not the right one, since it was left open. It goes on. */
static void go_on(struct collapser *k)
{
    struct program *p = k->program;
    code_index(&p->codes.data[k->code]);
    for (uint32_t i = 0, last = p->codes.data[k->code].edges.size; i < last; i++) {
        const struct code *c = &p->codes.data[k->code];
        const struct edge *e = &c->edges.data[i];
        struct looker l = {p, e->action.kind == ACT_LOCAL || e->action.kind == ACT_LOAD || e->action.kind == ACT_STORE ||
                                  e->action.kind == ACT_ASSUME};
        if (out_end(c, e->from) - out_begin(c, e->from) != 1 || expr_is_true(e->action.guard))
            continue;
        expr_visit(e->action.guard, look, &l);
        if (!l.own)
            continue;
        struct edge x = *e;
        struct action other = x.action, on = action_skip(p);
        other.guard = expr_not(p->exprs, x.action.guard);
        on.pos = x.action.pos;
        uint32_t at = cut_location(p, k->code, false, "a value that a thread would wait for", &on.pos);
        struct location *made = &p->codes.data[k->code].locations.data[at];
        made->flags |= p->codes.data[k->code].locations.data[x.to].flags & LOC_ATOMIC;
        code_add_edge(p, k->code, x.from, at, &other);
        code_add_edge(p, k->code, at, x.to, &on);
    }
}

/* Most cells are not mentioned any more. */
static void drop_cells(struct collapser *k)
{
    struct program *p = k->program;
    struct bitset used = {0};
    memset(k->reads.data, 0, k->reads.size * sizeof *k->reads.data);
    for (uint32_t n = 0; n < p->template_count; n++)
        vector_each(const struct edge *, e, &p->codes.data[n].edges) {
            const struct action *a = &e->action;
            count_reads(a, k->reads.data);
            for (uint32_t i = 0; i < a->update_count; i++)
                bitset_add(&used, a->updates[i].cell);
            for (uint32_t i = 0; i < a->access_count; i++)
                bitset_add(&used, a->accesses[i].cell);
        }
    vector_each(struct cell *, c, &p->cells)
        c->dropped |= c->role == CELL_DATA && !bitset_has(&used, c->id) && !k->reads.data[c->id];
    bitset_free(&used);
}

void cut_stretches(struct front *f)
{
    struct program *p = f->program;
    struct collapser k = {.front = f, .program = p};
    vector_resize(&k.reads, p->cells.size);
    vector_resize(&k.reads_within, p->cells.size);
    for (uint32_t n = 0; n < p->template_count; n++)
        vector_each(const struct edge *, e, &p->codes.data[n].edges)
            count_reads(&e->action, k.reads.data);
    for (k.code = 0; k.code < p->template_count; k.code++)
        collapse_code(&k);
    for (k.code = 0; k.code < p->template_count; k.code++)
        go_on(&k);
    drop_cells(&k);
    log_info("cut: %u stretches replaced by their effects", k.collapsed);
    vector_free(&k.reads);
    vector_free(&k.reads_within);
    vector_free(&k.out_start);
    vector_free(&k.out_edge);
    bitset_free(&k.stretch.inside);
    vector_free(&k.stretch.to);
}
