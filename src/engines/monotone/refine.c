#include "engines/monotone/refine.h"

#include "base/log.h"
#include "engines/monotone/symbolic.h"

enum { LONGEST_RUN = 200, MOST_LEARNED = 60, MOST_NODES = 60, MOST_CORE = 24 };

typedef VECTOR(expr) conditions;

/* --- whether the run is real --- */

static bool possible(struct abstraction *s, const expr *list, uint32_t count)
{
    values rows = {0};
    expr yes = expr_bool(s->scheme->pool, true);
    ask_begin(&s->ask, NONE, NONE);
    bool known = ask_values(&s->ask, list, count, &yes, 1, 2, &rows);
    bool result = !known || rows.size;
    vector_free(&rows);
    return result;
}

/* The first step that cannot be taken after those before, or NONE; guards: of all steps up to it. */
static uint32_t first_impossible(struct abstraction *s, const run_steps *steps, conditions *guards)
{
    struct symbolic x;
    uint32_t found = NONE;
    symbolic_init(&x, s->scheme);
    for (uint32_t i = 0; i < steps->size && found == NONE; i++) {
        expr g = symbolic_step(&x, &steps->data[i]);
        vector_push(guards, g);
        if (expr_is_false(g) || (!expr_is_const(g) && !possible(s, guards->data, guards->size)))
            found = i;
    }
    symbolic_free(&x);
    return found;
}

/* Marks guards before the last one that the contradiction needs: each that cannot be left out. */
static void find_core(struct abstraction *s, conditions *guards, bool *needed)
{
    uint32_t last = guards->size - 1;
    expr yes = expr_bool(s->scheme->pool, true);
    if (expr_is_false(guards->data[last]))
        return;
    for (uint32_t i = 0; i < last; i++) {
        expr old = guards->data[i];
        if (expr_is_const(old))
            continue;
        guards->data[i] = yes;
        if (possible(s, guards->data, guards->size)) {
            guards->data[i] = old;
            needed[i] = true;
        }
    }
}

/* --- weakest preconditions along the run --- */

struct nodes {
    const struct scheme *m;
    uint32_t count;
    bool input, own, other;
};

static void look(void *context, expr e)
{
    struct nodes *n = context;
    n->count++;
    n->input |= e->op == E_INPUT && e != n->m->other_self;
    n->other |= e == n->m->other_self;
    n->own |= e->op == E_SELF;
    if (e->op != E_CELL && e->op != E_READ)
        return;
    bool copied = e->value < n->m->original->cells.size && n->m->copy[e->value] != NONE;
    n->own |= copied;
    n->other |= !copied && !cell_is_shared(&n->m->program->cells.data[e->value]);
}

static struct nodes look_at(const struct scheme *m, expr e)
{
    struct nodes n = {.m = m};
    expr_visit(e, look, &n);
    return n;
}

/* e is worth tracking in the code. Whether it is new. */
static bool learn(struct scheme *m, uint32_t code, expr e)
{
    if (expr_is_const(e) || m->learned.size >= MOST_LEARNED)
        return false;
    vector_each(const struct given *, g, &m->learned)
        if (g->code == code && (g->e == e || g->e == expr_not(m->pool, e)))
            return false;
    vector_push(&m->learned, (struct given){code, e});
    return true;
}

/* The same before a step of a thread that it does not speak of: as far as shared cells change. NULL if they get what only that
 * thread knows. */
static expr before_third(struct scheme *m, const struct action *a, expr e)
{
    VECTOR(struct update) shared = {0};
    bool foreign = false;
    for (uint32_t i = 0; i < a->update_count; i++)
        if (cell_is_shared(&m->program->cells.data[a->updates[i].cell]))
            vector_push(&shared, a->updates[i]);
    struct action part = *a;
    part.updates = shared.data;
    part.update_count = shared.size;
    expr before = scheme_before(m, &part, e);
    for (uint32_t i = 0; i < shared.size; i++)
        foreign |= look_at(m, shared.data[i].value).own || (shared.data[i].index && look_at(m, shared.data[i].index).own);
    vector_free(&shared);
    return foreign && before != e ? NULL : before;
}

/* The condition of a thread before a step of another one; partner: whose cells its copies are. NULL if it would speak of
 * three threads. */
static expr before_other(struct scheme *m, const struct action *a, uint32_t thread, uint32_t *partner, expr e)
{
    if (look_at(m, e).other && *partner != thread)
        return before_third(m, a, e);
    *partner = thread;
    return scheme_exchange(m, scheme_before(m, a, scheme_exchange(m, e)));
}

/* What has to be known along the run so that the guard of a step is known to have the value that it has. */
static uint32_t learn_back(struct scheme *m, const run_steps *steps, uint32_t at)
{
    const struct run_step *it = &steps->data[at];
    expr e = m->program->codes.data[it->code].edges.data[it->edge].action.guard;
    uint32_t partner = NONE, partner_code = NONE, count = learn(m, it->code, e);
    for (uint32_t i = at; i-- > 0 && e && !expr_is_const(e);) {
        const struct run_step *step = &steps->data[i];
        const struct action *a = &m->program->codes.data[step->code].edges.data[step->edge].action;
        expr before = step->thread == it->thread ? scheme_before(m, a, e)
                                                 : before_other(m, a, step->thread, &partner, e);
        if (before == e)
            continue;
        e = before;
        if (!e || expr_is_const(e))
            break;
        struct nodes n = look_at(m, e);
        partner_code = step->thread == partner ? step->code : partner_code;
        if (n.input || n.count > MOST_NODES)
            break;
        count += learn(m, it->code, e);
        if (n.other && partner_code != NONE) /* what it says of the other alone is the other's to know */
            count += learn(m, partner_code, scheme_exchange(m, e));
    }
    return count;
}

uint32_t monotone_refine(struct abstraction *s, const run_steps *steps)
{
    conditions guards = {0};
    uint32_t at = steps->size <= LONGEST_RUN ? first_impossible(s, steps, &guards) : NONE, count = 0, used = 0;
    if (at != NONE) {
        bool *needed = NEW_ARRAY(bool, guards.size + 1);
        find_core(s, &guards, needed);
        count += learn_back(s->scheme, steps, at);
        for (uint32_t i = at; i-- > 0 && used < MOST_CORE;)
            if (needed[i]) {
                count += learn_back(s->scheme, steps, i);
                used++;
            }
        mem_free(needed);
    }
    log_debug("monotone: a run of %u steps: %s, %u new predicates", steps->size,
              at == NONE ? "possibly real" : "not real", count);
    vector_free(&guards);
    return count;
}
