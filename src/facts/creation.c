#include "facts/creation.h"

#include "program/terms.h"

enum { MAIN = 0 };

bool action_creates(const struct program *p, const struct action *a, uint32_t t)
{
    assert(t == NONE || t < p->template_count);
    for (uint32_t i = 0; i < a->update_count; i++) {
        const struct cell *c = &p->cells.data[a->updates[i].cell];
        if (c->role == CELL_STARTED && (t == NONE || c->subject == t))
            return true;
    }
    return t == NONE && a->kind == ACT_CREATE;
}

/* Whether the guard is false as long as no flag of the template is set. */
static bool asks_for_creation(const struct program *p, expr guard, uint32_t t)
{
    if (guard->width == 1 && (guard->op == E_AND || guard->op == E_OR)) {
        bool a = asks_for_creation(p, guard->arg[0], t), b = asks_for_creation(p, guard->arg[1], t);
        return guard->op == E_AND ? a || b : a && b;
    }
    const struct cell *c = expr_is_cell(guard) ? &p->cells.data[guard->value] : NULL;
    return c && c->role == CELL_STARTED && c->subject == t && !c->init && !c->inits && !c->arbitrary;
}

bool template_waits(const struct program *p, uint32_t t)
{
    assert(t < p->codes.size);
    const struct code *c = &p->codes.data[t];
    for (uint32_t i = out_begin(c, c->entry); i < out_end(c, c->entry); i++)
        if (!asks_for_creation(p, out_edge(c, i)->action.guard, t))
            return false;
    return t != MAIN;
}

bool others_wait(const struct program *p)
{
    for (uint32_t t = MAIN + 1; t < p->template_count; t++)
        if (!template_waits(p, t))
            return false;
    return p->codes.data[MAIN].instances == 1;
}

static bool procedures_create(const struct program *p)
{
    for (uint32_t k = p->template_count; k < p->codes.size; k++)
        vector_each(const struct edge *, e, &p->codes.data[k].edges)
            if (action_creates(p, &e->action, NONE))
                return true;
    return false;
}

void creation_later(const struct program *p, struct bitset *later)
{
    const struct code *c = &p->codes.data[MAIN];
    bool calls_create = procedures_create(p);
    for (bool changed = true; changed;) {
        changed = false;
        vector_each(const struct edge *, e, &c->edges)
            if (!bitset_has(later, e->to) && (bitset_has(later, e->from) || action_creates(p, &e->action, NONE) ||
                                              (calls_create && e->action.kind == ACT_CALL))) {
                bitset_add(later, e->to);
                changed = true;
            }
    }
}
