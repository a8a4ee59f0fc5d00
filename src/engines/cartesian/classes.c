/* Classes: instances of a template whose code uses the own id only for what the level forgets and knows all values of
 * (its started and done flags, constant arguments) and whose arguments are equal cannot be told apart. An argument that
 * one constant alone is ever passed as is that constant from the start: a thread reads it after its creation only. */
#include "engines/cartesian/classes.h"

#include "facts/accesses.h"
#include "facts/creation.h"
#include "program/terms.h"

struct use {
    const struct cartesian_model *s;
    uint32_t code;
    bool self; /* the id matters */
    bool touches;
    const struct bitset *chosen;
    const struct bitset *settled; /* cells that are forgotten, and their values are known before the fixpoint */
    const struct bitset *matters; /* cells: what is written there, and where, may be seen again */
};

/* --- which cells --- */

static bool is_life(const struct cell *c)
{
    return c->role == CELL_STARTED || c->role == CELL_DONE || c->role == CELL_RESULT || c->role == CELL_COUNT ||
           c->role == CELL_ARGUMENT;
}

static void choose_cells(struct cartesian_model *s, const struct bitset *read, struct bitset *chosen)
{
    const struct partial_model *w = &s->partial;
    vector_each(const struct cell *, c, &s->program->cells) {
        bool keep = cell_is_shared(c) && !c->dropped && w->slots[c->id] && !w->forgotten[c->id];
        keep &= bitset_has(read, c->id) || s->level == CARTESIAN_FULL;
        if (keep && (s->level != CARTESIAN_RUNNING || !is_life(c)))
            bitset_add(chosen, c->id);
    }
}

/* --- constant arguments, flags of both values --- */

/* The argument's slots with the constants that are passed there. False unless all writes are constants at constant places, and
 * all reads by the threads themselves, which wait to be created. */
static bool constant_arguments(const struct cartesian_model *s, const struct cell *c, struct map *values)
{
    const struct program *p = s->program;
    bool constant = c->subject != NONE && template_waits(p, c->subject);
    struct bitset read = {0};
    for (uint32_t k = 0; k < p->codes.size; k++)
        vector_each(const struct edge *, e, &p->codes.data[k].edges) {
            const struct action *a = &e->action;
            bitset_clear(&read);
            action_reads(a, false, &read);
            constant &= !bitset_has(&read, c->id) || k == c->subject;
            for (uint32_t i = 0; i < a->update_count; i++) {
                const struct update *x = &a->updates[i];
                if (x->cell != c->id)
                    continue;
                uint64_t slot = x->index && expr_is_const(x->index) ? cell_slot(c, x->index->value, s->partial.counts) : 0, old;
                bool ok = action_creates(p, a, NONE) && expr_is_const(x->value) && (!x->index || expr_is_const(x->index)) &&
                          slot != NONE64;
                constant &= ok && (!map_get(values, slot, &old) || old == x->value->value);
                if (ok)
                    map_put(values, slot, x->value->value);
            }
        }
    bitset_free(&read);
    return constant;
}

static void fix_arguments(struct cartesian_model *s, const struct cell *c, const struct map *values)
{
    for (uint32_t i = 0; i < s->partial.slots[c->id]; i++) {
        uint64_t v;
        struct slot_domain *d = partial_model_domain(&s->partial, c->id, i);
        if (!map_get(values, i, &v))
            continue;
        vector_clear(&d->values);
        map_clear(&d->members);
        domain_add(d, v);
        d->once_started = true;
    }
}

static void fix_domains(struct cartesian_model *s, const struct bitset *chosen, struct bitset *settled)
{
    struct partial_model *w = &s->partial;
    vector_each(const struct cell *, c, &s->program->cells) {
        if (bitset_has(chosen, c->id) || !cell_is_shared(c) || c->dropped || s->level != CARTESIAN_RUNNING)
            continue;
        if ((c->role == CELL_STARTED || c->role == CELL_DONE) && c->width == 1) {
            for (uint32_t i = 0; i < w->domain_count[c->id]; i++) {
                domain_add(&w->domains.data[w->domain_base[c->id] + i], 0);
                domain_add(&w->domains.data[w->domain_base[c->id] + i], 1);
            }
            bitset_add(settled, c->id);
        }
        if (c->role != CELL_ARGUMENT || w->domain_count[c->id] != w->slots[c->id] || c->arbitrary)
            continue;
        struct map values = {0};
        if (constant_arguments(s, c, &values)) {
            bitset_add(settled, c->id);
            fix_arguments(s, c, &values);
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
    if (e->op == E_READ && bitset_has(u->settled, (uint32_t)e->value))
        return false;
    for (unsigned i = 0; i < e->arity; i++)
        if (depends_on_self(u, e->arg[i]))
            return true;
    return false;
}

static struct use code_use(const struct use *common, uint32_t code)
{
    struct use u = *common;
    struct bitset touched = {0};
    u.code = code;
    vector_each(const struct edge *, e, &u.s->program->codes.data[code].edges) {
        u.self |= depends_on_self(&u, e->action.guard);
        action_reads(&e->action, false, &touched);
        for (uint32_t i = 0; i < e->action.update_count; i++) {
            const struct update *x = &e->action.updates[i];
            u.self |=
                bitset_has(u.matters, x->cell) && (depends_on_self(&u, x->value) || (x->index && depends_on_self(&u, x->index)));
            bitset_add(&touched, x->cell);
        }
        for (uint32_t i = 0; i < e->action.access_count; i++)
            u.self |= e->action.accesses[i].index && access_asked(u.s->program, e->action.accesses[i].id) &&
                      depends_on_self(&u, e->action.accesses[i].index);
    }
    u.touches = bitset_meets(&touched, u.chosen);
    bitset_free(&touched);
    return u;
}

/* A hash of all that the instance may read as its own: the domains of its slots in the cells about its life. */
static uint64_t instance_data(struct cartesian_model *s, uint32_t template, uint32_t instance, const struct bitset *chosen)
{
    uint64_t h = 0;
    vector_each(const struct cell *, c, &s->program->cells) {
        if (!cell_is_shared(c) || bitset_has(chosen, c->id) || c->dropped || !is_life(c) || c->subject != template ||
            c->role == CELL_COUNT)
            continue;
        if (instance >= s->partial.slots[c->id])
            continue;
        const struct slot_domain *d = partial_model_domain(&s->partial, c->id, cell_is_array(c) ? instance : 0);
        h = hash_pair(h, d->values.size);
        for (uint32_t i = 0; i < d->values.size; i++)
            h = hash_pair(h, d->values.data[i]);
    }
    return h;
}

static void make_classes(struct cartesian_model *s, const struct use *common)
{
    const struct program *p = s->program;
    const struct bitset *chosen = common->chosen;
    for (uint32_t t = 0; t < p->template_count; t++) {
        struct use u = code_use(common, t);
        struct map by_data = {0};
        for (uint32_t n = 0; n < s->partial.counts[t]; n++) {
            uint64_t data = instance_data(s, t, n, chosen), at;
            if (u.self || s->level != CARTESIAN_RUNNING || !map_get(&by_data, data, &at)) {
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
        sight_init(&k->sight, &s->partial, k->template, k->instance);
        vector_each(const struct cell *, x, &p->cells)
            for (uint32_t i = 0; bitset_has(chosen, x->id) && i < s->partial.slots[x->id]; i++)
                sight_add(&k->sight, x->id, i, false, false);
    }
}

void classes_make(struct cartesian_model *s)
{
    struct bitset read = {0}, chosen = {0}, settled = {0}, matters = {0};
    vector_each(const struct code *, c, &s->program->codes)
        vector_each(const struct edge *, e, &c->edges)
            action_reads(&e->action, false, &read);
    choose_cells(s, &read, &chosen);
    fix_domains(s, &chosen, &settled);
    vector_each(const struct cell *, c, &s->program->cells) {
        bool seen = bitset_has(&read, c->id) && !bitset_has(&settled, c->id) && !s->partial.forgotten[c->id];
        if (!cell_is_shared(c) || bitset_has(&chosen, c->id) || seen)
            bitset_add(&matters, c->id);
    }
    make_classes(s, &(struct use){.s = s, .chosen = &chosen, .settled = &settled, .matters = &matters});
    bitset_free(&read);
    bitset_free(&chosen);
    bitset_free(&settled);
    bitset_free(&matters);
}
