/* Whether a state violates a check, and whether a trace does what it claims.
 *
 * Race: an instance is about to make an access if it is at the source of an edge that has this access and whose guard holds
 * for some inputs; the slot is the access's index in this state. If the edge enters an atomic section or lies in one, the
 * section must have a way from there to its end, otherwise it is not entered. Two different instances about to make
 * the two accesses on one slot are a race. Inputs are tried by machine_parts.h; where they cannot all be tried a race may
 * be missed here, but none is claimed that is not there. (Deadlocks: deadlock.c.) */
#include "base/effort.h"
#include "program/machine_parts.h"

#include <assert.h>

static bool at_error(const struct machine *m, const struct check *check)
{
    const struct program *p = machine_program(m);
    for (uint32_t t = 0; t < p->template_count; t++)
        for (uint32_t n = 0; n < machine_instances(m, t); n++) {
            const struct code *c = &p->codes.data[machine_code(m, t, n)];
            const struct location *l = &c->locations.data[machine_location(m, t, n)];
            if (l->flags & LOC_ERROR && l->check == check->id)
                return true;
        }
    return false;
}

/* --- race --- */

typedef VECTOR(uint64_t) slots;

/* The inputs that decide about an access. */
static struct input_choices choices_of(const struct action *a, const struct access *x, bool in_section)
{
    struct input_choices choices = {0};
    choices_mention(&choices, a->guard);
    choices_mention(&choices, x->index);
    for (uint32_t u = 0; in_section && u < a->update_count; u++) {
        choices_mention(&choices, a->updates[u].index);
        choices_mention(&choices, a->updates[u].value);
    }
    choices_begin(&choices);
    return choices;
}

/* Adds the slots of the accesses with this id that the instance may be about to make by taking the edge. */
static void edge_slots(struct machine *m, uint32_t t, uint32_t n, uint32_t edge, uint32_t id, slots *out)
{
    uint32_t code = machine_code(m, t, n);
    const struct code *in = &machine_program(m)->codes.data[code];
    const struct action *a = &in->edges.data[edge].action;
    bool in_section = machine_in_atomic(m, t, n) || in->locations.data[in->edges.data[edge].to].flags & LOC_ATOMIC;
    uint32_t fuel = EFFORT_SECTION;
    for (uint32_t k = 0; k < a->access_count && !machine_excludes(m, t, n, a->guard); k++) {
        const struct access *x = &a->accesses[k];
        if (x->id != id)
            continue;
        const struct cell *c = &machine_program(m)->cells.data[x->cell];
        struct input_choices choices = choices_of(a, x, in_section);
        do {
            struct trace scratch = {0};
            struct trace_step *step = trace_add(&scratch, t, n, code, edge);
            choices_set(&choices, &scratch, step);
            if (machine_eval(m, t, n, a->guard, step)) {
                uint64_t index = x->index ? machine_eval(m, t, n, x->index, step) : 0;
                uint64_t slot = cell_is_array(c) ? cell_slot(c, index, machine_counts(m)) : 0;
                if (slot != NONE64 && (!in_section || machine_finishes(m, step, &fuel) == MOVES_YES))
                    vector_push(out, slot);
            }
            vector_free(&scratch.steps);
            arena_release(&scratch.arena);
        } while (choices_next(&choices));
        choices_free(&choices);
    }
}

static void instance_slots(struct machine *m, uint32_t t, uint32_t n, uint32_t id, slots *out)
{
    uint32_t l = machine_location(m, t, n);
    const struct code *c = &machine_program(m)->codes.data[machine_code(m, t, n)];
    for (uint32_t i = out_begin(c, l); i < out_end(c, l); i++)
        edge_slots(m, t, n, c->out_edge.data[i], id, out);
}

static bool slots_meet(const slots *a, const slots *b)
{
    vector_each(const uint64_t *, x, a)
        vector_each(const uint64_t *, y, b)
            if (*x == *y)
                return true;
    return false;
}

static bool races(struct machine *m, const struct check *check)
{
    const struct program *p = machine_program(m);
    bool found = false;
    for (uint32_t t = 0; t < p->template_count && !found && !machine_halted(m); t++)
        for (uint32_t n = 0; n < machine_instances(m, t) && !found; n++) {
            slots a = {0};
            instance_slots(m, t, n, check->access_a, &a);
            for (uint32_t u = 0; u < p->template_count && a.size && !found; u++)
                for (uint32_t k = 0; k < machine_instances(m, u) && !found; k++) {
                    slots b = {0};
                    if (t != u || n != k)
                        instance_slots(m, u, k, check->access_b, &b);
                    found = slots_meet(&a, &b);
                    vector_free(&b);
                }
            vector_free(&a);
        }
    return found;
}

bool machine_violates(struct machine *m, const struct check *check)
{
    assert(check->property < PROPERTIES);
    switch ((enum check_kind)check->kind) {
    case CHECK_PAIR: return races(m, check);
    case CHECK_STUCK: return machine_deadlocked(m, NULL);
    case CHECK_ERROR: return at_error(m, check);
    default: return false;
    }
}

/* --- what is tried --- */

static bool tries_all(const struct code *c, const struct edge *e, uint32_t id)
{
    bool in_section = (c->locations.data[e->from].flags | c->locations.data[e->to].flags) & LOC_ATOMIC, complete = true;
    for (uint32_t k = 0; k < e->action.access_count; k++) {
        if (e->action.accesses[k].id != id)
            continue;
        struct input_choices choices = choices_of(&e->action, &e->action.accesses[k], in_section);
        complete &= choices.complete;
        choices_free(&choices);
    }
    return complete;
}

bool check_tries_all(const struct program *p, const struct check *check)
{
    bool all = true;
    for (uint32_t k = 0; k < p->codes.size && check->kind == CHECK_PAIR; k++)
        vector_each(const struct edge *, e, &p->codes.data[k].edges)
            all &= tries_all(&p->codes.data[k], e, check->access_a) && tries_all(&p->codes.data[k], e, check->access_b);
    return all;
}

/* --- replay --- */

static const char *const step_results[] = {"done", "its guard does not hold", "the instance is not at the edge's source",
                                           "another instance is in an atomic section, or the program has ended"};

bool trace_replays(const struct program *p, const struct trace *t, const char **why, struct arena *words)
{
    assert(t->check < p->checks.size);
    if (t->check >= p->checks.size) {
        *why = "no such check";
        return false;
    }
    struct machine *m = machine_new(p, t->unbounded);
    bool ok = true;
    vector_each(const struct trace_initial *, i, &t->initials)
        machine_set_initial(m, i);
    for (uint32_t k = 0; k < t->steps.size && ok; k++) {
        const struct trace_step *s = &t->steps.data[k];
        enum step_result r = machine_step(m, s);
        ok = r == STEP_DONE;
        if (!ok)
            *why = arena_printf(words, "step %u of %u (template %u, instance %u, edge %u of code %u): %s", k + 1, t->steps.size,
                                s->code, s->instance, s->edge, s->in_code, step_results[r]);
    }
    if (ok && !machine_violates(m, &p->checks.data[t->check])) {
        ok = false;
        *why = arena_printf(words, "the state after the last of %u steps does not violate the check", t->steps.size);
    }
    machine_free(m);
    return ok;
}
