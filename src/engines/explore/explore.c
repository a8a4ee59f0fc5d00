/* The engine explore: all interleavings, one state after another. Unbounded templates are explored with one instance, then
 * two, and so on: that finds bugs and proves nothing. */
#include "engines/explore/explore.h"

#include "base/log.h"
#include "base/options.h"
#include "base/statistics.h"
#include "engines/explore/search.h"
#include "program/machine.h"
#include "program/print.h"

enum { MOST_DOMINATED = 200000 }; /* states: a few tenths of a second */

struct run {
    const struct task *task;
    struct verdict *verdict;
    uint8_t *decided; /* by check */
};

static bool suits(const struct program *p, enum property property, const char **why_not)
{
    (void)p, (void)property, (void)why_not;
    return true;
}

/* Traces for the violated checks; a trace that the interpreter does not confirm is a bug, and the check stays open. */
static void take_violations(struct run *run, struct search *s, uint32_t unbounded)
{
    const struct program *p = run->task->program;
    for (uint32_t c = 0; c < p->checks.size; c++) {
        if (s->violations[c].state == NONE || run->decided[c])
            continue;
        struct check_result *result = &run->verdict->results.data[c];
        const char *why = NULL;
        struct trace *t = search_trace(s, c, unbounded, &why);
        run->decided[c] = 1;
        if (t && trace_replays(p, t, &why, &run->verdict->arena)) {
            result->answer = ANSWER_VIOLATED;
            result->trace = t;
            continue;
        }
        if (t && run->task->property == PROPERTY_DEADLOCK && unbounded) { /* a thread that is not looked at may be about to begin */
            trace_free(t);
            run->decided[c] = 0;
            continue;
        }
        log_error("explore: a counterexample is not confirmed by the interpreter: %s", why);
        result->reason = arena_printf(&run->verdict->arena, "internal error: counterexample not confirmed: %s", why);
        trace_free(t);
    }
}

static void count(const struct run *run, const struct search *s)
{
    struct statistics *st = run->task->statistics;
    if (!st)
        return;
    st->explore_states += s->store.size;
    st->explore_transitions += s->expander.transitions;
    st->explore_reductions += s->reductions;
    st->explore_exchanges += s->exchanges;
    uint64_t bytes = (store_bytes(&s->store) + objects_bytes(&s->model->objects)) / (s->store.size ? s->store.size : 1);
    st->explore_state_bytes = bytes > st->explore_state_bytes ? bytes : st->explore_state_bytes;
    st->explore_depth = s->depth > st->explore_depth ? s->depth : st->explore_depth;
}

static void print_where(struct text *out, struct position pos)
{
    if (!pos.file)
        return;
    text_append(out, " at ");
    print_position(out, pos);
}

/* A local of a procedure with an arbitrary initial value: those always start as 0 here, so nothing can be proved. */
static const char *arbitrary_in_procedure(const struct program *p)
{
    vector_each(const struct cell *, c, &p->cells)
        if (c->arbitrary && !c->dropped && !cell_is_shared(c) && c->owner >= p->template_count)
            return c->name;
    return NULL;
}

/* Why the search, although it came to its end, did not cover everything; NULL if it did. */
static const char *gap(const struct run *run, const struct search *s)
{
    const struct program *p = run->task->program;
    const struct expander *x = &s->expander;
    struct text t = {0};
    if (s->unsupported) {
        text_printf(&t, "%s", s->unsupported->reason ? s->unsupported->reason : "unsupported construct");
        print_where(&t, s->unsupported->pos);
    } else if (s->stopped)
        text_printf(&t, "%s after %u states", s->stopped, s->store.size);
    else if (x->incomplete) {
        const struct action *a = &p->codes.data[x->incomplete->code].edges.data[x->incomplete->edge].action;
        text_append(&t, "arbitrary value");
        for (uint32_t k = 0; k < x->incomplete->body.input_count; k++)
            if (!x->incomplete->domains[k].complete) {
                text_clear(&t);
                text_printf(&t, "arbitrary %u-bit value", x->incomplete->body.inputs[k].width);
            }
        print_where(&t, a->pos);
        text_append(&t, " was not enumerated completely");
    } else if (s->incomplete_choice)
        text_printf(&t, "arbitrary initial value of %s was not enumerated completely", p->cells.data[s->incomplete_cell].name);
    else if (arbitrary_in_procedure(p))
        text_printf(&t, "arbitrary initial value of %s, in a procedure that is called", arbitrary_in_procedure(p));
    else if (x->too_deep)
        text_append(&t, "recursion is too deep");
    else if (x->section_too_long)
        text_append(&t, "an atomic section is too long");
    else if (s->endless_section)
        text_append(&t, "an atomic section may not end");
    const char *words = t.size ? arena_strdup(&run->verdict->arena, text_string(&t)) : NULL;
    text_free(&t);
    return words;
}

static bool all_decided(const struct run *run)
{
    vector_each(const struct check *, c, &run->task->program->checks)
        if (c->property == run->task->property && !run->decided[c->id])
            return false;
    return true;
}

/* A schedule to a state where the graph says that somebody is stuck. Not an error if the interpreter does not find that
 * within its limits, or knows better who joins whom. */
static bool take_stuck(struct run *run, struct search *s, uint32_t unbounded)
{
    bool taken = false;
    vector_each(const struct check *, c, &run->task->program->checks) {
        const char *why = NULL;
        if (s->violations[c->id].state == NONE || run->decided[c->id])
            continue;
        struct trace *t = search_trace(s, c->id, unbounded, &why);
        taken = t && trace_replays(run->task->program, t, &why, &run->verdict->arena);
        if (!taken) {
            trace_free(t);
            continue;
        }
        run->verdict->results.data[c->id].answer = ANSWER_VIOLATED;
        run->verdict->results.data[c->id].trace = t;
        run->decided[c->id] = 1;
    }
    return taken;
}

/* After a search that found no state without moves: who is stuck while others go on? Returns why that cannot be told; NULL:
 * nobody is, or it was told, or another search has to tell (*how, which otherwise stays). */
static const char *look_for_stuck(struct run *run, struct search *s, uint32_t unbounded, enum search_size *how)
{
    if (!s->graph)
        return "there are more than 64 threads";
    struct stuck_answer a = search_stuck(s);
    if (s->symmetry) {
        if (a.cyclic || s->joins_cross || unbounded) /* otherwise whoever is stuck is so in a state without moves */
            *how = SEARCH_PLAIN;
        return NULL;
    }
    if ((a.node != NONE && take_stuck(run, s, unbounded)) || !a.somewhere)
        return NULL;
    if (s->reducer)
        *how = SEARCH_FULL;
    return !s->reducer && a.node != NONE ? "a thread may wait for ever while others go on, which was not confirmed" : NULL;
}

/* Searches until one shows all. Returns why everything was not covered, or NULL. */
static const char *explore(struct run *run, uint32_t unbounded, bool *stopped)
{
    const char *why;
    enum search_size how = SEARCH_SMALL, done;
    do {
        struct search *s = search_new(run->task, unbounded, run->decided, how);
        done = how;
        search_run(s);
        progress_done();
        count(run, s);
        log_info("explore: %u states, %lu transitions, %zu bytes, %.3f s", s->store.size, (unsigned long)s->expander.transitions,
                 store_bytes(&s->store), clock_cpu() - s->began);
        take_violations(run, s, unbounded);
        const char *unclear = NULL;
        if (run->task->property == PROPERTY_DEADLOCK && !all_decided(run))
            unclear = look_for_stuck(run, s, unbounded, &how);
        why = gap(run, s);
        why = why ? why : unclear;
        *stopped = s->stopped != NULL;
        search_free(s);
    } while (how != done && !*stopped);
    return why;
}

static void explore_unbounded(struct run *run)
{
    uint32_t most = (uint32_t)run->task->options->max_instances, done = 0;
    bool stopped = false;
    const char *why = NULL;
    for (uint32_t k = 1; k <= most && !all_decided(run) && !stopped; k++) {
        why = explore(run, k, &stopped);
        done = stopped ? done : k;
    }
    const char *name = "?";
    for (uint32_t t = run->task->program->template_count; t-- > 0;)
        if (run->task->program->codes.data[t].instances == UNBOUNDED)
            name = run->task->program->codes.data[t].name;
    verdict_reason(run->verdict, "any number of threads may run %s; no violation was found with %s%u of them%s%s", name,
                   done > 1 ? "up to " : "", done, why ? "; " : "", why ? why : "");
}

/* The same, leaving out what lies below other states. False if that is not possible, or was not the end. */
static bool explore_dominated(struct run *run)
{
    enum property property = run->task->property;
    if (!run->task->options->dominance || property == PROPERTY_RACE || property == PROPERTY_DEADLOCK)
        return false;
    struct search *s = search_new(run->task, 0, run->decided, SEARCH_SMALL);
    bool covered = false;
    if (search_dominate(s, MOST_DOMINATED)) {
        uint32_t wanted = s->wanted;
        search_run(s);
        progress_done();
        log_info("explore: %u states that no other is above%s", s->store.size, s->stopped ? ", not all" : "");
        take_violations(run, s, 0);
        covered = s->wanted == wanted && !gap(run, s);
        if (covered || all_decided(run))
            count(run, s);
    }
    search_free(s);
    return covered;
}

static void explore_bounded(struct run *run)
{
    bool stopped;
    const char *why = explore_dominated(run) || all_decided(run) ? NULL : explore(run, 0, &stopped);
    if (why) {
        verdict_reason(run->verdict, "%s", why);
        return;
    }
    vector_each(const struct check *, c, &run->task->program->checks)
        if (c->property == run->task->property && !run->decided[c->id])
            run->verdict->results.data[c->id].answer = ANSWER_PROVED;
}

static void run_explore(const struct task *task, struct verdict *verdict)
{
    struct run run = {task, verdict, NEW_ARRAY(uint8_t, task->program->checks.size + 1)};
    if (program_has_unbounded(task->program))
        explore_unbounded(&run);
    else
        explore_bounded(&run);
    mem_free(run.decided);
}

const struct engine engine_explore = {
    .name = "explore",
    .summary = "all interleavings, state by state, with partial-order reduction",
    .suits = suits,
    .run = run_explore,
    .exhaustive = true,
};
