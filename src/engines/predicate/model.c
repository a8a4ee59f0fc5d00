#include "engines/predicate/model.h"

#include <string.h>

const struct code *predicate_model_code(const struct predicate_model *s, uint32_t kind)
{
    assert(kind < s->kinds.size);
    return &s->original->codes.data[s->kinds.data[kind].code];
}

const struct location *predicate_model_location(const struct predicate_model *s, uint32_t kind, uint32_t location)
{
    assert(location < predicate_model_code(s, kind)->locations.size);
    return &predicate_model_code(s, kind)->locations.data[location];
}

bool predicate_model_may_meet(const struct predicate_model *s, uint32_t kind, uint32_t actor)
{
    assert(kind < s->kinds.size);
    return kind != actor || s->kinds.data[kind].several;
}

/* --- names --- */

static bool is_creation(const struct predicate_model *s, const struct kind *k, uint32_t cell)
{
    const struct cell *c = &s->original->cells.data[cell];
    return c->role == CELL_STARTED && c->subject == k->code && c->width == 1;
}

expr predicate_model_in_own_words(const struct predicate_model *s, const struct kind *k, expr e)
{
    struct renaming r = {.exprs = s->exprs, .cell = k->own, .count = s->original->cells.size, .self = k->self};
    return expr_rename(&r, e);
}

expr predicate_model_as_other(const struct predicate_model *s, const struct kind *k, expr e)
{
    if (!k->several)
        return e;
    struct renaming r = {.exprs = s->exprs, .cell = k->other, .count = s->original->cells.size, .self = k->other_self};
    return expr_rename(&r, e);
}

expr predicate_model_as_own(const struct predicate_model *s, const struct kind *k, expr e)
{
    if (!k->several)
        return e;
    struct renaming r = {
        .exprs = s->exprs, .cell = s->back, .count = s->program->cells.size, .id = k->other_self, .id_becomes = k->self};
    return expr_rename(&r, e);
}

/* --- cells --- */

static uint32_t add_copy(struct predicate_model *s, uint32_t cell, const char *suffix, uint32_t number)
{
    struct cell c = s->program->cells.data[cell];
    c.name = arena_printf(&s->arena, "%s@%s%u", c.name, suffix, number);
    return program_add_cell(s->program, c);
}

static uint32_t add_ghost(struct predicate_model *s, const char *name, uint8_t width, uint64_t init)
{
    uint32_t id = program_add_ghost(s->program, name, width, init);
    bitset_add(&s->visible, id);
    bitset_add(&s->deep, id);
    bitset_add(&s->ghosts, id);
    return id;
}

static void name_locals(struct predicate_model *s, struct kind *k)
{
    uint32_t n = s->original->cells.size;
    k->own = ARENA_ARRAY(&s->arena, uint32_t, n + 1);
    k->other = ARENA_ARRAY(&s->arena, uint32_t, n + 1);
    for (uint32_t c = 0; c < n; c++) {
        k->own[c] = k->other[c] = c;
        const struct cell *cell = &s->original->cells.data[c];
        if (cell->owner != k->code || cell->dropped)
            continue;
        if (k->several) {
            k->other[c] = add_copy(s, c, "other", 0);
        } else {
            if (k->instance)
                k->own[c] = k->other[c] = add_copy(s, c, "", k->instance);
            bitset_add(&s->visible, k->own[c]);
            bitset_add(&s->deep, k->own[c]);
        }
    }
}

static expr id_range(struct predicate_model *s, const struct code *c, expr self)
{
    struct exprs *x = s->exprs;
    expr low = expr_const(x, SELF_WIDTH, c->first_id);
    if (c->instances == UNBOUNDED)
        return expr_binary(x, E_ULE, low, self);
    return expr_binary(x, E_ULT, expr_sub(x, self, low), expr_const(x, SELF_WIDTH, c->instances));
}

static void add_kind(struct predicate_model *s, uint32_t code, uint32_t instance)
{
    const struct code *c = &s->original->codes.data[code];
    struct exprs *x = s->exprs;
    struct kind k = {.code = code, .instance = instance, .several = instance == NONE, .pc = NONE, .begun = NONE};
    k.range = k.other_range = expr_bool(x, true);
    if (k.several) {
        k.self = expr_self(x);
        k.other_self = expr_cell(x, SELF_WIDTH, s->other_self);
        k.range = id_range(s, c, k.self);
        k.other_range = id_range(s, c, k.other_self);
        k.begun = add_ghost(s, arena_printf(&s->arena, "begun@%s", c->name), 1, 0);
        bitset_remove(&s->deep, k.begun); /* it stands for shared cells */
    } else {
        k.self = k.other_self = expr_const(x, SELF_WIDTH, (uint64_t)c->first_id + instance);
        k.pc = add_ghost(s, arena_printf(&s->arena, "pc@%s%u", c->name, instance), 32, c->entry);
    }
    name_locals(s, &k);
    vector_push(&s->kinds, k);
}

static void find_way_back(struct predicate_model *s)
{
    s->back = ARENA_ARRAY(&s->arena, uint32_t, s->program->cells.size + 1);
    for (uint32_t c = 0; c < s->program->cells.size; c++)
        s->back[c] = c;
    vector_each(const struct kind *, k, &s->kinds)
        for (uint32_t c = 0; k->several && c < s->original->cells.size; c++)
            s->back[k->other[c]] = c;
}

/* --- moves --- */

static void note_creations(struct predicate_model *s, struct kind_move *m)
{
    uint32_t n = m->update_count;
    vector_each(const struct kind *, other, &s->kinds) {
        bool creates = false;
        for (uint32_t i = 0; i < n && other->begun != NONE; i++)
            creates |= m->updates[i].cell < s->original->cells.size && is_creation(s, other, m->updates[i].cell);
        if (creates)
            m->updates[m->update_count++] = (struct update){other->begun, NULL, expr_bool(s->exprs, true)};
    }
}

/* The updates of the edge and of the ghosts, in the kind's own words. */
static void own_updates(struct predicate_model *s, const struct kind *k, const struct edge *e, struct kind_move *m)
{
    struct exprs *x = s->exprs;
    const struct action *a = &e->action;
    m->updates = ARENA_ARRAY(&s->arena, struct update, 3 * a->update_count + 1);
    for (uint32_t i = 0; i < a->update_count; i++) {
        const struct update *u = &a->updates[i];
        struct update mine = {u->cell, NULL, predicate_model_in_own_words(s, k, u->value)};
        if (u->index)
            mine.index = predicate_model_in_own_words(s, k, u->index);
        if (s->original->cells.data[u->cell].owner == k->code)
            mine.cell = k->own[u->cell];
        m->updates[m->update_count++] = mine;
        const struct owner *o = &s->owners[u->cell];
        if (o->ghost != NONE)
            m->updates[m->update_count++] =
                (struct update){o->ghost, NULL, owner_after(s->exprs, o, m->guard, mine.value, k->self)};
    }
    note_creations(s, m);
    if (k->pc != NONE)
        m->updates[m->update_count++] = (struct update){k->pc, NULL, expr_const(x, 32, e->to)};
}

static void seen_updates(struct predicate_model *s, const struct kind *k, struct kind_move *m)
{
    m->other_updates = ARENA_ARRAY(&s->arena, struct update, m->update_count + 1);
    for (uint32_t i = 0; i < m->update_count; i++) {
        struct update u = m->updates[i];
        if (!bitset_has(&s->visible, u.cell))
            continue;
        u.value = predicate_model_as_other(s, k, u.value);
        u.index = u.index ? predicate_model_as_other(s, k, u.index) : NULL;
        m->other_updates[m->other_count++] = u;
        bitset_add(&m->writes, u.cell);
    }
}

/* "I was created" becomes "one of us was created" where the guard asks for it; nothing else may be weakened like that.
 */
static expr own_guard(struct predicate_model *s, const struct kind *k, expr guard)
{
    expr_vector parts = {0};
    expr all = expr_bool(s->exprs, true);
    conjuncts_of(guard, &parts);
    vector_each(const expr *, e, &parts) {
        bool creation = k->begun != NONE && (*e)->op == E_READ && is_creation(s, k, (uint32_t)(*e)->value);
        all = expr_and(s->exprs, all, creation ? expr_cell(s->exprs, 1, k->begun) : predicate_model_in_own_words(s, k, *e));
    }
    vector_free(&parts);
    return all;
}

static void add_moves(struct predicate_model *s, struct kind *k)
{
    vector_each(const struct edge *, e, &s->original->codes.data[k->code].edges) {
        struct kind_move m = {.from = e->from, .to = e->to, .halts = e->action.kind == ACT_HALT};
        m.guard = own_guard(s, k, e->action.guard);
        m.other_guard = predicate_model_as_other(s, k, m.guard);
        own_updates(s, k, e, &m);
        seen_updates(s, k, &m);
        vector_push(&k->moves, m);
    }
}

/* --- the model --- */

bool predicate_model_valid(const struct predicate_model *s)
{
    vector_each(const struct kind *, k, &s->kinds) {
        const struct code *c = &s->original->codes.data[k->code];
        if (k->moves.size != c->edges.size || k->several != (k->instance == NONE) || (k->pc != NONE && k->several))
            return false;
        for (uint32_t e = 0; e < k->moves.size; e++) {
            const struct kind_move *m = &k->moves.data[e];
            if (m->from != c->edges.data[e].from || m->to != c->edges.data[e].to || m->guard->width != 1 ||
                m->other_guard->width != 1)
                return false;
        }
    }
    uint32_t cells = s->original->cells.size;
    return bitset_within(&s->ghosts, &s->visible) && bitset_within(&s->deep, &s->visible) && bitset_next(&s->ghosts, 0) >= cells;
}

struct predicate_model *predicate_model_new(const struct program *p, bool split)
{
    struct predicate_model *s = NEW(struct predicate_model);
    s->original = p;
    s->exprs = p->exprs;
    s->program = program_clone(p);
    for (uint32_t c = 0; c < p->cells.size; c++)
        if (cell_is_shared(&p->cells.data[c]))
            bitset_add(&s->visible, c);
    s->other_self = program_add_ghost(s->program, "self@other", SELF_WIDTH, 0);
    s->program->cells.data[s->other_self].arbitrary = true;
    s->owners = ARENA_ARRAY(&s->arena, struct owner, p->cells.size + 1);
    for (uint32_t c = 0; c < p->cells.size; c++) {
        s->owners[c] = (struct owner){c, owner_condition(p, c), NONE};
        if (s->owners[c].is_free)
            s->owners[c].ghost = add_ghost(s, arena_printf(&s->arena, "owner@%s", p->cells.data[c].name), SELF_WIDTH, 0);
    }
    for (uint32_t t = 0; t < p->template_count; t++) {
        uint32_t n = p->codes.data[t].instances;
        if (n == 1 || (split && n != UNBOUNDED))
            for (uint32_t i = 0; i < n; i++)
                add_kind(s, t, i);
        else if (n)
            add_kind(s, t, NONE);
    }
    find_way_back(s);
    vector_each(struct kind *, k, &s->kinds)
        add_moves(s, k);
    assert(predicate_model_valid(s));
    return s;
}

void predicate_model_free(struct predicate_model *s)
{
    if (!s)
        return;
    vector_each(struct kind *, k, &s->kinds) {
        vector_each(struct kind_move *, m, &k->moves)
            bitset_free(&m->writes);
        vector_free(&k->moves);
    }
    vector_free(&s->kinds);
    bitset_free(&s->visible);
    bitset_free(&s->deep);
    bitset_free(&s->ghosts);
    program_free(s->program);
    arena_release(&s->arena);
    mem_free(s);
}
