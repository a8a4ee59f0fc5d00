/* A lock without owner: a shared scalar that constants alone are written to, 0 among them, and another one by an action
 * that also looks at it. The owner is whoever made it other than 0. */
#include "engines/modular/owners.h"

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

static void add_owner(struct program *p, uint32_t lock)
{
    const char *name = arena_printf(&p->arena, "owner of %s", p->cells.data[lock].name);
    uint32_t owner = program_add_cell(p, (struct cell){.name = name, .width = SELF_WIDTH, .role = CELL_SYNC, .owner = NONE, .subject = NONE});
    vector_each(struct code *, code, &p->codes)
        vector_each(struct edge *, e, &code->edges)
            for (uint32_t i = 0; i < e->action.update_count; i++) {
                if (e->action.updates[i].cell != lock)
                    continue;
                uint32_t n = e->action.update_count;
                struct update *more = ARENA_ARRAY(&p->arena, struct update, n + 1);
                memcpy(more, e->action.updates, n * sizeof *more);
                more[n] = (struct update){owner, NULL, owner_after(p, &p->cells.data[lock], owner, more[i].value)};
                e->action.updates = more;
                e->action.update_count = n + 1;
                break;
            }
}

struct program *owners_added(const struct program *p)
{
    uint32_t locks[MOST_LOCKS], count = 0;
    vector_each(const struct cell *, c, &p->cells)
        if (count < MOST_LOCKS && is_lock(p, c))
            locks[count++] = c->id;
    if (!count)
        return NULL;
    struct program *q = program_clone(p);
    for (uint32_t i = 0; i < count; i++)
        add_owner(q, locks[i]);
    return q;
}
