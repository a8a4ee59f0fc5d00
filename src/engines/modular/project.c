/* Projection of guarantees between views, and compatibility of thread states.
 *
 * With named threads this is: the common slots, by name. Relatively, the two threads are some instances of their
 * templates: `me` of each is either an instance whose slots the other side knows by number, or none of those (NONE).
 * Ids: the other's "me" is my "another"; the other's "another" may be me or a third thread. */
#include "engines/modular/project.h"

#include <stdlib.h>

enum { MOST_ALTERNATIVES = 16 };

struct side { /* one of two threads that are compared */
    const struct sight *sight;
    uint32_t me;
    const uint64_t *store; /* what it knows of its units, where that matters */
};

/* The place that the slot of one side is on the other side: a unit, or NONE. */
static uint32_t counterpart(const struct side *from, const struct side *to, uint32_t cell, uint32_t slot, bool own)
{
    const struct own_slots *o = &from->sight->model->own[cell];
    uint64_t v;
    if (own) {
        if (from->me == NONE || !map_get(&o->slot_of, (uint64_t)from->me << 32 | slot, &v))
            return NONE;
        slot = (uint32_t)v;
    }
    if (!sight_owns(to->sight, cell))
        return sight_unit(to->sight, cell, slot, false);
    if (to->me == NONE || !map_get(&o->owner, slot, &v) || (uint32_t)(v >> 32) != to->me)
        return NONE;
    return sight_unit(to->sight, cell, (uint32_t)v, true);
}

static uint64_t translate(uint64_t id) { return id == ID_NONE ? ID_NONE : id == ID_ME ? ID_OTHER : ID_SOME; }

/* --- who may be who --- */

static void note_mentions(struct fixpoint *f)
{
    const struct partial_model *w = f->model;
    for (uint32_t k = 0; k < f->kind_count && w->relative; k++) {
        struct modular_kind *kind = &f->kinds[k];
        struct map seen = {0};
        vector_each(const struct sight_unit *, u, &kind->sight->units) {
            const struct own_slots *o = &w->own[u->cell];
            uint64_t v;
            if (u->own || o->template == NONE || !map_get(&o->owner, u->slot, &v))
                continue;
            uint64_t key = (uint64_t)o->template << 32 | v >> 32;
            if (map_get(&seen, key, NULL))
                continue;
            map_put(&seen, key, 1);
            vector_push(&kind->mentions[o->template], (uint32_t)(v >> 32));
        }
        map_free(&seen);
    }
}

static uint64_t slot_key(uint32_t cell, uint32_t slot) { return (uint64_t)cell << 32 | slot; }

/* Of named threads each slot has a list of those who track it: most steps concern a few of many threads only. */
void project_prepare(struct fixpoint *f)
{
    note_mentions(f);
    for (uint32_t k = 0; k < f->kind_count && !f->model->relative; k++)
        vector_each(const struct sight_unit *, u, &f->kinds[k].sight->units) {
            uint64_t first = 0;
            map_get(&f->seers, slot_key(u->cell, u->slot), &first);
            vector_resize(&f->seer_list, f->seer_list.size + 1);
            vector_last(&f->seer_list).kind = k;
            vector_last(&f->seer_list).next = (uint32_t)first;
            map_put(&f->seers, slot_key(u->cell, u->slot), f->seer_list.size);
        }
}

/* Instances that `who` may be, seen from a kind that tracks slots of some of them; the last is NONE if there may be
 * more. */
static void candidates(const struct fixpoint *f, const struct modular_kind *seen_from, const struct sight *who, u32_vector *out)
{
    if (!who->several) {
        vector_push(out, NONE);
        return;
    }
    const u32_vector *m = &seen_from->mentions[who->template];
    for (uint32_t i = 0; i < m->size; i++)
        vector_push(out, m->data[i]);
    uint32_t n = f->model->program->codes.data[who->template].instances;
    if (n == UNBOUNDED || n > m->size)
        vector_push(out, NONE);
}

/* As candidates, but for the target of a guarantee with a fixed-slot write: those that it tells apart. */
static void add_written(const struct fixpoint *f, const struct modular_kind *a, const struct guarantee *g, const struct sight *who,
                        u32_vector *out)
{
    for (uint32_t i = 0; i < g->count && who->several; i++) {
        const struct slot_write *w = &a->writes.data[g->write + i];
        const struct own_slots *o = &f->model->own[w->cell];
        uint64_t v;
        if (w->target != TARGET_SLOT || o->template != who->template || !map_get(&o->owner, w->slot, &v))
            continue;
        bool known = false;
        vector_each(const uint32_t *, x, out)
            known |= *x == (uint32_t)(v >> 32);
        if (!known)
            vector_push(out, (uint32_t)(v >> 32));
    }
}

/* --- guarantees --- */

struct alternative {
    uint32_t unit;
    bool keep; /* it may also not be written */
    bool top;  /* any value: the others do not matter */
    u64_vector values;
};
typedef VECTOR(struct alternative) alternatives;

static void offer(alternatives *all, const struct sight *to, uint32_t unit, const struct slot_write *w, bool sure, bool relative)
{
    uint64_t value = w->value;
    struct alternative *a = NULL;
    vector_each(struct alternative *, x, all)
        if (x->unit == unit)
            a = x;
    if (!a) {
        vector_push(all, (struct alternative){.unit = unit, .keep = true});
        a = &vector_last(all);
    }
    a->keep &= !sure;
    if (a->top)
        return;
    if (w->top) {
        a->top = true;
        vector_clear(&a->values);
        vector_push(&a->values, 0);
        return;
    }
    bool id = relative && to->units.data[unit].is_id;
    if (id && value == ID_OTHER)
        vector_push(&a->values, ID_ME);
    vector_push(&a->values, id && value == ID_ME ? ID_OTHER : value);
}

/* Adds the step, with what it writes, for every combination of alternatives. */
static void add_alternatives(struct fixpoint *f, uint32_t target, struct env_step step, alternatives *all)
{
    uint64_t n = 1;
    vector_each(struct alternative *, a, all)
        if ((n *= a->values.size + a->keep) > MOST_ALTERNATIVES)
            break;
    for (uint32_t i = 0; n > MOST_ALTERNATIVES && i < all->size; i++) { /* all that they may become is one case: unknown */
        all->data[i].top = true;
        all->data[i].keep = false;
        all->data[i].values.size = 1;
    }
    n = n > MOST_ALTERNATIVES ? 1 : n;
    struct env_part *writes = NEW_ARRAY(struct env_part, all->size);
    for (uint64_t i = 0; i < n; i++) {
        uint64_t rest = i;
        uint32_t count = 0;
        vector_each(const struct alternative *, a, all) {
            uint64_t c = rest % (a->values.size + a->keep);
            rest /= a->values.size + a->keep;
            if (c < a->values.size)
                writes[count++] = (struct env_part){a->unit, a->top ? PART_TOP : 0, a->values.data[c]};
        }
        step.writes = writes;
        step.write_count = count;
        if (count)
            fixpoint_add_env(f, target, &step);
    }
    mem_free(writes);
}

static int by_unit(const void *a, const void *b)
{
    uint32_t x = ((const struct env_part *)a)->unit, y = ((const struct env_part *)b)->unit;
    return x < y ? -1 : x > y;
}

static void project_pair(struct fixpoint *f, uint32_t source, uint32_t guarantee, uint32_t target, uint32_t me_a, uint32_t me_b)
{
    const struct modular_kind *a = &f->kinds[source], *b = &f->kinds[target];
    const struct guarantee *g = &a->guarantee_list.data[guarantee];
    const struct sight *from = a->sight, *to = b->sight;
    const struct side mine = {from, me_a, NULL}, yours = {to, me_b, NULL};
    bool relative = f->model->relative;
    alternatives all = {0};
    for (uint32_t i = 0; i < g->count; i++) {
        const struct slot_write *w = &a->writes.data[g->write + i];
        if (w->target == TARGET_BLURRED) {
            for (uint32_t u = 0; u < to->units.size; u++)
                if (to->units.data[u].cell == w->cell)
                    offer(&all, to, u, w, false, relative);
            continue;
        }
        uint32_t u = counterpart(&mine, &yours, w->cell, w->slot, w->target == TARGET_OWN);
        if (u != NONE)
            offer(&all, to, u, w, true, relative);
    }
    if (all.size) {
        const uint64_t *store = intern_bytes(&a->pres, g->pre, NULL);
        uint32_t n = from->units.size, m = to->units.size, count = 0;
        struct env_part *pre = NEW_ARRAY(struct env_part, (n < m ? n : m) + 1);
        for (uint32_t i = 0; i < (n < m ? n : m); i++) {
            const struct sight_unit *x = n < m ? &from->units.data[i] : &to->units.data[i];
            uint32_t other =
                n < m ? counterpart(&mine, &yours, x->cell, x->slot, x->own) : counterpart(&yours, &mine, x->cell, x->slot, x->own);
            uint32_t u = n < m ? i : other, v = n < m ? other : i;
            if (other == NONE || !bank_knows(store, n, u))
                continue;
            bool id = relative && x->is_id;
            pre[count++] = (struct env_part){v, id ? PART_ID : 0, id ? translate(store[u]) : store[u]};
        }
        qsort(pre, count, sizeof *pre, by_unit);
        add_alternatives(f, target, (struct env_step){.pre = pre, .pre_count = count, .source = source, .guarantee = guarantee},
                         &all);
        mem_free(pre);
    }
    vector_each(struct alternative *, x, &all)
        vector_free(&x->values);
    vector_free(&all);
}

static void project_to(struct fixpoint *f, uint32_t source, uint32_t guarantee, uint32_t target)
{
    const struct modular_kind *a = &f->kinds[source], *b = &f->kinds[target];
    if (source == target && !a->sight->several)
        return;
    u32_vector as = {0}, bs = {0};
    candidates(f, b, a->sight, &as);
    candidates(f, a, b->sight, &bs);
    add_written(f, a, &a->guarantee_list.data[guarantee], b->sight, &bs);
    for (uint32_t i = 0; i < as.size; i++)
        for (uint32_t k = 0; k < bs.size; k++)
            if (as.data[i] == NONE || as.data[i] != bs.data[k] || a->sight->template != b->sight->template)
                project_pair(f, source, guarantee, target, as.data[i], bs.data[k]);
    vector_free(&as);
    vector_free(&bs);
}

void project_guarantee(struct fixpoint *f, uint32_t source, uint32_t guarantee)
{
    assert(source < f->kind_count && guarantee < f->kinds[source].guarantees.size);
    const struct guarantee *g = &f->kinds[source].guarantee_list.data[guarantee];
    bool everybody = f->model->relative;
    for (uint32_t i = 0; i < g->count; i++)
        everybody |= f->kinds[source].writes.data[g->write + i].target == TARGET_BLURRED;
    for (uint32_t t = 0; t < f->kind_count && everybody && !f->stopped; t++)
        project_to(f, source, guarantee, t);
    for (uint32_t i = 0; i < g->count && !everybody; i++) {
        const struct slot_write *w = &f->kinds[source].writes.data[g->write + i];
        uint64_t at = 0;
        map_get(&f->seers, slot_key(w->cell, w->slot), &at);
        for (; at && !f->stopped; at = f->seer_list.data[at - 1].next)
            project_to(f, source, guarantee, f->seer_list.data[at - 1].kind);
    }
}

/* --- compatibility --- */

static bool stores_meet(const struct side *a, const struct side *b, bool relative)
{
    const uint64_t *x = a->store, *y = b->store;
    uint32_t n = a->sight->units.size, m = b->sight->units.size;
    for (uint32_t i = 0; i < n; i++) {
        const struct sight_unit *u = &a->sight->units.data[i];
        if (!bank_knows(x, n, i))
            continue;
        uint32_t k = counterpart(a, b, u->cell, u->slot, u->own);
        if (k == NONE || !bank_knows(y, m, k))
            continue;
        if (!(relative && u->is_id) ? x[i] != y[k] : (x[i] == 0) != (y[k] == 0) || (x[i] == ID_ME && y[k] == ID_ME))
            return false;
    }
    return true;
}

/* Whether the two accesses may be to one slot. */
static bool slots_meet(const struct fixpoint *f, const struct side *a, const struct store_access *x, const struct side *b,
                       const struct store_access *y)
{
    if (x->cell != y->cell || x->target == TARGET_NOWHERE || y->target == TARGET_NOWHERE)
        return false;
    if (x->target == TARGET_BLURRED || y->target == TARGET_BLURRED)
        return true;
    const struct own_slots *o = &f->model->own[x->cell];
    uint64_t p = x->slot, q = y->slot;
    if (x->target == TARGET_OWN && y->target == TARGET_OWN)
        return a->sight->template != b->sight->template; /* different instances: different slots */
    if (x->target == TARGET_OWN)
        return a->me == NONE ? true : map_get(&o->slot_of, (uint64_t)a->me << 32 | x->slot, &p) && p == q;
    if (y->target == TARGET_OWN)
        return b->me == NONE ? true : map_get(&o->slot_of, (uint64_t)b->me << 32 | y->slot, &q) && p == q;
    return p == q;
}

bool project_meet(struct fixpoint *f, uint32_t ka, const struct store_access *x, uint32_t kb, const struct store_access *y)
{
    const struct modular_kind *a = &f->kinds[ka], *b = &f->kinds[kb];
    u32_vector as = {0}, bs = {0};
    candidates(f, b, a->sight, &as);
    candidates(f, a, b->sight, &bs);
    bool meet = false;
    for (uint32_t i = 0; i < as.size && !meet; i++)
        for (uint32_t k = 0; k < bs.size && !meet; k++) {
            const struct side mine = {a->sight, as.data[i], intern_bytes(&a->pres, x->store, NULL)};
            const struct side yours = {b->sight, bs.data[k], intern_bytes(&b->pres, y->store, NULL)};
            meet = (mine.me == NONE || mine.me != yours.me || a->sight->template != b->sight->template) &&
                   slots_meet(f, &mine, x, &yours, y) && stores_meet(&mine, &yours, f->model->relative);
        }
    vector_free(&as);
    vector_free(&bs);
    return meet;
}
