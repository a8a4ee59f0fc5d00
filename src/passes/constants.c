/* Constants: a scalar that has one known value whenever a thread is at a location is replaced by that value there; edges
 * that then cannot be taken disappear (conditional constant propagation, after Wegman and Zadeck, TOPLAS 1991, without SSA).
 * Followed are a code's own scalars, and in main also the shared ones as long as main is the only thread; what a shared scalar
 * is at every first creation and is never changed while others live, it is for these others throughout. Loops that are entered with known
 * values are passed by (shortcuts.c).
 * Requires: code_index. Breaks: numbers of locations and edges. */
#include "passes/edit.h"
#include "passes/known.h"
#include "passes/passes.h"

static bool alone_at(const struct known_values *f, uint32_t l) { return f->alive && bitset_empty(&f->alive->at[l]); }

static bool followed(const struct known_values *f, const struct cell *c, uint32_t l)
{
    if (cell_is_array(c) || c->dropped)
        return false;
    return c->owner == f->code || (cell_is_shared(c) && alone_at(f, l));
}

static void find_cells(struct known_values *f)
{
    f->slot = NEW_ARRAY(uint32_t, f->p->cells.size);
    for (uint32_t k = 0; k < f->p->cells.size; k++)
        f->slot[k] = NOT_FOLLOWED;
    for (int shared = 0; shared < 2; shared++) {
        vector_each(const struct cell *, c, &f->p->cells) {
            if (cell_is_array(c) || c->dropped || !(shared ? cell_is_shared(c) && f->alive : c->owner == f->code))
                continue;
            f->slot[c->id] = f->cells.size;
            vector_push(&f->cells, c->id);
        }
        f->own = shared ? f->own : f->cells.size;
    }
}

struct lookup {
    const struct known_values *f;
    const struct known_row *values;
};

static expr known_leaf(void *context, expr leaf, expr index)
{
    struct lookup *k = context;
    (void)index;
    if (leaf->op != E_CELL)
        return NULL;
    uint32_t slot = k->f->slot[leaf->value];
    expr value = slot != NOT_FOLLOWED ? row_get(k->values, slot) : NULL;
    if (value)
        return value;
    return k->f->given ? k->f->given[leaf->value] : NULL;
}

expr known_in(const struct known_values *f, const struct known_row *values, expr e)
{
    struct lookup k = {f, values};
    return expr_rewrite(f->p->exprs, e, known_leaf, &k, NULL);
}

struct known_row *known_after(const struct known_values *f, const struct known_row *before, const struct edge *e)
{
    if (expr_is_false(known_in(f, before, e->action.guard)))
        return NULL;
    struct known_row *values = row_copy(before);
    if (!alone_at(f, e->to))
        row_forget_from(values, f->own);
    for (uint32_t i = 0; i < e->action.update_count; i++) {
        const struct update *u = &e->action.updates[i];
        if (u->index || !followed(f, &f->p->cells.data[u->cell], e->to))
            continue;
        expr v = known_in(f, before, u->value);
        row_set(values, f->slot[u->cell], expr_is_const(v) ? v : NULL);
    }
    if (e->action.kind == ACT_CALL) { /* the callee may write shared cells */
        row_forget_from(values, f->own);
        if (e->action.call_result != NONE && f->slot[e->action.call_result] != NOT_FOLLOWED)
            row_set(values, f->slot[e->action.call_result], NULL);
    }
    return values;
}

/* True if less is known there than before. Takes values. */
static bool merge(const struct known_values *f, uint32_t l, struct known_row *values)
{
    if (!f->at[l]) {
        f->at[l] = values;
        return true;
    }
    bool changed = row_keep_common(f->at[l], values);
    row_free(values);
    return changed;
}

static void propagate(struct known_values *f)
{
    const struct code *c = &f->p->codes.data[f->code];
    struct known_row *start = row_new(f->cells.size);
    for (uint32_t k = 0; k < f->cells.size; k++) {
        const struct cell *x = &f->p->cells.data[f->cells.data[k]];
        if (followed(f, x, c->entry) && !x->arbitrary)
            row_set(start, k, expr_const(f->p->exprs, x->width, x->init));
    }
    if (f->code >= f->p->template_count) /* parameters come from the callers */
        vector_each(const uint32_t *, x, &c->parameters)
            if (f->slot[*x] != NOT_FOLLOWED)
                row_set(start, f->slot[*x], NULL);
    f->at[c->entry] = start;
    struct bitset work = {0}; /* in the order of their numbers, which is about that of the program */
    bitset_add(&work, c->entry);
    for (uint32_t l; (l = bitset_next(&work, 0)) != BITSET_END;) {
        bitset_remove(&work, l);
        for (uint32_t i = out_begin(c, l); i < out_end(c, l); i++) {
            const struct edge *e = out_edge(c, i);
            struct known_row *values = known_after(f, f->at[e->from], e);
            if (values && merge(f, e->to, values))
                bitset_add(&work, e->to);
        }
    }
    bitset_free(&work);
}

static void rewrite(struct known_values *f)
{
    struct code *c = &f->p->codes.data[f->code];
    struct bitset drop = {0};
    for (uint32_t i = 0; i < c->edges.size; i++) {
        struct edge *e = &c->edges.data[i];
        if (!f->at[e->from])
            continue;
        struct lookup k = {f, f->at[e->from]};
        struct expr_memo *memo = expr_memo_new();
        action_rewrite(f->p, &e->action, known_leaf, &k, memo);
        expr_memo_free(memo);
        if (expr_is_false(e->action.guard))
            bitset_add(&drop, i);
    }
    code_compact(f->p, f->code, &drop);
    bitset_free(&drop);
}

/* Shared scalars that nobody but main writes, and main only while it is alone: what they are whenever main stops being alone.
 * Not the flags that others wait for before they begin: it is by these that they begin later. */
static void find_given(const struct known_values *main, expr *given)
{
    struct program *p = main->p;
    bool *seen = NEW_ARRAY(bool, p->cells.size), *bad = NEW_ARRAY(bool, p->cells.size);
    for (uint32_t code = 0; code < p->codes.size; code++)
        vector_each(const struct edge *, e, &p->codes.data[code].edges) {
            bool alone = code == 0 && alone_at(main, e->from);
            for (uint32_t i = 0; i < e->action.update_count; i++)
                bad[e->action.updates[i].cell] |= !alone;
            if (!alone || alone_at(main, e->to) || !main->at[e->from])
                continue;
            const struct known_row *values = main->at[e->from];
            if (expr_is_false(known_in(main, values, e->action.guard)))
                continue;
            for (uint32_t k = 0; k < main->cells.size; k++) {
                uint32_t c = main->cells.data[k];
                expr v = row_get(values, k);
                for (uint32_t i = 0; i < e->action.update_count; i++)
                    if (e->action.updates[i].cell == c) {
                        v = e->action.updates[i].index ? NULL : known_in(main, values, e->action.updates[i].value);
                        v = v && expr_is_const(v) ? v : NULL;
                    }
                bad[c] |= !v || (seen[c] && given[c] != v);
                given[c] = v;
                seen[c] = true;
            }
        }
    for (uint32_t c = 0; c < p->cells.size; c++)
        if (bad[c] || !seen[c] || !cell_is_shared(&p->cells.data[c]) || cell_is_array(&p->cells.data[c]) ||
            p->cells.data[c].role == CELL_STARTED)
            given[c] = NULL;
    mem_free(seen);
    mem_free(bad);
}

static void release(struct known_values *f, uint32_t locations)
{
    for (uint32_t l = 0; l < locations; l++)
        row_free(f->at[l]);
    mem_free(f->at);
    mem_free(f->slot);
    vector_free(&f->cells);
}

void pass_constants(struct program *p)
{
    assert(program_is_indexed(p));
    expr *given = NEW_ARRAY(expr, p->cells.size);
    struct alive *alive = alive_compute(p);
    for (uint32_t k = 0; k < p->codes.size; k++) {
        uint32_t locations = p->codes.data[k].locations.size;
        struct known_values f = {.p = p,
                                 .code = k,
                                 .alive = k == 0 ? alive : NULL,
                                 .at = NEW_ARRAY(struct known_row *, locations),
                                 .given = k == 0 || k >= p->template_count ? NULL : given};
        find_cells(&f);
        propagate(&f);
        if (k == 0)
            find_given(&f, given);
        known_shortcuts(&f);
        rewrite(&f);
        release(&f, locations);
    }
    alive_free(alive);
    mem_free(given);
}
