#include "facts/numbered.h"

#include "program/substitute.h"
#include "program/terms.h"

enum { MAIN = 0 };

/* --- how main's cells differ from a count --- */

struct known {
    bool any, fixed; /* a value was seen; always the same */
    uint64_t value;
};

struct state {
    bool reached;
    struct known *is, *beyond; /* by cell: its value; its value minus the count */
};

struct creation {
    const struct program *p;
    uint32_t template, count, started, argument; /* cells */
    struct state *at;                            /* by location of main */
    expr given;                                  /* the argument as a function of the count; NULL: none was seen */
};

static unsigned width_of(const struct creation *c) { return c->p->cells.data[c->count].width; }

static bool is_followed(const struct creation *c, uint32_t cell)
{
    const struct cell *x = &c->p->cells.data[cell];
    return x->owner == MAIN && !cell_is_array(x) && !x->dropped && x->width == width_of(c);
}

static struct state new_state(const struct creation *c)
{
    uint32_t n = c->p->cells.size;
    return (struct state){.is = NEW_ARRAY(struct known, n), .beyond = NEW_ARRAY(struct known, n)};
}

static void free_state(struct state *s)
{
    mem_free(s->is);
    mem_free(s->beyond);
}

static struct known just(uint64_t value) { return (struct known){true, true, value}; }

static bool join_known(struct known *to, struct known from)
{
    struct known before = *to;
    *to = !before.any ? from : before;
    if (before.any && from.any)
        to->fixed = before.fixed && from.fixed && before.value == from.value;
    return to->any != before.any || to->fixed != before.fixed;
}

static bool join(const struct creation *c, struct state *to, const struct state *from)
{
    bool changed = !to->reached;
    to->reached = true;
    for (uint32_t x = 0; x < c->p->cells.size; x++)
        if (is_followed(c, x)) {
            changed |= join_known(&to->is[x], from->is[x]);
            changed |= join_known(&to->beyond[x], from->beyond[x]);
        }
    return changed;
}

/* A followed cell plus a number; the cell is NONE for a number alone. */
static bool is_shifted(const struct creation *c, expr e, uint32_t *cell, uint64_t *by)
{
    *cell = NONE;
    *by = 0;
    if (e->op == E_ADD && expr_is_const(e->arg[1])) {
        *by = e->arg[1]->value;
        e = e->arg[0];
    } else if (expr_is_const(e)) {
        *by = e->value;
        return true;
    }
    *cell = (uint32_t)e->value;
    return e->op == E_CELL && is_followed(c, *cell);
}

/* What the value of e is, and how much it is beyond the count, both as they are before the step. */
static void look_up(const struct creation *c, const struct state *s, expr e, struct known *is, struct known *beyond)
{
    uint32_t cell;
    uint64_t by, mask = width_mask(width_of(c));
    struct known count = s->is[c->count];
    *is = *beyond = (struct known){true, false, 0};
    if (!is_shifted(c, e, &cell, &by))
        return;
    if (cell == NONE) {
        *is = just(by & mask);
        if (count.fixed)
            *beyond = just((by - count.value) & mask);
        return;
    }
    if (s->is[cell].fixed)
        *is = just((s->is[cell].value + by) & mask);
    if (s->beyond[cell].fixed)
        *beyond = just((s->beyond[cell].value + by) & mask);
}

static struct state after(const struct creation *c, const struct state *before, const struct action *a)
{
    struct state s = new_state(c);
    uint64_t mask = width_mask(width_of(c));
    struct known moved = just(0); /* how far the count moves */
    for (uint32_t x = 0; x < c->p->cells.size; x++) {
        s.is[x] = before->is[x];
        s.beyond[x] = before->beyond[x];
    }
    for (uint32_t i = 0; i < a->update_count; i++) {
        uint32_t x = a->updates[i].cell;
        if (!a->updates[i].index && is_followed(c, x))
            look_up(c, before, a->updates[i].value, &s.is[x], &s.beyond[x]);
        if (x == c->count)
            moved = s.beyond[x];
    }
    for (uint32_t x = 0; x < c->p->cells.size; x++)
        if (is_followed(c, x)) {
            s.beyond[x].fixed = s.beyond[x].fixed && moved.fixed;
            s.beyond[x].value = (s.beyond[x].value - moved.value) & mask;
        }
    return s;
}

static void begin(const struct creation *c, struct state *s)
{
    const struct cell *count = &c->p->cells.data[c->count];
    s->reached = true;
    for (uint32_t x = 0; x < c->p->cells.size; x++) {
        const struct cell *cell = &c->p->cells.data[x];
        bool known = is_followed(c, x) && !cell->arbitrary;
        s->is[x] = (struct known){true, known, cell->init & width_mask(count->width)};
        s->beyond[x] = (struct known){true, known && !count->arbitrary, (cell->init - count->init) & width_mask(count->width)};
    }
}

static void follow(struct creation *c)
{
    const struct code *main = &c->p->codes.data[MAIN];
    c->at = NEW_ARRAY(struct state, main->locations.size + 1);
    for (uint32_t l = 0; l < main->locations.size; l++)
        c->at[l] = new_state(c);
    begin(c, &c->at[main->entry]);
    for (bool changed = true; changed;) {
        changed = false;
        vector_each(const struct edge *, e, &main->edges) {
            if (!c->at[e->from].reached)
                continue;
            struct state s = after(c, &c->at[e->from], &e->action);
            changed |= join(c, &c->at[e->to], &s);
            free_state(&s);
        }
    }
}

/* --- what is given --- */

struct renaming_to_count {
    const struct creation *c;
    const struct state *s;
    bool other; /* something that the count does not tell */
};

static expr plus(const struct creation *c, uint64_t beyond)
{
    struct exprs *x = c->p->exprs;
    return expr_add(x, expr_cell(x, width_of(c), c->count), expr_const(x, width_of(c), beyond));
}

static expr by_count(void *context, expr leaf, expr index)
{
    struct renaming_to_count *r = context;
    bool told = leaf->op == E_CELL && is_followed(r->c, (uint32_t)leaf->value) && r->s->beyond[leaf->value].fixed;
    (void)index;
    r->other |= !told;
    return told ? plus(r->c, r->s->beyond[leaf->value].value) : NULL;
}

/* The value by the count; NULL: the count does not tell. */
static expr told_by_count(const struct creation *c, const struct state *s, expr value)
{
    struct renaming_to_count r = {c, s, false};
    expr told = expr_rewrite(c->p->exprs, value, by_count, &r, NULL);
    return r.other ? NULL : told;
}

static bool is_count(const struct creation *c, const struct state *s, expr e)
{
    struct known is, beyond;
    look_up(c, s, e, &is, &beyond);
    return beyond.fixed && !beyond.value;
}

/* What the step gives to the thread number count that it creates; NULL if it does not create one as it should, or the count does not tell. */
static expr given_by(const struct creation *c, const struct edge *e)
{
    const struct state *s = &c->at[e->from];
    expr given = NULL;
    bool starts = false;
    for (uint32_t i = 0; i < e->action.update_count; i++) {
        const struct update *u = &e->action.updates[i];
        bool of_thread = u->cell == c->started || u->cell == c->argument;
        if (of_thread && (!is_count(c, s, u->index) || (u->cell == c->started ? starts : given != NULL)))
            return NULL;
        if (u->cell == c->started)
            starts = expr_is_true(u->value);
        else if (u->cell == c->argument && !(given = told_by_count(c, s, u->value)))
            return NULL;
    }
    return starts ? given : NULL;
}

struct number {
    const struct creation *c;
    expr number;
};

static expr count_is(void *context, expr leaf, expr index)
{
    const struct number *r = context;
    (void)index;
    return leaf->op == E_CELL && leaf->value == r->c->count ? r->number : NULL;
}

static expr given_to(const struct creation *c, expr given, expr number)
{
    struct number r = {c, number};
    return expr_rewrite(c->p->exprs, given, count_is, &r, NULL);
}

/* Whether the step gives what all others give. */
static bool is_creation(const struct creation *c, const struct edge *e)
{
    expr given = c->at[e->from].reached ? given_by(c, e) : NULL;
    struct known count = c->at[e->from].is[c->count];
    expr number = expr_const(c->p->exprs, width_of(c), count.value);
    return given && (given == c->given || (count.fixed && given_to(c, given, number) == given_to(c, c->given, number)));
}

static bool writes(const struct action *a, uint32_t cell)
{
    for (uint32_t i = 0; i < a->update_count; i++)
        if (a->updates[i].cell == cell)
            return true;
    return false;
}

/* Whether all who write to the cells are such steps of main's. */
static bool all_are_creations(struct creation *c)
{
    vector_each(const struct edge *, e, &c->p->codes.data[MAIN].edges) {
        expr given = c->at[e->from].reached && writes(&e->action, c->started) ? given_by(c, e) : NULL;
        if (given && (!c->given || expr_has(given, E_CELL)))
            c->given = given;
    }
    for (uint32_t k = 0; k < c->p->codes.size && c->given; k++)
        vector_each(const struct edge *, e, &c->p->codes.data[k].edges)
            if ((writes(&e->action, c->started) || writes(&e->action, c->argument)) && (k != MAIN || !is_creation(c, e)))
                return false;
    return c->given != NULL;
}

/* --- what follows --- */

/* The number k of the thread whose started[k] all steps from the entry ask for; NULL if there is none. */
static expr number_asked(const struct creation *c)
{
    const struct code *code = &c->p->codes.data[c->template];
    expr number = NULL;
    for (uint32_t i = out_begin(code, code->entry); i < out_end(code, code->entry); i++) {
        expr_vector parts = {0};
        expr here = NULL;
        conjuncts_of(out_edge(code, i)->action.guard, &parts);
        vector_each(const expr *, e, &parts)
            if ((*e)->op == E_READ && (*e)->value == c->started && (*e)->arg[0]->width == width_of(c))
                here = (*e)->arg[0];
        vector_free(&parts);
        if (!here || expr_has(here, E_CELL) || expr_has(here, E_READ) || expr_has(here, E_INPUT) || (number && number != here))
            return NULL;
        number = here;
    }
    return number;
}

/* What is found of one template, and where it goes. */
struct finding {
    const struct program *p;
    expr **at;
    numbered_vector *found;
};

static void add(const struct finding *f, uint32_t code, uint32_t location, expr known, expr value)
{
    vector_push(f->found, (struct numbered){code, location, known, value});
}

static void add_everywhere(const struct finding *f, uint32_t code, uint32_t location, expr known, expr value)
{
    f->at[code][location] = expr_and(f->p->exprs, f->at[code][location], expr_eq(f->p->exprs, known, value));
    add(f, code, location, known, value);
}

/* By how much main's cells differ from the count. */
static void add_main(const struct creation *c, const struct finding *f)
{
    const struct code *main = &c->p->codes.data[MAIN];
    for (uint32_t l = 0; l < main->locations.size; l++)
        for (uint32_t k = 0; k < c->p->cells.size; k++)
            if (c->at[l].reached && k != c->count && is_followed(c, k) && c->at[l].beyond[k].fixed)
                add_everywhere(f, MAIN, l, expr_cell(c->p->exprs, width_of(c), k), plus(c, c->at[l].beyond[k].value));
}

struct replacing {
    expr known, value;
};

static expr by_value(void *context, expr leaf, expr index)
{
    const struct replacing *r = context;
    bool same = leaf->op == r->known->op && leaf->value == r->known->value && (leaf->op != E_READ || index == r->known->arg[0]);
    return same ? r->value : NULL;
}

/* What all steps from the entry set the cell to, said by the thread's number; NULL if there is no such thing. */
static expr set_first(const struct creation *c, uint32_t cell, struct replacing *argument)
{
    const struct code *code = &c->p->codes.data[c->template];
    expr first = NULL;
    for (uint32_t i = out_begin(code, code->entry); i < out_end(code, code->entry); i++) {
        expr value = action_writes(&out_edge(code, i)->action, cell);
        value = value ? expr_rewrite(c->p->exprs, value, by_value, argument, NULL) : NULL;
        if (!value || (first && first != value) || expr_has(value, E_CELL) || expr_has(value, E_READ) || expr_has(value, E_INPUT))
            return NULL;
        first = value;
    }
    return first;
}

/* Where the cell still has that value. */
static void add_kept(const struct creation *c, const struct finding *f, uint32_t cell, expr value)
{
    const struct code *code = &c->p->codes.data[c->template];
    struct bitset lost = {0};
    bitset_add(&lost, code->entry);
    for (bool changed = true; changed;) {
        changed = false;
        vector_each(const struct edge *, e, &code->edges)
            if (e->from != code->entry && !bitset_has(&lost, e->to) &&
                (bitset_has(&lost, e->from) || action_writes(&e->action, cell))) {
                bitset_add(&lost, e->to);
                changed = true;
            }
    }
    for (uint32_t l = 0; l < code->locations.size; l++)
        if (!bitset_has(&lost, l))
            add_everywhere(f, c->template, l, expr_cell(c->p->exprs, value->width, cell), value);
    bitset_free(&lost);
}

static void say(const struct creation *c, const struct finding *f)
{
    struct exprs *x = c->p->exprs;
    uint32_t t = c->template, entry = c->p->codes.data[t].entry;
    expr number = number_asked(c);
    if (!number)
        return;
    expr value = given_to(c, c->given, number), started = expr_read(x, 1, c->started, number);
    struct replacing argument = {expr_read(x, value->width, c->argument, number), value};
    add(f, t, entry, argument.known, value);
    f->at[t][entry] = expr_and(x, f->at[t][entry], expr_implies(x, started, expr_eq(x, argument.known, value)));
    add_main(c, f);
    vector_each(const struct cell *, k, &c->p->cells) {
        expr kept = k->owner == t && !cell_is_array(k) && !k->dropped ? set_first(c, k->id, &argument) : NULL;
        if (kept)
            add_kept(c, f, k->id, kept);
    }
}

static uint32_t cell_of(const struct program *p, enum cell_role role, uint32_t t)
{
    uint32_t found = NONE;
    vector_each(const struct cell *, c, &p->cells)
        if (c->role == role && c->subject == t && !c->dropped)
            found = found == NONE ? c->id : NONE - 1;
    return found == NONE - 1 ? NONE : found;
}

static void look_at(const struct finding *f, uint32_t t)
{
    const struct program *p = f->p;
    struct creation c = {p, t, cell_of(p, CELL_COUNT, t), cell_of(p, CELL_STARTED, t), cell_of(p, CELL_ARGUMENT, t), NULL, NULL};
    if (c.count == NONE || c.started == NONE || c.argument == NONE || p->cells.data[c.count].owner != MAIN ||
        !cell_is_array(&p->cells.data[c.started]) || !cell_is_array(&p->cells.data[c.argument]))
        return;
    follow(&c);
    if (all_are_creations(&c))
        say(&c, f);
    for (uint32_t l = 0; l < p->codes.data[MAIN].locations.size; l++)
        free_state(&c.at[l]);
    mem_free(c.at);
}

void numbered_find(const struct program *p, expr **at, numbered_vector *found)
{
    const struct finding f = {p, at, found};
    if (program_has_calls(p) || p->codes.data[MAIN].instances != 1)
        return;
    for (uint32_t t = MAIN + 1; t < p->template_count; t++)
        if (p->codes.data[t].instances == UNBOUNDED)
            look_at(&f, t);
}

static bool is_read(const struct program *p, uint32_t cell)
{
    bool read = false;
    for (uint32_t k = 0; k < p->codes.size && !read; k++)
        vector_each(const struct edge *, e, &p->codes.data[k].edges) {
            struct bitset cells = {0};
            action_reads(&e->action, true, &cells);
            read |= bitset_has(&cells, cell);
            bitset_free(&cells);
        }
    return read;
}

static void forget_updates(struct program *p, uint32_t cell)
{
    for (uint32_t k = 0; k < p->codes.size; k++)
        vector_each(struct edge *, e, &p->codes.data[k].edges) {
            uint32_t kept = 0;
            for (uint32_t i = 0; i < e->action.update_count; i++)
                if (e->action.updates[i].cell != cell)
                    e->action.updates[kept++] = e->action.updates[i];
            e->action.update_count = kept;
        }
}

void numbered_say(struct program *p, const numbered_vector *found)
{
    vector_each(const struct numbered *, n, found)
        vector_each(struct edge *, e, &p->codes.data[n->code].edges)
            if (e->from == n->location) {
                struct replacing r = {n->known, n->value};
                action_rewrite(p, &e->action, by_value, &r, NULL);
            }
    vector_each(const struct numbered *, n, found)
        if (n->known->op == E_READ && !is_read(p, (uint32_t)n->known->value))
            forget_updates(p, (uint32_t)n->known->value);
}
