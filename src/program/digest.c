/* Everything that program.h says but for positions, origins and what is there for printing alone. Names are in it: engines may choose by them. Each list begins with its
 * length, so that no two programs run into the same bytes.
 *
 * What matters for one check is less: names, cells that are gone, other checks, and the numbers of cells, inputs and accesses, which count what else there is in the program. */
#include "program/digest.h"

#include "base/map.h"

struct writer {
    struct text *out;
    const struct program *program;
    const struct check *only; /* what matters for this one alone; or NULL */
    struct map numbers;       /* of expressions that were written */
    uint64_t count;
    uint32_t *cells;   /* by cell: its number, NONE if it is gone; if there is only one check. So is the next */
    struct map inputs; /* by site: its number, in the order of mention */
};

static void number(struct writer *w, uint64_t n) { text_append_bytes(w->out, (const char *)&n, sizeof n); }

static void string(struct writer *w, const char *s)
{
    number(w, s ? strlen(s) : UINT64_MAX);
    if (s)
        text_append(w->out, s);
}

static void name(struct writer *w, const char *s)
{
    if (!w->only)
        string(w, s);
}

static uint64_t cell_number(const struct writer *w, uint32_t cell) { return w->only && cell != NONE ? w->cells[cell] : cell; }

static uint64_t input_number(struct writer *w, uint64_t site)
{
    uint64_t known = w->inputs.size;
    if (w->only && !map_get(&w->inputs, site, &known))
        map_put(&w->inputs, site, known);
    return w->only ? known : site;
}

/* Which of the check's accesses it is. */
static uint64_t access_number(const struct writer *w, uint32_t id)
{
    return w->only ? (uint64_t)(id == w->only->access_a) + 2 * (uint64_t)(id == w->only->access_b) : id;
}

static uint64_t value_of(struct writer *w, expr e)
{
    return e->op == E_CELL || e->op == E_READ ? cell_number(w, (uint32_t)e->value)
           : e->op == E_INPUT                 ? input_number(w, e->value)
                                              : e->value;
}

/* Each once, behind its arguments; later it is its number. */
static uint64_t expression(struct writer *w, expr e)
{
    uint64_t known, args[3] = {0};
    if (!e)
        return UINT64_MAX;
    if (map_get(&w->numbers, map_pointer_key(e), &known))
        return known;
    assert(e->arity <= 3);
    for (unsigned i = 0; i < e->arity; i++)
        args[i] = expression(w, e->arg[i]);
    number(w, e->op);
    number(w, e->width);
    number(w, value_of(w, e));
    number(w, e->arity);
    for (unsigned i = 0; i < e->arity; i++)
        number(w, args[i]);
    map_put(&w->numbers, map_pointer_key(e), w->count);
    return w->count++;
}

static void mention(struct writer *w, expr e)
{
    uint64_t n = expression(w, e);
    number(w, UINT64_MAX - 1); /* no operator: a mention */
    number(w, n);
}

static void cell(struct writer *w, const struct cell *c)
{
    name(w, c->name);
    number(w, c->width);
    number(w, c->index_width);
    number(w, c->role);
    number(w, c->is_signed);
    number(w, c->is_pointer);
    number(w, c->dropped);
    number(w, c->owner);
    number(w, c->subject);
    number(w, c->arbitrary);
    number(w, c->init);
    number(w, c->range_count);
    for (uint32_t i = 0; i < c->range_count; i++) {
        const struct cell_range *r = &c->ranges[i];
        number(w, r->first);
        number(w, r->stride);
        number(w, r->count);
        number(w, r->per_instance);
        number(w, r->instance_stride);
    }
    number(w, c->inits != NULL);
    for (uint64_t i = 0; c->inits && i < c->ranges[0].count; i++)
        number(w, c->inits[i]);
}

static void action(struct writer *w, const struct action *a)
{
    number(w, a->kind);
    number(w, a->fence);
    mention(w, a->guard);
    number(w, a->update_count);
    for (uint32_t i = 0; i < a->update_count; i++) {
        number(w, cell_number(w, a->updates[i].cell));
        mention(w, a->updates[i].index);
        mention(w, a->updates[i].value);
    }
    number(w, a->access_count);
    for (uint32_t i = 0; i < a->access_count; i++) {
        number(w, access_number(w, a->accesses[i].id));
        number(w, cell_number(w, a->accesses[i].cell));
        mention(w, a->accesses[i].index);
        number(w, a->accesses[i].write);
        number(w, a->accesses[i].order);
    }
    bool is_code = a->kind == ACT_CALL || a->kind == ACT_CREATE || a->kind == ACT_JOIN;
    number(w, is_code ? a->object : cell_number(w, a->object));
    number(w, cell_number(w, a->call_result));
}

static void code(struct writer *w, const struct code *c)
{
    name(w, c->name);
    number(w, c->entry);
    number(w, c->exit);
    number(w, cell_number(w, c->result));
    number(w, c->instances);
    number(w, c->first_id);
    number(w, c->parameters.size);
    vector_each(const uint32_t *, p, &c->parameters)
        number(w, cell_number(w, *p));
    number(w, c->locations.size);
    vector_each(const struct location *, l, &c->locations) {
        number(w, l->flags);
        number(w, w->only ? l->check == w->only->id : l->check);
        string(w, l->reason);
    }
    number(w, c->edges.size);
    vector_each(const struct edge *, e, &c->edges) {
        number(w, e->from);
        number(w, e->to);
        action(w, &e->action);
    }
}

static void cells(struct writer *w)
{
    const struct program *p = w->program;
    uint32_t count = 0;
    w->cells = NEW_ARRAY(uint32_t, p->cells.size + 1);
    vector_each(const struct cell *, c, &p->cells)
        w->cells[c->id] = c->dropped ? NONE : count++;
    number(w, w->only ? count : p->cells.size);
    vector_each(const struct cell *, c, &p->cells)
        if (!w->only || !c->dropped)
            cell(w, c);
}

static void check(struct writer *w, const struct check *k)
{
    number(w, k->property);
    number(w, k->kind);
    number(w, k->code);
    number(w, w->only ? k->access_a != NONE : k->access_a);
    number(w, w->only ? k->access_b != NONE : k->access_b);
    number(w, k->code_b);
}

/* What engines may go by, or count. */
static void hints(struct writer *w)
{
    const struct program *p = w->program;
    number(w, p->predicates.size);
    vector_each(const char *const *, s, &p->predicates)
        string(w, *s);
    number(w, p->access_count);
    number(w, p->input_count);
}

static void digest(struct writer *w)
{
    const struct program *p = w->program;
    cells(w);
    number(w, p->codes.size);
    number(w, p->template_count);
    vector_each(const struct code *, c, &p->codes)
        code(w, c);
    number(w, w->only ? 1 : p->checks.size);
    vector_each(const struct check *, k, &p->checks)
        if (!w->only || w->only == k)
            check(w, k);
    number(w, p->uncovered.size);
    vector_each(const struct uncovered *, u, &p->uncovered)
        string(w, u->what);
    if (!w->only)
        hints(w);
    number(w, p->pointer_width);
    map_free(&w->numbers);
    map_free(&w->inputs);
    mem_free(w->cells);
}

void program_digest(struct text *out, const struct program *p) { digest(&(struct writer){.out = out, .program = p}); }

void program_digest_of_check(struct text *out, const struct program *p, uint32_t check)
{
    assert(check < p->checks.size);
    digest(&(struct writer){.out = out, .program = p, .only = &p->checks.data[check]});
}
