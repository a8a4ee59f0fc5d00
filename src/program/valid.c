/* program_valid: what program.h promises, checked. */
#include "program/program.h"

struct checker {
    const struct program *p;
    uint32_t code;        /* whose cells may be named */
    uint8_t *input_width; /* by input site; 0: not met yet */
    const char *why;
};

static bool fail(struct checker *k, const char *why)
{
    if (!k->why)
        k->why = why;
    return false;
}

/* A site stands for one value, and so for one width: traces say the value alone. */
static bool check_input(struct checker *k, expr e)
{
    if (e->value >= k->p->input_count)
        return fail(k, "input site out of range");
    uint8_t *width = &k->input_width[e->value];
    if (*width && *width != e->width)
        return fail(k, "input site mentioned with two widths");
    *width = e->width;
    return true;
}

static void check_node(void *context, expr e)
{
    struct checker *k = context;
    if (e->op == E_AT)
        fail(k, "at() outside a proof");
    if (e->op == E_INPUT)
        check_input(k, e);
    if (e->op != E_CELL && e->op != E_READ)
        return;
    if (e->value >= k->p->cells.size) {
        fail(k, "cell out of range");
        return;
    }
    const struct cell *c = &k->p->cells.data[e->value];
    if (c->dropped)
        fail(k, "a dropped cell is mentioned");
    if (c->width != e->width)
        fail(k, "cell mentioned with another width");
    if (cell_is_array(c) != (e->op == E_READ))
        fail(k, "scalar read as array or array as scalar");
    if (e->op == E_READ && cell_is_array(c) && e->arg[0]->width != c->index_width)
        fail(k, "index of the wrong width");
    if (c->owner != NONE && c->owner != k->code)
        fail(k, "local cell of another code is mentioned");
}

static bool check_update(struct checker *k, const struct update *u, uint32_t owner)
{
    if (u->cell >= k->p->cells.size)
        return fail(k, "updated cell out of range");
    const struct cell *c = &k->p->cells.data[u->cell];
    if (c->dropped)
        fail(k, "a dropped cell is written");
    if (u->value->width != c->width)
        fail(k, "value of the wrong width");
    if (cell_is_array(c) != (u->index != NULL))
        fail(k, "array written without index, or scalar with one");
    if (u->index && u->index->width != c->index_width)
        fail(k, "index of the wrong width");
    if (c->owner != NONE && c->owner != owner)
        fail(k, "local cell of another code is written");
    if (u->index)
        expr_visit(u->index, check_node, k);
    expr_visit(u->value, check_node, k);
    return !k->why;
}

static bool check_action(struct checker *k, const struct action *a)
{
    if (!a->guard || a->guard->width != 1)
        return fail(k, "guard is not a truth value");
    expr_visit(a->guard, check_node, k);
    bool is_call = a->kind == ACT_CALL;
    if (is_call && (a->object < k->p->template_count || a->object >= k->p->codes.size))
        return fail(k, "call of something that is not a procedure");
    for (uint32_t i = 0; i < a->update_count; i++) {
        check_update(k, &a->updates[i], is_call ? a->object : k->code);
        for (uint32_t j = 0; j < i; j++)
            if (!a->updates[i].index && a->updates[i].cell == a->updates[j].cell)
                fail(k, "scalar updated twice in one action");
    }
    for (uint32_t i = 0; i < a->access_count; i++) {
        const struct access *x = &a->accesses[i];
        if (x->id >= k->p->access_count || x->cell >= k->p->cells.size)
            return fail(k, "access out of range");
        if (!cell_is_shared(&k->p->cells.data[x->cell]))
            fail(k, "access to a local cell recorded as shared");
        if (x->index)
            expr_visit(x->index, check_node, k);
    }
    return !k->why;
}

static bool check_code(struct checker *k, const struct code *c)
{
    uint32_t n = c->locations.size;
    if (c->entry >= n || (c->exit != NONE && c->exit >= n))
        return fail(k, "entry or exit out of range");
    vector_each(const struct location *, l, &c->locations) {
        if ((l->flags & LOC_ERROR) && l->check >= k->p->checks.size)
            fail(k, "error location without a check");
        if ((l->flags & (LOC_UNSUPPORTED | LOC_APPROXIMATE)) && !l->reason)
            fail(k, "unsupported or approximate location without a reason");
    }
    vector_each(const struct edge *, e, &c->edges) {
        if (e->from >= n || e->to >= n)
            return fail(k, "edge out of range");
        if (e->from == c->exit || (c->locations.data[e->from].flags & (LOC_ERROR | LOC_UNSUPPORTED)))
            fail(k, "edge out of an exit, error or unsupported location");
        if (!check_action(k, &e->action))
            return false;
    }
    return !k->why;
}

bool program_valid(const struct program *p, const char **why)
{
    struct checker k = {.p = p, .input_width = NEW_ARRAY(uint8_t, p->input_count + 1)};
    if (p->template_count < 1 || p->template_count > p->codes.size)
        fail(&k, "no template");
    for (uint32_t i = 0; i < p->cells.size; i++) {
        const struct cell *c = &p->cells.data[i];
        if (c->id != i || c->width < 1 || c->width > 64)
            fail(&k, "bad cell");
        if (c->owner != NONE && c->owner >= p->codes.size)
            fail(&k, "cell of no code");
        if (cell_is_array(c) && !c->range_count)
            fail(&k, "array cell without ranges");
    }
    for (k.code = 0; k.code < p->codes.size && !k.why; k.code++)
        check_code(&k, &p->codes.data[k.code]);
    mem_free(k.input_width);
    if (why)
        *why = k.why;
    return !k.why;
}
