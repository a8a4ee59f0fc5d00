#include "engines/predicate/counted.h"

enum { MAIN = 0, MOST_PART = 8, MOST_PART_ALONE = 1 << 14, WIDTH = 32, UNSEEN = INT32_MAX };
static const uint64_t NO_WRAP = UINT64_C(1) << 19; /* all that threads in known number can add; ids begin above */

/* --- what main does alone --- */

/* Whether the guard asks for a flag that says that the thread was created. */
static bool asks_for_creation(const struct program *p, expr guard)
{
    expr_vector parts = {0};
    bool asks = false;
    conjuncts_of(guard, &parts);
    vector_each(const expr *, e, &parts) {
        bool cell = (*e)->op == E_CELL || (*e)->op == E_READ;
        const struct cell *c = cell ? &p->cells.data[(*e)->value] : NULL;
        asks |= c && c->role == CELL_STARTED && !c->init && !c->inits && !c->arbitrary;
    }
    vector_free(&parts);
    return asks;
}

/* Whether every other thread waits at its entry, where it never comes back to, until it is created. */
static bool all_wait(const struct program *p)
{
    for (uint32_t t = 0; t < p->template_count; t++)
        vector_each(const struct edge *, e, &p->codes.data[t].edges)
            if (t != MAIN &&
                (e->to == p->codes.data[t].entry || (e->from == p->codes.data[t].entry && !asks_for_creation(p, e->action.guard))))
                return false;
    return p->codes.data[MAIN].instances == 1;
}

static bool creates(const struct program *p, const struct action *a)
{
    for (uint32_t i = 0; i < a->update_count; i++)
        if (p->cells.data[a->updates[i].cell].role == CELL_STARTED)
            return true;
    return a->kind == ACT_CREATE;
}

/* Locations that can be reached over a step that creates a thread. */
static void find_later(const struct program *p, struct bitset *later)
{
    const struct code *c = &p->codes.data[MAIN];
    for (bool changed = true; changed;) {
        changed = false;
        vector_each(const struct edge *, e, &c->edges)
            if (!bitset_has(later, e->to) && (bitset_has(later, e->from) || creates(p, &e->action))) {
                bitset_add(later, e->to);
                changed = true;
            }
    }
}

/* --- parts --- */

struct counting {
    const struct counted *counted;
    const struct program *program;
    uint32_t cell;
    bool may_set; /* main may */
    bool set;
};

/* The part after a step from the location, where it was `part`; false if the step does something else to the cell. */
static bool part_after(struct counting *g, uint32_t code, const struct edge *e, int64_t part, int64_t *after)
{
    const struct cell *cell = &g->program->cells.data[g->cell];
    *after = part;
    for (uint32_t i = 0; i < e->action.update_count; i++) {
        expr v = e->action.updates[i].value;
        if (e->action.updates[i].cell != g->cell)
            continue;
        bool alone = g->may_set && code == MAIN && !bitset_has(&g->counted->later, e->from);
        if (v->op == E_CONST && alone) {
            *after = sign_extend(v->value, cell->width) - sign_extend(cell->init, cell->width);
            g->set = true;
        } else if (v->op == E_ADD && v->arg[0]->op == E_CELL && v->arg[0]->value == g->cell && v->arg[1]->op == E_CONST) {
            *after += sign_extend(v->arg[1]->value, cell->width);
        } else {
            return false;
        }
    }
    return true;
}

static bool in_range(const struct kind *k, int64_t part)
{
    return k->several ? part >= 0 && part <= MOST_PART : part >= -MOST_PART_ALONE && part <= MOST_PART_ALONE;
}

/* The part of every location of the kind; false if it is not the same on all ways, or too small or too large. */
static bool find_parts(struct counting *g, const struct kind *k, int64_t *part)
{
    const struct code *c = &g->program->codes.data[k->code];
    u32_vector open = {0};
    bool good = true;
    for (uint32_t l = 0; l < c->locations.size; l++)
        part[l] = UNSEEN;
    part[c->entry] = 0;
    vector_push(&open, c->entry);
    while (open.size && good) {
        uint32_t l = vector_pop(&open);
        for (uint32_t i = out_begin(c, l); i < out_end(c, l) && good; i++) {
            const struct edge *e = out_edge(c, i);
            int64_t then;
            good = part_after(g, k->code, e, part[l], &then) && in_range(k, then) && (part[e->to] == UNSEEN || part[e->to] == then);
            if (good && part[e->to] == UNSEEN) {
                part[e->to] = then;
                vector_push(&open, e->to);
            }
        }
    }
    vector_free(&open);
    return good;
}

/* --- counters --- */

static void counter_free(struct counter *c)
{
    for (uint32_t k = 0; k < c->part.size; k++)
        mem_free(c->part.data[k]);
    vector_free(&c->part);
    vector_free(&c->least);
}

static bool find_counter(struct counting *g, const struct stage *s, struct counter *out)
{
    uint64_t most = g->program->cells.data[g->cell].init;
    bool some = false;
    for (uint32_t k = 0; k < s->kinds.size; k++) {
        const struct kind *kind = &s->kinds.data[k];
        const struct code *c = stage_code(s, k);
        int64_t *part = NEW_ARRAY(int64_t, c->locations.size + 1), largest = 0, least = 0, later = INT64_MAX;
        vector_push(&out->part, part);
        if (!find_parts(g, kind, part))
            return false;
        for (uint32_t l = 0; l < c->locations.size; l++) {
            bool seen = part[l] != UNSEEN;
            part[l] = seen ? part[l] : 0;
            largest = part[l] > largest ? part[l] : largest;
            least = part[l] < least ? part[l] : least;
            later = kind->code == MAIN && seen && bitset_has(&g->counted->later, l) && part[l] < later ? part[l] : later;
        }
        vector_push(&out->least, least);
        if (kind->code == MAIN)
            out->least_later = later == INT64_MAX ? least : later;
        some |= largest > 0 && (kind->several || kind->code != MAIN);
        if (c->instances == UNBOUNDED && largest > 1)
            return false;
        most += c->instances == UNBOUNDED ? 0 : (uint64_t)largest * c->instances;
    }
    out->set = g->set;
    return some && most < NO_WRAP;
}

void counted_init(struct counted *c, const struct stage *s)
{
    const struct program *p = s->original;
    *c = (struct counted){.stage = s};
    find_later(p, &c->later);
    bool waiting = all_wait(p);
    for (uint32_t cell = 0; cell < p->cells.size; cell++) {
        const struct cell *x = &p->cells.data[cell];
        struct counter one = {.cell = cell};
        struct counting g = {c, p, cell, waiting, false};
        if (!cell_is_shared(x) || cell_is_array(x) || x->dropped || x->arbitrary || x->width != WIDTH)
            continue;
        if (find_counter(&g, s, &one))
            vector_push(&c->counters, one);
        else
            counter_free(&one);
    }
}

void counted_free(struct counted *c)
{
    vector_each(struct counter *, k, &c->counters)
        counter_free(k);
    vector_free(&c->counters);
    bitset_free(&c->later);
}

/* --- what they say --- */

/* The least that the instances of a kind have together, without `looked` of them. */
static int64_t least_of(const struct counted *c, const struct counter *counter, uint32_t kind, uint32_t looked, bool later)
{
    const struct kind *k = &c->stage->kinds.data[kind];
    if (k->several)
        return 0;
    return looked ? 0 : later && k->code == MAIN ? counter->least_later : counter->least.data[kind];
}

static bool has_begun(const struct counted *c, uint32_t kind, uint32_t location)
{
    return kind != NONE && c->stage->kinds.data[kind].code != MAIN && location != stage_code(c->stage, kind)->entry;
}

void counted_facts(const struct counted *c, uint32_t kind, uint32_t location, uint32_t other, uint32_t other_location,
                   expr_vector *out)
{
    struct exprs *x = c->stage->exprs;
    bool later = has_begun(c, kind, location) || has_begun(c, other, other_location);
    vector_each(const struct counter *, k, &c->counters) {
        int64_t least = (int64_t)c->stage->original->cells.data[k->cell].init + k->part.data[kind][location];
        least += other == NONE ? 0 : k->part.data[other][other_location];
        for (uint32_t i = 0; i < c->stage->kinds.size; i++)
            least += least_of(c, k, i, (i == kind) + (i == other), later);
        if (least > 0)
            vector_push(out, expr_binary(x, E_ULE, expr_const(x, WIDTH, (uint64_t)least), expr_cell(x, WIDTH, k->cell)));
    }
}
