/* A lock without owner is a shared scalar that constants alone are written to, 0 among them, and another one by an
 * action that also looks at it. The owner is whoever made it other than 0. */
#include "engines/modular/auxiliary.h"

enum { MOST_LOCKS = 4 };

struct look {
    uint32_t cell;
    bool seen;
};

static void look_for_cell(void *context, expr e)
{
    struct look *l = context;
    l->seen |= e->op == E_CELL && e->value == l->cell;
}

static bool looks_at(const struct action *a, uint32_t cell)
{
    struct look l = {cell, false};
    expr_visit(a->guard, look_for_cell, &l);
    for (uint32_t i = 0; i < a->update_count; i++)
        expr_visit(a->updates[i].value, look_for_cell, &l);
    return l.seen;
}

static bool is_lock(const struct program *p, const struct cell *c)
{
    if (!cell_is_shared(c) || cell_is_array(c) || c->dropped || c->arbitrary || c->init != 0 ||
        (c->role != CELL_DATA && c->role != CELL_SYNC))
        return false;
    bool set = false, reset = false;
    vector_each(const struct code *, code, &p->codes)
        vector_each(const struct edge *, e, &code->edges)
            for (uint32_t i = 0; i < e->action.update_count; i++) {
                const struct update *u = &e->action.updates[i];
                if (u->cell != c->id)
                    continue;
                if (!expr_is_const(u->value))
                    return false;
                reset |= u->value->value == 0;
                set |= u->value->value != 0 && looks_at(&e->action, c->id);
            }
    return set && reset;
}

/* What the owner becomes when the lock is set to this value. */
static expr owner_after(const struct program *p, const struct cell *lock, uint32_t owner, expr value)
{
    struct exprs *x = p->exprs;
    if (expr_is_value(value, 0))
        return expr_const(x, SELF_WIDTH, 0);
    expr free = expr_eq(x, expr_cell(x, lock->width, lock->id), expr_const(x, lock->width, 0));
    return expr_ite(x, free, expr_self(x), expr_cell(x, SELF_WIDTH, owner));
}

/* Does the update as well. */
static void add_update(struct program *p, struct action *a, uint32_t cell, expr value)
{
    struct update *more = ARENA_ARRAY(&p->arena, struct update, a->update_count + 1);
    memcpy(more, a->updates, a->update_count * sizeof *more);
    more[a->update_count] = (struct update){cell, NULL, value};
    a->updates = more;
    a->update_count++;
}

/* The value that the action writes to the cell, or NULL. */
static expr written(const struct action *a, uint32_t cell)
{
    for (uint32_t i = 0; i < a->update_count; i++)
        if (a->updates[i].cell == cell)
            return a->updates[i].value;
    return NULL;
}

static uint32_t add_cell(struct program *p, const char *what, const char *of, uint8_t width)
{
    const char *name = arena_printf(&p->arena, "%s %s", what, of);
    return program_add_cell(p, (struct cell){.name = name, .width = width, .role = CELL_SYNC, .owner = NONE, .subject = NONE});
}

static void add_owner(struct program *p, uint32_t lock)
{
    uint32_t owner = add_cell(p, "owner of", p->cells.data[lock].name, SELF_WIDTH);
    vector_each(struct code *, code, &p->codes)
        vector_each(struct edge *, e, &code->edges) {
            expr value = written(&e->action, lock);
            if (value)
                add_update(p, &e->action, owner, owner_after(p, &p->cells.data[lock], owner, value));
        }
}

/* started: the cell that an instance of the template waits for. */
static void add_begun(struct program *p, uint32_t template, uint32_t started)
{
    struct exprs *x = p->exprs;
    uint32_t begun = add_cell(p, "begun:", p->codes.data[template].name, 1);
    vector_each(struct code *, code, &p->codes)
        vector_each(struct edge *, e, &code->edges) {
            if (written(&e->action, started))
                add_update(p, &e->action, begun, expr_bool(x, true));
            if (e->action.kind == ACT_START && code == &p->codes.data[template])
                e->action.guard = expr_and(x, e->action.guard, expr_cell(x, 1, begun));
        }
}

static bool waits_for(expr guard, uint32_t cell)
{
    if (guard->op == E_AND)
        return waits_for(guard->arg[0], cell) || waits_for(guard->arg[1], cell);
    return guard->op == E_READ && guard->value == cell;
}

/* Whether instances of the template start by waiting for this cell, which is never reset. */
static bool is_awaited(const struct program *p, const struct cell *c)
{
    if (c->role != CELL_STARTED || c->dropped || !cell_is_shared(c) || c->subject == NONE || c->arbitrary || c->init || c->inits ||
        p->codes.data[c->subject].instances != UNBOUNDED)
        return false;
    const struct code *t = &p->codes.data[c->subject];
    for (uint32_t i = out_begin(t, t->entry); i < out_end(t, t->entry); i++) {
        const struct action *a = &out_edge(t, i)->action;
        if (a->kind != ACT_START || !waits_for(a->guard, c->id))
            return false;
    }
    return true;
}

struct program *auxiliary_added(const struct program *p)
{
    uint32_t locks[MOST_LOCKS], count = 0;
    u32_vector awaited = {0};
    vector_each(const struct cell *, c, &p->cells) {
        if (count < MOST_LOCKS && is_lock(p, c))
            locks[count++] = c->id;
        if (is_awaited(p, c))
            vector_push(&awaited, c->id);
    }
    struct program *q = count || awaited.size ? program_clone(p) : NULL;
    for (uint32_t i = 0; i < count; i++)
        add_owner(q, locks[i]);
    vector_each(const uint32_t *, c, &awaited)
        add_begun(q, q->cells.data[*c].subject, *c);
    vector_free(&awaited);
    return q;
}
