/* Whether a cell holds the acting thread's own id is asked by locks that know their owner. Often that is settled by where the thread is.
 *
 * A shared scalar *names threads* if nobody ever writes to it but his own id, or a number that is nobody's. Then a thread is not named
 * by it (may_be is false) as long as it has not written its id, and once it has written something else. If, moreover, nobody changes it who may find another's
 * id there, a thread that has written its id stays named until it changes that itself (is). By induction over the run: the first change
 * that breaks this would be made by a thread that knew, from the steps before, that it does not.
 *
 * Requires: an indexed program. Breaks: nothing; guards and values become others that are equal in every reachable state. */
#include "facts/creation.h"
#include "facts/owners.h"
#include "passes/edit.h"
#include "passes/passes.h"
#include "program/terms.h"

enum { MAIN = 0 };

enum written { OWN = 1, NOBODYS = 2, SAME = 4, OTHER = 8 }; /* what a value may be: a set of these */

struct naming {
    struct program *p;
    uint32_t cell;
    struct bitset *may_be, *is; /* by template: locations where the thread may be the one who is named, and where it is */
    const struct bitset *late;  /* locations of main where others may run */
    bool kept;                  /* nobody changes what names another */
};

static bool is_nobodys(const struct program *p, uint64_t id)
{
    for (uint32_t t = 0; t < p->template_count; t++) {
        const struct code *c = &p->codes.data[t];
        if (id >= c->first_id && (c->instances == UNBOUNDED || id - c->first_id < c->instances))
            return false;
    }
    return true;
}

static unsigned written_by(const struct naming *n, const struct code *c, expr e)
{
    if (is_own_id(c, e))
        return OWN;
    if (expr_is_const(e))
        return is_nobodys(n->p, e->value) ? NOBODYS : OTHER;
    if (e->op == E_ITE)
        return written_by(n, c, e->arg[1]) | written_by(n, c, e->arg[2]);
    return e->op == E_CELL && e->value == n->cell ? SAME : OTHER;
}

/* What the step may leave in the cell. */
static unsigned left_by(const struct naming *n, const struct code *c, const struct action *a)
{
    expr value = action_writes(a, n->cell);
    return value ? written_by(n, c, value) : SAME;
}

static bool names_threads(const struct naming *n)
{
    const struct cell *cell = &n->p->cells.data[n->cell];
    bool own = false;
    if (!cell_is_shared(cell) || cell_is_array(cell) || cell->dropped || cell->arbitrary || cell->width < SELF_WIDTH ||
        !is_nobodys(n->p, cell->init))
        return false;
    vector_each(const struct code *, c, &n->p->codes)
        vector_each(const struct edge *, e, &c->edges) {
            unsigned left = left_by(n, c, &e->action);
            own |= left & OWN;
            if (left & OTHER)
                return false;
        }
    return own;
}

/* Whether a guard asks that the cell has a value of this kind. */
static bool asks(const struct naming *n, const struct code *c, expr guard, enum written kind)
{
    expr_vector parts = {0};
    bool found = false;
    conjuncts_of(guard, &parts);
    vector_each(const expr *, e, &parts)
        for (unsigned i = 0; i < 2 && (*e)->op == E_EQ; i++)
            found |= written_by(n, c, (*e)->arg[i]) == SAME && written_by(n, c, (*e)->arg[1 - i]) == kind;
    vector_free(&parts);
    return found;
}

/* --- where a thread may be named, and where it is --- */

static void follow_may(struct naming *n, uint32_t t)
{
    const struct code *c = &n->p->codes.data[t];
    for (bool changed = true; changed;) {
        changed = false;
        vector_each(const struct edge *, e, &c->edges) {
            unsigned left = left_by(n, c, &e->action);
            bool may_be = left & OWN || (left & SAME && bitset_has(&n->may_be[t], e->from));
            if (may_be && !bitset_has(&n->may_be[t], e->to)) {
                bitset_add(&n->may_be[t], e->to);
                changed = true;
            }
        }
    }
}

static bool is_named_after(const struct naming *n, uint32_t t, const struct edge *e)
{
    const struct code *c = &n->p->codes.data[t];
    unsigned left = left_by(n, c, &e->action);
    bool before = bitset_has(&n->is[t], e->from) || asks(n, c, e->action.guard, OWN);
    return !(left & NOBODYS) && (left == OWN || before);
}

static void follow_must(struct naming *n, uint32_t t)
{
    const struct code *c = &n->p->codes.data[t];
    for (uint32_t l = 0; l < c->locations.size; l++)
        if (l != c->entry)
            bitset_add(&n->is[t], l);
    for (bool changed = true; changed;) {
        changed = false;
        vector_each(const struct edge *, e, &c->edges)
            if (bitset_has(&n->is[t], e->to) && !is_named_after(n, t, e)) {
                bitset_remove(&n->is[t], e->to);
                changed = true;
            }
    }
}

/* Whether the step does not change what names another thread. */
static bool leaves_others(const struct naming *n, uint32_t t, const struct edge *e)
{
    const struct code *c = &n->p->codes.data[t];
    bool alone = t == MAIN && !bitset_has(n->late, e->from);
    return left_by(n, c, &e->action) == SAME || alone || bitset_has(&n->is[t], e->from) || asks(n, c, e->action.guard, OWN) ||
           asks(n, c, e->action.guard, NOBODYS);
}

static bool all_leave_others(const struct naming *n)
{
    for (uint32_t t = 0; t < n->p->template_count; t++)
        vector_each(const struct edge *, e, &n->p->codes.data[t].edges)
            if (!leaves_others(n, t, e))
                return false;
    return true;
}

/* --- what follows for conditions --- */

struct questions { /* about the cell, in an expression */
    const struct naming *n;
    const struct code *code;
    expr_vector own, nobodys; /* whether it is the thread's own id; whether it is nobody's */
};

static void note_question(void *context, expr e)
{
    struct questions *q = context;
    for (unsigned i = 0; i < 2 && e->op == E_EQ; i++)
        if (written_by(q->n, q->code, e->arg[i]) == SAME) {
            unsigned with = written_by(q->n, q->code, e->arg[1 - i]);
            if (with == OWN)
                expr_vector_add(&q->own, e);
            else if (with == NOBODYS)
                expr_vector_add(&q->nobodys, e);
        }
}

static expr settled(const struct naming *n, uint32_t t, uint32_t location, expr e)
{
    struct exprs *x = n->p->exprs;
    bool is = n->kept && bitset_has(&n->is[t], location);
    if (!is && bitset_has(&n->may_be[t], location))
        return e;
    struct questions q = {n, &n->p->codes.data[t], {0}, {0}};
    expr_visit(e, note_question, &q);
    vector_each(const expr *, o, &q.own)
        e = expr_replace(x, e, *o, expr_bool(x, is));
    for (uint32_t i = 0; is && i < q.nobodys.size; i++)
        e = expr_replace(x, e, q.nobodys.data[i], expr_bool(x, false));
    vector_free(&q.own);
    vector_free(&q.nobodys);
    return e;
}

static void settle_guards(struct naming *n)
{
    for (uint32_t t = 0; t < n->p->template_count; t++)
        vector_each(struct edge *, e, &n->p->codes.data[t].edges) {
            e->action.guard = settled(n, t, e->from, e->action.guard);
            for (uint32_t i = 0; i < e->action.update_count; i++)
                e->action.updates[i].value = settled(n, t, e->from, e->action.updates[i].value);
        }
}

static void look_at(struct naming *n)
{
    for (uint32_t t = 0; t < n->p->template_count; t++) {
        bitset_clear(&n->may_be[t]);
        bitset_clear(&n->is[t]);
        follow_may(n, t);
        follow_must(n, t);
    }
    n->kept = all_leave_others(n);
    settle_guards(n);
}

void pass_own_ids(struct program *p)
{
    assert(program_is_indexed(p));
    if (program_has_calls(p))
        return;
    struct bitset late = {0};
    for (uint32_t l = 0; !others_wait(p) && l < p->codes.data[MAIN].locations.size; l++)
        bitset_add(&late, l);
    creation_later(p, &late);
    struct naming n = {.p = p, .late = &late};
    n.may_be = NEW_ARRAY(struct bitset, p->template_count + 1);
    n.is = NEW_ARRAY(struct bitset, p->template_count + 1);
    for (n.cell = 0; n.cell < p->cells.size; n.cell++)
        if (names_threads(&n))
            look_at(&n);
    for (uint32_t t = 0; t < p->template_count; t++) {
        bitset_free(&n.may_be[t]);
        bitset_free(&n.is[t]);
    }
    mem_free(n.may_be);
    mem_free(n.is);
    bitset_free(&late);
}
