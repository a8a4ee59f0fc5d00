/* Depth first, all successors of a state are put on the stack at once. With reduction, a state whose reduced successors have all
 * been expanded before is expanded in full: then along unexpanded successors one always gets to a full expansion, and no
 * instance is ignored forever. */
#include "engines/explore/search.h"

#include "base/log.h"
#include "base/options.h"
#include "execute/retrace.h"

enum { INLINE_SLOTS = 64, BUDGET_INTERVAL = 64 };
/* After the first violation the other checks get so much more work than that took. */
enum { LATER_FACTOR = 5 };

void search_violation(struct exploration *s, uint32_t check, uint32_t state)
{
    if (check >= s->task->program->checks.size || s->violations[check].state != NONE)
        return;
    s->violations[check].state = state;
    if (check_is_asked(&s->task->program->checks.data[check]) && !s->decided[check])
        s->wanted--;
    if (!s->first_violation)
        s->first_violation = s->expander.transitions + 1;
}

/* The state that stands for n: n itself, or one in s->normal. */
static const uint64_t *normal(void *context, const uint64_t *n)
{
    struct exploration *s = context;
    if (!s->symmetry)
        return n;
    memcpy(s->normal, n, s->model->layout->words * sizeof *n);
    s->exchanges += symmetry_normalise(s->symmetry, s->normal);
    return s->normal;
}

static void add_state(struct exploration *s, const uint64_t *n, uint32_t *number)
{
    bool is_new;
    const uint64_t *state = normal(s, n);
    *number = s->dominance ? dominance_find(s->dominance, state) : NONE;
    if (*number != NONE) {
        s->fresh |= !store_expanded(&s->store, *number);
        return;
    }
    *number = store_add(&s->store, state, s->current, &is_new);
    if (s->dominance)
        dominance_add(s->dominance, state, *number);
    if (is_new) {
        if (!s->breadth_first)
            vector_push(&s->open, (struct open_state){*number, s->current_depth + 1});
        s->fresh = true;
    } else if (!store_expanded(&s->store, *number))
        s->fresh = true;
}

static void emit(struct expander *x, uint32_t i, const uint64_t *n, uint8_t flags, uint32_t check)
{
    struct exploration *s = x->context;
    uint32_t number;
    add_state(s, n, &number);
    if (s->graph)
        stuck_step(s->graph, i, number);
    if (flags & LOC_ERROR)
        search_violation(s, check, number);
    if (flags & LOC_UNSUPPORTED && !s->unsupported) {
        const struct model_location *l = model_location(s->model, i, n);
        s->unsupported = &s->task->program->codes.data[l->code].locations.data[l->location];
    }
}

static bool add_choice(void *context, const uint64_t *n, uint64_t value)
{
    (void)value;
    struct exploration *s = context;
    uint32_t number;
    add_state(s, n, &number);
    if (s->graph)
        stuck_step(s->graph, STUCK_CHOICE, number);
    return true;
}

/* The state read a slot that has no value yet: it is followed by itself with every value of that slot. */
static void choose(struct exploration *s, const uint64_t *state)
{
    uint32_t cell = s->model->vm.need->cell;
    if (!expand_choice(&s->expander, state, add_choice, s)) {
        s->incomplete_choice = true;
        s->incomplete_cell = cell;
    }
}

/* --- races --- */

static bool wants_race(void *context, uint32_t check) { return ((struct exploration *)context)->violations[check].state == NONE; }

static void found_race(void *context, uint32_t check, const struct step_path *into)
{
    struct exploration *s = context;
    search_violation(s, check, s->current);
    if (into)
        path_append(&s->violations[check].prefix, into, into->steps.size);
}

/* --- states --- */

/* Expands the instance, and says in the graph what else is to be known about it. */
static void expand_one(struct exploration *s, uint32_t i, const uint64_t *state)
{
    struct expander *x = &s->expander;
    uint32_t moves = x->moves, halts = x->halts;
    bool circled = x->circled;
    x->circled = false;
    expand_instance(x, i, state);
    if (s->graph && x->halts != halts)
        stuck_step(s->graph, i, NONE);
    if (s->graph && x->circled && x->moves == moves && x->halts == halts)
        s->circling |= UINT64_C(1) << i;
    s->circles |= x->circled;
    x->circled |= circled;
}

static void expand_all(struct exploration *s, const uint64_t *state)
{
    for (uint32_t i = 0; i < s->model->layout->instance_count && !s->expander.undefined; i++)
        expand_one(s, i, state);
}

/* Tries persistent sets, the ones with few members first, until one has a move and a successor that is not yet expanded. */
static void expand_reduced(struct exploration *s, const uint64_t *state)
{
    struct reducer *r = s->reducer;
    struct expander *x = &s->expander;
    reducer_look(r, state);
    uint64_t alive = reducer_alive(r), done = 0, closures[REDUCE_INSTANCES];
    for (int limit = 1; limit <= REDUCE_INSTANCES; limit = limit < 2 ? limit + 1 : 2 * limit)
        for (uint64_t rest = alive & ~done; rest; rest &= rest - 1) {
            uint32_t i = (uint32_t)__builtin_ctzll(rest);
            if (limit == 1)
                closures[i] = reducer_closure(r, i);
            if (done >> i & 1 || (__builtin_popcountll(closures[i]) > limit))
                continue;
            s->fresh = false;
            for (uint64_t todo = closures[i] & ~done; todo && !x->undefined; todo &= todo - 1)
                expand_one(s, (uint32_t)__builtin_ctzll(todo), state);
            done |= closures[i];
            if (x->undefined)
                return;
            if (x->moves && s->fresh) {
                s->reductions += done != alive;
                return;
            }
        }
}

static void note_deadlock(struct exploration *s, uint32_t number)
{
    s->endless_section = s->endless_section || s->expander.circled;
    if (s->expander.incomplete || s->expander.circled)
        return; /* somebody might move after all */
    vector_each(const struct check *, c, &s->task->program->checks)
        if (c->kind == CHECK_STUCK)
            search_violation(s, c->id, number);
}

static void expand_state(struct exploration *s, uint32_t number)
{
    struct expander *x = &s->expander;
    const uint64_t *state = store_state(&s->store, number);
    s->current = number;
    store_set_expanded(&s->store, number);
    x->moves = x->halts = 0;
    x->undefined = x->circled = false;
    if (s->races)
        races_of_state(s->races, x, state, &(struct race_query){s, wants_race, found_race});
    if (s->graph)
        stuck_steps_of(s->graph, number);
    if (!x->undefined) {
        if (s->reducer)
            expand_reduced(s, state);
        else
            expand_all(s, state);
    }
    if (x->undefined)
        choose(s, state);
    else if (s->stuck && !x->moves && !x->halts && is_deadlock(s, state))
        note_deadlock(s, number);
}

static bool next_state(struct exploration *s, uint32_t *number)
{
    if (s->breadth_first) {
        *number = s->current == NONE ? 0 : s->current + 1;
        if (*number >= s->store.size)
            return false;
        s->current_depth = 0; /* not known */
        return true;
    }
    if (!s->open.size)
        return false;
    struct open_state o = vector_pop(&s->open);
    *number = o.number;
    s->current_depth = o.depth;
    s->depth = o.depth > s->depth ? o.depth : s->depth;
    return true;
}

static bool stops(struct exploration *s)
{
    struct expander *x = &s->expander;
    if (x->out_of_budget || budget_ends(&s->task->budget, &x->budget_reason)) {
        s->stopped = x->budget_reason;
        return true;
    }
    double seconds = clock_cpu() - s->began;
    if (s->first_violation &&
        x->transitions - s->first_violation > EFFORT_EXPLORE_AFTER_VIOLATION + LATER_FACTOR * s->first_violation) {
        s->stopped = BECAUSE(AFTER_VIOLATION);
        return true;
    }
    progress("explore: %u states, depth %u, %.0f states/s", s->store.size, s->depth, s->store.size / (seconds + 1e-3));
    return false;
}

void search_run(struct exploration *s)
{
    uint32_t number, turns = 0;
    while (s->wanted && !s->stopped && next_state(s, &number)) {
        expand_state(s, number);
        if (s->store.size > s->most || (s->dominance && dominance_broken(s->dominance))) {
            s->stopped = BECAUSE(VALUES_GROW);
            return;
        }
        if ((++turns % BUDGET_INTERVAL == 0 || s->expander.out_of_budget) && stops(s))
            return;
    }
}

/* What the others take counts as expanded. So with reduction, a state always has a successor that is expanded later, here or (from before the
 * division) by one of the others, until one is expanded in full. */
void search_split(struct exploration *s, uint32_t part, uint32_t parts)
{
    enum { EACH = 64 };
    assert(part < parts && !s->graph && !s->breadth_first && !s->dominance);
    uint32_t head = 0, kept = 0, turns = 0;
    while (s->wanted && head < s->open.size && s->open.size - head < EACH * parts) {
        struct open_state o = s->open.data[head++];
        s->current_depth = o.depth;
        expand_state(s, o.number);
        if ((++turns % BUDGET_INTERVAL == 0 || s->expander.out_of_budget) && stops(s))
            break;
    }
    for (uint32_t i = head; i < s->open.size; i++)
        if ((i - head) % parts == part)
            s->open.data[kept++] = s->open.data[i];
        else
            store_set_expanded(&s->store, s->open.data[i].number);
    s->open.size = kept;
}

struct exploration *search_new(const struct task *task, uint32_t unbounded, const uint8_t *decided, enum search_size size)
{
    const struct program *p = task->program;
    struct exploration *s = NEW(struct exploration);
    s->task = task;
    s->decided = decided;
    s->began = clock_cpu();
    s->breadth_first = task->options->shortest;
    s->model = model_new(p, unbounded, (struct model_options){INLINE_SLOTS, task->options->input_limit, false});
    expander_init(&s->expander, s->model, &task->budget);
    s->expander.context = s;
    s->expander.emit = emit;
    store_init(&s->store, s->model->layout->words);
    if (task->options->por && !s->breadth_first && size != SEARCH_FULL)
        s->reducer = reducer_new(s->model, program_asks(p, CHECK_PAIR));
    if (program_asks(p, CHECK_PAIR))
        s->races = races_new(s->model, &task->budget);
    else if (task->options->symmetry && size == SEARCH_SMALL)
        s->symmetry = symmetry_new(s->model);
    s->stuck = program_asks(p, CHECK_STUCK);
    if (s->stuck && s->model->layout->instance_count <= STUCK_THREADS)
        s->graph = NEW(struct stuck_graph);
    s->normal = NEW_ARRAY(uint64_t, s->model->layout->words + 1);
    s->violations = NEW_ARRAY(struct violation, p->checks.size + 1);
    vector_each(const struct check *, c, &p->checks) {
        s->violations[c->id].state = NONE;
        s->wanted += check_is_asked(c) && !decided[c->id];
    }
    s->most = s->current = NONE;
    uint64_t *initial = NEW_ARRAY(uint64_t, s->model->layout->words + 1);
    uint32_t number;
    model_initial(s->model, initial);
    add_state(s, initial, &number);
    mem_free(initial);
    return s;
}

bool search_dominate(struct exploration *s, uint32_t most)
{
    reducer_free(s->reducer);
    s->reducer = NULL;
    s->most = most;
    s->dominance = dominance_new(s->model);
    if (s->dominance)
        dominance_add(s->dominance, store_state(&s->store, 0), 0);
    return s->dominance;
}

void search_free(struct exploration *s)
{
    dominance_free(s->dominance);
    expander_free(&s->expander);
    reducer_free(s->reducer);
    races_free(s->races);
    symmetry_free(s->symmetry);
    if (s->graph)
        stuck_graph_free(s->graph);
    mem_free(s->graph);
    mem_free(s->normal);
    store_free(&s->store);
    vector_free(&s->open);
    for (uint32_t c = 0; c < s->task->program->checks.size; c++)
        path_free(&s->violations[c].prefix);
    mem_free(s->violations);
    model_free(s->model);
    mem_free(s);
}

struct trace *search_trace(struct exploration *s, uint32_t check, uint32_t unbounded, const char **why)
{
    const struct violation *v = &s->violations[check];
    struct trace *t = trace_new(check);
    t->unbounded = unbounded;
    if (!retrace(&s->expander, &s->store, v->state, normal, s, t)) {
        *why = "a step of the counterexample could not be found again";
        trace_free(t);
        return NULL;
    }
    path_trace(&v->prefix, s->model->layout, t);
    return t;
}
