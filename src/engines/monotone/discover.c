/* Predicates are candidates: a useless one costs time, never a wrong verdict. */
#include "engines/monotone/discover.h"

#include "base/log.h"
#include "engines/monotone/discover_parts.h"
#include "program/read_expr.h"

enum { SMALL_WIDTH = 3, SMALL_MODULUS = 16, MOST_SLOTS = 8 };

/* --- which cells have values that can be told one by one --- */

static bool open_value(const struct discovery *d, expr e)
{
    if (e->width == 1)
        return false;
    switch (e->op) {
    case E_CONST: return false;
    case E_SELF: return true;
    case E_INPUT: return e->width > SMALL_WIDTH;
    case E_CELL:
    case E_READ: return e->value < d->m->original->cells.size && d->symbolic[e->value];
    case E_ITE: return open_value(d, e->arg[1]) || open_value(d, e->arg[2]);
    case E_UREM:
    case E_AND:
        for (unsigned i = 0; i < 2; i++)
            if (expr_is_const(e->arg[i]) && e->arg[i]->value <= SMALL_MODULUS)
                return false;
        break;
    default: break;
    }
    for (unsigned i = 0; i < e->arity; i++)
        if (open_value(d, e->arg[i]))
            return true;
    return false;
}

static void find_symbolic(struct discovery *d)
{
    const struct program *p = d->m->program;
    for (uint32_t c = 0; c < d->m->original->cells.size; c++) {
        const struct cell *cell = &p->cells.data[c];
        d->symbolic[c] |= cell->arbitrary && cell->width > SMALL_WIDTH;
        if (cell_is_array(cell)) {
            uint64_t slots = 0;
            for (uint32_t i = 0; i < cell->range_count; i++)
                slots += cell->ranges[i].per_instance == NONE ? cell->ranges[i].count : MOST_SLOTS + 1;
            d->symbolic[c] |= slots > MOST_SLOTS;
        }
    }
    for (bool changed = true; changed;) {
        changed = false;
        vector_each(const struct code *, c, &p->codes)
            vector_each(const struct edge *, e, &c->edges)
                for (uint32_t i = 0; i < e->action.update_count; i++) {
                    const struct update *u = &e->action.updates[i];
                    if (u->cell < d->m->original->cells.size && !d->symbolic[u->cell] && open_value(d, u->value))
                        d->symbolic[u->cell] = changed = true;
                }
    }
}

static void track_values(struct discovery *d)
{
    struct monotone_model *m = d->m;
    for (uint32_t c = 0; c < m->program->cells.size; c++) {
        const struct cell *cell = &m->program->cells.data[c];
        bool is_copy = c >= m->original->cells.size && (!cell_is_shared(cell) || cell->width > 1); /* or a ghost */
        if (!bitset_has(&m->relevant, c) || is_copy || (c < m->original->cells.size && d->symbolic[c]))
            continue;
        if (cell->owner != NONE && cell->owner >= m->program->template_count)
            continue;
        if (!cell_is_array(cell)) {
            monotone_model_track(m, cell->owner, expr_cell(m->pool, cell->width, c));
            continue;
        }
        for (uint32_t r = 0; r < cell->range_count; r++)
            for (uint64_t i = 0; i < cell->ranges[r].count; i++) {
                uint64_t at = cell->ranges[r].first + i * cell->ranges[r].stride;
                monotone_model_track(m, cell->owner,
                                     expr_read(m->pool, cell->width, c, expr_const(m->pool, cell->index_width, at)));
            }
    }
}

/* In every template that has its variables. Whether there is one; otherwise *why. */
static bool track_given(struct monotone_model *m, const char *text, const char **why, struct arena *words)
{
    bool understood = false;
    for (uint32_t t = 0; t < m->program->template_count; t++) {
        const char *here;
        expr e = expr_read_text(&(struct expr_names){m->original, t, m->copy}, text, &here, words);
        if (e)
            vector_push(&m->given, (struct given){t, e});
        understood |= e != NULL;
        *why = e ? *why : here;
    }
    return understood;
}

bool discover_given(struct monotone_model *m, const string_vector *texts, const struct reason **why, struct arena *words)
{
    const char *odd = NULL;
    vector_each(const char *const *, text, texts)
        if (!track_given(m, *text, &odd, words)) {
            *why = reason_new(words, REASON_PREDICATE, arena_printf(words, "'%s': %s", *text, odd), 0);
            return false;
        }
    return true;
}

void discover_suggested(struct monotone_model *m, struct arena *words)
{
    const char *why = NULL;
    vector_each(const char *const *, text, &m->original->predicates)
        if (!track_given(m, *text, &why, words))
            log_warning("__CPROVER_predicate(%s) is ignored: %s", *text, why);
}

void discover(struct monotone_model *m, bool *symbolic, unsigned sources)
{
    uint32_t n = m->original->cells.size;
    struct discovery d = {m, symbolic, NEW_ARRAY(bool, (size_t)n *n + 1)};
    monotone_model_forget_all(m);
    find_symbolic(&d);
    vector_each(const struct given *, g, &m->given)
        monotone_model_track(m, g->code, g->e);
    track_values(&d);
    if (sources & SOURCE_ATOMS)
        discover_from_program(&d);
    vector_each(const struct given *, g, &m->learned)
        if (sources & SOURCE_LEARNED)
            discover_track_atoms(&d, g->code, g->e, NULL);
    if (sources & SOURCE_FORWARD) {
        discover_from_assignments(&d);
        discover_from_strides(&d);
    }
    m->use_ghosts = sources & SOURCE_GHOSTS;
    vector_each(const struct ghost_counter *, g, &m->ghosts)
        if (m->use_ghosts)
            discover_from_ghost(&d, g);
    if (sources & SOURCE_PAIRS) {
        discover_from_order(&d);
        discover_from_pairs(&d);
    }
    if (sources & SOURCE_BACKWARD)
        discover_from_preconditions(&d);
    if (sources & SOURCE_TWICE)
        discover_from_preconditions(&d);
    mem_free(d.relates);
}
