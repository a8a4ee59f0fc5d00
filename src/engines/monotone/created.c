#include "engines/monotone/created.h"

struct flags { /* by cell of the original: the flag that replaces it, or NONE */
    struct monotone_model *m;
    uint32_t *flag;
};

static expr replace_flag(void *context, expr leaf, expr index)
{
    (void)index;
    const struct flags *f = context;
    return leaf->op == E_READ && f->flag[leaf->value] != NONE ? expr_cell(f->m->pool, leaf->width, f->flag[leaf->value]) : NULL;
}

static void replace_in_action(struct flags *f, struct action *a)
{
    struct exprs *pool = f->m->pool;
    a->guard = expr_rewrite(pool, a->guard, replace_flag, f, NULL);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < a->update_count; i++) {
        struct update u = a->updates[i];
        u.value = expr_rewrite(pool, u.value, replace_flag, f, NULL);
        uint32_t flag = f->flag[u.cell];
        if (flag == NONE) {
            if (u.index)
                u.index = expr_rewrite(pool, u.index, replace_flag, f, NULL);
            a->updates[kept++] = u;
            continue;
        }
        bool merged = false;
        for (uint32_t k = 0; k < kept; k++)
            if (a->updates[k].cell == flag) {
                a->updates[k].value = expr_or(pool, a->updates[k].value, u.value);
                merged = true;
            }
        if (!merged)
            a->updates[kept++] = (struct update){flag, NULL, expr_or(pool, expr_cell(pool, u.value->width, flag), u.value)};
    }
    a->update_count = kept;
}

struct reads {
    const uint32_t *flag;
    bool found;
};

static void look_for_flag(void *context, expr e)
{
    struct reads *r = context;
    r->found |= e->op == E_READ && r->flag[e->value] != NONE;
}

/* A flag may be weakened only where it is waited for: it is never stored, */
static bool only_waited_for(const struct program *p, const uint32_t *flag)
{
    struct reads r = {flag, false};
    vector_each(const struct code *, c, &p->codes)
        vector_each(const struct edge *, e, &c->edges)
            for (uint32_t i = 0; i < e->action.update_count; i++) {
                expr_visit(e->action.updates[i].value, look_for_flag, &r);
                if (e->action.updates[i].index)
                    expr_visit(e->action.updates[i].index, look_for_flag, &r);
            }
    return !r.found;
}

/* and in a guard it stands as a conjunct, so that a weaker flag is a weaker guard. */
static bool is_conjunct(expr guard, const uint32_t *flag)
{
    struct reads r = {flag, false};
    expr_visit(guard, look_for_flag, &r);
    if (!r.found || (guard->op == E_READ && flag[guard->value] != NONE))
        return true;
    return guard->op == E_AND && guard->width == 1 && is_conjunct(guard->arg[0], flag) && is_conjunct(guard->arg[1], flag);
}

bool created_flags(struct monotone_model *m, const struct reason **why)
{
    const struct program *p = m->original;
    struct flags f = {m, NEW_ARRAY(uint32_t, p->cells.size + 1)};
    for (uint32_t c = 0; c < p->cells.size; c++) {
        const struct cell *cell = &p->cells.data[c];
        f.flag[c] = NONE;
        if (cell->role == CELL_STARTED && cell_is_array(cell) && cell->width == 1 && !cell->dropped) {
            const char *name = arena_printf(&m->program->arena, "created.%s", p->codes.data[cell->subject].name);
            struct cell flag = {.name = name, .width = 1, .owner = NONE, .subject = cell->subject, .role = CELL_STARTED};
            f.flag[c] = program_add_cell(m->program, flag);
        }
    }
    bool ok = only_waited_for(p, f.flag);
    vector_each(const struct code *, c, &p->codes)
        vector_each(const struct edge *, e, &c->edges)
            ok &= is_conjunct(e->action.guard, f.flag);
    if (!ok)
        *why = BECAUSE(STARTED_ODDLY);
    /* Cells added above are behind those that the actions mention. */
    uint32_t count = m->program->cells.size;
    f.flag = mem_realloc(f.flag, count * sizeof *f.flag);
    for (uint32_t c = p->cells.size; c < count; c++)
        f.flag[c] = NONE;
    vector_each(struct code *, c, &m->program->codes)
        vector_each(struct edge *, e, &c->edges)
            replace_in_action(&f, &e->action);
    mem_free(f.flag);
    return ok;
}

uint32_t created_flag_of(const struct monotone_model *m, uint32_t template)
{
    assert(m->original->codes.size > template);
    for (uint32_t c = m->original->cells.size; c < m->program->cells.size; c++)
        if (m->program->cells.data[c].role == CELL_STARTED && m->program->cells.data[c].subject == template)
            return c;
    return NONE;
}

struct flag_read {
    const struct monotone_model *m;
    uint32_t template;
    expr found;
};

static void look_for_own_flag(void *context, expr e)
{
    struct flag_read *f = context;
    const struct cell *c = e->op == E_READ ? &f->m->original->cells.data[e->value] : NULL;
    if (c && c->role == CELL_STARTED && c->subject == f->template)
        f->found = e;
}

expr created_own_flag(const struct monotone_model *m, uint32_t template)
{
    assert(m->original->codes.size > template);
    const struct code *c = &m->original->codes.data[template];
    struct flag_read f = {m, template, NULL};
    for (uint32_t i = out_begin(c, c->entry); i < out_end(c, c->entry); i++)
        expr_visit(out_edge(c, i)->action.guard, look_for_own_flag, &f);
    return f.found;
}
