#include "engines/explore/alike.h"

struct survey {
    const struct program *program;
    struct alike alike;
    struct bitset visited; /* expressions, in the code being looked at */
    uint32_t code;
    bool exempt;  /* the code may use its id as it likes here */
    bool changed; /* something was taken out: look again */
};

static bool is_id_cell(const struct survey *s, uint32_t cell) { return bitset_has(&s->alike.ids, cell); }

/* Whether e is an id (or 0) as far as is known now. */
static bool is_id(const struct survey *s, expr e)
{
    switch (e->op) {
    case E_CONST: return e->value == 0 && e->width == SELF_WIDTH;
    case E_SELF: return true;
    case E_CELL:
    case E_READ: return is_id_cell(s, (uint32_t)e->value);
    case E_ITE: return is_id(s, e->arg[1]) && is_id(s, e->arg[2]);
    default: return false;
    }
}

static void not_an_id_cell(struct survey *s, uint32_t cell)
{
    s->changed |= is_id_cell(s, cell);
    bitset_remove(&s->alike.ids, cell);
}

static void not_alike(struct survey *s)
{
    if (s->exempt || !bitset_has(&s->alike.templates, s->code))
        return;
    bitset_remove(&s->alike.templates, s->code);
    s->changed = true;
}

/* What is below e; ids are fine where as_id says so. */
static void look(struct survey *s, expr e, bool as_id)
{
    if (as_id && (e->op == E_SELF || e->op == E_CONST || e->op == E_CELL))
        return;
    if (as_id && (e->op == E_READ || e->op == E_ITE)) {
        look(s, e->arg[0], false);
        if (e->op == E_ITE) {
            look(s, e->arg[1], true);
            look(s, e->arg[2], true);
        }
        return;
    }
    if (bitset_has(&s->visited, e->id))
        return;
    bitset_add(&s->visited, e->id);
    if (e->op == E_SELF)
        not_alike(s);
    if (e->op == E_CELL || e->op == E_READ)
        not_an_id_cell(s, (uint32_t)e->value);
    bool compares = e->op == E_EQ && is_id(s, e->arg[0]) && is_id(s, e->arg[1]);
    for (uint32_t i = 0; i < e->arity; i++)
        look(s, e->arg[i], compares);
}

static void look_at_edge(struct survey *s, const struct code *c, const struct edge *e)
{
    const struct action *a = &e->action;
    bool alone = s->code < s->program->template_count && c->instances == 1;
    s->exempt = alone || e->from == c->entry;
    if (s->exempt)
        bitset_clear(&s->visited); /* what was seen there was not held against the code */
    if (a->kind == ACT_CALL || e->to == c->entry) {
        s->exempt = false;
        not_alike(s);
    }
    look(s, a->guard, false);
    for (uint32_t i = 0; i < a->update_count; i++) {
        const struct update *u = &a->updates[i];
        if (u->index)
            look(s, u->index, false);
        if (is_id_cell(s, u->cell) && !is_id(s, u->value))
            not_an_id_cell(s, u->cell);
        look(s, u->value, is_id_cell(s, u->cell));
    }
    if (s->exempt)
        bitset_clear(&s->visited);
}

struct alike alike_of(const struct program *p)
{
    struct survey s = {.program = p, .changed = true};
    vector_each(const struct cell *, c, &p->cells)
        if (cell_is_shared(c) && !c->dropped && c->width == SELF_WIDTH && !c->arbitrary && !c->init && !c->inits)
            bitset_add(&s.alike.ids, c->id);
    for (uint32_t t = 0; t < p->template_count; t++)
        if (p->codes.data[t].instances > 1)
            bitset_add(&s.alike.templates, t);
    while (s.changed) {
        s.changed = false;
        for (s.code = 0; s.code < p->codes.size; s.code++) {
            bitset_clear(&s.visited);
            vector_each(const struct edge *, e, &p->codes.data[s.code].edges)
                look_at_edge(&s, &p->codes.data[s.code], e);
        }
    }
    bitset_free(&s.visited);
    return s.alike;
}

void alike_free(struct alike *a)
{
    bitset_free(&a->templates);
    bitset_free(&a->ids);
}
