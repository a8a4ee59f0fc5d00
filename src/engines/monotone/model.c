/* Makes the clone, and what can be said about the program before anything is tracked: which cells matter, and where
 * local cells are live. */
#include "engines/monotone/model.h"

#include "engines/monotone/created.h"
#include "facts/liveness.h"
#include "facts/relevance.h"

/* --- copies --- */

static void make_copies(struct monotone_model *m)
{
    uint32_t n = m->program->cells.size;
    m->copy = NEW_ARRAY(uint32_t, 2 * n + 1);
    for (uint32_t c = 0; c < n; c++) {
        struct cell cell = m->program->cells.data[c];
        m->copy[c] = NONE;
        if (!cell_is_shared(&cell) && !cell.dropped) {
            cell.name = arena_printf(&m->program->arena, "other.%s", cell.name);
            m->copy[c] = program_add_cell(m->program, cell);
            m->copy[m->copy[c]] = c;
        }
    }
    m->other_self = expr_input(m->pool, SELF_WIDTH, m->program->input_count++);
}

expr monotone_model_exchange(const struct monotone_model *m, expr e, uint32_t inputs)
{
    assert(e);
    struct renaming r = {m->pool, m->copy, m->program->cells.size, m->other_self, m->other_self, expr_self(m->pool), inputs};
    return expr_rename(&r, e);
}

/* --- trackers --- */

struct owners {
    const struct monotone_model *m;
    uint32_t code;
    bool mixed;
};

static void look_for_owner(void *context, expr e)
{
    struct owners *o = context;
    if (e->op != E_CELL && e->op != E_READ)
        return;
    uint32_t owner = o->m->program->cells.data[e->value].owner;
    if (owner == NONE)
        return;
    o->mixed |= o->code != NONE && o->code != owner;
    o->code = owner;
}

uint32_t monotone_model_owner(const struct monotone_model *m, expr e, bool *mixed)
{
    struct owners o = {m, NONE, false};
    expr_visit(e, look_for_owner, &o);
    *mixed = o.mixed;
    return o.code;
}

struct sides {
    const struct monotone_model *m;
    struct tracker *t;
    bool self, shared;
};

static void look_for_sides(void *context, expr e)
{
    struct sides *s = context;
    s->self |= e->op == E_SELF;
    if (e->op != E_CELL && e->op != E_READ)
        return;
    s->shared |= cell_is_shared(&s->m->program->cells.data[e->value]);
    if (s->m->copy[e->value] == NONE)
        return;
    if (e->value < s->m->original->cells.size)
        bitset_add(&s->t->own, (uint32_t)e->value);
    else
        bitset_add(&s->t->others, s->m->copy[e->value]);
}

bool monotone_model_mentions_other(const struct monotone_model *m, expr e)
{
    struct tracker t = {0};
    struct sides s = {m, &t, false, false};
    expr_visit(e, look_for_sides, &s);
    bool found = !bitset_empty(&t.others);
    bitset_free(&t.own);
    bitset_free(&t.others);
    return found;
}

bool monotone_model_track(struct monotone_model *m, uint32_t code, expr e)
{
    assert(e->width >= 1 && (code == NONE || code < m->program->template_count));
    if (expr_is_const(e))
        return false;
    struct tracker t = {.e = e, .other = monotone_model_exchange(m, e, 0)};
    struct sides s = {m, &t, false, false};
    expr_visit(e, look_for_sides, &s);
    bool pair = !bitset_empty(&t.others);
    bool local = !bitset_empty(&t.own) || s.self;
    trackers *list = pair ? &m->pair[code] : local ? &m->local[code] : &m->shared;
    bool known = (pair && s.shared) || list->size >= (pair ? MOST_PAIRS : MOST_TRACKERS);
    expr negated = e->width == 1 ? expr_not(m->pool, e) : NULL;
    vector_each(const struct tracker *, x, list)
        known |= x->e == e || x->e == negated;
    if (known) {
        bitset_free(&t.own);
        bitset_free(&t.others);
        return false;
    }
    vector_push(list, t);
    return true;
}

static void clear(trackers *list)
{
    vector_each(struct tracker *, t, list) {
        bitset_free(&t->own);
        bitset_free(&t->others);
    }
    vector_clear(list);
}

void monotone_model_forget_all(struct monotone_model *m)
{
    clear(&m->shared);
    for (uint32_t t = 0; t < m->program->template_count; t++) {
        clear(&m->local[t]);
        clear(&m->pair[t]);
    }
}

bool monotone_model_matters(const struct monotone_model *m, const struct tracker *t, uint32_t code, uint32_t location)
{
    assert(code < m->program->template_count && location < m->program->codes.data[code].locations.size);
    return bitset_within(&t->own, &m->live[code][location]);
}

bool monotone_model_matters_pair(const struct monotone_model *m, const struct tracker *t, uint32_t code, uint32_t location,
                                 uint32_t other)
{
    assert(code < m->program->template_count && location < m->program->codes.data[code].locations.size);
    return bitset_within(&t->own, &m->live[code][location]) && bitset_within(&t->others, &m->live[code][other]);
}

/* --- all of it --- */

struct monotone_model *monotone_model_new(const struct program *p, bool races, const struct reason **why)
{
    if (program_has_calls(p)) {
        *why = BECAUSE(NO_PROCEDURES);
        return NULL;
    }
    struct monotone_model *m = NEW(struct monotone_model);
    m->original = p;
    m->races = races;
    m->program = program_clone(p);
    m->pool = p->exprs;
    uint32_t n = p->template_count;
    m->local = NEW_ARRAY(trackers, n);
    m->pair = NEW_ARRAY(trackers, n);
    m->live = NEW_ARRAY(struct bitset *, n);
    bool ok = created_flags(m, why);
    ghosts_add(&m->ghosts, m->program, p);
    make_copies(m);
    relevant_cells(m->program, races, &m->relevant);
    for (uint32_t t = 0; t < n; t++)
        m->live[t] = liveness_compute(m->program, t, &m->relevant, races);
    if (ok)
        return m;
    monotone_model_free(m);
    return NULL;
}

void monotone_model_free(struct monotone_model *m)
{
    if (!m)
        return;
    monotone_model_forget_all(m);
    ghosts_free(&m->ghosts);
    vector_free(&m->shared);
    vector_free(&m->given);
    vector_free(&m->learned);
    for (uint32_t t = 0; t < m->program->template_count; t++) {
        vector_free(&m->local[t]);
        vector_free(&m->pair[t]);
        liveness_free(m->program, t, m->live[t]);
    }
    mem_free(m->local);
    mem_free(m->pair);
    mem_free(m->live);
    mem_free(m->copy);
    bitset_free(&m->relevant);
    program_free(m->program);
    mem_free(m);
}
