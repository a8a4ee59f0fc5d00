#include "engines/monotone/net.h"

#include "base/effort.h"
#include "cover/explicit.h"
#include "cover/run.h"

enum { FEW_THREADS = 4, FEW_STATES = 30000 };

struct making {
    struct net *net;
    struct views *views;
    VECTOR(struct move) moves;
    uint32_t sink;
};

static void *keep(struct net *n, const void *data, size_t bytes)
{
    void *p = arena_alloc(&n->system.arena, bytes ? bytes : 1);
    if (bytes)
        memcpy(p, data, bytes);
    return p;
}

static void add_rule(struct making *m, uint32_t from, uint32_t take, uint32_t to, uint32_t give, uint64_t edge)
{
    struct token taken = {take, 1};
    struct change given = {give, 1};
    struct rule r = {.from = from, .to = to, .takes = 1, .gives = 1, .first = NOWHERE, .second = NOWHERE};
    vector_push(&m->net->edges, edge);
    r.line = m->net->edges.size;
    r.take = keep(m->net, &taken, sizeof taken);
    r.give = keep(m->net, &given, sizeof given);
    r.moves = keep(m->net, m->moves.data, m->moves.size * sizeof *m->moves.data);
    r.moves_count = m->moves.size;
    m->net->system.broadcasts |= r.moves_count != 0;
    system_add_rule(&m->net->system, r);
}

static void add_move(struct making *m, uint32_t from, uint32_t to)
{
    vector_each(const struct move *, x, &m->moves)
        if (x->from == from && x->to == to)
            return;
    vector_push(&m->moves, (struct move){from, to});
}

/* What the step does to the passive thread of a view. */
static void add_moves(struct making *m, const struct thread_view *place, uint32_t step, const struct view *w, bool turned)
{
    struct abstraction *s = m->views->abstraction;
    uint32_t passive = turned ? w->a : w->b;
    struct span span = abstraction_passive(s, place->shared, place->local, step, passive, turned ? pair_turned(w->pair) : w->pair);
    for (uint32_t k = 0; k < span.count; k++)
        add_move(m, passive, s->passives.data[span.first + k].local);
    add_move(m, passive, m->sink);
}

/* Of the moves that were collected, passive threads that stay need none, and only those that cannot stay go to the
 * sink. */
static void tidy_moves(struct making *m)
{
    struct bitset changes = {0}, possible = {0};
    vector_each(const struct move *, x, &m->moves)
        if (x->to != m->sink) {
            bitset_add(&possible, x->from);
            if (x->to != x->from)
                bitset_add(&changes, x->from);
        }
    uint32_t kept = 0;
    for (uint32_t i = 0; i < m->moves.size; i++) {
        struct move x = m->moves.data[i];
        if (x.to == m->sink ? !bitset_has(&possible, x.from) : bitset_has(&changes, x.from))
            m->moves.data[kept++] = x;
    }
    m->moves.size = kept;
    bitset_free(&changes);
    bitset_free(&possible);
}

static void add_steps(struct making *m, uint32_t at)
{
    const struct thread_view *place = &m->views->places.data[at];
    struct abstraction *s = m->views->abstraction;
    struct span steps = abstraction_steps(s, place->shared, place->local);
    for (uint32_t i = 0; i < steps.count; i++) {
        vector_clear(&m->moves);
        vector_each(const uint32_t *, id, &m->views->views_at.data[at]) {
            const struct view *w = &m->views->list.data[*id];
            if (w->a == place->local)
                add_moves(m, place, steps.first + i, w, false);
            if (w->b == place->local)
                add_moves(m, place, steps.first + i, w, true);
        }
        tidy_moves(m);
        struct abstract_step step = s->steps.data[steps.first + i];
        add_rule(m, place->shared, place->local, step.shared, step.local, (uint64_t)local_code(s, place->local) << 32 | step.edge);
    }
}

/* --- the start --- */

/* Places and controls: those of the abstraction; the sink; for every template one where threads are before they have
 * taken one of their initial states, and controls of the start: one, and one for each initial shared state. */
static void add_start(struct making *m)
{
    struct system *sys = &m->net->system;
    const struct abstraction *s = m->views->abstraction;
    const struct program *p = s->model->program;
    uint32_t fresh = m->sink + 1, start = s->shared.size;
    struct bitset begun = {0};
    sys->places = fresh + p->template_count + 1; /* the last one is for net_aim_all() */
    sys->controls = start + 1 + s->shared.size;
    vector_clear(&m->moves);
    for (uint32_t i = 0; i < m->views->initial; i++) {
        struct view w = m->views->list.data[i];
        uint32_t begin = start + 1 + w.shared;
        if (!bitset_has(&begun, w.shared)) {
            bitset_add(&begun, w.shared);
            add_rule(m, start, fresh, begin, fresh, NONE64);
        }
        for (unsigned side = 0; side < 2; side++) {
            uint32_t local = side ? w.b : w.a, code = local_code(s, local);
            if (code) {
                add_rule(m, begin, fresh + code, begin, local, NONE64);
            } else { /* main comes last */
                add_rule(m, begin, fresh, w.shared, local, NONE64);
            }
        }
    }
    bitset_free(&begun);
    sys->init_control = start;
    sys->init = ARENA_ARRAY(&sys->arena, struct token, p->template_count);
    sys->init_unbounded = ARENA_ARRAY(&sys->arena, bool, sys->places);
    for (uint32_t t = 0; t < p->template_count; t++) {
        if (p->codes.data[t].instances == UNBOUNDED)
            sys->init_unbounded[fresh + t] = true;
        else
            sys->init[sys->inits++] = (struct token){fresh + t, p->codes.data[t].instances};
    }
}

void net_make(struct net *n, struct views *v)
{
    assert(!v->stopped && v->done == v->list.size);
    struct making m = {.net = n, .views = v};
    *n = (struct net){0};
    m.sink = v->abstraction->locals.size;
    n->system.places = m.sink + 2 + v->abstraction->model->program->template_count;
    n->system.controls = 2 * v->abstraction->shared.size + 1;
    for (uint32_t i = 0; i < v->places.size; i++)
        add_steps(&m, i);
    add_start(&m);
    vector_free(&m.moves);
}

void net_free(struct net *n)
{
    system_free(&n->system);
    vector_free(&n->edges);
}

bool net_aim(struct net *n, const struct views *v, uint32_t check)
{
    assert(check == NONE || check < v->abstraction->model->program->checks.size);
    vector_clear(&n->system.targets);
    vector_each(const struct thread_view *, place, &v->places) {
        const struct location *l = local_place(v->abstraction, place->local);
        bool wanted = check == NONE ? l->flags & LOC_UNSUPPORTED : l->flags & LOC_ERROR && l->check == check;
        if (!wanted)
            continue;
        struct token t = {place->local, 1};
        struct target target = {.control = place->shared, .tokens = keep(n, &t, sizeof t), .size = 1};
        vector_push(&n->system.targets, target);
    }
    return n->system.targets.size != 0;
}

void net_aim_all(struct net *n, const struct views *v)
{
    vector_clear(&n->system.targets);
    vector_each(const struct thread_view *, place, &v->places)
        if (local_place(v->abstraction, place->local)->flags & LOC_ERROR) {
            struct token t = {place->local, 1};
            vector_push(&n->system.targets, (struct target){.control = place->shared, .tokens = keep(n, &t, sizeof t), .size = 1});
        }
    if (n->system.targets.size)
        return;
    struct token nowhere = {n->system.places - 1, 1};
    vector_push(&n->system.targets,
                (struct target){.control = n->system.init_control, .tokens = keep(n, &nowhere, sizeof nowhere), .size = 1});
}

void net_print(const struct net *n, struct text *out)
{
    const struct system *s = &n->system;
    text_printf(out, "#init %u|", s->init_control);
    bool first = true;
    for (uint32_t i = 0; i < s->inits; i++)
        for (uint32_t k = 0; k < s->init[i].count; k++, first = false)
            text_printf(out, "%s%u", first ? "" : ",", s->init[i].place);
    first = true;
    for (uint32_t i = 0; i < s->places; i++)
        if (s->init_unbounded[i]) {
            text_printf(out, "%s%u", first ? "/" : ",", i);
            first = false;
        }
    text_char(out, '\n');
    vector_each(const struct target *, t, &s->targets)
        text_printf(out, "#target %u|%u\n", t->control, t->tokens[0].place);
    text_printf(out, "%u %u\n", s->controls, s->places);
    vector_each(const struct rule *, r, &s->rules) {
        /* What a rule takes and gives back is in its need (system.h). */
        uint32_t take = r->takes ? r->take[0].place : r->need[0].place, give = r->gives ? r->give[0].place : take;
        text_printf(out, "%u %u -> %u %u", r->from, take, r->to, give);
        for (uint32_t i = 0; i < r->moves_count; i++)
            text_printf(out, " %u ~> %u", r->moves[i].from, r->moves[i].to);
        text_char(out, '\n');
    }
}

/* A thread that is there, other than one; NONE if there is none. */
static uint32_t thread_at(const u32_vector *threads, uint32_t place, uint32_t other_than)
{
    for (uint32_t i = 0; i < threads->size; i++)
        if (threads->data[i] == place && i != other_than)
            return i;
    return NONE;
}

/* Tokens have no names: which of several threads in one place moves does not matter. */
static void name_threads(const struct net *n, const struct cover_run *run, run_steps *steps)
{
    u32_vector at = {0}; /* by thread: its place */
    for (uint32_t i = 0; i < run->start->size; i++)
        for (uint32_t k = 0; k < run->start->tokens[i].count; k++)
            vector_push(&at, run->start->tokens[i].place);
    vector_each(const struct step *, step, &run->steps) {
        const struct rule *r = &n->system.rules.data[step->rule];
        uint32_t take = r->takes ? r->take[0].place : r->need[0].place, give = r->gives ? r->give[0].place : take;
        uint32_t active = thread_at(&at, take, NONE);
        uint64_t edge = n->edges.data[r->line - 1];
        u32_vector before = {0};
        vector_each(const uint32_t *, place, &at)
            vector_push(&before, *place);
        for (uint32_t k = 0; k < step->moved; k++) {
            const struct moved *m = &run->moved.data[step->first_moved + k];
            for (uint32_t left = m->count; left; left--) {
                uint32_t passive = thread_at(&before, m->from, active);
                if (passive == NONE)
                    break;
                before.data[passive] = NONE;
                at.data[passive] = m->to;
            }
        }
        vector_free(&before);
        if (active == NONE)
            break;
        at.data[active] = give;
        if (edge != NONE64)
            vector_push(steps, (struct run_step){active, (uint32_t)(edge >> 32), (uint32_t)edge});
    }
    vector_free(&at);
}

/* A run with a few threads, which is shorter than one that coverability finds. */
static bool short_run(const struct net *n, run_steps *steps)
{
    struct explicit_limits limits = {
        .threads = FEW_THREADS, .states = FEW_STATES, .budget = budget_cpu(&(struct budget){0}, SECONDS_MONOTONE_SHORT_RUN)};
    struct arena arena = ARENA_EMPTY;
    struct plan plan = {0};
    bool found = explicit_search(&n->system, limits, &arena, &plan) == EXPLICIT_FOUND;
    struct cover_run *run = found ? run_execute(&n->system, &plan) : NULL;
    if (run) {
        name_threads(n, run, steps);
        run_free(run);
    }
    plan_free(&plan);
    arena_release(&arena);
    return run != NULL;
}

enum cover_verdict net_decide(const struct net *n, struct budget budget, run_steps *steps)
{
    struct cover_options o = COVER_DEFAULTS;
    o.budget = budget;
    o.beside = false;
    if (!system_valid(&n->system))
        return COVER_UNKNOWN;
    struct cover_result r = cover_decide(&n->system, &o);
    if (r.run && !short_run(n, steps))
        name_threads(n, r.run, steps);
    enum cover_verdict verdict = r.verdict;
    cover_result_free(&r);
    return verdict;
}
