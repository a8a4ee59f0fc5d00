#include "engines/horn/clauses.h"

#include "engines/horn/counted.h"
#include "engines/horn/slice.h"

static const struct code *code_of(const struct encoding *n, uint32_t k) { return &n->program->codes.data[k]; }
static struct exprs *pool(const struct encoding *n) { return n->program->exprs; }

static void constrain(const struct encoding *n, struct horn_clause *c, expr e)
{
    c->constraint = expr_and(pool(n), c->constraint, e);
}

static struct horn_clause clause(const struct encoding *n)
{
    return (struct horn_clause){.constraint = expr_bool(pool(n), true), .head.relation = NONE};
}

static void set_updates(struct encoding *n, struct horn_clause *c, update_vector *list)
{
    struct update *copy = ARENA_ARRAY(&n->arena, struct update, list->size + 1);
    if (list->size)
        memcpy(copy, list->data, list->size * sizeof *copy);
    c->updates = copy;
    c->update_count = list->size;
    vector_free(list);
}

/* --- the beginning --- */

static void begin_cell(const struct encoding *n, struct horn_clause *c, unsigned role, const struct cell *cell,
                       update_vector *arrays)
{
    uint32_t v = n->cells[role][cell->id];
    if (cell->arbitrary || !is_followed(n, cell))
        return;
    if (!cell_is_array(cell)) {
        uint64_t from = bitset_has(&n->relative.cells, cell->id) ? n->program->cells.data[n->base].init : 0;
        expr init = expr_const(pool(n), cell->width, (cell->inits ? cell->inits[0] : cell->init) - from);
        constrain(n, c, expr_eq(pool(n), expr_cell(pool(n), cell->width, v), init));
        return;
    }
    for (uint64_t i = 0; has_few_inits(cell) && i < cell->ranges[0].count; i++) {
        expr index = expr_const(pool(n), cell->index_width, cell->ranges[0].first + i * cell->ranges[0].stride);
        vector_push(arrays, (struct update){v, index, expr_const(pool(n), cell->width, cell->inits[i])});
    }
}

static void begin_instance(const struct encoding *n, struct horn_clause *c, struct actor a, update_vector *arrays)
{
    vector_each(const struct cell *, cell, &n->program->cells)
        if (cell->owner == a.code)
            begin_cell(n, c, a.role, cell, arrays);
    constrain(n, c, is_at(n, a, code_of(n, a.code)->entry));
    constrain(n, c, actor_exists(n, a));
}

/* b.code NONE: there is one only. */
static void add_beginning(struct encoding *n, struct actor a, struct actor b)
{
    struct horn_clause c = clause(n);
    update_vector arrays = {0};
    c.begins = true;
    vector_each(const struct cell *, cell, &n->program->cells)
        if (cell_is_shared(cell))
            begin_cell(n, &c, 0, cell, &arrays);
    begin_instance(n, &c, a, &arrays);
    if (b.code != NONE) {
        begin_instance(n, &c, b, &arrays);
        constrain(n, &c, are_different(n, a, b));
    }
    set_updates(n, &c, &arrays);
    c.head = b.code == NONE ? use_of_one(n, a, code_of(n, a.code)->entry) : use_of_two(n, a, b);
    vector_push(&n->horn.clauses, c);
}

/* --- steps --- */

struct move { /* of role 0 */
    uint32_t code, from, to;
    const struct action *action;
};

static struct horn_clause moving(struct encoding *n, const struct move *m)
{
    struct horn_clause c = clause(n);
    struct actor mover = {m->code, 0};
    update_vector updates = {0};
    constrain(n, &c, is_at(n, mover, m->from));
    constrain(n, &c, actor_exists(n, mover));
    constrain(n, &c, given_at(n, mover, m->from));
    constrain(n, &c, said(n, 0, m->action->guard));
    for (uint32_t i = 0; i < m->action->update_count; i++) {
        const struct update *u = &m->action->updates[i];
        vector_push(&updates, (struct update){u->cell, u->index ? said(n, 0, u->index) : NULL, said(n, 0, u->value)});
    }
    relative_updates(&n->relative, n->program, &updates);
    expr at = expr_cell(pool(n), n->horn.variables.data[role_location(n, 0)].width, role_location(n, 0));
    vector_push(&updates,
                (struct update){role_location(n, 0), NULL, expr_const(pool(n), at->width, name_of_location(n, m->code, m->to))});
    set_updates(n, &c, &updates);
    return c;
}

static bool has_sections(const struct code *c)
{
    for (uint32_t l = 0; l < c->locations.size; l++)
        if (is_inside_section(c, l))
            return true;
    return false;
}

/* Nobody moves while an instance is inside a section. */
static void constrain_observer(const struct encoding *n, struct horn_clause *c, struct actor a)
{
    const struct code *code = code_of(n, a.code);
    constrain(n, c, actor_exists(n, a));
    constrain(n, c, given_anywhere(n, a));
    for (uint32_t l = 0; has_sections(code) && l < code->locations.size; l++)
        if (is_inside_section(code, l))
            constrain(n, c, expr_not(pool(n), is_at(n, a, l)));
}

/* Level 1. */
static void add_own_step(struct encoding *n, const struct move *m)
{
    struct horn_clause c = moving(n, m);
    struct actor mover = {m->code, 0};
    if (relation_of_one(n, m->code, m->from) == NONE || relation_of_one(n, m->code, m->to) == NONE)
        return;
    c.uses[c.use_count++] = use_of_one(n, mover, m->from);
    counted_constrain(n, &c, &mover, &m->from, 1);
    c.head = use_of_one(n, mover, m->to);
    vector_push(&n->horn.clauses, c);
}

/* location: of the observer, if the relation says so. */
static void add_interference_at(struct encoding *n, const struct move *m, uint32_t other, uint32_t location)
{
    assert(n->level == 1);
    struct horn_clause c = moving(n, m);
    struct actor mover = {m->code, 0}, observer = {other, 1};
    if (relation_of_one(n, other, location) == NONE)
        return;
    if (n->located) {
        constrain(n, &c, actor_exists(n, observer));
        constrain(n, &c, given_at(n, observer, location));
    } else {
        constrain_observer(n, &c, observer);
    }
    constrain(n, &c, are_different(n, mover, observer));
    if (n->lemma)
        constrain(n, &c, lemma_of_two(n, mover, m->from, observer, location));
    if (expr_is_false(c.constraint))
        return;
    c.uses[c.use_count++] = use_of_one(n, mover, m->from);
    c.uses[c.use_count++] = use_of_one(n, observer, location);
    if (n->lemma)
        counted_constrain(n, &c, (struct actor[]){mover, observer}, (uint32_t[]){m->from, location}, 2);
    c.head = use_of_one(n, observer, location);
    vector_push(&n->horn.clauses, c);
}

static void add_interference(struct encoding *n, const struct move *m, uint32_t other)
{
    const struct code *c = code_of(n, other);
    if (!n->located)
        add_interference_at(n, m, other, c->entry);
    for (uint32_t l = 0; n->located && l < c->locations.size; l++)
        if (!is_inside_section(c, l) && !must_not_be_reached(n, other, l))
            add_interference_at(n, m, other, l);
}

/* Level 2: the mover and another one. */
static void add_inside(struct encoding *n, const struct move *m, uint32_t other)
{
    struct horn_clause c = moving(n, m);
    struct actor mover = {m->code, 0}, observer = {other, 1};
    constrain_observer(n, &c, observer);
    constrain(n, &c, are_different(n, mover, observer));
    assume_two(n, &c, mover, observer);
    counted_constrain(n, &c, (struct actor[]){mover, observer}, (uint32_t[]){m->from, NONE}, 2);
    counted_check(n, &c, &(struct horn_step){m->code, m->from, m->to, *m->action});
    c.head = use_of_two(n, mover, observer);
    vector_push(&n->horn.clauses, c);
    if (mover.code != observer.code)
        return;
    c.head = use_of_two(n, observer, mover);
    vector_push(&n->horn.clauses, c);
}

/* Two others. */
static void add_outside(struct encoding *n, const struct move *m, uint32_t first, uint32_t second)
{
    assert(n->level == 2 && first <= second);
    struct horn_clause c = moving(n, m);
    struct actor actors[ROLES] = {{m->code, 0}, {first, 1}, {second, 2}};
    for (unsigned i = 1; i < ROLES; i++) {
        constrain_observer(n, &c, actors[i]);
        for (unsigned k = 0; k < i; k++) {
            constrain(n, &c, are_different(n, actors[k], actors[i]));
            assume_two(n, &c, actors[k], actors[i]);
        }
    }
    counted_constrain(n, &c, actors, (uint32_t[]){m->from, NONE, NONE}, ROLES);
    c.head = use_of_two(n, actors[1], actors[2]);
    vector_push(&n->horn.clauses, c);
}

static bool are_three(const struct encoding *n, uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t same = 1 + (a == b) + (a == c);
    return are_enough(n, a, b) && are_enough(n, b, c) && are_enough(n, a, c) && same <= code_of(n, a)->instances;
}

static void add_step(struct encoding *n, const struct horn_step *s)
{
    struct move m = {s->code, s->from, s->to, &s->action};
    bool noticed = is_noticed(n, &s->action);
    if (!step_goes_on(n->program, s->code, &s->action, s->to) || (n->slice && slice_ignores(n->slice, s)))
        return;
    for (uint32_t a = 0; a < n->program->template_count; a++) {
        if (n->level == 1 && noticed && are_enough(n, s->code, a))
            add_interference(n, &m, a);
        if (n->level == 2 && are_enough(n, s->code, a))
            add_inside(n, &m, a);
        for (uint32_t b = a; n->level == 2 && noticed && b < n->program->template_count; b++)
            if (are_three(n, s->code, a, b))
                add_outside(n, &m, a, b);
    }
}

static void add_own_steps(struct encoding *n)
{
    for (uint32_t k = 0; k < n->program->template_count; k++)
        vector_each(const struct edge *, e, &code_of(n, k)->edges)
            if (step_goes_on(n->program, k, &e->action, e->to))
                add_own_step(n, &(struct move){k, e->from, e->to, &e->action});
}

/* --- errors --- */

static void add_error(struct encoding *n, struct actor a, uint32_t location)
{
    struct horn_clause c = clause(n);
    constrain(n, &c, is_at(n, a, location));
    constrain(n, &c, actor_exists(n, a));
    constrain(n, &c, given_at(n, a, location));
    if (n->level == 1)
        c.uses[c.use_count++] = use_of_one(n, a, location);
    for (uint32_t b = 0; n->level == 2 && b < n->program->template_count; b++)
        if (are_enough(n, a.code, b)) {
            struct horn_clause pair = c;
            struct actor other = {b, 1};
            constrain(n, &pair, actor_exists(n, other));
            constrain(n, &pair, are_different(n, a, other));
            assume_two(n, &pair, a, other);
            counted_constrain(n, &pair, (struct actor[]){a, other}, (uint32_t[]){location, NONE}, 2);
            vector_push(&n->horn.clauses, pair);
        }
    if (n->level == 1)
        vector_push(&n->horn.clauses, c);
}

static void add_errors(struct encoding *n)
{
    for (uint32_t k = 0; k < n->program->template_count; k++)
        for (uint32_t l = 0; l < code_of(n, k)->locations.size; l++)
            if (must_not_be_reached(n, k, l))
                add_error(n, (struct actor){k, 0}, l);
}

void encoding_make(struct encoding *n)
{
    assert(n->level == 1 || n->level == 2);
    n->horn.exprs = n->program->exprs;
    roles_make_variables(n);
    roles_make_relations(n);
    for (uint32_t a = 0; a < n->program->template_count; a++) {
        if (n->level == 1 && relation_of_one(n, a, code_of(n, a)->entry) != NONE)
            add_beginning(n, (struct actor){a, 0}, (struct actor){NONE, 1});
        for (uint32_t b = a; n->level == 2 && b < n->program->template_count; b++)
            if (are_enough(n, a, b))
                add_beginning(n, (struct actor){a, 0}, (struct actor){b, 1});
    }
    if (n->level == 1)
        add_own_steps(n);
    vector_each(const struct horn_step *, s, n->steps)
        add_step(n, s);
    if (!n->slice)
        add_errors(n);
}

void encoding_free(struct encoding *n)
{
    horn_free(&n->horn);
    vector_free(&n->relation);
    vector_free(&n->counted);
    relative_free(&n->relative);
    for (unsigned r = 0; r < ROLES; r++)
        mem_free(n->cells[r]);
    arena_release(&n->arena);
}
