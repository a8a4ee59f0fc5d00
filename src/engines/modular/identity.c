/* Two questions about every expression that mentions E_SELF.
 *
 * Ids: a cell that receives E_SELF (through copies), or is compared with it, holds ids. All that such a cell receives
 * must be an id or a constant, and all that is done with an id must be a copy or an equality with another id or a
 * constant; so seeing it as none, me or another decides every comparison but that of two others, which is left open.
 *
 * Own slots: in a template of several instances an index that is a function of E_SELF alone, with a slot of its own for
 * every instance. Tested for all instances of a bounded template; for an unbounded one the index must be affine in
 * E_SELF and the slots in a range that has a copy for each instance, so that a few instances decide. */
#include "engines/modular/identity.h"

#include "execute/partial/eval.h"
#include "program/machine_parts.h"

enum { AFFINE_PROBES = 4 };

struct scan {
    struct partial_model *model;
    uint32_t code;
    u32_vector templates; /* that may run this code */
    const struct reason *why;
    bool changed;
};

/* --- functions of self --- */

struct only_self {
    bool self, other, affine;
};

static void look_for_self(void *context, expr e)
{
    struct only_self *o = context;
    switch (e->op) {
    case E_SELF: o->self = true; break;
    case E_CELL:
    case E_READ:
    case E_INPUT:
    case E_AT: o->other = true; break;
    case E_MUL:
    case E_SHL: o->affine &= expr_is_const(e->arg[0]) || expr_is_const(e->arg[1]); break;
    case E_CONST:
    case E_ADD:
    case E_SUB:
    case E_ZEXT:
    case E_SEXT: break;
    case E_EXTRACT: o->affine &= e->value == 0 && e->width >= SELF_WIDTH; break;
    default: o->affine = false;
    }
}

static struct only_self self_use(expr e)
{
    struct only_self o = {.affine = true};
    expr_visit(e, look_for_self, &o);
    return o;
}

static uint64_t at_self(expr e, uint64_t self)
{
    switch (e->op) {
    case E_CONST: return e->value;
    case E_SELF: return self;
    default: {
        uint64_t v[3] = {0};
        for (unsigned i = 0; i < e->arity; i++)
            v[i] = at_self(e->arg[i], self);
        return expr_apply(e, v[0], v[1], v[2]);
    }
    }
}

/* --- own slots --- */

/* Notes that the code of template t uses this index, a function of E_SELF, into the cell. */
static bool add_own(struct scan *s, uint32_t t, uint32_t cell, expr index, bool affine)
{
    struct partial_model *w = s->model;
    const struct program *p = w->program;
    const struct code *code = &p->codes.data[t];
    const struct cell *c = &p->cells.data[cell];
    struct own_slots *own = &w->own[cell];
    bool open = code->instances == UNBOUNDED;
    if (own->template != NONE && own->template != t) {
        s->why = BECAUSE(ID_TWO_KINDS);
        return false;
    }
    if (!w->slots[cell] || (open && !affine)) {
        s->why = BECAUSE(ID_INDEX);
        return false;
    }
    uint32_t count = open ? AFFINE_PROBES : code->instances;
    uint64_t name = 0;
    for (uint32_t n = 0; n < count; n++) {
        uint64_t slot = cell_slot(c, at_self(index, code->first_id + n), w->counts), taken;
        if (n == 0)
            name = slot;
        bool bad = slot == NONE64 || (map_get(&own->owner, slot, &taken) && taken != ((uint64_t)n << 32 | name));
        bad |= !bad && cell_initial(c, slot, w->counts) != cell_initial(c, name, w->counts);
        if (open && !bad) { /* the slots must lie in the copies of one range */
            uint64_t first = 0, base = 0;
            bool inside = false;
            for (uint32_t i = 0; i < c->range_count; i++) {
                const struct cell_range *r = &c->ranges[i];
                uint64_t copies = r->per_instance == NONE ? 1 : w->counts[r->per_instance];
                if (r->per_instance == t && name >= base && name < base + r->count)
                    inside = true, first = base + n * r->count + (name - base);
                base += r->count * copies;
            }
            bad = !inside || slot != first;
        }
        if (bad) {
            s->why = BECAUSE(ID_INDEX);
            return false;
        }
        map_put(&own->owner, slot, (uint64_t)n << 32 | name);
        map_put(&own->slot_of, (uint64_t)n << 32 | name, slot);
    }
    own->template = t;
    map_put(&own->name_of, index->id, name);
    bool known = false;
    vector_each(const uint32_t *, x, &own->names)
        known |= *x == name;
    if (!known) {
        vector_push(&own->names, (uint32_t)name);
        vector_push(&own->indices, index);
    }
    return true;
}

/* --- ids --- */

static bool several(const struct partial_model *w, uint32_t t) { return w->program->codes.data[t].instances >= 2; }

static void check_index(struct scan *s, uint32_t cell, expr index)
{
    struct only_self o = self_use(index);
    if (!o.self)
        return;
    vector_each(const uint32_t *, t, &s->templates) {
        if (!several(s->model, *t))
            continue;
        if (o.other || !cell_is_shared(&s->model->program->cells.data[cell]))
            s->why = BECAUSE(ID_COMPUTES_INDEX);
        else if (s->templates.size > 1)
            s->why = BECAUSE(ID_IN_PROCEDURE);
        else
            add_own(s, *t, cell, index, o.affine);
    }
}

static void check_id_constant(struct scan *s, expr e)
{
    if (!expr_is_const(e) || e->value == 0)
        return;
    vector_each(const uint32_t *, t, &s->templates) {
        const struct code *c = &s->model->program->codes.data[*t];
        if (several(s->model, *t) && e->value >= c->first_id &&
            (c->instances == UNBOUNDED || e->value - c->first_id < c->instances))
            s->why = BECAUSE(ID_FIXED);
    }
}

/* Whether e, used where an id is expected, is one. */
static void check_id(struct scan *s, expr e)
{
    const struct partial_model *w = s->model;
    switch (e->op) {
    case E_CONST: check_id_constant(s, e); return;
    case E_SELF: return;
    case E_ITE:
        check_id(s, e->arg[1]);
        check_id(s, e->arg[2]);
        return;
    case E_ZEXT: check_id(s, e->arg[0]); return;
    case E_EXTRACT:
        if (e->value == 0 && e->width >= SELF_WIDTH) {
            check_id(s, e->arg[0]);
            return;
        }
        break;
    case E_CELL:
    case E_READ:
        if (w->is_id[e->value])
            return;
        break;
    default: break;
    }
    s->why = BECAUSE(ID_MIXED);
}

/* Every node: ids must not be operands of anything but comparisons and choices. */
static void check_node(void *context, expr e)
{
    struct scan *s = context;
    const struct partial_model *w = s->model;
    if (e->op == E_READ && !expr_is_id(w, e->arg[0])) {
        check_index(s, (uint32_t)e->value, e->arg[0]);
        return;
    }
    if (e->op == E_EQ && (expr_is_id(w, e->arg[0]) || expr_is_id(w, e->arg[1]))) {
        check_id(s, e->arg[0]);
        check_id(s, e->arg[1]);
        return;
    }
    bool id_operand = false, only_self = true;
    for (unsigned i = 0; i < e->arity; i++)
        if (expr_is_id(w, e->arg[i]) && !(e->op == E_ITE && i > 0)) {
            id_operand = true;
            struct only_self o = self_use(e->arg[i]);
            only_self &= o.self && !o.other;
        }
    if (!id_operand || e->op == E_ZEXT || (e->op == E_EXTRACT && e->value == 0 && e->width >= SELF_WIDTH))
        return;
    if (e->op == E_READ && only_self) {
        check_index(s, (uint32_t)e->value, e->arg[0]);
        return;
    }
    /* Arithmetic on E_SELF alone is fine inside an index, which was or will be checked as a whole; where it gets
     * anywhere else it is caught as a value below. With one instance it is a constant. */
    if (only_self)
        return;
    s->why = BECAUSE(ID_ARITHMETIC);
}

/* Arithmetic on E_SELF outside indices. */
static bool stray_self(const struct partial_model *w, expr e)
{
    if (e->op == E_SELF)
        return true;
    if (e->op == E_READ)
        return false;
    if (e->op == E_EQ && (expr_is_id(w, e->arg[0]) || expr_is_id(w, e->arg[1])))
        return false;
    for (unsigned i = 0; i < e->arity; i++)
        if (stray_self(w, e->arg[i]))
            return true;
    return false;
}

static void check_value(struct scan *s, expr e, bool as_id)
{
    expr_visit(e, check_node, s);
    if (as_id) {
        check_id(s, e);
        return;
    }
    bool many = false;
    vector_each(const uint32_t *, t, &s->templates)
        many |= several(s->model, *t);
    if (expr_is_id(s->model, e))
        s->why = BECAUSE(ID_STORED);
    else if (many && stray_self(s->model, e))
        s->why = BECAUSE(ID_ARITHMETIC);
}

static void each_action(struct partial_model *w, struct scan *s, void (*work)(struct scan *s, const struct action *a))
{
    const struct program *p = w->program;
    for (uint32_t c = 0; c < p->codes.size && !s->why; c++) {
        s->code = c;
        vector_clear(&s->templates);
        for (uint32_t t = 0; t < p->template_count; t++)
            if (c == t || c >= p->template_count)
                vector_push(&s->templates, t);
        vector_each(const struct edge *, e, &p->codes.data[c].edges)
            work(s, &e->action);
    }
}

/* The cells that the value may come from hold ids. */
static void mark_ids(struct scan *s, expr e)
{
    switch (e->op) {
    case E_CELL:
    case E_READ:
        s->changed |= !s->model->is_id[e->value];
        s->model->is_id[e->value] = true;
        break;
    case E_ITE:
        mark_ids(s, e->arg[1]);
        mark_ids(s, e->arg[2]);
        break;
    case E_ZEXT:
    case E_EXTRACT: mark_ids(s, e->arg[0]); break;
    default: break;
    }
}

static void spread_by_comparing(void *context, expr e)
{
    struct scan *s = context;
    if (e->op == E_EQ && (expr_is_id(s->model, e->arg[0]) || expr_is_id(s->model, e->arg[1]))) {
        mark_ids(s, e->arg[0]);
        mark_ids(s, e->arg[1]);
    }
}

static void spread(struct scan *s, const struct action *a)
{
    struct partial_model *w = s->model;
    expr_visit(a->guard, spread_by_comparing, s);
    for (uint32_t i = 0; i < a->update_count; i++) {
        const struct update *u = &a->updates[i];
        expr_visit(u->value, spread_by_comparing, s);
        if (!w->is_id[u->cell] && expr_is_id(w, u->value))
            w->is_id[u->cell] = s->changed = true;
    }
    if (a->kind == ACT_CALL && a->call_result != NONE) {
        uint32_t result = w->program->codes.data[a->object].result;
        if (result != NONE && w->is_id[result] && !w->is_id[a->call_result])
            w->is_id[a->call_result] = s->changed = true;
    }
}

static void check_action(struct scan *s, const struct action *a)
{
    struct partial_model *w = s->model;
    check_value(s, a->guard, false);
    for (uint32_t i = 0; i < a->update_count; i++) {
        const struct update *u = &a->updates[i];
        check_value(s, u->value, w->is_id[u->cell]);
        if (u->index) {
            expr_visit(u->index, check_node, s);
            if (expr_is_id(w, u->index) && self_use(u->index).other)
                s->why = BECAUSE(ID_COMPUTES_INDEX);
            else
                check_index(s, u->cell, u->index);
        }
    }
    if (a->kind == ACT_CALL && a->call_result != NONE) {
        uint32_t result = w->program->codes.data[a->object].result;
        if (result != NONE && w->is_id[a->call_result] != w->is_id[result])
            s->why = BECAUSE(ID_RETURNED);
    }
}

bool identity_analyse(struct partial_model *w, const struct reason **why)
{
    const struct program *p = w->program;
    struct scan s = {.model = w};
    do {
        s.changed = false;
        each_action(w, &s, spread);
    } while (s.changed);
    vector_each(const struct cell *, c, &p->cells)
        if (w->is_id[c->id] && (c->arbitrary ? cell_is_shared(c) : c->init != 0 || c->inits))
            s.why = BECAUSE(ID_INITIAL);
    each_action(w, &s, check_action);
    vector_each(const struct cell *, c, &p->cells)
        if (w->own[c->id].template != NONE && cell_is_shared(c)) {
            struct slot_domain *first = &w->domains.data[w->domain_base[c->id]];
            for (uint32_t i = 1; i < w->domain_count[c->id]; i++) {
                struct slot_domain *d = &w->domains.data[w->domain_base[c->id] + i];
                for (uint32_t k = 0; k < d->values.size; k++)
                    domain_add(first, d->values.data[k]);
            }
            domain_add(first, 0);
            w->domain_count[c->id] = 1;
        }
    vector_free(&s.templates);
    *why = s.why;
    return !s.why;
}
