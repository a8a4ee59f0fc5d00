/* The engine explore: all interleavings, one state after another. Unbounded templates are explored with one instance, then
 * two, and so on: that finds bugs and proves nothing. */
#include "engines/explore/explore.h"

#include "base/log.h"
#include "base/options.h"
#include "base/statistics.h"
#include "engines/explore/search.h"
#include "engines/shell.h"

enum { MOST_DOMINATED = 200000 }; /* states: a few tenths of a second */

struct run {
    struct shell shell;
    uint8_t *decided; /* by check: nothing more can be found out about it */
};

static bool suits(const struct program *p, const struct reason **why_not)
{
    (void)p, (void)why_not;
    return true;
}

/* Traces for the violated checks; a trace that the interpreter does not confirm is a bug, and the check stays open. */
static void take_violations(struct run *run, struct exploration *s, uint32_t unbounded)
{
    struct shell *shell = &run->shell;
    for (uint32_t c = 0; c < shell->program->checks.size; c++) {
        if (s->violations[c].state == NONE || run->decided[c])
            continue;
        const char *why = NULL;
        struct trace *t = search_trace(s, c, unbounded, &why);
        bool found = t != NULL;
        run->decided[c] = 1;
        if (t && shell_try(shell, t, &why))
            continue;
        if (found && shell->program->checks.data[c].kind == CHECK_STUCK &&
            unbounded) { /* a thread that is not looked at may be about to begin */
            run->decided[c] = 0;
            continue;
        }
        log_error("explore: a counterexample is not confirmed by the interpreter: %s", why);
        shell->verdict->results.data[c].reason = reason_new(&shell->verdict->arena, REASON_SCHEDULE_LOST, why, 0);
    }
}

static void count(const struct run *run, const struct exploration *s)
{
    struct statistics *st = run->shell.task->statistics;
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

/* A local of a procedure with an arbitrary initial value: those always start as 0 here, so nothing can be proved. */
static const char *arbitrary_in_procedure(const struct program *p)
{
    vector_each(const struct cell *, c, &p->cells)
        if (c->arbitrary && !c->dropped && !cell_is_shared(c) && c->owner >= p->template_count)
            return c->name;
    return NULL;
}

/* The arbitrary value that was not enumerated completely. */
static const struct reason *incomplete_input(struct shell *shell, const struct model_edge *e)
{
    const struct action *a = &shell->program->codes.data[e->code].edges.data[e->edge].action;
    struct reason *r = reason_new(&shell->verdict->arena, REASON_INPUT_WIDTH, NULL, 0);
    r->file = a->pos.file;
    r->line = a->pos.line;
    for (uint32_t k = 0; k < e->body.input_count; k++)
        if (!e->tried[k].complete)
            r->n = e->body.inputs[k].width;
    return r;
}

/* Why the search, although it came to its end, did not cover everything; NULL if it did. */
static const struct reason *gap(struct run *run, const struct exploration *s)
{
    const struct program *p = run->shell.program;
    const struct expander *x = &s->expander;
    struct arena *arena = &run->shell.verdict->arena;
    if (s->unsupported)
        return shell_unsupported(&run->shell, s->unsupported->reason, s->unsupported->pos);
    if (s->stopped)
        return reason_new(arena, s->stopped->id, NULL, s->store.size);
    if (x->incomplete)
        return incomplete_input(&run->shell, x->incomplete);
    if (s->incomplete_choice)
        return reason_new(arena, REASON_INITIAL_VALUE, p->cells.data[s->incomplete_cell].name, 0);
    if (arbitrary_in_procedure(p))
        return reason_new(arena, REASON_INITIAL_IN_PROCEDURE, arbitrary_in_procedure(p), 0);
    return x->too_deep           ? BECAUSE(RECURSION_DEEP)
           : x->section_too_long ? BECAUSE(SECTION_LONG)
           : s->endless_section  ? BECAUSE(SECTION_ENDLESS)
                                 : NULL;
}

static bool all_decided(const struct run *run)
{
    for (uint32_t c = 0; c < run->shell.program->checks.size; c++)
        if (shell_asked(&run->shell, c) && !run->decided[c])
            return false;
    return true;
}

/* A schedule to a state where the graph says that somebody is stuck. Not an error if the interpreter does not find that
 * within its limits, or knows better who joins whom. */
static bool take_stuck(struct run *run, struct exploration *s, uint32_t unbounded)
{
    bool taken = false;
    vector_each(const struct check *, c, &run->shell.program->checks) {
        const char *why = NULL;
        if (s->violations[c->id].state == NONE || run->decided[c->id])
            continue;
        struct trace *t = search_trace(s, c->id, unbounded, &why);
        taken = t && shell_try(&run->shell, t, NULL);
        run->decided[c->id] = taken;
    }
    return taken;
}

/* After a search that found no state without moves: who is stuck while others go on? Returns why that cannot be told; NULL:
 * nobody is, or it was told, or another search has to tell (*how, which otherwise stays). */
static const struct reason *look_for_stuck(struct run *run, struct exploration *s, uint32_t unbounded, enum search_size *how)
{
    if (!s->graph)
        return BECAUSE(MANY_THREADS);
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
    return !s->reducer && a.node != NONE ? BECAUSE(WAIT_UNCONFIRMED) : NULL;
}

/* Searches until one shows all. Returns why everything was not covered, or NULL. */
static const struct reason *explore(struct run *run, uint32_t unbounded, bool *stopped)
{
    const struct task *task = run->shell.task;
    const struct reason *why;
    enum search_size how = SEARCH_SMALL, done;
    do {
        struct exploration *s = search_new(run->shell.task, unbounded, run->decided, how);
        done = how;
        if (task->parts > 1 && !s->stuck && !s->breadth_first)
            search_split(s, task->part, task->parts);
        search_run(s);
        progress_done();
        count(run, s);
        log_info("explore: %u states, %lu transitions, %zu bytes, %.3f s", s->store.size, (unsigned long)s->expander.transitions,
                 store_bytes(&s->store), clock_cpu() - s->began);
        take_violations(run, s, unbounded);
        const struct reason *unclear = NULL;
        if (s->stuck && !all_decided(run))
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
    uint32_t most = (uint32_t)run->shell.task->options->max_instances, done = 0;
    bool stopped = false;
    const struct reason *why = NULL;
    for (uint32_t k = 1; k <= most && !all_decided(run) && !stopped; k++) {
        why = explore(run, k, &stopped);
        done = stopped ? done : k;
    }
    const char *name = "?";
    for (uint32_t t = run->shell.program->template_count; t-- > 0;)
        if (run->shell.program->codes.data[t].instances == UNBOUNDED)
            name = run->shell.program->codes.data[t].name;
    struct arena *arena = &run->shell.verdict->arena;
    shell_because(&run->shell, reason_new(arena, REASON_ANY_NUMBER, name, 0));
    if (done)
        shell_also(&run->shell, reason_new(arena, REASON_NONE_WITH_THREADS, NULL, done));
    shell_also(&run->shell, why);
}

/* The same, leaving out what lies below other states. False if that is not possible, or was not the end. */
static bool explore_dominated(struct run *run)
{
    if (!run->shell.task->options->dominance || program_needs(run->shell.program))
        return false;
    struct exploration *s = search_new(run->shell.task, 0, run->decided, SEARCH_SMALL);
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
    const struct reason *why = explore_dominated(run) || all_decided(run) ? NULL : explore(run, 0, &stopped);
    if (why) {
        shell_because(&run->shell, why);
        return;
    }
    run->shell.verdict->division = run->shell.task->parts > 1 ? run->shell.task->parts : 0;
    for (uint32_t c = 0; c < run->shell.program->checks.size; c++)
        if (!run->decided[c])
            shell_prove(&run->shell, c);
}

static void run_explore(const struct task *task, struct verdict *verdict)
{
    struct run run = {shell_new(task, verdict), NEW_ARRAY(uint8_t, task->program->checks.size + 1)};
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
    .splits = true,
};
