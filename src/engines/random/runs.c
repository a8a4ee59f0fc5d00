/* See runs.h. The code is executed in place. */
#include "engines/random/runs.h"

#include "base/effort.h"
#include "engines/random/draw_inputs.h"
#include "engines/random/first_values.h"
#include "engines/random/meetings.h"
#include "engines/random/seeds.h"
#include "engines/random/steering.h"
#include "engines/random/windows.h"
#include "execute/model.h"
#include "program/machine.h"

enum {
    MOST_WORDS = 1 << 14, /* of a state */
    MOST_STEPS = 20000,   /* of a run, from where it begins; a section counts as one */
    MOST_IN_ALL = 100000, /* with what it goes on from */
    LONGER = 8,           /* so many times as long as others: the run is cut off, see work_of_run() */
    MOST_BYTES = 1 << 27, /* of big arrays and frames of procedures, which the model keeps */
};

struct drawn_runs {
    struct model *model;
    uint64_t *initial, *saved; /* saved: as it was when the current section was entered */
    struct drawn_run run;      /* the current one */
    const struct budget *budget;
    uint64_t runs, work;            /* so far; work: edges that were tried */
    uint64_t long_work, short_work; /* of it: in runs that were cut off at their full length, in the others */
    uint64_t ended, ended_work;     /* runs that came to their end */
    uint32_t instances;             /* of unbounded templates */
    struct priorities priorities;
    struct texts texts;
    struct first_values first;
    bool *asleep;  /* by instance: found no inputs to go on with */
    bool *unborn;  /* by instance: was not created when that was looked at, and since then nobody was */
    bool *creates; /* by location of main: it may still create threads */
    struct windows windows;
    struct comparing *comparing; /* NULL if nobody looks at what runs compare */
    struct meetings *meetings;   /* NULL if races are not asked for */
    struct steering *steering;   /* NULL if it does not help */
    bool exactly;                /* no run goes on where more may happen than in C */
    bool steered;                /* this run */
    bool open_ended;             /* this run goes on where more may happen than in C: it shows what may be, and violates nothing */
    struct seeds *seeds;         /* NULL if every run is one from the beginning */
    bool halted;
    bool met; /* the run has come to a race: others may lie on its way on */
};

/* --- life --- */

/* By location: whether an edge that creates a thread can be reached. */
static bool *find_creators(const struct code *c)
{
    bool *creates = NEW_ARRAY(bool, c->locations.size + 1);
    for (bool changed = true; changed;) {
        changed = false;
        vector_each(const struct edge *, e, &c->edges)
            if (!creates[e->from] && (e->action.kind == ACT_CREATE || creates[e->to]))
                creates[e->from] = changed = true;
    }
    return creates;
}

/* Arrays lie in the state, since that is fast, unless it becomes too large; NULL if it does all the same. */
static struct model *model_that_fits(const struct program *p, uint32_t instances)
{
    static const uint64_t most_slots[] = {UINT64_C(1) << 20, 256, 32};
    for (unsigned k = 0; k < sizeof most_slots / sizeof *most_slots; k++) {
        struct model *m =
            model_new(p, instances, (struct model_options){.inline_slots = most_slots[k], .input_limit = 1, .in_place = true});
        if (m->layout->words <= MOST_WORDS)
            return m;
        model_free(m);
    }
    return NULL;
}

struct drawn_runs *drawn_runs_new(const struct program *p, struct drawn_manner how, const struct budget *budget)
{
    uint32_t instances = how.instances;
    struct drawn_runs *d = NEW(struct drawn_runs);
    d->model = model_that_fits(p, instances);
    d->instances = instances;
    d->exactly = how.exactly;
    d->budget = budget;
    if (!d->model) {
        drawn_runs_free(d);
        return NULL;
    }
    uint32_t words = d->model->layout->words, n = d->model->layout->instance_count;
    d->initial = NEW_ARRAY(uint64_t, words + 1);
    d->run.state = NEW_ARRAY(uint64_t, words + 1);
    d->saved = NEW_ARRAY(uint64_t, words + 1);
    priorities_init(&d->priorities, n, how.seed);
    texts_init(&d->texts, p, d->model->inputs);
    d->priorities.texts = &d->texts;
    first_values_init(&d->first, d->model, &d->priorities);
    d->asleep = NEW_ARRAY(bool, n + 1);
    d->unborn = NEW_ARRAY(bool, n + 1);
    d->creates = find_creators(&p->codes.data[0]);
    windows_init(&d->windows, p);
    if (program_asks(p, CHECK_PAIR))
        d->meetings = meetings_new(d->model, &d->first, budget);
    if (d->meetings && steering_helps(p)) {
        d->steering = steering_new(p);
        d->priorities.addresses = steering_addresses(p, &d->priorities.address_count);
        d->priorities.address_width = p->pointer_width;
    }
    if (how.from_seeds)
        d->seeds = seeds_new(d->model);
    if (how.from_seeds)
        d->comparing = comparing_new(d->model);
    model_initial(d->model, d->initial);
    return d;
}

void drawn_runs_free(struct drawn_runs *d)
{
    if (!d)
        return;
    meetings_free(d->meetings);
    seeds_free(d->seeds);
    comparing_free(d->comparing);
    steering_free(d->steering);
    model_free(d->model);
    mem_free(d->initial);
    mem_free(d->run.state);
    mem_free(d->saved);
    priorities_free(&d->priorities);
    first_values_free(&d->first);
    texts_free(&d->texts);
    mem_free(d->creates);
    windows_free(&d->windows);
    mem_free(d->asleep);
    mem_free(d->unborn);
    vector_free(&d->run.path);
    vector_free(&d->run.inputs);
    mem_free(d);
}

uint64_t drawn_runs_count(const struct drawn_runs *d) { return d->runs; }
uint64_t drawn_runs_work(const struct drawn_runs *d) { return d->work; }
uint32_t drawn_runs_edges(const struct drawn_runs *d) { return d->seeds ? seeds_edges(d->seeds) : 0; }

/* --- steps --- */

static bool take_edge(struct drawn_runs *d, uint32_t i, const struct model_location *l, const struct model_edge *e)
{
    enum vm_result result;
    d->work++;
    while ((result = vm_run(&d->model->vm, e->body.code, d->run.state, d->run.state)) == VM_UNDEFINED)
        first_values_choose(&d->first, i, d->run.state);
    if (d->comparing)
        comparing_note(d->comparing, d->model, e, d->run.state, &d->run.different);
    if (result != VM_TAKEN)
        return false;
    vector_push(&d->run.path, (struct drawn_step){e, i, l->code, d->run.inputs.size - e->body.input_count});
    d->halted = e->kind == ACT_HALT;
    if (e->kind == ACT_CREATE)
        memset(d->unborn, 0, d->model->layout->instance_count * sizeof *d->unborn);
    return true;
}

static bool try_edge(struct drawn_runs *d, uint32_t i, const struct model_location *l, const struct model_edge *e)
{
    uint32_t tries = draw_tries(e), inputs = d->run.inputs.size;
    uint64_t start = e->guard_has_inputs ? draw_bits(&d->priorities) : 0;
    struct text_rest text = d->priorities.text;
    while (tries-- > 0) {
        d->priorities.text = text;
        draw_inputs(&d->priorities, &d->model->vm, e, tries, start);
        for (uint32_t j = 0; j < e->body.input_count; j++)
            vector_push(&d->run.inputs, d->model->vm.registers[j]);
        if (take_edge(d, i, l, e))
            return true;
        d->run.inputs.size = inputs;
    }
    d->priorities.text = text;
    return false;
}

/* Mostly: towards what the run aims at, if there is such a way. */
static bool is_astray(struct drawn_runs *d, const struct model_location *l, const struct model_edge *e)
{
    const struct check *aim = d->steered ? meetings_aim(d->meetings) : NULL;
    uint32_t to = aim ? d->model->program->codes.data[l->code].edges.data[e->edge].to : 0;
    return aim && steering_useful(d->steering, aim, l->code, l->location) && !steering_useful(d->steering, aim, l->code, to);
}

/* Takes one of its edges, the first that is possible from a drawn one on. */
static bool take_any_edge(struct drawn_runs *d, uint32_t i, const struct model_location *l)
{
    uint32_t from = l->edge_count > 1 ? draw_below(&d->priorities, l->edge_count) : 0;
    for (int astray = 0; astray <= d->steered; astray++)
        for (uint32_t k = 0; k < l->edge_count; k++) {
            const struct model_edge *e = &l->edges[(from + k) % l->edge_count];
            if ((!d->steered || is_astray(d, l, e) == astray) && try_edge(d, i, l, e))
                return true;
        }
    return false;
}

static bool one_step(struct drawn_runs *d, uint32_t i)
{
    enum { REDRAWN = 64 };
    struct model *m = d->model;
    const struct model_location *l = model_location(m, i, d->run.state);
    uint32_t chosen = d->first.chosen.size;
    if (l->is_return) {
        model_return(m, i, l->code, d->run.state, d->run.state);
        d->work++;
        vector_push(&d->run.path, (struct drawn_step){NULL, i, l->code, d->run.inputs.size});
        return true;
    }
    for (unsigned tries = 0; tries < REDRAWN; tries++) {
        if (take_any_edge(d, i, l))
            return true;
        if (!first_values_redraw(&d->first, chosen, i, d->run.state))
            return false;
    }
    return false;
}

/* One step, and the rest of the section if it enters one; if that blocks, it was not entered. */
static bool step(struct drawn_runs *d, uint32_t i)
{
    const struct model_location *l = model_location(d->model, i, d->run.state);
    size_t bytes = d->model->layout->words * sizeof *d->run.state;
    uint32_t path = d->run.path.size, inputs = d->run.inputs.size, chosen = d->first.chosen.size;
    bool may_enter = d->model->layout->instances[i].calls;
    for (uint32_t k = 0; k < l->edge_count; k++)
        may_enter = may_enter || l->edges[k].to_flags & LOC_ATOMIC;
    if (may_enter)
        memcpy(d->saved, d->run.state, bytes);
    if (!one_step(d, i))
        return false;
    for (uint32_t n = 0; may_enter && !d->halted; n++) {
        if (!model_in_section(d->model, i, d->run.state, model_location(d->model, i, d->run.state)->flags))
            break;
        if (n > EFFORT_SECTION || !one_step(d, i)) {
            memcpy(d->run.state, d->saved, bytes);
            d->run.path.size = path;
            d->run.inputs.size = inputs;
            d->first.chosen.size = chosen;
            return false;
        }
    }
    return true;
}

/* --- runs --- */

/* Where to step depends on inputs, and a moment ago none did: mostly that has not changed. */
static bool leave_asleep(struct drawn_runs *d, uint32_t i) { return d->asleep[i] && draw_below(&d->priorities, 8); }

static bool needs_inputs(const struct model_location *l)
{
    for (uint32_t k = 0; k < l->edge_count; k++)
        if (l->edges[k].guard_has_inputs)
            return true;
    return false;
}

/* The place in the order of the instance that moved; NONE if nobody could. */
static uint32_t next_move(struct drawn_runs *d)
{
    const struct priorities *u = &d->priorities;
    for (uint32_t at = 0; at < u->alive; at++) {
        uint32_t i = u->order[at];
        if (d->unborn[i] || leave_asleep(d, i) || (d->meetings && meetings_waits(d->meetings, i, &d->priorities)))
            continue;
        d->asleep[i] = false;
        if (step(d, i))
            return at;
        const struct model_location *l = model_location(d->model, i, d->run.state);
        d->asleep[i] = needs_inputs(l);
        d->unborn[i] = l->waits_to_start;
    }
    if (d->meetings)
        meetings_release(d->meetings);
    for (uint32_t at = 0; at < u->alive; at++)
        if ((d->asleep[u->order[at]] || d->meetings) && step(d, u->order[at]))
            return at;
    return NONE;
}

static unsigned what_is_next(const struct drawn_runs *d, const struct model_location *l)
{
    unsigned what = !l->edge_count && !l->is_return ? MOVED_ENDED : 0;
    for (uint32_t k = 0; k < l->edge_count; k++)
        what |= l->edges[k].kind == ACT_HALT ? MOVED_HALTS : 0;
    what |= d->windows.at[l->code][l->location] ? MOVED_WINDOW : 0;
    return what | (l->code != 0 || d->creates[l->location] ? MOVED_CREATES : 0);
}

/* How much work a run may take. Half of all is for runs of any length; in the other half those that become much longer than runs that come to their end are cut off: where most runs are
 * short, and some never end, those would take nearly all of it. */
static uint64_t work_of_run(const struct drawn_runs *d)
{
    uint64_t most = EFFORT_RANDOM_SHORT_RUN + (d->ended ? LONGER * d->ended_work / d->ended : 0);
    return d->long_work > d->short_work && most < EFFORT_RANDOM_RUN ? most : EFFORT_RANDOM_RUN;
}

static void count_run(struct drawn_runs *d, uint64_t work, uint64_t most, bool ended)
{
    d->ended += ended;
    d->ended_work += ended ? work : 0;
    if (ended || most < EFFORT_RANDOM_RUN)
        d->short_work += work;
    else
        d->long_work += work;
}

/* From the beginning, or from where another run has been. */
static void begin_run(struct drawn_runs *d, const bool *wanted)
{
    memset(d->asleep, 0, d->model->layout->instance_count * sizeof *d->asleep);
    memset(d->unborn, 0, d->model->layout->instance_count * sizeof *d->unborn);
    d->halted = false;
    d->runs++;
    priorities_begin(&d->priorities);
    first_values_begin(&d->first);
    if (d->meetings)
        meetings_begin(d->meetings, wanted, &d->priorities);
    d->steered = d->steering && meetings_aim(d->meetings) && draw_below(&d->priorities, 8);
    d->open_ended = !d->exactly && (d->steering || !draw_below(&d->priorities, 4));
    if (d->seeds && seeds_begin(d->seeds, &d->run, &d->first, &d->priorities)) {
        if (d->meetings)
            meetings_resume(d->meetings, d->run.state, &d->priorities);
        return;
    }
    memcpy(d->run.state, d->initial, d->model->layout->words * sizeof *d->run.state);
    vector_clear(&d->run.path);
    vector_clear(&d->run.inputs);
    d->run.different.count = 0;
}

static void go_on(struct drawn_runs *d, const bool *wanted)
{
    meetings_go_on(d->meetings, wanted, &d->priorities);
    meetings_resume(d->meetings, d->run.state, &d->priorities);
}

/* Steps of large programs are slow: the time is looked at now and then. */
static bool is_late(const struct drawn_runs *d)
{
    enum { NOW_AND_THEN = 128 };
    return d->priorities.steps % NOW_AND_THEN == NOW_AND_THEN - 1 && budget_spent(d->budget);
}

/* One run, to its end or to a violation, whose check it returns, or NONE. What comes to something new may go on from there. */
static uint32_t one_run(struct drawn_runs *d, const bool *wanted)
{
    struct model *m = d->model;
    uint64_t before = d->work, most = work_of_run(d), end = before + most;
    bool ended = false;
    if (d->met)
        go_on(d, wanted);
    else
        begin_run(d, wanted);
    d->met = false;
    uint32_t last = d->priorities.steps + MOST_STEPS < MOST_IN_ALL ? d->priorities.steps + MOST_STEPS : MOST_IN_ALL;
    while (d->priorities.steps < last && d->work < end && !ended && !is_late(d)) {
        uint32_t at = next_move(d);
        ended = at == NONE || d->halted;
        if (at == NONE)
            break;
        const struct model_location *l = model_location(m, d->priorities.order[at], d->run.state);
        if (l->flags & LOC_ERROR)
            return m->program->codes.data[l->code].locations.data[l->location].check;
        ended |=
            l->flags & LOC_UNSUPPORTED || (!d->open_ended && (l->flags & (LOC_APPROXIMATE | LOC_ANY_VALUE)) == LOC_APPROXIMATE);
        if (ended)
            break;
        uint32_t race =
            d->meetings ? meetings_arrived(d->meetings, d->priorities.order[at], d->run.state, wanted, &d->priorities) : NONE;
        d->met = race != NONE;
        if (d->met)
            return race;
        priorities_moved(&d->priorities, at, what_is_next(d, l));
        if (d->seeds && !d->halted && seeds_arrived(d->seeds, &d->run, &d->first, &d->priorities) && end < d->work + most)
            end = d->work + most;
    }
    count_run(d, d->work - before, most, ended);
    if (d->seeds)
        seeds_ended(d->seeds, &d->run, d->work - before);
    return NONE;
}

static struct trace *trace_of(const struct drawn_runs *d, uint32_t check)
{
    struct trace *t = trace_new(check);
    t->unbounded = d->instances;
    vector_each(const struct trace_initial *, i, &d->first.chosen)
        vector_push(&t->initials, *i);
    vector_each(const struct drawn_step *, k, &d->run.path) {
        const struct instance_layout *i = &d->model->layout->instances[k->instance];
        struct trace_step *s = trace_add(t, i->code, i->number, k->in_code, k->edge ? k->edge->edge : NONE);
        for (uint32_t j = 0; k->edge && j < k->edge->body.input_count; j++)
            trace_add_input(t, s, k->edge->body.inputs[j].site, d->run.inputs.data[k->inputs + j]);
    }
    return t;
}

static struct trace *replayed(const struct drawn_runs *d, uint32_t check)
{
    struct trace *t = trace_of(d, check);
    struct arena words = {0};
    const char *why;
    if (!trace_replays(d->model->program, t, &why, &words)) {
        trace_free(t);
        t = NULL;
    }
    arena_release(&words);
    return t;
}

/* A run after which nobody moved may have ended in a deadlock: the interpreter knows. */
static struct trace *deadlock(const struct drawn_runs *d, uint32_t check)
{
    const struct model *m = d->model;
    bool waiting = false;
    for (uint32_t i = 0; i < m->layout->instance_count; i++) {
        const struct model_location *l = model_location(d->model, i, d->run.state);
        if (l->flags & (LOC_ERROR | LOC_UNSUPPORTED))
            return NULL;
        waiting = waiting || (l->edge_count && !l->waits_to_start);
    }
    return waiting && !d->halted ? replayed(d, check) : NULL;
}

/* A run is over: the contents of its arrays go, unless one that goes on from it needs them. Those of procedures may belong to code. */
static void forget_objects(struct drawn_runs *d, struct objects_mark before)
{
    const struct program *p = d->model->program;
    if (p->codes.size == p->template_count && !(d->seeds && seeds_kept(d->seeds)))
        objects_rewind(&d->model->objects, before);
}

struct trace *drawn_runs_violation(struct drawn_runs *d, const bool *wanted, uint64_t work, const struct budget *budget)
{
    uint64_t end = d->work + work;
    uint32_t blocked = NONE;
    vector_each(const struct check *, c, &d->model->program->checks)
        if (c->kind == CHECK_STUCK && wanted[c->id])
            blocked = c->id;
    do {
        struct objects_mark before = objects_mark(&d->model->objects);
        uint32_t check = one_run(d, wanted);
        d->work++; /* even a run in which nobody can move is some */
        if (check != NONE && wanted[check] && d->model->program->checks.data[check].kind != CHECK_PAIR)
            return trace_of(d, check);
        struct trace *t = check != NONE && wanted[check]     ? replayed(d, check)
                          : blocked != NONE && check == NONE ? deadlock(d, blocked)
                                                             : NULL;
        if (t)
            return t;
        d->met = false; /* the interpreter refuses it */
        forget_objects(d, before);
    } while (d->work < end && !budget_spent(budget) && objects_bytes(&d->model->objects) < MOST_BYTES);
    return NULL;
}
