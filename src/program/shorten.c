/* Shorter schedules. A schedule is cut into turns: stretches of steps of one instance. What is tried, with the interpreter
 * as the judge, until nothing helps or the effort is spent:
 *   - leave out the last turn of an instance, or its end: the violation may not need it;
 *   - let a turn of an instance follow its turn before, or that one come just before it: one switch less.
 * (Jalbert and Sen, "A trace simplification technique for effective debugging of concurrent programs", FSE 2010, do this
 * with executions of the real program.) Inputs stay with their steps. A schedule after which nobody can move keeps to that:
 * it shows more than one that stops as soon as somebody is stuck. */
#include "program/machine.h"

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

void trace_shorten(const struct program *p, struct trace *t, uint64_t effort)
{
    assert(t->check < p->checks.size);
    struct shortener s = {.program = p, .trace = t, .effort = effort};
    s.standstill = p->checks.data[t->check].kind == CHECK_STUCK && ends_in_standstill(p, t);
    find_turns(&s);
    while (improve(&s)) {
    }
    vector_free(&s.turns);
    arena_release(&s.words);
}
