/* Answers of engines, taken into the report: a violation when its trace has been executed on the original program, a
 * proof when it has been checked (or cannot be). What is decided stays, and must not be contradicted. */
#include "base/effort.h"
#include "base/log.h"
#include "portfolio/bundle.h"
#include "portfolio/confirm.h"
#include "portfolio/contest.h"
#include "portfolio/news.h"
#include "program/machine.h"
#include "program/ordered.h"
#include "program/print.h"

/* So often others are looked for, for all checks and engines together. */
enum { MOST_AVOIDED = 8 };

bool contest_any_open(const struct contest *c)
{
    for (uint32_t i = 0; i < c->report->checks.size; i++)
        if (contest_open(c, i))
            return true;
    return false;
}

bool contest_any_undecided(const struct contest *c) { return report_count(c->report, REPORT_OPEN) != 0; }

/* A contradiction between parts of heddle. */
static void bug(struct contest *c, const char *what)
{
    log_error("internal error: %s; this is a bug in heddle", what);
    bundle_write(c->pipeline, what);
    c->report->internal_error = true;
}

/* Takes a trace over the entrant's program; gives one over the original that has been executed, or NULL, with the
 * reason why the check stays open. */
static struct trace *confirmed(struct contest *c, const struct entrant *e, struct trace *t, const char **reason)
{
    struct pipeline *l = c->pipeline;
    double left = budget_left(&c->limits), most = left + CLOCK_CONFIRM_LATE; /* nobody else gets a turn meanwhile */
    double share = left / 2 > CLOCK_CONFIRM_LEAST ? left / 2 : CLOCK_CONFIRM_LEAST;
    struct budget limits = {.deadline = clock_wall() + (share < most ? share : most), .memory = c->memory};
    const char *why = NULL;
    bool contradiction;
    t = confirm_trace(l, e->version->program, t, &limits, &why, &contradiction);
    *reason = contradiction ? "internal error: the schedule that was found does not replay"
                            : arena_printf(&l->words, "%s while a schedule was replayed", why ? why : "");
    if (!t && contradiction)
        bug(c, arena_printf(&l->words, "a schedule found by %s does not replay: %s", e->engine->name, why));
    return t;
}

/* There may be another schedule that does not get there. A deadlock is about steps that cannot be taken: there, none may be left out. */
static void look_elsewhere(struct pipeline *l, struct entrant *e, const struct trace *t, const struct location *at)
{
    bool known = false;
    vector_each(const struct location *const *, a, &l->avoided)
        known |= *a == at;
    if (property_rows[l->original->checks.data[t->check].property].kind == CHECK_STUCK ||
        (!known && l->avoided.size == MOST_AVOIDED))
        return;
    if (!known)
        vector_push(&l->avoided, at);
    e->elsewhere = true;
}

/* A schedule that relies on more than signal handlers do may become one that does not. */
static struct trace *with_returns(const struct pipeline *l, struct trace *t)
{
    const struct location *at = trace_approximate(l->original, t);
    struct trace *other = at && at->flags & LOC_INTERRUPT ? trace_with_returns(l->original, t) : NULL;
    if (!other || trace_approximate(l->original, other)) {
        if (other)
            trace_free(other);
        return t;
    }
    trace_free(t);
    return other;
}

/* Why a confirmed schedule is no violation: it relies on what is approximated; NULL if it does not. */
static const char *relies_on_approximation(struct pipeline *l, struct entrant *e, const struct trace *t)
{
    const struct location *at = trace_approximate(l->original, t);
    if (!at)
        return NULL;
    look_elsewhere(l, e, t, at);
    if (at->flags & LOC_INTERRUPT)
        return "the schedule that was found relies on a signal handler while the thread goes on that it interrupts, or where there "
               "is none";
    struct text where = {0};
    print_position(&where, at->pos);
    const char *why = arena_printf(&l->words, "the schedule that was found relies on %s at %s, where heddle takes any value",
                                   at->reason, text_string(&where));
    text_free(&where);
    return why;
}

/* Why a confirmed schedule is no violation: whether its accesses race is a matter of reading (program/ordered.h). */
static const char *is_doubtful(struct pipeline *l, const struct trace *t)
{
    return check_is_watched(&l->original->checks.data[t->check]) && !trace_finds_race(l->original, t, true, NULL)
               ? "it is not clear by C11 whether the accesses in the schedule that was found are ordered"
               : NULL;
}

static void take_violation(struct contest *c, struct entrant *e, struct check_result *a, uint32_t i)
{
    struct report_check *to = &c->report->checks.data[i];
    const char *failed;
    struct trace *t = confirmed(c, e, a->trace, &failed);
    a->trace = NULL;
    if (!t) {
        to->reason = failed;
        return;
    }
    t = with_returns(c->pipeline, t);
    const char *discounted = relies_on_approximation(c->pipeline, e, t);
    discounted = discounted ? discounted : is_doubtful(c->pipeline, t);
    if (discounted) {
        if (to->candidate)
            trace_free(t);
        else
            to->candidate = t;
        to->reason = contest_open(c, i) ? discounted : to->reason;
        e->reason = e->reason ? e->reason : reason_new(&c->pipeline->words, REASON_PROCESS, discounted, 0);
        return;
    }
    if (to->answer == REPORT_PROVED || c->held[i])
        bug(c, arena_printf(&c->pipeline->words, "engine %s says that check %u holds, but a schedule of %s breaks it",
                            to->engine ? to->engine : c->held[i]->engine, i, e->engine->name));
    c->held[i] = NULL;
    to->answer = REPORT_VIOLATED;
    to->trace = t;
    to->reason = NULL;
    to->engine = e->engine->name;
    e->violated++;
    news_tell(c, to);
}

/* on: which version of the program; NULL: in an earlier run. */
static void prove(struct contest *c, struct report_check *to, const struct version *on, const char *engine,
                  enum report_evidence evidence, const char *because)
{
    c->proved_on[to - c->report->checks.data] = on;
    to->answer = REPORT_PROVED;
    to->reason = NULL;
    to->engine = engine;
    to->evidence = evidence;
    to->because = evidence == REPORT_BY_ARGUMENT ? because : NULL;
    news_tell(c, to);
}

static void prove_without_proof(struct contest *c, struct report_check *to, const struct entrant *e)
{
    prove(c, to, e->version, e->engine->name, e->engine->exhaustive ? REPORT_EXHAUSTIVELY : REPORT_BY_ARGUMENT,
          reason_words(e->no_proof ? e->no_proof : BECAUSE(UNPROVED), &c->pipeline->words));
}

static void take_proof(struct contest *c, struct entrant *e, struct evidence *by, uint32_t i)
{
    struct report_check *to = &c->report->checks.data[i];
    if (to->answer == REPORT_VIOLATED) {
        bug(c, arena_printf(&c->pipeline->words, "engine %s says that check %u holds, but a schedule of %s breaks it",
                            e->engine->name, i, to->engine));
        return;
    }
    if (!contest_open(c, i))
        return;
    e->proved++;
    if (by) {
        c->held[i] = by;
    } else if (c->pipeline->needs & REPORT_NEEDS_PROOF && !c->alone) {
        if (!c->without_proof[i])
            c->without_proof[i] = e;
    } else {
        prove_without_proof(c, to, e);
    }
}

/* The proof that came with the verdict, if there is one and it is needed. */
static struct evidence *evidence_of(struct contest *c, struct entrant *e, struct verdict *v)
{
    uint32_t n = c->report->checks.size;
    bool *proves = NEW_ARRAY(bool, n + 1), any = false, facts = c->pipeline->options->use_invariants && e->engine->tell;
    struct evidence *by = NULL;
    for (uint32_t i = 0; i < n; i++) {
        bool asked = !e->version->left_out || !e->version->left_out[i];
        any |= proves[i] = asked && v->results.data[i].answer == ANSWER_PROVED && contest_open(c, i);
    }
    if (v->proof && (any || facts)) {
        by = evidence_new(c->pipeline, e->engine->name, e->version, v->proof, proves);
        by->tells = e->engine->tell != NULL;
        v->proof = NULL;
    }
    mem_free(proves);
    return by;
}

void take_violations(struct contest *c, struct entrant *e, struct verdict *v)
{
    assert(v->results.size == c->report->checks.size);
    for (uint32_t i = 0; i < c->report->checks.size; i++) {
        bool asked = !e->version->left_out || !e->version->left_out[i];
        if (asked && v->results.data[i].answer == ANSWER_VIOLATED && c->report->checks.data[i].answer != REPORT_VIOLATED)
            take_violation(c, e, &v->results.data[i], i);
    }
}

/* A check that stays open. An engine that refuses its own schedule has a bug. */
static void take_reason(struct contest *c, const struct entrant *e, const struct reason *why, uint32_t i)
{
    const char *words = reason_words(why, &c->pipeline->words);
    if (reason_is_bug(why))
        bug(c, arena_printf(&c->pipeline->words, "engine %s: %s", e->engine->name, words));
    struct report_check *to = &c->report->checks.data[i];
    if (!to->candidate &&
        (!to->reason || !starts_with(to->reason, "internal error"))) /* whoever comes later does not make up for either */
        to->reason = words;
}

void take_verdict(struct contest *c, struct entrant *e, struct verdict *v)
{
    assert(v->results.size == c->report->checks.size);
    if (e->version->avoided) { /* a part of the program: nothing is proved */
        take_violations(c, e, v);
        return;
    }
    struct evidence *by = evidence_of(c, e, v);
    e->no_proof = reason_join(&c->pipeline->words, v->no_proof, NULL);
    for (uint32_t i = 0; i < c->report->checks.size; i++) {
        struct check_result *a = &v->results.data[i];
        if (e->version->left_out && e->version->left_out[i])
            continue; /* it was not asked */
        if (a->answer == ANSWER_PROVED)
            take_proof(c, e, by, i);
        else if (a->answer == ANSWER_VIOLATED && c->report->checks.data[i].answer != REPORT_VIOLATED)
            take_violation(c, e, a, i);
        else if (contest_open(c, i))
            take_reason(c, e, a->reason, i);
    }
    if (by && !c->check_proofs) {
        by->state = EVIDENCE_UNCHECKED;
        by->why = "not asked for";
        take_evidence(c, by);
    }
}

void take_evidence(struct contest *c, struct evidence *e)
{
    assert(e->state >= EVIDENCE_HOLDS);
    struct arena *words = &c->pipeline->words;
    bool fails = e->state == EVIDENCE_FAILS;
    if (fails)
        bug(c, arena_printf(words, "a proof of %s does not hold: %s", e->engine, e->why));
    else if (e->crashed)
        bug(c, arena_printf(words, "a proof of %s: %s", e->engine, e->why));
    else if (e->tells && (e->state == EVIDENCE_HOLDS || !c->check_proofs))
        c->facts = e;
    for (uint32_t i = 0; i < c->report->checks.size; i++) {
        struct report_check *to = &c->report->checks.data[i];
        if (c->held[i] != e)
            continue;
        c->held[i] = NULL;
        if (fails)
            to->reason = arena_printf(words, "internal error: a proof of %s does not hold", e->engine);
        else if (e->state == EVIDENCE_HOLDS)
            prove(c, to, e->version, e->engine, REPORT_BY_PROOF, NULL);
        else
            prove(c, to, e->version, e->engine, REPORT_BY_ARGUMENT, arena_printf(words, "its proof was not checked: %s", e->why));
    }
}

void take_recalled(struct contest *c, uint32_t check, const char *engine, enum report_evidence evidence, const char *because)
{
    assert(contest_open(c, check));
    prove(c, &c->report->checks.data[check], NULL, engine, evidence, because);
}

/* With --proof, whoever gives invariants is heard first. When nobody did, what was proved otherwise counts. */
void contest_settle_without_proof(struct contest *c)
{
    for (uint32_t i = 0; i < c->report->checks.size; i++)
        if (contest_open(c, i) && c->without_proof[i])
            prove_without_proof(c, &c->report->checks.data[i], c->without_proof[i]);
}

static bool same_argument(const struct report_check *a, const struct report_check *b)
{
    return a->answer == REPORT_PROVED && a->evidence == REPORT_BY_ARGUMENT && !strcmp(a->engine, b->engine) &&
           !strcmp(a->because, b->because);
}

/* What has to be believed though proofs are to be checked: everybody is told, once for each engine and reason. */
static void note_arguments(const struct contest *c)
{
    const struct report *r = c->report;
    for (uint32_t i = 0; c->check_proofs && i < r->checks.size; i++) {
        const struct report_check *k = &r->checks.data[i];
        bool said = k->answer != REPORT_PROVED || k->evidence != REPORT_BY_ARGUMENT;
        for (uint32_t j = 0; j < i && !said; j++)
            said = same_argument(&r->checks.data[j], k);
        if (!said)
            text_printf(&c->pipeline->notes, "note: %s decided by argument: %s\n", k->engine, k->because);
    }
}

void contest_conclude(struct contest *c)
{
    struct report *r = c->report;
    note_arguments(c);
    bool open = report_count(r, REPORT_OPEN) != 0;
    r->answer = report_count(r, REPORT_VIOLATED) ? REPORT_VIOLATED : open ? REPORT_OPEN : REPORT_PROVED;
    for (uint32_t i = 0; open && !r->reason && i < r->checks.size; i++)
        if (r->checks.data[i].answer == REPORT_OPEN)
            r->reason = r->checks.data[i].reason;
}
