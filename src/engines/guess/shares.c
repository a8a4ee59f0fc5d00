#include "engines/guess/shares.h"

#include "engines/guess/flags.h"
#include "program/terms.h"

enum { MOST_GHOSTS = 160 };

/* Whether some step of the code sets a cell to the other one. */
static bool is_copy(const struct code *c, uint64_t copy, uint32_t cell)
{
    vector_each(const struct edge *, e, &c->edges)
        for (uint32_t i = 0; i < e->action.update_count; i++) {
            const struct update *u = &e->action.updates[i];
            if (u->cell == copy && !u->index && u->value->op == E_CELL && u->value->value == cell)
                return true;
        }
    return false;
}

/* The cell plus something, or a copy of it plus something (an exchange that succeeds if the copy is still equal); on one way at least. */
static bool adds(const struct code *c, expr v, uint32_t cell)
{
    if (v->op == E_ITE)
        return adds(c, v->arg[1], cell) || adds(c, v->arg[2], cell);
    for (unsigned i = 0; v->op == E_ADD && i < 2; i++)
        if (v->arg[i]->op == E_CELL && (v->arg[i]->value == cell || is_copy(c, v->arg[i]->value, cell)))
            return true;
    return false;
}

/* Whether threads change it that have no shares. */
static bool is_anybodys(const struct program *p, uint32_t cell)
{
    for (uint32_t k = 0; k < p->template_count; k++)
        vector_each(const struct edge *, e, &p->codes.data[k].edges)
            for (uint32_t i = 0; i < e->action.update_count && p->codes.data[k].instances == UNBOUNDED; i++)
                if (e->action.updates[i].cell == cell)
                    return true;
    return false;
}

/* Whether some thread adds to it. */
static bool is_sum(const struct program *p, uint32_t cell)
{
    const struct cell *c = &p->cells.data[cell];
    if (c->dropped || !cell_is_shared(c) || cell_is_array(c) || c->arbitrary || c->width == 1)
        return false;
    for (uint32_t k = 0; k < p->template_count; k++)
        vector_each(const struct edge *, e, &p->codes.data[k].edges)
            for (uint32_t i = 0; i < e->action.update_count; i++)
                if (e->action.updates[i].cell == cell && adds(&p->codes.data[k], e->action.updates[i].value, cell))
                    return true;
    return false;
}

static bool is_flag(const expr_list *flags, uint32_t cell)
{
    vector_each(const expr *, e, flags)
        if (expr_mentions_cell(*e, cell))
            return true;
    return false;
}

static uint64_t initial(const struct cell *c) { return c->inits ? c->inits[0] : c->init; }

static void follow(const struct shares *s, struct proof_builder *proof, const struct share *one, uint32_t code, uint32_t edge)
{
    const struct program *p = s->program;
    const struct code *c = &p->codes.data[code];
    const struct action *a = &c->edges.data[edge].action;
    struct exprs *x = p->exprs;
    for (uint32_t i = 0; i < a->update_count; i++) {
        if (a->updates[i].cell != one->cell)
            continue;
        expr added = expr_sub(x, a->updates[i].value, program_cell_expr(p, one->cell, NULL));
        for (uint32_t n = 0; n < shares_of(s, code); n++) {
            expr share = share_of(s, one, s->before[code] + n);
            expr after = expr_ite(x, instance_is_self(p, code, n), expr_add(x, share, added), share);
            proof_follow(proof, code, edge, share, after);
        }
    }
}

static void add_share(struct shares *s, struct proof_builder *proof, uint32_t cell)
{
    const struct program *p = s->program;
    struct share one = {cell, NONE};
    for (uint32_t k = 0; k < p->template_count; k++)
        for (uint32_t n = 0; n < shares_of(s, k); n++) {
            const char *name =
                arena_printf(&proof->proof->arena, "added.%s.%s.%u", p->cells.data[cell].name, p->codes.data[k].name, n);
            expr ghost = proof_add_ghost(proof, name, p->cells.data[cell].width, 0);
            one.first = one.first == NONE ? (uint32_t)ghost->value : one.first;
        }
    for (uint32_t k = 0; k < p->template_count; k++)
        for (uint32_t e = 0; e < p->codes.data[k].edges.size; e++)
            follow(s, proof, &one, k, e);
    vector_push(&s->list, one);
}

void shares_make(struct shares *s, struct proof_builder *proof, bool with_flags)
{
    expr_list flags = {0};
    assert(proof->proof->program->codes.size == proof->proof->program->template_count); /* no procedures */
    const struct program *p = proof->proof->program;
    *s = (struct shares){.program = p, .told_to_all = with_flags, .before = NEW_ARRAY(uint32_t, p->template_count + 1)};
    for (uint32_t k = 0; k < p->template_count; k++) {
        s->before[k] = s->instances;
        s->instances += shares_of(s, k);
    }
    if (with_flags)
        flags_find_wide(p, &flags, NULL);
    for (uint32_t c = 0; c < p->cells.size; c++)
        if ((is_sum(p, c) || is_flag(&flags, c)) && !is_anybodys(p, c) && (s->list.size + 1) * s->instances <= MOST_GHOSTS)
            add_share(s, proof, c);
    vector_free(&flags);
}

void shares_free(struct shares *s)
{
    vector_free(&s->list);
    mem_free(s->before);
}

uint32_t shares_of(const struct shares *s, uint32_t code)
{
    assert(code < s->program->template_count);
    uint32_t n = s->program->codes.data[code].instances;
    return n == UNBOUNDED ? 0 : n;
}

expr share_of(const struct shares *s, const struct share *one, uint32_t instance)
{
    const struct program *p = s->program;
    assert(instance < s->instances);
    return expr_cell(p->exprs, p->cells.data[one->cell].width, one->first + instance);
}

expr share_own(const struct shares *s, const struct share *one, uint32_t code)
{
    assert(shares_of(s, code));
    expr own = share_of(s, one, s->before[code]);
    for (uint32_t n = 1; n < s->program->codes.data[code].instances; n++)
        own = expr_ite(s->program->exprs, instance_is_self(s->program, code, n), share_of(s, one, s->before[code] + n), own);
    return own;
}

bool is_share(const struct shares *s, uint64_t cell)
{
    vector_each(const struct share *, one, &s->list)
        if (cell - one->first < s->instances)
            return true;
    return false;
}

expr share_sum(const struct shares *s, const struct share *one)
{
    const struct program *p = s->program;
    const struct cell *c = &p->cells.data[one->cell];
    expr sum = expr_const(p->exprs, c->width, initial(c));
    for (uint32_t n = 0; n < s->instances; n++)
        sum = expr_add(p->exprs, sum, share_of(s, one, n));
    return sum;
}
