/* The loop: turns, answers, limits, until nothing is open or time is up. A proof that waits for its check comes before
 * everything else. */
#include "portfolio/portfolio.h"

#include "base/effort.h"
#include "base/log.h"
#include "portfolio/contest.h"
#include "portfolio/recall.h"
#include "portfolio/remote.h"

#include <stdio.h>

/* --- who takes part --- */

static void invite(struct contest *c)
{
    struct pipeline *l = c->pipeline;
    struct planned planned[MOST_ENGINES];
    struct features features = features_of(l->small);
    uint32_t n = plan_engines(&features, planned);
    for (uint32_t i = 0; i < n; i++) {
        struct entrant *e = &c->entrants[c->count];
        const struct reason *why_not = NULL;
        if (c->alone && strcmp(l->options->engine, planned[i].engine->name))
            continue;
        if (l->is_fine && !planned[i].engine->invariants)
            continue;
        uint32_t parts = parts_of(planned[i].engine, l->options->parts);
        *e = (struct entrant){
            .engine = planned[i].engine, .weight = planned[i].weight / parts, .first_turn = planned[i].first_turn, .parts = parts};
        c->count++;
        if (!e->engine->suits(l->small, &why_not)) {
            e->standing = OUT;
            e->remark = arena_printf(&l->words, "does not apply: %s", reason_words(why_not, &l->words));
            c->report->reason = arena_printf(&l->words, "engine %s %s", e->engine->name, e->remark);
            e->parts = 1;
        }
        assert(c->count + e->parts <= MOST_ENTRANTS);
        for (uint32_t k = 1; k < e->parts; k++) {
            c->entrants[c->count] = *e;
            c->entrants[c->count++].part = k;
        }
    }
}

/* What an engine that tells facts finds out is for those that start after it. */
static void tellers_first(struct contest *c)
{
    for (uint32_t i = 1; i < c->count; i++)
        if (c->entrants[i].engine->tell) {
            struct entrant teller = c->entrants[i];
            memmove(c->entrants + 1, c->entrants, i * sizeof teller);
            c->entrants[0] = teller;
        }
}

static void contest_init(struct contest *c, struct pipeline *l, const struct budget *budget, struct report *r)
{
    const struct options *o = l->options;
    *c = (struct contest){.pipeline = l, .report = r, .limits = *budget, .began = clock_wall()};
    c->memory = budget->memory ? budget->memory : free_memory();
    c->jobs = o->engine_jobs ? (uint32_t)o->engine_jobs : process_cores();
    c->remote = l->elsewhere && strcmp(o->on, "local") != 0;
    if (c->remote)
        remote_begin(c);
    c->alone = strcmp(o->engine, "auto") != 0;
    c->check_proofs = c->alone ? o->check_proof : o->check_proofs;
    vector_each(const struct check *, k, &l->original->checks)
        vector_push(&r->checks, (struct report_check){.check = k});
    c->held = NEW_ARRAY(struct evidence *, r->checks.size + 1);
    c->proved_on = NEW_ARRAY(const struct version *, r->checks.size + 1);
    c->without_proof = NEW_ARRAY(struct entrant *, r->checks.size + 1);
    invite(c);
    if (o->use_invariants)
        tellers_first(c);
}

/* --- checks of proofs --- */

/* The check of a proof has its own share of the time: a few times what finding it took, half of what is left at most, some
 * seconds at least. */
static struct budget check_budget(const struct contest *c)
{
    enum { FACTOR = 5 };
    double left = budget_left(&c->limits), least = CLOCK_CHECK_LEAST, share = FACTOR * (clock_wall() - c->began);
    share = share < least ? least : share < CLOCK_CHECK_MOST ? share : CLOCK_CHECK_MOST;
    double end = clock_wall() + (share < left / 2 || left / 2 < least ? share : left / 2);
    if (c->limits.deadline > 0 && end > c->limits.deadline - CLOCK_CHECK_STOP)
        end = c->limits.deadline - CLOCK_CHECK_STOP;
    return (struct budget){.deadline = end, .memory = c->memory};
}

static void start_checks(struct contest *c)
{
    for (uint32_t i = 0; i < c->pipeline->evidence.size; i++) {
        struct evidence *e = c->pipeline->evidence.data[i];
        if (e->state != EVIDENCE_NEW)
            continue;
        while (contest_places_taken(c) >= c->jobs && contest_make_place(c))
            continue;
        struct budget b = check_budget(c);
        evidence_check(e, &b);
        if (e->state == EVIDENCE_UNCHECKED)
            take_evidence(c, e);
    }
}

/* --- limits --- */

/* All processes together keep the memory limit: the largest one, of the paused ones if there are any, has to go. It may
 * try again later, once. */
static void limit_memory(struct contest *c)
{
    struct entrant *victim = NULL;
    size_t alive = 0;
    for (uint32_t i = 0; i < c->count; i++) {
        struct entrant *e = &c->entrants[i];
        if (e->standing != RUNNING && e->standing != PAUSED)
            continue;
        if (e->process.end != PROCESS_RUNNING)
            return; /* one is going already */
        alive++;
        bool better = !victim || (e->standing == PAUSED && victim->standing != PAUSED) ||
                      (e->standing == victim->standing && e->process.resident > victim->process.resident);
        if (better)
            victim = e;
    }
    if (alive < 2 || contest_resident(c) <= c->memory)
        return;
    victim->process.end = PROCESS_OUT_OF_MEMORY;
    process_kill(&victim->process);
}

static void end_within(struct contest *c, double seconds)
{
    double end = clock_wall() + seconds;
    if (c->limits.deadline == 0 || end < c->limits.deadline)
        c->limits.deadline = end;
}

/* Once something is violated the verdict stands; what else is open gets as long again as it took, and a little. */
static void hurry(struct contest *c) { end_within(c, clock_wall() - c->began + CLOCK_AFTER_VIOLATION); }

/* --- the loop --- */

static void poll_all(struct contest *c)
{
    struct process *all[2 * MOST_ENTRANTS];
    unsigned n = 0;
    for (uint32_t i = 0; i < c->count; i++)
        if (c->entrants[i].standing == RUNNING || c->entrants[i].standing == PAUSED)
            all[n++] = &c->entrants[i].process;
    vector_each(struct evidence *const *, e, &c->pipeline->evidence)
        if ((*e)->state == EVIDENCE_CHECKING && n < sizeof all / sizeof *all)
            all[n++] = &(*e)->process;
    process_poll(all, n, CLOCK_WATCH);
}

static void collect(struct contest *c)
{
    bool violated = report_count(c->report, REPORT_VIOLATED);
    for (uint32_t i = 0; i < c->count; i++) {
        struct entrant *e = &c->entrants[i];
        if (e->standing != RUNNING && e->standing != PAUSED)
            continue;
        entrant_news(c, e);
        if (e->process.pid > 0)
            continue;
        bool crowded = e->process.end == PROCESS_OUT_OF_MEMORY && e->process.memory < c->memory && !e->again;
        entrant_finish(c, e);
        if (crowded) {
            e->again = true;
            e->elsewhere |= e->version->avoided != 0;
        }
        /* One more try on another node; who could not be asked for a node has not been tried. */
        bool lost = e->lost && !e->stranger && !e->refused && (!e->again || e->unheard);
        e->again |= lost && !e->unheard;
        if (crowded || lost || e->elsewhere)
            e->standing = WAITING;
    }
    for (uint32_t i = 0; i < c->pipeline->evidence.size; i++) {
        struct evidence *e = c->pipeline->evidence.data[i];
        if (e->state == EVIDENCE_CHECKING && e->process.pid <= 0) {
            evidence_finish(e, &c->pipeline->words);
            take_evidence(c, e);
        }
    }
    if (!violated && report_count(c->report, REPORT_VIOLATED))
        hurry(c);
}

static bool any_alive(const struct contest *c)
{
    for (uint32_t i = 0; i < c->count; i++)
        if (c->entrants[i].standing == PAUSED)
            return true;
    return contest_places_taken(c) != 0;
}

/* Everything is decided: nobody is heard any more. */
static void stop_all(struct contest *c)
{
    for (uint32_t i = 0; i < c->count; i++) {
        struct entrant *e = &c->entrants[i];
        if (e->standing != RUNNING && e->standing != PAUSED)
            continue;
        e->ran = entrant_ran(e);
        e->standing = OUT;
        e->remark = "stopped: nothing was open any more";
        if (c->remote)
            process_interrupt(&e->process, CLOCK_LAST_WORDS); /* srun takes its job along */
        else
            process_kill(&e->process);
        process_finish(&e->process);
        process_free(&e->process);
    }
}

/* Time is up: all engines, also paused ones, may say what they have found; proofs that come now are not checked. */
static void last_words(struct contest *c)
{
    for (uint32_t i = 0; i < c->count; i++)
        if (c->entrants[i].standing == RUNNING || c->entrants[i].standing == PAUSED)
            process_interrupt(&c->entrants[i].process, CLOCK_LAST_WORDS);
    while (any_alive(c)) {
        poll_all(c);
        collect(c);
        vector_each(struct evidence *const *, e, &c->pipeline->evidence)
            if ((*e)->state == EVIDENCE_NEW) {
                (*e)->state = EVIDENCE_UNCHECKED;
                (*e)->why = "time limit reached";
                take_evidence(c, *e);
            }
    }
}

/* An engine that was asked alone, and for its statistics, comes to its end: it has answered everything itself, and is about to. */
static void hear_out(struct contest *c)
{
    double end = clock_wall() + CLOCK_LAST_WORDS;
    while (any_alive(c) && clock_wall() < end) {
        poll_all(c);
        collect(c);
    }
}

/* Everything that is open was proved without invariants: the search for some gets a while. */
static void limit_search_for_proof(struct contest *c)
{
    for (uint32_t i = 0; i < c->report->checks.size; i++)
        if (contest_open(c, i) && !c->without_proof[i])
            return;
    if (!c->searching_proof && contest_any_open(c)) {
        c->searching_proof = true;
        end_within(c, CLOCK_PROOF_SEARCH);
    }
}

/* Those that find violations and prove nothing get a moment more than the others needed. */
static void limit_luck(struct contest *c)
{
    bool alive = false;
    for (uint32_t i = 0; i < c->count; i++) {
        alive |= c->entrants[i].standing != OUT;
        if (c->entrants[i].standing != OUT && !c->entrants[i].engine->finds_only)
            return;
    }
    if (c->alone || c->trying_luck || !alive)
        return;
    c->trying_luck = true;
    end_within(c, CLOCK_AFTER_OTHERS);
}

static bool time_is_up(const struct contest *c)
{
    return c->limits.deadline > 0 && budget_left(&c->limits) < contest_stops_before(c->limits.deadline - c->began);
}

/* Whether the engines have worked as long as they are meant to. */
static bool is_enough(const struct contest *c)
{
    double sum = 0;
    for (uint32_t i = 0; i < c->count; i++)
        sum += entrant_worked(&c->entrants[i]);
    return c->pipeline->seconds > 0 && sum > c->pipeline->seconds;
}

void portfolio_run(struct pipeline *l, const struct budget *budget, struct report *r)
{
    assert(l->small && !r->checks.size);
    struct contest c;
    struct recall recall;
    contest_init(&c, l, budget, r);
    c.recall = &recall;
    recall_begin(&recall, &c);
    recall_take(&recall, &c);
    if (report_count(r, REPORT_VIOLATED))
        hurry(&c);
    while (contest_any_undecided(&c) && !time_is_up(&c) && !is_enough(&c)) {
        start_checks(&c);
        contest_fill_places(&c);
        if (!any_alive(&c))
            break;
        poll_all(&c);
        collect(&c);
        limit_search_for_proof(&c);
        limit_luck(&c);
        limit_memory(&c);
        contest_end_turns(&c);
    }
    c.enough = l->options->enough > 0 && contest_any_undecided(&c) && is_enough(&c);
    if (contest_any_undecided(&c))
        last_words(&c);
    else if (c.alone && l->options->stats)
        hear_out(&c);
    contest_settle_without_proof(&c);
    stop_all(&c);
    if (c.remote)
        remote_end(&c);
    l->statistics.time_engine += clock_wall() - c.began;
    const char *reasons = contest_reasons(&c, budget);
    if (reasons)
        r->reason = reasons;
    contest_conclude(&c);
    contest_explain(&c);
    recall_end(&recall, &c);
    mem_free(c.held);
    mem_free(c.proved_on);
    mem_free(c.without_proof);
}
