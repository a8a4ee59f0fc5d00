#include "engines/guess/any_slot.h"

#include "base/effort.h"
#include "base/map.h"
#include "execute/inputs.h"
#include "program/machine.h"

enum {
    RUNS = 24,
    DRAWN_THREADS = 12, /* of a template that has no bound */
    ROWS = 100,         /* a location keeps so many, drawn from all */
    MORE_ROWS = 400,    /* if every one is about one slot of an array alone */
    FIRST_SLOTS = 128,
    SLOTS_AT_ONCE = 4,
    MOST_SLOTS_AT_ONCE = 16,
    OTHERS = 16,     /* one in so many steps the others are looked at, too */
    MOST_INPUTS = 8, /* of a step */
    MOST_SLOTS = 64, /* of an array have first values that are drawn */
};

struct drawing {
    struct samples *samples;
    struct machine *machine;
    struct inputs *inputs;
    const struct any_slot *any;
    uint64_t drawn;          /* state of the generator */
    bool signals;            /* the last step was one that others wait for */
    uint32_t stay;           /* of 16: how likely the same instance goes on */
    u32_vector code, number; /* by instance */
};

static uint64_t draw(struct drawing *d) { return hash_u64(d->drawn += UINT64_C(0x9e3779b97f4a7c15)); }
static uint32_t draw_below(struct drawing *d, uint32_t n) { return (uint32_t)(draw(d) % n); }

/* Mostly a small one. */
static uint64_t draw_value(struct drawing *d, uint8_t width)
{
    uint64_t any = draw(d);
    return (any & 3 ? any >> 2 & 15 : any) & width_mask(width);
}

/* What is arbitrary at the start: every other time a value that the program can tell from others; in the first run what is usual. */
static void draw_first_values(struct drawing *d)
{
    vector_each(const struct cell *, c, &d->samples->program->cells)
        for (uint32_t i = 0; i < (cell_is_shared(c) ? 1 : d->code.size) && c->arbitrary && !c->dropped; i++) {
            struct input_values told = inputs_of_cell(d->inputs, c->id);
            uint64_t slots = cell_is_array(c) ? c->ranges[0].count : 1;
            struct trace_initial first = {c->id, cell_is_shared(c) ? NONE : d->code.data[i], d->number.data[i], 0, 0};
            for (; first.slot < slots && first.slot < MOST_SLOTS && (cell_is_shared(c) || c->owner == d->code.data[i]);
                 first.slot++) {
                first.value = told.count && draw_below(d, 2) ? told.values[draw_below(d, told.count)] : draw_value(d, c->width);
                machine_set_initial(d->machine, &first);
            }
        }
}

/* Some index: near one of the bounds of an array, or one of its first slots. */
static void draw_slot(struct drawing *d, uint32_t code, uint32_t number)
{
    const struct any_array *a = &d->any->arrays.data[draw_below(d, d->any->arrays.size)];
    const expr_list *bounds = &a->bounds[code];
    uint64_t slots = a->range.count < FIRST_SLOTS ? a->range.count : FIRST_SLOTS;
    uint64_t slot = draw_below(d, 2) ? draw_value(d, 64) % slots : draw_below(d, (uint32_t)slots);
    struct trace_initial to = {(uint32_t)d->any->index->value, NONE, 0, 0, a->range.first + a->range.stride * slot};
    if (bounds->size && draw_below(d, 2))
        to.value = machine_eval(d->machine, code, number, bounds->data[draw_below(d, bounds->size)], NULL) +
                   a->range.stride * (draw_below(d, 3) - UINT64_C(1));
    to.value &= width_mask(d->any->index->width);
    machine_set_initial(d->machine, &to);
}

static void look_once(struct drawing *d, uint32_t instance)
{
    struct samples *s = d->samples;
    uint32_t code = d->code.data[instance], number = d->number.data[instance], most = d->any->index ? MORE_ROWS : ROWS;
    struct sampled_location *at = &s->at[code][machine_location(d->machine, code, number)];
    uint64_t place = at->rows.size < most ? at->rows.size : draw(d) % (at->seen + 1);
    at->seen++;
    if (place >= most)
        return;
    if (d->any->index)
        draw_slot(d, code, number);
    if (place == at->rows.size)
        vector_push(&at->rows, ARENA_ARRAY(&s->arena, uint64_t, s->terms[code].size + 1));
    for (uint32_t i = 0; i < s->terms[code].size; i++)
        at->rows.data[place][i] = machine_eval(d->machine, code, number, s->terms[code].data[i], NULL);
}

/* Where threads are seldom, more slots are looked at each time: some index has to be that of a bound. */
static uint32_t slots_to_look_at(const struct drawing *d, uint32_t instance)
{
    uint32_t code = d->code.data[instance];
    const struct sampled_location *at = &d->samples->at[code][machine_location(d->machine, code, d->number.data[instance])];
    return !d->any->index ? 1 : at->rows.size < MORE_ROWS / 2 ? MOST_SLOTS_AT_ONCE : SLOTS_AT_ONCE;
}

static void look(struct drawing *d, uint32_t instance)
{
    for (uint32_t i = slots_to_look_at(d, instance); i > 0; i--)
        look_once(d, instance);
}

struct sites {
    struct trace_input inputs[MOST_INPUTS];
    uint32_t count;
    struct drawing *drawing;
};

static void draw_input(void *context, expr e)
{
    struct sites *s = context;
    if (e->op != E_INPUT || s->count == MOST_INPUTS)
        return;
    for (uint32_t i = 0; i < s->count; i++)
        if (s->inputs[i].site == e->value)
            return;
    s->inputs[s->count++] = (struct trace_input){(uint32_t)e->value, draw_value(s->drawing, e->width)};
}

static bool try_edge(struct drawing *d, uint32_t instance, uint32_t edge)
{
    uint32_t code = d->code.data[instance];
    const struct action *a = &d->samples->program->codes.data[code].edges.data[edge].action;
    struct sites sites = {.drawing = d};
    expr_visit(a->guard, draw_input, &sites);
    for (uint32_t i = 0; i < a->update_count; i++) {
        expr_visit(a->updates[i].value, draw_input, &sites);
        if (a->updates[i].index)
            expr_visit(a->updates[i].index, draw_input, &sites);
    }
    struct trace_step step = {code, d->number.data[instance], code, edge, sites.inputs, sites.count};
    d->signals = a->kind == ACT_CREATE || a->kind == ACT_EXIT;
    return machine_step(d->machine, &step) == STEP_DONE;
}

/* Some edge of the instance, from a drawn one on; false if it cannot move. */
static bool move(struct drawing *d, uint32_t instance)
{
    const struct code *c = &d->samples->program->codes.data[d->code.data[instance]];
    uint32_t l = machine_location(d->machine, d->code.data[instance], d->number.data[instance]);
    uint32_t n = out_end(c, l) - out_begin(c, l), first = n ? draw_below(d, n) : 0;
    for (uint32_t i = 0; i < n; i++)
        if (try_edge(d, instance, c->out_edge.data[out_begin(c, l) + (first + i) % n]))
            return true;
    return false;
}

/* When the program has ended, nothing has to hold any more. */
static void look_at_all(struct drawing *d)
{
    for (uint32_t i = 0; i < d->code.size && !machine_halted(d->machine); i++)
        look(d, i);
}

/* Returns the number of steps. */
static uint32_t draw_run(struct drawing *d, uint32_t limit, bool first, const struct budget *budget)
{
    uint32_t steps = 0, instance = 0, n = d->code.size;
    machine_reset(d->machine);
    if (first)
        machine_set_usual(d->machine);
    else
        draw_first_values(d);
    look_at_all(d);
    while (steps < limit && !machine_halted(d->machine) && !budget_spent(budget)) {
        if (draw_below(d, 16) >= d->stay)
            instance = draw_below(d, n);
        uint32_t tried = 0;
        for (; tried < n && !move(d, (instance + tried) % n); tried++)
            continue;
        if (tried == n)
            break;
        instance = (instance + tried) % n;
        if (!machine_halted(d->machine))
            look(d, instance);
        if (draw_below(d, OTHERS) == 0 || (d->any->index && d->signals))
            look_at_all(d);
        steps++;
    }
    look_at_all(d);
    effort_spend(steps);
    return steps;
}

static uint32_t drawn_of(const struct code *c) { return c->instances == UNBOUNDED ? DRAWN_THREADS : c->instances; }

void samples_draw(struct samples *s, const struct program *p, const expr_list *terms, const struct any_slot *any,
                  const struct budget *budget)
{
    assert(program_valid(p, &(const char *){NULL}));
    struct drawing d = {
        .samples = s, .machine = machine_new(p, DRAWN_THREADS), .inputs = inputs_new(p, EFFORT_GUESS_VALUES), .any = any};
    *s = (struct samples){.program = p, .terms = terms, .at = NEW_ARRAY(struct sampled_location *, p->codes.size + 1)};
    for (uint32_t k = 0; k < p->codes.size; k++)
        s->at[k] = NEW_ARRAY(struct sampled_location, p->codes.data[k].locations.size + 1);
    for (uint32_t k = 0; k < p->template_count; k++)
        for (uint32_t i = 0; i < drawn_of(&p->codes.data[k]); i++) {
            vector_push(&d.code, k);
            vector_push(&d.number, i);
        }
    uint32_t left = EFFORT_GUESS_RUNS;
    for (uint32_t run = 0; run < RUNS && left && !budget_spent(budget); run++) {
        d.stay = run * 5 % 16;
        left -= draw_run(&d, left < EFFORT_GUESS_RUNS / 4 ? left : EFFORT_GUESS_RUNS / 4, run == 0, budget);
    }
    machine_free(d.machine);
    inputs_free(d.inputs);
    vector_free(&d.code);
    vector_free(&d.number);
}

void samples_free(struct samples *s)
{
    for (uint32_t k = 0; s->at && k < s->program->codes.size; k++) {
        for (uint32_t l = 0; l < s->program->codes.data[k].locations.size; l++)
            vector_free(&s->at[k][l].rows);
        mem_free(s->at[k]);
    }
    mem_free(s->at);
    arena_release(&s->arena);
}
