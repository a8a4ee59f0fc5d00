#include "engines/monotone/counting.h"

#include <assert.h>

enum { MOST_WEIGHT = 8 };
static const int64_t UNSET = INT64_MIN;

enum change { CHANGE_ADDS, CHANGE_SETS, CHANGE_OTHER };

/* What the action does to the cell: adds *by, or sets it to *by. If *copy is set it adds that to another cell's value.
 */
static enum change change_of(const struct action *a, uint32_t cell, int64_t *by, expr *copy)
{
    *by = 0;
    *copy = NULL;
    for (uint32_t i = 0; i < a->update_count; i++) {
        expr v = a->updates[i].value;
        if (a->updates[i].cell != cell || (v->op == E_CELL && v->value == cell))
            continue;
        if (expr_is_const(v)) {
            *by = (int64_t)v->value;
            return CHANGE_SETS;
        }
        if (v->op != E_ADD)
            return CHANGE_OTHER;
        expr x = expr_is_const(v->arg[0]) ? v->arg[1] : v->arg[0], y = x == v->arg[0] ? v->arg[1] : v->arg[0];
        if (x->op != E_CELL || !expr_is_const(y))
            return CHANGE_OTHER;
        if (x->value != cell)
            *copy = x;
        *by = sign_extend(y->value, y->width);
    }
    return CHANGE_ADDS;
}

/* --- main before it creates threads --- */

static void look_for_started(void *context, expr e)
{
    struct {
        const struct program *p;
        bool found;
    } *x = context;
    x->found |= (e->op == E_CELL || e->op == E_READ) && x->p->cells.data[e->value].role == CELL_STARTED;
}

/* Whether instances of the template wait for being created. */
static bool waits(const struct program *p, uint32_t t)
{
    const struct code *c = &p->codes.data[t];
    for (uint32_t i = out_begin(c, c->entry); i < out_end(c, c->entry); i++) {
        struct {
            const struct program *p;
            bool found;
        } x = {p, false};
        expr_visit(out_edge(c, i)->action.guard, look_for_started, &x);
        if (!x.found)
            return false;
    }
    return true;
}

/* Marks the locations of main where other threads may run. */
static void find_late(const struct program *p, bool *late)
{
    const struct code *c = &p->codes.data[0];
    bool all = false;
    for (uint32_t t = 1; t < p->template_count; t++)
        all |= !waits(p, t);
    for (uint32_t l = 0; l < c->locations.size; l++)
        late[l] = all;
    for (bool changed = true; changed;) {
        changed = false;
        vector_each(const struct edge *, e, &c->edges) {
            bool creates = late[e->from];
            for (uint32_t i = 0; i < e->action.update_count; i++)
                creates |= p->cells.data[e->action.updates[i].cell].role == CELL_STARTED;
            if (creates && !late[e->to])
                late[e->to] = changed = true;
        }
    }
}

/* The value that main has left in the cell wherever other threads may run; false if that is not one value. */
static bool find_base(const struct program *p, const struct cell *cell, uint64_t *base, int32_t *of_main)
{
    const struct code *c = &p->codes.data[0];
    if (c->instances != 1)
        return false;
    bool *late = NEW_ARRAY(bool, c->locations.size + 1), ok = true, found = false;
    int64_t *value = NEW_ARRAY(int64_t, c->locations.size + 1);
    find_late(p, late);
    for (uint32_t l = 0; l < c->locations.size; l++)
        value[l] = UNSET;
    value[c->entry] = (int64_t)cell->init;
    for (bool changed = true; changed && ok;) {
        changed = false;
        vector_each(const struct edge *, e, &c->edges) {
            int64_t by;
            expr copy;
            if (value[e->from] == UNSET || !ok)
                continue;
            enum change kind = change_of(&e->action, cell->id, &by, &copy);
            ok &= kind != CHANGE_OTHER && !copy && !(late[e->from] && (kind == CHANGE_SETS || by));
            int64_t v = kind == CHANGE_SETS ? by : (int64_t)((uint64_t)(value[e->from] + by) & width_mask(cell->width));
            ok &= value[e->to] == UNSET || value[e->to] == v;
            changed |= value[e->to] == UNSET;
            value[e->to] = v;
        }
    }
    for (uint32_t l = 0; l < c->locations.size; l++)
        if (late[l] && value[l] != UNSET) {
            ok &= !found || *base == (uint64_t)value[l];
            *base = (uint64_t)value[l];
            found = true;
        }
    for (uint32_t l = 0; l < c->locations.size; l++)
        of_main[l] = value[l] == UNSET ? 0 : (int32_t)sign_extend((uint64_t)value[l] - cell->init, cell->width);
    mem_free(late);
    mem_free(value);
    return ok && found;
}

/* --- weights --- */

/* Gives a weight to the target of the edge if its source has one; changes first, so that they decide. */
static bool spread(const struct code *c, uint32_t cell, int64_t *weight, bool changes)
{
    vector_each(const struct edge *, e, &c->edges) {
        int64_t by;
        expr copy;
        if (weight[e->from] == UNSET || weight[e->to] != UNSET || change_of(&e->action, cell, &by, &copy) != CHANGE_ADDS ||
            (by != 0) != changes)
            continue;
        weight[e->to] = weight[e->from] + by;
        return true;
    }
    return false;
}

/* Weights of the locations that the entry reaches; the others have none. */
static bool weights_of(const struct program *p, uint32_t t, struct counter *k, int64_t *weight)
{
    const struct code *c = &p->codes.data[t];
    uint32_t cell = k->cell;
    for (uint32_t l = 0; l < c->locations.size; l++)
        weight[l] = UNSET;
    weight[c->entry] = 0;
    while (spread(c, cell, weight, true) || spread(c, cell, weight, false))
        ;
    for (uint32_t l = 0; l < c->locations.size; l++)
        weight[l] = weight[l] == UNSET ? 0 : weight[l];
    for (uint32_t i = 0; i < c->edges.size; i++) {
        const struct edge *e = &c->edges.data[i];
        int64_t by;
        expr copy;
        if (change_of(&e->action, cell, &by, &copy) != CHANGE_ADDS || weight[e->to] != weight[e->from] + by)
            bitset_add(&k->odd[t], i);
        else if (copy)
            vector_push(&k->sure, (struct sure){t, i, expr_eq(p->exprs, copy, expr_cell(p->exprs, copy->width, cell))});
        if (weight[e->to] < -MOST_WEIGHT || weight[e->to] > MOST_WEIGHT)
            return false;
    }
    return true;
}

/* Whether no number of threads makes the sum wrap around. */
static bool cannot_wrap(const struct program *p, const struct cell *cell, const int64_t *most)
{
    unsigned __int128 sum = 0, room = (unsigned __int128)1 << cell->width;
    for (uint32_t t = 1; t < p->template_count; t++) {
        uint32_t n = p->codes.data[t].instances;
        uint64_t threads = n == UNBOUNDED ? (UINT64_C(1) << SELF_WIDTH) - p->codes.data[t].first_id : n;
        sum += (unsigned __int128)threads * (uint64_t)most[t];
    }
    return sum < room;
}

static void counter_free(struct counter *c, uint32_t templates)
{
    for (uint32_t t = 0; t < templates; t++) {
        mem_free(c->weight[t]);
        bitset_free(&c->odd[t]);
    }
    vector_free(&c->sure);
    mem_free(c->weight);
    mem_free(c->of_main);
    mem_free(c->odd);
}

static void find_one(struct counters *cs, const struct program *p, const struct cell *cell)
{
    struct counter c = {.cell = cell->id,
                        .weight = NEW_ARRAY(uint32_t *, p->template_count + 1),
                        .of_main = NEW_ARRAY(int32_t, p->codes.data[0].locations.size + 1),
                        .odd = NEW_ARRAY(struct bitset, p->template_count + 1)};
    int64_t *most = NEW_ARRAY(int64_t, p->template_count + 1);
    bool ok = find_base(p, cell, &c.base, c.of_main), up = false, down = false;
    for (uint32_t t = 0; t < p->template_count && ok; t++) {
        const struct code *code = &p->codes.data[t];
        int64_t *weight = NEW_ARRAY(int64_t, code->locations.size + 1);
        c.weight[t] = NEW_ARRAY(uint32_t, code->locations.size + 1);
        if (t) /* main's part is in the base */
            ok = weights_of(p, t, &c, weight);
        for (uint32_t l = 0; ok && l < code->locations.size; l++) {
            int64_t size = weight[l] < 0 ? -weight[l] : weight[l];
            up |= weight[l] > 0;
            down |= weight[l] < 0;
            most[t] = size > most[t] ? size : most[t];
            c.weight[t][l] = (uint32_t)size;
        }
        mem_free(weight);
    }
    c.down = down;
    if (ok && up != down && cannot_wrap(p, cell, most))
        vector_push(&cs->list, c);
    else
        counter_free(&c, p->template_count);
    mem_free(most);
}

void counters_find(struct counters *c, const struct program *p)
{
    *c = (struct counters){.templates = p->template_count};
    vector_each(const struct cell *, cell, &p->cells)
        if (cell_is_shared(cell) && !cell_is_array(cell) && !cell->arbitrary && !cell->dropped && cell->width > 1)
            find_one(c, p, cell);
}

void counters_free(struct counters *c)
{
    vector_each(struct counter *, x, &c->list)
        counter_free(x, c->templates);
    vector_free(&c->list);
}
