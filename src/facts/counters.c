#include "facts/counters.h"

#include "facts/creation.h"

enum { MAIN = 0 };
static const int64_t UNSET = INT64_MIN;

enum change { CHANGE_ADDS, CHANGE_SETS, CHANGE_OTHER };

/* What the action does to the cell: adds *by, or sets it to *by. If *copy is set it adds that to another cell's value. */
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

struct counting {
    const struct program *p, *creators;
    const struct bitset *late;
    struct counter *counter;
    uint32_t template;
    const struct code *code;
    int64_t *part;
    struct bitset changing, still; /* edges from locations whose part is known, that change the cell or do not */
};

/* What the threads that the edge creates are given. */
static int64_t handed_over(const struct counting *g, const struct edge *e)
{
    int64_t sum = 0;
    if (!g->creators)
        return 0;
    const struct action *a = &g->creators->codes.data[g->template].edges.data[e - g->code->edges.data].action;
    for (uint32_t i = 0; i < a->update_count; i++) {
        const struct cell *c = &g->creators->cells.data[a->updates[i].cell];
        sum += c->role == CELL_STARTED ? g->counter->given[c->subject] : 0;
    }
    return sum;
}

/* The part after the edge. False if it is odd. */
static bool part_after(struct counting *g, const struct edge *e, int64_t *after, expr *copy)
{
    const struct cell *cell = &g->p->cells.data[g->counter->cell];
    int64_t by;
    enum change change = change_of(&e->action, cell->id, &by, copy);
    bool alone = g->template == MAIN && !bitset_has(g->late, e->from);
    *after = change == CHANGE_SETS ? sign_extend((uint64_t)by - cell->init, cell->width) : g->part[e->from] + by;
    *after -= handed_over(g, e);
    g->counter->set |= change == CHANGE_SETS && alone;
    return change == CHANGE_ADDS || (change == CHANGE_SETS && alone);
}

/* Behind a step that ends the program nobody counts any more. */
static bool ends_all(const struct code *c, const struct edge *e)
{
    return e->action.kind == ACT_HALT && !(c->locations.data[e->to].flags & (LOC_ERROR | LOC_UNSUPPORTED));
}

static void give_part(struct counting *g, uint32_t location, int64_t part)
{
    g->part[location] = part;
    for (uint32_t i = out_begin(g->code, location); i < out_end(g->code, location); i++) {
        int64_t after;
        expr copy;
        if (!ends_all(g->code, out_edge(g->code, i)) && part_after(g, out_edge(g->code, i), &after, &copy))
            bitset_add(after != part ? &g->changing : &g->still, g->code->out_edge.data[i]);
    }
}

/* Parts of the locations that the entry reaches; edges that change the cell first, so that they decide. */
static void spread(struct counting *g)
{
    give_part(g, g->code->entry, g->counter->given[g->template]);
    for (;;) {
        struct bitset *from = bitset_empty(&g->changing) ? &g->still : &g->changing;
        uint32_t e = bitset_next(from, 0);
        if (e == BITSET_END)
            return;
        bitset_remove(from, e);
        const struct edge *edge = &g->code->edges.data[e];
        int64_t after;
        expr copy;
        part_after(g, edge, &after, &copy);
        if (g->part[edge->to] == UNSET)
            give_part(g, edge->to, after);
    }
}

static void find_odd(struct counting *g)
{
    struct counter *c = g->counter;
    for (uint32_t l = 0; l < g->code->locations.size; l++)
        g->part[l] = g->part[l] == UNSET ? 0 : g->part[l];
    for (uint32_t i = 0; i < g->code->edges.size; i++) {
        const struct edge *e = &g->code->edges.data[i];
        int64_t after;
        expr copy;
        if (ends_all(g->code, e))
            continue;
        if (!part_after(g, e, &after, &copy) || g->part[e->to] != after)
            bitset_add(&c->odd[g->template], i);
        else if (copy)
            vector_push(&c->sure,
                        (struct sure){g->template, i, expr_eq(g->p->exprs, copy, expr_cell(g->p->exprs, copy->width, c->cell))});
    }
}

static void find_parts(struct counting *g, uint32_t t)
{
    g->template = t;
    g->code = &g->p->codes.data[t];
    g->part = g->counter->part[t] = NEW_ARRAY(int64_t, g->code->locations.size + 1);
    for (uint32_t l = 0; l < g->code->locations.size; l++)
        g->part[l] = UNSET;
    bitset_clear(&g->changing);
    bitset_clear(&g->still);
    spread(g);
    find_odd(g);
}

/* What main leaves when others begin to run. */
static void find_base(struct counting *g)
{
    struct counter *c = g->counter;
    const struct code *main = &g->p->codes.data[MAIN];
    const struct cell *cell = &g->p->cells.data[c->cell];
    bool found = false;
    c->left = main->instances == 1 && bitset_empty(&c->odd[MAIN]);
    vector_each(const struct sure *, s, &c->sure)
        c->left &= s->code != MAIN;
    bitset_each(l, g->late) {
        uint64_t value = (cell->init + (uint64_t)c->part[MAIN][l]) & width_mask(cell->width);
        c->left &= !found || c->base == value;
        c->base = value;
        found = true;
    }
    c->left &= found;
}

static bool changed_by_others(const struct program *p, uint32_t cell)
{
    int64_t by;
    expr copy;
    for (uint32_t t = p->codes.data[MAIN].instances == 1; t < p->template_count; t++)
        vector_each(const struct edge *, e, &p->codes.data[t].edges)
            if (change_of(&e->action, cell, &by, &copy) == CHANGE_ADDS && by)
                return true;
    return false;
}

static void counter_free(struct counter *c, uint32_t templates)
{
    for (uint32_t t = 0; t < templates; t++) {
        mem_free(c->part[t]);
        bitset_free(&c->odd[t]);
    }
    vector_free(&c->sure);
    mem_free(c->given);
    mem_free(c->part);
    mem_free(c->odd);
}

static struct counter count(struct counting *g, uint32_t cell, int64_t *given)
{
    uint32_t n = g->p->template_count;
    struct counter c = {.cell = cell, .part = NEW_ARRAY(int64_t *, n + 1), .given = given, .odd = NEW_ARRAY(struct bitset, n + 1)};
    g->counter = &c;
    for (uint32_t t = 0; t < n; t++)
        find_parts(g, t);
    find_base(g);
    g->counter = NULL;
    return c;
}

/* What threads take away in all, as what they are given. Whether that is anything. */
static bool find_given(const struct counting *g, const struct counter *c, int64_t *given)
{
    bool any = false;
    for (uint32_t t = MAIN + 1; t < g->p->template_count; t++) {
        int64_t added = c->part[t][g->p->codes.data[t].exit];
        given[t] = added < 0 && template_waits(g->p, t) ? -added : 0;
        any |= given[t] != 0;
    }
    return any;
}

static bool is_odd(const struct counter *c, uint32_t templates)
{
    for (uint32_t t = 0; t < templates; t++)
        if (!bitset_empty(&c->odd[t]))
            return true;
    return false;
}

/* With what is handed over, if it fits everywhere only so. (Where main leaves the cell to the others, more is known of it without.) */
static struct counter find_counter(struct counting *g, uint32_t cell)
{
    uint32_t n = g->p->template_count;
    struct counter plain = count(g, cell, NEW_ARRAY(int64_t, n + 1));
    int64_t *given = NEW_ARRAY(int64_t, n + 1);
    if (!g->creators || !is_odd(&plain, n) || !find_given(g, &plain, given)) {
        mem_free(given);
        return plain;
    }
    struct counter handed = count(g, cell, given);
    bool fits = !is_odd(&handed, n);
    counter_free(fits ? &plain : &handed, n);
    return fits ? handed : plain;
}

bool counter_hands_over(const struct counter *c, uint32_t templates)
{
    for (uint32_t t = 0; t < templates; t++)
        if (c->given[t])
            return true;
    return false;
}

void counters_find(struct counters *cs, const struct program *p, const struct program *creators)
{
    assert(!creators || creators->codes.size == p->codes.size);
    *cs = (struct counters){.templates = p->template_count};
    for (uint32_t l = 0; !others_wait(p) && l < p->codes.data[MAIN].locations.size; l++)
        bitset_add(&cs->late, l);
    creation_later(p, &cs->late);
    struct counting g = {.p = p, .creators = creators, .late = &cs->late};
    vector_each(const struct cell *, cell, &p->cells)
        if (cell_is_shared(cell) && !cell_is_array(cell) && !cell->arbitrary && !cell->dropped && changed_by_others(p, cell->id))
            vector_push(&cs->list, find_counter(&g, cell->id));
    bitset_free(&g.changing);
    bitset_free(&g.still);
}

void counters_keep(struct counters *c, bool (*keep)(const void *context, const struct counter *c), const void *context)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < c->list.size; i++)
        if (keep(context, &c->list.data[i]))
            c->list.data[kept++] = c->list.data[i];
        else
            counter_free(&c->list.data[i], c->templates);
    c->list.size = kept;
}

void counters_free(struct counters *c)
{
    vector_each(struct counter *, x, &c->list)
        counter_free(x, c->templates);
    vector_free(&c->list);
    bitset_free(&c->late);
}
