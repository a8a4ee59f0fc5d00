#include "cover/run.h"

#include "base/text.h"
#include "cover/cover.h"

#include <assert.h>

void plan_free(struct plan *p)
{
    vector_free(&p->rules);
    vector_free(&p->goals);
}

void run_free(struct cover_run *r)
{
    if (!r)
        return;
    vector_free(&r->steps);
    vector_free(&r->moved);
    arena_release(&r->arena);
    mem_free(r);
}

/* Dense markings keep the execution simple: a run is executed once. */
struct marking {
    uint32_t control;
    uint32_t *count; /* by place */
};

static const struct state *snapshot(const struct system *s, struct arena *a, const struct marking *m)
{
    VECTOR(struct token) t = {0};
    for (uint32_t p = 0; p < s->places; p++)
        if (m->count[p])
            vector_push(&t, ((struct token){p, m->count[p]}));
    const struct state *x = state_make(a, m->control, t.data, t.size);
    vector_free(&t);
    return x;
}

static bool enabled(const struct rule *r, const struct marking *m)
{
    if (r->from != m->control)
        return false;
    for (uint32_t i = 0; i < r->exacts; i++)
        if (m->count[r->exact[i].place] != r->exact[i].count)
            return false;
    for (uint32_t i = 0, j = 0; i < r->takes || j < r->needs;) {
        uint32_t p = i < r->takes ? r->take[i].place : NOWHERE, q = j < r->needs ? r->need[j].place : NOWHERE;
        uint32_t place = p < q ? p : q;
        uint64_t sum = 0;
        if (p == place)
            sum += r->take[i++].count;
        if (q == place)
            sum += r->need[j++].count;
        if (m->count[place] < sum)
            return false;
    }
    return true;
}

/* Tokens of the places with moves, spread so that `demand` (by place) is met: a flow, by augmenting paths. */
struct flow {
    const struct rule *r;
    uint32_t *left;    /* by place: tokens of a moving place that are not assigned yet */
    uint64_t *demand;  /* by place: still missing */
    uint32_t *carried; /* by move */
    bool *visited;     /* by move's source, while looking for a path */
};

/* One more token for `place`, if need be by sending another one elsewhere. */
static bool bring(struct flow *f, uint32_t place)
{
    const struct rule *r = f->r;
    for (uint32_t i = 0; i < r->moves_count; i++) {
        if (r->moves[i].to != place || f->visited[r->moves[i].from])
            continue;
        uint32_t from = r->moves[i].from;
        f->visited[from] = true;
        if (f->left[from]) {
            f->left[from]--;
            f->carried[i]++;
            return true;
        }
        for (uint32_t j = 0; j < r->moves_count; j++)
            if (r->moves[j].from == from && j != i && f->carried[j] && bring(f, r->moves[j].to)) {
                f->carried[j]--;
                f->carried[i]++;
                return true;
            }
    }
    return false;
}

static bool spread(const struct system *s, const struct rule *r, struct marking *m, const struct state *goal, uint32_t *carried)
{
    struct flow f = {.r = r, .carried = carried};
    f.left = NEW_ARRAY(uint32_t, s->places);
    f.demand = NEW_ARRAY(uint64_t, s->places);
    f.visited = NEW_ARRAY(bool, s->places);
    for (uint32_t i = 0; i < r->moves_count; i++) {
        f.left[r->moves[i].from] = m->count[r->moves[i].from];
    }
    for (uint32_t i = 0; i < r->moves_count; i++)
        m->count[r->moves[i].from] = 0;
    for (uint32_t i = 0; i < goal->size; i++)
        f.demand[goal->tokens[i].place] = goal->tokens[i].count;
    for (uint32_t i = 0; i < r->gives; i++) {
        uint64_t *d = &f.demand[r->give[i].place];
        int64_t k = (int64_t)*d - r->give[i].count;
        *d = k > 0 ? (uint64_t)k : 0;
    }
    bool ok = true;
    for (uint32_t i = 0; r->copies && i < r->moves_count; i++)
        carried[i] = f.left[r->moves[i].from];
    for (uint32_t p = 0; ok && !r->copies && p < s->places; p++)
        for (uint64_t have = m->count[p]; ok && have < f.demand[p]; have++) {
            memset(f.visited, 0, s->places * sizeof *f.visited);
            ok = bring(&f, p);
        }
    for (uint32_t i = 0; ok && !r->copies && i < r->moves_count; i++) { /* the others take the first way */
        carried[i] += f.left[r->moves[i].from];
        f.left[r->moves[i].from] = 0;
    }
    mem_free(f.left);
    mem_free(f.demand);
    mem_free(f.visited);
    return ok;
}

static bool execute(const struct system *s, struct cover_run *run, struct marking *m, uint32_t rule, const struct state *goal)
{
    const struct rule *r = &s->rules.data[rule];
    if (!enabled(r, m))
        return false;
    struct step step = {.rule = rule, .first_moved = run->moved.size};
    for (uint32_t i = 0; i < r->takes; i++)
        m->count[r->take[i].place] -= r->take[i].count;
    if (r->moves_count) {
        uint32_t *carried = NEW_ARRAY(uint32_t, r->moves_count);
        bool ok = spread(s, r, m, goal, carried);
        for (uint32_t i = 0; ok && i < r->moves_count; i++)
            if (carried[i]) {
                vector_push(&run->moved, ((struct moved){r->moves[i].from, r->moves[i].to, carried[i]}));
                step.moved++;
                if (r->moves[i].to != NOWHERE)
                    m->count[r->moves[i].to] += carried[i];
            }
        mem_free(carried);
        if (!ok)
            return false;
    }
    for (uint32_t i = 0; i < r->gives; i++) {
        int64_t k = (int64_t)m->count[r->give[i].place] + r->give[i].count;
        if (k < 0 || k > (int64_t)OMEGA - 1)
            return false;
        m->count[r->give[i].place] = (uint32_t)k;
    }
    m->control = r->to;
    step.after = snapshot(s, &run->arena, m);
    vector_push(&run->steps, step);
    return state_within(goal, step.after);
}

struct cover_run *run_execute(const struct system *s, const struct plan *p)
{
    assert(p->rules.size == p->goals.size);
    assert(system_valid(s));
    struct cover_run *run = NEW(struct cover_run);
    struct marking m = {s->init_control, NEW_ARRAY(uint32_t, s->places)};
    for (uint32_t i = 0; i < s->inits; i++)
        m.count[s->init[i].place] = s->init[i].count;
    for (uint32_t i = 0; i < p->start->size; i++) {
        struct token t = p->start->tokens[i];
        if (s->init_unbounded[t.place] && t.count > m.count[t.place])
            m.count[t.place] = t.count;
    }
    run->start = snapshot(s, &run->arena, &m);
    bool ok = state_within(p->start, run->start);
    for (uint32_t i = 0; ok && i < p->rules.size; i++)
        ok = execute(s, run, &m, p->rules.data[i], p->goals.data[i]);
    mem_free(m.count);
    if (ok)
        return run;
    run_free(run);
    return NULL;
}

static bool starts_initially(const struct system *s, const struct state *x)
{
    if (x->control != s->init_control)
        return false;
    for (uint32_t p = 0; p < s->places; p++) {
        uint32_t have = state_count(x, p), want = system_init_count(s, p);
        if (s->init_unbounded[p] ? have < want : have != want)
            return false;
    }
    return true;
}

static bool ends_above_target(const struct system *s, const struct state *x)
{
    vector_each(const struct target *, t, &s->targets) {
        bool above = t->control == x->control && tokens_within(t->tokens, t->size, x->tokens, x->size);
        for (uint32_t i = 0; above && i < t->exacts; i++)
            above = state_count(x, t->exact[i].place) == t->exact[i].count;
        if (above)
            return true;
    }
    return false;
}

/* Does the step, with the moved tokens as the run says, turn `before` into step->after? */
static bool step_replays(const struct system *s, const struct cover_run *run, const struct state *before, const struct step *step)
{
    const struct rule *r = &s->rules.data[step->rule];
    int64_t *count = NEW_ARRAY(int64_t, s->places), *moving = NEW_ARRAY(int64_t, s->places);
    bool ok = r->from == before->control && r->to == step->after->control;
    for (uint32_t i = 0; i < before->size; i++)
        count[before->tokens[i].place] = before->tokens[i].count;
    for (uint32_t i = 0; i < r->exacts; i++)
        ok &= count[r->exact[i].place] == r->exact[i].count;
    for (uint32_t i = 0; i < r->takes; i++)
        ok &= (count[r->take[i].place] -= r->take[i].count) >= 0;
    for (uint32_t i = 0; i < r->needs; i++)
        ok &= count[r->need[i].place] >= r->need[i].count;
    for (uint32_t i = 0, j; i < r->moves_count; i = j) { /* every token once, or once for each move */
        uint32_t from = r->moves[i].from;
        for (j = i; j < r->moves_count && r->moves[j].from == from; j++)
            moving[from] += !r->copies && j > i ? 0 : count[from];
        for (uint32_t k = 0; r->copies && k < step->moved; k++)
            if (run->moved.data[step->first_moved + k].from == from)
                ok &= run->moved.data[step->first_moved + k].count == count[from];
        count[from] = 0;
    }
    for (uint32_t i = 0; i < step->moved; i++) {
        struct moved m = run->moved.data[step->first_moved + i];
        bool known = false;
        for (uint32_t k = 0; k < r->moves_count; k++)
            known |= r->moves[k].from == m.from && r->moves[k].to == m.to;
        ok &= known;
        moving[m.from] -= m.count;
        if (m.to != NOWHERE)
            count[m.to] += m.count;
    }
    for (uint32_t i = 0; i < r->gives; i++)
        ok &= (count[r->give[i].place] += r->give[i].count) >= 0;
    uint32_t k = 0;
    for (uint32_t p = 0; ok && p < s->places; p++) {
        ok = !moving[p];
        bool listed = k < step->after->size && step->after->tokens[k].place == p;
        ok = ok && count[p] == (listed ? (int64_t)step->after->tokens[k].count : 0);
        k += listed;
    }
    mem_free(count);
    mem_free(moving);
    return ok && k == step->after->size;
}

bool run_replays(const struct system *s, const struct cover_run *r)
{
    if (!starts_initially(s, r->start))
        return false;
    const struct state *at = r->start;
    vector_each(const struct step *, step, &r->steps) {
        if (!step_replays(s, r, at, step))
            return false;
        at = step->after;
    }
    return ends_above_target(s, at);
}

void cover_print_run(const struct system *s, const struct cover_run *run, struct text *out)
{
    text_append(out, "run: start in ");
    state_print(s, run->start, out);
    text_char(out, '\n');
    vector_each(const struct step *, step, &run->steps) {
        const struct rule *r = &s->rules.data[step->rule];
        text_printf(out, "  line %u", r->line);
        for (uint32_t i = 0; i < step->moved; i++) {
            struct moved m = run->moved.data[step->first_moved + i];
            text_printf(out, "%s", i ? ", " : " (moves ");
            text_printf(out, "%u of ", m.count);
            system_print_place(s, m.from, out);
            text_append(out, " to ");
            if (m.to == NOWHERE)
                text_append(out, "nowhere");
            else
                system_print_place(s, m.to, out);
        }
        text_append(out, step->moved ? "): " : ": ");
        state_print(s, step->after, out);
        text_char(out, '\n');
    }
}
