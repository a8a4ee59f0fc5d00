/* Makes the clone, and what can be said about the program before anything is tracked: which cells matter, and where
 * local cells are live. */
#include "engines/monotone/scheme.h"

#include "base/map.h"
#include "engines/monotone/created.h"

/* --- copies --- */

static void make_copies(struct scheme *m)
{
    uint32_t n = m->program->cells.size;
    m->copy = NEW_ARRAY(uint32_t, n + 1);
    for (uint32_t c = 0; c < n; c++) {
        struct cell cell = m->program->cells.data[c];
        m->copy[c] = NONE;
        if (!cell_is_shared(&cell) && !cell.dropped) {
            cell.name = arena_printf(&m->program->arena, "other.%s", cell.name);
            m->copy[c] = program_add_cell(m->program, cell);
        }
    }
    m->other_self = expr_input(m->pool, SELF_WIDTH, m->program->input_count++);
}

struct exchange {
    struct scheme *m;
    struct map back; /* copy to original */
};

static expr exchange_leaf(void *context, expr leaf, expr index)
{
    const struct exchange *x = context;
    struct scheme *m = x->m;
    if (leaf->op == E_SELF)
        return m->other_self;
    if (leaf == m->other_self)
        return expr_self(m->pool);
    if (leaf->op != E_CELL && leaf->op != E_READ)
        return NULL;
    uint32_t cell = (uint32_t)leaf->value;
    uint64_t to = NONE;
    if (!map_get(&x->back, cell, &to))
        to = cell < m->original->cells.size ? m->copy[cell] : NONE;
    if (to == NONE)
        return NULL;
    return leaf->op == E_CELL ? expr_cell(m->pool, leaf->width, (uint32_t)to)
                              : expr_read(m->pool, leaf->width, (uint32_t)to, index);
}

expr scheme_exchange(struct scheme *m, expr e)
{
    struct exchange x = {m, {0}};
    for (uint32_t c = 0; c < m->original->cells.size; c++)
        if (m->copy[c] != NONE)
            map_put(&x.back, m->copy[c], c);
    expr r = expr_rewrite(m->pool, e, exchange_leaf, &x, NULL);
    map_free(&x.back);
    return r;
}

/* --- substitution --- */

struct before {
    struct exprs *pool;
    const struct action *action;
};

static expr before_leaf(void *context, expr leaf, expr index)
{
    const struct before *b = context;
    if (leaf->op != E_CELL && leaf->op != E_READ)
        return NULL;
    expr result = leaf->op == E_READ ? expr_read(b->pool, leaf->width, (uint32_t)leaf->value, index) : leaf;
    for (uint32_t i = 0; i < b->action->update_count; i++) {
        const struct update *u = &b->action->updates[i];
        if (u->cell != leaf->value)
            continue;
        result = leaf->op == E_CELL ? u->value : expr_ite(b->pool, expr_eq(b->pool, index, u->index), u->value, result);
    }
    return result;
}

expr scheme_before(struct scheme *m, const struct action *a, expr e)
{
    struct before b = {m->pool, a};
    return expr_rewrite(m->pool, e, before_leaf, &b, NULL);
}

/* --- relevance and liveness --- */

struct mention {
    bool *cells;
};

static void mention_cell(void *context, expr e)
{
    if (e->op == E_CELL || e->op == E_READ)
        ((struct mention *)context)->cells[e->value] = true;
}

static void find_relevant(struct scheme *m)
{
    m->relevant = NEW_ARRAY(bool, m->program->cells.size);
    struct mention r = {m->relevant};
    vector_each(const struct code *, c, &m->program->codes)
        vector_each(const struct edge *, e, &c->edges) {
            expr_visit(e->action.guard, mention_cell, &r);
            for (uint32_t i = 0; m->races && i < e->action.access_count; i++)
                if (e->action.accesses[i].index)
                    expr_visit(e->action.accesses[i].index, mention_cell, &r);
        }
    for (bool changed = true; changed;) {
        changed = false;
        vector_each(const struct code *, c, &m->program->codes)
            vector_each(const struct edge *, e, &c->edges)
                for (uint32_t i = 0; i < e->action.update_count; i++) {
                    const struct update *u = &e->action.updates[i];
                    bool *now = NEW_ARRAY(bool, m->program->cells.size);
                    struct mention here = {now};
                    if (m->relevant[u->cell]) {
                        expr_visit(u->value, mention_cell, &here);
                        if (u->index)
                            expr_visit(u->index, mention_cell, &here);
                    }
                    for (uint32_t k = 0; k < m->program->cells.size; k++)
                        if (now[k] && !m->relevant[k])
                            m->relevant[k] = changed = true;
                    mem_free(now);
                }
    }
}

static void uses_of(const struct scheme *m, const struct action *a, bool *uses)
{
    struct mention u = {uses};
    expr_visit(a->guard, mention_cell, &u);
    for (uint32_t i = 0; m->races && i < a->access_count; i++)
        if (a->accesses[i].index)
            expr_visit(a->accesses[i].index, mention_cell, &u);
    for (uint32_t i = 0; i < a->update_count; i++)
        if (m->relevant[a->updates[i].cell]) {
            expr_visit(a->updates[i].value, mention_cell, &u);
            if (a->updates[i].index)
                expr_visit(a->updates[i].index, mention_cell, &u);
        }
}

static void find_live(struct scheme *m, uint32_t t)
{
    const struct code *c = &m->program->codes.data[t];
    m->live[t] = NEW_ARRAY(struct bitset, c->locations.size + 1);
    bool *uses = NEW_ARRAY(bool, m->program->cells.size);
    for (bool changed = true; changed;) {
        changed = false;
        vector_each(const struct edge *, e, &c->edges) {
            struct bitset in = {0};
            bitset_copy(&in, &m->live[t][e->to]);
            for (uint32_t i = 0; i < e->action.update_count; i++)
                if (!e->action.updates[i].index)
                    bitset_remove(&in, e->action.updates[i].cell);
            memset(uses, 0, m->program->cells.size * sizeof *uses);
            uses_of(m, &e->action, uses);
            for (uint32_t k = 0; k < m->program->cells.size; k++)
                if (uses[k] && m->program->cells.data[k].owner == t)
                    bitset_add(&in, k);
            changed |= bitset_unite(&m->live[t][e->from], &in);
            bitset_free(&in);
        }
    }
    mem_free(uses);
}

/* --- trackers --- */

struct owners {
    const struct scheme *m;
    uint32_t code;
    bool mixed;
};

static void look_for_owner(void *context, expr e)
{
    struct owners *o = context;
    if (e->op != E_CELL && e->op != E_READ)
        return;
    uint32_t owner = o->m->program->cells.data[e->value].owner;
    if (owner == NONE)
        return;
    o->mixed |= o->code != NONE && o->code != owner;
    o->code = owner;
}

uint32_t scheme_owner(const struct scheme *m, expr e, bool *mixed)
{
    struct owners o = {m, NONE, false};
    expr_visit(e, look_for_owner, &o);
    *mixed = o.mixed;
    return o.code;
}

struct sides {
    const struct scheme *m;
    struct tracker *t;
    bool self, shared;
};

static void look_for_sides(void *context, expr e)
{
    struct sides *s = context;
    s->self |= e->op == E_SELF;
    if (e->op != E_CELL && e->op != E_READ)
        return;
    s->shared |= cell_is_shared(&s->m->program->cells.data[e->value]);
    for (uint32_t c = 0; c < s->m->original->cells.size; c++) {
        if (s->m->copy[c] == e->value)
            bitset_add(&s->t->others, c);
        else if (c == e->value && s->m->copy[c] != NONE)
            bitset_add(&s->t->own, c);
    }
}

bool scheme_mentions_other(const struct scheme *m, expr e)
{
    struct tracker t = {0};
    struct sides s = {m, &t, false, false};
    expr_visit(e, look_for_sides, &s);
    bool found = !bitset_empty(&t.others);
    bitset_free(&t.own);
    bitset_free(&t.others);
    return found;
}

bool scheme_track(struct scheme *m, uint32_t code, expr e)
{
    if (expr_is_const(e))
        return false;
    struct tracker t = {.e = e, .other = scheme_exchange(m, e)};
    struct sides s = {m, &t, false, false};
    expr_visit(e, look_for_sides, &s);
    bool pair = !bitset_empty(&t.others);
    bool local = !bitset_empty(&t.own) || s.self;
    trackers *list = pair ? &m->pair[code] : local ? &m->local[code] : &m->shared;
    bool known = (pair && s.shared) || list->size >= (pair ? MOST_PAIRS : MOST_TRACKERS);
    expr negated = e->width == 1 ? expr_not(m->pool, e) : NULL;
    vector_each(const struct tracker *, x, list)
        known |= x->e == e || x->e == negated;
    if (known) {
        bitset_free(&t.own);
        bitset_free(&t.others);
        return false;
    }
    vector_push(list, t);
    return true;
}

static void clear(trackers *list)
{
    vector_each(struct tracker *, t, list) {
        bitset_free(&t->own);
        bitset_free(&t->others);
    }
    vector_clear(list);
}

void scheme_forget_all(struct scheme *m)
{
    clear(&m->shared);
    for (uint32_t t = 0; t < m->program->template_count; t++) {
        clear(&m->local[t]);
        clear(&m->pair[t]);
    }
}

bool scheme_matters(const struct scheme *m, const struct tracker *t, uint32_t code, uint32_t location)
{
    return bitset_within(&t->own, &m->live[code][location]);
}

bool scheme_matters_pair(const struct scheme *m, const struct tracker *t, uint32_t code, uint32_t location, uint32_t other)
{
    return bitset_within(&t->own, &m->live[code][location]) && bitset_within(&t->others, &m->live[code][other]);
}

/* --- all of it --- */

struct scheme *scheme_new(const struct program *p, bool races, const struct reason **why)
{
    if (program_has_calls(p)) {
        *why = BECAUSE(NO_PROCEDURES);
        return NULL;
    }
    struct scheme *m = NEW(struct scheme);
    m->original = p;
    m->races = races;
    m->program = program_clone(p);
    m->pool = p->exprs;
    uint32_t n = p->template_count;
    m->local = NEW_ARRAY(trackers, n);
    m->pair = NEW_ARRAY(trackers, n);
    m->live = NEW_ARRAY(struct bitset *, n);
    bool ok = created_flags(m, why);
    ghosts_add(&m->ghosts, m->program, p);
    make_copies(m);
    find_relevant(m);
    for (uint32_t t = 0; t < n; t++)
        find_live(m, t);
    if (ok)
        return m;
    scheme_free(m);
    return NULL;
}

void scheme_free(struct scheme *m)
{
    if (!m)
        return;
    scheme_forget_all(m);
    ghosts_free(&m->ghosts);
    vector_free(&m->shared);
    vector_free(&m->given);
    vector_free(&m->learned);
    for (uint32_t t = 0; t < m->program->template_count; t++) {
        vector_free(&m->local[t]);
        vector_free(&m->pair[t]);
        for (uint32_t l = 0; l < m->program->codes.data[t].locations.size; l++)
            bitset_free(&m->live[t][l]);
        mem_free(m->live[t]);
    }
    mem_free(m->local);
    mem_free(m->pair);
    mem_free(m->live);
    mem_free(m->copy);
    mem_free(m->relevant);
    program_free(m->program);
    mem_free(m);
}
