/* Conditional constant propagation over cells: flow-insensitive in the values, optimistic in values and reachability.
 * Every cell is assumed to hold its initial value for ever (an SSA cell: none) and nothing but the entries to be reached, until an
 * edge that can be taken says otherwise. Up to eight values of a cell are kept apart, which is enough to see that a pointer with
 * few targets is never outside them. After Wegman and Zadeck (TOPLAS 13(2), 1991), with cells in the
 * place of SSA names: one value for all threads and all elements of an array. */
#include "frontend/constants.h"

enum { MOST_VALUES = 8, MOST_LEAVES = 2 };

struct values { /* that a cell or an expression may have */
    uint64_t list[MOST_VALUES];
    uint8_t count;
    bool any; /* more than fit, or unknown */
};

struct folder {
    struct program *p;
    struct values *cells;   /* none: not written yet; one: constant */
    VECTOR(bool *) reached; /* by code, by location */
    struct expr_memo *memo;
    uint32_t code;
    bool changed;
    bool keep_done; /* whether threads have ended is not replaced */
    /* for values_of: the cell leaves of an expression, and what they are taken to be */
    expr leaves[MOST_LEAVES];
    uint64_t taken[MOST_LEAVES];
    unsigned leaf_count;
};

static bool is_constant(const struct folder *f, uint32_t cell) { return f->cells[cell].count == 1 && !f->cells[cell].any; }

static void add_value(struct values *v, uint64_t x)
{
    for (unsigned i = 0; i < v->count; i++)
        if (v->list[i] == x)
            return;
    if (v->count == MOST_VALUES)
        v->any = true;
    else
        v->list[v->count++] = x;
}

static expr leaf(void *context, expr e, expr index)
{
    struct folder *f = context;
    const struct code *c = &f->p->codes.data[f->code];
    (void)index;
    if (e->op == E_SELF)
        return f->code < f->p->template_count && c->instances == 1 ? expr_const(f->p->exprs, SELF_WIDTH, c->first_id) : NULL;
    if (f->keep_done && e->op != E_INPUT && f->p->cells.data[e->value].role == CELL_DONE)
        return NULL;
    if ((e->op == E_CELL || e->op == E_READ) && is_constant(f, (uint32_t)e->value))
        return expr_const(f->p->exprs, e->width, f->cells[e->value].list[0]);
    return NULL;
}

static expr fold(struct folder *f, expr e) { return e ? expr_rewrite(f->p->exprs, e, leaf, f, f->memo) : NULL; }

static void collect_leaf(void *context, expr e)
{
    struct folder *f = context;
    if (e->op > E_INPUT || e->op == E_CONST)
        return;
    bool known = (e->op == E_CELL || e->op == E_READ) && !f->cells[e->value].any && f->cells[e->value].count;
    if (known && f->leaf_count < MOST_LEAVES)
        f->leaves[f->leaf_count++] = e;
    else
        f->leaf_count = MOST_LEAVES + 1;
}

static expr taken_leaf(void *context, expr e, expr index)
{
    struct folder *f = context;
    (void)index;
    for (unsigned i = 0; i < f->leaf_count; i++)
        if (f->leaves[i] == e)
            return expr_const(f->p->exprs, e->width, f->taken[i]);
    return NULL;
}

/* The values of an expression whose constants are folded: exact where it depends on two cells with few values at most. */
static struct values values_of(struct folder *f, expr e)
{
    struct values v = {.any = true};
    if (expr_is_const(e))
        return (struct values){.list = {e->value}, .count = 1};
    f->leaf_count = 0;
    expr_visit(e, collect_leaf, f);
    if (f->leaf_count > MOST_LEAVES)
        return v;
    v.any = false;
    const struct values *a = &f->cells[f->leaves[0]->value], *b = f->leaf_count > 1 ? &f->cells[f->leaves[1]->value] : NULL;
    for (unsigned i = 0; i < a->count; i++)
        for (unsigned j = 0; j < (b ? b->count : 1); j++) {
            f->taken[0] = a->list[i];
            f->taken[1] = b ? b->list[j] : 0;
            expr x = expr_rewrite(f->p->exprs, e, taken_leaf, f, NULL);
            if (expr_is_const(x))
                add_value(&v, x->value);
            else
                v.any = true;
        }
    return v;
}

/* No state in which the guard holds is known. */
static bool is_dead(struct folder *f, expr guard)
{
    guard = fold(f, guard);
    if (expr_is_false(guard))
        return true;
    struct values v = expr_is_true(guard) ? (struct values){.any = true} : values_of(f, guard);
    return !v.any && v.count == 1 && v.list[0] == 0;
}

static void write_cell(struct folder *f, uint32_t cell, const struct values *v)
{
    struct values *to = &f->cells[cell];
    uint8_t before = to->count;
    if (to->any)
        return;
    for (unsigned i = 0; i < v->count; i++)
        add_value(to, v->list[i]);
    to->any |= v->any;
    f->changed |= to->any || to->count != before;
}

static void reach(struct folder *f, uint32_t code, uint32_t location)
{
    if (!f->reached.data[code][location])
        f->reached.data[code][location] = f->changed = true;
}

static void visit_edge(struct folder *f, const struct edge *e)
{
    const struct action *a = &e->action;
    if (!f->reached.data[f->code][e->from] || is_dead(f, a->guard))
        return;
    reach(f, f->code, e->to);
    for (uint32_t i = 0; i < a->update_count; i++) {
        struct values v = {.any = true};
        if (!f->cells[a->updates[i].cell].any)
            v = values_of(f, fold(f, a->updates[i].value));
        write_cell(f, a->updates[i].cell, &v);
    }
    if (a->kind == ACT_CALL) {
        reach(f, a->object, f->p->codes.data[a->object].entry);
        if (a->call_result != NONE)
            write_cell(f, a->call_result, &(struct values){.any = true});
    }
}

static void analyse(struct folder *f, const struct bitset *ssa)
{
    struct program *p = f->p;
    for (uint32_t i = 0; i < p->cells.size; i++) {
        const struct cell *c = &p->cells.data[i];
        if (!bitset_has(ssa, i))
            f->cells[i] = (struct values){.list = {c->init}, .count = 1, .any = c->arbitrary || c->inits};
    }
    for (uint32_t k = 0; k < p->codes.size; k++) {
        vector_push(&f->reached, NEW_ARRAY(bool, p->codes.data[k].locations.size + 1));
        if (k < p->template_count)
            f->reached.data[k][p->codes.data[k].entry] = true;
    }
    do {
        f->changed = false;
        for (f->code = 0; f->code < p->codes.size; f->code++) {
            expr_memo_clear(f->memo); /* E_SELF means another thing in each code, and states have changed */
            vector_each(const struct edge *, e, &p->codes.data[f->code].edges)
                visit_edge(f, e);
        }
    } while (f->changed);
}

/* What a schedule shows: the program's own memory. Nobody looks at the value of such a cell any more, but it is written as C says. */
static bool is_shown(const struct folder *f, uint32_t cell)
{
    const struct cell *c = &f->p->cells.data[cell];
    return cell_is_shared(c) && c->role == CELL_DATA;
}

static void rewrite_action(struct folder *f, struct action *a, bool keep_accesses)
{
    uint32_t kept = 0;
    a->guard = fold(f, a->guard);
    for (uint32_t i = 0; i < a->update_count; i++) {
        struct update u = a->updates[i];
        if (is_constant(f, u.cell) && a->kind != ACT_CALL && !is_shown(f, u.cell))
            continue;
        a->updates[kept++] = (struct update){u.cell, fold(f, u.index), fold(f, u.value)};
    }
    a->update_count = kept;
    kept = 0;
    for (uint32_t i = 0; i < a->access_count; i++) {
        struct access x = a->accesses[i];
        if (is_constant(f, x.cell) && !keep_accesses && !is_shown(f, x.cell))
            continue;
        x.index = fold(f, x.index);
        a->accesses[kept++] = x;
    }
    a->access_count = kept;
    if ((a->kind == ACT_LOAD || a->kind == ACT_STORE) && !a->access_count)
        a->kind = ACT_LOCAL;
}

/* Edges that are never taken stay if they start where nothing else is possible but to what is unsupported: a thread that
 * comes there waits for ever (or is held by an assume), and the edge says which; a join says for whom. Their targets stay,
 * with nothing behind them. */
static void keep_last_waits(struct folder *f, bool *dead, bool *waits)
{
    struct code *c = &f->p->codes.data[f->code];
    bool *reached = f->reached.data[f->code], *leaves = NEW_ARRAY(bool, c->locations.size + 1);
    for (uint32_t i = 0; i < c->edges.size; i++) {
        const struct edge *e = &c->edges.data[i];
        leaves[e->from] |= reached[e->from] && !dead[i] && !(c->locations.data[e->to].flags & LOC_UNSUPPORTED);
    }
    for (uint32_t i = 0; i < c->edges.size; i++)
        waits[i] = dead[i] && reached[c->edges.data[i].from] && !leaves[c->edges.data[i].from];
    for (uint32_t i = 0; i < c->edges.size; i++)
        if (waits[i]) {
            dead[i] = false;
            reached[c->edges.data[i].to] = true;
        }
    mem_free(leaves);
}

/* Leaves out what was not reached; entry and exit stay. */
static void rewrite_code(struct folder *f, bool keep_accesses, bool keep_waits)
{
    struct code *c = &f->p->codes.data[f->code];
    bool *reached = f->reached.data[f->code];
    bool *dead = NEW_ARRAY(bool, c->edges.size + 1), *waits = NEW_ARRAY(bool, c->edges.size + 1);
    uint32_t *number = NEW_ARRAY(uint32_t, c->locations.size + 1), n = 0;
    expr_memo_clear(f->memo);
    for (uint32_t i = 0; i < c->edges.size; i++)
        dead[i] = !reached[c->edges.data[i].from] || is_dead(f, c->edges.data[i].action.guard);
    if (keep_waits)
        keep_last_waits(f, dead, waits);
    reached[c->entry] = true;
    if (c->exit != NONE)
        reached[c->exit] = true;
    for (uint32_t l = 0; l < c->locations.size; l++) {
        if (!reached[l])
            continue;
        number[l] = n;
        c->locations.data[n] = c->locations.data[l];
        c->locations.data[n].origin = n;
        n++;
    }
    uint32_t kept = 0;
    for (uint32_t i = 0; i < c->edges.size; i++) {
        struct edge e = c->edges.data[i];
        if (dead[i])
            continue;
        if (waits[i] != f->keep_done)
            expr_memo_clear(f->memo);
        f->keep_done = waits[i];
        rewrite_action(f, &e.action, keep_accesses);
        e.from = number[e.from];
        e.to = number[e.to];
        c->edges.data[kept++] = e;
    }
    c->locations.size = n;
    c->edges.size = kept;
    c->entry = number[c->entry];
    if (c->exit != NONE)
        c->exit = number[c->exit];
    mem_free(number);
    mem_free(dead);
    mem_free(waits);
    f->keep_done = false;
}

static void mention(void *context, expr e)
{
    if (e->op == E_CELL || e->op == E_READ)
        bitset_add(context, (uint32_t)e->value);
}

static void find_mentioned(const struct program *p, struct bitset *out)
{
    vector_each(const struct code *, c, &p->codes) {
        vector_each(const uint32_t *, x, &c->parameters)
            bitset_add(out, *x);
        if (c->result != NONE)
            bitset_add(out, c->result);
        vector_each(const struct edge *, e, &c->edges) {
            const struct action *a = &e->action;
            expr_visit(a->guard, mention, out);
            if (a->kind == ACT_CALL && a->call_result != NONE)
                bitset_add(out, a->call_result);
            if ((a->kind == ACT_LOCK || a->kind == ACT_UNLOCK || a->kind == ACT_WAIT) && a->object != NONE)
                bitset_add(out, a->object);
            for (uint32_t i = 0; i < a->update_count; i++) {
                bitset_add(out, a->updates[i].cell);
                expr_visit(a->updates[i].value, mention, out);
                if (a->updates[i].index)
                    expr_visit(a->updates[i].index, mention, out);
            }
            for (uint32_t i = 0; i < a->access_count; i++)
                bitset_add(out, a->accesses[i].cell);
        }
    }
}

void fold_constants(struct program *p, const struct bitset *ssa, bool keep_accesses, bool keep_waits)
{
    struct folder f = {.p = p, .cells = NEW_ARRAY(struct values, p->cells.size + 1), .memo = expr_memo_new()};
    analyse(&f, ssa);
    for (f.code = 0; f.code < p->codes.size; f.code++)
        rewrite_code(&f, keep_accesses, keep_waits);
    struct bitset mentioned = {0};
    find_mentioned(p, &mentioned);
    for (uint32_t i = 0; i < p->cells.size; i++)
        p->cells.data[i].dropped = !bitset_has(&mentioned, i);
    bitset_free(&mentioned);
    vector_each(bool **, r, &f.reached)
        mem_free(*r);
    vector_free(&f.reached);
    expr_memo_free(f.memo);
    mem_free(f.cells);
}
