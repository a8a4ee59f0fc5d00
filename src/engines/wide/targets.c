/* Where addresses lead, for one kind of thread: what the outline says of a pointer holds whoever runs the procedure, and whatever was put into a variable at any time. Here it is no more than
 *   - where the value leads that was put there, for a pointer that is read again (loads.c);
 *   - where it leads what is passed by those callers that this kind of thread may be in, for a parameter;
 *   - where the argument of the step leads that creates the threads of this kind, for what they begin with.
 * Each is true of all runs, so all of it is. Indexing stays in the object, as everywhere. */
#include "engines/wide/wide.h"

enum { MOST_WAYS = 200 }; /* of one value: callers, and theirs */

/* A value of a procedure while a thread of the kind runs it. */
struct node {
    uint32_t kind, procedure, value;
};

struct reach {
    bool anywhere; /* nothing is known */
    struct bitset objects;
};

struct targets {
    VECTOR(u32_vector) known_by; /* procedure, value: the step that says best where it leads; NONE */
    struct intern nodes;
    VECTOR(struct reach) reaches; /* node */
};

/* Of each value, the step that says best where it leads. */
static void find_leads(struct targets *t, const struct wide *w)
{
    const struct outline *o = w->outline;
    vector_resize(&t->known_by, o->procedures.size);
    for (uint32_t s = 0; s < o->steps.size; s++) {
        const struct outline_step *x = &o->steps.data[s];
        uint32_t p = w->procedure_of.data[s];
        u32_vector *of = &t->known_by.data[p];
        if (x->kind != OUTLINE_ACCESS || x->value == NONE || x->copies || !x->lead_count)
            continue;
        while (of->size < o->procedures.data[p].value_count)
            vector_push(of, NONE);
        uint32_t *best = &of->data[wide_same(w, p, x->value)];
        if (*best == NONE || x->lead_count < o->steps.data[*best].lead_count)
            *best = s;
    }
}

static void add_places(const struct outline *o, struct reach *r, uint32_t places, uint32_t count)
{
    r->anywhere |= !count;
    for (uint32_t k = places; k < places + count; k++) {
        r->anywhere |= o->objects.data[o->places.data[k].object].elsewhere;
        bitset_add(&r->objects, o->places.data[k].object);
    }
}

typedef VECTOR(struct node) nodes;

static void add_node(nodes *todo, struct node n)
{
    vector_each(const struct node *, k, todo)
        if (k->kind == n.kind && k->procedure == n.procedure && k->value == n.value)
            return;
    vector_push(todo, n);
}

/* What a step of the procedure passes, in threads of this kind. */
static void add_passed(const struct wide *w, nodes *todo, struct reach *r, uint32_t kind, uint32_t step, uint32_t argument)
{
    const struct outline_step *s = &w->outline->steps.data[step];
    const struct outline_address *x = &w->outline->arguments.data[s->arguments + argument];
    assert(s->kind == OUTLINE_CALL || s->kind == OUTLINE_CREATE);
    if (argument >= s->argument_count)
        r->anywhere = true;
    else if (x->root == NONE)
        add_places(w->outline, r, x->places, x->place_count);
    else
        add_node(todo, (struct node){kind, w->procedure_of.data[step], wide_same(w, w->procedure_of.data[step], x->root)});
}

static void add_parameter(const struct wide *w, nodes *todo, struct reach *r, struct node n)
{
    const struct wide_kind *kind = &w->kinds.data[n.kind];
    vector_each(const uint32_t *, s, &w->callers.data[n.procedure])
        if (bitset_has(&w->kinds_of.data[w->procedure_of.data[*s]], n.kind))
            add_passed(w, todo, r, n.kind, *s, n.value);
    if (kind->entry != n.procedure)
        return;
    r->anywhere |= kind->step == NONE || n.value;
    if (!r->anywhere)
        bitset_each(creator, &kind->creators)
            add_passed(w, todo, r, creator, kind->step, 0);
}

static struct reach find_reach(const struct wide *w, struct node from)
{
    struct reach r = {0};
    nodes todo = {0};
    vector_push(&todo, from);
    for (uint32_t k = 0; k < todo.size && !r.anywhere; k++) {
        struct node n = todo.data[k];
        const u32_vector *known = &w->targets->known_by.data[n.procedure];
        uint32_t by = n.value < known->size ? known->data[n.value] : NONE;
        if (n.value < w->outline->procedures.data[n.procedure].parameter_count)
            add_parameter(w, &todo, &r, n);
        else if (by != NONE)
            add_places(w->outline, &r, w->outline->steps.data[by].leads, w->outline->steps.data[by].lead_count);
        else
            r.anywhere = true;
        r.anywhere |= todo.size > MOST_WAYS;
    }
    vector_free(&todo);
    return r;
}

void wide_targets(struct wide *w)
{
    w->targets = NEW(struct targets);
    find_leads(w->targets, w);
}

void wide_targets_free(struct targets *t)
{
    if (!t)
        return;
    vector_each(u32_vector *, v, &t->known_by)
        vector_free(v);
    vector_free(&t->known_by);
    vector_each(struct reach *, r, &t->reaches)
        bitset_free(&r->objects);
    vector_free(&t->reaches);
    intern_free(&t->nodes);
    mem_free(t);
}

bool wide_may_lead_to(const struct wide *w, uint32_t kind, uint32_t step, uint32_t object)
{
    assert(w->targets && kind < w->kinds.size && step < w->outline->steps.size);
    uint32_t p = w->procedure_of.data[step], root = w->outline->steps.data[step].address.root;
    bool is_new;
    if (root == NONE)
        return true;
    struct node n = {kind, p, wide_same(w, p, root)};
    uint32_t number = intern_add(&w->targets->nodes, &n, sizeof n, &is_new);
    if (is_new)
        vector_push(&w->targets->reaches, find_reach(w, n));
    const struct reach *r = &w->targets->reaches.data[number];
    return r->anywhere || bitset_has(&r->objects, object);
}
