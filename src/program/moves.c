/* Whether an instance can move: depth first through the steps of a section, with every choice of edge and inputs. A place
 * with one step left needs no place to come back to, so long sections stay cheap. */
#include "base/map.h"
#include "program/machine_parts.h"

#include <assert.h>

/* A state to come back to, and the steps that are possible there. */
struct crossing {
    struct machine_state *state;
    struct trace options;
    uint32_t next; /* option to try */
};

struct crossings {
    VECTOR(struct crossing) stack;
    const struct bitset *cells; /* whose values matter where no section is entered; NULL: nobody's */
    struct intern seen;         /* states inside the section, as far as the cells tell; a loop goes through each once */
    machine_words key;
    bool complete; /* no choice of inputs was left out so far */
};

static void find_input(void *context, expr e) { *(bool *)context |= e->op == E_INPUT; }

static bool mentions_input(expr e)
{
    bool found = false;
    expr_visit(e, find_input, &found);
    return found;
}

static bool excludes(const struct machine *m, uint32_t t, uint32_t n, expr e, unsigned *parts)
{
    if (!*parts || e->width != 1)
        return false;
    --*parts;
    if (e->op == E_AND)
        return excludes(m, t, n, e->arg[0], parts) || excludes(m, t, n, e->arg[1], parts);
    if (e->op == E_OR)
        return excludes(m, t, n, e->arg[0], parts) && excludes(m, t, n, e->arg[1], parts);
    return !mentions_input(e) && !machine_eval(m, t, n, e, NULL);
}

bool machine_excludes(const struct machine *m, uint32_t t, uint32_t n, expr condition)
{
    assert(condition->width == 1);
    unsigned parts = 1000; /* that are looked at */
    return excludes(m, t, n, condition, &parts);
}

/* The inputs of what the step writes count if the step enters a section, or writes what matters. */
static void mention_updates(struct input_choices *choices, const struct action *a, bool in_section, const struct bitset *cells)
{
    for (uint32_t u = 0; u < a->update_count; u++)
        if (cells ? bitset_has(cells, a->updates[u].cell) : in_section) {
            choices_mention(choices, a->updates[u].index);
            choices_mention(choices, a->updates[u].value);
        }
}

static void offer(struct crossings *x, const struct machine *m, uint32_t t, uint32_t n, uint32_t edge, struct trace *options)
{
    uint32_t code = machine_code(m, t, n);
    const struct code *c = &machine_program(m)->codes.data[code];
    const struct action *a = &c->edges.data[edge].action;
    struct input_choices choices = {0};
    if (machine_excludes(m, t, n, a->guard))
        return;
    choices_mention(&choices, a->guard);
    bool in_section = c->locations.data[c->edges.data[edge].to].flags & LOC_ATOMIC || machine_in_atomic(m, t, n);
    mention_updates(&choices, a, in_section, x->cells);
    choices_begin(&choices);
    x->complete = x->complete && choices.complete;
    do {
        struct trace_step *step = trace_add(options, t, n, code, edge);
        choices_set(&choices, options, step);
        if (!machine_eval(m, t, n, a->guard, step))
            options->steps.size--;
    } while (choices_next(&choices));
    choices_free(&choices);
}

static void crossing_push(struct crossings *x, struct machine *m, uint32_t t, uint32_t n)
{
    struct crossing here = {.state = machine_save(m)};
    uint32_t code = machine_code(m, t, n), l = machine_location(m, t, n);
    const struct code *c = &machine_program(m)->codes.data[code];
    if (machine_depth(m, t, n) > 1 && l == c->exit)
        trace_add(&here.options, t, n, code, NONE);
    for (uint32_t i = out_begin(c, l); i < out_end(c, l); i++)
        offer(x, m, t, n, c->out_edge.data[i], &here.options);
    vector_push(&x->stack, here);
}

static void crossing_pop(struct crossings *x)
{
    struct crossing c = vector_pop(&x->stack);
    machine_state_free(c.state);
    vector_free(&c.options.steps);
    arena_release(&c.options.arena);
}

static bool is_out(const struct machine *m, uint32_t t, uint32_t n) { return machine_halted(m) || !machine_in_atomic(m, t, n); }

static bool seen_before(struct crossings *x, const struct machine *m)
{
    bool is_new = true;
    if (!x->cells)
        return false;
    machine_key(m, x->cells, &x->key);
    intern_add(&x->seen, x->key.data, x->key.size * sizeof *x->key.data, &is_new);
    return !is_new;
}

enum moves machine_each_move(struct machine *m, uint32_t t, uint32_t n, const struct move_walk *walk)
{
    assert(walk->fuel && walk->visit);
    struct machine_state *before = machine_save(m);
    struct crossings x = {.complete = true, .cells = walk->cells};
    enum moves result = MOVES_NO;
    bool enough = false, spent = false;
    crossing_push(&x, m, t, n);
    while (x.stack.size && !enough) {
        struct crossing *top = &vector_last(&x.stack);
        if (top->next == top->options.steps.size) {
            crossing_pop(&x);
            continue;
        }
        spent = !*walk->fuel;
        if (spent)
            break;
        --*walk->fuel;
        machine_restore(m, top->state);
        if (machine_step(m, &top->options.steps.data[top->next++]) != STEP_DONE)
            continue;
        if (is_out(m, t, n)) {
            result = MOVES_YES;
            enough = !walk->visit(walk->context, m);
            continue;
        }
        if (seen_before(&x, m))
            continue;
        if (top->next == top->options.steps.size)
            crossing_pop(&x);
        crossing_push(&x, m, t, n);
    }
    while (x.stack.size)
        crossing_pop(&x);
    vector_free(&x.stack);
    vector_free(&x.key);
    intern_free(&x.seen);
    machine_restore(m, before);
    machine_state_free(before);
    return !enough && (spent || !x.complete) ? MOVES_MAYBE : result;
}

static bool one_is_enough(void *context, struct machine *m)
{
    (void)context, (void)m;
    return false;
}

enum moves machine_can_move(struct machine *m, uint32_t t, uint32_t n, uint32_t *fuel)
{
    assert(fuel);
    return machine_each_move(m, t, n, &(struct move_walk){.fuel = fuel, .visit = one_is_enough});
}

enum moves machine_finishes(struct machine *m, const struct trace_step *first, uint32_t *fuel)
{
    assert(first->edge != NONE || first->in_code != first->code);
    struct machine_state *before = machine_save(m);
    enum moves result = MOVES_NO;
    if (machine_step(m, first) == STEP_DONE)
        result = is_out(m, first->code, first->instance) ? MOVES_YES : machine_can_move(m, first->code, first->instance, fuel);
    machine_restore(m, before);
    machine_state_free(before);
    return result;
}
