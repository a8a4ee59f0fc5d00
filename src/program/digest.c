/* Everything that program.h says but for positions, origins and what is there for printing alone. Names are in it: engines may choose by them. Each list begins with its
 * length, so that no two programs run into the same bytes. */
#include "program/digest.h"

#include "base/map.h"

struct writer {
    struct text *out;
    struct map numbers; /* of expressions that were written */
    uint64_t count;
};

static void number(struct writer *w, uint64_t n) { text_append_bytes(w->out, (const char *)&n, sizeof n); }

static void string(struct writer *w, const char *s)
{
    number(w, s ? strlen(s) : UINT64_MAX);
    if (s)
        text_append(w->out, s);
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
    number(w, e->value);
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
    string(w, c->name);
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
        number(w, a->updates[i].cell);
        mention(w, a->updates[i].index);
        mention(w, a->updates[i].value);
    }
    number(w, a->access_count);
    for (uint32_t i = 0; i < a->access_count; i++) {
        number(w, a->accesses[i].id);
        number(w, a->accesses[i].cell);
        mention(w, a->accesses[i].index);
        number(w, a->accesses[i].write);
        number(w, a->accesses[i].order);
    }
    number(w, a->object);
    number(w, a->call_result);
}

static void code(struct writer *w, const struct code *c)
{
    string(w, c->name);
    number(w, c->entry);
    number(w, c->exit);
    number(w, c->result);
    number(w, c->instances);
    number(w, c->first_id);
    number(w, c->parameters.size);
    vector_each(const uint32_t *, p, &c->parameters)
        number(w, *p);
    number(w, c->locations.size);
    vector_each(const struct location *, l, &c->locations) {
        number(w, l->flags);
        number(w, l->check);
        string(w, l->reason);
    }
    number(w, c->edges.size);
    vector_each(const struct edge *, e, &c->edges) {
        number(w, e->from);
        number(w, e->to);
        action(w, &e->action);
    }
}

void program_digest(struct text *out, const struct program *p)
{
    struct writer w = {.out = out};
    number(&w, p->cells.size);
    vector_each(const struct cell *, c, &p->cells)
        cell(&w, c);
    number(&w, p->codes.size);
    number(&w, p->template_count);
    vector_each(const struct code *, c, &p->codes)
        code(&w, c);
    number(&w, p->checks.size);
    vector_each(const struct check *, k, &p->checks) {
        number(&w, k->property);
        number(&w, k->kind);
        number(&w, k->code);
        number(&w, k->access_a);
        number(&w, k->access_b);
        number(&w, k->code_b);
    }
    number(&w, p->predicates.size);
    vector_each(const char *const *, s, &p->predicates)
        string(&w, *s);
    number(&w, p->uncovered.size);
    vector_each(const struct uncovered *, u, &p->uncovered)
        string(&w, u->what);
    number(&w, p->access_count);
    number(&w, p->input_count);
    number(&w, p->pointer_width);
    map_free(&w.numbers);
}
