/* A lock without owner is a shared scalar that constants alone are written to, 0 among them, and another one by an
 * action that also looks at it. The owner is whoever made it other than 0. */
#include "engines/modular/auxiliary.h"

#include "facts/owners.h"
#include "program/substitute.h"
#include "program/terms.h"

enum { MOST_LOCKS = 4 };

static bool looks_at(const struct action *a, uint32_t cell)
{
    struct bitset read = {0};
    action_reads(a, false, &read);
    bool looks = bitset_has(&read, cell);
    bitset_free(&read);
    return looks;
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

static uint32_t add_cell(struct program *p, const char *what, const char *of, uint8_t width)
{
    const char *name = arena_printf(&p->arena, "%s %s", what, of);
    return program_add_cell(p, (struct cell){.name = name, .width = width, .role = CELL_SYNC, .owner = NONE, .subject = NONE});
}

static void add_owner(struct program *p, uint32_t lock)
{
    const struct cell *c = &p->cells.data[lock];
    struct owner o = {lock, expr_eq(p->exprs, expr_cell(p->exprs, c->width, lock), expr_const(p->exprs, c->width, 0)), NONE};
    o.ghost = add_cell(p, "owner of", c->name, SELF_WIDTH);
    vector_each(struct code *, code, &p->codes)
        vector_each(struct edge *, e, &code->edges) {
            expr value = action_writes(&e->action, lock);
            if (value)
                action_add_update(p, &e->action, o.ghost, owner_after(p->exprs, &o, e->action.guard, value, expr_self(p->exprs)));
        }
}

/* started: the cell that an instance of the template waits for. */
static void add_begun(struct program *p, uint32_t template, uint32_t started)
{
    struct exprs *x = p->exprs;
    uint32_t begun = add_cell(p, "begun:", p->codes.data[template].name, 1);
    vector_each(struct code *, code, &p->codes)
        vector_each(struct edge *, e, &code->edges) {
            if (action_writes(&e->action, started))
                action_add_update(p, &e->action, begun, expr_bool(x, true));
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
