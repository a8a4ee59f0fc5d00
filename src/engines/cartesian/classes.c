/* Classes: instances of a template whose code uses the own id only for what the level forgets and knows all values of
 * (its started and done flags, constant arguments) and whose arguments are equal cannot be told apart. An argument that
 * one constant alone is ever passed as is that constant from the start: a thread reads it after its creation only. */
#include "engines/cartesian/classes.h"

struct use {
    const struct scene *s;
    bool *read; /* by cell */
    uint32_t code;
    bool self; /* the id matters */
    bool touches;
    const bool *chosen;
    const bool *settled; /* by cell: forgotten, and its values are known before the fixpoint */
    const bool *matters; /* by cell: what is written there, and where, may be seen again */
};

/* --- which cells --- */

static void note_read(void *context, expr e)
{
    struct use *u = context;
    if (e->op == E_CELL || e->op == E_READ)
        u->read[e->value] = true;
}

static void note_reads(const struct program *p, bool *read)
{
    struct use u = {.read = read};
    vector_each(const struct code *, c, &p->codes)
        vector_each(const struct edge *, e, &c->edges) {
            expr_visit(e->action.guard, note_read, &u);
            for (uint32_t i = 0; i < e->action.update_count; i++) {
                expr_visit(e->action.updates[i].value, note_read, &u);
                if (e->action.updates[i].index)
                    expr_visit(e->action.updates[i].index, note_read, &u);
            }
        }
}

static bool is_life(const struct cell *c)
{
    return c->role == CELL_STARTED || c->role == CELL_DONE || c->role == CELL_RESULT || c->role == CELL_COUNT ||
           c->role == CELL_ARGUMENT;
}

static void choose_cells(struct scene *s, const bool *read, bool *chosen)
{
    const struct world *w = &s->world;
    vector_each(const struct cell *, c, &s->program->cells) {
        bool keep = cell_is_shared(c) && !c->dropped && w->slots[c->id] && !w->forgotten[c->id];
        keep &= read[c->id] || s->level == SCENE_FULL;
        keep &= s->level != SCENE_RUNNING || !is_life(c);
        chosen[c->id] = keep;
    }
}

/* --- constant arguments, flags of both values --- */

static bool waits_to_start(const struct code *c)
{
    for (uint32_t i = out_begin(c, c->entry); i < out_end(c, c->entry); i++)
        if (out_edge(c, i)->action.kind != ACT_START)
            return false;
    return true;
}

static void fix_domains(struct scene *s, const bool *chosen, bool *settled)
{
    struct world *w = &s->world;
    const struct program *p = s->program;
    vector_each(const struct cell *, c, &p->cells) {
        if (chosen[c->id] || !cell_is_shared(c) || c->dropped || s->level != SCENE_RUNNING)
            continue;
        if ((c->role == CELL_STARTED || c->role == CELL_DONE) && c->width == 1) {
            for (uint32_t i = 0; i < w->domain_count[c->id]; i++) {
                domain_add(&w->domains.data[w->domain_base[c->id] + i], 0);
                domain_add(&w->domains.data[w->domain_base[c->id] + i], 1);
            }
            settled[c->id] = true;
        }
        if (c->role != CELL_ARGUMENT || w->domain_count[c->id] != w->slots[c->id] || c->arbitrary)
            continue;
        /* All writes are constants at constant places, all reads by the threads themselves, which wait to be created.
         */
        bool constant = c->subject != NONE && waits_to_start(&p->codes.data[c->subject]);
        struct map values = {0};
        vector_each(const struct code *, code, &p->codes)
            vector_each(const struct edge *, e, &code->edges) {
                const struct action *a = &e->action;
                bool *read = NEW_ARRAY(bool, p->cells.size + 1);
                struct use u = {.read = read};
                expr_visit(a->guard, note_read, &u);
                bool creates = false;
                for (uint32_t i = 0; i < a->update_count; i++) {
                    expr_visit(a->updates[i].value, note_read, &u);
                    if (a->updates[i].index)
                        expr_visit(a->updates[i].index, note_read, &u);
                    creates |= p->cells.data[a->updates[i].cell].role == CELL_STARTED;
                }
                constant &= !read[c->id] || (uint32_t)(code - p->codes.data) == c->subject;
                mem_free(read);
                for (uint32_t i = 0; i < a->update_count; i++) {
                    const struct update *x = &a->updates[i];
                    if (x->cell != c->id)
                        continue;
                    uint64_t slot = x->index && expr_is_const(x->index) ? cell_slot(c, x->index->value, w->counts) : 0, old;
                    bool ok = creates && expr_is_const(x->value) && (!x->index || expr_is_const(x->index)) && slot != NONE64;
                    constant &= ok && (!map_get(&values, slot, &old) || old == x->value->value);
                    if (ok)
                        map_put(&values, slot, x->value->value);
                }
            }
        settled[c->id] = constant;
        for (uint32_t i = 0; i < w->slots[c->id] && constant; i++) {
            uint64_t v;
            struct domain *d = world_domain(w, c->id, i);
            if (!map_get(&values, i, &v))
                continue;
            vector_clear(&d->values);
            map_clear(&d->members);
            domain_add(d, v);
            d->once_started = true;
        }
        map_free(&values);
    }
}

/* --- classes --- */

/* Whether the value depends on the id of the thread other than through settled cells, which instance_data() compares.
 * Any other forgotten cell gets its values slot by slot while the fixpoint runs, so whose slot it is matters. */
static bool depends_on_self(const struct use *u, expr e)
{
    if (e->op == E_SELF)
        return true;
    if (e->op == E_READ && u->settled[e->value])
        return false;
    for (unsigned i = 0; i < e->arity; i++)
        if (depends_on_self(u, e->arg[i]))
            return true;
    return false;
}

static void note_touch(void *context, expr e)
{
    struct use *u = context;
    if (e->op == E_CELL || e->op == E_READ)
        u->touches |= u->chosen[e->value];
}

static bool in_check(const struct program *p, uint32_t access)
{
    vector_each(const struct check *, c, &p->checks)
        if (c->property == PROPERTY_RACE && (c->access_a == access || c->access_b == access))
            return true;
    return false;
}

static struct use code_use(const struct use *common, uint32_t code)
{
    struct use u = *common;
    u.code = code;
    vector_each(const struct edge *, e, &u.s->program->codes.data[code].edges) {
        u.self |= depends_on_self(&u, e->action.guard);
        expr_visit(e->action.guard, note_touch, &u);
        for (uint32_t i = 0; i < e->action.update_count; i++) {
            const struct update *x = &e->action.updates[i];
            u.self |= u.matters[x->cell] && (depends_on_self(&u, x->value) || (x->index && depends_on_self(&u, x->index)));
            u.touches |= u.chosen[x->cell];
            expr_visit(x->value, note_touch, &u);
            if (x->index)
                expr_visit(x->index, note_touch, &u);
        }
        for (uint32_t i = 0; i < e->action.access_count; i++)
            u.self |= e->action.accesses[i].index && in_check(u.s->program, e->action.accesses[i].id) &&
                      depends_on_self(&u, e->action.accesses[i].index);
    }
    return u;
}

/* A hash of all that the instance may read as its own: the domains of its slots in the cells about its life. */
static uint64_t instance_data(struct scene *s, uint32_t template, uint32_t instance, const bool *chosen)
{
    uint64_t h = 0;
    vector_each(const struct cell *, c, &s->program->cells) {
        if (!cell_is_shared(c) || chosen[c->id] || c->dropped || !is_life(c) || c->subject != template || c->role == CELL_COUNT)
            continue;
        if (instance >= s->world.slots[c->id])
            continue;
        const struct domain *d = world_domain(&s->world, c->id, cell_is_array(c) ? instance : 0);
        h = hash_pair(h, d->values.size);
        for (uint32_t i = 0; i < d->values.size; i++)
            h = hash_pair(h, d->values.data[i]);
    }
    return h;
}

static void make_classes(struct scene *s, const struct use *common)
{
    const struct program *p = s->program;
    const bool *chosen = common->chosen;
    for (uint32_t t = 0; t < p->template_count; t++) {
        struct use u = code_use(common, t);
        struct map by_data = {0};
        for (uint32_t n = 0; n < s->world.counts[t]; n++) {
            uint64_t data = instance_data(s, t, n, chosen), at;
            if (u.self || s->level != SCENE_RUNNING || !map_get(&by_data, data, &at)) {
                at = s->classes.size;
                map_put(&by_data, data, at);
                struct class c = {.template = t, .instance = n, .touches = u.touches};
                vector_push(&s->classes, c);
            }
            vector_push(&s->classes.data[at].instances, n);
        }
        map_free(&by_data);
    }
    s->space.class_count = s->classes.size;
    s->space.size = NEW_ARRAY(uint32_t, s->classes.size + 1);
    for (uint32_t c = 0; c < s->classes.size; c++) {
        struct class *k = &s->classes.data[c];
        s->space.size[c] = k->instances.size;
        sight_init(&k->sight, &s->world, k->template, k->instance);
        vector_each(const struct cell *, x, &p->cells)
            for (uint32_t i = 0; chosen[x->id] && i < s->world.slots[x->id]; i++)
                sight_add(&k->sight, x->id, i, false, false);
    }
}

void classes_make(struct scene *s)
{
    uint32_t n = s->program->cells.size + 1;
    bool *read = NEW_ARRAY(bool, n), *chosen = NEW_ARRAY(bool, n), *settled = NEW_ARRAY(bool, n), *matters = NEW_ARRAY(bool, n);
    note_reads(s->program, read);
    choose_cells(s, read, chosen);
    fix_domains(s, chosen, settled);
    vector_each(const struct cell *, c, &s->program->cells)
        matters[c->id] = !cell_is_shared(c) || chosen[c->id] || (read[c->id] && !settled[c->id] && !s->world.forgotten[c->id]);
    make_classes(s, &(struct use){.s = s, .chosen = chosen, .settled = settled, .matters = matters});
    mem_free(read);
    mem_free(chosen);
    mem_free(settled);
    mem_free(matters);
}
