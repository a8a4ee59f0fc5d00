#include "engines/predicate/schedule.h"

#include "base/effort.h"
#include "program/machine.h"

enum { MOST_STEPS = 2000, MORE_INSTANCES = 3 };

struct actor { /* an instance that takes part */
    uint32_t kind, code, instance;
    u32_vector edges; /* taken so far */
    bool busy;        /* its path is being followed: an effect on it comes from another instance */
    struct smt_state *own;
    term self;
};

struct taken {
    uint32_t actor, edge;
};

struct schedule {
    const struct tree *tree;
    const struct program *program;
    bool reuse; /* an instance that has done the first part of a path does the rest of it too */
    bool more;  /* where instances are created in a loop, create some that the tree does not mention */
    VECTOR(struct actor) actors;
    VECTOR(struct taken) steps;
    bool failed;
};

/* --- the order --- */

static void own_edges(const struct tree *t, uint32_t place, u32_vector *out)
{
    for (uint32_t p = place; p != NONE; p = t->places.data[p].parent)
        if (t->places.data[p].actor == NONE && t->places.data[p].move != NONE)
            vector_push(out, t->places.data[p].move);
    for (uint32_t i = 0; i < out->size / 2; i++) {
        uint32_t x = out->data[i];
        out->data[i] = out->data[out->size - 1 - i];
        out->data[out->size - 1 - i] = x;
    }
}

static bool begins_with(const u32_vector *whole, const u32_vector *part)
{
    if (part->size > whole->size)
        return false;
    return !part->size || memcmp(whole->data, part->data, part->size * sizeof *part->data) == 0;
}

/* The instance that follows this path; NONE if there is none. */
static uint32_t choose(struct schedule *s, uint32_t kind, const u32_vector *edges)
{
    const struct kind *k = &s->tree->arg->model->kinds.data[kind];
    uint32_t best = NONE, used = 0;
    for (uint32_t i = 0; i < s->actors.size; i++) {
        const struct actor *a = &s->actors.data[i];
        used += a->code == k->code;
        if (a->kind != kind || a->busy || !begins_with(edges, &a->edges) || (k->several && !s->reuse))
            continue;
        if (best == NONE || a->edges.size > s->actors.data[best].edges.size)
            best = i;
    }
    if (best != NONE)
        return best;
    for (uint32_t i = 0; i < s->actors.size && !k->several; i++)
        if (s->actors.data[i].kind == kind)
            return NONE; /* the one there is has done something else */
    uint32_t most = s->program->codes.data[k->code].instances;
    if (k->several && most != UNBOUNDED && used >= most)
        return NONE;
    struct actor a = {.kind = kind, .code = k->code, .instance = k->several ? used : k->instance};
    vector_push(&s->actors, a);
    return s->actors.size - 1;
}

/* In the graph it is enough that one of several instances was created (model.h); here each has to be. These steps are
 * not in the tree, so they do not count as steps of a path. */
static void create_more(struct schedule *s, uint32_t actor, uint32_t location)
{
    const struct code *c = &s->program->codes.data[s->actors.data[actor].code];
    for (uint32_t i = out_begin(c, location); i < out_end(c, location); i++) {
        const struct edge *e = out_edge(c, i);
        for (uint32_t n = 0; e->action.kind == ACT_CREATE && e->to == location && n < MORE_INSTANCES; n++)
            vector_push(&s->steps, (struct taken){actor, c->out_edge.data[i]});
    }
}

static void take(struct schedule *s, uint32_t actor, uint32_t edge)
{
    const struct edge *e = &s->program->codes.data[s->actors.data[actor].code].edges.data[edge];
    vector_push(&s->steps, (struct taken){actor, edge});
    vector_push(&s->actors.data[actor].edges, edge);
    if (s->more && e->from != e->to)
        create_more(s, actor, e->to);
    s->failed |= s->steps.size > MOST_STEPS;
}

/* Whether some other instance has taken the step of this effect on its way already. */
static bool has_happened(const struct schedule *s, uint32_t me, const struct tree_place *effect)
{
    uint32_t kind = s->tree->places.data[effect->actor].kind;
    u32_vector edges = {0};
    bool found = false;
    own_edges(s->tree, effect->actor, &edges);
    vector_push(&edges, effect->move);
    for (uint32_t i = 0; i < s->actors.size && !found; i++)
        found = i != me && s->actors.data[i].kind == kind && begins_with(&s->actors.data[i].edges, &edges);
    vector_free(&edges);
    return found && (s->reuse || !s->tree->arg->model->kinds.data[kind].several);
}

/* Makes an instance go along the path to the place; which one it was. */
static uint32_t follow(struct schedule *s, uint32_t place)
{
    const struct tree *t = s->tree;
    u32_vector edges = {0}, way = {0};
    uint32_t done = 0, actor = NONE;
    own_edges(t, place, &edges);
    if (!s->failed && !t->places.data[place].cut)
        actor = choose(s, t->places.data[place].kind, &edges);
    if (actor == NONE) {
        s->failed = true;
    } else {
        s->actors.data[actor].busy = true;
        for (uint32_t p = place; p != NONE; p = t->places.data[p].parent)
            vector_push(&way, p);
    }
    for (uint32_t i = way.size; i-- > 0 && !s->failed;) {
        const struct tree_place *p = &t->places.data[way.data[i]];
        bool new_ground = done >= s->actors.data[actor].edges.size;
        if (p->move == NONE)
            continue;
        if (p->actor == NONE) {
            if (new_ground)
                take(s, actor, p->move);
            done++;
        } else if (new_ground && !has_happened(s, actor, p)) {
            uint32_t other = follow(s, p->actor);
            if (!s->failed)
                take(s, other, p->move);
        }
    }
    if (actor != NONE)
        s->actors.data[actor].busy = false;
    vector_free(&edges);
    vector_free(&way);
    return actor;
}

/* --- its formula --- */

struct solving {
    struct schedule *schedule;
    struct smt *smt;
    struct smt_state *shared;
    struct arena words;
};

static void begin_cells(struct solving *v, struct smt_state *state, uint32_t owner)
{
    vector_each(const struct cell *, c, &v->schedule->program->cells)
        if (c->owner == owner && !c->dropped)
            state->cells[c->id] = smt_initial_value(v->smt, c->id);
}

static struct smt_scope scope_of(struct solving *v, const struct actor *a, uint32_t step)
{
    return (struct smt_scope){.shared = v->shared, .own = a->own, .self = a->self, .inputs = arena_printf(&v->words, "s%u", step)};
}

static void assert_steps(struct solving *v)
{
    struct schedule *s = v->schedule;
    v->shared = smt_state_new(v->smt, "g");
    begin_cells(v, v->shared, NONE);
    for (uint32_t i = 0; i < s->actors.size; i++) {
        struct actor *a = &s->actors.data[i];
        a->own = smt_state_new(v->smt, arena_printf(&v->words, "a%u", i));
        a->self = smt_value(v->smt, SELF_WIDTH, (uint64_t)s->program->codes.data[a->code].first_id + a->instance);
        begin_cells(v, a->own, a->code);
    }
    for (uint32_t i = 0; i < s->steps.size; i++) {
        struct actor *a = &s->actors.data[s->steps.data[i].actor];
        const struct action *action = &s->program->codes.data[a->code].edges.data[s->steps.data[i].edge].action;
        struct smt_scope scope = scope_of(v, a, i);
        smt_assert(v->smt, smt_holds(v->smt, &scope, action->guard));
        smt_apply(v->smt, &scope, action);
    }
}

/* --- the trace --- */

struct filling {
    struct solving *solving;
    struct trace *trace;
    struct trace_step *step;
    const struct smt_scope *scope;
    struct bitset seen;
};

static void fill_input(void *context, expr e)
{
    struct filling *f = context;
    if (e->op != E_INPUT || bitset_has(&f->seen, (uint32_t)e->value))
        return;
    bitset_add(&f->seen, (uint32_t)e->value);
    trace_add_input(f->trace, f->step, (uint32_t)e->value, smt_model(f->solving->smt, smt_term(f->solving->smt, f->scope, e)));
}

static void fill_step(struct filling *f, const struct action *a)
{
    bitset_clear(&f->seen);
    expr_visit(a->guard, fill_input, f);
    for (uint32_t i = 0; i < a->update_count; i++) {
        expr_visit(a->updates[i].value, fill_input, f);
        if (a->updates[i].index)
            expr_visit(a->updates[i].index, fill_input, f);
    }
}

static void fill_initials(struct solving *v, struct trace *t, const char *tag, uint32_t owner, uint32_t instance)
{
    struct smt_state *begin = smt_state_new(v->smt, tag);
    vector_each(const struct cell *, c, &v->schedule->program->cells)
        if (c->owner == owner && !c->dropped && c->arbitrary && !cell_is_array(c)) {
            uint64_t value = smt_model(v->smt, smt_cell(v->smt, begin, c->id));
            vector_push(&t->initials, (struct trace_initial){c->id, owner, owner == NONE ? NONE : instance, 0, value});
        }
    smt_state_free(begin);
}

static struct trace *trace_from(struct solving *v, uint32_t check)
{
    struct schedule *s = v->schedule;
    struct trace *t = trace_new(check);
    struct filling f = {.solving = v, .trace = t};
    fill_initials(v, t, "g", NONE, NONE);
    for (uint32_t i = 0; i < s->actors.size; i++) {
        const struct actor *a = &s->actors.data[i];
        if (s->program->codes.data[a->code].instances == UNBOUNDED && a->instance + 1 > t->unbounded)
            t->unbounded = a->instance + 1;
        fill_initials(v, t, arena_printf(&v->words, "a%u", i), a->code, a->instance);
    }
    for (uint32_t i = 0; i < s->steps.size; i++) {
        const struct actor *a = &s->actors.data[s->steps.data[i].actor];
        struct smt_scope scope = scope_of(v, a, i);
        f.step = trace_add(t, a->code, a->instance, a->code, s->steps.data[i].edge);
        f.scope = &scope;
        fill_step(&f, &s->program->codes.data[a->code].edges.data[s->steps.data[i].edge].action);
    }
    bitset_free(&f.seen);
    return t;
}

/* --- one order --- */

static struct trace *solve(struct schedule *s, uint32_t check, struct smt_statistics *statistics)
{
    struct solving v = {.schedule = s, .smt = smt_new(s->program)};
    struct trace *t = NULL;
    smt_set_limit(v.smt, smt_limit_within(PATIENCE_PREDICATE_SCHEDULE, NULL));
    assert_steps(&v);
    if (smt_check(v.smt) == SMT_SAT)
        t = trace_from(&v, check);
    struct smt_statistics used = smt_statistics(v.smt);
    statistics->questions += used.questions;
    statistics->seconds += used.seconds;
    for (uint32_t i = 0; i < s->actors.size; i++)
        smt_state_free(s->actors.data[i].own);
    smt_state_free(v.shared);
    smt_free(v.smt);
    const char *why;
    if (t && !trace_replays(s->program, t, &why, &v.words)) {
        trace_free(t);
        t = NULL;
    }
    arena_release(&v.words);
    return t;
}

static struct trace *try_order(const struct tree *t, const struct tree_goal *goal, bool reuse, bool more,
                               struct smt_statistics *statistics)
{
    struct schedule s = {.tree = t, .program = t->arg->model->original, .reuse = reuse, .more = more};
    const struct tree_place *last = &t->places.data[t->last];
    if (goal->other == NONE) {
        follow(&s, t->last);
    } else {
        uint32_t a = follow(&s, last->parent);
        if (!s.failed) {
            s.actors.data[a].busy = true;
            follow(&s, last->actor);
        }
    }
    struct trace *trace = s.failed ? NULL : solve(&s, goal->check, statistics);
    vector_each(struct actor *, a, &s.actors)
        vector_free(&a->edges);
    vector_free(&s.actors);
    vector_free(&s.steps);
    return trace;
}

struct trace *schedule_of(struct arg *a, const struct tree_goal *goal, const struct budget *budget,
                          struct smt_statistics *statistics)
{
    assert(goal->check < a->model->original->checks.size);
    struct tree t;
    tree_build(&t, a, goal, WHOLE_TREE);
    struct trace *trace = NULL;
    int orders = program_has_unbounded(a->model->original) ? 4 : 2;
    for (int i = 0; i < orders && !trace && !t.cut && budget_left(budget) > 0; i++)
        trace = try_order(&t, goal, i % 2 == 0, i >= 2, statistics);
    tree_free(&t);
    return trace;
}
