#include "engines/monotone/refine.h"

#include "base/log.h"
#include "engines/monotone/symbolic.h"

enum { LONGEST_RUN = 200, MOST_LEARNED = 60, MOST_NODES = 60 };

struct condition { /* a conjunct of the guard of a step */
    uint32_t at;
    expr e, now; /* in terms of the thread's cells, and of arbitrary values */
};
typedef VECTOR(struct condition) conditions;

/* --- whether the run is real --- */

/* Whether the conditions can hold together, but for one (NONE: all). */
static bool possible(struct abstraction *s, const conditions *list, uint32_t without)
{
    VECTOR(expr) all = {0};
    for (uint32_t i = 0; i < list->size; i++)
        if (i != without)
            vector_push(&all, list->data[i].now);
    ask_begin(&s->ask, NONE, NONE);
    bool result = ask_possible(&s->ask, all.data, all.size);
    vector_free(&all);
    return result;
}

/* Adds the conjuncts of a guard; constants that hold are left out. One that never holds is all that is needed. */
static void add_conditions(struct symbolic *x, const struct run_step *step, uint32_t at, expr e, conditions *out)
{
    if (e->op == E_AND && e->width == 1) {
        add_conditions(x, step, at, e->arg[0], out);
        add_conditions(x, step, at, e->arg[1], out);
        return;
    }
    struct condition c = {at, e, symbolic_value(x, step, e)};
    if (out->size && expr_is_false(vector_last(out).now))
        return;
    if (expr_is_false(c.now))
        vector_clear(out);
    if (!expr_is_true(c.now))
        vector_push(out, c);
}

/* Whether the run is not real; then conditions that contradict each other, none of which can be left out. */
static bool contradiction(struct abstraction *s, const run_steps *steps, conditions *out)
{
    struct symbolic x;
    bool found = false;
    symbolic_init(&x, s->model);
    for (uint32_t i = 0; i < steps->size && !found; i++) {
        const struct run_step *step = &steps->data[i];
        uint32_t before = out->size;
        symbolic_begin(&x, step);
        add_conditions(&x, step, i, s->model->program->codes.data[step->code].edges.data[step->edge].action.guard, out);
        bool is_false = out->size && expr_is_false(vector_last(out).now);
        found = is_false || (out->size != before && !possible(s, out, NONE));
        symbolic_execute(&x, step);
    }
    for (uint32_t i = 0; found && i < out->size;)
        if (out->size > 1 && !possible(s, out, i)) {
            memmove(out->data + i, out->data + i + 1, (out->size - i - 1) * sizeof *out->data);
            out->size--;
        } else {
            i++;
        }
    symbolic_free(&x);
    return found;
}

/* --- weakest preconditions along the run --- */

struct nodes {
    const struct monotone_model *m;
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

static struct nodes look_at(const struct monotone_model *m, expr e)
{
    struct nodes n = {.m = m};
    expr_visit(e, look, &n);
    return n;
}

/* e is worth tracking in the code. Whether it is new. */
static bool learn(struct monotone_model *m, uint32_t code, expr e)
{
    if (expr_is_const(e) || m->learned.size >= MOST_LEARNED)
        return false;
    vector_each(const struct given *, g, &m->learned)
        if (g->code == code && (g->e == e || g->e == expr_not(m->pool, e)))
            return false;
    vector_push(&m->learned, (struct given){code, e});
    return true;
}

/* The same before a step of a thread that it does not speak of: as far as shared cells change. NULL if they get what
 * only that thread knows. */
static expr before_third(struct monotone_model *m, const struct action *a, expr e)
{
    VECTOR(struct update) shared = {0};
    bool foreign = false;
    for (uint32_t i = 0; i < a->update_count; i++)
        if (cell_is_shared(&m->program->cells.data[a->updates[i].cell]))
            vector_push(&shared, a->updates[i]);
    expr before = expr_after(m->pool, e, shared.data, shared.size, NULL);
    for (uint32_t i = 0; i < shared.size; i++)
        foreign |= look_at(m, shared.data[i].value).own || (shared.data[i].index && look_at(m, shared.data[i].index).own);
    vector_free(&shared);
    return foreign && before != e ? NULL : before;
}

/* The condition of a thread before a step of another one; partner: whose cells its copies are. NULL if it would speak
 * of three threads. */
static expr before_other(struct monotone_model *m, const struct action *a, uint32_t thread, uint32_t *partner, expr e)
{
    if (look_at(m, e).other && *partner != thread)
        return before_third(m, a, e);
    *partner = thread;
    return monotone_model_exchange(m, expr_after(m->pool, monotone_model_exchange(m, e, 0), a->updates, a->update_count, NULL), 0);
}

/* What has to be known along the run so that the condition is known to have the value that it has. */
static uint32_t learn_back(struct monotone_model *m, const run_steps *steps, const struct condition *c)
{
    const struct run_step *it = &steps->data[c->at];
    expr e = c->e;
    uint32_t partner = NONE, partner_code = NONE, count = learn(m, it->code, e);
    for (uint32_t i = c->at; i-- > 0 && e && !expr_is_const(e);) {
        const struct run_step *step = &steps->data[i];
        const struct action *a = &m->program->codes.data[step->code].edges.data[step->edge].action;
        expr before = step->thread == it->thread ? expr_after(m->pool, e, a->updates, a->update_count, NULL)
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
            count += learn(m, partner_code, monotone_model_exchange(m, e, 0));
    }
    return count;
}

bool monotone_refine(struct abstraction *s, const run_steps *steps, uint32_t *learned)
{
    assert(steps->size);
    conditions core = {0};
    uint32_t count = 0;
    bool real = steps->size > LONGEST_RUN || !contradiction(s, steps, &core);
    vector_each(const struct condition *, c, &core)
        if (!real && learned)
            count += learn_back(s->model, steps, c);
    log_debug("monotone: a run of %u steps: %s, %u new predicates", steps->size, real ? "perhaps real" : "not real", count);
    if (learned)
        *learned += count;
    vector_free(&core);
    return real;
}
