/* A trace of the program after passes, made into one of the program as it was. Passes merge steps, so one step of the small
 * program stands for a run of steps of the same instance in the original, until it is at the origin of the location where the
 * small step ended. Inputs are matched by site. Where the original has a choice on the way (several edges possible),
 * the choices are tried depth first: choice points are kept for the whole trace, so an unlucky choice is undone even
 * if that shows many steps later. A value that the small program does without (it is an input that is only assigned, and nothing there
 * depends on it) is zero at first, and a choice like others if that leads nowhere.
 *
 * At the end a race or a deadlock may need some more steps: in the small program an access can be merged with local steps or
 * with the beginning of the atomic section before it. */
#include "base/effort.h"
#include "program/distances.h"
#include "program/machine_parts.h"

#include <assert.h>

enum { INPUT_OPTIONS = 8 };

struct target {
    uint32_t code, location, depth;
};

/* A place where several steps were possible, to come back to. */
struct choice_point {
    uint32_t small_step, run, lifted; /* number of the step, steps of its run so far, size of the lifted trace */
    uint32_t next;                    /* option to try */
    struct machine_state *state;
};

struct lifter {
    const struct program *original, *small;
    const struct trace *trace;
    struct machine *machine; /* of the original */
    struct target *targets;  /* by step of the small trace */
    struct trace *lifted;
    VECTOR(struct choice_point) choices;
    struct trace options;       /* steps that are possible now */
    struct trace hints;         /* steps of the small program that come next, with inputs that make them possible */
    struct distances distances; /* to the target of a step */
    bool assigned;              /* inputs that the small trace does not have are tried where they are assigned, too */
    uint64_t fuel;
};

static bool find_targets(struct lifter *l, struct machine *end, const char **why, struct arena *words)
{
    bool ok = true;
    vector_each(const struct trace_initial *, i, &l->trace->initials)
        machine_set_initial(end, i);
    for (uint32_t k = 0; k < l->trace->steps.size && ok; k++) {
        const struct trace_step *s = &l->trace->steps.data[k];
        ok = machine_step(end, s) == STEP_DONE;
        if (!ok) {
            *why = arena_printf(words, "step %u is not possible in the program after passes", k + 1);
            break;
        }
        uint32_t code = machine_code(end, s->code, s->instance), location = machine_location(end, s->code, s->instance);
        uint32_t origin = l->small->codes.data[code].locations.data[location].origin;
        l->targets[k] = (struct target){code, origin, machine_depth(end, s->code, s->instance)};
        if (origin == NONE) {
            ok = false;
            *why = arena_printf(words, "step %u ends at a location that has no origin", k + 1);
        }
    }
    return ok;
}

static bool at_target(const struct lifter *l, const struct trace_step *s, const struct target *t)
{
    return machine_code(l->machine, s->code, s->instance) == t->code &&
           machine_location(l->machine, s->code, s->instance) == t->location &&
           machine_depth(l->machine, s->code, s->instance) == t->depth;
}

/* --- options --- */

static void options_clear(struct lifter *l)
{
    vector_clear(&l->options.steps);
    arena_release(&l->options.arena);
}

/* Adds the edge with the inputs of the small step; sites that it does not list get a few values where it matters. */
static void offer_edge(struct lifter *l, uint32_t t, uint32_t n, uint32_t code, uint32_t edge, const struct trace_step *given)
{
    const struct action *a = &l->original->codes.data[code].edges.data[edge].action;
    struct input_choices unknown = {0};
    choices_mention(&unknown, a->guard);
    for (uint32_t u = 0; l->assigned && u < a->update_count; u++)
        choices_mention(&unknown, a->updates[u].value);
    for (uint32_t k = 0; given && k < given->input_count; k++)
        for (uint32_t j = 0; j < unknown.sites.size; j++)
            if (unknown.sites.data[j].site == given->inputs[k].site) {
                vector_free(&unknown.sites.data[j].values);
                unknown.sites.data[j--] = unknown.sites.data[--unknown.sites.size];
            }
    choices_begin(&unknown);
    uint32_t offered = 0;
    do {
        struct trace_step *s = trace_add(&l->options, t, n, code, edge);
        for (uint32_t k = 0; given && k < given->input_count; k++)
            trace_add_input(&l->options, s, given->inputs[k].site, given->inputs[k].value);
        choices_set(&unknown, &l->options, s);
        if (machine_eval(l->machine, t, n, a->guard, s))
            offered++;
        else
            l->options.steps.size--;
    } while (offered < INPUT_OPTIONS && choices_next(&unknown));
    choices_free(&unknown);
}

static void find_options(struct lifter *l, uint32_t t, uint32_t n, const struct trace_step *given)
{
    options_clear(l);
    uint32_t code = machine_code(l->machine, t, n), location = machine_location(l->machine, t, n);
    const struct code *c = &l->original->codes.data[code];
    if (machine_depth(l->machine, t, n) > 1 && location == c->exit)
        trace_add(&l->options, t, n, code, NONE);
    for (uint32_t i = out_begin(c, location); i < out_end(c, location); i++)
        offer_edge(l, t, n, code, c->out_edge.data[i], given);
}

static uint32_t distance_after(const struct lifter *l, const struct trace_step *s)
{
    return s->edge == NONE ? NONE : l->distances.edges[l->distances.code->edges.data[s->edge].to];
}

/* Those first after which it is nearest to the target, others in their order: what leads elsewhere may go astray in a loop before it shows. */
static void nearest_first(struct lifter *l, const struct trace_step *s, const struct target *t)
{
    uint32_t n = l->options.steps.size;
    if (n < 2 || machine_code(l->machine, s->code, s->instance) != t->code)
        return;
    distances_find(&l->distances, &l->original->codes.data[t->code], t->location);
    for (uint32_t k = 1; k < n; k++) {
        struct trace_step moved = l->options.steps.data[k];
        uint32_t at = k, distance = distance_after(l, &moved);
        for (; at && distance_after(l, &l->options.steps.data[at - 1]) > distance; at--)
            l->options.steps.data[at] = l->options.steps.data[at - 1];
        l->options.steps.data[at] = moved;
    }
}

static bool mentions(const struct action *a, uint32_t site)
{
    struct input_choices sites = {0};
    choices_mention(&sites, a->guard);
    for (uint32_t u = 0; u < a->update_count; u++) {
        choices_mention(&sites, a->updates[u].index);
        choices_mention(&sites, a->updates[u].value);
    }
    bool found = false;
    for (uint32_t k = 0; k < sites.sites.size; k++)
        found = found || sites.sites.data[k].site == site;
    choices_free(&sites);
    return found;
}

static bool take(struct lifter *l, const struct trace_step *s)
{
    if (machine_step(l->machine, s) != STEP_DONE)
        return false;
    struct trace_step *copy = trace_add(l->lifted, s->code, s->instance, s->in_code, s->edge);
    for (uint32_t k = 0; k < s->input_count; k++)
        if (mentions(&l->original->codes.data[s->in_code].edges.data[s->edge].action, s->inputs[k].site))
            trace_add_input(l->lifted, copy, s->inputs[k].site, s->inputs[k].value);
    return true;
}

/* --- after the last step --- */

static bool has_this(const struct action *a, uint32_t access)
{
    for (uint32_t k = 0; k < a->access_count; k++)
        if (a->accesses[k].id == access)
            return true;
    return false;
}

static bool has_access(const struct program *p, const struct machine *m, uint32_t t, uint32_t n, uint32_t access)
{
    const struct code *c = &p->codes.data[machine_code(m, t, n)];
    uint32_t l = machine_location(m, t, n);
    for (uint32_t i = out_begin(c, l); i < out_end(c, l); i++)
        if (has_this(&out_edge(c, i)->action, access))
            return true;
    return false;
}

/* A step of the small program with the access, with inputs for which its guard holds: the original may read these inputs on the
 * way to the access. NULL if none is found. Later calls may move it. */
static const struct trace_step *hint(struct lifter *l, const struct machine *end, uint32_t t, uint32_t n, uint32_t access)
{
    uint32_t code = machine_code(end, t, n), at = machine_location(end, t, n);
    const struct code *c = &l->small->codes.data[code];
    bool found = false;
    for (uint32_t i = out_begin(c, at); i < out_end(c, at) && !found; i++) {
        const struct action *a = &out_edge(c, i)->action;
        if (!has_this(a, access))
            continue;
        struct input_choices inputs = {0};
        choices_mention(&inputs, a->guard);
        choices_begin(&inputs);
        do {
            struct trace_step *s = trace_add(&l->hints, t, n, code, c->out_edge.data[i]);
            choices_set(&inputs, &l->hints, s);
            found = machine_eval(end, t, n, a->guard, s);
            if (!found)
                l->hints.steps.size--;
        } while (!found && choices_next(&inputs));
        choices_free(&inputs);
    }
    return found ? &vector_last(&l->hints.steps) : NULL;
}

struct goal { /* of one instance */
    uint32_t t, n;
    uint32_t access;                /* that it shall be about to make; NONE: to be out of the section that it enters */
    const struct trace_step *given; /* its inputs; NULL: none */
};

/* Goes on with the instance until it is there. */
static bool advance(struct lifter *l, const struct goal *g, bool begun, uint32_t *fuel)
{
    if (g->access != NONE ? has_access(l->original, l->machine, g->t, g->n, g->access)
                          : begun && !machine_in_atomic(l->machine, g->t, g->n))
        return true;
    if (!*fuel)
        return false;
    --*fuel;
    struct machine_state *before = machine_save(l->machine);
    uint32_t size = l->lifted->steps.size;
    bool ok = false;
    for (uint32_t k = 0; !ok; k++) {
        find_options(l, g->t, g->n, g->given);
        if (k >= l->options.steps.size)
            break;
        struct trace_step step = l->options.steps.data[k];
        ok = take(l, &step) && advance(l, g, true, fuel);
        if (!ok) {
            machine_restore(l->machine, before);
            l->lifted->steps.size = size;
        }
    }
    machine_state_free(before);
    return ok;
}

static bool settle_one(struct lifter *l, const struct machine *end, uint32_t t, uint32_t n, uint32_t access, bool hinted)
{
    uint32_t fuel = EFFORT_LIFT_SETTLE;
    struct trace_step given;
    const struct trace_step *h = hinted ? hint(l, end, t, n, access) : NULL;
    if (h)
        given = *h;
    return advance(l, &(struct goal){t, n, access, h ? &given : NULL}, false, &fuel);
}

static bool settle_race(struct lifter *l, const struct check *check, const struct machine *end)
{
    const struct program *p = l->original;
    struct machine_state *before = machine_save(l->machine);
    uint32_t size = l->lifted->steps.size;
    bool found = false;
    for (uint32_t t = 0; t < p->template_count; t++)
        for (uint32_t n = 0; n < machine_instances(l->machine, t); n++)
            for (uint32_t u = 0; u < p->template_count; u++)
                for (uint32_t k = 0; k < machine_instances(l->machine, u); k++)
                    for (int order = 0; order < 4 && !found; order++) {
                        if ((t == u && n == k) || !has_access(l->small, end, t, n, check->access_a) ||
                            !has_access(l->small, end, u, k, check->access_b))
                            break;
                        bool hinted = order < 2;
                        if (order % 2 == 0)
                            found = settle_one(l, end, t, n, check->access_a, hinted) &&
                                    settle_one(l, end, u, k, check->access_b, hinted);
                        else
                            found = settle_one(l, end, u, k, check->access_b, hinted) &&
                                    settle_one(l, end, t, n, check->access_a, hinted);
                        found = found && machine_violates(l->machine, check);
                        if (!found) {
                            machine_restore(l->machine, before);
                            l->lifted->steps.size = size;
                        }
                    }
    machine_state_free(before);
    return found;
}

/* Local steps that the small program had merged with the step that now waits. */
static bool settle_deadlock(struct lifter *l, const struct check *check)
{
    uint32_t fuel = EFFORT_LIFT_SETTLE;
    for (bool moved = true; moved && fuel;) {
        if (machine_violates(l->machine, check))
            return true;
        moved = false;
        for (uint32_t t = 0; t < l->original->template_count; t++)
            for (uint32_t n = 0; n < machine_instances(l->machine, t); n++)
                moved |= advance(l, &(struct goal){t, n, NONE, NULL}, false, &fuel);
    }
    return machine_violates(l->machine, check);
}

static bool arrived(struct lifter *l, const struct machine *end)
{
    const struct check *check = &l->original->checks.data[l->trace->check];
    if (machine_violates(l->machine, check))
        return true;
    if (check->kind == CHECK_PAIR)
        return settle_race(l, check, end);
    return check->kind == CHECK_STUCK && settle_deadlock(l, check);
}

/* --- the search --- */

static bool follow(struct lifter *l, const struct machine *end, uint32_t *furthest)
{
    uint32_t k = 0, run = 0, option = 0;
    while (l->fuel) {
        bool fail = false;
        if (k == l->trace->steps.size) {
            if (arrived(l, end))
                return true;
            fail = true;
        } else {
            const struct trace_step *s = &l->trace->steps.data[k];
            if (run && !option && at_target(l, s, &l->targets[k])) {
                k++;
                run = 0;
                *furthest = k > *furthest ? k : *furthest;
                continue;
            }
            l->fuel--;
            find_options(l, s->code, s->instance, s);
            nearest_first(l, s, &l->targets[k]);
            fail = option >= l->options.steps.size || run >= EFFORT_LIFT_STEP;
            if (!fail) {
                if (option + 1 < l->options.steps.size)
                    vector_push(&l->choices,
                                (struct choice_point){k, run, l->lifted->steps.size, option + 1, machine_save(l->machine)});
                struct trace_step step = l->options.steps.data[option];
                fail = !take(l, &step);
                option = 0;
                run++;
            }
        }
        if (fail) {
            if (!l->choices.size)
                return false;
            struct choice_point c = vector_pop(&l->choices);
            machine_restore(l->machine, c.state);
            machine_state_free(c.state);
            l->lifted->steps.size = c.lifted;
            k = c.small_step;
            run = c.run;
            option = c.next;
        }
    }
    return false;
}

/* Before the machine goes, whose states they are. */
static void forget_choices(struct lifter *l)
{
    vector_each(struct choice_point *, c, &l->choices)
        machine_state_free(c->state);
    vector_clear(&l->choices);
}

/* Follows the trace from its beginning. */
static bool search(struct lifter *l, const struct machine *end, uint64_t fuel, bool assigned, uint32_t *furthest)
{
    assert(fuel && l->targets);
    forget_choices(l);
    trace_free(l->lifted);
    if (l->machine)
        machine_free(l->machine);
    l->machine = machine_new(l->original, l->trace->unbounded);
    l->lifted = trace_new(l->trace->check);
    l->lifted->unbounded = l->trace->unbounded;
    vector_each(const struct trace_initial *, i, &l->trace->initials) {
        vector_push(&l->lifted->initials, *i);
        machine_set_initial(l->machine, i);
    }
    l->fuel = fuel;
    l->assigned = assigned;
    return follow(l, end, furthest);
}

struct trace *trace_lift(const struct program *original, const struct program *small, const struct trace *t, const char **why,
                         struct arena *words)
{
    assert(original->exprs == small->exprs && t->check < original->checks.size);
    struct lifter l = {.original = original, .small = small, .trace = t};
    struct machine *end = machine_new(small, t->unbounded);
    l.targets = NEW_ARRAY(struct target, t->steps.size + 1);
    uint32_t furthest = 0;
    bool ok = find_targets(&l, end, why, words);
    if (ok && !search(&l, end, EFFORT_LIFT_FIRST, false, &furthest) && !search(&l, end, EFFORT_LIFT_ASSIGNED, true, &furthest) &&
        !search(&l, end, EFFORT_LIFT, false, &furthest)) {
        ok = false;
        *why = furthest < t->steps.size ? arena_printf(words, "step %u of %u has no counterpart", furthest + 1, t->steps.size)
                                        : arena_printf(words, "the state after the last step does not violate the check");
    }
    ok = ok && trace_replays(original, l.lifted, why, words);
    if (!ok) {
        trace_free(l.lifted);
        l.lifted = NULL;
    }
    forget_choices(&l);
    vector_free(&l.choices);
    options_clear(&l);
    vector_free(&l.options.steps);
    vector_free(&l.hints.steps);
    arena_release(&l.hints.arena);
    distances_free(&l.distances);
    mem_free(l.targets);
    machine_free(end);
    if (l.machine)
        machine_free(l.machine);
    return l.lifted;
}
