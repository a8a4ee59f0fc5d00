#include "weak/plan.h"

#include "facts/liveness.h"

struct mentions {
    const struct program *program;
    struct bitset cells; /* shared ones that are read */
    uint32_t wanted;     /* a cell, or NONE */
    expr index;          /* that it is read at */
    bool twice;          /* and at another one */
    bool inputs, locations;
};

static void see(void *context, expr e)
{
    struct mentions *m = context;
    bool cell = e->op == E_CELL || e->op == E_READ;
    if (cell && cell_is_shared(&m->program->cells.data[e->value]))
        bitset_add(&m->cells, (uint32_t)e->value);
    if (e->op == E_READ && e->value == m->wanted) {
        m->twice |= m->index && m->index != e->arg[0];
        m->index = e->arg[0];
    }
    m->inputs |= e->op == E_INPUT;
    m->locations |= e->op == E_AT;
}

static void see_action(struct mentions *m, const struct action *a)
{
    expr_visit(a->guard, see, m);
    for (uint32_t i = 0; i < a->update_count; i++) {
        expr_visit(a->updates[i].value, see, m);
        if (a->updates[i].index)
            expr_visit(a->updates[i].index, see, m);
    }
}

/* --- which cells have events --- */

struct users {                         /* by cell */
    bool *written, *several, *ordered; /* accessed with an order, which may matter to others */
    uint32_t *user;                    /* a code + 1, or 0 */
};

static void use(const struct program *p, struct users *u, uint32_t code, uint32_t cell, bool write)
{
    bool calls = program_has_calls(p);
    u->written[cell] |= write;
    u->several[cell] |= calls || p->codes.data[code].instances != 1 || (u->user[cell] && u->user[cell] != code + 1);
    u->user[cell] = code + 1;
}

static void find_users(const struct program *p, struct users *u)
{
    for (uint32_t k = 0; k < p->codes.size; k++)
        vector_each(const struct edge *, e, &p->codes.data[k].edges) {
            struct mentions m = {.program = p, .wanted = NONE};
            see_action(&m, &e->action);
            bitset_each(c, &m.cells)
                use(p, u, k, c, false);
            for (uint32_t i = 0; i < e->action.update_count; i++)
                use(p, u, k, e->action.updates[i].cell, true);
            for (uint32_t i = 0; i < e->action.access_count; i++) {
                const struct access *a = &e->action.accesses[i];
                use(p, u, k, a->cell, a->write);
                u->ordered[a->cell] |= a->order != ORDER_PLAIN;
            }
            bitset_free(&m.cells);
        }
}

static bool is_accessed(const struct program *p, uint32_t cell)
{
    vector_each(const struct code *, c, &p->codes)
        vector_each(const struct edge *, e, &c->edges)
            for (uint32_t i = 0; i < e->action.access_count; i++)
                if (e->action.accesses[i].cell == cell)
                    return true;
    return false;
}

/* Not those that nobody writes, or one thread alone uses, without an order: no two threads can disagree about them. Nor sizes of blocks of memory: they are
 * written once, before anybody knows the block. */
static void find_cells(struct weak_plan *s)
{
    const struct program *p = s->program;
    uint32_t n = p->cells.size + 1;
    struct users u = {NEW_ARRAY(bool, n), NEW_ARRAY(bool, n), NEW_ARRAY(bool, n), NEW_ARRAY(uint32_t, n)};
    find_users(p, &u);
    s->has_events = NEW_ARRAY(bool, n);
    s->alone = NEW_ARRAY(bool, n);
    for (uint32_t i = 0; i < p->cells.size; i++) {
        const struct cell *c = &p->cells.data[i];
        bool size = c->role == CELL_HEAP && !is_accessed(p, i);
        bool told = u.several[i] || (u.ordered[i] && !cell_is_life(c)) || c->role == CELL_SYNC;
        s->has_events[i] = cell_is_shared(c) && u.written[i] && told && !size;
        s->alone[i] = cell_is_shared(c) && !cell_is_array(c) && u.written[i] && !told && !size;
    }
    mem_free(u.written);
    mem_free(u.several);
    mem_free(u.ordered);
    mem_free(u.user);
}

/* --- locations with several parts --- */

static uint32_t count_indices(const struct action *a, uint32_t cell)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < a->access_count; i++) {
        bool known = a->accesses[i].cell != cell;
        for (uint32_t k = 0; k < i && !known; k++)
            known = a->accesses[k].cell == cell && a->accesses[k].index == a->accesses[i].index;
        count += !known;
    }
    return count;
}

/* Whether elements follow each other without gaps, and so many of them are a word. */
static bool can_join(const struct cell *c, uint32_t parts)
{
    bool dense = cell_is_array(c) && c->width % 8 == 0 && parts <= MOST_PARTS && parts * c->width <= 64;
    for (uint32_t i = 0; i < c->range_count && dense; i++)
        dense = c->ranges[i].stride * 8 == c->width || c->ranges[i].count == 1;
    return dense;
}

/* What some step accesses at once is one location, for everybody: bytes of an integer, say, that is also looked at as bytes, or whose address is
 * computed. */
static void find_parts(struct weak_plan *s)
{
    const struct program *p = s->program;
    s->parts = NEW_ARRAY(uint8_t, p->cells.size + 1);
    memset(s->parts, 1, p->cells.size);
    vector_each(const struct code *, c, &p->codes)
        vector_each(const struct edge *, e, &c->edges)
            for (uint32_t i = 0; i < e->action.access_count; i++) {
                uint32_t cell = e->action.accesses[i].cell, n = s->has_events[cell] ? count_indices(&e->action, cell) : 1;
                while (s->parts[cell] < n && s->parts[cell] <= MOST_PARTS)
                    s->parts[cell] *= 2;
            }
    for (uint32_t i = 0; i < p->cells.size; i++)
        if (s->parts[i] > 1 && !can_join(&p->cells.data[i], s->parts[i]))
            s->gives_up = "a step with two accesses to one array";
}

/* --- what edges do --- */

static bool updates(const struct action *a, uint32_t cell)
{
    for (uint32_t i = 0; i < a->update_count; i++)
        if (a->updates[i].cell == cell)
            return true;
    return false;
}

/* Locks and threads' beginnings and ends synchronise, whatever else they are; numbers of threads and of blocks of memory do not. A look at
 * a lock has the order that it has. */
static uint8_t event_order(const struct cell *c, const struct item *i, uint8_t order)
{
    if (c->role == CELL_SYNC && order != ORDER_PLAIN && order != ORDER_SEQ_CST)
        return order;
    switch (c->role) {
    case CELL_DATA: return order;
    case CELL_HEAP:
    case CELL_FREED:
    case CELL_ENDED:
    case CELL_COUNT: return ORDER_RELAXED;
    default: return i->reads && i->writes ? ORDER_ACQ_REL : i->reads ? ORDER_ACQUIRE : ORDER_RELEASE;
    }
}

/* What a thread is given is there before it is started, what it gives before it is done. */
static unsigned rank(const struct program *p, const struct item *i)
{
    uint8_t role = p->cells.data[i->cell].role;
    if (role == CELL_COUNT || cell_is_bookkeeping(&p->cells.data[i->cell]))
        return 0;
    return role != CELL_ARGUMENT && role != CELL_RESULT ? 2 : i->reads ? 3 : 1;
}

static struct item *item_of(struct edge_plan *e, uint32_t cell)
{
    vector_each(struct item *, i, &e->items)
        if (i->cell == cell)
            return i;
    return NULL;
}

static void add_index(struct item *item, expr index)
{
    bool known = item->index == index;
    for (uint32_t i = 0; i < item->other_count && !known; i++)
        known = item->others[i] == index;
    assert(known || index);
    if (!known && item->other_count < MOST_PARTS)
        item->others[item->other_count++] = index;
}

/* A part that is read, or read and written at once, can be taken for the whole: all writes to the location are in one order. What a store to a
 * part leaves there is known only when its place in that order is. */
static void look_at_parts(struct weak_plan *s, const struct item *item)
{
    if (item->other_count + 1 >= s->parts[item->cell] || (!item->reads && !item->writes))
        return;
    if (item->writes && !item->reads)
        s->unsuited = "a store to a part of what is accessed as a whole elsewhere";
    s->mixed = "accesses of different sizes to one location, of which C's memory model does not speak";
}

static void add_items(struct weak_plan *s, struct edge_plan *out, const struct action *a, const struct bitset *mentioned)
{
    const struct program *p = s->program;
    for (uint32_t i = 0; i < a->access_count; i++) {
        const struct access *x = &a->accesses[i];
        if (!s->has_events[x->cell])
            continue;
        struct item *item = item_of(out, x->cell);
        if (!item) {
            vector_push(&out->items, ((struct item){.cell = x->cell, .index = x->index}));
            item = &vector_last(&out->items);
        }
        add_index(item, x->index);
        bool value = updates(a, x->cell);
        item->writes |= x->write && value;
        item->touches_as_write |= x->write && !value;
        item->reads |= !x->write || (value && bitset_has(mentioned, x->cell));
        item->access = x->id;
        item->pos = x->pos;
        item->order = event_order(&p->cells.data[x->cell], item, x->order);
    }
}

static expr updated_index(const struct action *a, uint32_t cell)
{
    for (uint32_t i = 0; i < a->update_count; i++)
        if (a->updates[i].cell == cell)
            return a->updates[i].index;
    return NULL;
}

/* What locks are made of is not accessed in the sense of races. */
static void add_unnamed_item(struct weak_plan *s, struct edge_plan *out, const struct action *a, uint32_t cell)
{
    struct mentions m = {.program = s->program, .wanted = cell};
    see_action(&m, a);
    struct item item = {
        .cell = cell, .access = NONE, .pos = a->pos, .reads = bitset_has(&m.cells, cell), .writes = updates(a, cell)};
    expr written = updated_index(a, cell);
    if (m.twice || (written && m.index && written != m.index))
        s->gives_up = "a step with two accesses to one array";
    item.index = written ? written : m.index;
    item.order = event_order(&s->program->cells.data[cell], &item, ORDER_SEQ_CST);
    vector_push(&out->items, item);
    bitset_free(&m.cells);
}

static void add_unnamed_items(struct weak_plan *s, struct edge_plan *out, const struct action *a, const struct bitset *mentioned)
{
    bitset_each(c, mentioned)
        if (s->has_events[c] && !item_of(out, c))
            add_unnamed_item(s, out, a, c);
    for (uint32_t i = 0; i < a->update_count; i++)
        if (s->has_events[a->updates[i].cell] && !item_of(out, a->updates[i].cell))
            add_unnamed_item(s, out, a, a->updates[i].cell);
}

static void sort_items(const struct program *p, struct edge_plan *e)
{
    for (uint32_t i = 1; i < e->items.size; i++) /* a few: insert each into those before it */
        for (uint32_t k = i; k > 0 && rank(p, &e->items.data[k - 1]) > rank(p, &e->items.data[k]); k--) {
            struct item swap = e->items.data[k];
            e->items.data[k] = e->items.data[k - 1];
            e->items.data[k - 1] = swap;
        }
}

/* --- ends of objects --- */

/* The check that fails at the next step if the own variable is set; NONE: none does. */
static uint32_t check_of(const struct program *p, const struct code *c, uint32_t location, uint32_t variable)
{
    for (uint32_t i = out_begin(c, location); i < out_end(c, location); i++) {
        const struct edge *e = out_edge(c, i);
        bool decides = e->action.guard->op == E_CELL && e->action.guard->value == variable;
        if (decides && c->locations.data[e->to].flags & LOC_ERROR && p->cells.data[variable].width == 1)
            return c->locations.data[e->to].check;
    }
    return NONE;
}

static void plan_life(struct weak_plan *s, const struct code *c, const struct edge *e, struct item *item)
{
    const struct program *p = s->program;
    item->check = NONE;
    if (!cell_is_life(&p->cells.data[item->cell]))
        return;
    item->life = LIFE_LOOKS;
    for (uint32_t i = 0; i < e->action.update_count; i++) {
        const struct update *u = &e->action.updates[i];
        bool copies = (u->value->op == E_CELL || u->value->op == E_READ) && u->value->value == item->cell;
        if (u->cell == item->cell)
            item->life = expr_is_value(u->value, 0) ? LIFE_BEGINS : LIFE_ENDS;
        else if (copies && !cell_is_shared(&p->cells.data[u->cell])) {
            item->asks = true;
            item->check = check_of(p, c, e->to, u->cell);
        }
    }
    s->has_lives = true;
    s->checks_lives |= item->check != NONE;
}

static void plan_edge(struct weak_plan *s, struct edge_plan *out, const struct code *c, const struct edge *e)
{
    const struct program *p = s->program;
    const struct action *a = &e->action;
    struct mentions m = {.program = p, .wanted = NONE};
    see_action(&m, a);
    out->has_inputs = m.inputs;
    out->is_locked = action_is_locked(p, a);
    if (m.locations)
        s->gives_up = "a step that depends on where another thread is";
    add_items(s, out, a, &m.cells);
    vector_each(const struct item *, i, &out->items)
        look_at_parts(s, i);
    add_unnamed_items(s, out, a, &m.cells);
    sort_items(p, out);
    out->reads = NONE;
    for (uint32_t i = 0; i < out->items.size; i++) {
        struct item *x = &out->items.data[i];
        uint8_t role = p->cells.data[x->cell].role;
        plan_life(s, c, e, x);
        if (role == CELL_HEAP && x->reads && x->writes)
            s->unordered = "blocks of memory are counted by several threads, which orders nothing on a machine";
        x->latest = x->reads && !x->writes && (role == CELL_ARGUMENT || role == CELL_RESULT);
        if (!x->reads || x->latest || x->life)
            continue;
        if (out->reads != NONE)
            s->unsuited = "a step that reads several variables";
        out->reads = i;
    }
    bitset_unite(&s->read, &m.cells);
    bitset_each(cell, &m.cells)
        out->unknown |= p->cells.data[cell].arbitrary && !s->has_events[cell] && !s->alone[cell];
    bitset_free(&m.cells);
}

/* --- beginnings and ends of threads --- */

static bool may_be_awaited(const struct cell *c) { return c->role == CELL_STARTED || c->role == CELL_DONE; }

static void find_awaited(struct weak_plan *s)
{
    vector_each(const struct cell *, c, &s->program->cells)
        if (may_be_awaited(c) && s->has_events[c->id])
            bitset_add(&s->awaited, c->id);
    vector_each(const struct code *, c, &s->program->codes)
        vector_each(const struct edge *, e, &c->edges) {
            struct mentions m = {.program = s->program, .wanted = NONE};
            see_action(&m, &e->action);
            if (e->action.kind != ACT_START && e->action.kind != ACT_JOIN)
                bitset_subtract(&s->awaited, &m.cells);
            bitset_free(&m.cells);
        }
}

/* --- what may follow --- */

static void find_future(struct weak_plan *s, uint32_t k)
{
    const struct code *c = &s->program->codes.data[k];
    struct code_plan *out = &s->codes[k];
    if (program_has_calls(s->program))
        return;
    out->future = NEW_ARRAY(struct bitset, c->locations.size + 1);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = c->edges.size; i-- > 0;) {
            const struct edge *e = &c->edges.data[i];
            changed |= bitset_unite(&out->future[e->from], &out->future[e->to]);
            vector_each(const struct item *, x, &out->edges[i].items)
                if (x->writes && !bitset_has(&out->future[e->from], x->cell)) {
                    bitset_add(&out->future[e->from], x->cell);
                    changed = true;
                }
        }
    }
}

/* Own cells that are read before they are written, with a first value that is arbitrary; others are followed (unknown.c). */
static bool reads_unwritten(const struct program *p, const struct code *c, const struct bitset *live)
{
    bitset_each(i, &live[c->entry])
        if (p->cells.data[i].arbitrary && (program_has_calls(p) || cell_is_array(&p->cells.data[i])))
            return true;
    return false;
}

static bool only_touches(const struct edge *e, const struct edge_plan *p)
{
    bool only = e->action.guard->op == E_CONST && !e->action.update_count && e->action.fence == ORDER_PLAIN && !p->has_inputs;
    vector_each(const struct item *, i, &p->items)
        only &= !i->reads && !i->writes && !i->life;
    return only;
}

/* Which of a list of elements is used, say, is a choice between edges that do the same. */
static void find_doubles(const struct code *c, struct edge_plan *plans)
{
    for (uint32_t l = 0; l < c->locations.size; l++)
        for (uint32_t i = out_begin(c, l), first = NONE; i < out_end(c, l); i++) {
            uint32_t e = c->out_edge.data[i];
            if (!only_touches(&c->edges.data[e], &plans[e]))
                continue;
            plans[e].is_double = first != NONE && c->edges.data[first].to == c->edges.data[e].to;
            first = first == NONE ? e : first;
        }
}

static void plan_code(struct weak_plan *s, uint32_t k)
{
    const struct code *c = &s->program->codes.data[k];
    struct code_plan *out = &s->codes[k];
    out->edges = NEW_ARRAY(struct edge_plan, c->edges.size + 1);
    out->reads = NEW_ARRAY(bool, c->locations.size + 1);
    for (uint32_t i = 0; i < c->edges.size; i++) {
        plan_edge(s, &out->edges[i], c, &c->edges.data[i]);
        out->reads[c->edges.data[i].from] |= out->edges[i].reads != NONE;
    }
    find_doubles(c, out->edges);
    find_future(s, k);
    out->live = liveness_compute(s->program, k, NULL, true);
    if (reads_unwritten(s->program, c, out->live))
        s->unknown = "a variable may be read before it has a value";
    if (k < s->program->template_count && c->instances == UNBOUNDED)
        s->gives_up = "any number of threads";
}

void weak_plan_make(struct weak_plan *s, const struct program *p)
{
    assert(p->template_count);
    *s = (struct weak_plan){.program = p, .codes = NEW_ARRAY(struct code_plan, p->codes.size + 1)};
    find_cells(s);
    find_parts(s);
    find_awaited(s);
    for (uint32_t k = 0; k < p->codes.size; k++)
        plan_code(s, k);
}

void weak_plan_free(struct weak_plan *s)
{
    for (uint32_t k = 0; k < s->program->codes.size; k++) {
        const struct code *c = &s->program->codes.data[k];
        struct code_plan *out = &s->codes[k];
        for (uint32_t i = 0; i < c->edges.size; i++)
            vector_free(&out->edges[i].items);
        for (uint32_t i = 0; out->future && i < c->locations.size; i++)
            bitset_free(&out->future[i]);
        mem_free(out->future);
        mem_free(out->edges);
        mem_free(out->reads);
        liveness_free(s->program, k, out->live);
    }
    mem_free(s->codes);
    mem_free(s->has_events);
    mem_free(s->alone);
    mem_free(s->parts);
    bitset_free(&s->read);
    bitset_free(&s->awaited);
}
