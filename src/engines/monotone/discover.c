/* Predicates are candidates: a useless one costs time, never a wrong verdict. */
#include "engines/monotone/discover.h"

#include "base/log.h"
#include "engines/monotone/parse.h"

enum { SMALL_WIDTH = 3, SMALL_MODULUS = 16, MOST_SLOTS = 8 };

struct discovery {
    struct scheme *m;
    bool *symbolic;
    bool *relates; /* by cell * cells + cell: compared or copied */
};

/* --- which cells have values that can be told one by one --- */

static bool open_value(const struct discovery *d, expr e)
{
    if (e->width == 1)
        return false;
    switch (e->op) {
    case E_CONST: return false;
    case E_SELF: return true;
    case E_INPUT: return e->width > SMALL_WIDTH;
    case E_CELL:
    case E_READ: return e->value < d->m->original->cells.size && d->symbolic[e->value];
    case E_ITE: return open_value(d, e->arg[1]) || open_value(d, e->arg[2]);
    case E_UREM:
    case E_AND:
        for (unsigned i = 0; i < 2; i++)
            if (expr_is_const(e->arg[i]) && e->arg[i]->value <= SMALL_MODULUS)
                return false;
        break;
    default: break;
    }
    for (unsigned i = 0; i < e->arity; i++)
        if (open_value(d, e->arg[i]))
            return true;
    return false;
}

static void find_symbolic(struct discovery *d)
{
    const struct program *p = d->m->program;
    for (uint32_t c = 0; c < d->m->original->cells.size; c++) {
        const struct cell *cell = &p->cells.data[c];
        d->symbolic[c] |= cell->arbitrary && cell->width > SMALL_WIDTH;
        if (cell_is_array(cell)) {
            uint64_t slots = 0;
            for (uint32_t i = 0; i < cell->range_count; i++)
                slots += cell->ranges[i].per_instance == NONE ? cell->ranges[i].count : MOST_SLOTS + 1;
            d->symbolic[c] |= slots > MOST_SLOTS;
        }
    }
    for (bool changed = true; changed;) {
        changed = false;
        vector_each(const struct code *, c, &p->codes)
            vector_each(const struct edge *, e, &c->edges)
                for (uint32_t i = 0; i < e->action.update_count; i++) {
                    const struct update *u = &e->action.updates[i];
                    if (u->cell < d->m->original->cells.size && !d->symbolic[u->cell] && open_value(d, u->value))
                        d->symbolic[u->cell] = changed = true;
                }
    }
}

static void track_values(struct discovery *d)
{
    struct scheme *m = d->m;
    for (uint32_t c = 0; c < m->program->cells.size; c++) {
        const struct cell *cell = &m->program->cells.data[c];
        bool is_copy = c >= m->original->cells.size && (!cell_is_shared(cell) || cell->width > 1); /* or a ghost */
        if (!m->relevant[c] || is_copy || (c < m->original->cells.size && d->symbolic[c]))
            continue;
        if (cell->owner != NONE && cell->owner >= m->program->template_count)
            continue;
        if (!cell_is_array(cell)) {
            scheme_track(m, cell->owner, expr_cell(m->pool, cell->width, c));
            continue;
        }
        for (uint32_t r = 0; r < cell->range_count; r++)
            for (uint64_t i = 0; i < cell->ranges[r].count; i++) {
                uint64_t at = cell->ranges[r].first + i * cell->ranges[r].stride;
                scheme_track(m, cell->owner,
                             expr_read(m->pool, cell->width, c, expr_const(m->pool, cell->index_width, at)));
            }
    }
}

/* --- atoms --- */

struct look {
    const struct discovery *d;
    bool symbolic, input;
};

static void look_at(void *context, expr e)
{
    struct look *l = context;
    l->input |= e->op == E_INPUT && e != l->d->m->other_self;
    l->symbolic |= e->op == E_SELF;
    if (e->op == E_CELL || e->op == E_READ)
        l->symbolic |= e->value >= l->d->m->original->cells.size
                           ? l->d->m->program->cells.data[e->value].width > 1 ||
                                 !cell_is_shared(&l->d->m->program->cells.data[e->value])
                           : l->d->symbolic[e->value];
}

struct to_cell { /* inputs that an action stores */
    struct scheme *m;
    const struct action *a;
};

static expr input_to_cell(void *context, expr leaf, expr index)
{
    const struct to_cell *t = context;
    (void)index;
    for (uint32_t i = 0; leaf->op == E_INPUT && i < t->a->update_count; i++)
        if (!t->a->updates[i].index && t->a->updates[i].value == leaf)
            return expr_cell(t->m->pool, leaf->width, t->a->updates[i].cell);
    return NULL;
}

static void relate(struct discovery *d, expr a, expr b)
{
    uint32_t n = d->m->original->cells.size;
    if (a->op == E_CELL && b->op == E_CELL && a->value < n && b->value < n && a->width == b->width && a != b)
        d->relates[a->value * n + b->value] = d->relates[b->value * n + a->value] = true;
}

/* The atoms of a condition in a code; a: the action that it belongs to, or NULL. */
static void track_atoms(struct discovery *d, uint32_t code, expr e, const struct action *a)
{
    struct scheme *m = d->m;
    if (e->width != 1 || expr_is_const(e))
        return;
    bool connective = e->op == E_NOT || e->op == E_AND || e->op == E_OR || e->op == E_XOR || e->op == E_ITE ||
                      (e->op == E_EQ && e->arg[0]->width == 1);
    if (connective) {
        for (unsigned i = 0; i < e->arity; i++)
            track_atoms(d, code, e->arg[i], a);
        return;
    }
    if (a) {
        struct to_cell t = {m, a};
        e = expr_rewrite(m->pool, e, input_to_cell, &t, NULL);
    }
    struct look l = {d, false, false};
    expr_visit(e, look_at, &l);
    if (e->arity == 2)
        relate(d, e->arg[0], e->arg[1]);
    bool mixed;
    uint32_t owner = scheme_owner(m, e, &mixed);
    if (!l.symbolic || l.input || mixed || (owner != NONE && owner != code))
        return;
    scheme_track(m, code, e);
}

/* --- what a code says --- */

static void from_values(struct discovery *d, uint32_t code, expr e, const struct action *a)
{
    if (e->width == 1)
        track_atoms(d, code, e, a);
    else if (e->op == E_ITE) {
        track_atoms(d, code, e->arg[0], a);
        from_values(d, code, e->arg[1], a);
        from_values(d, code, e->arg[2], a);
    }
}

static void from_program(struct discovery *d)
{
    for (uint32_t t = 0; t < d->m->program->template_count; t++)
        vector_each(const struct edge *, e, &d->m->program->codes.data[t].edges) {
            track_atoms(d, t, e->action.guard, &e->action);
            for (uint32_t i = 0; i < e->action.update_count; i++) {
                const struct update *u = &e->action.updates[i];
                if (!d->m->relevant[u->cell])
                    continue;
                from_values(d, t, u->value, &e->action);
                if (!u->index)
                    relate(d, program_cell_expr(d->m->program, u->cell, NULL), u->value);
            }
        }
}

/* Replaces one subexpression by a cell. */
static expr replace(struct scheme *m, expr e, expr what, expr by)
{
    if (e == what)
        return by;
    if (!e->arity || e->op == E_AT)
        return e;
    expr x[3] = {0};
    for (unsigned i = 0; i < e->arity; i++)
        x[i] = replace(m, e->arg[i], what, by);
    switch (e->op) {
    case E_READ: return expr_read(m->pool, e->width, (uint32_t)e->value, x[0]);
    case E_NOT:
    case E_NEG: return expr_unary(m->pool, e->op, x[0]);
    case E_ZEXT: return expr_zext(m->pool, x[0], e->width);
    case E_SEXT: return expr_sext(m->pool, x[0], e->width);
    case E_EXTRACT: return expr_extract(m->pool, x[0], (unsigned)e->value, e->width);
    case E_ITE: return expr_ite(m->pool, x[0], x[1], x[2]);
    default: return expr_binary(m->pool, e->op, x[0], x[1]);
    }
}

/* What holds after an assignment: the guard with the value replaced by the cell; copies are equal; constants. */
static void from_assignments(struct discovery *d)
{
    struct scheme *m = d->m;
    for (uint32_t t = 0; t < m->program->template_count; t++)
        vector_each(const struct edge *, e, &m->program->codes.data[t].edges)
            for (uint32_t i = 0; i < e->action.update_count; i++) {
                const struct update *u = &e->action.updates[i];
                if (u->index || !m->relevant[u->cell] || u->value->width == 1)
                    continue;
                expr cell = program_cell_expr(m->program, u->cell, NULL);
                if (!expr_is_const(u->value))
                    track_atoms(d, t, replace(m, e->action.guard, u->value, cell), NULL);
                if (u->value->op == E_CELL || u->value->op == E_SELF)
                    track_atoms(d, t, expr_eq(m->pool, cell, u->value), NULL);
                if (expr_is_const(u->value) && m->live[t][e->to].size && bitset_has(&m->live[t][e->to], u->cell))
                    track_atoms(d, t, expr_eq(m->pool, cell, u->value), NULL);
            }
    for (uint32_t c = 0; c < m->original->cells.size; c++) {
        const struct cell *cell = &m->program->cells.data[c];
        if (m->relevant[c] && cell_is_shared(cell) && !cell_is_array(cell) && !cell->arbitrary && cell->width > 1)
            track_atoms(
                d, 0,
                expr_eq(m->pool, expr_cell(m->pool, cell->width, c), expr_const(m->pool, cell->width, cell->init)),
                NULL);
    }
}

/* --- congruences --- */

/* The largest power of two that divides what the update seems to add, or the distance of a constant from the initial
 * value; 0 if it adds nothing, 1 if nothing is known. A guess: that the predicate holds is for the exploration to find
 * out. */
static uint64_t stride_of(const struct update *u, const struct cell *cell)
{
    uint64_t step = 0;
    expr v = u->value;
    if (u->index)
        return 1;
    if (expr_is_const(v))
        step = v->value - cell->init;
    else if (v->op == E_ADD && (expr_is_const(v->arg[0]) || expr_is_const(v->arg[1])))
        step = v->arg[expr_is_const(v->arg[0]) ? 0 : 1]->value;
    else if (v->op != E_CELL)
        return 1;
    return step & -step;
}

static void track_congruence(struct discovery *d, uint32_t code, uint32_t cell, uint64_t stride, uint64_t init)
{
    struct exprs *pool = d->m->pool;
    expr x = program_cell_expr(d->m->program, cell, NULL), mask = expr_const(pool, x->width, stride - 1);
    track_atoms(d, code,
                expr_eq(pool, expr_binary(pool, E_AND, x, mask), expr_const(pool, x->width, init & (stride - 1))),
                NULL);
}

/* Counters that go up or down by multiples of a power of two, and the cells that they are copied to. */
static void from_strides(struct discovery *d)
{
    const struct program *p = d->m->program;
    for (uint32_t c = 0; c < d->m->original->cells.size; c++) {
        const struct cell *cell = &p->cells.data[c];
        if (!d->m->relevant[c] || !d->symbolic[c] || cell_is_array(cell) || !cell_is_shared(cell) || cell->arbitrary)
            continue;
        uint64_t stride = 0;
        vector_each(const struct code *, code, &p->codes)
            vector_each(const struct edge *, e, &code->edges)
                for (uint32_t i = 0; i < e->action.update_count; i++)
                    if (e->action.updates[i].cell == c) {
                        uint64_t s = stride_of(&e->action.updates[i], cell);
                        stride = !stride || (s && s < stride) ? s : stride;
                    }
        if (stride < 2)
            continue;
        track_congruence(d, 0, c, stride, cell->init);
        for (uint32_t t = 0; t < p->template_count; t++)
            vector_each(const struct edge *, e, &p->codes.data[t].edges)
                for (uint32_t i = 0; i < e->action.update_count; i++) {
                    const struct update *u = &e->action.updates[i];
                    if (!u->index && u->value->op == E_CELL && u->value->value == c && u->cell != c)
                        track_congruence(d, t, u->cell, stride, cell->init);
                }
    }
}

/* Weakest preconditions of what is tracked. */
static void from_preconditions(struct discovery *d)
{
    struct scheme *m = d->m;
    for (uint32_t t = 0; t < m->program->template_count; t++) {
        VECTOR(expr) now = {0};
        vector_each(const struct tracker *, x, &m->shared)
            if (x->e->width == 1)
                vector_push(&now, x->e);
        vector_each(const struct tracker *, x, &m->local[t])
            if (x->e->width == 1)
                vector_push(&now, x->e);
        vector_each(const struct edge *, e, &m->program->codes.data[t].edges)
            vector_each(const expr *, x, &now) {
                expr b = scheme_before(m, &e->action, *x);
                if (b != *x)
                    track_atoms(d, t, b, NULL);
            }
        vector_free(&now);
    }
}

/* Order between a local cell and a shared one that have to do with each other, and between two shared cells that have
 * to do with one local cell. */
static void from_order(struct discovery *d)
{
    struct scheme *m = d->m;
    uint32_t n = m->original->cells.size;
    for (uint32_t a = 0; a < n; a++) {
        uint32_t t = m->program->cells.data[a].owner;
        if (t == NONE || t >= m->program->template_count || !m->relevant[a])
            continue;
        for (uint32_t b = 0; b < n; b++) {
            if (!d->relates[a * n + b] || !cell_is_shared(&m->program->cells.data[b]))
                continue;
            expr x = program_cell_expr(m->program, a, NULL), y = program_cell_expr(m->program, b, NULL);
            track_atoms(d, t, expr_binary(m->pool, E_ULT, x, y), NULL);
            track_atoms(d, t, expr_binary(m->pool, E_ULT, y, x), NULL);
            for (uint32_t c = 0; c < b; c++)
                if (d->relates[a * n + c] && cell_is_shared(&m->program->cells.data[c])) {
                    expr z = program_cell_expr(m->program, c, NULL);
                    track_atoms(d, t, expr_binary(m->pool, E_ULT, y, z), NULL);
                    track_atoms(d, t, expr_binary(m->pool, E_ULT, z, y), NULL);
                }
        }
    }
}

static void from_pairs(struct discovery *d)
{
    struct scheme *m = d->m;
    uint32_t n = m->original->cells.size;
    for (uint32_t a = 0; a < n; a++) {
        uint32_t t = m->program->cells.data[a].owner;
        if (t == NONE || t >= m->program->template_count || m->program->codes.data[t].instances < 2 || !d->symbolic[a])
            continue;
        bool related = false;
        for (uint32_t b = 0; b < n; b++)
            related |= d->relates[a * n + b] && cell_is_shared(&m->program->cells.data[b]);
        if (!related || !m->relevant[a])
            continue;
        expr x = program_cell_expr(m->program, a, NULL), y = program_cell_expr(m->program, m->copy[a], NULL);
        scheme_track(m, t, expr_eq(m->pool, x, y));
        scheme_track(m, t, expr_binary(m->pool, E_ULT, x, y));
    }
}

/* What the program counts is at most what a ghost counts; creations compared with what the program does. */
static void from_ghost(struct discovery *d, const struct ghost *g)
{
    struct scheme *m = d->m;
    struct exprs *pool = m->pool;
    uint32_t n = m->original->cells.size;
    expr done = expr_cell(pool, 32, g->done), x = expr_cell(pool, 32, g->counted);
    expr bound = g->created == NONE ? done : expr_cell(pool, 32, g->created);
    track_atoms(d, g->code, expr_binary(pool, E_SLE, x, done), NULL);
    track_atoms(d, 0, expr_binary(pool, E_SLT, bound, expr_const(pool, 32, 0)), NULL);
    for (uint32_t c = 0; c < n; c++) {
        const struct cell *cell = &m->program->cells.data[c];
        expr y = cell_is_array(cell) || cell->width != 32 ? NULL : expr_cell(pool, 32, c);
        if (y && cell->owner == g->code && d->relates[c * n + g->counted])
            track_atoms(d, g->code, expr_binary(pool, E_SLE, y, done), NULL);
        if (y && g->created != NONE && cell_is_shared(cell) && d->relates[c * n + g->counted])
            track_atoms(d, 0, expr_binary(pool, E_SLE, bound, y), NULL);
        if (y && g->created != NONE && cell->owner == 0 && m->relevant[c])
            track_atoms(d, 0, expr_eq(pool, bound, y), NULL);
    }
}

/* In every template that has its variables. Whether there is one; otherwise *why. */
static bool track_given(struct scheme *m, const char *text, const char **why, struct arena *words)
{
    bool understood = false;
    for (uint32_t t = 0; t < m->program->template_count; t++) {
        const char *here;
        expr e = parse_predicate(m, t, text, &here, words);
        if (e)
            vector_push(&m->given, (struct given){t, e});
        understood |= e != NULL;
        *why = e ? *why : here;
    }
    return understood;
}

bool discover_given(struct scheme *m, const string_vector *texts, const char **why, struct arena *words)
{
    vector_each(const char *const *, text, texts)
        if (!track_given(m, *text, why, words)) {
            *why = arena_printf(words, "--predicate '%s': %s", *text, *why);
            return false;
        }
    return true;
}

void discover_suggested(struct scheme *m, struct arena *words)
{
    const char *why = NULL;
    vector_each(const char *const *, text, &m->original->predicates)
        if (!track_given(m, *text, &why, words))
            log_warning("__CPROVER_predicate(%s) is ignored: %s", *text, why);
}

void discover(struct scheme *m, bool *symbolic, unsigned sources)
{
    uint32_t n = m->original->cells.size;
    struct discovery d = {m, symbolic, NEW_ARRAY(bool, (size_t)n *n + 1)};
    scheme_forget_all(m);
    find_symbolic(&d);
    vector_each(const struct given *, g, &m->given)
        scheme_track(m, g->code, g->e);
    track_values(&d);
    if (sources & SOURCE_ATOMS)
        from_program(&d);
    if (sources & SOURCE_FORWARD) {
        from_assignments(&d);
        from_strides(&d);
    }
    m->use_ghosts = sources & SOURCE_GHOSTS;
    vector_each(const struct ghost *, g, &m->ghosts)
        if (m->use_ghosts)
            from_ghost(&d, g);
    if (sources & SOURCE_PAIRS) {
        from_order(&d);
        from_pairs(&d);
    }
    if (sources & SOURCE_BACKWARD)
        from_preconditions(&d);
    if (sources & SOURCE_TWICE)
        from_preconditions(&d);
    mem_free(d.relates);
}
