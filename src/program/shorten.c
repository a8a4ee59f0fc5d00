/* Shorter schedules. First what leads back to a state that was there before is left out, and what leads an instance back to where it was, if the
 * others can do without it: a thread that waits and is woken, finds nothing to do and waits again. Then the schedule is cut into turns: stretches of
 * steps of one instance. What is tried, with the interpreter as the judge, until nothing helps or the effort is spent:
 *   - leave out the last turn of an instance, or its end: the violation may not need it;
 *   - let a turn of an instance follow its turn before, or that one come just before it: one switch less.
 * (Jalbert and Sen, "A trace simplification technique for effective debugging of concurrent programs", FSE 2010, do this
 * with executions of the real program.) Inputs stay with their steps. A schedule after which nobody can move keeps to that:
 * it shows more than one that stops as soon as somebody is stuck. */
#include "base/map.h"
#include "program/machine.h"
#include "program/rounds.h"

#include <assert.h>

struct turn {
    uint32_t first, end; /* steps */
};

struct shortener {
    const struct program *program;
    struct trace *trace; /* the best so far; violates its check */
    VECTOR(struct turn) turns;
    uint64_t effort; /* steps that may still be executed */
    bool standstill; /* nobody can move at the end (deadlock) */
    struct arena words;
};

static bool same_instance(const struct trace_step *a, const struct trace_step *b)
{
    return a->code == b->code && a->instance == b->instance;
}

static const struct trace_step *step_of(const struct shortener *s, uint32_t turn)
{
    return &s->trace->steps.data[s->turns.data[turn].first];
}

static void find_turns(struct shortener *s)
{
    vector_clear(&s->turns);
    for (uint32_t i = 0; i < s->trace->steps.size; i++)
        if (i && same_instance(&s->trace->steps.data[i - 1], &s->trace->steps.data[i]))
            vector_last(&s->turns).end = i + 1;
        else
            vector_push(&s->turns, (struct turn){i, i + 1});
}

static void append(const struct shortener *s, uint32_t turn, struct trace *to)
{
    for (uint32_t i = s->turns.data[turn].first; i < s->turns.data[turn].end; i++)
        vector_push(&to->steps, s->trace->steps.data[i]);
}

static bool ends_in_standstill(const struct program *p, const struct trace *t)
{
    struct machine *m = machine_new(p, t->unbounded);
    bool possible = true;
    vector_each(const struct trace_initial *, i, &t->initials)
        machine_set_initial(m, i);
    for (uint32_t k = 0; k < t->steps.size && possible; k++)
        possible = machine_step(m, &t->steps.data[k]) == STEP_DONE;
    bool result = possible && !machine_goes_on(m);
    machine_free(m);
    return result;
}

/* The steps of the candidate replace those of the trace if they still do what the trace does. */
static bool accept(struct shortener *s, struct trace *candidate)
{
    const char *why;
    uint64_t cost = candidate->steps.size + 100;
    if (s->effort < cost) {
        s->effort = 0;
        return false;
    }
    s->effort -= cost;
    candidate->check = s->trace->check;
    candidate->unbounded = s->trace->unbounded;
    candidate->initials.data = s->trace->initials.data;
    candidate->initials.size = s->trace->initials.size;
    bool ok =
        (!s->standstill || ends_in_standstill(s->program, candidate)) && trace_replays(s->program, candidate, &why, &s->words);
    if (ok) {
        s->trace->steps.size = 0;
        vector_each(const struct trace_step *, x, &candidate->steps)
            vector_push(&s->trace->steps, *x);
        find_turns(s);
    }
    return ok;
}

/* The turns in order, without the turn left_out (or NONE), and with the turn moved (or NONE) just after or just before to. */
static bool try_order(struct shortener *s, uint32_t left_out, uint32_t moved, uint32_t to, bool before)
{
    struct trace candidate = {0};
    for (uint32_t t = 0; t < s->turns.size; t++) {
        if (t == to && before)
            append(s, moved, &candidate);
        if (t != left_out && t != moved)
            append(s, t, &candidate);
        if (t == to && !before)
            append(s, moved, &candidate);
    }
    bool ok = accept(s, &candidate);
    vector_free(&candidate.steps);
    return ok;
}

/* The turn without its last steps. */
static bool try_cut(struct shortener *s, uint32_t turn, uint32_t steps)
{
    struct trace candidate = {0};
    for (uint32_t t = 0; t < s->turns.size; t++) {
        append(s, t, &candidate);
        if (t == turn)
            candidate.steps.size -= steps;
    }
    bool ok = accept(s, &candidate);
    vector_free(&candidate.steps);
    return ok;
}

static uint32_t turn_before(const struct shortener *s, uint32_t turn)
{
    for (uint32_t t = turn; t-- > 0;)
        if (same_instance(step_of(s, t), step_of(s, turn)))
            return t;
    return NONE;
}

static bool is_last_of_instance(const struct shortener *s, uint32_t turn)
{
    for (uint32_t t = turn + 1; t < s->turns.size; t++)
        if (same_instance(step_of(s, t), step_of(s, turn)))
            return false;
    return true;
}

static bool improve(struct shortener *s)
{
    for (uint32_t t = s->turns.size; t-- > 0 && s->effort;)
        if (is_last_of_instance(s, t) && try_order(s, t, NONE, NONE, false))
            return true;
    for (uint32_t t = s->turns.size; t-- > 0 && s->effort;)
        for (uint32_t n = s->turns.data[t].end - s->turns.data[t].first; is_last_of_instance(s, t) && n > 1 && s->effort; n /= 2)
            if (try_cut(s, t, n / 2))
                return true;
    for (uint32_t t = s->turns.size; t-- > 1 && s->effort;) {
        uint32_t b = turn_before(s, t);
        if (b != NONE && (try_order(s, NONE, t, b, false) || try_order(s, NONE, b, t, true)))
            return true;
    }
    return false;
}

/* --- rounds --- */

/* From each state on to the last step that begins in the same one. */
static void skip_rounds_of_all(struct shortener *s)
{
    struct rounds r = {0};
    struct map last = {0};
    struct trace candidate = {0};
    rounds_find(&r, s->program, s->trace);
    s->effort -= s->effort < r.own.size ? s->effort : r.own.size;
    for (uint32_t k = 0; k < r.state.size; k++)
        map_put(&last, r.state.data[k], k);
    for (uint32_t k = 0; k < r.own.size; k++) {
        uint64_t to = k;
        map_get(&last, r.state.data[k], &to);
        k = (uint32_t)to;
        if (k < r.own.size)
            vector_push(&candidate.steps, s->trace->steps.data[k]);
    }
    if (candidate.steps.size < s->trace->steps.size)
        accept(s, &candidate);
    vector_free(&candidate.steps);
    map_free(&last);
    rounds_free(&r);
}

/* The steps without those of one instance from the first place on to before the second. */
static bool try_without(struct shortener *s, uint32_t from, uint32_t to)
{
    struct trace candidate = {0};
    const struct trace_step *who = &s->trace->steps.data[from];
    for (uint32_t k = 0; k < s->trace->steps.size; k++)
        if (k < from || k >= to || !same_instance(&s->trace->steps.data[k], who))
            vector_push(&candidate.steps, s->trace->steps.data[k]);
    bool ok = accept(s, &candidate);
    vector_free(&candidate.steps);
    return ok;
}

/* The longest round that begins at the step, or a shorter one. */
static bool skip_round_from(struct shortener *s, const struct rounds *r, uint32_t from)
{
    VECTOR(uint32_t) ends = {0};
    bool ok = false;
    for (uint32_t k = from + 1; k < r->own.size; k++)
        if (r->own.data[k] == r->own.data[from])
            vector_push(&ends, k);
    for (uint32_t i = ends.size; i > 0 && !ok && s->effort; i /= 2)
        ok = try_without(s, from, ends.data[i - 1]);
    vector_free(&ends);
    return ok;
}

/* May use up half of the effort. */
static void skip_rounds_of_one(struct shortener *s)
{
    uint64_t kept = s->effort / 2;
    s->effort -= kept;
    for (uint32_t from = 0; from < s->trace->steps.size && s->effort;) {
        struct rounds r = {0};
        rounds_find(&r, s->program, s->trace);
        s->effort -= s->effort < r.own.size ? s->effort : r.own.size;
        while (from < r.own.size && s->effort && !skip_round_from(s, &r, from))
            from++;
        if (from >= r.own.size)
            from = s->trace->steps.size;
        rounds_free(&r);
    }
    s->effort += kept;
}

void trace_shorten(const struct program *p, struct trace *t, uint64_t effort)
{
    assert(t->check < p->checks.size);
    struct shortener s = {.program = p, .trace = t, .effort = effort};
    s.standstill = p->checks.data[t->check].kind == CHECK_STUCK && ends_in_standstill(p, t);
    find_turns(&s);
    if (s.effort) {
        skip_rounds_of_all(&s);
        skip_rounds_of_one(&s);
    }
    while (improve(&s)) {
    }
    vector_free(&s.turns);
    arena_release(&s.words);
}
