/* heddle run: executes a program once. The schedule is fixed: the lowest instance that can move goes on until it blocks
 * or ends. Every arbitrary value is 0, but for argc, which is 1. No pass runs before, so all variables are there: good for comparing the front
 * end with a native run of the same program. */
#include "base/log.h"
#include "worker/commands.h"
#include "portfolio/pipeline.h"
#include "worker/supervise.h"
#include "program/machine.h"
#include "program/print.h"

#include <inttypes.h>

enum { UNBOUNDED_INSTANCES = 2, MOST_SLOTS = 4096 };

enum ending { ENDED, HALTED, BLOCKED, VIOLATED, UNSUPPORTED, OUT_OF_STEPS, OUT_OF_TIME };
static const char *const ending_words[] = {
    "ended", "ended by exit or abort", "blocked", "a check failed", "reached what is not modelled", "step limit reached", "",
};

struct executor {
    const struct program *program;
    struct machine *machine;
    const struct budget *budget;
    const char *why;
    uint64_t steps, limit;
    uint32_t *counts;
};

static const struct location *location_of(const struct executor *x, uint32_t code, uint32_t i)
{
    const struct code *c = &x->program->codes.data[machine_code(x->machine, code, i)];
    return &c->locations.data[machine_location(x->machine, code, i)];
}

static bool try_edge(struct executor *x, uint32_t code, uint32_t i, uint32_t in_code, uint32_t edge)
{
    struct trace_step s = {.code = code, .instance = i, .in_code = in_code, .edge = edge};
    if (machine_step(x->machine, &s) != STEP_DONE)
        return false;
    x->steps++;
    return true;
}

static bool limit_reached(struct executor *x) { return x->steps >= x->limit || (x->why = limit_words(budget_spent(x->budget))); }

/* Takes the first edge that can be taken. Where an atomic section begins, the whole of it is taken or nothing. */
static bool step(struct executor *x, uint32_t code, uint32_t i)
{
    uint32_t in_code = machine_code(x->machine, code, i), at = machine_location(x->machine, code, i);
    const struct code *c = &x->program->codes.data[in_code];
    if (at == c->exit && machine_depth(x->machine, code, i) > 1)
        return try_edge(x, code, i, in_code, NONE);
    bool outside = !machine_in_atomic(x->machine, code, i);
    for (uint32_t k = out_begin(c, at); k < out_end(c, at); k++) {
        const struct edge *e = out_edge(c, k);
        bool enters = outside && c->locations.data[e->to].flags & LOC_ATOMIC;
        struct machine_state *before = enters ? machine_save(x->machine) : NULL;
        uint64_t steps = x->steps;
        bool moved = try_edge(x, code, i, in_code, c->out_edge.data[k]);
        while (moved && enters && machine_in_atomic(x->machine, code, i) && !machine_halted(x->machine) && !limit_reached(x))
            moved = step(x, code, i);
        if (!moved && enters && x->steps > steps) {
            machine_restore(x->machine, before);
            x->steps = steps;
        }
        machine_state_free(before);
        if (moved)
            return true;
    }
    return false;
}

/* Lets one instance run; true if it moved. */
static bool run_instance(struct executor *x, uint32_t code, uint32_t i)
{
    bool moved = false;
    while (!machine_halted(x->machine) && !limit_reached(x) && step(x, code, i))
        moved = true;
    return moved;
}

static enum ending state_ending(const struct executor *x)
{
    bool all_ended = true;
    for (uint32_t code = 0; code < x->program->template_count; code++)
        for (uint32_t i = 0; i < x->counts[code]; i++) {
            uint32_t at = machine_location(x->machine, code, i);
            uint8_t flags = location_of(x, code, i)->flags;
            if (flags & LOC_ERROR)
                return VIOLATED;
            if (flags & LOC_UNSUPPORTED)
                return UNSUPPORTED;
            const struct code *c = &x->program->codes.data[code];
            all_ended &= machine_depth(x->machine, code, i) == 1 && (at == c->exit || (at == c->entry && code != 0));
        }
    return all_ended ? ENDED : BLOCKED;
}

static enum ending execute(struct executor *x)
{
    for (bool moved = true; moved;) {
        moved = false;
        for (uint32_t code = 0; code < x->program->template_count; code++)
            for (uint32_t i = 0; i < x->counts[code]; i++)
                moved |= run_instance(x, code, i);
        enum ending e = state_ending(x);
        if (machine_halted(x->machine))
            return HALTED;
        if (e == VIOLATED || e == UNSUPPORTED)
            return e;
        if (x->why)
            return OUT_OF_TIME;
        if (x->steps >= x->limit)
            return OUT_OF_STEPS;
    }
    return state_ending(x);
}

static void print_value(struct text *out, const struct cell *c, uint64_t v)
{
    if (c->is_signed)
        text_printf(out, "%" PRId64 "\n", sign_extend(v, c->width));
    else
        text_printf(out, "%" PRIu64 "\n", v);
}

static void print_cell(struct text *out, const struct executor *x, const struct cell *c)
{
    if (!cell_is_array(c)) {
        text_printf(out, "%s = ", c->name);
        print_value(out, c, machine_read(x->machine, NONE, 0, c->id, 0));
        return;
    }
    uint64_t slots = cell_slots(c, x->counts);
    for (uint64_t s = 0; s < slots && s < MOST_SLOTS; s++) {
        text_printf(out, "%s[%" PRIu64 "] = ", c->name, s);
        print_value(out, c, machine_read(x->machine, NONE, 0, c->id, cell_slot_index(c, s, x->counts)));
    }
}

/* NAME itself, or what is inside it: NAME.field, NAME[]. False if there is no such cell. */
static bool print_name(struct text *out, const struct executor *x, const char *name)
{
    size_t n = strlen(name);
    bool found = false;
    vector_each(const struct cell *, c, &x->program->cells)
        if (cell_is_shared(c) && !c->dropped && !strncmp(c->name, name, n) &&
            (!c->name[n] || c->name[n] == '.' || c->name[n] == '[')) {
            found = true;
            print_cell(out, x, c);
        }
    return found;
}

static int report_end(struct text *out, const struct executor *x, const struct options *o, enum ending e)
{
    bool whole = e == ENDED || e == HALTED; /* otherwise there are no final values */
    for (uint32_t i = 0; whole && i < o->print.size; i++)
        if (!print_name(out, x, o->print.data[i]))
            log_warning("no global variable '%s'", o->print.data[i]);
    for (uint32_t code = 0; code < x->program->template_count; code++)
        for (uint32_t i = 0; i < x->counts[code]; i++) {
            const struct location *l = location_of(x, code, i);
            if (l->flags & (LOC_ERROR | LOC_UNSUPPORTED)) {
                print_position(out, l->pos);
                text_printf(out, ": %s\n", l->flags & LOC_ERROR ? "a check fails here" : l->reason ? l->reason : "not modelled");
            }
        }
    text_printf(out, "steps: %" PRIu64 "\nEND: %s\n", x->steps, e == OUT_OF_TIME ? x->why : ending_words[e]);
    return whole ? STATUS_TRUE : e == VIOLATED ? STATUS_FALSE : STATUS_UNKNOWN;
}

static int work(const struct options *o, const struct budget *budget, struct text *out)
{
    struct pipeline l;
    const char *error = NULL;
    int status = STATUS_INPUT;
    if (!pipeline_load(&l, o, budget, &error)) {
        log_error("%s", interrupted() ? "interrupted" : error);
        status = l.stopped ? STATUS_UNKNOWN : STATUS_INPUT;
    } else {
        const struct program *p = l.original;
        struct executor x = {.program = p,
                             .machine = machine_new(p, UNBOUNDED_INSTANCES),
                             .budget = budget,
                             .limit = o->steps,
                             .counts = NEW_ARRAY(uint32_t, p->codes.size + 1)};
        for (uint32_t c = 0; c < p->template_count; c++)
            x.counts[c] = p->codes.data[c].instances == UNBOUNDED ? UNBOUNDED_INSTANCES : p->codes.data[c].instances;
        machine_set_usual(x.machine);
        status = report_end(out, &x, o, execute(&x));
        machine_free(x.machine);
        mem_free(x.counts);
    }
    pipeline_free(&l);
    return status;
}

int command_run(const struct options *o)
{
    const char *failure;
    int status = supervise(o, work, &failure);
    if (!failure)
        return status;
    log_error("%s", failure);
    return STATUS_UNKNOWN;
}
